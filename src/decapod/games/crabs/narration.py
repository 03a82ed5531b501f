"""Crabs! in words: what to do now, what a move does, why it is refused, and what happened, as a viewer may know it."""

from __future__ import annotations

import functools
from typing import Any

from decapod.engine import bits
from decapod.engine.protocols import NOT_YOUR_TURN, not_your_turn
from decapod.games.crabs.chapters.cards import count_of, list_kinds, list_values, one, size_of, without
from decapod.games.crabs.chapters.choices import crabs_to_bind, crabs_to_keep, debt_value, is_kept_turned, level_of
from decapod.games.crabs.knowledge import is_move_hidden
from decapod.games.crabs.notation import write_cards
from decapod.games.crabs.state import (
    ACTION_NAMES,
    ACTION_TAKEN,
    BIND_NOTHING,
    BIND_TOO_FEW,
    BINDING,
    CLAIM,
    CLAIM_LACKS,
    CRAB_DEAD_END,
    DONE,
    DRAW,
    GEAR_COST,
    GEAR_NAMES,
    GIVING,
    HAND_LACKS,
    HAND_NOT_NOW,
    KEEP,
    KEEP_LEVEL,
    KEEP_NOT_PLAYED,
    LEVEL_NAMES,
    NIBBLE,
    PAY_PLAIN,
    PAYING,
    PHASE_NAMES,
    PLAY,
    POOL_LACKS,
    POOL_NOT_NOW,
    REACHED,
    RELAXING,
    ROPE_DEAD_END,
    ROPING,
    SLOTS,
    TAKE,
    TAKING_BACK,
    TRADE_TOTAL,
    TURN,
    UNTIL_ENOUGH,
    VALUES,
    is_golden,
    list_objectives,
    value_of,
)
from decapod.scene import Message, PlayerRef, message


def prompt(box: Any, state: Any, player: int) -> Message:
    """Ask for the next step of the turn, with what is still due and the running total."""
    phase, due = int(state.phase), int(state.due)
    total = bind_total(box, state) if phase == BINDING else int(state.total)
    value = debt_value(state) if phase == PAYING else 0
    return message(
        f"prompt.{PHASE_NAMES[phase]}{prompt_step(box, state, player)}",
        due=due, total=total, taken=total - due, value=value, limit=int(box.limit), cards=cards_phrase(total),
        keeps=keeps_phrase(box, state, total), more=next_level(box, state, total),
    )  # fmt: skip


def prompt_step(box: Any, state: Any, player: int) -> str:
    """Say how far a phase has come, as far as another prompt is due: nobody is asked for what they cannot do."""
    phase = int(state.phase)
    if phase == BINDING:
        if not crabs_to_keep(box, state, player):
            return "_on"
        return "" if crabs_to_bind(box, state, player, 0, 0) else "_last"
    if phase in (*GIVING, RELAXING) and not state.total:
        return "_first"
    return "_last" if phase in GIVING and not state.hand[player] else ""


def running_total(box: Any, state: Any) -> Message | None:
    """Say how far an action has come: "2 of 4 cards", "17 → a [3] or a turned [4]"; None where nothing is added up."""
    phase, total = int(state.phase), int(state.total)
    if phase in (*GIVING, *TAKING_BACK):
        taken = total - int(state.due)
        return message(f"haul.{PHASE_NAMES[phase]}", total=total, cards=cards_phrase(total), taken=taken)
    return bind_phrase(box, state, "haul.binding") if phase == BINDING else None


def bind_phrase(box: Any, state: Any, key: str = "haul.bind") -> Message:
    """Say what the crabs played so far in a bind add up to, and what that keeps; in words, or in short."""
    total = bind_total(box, state)
    return message(key, total=total, keeps=keeps_phrase(box, state, total))


