"""Crabe vs Poulpe: a duel of two packs of cards, the crab's and the octopus's.

In turn each lays a card stronger than the last one and carries out what it says; a 1 thrown in between cancels it.
Who cannot or will not lay a card ends the round, the other wins it and leads the next, and both fill their hands
up to five from their own decks. Who has no card left, in hand or deck, wins. The packs are alike in the symmetric
mode; in the asymmetric one three ranks of each animal have effects of their own.
"""

from decapod.engine import bits
from decapod.engine.dtypes import record_type, state_type
from decapod.engine.protocols import first_option, whole

NAME = "crabe-vs-poulpe"
RULES_VERSION = 1
VARIANTS = {"symmetric": (2,), "asymmetric": (2,)}
HAS_HIDDEN_INFORMATION = True  # hands, decks and discards
INLINE = True  # small enough to be compiled as one function
OPTIONS = (first_option(2),)  # who leads the first round
LOSER_STARTS = True  # who lost the last game leads the first round of the next (CP-2)

# Seats, decks and the animals on the cards have the same numbers.
CRAB, OCTOPUS = 0, 1
ANIMAL_NAMES = ("crab", "octopus")
ANIMALS = SEATS = len(ANIMAL_NAMES)

# A kind of card is a rank with an animal: rank * ANIMALS + animal. Cards that lie together, a hand or a deck, are one
# number with two bits for each kind (see chapters/cards.py).
RANKS = 15  # the box has room for these; 12 are printed
COPIES = 2  # of each kind
KINDS = RANKS * ANIMALS
CARDS = KINDS * COPIES
ALL_CARDS = (1 << CARDS) - 1
FIRST_COPIES = ALL_CARDS // 3  # the first bit of every kind
RANK_BITS = ANIMALS * COPIES
ALPHA, OMEGA = 0, 99  # ranks named by a letter; the others by a number
NUMBER_NAMES = tuple(str(number) for number in range(ALPHA + 1, OMEGA))

# The pile is a number too, in the order of its cards: each is its kind + 1, the top one lowest.
PILE_BITS = 5
PILE_CARD = (1 << PILE_BITS) - 1
PILE_KEPT = 12  # as many cards of the pile are remembered in order
PILE_MASK = (1 << PILE_BITS * PILE_KEPT) - 1

# What a card does, in the order of the rulebook; box.toml and words.toml have the names.
NONE, OPENS, RESISTS, AGAIN, GIVES, FINISHES, SWAPS, REVERSES, STEALS, WINS = range(10)
PINCHES, HEALS, SEARCHES, BLINDS, CAPTURES, IMITATES = range(10, 16)
EFFECT_NAMES = (
    "none", "open", "resist", "again", "give", "finish", "swap", "reverse", "steal", "win",
    "pinch", "heal", "search", "blind", "capture", "imitate",
)  # fmt: skip

# What a player is asked for. In each phase a move is a kind of card: phase * KINDS + kind ...
PLAY, RESIST, GIVE, DISCARD, PINCH, FETCH, COPY, CAPTURE, HEAL = range(9)
PHASE_NAMES = ("play", "resist", "give", "discard", "pinch", "fetch", "copy", "capture", "heal")
PHASES = len(PHASE_NAMES)
FROM_OWN_HAND = (PLAY, RESIST, GIVE, DISCARD, HEAL)  # phases in which it is a card of one's own hand
FROM_OTHER_HAND = (PINCH, COPY)  # phases in which it is a card of the other's hand, which was shown
NO_QUESTION = -1  # in place of a phase: nothing is asked
# ... or one of these three words.
PASS = PHASES * KINDS  # end the round
LET = PASS + 1  # let the effect happen
DECLINE = PASS + 2  # do without an effect one may use
NO_WORD = 0  # in place of a word: none may be said

NUM_ACTIONS = DECLINE + 1
MAX_LEGAL_ACTIONS = KINDS + 1
# A card laid without capturing another is lost to hands and decks for good, and captures in a row climb the ranks;
# a card laid brings at most four moves: it, the answer, a copied effect, a choice; each round ends with one pass.
MAX_GAME_LENGTH = CARDS * RANKS * 4 + CARDS

