"""Yadokarick in words: what a move does, what it did, why it may not be made, what to do now."""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from decapod.engine.protocols import NOT_YOUR_TURN, not_your_turn
from decapod.games.yadokarick import rules
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.chapters import house, solo, trick
from decapod.games.yadokarick.state import (
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    DUEL,
    GETS,
    NPC,
    PHASE_NAMES,
    PLAYS,
    SOLO,
    TRICK,
    WAY_NAMES,
    bit_of,
    cards_in,
    colour_of,
    is_roof,
    number_of,
    size_of,
)
from decapod.scene import Message, PlayerRef, awaited, message


def prompt(box: Any, state: Any, player: int) -> Message:
    """Say what is awaited: a card, the marker (from its `size`), a card to build with, or what the solo game asks."""
    if state.phase == TRICK:
        takes = "duel" if state.variant == DUEL else "one_colour" if state.players == s.SMALL_CIRCLE else "colours"
        if state.closed >> player & 1:
            takes = "roof_duel" if state.variant == DUEL else "roof"
        takes_phrase = message(f"takes.{takes}", target=int(state.marker))
        return message("prompt.play" if state.played else "prompt.lead", takes=takes_phrase)
    return message(f"prompt.{PHASE_NAMES[state.phase]}", size=int(state.marker), floors=int(box.floors))


def card_phrase(card: int) -> Message:
    """Name a card: green 25."""
    return message(f"card.{COLOUR_NAMES[colour_of(card)]}", n=number_of(card))


def deck_phrase(colour: int) -> Message:
    """Name a deck of the solo game."""
    return message(f"deck.{COLOUR_NAMES[colour]}")


def name_seat(state: Any, seat: int) -> PlayerRef | Message:
    """Name whoever sits somewhere: a player, or the NPC."""
    return message("npc.name") if state.variant == DUEL and seat == NPC else PlayerRef(seat)


# --- moves and refusals -----------------------------------------------------------------------------------


def describe_move(box: Any, state: Any, player: int, move: int) -> Message:
    """Say what a move does."""
    if move < s.BUILD:
        return message("move.play", card=card_phrase(move), size=size_of(box, move))
    if move < s.MARKER:
        return message("move.build", card=card_phrase(move - s.BUILD))
    if move < s.DRAW:
        return message(f"move.{WAY_NAMES[move - s.MARKER]}", size=int(state.marker) + move - s.STAY)
    if move < s.PLACE:
        return message("move.open" if state.phase == s.OPEN else "move.draw", deck=deck_phrase(move - s.DRAW))
    if move < s.BANK:
        card, column = divmod(move - s.PLACE, COLUMNS)
        return message("move.place", card=card_phrase(card), column=column + 1)
    if move < s.NO_BONUS:
        card = move - s.BANK
        return message("move.bank", card=card_phrase(card), size=size_of(box, card))
    if move == s.NO_BONUS:
        return message("move.no_bonus")
    column = move - s.GIVE_UP
    return message("move.give_up", column=column + 1, size=solo.size_of_all(box, int(state.houses[column])))


