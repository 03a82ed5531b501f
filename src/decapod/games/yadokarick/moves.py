"""The alphabet of Yadokarick: what can be done, when it is done, and why it may be refused."""

from decapod.games.yadokarick.cards import CARDS, COLOURS

COLUMNS = 4  # hermit crabs of the solo game

# Moves, in the order of the rulebook.
PLAY = 0  # + card: play it to the trick
BUILD = PLAY + CARDS  # + card: put it on your house next
MARKER = BUILD + CARDS  # the size marker: one to the left, stays, one to the right
LEFT, STAY, RIGHT = MARKER, MARKER + 1, MARKER + 2
DRAW = MARKER + 3  # + colour: draw from that deck
PLACE = DRAW + COLOURS  # + card * COLUMNS + column: put a card of the row on a hermit crab
BANK = PLACE + CARDS * COLUMNS  # + card: score it for the consecutive numbers
NO_BONUS = BANK + CARDS  # leave the consecutive numbers in the row
GIVE_UP = NO_BONUS + 1  # + column: take its cards as a penalty
MOVES = GIVE_UP + COLUMNS

# What is awaited now.
TRICK, MARK, ORDER, OPEN, TAKE, REFILL, BONUS = 0, 1, 2, 3, 4, 5, 6

NOT_YOUR_TURN, NO_SUCH_MOVE, NOT_IN_HAND = 1, 2, 3
MARK_FIRST, MARK_LATER, MARK_END = 4, 5, 6
BUILD_FIRST, BUILD_LATER, NOT_WON, ROOF_LAST = 7, 8, 9, 10
SOLO_ONLY, NO_TRICKS, OPEN_FIRST, REFILL_FIRST, BONUS_FIRST = 11, 12, 13, 14, 15
NOT_IN_ROW, GREEN_ONLY, PINK_ONLY, ALTERNATE, TOO_HIGH, UNDER_ROOF = 16, 17, 18, 19, 20, 21
EMPTY_COLUMN, REFILL_LATER, EMPTY_DECK, BONUS_LATER, NOT_CONSECUTIVE = 22, 23, 24, 25, 26
REASONS = (
    ("", ""),
    ("turn.not_yours", "YD-4"),
    ("move.unknown", "YD-4"),
    ("card.not_in_hand", "YD-4"),
    ("marker.first", "YD-5"),
    ("marker.not_now", "YD-5"),
    ("marker.at_end", "YD-5"),
    ("build.first", "YD-10"),
    ("build.not_now", "YD-10"),
    ("build.not_won", "YD-10"),
    ("build.roof_last", "YD-12"),
    ("solo.only", "YD-21"),
    ("solo.no_tricks", "YD-21"),
    ("open.first", "YD-22"),
    ("draw.first", "YD-23"),
    ("bonus.first", "YD-29"),
    ("row.not_there", "YD-23"),
    ("column.green_only", "YD-24"),
    ("column.pink_only", "YD-24"),
    ("column.alternate", "YD-24"),
    ("column.too_high", "YD-25"),
    ("column.under_roof", "YD-26"),
    ("column.empty", "YD-28"),
    ("draw.not_now", "YD-23"),
    ("draw.empty", "YD-23"),
    ("bonus.not_now", "YD-29"),
    ("bonus.not_consecutive", "YD-29"),
)
