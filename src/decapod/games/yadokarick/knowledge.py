"""Who knows what in Yadokarick: one's own hand, and all that was ever played; the rest is hidden (YD-32)."""

from decapod.engine import bits
from decapod.engine.observation import MOST, Field, cut, offsets, size
from decapod.engine.protocols import hide_dice
from decapod.games.yadokarick.chapters import house
from decapod.games.yadokarick.chapters.deal import deal_hand, gather, in_play, mix, sort_deck
from decapod.games.yadokarick.chapters.trick import trick_card
from decapod.games.yadokarick.state import (
    BONUS,
    CARDS,
    COLOURS,
    COLUMNS,
    DUEL,
    FLOORS,
    HAND,
    NPC,
    NUMBERS,
    PHASE_NAMES,
    ROW,
    SEATS,
    SIZES,
    SOLO,
    TRACK,
    VARIANTS,
    size_of,
)

OBSERVATION_VERSION = 3
FAR = 20  # houses that are further from the target look alike
ROOMS = 2 * FAR + 1
OBSERVATION = (
    Field("hand", (COLOURS, NUMBERS), 0, 1, "the viewer's hand"),
    Field("seen", (COLOURS, NUMBERS), 0, 1, "all cards that everybody has seen: this round's; solo: the game's"),
    Field("trick", (COLOURS, NUMBERS), 0, 1, "the cards of the trick, or those its winner has still to build with"),
    Field("built", SEATS, 0, MOST, "the size of a house; solo: of the cards scored"),
    Field("lost", SEATS, 0, MOST, "the size of the cards that fell; solo: of those given up"),
    Field("fallen", SEATS, 0, CARDS, "how many they are"),
    Field("lead", SEATS, -MOST, MOST, "points of the rounds finished, less the viewer's"),
    Field("closed", SEATS, 0, 1, "whether a roof closes the house"),
    Field("awaited", SEATS, 0, 1, "who is to move"),
    Field("leads", SEATS, 0, 1, "who led the trick"),
    Field("leads_next", SEATS, 0, 1, "who will lead the next; while the marker is moved, who moves it last"),
    Field("held", SEATS, 0, HAND, "cards in hand"),
    Field("chooses", SEATS, 0, 1, "who chooses the order of the cards won"),
    Field("closing", SEATS, 0, 1, "who played a roof that closes their house"),
    Field("played", (SEATS, COLOURS, NUMBERS), 0, 1, "the card in the trick"),
    Field("house", (SEATS, FLOORS, 2), 0, NUMBERS, "a house or column, the top card first: colour (1 green), number"),
    Field("floors", (SEATS, FLOORS), 0, SIZES - 1, "the sizes of its cards, that next to the body first"),
    Field("room", (SEATS, ROOMS), 0, 1, "the target less the size of a house, from -20 or less to 20 or more"),
    Field("row", (ROW, 2), 0, NUMBERS, "solo: the row: colour and number"),
    Field("variant", len(VARIANTS), 0, 1, "main, advanced, duel or solo"),
    Field("phase", len(PHASE_NAMES), 0, 1, "what is awaited, one of `PHASE_NAMES`"),
    Field("players", 1, 1, SEATS, "how many play"),
    Field("rounds", 1, 0, 40, "rounds to finish"),
    Field("tricks", 1, 0, HAND, "tricks finished in this round"),
    Field("cards", 1, 0, SEATS, "cards in the trick"),
    Field("marker", 1, 0, TRACK, "where the size marker is"),
    Field("newest", 1, 0, CARDS, "solo: the card drawn last + 1, while it may be scored with its neighbours"),
    Field("banked", 1, 0, CARDS, "solo: cards scored"),
    Field("missing", 1, -MOST, MOST, "solo: the score to beat less the best so far"),
    Field("to_build", 1, 0, SEATS, "cards the winner has still to build with"),
    Field("colour", 1, 0, 1, "the colour in use where there is one: 1 for pink"),
    Field("before_npc", 1, 0, 1, "duel: whether the NPC sits to the viewer's left"),
    Field("roof", 1, 0, 1, "whose house a roof closes: 0 who gets it, 1 who plays it"),
)
(
    HELD_CARDS, SEEN, TRICK, BUILT, LOST, FALLEN, LEAD, CLOSED, AWAITED, LEADS, LEADS_NEXT, HELD, CHOOSES, CLOSING,
    PLAYED, HOUSE, FLOOR_SIZES, ROOM, ROW_CARDS, VARIANT, PHASE, PLAYERS, ROUNDS, TRICKS, IN_TRICK, MARKER, NEWEST,
    BANKED, MISSING, TO_BUILD, COLOUR, BEFORE_NPC, ROOF,
) = offsets(OBSERVATION)  # fmt: skip
OBSERVATION_SIZE = size(OBSERVATION)


def determinize(box, state, viewer, guess):
    """Deal the cards the viewer has not seen again among the places they can be in (YD-32)."""
    if state.variant != SOLO:
        deal_again(box, state, viewer, guess)
    hide_dice(box, state, viewer, guess)


