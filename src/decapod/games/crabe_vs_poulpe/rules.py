"""Crabe vs Poulpe: a duel of two packs of cards, the crab's and the octopus's.

In turn each lays a card stronger than the last one and carries out what it says; a 1 thrown in between cancels it.
Who cannot or will not lay a card ends the round, the other wins it and leads the next, and both fill their hands
up to five from their own decks. Who has no card left, in hand or deck, wins. The packs are alike in the symmetric
mode; in the asymmetric one three ranks of each animal have effects of their own.
"""

from decapod.engine import bits, dice
from decapod.engine.facts import Option
from decapod.engine.records import record_type, table_type
from decapod.games.crabe_vs_poulpe import cards, effects, turns, viewpoint
from decapod.games.crabe_vs_poulpe.cards import ALL, CARDS, COPIES, FIRSTS, KINDS, RANKS
from decapod.games.crabe_vs_poulpe.effects import BLINDS, EFFECTS, IMITATES, NONE, OPENS, RESISTS
from decapod.games.crabe_vs_poulpe.turns import (
    CAPTURE,
    COPY,
    DECLINE,
    FETCH,
    LET,
    NO_WORD,
    PASS,
    PINCH,
    PLAY,
    PLAYED_OUT,
    RESIST,
    SEATS,
)

NAME = "crabe-vs-poulpe"
VERSION = 1
VARIANTS = {"symmetric": (2,), "asymmetric": (2,)}
INLINE = True  # small enough to be compiled as one function
SECRETS = True  # hands, decks and discards
OPTIONS = (Option("first", "random", ("random", "0", "1"), seat=True),)  # who leads the first round
LOSER_BEGINS = True  # who lost the last game leads the first round of the next (CP-2)

ALPHA, OMEGA = 0, 99  # ranks named by a letter; the others by a number
CRAB, OCTOPUS = 0, 1  # seats, decks and the animals on the cards
PHASE_NAMES = ("play", "resist", "give", "discard", "pinch", "fetch", "copy", "capture", "heal")

MOVES = DECLINE + 1
WIDEST = KINDS + 1
# A card laid without capturing another is lost to hands and decks for good, and captures in a row climb the ranks;
# a card laid brings at most four moves: it, the answer, a copied effect, a choice; each round ends with one pass.
LONGEST = CARDS * RANKS * 4 + CARDS

ENDINGS = ("", "played_out", "discarded", "given_away", "robbed", "pinched")

NOT_YOUR_TURN, NO_SUCH_MOVE, MUST_LEAD, ANSWER_FIRST, NOT_ASKED, OBLIGATORY = 1, 2, 3, 4, 5, 6
NOT_IN_HAND, ONLY_OPENS, TOO_LOW, TOO_HIGH, NOT_A_RESISTER = 7, 8, 9, 10, 11
NOT_SHOWN, NO_COPY_OF_COPY, NOT_IN_DECK, NOT_COVERED, NOT_ASKED_FOR = 12, 13, 14, 15, 16
EFFECT_FIRST, NOTHING_TO_DECLINE = 17, 18
REASONS = (
    ("", ""),
    ("turn.not_yours", "CP-4"),
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
)

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

Table = table_type(
    [
        ("phase", "i1"),  # what is asked for
        ("lower", "i1"),  # 1: the next card must be lower than the last
        ("winner", "i1"),  # who has won; -1 while the game goes on
        ("led", "i1"),  # who leads this round
        ("laid", "i1"),  # cards in the pile
        ("rounds", "i2"),  # rounds finished
        ("word", "i2"),  # PASS, LET or DECLINE if that may be said now, else NO_WORD
        ("hands", "i8", SEATS),  # the cards of each hand (see cards.py)
        ("decks", "i8", SEATS),  # the cards of each deck; their order is made by the dice as they are drawn
        ("discards", "i8", SEATS),  # the cards each has discarded face down
        ("played", "i8"),  # all cards laid openly, in the pile and in rounds before
        ("pile", "i8"),  # the last cards of the pile, 5 bits each, the top lowest
        ("shown", "i8", SEATS),  # cards all know to be in a hand: captured, and the hand untouched in secret since
        ("guests", "i1", SEATS),  # the most foreign cards a hand and its discards can hold, by what all saw
        # What each player knows of the other's cards (see memory.py):
        ("least", "i1", SEATS),  # at least as many of the doubtful were discarded
        ("most", "i1", SEATS),  # at most as many
        ("seen", "i8", SEATS),  # surely in the other's hand
        ("doubt", "i8", SEATS),  # in the other's hand or discards
        ("sunk", "i8", SEATS),  # surely in the other's deck
        ("adrift", "i8", SEATS),  # in the other's deck or hand
        ("buried", "i8", SEATS),  # surely among the other's discards
    ]
)

