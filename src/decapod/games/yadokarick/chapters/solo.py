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


def legal(box, table, moves):
    """List what the phase allows, by asking each move of it whether it would be refused."""
    n = 0
    if table.phase == TAKE:
        for colour in range(COLOURS):
            cards = row_cards(table, colour)
            while cards != 0:
                card = colour * NUMBERS + bits.lowest(cards)
                cards &= cards - 1
                for column in range(COLUMNS):
                    if column_refusal(box, column, int(table.houses[column]), card) == 0:
                        moves[n] = PLACE + card * COLUMNS + column
                        n += 1
        for column in range(COLUMNS):
            if table.houses[column] != 0:
                moves[n] = GIVE_UP + column
                n += 1
    elif table.phase == BONUS:
        cards = bonus_cards(table)
        while cards != 0:
            moves[n] = BANK + colour_of(int(table.newest)) * NUMBERS + bits.lowest(cards)
            cards &= cards - 1
            n += 1
        moves[n] = NO_BONUS
        n += 1
    else:
        for colour in range(COLOURS):
            if stock(box, table, colour) != 0:
                moves[n] = DRAW + colour
                n += 1
    return n


def refusal(box, table, move):
    """Say why a move of the solo game is not legal; 0 if it is."""
    if move < DRAW:
        return NO_TRICKS
    if move < PLACE:
        return draw_refusal(box, table, move - DRAW)
    if move >= BANK and move <= NO_BONUS:
        return bonus_refusal(table, move)
    if table.phase == OPEN:
        return OPEN_FIRST
    if table.phase == REFILL:
        return REFILL_FIRST
    if table.phase == BONUS:
        return BONUS_FIRST
    if move >= GIVE_UP:
        return 0 if table.houses[move - GIVE_UP] != 0 else EMPTY_COLUMN
    card, column = (move - PLACE) // COLUMNS, (move - PLACE) % COLUMNS
    if row_cards(table, colour_of(card)) & bit_of(card) == 0:
        return NOT_IN_ROW
    return column_refusal(box, column, int(table.houses[column]), card)


def draw_refusal(box, table, colour):
    """Cards are drawn to open the row and to fill it up again, from a deck that has any (YD-22, YD-23)."""
    if table.phase == BONUS:
        return BONUS_FIRST
    if table.phase == TAKE:
        return REFILL_LATER
    return 0 if stock(box, table, colour) != 0 else EMPTY_DECK


def bonus_refusal(table, move):
    """Consecutive numbers may score one of them, or none (YD-29)."""
    if table.phase != BONUS:
        return BONUS_LATER
    if move == NO_BONUS:
        return 0
    card = move - BANK
    if colour_of(card) != colour_of(int(table.newest)) or bonus_cards(table) & bit_of(card) == 0:
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


def row_cards(table, colour):
    """The cards of a colour in the row, as a set."""
    cards = 0
    for i in range(ROW):
        card = int(table.row[i]) - 1
        if card >= 0 and colour_of(card) == colour:
            cards |= bit_of(card)
    return cards


def deck(box):
    """The numbers of each colour that the solo game uses (YD-21)."""
    return (1 << int(box.numbers)) - 1 & ~int(box.solo_out)


def stock(box, table, colour):
    """The cards left in a deck, as a set: nobody knows their order, so it is rolled card by card."""
    return deck(box) & ~int(table.public[colour])


# --- playing ----------------------------------------------------------------------------------------------


def start(table):
    """Four empty hermit crabs and two decks; the first choice is the colour of the row (YD-21, YD-22)."""
    table.phase = OPEN
    table.awaiting = 1 << PLAYER


