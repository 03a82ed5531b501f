"""Names of spaces, cards and crabs; moves in notation and in words; what a refusal's words need."""

from __future__ import annotations

import re
from typing import Any

from decapod.engine import bits
from decapod.games.oh_crab import actions, beach, shells
from decapod.games.oh_crab import terms as t
from decapod.scene import Phrase, PlayerName, no_move, phrase

COLUMN_NAMES = "abcdefg"
WAYS = ("ahead-left", "ahead", "ahead-right", "back-right", "back", "back-left")
ICON_NAMES = ("shell", "forward", "diagonal", "any")
ICON_LETTERS = "SFDA"
KIND_NAMES = ("free", "inaccessible", "obstacle", "shell", "rushes", "sea", "waves", "shortcut")

#: What a card is asked for, by stage.
CARD_VERBS = {
    t.PLAN: "plan", t.RESTOCK: "take", t.KEEP: "keep", t.PAY: "pay", t.TOLL: "pay",
    t.DISCARD: "discard", t.RECALL: "recall", t.SNACK: "snack",
}  # fmt: skip
#: Acts that are one word.
ACT_WORDS = {
    t.LEFT: "left", t.RIGHT: "right", t.REST: "rest", t.DRAW: "draw", t.PATH: "shortcut", t.TAKE: "shell",
    t.STOP: "stop", t.STAY: "stay", t.END: "end", t.HERD: "stray",
    t.USE: "main", t.USE + 1: "side", t.USE + 2: "special",
    t.USE + 3: "main2", t.USE + 4: "side2", t.USE + 5: "special2", t.USE + 6: "chef",
    t.TILE: "tile1", t.TILE + 1: "tile2", t.TILE + 2: "tile3",
}  # fmt: skip
WORDS_TO_ACTS = {word: act for act, word in ACT_WORDS.items()}


# --- names ------------------------------------------------------------------------------------------------


def space_name(space: int) -> str:
    """Name a space: a letter for its column, a number for its row, 1 at the start."""
    return f"{COLUMN_NAMES[space % t.WIDTH]}{space // t.WIDTH - t.LAND + 1}"


def is_space(space: int) -> bool:
    """Tell whether there is such a space, accessible or not."""
    return space % t.WIDTH < t.COLUMNS and t.LAND <= space // t.WIDTH < t.ROWS - t.SEAWARD_EDGE


def card_name(box: Any, card: int) -> str:
    """Name a card: S1 to S6 for starting cards, else its special and which copy it is."""
    if card >= t.MARKET:
        return f"S{card - t.MARKET + 1}"
    specials = box.special[: card + 1].tolist()
    return f"{t.SPECIALS[specials[card]]}{specials.count(specials[card])}"


def card_named(box: Any, name: str) -> int:
    """Find a card of this box by its name."""
    every = int(box.market_cards) | int(box.starting_cards)
    for card in listed(every):
        if card_name(box, card).lower() == name.lower():
            return card
    raise no_move("read.card", name=name)


def listed(things: int) -> list[int]:
    """List a bit set."""
    found: list[int] = []
    while things:
        found.append(bits.lowest(things))
        things &= things - 1
    return found


def card_letters(box: Any, card: int) -> str:
    """Write the icons of a card: left half, main action, right half."""
    left, right = (ICON_LETTERS[int(half)] for half in box.halves[card])
    return f"{left}({ICON_LETTERS[int(box.main[card])]}){right}"


def card_said(box: Any, card: int) -> Phrase:
    """Name a card in words."""
    special = int(box.special[card])
    icon = phrase(f"icon.{ICON_NAMES[int(box.main[card])]}")
    if special == t.NO_SPECIAL:
        return phrase("card.plain", icon=icon)
    return phrase("card.special", icon=icon, special=phrase(f"special.{t.SPECIALS[special]}"))


def crab_said(table: Any, crab: int) -> Phrase | PlayerName:
    """Name a crab by its player, or call it a stray."""
    if crab < table.players:
        return PlayerName(crab)
    return phrase("crab.stray")


def tile_action(box: Any, table: Any, tile: int) -> str:
    """Name the shell action a tile shows."""
    return t.SHELL_ACTIONS[int(box.shell_action[tile][shells.side_of(table, tile)])]


def tile_cost(box: Any, table: Any, tile: int) -> int:
    """Return what the action a tile shows costs."""
    return int(box.shell_cost[tile][shells.side_of(table, tile)])


# --- notation ---------------------------------------------------------------------------------------------


