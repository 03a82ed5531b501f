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
OBSERVATION_SIZE = size(OBSERVATION)


def determinize(box, state, viewer, guess):
    """Deal the unseen cards again and let the others plan again (OC-54)."""
    pool = unseen_cards(state, viewer)
    actor = int(state.turn)
    if state.stage == TOLL and actor != viewer:
        pool = redeal_payer(box, state, actor, pool, guess)
    for player in range(state.players):
        if player != viewer and (state.stage != TOLL or player != actor):
            pool ^= redeal(state, player, pool, guess)
    state.deck = pool
    dice.copy(guess, state.dice)


def unseen_cards(state, viewer):
    """The cards whose place a viewer cannot know: the deck, and what others drew blind (OC-54)."""
    found = int(state.deck)
    for player in range(state.players):
        if player != viewer:
            found |= int(state.secret[player])
    return found


def redeal(state, player, pool, guess):
    """Give a player other blind cards and another plan; return the cards dealt."""
    dealt = 0
    for _ in range(bits.count(int(state.secret[player]))):
        left = pool ^ dealt
        dealt |= 1 << beach.nth_of(left, dice.roll(guess, bits.count(left)))
    hand = held_cards(state, player) & ~int(state.secret[player]) | dealt
    if state.planned[player] != NO_CARD:
        card = beach.nth_of(hand, dice.roll(guess, bits.count(hand)))
        state.planned[player] = card
        hand ^= 1 << card
    state.hand[player] = hand
    state.secret[player] = dealt
    return dealt


def redeal_payer(box, state, player, pool, guess):
    """Redeal to one who is paying a shortcut until they hold what is still owed; return the cards left (OC-24).

    Nobody begins what they cannot pay, so all know that much; the true cards show that such a deal exists.
    """
    while True:
        dealt = redeal(state, player, pool, guess)
        if bits.count(shortcuts.fitting_cards(box, state, player)) >= state.toll:
            return pool ^ dealt


def held_cards(state, player):
    """The cards a player has in hand or planned."""
    found = int(state.hand[player])
    if state.planned[player] != NO_CARD:
        found |= 1 << int(state.planned[player])
    return found


def is_move_hidden(box, state, player, move, viewer):
    """Tell whether a viewer cannot know which card a player chooses: plans and snacks are secret (OC-54)."""
    return move < ACTS and state.stage in (PLAN, SNACK) and viewer != player


# --- numbers for a learner --------------------------------------------------------------------------------


def observe(box, state, viewer, out):
    """Write the turn, then each crab and seat from the viewer's on, their cards, the market, the beach."""
    observe_turn(box, state, viewer, out)
    observe_action(state, out)
    for crab in range(state.crabs):
        observe_crab(state, crab, seat_of(state, crab, viewer), out)
    for player in range(state.players):
        seat = seat_of(state, player, viewer)
        observe_seat(state, player, seat, out)
        observe_cards(state, player, viewer, out, CARDS_AT + seat * CARDS)
    mark(cards.open_cards(state), 1, out, MARKET_AT)
    mark(unseen_cards(state, viewer), 1, out, UNSEEN)
    for row in range(ROWS):
        printed = state.rows[row]
        for column in range(WIDTH):
            out[BEACH + row * WIDTH + column] = box.spaces[printed][column]


def seat_of(state, crab, viewer):
    """A seat counted from the viewer's; a stray keeps its number."""
    if crab >= state.players:
        return crab
    return (crab - max(viewer, 0) + state.players) % state.players


def observe_turn(box, state, viewer, out):
    """Write how the race stands, and whose turn it is."""
    out[PLAYERS_AT] = state.players
    out[CRABS_AT] = state.crabs
    out[STAGE + state.stage] = 1
    out[ROUNDS] = cut(int(state.rounds))
    out[STILL] = state.still
    out[MOVED] = state.moved
    out[SUPPLY] = state.supply
    out[DECK] = bits.count(int(state.deck))
    out[SHOVE_WAYS] = bits.count(int(state.shove_ways))
    for tile in range(SHELL_TILES):
        side = shells.side_of(state, tile)
        out[SHELL_ACTION + tile] = box.shell_action[tile][side]
        out[SHELL_COST + tile] = box.shell_cost[tile][side]
    out[TURN + seat_of(state, int(state.turn), viewer)] = 1
    out[CHEF + seat_of(state, int(state.chef), viewer)] = 1
    if state.stage == PUSH:
        out[PUSHED + seat_of(state, int(state.pushed), viewer)] = 1


def observe_action(state, out):
    """Write what the player in turn has left to do."""
    mark(int(state.unused), 1, out, UNUSED)
    mark(int(state.whole), 1, out, WHOLE)
    for card in range(2):
        out[FRESH + card] = state.fresh[card] + 1
        out[SIDE + card] = state.side[card] + 1
    out[RECKLESS] = state.reckless
    out[SPECIAL + state.special] = 1
    out[FORWARDS] = state.forwards
    out[DIAGONALS] = state.diagonals
    out[FREELY] = state.freely
    out[BEGUN] = state.begun
    out[TOLL_LEFT] = state.toll


def observe_crab(state, crab, seat, out):
    """Write where a crab is."""
    at = int(state.at[crab])
    if at != AWAY:
        out[PLACE + seat * ROWS * WIDTH + at] = 1
    out[HALF_ROWS + seat] = beach.half_rows(at)
    out[DOWN + seat] = state.down >> crab & 1
    out[TO_GO + seat] = state.todo >> crab & 1


def observe_seat(state, player, seat, out):
    """Write what all can see of a player."""
    out[AWAITED + seat] = state.to_act >> player & 1
    out[OWING + seat] = state.owing >> player & 1
    out[SHELLS + seat] = state.shells[player]
    out[HAND + seat] = bits.count(int(state.hand[player]))
    out[PLANNING + seat] = state.planned[player] != NO_CARD
    out[SECRET + seat] = bits.count(int(state.secret[player]))
    if state.sequence[player] != 0:
        out[LENGTH + seat] = bits.count(int(state.sequence[player]))
        out[ENDS + 2 * seat] = state.ends[player][0] + 1
        out[ENDS + 2 * seat + 1] = state.ends[player][1] + 1


def observe_cards(state, player, viewer, out, base):
    """Where each of a player's cards is, as far as the viewer can know (OC-54)."""
    if player == viewer:
        mark(int(state.hand[player]), IN_HAND, out, base)
        if state.planned[player] != NO_CARD:
            out[base + int(state.planned[player])] = PLANNED
    else:
        mark(held_cards(state, player) & ~int(state.secret[player]), HELD, out, base)
    mark(int(state.discard[player]), DISCARDED, out, base)
    mark(int(state.sequence[player]), PLAYED, out, base)


def mark(things, value, out, base):
    """Write a value for every element of a bit set."""
    while things != 0:
        out[base + bits.lowest(things)] = value
        things &= things - 1