PLAYED_OUT, DISCARDED, GIVEN_AWAY, ROBBED, PINCHED = 1, 2, 3, 4, 5
ENDINGS = ("", "played_out", "discarded", "given_away", "robbed", "pinched")

NO_SUCH_MOVE, MUST_LEAD, ANSWER_FIRST, NOT_ASKED, OBLIGATORY = 2, 3, 4, 5, 6
NOT_IN_HAND, ONLY_OPENS, TOO_LOW, TOO_HIGH, NOT_A_RESISTER = 7, 8, 9, 10, 11
NOT_SHOWN, NO_COPY_OF_COPY, NOT_IN_DECK, NOT_COVERED, NOT_ASKED_FOR = 12, 13, 14, 15, 16
EFFECT_FIRST, NOTHING_TO_DECLINE = 17, 18
NONE_TO_RESIST, NONE_TO_GIVE, NONE_TO_DISCARD, NONE_TO_HEAL, NONE_TO_COPY = 19, 20, 21, 22, 23
ILLEGAL_REASONS = (
    ("", ""),
    ("turn.not_yours", "CP-4"),  # NOT_YOUR_TURN
    ("move.unknown", "CP-4"),
    ("pass.opening", "CP-5"),
    ("answer.first", "CP-9"),
    ("let.not_asked", "CP-9"),
    ("decline.obligatory", "CP-8"),
    ("card.not_in_hand", "CP-4"),
    ("card.only_opens", "CP-6"),
    ("card.too_low", "CP-4"),
    ("card.too_high", "CP-16"),
    ("resist.other_card", "CP-9"),
    ("card.not_shown", "CP-20"),
    ("copy.copier", "CP-25"),
    ("card.not_in_deck", "CP-22"),
    ("capture.not_covered", "CP-24"),
    ("effect.not_asked", "CP-8"),
    ("effect.first", "CP-8"),
    ("decline.nothing", "CP-8"),
    ("card.not_in_hand", "CP-9"),
    ("card.not_in_hand", "CP-13"),
    ("card.not_in_hand", "CP-15"),
    ("card.not_in_hand", "CP-21"),
    ("card.not_shown", "CP-25"),
)
# By phase: why a card cannot be chosen that is not where it would be.
NOT_THERE = (
    NOT_IN_HAND, NONE_TO_RESIST, NONE_TO_GIVE, NONE_TO_DISCARD, NOT_SHOWN, NOT_IN_DECK, NONE_TO_COPY, NOT_COVERED,
    NONE_TO_HEAL,
)  # fmt: skip

Box = record_type(
    [
        ("ranks", "i8"),  # how many ranks there are
        ("hand", "i8"),  # a hand is filled up to this
        ("name", "i8", RANKS),  # what is printed on each rank: a number, ALPHA or OMEGA
        ("packs", "i8", SEATS),  # the cards of each animal
        ("effect", "i8", (len(VARIANTS), KINDS)),  # what a kind of card does
        # Sets of kinds (both bits of each), by variant:
        ("only_open", "i8", len(VARIANTS)),  # can only open a round
        ("over_any", "i8", len(VARIANTS)),  # can be laid on anything
        ("resisters", "i8", len(VARIANTS)),  # can cancel an effect
        ("resistible", "i8", len(VARIANTS)),  # have an effect that can be cancelled
        ("imitators", "i8", len(VARIANTS)),  # copy another's effect, and cannot be copied
    ]
)

State = state_type(
    [
        ("phase", "i1"),  # what is asked for
        ("lower", "i1"),  # 1: the next card must be lower than the last
        ("winner", "i1"),  # who has won; -1 while the game goes on
        ("leader", "i1"),  # who leads this round
        ("height", "i1"),  # cards in the pile
        ("rounds", "i2"),  # rounds finished
        ("word", "i2"),  # PASS, LET or DECLINE if that may be said now, else NO_WORD
        ("hands", "i8", SEATS),  # the cards of each hand
        ("decks", "i8", SEATS),  # the cards of each deck; their order is made by the dice as they are drawn
        ("discards", "i8", SEATS),  # the cards each has discarded face down
        ("played_cards", "i8"),  # all cards laid openly, in the pile and in rounds before
        ("pile", "i8"),  # the last PILE_KEPT cards of the pile
        ("public_hand", "i8", SEATS),  # cards all know to be in a hand: captured, and no card left it in secret since
        ("guests", "i1", SEATS),  # the most foreign cards a hand and its discards can hold, by what all saw
        # What each player knows of the other's cards (see chapters/memory.py):
        ("least_discarded", "i1", SEATS),  # at least as many of `hand_or_discards` are discards
        ("most_discarded", "i1", SEATS),  # at most as many
        ("known_hand", "i8", SEATS),  # surely in the other's hand
        ("hand_or_discards", "i8", SEATS),  # in the other's hand or among their discards
        ("known_deck", "i8", SEATS),  # surely in the other's deck
        ("deck_or_hand", "i8", SEATS),  # in the other's deck or hand
        ("known_discards", "i8", SEATS),  # surely among the other's discards
    ]
)