OBSERVED = viewpoint.OBSERVED


def fill(box, printed):
    """Copy what box.toml says into a zeroed box."""
    ranks = printed["ranks"]
    box.ranks = whole(len(ranks), "the number of ranks", 1, RANKS)
    box.hand = whole(printed["rules"]["hand"], "rules.hand", 1, CARDS // 4)
    uncancellable = {effect_named(name, "rules.uncancellable") for name in printed["rules"]["uncancellable"]}
    for rank, row in enumerate(ranks):
        name = row["name"]
        box.name[rank] = rank_named(name)
        if box.name[rank] in box.name[:rank]:
            raise ValueError(f"there are two ranks {name}")
        copies = whole(row["copies"], f"copies of rank {name}", 0, COPIES)
        for animal, column in enumerate(("crab", "octopus")):
            kind = rank * SEATS + animal
            for _ in range(copies):
                box.packs[animal] = cards.plus(int(box.packs[animal]), kind)
            print_effect(box, 0, kind, effect_named(row["symmetric"], f"rank {name}"), uncancellable)
            print_effect(box, 1, kind, effect_named(row[column], f"rank {name}"), uncancellable)
    if bits.count(box.packs[CRAB]) <= box.hand:
        raise ValueError(f"a pack needs more cards than a hand of {box.hand}")


def rank_named(name):
    """Turn the name of a rank into a number."""
    if name in ("α", "Ω"):
        return ALPHA if name == "α" else OMEGA
    if isinstance(name, str) and name.isdecimal() and ALPHA < int(name) < OMEGA:
        return int(name)
    raise ValueError(f"a rank is named α, Ω or by a number from 1 to 98, not {name!r}")


def effect_named(name, where):
    """Find the number of an effect."""
    if name not in EFFECTS:
        raise ValueError(f"{where}: {name!r} is no effect; there are {', '.join(EFFECTS)}")
    return EFFECTS.index(name)


def whole(value, name, least, most):
    """Check a number of the box."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: a whole number from {least} to {most}, not {value!r}")
    return value


def print_effect(box, variant, kind, effect, uncancellable):
    """Print an effect on a kind of card."""
    both = 3 << 2 * kind
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


# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Each takes the pack of their animal and draws a hand; someone leads (CP-1, CP-2)."""
    table.players = players
    table.variant = variant
    table.winner = -1
    for player in range(SEATS):
        table.decks[player] = box.packs[player]
        turns.draw(table, player, int(box.hand))
    first = options[0] - 1
    if first < 0:
        first = dice.roll(table.dice, SEATS)
    turns.lead(table, first)


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List the cards that may be chosen now, then the word that may be said instead."""
    if table.awaiting >> player & 1 == 0:
        return 0
    choices = offered(box, table, player) & FIRSTS
    base = table.phase * KINDS
    n = 0
    while choices != 0:
        moves[n] = base + (bits.lowest(choices) >> 1)
        choices &= choices - 1
        n += 1
    if table.word != NO_WORD:
        moves[n] = table.word
        n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves by counting to it."""
    choices = offered(box, table, player) & FIRSTS
    n = bits.count(choices)
    word = int(table.word)
    nth = dice.roll(chance, n + (1 if word != NO_WORD else 0))
    if nth == n:
        return word
    return table.phase * KINDS + cards.nth_of_few(choices, nth)


def offered(box, table, player):
    """The cards the player may choose from in this phase."""
    phase = int(table.phase)
    if phase == PLAY:
        return int(table.hands[player]) & playable(box, table)
    if phase == RESIST:
        return int(table.hands[player]) & int(box.resisters[table.variant])
    if phase == PINCH:
        return int(table.hands[1 - player])
    if phase == COPY:
        return int(table.hands[1 - player]) & ~int(box.imitators[table.variant])
    if phase == FETCH:
        return int(table.decks[player])
    if phase == CAPTURE:
        return 1 << 2 * effects.covered(table)
    return int(table.hands[player])


def playable(box, table):
    """A card beats the last one if it is higher, or lower after Reverse; some only open, some go anywhere (CP-4)."""
    if table.pile == 0:
        return ALL
    rank = cards.rank_of(effects.top(table))
    order = cards.below(rank) if table.lower else cards.above(rank)
    return order & ~int(box.only_open[table.variant]) | int(box.over_any[table.variant])


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if table.awaiting >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if move >= PASS:
        return word_refusal(table, move)
    phase, kind = move // KINDS, move % KINDS
    if phase != table.phase:
        return phase_refusal(table, phase)
    if cards.holds(offered(box, table, player), kind):
        return 0
    if phase == PLAY:
        return play_refusal(box, table, player, kind)
    if phase == RESIST and cards.holds(int(table.hands[player]), kind):
        return NOT_A_RESISTER
    if phase == COPY and cards.holds(int(table.hands[1 - player]), kind):
        return NO_COPY_OF_COPY
    if phase in (COPY, PINCH):
        return NOT_SHOWN
    if phase == FETCH:
        return NOT_IN_DECK
    if phase == CAPTURE:
        return NOT_COVERED
    return NOT_IN_HAND


def word_refusal(table, word):
    """Who leads must lay a card, a question wants its own answer, an order is no question (CP-5, CP-8, CP-9)."""
    if word == table.word:
        return 0
    if table.phase == RESIST:
        return ANSWER_FIRST
    if word == LET:
        return NOT_ASKED
    if word == DECLINE:
        return NOTHING_TO_DECLINE if table.phase == PLAY else OBLIGATORY
    return MUST_LEAD if table.pile == 0 else EFFECT_FIRST


def phase_refusal(table, phase):
    """Only what is asked for can be done (CP-8, CP-9)."""
    if table.phase == RESIST:
        return ANSWER_FIRST
    if phase == RESIST:
        return NOT_ASKED
    if table.phase == PLAY:
        return NOT_ASKED_FOR
    return EFFECT_FIRST


def play_refusal(box, table, player, kind):
    """Why this card cannot be laid on the last one (CP-4, CP-6, CP-16)."""
    if not cards.holds(int(table.hands[player]), kind):
        return NOT_IN_HAND
    if cards.holds(int(box.only_open[table.variant]), kind):
        return ONLY_OPENS
    if table.lower:
        return TOO_HIGH
    return TOO_LOW


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Lay a card, answer one, or carry out a part of an effect; then see what follows from it."""
    table.ply += 1
    actor, effect = player, NONE
    if move >= PASS:
        if move == PASS:
            turns.end_round(box, table, 1 - player)
            return
        if move == LET:
            table.turns += 1
            actor = 1 - player
            effect = int(box.effect[table.variant][effects.top(table)])
    else:
        phase = int(table.phase)
        kind = move - phase * KINDS
        if phase <= RESIST:
            effects.lay(table, player, kind)
            if turns.rid_of_all(table, player):
                turns.finish(table, player, PLAYED_OUT)
                return
            if phase == PLAY:
                if cards.holds(int(box.resistible[table.variant]), kind):
                    turns.ask(table, 1 - player, RESIST, LET)
                    return
                effect = int(box.effect[table.variant][kind])
        elif phase == COPY:
            effect = int(box.effect[table.variant][kind])
        else:
            effects.choose(box, table, player, phase, kind)
            if table.winner >= 0:
                return
    if effect == NONE:
        turns.turn_to(table, 1 - actor)
    else:
        effects.carry_out(box, table, actor, effect)


# --- the standing ----------------------------------------------------------------------------------------


def ending(box, table):
    """How the winner got rid of the last card, 0 while the game goes on."""
    return int(table.ending)


def points(box, table, out):
    """The cards each is rid of: the pack they began with, less what is in hand and deck."""
    for player in range(SEATS):
        out[player] = bits.count(box.packs[player]) - cards_left(table, player)


def places(box, table, out):
    """The winner is first; until there is one, whoever has fewer cards left (CP-10)."""
    for player in range(SEATS):
        out[player] = 1
        if table.winner >= 0:
            if table.winner != player:
                out[player] = 2
        elif cards_left(table, player) > cards_left(table, 1 - player):
            out[player] = 2


def cards_left(table, player):
    """The cards the player must still get rid of."""
    return bits.count(table.hands[player]) + bits.count(table.decks[player])


# --- what a viewer knows ----------------------------------------------------------------------------------


def hide(box, table, viewer, guess):
    """Deal all that the viewer cannot know again, so that it fits what they do know (CP-27 to CP-30)."""
    if viewer in (CRAB, OCTOPUS):
        viewpoint.guess_other(table, viewer, guess)
    else:
        viewpoint.guess_both(table, guess)
        if table.phase in (PINCH, COPY) and table.awaiting != 0:
            shown_to = bits.lowest(table.awaiting)
            table.seen[shown_to] = table.hands[1 - shown_to]
    dice.copy(guess, table.dice)


def observe(box, table, viewer, out):
    """Write what the viewer knows as numbers: planes of cards, then facts."""
    pile_top, pile_covered = effects.top(table), effects.covered(table)
    viewpoint.observe(table, viewer, pile_top, pile_covered, out)