def sum_up(box: Any, state: Any, player: int, *, own: bool) -> list[Message]:
    """Sum a player up: points and gear, then the hand as far as all know it.

    Once it is over, say how the points came about.
    """
    points, gear, n = int(state.score[player]), int(state.gear[player]), size_of(int(state.hand[player]))
    end, bonus = int(box.end[int(state.players)]), int(box.bonus[gear])
    first = [message("panel.points", points=points, end=end, gear=gear_phrase(gear), bonus=bonus)]
    if state.ending:
        first = explain_score(box, state, player)
    known = int(state.hand[player]) if state.ending else int(state.known[player])
    if known == 0:
        return [*first, message("panel.hand", n=n)]
    roped = bool(state.rope) and player == state.turn  # a rope may be one of the cards that all saw taken (CR-37)
    if own and not state.ending:
        return [*first, message("panel.own", n=n, cards=star_cards(known))]
    cards = " ".join([star_cards(known), *["?"] * (n + roped - size_of(known))])
    return [*first, message("panel.roped" if roped else "panel.known", n=n, cards=cards)]


def star_cards(cards: int) -> str:
    """Write cards with the star that golden ones have."""
    return write_cards(cards).replace("*", "★")


def explain_score(box: Any, state: Any, player: int) -> list[Message]:
    """Say how a player's points came about: score cards upright and turned, objectives, gear stars (CR-31)."""
    upright = sum(value_of(kind) + is_golden(kind) for kind in list_kinds(int(state.upright[player])))
    turned = sum(int(box.turned[value_of(kind)]) + is_golden(kind) for kind in list_kinds(int(state.turned[player])))
    goals = sum(int(box.pays[objective]) for objective in list_objectives(int(state.claims[player])))
    return [
        message("panel.score", points=int(state.score[player]), upright=upright, turned=turned),
        message("panel.score_more", goals=goals, stars=int(box.stars[int(state.gear[player])])),
    ]


# --- cards, points and gear -------------------------------------------------------------------------------


@functools.cache
def card_phrase(kind: int) -> Message:
    """Name a kind of card."""
    return message("card.golden" if is_golden(kind) else "card.plain", value=value_of(kind))


@functools.cache
def points_phrase(n: int) -> Message:
    """Say a number of points."""
    return message("points.1") if n == 1 else message("points.other", n=n)


@functools.cache
def cards_phrase(n: int) -> Message:
    """Say a number of cards."""
    return message("cards.1") if n == 1 else message("cards.other", n=n)


@functools.cache
def gear_phrase(gear: int) -> Message:
    """Name a gear card by its number; 0 is bare hands."""
    return message(f"gear.{GEAR_NAMES[gear]}")


def keeps_phrase(box: Any, state: Any, total: int) -> Message:
    """Say which crabs a total of a bind keeps, gear included (CR-20 to CR-22)."""
    return level_phrase(state, level_of(box, total))


def level_phrase(state: Any, level: int) -> Message:
    """Say which crabs a level of the chart keeps."""
    return message("keeps.turned_one" if level == 0 and state.turned_one else f"keeps.{LEVEL_NAMES[level]}")


def next_level(box: Any, state: Any, total: int) -> Message:
    """Say what the level above a total of a bind needs, and keeps (CR-20); nothing above the highest."""
    level = level_of(box, total)
    if level == VALUES:
        return message("keeps.most")
    return message("keeps.more", total=int(box.chart[level]), keeps=level_phrase(state, level + 1))


def bind_total(box: Any, state: Any) -> int:
    """Add the crabs shown and the gear of the player in turn (CR-19)."""
    return int(state.total) + int(box.bonus[int(state.gear[int(state.turn)])])


def objective_parts(box: Any, objective: int) -> dict[str, object]:
    """Return what fills the gaps of words about an objective: what it needs and pays, what plain crabs are worth."""
    needs = " ".join(f"[{value}]" for value in list_values(int(box.needs[objective])))
    worth = points_phrase(sum(list_values(int(box.needs[objective]))))
    return {"needs": needs, "points": points_phrase(int(box.pays[objective])), "worth": worth}


def claim_gain(box: Any, upright: int, objective: int) -> str:
    """Say how many points more an objective is worth than the crabs it takes, of these, golden ones last (CR-27)."""
    gain = int(box.pays[objective])
    for value in list_values(int(box.needs[objective])):
        plain = count_of(upright, 2 * value - 2) > 0
        upright = without(upright, 2 * value - (2 if plain else 1))
        gain -= value + (not plain)
    return f"{gain:+d}".replace("-", "−")


