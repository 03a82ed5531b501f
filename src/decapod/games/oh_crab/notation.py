"""How moves of Oh Crab! are written: `plan S1`, `d7-d8`, `main`, `left`, `tile2`, `end`; and what spaces and cards are
called; and positions.

In a position `beach=0A-1A-2A-3A-9A` are the tiles from the start to the finish, `crab0=d7` is where the crab of player
0 stands (or `sea`), `down` lists those knocked over. `hand0`, `discard0`, `planned0` and `sequence0` (from left to
right) are the cards of player 0, `secret0` those that nobody else has seen. The deck is all market cards that are
nowhere else, and the supply all shells that nobody has; `sides` lists the shell tiles that show
their side b. The other words are about the turn under way (state.py).
"""

from __future__ import annotations

import functools
import re
from typing import Any

from decapod.engine.position import (
    NOTHING,
    SEAT,
    SEATS,
    YES,
    Members,
    Name,
    Part,
    Whole,
    Words,
    add_member,
    named_set,
    read_list,
    read_parts,
    refuse_if,
    refuse_rest,
    split_position,
    write_list,
    write_parts,
)
from decapod.errors import ParseError
from decapod.games.oh_crab.chapters import beach, cards, push, shells, shortcuts, specials
from decapod.games.oh_crab.state import (
    A_CARD,
    ACT,
    ACTS,
    ADD,
    ALL_WAYS,
    AWAY,
    BEACH_ROWS,
    BEACH_TILES,
    BUILD,
    CALL,
    CHEF,
    COLUMN,
    COLUMNS,
    CRABS,
    DIG,
    DIRECTIONS,
    DISCARD,
    DRAW,
    END,
    ENDINGS,
    GO,
    GULL,
    HALF,
    HERD,
    ICON_LETTERS,
    ICON_NAMES,
    JUMP,
    KEEP,
    LAND,
    LEAD,
    LEAP,
    LEFT,
    MAIN,
    MARKET,
    MOST_ROUNDS,
    MOST_TOLL,
    NO_CARD,
    NO_SPECIAL,
    NO_STRAY,
    NOBODY,
    OFFER,
    OVER,
    PATH,
    PAY,
    PLAN,
    PUSH,
    RECALL,
    REST,
    RESTOCK,
    RIGHT,
    SEA_ROW,
    SEAWARD,
    SHELL_TILES,
    SHOVE,
    SIDE,
    SNACK,
    SPECIAL,
    SPECIALS,
    STAGES,
    STANDING_STRAY,
    START_ROWS,
    STARTING,
    STAY,
    STEP,
    STOP,
    TAKE,
    TILE,
    TOLL,
    USE,
    WIDTH,
    members,
    printed_faces,
    sequence_of,
    slot_of,
)
from decapod.scene import not_a_move

COLUMN_NAMES = "abcdefg"
LAST_ROW = SEA_ROW - LAND + 1  # by its name

#: What a card is asked for, by stage.
CARD_VERBS = {
    PLAN: "plan", RESTOCK: "take", KEEP: "keep", PAY: "pay", TOLL: "pay",
    DISCARD: "discard", RECALL: "recall", SNACK: "snack",
}  # fmt: skip
ANY_CARD = "card"  # the verb where no card is asked for
#: Acts that are one word.
ACT_WORDS = {
    LEFT: "left", RIGHT: "right", REST: "rest", DRAW: "draw", PATH: "shortcut", TAKE: "shell",
    STOP: "stop", STAY: "stay", END: "end", HERD: "stray",
    USE + MAIN: "main", USE + SIDE: "side", USE + SPECIAL: "special", USE + CHEF: "chef",
    USE + A_CARD + MAIN: "main2", USE + A_CARD + SIDE: "side2", USE + A_CARD + SPECIAL: "special2",
    **{TILE + tile: f"tile{tile + 1}" for tile in range(SHELL_TILES)},
}  # fmt: skip
ACTS_BY_WORD = {word: act for act, word in ACT_WORDS.items()}


