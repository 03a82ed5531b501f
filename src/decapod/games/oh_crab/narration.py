"""Oh Crab! in words: what to do now, what a move does, why it may not be made, what it did."""

from __future__ import annotations

from typing import Any

from decapod.engine import bits
from decapod.engine.protocols import NOT_YOUR_TURN
from decapod.games.oh_crab.chapters import beach, cards, icons, push, shells, shortcuts
from decapod.games.oh_crab.knowledge import is_move_hidden
from decapod.games.oh_crab.notation import ACT_WORDS, CARD_VERBS, card_verb, is_space, route_of, space_name
from decapod.games.oh_crab.state import (
    A_CARD,
    ACT,
    ACTS,
    ADD,
    ANY,
    AWAY,
    BUILD,
    CANNOT_PAY,
    CHEF,
    COSTS_A_CARD,
    DIAGONAL,
    DIRECTION_NAMES,
    DIRECTIONS,
    DISCARD,
    DRAW,
    END,
    FORWARD,
    HALF,
    HERD,
    ICON_NAMES,
    ILLEGAL_REASONS,
    INACCESSIBLE,
    LEAP,
    LEFT,
    MAIN,
    NO_CARD,
    NO_CARD_FOR_OBSTACLE,
    NO_ROOM,
    NO_SPECIAL,
    NOBODY,
    NOT_IN_HAND,
    NOT_IN_SEQUENCE,
    NOT_OPEN,
    NOTHING_WORKS,
    OCCUPIED,
    OFFER,
    OTHER_CRAB,
    OTHER_SYMBOL,
    OTHER_WAY,
    OUT_OF_ORDER,
    PATH,
    PAY,
    PLAN,
    PUSH,
    REST,
    RESTOCK,
    RIGHT,
    RUSHES_FROM_SIDE,
    SHELL_ACTION,
    SHELL_ACTIONS,
    SIDE,
    SNACK,
    SPECIAL,
    SPECIALS,
    STAGES,
    STAY,
    STEP,
    STOP,
    STRAIGHT,
    SWAP,
    TILE,
    TOLL,
    TOO_FEW_SHELLS,
    USE,
    kind_name,
    members,
)
from decapod.scene import Message, PlayerRef, awaited, message

SIDE_NAMES = ("left", "right")
CARD_REFUSALS = (NOT_IN_HAND, NOT_OPEN, NOT_IN_SEQUENCE, OTHER_SYMBOL, OUT_OF_ORDER)
#: Special and shell actions that are steps of one's own crab, by what the first may be.
STEP_ICONS = {"slant": DIAGONAL, "faster": FORWARD, "zigzag": DIAGONAL, "slide": ANY}
SPACE_REFUSALS = (INACCESSIBLE, NO_CARD_FOR_OBSTACLE, RUSHES_FROM_SIDE, OCCUPIED, NO_ROOM)


def prompt(box: Any, state: Any, player: int) -> Message:
    """Say what is asked of a player who is awaited."""
    stage = int(state.stage)
    if stage == PAY:
        return message("prompt.pay", action=message(f"special.{SPECIALS[int(state.special)]}"))
    if stage == TOLL:
        return message("prompt.toll", cost=cards_phrase(int(state.toll)), icon=toll_phrase(box, state))
    if stage == PUSH:
        return message("prompt.push", crab=crab_phrase(state, int(state.pushed)))
    if stage == STEP and state.down >> player & 1:
        return message("prompt.step_fallen")
    if stage == DISCARD and player == state.turn:
        return message("prompt.discard_obstacle")
    if stage == RESTOCK and not state.hand[player]:
        return message("prompt.restock_empty")
    if stage == BUILD and not state.sequence[player]:
        return message("prompt.build_first")
    if stage == ACT and not state.unused & ~(1 << SHELL_ACTION):
        tiles = range(len(box.shell_cost)) if state.unused else ()
        affordable = any(state.shells[player] >= box.shell_cost[tile][shells.side_of(state, tile)] for tile in tiles)
        return message("prompt.act_shells" if affordable else "prompt.act_none")
    return message(f"prompt.{STAGES[stage]}")


# --- what a move does -------------------------------------------------------------------------------------


