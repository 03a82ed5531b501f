"""The solo game: a row of five cards, four hermit crabs, and seven cards that make a house (YD-21 to YD-31).

The row, the columns and both decks are the table's `row`, `houses` and the cards not yet `public`.
"""

from decapod.engine import bits, dice
from decapod.games.yadokarick.chapters import house
from decapod.games.yadokarick.state import (
    ALTERNATE,
    BANK,
    BEATEN,
    BONUS,
    BONUS_FIRST,
    BONUS_LATER,
    COLOURS,
    COLUMNS,
    DRAW,
    EMPTY_COLUMN,
    EMPTY_DECK,
    GIVE_UP,
    GREEN,
    GREEN_ONLY,
    NO_BONUS,
    NO_TRICKS,
    NOT_CONSECUTIVE,
    NOT_IN_ROW,
    NUMBERS,
    OPEN,
    OPEN_FIRST,
    PINK,
    PINK_ONLY,
    PLACE,
    REFILL,
    REFILL_FIRST,
    REFILL_LATER,
    ROW,
    SHORT,
    TAKE,
    TOO_HIGH,
    UNDER_ROOF,
    bit_of,
    colour_of,
    is_roof,
    nth,
    number_of,
    size_of,
)

PLAYER = 0  # the one who plays alone
GREEN_COLUMN, PINK_COLUMN = 0, COLUMNS - 1


# --- legal moves ------------------------------------------------------------------------------------------


def legal_actions(box, state, moves):
    """List what the phase allows, by asking each move of it whether it would be refused."""
    n = 0
    if state.phase == TAKE:
        for colour in range(COLOURS):
            cards = row_cards(state, colour)
            while cards != 0:
                card = colour * NUMBERS + bits.lowest(cards)
                cards &= cards - 1
                for column in range(COLUMNS):
                    if column_refusal(box, column, int(state.houses[column]), card) == 0:
                        moves[n] = PLACE + card * COLUMNS + column
                        n += 1
        for column in range(COLUMNS):
            if state.houses[column] != 0:
                moves[n] = GIVE_UP + column
                n += 1
    elif state.phase == BONUS:
        cards = bonus_cards(state)
        while cards != 0:
            moves[n] = BANK + colour_of(int(state.newest)) * NUMBERS + bits.lowest(cards)
            cards &= cards - 1
            n += 1
        moves[n] = NO_BONUS
        n += 1
    else:
        for colour in range(COLOURS):
            if stock(box, state, colour) != 0:
                moves[n] = DRAW + colour
                n += 1
    return n


def illegal_reason(box, state, move):
    """Say why a move of the solo game is not legal; 0 if it is."""
    if move < DRAW:
        return NO_TRICKS
    if move < PLACE:
        return draw_refusal(box, state, move - DRAW)
    if move >= BANK and move <= NO_BONUS:
        return bonus_refusal(state, move)
    if state.phase == OPEN:
        return OPEN_FIRST
    if state.phase == REFILL:
        return REFILL_FIRST
    if state.phase == BONUS:
        return BONUS_FIRST
    if move >= GIVE_UP:
        return 0 if state.houses[move - GIVE_UP] != 0 else EMPTY_COLUMN
    card, column = (move - PLACE) // COLUMNS, (move - PLACE) % COLUMNS
    if row_cards(state, colour_of(card)) & bit_of(card) == 0:
        return NOT_IN_ROW
    return column_refusal(box, column, int(state.houses[column]), card)


def draw_refusal(box, state, colour):
    """Cards are drawn to open the row and to fill it up again, from a deck that has any (YD-22, YD-23)."""
    if state.phase == BONUS:
        return BONUS_FIRST
    if state.phase == TAKE:
        return REFILL_LATER
    return 0 if stock(box, state, colour) != 0 else EMPTY_DECK


