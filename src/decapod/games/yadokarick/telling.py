"""What moves do, why they are refused, and what just happened, in words."""

from __future__ import annotations

from typing import Any

from decapod.games.yadokarick import house, moves, solo, trick
from decapod.games.yadokarick.cards import COLOURS, NUMBERS, bit_of, colour_of, is_roof, number_of, size_of
from decapod.games.yadokarick.modes import DUEL, NPC, SMALL_CIRCLE, SOLO
from decapod.games.yadokarick.notation import LETTERS, WAYS
from decapod.scene import Phrase, PlayerName, awaited, phrase


def spoken(card: int) -> Phrase:
    """Name a card: green 25."""
    return phrase(f"card.{LETTERS[colour_of(card)]}", n=number_of(card))


def cards_of(colour: int, cards: int) -> list[int]:
    """List a set of cards of a colour."""
    return [colour * NUMBERS + i for i in range(NUMBERS) if cards >> i & 1]


def named(table: Any, seat: int) -> PlayerName | Phrase:
    """Name whoever sits somewhere: a player, or the NPC."""
    return phrase("npc.name") if table.variant == DUEL and seat == NPC else PlayerName(seat)


# --- moves and refusals -----------------------------------------------------------------------------------


def tell(box: Any, table: Any, player: int, move: int) -> Phrase:
    """Say what a move does."""
    if move < moves.BUILD:
        return phrase("move.play", card=spoken(move), size=size_of(box, move))
    if move < moves.MARKER:
        return phrase("move.build", card=spoken(move - moves.BUILD))
    if move < moves.DRAW:
        return phrase(f"move.{WAYS[move - moves.MARKER]}", size=int(table.marker) + move - moves.STAY)
    if move < moves.PLACE:
        colour = phrase(f"deck.{LETTERS[move - moves.DRAW]}")
        return phrase("move.open" if table.phase == moves.OPEN else "move.draw", deck=colour)
    if move < moves.BANK:
        card, column = divmod(move - moves.PLACE, moves.COLUMNS)
        return phrase("move.place", card=spoken(card), column=column + 1)
    if move < moves.NO_BONUS:
        return phrase("move.bank", card=spoken(move - moves.BANK), size=size_of(box, move - moves.BANK))
    if move == moves.NO_BONUS:
        return phrase("move.no_bonus")
    column = move - moves.GIVE_UP
    penalty = solo.size_of_all(box, int(table.houses[column]))
    return phrase("move.give_up", column=column + 1, size=penalty)