def card_of(move: int) -> int:
    """Return the kind of card a move is about; it must be one with a card."""
    if move < TAKE:
        return move - PLAY
    if move < KEEP:
        return move - TAKE
    return move - KEEP if move < TURN else move - TURN


# --- moves and refusals -----------------------------------------------------------------------------------


def aid_phrase(box: Any, action: int) -> Message:
    """Say what an action does, as the player aid does."""
    return message(f"aid.{ACTION_NAMES[action]}", catch=int(box.catch), relax=int(box.relax))


def describe_move(box: Any, state: Any, player: int, move: int) -> Message:
    """Say what a move does, legal or not."""
    phase = int(state.phase)
    if move < DRAW:
        return message("move.action", aid=aid_phrase(box, move))
    if move == DRAW:
        return message("move.draw")
    if move == DONE:
        return message(f"move.done.{PHASE_NAMES[phase] if phase in UNTIL_ENOUGH else 'other'}")
    if move < TAKE:
        key = {ROPING: "move.rope", BINDING: "move.crab"}.get(phase, "move.give")
        return message(key, card=card_phrase(card_of(move)))
    if move < CLAIM:
        return describe_card_move(box, state, player, move)
    if move < PAY_PLAIN:
        return describe_claim(box, state, player, move - CLAIM)
    value = debt_value(state) if state.debt else 0
    return message("move.pay_plain" if move == PAY_PLAIN else "move.pay_golden", value=value)


def describe_card_move(box: Any, state: Any, player: int, move: int) -> Message:
    """Say what a move with a card of pool, bind or score zone does."""
    kind = card_of(move)
    if move < KEEP:
        return message("move.take", card=card_phrase(kind))
    if move >= TURN:
        return message("move.turn", card=card_phrase(kind))
    value = value_of(kind)
    turned = is_kept_turned(box, state, player, kind)
    worth = (int(box.turned[value]) if turned else value) + is_golden(kind)
    return message("move.keep_turned" if turned else "move.keep", card=card_phrase(kind), points=points_phrase(worth))


def describe_claim(box: Any, state: Any, player: int, slot: int) -> Message:
    """Say what the objective in a slot takes and pays."""
    objective = int(state.slots[slot]) - 1
    if objective < 0:
        return message("move.claim_none", slot=slot + 1)
    gain = claim_gain(box, int(state.upright[player]), objective)
    return message("move.claim", **objective_parts(box, objective), gain=gain)


