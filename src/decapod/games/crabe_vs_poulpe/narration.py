"""Crabe vs Poulpe in words: what to do now, what a move does, why it may not be made, what it did."""

from __future__ import annotations

import copy
from typing import Any

from decapod.engine import bits
from decapod.engine.protocols import NOT_YOUR_TURN, not_your_turn
from decapod.games.crabe_vs_poulpe import rules
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.knowledge import is_move_hidden
from decapod.games.crabe_vs_poulpe.notation import holder_in, rank_name, resisting_ranks
from decapod.games.crabe_vs_poulpe.state import (
    ANIMAL_NAMES,
    ANSWER_FIRST,
    CAPTURE,
    COPY,
    DECLINE,
    EFFECT_FIRST,
    EFFECT_NAMES,
    FETCH,
    GIVE,
    HEAL,
    KINDS,
    LET,
    PASS,
    PHASE_NAMES,
    PHASES,
    PLAY,
    RESIST,
    SEATS,
    animal_of,
    covered_card,
    rank_of,
    top_card,
)
from decapod.scene import Message, PlayerRef, message

WORD_NAMES = {PASS: "pass", LET: "let", DECLINE: "decline"}
OFFERS = {PLAY: "again", COPY: "copy", CAPTURE: "capture"}  # what is declined in a phase
DONE_TO_OTHER = ("give", "pinch", "steal", "show_hand")


def effect_name(box: Any, state: Any, kind: int) -> str:
    """Name the effect of a kind of card in the mode that is played, as in box.toml."""
    return EFFECT_NAMES[int(box.effect[int(state.variant)][kind])]


def effect_phrase(effect: str) -> Message:
    """Call an effect by its name in words."""
    return message(f"effect.{effect}.name")


def card_phrase(box: Any, kind: int, holder: int) -> Message:
    """Name a card in the hand of a player; guests with their animal."""
    animal = animal_of(kind)
    key = "card.own" if animal == holder else f"card.{ANIMAL_NAMES[animal]}"
    return message(key, rank=rank_name(box, rank_of(kind)))


def card_phrases(box: Any, held: int, holder: int) -> list[Message]:
    """Name all cards in the hand of a player, from the weakest."""
    return [card_phrase(box, kind, holder) for kind in cards.kinds_of(held)]


# --- before a move ----------------------------------------------------------------------------------------


def prompt(box: Any, state: Any, player: int) -> Message:
    """Say what a player who is awaited is asked for."""
    phase, top = int(state.phase), top_card(state)
    if phase == PLAY and top < 0:
        return message("prompt.lead")
    if phase == PLAY:
        key = "again" if state.word == DECLINE else "lower" if state.lower else "higher"
        stuck = "" if rules.eligible(box, state, player) else "_none"
        return message(f"prompt.{key}{stuck}", rank=rank_name(box, rank_of(top)))
    if phase == RESIST:
        effect, ranks = effect_phrase(effect_name(box, state, top)), resisters(box, state)
        card = card_phrase(box, top, 1 - player)
        key = "prompt.resist" if can_resist(box, state, player) else "prompt.resist_none"
        return message(key, player=PlayerRef(1 - player), card=card, effect=effect, ranks=ranks)
    if phase == CAPTURE:
        return message("prompt.capture", card=card_phrase(box, covered_card(state), player))
    return message(f"prompt.{PHASE_NAMES[phase]}")


def resisters(box: Any, state: Any) -> str | Message:
    """Name the ranks that resist; in a box in which none does, what they would do."""
    return "/".join(rank_name(box, rank) for rank in resisting_ranks(box, state)) or effect_phrase("resist")


def can_resist(box: Any, state: Any, player: int) -> bool:
    """Tell whether a player holds a card that cancels effects; only they may know."""
    return bool(int(state.hands[player]) & int(box.resisters[int(state.variant)]))


def describe_move(box: Any, state: Any, player: int, move: int) -> Message:
    """Say what a move does."""
    if move == DECLINE:
        return message(f"move.decline_{OFFERS.get(int(state.phase), 'again')}")
    if move in WORD_NAMES:
        return message(f"move.{WORD_NAMES[move]}")
    phase, kind = divmod(move, KINDS)
    if not 0 <= phase < PHASES or rank_of(kind) >= box.ranks:
        return message("move.unknown")
    card = card_phrase(box, kind, holder_in(player, phase))
    effect = effect_name(box, state, kind)
    if phase == PLAY and effect != "none":
        text = message(f"effect.{effect}.text", hand=int(box.hand))
        return message("move.play_effect", card=card, effect=effect_phrase(effect), text=text)
    if phase == COPY:
        return message("move.copy", card=card, effect=effect_phrase(effect))
    return message(f"move.{PHASE_NAMES[phase]}", card=card, hand=int(box.hand))


