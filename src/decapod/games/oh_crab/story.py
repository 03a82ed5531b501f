"""What a move did, told to one viewer from the table before and the table after."""

from __future__ import annotations

from typing import Any

from decapod.games.oh_crab import notation
from decapod.games.oh_crab import terms as t
from decapod.games.oh_crab.notation import card_said, crab_said, listed, space_name
from decapod.scene import Say, Seat, say


def story(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Say]:
    """Tell the choice, then everything on the table it changed."""
    told = [*choice(box, before, player, move, after, viewer)]
    told += crabs(box, before, player, after)
    told += gains(before, after)
    told += round_end(before, after)
    return told


def choice(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Say]:
    """Tell what the player chose; plans and blind cards only to themselves."""
    who = Seat(player)
    if move < t.ACTS:
        return [card_choice(box, before, player, move, viewer)]
    act = move - t.ACTS
    if act < t.LEFT:
        return []  # the crabs tell it
    if act <= t.RIGHT:
        return side_choice(box, before, player, act, after)
    if act == t.REST:
        return [say("story.rest", player=who)]
    if act == t.DRAW:
        drawn = listed(int(after.secret[player]) & ~int(before.secret[player])) if viewer == player else []
        if drawn:
            return [say("story.draw_known", player=who, card=card_said(box, drawn[0]))]
        return [say("story.draw", player=who)]
    if t.USE <= act < t.TILE:
        return [say("story.use", player=who, action=notation.action_said(box, before, act - t.USE))]
    if t.TILE <= act < t.PATH:
        tile = act - t.TILE
        action = say(f"shell.{notation.tile_action(box, before, tile)}")
        return [say("story.tile", player=who, action=action, cost=notation.tile_cost(box, before, tile))]
    if act == t.STAY:
        return [say("story.stay", player=who)]
    if act in (t.PATH, t.HERD):
        return [say("story.path" if act == t.PATH else "story.stray", player=who)]
    if act == t.STOP and before.stage == t.OFFER:
        return [say("story.leave", player=who)]
    return [say("story.end", player=who)] if act == t.END else []


def card_choice(box: Any, before: Any, player: int, card: int, viewer: int) -> Say:
    """Tell what a card was chosen for."""
    stage = int(before.stage)
    who = Seat(player)
    if stage in (t.PLAN, t.SNACK):
        key = "story.plan" if stage == t.PLAN else "story.snack"
        if viewer == player:
            return say(f"{key}_known", player=who, card=card_said(box, card))
        return say(key, player=who)
    return say(f"story.{notation.CARD_VERBS[stage]}", player=who, card=card_said(box, card))


def side_choice(box: Any, before: Any, player: int, act: int, after: Any) -> list[Say]:
    """Tell which end, which half, or which move given up."""
    who = Seat(player)
    side = say("side.left" if act == t.LEFT else "side.right")
    if before.stage == t.STEP:
        return []  # getting up tells it
    if before.stage == t.HALF:
        icon = int(box.halves[before.fresh[before.which]][act - t.LEFT])
        return [say("story.half", player=who, icon=say(f"icon.{notation.ICON_NAMES[icon]}"))]
    which = int(before.stage == t.ADD)
    placed = card_said(box, int(after.fresh[which]))
    if not int(before.sequence[player]):
        return [say("story.place_first", player=who, card=placed)]
    told = [say("story.place", player=who, card=placed, side=side)]
    if after.side[which] != t.NO_CARD:
        told.append(say("story.whole", icon=say(f"icon.{notation.ICON_NAMES[int(after.side[which])]}")))
    return told


def crabs(box: Any, before: Any, player: int, after: Any) -> list[Say]:
    """Tell which crabs went where, fell over or got up."""
    went: list[Say] = []
    changed: list[Say] = []
    for crab in range(after.crabs):
        was, now = int(before.at[crab]), int(after.at[crab])
        who = crab_said(after, crab)
        if now == t.AWAY and was != t.AWAY:
            went.append(say("story.sea", crab=who))
        elif was != now:
            went.append(say("story.go", crab=who, origin=space_name(was), space=notation.space_said(box, after, now)))
        if after.down >> crab & 1 and not before.down >> crab & 1:
            changed.append(say("story.fall", crab=who))
        if before.down >> crab & 1 and not after.down >> crab & 1 and now != t.AWAY:
            changed.append(say("story.up", crab=who))
    return went + changed


def gains(before: Any, after: Any) -> list[Say]:
    """Tell who took shells, and who must discard."""
    told: list[Say] = []
    for player in range(after.players):
        more = int(after.shells[player]) - int(before.shells[player])
        if more > 0:
            told.append(say("story.shell", player=Seat(player)))
        if after.owing >> player & 1 and not before.owing >> player & 1:
            told.append(say("story.owes", player=Seat(player)))
    return told


def round_end(before: Any, after: Any) -> list[Say]:
    """Tell that a round is over, and who has the chef now."""
    if after.ending or after.rounds == before.rounds:
        return []
    return [say("story.round", n=int(after.rounds), player=Seat(int(after.chef)))]