def format_move(box: Any, state: Any, player: int, move: int) -> str:
    """Write a move: `plan S1`, `d7-d8`, `main`, `left`, `tile2`, `end` ..."""
    if move < ACTS:
        return f"{card_verb(state)} {card_name(box, move)}"
    act = move - ACTS
    if act >= LEFT:
        return ACT_WORDS[act]
    _, origin, end = route_of(state, act)
    return f"{space_name(origin)}-{space_name(end)}"


def card_verb(state: Any) -> str:
    """Say what a card is asked for now."""
    return CARD_VERBS.get(int(state.stage), ANY_CARD)


def route_of(state: Any, act: int) -> tuple[int, int, int]:
    """Say which crab an act below LEFT sends, from which space to which; the end may be no space at all."""
    crab = act // DIRECTIONS if act < LEAP else int(state.turn)
    space = int(state.at[crab])
    if act < LEAP:
        return crab, space, beach.next_to(space, act % DIRECTIONS)
    if act < COLUMN:
        return crab, space, shells.leap_end(state, act - LEAP)
    return crab, space, space - space % WIDTH + act - COLUMN


def parse_move(box: Any, state: Any, player: int, text: str) -> int:
    """Read a move; the verb before a card may be left out."""
    text = " ".join(text.lower().split())
    if text in ACTS_BY_WORD:
        return ACTS + ACTS_BY_WORD[text]
    found = re.fullmatch(r"([a-g])(\d{1,2})\s*-\s*([a-g])(\d{1,2})", text)
    if found:
        return ACTS + read_route(state, space_named(found[1], found[2]), space_named(found[3], found[4]))
    verb, _, name = text.rpartition(" ")
    if verb and verb not in {*CARD_VERBS.values(), ANY_CARD}:
        raise not_a_move("read.move", text=text)
    return card_named(box, name)


def read_route(state: Any, origin: int, end: int) -> int:
    """Find the act that sends the crab on one space to another: a step, a leap, a jump."""
    crab = int(state.pushed) if state.stage == PUSH else beach.crab_on(state, origin)
    if crab == NOBODY or state.at[crab] != origin:
        raise not_a_move("read.crab", space=space_name(origin))
    for way in range(DIRECTIONS):
        if beach.next_to(origin, way) == end:
            return GO + crab * DIRECTIONS + way
    if crab == state.turn:
        for way in range(DIRECTIONS):
            if shells.leap_end(state, way) == end:
                return LEAP + way
        if origin // WIDTH == end // WIDTH:
            return COLUMN + end % WIDTH
    raise not_a_move("read.far", origin=space_name(origin), end=space_name(end))


# --- spaces -----------------------------------------------------------------------------------------------


def space_name(space: int) -> str:
    """Name a space: a letter for its column, a number for its row, 1 at the start."""
    return f"{COLUMN_NAMES[space % WIDTH]}{space // WIDTH - LAND + 1}"


def space_named(column: str, row: str) -> int:
    """Find a space by its name, accessible or not."""
    if not 1 <= int(row) <= LAST_ROW:
        raise not_a_move("read.space", space=f"{column}{row}", most=LAST_ROW)
    return (int(row) - 1 + LAND) * WIDTH + COLUMN_NAMES.index(column)


def is_space(space: int) -> bool:
    """Tell whether there is such a space, accessible or not."""
    return space % WIDTH < COLUMNS and LAND <= space // WIDTH <= SEA_ROW


# --- cards ------------------------------------------------------------------------------------------------


def card_name(box: Any, card: int) -> str:
    """Name a card: S1 to S6 for starting cards, else its special and which copy it is."""
    return card_names(tuple(box.special))[card]


