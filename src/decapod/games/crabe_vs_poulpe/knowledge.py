"""Who knows what in Crabe vs Poulpe: all that a viewer cannot know is dealt again, and what they know becomes numbers.

What each player remembers of the other's cards is on the table already (see chapters/memory.py).
"""

from decapod.engine import bits, dice
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import (
    COPY,
    COVERED_CARD,
    CRAB,
    DECK_OR_HAND,
    DISCARD,
    FACTS,
    FETCH,
    FROM_OTHER_HAND,
    GIVE,
    HAND_OR_DISCARDS,
    HEAL,
    KINDS,
    KNOWN_DECK,
    KNOWN_DISCARDS,
    KNOWN_HAND,
    KNOWN_TO_OTHER,
    NO_WORD,
    OBSERVED,
    OCTOPUS,
    OWN_DECK,
    OWN_DISCARDS,
    OWN_HAND,
    PASS,
    PHASES,
    PINCH,
    PLANES,
    PLAYED_CARDS,
    SEATS,
    TOP_CARD,
    animal_of,
    covered_card,
    top_card,
)

# --- hiding -----------------------------------------------------------------------------------------------


def hide(box, table, viewer, guess):
    """Deal all that the viewer cannot know again, so that it fits what they do know (CP-27 to CP-30)."""
    if viewer in (CRAB, OCTOPUS):
        guess_other(table, viewer, guess)
    else:
        guess_both(table, guess)
        if table.phase in FROM_OTHER_HAND and table.awaiting != 0:
            looker = bits.lowest(table.awaiting)
            table.known_hand[looker] = table.hands[1 - looker]
    dice.copy(guess, table.dice)


def guess_other(table, viewer, guess):
    """Deal the other's hand, deck and discards again, leaving what the viewer, a player, knows of them."""
    other = 1 - viewer
    hand, deck = int(table.known_hand[viewer]), int(table.known_deck[viewer])
    discards = int(table.known_discards[viewer])
    hand_or_discards, deck_or_hand = int(table.hand_or_discards[viewer]), int(table.deck_or_hand[viewer])
    loose = cards.together(cards.together(int(table.hands[other]), int(table.decks[other])), int(table.discards[other]))
    known = cards.together(cards.together(hand, deck), discards)
    loose = cards.besides(loose, cards.together(known, cards.together(hand_or_discards, deck_or_hand)))
    hand_room = bits.count(table.hands[other]) - bits.count(hand)
    deck_room = bits.count(table.decks[other]) - bits.count(deck)
    discard_room = bits.count(table.discards[other]) - bits.count(discards)

    # The doubtful: in the hand, unless that leaves no room for what must be there, or among the discards.
    least = int(table.least_discarded[viewer])
    most = min(int(table.most_discarded[viewer]), discard_room)
    spare = hand_room - max(0, bits.count(deck_or_hand) - deck_room)
    while hand_or_discards != 0:
        kind = bits.lowest(hand_or_discards) >> 1
        left = bits.count(hand_or_discards)
        hand_or_discards = cards.minus(hand_or_discards, kind)
        dropped = dice.roll(guess, hand_room + discard_room) >= hand_room
        if (dropped or spare == 0 or left <= least) and most > 0:
            discards = cards.plus(discards, kind)
            discard_room -= 1
            least -= 1
            most -= 1
        else:
            hand = cards.plus(hand, kind)
            hand_room -= 1
            spare -= 1
    while deck_or_hand != 0:
        kind = bits.lowest(deck_or_hand) >> 1
        deck_or_hand = cards.minus(deck_or_hand, kind)
        if dice.roll(guess, hand_room + deck_room) < hand_room:
            hand = cards.plus(hand, kind)
            hand_room -= 1
        else:
            deck = cards.plus(deck, kind)
            deck_room -= 1
    for _ in range(hand_room):
        kind = cards.nth(loose, dice.roll(guess, bits.count(loose)))
        loose = cards.minus(loose, kind)
        hand = cards.plus(hand, kind)
    for _ in range(discard_room):
        kind = cards.nth(loose, dice.roll(guess, bits.count(loose)))
        loose = cards.minus(loose, kind)
        discards = cards.plus(discards, kind)
    table.hands[other] = hand
    table.discards[other] = discards
    table.decks[other] = cards.together(deck, loose)


def guess_both(table, guess):
    """Deal both sides again: a spectator knows what was laid or captured, how many cards lie where,
    and who may hold guests.
    """
    crabs = unknown_of(table, CRAB)
    octopuses = unknown_of(table, OCTOPUS)
    # Guests on the octopus's side less those on the crab's: the numbers of cards say it.
    surplus = bits.count(crabs) - bits.count(table.decks[CRAB]) - secret_cards(table, CRAB)
    fewest = max(0, -surplus)
    most = min(room_for_guests(table, CRAB), room_for_guests(table, OCTOPUS) - surplus)
    foreign = fewest + dice.roll(guess, most - fewest + 1)
    for player in range(SEATS):
        guests = foreign + player * surplus
        held = 0
        for i in range(secret_cards(table, player)):
            pool = octopuses if (i < guests) == (player == CRAB) else crabs
            kind = cards.nth(pool, dice.roll(guess, bits.count(pool)))
            held = cards.plus(held, kind)
            if animal_of(kind) == CRAB:
                crabs = cards.minus(crabs, kind)
            else:
                octopuses = cards.minus(octopuses, kind)
        discards = 0
        for _ in range(bits.count(table.discards[player])):
            kind = cards.nth(held, dice.roll(guess, bits.count(held)))
            held = cards.minus(held, kind)
            discards = cards.plus(discards, kind)
        table.hands[player] = cards.together(held, int(table.public_hand[player]))
        table.discards[player] = discards
    table.decks[CRAB] = crabs
    table.decks[OCTOPUS] = octopuses
    for player in range(SEATS):
        forget_all(table, player)


