"""How moves of Yadokarick are written: `g25`, `build g25`, `marker left`; alone `draw pink`, `g25 to 2`, `bank g25`,
`no bonus`, `give up 2`.

In a position `hand0=g3,p25` are the cards of seat 0, `played0` is its card in the trick, `house0` its house from the
body up, `lost0` the size of the `fallen0` cards that collapsed; `gone` are the cards of this round that all saw and
that lie nowhere any more. While the marker is moved or cards are built with, `next` leads the next trick. Alone, `row`
has the cards to choose from, `house0` to `house3` are the columns, and `scored` is what was put into the bank.
"""

from __future__ import annotations

import re
from typing import Any

from decapod.engine import bits
from decapod.engine.position import (
    NOTHING,
    SEATS,
    Name,
    Part,
    Whole,
    Words,
    read_list,
    read_parts,
    read_word,
    refuse_if,
    refuse_rest,
    split_position,
    write_list,
    write_parts,
)
from decapod.errors import ParseError
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.chapters import deal, house, solo, trick
from decapod.games.yadokarick.state import (
    BONUS,
    COLOUR_NAMES,
    COLOURS,
    DUEL,
    ENDINGS,
    MARK,
    NPC,
    NUMBERS,
    OPEN,
    ORDER,
    PHASE_NAMES,
    REFILL,
    ROW,
    SMALL_CIRCLE,
    SOLO,
    TRACK,
    TRICK,
    WAY_NAMES,
    bit_of,
    cards_in,
    colour_of,
    number_of,
    size_of,
)
from decapod.scene import not_a_move

LETTERS = "gp"  # green, pink


def card_name(card: int) -> str:
    """Name a card: g25."""
    return f"{LETTERS[colour_of(card)]}{number_of(card)}"


def card_named(box: Any, text: str) -> int:
    """Find a card by its name, a letter and a number; ParseError if the box has no such number."""
    number = int(text[1:])
    if not 1 <= number <= box.numbers:
        raise not_a_move("read.card", card=text, most=int(box.numbers))
    return LETTERS.index(text[0]) * NUMBERS + number - 1


def format_move(box: Any, state: Any, player: int, move: int) -> str:
    """Write a move, legal or not."""
    if move < s.BUILD:
        return card_name(move)
    if move < s.MARKER:
        return f"build {card_name(move - s.BUILD)}"
    if move < s.DRAW:
        return f"marker {WAY_NAMES[move - s.MARKER]}"
    if move < s.PLACE:
        return f"draw {COLOUR_NAMES[move - s.DRAW]}"
    if move < s.BANK:
        card, column = divmod(move - s.PLACE, s.COLUMNS)
        return f"{card_name(card)} to {column + 1}"
    if move < s.NO_BONUS:
        return f"bank {card_name(move - s.BANK)}"
    return "no bonus" if move == s.NO_BONUS else f"give up {move - s.GIVE_UP + 1}"


def parse_move(box: Any, state: Any, player: int, text: str) -> int:
    """Read a move, whatever its case and spacing."""
    words = " ".join(text.lower().split())
    if re.fullmatch(r"[gp]\d{1,4}", words):
        return s.PLAY + card_named(box, words)
    if found := re.fullmatch(r"build ([gp]\d{1,4})", words):
        return s.BUILD + card_named(box, found[1])
    if found := re.fullmatch(r"(?:marker )?(left|stay|right)", words):
        return s.MARKER + WAY_NAMES.index(found[1])
    if found := re.fullmatch(r"draw (green|pink)", words):
        return s.DRAW + COLOUR_NAMES.index(found[1])
    if found := re.fullmatch(r"([gp]\d{1,4}) (?:to )?([1-4])", words):
        return s.PLACE + card_named(box, found[1]) * s.COLUMNS + int(found[2]) - 1
    if found := re.fullmatch(r"bank ([gp]\d{1,4})", words):
        return s.BANK + card_named(box, found[1])
    if words == "no bonus":
        return s.NO_BONUS
    if found := re.fullmatch(r"give up ([1-4])", words):
        return s.GIVE_UP + int(found[1]) - 1
    raise not_a_move("read.solo" if state.players == 1 else "read.move", text=text)


