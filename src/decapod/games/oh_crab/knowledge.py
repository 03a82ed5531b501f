"""Who knows what: hands grow by open and by blind cards; plans are secret until they are placed (OC-54)."""

from decapod.engine import bits, dice
from decapod.engine.observation import MOST, Field, cut, offsets, size
from decapod.games.oh_crab.chapters import beach, cards, shells, shortcuts
from decapod.games.oh_crab.state import (
    ACTS,
    AWAY,
    CARDS,
    CRABS,
    DIRECTIONS,
    HERDING,
    ICONS,
    MARKET,
    MOST_SHELLS,
    NO_CARD,
    OVER,
    PLAN,
    PUSH,
    ROWS,
    SEATS,
    SHELL_ACTIONS,
    SHELL_TILES,
    SHORTCUT,
    SHORTCUTS,
    SNACK,
    SPECIALS,
    TOLL,
    WIDTH,
)

# Where a card is, in an observation.
HELD, IN_HAND, PLANNED, DISCARDED, PLAYED = 1, 2, 3, 4, 5  # HELD: in hand or planned, nobody else knows which

OBSERVATION_VERSION = 2
OBSERVATION = (
    Field("players", 1, 2, SEATS, "how many play"),
    Field("crabs", 1, 2, CRABS, "crabs in the race"),
    Field("stage", OVER + 1, 0, 1, "what is asked now, one of `STAGES`"),
    Field("rounds", 1, 0, MOST, "rounds begun"),
    Field("still", 1, 0, MOST, "rounds in a row in which no crab moved"),
    Field("moved", 1, 0, 1, "whether one moved in this round"),
    Field("supply", 1, 0, MOST_SHELLS, "shells nobody has"),
    Field("deck", 1, 0, MARKET, "cards face down in the market"),
    Field("unused", HERDING + 1, 0, 1, "actions left: main, side, special, these of a second card, chef, shell, stray"),
    Field("fresh", 2, 0, CARDS, "the card placed this turn, and the one of Power snack!: its number + 1"),
    Field("side", 2, 0, ICONS, "the icon each completed + 1"),
    Field("whole", 4, 0, 1, "their halves completed this turn"),
    Field("reckless", 1, 0, 1, "whether the player in turn is reckless"),
    Field("special", len(SPECIALS), 0, 1, "the special action under way, one of `SPECIALS`"),
    Field("forwards", 1, 0, MOST, "moves of the action still to make: ahead"),
    Field("diagonals", 1, 0, MOST, "diagonally"),
    Field("freely", 1, 0, MOST, "in any direction"),
    Field("begun", 1, 0, 1, "whether one of them is made"),
    Field("toll", 1, 0, CARDS, "cards still to pay for a shortcut"),
    Field("shove_ways", 1, 0, DIRECTIONS, "in how many directions *Move out!* goes"),
    Field("shell_actions", SHELL_TILES, 0, len(SHELL_ACTIONS) - 1, "what each shell tile does, one of `SHELL_ACTIONS`"),
    Field("shell_costs", SHELL_TILES, 0, MOST_SHELLS, "the shells it costs"),
    Field("turn", SEATS, 0, 1, "whose turn it is"),
    Field("chef", SEATS, 0, 1, "who has the chef marker"),
    Field("pushed", CRABS, 0, 1, "the crab to be pushed next"),
    Field("place", (CRABS, ROWS, WIDTH), 0, 1, "where each crab is on the beach, nowhere once it reached the sea"),
    Field("half_rows", CRABS, 0, 2 * ROWS, "how near the sea it is"),
    Field("down", CRABS, 0, 1, "whether it is knocked over"),
    Field("todo", CRABS, 0, 1, "whether it may still go"),
    Field("awaited", SEATS, 0, 1, "who is to move"),
    Field("owing", SEATS, 0, 1, "who must discard a card"),
    Field("shells", SEATS, 0, MOST_SHELLS, "shells"),
    Field("hand", SEATS, 0, CARDS, "cards in hand"),
    Field("planning", SEATS, 0, 1, "whether a card is planned"),
    Field("secret", SEATS, 0, CARDS, "cards drawn blind that nobody else has seen"),
    Field("length", SEATS, 0, CARDS, "cards in the sequence"),
    Field("ends", (SEATS, 2), 0, CARDS, "its first and last card: number + 1"),
    Field("cards", (SEATS, CARDS), 0, PLAYED, "where a card is: 1 held, 2 in hand, 3 planned, 4 discarded, 5 played"),
    Field("market", CARDS, 0, 1, "the open cards of the market"),
    Field("unseen", CARDS, 0, 1, "the cards that the viewer cannot place"),
    Field("beach", (ROWS, WIDTH), 0, SHORTCUT + SHORTCUTS - 1, "what a space is: `FREE`, `WALL` and so on"),
)
(
    PLAYERS_AT, CRABS_AT, STAGE, ROUNDS, STILL, MOVED, SUPPLY, DECK, UNUSED, FRESH, SIDE, WHOLE, RECKLESS, SPECIAL,
    FORWARDS, DIAGONALS, FREELY, BEGUN, TOLL_LEFT, SHOVE_WAYS, SHELL_ACTION, SHELL_COST, TURN, CHEF, PUSHED, PLACE,
    HALF_ROWS, DOWN, TO_GO, AWAITED, OWING, SHELLS, HAND, PLANNING, SECRET, LENGTH, ENDS, CARDS_AT, MARKET_AT, UNSEEN,
    BEACH,
) = offsets(OBSERVATION)  # fmt: skip
OBSERVED = size(OBSERVATION)


