"""Crabs! in words: what a move does, why it is refused, and the story of what happened, as a viewer may know it."""

from __future__ import annotations

from typing import Any

from decapod.games.crabs import notation
from decapod.games.crabs import table as facts
from decapod.games.crabs.art import needed
from decapod.games.crabs.cards import is_golden, one, size_of, value_of
from decapod.games.crabs.choices import level_of, owed_value
from decapod.games.crabs.table import (
    CLAIM,
    DONE,
    DRAW,
    KEEP,
    KEEP_TURNED,
    PAY_PLAIN,
    PLAY,
    ROPING,
    TAKE,
    TURN,
)
from decapod.scene import Phrase, PlayerName, phrase

# --- cards, points and gear -------------------------------------------------------------------------------


def named(kind: int) -> Phrase:
    """Name a kind of card."""
    return phrase("card.golden" if is_golden(kind) else "card.plain", value=value_of(kind))


def points_of(n: int) -> Phrase:
    """Say a number of points."""
    return phrase("points.1") if n == 1 else phrase("points.other", n=n)


def bind_total(box: Any, table: Any) -> int:
    """Add the crabs shown and the gear of the player in turn (CR-19)."""
    return int(table.total) + int(box.bonus[int(table.gear[int(table.turn)])])


def stood_on(table: Any, player: int) -> Phrase:
    """Name a player's gear."""
    return phrase(f"gear.{int(table.gear[player])}")


def needs_of(box: Any, objective: int) -> str:
    """Write what an objective takes."""
    return " ".join(f"[{value}]" for value in needed(int(box.needs[objective])))


# --- moves and refusals -----------------------------------------------------------------------------------


def card_of(move: int) -> int:
    """Return the kind of card a move is about."""
    if move < TAKE:
        return move - PLAY
    if move < KEEP:
        return move - TAKE
    if move < KEEP_TURNED:
        return move - KEEP
    return move - KEEP_TURNED + 2 if move < TURN else move - TURN + 2


def tell(box: Any, table: Any, player: int, move: int) -> Phrase:
    """Say what a move does."""
    phase = int(table.phase)
    if move < DRAW:
        return phrase("move.action", aid=phrase(f"aid.{move}"))
    if move == DRAW:
        return phrase("move.draw")
    if move == DONE:
        return phrase(f"move.done.{phase}" if phase in (2, 4, 9, 10) else "move.done.other")
    if move < TAKE:
        key = {ROPING: "move.rope", facts.BINDING: "move.crab"}.get(phase, "move.give")
        return phrase(key, card=named(card_of(move)))
    if move < CLAIM:
        return tell_card(move)
    if move < PAY_PLAIN:
        return tell_claim(box, table, move - CLAIM)
    value = owed_value(table) if table.owed else 0
    return phrase("move.pay_plain" if move == PAY_PLAIN else "move.pay_golden", value=value)


def tell_card(move: int) -> Phrase:
    """Say what a move with a card of pool, bind or score zone does."""
    kind = card_of(move)
    if move < KEEP:
        return phrase("move.take", card=named(kind))
    if move < KEEP_TURNED:
        return phrase("move.keep", card=named(kind), points=points_of(value_of(kind) + is_golden(kind)))
    if move < TURN:
        worth = value_of(kind) - 1 + is_golden(kind)
        return phrase("move.keep_turned", card=named(kind), points=points_of(worth))
    return phrase("move.turn", card=named(kind))


def tell_claim(box: Any, table: Any, slot: int) -> Phrase:
    """Say what an objective takes and pays."""
    objective = int(table.shown[slot]) - 1
    if objective < 0:
        return phrase("move.claim_none", slot=slot + 1)
    return phrase("move.claim", needs=needs_of(box, objective), pays=int(box.pays[objective]))