def end_of(box: Any, table: Any, player: int, act: int) -> tuple[int, int, int]:
    """Say which crab an act sends from where to where."""
    if act < t.LEAP:
        crab, way = divmod(act, t.DIRECTIONS)
        space = int(table.at[crab])
        return crab, space, beach.next_to(space, way)
    me = int(table.turn)
    space = int(table.at[me])
    if act < t.COLUMN:
        return me, space, shells.leap_end(table, act - t.LEAP)
    return me, space, space - space % t.WIDTH + act - t.COLUMN


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move: `plan S1`, `d7-d8`, `main`, `left`, `tile2`, `end` ..."""
    if move < t.ACTS:
        verb = CARD_VERBS.get(int(table.stage), "card")
        return f"{verb} {card_name(box, move)}"
    act = move - t.ACTS
    if act >= t.LEFT:
        return ACT_WORDS[act]
    _, origin, end = end_of(box, table, player, act)
    return f"{space_name(origin)}-{space_name(end)}"


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a move; the verb before a card may be left out."""
    text = " ".join(text.lower().split())
    if text in WORDS_TO_ACTS:
        return t.ACTS + WORDS_TO_ACTS[text]
    found = re.fullmatch(r"([a-g])(\d{1,2})\s*-\s*([a-g])(\d{1,2})", text)
    if found:
        return t.ACTS + read_going(table, *(space_named(c, r) for c, r in (found.groups()[:2], found.groups()[2:])))
    verb, _, name = text.rpartition(" ")
    if verb and verb not in {*CARD_VERBS.values(), "card"}:
        raise no_move("read.move", text=text)
    return card_named(box, name)


def space_named(column: str, row: str) -> int:
    """Find a space by its name."""
    space = (int(row) - 1 + t.LAND) * t.WIDTH + COLUMN_NAMES.index(column)
    if not 1 <= int(row) <= t.ROWS - t.LAND - t.SEAWARD_EDGE:
        raise no_move("read.space", space=f"{column}{row}", most=t.ROWS - t.LAND - t.SEAWARD_EDGE)
    return space


def read_going(table: Any, origin: int, end: int) -> int:
    """Find the act that sends the crab on one space to another."""
    crab = int(table.pushed) if table.stage == t.PUSH else beach.crab_on(table, origin)
    if crab == t.NOBODY or table.at[crab] != origin:
        raise no_move("read.crab", space=space_name(origin))
    for way in range(t.DIRECTIONS):
        if beach.next_to(origin, way) == end:
            return t.GO + crab * t.DIRECTIONS + way
    if crab == table.turn:
        for way in range(t.DIRECTIONS):
            if shells.leap_end(table, way) == end:
                return t.LEAP + way
        if origin // t.WIDTH == end // t.WIDTH:
            return t.COLUMN + end % t.WIDTH
    raise no_move("read.far", origin=space_name(origin), end=space_name(end))


# --- words ------------------------------------------------------------------------------------------------


def tell(box: Any, table: Any, player: int, move: int) -> Phrase:
    """Say what a move does."""
    if move < t.ACTS:
        verb = CARD_VERBS.get(int(table.stage), "card")
        return phrase(f"move.{verb}", card=card_said(box, move), name=card_name(box, move))
    act = move - t.ACTS
    if act < t.LEFT:
        return tell_going(box, table, player, act)
    if act <= t.RIGHT:
        return tell_side(box, table, act - t.LEFT)
    if t.USE <= act < t.TILE:
        return phrase("move.use", action=action_said(box, table, act - t.USE))
    if t.TILE <= act < t.PATH:
        tile = act - t.TILE
        return phrase("move.tile", action=phrase(f"shell.{tile_action(box, table, tile)}"), cost=tile_cost(box, table, tile))
    if act == t.STOP and table.stage == t.OFFER:
        return phrase("move.leave")
    return phrase(f"move.{ACT_WORDS[act]}")


def tell_going(box: Any, table: Any, player: int, act: int) -> Phrase:
    """Say who goes where: a step, a push, a swap ..."""
    crab, _, end = end_of(box, table, player, act)
    if not is_space(end):
        return phrase("move.unknown")
    other = beach.crab_on(table, end)
    key = "move.go"
    if table.stage == t.PUSH:
        key = "move.push"
    elif table.stage == t.SWAP:
        key = "move.swap"
    elif other not in (t.NOBODY, crab):
        key = "move.onto"
    gaps: dict[str, object] = {"crab": crab_said(table, crab), "space": space_said(box, table, end)}
    if key in ("move.swap", "move.onto"):
        gaps["other"] = crab_said(table, max(other, 0))
    return phrase(key, **gaps)


