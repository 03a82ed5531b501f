"""How moves of Crabs! are written: one small move, or the whole of an action on one line.

Cards are written by value, golden ones with a star: `play 3`, `take 5*`, `keep 5 turned`. On one line an action
reads `catch 5 draw`, `raise 1 2 > 5 5`, `trade 3 3 4 > 1 1 1 1 1 5`, `upgrade 1`, `bind 1: 2 5 5 > 2`,
`bind 1: 2 2 4 4 5 > 5 turned`, `relax 5 4`. Small and capital letters are alike, and so are one space and several.

Text comes from outside, so it is read without regular expressions: it is cut at spaces and signs, and cards are read
character by character, each once. What is longer than any move is not looked at.

In a position `hand0=1,3,5*` are the cards of player 0, `known0` those of them that all saw taken, `upright0`, `turned0`
and `claims0` what they scored; `slots` are the objectives on display by number. The pile is all other cards, and the
objectives that are nowhere else are in their deck. Points follow from what lies there; `before` is what the player in
turn had when the turn began, if it is not the same.
"""

from __future__ import annotations

from typing import Any

from decapod.engine.position import (
    NOTHING,
    SEAT,
    YES,
    Members,
    Name,
    Part,
    Whole,
    add_member,
    list_members,
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
from decapod.games.crabs.chapters.cards import count_of, list_kinds, list_values, one, size_of, total_of
from decapod.games.crabs.chapters.choices import bind_level, is_kept_turned
from decapod.games.crabs.state import (
    ACTION_NAMES,
    BIND,
    BINDING,
    BYTE,
    CATCH,
    CLAIM,
    COPIES,
    DONE,
    DRAW,
    ENDINGS,
    GEARS,
    KEEP,
    KINDS,
    NEEDS,
    OBJECTIVES,
    PAY_GOLDEN,
    PAY_PLAIN,
    PHASE_NAMES,
    PLAY,
    POINTS,
    RELAX,
    ROUNDS,
    SEATS,
    SLOTS,
    TAKE,
    TOTALS,
    TURN,
    UPGRADE,
    VALUES,
    is_golden,
    list_objectives,
    value_of,
)
from decapod.scene import not_a_move

LONGEST_TEXT = 400  # characters; a trade of all cards that one can have takes under 200
WORDS = {
    **dict(enumerate(ACTION_NAMES)),
    DRAW: "draw",
    DONE: "enough",
    PAY_PLAIN: "pay plain",
    PAY_GOLDEN: "pay golden",
}
MOVE_OF = {word: move for move, word in WORDS.items()}
FIRST_OF = {"play": PLAY, "take": TAKE, "keep": KEEP, "turn": TURN}


def write_card(kind: int) -> str:
    """Write a kind of card: `3`, or `3*` for a golden one."""
    return f"{value_of(kind)}{'*' if is_golden(kind) else ''}"


def write_cards(cards: int) -> str:
    """Write packed cards in ascending order, with spaces between them."""
    return " ".join(write_card(kind) for kind in list_kinds(cards))


def format_move(box: Any, state: Any, player: int, move: int) -> str:
    """Write a small move, such as `take 3*`."""
    if move in WORDS:
        return WORDS[move]
    if move < TAKE:
        return f"play {write_card(move - PLAY)}"
    if move < KEEP:
        return f"take {write_card(move - TAKE)}"
    if move < TURN:
        kind = move - KEEP
        return f"keep {write_card(kind)}{' turned' if is_kept_turned(box, state, player, kind) else ''}"
    if move < CLAIM:
        return f"turn {write_card(move - TURN)}"
    return f"claim {move - CLAIM + 1}"


KIND_OF = {write_card(kind): kind for kind in range(KINDS)}


# --- small moves ------------------------------------------------------------------------------------------


def parse_move(box: Any, state: Any, player: int, text: str) -> int:
    """Read a small move; a line that says several is for `parse_moves`.

    Whether a crab is kept upright or turned is for the chart to say (CR-21); who writes `turned` must be right.
    """
    move = read_small(text)
    says_turned = split_words(text)[-1] == "turned"
    if says_turned and state.phase == BINDING and value_of(move - KEEP) == bind_level(box, state, player):
        raise not_a_move("read.upright", "CR-21", text=text)
    return move


def read_small(text: str) -> int:
    """Read a small move; it is the same in every position."""
    verb, *rest = words = split_words(text)
    move = MOVE_OF.get(" ".join(words))
    if move is not None:
        return move
    if verb == "claim" and len(rest) == 1 and rest[0].isdecimal():
        return read_claim(rest[0])
    turned = rest[-1:] == ["turned"]
    kind = KIND_OF.get("".join(rest[:-1] if turned else rest))
    if verb not in FIRST_OF or kind is None:
        raise not_a_move("read.move", text=quote(text), words=list(MOVE_OF))
    if turned and verb != "keep":
        raise not_a_move("read.turned", text=text)
    return FIRST_OF[verb] + kind


def split_words(text: str) -> list[str]:
    """Cut a text into words of small letters; one that has none, or is too long for any move, is one empty word."""
    return (text.lower().split() if len(text) <= LONGEST_TEXT else []) or [""]


def quote(text: str) -> str:
    """Shorten a text that is too long for any move, so that its refusal stays a line."""
    return text if len(text) <= LONGEST_TEXT else f"{text[:40]}…"


def read_claim(slot: str) -> int:
    """Read the number of a place in the display, from 1."""
    if not 1 <= int(slot) <= SLOTS:
        raise not_a_move("read.objective", slot=slot, most=SLOTS)
    return CLAIM + int(slot) - 1


# --- whole actions ----------------------------------------------------------------------------------------


def parse_moves(box: Any, state: Any, player: int, text: str) -> list[int]:
    """Read a whole action on one line as its small moves; `ParseError` if it is none.

    Whether they are legal is another question: play them one by one, and the first that is refused says why.
    """
    verb, *words = split_words(text)
    rest = " ".join(words)
    if verb not in ACTION_NAMES:
        raise not_a_move("read.action", text=quote(text))
    action = MOVE_OF[verb]
    if action == CATCH:
        return [CATCH, *(move for word in words for move in read_catch(word))]
    if action == UPGRADE:
        return [UPGRADE, *read_plays(rest)]
    if action == RELAX:
        turns = [TURN + kind for kind in read_cards(rest)]
        most = min(int(box.relax), size_of(int(state.turned[player])))
        return [RELAX, *turns, *([DONE] if len(turns) < most else [])]
    if action == BIND:
        return read_bind(rest)
    out, arrow, back = rest.partition(">")
    if not arrow:
        raise not_a_move("read.exchange", verb=verb)
    return [action, *read_plays(out), DONE, *(TAKE + kind for kind in read_cards(back))]


def read_catch(word: str) -> list[int]:
    """Read one word of a catch: a draw from the pile, or cards from the pool."""
    return [DRAW] if word == "draw" else [TAKE + kind for kind in read_cards(word)]


def read_bind(rest: str) -> list[int]:
    """Read a bind: rope, crabs, and the one to keep; it may be left open which."""
    rope, colon, others = rest.partition(":")
    crabs, arrow, crab = others.partition(">")
    if not colon or len(read_cards(rope)) != 1:
        raise not_a_move("read.bind")
    return [BIND, *read_plays(rope), *read_plays(crabs), *([read_small(f"keep {crab}")] if arrow else [])]


def read_plays(text: str) -> list[int]:
    """Read cards played from the hand."""
    return [PLAY + kind for kind in read_cards(text)]


def read_cards(text: str) -> list[int]:
    """Read a row of cards as their kinds, in one pass: digits, each with or without a star, spaces anywhere."""
    kinds: list[int] = []
    for sign in "".join(text.split()):
        if sign in KIND_OF:
            kinds.append(KIND_OF[sign])
        elif sign == "*" and kinds and not is_golden(kinds[-1]):
            kinds[-1] += 1
        else:
            raise not_a_move("read.cards", text=text.strip())
    return kinds


# --- positions --------------------------------------------------------------------------------------------


def kind_named(_box: Any, text: str) -> int:
    """Find a kind of card by how it is written."""
    if text not in KIND_OF:
        raise ParseError("has cards like 3 or 5*")
    return KIND_OF[text]


def add_card(cards: int, kind: int) -> int:
    """Add a card to packed cards; `ParseError` if there is no room for so many."""
    refuse_if(count_of(cards, kind) == COPIES, f"has more than {COPIES} cards {write_card(kind)}")
    return cards + one(kind)


def value_named(_box: Any, text: str) -> int:
    """Read the value of a card that is owed."""
    refuse_if(text not in ("1", "2", "3", "4", "5"), f"has values from 1 to {VALUES}")
    return int(text)


def add_value(counts: int, value: int) -> int:
    """Add a card that is owed to those counted by value."""
    refuse_if(len(list_values(counts)) == NEEDS, f"has more than {NEEDS} cards")
    return counts + (1 << BYTE * (value - 1))


def objective_named(box: Any, text: str) -> int:
    """Find an objective of this box by its number, from 1."""
    return Whole(1, int(box.objectives)).read(box, None, text) - 1


CARDS = Members(lambda _box, kind: write_card(kind), kind_named, list_kinds, add_card)
OWED = Members(lambda _box, value: str(value), value_named, list_values, add_value)
CLAIMED = Members(lambda _box, objective: str(objective + 1), objective_named, list_members, add_member)
PARTS = (
    Part("turn", SEAT, default=-1),
    Part("first", SEAT),
    Part("turned_one", YES),
    Part("phase", Name(PHASE_NAMES)),
    Part("ending", Name(ENDINGS)),
    Part("closing", Name(ENDINGS)),
    Part("quiet", Whole(0, ROUNDS * SEATS)),
    Part("due", Whole(1, TOTALS), 1),
    Part("total", Whole(0, TOTALS)),
    Part("rope", Name([write_card(kind) for kind in range(KINDS)], 1)),
    Part("pool", CARDS),
    Part("haul", CARDS),
    Part("debt", OWED),
    Part("hand", CARDS),
    Part("known", CARDS),
    Part("upright", CARDS),
    Part("turned", CARDS),
    Part("claims", CLAIMED),
    Part("gear", Whole(0, lambda box, _table: min(int(box.gears), GEARS))),
)
SCORE = Whole(-POINTS * OBJECTIVES, POINTS * OBJECTIVES)


def format_position(box: Any, state: Any) -> str:
    """Write whose turn it is and what they are doing, then the cards place by place."""
    found = write_parts(PARTS, box, state)
    shown = [str(int(slot)) if slot else NOTHING for slot in state.slots[: box.display]]
    found.append(f"slots={write_list(shown)}")
    if state.before != state.score[state.turn]:
        found.append(f"before={int(state.before)}")
    return " ".join(found)


def parse_position(box: Any, state: Any, text: str) -> None:
    """Fill a blank table; the pile, the objective deck and the points follow from the rest."""
    words = split_position(text)
    read_parts(PARTS, box, state, words)
    refuse_if(state.turn < 0, "it does not say whose turn it is: turn=0")
    slots = read_list(words.pop("slots", NOTHING))
    refuse_if(len(slots) > box.display, f"slots has more than {box.display} places")
    for i, slot in enumerate(slots):
        state.slots[i] = 0 if slot == NOTHING else objective_named(box, slot) + 1
    find_rest(box, state)
    for player in range(state.players):
        state.score[player] = count_points(box, state, player)
    state.before = read_word(SCORE, "before", box, state, words, int(state.score[state.turn]))
    refuse_rest(words, PARTS, ("slots", "before"))
    refuse_if(bool(state.ending) and state.ending != state.closing, "the round that ends the game is not closing")
    state.to_act = 0 if state.ending else 1 << int(state.turn)


def find_rest(box: Any, state: Any) -> None:
    """Put all cards that are nowhere else into the pile, and all such objectives into their deck."""
    places = [state.pool, state.haul, *state.hand, *state.upright, *state.turned]
    for kind in range(KINDS):
        left = count_of(int(box.cards), kind) - sum(count_of(int(place), kind) for place in places)
        left -= state.rope == kind + 1
        refuse_if(left < 0, f"there are {-left} cards {write_card(kind)} more than the box has")
        state.pile += int(left) * one(kind)
    deck = (1 << int(box.objectives)) - 1
    for objective in [*(1 << int(slot) - 1 for slot in state.slots if slot), *map(int, state.claims)]:
        refuse_if(objective & ~deck != 0, "an objective is in two places")
        deck ^= objective
    state.deck = deck


def count_points(box: Any, state: Any, player: int) -> int:
    """Count a player's points from what lies there; a claim being paid for is paid bit by bit (CR-31, CR-32)."""
    upright, turned = int(state.upright[player]), int(state.turned[player])
    golden = sum(count_of(upright, kind) + count_of(turned, kind) for kind in range(1, KINDS, 2))
    claims = sum(int(box.pays[objective]) for objective in list_objectives(int(state.claims[player])))
    worth = total_of(upright) + sum(int(box.turned[value_of(kind)]) for kind in list_kinds(turned)) + golden
    return worth + claims + int(box.stars[int(state.gear[player])])