@functools.lru_cache(maxsize=64)
def card_names(specials: tuple[int, ...]) -> list[str]:
    """Name all cards of a box, from the special action of each."""
    market = [f"{SPECIALS[s]}{specials[: card + 1].count(s)}" for card, s in enumerate(specials[:MARKET])]
    return [*market, *(f"S{i + 1}" for i in range(STARTING))]


def card_named(box: Any, name: str) -> int:
    """Find a card of this box by its name."""
    for card in members(box.market_cards | box.starting_cards):
        if card_name(box, card).lower() == name.lower():
            return card
    raise not_a_move("read.card", name=name)


def card_letters(box: Any, card: int) -> str:
    """Write the icons of a card: left half, main action, right half."""
    left, right = (ICON_LETTERS[int(half)] for half in box.halves[card])
    return f"{left}({ICON_LETTERS[int(box.main[card])]}){right}"


# --- positions --------------------------------------------------------------------------------------------


class _Ways:
    """In how many directions Move out! sends a crab."""

    def write(self, box: Any, state: Any, value: int) -> str:
        return "6" if value == ALL_WAYS else "3"

    def read(self, box: Any, state: Any, text: str) -> int:
        refuse_if(text not in ("3", "6"), "is 6 or 3")
        return ALL_WAYS if text == "6" else SEAWARD


class _Space:
    """Where a crab stands."""

    def write(self, box: Any, state: Any, value: int) -> str:
        return space_name(value)

    def read(self, box: Any, state: Any, text: str) -> int:
        if text == "sea":
            return AWAY
        if not re.fullmatch("[a-g][0-9]{1,2}", text) or not 1 <= int(text[1:]) <= LAST_ROW:
            raise ParseError("is a space like d7, or sea")
        return space_named(text[0], text[1:])


class _Card:
    """A card."""

    def write(self, box: Any, state: Any, value: int) -> str:
        return card_name(box, value)

    def read(self, box: Any, state: Any, text: str) -> int:
        return read_card(box, text)


def read_card(box: Any, text: str) -> int:
    """Find a card of this box by its name."""
    try:
        return card_named(box, text)
    except ParseError:
        raise ParseError("has cards like S1 or slide2") from None


def len_of_two(_table: Any) -> int:
    """There are two cards of a turn: the one placed, and the one of Power snack!."""
    return 2


CARD, SPACE = _Card(), _Space()
HEAP = Members(card_name, read_card, members, add_member)
UNUSED = ("main", "side", "special", "main2", "side2", "special2", "chef", "shell", "herd")
BACKS = (*STAGES, "settle", "turn_over")
#: The stages after which the game goes on with the action under way, those of no action, and those without the crab.
GOES_BACK = {STEP, PUSH, DISCARD, OFFER, JUMP, GULL, CALL, SHOVE, DIG, LEAD}
ASKS_FOR_SPECIAL = {PAY, HALF}
MAY_BE_GONE = {PLAN, PUSH, DISCARD, OFFER, OVER}
PARTS = (
    Part("stage", Name(STAGES), -1),
    Part("turn", SEAT),
    Part("chef", SEAT),
    Part("rounds", Whole(1, MOST_ROUNDS), 1),
    Part("still", Whole(0, MOST_ROUNDS)),
    Part("moved", YES),
    Part("ending", Name(ENDINGS)),
    Part("move_out", _Ways(), ALL_WAYS, "shove_ways"),
    Part("sides", named_set(["1", "2", "3"])),
    Part("crab", SPACE, AWAY, "at", lambda state: int(state.crabs)),
    Part("down", SEATS),
    Part("shells", Whole(0, 99)),
    Part("hand", HEAP),
    Part("secret", HEAP),
    Part("discard", HEAP),
    Part("planned", CARD, NO_CARD),
    Part("unused", named_set(UNUSED)),
    Part("fresh", CARD, NO_CARD, used=len_of_two),
    Part("side", Name(ICON_NAMES), NO_CARD, used=len_of_two),
    Part("whole", SEATS),
    Part("reckless", YES),
    Part("forwards", Whole(0, 2)),
    Part("diagonals", Whole(0, 2)),
    Part("freely", Whole(0, 1)),
    Part("begun", YES),
    Part("todo", SEATS),
    Part("toll", Whole(0, MOST_TOLL)),
    Part("owing", SEATS),
)
#: Parts that mean something in some stages only; elsewhere they may hold what is left of an action before.
SPECIAL_PARTS = (Part("special", Name(SPECIALS)), Part("which", YES))
BACK_PARTS = (Part("back", Name(BACKS)),)
PUSHED_PARTS = (Part("pushed", Whole(0, CRABS - 1)),)
STRAYS = ("none", "standing", "herded")


