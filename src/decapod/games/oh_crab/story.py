"""What a move did, told to one viewer from the table before and the table after."""

from __future__ import annotations

from typing import Any

from decapod.games.oh_crab import notation
from decapod.games.oh_crab import terms as t
from decapod.games.oh_crab.notation import card_said, crab_said, listed, space_name
from decapod.scene import Phrase, PlayerName, phrase


def story(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Phrase]:
    """Tell the choice, then everything on the table it changed."""
    told = [*choice(box, before, player, move, after, viewer)]
    told += crabs(box, before, player, after)
    told += gains(before, after)
    told += round_end(before, after)
    return told


def choice(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Phrase]:
    """Tell what the player chose; plans and blind cards only to themselves."""
    who = PlayerName(player)
    if move < t.ACTS:
        return [card_choice(box, before, player, move, viewer)]
    act = move - t.ACTS
    if act < t.LEFT:
        return []  # the crabs tell it
    if act <= t.RIGHT:
        return side_choice(box, before, player, act, after)
    if act == t.REST:
        return [phrase("story.rest", player=who)]
    if act == t.DRAW:
        drawn = listed(int(after.secret[player]) & ~int(before.secret[player])) if viewer == player else []
        if drawn:
            return [phrase("story.draw_known", player=who, card=card_said(box, drawn[0]))]
        return [phrase("story.draw", player=who)]
    if t.USE <= act < t.TILE:
        return [phrase("story.use", player=who, action=notation.action_said(box, before, act - t.USE))]
    if t.TILE <= act < t.PATH:
        tile = act - t.TILE
        action = phrase(f"shell.{notation.tile_action(box, before, tile)}")
        return [phrase("story.tile", player=who, action=action, cost=notation.tile_cost(box, before, tile))]
    if act == t.STAY:
        return [phrase("story.stay", player=who)]
    if act in (t.PATH, t.HERD):
        return [phrase("story.path" if act == t.PATH else "story.stray", player=who)]
    if act == t.STOP and before.stage == t.OFFER:
        return [phrase("story.leave", player=who)]
    return [phrase("story.end", player=who)] if act == t.END else []


def card_choice(box: Any, before: Any, player: int, card: int, viewer: int) -> Phrase:
    """Tell what a card was chosen for."""
    stage = int(before.stage)
    who = PlayerName(player)
    if stage in (t.PLAN, t.SNACK):
        key = "story.plan" if stage == t.PLAN else "story.snack"
        if viewer == player:
            return phrase(f"{key}_known", player=who, card=card_said(box, card))
        return phrase(key, player=who)
    return phrase(f"story.{notation.CARD_VERBS[stage]}", player=who, card=card_said(box, card))


def side_choice(box: Any, before: Any, player: int, act: int, after: Any) -> list[Phrase]:
    """Tell which end, which half, or which move given up."""
    who = PlayerName(player)
    side = phrase("side.left" if act == t.LEFT else "side.right")
    if before.stage == t.STEP:
        return []  # getting up tells it
    if before.stage == t.HALF:
        icon = int(box.halves[before.fresh[before.which]][act - t.LEFT])
        return [phrase("story.half", player=who, icon=phrase(f"icon.{notation.ICON_NAMES[icon]}"))]
    which = int(before.stage == t.ADD)
    placed = card_said(box, int(after.fresh[which]))
    if not int(before.sequence[player]):
        return [phrase("story.place_first", player=who, card=placed)]
    told = [phrase("story.place", player=who, card=placed, side=side)]
    if after.side[which] != t.NO_CARD:
        told.append(phrase("story.whole", icon=phrase(f"icon.{notation.ICON_NAMES[int(after.side[which])]}")))
    return told


def crabs(box: Any, before: Any, player: int, after: Any) -> list[Phrase]:
    """Tell which crabs went where, fell over or got up."""
    went: list[Phrase] = []
    changed: list[Phrase] = []
    for crab in range(after.crabs):
        was, now = int(before.at[crab]), int(after.at[crab])
        who = crab_said(after, crab)
        if now == t.AWAY and was != t.AWAY:
            went.append(phrase("story.sea", crab=who))
        elif was != now:
            went.append(phrase("story.go", crab=who, origin=space_name(was), space=notation.space_said(box, after, now)))
        if after.down >> crab & 1 and not before.down >> crab & 1:
            changed.append(phrase("story.fall", crab=who))
        if before.down >> crab & 1 and not after.down >> crab & 1 and now != t.AWAY:
            changed.append(phrase("story.up", crab=who))
    return went + changed


def gains(before: Any, after: Any) -> list[Phrase]:
    """Tell who took shells, and who must discard."""
    told: list[Phrase] = []
    for player in range(after.players):
        more = int(after.shells[player]) - int(before.shells[player])
        if more > 0:
            told.append(phrase("story.shell", player=PlayerName(player)))
        if after.owing >> player & 1 and not before.owing >> player & 1:
            told.append(phrase("story.owes", player=PlayerName(player)))
    return told


def round_end(before: Any, after: Any) -> list[Phrase]:
    """Tell that a round is over, and who has the chef now."""
    if after.ending or after.rounds == before.rounds:
        return []
    return [phrase("story.round", n=int(after.rounds), player=PlayerName(int(after.chef)))]