def play(box, table, move):
    """Make one move of the solo game."""
    if move < PLACE:
        if table.phase == OPEN:
            open_row(box, table, move - DRAW)
        else:
            draw(box, table, move - DRAW)
            offer_bonus(box, table)
    elif move < BANK:
        place(box, table, (move - PLACE) // COLUMNS, (move - PLACE) % COLUMNS)
        refill(box, table)
    elif move < NO_BONUS:
        bank(box, table, move - BANK)
        refill(box, table)
    elif move == NO_BONUS:
        next_turn(box, table)
    else:
        give_up(box, table, move - GIVE_UP)
        next_turn(box, table)


def open_row(box, table, colour):
    """Turn up five cards of one colour; numbers next to each other score nothing yet (YD-22)."""
    for _ in range(box.row):
        draw(box, table, colour)
    next_turn(box, table)


def draw(box, table, colour):
    """Turn up a card of a deck into the free place of the row (YD-23)."""
    cards = stock(box, table, colour)
    number = nth(cards, dice.roll(table.dice, bits.count(cards)))
    table.public[colour] |= 1 << number
    table.newest = colour * NUMBERS + number
    free = 0
    while table.row[free] != 0:
        free += 1
    table.row[free] = table.newest + 1
    table.reveals += 1


def take_from_row(table, card):
    """Leave a free place where the card lay."""
    for i in range(ROW):
        if table.row[i] == card + 1:
            table.row[i] = 0


def place(box, table, card, column):
    """Put a card of the row on a hermit crab; the seventh makes a house (YD-23 to YD-27)."""
    take_from_row(table, card)
    cards = with_card(box, int(table.houses[column]), card)
    table.houses[column] = cards
    if house.height(cards) == box.solo_floors:
        table.built[PLAYER] += size_of_all(box, cards)
        table.banked += box.solo_floors
        table.houses[column] = 0
        note_best(table)


def with_card(box, cards, card):
    """The column with one more card: on top, or next to the body once a roof is on (YD-25, YD-26)."""
    if cards != 0 and is_roof(box, house.top(cards)):
        return house.below(cards, card)
    return house.on_top(cards, card)


def give_up(box, table, column):
    """Take all cards of a column as a penalty; its hermit crab is free again (YD-28)."""
    cards = int(table.houses[column])
    table.lost[PLAYER] += size_of_all(box, cards)
    table.fallen[PLAYER] += house.height(cards)
    table.houses[column] = 0


def bank(box, table, card):
    """Score one of the consecutive numbers (YD-29)."""
    take_from_row(table, card)
    table.built[PLAYER] += size_of(box, card)
    table.banked += 1
    note_best(table)


def note_best(table):
    """Remember the highest score the game has stood at (YD-31)."""
    table.best = max(int(table.best), int(table.built[PLAYER]) - int(table.lost[PLAYER]))


def size_of_all(box, cards):
    """The size of a column: the sum of its cards'."""
    size = 0
    while cards != 0:
        size += size_of(box, house.top(cards))
        cards >>= house.CARD
    return size


def refill(box, table):
    """Fill the row up again, from the deck of the player's choice while both have cards (YD-23)."""
    greens, pinks = stock(box, table, GREEN), stock(box, table, PINK)
    if greens != 0 and pinks != 0:
        table.phase = REFILL
    elif greens != 0:
        draw(box, table, GREEN)
        offer_bonus(box, table)
    elif pinks != 0:
        draw(box, table, PINK)
        offer_bonus(box, table)
    else:
        next_turn(box, table)


def offer_bonus(box, table):
    """If the card drawn has a neighbour in the row, one of them may be scored (YD-29)."""
    cards = bonus_cards(table)
    if cards & (cards - 1) != 0:
        table.phase = BONUS
    else:
        next_turn(box, table)


def bonus_cards(table):
    """The card just drawn and those of the row one below and one above it, as a set of its colour (YD-29)."""
    new = bit_of(int(table.newest))
    return row_cards(table, colour_of(int(table.newest))) & (new >> 1 | new | new << 1)


def next_turn(box, table):
    """Go on, unless both decks are empty and no house can be finished any more (YD-30)."""
    table.phase = TAKE
    table.turns += 1
    if stock(box, table, GREEN) | stock(box, table, PINK) == 0 and not can_finish_any(box, table):
        table.awaiting = 0
        table.ending = BEATEN if table.built[PLAYER] - table.lost[PLAYER] >= table.beat else SHORT


# --- the end ----------------------------------------------------------------------------------------------


def can_finish_any(box, table):
    """Whether the cards of the row can complete some column (YD-30)."""
    finishable = False
    for column in range(COLUMNS):
        finishable = finishable or can_finish(box, table, column)
    return finishable


def can_finish(box, table, column):
    """Whether some of the row's cards, in some order, make a house of this column (YD-30).

    An attempt is a number whose digits name the places of the row, one for each card that is missing.
    One that fails at a digit rules out all that begin the same way.
    """
    missing = int(box.solo_floors) - house.height(int(table.houses[column]))
    if missing > ROW:
        return False
    attempts = 1
    for _ in range(missing):
        attempts *= ROW
    attempt = 0
    while attempt < attempts:
        alike = fails_from(box, table, column, attempt, attempts)
        if alike == 0:
            return True
        attempt = (attempt // alike + 1) * alike
    return False


def fails_from(box, table, column, attempt, attempts):
    """Try one order: 0 if it completes the column, else how many attempts begin as this one failed."""
    cards = int(table.houses[column])
    used = 0
    alike = attempts
    while alike > 1:
        alike //= ROW
        i = attempt // alike % ROW
        card = int(table.row[i]) - 1
        if card < 0 or used >> i & 1 or column_refusal(box, column, cards, card) != 0:
            return alike
        used |= 1 << i
        cards = with_card(box, cards, card)
    return 0