def format_position(box: Any, state: Any) -> str:
    """Write what is asked of whom, the beach and the crabs on it, and the cards place by place."""
    stage = int(state.stage)
    found = write_parts(PARTS, box, state)
    found += write_parts(SPECIAL_PARTS, box, state) if stage in ASKS_FOR_SPECIAL else []
    found += write_parts(BACK_PARTS, box, state) if stage in GOES_BACK else []
    found += write_parts(PUSHED_PARTS, box, state) if stage == PUSH else []
    found += [f"chain={write_list(str(int(crab)) for crab in state.chain[: state.links])}"] if state.links else []
    if state.players == 2 and state.stray != STANDING_STRAY:  # only two have a stray
        found.append(f"stray={STRAYS[int(state.stray)]}")
    found.append(f"beach={'-'.join(beach_faces(state))}")
    market = [card_name(box, int(card)) if card != NO_CARD else NOTHING for card in state.market]
    found.append(f"market={write_list(market)}")
    for player in range(state.players):
        if state.sequence[player]:
            row = sequence_of(state, player)
            found.append(f"sequence{player}={write_list(card_name(box, card) for card in row)}")
    return " ".join(found)


def face_rows() -> list[int]:
    """List the row of the table at which each tile of the beach begins."""
    middle = [LAND + START_ROWS + i * BEACH_ROWS for i in range(BEACH_TILES + 1)]
    return [LAND, *middle]


def beach_faces(state: Any) -> list[str]:
    """Name the tiles of the beach, from the start to the finish."""
    names = {first: name for name, (first, _) in printed_faces().items()}
    return [names[int(state.rows[row])] for row in face_rows()]


def parse_position(box: Any, state: Any, text: str) -> None:
    """Fill a blank table; the deck, the supply and who is awaited follow from the rest."""
    words = split_position(text)
    stray = words.pop("stray", "standing" if state.players == 2 else "none")
    refuse_if(stray not in STRAYS or (stray != "none" and state.players > 2), "a stray is for two players")
    state.stray = STRAYS.index(stray)
    state.crabs = state.players + (state.stray != NO_STRAY)
    state.last_paid = NO_CARD
    read_parts(PARTS, box, state, words)
    refuse_if(state.stage < 0, "it does not say what is asked: stage=plan")
    stage = int(state.stage)
    if stage in ASKS_FOR_SPECIAL:
        read_parts(SPECIAL_PARTS, box, state, words)
    if stage in GOES_BACK:
        read_parts(BACK_PARTS, box, state, words)
    if stage == PUSH:
        read_parts(PUSHED_PARTS, box, state, words)
    for i, crab in enumerate(read_list(words.pop("chain", NOTHING))):
        refuse_if(i >= CRABS, "the chain is too long")
        state.chain[i] = Whole(0, int(state.crabs) - 1).read(box, state, crab)
        state.links += 1
    read_beach(box, state, words)
    read_heaps(box, state, words)
    refuse_rest(words, (*PARTS, *SPECIAL_PARTS, *BACK_PARTS, *PUSHED_PARTS), ("chain", "beach", "market", "sequence"))
    find_awaited(state)
    refuse_wrong_stage(box, state)