def refusal_parameters(box: Any, state: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need: cards, totals, what they would keep, what is lacking."""
    if code == NOT_YOUR_TURN:
        return not_your_turn(state)
    if code in (POOL_LACKS, HAND_LACKS, ROPE_DEAD_END, KEEP_NOT_PLAYED):
        return {"card": card_phrase(card_of(move))}
    if code in (ACTION_TAKEN, HAND_NOT_NOW, POOL_NOT_NOW):
        return {"now": message(f"now.{PHASE_NAMES[int(state.phase)]}")}
    if code == TRADE_TOTAL:
        return {"card": card_phrase(card_of(move)), "due": int(state.due)}
    have = size_of(int(state.hand[player]))
    if code == GEAR_COST:
        gear = int(state.gear[player]) + 1
        return {"gear": gear_phrase(gear), "cost": int(box.cost[gear]), "have": have}
    if code == BIND_TOO_FEW:
        return {"have": have}
    if code == BIND_NOTHING:
        return failed_bind(box, state, player)
    if code in (CRAB_DEAD_END, KEEP_LEVEL):
        total = bind_total(box, state) + (value_of(card_of(move)) if code == CRAB_DEAD_END else 0)
        return {"total": total, "keeps": keeps_phrase(box, state, total), "card": card_phrase(card_of(move))}
    if code == CLAIM_LACKS:
        objective = int(state.slots[move - CLAIM]) - 1
        cards = write_cards(int(state.upright[player]))
        return {"needs": objective_parts(box, objective)["needs"], "have": cards or message("none")}
    return {}


def failed_bind(box: Any, state: Any, player: int) -> dict[str, object]:
    """Give an example of why no bind keeps anything: the largest one, with the lowest card of the hand as its rope."""
    rope, *crabs = [value_of(kind) for kind in list_kinds(int(state.hand[player]))]
    gear = int(state.gear[player])
    total = sum(crabs) + int(box.bonus[gear])
    cards = " ".join(f"[{value}]" for value in crabs)
    keeps = keeps_phrase(box, state, total)
    return {"rope": f"[{rope}]", "cards": cards, "total": total, "gear": gear_phrase(gear), "keeps": keeps}


# --- what happened ----------------------------------------------------------------------------------------


def narrate(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Message]:
    """Tell what a move did, as the viewer may know it: a drawn card and a rope only to their owner."""
    who = PlayerRef(player)
    events = [narrate_move(box, before, player, move, after, viewer)]
    if after.gear[player] != before.gear[player]:
        events.append(message("event.gear", player=who, gear=gear_phrase(int(after.gear[player]))))
    for slot in range(SLOTS):
        objective = int(after.slots[slot]) - 1
        if objective >= 0 and after.slots[slot] != before.slots[slot]:
            events.append(message("event.objective", **objective_parts(box, objective)))
    if after.closing != before.closing and after.closing == REACHED:
        events.append(message("event.last_round", player=who, points=points_phrase(int(after.score[player]))))
    elif after.closing != before.closing:
        events.append(message("event.quiet", rounds=int(box.quiet)))
    return events


def narrate_move(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> Message:
    """Tell the small move itself."""
    who = PlayerRef(player)
    if move < DRAW:
        return message("event.action", player=who, action=message(f"action.{ACTION_NAMES[move]}"))
    if move == DRAW:
        return narrate_draw(before, player, after, viewer)
    if move == DONE:
        total = int(before.total)
        return message(
            f"event.enough.{PHASE_NAMES[int(before.phase)]}", player=who, total=total, cards=cards_phrase(total)
        )
    if move < TAKE:
        return narrate_card(box, before, player, card_of(move), viewer)
    if move < KEEP:
        return message("event.take", player=who, card=card_phrase(card_of(move)))
    if move < TURN:
        return narrate_keep(box, before, player, card_of(move), after)
    if move < CLAIM:
        return message("event.turn", player=who, card=card_phrase(card_of(move)))
    if move < PAY_PLAIN:
        return message("event.claim", player=who, **objective_parts(box, int(before.slots[move - CLAIM]) - 1))
    key = "event.pay_plain" if move == PAY_PLAIN else "event.pay_golden"
    return message(key, player=who, value=debt_value(before))


def narrate_draw(before: Any, player: int, after: Any, viewer: int) -> Message:
    """Tell who drew, and to them what."""
    if viewer != player:
        return message("event.draw", player=PlayerRef(player))
    return message("event.draw_own", card=card_phrase(only_kind(int(after.hand[player]) - int(before.hand[player]))))


def narrate_card(box: Any, before: Any, player: int, kind: int, viewer: int) -> Message:
    """Tell which card was played; a rope lies face down."""
    who, card = PlayerRef(player), card_phrase(kind)
    if is_move_hidden(box, before, player, kind, viewer):
        return message("event.rope", player=who)
    if before.phase == ROPING:
        return message("event.rope_own", card=card)
    if before.phase == BINDING:
        return message("event.crab", player=who, card=card, total=bind_total(box, before) + value_of(kind))
    return message("event.give", player=who, card=card)


def narrate_keep(box: Any, before: Any, player: int, kind: int, after: Any) -> Message:
    """Tell what was kept, and which card the rope turned out to be."""
    rope = only_kind(int(after.pool) - int(before.pool) - int(before.haul) + one(kind))
    key = "event.keep_turned" if is_kept_turned(box, before, player, kind) else "event.keep"
    return message(key, player=PlayerRef(player), card=card_phrase(kind), rope=card_phrase(rope))


def only_kind(card: int) -> int:
    """Return the kind of a single card."""
    return bits.lowest(card) // NIBBLE