# --- positions --------------------------------------------------------------------------------------------

MANY = 9999  # more points than a game has


def seats_of(state: Any) -> int:
    """Tell how many houses there are: one of each seat, the NPC's included, or the solo game's columns."""
    return int(state.seats) or s.COLUMNS


IN_CIRCLE = Whole(0, lambda _box, state: seats_of(state) - 1)
COMMON_PARTS = (
    Part("phase", Name(PHASE_NAMES)),
    Part("ending", Name(ENDINGS)),
    Part("lost", Whole(0, MANY), used=lambda state: int(state.seats) or 1),
    Part("fallen", Whole(0, s.CARDS), used=lambda state: int(state.seats) or 1),
)
SOLO_PARTS = (
    *COMMON_PARTS,
    Part("beat", Whole(0, 200), 48),
    Part("best", Whole(-MANY, MANY)),
)
TRICK_PARTS = (
    *COMMON_PARTS,
    Part("colour", Name(COLOUR_NAMES)),
    Part("roof", Name(("gets", "plays"))),
    Part("rounds", Whole(1, 40), 3),
    Part("finished", Whole(0, 40)),
    Part("first", IN_CIRCLE),
    Part("before_npc", Whole(0, 1)),
    Part("tricks", Whole(0, s.HAND)),
    Part("lead", IN_CIRCLE),
    Part("marker", Whole(1, lambda box, _table: min(int(box.track), TRACK)), 1),
    Part("closed", SEATS),
    Part("closing", SEATS),
    Part("totals", Whole(-MANY, MANY)),
)
KEYS = ("turn", "next", "won", "hand", "played", "house", "gone", "row", "newest", "scored")


def write_cards(greens: int, pinks: int) -> str:
    """Write a set of cards of each colour as one list."""
    return write_list(
        card_name(card) for colour, cards in enumerate((greens, pinks)) for card in cards_in(colour, cards)
    )


def read_card(box: Any, text: str) -> int:
    """Read the name of a card."""
    if not re.fullmatch(r"[gp][0-9]{1,2}", text) or not 1 <= int(text[1:]) <= box.numbers:
        raise ParseError(f"{text[:40]!r} is no card: they are g1 to p{box.numbers}")
    return LETTERS.index(text[0]) * NUMBERS + int(text[1:]) - 1


def take_cards(box: Any, key: str, words: Words) -> list[int]:
    """Take a list of cards out of a text; each must be there once."""
    cards = [read_card(box, name) for name in read_list(words.pop(key, NOTHING))]
    refuse_if(len(cards) != len(set(cards)), f"{key} has a card twice")
    return cards


def open_cards(state: Any) -> list[int]:
    """List the cards that lie open: in the trick, won, in the row and in houses."""
    won = cards_in(int(state.colour), int(state.won))
    played = [trick.trick_card(state, seat) - 1 for seat in range(seats_of(state))]
    row = [int(card) - 1 for card in state.row]
    built = [card for seat in range(seats_of(state)) for card in house.cards_of(int(state.houses[seat]))]
    return [card for card in (*won, *played, *row, *built) if card >= 0]