def refusal_parameters(box: Any, state: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need."""
    if code == NOT_YOUR_TURN:
        return not_your_turn(state)
    if code == s.NOT_IN_HAND:
        return {"card": card_phrase(move)}
    if code == s.MARK_END:
        return {"size": int(state.marker)}
    if code in (s.NOT_WON, s.ROOF_LAST):
        return {"card": card_phrase(move - s.BUILD)}
    if code == s.EMPTY_DECK:
        return {"deck": deck_phrase(move - s.DRAW)}
    if code == s.NOT_CONSECUTIVE:
        return {"card": card_phrase(move - s.BANK), "drawn": card_phrase(int(state.newest))}
    if code == s.EMPTY_COLUMN:
        return {"column": move - s.GIVE_UP + 1}
    if s.NOT_IN_ROW <= code <= s.UNDER_ROOF:
        return place_parameters(state, move, code)
    return {}


def place_parameters(state: Any, move: int, code: int) -> dict[str, object]:
    """Give what the words need when a card does not go on a column."""
    card, column = divmod(move - s.PLACE, COLUMNS)
    gaps: dict[str, object] = {"card": card_phrase(card)}
    cards = int(state.houses[column])
    if code in (s.ALTERNATE, s.TOO_HIGH, s.UNDER_ROOF):
        gaps["column"] = column + 1
    if code == s.TOO_HIGH:
        gaps["top"] = card_phrase(house.top(cards))
    if code == s.UNDER_ROOF:
        gaps["roof"], gaps["lowest"] = card_phrase(house.top(cards)), card_phrase(house.lowest(cards))
    return gaps


# --- what happened ----------------------------------------------------------------------------------------


def narrate(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Message]:
    """Tell what a move did: only what everybody saw."""
    if before.variant == SOLO:
        return narrate_solo(box, before, move, after)
    if move < s.BUILD:
        return narrate_card(box, before, player, move, after)
    if move < s.MARKER:
        events = narrate_build(box, before, player, move - s.BUILD, after)
    else:
        events = narrate_marker(box, before, player, move, after)
    return events + narrate_round(box, before, player, move, after)


def narrate_marker(box: Any, before: Any, player: int, move: int, after: Any) -> list[Message]:
    """Tell where the marker goes, and then who moves it too, or how the trick ends."""
    way = move - s.MARKER
    size = int(before.marker) + move - s.STAY
    events = [message(f"event.{WAY_NAMES[way]}", player=PlayerRef(player), size=size)]
    if player != before.after:
        return [*events, message("event.also", player=PlayerRef(int(before.after)))]
    return events + narrate_trick(box, before, after)


def narrate_card(box: Any, before: Any, player: int, card: int, after: Any) -> list[Message]:
    """Tell that a card was played, what the NPC turned up, and how a complete trick goes on."""
    full = copy.copy(before)  # the trick with this card, and the NPC's, before it is cleared away
    full.public, full.pile = list(before.public), list(before.pile)
    trick.show(full, player, card, colour_of(card), bit_of(card))
    events = [message("event.play", player=PlayerRef(player), card=card_phrase(card))]
    events += narrate_roof(box, before, player, card)
    if before.variant != DUEL:
        if full.played == full.seats:
            events.append(message("event.lowest", player=[PlayerRef(p) for p in awaited(after)]))
        return events
    for turned_up in cards_turned_up(int(before.public[before.colour]), full, card, after):
        trick.show(full, NPC, turned_up, colour_of(turned_up), bit_of(turned_up))
        events.append(message("event.turn_up", card=card_phrase(turned_up)))
        events += narrate_roof(box, before, NPC, turned_up)
    if after.played < full.played:
        events += narrate_trick(box, full, after)
        if after.played:
            lead = trick.trick_card(after, NPC) - 1
            events.append(message("event.npc_leads", card=card_phrase(lead)))
            events += narrate_roof(box, after, NPC, lead)
    return events


def narrate_roof(box: Any, state: Any, seat: int, card: int) -> list[Message]:
    """Tell that a card played closes a house after this trick, where a roof closes the house of who plays it."""
    if state.roof != PLAYS or not is_roof(box, card) or state.closed >> seat & 1:
        return []
    return [message("event.roof_played", player=name_seat(state, seat))]


def cards_turned_up(seen: int, full: Any, card: int, after: Any) -> list[int]:
    """List what the NPC turned up in the trick being played: cards of its colour that were not `seen` before.

    `full` is that trick with the player's card.
    """
    colour = int(full.colour)
    new = int(after.public[colour]) & ~seen & ~bit_of(card)
    if 0 < after.played < full.played:  # the trick is over: the card of the NPC that lies there now leads the next
        new &= ~bit_of(trick.trick_card(after, NPC) - 1)
    return cards_in(colour, new)


def narrate_trick(box: Any, full: Any, after: Any) -> list[Message]:
    """Tell who takes what from a complete trick, what falls, and whose house is closed."""
    events: list[Message] = []
    for colour in range(COLOURS):
        if full.pile[colour]:
            events += narrate_award(box, full, colour, int(after.won))
    if after.won:
        return [*events, message("event.order", player=PlayerRef(int(after.winner)))]
    return events


def narrate_award(box: Any, full: Any, colour: int, waiting: int) -> list[Message]:
    """Tell what the highest number of a colour takes, and what that does to the house now.

    Cards that are `waiting` are built with when their order is chosen.
    """
    seat = trick.winner_of(full, colour)
    won = trick.cards_won(box, full, colour)
    cards = cards_in(colour, won)
    closed = full.closed >> seat & 1
    taken = message(
        "event.closed" if closed else "event.take",
        player=name_seat(full, seat),
        cards=[card_phrase(card) for card in cards],
    )
    return [taken] if closed else [taken, *narrate_effects(box, full, seat, cards_in(colour, won & ~waiting))]


def narrate_effects(box: Any, state: Any, seat: int, cards: list[int]) -> list[Message]:
    """Tell what building with some cards does: cards that fall, a house that is closed."""
    who = name_seat(state, seat)
    falling = max(0, house.height(int(state.houses[seat])) + len(cards) - int(box.floors))
    events: list[Message] = []
    if falling:
        events.append(message("event.fall" if falling > 1 else "event.fall_one", player=who, n=falling))
    if state.roof == GETS and any(is_roof(box, card) for card in cards):
        events.append(message("event.roof", player=who))
    return events


def narrate_build(box: Any, before: Any, player: int, card: int, after: Any) -> list[Message]:
    """Tell which card the winner builds with, and those that follow without a choice."""
    colour, roofs = int(before.colour), int(box.roofs)
    rest = int(before.won) & ~int(after.won) & ~bit_of(card)
    cards = [card, *cards_in(colour, rest & ~roofs), *cards_in(colour, rest & roofs)]
    key = "event.build_first" if after.won else "event.build"
    return [
        message(key, player=PlayerRef(player), cards=[card_phrase(built) for built in cards]),
        *narrate_effects(box, before, player, cards),
    ]


def narrate_round(box: Any, before: Any, player: int, move: int, after: Any) -> list[Message]:
    """Tell what a round was worth, if one is over."""
    if after.finished == before.finished:
        return []
    end = copy.deepcopy(before)
    finish_round(box, end, player, move)
    events = [sum_up_round(box, end)]
    if after.to_act:
        events.append(message("event.deal", n=int(after.finished) + 1, player=PlayerRef(int(after.first))))
    return events


def finish_round(box: Any, state: Any, player: int, move: int) -> None:
    """Make the last move of a round, and let the houses stand as if it were the last round (YD-13)."""
    rounds = int(state.rounds)
    state.rounds = int(state.finished) + 1
    rules.apply_action(box, state, player, move)
    state.rounds = rounds


def sum_up_round(box: Any, end: Any) -> Message:
    """Say what a round was worth to everybody, and why, at its end."""
    worth = [message(f"event.worth.{key}", player=PlayerRef(player), **gaps)
             for player in range(end.players) for key, gaps in [judge_house(box, end, player)]]  # fmt: skip
    return message("event.round", n=int(end.finished), target=int(end.marker), worth=worth)


def explain_points(box: Any, states: Sequence[Any], moves: Sequence[tuple[int, int]]) -> list[list[Message]]:
    """Say of every round what each house was worth (YD-13, YD-14); the duel and the solo game have but one."""
    last = states[-1]
    found: list[list[Message]] = [[] for _ in range(last.players)]
    if last.variant in (DUEL, SOLO):
        return found
    for n in range(int(states[0].finished) + 1, int(last.finished) + 1):
        ply = bisect_left(range(len(states)), n, key=lambda ply: int(states[ply].finished)) - 1
        end = states[ply].copy()
        finish_round(box, end, *moves[ply])
        for player, lines in enumerate(found):
            lines.append(explain_round(box, end, player))
    return found


def explain_round(box: Any, end: Any, player: int) -> Message:
    """Say what a house was worth at the end of a round."""
    key, gaps = judge_house(box, end, player)
    return message(f"points.{key}", n=int(end.finished), **gaps)


def judge_house(box: Any, end: Any, player: int) -> tuple[str, dict[str, object]]:
    """Tell whether a house is over the target, just that, or below, and what is to be said of its points."""
    size, target, lost = int(end.built[player]), int(end.marker), int(end.lost[player])
    return "over" if size > target else "exact" if size == target else "below", {
        "points": trick.round_points(box, end, player), "size": size, "target": target, "over": size - target,
        "bonus": int(box.bonus), "fallen": message("points.fallen", size=lost) if lost else "",
    }  # fmt: skip


def narrate_solo(box: Any, before: Any, move: int, after: Any) -> list[Message]:
    """Tell what a move of the solo game did."""
    events: list[Message] = []
    if s.PLACE <= move < s.BANK:
        card, column = divmod(move - s.PLACE, COLUMNS)
        events.append(message("event.place", card=card_phrase(card), column=column + 1))
        if after.banked - before.banked == box.solo_floors:
            events.append(message("event.house", points=int(after.built[0]) - int(before.built[0])))
    elif s.BANK <= move < s.NO_BONUS:
        card = move - s.BANK
        events.append(message("event.bank", card=card_phrase(card), size=size_of(box, card)))
    elif move == s.NO_BONUS:
        events.append(message("event.no_bonus"))
    elif move >= s.GIVE_UP:
        column, lost = move - s.GIVE_UP + 1, int(after.lost[0]) - int(before.lost[0])
        events.append(message("event.give_up", column=column, size=lost))
    new = [cards_in(colour, int(after.public[colour]) & ~int(before.public[colour])) for colour in range(COLOURS)]
    if any(new):
        events.append(message("event.draw", cards=[card_phrase(card) for cards in new for card in cards]))
    if after.phase == s.BONUS:
        events.append(message("event.bonus"))
    return events