def unknown_of(table, animal):
    """The cards of an animal that no spectator can place."""
    held = 0
    for player in range(SEATS):
        hand = cards.besides(int(table.hands[player]), int(table.public_hand[player]))
        held = cards.together(held, cards.together(hand, int(table.discards[player])))
        held = cards.together(held, int(table.decks[player]))
    return cards.of_animal(held, animal)


def secret_cards(table, player):
    """How many cards of a player's hand and discards no spectator has seen."""
    held = bits.count(table.hands[player]) + bits.count(table.discards[player])
    return held - bits.count(table.public_hand[player])


def room_for_guests(table, player):
    """How many of those can be foreign."""
    known = bits.count(cards.of_animal(int(table.public_hand[player]), 1 - player))
    return min(table.guests[player] - known, secret_cards(table, player))


def forget_all(table, player):
    """Erase what a player knows of the other: a spectator does not know that either."""
    table.known_hand[player] = 0
    table.hand_or_discards[player] = 0
    table.known_deck[player] = 0
    table.deck_or_hand[player] = 0
    table.known_discards[player] = 0
    table.least_discarded[player] = 0
    table.most_discarded[player] = 0


def conceals(box, table, player, move, viewer):
    """Tell whether a viewer cannot know which card a player chooses: some only the player sees, some only the two.

    What is discarded or fetched nobody else sees (CP-27, CP-29); what passes between two hands no spectator does.
    """
    phase = move // KINDS
    if phase in (DISCARD, HEAL, FETCH):
        return viewer != player
    return phase in (GIVE, PINCH, COPY) and viewer < 0


# --- observing --------------------------------------------------------------------------------------------


def observe(box, table, viewer, out):
    """Write the planes, then what is asked for, then the facts all know, the viewer's seat first."""
    for i in range(OBSERVED):
        out[i] = 0
    me = max(viewer, 0)
    other = 1 - me
    if viewer >= 0:
        write_plane(OWN_HAND, int(table.hands[me]), me, out)
        write_plane(OWN_DECK, int(table.decks[me]), me, out)
        write_plane(OWN_DISCARDS, int(table.discards[me]), me, out)
        write_plane(KNOWN_HAND, int(table.known_hand[me]), me, out)
        write_plane(HAND_OR_DISCARDS, int(table.hand_or_discards[me]), me, out)
        write_plane(KNOWN_DECK, int(table.known_deck[me]), me, out)
        write_plane(DECK_OR_HAND, int(table.deck_or_hand[me]), me, out)
        write_plane(KNOWN_DISCARDS, int(table.known_discards[me]), me, out)
        write_plane(KNOWN_TO_OTHER, int(table.known_hand[other]), me, out)
    else:
        write_plane(OWN_HAND, int(table.public_hand[me]), me, out)
        write_plane(KNOWN_HAND, int(table.public_hand[other]), me, out)
    write_plane(PLAYED_CARDS, int(table.played_cards), me, out)
    top, covered = top_card(table), covered_card(table)
    if top >= 0:
        out[TOP_CARD * KINDS + (top ^ me)] = 1
    if covered >= 0:
        out[COVERED_CARD * KINDS + (covered ^ me)] = 1
    start = PLANES * KINDS
    out[start + table.phase] = 1
    start += PHASES
    write_facts(table, viewer, start, out)
    start += FACTS
    for i in range(SEATS):
        player = (me + i) % SEATS
        out[start + i] = table.awaiting >> player & 1
        out[start + SEATS + i] = bits.count(table.hands[player])
        out[start + 2 * SEATS + i] = bits.count(table.decks[player])
        out[start + 3 * SEATS + i] = bits.count(table.discards[player])


def write_plane(plane, held, me, out):
    """Write how many cards of each kind there are, the viewer's own animal first."""
    for kind in range(KINDS):
        out[plane * KINDS + (kind ^ me)] = cards.number(held, kind)


def write_facts(table, viewer, start, out):
    """Write the facts about the round, and how much of what a viewer doubts is discarded, from `start` on."""
    me = max(viewer, 0)
    out[start] = table.variant
    out[start + 1] = table.lower
    out[start + 2] = table.height
    out[start + 3] = table.rounds
    if table.word != NO_WORD:
        out[start + 4] = table.word - PASS + 1
    out[start + 5] = (table.leader - me + SEATS) % SEATS
    if viewer >= 0:
        out[start + 6] = table.least_discarded[me]
        out[start + 7] = table.most_discarded[me]