def format_position(box: Any, state: Any) -> str:
    """Write what is awaited of whom, then the cards place by place."""
    alone = state.variant == SOLO
    found = write_parts(SOLO_PARTS if alone else TRICK_PARTS, box, state)
    if not state.ending and not alone:
        found.append(f"turn={bits.lowest(state.to_act)}")
    if state.phase in (MARK, ORDER):
        found.append(f"next={int(state.after)}")
    if state.won:
        found.append(f"won={write_list(card_name(card) for card in cards_in(int(state.colour), int(state.won)))}")
    for seat in range(seats_of(state)):
        if state.hands[seat].any():
            found.append(f"hand{seat}={write_cards(*map(int, state.hands[seat]))}")
        if trick.trick_card(state, seat):
            found.append(f"played{seat}={card_name(trick.trick_card(state, seat) - 1)}")
        if state.houses[seat]:
            found.append(f"house{seat}={write_list(map(card_name, house.cards_of(int(state.houses[seat]))))}")
    if alone:
        found.append(f"row={write_list(card_name(int(card) - 1) if card else NOTHING for card in state.row)}")
        found += [f"newest={card_name(int(state.newest))}"] if state.phase == BONUS else []
        found += [f"scored={int(state.built[0])}"] if state.built[0] else []
    gone = [int(cards) for cards in state.public]
    for card in open_cards(state):
        gone[colour_of(card)] &= ~bit_of(card)
    found += [f"gone={write_cards(*gone)}"] if any(gone) else []
    return " ".join(found)


def parse_position(box: Any, state: Any, text: str) -> None:
    """Fill a blank table; what all have seen, the size of houses and who plays next follow from the cards."""
    words = split_position(text)
    alone = state.variant == SOLO
    state.seats = 0 if alone else SMALL_CIRCLE if state.variant == DUEL else state.players
    read_parts(SOLO_PARTS if alone else TRICK_PARTS, box, state, words)
    if alone:
        read_solo(box, state, words)
    read_houses(box, state, words)
    if not alone:
        read_hands(box, state, words)
    for card in [*open_cards(state), *take_cards(box, "gone", words)]:
        refuse_if(int(state.public[colour_of(card)]) & bit_of(card) != 0, f"{card_name(card)} is in two places")
        state.public[colour_of(card)] |= bit_of(card)
    seen = sum(bits.count(cards) for cards in state.public)
    if alone:
        find_banked(box, state, seen)
    else:
        find_turn(box, state, seen, words)
        deal.sort_deck(box, state)
    refuse_rest(words, SOLO_PARTS if alone else TRICK_PARTS, KEYS)


def read_houses(box: Any, state: Any, words: Words) -> None:
    """Build the houses from the body up; all but the solo game's say their size."""
    alone = state.variant == SOLO
    for seat in range(seats_of(state)):
        cards = take_cards(box, f"house{seat}", words)
        most = int(box.solo_floors) - 1 if alone else int(box.floors)
        refuse_if(len(cards) > most, f"house{seat} has more than {most} cards")
        for card in cards:
            state.houses[seat] = house.on_top(int(state.houses[seat]), card)
        if not alone:
            state.built[seat] = sum(size_of(box, card) for card in cards)


def read_hands(box: Any, state: Any, words: Words) -> None:
    """Give out the hands, and lay down the trick and what was won of it."""
    for player in range(state.players):
        for card in take_cards(box, f"hand{player}", words):
            state.hands[player, colour_of(card)] |= bit_of(card)
    for seat in range(seats_of(state)):
        for card in take_cards(box, f"played{seat}", words)[:1]:
            state.trick |= card + 1 << house.CARD * seat
            state.pile[colour_of(card)] |= bit_of(card)
            state.played += 1
    for card in take_cards(box, "won", words):
        refuse_if(colour_of(card) != state.colour, f"{card_name(card)} cannot be won: it has another colour")
        state.won |= bit_of(card)