def explain(box: Any, table: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need."""
    if code == moves.NOT_YOUR_TURN:
        return {"player": [PlayerName(p) for p in awaited(table)]}
    if code == moves.NOT_IN_HAND:
        return {"card": spoken(move)}
    if code == moves.MARK_END:
        return {"size": int(table.marker)}
    if code in (moves.NOT_WON, moves.ROOF_LAST):
        return {"card": spoken(move - moves.BUILD)}
    if code == moves.EMPTY_DECK:
        return {"deck": phrase(f"deck.{LETTERS[move - moves.DRAW]}")}
    if code == moves.NOT_CONSECUTIVE:
        return {"card": spoken(move - moves.BANK), "drawn": spoken(int(table.drawn))}
    if code == moves.EMPTY_COLUMN:
        return {"column": move - moves.GIVE_UP + 1}
    if moves.NOT_IN_ROW <= code <= moves.UNDER_ROOF:
        return explain_place(table, move, code)
    return {}


def explain_place(table: Any, move: int, code: int) -> dict[str, object]:
    """Give what the words need when a card does not go on a column."""
    card, column = divmod(move - moves.PLACE, moves.COLUMNS)
    gaps: dict[str, object] = {"card": spoken(card)}
    cards = int(table.houses[column])
    if code in (moves.ALTERNATE, moves.TOO_HIGH, moves.UNDER_ROOF):
        gaps["column"] = column + 1
    if code == moves.TOO_HIGH:
        gaps["top"] = spoken(house.top(cards))
    if code == moves.UNDER_ROOF:
        gaps["roof"], gaps["lowest"] = spoken(house.top(cards)), spoken(house.lowest(cards))
    return gaps


# --- the story --------------------------------------------------------------------------------------------


def story(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Phrase]:
    """Tell what a move did: only what everybody saw."""
    if before.variant == SOLO:
        return solo_story(box, before, move, after)
    if move < moves.BUILD:
        told = [phrase("story.play", player=PlayerName(player), card=spoken(move))]
        full = before.copy()
        trick.show(full, player, move, colour_of(move), bit_of(move))
        told += turned_up(full, before, move, after)
        if before.variant != DUEL and full.played == full.seats:
            told += lowest_story(full, after)
        if before.variant == DUEL and after.played < full.played:
            told += settled_story(box, full, after)
            if after.played:
                told.append(phrase("story.npc_leads", card=spoken(trick.trick_card(after, NPC) - 1)))
        return told
    if move < moves.MARKER:
        return build_story(box, before, player, move - moves.BUILD, after)
    way = move - moves.STAY
    told = [phrase(f"story.{WAYS[way + 1]}", player=PlayerName(player), size=int(before.marker) + way)]
    if player != before.after:
        return [*told, phrase("story.also", player=PlayerName(int(before.after)))]
    return told + settled_story(box, before, after)


def turned_up(full: Any, before: Any, move: int, after: Any) -> list[Phrase]:
    """Tell what the NPC turned up in the trick being played, and complete it."""
    if before.variant != DUEL:
        return []
    colour = int(before.colour)
    new = int(after.seen[colour]) & ~int(before.seen[colour]) & ~bit_of(move)
    if after.played < full.played:  # the trick is over: a card of the NPC that lies there now leads the next
        new &= ~bit_of(trick.trick_card(after, NPC) - 1) if after.played else new
    told: list[Phrase] = []
    for card in cards_of(colour, new):
        trick.show(full, NPC, card, colour, bit_of(card))
        told.append(phrase("story.turn_up", card=spoken(card)))
    return told


def lowest_story(full: Any, after: Any) -> list[Phrase]:
    """Tell who may move the marker."""
    return [phrase("story.lowest", player=[PlayerName(p) for p in awaited(after)])]


def settled_story(box: Any, full: Any, after: Any) -> list[Phrase]:
    """Tell who takes what from a complete trick, what falls, whose house is closed, and what the round was worth."""
    told: list[Phrase] = []
    for colour in range(COLOURS):
        if full.pile[colour]:
            told += award_story(box, full, colour)
    if after.won:
        told.append(phrase("story.order", player=PlayerName(int(after.winner))))
        return told
    return told + round_story(after, full)


def award_story(box: Any, full: Any, colour: int) -> list[Phrase]:
    """Tell what the highest number of a colour takes, and what that does to the house if its order is clear."""
    seat = trick.winner_of(full, colour)
    who = named(full, seat)
    cards = won_by(box, full, colour)
    taken = cards_of(colour, cards)
    if full.closed >> seat & 1:
        return [phrase("story.closed", player=who, cards=[spoken(card) for card in taken])]
    told = [phrase("story.take", player=who, cards=[spoken(card) for card in taken])]
    plain = cards & ~int(box.roofs) or cards
    return told + (effects(box, full, seat, taken) if trick.largest(box, colour, plain) == plain else [])


def effects(box: Any, table: Any, seat: int, cards: list[int]) -> list[Phrase]:
    """Tell what building with some cards does: cards that fall, a house that is closed."""
    who = named(table, seat)
    falling = max(0, house.height(int(table.houses[seat])) + len(cards) - int(box.floors))
    told: list[Phrase] = []
    if falling:
        told.append(phrase("story.fall" if falling > 1 else "story.fall_one", player=who, n=falling))
    if any(is_roof(box, card) for card in cards):
        told.append(phrase("story.roof", player=who))
    return told


def build_story(box: Any, before: Any, player: int, card: int, after: Any) -> list[Phrase]:
    """Tell which card the winner builds with, and those that follow without a choice."""
    colour = int(before.colour)
    rest = int(before.won) & ~int(after.won) & ~bit_of(card)
    roofs = int(box.roofs)
    cards = [card, *cards_of(colour, rest & ~roofs), *cards_of(colour, rest & roofs)]
    told = [phrase("story.build", player=PlayerName(player), cards=[spoken(built) for built in cards])]
    return told + effects(box, before, player, cards) + (round_story(after, before) if not after.won else [])


def won_by(box: Any, table: Any, colour: int) -> int:
    """Tell which cards of a colour the highest number takes, as a set."""
    if table.seats == SMALL_CIRCLE and table.variant != DUEL:
        return int(table.pile[colour])
    return trick.largest(box, colour, int(table.pile[colour]))


def round_story(after: Any, before: Any) -> list[Phrase]:
    """Tell what a round was worth, if one is over."""
    if after.finished == before.finished or after.variant == DUEL:
        return []
    worth = [
        phrase("story.worth", player=PlayerName(p), points=int(after.totals[p]) - int(before.totals[p]))
        for p in range(after.players)
    ]
    told = [phrase("story.round", n=int(after.finished), worth=worth)]
    if after.awaiting:
        told.append(phrase("story.deal", n=int(after.finished) + 1, player=PlayerName(int(after.first))))
    return told


def solo_story(box: Any, before: Any, move: int, after: Any) -> list[Phrase]:
    """Tell what a move of the solo game did."""
    told: list[Phrase] = []
    if moves.PLACE <= move < moves.BANK:
        card, column = divmod(move - moves.PLACE, moves.COLUMNS)
        told.append(phrase("story.place", card=spoken(card), column=column + 1))
        if after.banked - before.banked == box.solo_floors:
            told.append(phrase("story.house", points=int(after.built[0]) - int(before.built[0])))
    elif moves.BANK <= move < moves.NO_BONUS:
        card = move - moves.BANK
        told.append(phrase("story.bank", card=spoken(card), size=size_of(box, card)))
    elif move == moves.NO_BONUS:
        told.append(phrase("story.no_bonus"))
    elif move >= moves.GIVE_UP:
        column, lost = move - moves.GIVE_UP + 1, int(after.lost[0]) - int(before.lost[0])
        told.append(phrase("story.give_up", column=column, size=lost))
    drawn = [
        spoken(card)
        for colour in range(COLOURS)
        for card in cards_of(colour, int(after.seen[colour]) & ~int(before.seen[colour]))
    ]
    if drawn:
        told.append(phrase("story.draw", cards=drawn))
    if after.phase == moves.BONUS:
        told.append(phrase("story.bonus"))
    return told