def describe_move(box: Any, state: Any, player: int, move: int) -> Message:
    """Say what a move does; the active player's acts can be told to anybody."""
    if move < ACTS:
        left, right = map(icon_phrase, box.halves[move])
        return message(f"move.{card_verb(state)}", card=card_phrase(box, move), left=left, right=right)
    act = move - ACTS
    if act < LEFT:
        return describe_route(box, state, act)
    if act <= RIGHT:
        return describe_side(box, state, act - LEFT)
    if USE <= act < TILE:
        return message("move.use", action=action_phrase(box, state, act - USE))
    if TILE <= act < PATH:
        action, cost = shell_action(box, state, act - TILE)
        return message("move.tile", action=message(f"shell.{action}"), cost=shells_phrase(cost))
    if act == STOP and state.stage == OFFER:
        return message("move.leave")
    return message(f"move.{ACT_WORDS[act]}")


def describe_route(box: Any, state: Any, act: int) -> Message:
    """Say who goes where: a step, a push, a swap ..."""
    crab, _, end = route_of(state, act)
    if not is_space(end):
        return message("move.unknown")
    other = beach.crab_on(state, end)
    gaps: dict[str, object] = {"crab": crab_phrase(state, crab), "space": space_phrase(box, state, end)}
    if state.stage == PUSH:
        return message("move.push", **gaps)
    if state.stage == SWAP:
        return message("move.swap", **gaps, other=crab_phrase(state, max(other, 0)))
    if other in (NOBODY, crab):
        return message("move.go", **gaps)
    return message("move.onto", **gaps, other=crab_phrase(state, other))


def describe_side(box: Any, state: Any, end: int) -> Message:
    """Say what left (0) or right (1) means now."""
    side = message(f"side.{SIDE_NAMES[end]}")
    if state.stage == HALF:
        return message("move.half", side=side, icon=icon_phrase(box.halves[state.fresh[state.which]][end]))
    if state.stage == STEP:
        return message("move.give_up", icon=icon_phrase(DIAGONAL if end else FORWARD))
    return message("move.place", side=side) if state.sequence[state.turn] else message("move.place_first")


# --- things in words --------------------------------------------------------------------------------------


def icon_phrase(icon: int) -> Message:
    """Name an icon; there may be none."""
    return message(f"icon.{ICON_NAMES[int(icon)] if icon >= 0 else 'none'}")


def sign_phrase(icon: int) -> Message:
    """Name the symbol of an icon, so that it is found among others: by its colour, too."""
    return message(f"sign.{ICON_NAMES[int(icon)]}")


def use_phrase(icon: int) -> Message:
    """Say what the action of an icon is (OC-13)."""
    return message(f"use.{ICON_NAMES[int(icon)] if icon >= 0 else 'none'}")


def shells_phrase(n: int) -> Message:
    """Say a number of shells."""
    return message("shells.1") if n == 1 else message("shells.other", n=n)


def cards_phrase(n: int) -> Message:
    """Say a number of cards."""
    return message("cards.1") if n == 1 else message("cards.other", n=n)


def card_phrase(box: Any, card: int) -> Message:
    """Name a card by its main and its special action."""
    return main_phrase(int(box.main[card]), int(box.special[card]))


def main_phrase(main: int, special: int) -> Message:
    """Name a card that has a main action and, perhaps, a special one."""
    icon = message("card.any") if main == ANY else icon_phrase(main)
    if special == NO_SPECIAL:
        return message("card.plain", icon=icon)
    return message("card.special", icon=icon, special=message(f"special.{SPECIALS[special]}"))


def crab_phrase(state: Any, crab: int) -> Message | PlayerRef:
    """Name a crab by its player, or call it a stray."""
    return PlayerRef(crab) if crab < state.players else message("crab.stray")


def space_phrase(box: Any, state: Any, space: int) -> Message:
    """Name a space with what is there."""
    kind = message(f"kind.{kind_name(beach.kind(box, state, space))}")
    return message("space.named", space=space_name(space), kind=kind)


def action_phrase(box: Any, state: Any, action: int) -> Message:
    """Name an action of the turn: what the card, the joint or the chef gives."""
    if action == CHEF:
        return message("action.chef")
    which, part = divmod(action, A_CARD)
    card = int(state.fresh[which])
    if card == NO_CARD:
        return message("action.none")
    if part == MAIN:
        return message("action.main", icon=icon_phrase(box.main[card]))
    if part == SIDE:
        return message("action.side", icon=icon_phrase(state.side[which]))
    special = int(box.special[card])
    key = "action.special_cost" if COSTS_A_CARD >> special & 1 else "action.special"
    return message(key, special=message(f"special.{SPECIALS[special] or 'none'}"))


def shell_action(box: Any, state: Any, tile: int) -> tuple[str, int]:
    """Return the name of the action that a shell tile shows, and what it costs."""
    side = shells.side_of(state, tile)
    return SHELL_ACTIONS[int(box.shell_action[tile][side])], int(box.shell_cost[tile][side])