def find_turn(box: Any, state: Any, seen: int, words: Words) -> None:
    """Find who plays next, moves the marker or builds; `ParseError` if the trick does not lead there."""
    phase, seats = int(state.phase), int(state.seats)
    turn = read_word(IN_CIRCLE, "turn", box, state, words, -1)
    state.after = read_word(IN_CIRCLE, "next", box, state, words, 0)
    order = [int(state.lead)]
    while len(order) < seats:
        order.append(trick.left_of(state, order[-1]))
    played = [seat for seat in order if trick.trick_card(state, seat)]
    refuse_if(phase > ORDER, f"there is no {PHASE_NAMES[phase]} in this game")
    refuse_if(state.variant == DUEL and phase != TRICK, "in the duel there is only the trick")
    refuse_if(played != order[: len(played)], "those who have played are not the first of the trick")
    refuse_if(bool(state.won) != (phase == ORDER), "cards are won exactly while their order is chosen")
    over = seats * int(state.tricks) + len(played) + (seats if phase == ORDER else 0)
    refuse_if(seen != over, f"{seen} cards were seen, and {over} were played: gone lists those that lie nowhere")
    refuse_if((state.tricks == box.hand) != bool(state.ending), "a game is over after its last trick, and then only")
    refuse_if((state.finished >= state.rounds) != bool(state.ending), "a game is over after its last round")
    refuse_if(
        any(int(cards) >> seats for cards in (state.closed, state.closing)), "a house is closed that is not there"
    )
    if state.ending:
        refuse_if(bool(played) or phase != TRICK or turn >= 0, "the game is over, and nobody is in turn")
        return
    if phase == TRICK:
        awaited = order[len(played)] if len(played) < seats else -1
        refuse_if(
            awaited < 0 or (state.variant == DUEL and awaited == NPC), "the trick is complete, or the NPC is to play"
        )
        refuse_if(turn != awaited, f"it is the turn of {awaited}, who plays next after {state.lead} led")
    elif phase == MARK:
        lowest = find_lowest(state, order) if len(played) == seats else []
        refuse_if(turn not in lowest or state.after != lowest[-1], "the lowest number moves the marker, and leads next")
    else:
        refuse_if(
            bool(played) or not trick.takes_all(state), "cards are won when the trick is judged, with three players"
        )
        cards = trick.next_floors(box, state)
        free = turn >= 0 and not state.closed >> turn & 1
        refuse_if(not free or trick.largest(box, int(state.colour), cards) == cards, "nothing is to be chosen")
        state.winner = turn
    state.to_act = 1 << turn


def find_lowest(state: Any, order: list[int]) -> list[int]:
    """List who played the lowest number of a complete trick, the earlier first."""
    numbers = [number_of(trick.trick_card(state, seat) - 1) for seat in order]
    return [seat for seat, number in zip(order, numbers, strict=True) if number == min(numbers)]


def read_solo(box: Any, state: Any, words: Words) -> None:
    """Read the row, the card drawn last, and what was scored."""
    row = read_list(words.pop("row", NOTHING))
    refuse_if(len(row) > ROW, f"the row has {ROW} places")
    for i, name in enumerate(row):
        state.row[i] = 0 if name == NOTHING else read_card(box, name) + 1
    newest = take_cards(box, "newest", words)
    state.newest = newest[0] if newest else 0
    state.built[0] = read_word(Whole(0, MANY), "scored", box, state, words, 0)


def find_banked(box: Any, state: Any, seen: int) -> None:
    """Count the cards scored, and check that the phase fits the row."""
    phase, places = int(state.phase), sum(1 for card in state.row if card)
    state.banked = seen - len(open_cards(state)) - int(state.fallen[0])
    refuse_if(state.banked < 0, "fewer cards are gone than were given up")
    refuse_if(phase < OPEN, f"there is no {PHASE_NAMES[phase]} in the solo game")
    refuse_if(phase == OPEN and seen > 0, "the row is opened before all else")
    left = [solo.stock(box, state, colour) != 0 for colour in range(COLOURS)]
    full = int(box.row) - (phase == REFILL)
    refuse_if(phase == REFILL and not all(left), "there is no choice of a deck to draw from")
    refuse_if(phase != OPEN and any(left) and places != full, f"the row should have {full} cards, and has {places}")
    drawn = solo.row_cards(state, colour_of(int(state.newest))) & bit_of(int(state.newest))
    bonus = drawn != 0 and bits.count(solo.bonus_cards(state)) > 1
    refuse_if(phase == BONUS and not bonus, "newest has no neighbour in the row, so there is no bonus")
    refuse_if(places > box.row, f"the row has more than {box.row} cards")
    state.to_act = 0 if state.ending else 1