def explain(box: Any, table: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need: cards, totals, what they would keep, what is lacking."""
    if code == facts.NOT_YOUR_TURN:
        return {"player": PlayerName(int(table.turn))}
    if code in (facts.POOL_LACKS, facts.HAND_LACKS, facts.ROPE_DEAD_END, facts.KEEP_NOT_PLAYED):
        return {"card": named(card_of(move))}
    if code in (facts.ACTION_TAKEN, facts.HAND_NOT_NOW, facts.POOL_NOT_NOW):
        return {"now": phrase(f"now.{int(table.phase)}")}
    if code == facts.TRADE_TOTAL:
        return {"card": named(card_of(move)), "due": int(table.due)}
    if code == facts.GEAR_COST:
        gear = int(table.gear[player]) + 1
        have = size_of(int(table.hand[player]))
        return {"gear": phrase(f"gear.{gear}"), "cost": int(box.cost[gear]), "have": have}
    if code == facts.BIND_TOO_FEW:
        return {"have": size_of(int(table.hand[player]))}
    if code in (facts.CRAB_DEAD_END, facts.KEEP_LEVEL):
        total = bind_total(box, table)
        if code == facts.CRAB_DEAD_END:
            total += value_of(card_of(move))
        return {"total": total, "keeps": phrase(f"keeps.{level_of(box, total)}")}
    if code == facts.CLAIM_LACKS:
        have = notation.row(int(table.upright[player]))
        objective = int(table.shown[move - CLAIM]) - 1
        return {"needs": needs_of(box, objective), "have": have or phrase("none")}
    return {}


# --- the story --------------------------------------------------------------------------------------------


def story(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Phrase]:
    """Tell what a move did, as the viewer may know it: a drawn card and a rope only to their owner."""
    who = PlayerName(player)
    told = [tale(box, before, player, move, after, viewer)]
    if after.gear[player] != before.gear[player]:
        told.append(phrase("story.gear", player=who, gear=stood_on(after, player)))
    for slot in range(facts.SLOTS):
        objective = int(after.shown[slot]) - 1
        if objective >= 0 and after.shown[slot] != before.shown[slot]:
            worth = points_of(int(box.pays[objective]))
            told.append(phrase("story.shown", needs=needs_of(box, objective), points=worth))
    if after.closing != before.closing and after.closing == facts.REACHED:
        told.append(phrase("story.last_round", player=who, points=points_of(int(after.score[player]))))
    elif after.closing != before.closing:
        told.append(phrase("story.quiet", rounds=int(box.quiet)))
    return told


def tale(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> Phrase:
    """Tell the small move itself."""
    who, phase = PlayerName(player), int(before.phase)
    if move < DRAW:
        return phrase("story.action", player=who, action=phrase(f"action.{move}"))
    if move == DRAW:
        return tale_of_draw(before, player, after, viewer)
    if move == DONE:
        keys = {facts.RELAXING: "story.relaxed", facts.CLAIMING: "story.declines"}
        if phase in keys:
            return phrase(keys[phase], player=who)
        return phrase(f"story.enough.{phase}", player=who, total=int(before.total))
    if move < TAKE:
        return tale_of_card(box, before, player, card_of(move), viewer)
    if move < KEEP:
        return phrase("story.take", player=who, card=named(card_of(move)))
    if move < TURN:
        return tale_of_keep(before, player, move, after)
    if move < CLAIM:
        return phrase("story.turn", player=who, card=named(card_of(move)))
    if move < PAY_PLAIN:
        objective = int(before.shown[move - CLAIM]) - 1
        worth = points_of(int(box.pays[objective]))
        return phrase("story.claim", player=who, needs=needs_of(box, objective), points=worth)
    key = "story.pay_plain" if move == PAY_PLAIN else "story.pay_golden"
    return phrase(key, player=who, value=owed_value(before))


def tale_of_draw(before: Any, player: int, after: Any, viewer: int) -> Phrase:
    """Tell who drew, and to them what."""
    if viewer != player:
        return phrase("story.draw", player=PlayerName(player))
    card = int(after.hand[player]) - int(before.hand[player])
    return phrase("story.draw_own", card=named((card.bit_length() - 1) // 4))


def tale_of_card(box: Any, before: Any, player: int, kind: int, viewer: int) -> Phrase:
    """Tell which card was played; a rope lies face down."""
    who = PlayerName(player)
    if before.phase == ROPING:
        return phrase("story.rope_own", card=named(kind)) if viewer == player else phrase("story.rope", player=who)
    if before.phase == facts.BINDING:
        return phrase("story.crab", player=who, card=named(kind), total=bind_total(box, before) + value_of(kind))
    return phrase("story.give", player=who, card=named(kind))


def tale_of_keep(before: Any, player: int, move: int, after: Any) -> Phrase:
    """Tell what was kept, and which card the rope turned out to be."""
    kind = card_of(move)
    rope = int(after.pool) - int(before.pool) - int(before.bound) + one(kind)
    key = "story.keep" if move < KEEP_TURNED else "story.keep_turned"
    return phrase(key, player=PlayerName(player), card=named(kind), rope=named((rope.bit_length() - 1) // 4))