def hide(box, table, viewer, guess):
    """Deal the unseen cards again and let the others plan again (OC-54)."""
    pool = unseen_cards(table, viewer)
    actor = int(table.turn)
    if table.stage == TOLL and actor != viewer:
        pool = redeal_payer(box, table, actor, pool, guess)
    for player in range(table.players):
        if player != viewer and (table.stage != TOLL or player != actor):
            pool ^= redeal(table, player, pool, guess)
    table.deck = pool
    dice.copy(guess, table.dice)


def unseen_cards(table, viewer):
    """The cards whose place a viewer cannot know: the deck, and what others drew blind (OC-54)."""
    found = int(table.deck)
    for player in range(table.players):
        if player != viewer:
            found |= int(table.secret[player])
    return found


def redeal(table, player, pool, guess):
    """Give a player other blind cards and another plan; return the cards dealt."""
    dealt = 0
    for _ in range(bits.count(int(table.secret[player]))):
        left = pool ^ dealt
        dealt |= 1 << beach.nth_of(left, dice.roll(guess, bits.count(left)))
    hand = held_cards(table, player) & ~int(table.secret[player]) | dealt
    if table.planned[player] != NO_CARD:
        card = beach.nth_of(hand, dice.roll(guess, bits.count(hand)))
        table.planned[player] = card
        hand ^= 1 << card
    table.hand[player] = hand
    table.secret[player] = dealt
    return dealt


def redeal_payer(box, table, player, pool, guess):
    """Redeal to one who is paying a shortcut until they hold what is still owed; return the cards left (OC-24).

    Nobody begins what they cannot pay, so all know that much; the true cards show that such a deal exists.
    """
    while True:
        dealt = redeal(table, player, pool, guess)
        if bits.count(shortcuts.fitting_cards(box, table, player)) >= table.toll:
            return pool ^ dealt


def held_cards(table, player):
    """The cards a player has in hand or planned."""
    found = int(table.hand[player])
    if table.planned[player] != NO_CARD:
        found |= 1 << int(table.planned[player])
    return found


def conceals(box, table, player, move, viewer):
    """Tell whether a viewer cannot know which card a player chooses: plans and snacks are secret (OC-54)."""
    return move < ACTS and table.stage in (PLAN, SNACK) and viewer != player


# --- numbers for a learner --------------------------------------------------------------------------------