def bonus_refusal(state, move):
    """Consecutive numbers may score one of them, or none (YD-29)."""
    if state.phase != BONUS:
        return BONUS_LATER
    if move == NO_BONUS:
        return 0
    card = move - BANK
    if colour_of(card) != colour_of(int(state.newest)) or bonus_cards(state) & bit_of(card) == 0:
        return NOT_CONSECUTIVE
    return 0


def column_refusal(box, column, cards, card):
    """Whether a card may be put on a column: its colour, then its number (YD-24 to YD-26)."""
    colour = colour_of(card)
    if column == GREEN_COLUMN and colour != GREEN:
        return GREEN_ONLY
    if column == PINK_COLUMN and colour != PINK:
        return PINK_ONLY
    if cards == 0:
        return 0
    roofed = is_roof(box, house.top(cards))
    beside = house.lowest(cards) if roofed else house.top(cards)
    if column != GREEN_COLUMN and column != PINK_COLUMN and colour == colour_of(beside):
        return ALTERNATE
    if roofed and number_of(card) <= number_of(beside):
        return UNDER_ROOF
    if not roofed and number_of(card) > number_of(beside):
        return TOO_HIGH
    return 0


def row_cards(state, colour):
    """The cards of a colour in the row, as a set."""
    cards = 0
    for i in range(ROW):
        card = int(state.row[i]) - 1
        if card >= 0 and colour_of(card) == colour:
            cards |= bit_of(card)
    return cards


def deck(box):
    """The numbers of each colour that the solo game uses (YD-21)."""
    return (1 << int(box.numbers)) - 1 & ~int(box.solo_out)


def stock(box, state, colour):
    """The cards left in a deck, as a set: nobody knows their order, so it is rolled card by card."""
    return deck(box) & ~int(state.public[colour])


# --- playing ----------------------------------------------------------------------------------------------


def start(state):
    """Four empty hermit crabs and two decks; the first choice is the colour of the row (YD-21, YD-22)."""
    state.phase = OPEN
    state.to_act = 1 << PLAYER


