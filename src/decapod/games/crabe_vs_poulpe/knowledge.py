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
OBSERVATION_SIZE = size(OBSERVATION)

# --- hiding -----------------------------------------------------------------------------------------------


def determinize(box, state, viewer, guess):
    """Deal all that the viewer cannot know again, so that it fits what they do know (CP-27 to CP-30)."""
    if viewer in (CRAB, OCTOPUS):
        guess_other(state, viewer, guess)
    else:
        guess_both(state, guess)
        if state.phase in FROM_OTHER_HAND and state.to_act != 0:
            looker = bits.lowest(state.to_act)
            state.known_hand[looker] = state.hands[1 - looker]
    dice.copy(guess, state.dice)


def guess_other(state, viewer, guess):
    """Deal the other's hand, deck and discards again, leaving what the viewer, a player, knows of them."""
    other = 1 - viewer
    hand, deck = int(state.known_hand[viewer]), int(state.known_deck[viewer])
    discards = int(state.known_discards[viewer])
    hand_or_discards, deck_or_hand = int(state.hand_or_discards[viewer]), int(state.deck_or_hand[viewer])
    loose = cards.together(cards.together(int(state.hands[other]), int(state.decks[other])), int(state.discards[other]))
    known = cards.together(cards.together(hand, deck), discards)
    loose = cards.besides(loose, cards.together(known, cards.together(hand_or_discards, deck_or_hand)))
    hand_room = bits.count(state.hands[other]) - bits.count(hand)
    deck_room = bits.count(state.decks[other]) - bits.count(deck)
    discard_room = bits.count(state.discards[other]) - bits.count(discards)

    # The doubtful: in the hand, unless that leaves no room for what must be there, or among the discards.
    least = int(state.least_discarded[viewer])
    most = min(int(state.most_discarded[viewer]), discard_room)
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
    state.hands[other] = hand
    state.discards[other] = discards
    state.decks[other] = cards.together(deck, loose)


def guess_both(state, guess):
    """Deal both sides again: a spectator knows what was laid or captured, how many cards lie where,
    and who may hold guests.
    """
    crabs = unknown_of(state, CRAB)
    octopuses = unknown_of(state, OCTOPUS)
    # Guests on the octopus's side less those on the crab's: the numbers of cards say it.
    surplus = bits.count(crabs) - bits.count(state.decks[CRAB]) - secret_cards(state, CRAB)
    fewest = max(0, -surplus)
    most = min(room_for_guests(state, CRAB), room_for_guests(state, OCTOPUS) - surplus)
    foreign = fewest + dice.roll(guess, most - fewest + 1)
    for player in range(SEATS):
        guests = foreign + player * surplus
        held = 0
        for i in range(secret_cards(state, player)):
            pool = octopuses if (i < guests) == (player == CRAB) else crabs
            kind = cards.nth(pool, dice.roll(guess, bits.count(pool)))
            held = cards.plus(held, kind)
            if animal_of(kind) == CRAB:
                crabs = cards.minus(crabs, kind)
            else:
                octopuses = cards.minus(octopuses, kind)
        discards = 0
        for _ in range(bits.count(state.discards[player])):
            kind = cards.nth(held, dice.roll(guess, bits.count(held)))
            held = cards.minus(held, kind)
            discards = cards.plus(discards, kind)
        state.hands[player] = cards.together(held, int(state.public_hand[player]))
        state.discards[player] = discards
    state.decks[CRAB] = crabs
    state.decks[OCTOPUS] = octopuses
    for player in range(SEATS):
        forget_all(state, player)


def unknown_of(state, animal):
    """The cards of an animal that no spectator can place."""
    held = 0
    for player in range(SEATS):
        hand = cards.besides(int(state.hands[player]), int(state.public_hand[player]))
        held = cards.together(held, cards.together(hand, int(state.discards[player])))
        held = cards.together(held, int(state.decks[player]))
    return cards.of_animal(held, animal)