def read_beach(box: Any, state: Any, words: Words) -> None:
    """Lay the tiles: the start, three different ones of the beach, the finish."""
    names = words.pop("beach", "").split("-")
    faces = {name: face for name, face in printed_faces().items() if name[0] in "09" or int(name[0]) <= box.tiles}
    middle = [name[:1] for name in names[1:-1]]
    fits = len(names) == BEACH_TILES + 2 and all(name in faces for name in names)
    fits = fits and names[0][0] == "0" and names[-1][0] == "9" and not {"0", "9"} & set(middle)
    refuse_if(not fits or len(set(middle)) != BEACH_TILES, "beach has five tiles, like 0A-1A-2A-3A-9A")
    for row, name in zip(face_rows(), names, strict=True):
        beach.lay_face(state, row, *faces[name])


def read_heaps(box: Any, state: Any, words: Words) -> None:
    """Read the market and the sequences; the deck is what is left of the market cards, the supply of the shells."""
    market = read_list(words.pop("market", NOTHING))
    refuse_if(len(market) > len(state.market), f"the market has {len(state.market)} places")
    state.market[:] = NO_CARD
    for i, name in enumerate(market):
        state.market[i] = NO_CARD if name == NOTHING else read_card(box, name)
    for player in range(state.players):
        for spot, name in enumerate(read_list(words.pop(f"sequence{player}", NOTHING))):
            card = read_card(box, name)
            state.sequence[player] = add_member(int(state.sequence[player]), card)
            state.spot[slot_of(card, player)] = spot
            state.ends[player][0] = card if spot == 0 else state.ends[player][0]
            state.ends[player][1] = card
    deck = int(box.market_cards) & ~cards.open_cards(state)
    for heap in [*state.hand, *state.discard, *state.sequence]:
        deck &= ~int(heap)
    for card in state.planned:
        deck &= ~(1 << int(card)) if card != NO_CARD else deck
    state.deck = deck
    state.supply = int(box.supply) - int(state.shells.sum())


def find_awaited(state: Any) -> None:
    """Find who is awaited: all who have yet to plan, who owes a card, or who is in turn."""
    stage = int(state.stage)
    refuse_if(bool(state.ending) != (stage == OVER), "the stage is over exactly when the game is")
    refuse_if(bool(state.owing) != (stage == DISCARD), "cards are owed exactly while they are discarded")
    crabs, players = 1 << int(state.crabs), 1 << int(state.players)
    refuse_if(max(int(state.down), int(state.todo)) >= crabs or state.owing >= players, "a crab or player is not there")
    if stage == OVER:
        state.to_act = 0
    elif stage == PLAN:
        planning = [p for p in range(state.players) if state.planned[p] == NO_CARD and state.hand[p]]
        state.to_act = sum(1 << player for player in planning)
        refuse_if(state.turn != state.chef, "while all plan, the chef is in turn")
    elif stage == DISCARD:
        state.to_act = 1 << cards.next_debtor(state)
    else:
        state.to_act = 1 << int(state.turn)


