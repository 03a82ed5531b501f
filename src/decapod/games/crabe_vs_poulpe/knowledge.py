"""Who knows what in Crabe vs Poulpe: all that a viewer cannot know is dealt again, and what they know becomes numbers.

What each player remembers of the other's cards is on the table already (see chapters/memory.py).
"""

from decapod.engine import bits, dice
from decapod.engine.observation import MOST, Field, cut, offsets, size
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import (
    CARDS,
    COPIES,
    COPY,
    CRAB,
    DISCARD,
    FETCH,
    FROM_OTHER_HAND,
    GIVE,
    HEAL,
    KINDS,
    NO_WORD,
    OCTOPUS,
    PASS,
    PHASES,
    PINCH,
    SEATS,
    animal_of,
    covered_card,
    top_card,
)

# Kinds are ranks with an animal, the weakest rank first; of the two animals of a rank the viewer's own comes first.
OBSERVATION_VERSION = 2
OBSERVATION = (
    Field("own_hand", KINDS, 0, COPIES, "the viewer's hand: cards of each kind, one's own animal first"),
    Field("own_deck", KINDS, 0, COPIES, "the viewer's deck"),
    Field("own_discards", KINDS, 0, COPIES, "what the viewer discarded"),
    Field("known_hand", KINDS, 0, COPIES, "cards known to be in the other's hand"),
    Field("hand_or_discards", KINDS, 0, COPIES, "known to be in the other's hand or discards"),
    Field("known_deck", KINDS, 0, COPIES, "known to be in the other's deck"),
    Field("deck_or_hand", KINDS, 0, COPIES, "known to be in the other's deck or hand"),
    Field("known_discards", KINDS, 0, COPIES, "known to be among the other's discards"),
    Field("known_to_other", KINDS, 0, COPIES, "what the other knows of the viewer's hand"),
    Field("laid", KINDS, 0, COPIES, "all cards laid openly"),
    Field("top", KINDS, 0, 1, "the last card laid"),
    Field("covered", KINDS, 0, 1, "the card right below it"),
    Field("phase", PHASES, 0, 1, "what is asked for, one of `PHASE_NAMES`"),
    Field("variant", 1, 0, 1, "1: asymmetric"),
    Field("lower", 1, 0, 1, "whether the next card must be lower"),
    Field("height", 1, 0, MOST, "cards in the pile"),
    Field("rounds", 1, 0, MOST, "rounds finished"),
    Field("word", 1, 0, 3, "what may be said instead of a card: 1 pass, 2 let, 3 decline"),
    Field("leader", 1, 0, 1, "who leads this round: 0 the viewer, 1 the other"),
    Field("least_discarded", 1, 0, CARDS, "at least as many of `hand_or_discards` are discards"),
    Field("most_discarded", 1, 0, CARDS, "at most as many"),
    Field("awaited", SEATS, 0, 1, "who is to move"),
    Field("hand", SEATS, 0, CARDS, "cards in hand"),
    Field("deck", SEATS, 0, CARDS, "cards in the deck"),
    Field("discards", SEATS, 0, CARDS, "cards discarded"),
)
(
    OWN_HAND, OWN_DECK, OWN_DISCARDS, KNOWN_HAND, HAND_OR_DISCARDS, KNOWN_DECK, DECK_OR_HAND, KNOWN_DISCARDS,
    KNOWN_TO_OTHER, LAID, TOP, COVERED, PHASE, VARIANT, LOWER, HEIGHT, ROUNDS, WORD, LEADER, LEAST_DISCARDED,
    MOST_DISCARDED, AWAITED, HAND, DECK, DISCARDS,
) = offsets(OBSERVATION)  # fmt: skip
OBSERVED = size(OBSERVATION)

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
    """Write the cards by kind, then what is asked for, then the facts all know, the viewer's seat first."""
    me = max(viewer, 0)
    other = 1 - me
    if viewer >= 0:
        write_cards(OWN_HAND, int(table.hands[me]), me, out)
        write_cards(OWN_DECK, int(table.decks[me]), me, out)
        write_cards(OWN_DISCARDS, int(table.discards[me]), me, out)
        write_cards(KNOWN_HAND, int(table.known_hand[me]), me, out)
        write_cards(HAND_OR_DISCARDS, int(table.hand_or_discards[me]), me, out)
        write_cards(KNOWN_DECK, int(table.known_deck[me]), me, out)
        write_cards(DECK_OR_HAND, int(table.deck_or_hand[me]), me, out)
        write_cards(KNOWN_DISCARDS, int(table.known_discards[me]), me, out)
        write_cards(KNOWN_TO_OTHER, int(table.known_hand[other]), me, out)
        out[LEAST_DISCARDED] = table.least_discarded[me]
        out[MOST_DISCARDED] = table.most_discarded[me]
    else:
        write_cards(OWN_HAND, int(table.public_hand[me]), me, out)
        write_cards(KNOWN_HAND, int(table.public_hand[other]), me, out)
    write_cards(LAID, int(table.played_cards), me, out)
    write_facts(table, me, out)
    for i in range(SEATS):
        player = me ^ i
        out[AWAITED + i] = table.awaiting >> player & 1
        out[HAND + i] = bits.count(table.hands[player])
        out[DECK + i] = bits.count(table.decks[player])
        out[DISCARDS + i] = bits.count(table.discards[player])


def write_cards(at, held, me, out):
    """Write how many cards of each kind there are, the viewer's own animal first."""
    while held != 0:
        kind = bits.lowest(held) >> 1
        out[at + (kind ^ me)] = cards.number(held, kind)
        held &= ~(3 << 2 * kind)


def write_facts(table, me, out):
    """Write the pile, what is asked for, and how the round stands."""
    top, covered = top_card(table), covered_card(table)
    if top >= 0:
        out[TOP + (top ^ me)] = 1
    if covered >= 0:
        out[COVERED + (covered ^ me)] = 1
    out[PHASE + table.phase] = 1
    out[VARIANT] = table.variant
    out[LOWER] = table.lower
    out[HEIGHT] = cut(int(table.height))
    out[ROUNDS] = cut(int(table.rounds))
    if table.word != NO_WORD:
        out[WORD] = table.word - PASS + 1
    out[LEADER] = table.leader ^ me