def secret_cards(state, player):
    """How many cards of a player's hand and discards no spectator has seen."""
    held = bits.count(state.hands[player]) + bits.count(state.discards[player])
    return held - bits.count(state.public_hand[player])


def room_for_guests(state, player):
    """How many of those can be foreign."""
    known = bits.count(cards.of_animal(int(state.public_hand[player]), 1 - player))
    return min(state.guests[player] - known, secret_cards(state, player))


def forget_all(state, player):
    """Erase what a player knows of the other: a spectator does not know that either."""
    state.known_hand[player] = 0
    state.hand_or_discards[player] = 0
    state.known_deck[player] = 0
    state.deck_or_hand[player] = 0
    state.known_discards[player] = 0
    state.least_discarded[player] = 0
    state.most_discarded[player] = 0


def is_move_hidden(box, state, player, move, viewer):
    """Tell whether a viewer cannot know which card a player chooses: some only the player sees, some only the two.

    What is discarded or fetched nobody else sees (CP-27, CP-29); what passes between two hands no spectator does.
    """
    phase = move // KINDS
    if phase in (DISCARD, HEAL, FETCH):
        return viewer != player
    return phase in (GIVE, PINCH, COPY) and viewer < 0


# --- observing --------------------------------------------------------------------------------------------


def observe(box, state, viewer, out):
    """Write the cards by kind, then what is asked for, then the facts all know, the viewer's seat first."""
    me = max(viewer, 0)
    other = 1 - me
    if viewer >= 0:
        write_cards(OWN_HAND, int(state.hands[me]), me, out)
        write_cards(OWN_DECK, int(state.decks[me]), me, out)
        write_cards(OWN_DISCARDS, int(state.discards[me]), me, out)
        write_cards(KNOWN_HAND, int(state.known_hand[me]), me, out)
        write_cards(HAND_OR_DISCARDS, int(state.hand_or_discards[me]), me, out)
        write_cards(KNOWN_DECK, int(state.known_deck[me]), me, out)
        write_cards(DECK_OR_HAND, int(state.deck_or_hand[me]), me, out)
        write_cards(KNOWN_DISCARDS, int(state.known_discards[me]), me, out)
        write_cards(KNOWN_TO_OTHER, int(state.known_hand[other]), me, out)
        out[LEAST_DISCARDED] = state.least_discarded[me]
        out[MOST_DISCARDED] = state.most_discarded[me]
    else:
        write_cards(OWN_HAND, int(state.public_hand[me]), me, out)
        write_cards(KNOWN_HAND, int(state.public_hand[other]), me, out)
    write_cards(LAID, int(state.played_cards), me, out)
    write_facts(state, me, out)
    for i in range(SEATS):
        player = me ^ i
        out[AWAITED + i] = state.to_act >> player & 1
        out[HAND + i] = bits.count(state.hands[player])
        out[DECK + i] = bits.count(state.decks[player])
        out[DISCARDS + i] = bits.count(state.discards[player])


def write_cards(at, held, me, out):
    """Write how many cards of each kind there are, the viewer's own animal first."""
    while held != 0:
        kind = bits.lowest(held) >> 1
        out[at + (kind ^ me)] = cards.number(held, kind)
        held &= ~(3 << 2 * kind)


def write_facts(state, me, out):
    """Write the pile, what is asked for, and how the round stands."""
    top, covered = top_card(state), covered_card(state)
    if top >= 0:
        out[TOP + (top ^ me)] = 1
    if covered >= 0:
        out[COVERED + (covered ^ me)] = 1
    out[PHASE + state.phase] = 1
    out[VARIANT] = state.variant
    out[LOWER] = state.lower
    out[HEIGHT] = cut(int(state.height))
    out[ROUNDS] = cut(int(state.rounds))
    if state.word != NO_WORD:
        out[WORD] = state.word - PASS + 1
    out[LEADER] = state.leader ^ me