def refuse_wrong_stage(box: Any, state: Any) -> None:
    """Refuse what is asked if nothing can have led to it, or no answer could be carried out."""
    stage, me = int(state.stage), int(state.turn)
    hand, name = int(state.hand[me]), STAGES[stage]
    backs = (ACT, STEP, GULL, CALL, len(BACKS) - 1)
    refuse_if(stage in GOES_BACK and state.back not in backs, f"after {name} nothing goes on with {BACKS[state.back]}")
    refuse_if(stage not in MAY_BE_GONE and state.at[me] == AWAY, f"the crab of player {me} is in the sea")
    refuse_if(any(state.todo >> crab & 1 and state.at[crab] == AWAY for crab in range(state.crabs)), "a crab is gone")
    refuse_if(any(state.owing >> p & 1 and not state.hand[p] for p in range(state.players)), "who owes has no card")
    refuse_if(int(state.whole) >> 4 != 0, "whole has halves 0 to 3")
    refuse_if((state.planned[me] == NO_CARD) and stage in (BUILD, ADD), f"player {me} has planned no card")
    refuse_if(state.planned[me] != NO_CARD and stage not in (PLAN, BUILD, ADD, OVER), f"player {me} has built already")
    waited = [(int(state.chef) + i) % int(state.players) for i in range((me - int(state.chef)) % int(state.players))]
    early = [p for p in waited if state.planned[p] != NO_CARD and state.at[p] != AWAY and stage not in (PLAN, OVER)]
    refuse_if(bool(early), f"player {early[0] if early else me} has had their turn, and built already")
    refuse_if(
        stage == LEAD and (state.stray == NO_STRAY or state.at[state.players] == AWAY), "there is no stray to lead"
    )
    refuse_wrong_chain(state)
    refuse_wrong_fresh(box, state)
    if stage == TOLL:
        shortcut = shortcuts.shortcut_under(box, state)
        refuse_if(
            shortcut < 0 or not 1 <= state.toll <= box.path_cards[max(shortcut, 0)], "no shortcut asks for so much"
        )
        fitting = shortcuts.fitting_cards(box, state, me).bit_count()
        left, end = cards.hand_size(state, me) - int(state.toll), shortcuts.path_end(box, state, shortcut)
        barred = fitting < state.toll or push.entry_refusal(box, state, me, end, 0, 0, left) != 0
        refuse_if(barred, "the shortcut cannot be taken")
    else:
        refuse_if(state.toll != 0, "a toll is due only at a shortcut")
    if stage == PAY:
        costs = specials.COSTS_A_CARD >> int(state.special) & 1
        useless = not costs or specials.special_refusal(box, state, int(state.special), int(state.which)) != 0
        refuse_if(useless or hand == 0, "that special action cannot be paid for")
    refuse_if(stage == KEEP and int(state.sequence[me]).bit_count() < 2, "there is no choice of what stays")


def refuse_wrong_chain(state: Any) -> None:
    """Refuse crabs that wait for their space, if they do not stand where one pushed another."""
    stage, chain = int(state.stage), [int(crab) for crab in state.chain[: state.links]]
    refuse_if(bool(chain) and stage not in (PUSH, DISCARD, OFFER), "no crab waits for its space now")
    refuse_if(len(set(chain)) != len(chain), "a crab is in the chain twice")
    if stage == PUSH:
        pushed = int(state.pushed)
        apart = pushed >= state.crabs or not chain or pushed in chain or state.at[pushed] != state.at[chain[-1]]
        refuse_if(apart or state.at[pushed] == AWAY or not state.down >> pushed & 1, "nobody pushes that crab")
        here = [crab for crab in range(state.crabs) if state.at[crab] == state.at[pushed]]
        refuse_if(len(here) != 2, "more than two crabs stand on one space")


def refuse_wrong_fresh(box: Any, state: Any) -> None:
    """Refuse actions of cards that were not placed this turn, or do not have them."""
    me = int(state.turn)
    for which in range(2):
        card, gives = int(state.fresh[which]), int(state.unused) >> which * A_CARD & (1 << A_CARD) - 1
        if card == NO_CARD:
            refuse_if(bool(gives) or state.side[which] != NO_CARD, "an action is left of a card that was not placed")
            asks = state.stage == HALF or (state.stage == PAY and state.special)
            refuse_if(asks and state.which == which, "no card was placed that has this special action")
            continue
        refuse_if(
            not int(state.sequence[me]) >> card & 1, f"{card_name(box, card)} is not in the sequence of player {me}"
        )
        lacks_side = gives >> SIDE & 1 == 1 and state.side[which] == NO_CARD
        lacks_special = gives >> SPECIAL & 1 == 1 and box.special[card] == NO_SPECIAL
        refuse_if(lacks_side or lacks_special, "a card has no such action")