def read_box(box, printed):
    """Copy what box.toml says into a zeroed box; ValueError says in one line what is wrong."""
    ranks = printed["ranks"]
    box.ranks = whole(len(ranks), "the number of ranks", 1, RANKS)
    box.hand = whole(printed["rules"]["hand"], "rules.hand", 1, CARDS // 4)
    uncancellable = {effect_named(name, "rules.uncancellable") for name in printed["rules"]["uncancellable"]}
    for rank, row in enumerate(ranks):
        where = f"ranks[{rank + 1}]"
        box.name[rank] = rank_number(row["name"], f"{where}.name")
        if box.name[rank] in box.name[:rank]:
            raise ValueError(f"{where}.name: there are two ranks {row['name']}")
        copies = whole(row["copies"], f"{where}.copies", 0, COPIES)
        for animal, column in enumerate(ANIMAL_NAMES):
            kind = rank * ANIMALS + animal
            box.packs[animal] |= (1 << copies) - 1 << COPIES * kind
            print_effect(box, 0, kind, effect_named(row["symmetric"], f"{where}.symmetric"), uncancellable)
            print_effect(box, 1, kind, effect_named(row[column], f"{where}.{column}"), uncancellable)
    if bits.count(box.packs[CRAB]) <= box.hand:
        raise ValueError(f"a pack needs more cards than rules.hand, {box.hand}")


def rank_number(name, where):
    """Turn the name of a rank into the number that stands for it in a box; `where` says which part names it."""
    if name in ("α", "Ω"):
        return ALPHA if name == "α" else OMEGA
    if name in NUMBER_NAMES:
        return ALPHA + 1 + NUMBER_NAMES.index(name)
    raise ValueError(f"{where}: a rank is named α, Ω or by a number from 1 to {OMEGA - 1}, not {name!r}")


def effect_named(name, where):
    """Find the number of an effect; `where` says which part of the box names it."""
    if name not in EFFECT_NAMES:
        raise ValueError(f"{where}: {name!r} is no effect; there are {', '.join(EFFECT_NAMES)}")
    return EFFECT_NAMES.index(name)


def print_effect(box, variant, kind, effect, uncancellable):
    """Print an effect on a kind of card, and put the kind into the sets that follow from it."""
    both = 3 << COPIES * kind
    box.effect[variant][kind] = effect
    if effect == OPENS:
        box.only_open[variant] |= both
    if effect == BLINDS:
        box.over_any[variant] |= both
    if effect == RESISTS:
        box.resisters[variant] |= both
    if effect == IMITATES:
        box.imitators[variant] |= both
    if effect != NONE and effect not in uncancellable:
        box.resistible[variant] |= both


def rank_of(kind):
    """The rank of a kind of card, from 0 for the weakest."""
    return kind >> 1


def animal_of(kind):
    """The animal on a kind of card."""
    return kind & 1


def top_card(state):
    """The kind of the last card laid, -1 if there is none."""
    return (int(state.pile) & PILE_CARD) - 1


def covered_card(state):
    """The kind of the card right below the last one, -1 if there is none."""
    return (int(state.pile) >> PILE_BITS & PILE_CARD) - 1


def cards_of_pile(state):
    """List the kinds of the pile as far as it is remembered, the top last (never compiled: it makes a list)."""
    pile, kinds = int(state.pile), []
    while pile:
        kinds.append((pile & PILE_CARD) - 1)
        pile >>= PILE_BITS
    return kinds[::-1]