def toll_phrase(box: Any, state: Any) -> Message:
    """Name the symbol that pays the shortcut under the active player's crab."""
    return sign_phrase(box.path_icon[shortcuts.shortcut_under(box, state)])


# --- why a move may not be made ---------------------------------------------------------------------------


def refusal_parameters(box: Any, state: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need; while all plan, several players may be awaited."""
    if code == NOT_YOUR_TURN:
        return {"player": [PlayerRef(seat) for seat in awaited(state)]}
    if code in CARD_REFUSALS:
        return card_parameters(box, state, move, code)
    act = move - ACTS
    if code in SPACE_REFUSALS:
        return space_parameters(box, state, act, code)
    if code == OTHER_CRAB and act < LEAP:
        crab = act // DIRECTIONS
        return {"crab": crab_phrase(state, crab) if crab < state.crabs else message("crab.none")}
    if code == OTHER_WAY and act < LEAP:
        return {"way": message(f"way.{DIRECTION_NAMES[act % DIRECTIONS]}")}
    if code == TOO_FEW_SHELLS:
        action, cost = shell_action(box, state, act - TILE)
        return {"action": message(f"shell.{action}"), "cost": shells_phrase(cost), "n": int(state.shells[player])}
    if code == CANNOT_PAY:
        need = int(box.path_cards[shortcuts.shortcut_under(box, state)])
        held = bits.count(shortcuts.fitting_cards(box, state, player))
        return {"cost": cards_phrase(need), "n": held, "icon": toll_phrase(box, state)}
    if code == NOTHING_WORKS:
        return {"why": explain_nothing(box, state, act)}
    return {}


def explain_nothing(box: Any, state: Any, act: int) -> list[Message]:
    """Say why an action would do nothing: what bars each way of its step, or what else it lacks (OC-12)."""
    name, icon, cost = "main", NO_CARD, 0  # a card for Momentum!, a half for Sideways!
    if act == HERD:
        name = "stray"
    elif act == USE + CHEF:
        icon = DIAGONAL
    elif TILE <= act < PATH:
        name = shell_action(box, state, act - TILE)[0]
    elif USE <= act < TILE:
        which, part = divmod(act - USE, A_CARD)
        card = state.fresh[which]
        icon = {MAIN: int(box.main[card]), SIDE: int(state.side[which]), SPECIAL: NO_CARD}[part]
        if part == SPECIAL:
            name, cost = SPECIALS[box.special[card]], COSTS_A_CARD >> int(box.special[card]) & 1
    icon = STEP_ICONS.get(name, icon)
    if icon == NO_CARD:
        return [message(f"nothing.{name}")]
    return barred_ways(box, state, icons.ways_of(icon), cards.hand_size(state, state.turn) - cost)


def barred_ways(box: Any, state: Any, ways: int, payable: int) -> list[Message]:
    """Say what bars each of some ways of the active player's crab; what lies beside the beach only if all do."""
    me = int(state.turn)
    found: list[Message] = []
    for way in members(ways):
        end = beach.next_to(int(state.at[me]), way)
        code = push.entry_refusal(box, state, me, end, STRAIGHT >> way & 1, 0, payable)
        if is_space(end):
            found.append(
                message(f"nothing.{ILLEGAL_REASONS[code][0].partition('.')[2]}", **entry_parameters(state, end, code))
            )
    return found or [message("nothing.steps")]


def card_parameters(box: Any, state: Any, card: int, code: int) -> dict[str, object]:
    """Name the card refused, if there is one of this number, and what a shortcut wants instead."""
    exists = int(box.market_cards | box.starting_cards) >> card & 1
    gaps: dict[str, object] = {"card": card_phrase(box, card) if exists else message("card.none")}
    return gaps | {"icon": toll_phrase(box, state)} if code == OTHER_SYMBOL else gaps


def space_parameters(box: Any, state: Any, act: int, code: int) -> dict[str, object]:
    """Name the space refused, and who is there if that is why."""
    if act < LEFT:
        _, _, end = route_of(state, act)
    else:
        end = shortcuts.path_end(box, state, shortcuts.shortcut_under(box, state))
    return entry_parameters(state, end, code)


def entry_parameters(state: Any, end: int, code: int) -> dict[str, object]:
    """Name a space that cannot be entered, and who is there if that is why."""
    gaps: dict[str, object] = {"space": space_name(end) if is_space(end) else message("space.beyond")}
    if code in (OCCUPIED, NO_ROOM):
        gaps["crab"] = crab_phrase(state, max(beach.crab_on(state, end), 0))
    return gaps


# --- what a move did --------------------------------------------------------------------------------------


def narrate(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Message]:
    """Tell the choice, then everything on the table it changed; plans and blind cards only to their player."""
    if move < ACTS:
        events = [narrate_card(box, before, player, move, viewer)]
    elif move <= ACTS + RIGHT:
        events = narrate_side(box, before, player, move - ACTS, after)
    else:
        events = narrate_act(box, before, player, move - ACTS, after, viewer)
    events += narrate_crabs(box, before, after)
    events += narrate_gains(before, after)
    if not after.ending and after.rounds != before.rounds:
        events.append(message("event.round", n=int(after.rounds), player=PlayerRef(int(after.chef))))
    return events


def narrate_card(box: Any, before: Any, player: int, card: int, viewer: int) -> Message:
    """Tell what a card was chosen for."""
    stage, who = int(before.stage), PlayerRef(player)
    key = f"event.{CARD_VERBS[stage]}"
    if stage not in (PLAN, SNACK):
        return message(key, player=who, card=card_phrase(box, card))
    if is_move_hidden(box, before, player, card, viewer):
        return message(key, player=who)
    return message(f"{key}_known", player=who, card=card_phrase(box, card))


def narrate_side(box: Any, before: Any, player: int, act: int, after: Any) -> list[Message]:
    """Tell which end or which half was chosen; a crab that goes or gets up is told as such."""
    who = PlayerRef(player)
    if act < LEFT or before.stage == STEP:
        return []
    if before.stage == HALF:
        icon = box.halves[before.fresh[before.which]][act - LEFT]
        return [message("event.half", player=who, icon=icon_phrase(icon))]
    which = int(before.stage == ADD)
    card = card_phrase(box, int(after.fresh[which]))
    if not before.sequence[player]:
        return [message("event.place_first", player=who, card=card)]
    events = [message("event.place", player=who, card=card, side=message(f"side.{SIDE_NAMES[act - LEFT]}"))]
    if after.side[which] != NO_CARD:
        events.append(message("event.whole", icon=icon_phrase(after.side[which])))
    return events


def narrate_act(box: Any, before: Any, player: int, act: int, after: Any, viewer: int) -> list[Message]:
    """Tell which action was used, or what else was chosen."""
    who = PlayerRef(player)
    if act == DRAW:
        cards = members(int(after.secret[player]) & ~int(before.secret[player])) if viewer == player else []
        known = [message("event.draw_known", player=who, card=card_phrase(box, card)) for card in cards]
        return known or [message("event.draw", player=who)]
    if USE <= act < TILE:
        return [message("event.use", player=who, action=action_phrase(box, before, act - USE))]
    if TILE <= act < PATH:
        action, cost = shell_action(box, before, act - TILE)
        return [message("event.tile", player=who, action=message(f"shell.{action}"), cost=shells_phrase(cost))]
    if act == STOP:
        return [message("event.leave", player=who)] if before.stage == OFFER else []
    key = {REST: "rest", PATH: "path", STAY: "stay", END: "end", HERD: "stray"}.get(act)
    return [message(f"event.{key}", player=who)] if key else []


def narrate_crabs(box: Any, before: Any, after: Any) -> list[Message]:
    """Tell which crabs went where, then which fell over or got up."""
    journeys: list[Message] = []
    falls: list[Message] = []
    fell, rose = after.down & ~before.down, before.down & ~after.down
    for crab in range(after.crabs):
        origin, end = int(before.at[crab]), int(after.at[crab])
        who = crab_phrase(after, crab)
        if end == AWAY and origin != AWAY:
            journeys.append(message("event.sea", crab=who, origin=space_name(origin)))
        elif origin != end:
            journeys.append(
                message("event.go", crab=who, origin=space_name(origin), space=space_phrase(box, after, end))
            )
        if fell >> crab & 1:
            falls.append(message("event.fall", crab=who))
        if rose >> crab & 1 and end != AWAY:
            falls.append(message("event.up", crab=who))
    return journeys + falls


def narrate_gains(before: Any, after: Any) -> list[Message]:
    """Tell who took shells, and who must discard."""
    events: list[Message] = []
    for player in range(after.players):
        if after.shells[player] > before.shells[player]:
            events.append(message("event.shell", player=PlayerRef(player)))
        if after.owing >> player & 1 and not before.owing >> player & 1:
            events.append(message("event.owes", player=PlayerRef(player)))
    return events
