"""What is said about moves of Crabe vs Poulpe: before they are made, when they are refused, and afterwards."""

from __future__ import annotations

from typing import Any

from decapod.engine import bits
from decapod.games.crabe_vs_poulpe import cards, effects, notation, rules, turns
from decapod.games.crabe_vs_poulpe.cards import KINDS
from decapod.games.crabe_vs_poulpe.effects import EFFECTS
from decapod.scene import Phrase, PlayerName, phrase

ANIMALS = ("crab", "octopus")
WORDS = {turns.PASS: "pass", turns.LET: "let", turns.DECLINE: "decline"}


def effect_of(box: Any, table: Any, kind: int) -> str:
    """Name the effect of a kind of card in the mode that is played."""
    return EFFECTS[int(box.effect[int(table.variant)][kind])]


def named(box: Any, kind: int, owner: int) -> Phrase:
    """Name a card in someone's hand; guests with their animal."""
    animal = cards.animal_of(kind)
    key = "card.own" if animal == owner else f"card.{ANIMALS[animal]}"
    return phrase(key, rank=notation.rank_name(box, cards.rank_of(kind)))


def listed(box: Any, held: int, owner: int) -> list[Phrase]:
    """Name several cards."""
    found: list[Phrase] = []
    for kind in range(KINDS):
        found += [named(box, kind, owner)] * cards.number(held, kind)
    return found


# --- before -----------------------------------------------------------------------------------------------


def tell(box: Any, table: Any, player: int, move: int) -> Phrase:
    """Say what a move does."""
    if move in WORDS:
        return phrase(f"move.{WORDS[move]}")
    phase, kind = divmod(move, KINDS)
    if not 0 <= phase < turns.PHASES or cards.rank_of(kind) >= box.ranks:
        return phrase("move.unknown")
    card = named(box, kind, notation.holder(player, phase))
    effect = effect_of(box, table, kind)
    if phase == turns.PLAY and effect != "none":
        return phrase(
            "move.play_effect", card=card, effect=phrase(f"effect.{effect}.name"), text=phrase(f"effect.{effect}.text")
        )
    if phase == turns.COPY:
        return phrase("move.copy", card=card, effect=phrase(f"effect.{effect}.name"))
    return phrase(f"move.{rules.PHASE_NAMES[phase]}", card=card)