def tell_side(box: Any, table: Any, end: int) -> Phrase:
    """Say what left or right means now."""
    side = ("left", "right")[end]
    if table.stage == t.HALF:
        icon = int(box.halves[table.fresh[table.which]][end])
        return phrase("move.half", side=phrase(f"side.{side}"), icon=phrase(f"icon.{ICON_NAMES[icon]}"))
    if table.stage == t.STEP:
        return phrase("move.give_up", icon=phrase("icon.diagonal" if end else "icon.forward"))
    first = not int(table.sequence[table.turn])
    return phrase("move.place_first") if first else phrase("move.place", side=phrase(f"side.{side}"))


def space_said(box: Any, table: Any, space: int) -> Phrase:
    """Name a space with what is there."""
    return phrase("space.named", space=space_name(space), kind=phrase(f"kind.{kind_name(beach.kind(box, table, space))}"))


def kind_name(kind: int) -> str:
    """Name a type of space."""
    if kind >= t.SHORTCUT:
        return "shortcut"
    return KIND_NAMES[min(kind, t.WAVES)]


def action_said(box: Any, table: Any, action: int) -> Phrase:
    """Name an action of the turn: what the card, the joint or the chef gives."""
    if action == t.CHEF:
        return phrase("action.chef")
    which, part = divmod(action, t.A_CARD)
    card = int(table.fresh[which])
    if card == t.NO_CARD:
        return phrase("action.none")
    if part == t.SPECIAL:
        special = int(box.special[card])
        cost = t.COSTS_A_CARD >> special & 1
        return phrase(
            "action.special_cost" if cost else "action.special", special=phrase(f"special.{t.SPECIALS[special] or 'none'}")
        )
    icon = int(box.main[card]) if part == t.MAIN else int(table.side[which])
    name = ICON_NAMES[icon] if icon >= 0 else "none"
    return phrase("action.main" if part == t.MAIN else "action.side", icon=phrase(f"icon.{name}"))


def explain(box: Any, table: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need."""
    if code == t.NOT_YOUR_TURN:
        return {"player": [PlayerName(p) for p in range(table.players) if table.awaiting >> p & 1]}
    if code in (t.NOT_IN_HAND, t.NOT_SHOWN, t.NOT_IN_SEQUENCE, t.OTHER_SYMBOL, t.OUT_OF_ORDER):
        return explain_card(box, table, move, code)
    act = move - t.ACTS
    if code in (t.INACCESSIBLE, t.NO_CARD_FOR_OBSTACLE, t.RUSHES_FROM_SIDE, t.OCCUPIED, t.NO_ROOM):
        return explain_space(box, table, player, act, code)
    if code in (t.OTHER_CRAB, t.OTHER_WAY) and act < t.LEAP:
        crab = act // t.DIRECTIONS
        who: object = crab_said(table, crab) if crab < table.crabs else phrase("crab.none")
        return {"crab": who} if code == t.OTHER_CRAB else {"way": phrase(f"way.{WAYS[act % t.DIRECTIONS]}")}
    if code == t.TOO_FEW_SHELLS:
        tile = act - t.TILE
        return {
            "action": phrase(f"shell.{tile_action(box, table, tile)}"),
            "cost": tile_cost(box, table, tile),
            "n": int(table.shells[player]),
        }
    if code == t.CANNOT_PAY:
        shortcut = actions.shortcut_under(box, table)
        icon = phrase(f"icon.{ICON_NAMES[int(box.path_icon[shortcut])]}")
        return {"n": int(box.path_cards[shortcut]), "icon": icon}
    return {}


def explain_card(box: Any, table: Any, card: int, code: int) -> dict[str, object]:
    """Name the card refused, if there is one of this number."""
    every = int(box.market_cards) | int(box.starting_cards)
    named: object = card_said(box, card) if every >> card & 1 else phrase("card.none")
    if code != t.OTHER_SYMBOL:
        return {"card": named}
    icon = int(box.path_icon[actions.shortcut_under(box, table)])
    return {"card": named, "icon": phrase(f"icon.{ICON_NAMES[icon]}")}


def explain_space(box: Any, table: Any, player: int, act: int, code: int) -> dict[str, object]:
    """Name the space refused."""
    if act < t.LEFT:
        _, _, end = end_of(box, table, player, act)
    else:
        end = actions.path_end(box, table, actions.shortcut_under(box, table))
    named: object = space_name(end) if is_space(end) else phrase("space.beyond")
    other = beach.crab_on(table, end)
    if code in (t.OCCUPIED, t.NO_ROOM):
        return {"space": named, "crab": crab_said(table, max(other, 0))}
    return {"space": named}