def observe(box, table, viewer, out):
    """Write the turn, then each crab and seat from the viewer's on, their cards, the market, the beach."""
    observe_turn(box, table, viewer, out)
    observe_action(table, out)
    for crab in range(table.crabs):
        observe_crab(table, crab, seat_of(table, crab, viewer), out)
    for player in range(table.players):
        seat = seat_of(table, player, viewer)
        observe_seat(table, player, seat, out)
        observe_cards(table, player, viewer, out, CARDS_AT + seat * CARDS)
    mark(cards.open_cards(table), 1, out, MARKET_AT)
    mark(unseen_cards(table, viewer), 1, out, UNSEEN)
    for row in range(ROWS):
        printed = table.rows[row]
        for column in range(WIDTH):
            out[BEACH + row * WIDTH + column] = box.spaces[printed][column]


def seat_of(table, crab, viewer):
    """A seat counted from the viewer's; a stray keeps its number."""
    if crab >= table.players:
        return crab
    return (crab - max(viewer, 0) + table.players) % table.players


def observe_turn(box, table, viewer, out):
    """Write how the race stands, and whose turn it is."""
    out[PLAYERS_AT] = table.players
    out[CRABS_AT] = table.crabs
    out[STAGE + table.stage] = 1
    out[ROUNDS] = cut(int(table.rounds))
    out[STILL] = table.still
    out[MOVED] = table.moved
    out[SUPPLY] = table.supply
    out[DECK] = bits.count(int(table.deck))
    out[SHOVE_WAYS] = bits.count(int(table.shove_ways))
    for tile in range(SHELL_TILES):
        side = shells.side_of(table, tile)
        out[SHELL_ACTION + tile] = box.shell_action[tile][side]
        out[SHELL_COST + tile] = box.shell_cost[tile][side]
    out[TURN + seat_of(table, int(table.turn), viewer)] = 1
    out[CHEF + seat_of(table, int(table.chef), viewer)] = 1
    if table.stage == PUSH:
        out[PUSHED + seat_of(table, int(table.pushed), viewer)] = 1


def observe_action(table, out):
    """Write what the player in turn has left to do."""
    mark(int(table.unused), 1, out, UNUSED)
    mark(int(table.whole), 1, out, WHOLE)
    for card in range(2):
        out[FRESH + card] = table.fresh[card] + 1
        out[SIDE + card] = table.side[card] + 1
    out[RECKLESS] = table.reckless
    out[SPECIAL + table.special] = 1
    out[FORWARDS] = table.forwards
    out[DIAGONALS] = table.diagonals
    out[FREELY] = table.freely
    out[BEGUN] = table.begun
    out[TOLL_LEFT] = table.toll


def observe_crab(table, crab, seat, out):
    """Write where a crab is."""
    at = int(table.at[crab])
    if at != AWAY:
        out[PLACE + seat * ROWS * WIDTH + at] = 1
    out[HALF_ROWS + seat] = beach.half_rows(at)
    out[DOWN + seat] = table.down >> crab & 1
    out[TO_GO + seat] = table.todo >> crab & 1


def observe_seat(table, player, seat, out):
    """Write what all can see of a player."""
    out[AWAITED + seat] = table.awaiting >> player & 1
    out[OWING + seat] = table.owing >> player & 1
    out[SHELLS + seat] = table.shells[player]
    out[HAND + seat] = bits.count(int(table.hand[player]))
    out[PLANNING + seat] = table.planned[player] != NO_CARD
    out[SECRET + seat] = bits.count(int(table.secret[player]))
    if table.sequence[player] != 0:
        out[LENGTH + seat] = bits.count(int(table.sequence[player]))
        out[ENDS + 2 * seat] = table.ends[player][0] + 1
        out[ENDS + 2 * seat + 1] = table.ends[player][1] + 1


def observe_cards(table, player, viewer, out, base):
    """Where each of a player's cards is, as far as the viewer can know (OC-54)."""
    if player == viewer:
        mark(int(table.hand[player]), IN_HAND, out, base)
        if table.planned[player] != NO_CARD:
            out[base + int(table.planned[player])] = PLANNED
    else:
        mark(held_cards(table, player) & ~int(table.secret[player]), HELD, out, base)
    mark(int(table.discard[player]), DISCARDED, out, base)
    mark(int(table.sequence[player]), PLAYED, out, base)


def mark(things, value, out, base):
    """Write a value for every element of a bit set."""
    while things != 0:
        out[base + bits.lowest(things)] = value
        things &= things - 1