def apply_action(box, state, move):
    """Make one move of the solo game."""
    if move < PLACE:
        if state.phase == OPEN:
            open_row(box, state, move - DRAW)
        else:
            draw(box, state, move - DRAW)
            offer_bonus(box, state)
    elif move < BANK:
        place(box, state, (move - PLACE) // COLUMNS, (move - PLACE) % COLUMNS)
        refill(box, state)
    elif move < NO_BONUS:
        bank(box, state, move - BANK)
        refill(box, state)
    elif move == NO_BONUS:
        next_turn(box, state)
    else:
        give_up(box, state, move - GIVE_UP)
        next_turn(box, state)


def open_row(box, state, colour):
    """Turn up five cards of one colour; numbers next to each other score nothing yet (YD-22)."""
    for _ in range(box.row):
        draw(box, state, colour)
    next_turn(box, state)


def draw(box, state, colour):
    """Turn up a card of a deck into the free place of the row (YD-23)."""
    cards = stock(box, state, colour)
    number = nth(cards, dice.roll(state.dice, bits.count(cards)))
    state.public[colour] |= 1 << number
    state.newest = colour * NUMBERS + number
    free = 0
    while state.row[free] != 0:
        free += 1
    state.row[free] = state.newest + 1
    state.reveals += 1


def take_from_row(state, card):
    """Leave a free place where the card lay."""
    for i in range(ROW):
        if state.row[i] == card + 1:
            state.row[i] = 0


def place(box, state, card, column):
    """Put a card of the row on a hermit crab; the seventh makes a house (YD-23 to YD-27)."""
    take_from_row(state, card)
    cards = with_card(box, int(state.houses[column]), card)
    state.houses[column] = cards
    if house.height(cards) == box.solo_floors:
        state.built[PLAYER] += size_of_all(box, cards)
        state.banked += box.solo_floors
        state.houses[column] = 0
        note_best(state)


def with_card(box, cards, card):
    """The column with one more card: on top, or next to the body once a roof is on (YD-25, YD-26)."""
    if cards != 0 and is_roof(box, house.top(cards)):
        return house.below(cards, card)
    return house.on_top(cards, card)


def give_up(box, state, column):
    """Take all cards of a column as a penalty; its hermit crab is free again (YD-28)."""
    cards = int(state.houses[column])
    state.lost[PLAYER] += size_of_all(box, cards)
    state.fallen[PLAYER] += house.height(cards)
    state.houses[column] = 0


def bank(box, state, card):
    """Score one of the consecutive numbers (YD-29)."""
    take_from_row(state, card)
    state.built[PLAYER] += size_of(box, card)
    state.banked += 1
    note_best(state)


def note_best(state):
    """Remember the highest score the game has stood at (YD-31)."""
    state.best = max(int(state.best), int(state.built[PLAYER]) - int(state.lost[PLAYER]))


def size_of_all(box, cards):
    """The size of a column: the sum of its cards'."""
    size = 0
    while cards != 0:
        size += size_of(box, house.top(cards))
        cards >>= house.CARD
    return size


def refill(box, state):
    """Fill the row up again, from the deck of the player's choice while both have cards (YD-23)."""
    greens, pinks = stock(box, state, GREEN), stock(box, state, PINK)
    if greens != 0 and pinks != 0:
        state.phase = REFILL
    elif greens != 0:
        draw(box, state, GREEN)
        offer_bonus(box, state)
    elif pinks != 0:
        draw(box, state, PINK)
        offer_bonus(box, state)
    else:
        next_turn(box, state)


def offer_bonus(box, state):
    """If the card drawn has a neighbour in the row, one of them may be scored (YD-29)."""
    cards = bonus_cards(state)
    if cards & (cards - 1) != 0:
        state.phase = BONUS
    else:
        next_turn(box, state)


def bonus_cards(state):
    """The card just drawn and those of the row one below and one above it, as a set of its colour (YD-29)."""
    new = bit_of(int(state.newest))
    return row_cards(state, colour_of(int(state.newest))) & (new >> 1 | new | new << 1)


def next_turn(box, state):
    """Go on, unless both decks are empty and no house can be finished any more (YD-30)."""
    state.phase = TAKE
    state.turn_index += 1
    if stock(box, state, GREEN) | stock(box, state, PINK) == 0 and not can_finish_any(box, state):
        state.to_act = 0
        state.ending = BEATEN if state.built[PLAYER] - state.lost[PLAYER] >= state.beat else SHORT


# --- the end ----------------------------------------------------------------------------------------------


def can_finish_any(box, state):
    """Whether the cards of the row can complete some column (YD-30)."""
    finishable = False
    for column in range(COLUMNS):
        finishable = finishable or can_finish(box, state, column)
    return finishable


def can_finish(box, state, column):
    """Whether some of the row's cards, in some order, make a house of this column (YD-30).

    An attempt is a number whose digits name the places of the row, one for each card that is missing.
    One that fails at a digit rules out all that begin the same way.
    """
    missing = int(box.solo_floors) - house.height(int(state.houses[column]))
    if missing > ROW:
        return False
    attempts = 1
    for _ in range(missing):
        attempts *= ROW
    attempt = 0
    while attempt < attempts:
        alike = fails_from(box, state, column, attempt, attempts)
        if alike == 0:
            return True
        attempt = (attempt // alike + 1) * alike
    return False


def fails_from(box, state, column, attempt, attempts):
    """Try one order: 0 if it completes the column, else how many attempts begin as this one failed."""
    cards = int(state.houses[column])
    used = 0
    alike = attempts
    while alike > 1:
        alike //= ROW
        i = attempt // alike % ROW
        card = int(state.row[i]) - 1
        if card < 0 or used >> i & 1 or column_refusal(box, column, cards, card) != 0:
            return alike
        used |= 1 << i
        cards = with_card(box, cards, card)
    return 0