def explain(box: Any, table: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need."""
    if code == rules.NOT_YOUR_TURN:
        return {"player": PlayerName(bits.lowest(table.awaiting) if table.awaiting else 1 - player)}
    if code == rules.ANSWER_FIRST:
        return {"effect": phrase(f"effect.{effect_of(box, table, effects.top(table))}.name")}
    if code == rules.EFFECT_FIRST:
        return {"asked": asked(box, table, player)}
    if move >= turns.PASS or not move >= 0:
        return {}
    phase, kind = divmod(move, KINDS)
    if cards.rank_of(kind) >= box.ranks:
        return {"card": "?", "rank": "?"}
    top = effects.top(table)
    rank = notation.rank_name(box, cards.rank_of(top)) if top >= 0 else ""
    return {"card": named(box, kind, notation.holder(player, phase)), "rank": rank}


def asked(box: Any, table: Any, player: int) -> Phrase:
    """Say what a player who is awaited is asked for."""
    phase, top = int(table.phase), effects.top(table)
    if table.pile == 0 and phase == turns.PLAY:
        return phrase("prompt.lead")
    if phase == turns.PLAY:
        key = "again" if table.word == turns.DECLINE else "lower" if table.lower else "higher"
        return phrase(f"prompt.{key}", rank=notation.rank_name(box, cards.rank_of(top)))
    if phase == turns.RESIST:
        effect = phrase(f"effect.{effect_of(box, table, top)}.name")
        return phrase("prompt.resist", player=PlayerName(1 - player), card=named(box, top, 1 - player), effect=effect)
    if phase == turns.CAPTURE:
        return phrase("prompt.capture", card=named(box, effects.covered(table), player))
    return phrase(f"prompt.{rules.PHASE_NAMES[phase]}")


# --- afterwards -------------------------------------------------------------------------------------------


def story(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Phrase]:
    """Tell what a move did, each viewer only what they may know."""
    who, other = PlayerName(player), PlayerName(1 - player)
    if move == turns.PASS:
        return [phrase("story.pass", player=who, winner=other), *refills(box, before, after, viewer, (0, 1))]
    if move == turns.LET:
        top = effects.top(before)
        told = [phrase("story.let", player=who, effect=phrase(f"effect.{effect_of(box, before, top)}.name"))]
        return told + outcome(box, before, 1 - player, effect_of(box, before, top), after, viewer)
    if move == turns.DECLINE:
        return [phrase("story.decline", player=who)]
    phase, kind = divmod(move, KINDS)
    card = named(box, kind, notation.holder(player, phase))
    effect = effect_of(box, before, kind)
    if phase == turns.PLAY:
        told = [phrase("story.lay", player=who, card=card)]
        if after.winner >= 0:
            return told
        if after.phase == turns.RESIST:
            return [phrase("story.lay_effect", player=who, card=card, effect=phrase(f"effect.{effect}.name"))]
        return told + outcome(box, without(before, player, kind), player, effect, after, viewer)
    if phase == turns.RESIST:
        cancelled = effect_of(box, before, effects.top(before))
        return [phrase("story.resist", player=who, card=card, effect=phrase(f"effect.{cancelled}.name"))]
    if phase == turns.COPY:
        told = [phrase("story.copy", player=who, effect=phrase(f"effect.{effect}.name"))]
        return told + outcome(box, before, player, effect, after, viewer)
    return chosen(box, before, player, phase, kind, after, viewer)


def chosen(box: Any, before: Any, player: int, phase: int, kind: int, after: Any, viewer: int) -> list[Phrase]:
    """Tell what was done with a card an effect asked for; not all may know which card."""
    who, other = PlayerName(player), PlayerName(1 - player)
    card = named(box, kind, notation.holder(player, phase))
    name = rules.PHASE_NAMES[phase]
    if phase == turns.CAPTURE:
        return [phrase("story.capture", player=who, card=card)]
    knows = viewer == player if phase in (turns.DISCARD, turns.HEAL, turns.FETCH) else viewer >= 0
    key = f"story.{name}" if knows else f"story.{name}_unseen"
    told = [phrase(key, player=who, other=other, card=card) if knows else phrase(key, player=who, other=other)]
    if phase == turns.HEAL and after.winner < 0:
        told += refills(box, without(before, player, kind), after, viewer, (player,))
    return told


def without(table: Any, player: int, kind: int) -> Any:
    """Take a card that has left a hand out of the table before; a hand that is only guessed may lack it."""
    table = table.copy()
    hand = int(table.hands[player])
    if cards.holds(hand, kind):
        table.hands[player] = cards.minus(hand, kind)
    return table


def outcome(box: Any, before: Any, player: int, effect: str, after: Any, viewer: int) -> list[Phrase]:
    """Tell what an effect did, or what it asks for."""
    who, other = PlayerName(player), PlayerName(1 - player)
    if effect in ("finish", "win"):
        return [phrase("story.round", winner=who), *refills(box, before, after, viewer, (0, 1))]
    if effect == "reverse":
        return [phrase("story.reverse", rank=notation.rank_name(box, cards.rank_of(effects.top(after))))]
    if effect == "again":
        return [phrase("story.again", player=who)]
    if effect in ("swap", "blind", "heal"):
        return refills(box, before, after, viewer, (player,))
    if effect == "steal" and bits.count(before.hands[1 - player]):
        if viewer < 0:
            return [phrase("story.steal_unseen", player=who, other=other)]
        mine, was = int(after.hands[viewer]), int(before.hands[viewer])
        stolen = cards.besides(mine, was) if viewer == player else cards.besides(was, mine)
        return [phrase("story.steal", player=who, other=other, card=listed(box, stolen, 1 - player))]
    if effect in ("pinch", "imitate") and bits.count(before.hands[1 - player]):
        if viewer < 0:
            return [phrase("story.shown_unseen", player=who, other=other)]
        hand = int(after.hands[1 - player])
        return [phrase("story.shown", player=who, other=other, cards=listed(box, hand, 1 - player))]
    asks = (effect == "give" and after.phase == turns.GIVE) or (effect == "search" and after.phase == turns.FETCH)
    if asks or after.phase == turns.CAPTURE or effect in ("none", "open", "resist"):
        return []
    return [phrase("story.nothing", effect=phrase(f"effect.{effect}.name"))]


def refills(box: Any, before: Any, after: Any, viewer: int, players: tuple[int, ...]) -> list[Phrase]:
    """Tell how many cards were drawn, and the viewer which ones they drew themselves."""
    told: list[Phrase] = []
    for player in players:
        n = bits.count(before.decks[player]) - bits.count(after.decks[player])
        if n and player == viewer:
            drawn = cards.besides(int(after.hands[player]), int(before.hands[player]))
            told.append(phrase("story.draw_own", cards=listed(box, drawn, player)))
        elif n:
            told.append(phrase("story.draw" if n > 1 else "story.draw_one", player=PlayerName(player), n=n))
    return told