def deal_again(box, state, viewer, guess):
    """Others get as many unseen cards as they hold; the rest is the stock, or lies aside (YD-32)."""
    unseen = 0
    for colour in range(COLOURS):
        cards = in_play(box, state, colour) & ~int(state.public[colour])
        if viewer >= 0:
            cards &= ~int(state.hands[viewer, colour])
        unseen = gather(state, colour, cards, unseen)
    held = 0
    for player in range(state.players):
        if player != viewer:
            held += cards_held(state, player)
    mix(guess, state.deck, unseen, held)
    start = 0
    for player in range(state.players):
        if player != viewer:
            held = cards_held(state, player)
            state.hands[player, 0] = 0
            state.hands[player, 1] = 0
            deal_hand(state, player, start, held)
            start += held
    sort_deck(box, state)


def cards_held(state, player):
    """How many cards a player has in hand: everybody knows that."""
    return bits.count(state.hands[player, 0]) + bits.count(state.hands[player, 1])


def observe(box, state, viewer, out):
    """Write the viewer's hand, the cards seen, the trick; then each seat from the viewer's on, the row, the facts."""
    for colour in range(COLOURS):
        plane = colour * NUMBERS
        if viewer >= 0:
            mark_cards(int(state.hands[viewer, colour]), out, HELD_CARDS + plane)
        mark_cards(int(state.public[colour]), out, SEEN + plane)
        mark_cards(int(state.pile[colour]), out, TRICK + plane)
    mark_cards(int(state.won), out, TRICK + state.colour * NUMBERS)
    seats = COLUMNS if state.variant == SOLO else int(state.seats)
    for seat in range(seats):
        observe_seat(box, state, seat_from(state, viewer, seat), seat, int(state.totals[max(viewer, 0)]), out)
    if state.variant == SOLO:
        observe_solo(state, out)
    out[VARIANT + state.variant] = 1
    out[PHASE + state.phase] = 1
    out[PLAYERS] = state.players
    out[ROUNDS] = state.rounds - state.finished
    out[TRICKS] = state.tricks
    out[IN_TRICK] = state.played
    out[MARKER] = state.marker
    out[TO_BUILD] = bits.count(state.won)
    out[COLOUR] = state.colour
    out[BEFORE_NPC] = 1 if state.variant == DUEL and state.before_npc == viewer else 0
    out[ROOF] = state.roof


def observe_solo(state, out):
    """Write what only the solo game has: the row, the card drawn last, and the score to beat."""
    for i in range(ROW):
        observe_card(int(state.row[i]), out, ROW_CARDS + 2 * i)
    out[NEWEST] = state.newest + 1 if state.phase == BONUS else 0
    out[BANKED] = state.banked
    out[MISSING] = cut(int(state.beat) - int(state.best))


def seat_from(state, viewer, i):
    """The i-th seat from the viewer's on; the NPC and the solo columns keep their own."""
    if viewer < 0 or i >= state.players:
        return i
    return (viewer + i) % state.players


def mark_cards(cards, out, at):
    """Write a 1 for each card of a set."""
    while cards != 0:
        out[at + bits.lowest(cards)] = 1
        cards &= cards - 1


def observe_seat(box, state, seat, i, mine, out):
    """Write what lies before a seat, the i-th from the viewer's on, and what part it has in the trick."""
    out[BUILT + i] = cut(int(state.built[seat]))
    out[LOST + i] = cut(int(state.lost[seat]))
    out[FALLEN + i] = state.fallen[seat]
    if seat < state.players:
        out[LEAD + i] = cut(int(state.totals[seat]) - mine)
    out[CLOSED + i] = state.closed >> seat & 1
    out[AWAITED + i] = state.to_act >> seat & 1
    out[LEADS + i] = state.lead == seat
    out[LEADS_NEXT + i] = state.after == seat
    out[HELD + i] = cards_held(state, seat)
    out[CHOOSES + i] = state.won != 0 and state.winner == seat
    out[CLOSING + i] = state.closing >> seat & 1
    card = trick_card(state, seat)
    if card > 0:
        out[PLAYED + i * CARDS + card - 1] = 1
    if state.variant != SOLO:
        out[ROOM + i * ROOMS + FAR + max(-FAR, min(FAR, target(state) - int(state.built[seat])))] = 1
    cards = int(state.houses[seat])
    floor = house.height(cards)
    at = HOUSE + i * FLOORS * 2
    while cards != 0:
        floor -= 1
        observe_card(cards & house.CARD_MASK, out, at)
        out[FLOOR_SIZES + i * FLOORS + floor] = size_of(box, (cards & house.CARD_MASK) - 1)
        cards >>= house.CARD
        at += 2


def target(state):
    """The size that houses should have: the marker's, in the duel that of the NPC's house (YD-13, YD-20)."""
    return int(state.built[NPC]) if state.variant == DUEL else int(state.marker)


def observe_card(card, out, at):
    """A card plus 1 as two numbers: its colour plus 1, and its number."""
    if card > 0:
        out[at] = (card - 1) // NUMBERS + 1
        out[at + 1] = (card - 1) % NUMBERS + 1
