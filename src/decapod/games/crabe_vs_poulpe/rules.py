"""Crabe vs Poulpe: a duel of two packs of cards, the crab's and the octopus's.

In turn each lays a card stronger than the last one and carries out what it says; a 1 thrown in between cancels it.
Who cannot or will not lay a card ends the round, the other wins it and leads the next, and both fill their hands
up to five from their own decks. Who has no card left, in hand or deck, wins. The packs are alike in the symmetric
mode; in the asymmetric one three ranks of each animal have effects of their own.
"""

from decapod.engine import bits, dice
from decapod.engine.facts import Option
from decapod.engine.records import record_type, table_type
from decapod.games.crabe_vs_poulpe import cards, memory, viewer as views
from decapod.games.crabe_vs_poulpe.cards import ALL, CARDS, COPIES, FIRSTS, KINDS, RANKS

NAME = "crabe-vs-poulpe"
VERSION = 1
VARIANTS = {"symmetric": (2,), "asymmetric": (2,)}
OPTIONS = (Option("first", "random", ("random", "0", "1"), seat=True),)  # who leads the first round

CRAB, OCTOPUS = 0, 1  # seats, decks and the animals on the cards
SEATS = 2

# What a card does, in the order of the rulebook.
NONE, OPEN, RESIST_EFFECT, AGAIN, GIVE_EFFECT, FINISH, SWAP, REVERSE, STEAL, WIN = range(10)
PINCH_EFFECT, HEAL_EFFECT, SEARCH, BLIND, CAPTURE_EFFECT, IMITATE = range(10, 16)
EFFECTS = (
    "none", "open", "resist", "again", "give", "finish", "swap", "reverse", "steal", "win",
    "pinch", "heal", "search", "blind", "capture", "imitate",
)  # fmt: skip

# What a player is asked for. In each phase a move is a kind of card: phase * KINDS + kind ...
PLAY, RESIST, GIVE, DISCARD, PINCH, FETCH, COPY, CAPTURE, HEAL = range(9)
PHASES = ("play", "resist", "give", "discard", "pinch", "fetch", "copy", "capture", "heal")
# ... or one of these three words.
PASS = len(PHASES) * KINDS  # end the round
LET = PASS + 1  # let the effect happen
DECLINE = PASS + 2  # do without an effect one may use
NO_WORD = 0

MOVES = DECLINE + 1
WIDEST = KINDS + 1
# A card laid without capturing another is lost to hands and decks for good, and captures in a row climb the ranks;
# a card laid brings at most four moves: it, the answer, a copied effect, a choice; each round ends with one pass.
LONGEST = CARDS * RANKS * 4 + CARDS

PILE_BITS = 5  # a card of the pile is its kind + 1
PILE_CARD = (1 << PILE_BITS) - 1
PILE_KEPT = 12  # as many cards of the pile are remembered in order
PILE_MASK = (1 << PILE_BITS * PILE_KEPT) - 1

PLAYED_OUT, DISCARDED, GIVEN_AWAY, ROBBED, PINCHED = 1, 2, 3, 4, 5
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
    ("card.not_shown", "CP-19"),
    ("copy.copier", "CP-23"),
    ("card.not_in_deck", "CP-21"),
    ("capture.not_covered", "CP-22"),
    ("effect.not_asked", "CP-8"),
    ("effect.first", "CP-8"),
    ("decline.nothing", "CP-8"),
)

