"""What cards do: laying one, carrying out its effect, and each effect by itself."""

from decapod.engine import bits, dice
from decapod.games.crabe_vs_poulpe import cards, memory, turns
from decapod.games.crabe_vs_poulpe.turns import (
    CAPTURE,
    COPY,
    DECLINE,
    DISCARD,
    DISCARDED,
    FETCH,
    GIVE,
    GIVEN_AWAY,
    HEAL,
    NO_WORD,
    PINCH,
    PINCHED,
    PLAY,
    ROBBED,
)

# In the order of the rulebook; box.toml names them.
NONE, OPENS, RESISTS, AGAIN, GIVES, FINISHES, SWAPS, REVERSES, STEALS, WINS = range(10)
PINCHES, HEALS, SEARCHES, BLINDS, CAPTURES, IMITATES = range(10, 16)
EFFECTS = (
    "none", "open", "resist", "again", "give", "finish", "swap", "reverse", "steal", "win",
    "pinch", "heal", "search", "blind", "capture", "imitate",
)  # fmt: skip

NO_QUESTION = -1

PILE_BITS = 5  # a card of the pile is its kind + 1
PILE_CARD = (1 << PILE_BITS) - 1
PILE_KEPT = 12  # as many cards of the pile are remembered in order
PILE_MASK = (1 << PILE_BITS * PILE_KEPT) - 1


def top(table):
    """The last card laid; there must be one."""
    return (int(table.pile) & PILE_CARD) - 1


def covered(table):
    """The card right below it, -1 if there is none."""
    return (int(table.pile) >> PILE_BITS & PILE_CARD) - 1


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
    if cards.holds(int(table.shown[player]), kind):
        table.shown[player] = cards.minus(int(table.shown[player]), kind)
    memory.card_leaves(table, 1 - player, kind)


def carry_out(box, table, player, effect):
    """Do what a card says, as far as it can be done, or ask what it leaves open (CP-8, CP-14, CP-19)."""
    if effect in (FINISHES, WINS):
        turns.end_round(box, table, player)
        return
    phase = question(table, player, effect)
    do_at_once(box, table, player, effect)
    if table.winner >= 0:
        return
    if phase == NO_QUESTION:
        turns.turn_to(table, 1 - player)
    else:
        turns.ask(table, player, phase, DECLINE if effect in (AGAIN, CAPTURES, IMITATES) else NO_WORD)


def question(table, player, effect):
    """What an effect asks its player for; nothing if it finds nothing to work on (CP-8)."""
    if effect == AGAIN:
        return PLAY
    if effect == SWAPS:
        return DISCARD
    if effect == GIVES and table.hands[player] != 0:
        return GIVE
    if effect == HEALS and table.hands[player] != 0:
        return HEAL
    if effect == SEARCHES and table.decks[player] != 0:
        return FETCH
    if effect == CAPTURES and covered(table) >= 0:
        return CAPTURE
    if effect == PINCHES and table.hands[1 - player] != 0:
        return PINCH
    if effect == IMITATES and table.hands[1 - player] != 0:
        return COPY
    return NO_QUESTION


def do_at_once(box, table, player, effect):
    """The part of an effect that leaves no choice (CP-15, CP-16, CP-18, CP-20, CP-21, CP-23, CP-25)."""
    if effect == REVERSES:
        table.lower = 1
    elif effect in (SWAPS, BLINDS):
        turns.draw(table, player, 1)
    elif effect == STEALS and table.hands[1 - player] != 0:
        steal(table, player)
    elif effect == HEALS and table.hands[player] == 0:
        turns.refill(box, table, player)
    elif effect in (PINCHES, IMITATES) and table.hands[1 - player] != 0:
        memory.hand_shown(table, player)
        table.reveals += 1


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
            turns.refill(box, table, player)


def give(table, player, kind):
    """Hand a card of your choice to the other (CP-13)."""
    hand_over(table, player, kind)
    if turns.rid_of_all(table, player):
        turns.finish(table, player, GIVEN_AWAY)


def steal(table, player):
    """Take a card from the other's hand at random (CP-18)."""
    other = 1 - player
    hand = int(table.hands[other])
    hand_over(table, other, cards.nth(hand, dice.roll(table.dice, bits.count(hand))))
    if turns.rid_of_all(table, other):
        turns.finish(table, other, ROBBED)


def hand_over(table, player, kind):
    """A card goes from the player's hand to the other's: both know which."""
    other = 1 - player
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.hands[other] = cards.plus(int(table.hands[other]), kind)
    table.guests[other] += 1
    table.shown[player] = 0
    table.reveals += 1
    memory.card_leaves(table, other, kind)
    memory.card_arrives(table, player, kind)


def discard(table, player, kind):
    """Put a card of your choice face down on the discards (CP-15, CP-21)."""
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.discards[player] = cards.plus(int(table.discards[player]), kind)
    table.shown[player] = 0
    memory.card_dropped(table, 1 - player)
    if turns.rid_of_all(table, player):
        turns.finish(table, player, DISCARDED)


def pinch(table, player, kind):
    """A card of the other's hand goes back into the deck of its animal (CP-20, CP-26)."""
    other = 1 - player
    owner = cards.animal_of(kind)
    table.hands[other] = cards.minus(int(table.hands[other]), kind)
    table.decks[owner] = cards.plus(int(table.decks[owner]), kind)
    table.seen[player] = cards.minus(int(table.seen[player]), kind)
    table.shown[other] = 0
    table.reveals += 1
    memory.card_sunk(table, 1 - owner, kind)
    if turns.rid_of_all(table, other):
        turns.finish(table, other, PINCHED)


def fetch(table, player, kind):
    """Take a card of your choice from your own deck (CP-22)."""
    table.decks[player] = cards.minus(int(table.decks[player]), kind)
    table.hands[player] = cards.plus(int(table.hands[player]), kind)
    memory.deck_touched(table, 1 - player)


def capture(table, player, kind):
    """Take the card right below the last one from the pile (CP-24)."""
    pile = int(table.pile)
    table.pile = pile >> 2 * PILE_BITS << PILE_BITS | pile & PILE_CARD
    table.laid -= 1
    table.played = cards.minus(int(table.played), kind)
    table.hands[player] = cards.plus(int(table.hands[player]), kind)
    table.shown[player] = cards.plus(int(table.shown[player]), kind)
    if cards.animal_of(kind) != player:
        table.guests[player] += 1
    memory.card_arrives(table, 1 - player, kind)