def refusal_parameters(box: Any, state: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need: who or what is awaited, or the card and the rank it has to beat."""
    if code == NOT_YOUR_TURN:
        return not_your_turn(state) if state.to_act else {"player": PlayerRef(1 - player)}
    if code == ANSWER_FIRST:
        return {"effect": effect_phrase(effect_name(box, state, top_card(state)))}
    if code == EFFECT_FIRST:
        return {"prompt": prompt(box, state, player)}
    if move < 0 or move >= PASS:
        return {}
    phase, kind = divmod(move, KINDS)
    if rank_of(kind) >= box.ranks:
        return {"card": "?", "rank": "?"}
    top = top_card(state)
    rank = rank_name(box, rank_of(top)) if top >= 0 else ""
    return {"card": card_phrase(box, kind, holder_in(player, phase)), "rank": rank}


# --- after a move -----------------------------------------------------------------------------------------


def tell(key: str, viewer: int, player: int, **gaps: object) -> Message:
    """Name the words for what a player did; by "you" to the viewer who did it, or whom it was done to."""
    gaps |= {"player": PlayerRef(player), "other": PlayerRef(1 - player)}
    if viewer == player:
        key += "_own"
    elif viewer == 1 - player and key in DONE_TO_OTHER:
        key += "_to_you"
    return Message(f"event.{key}", gaps)


def narrate(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Message]:
    """Tell what a move did, each viewer only what they may know."""
    if move == PASS:
        events = [tell("pass", viewer, player), tell("round", viewer, 1 - player)]
        return [*events, *narrate_draws(box, before, after, viewer)]
    if move == LET:
        effect = effect_name(box, before, top_card(before))
        # That they could do nothing else is told to nobody but themselves (CP-27).
        key = "let_none" if viewer == player and not can_resist(box, before, player) else "let"
        events = [tell(key, viewer, player, effect=effect_phrase(effect), ranks=resisters(box, before))]
        return [*events, *narrate_effect(box, before, 1 - player, effect, after, viewer)]
    if move == DECLINE:
        return [tell(f"decline_{OFFERS[int(before.phase)]}", viewer, player)]
    phase, kind = divmod(move, KINDS)
    card = card_phrase(box, kind, holder_in(player, phase))
    effect = effect_name(box, before, kind)
    if phase == PLAY and after.phase == RESIST and after.winner < 0:
        return [tell("lay_effect", viewer, player, card=card, effect=effect_phrase(effect))]
    if phase == PLAY:
        event = tell("lay", viewer, player, card=card)
        if after.winner >= 0:
            return [event]
        laid = without_card(before, player, kind)
        return [event, *narrate_effect(box, laid, player, effect, after, viewer, kind)]
    if phase == RESIST:
        effect = effect_name(box, before, top_card(before))
        return [tell("resist", viewer, player, card=card, effect=effect_phrase(effect))]
    if phase == COPY:
        event = tell("copy", viewer, player, effect=effect_phrase(effect))
        return [event, *narrate_effect(box, before, player, effect, after, viewer)]
    return narrate_choice(box, before, player, phase, kind, after, viewer)


def narrate_choice(box: Any, before: Any, player: int, phase: int, kind: int, after: Any, viewer: int) -> list[Message]:
    """Tell what was done with a card an effect asked for; not all may know which card (CP-27, CP-28, CP-30)."""
    key, card = PHASE_NAMES[phase], card_phrase(box, kind, holder_in(player, phase))
    if phase != CAPTURE and is_move_hidden(box, before, player, phase * KINDS + kind, viewer):
        events = [tell(f"{key}_unseen", viewer, player)]
    else:
        events = [tell(key, viewer, player, card=card)]
    if phase == HEAL and after.winner < 0:
        events += narrate_draws(box, without_card(before, player, kind), after, viewer, (player,))
    return events


def without_card(state: Any, player: int, kind: int) -> Any:
    """Copy a table without a card that has left a hand; a hand that is only guessed may lack it."""
    state, hands = copy.copy(state), [int(hand) for hand in state.hands]
    if cards.holds(hands[player], kind):
        hands[player] = cards.minus(hands[player], kind)
    state.hands = hands
    return state


def narrate_effect(
    box: Any, before: Any, player: int, effect: str, after: Any, viewer: int, laid: int = -1
) -> list[Message]:
    """Tell what an effect of a player's card did; nothing where it only asks for a choice.

    `laid` is the kind of the card, if it does not lie on the pile yet.
    """
    other = 1 - player
    if effect in ("finish", "win"):
        rank = rank_name(box, rank_of(top_card(before) if laid < 0 else laid))
        return [tell("round_by", viewer, player, rank=rank), *narrate_draws(box, before, after, viewer)]
    if effect == "reverse":
        return [message("event.reverse", rank=rank_name(box, rank_of(top_card(after))))]
    if effect == "again":
        return [tell("again", viewer, player)]
    if effect in ("swap", "blind", "heal"):
        return narrate_draws(box, before, after, viewer, (player,))
    if effect == "steal" and bits.count(before.hands[other]):
        if viewer < 0:
            return [tell("steal_unseen", viewer, player)]
        hand, earlier = int(after.hands[viewer]), int(before.hands[viewer])
        loot = cards.besides(hand, earlier) if viewer == player else cards.besides(earlier, hand)
        return [tell("steal", viewer, player, card=card_phrases(box, loot, other))]
    if effect in ("pinch", "imitate") and bits.count(before.hands[other]):
        if viewer < 0:
            return [tell("show_hand_unseen", viewer, player)]
        hand = card_phrases(box, int(after.hands[other]), other)
        return [tell("show_hand", viewer, player, cards=hand)]
    asks = (effect == "give" and after.phase == GIVE) or (effect == "search" and after.phase == FETCH)
    if asks or after.phase == CAPTURE or effect in ("none", "open", "resist"):
        return []
    return [message("event.nothing", effect=effect_phrase(effect))]


def narrate_draws(
    box: Any, before: Any, after: Any, viewer: int, players: tuple[int, ...] = tuple(range(SEATS))
) -> list[Message]:
    """Tell how many cards these players drew, and the viewer which ones they drew themselves."""
    events: list[Message] = []
    for player in players:
        n = bits.count(before.decks[player]) - bits.count(after.decks[player])
        if n and player == viewer:
            new = cards.besides(int(after.hands[player]), int(before.hands[player]))
            events.append(message("event.draw_own", cards=card_phrases(box, new, player)))
        elif n:
            events.append(message("event.draw" if n > 1 else "event.draw_one", player=PlayerRef(player), n=n))
    return events