Box = record_type(
    [
        ("ranks", "i8"),  # how many ranks there are
        ("hand", "i8"),  # a hand is filled up to this
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

OBSERVED = views.OBSERVED


def fill(box, printed):
    """Copy what box.toml says into a zeroed box."""
    ranks = printed["ranks"]
    if not 1 <= len(ranks) <= RANKS:
        raise ValueError(f"the box has room for 1 to {RANKS} ranks, not {len(ranks)}")
    box.ranks = len(ranks)
    box.hand = printed["rules"]["hand"]
    if not 1 <= box.hand <= CARDS // 2:
        raise ValueError(f"a hand is filled up to 1 to {CARDS // 2} cards, not {box.hand}")
    uncancellable = {effect_named(name, "uncancellable") for name in printed["rules"]["uncancellable"]}
    for rank, row in enumerate(ranks):
        if not 0 <= row["copies"] <= COPIES:
            raise ValueError(f"rank {row['name']} has {row['copies']} copies; the box has room for 0 to {COPIES}")
        for animal, mode in enumerate(("crab", "octopus")):
            kind = rank * SEATS + animal
            for _ in range(row["copies"]):
                box.packs[animal] = cards.plus(int(box.packs[animal]), kind)
            for variant, column in enumerate(("symmetric", mode)):
                print_effect(box, variant, kind, effect_named(row[column], f"rank {row['name']}"), uncancellable)
    for animal in range(SEATS):
        if bits.count(box.packs[animal]) <= box.hand:
            raise ValueError("each animal needs more cards than a hand holds")


def effect_named(name, where):
    """Find the number of an effect."""
    if name not in EFFECTS:
        raise ValueError(f"{where}: {name!r} is not an effect; there are {', '.join(EFFECTS)}")
    return EFFECTS.index(name)


def print_effect(box, variant, kind, effect, uncancellable):
    """Print an effect on a kind of card."""
    both = 3 << 2 * kind
    box.effect[variant][kind] = effect
    if effect == OPEN:
        box.only_open[variant] |= both
    if effect == BLIND:
        box.over_any[variant] |= both
    if effect == RESIST_EFFECT:
        box.resisters[variant] |= both
    if effect == IMITATE:
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
        draw(table, player, int(box.hand))
    first = options[0] - 1
    if first < 0:
        first = dice.roll(table.dice, SEATS)
    lead(table, first)


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
        return 1 << 2 * covered(table)
    return int(table.hands[player])


def playable(box, table):
    """A card beats the last one if it is higher, or lower after Reverse; some only open, some go anywhere (CP-4)."""
    if table.pile == 0:
        return ALL
    rank = cards.rank_of(top(table))
    order = cards.below(rank) if table.lower else cards.above(rank)
    return order & ~int(box.only_open[table.variant]) | int(box.over_any[table.variant])


def top(table):
    """The last card laid; there must be one."""
    return (int(table.pile) & PILE_CARD) - 1


def covered(table):
    """The card right below it, -1 if there is none."""
    return (int(table.pile) >> PILE_BITS & PILE_CARD) - 1


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
            end_round(box, table, 1 - player)
            return
        if move == LET:
            table.turns += 1
            actor = 1 - player
            effect = int(box.effect[table.variant][top(table)])
    else:
        phase = int(table.phase)
        kind = move - phase * KINDS
        if phase <= RESIST:
            lay(table, player, kind)
            if rid_of_all(table, player):
                finish(table, player, PLAYED_OUT)
                return
            if phase == PLAY:
                if cards.holds(int(box.resistible[table.variant]), kind):
                    ask(table, 1 - player, RESIST, LET)
                    return
                effect = int(box.effect[table.variant][kind])
        elif phase == COPY:
            effect = int(box.effect[table.variant][kind])
        else:
            choose(box, table, player, phase, kind)
            if table.winner >= 0:
                return
    if effect == NONE:
        turn_to(table, 1 - actor)
    else:
        carry_out(box, table, actor, effect)


def lay(table, player, kind):
    """Put a card of the hand on the pile: all see it, and order is normal again (CP-4, CP-16)."""
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.played = cards.plus(int(table.played), kind)
    table.pile = (int(table.pile) << PILE_BITS | kind + 1) & PILE_MASK
    table.laid += 1
    table.lower = 0
    table.reveals += 1
    if cards.animal_of(kind) != player:
        table.guests[player] -= 1
    memory.card_leaves(table, 1 - player, kind)


def carry_out(box, table, player, effect):
    """Do what a card says, as far as it can be done, or ask what it leaves open (CP-8)."""
    other = 1 - player
    if effect == REVERSE:
        table.lower = 1
    elif effect in (FINISH, WIN):
        end_round(box, table, player)
        return
    elif effect == AGAIN:
        ask(table, player, PLAY, DECLINE)
        return
    elif effect == GIVE_EFFECT:
        if table.hands[player] != 0:
            ask(table, player, GIVE, NO_WORD)
            return
    elif effect == SWAP:
        draw(table, player, 1)
        if table.hands[player] != 0:
            ask(table, player, DISCARD, NO_WORD)
            return
    elif effect == STEAL:
        if table.hands[other] != 0:
            steal(table, player)
            if table.winner >= 0:
                return
    elif effect == HEAL_EFFECT:
        if table.hands[player] != 0:
            ask(table, player, HEAL, NO_WORD)
            return
        refill(box, table, player)
    elif effect == SEARCH:
        if table.decks[player] != 0:
            ask(table, player, FETCH, NO_WORD)
            return
    elif effect == BLIND:
        draw(table, player, 1)
    elif effect == CAPTURE_EFFECT:
        if covered(table) >= 0:
            ask(table, player, CAPTURE, DECLINE)
            return
    elif effect in (PINCH_EFFECT, IMITATE) and table.hands[other] != 0:
        memory.hand_shown(table, player)
        table.reveals += 1
        if effect == IMITATE:
            ask(table, player, COPY, DECLINE)
        else:
            ask(table, player, PINCH, NO_WORD)
        return
    turn_to(table, other)


def choose(box, table, player, phase, kind):
    """Do what an effect asked for, with the card chosen."""
    if phase == GIVE:
        give(table, player, kind)
    elif phase == PINCH:
        pinch(table, player, kind)
    elif phase == FETCH:
        fetch(table, player, kind)
    elif phase == CAPTURE:
        capture(table, player, kind)
    else:
        discard(table, player, kind)
        if phase == HEAL and table.winner < 0:
            refill(box, table, player)


def give(table, player, kind):
    """Hand a card of your choice to the other (CP-13)."""
    hand_over(table, player, kind)
    if rid_of_all(table, player):
        finish(table, player, GIVEN_AWAY)


def steal(table, player):
    """Take a card from the other's hand at random (CP-18)."""
    other = 1 - player
    hand = int(table.hands[other])
    hand_over(table, other, cards.nth(hand, dice.roll(table.dice, bits.count(hand))))
    if rid_of_all(table, other):
        finish(table, other, ROBBED)


def hand_over(table, player, kind):
    """A card goes from the player's hand to the other's: both know which."""
    other = 1 - player
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.hands[other] = cards.plus(int(table.hands[other]), kind)
    table.guests[other] += 1
    table.reveals += 1
    memory.card_leaves(table, other, kind)
    memory.card_arrives(table, player, kind)


def discard(table, player, kind):
    """Put a card of your choice face down on the discards (CP-15, CP-20)."""
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.discards[player] = cards.plus(int(table.discards[player]), kind)
    memory.card_dropped(table, 1 - player)
    if rid_of_all(table, player):
        finish(table, player, DISCARDED)


def pinch(table, player, kind):
    """A card of the other's hand goes back into the deck of its animal (CP-19)."""
    other = 1 - player
    owner = cards.animal_of(kind)
    table.hands[other] = cards.minus(int(table.hands[other]), kind)
    table.decks[owner] = cards.plus(int(table.decks[owner]), kind)
    table.seen[player] = cards.minus(int(table.seen[player]), kind)
    table.reveals += 1
    memory.card_sunk(table, 1 - owner, kind)
    if rid_of_all(table, other):
        finish(table, other, PINCHED)


def fetch(table, player, kind):
    """Take a card of your choice from your own deck (CP-21)."""
    table.decks[player] = cards.minus(int(table.decks[player]), kind)
    table.hands[player] = cards.plus(int(table.hands[player]), kind)
    memory.deck_touched(table, 1 - player)


def capture(table, player, kind):
    """Take the card right below the last one from the pile (CP-22)."""
    pile = int(table.pile)
    table.pile = pile >> 2 * PILE_BITS << PILE_BITS | pile & PILE_CARD
    table.laid -= 1
    table.played = cards.minus(int(table.played), kind)
    table.hands[player] = cards.plus(int(table.hands[player]), kind)
    if cards.animal_of(kind) != player:
        table.guests[player] += 1
    memory.card_arrives(table, 1 - player, kind)


def draw(table, player, n):
    """Draw cards from your own deck, as far as it goes (CP-7, CP-8)."""
    deck, hand = int(table.decks[player]), int(table.hands[player])
    left = bits.count(deck)
    if n <= 0 or left == 0:
        return
    for _ in range(min(n, left)):
        kind = cards.nth(deck, dice.roll(table.dice, left))
        deck = cards.minus(deck, kind)
        hand = cards.plus(hand, kind)
        left -= 1
    table.decks[player] = deck
    table.hands[player] = hand
    table.reveals += 1
    memory.deck_touched(table, 1 - player)


def refill(box, table, player):
    """Draw until there are five cards in hand, whatever their animals (CP-7)."""
    draw(table, player, box.hand - bits.count(table.hands[player]))


# --- turns, rounds and the end ----------------------------------------------------------------------------


def ask(table, player, phase, word):
    """The game waits for the player's choice of a card, or for the word that may be said instead."""
    table.phase = phase
    table.word = word
    table.awaiting = 1 << player
    if phase == RESIST:
        table.turns += 1


def turn_to(table, player):
    """It is the player's turn to beat the last card, or pass (CP-4, CP-5)."""
    table.turns += 1
    ask(table, player, PLAY, PASS)


def lead(table, player):
    """The player opens a round, with any card (CP-3, CP-5)."""
    table.led = player
    table.turns += 1
    ask(table, player, PLAY, NO_WORD)


def end_round(box, table, winner):
    """The pile is put away, both fill their hands, and the winner leads (CP-5, CP-7)."""
    table.pile = 0
    table.laid = 0
    table.lower = 0
    table.rounds += 1
    for player in range(SEATS):
        refill(box, table, player)
    lead(table, winner)


def rid_of_all(table, player):
    """Whether the player has no card left, neither in hand nor in the deck (CP-10)."""
    return int(table.hands[player]) | int(table.decks[player]) == 0


def finish(table, winner, why):
    """The game is over at once (CP-10)."""
    table.winner = winner
    table.ending = why
    table.awaiting = 0
    table.turns += 1


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
    """Deal all that the viewer cannot know again, so that it fits what they do know (CP-24 to CP-28)."""
    if viewer in (CRAB, OCTOPUS):
        views.guess_other(table, viewer, guess)
    else:
        views.guess_both(table, guess)
        if table.phase in (PINCH, COPY) and table.awaiting != 0:
            shown_to = bits.lowest(table.awaiting)
            table.seen[shown_to] = table.hands[1 - shown_to]
    dice.copy(guess, table.dice)


def observe(box, table, viewer, out):
    """Write what the viewer knows as numbers: planes of cards, then facts."""
    pile_top, pile_covered = top(table), covered(table)
    views.observe(table, viewer, pile_top, pile_covered, out)
