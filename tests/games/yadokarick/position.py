"""Positions of Yadokarick, by names of cards: `Round(4).give("g25 p1", "p8")` deals hands, `Alone("g25 p5", "g7 g3")`
lays a row and, from the body up, what is on the hermit crabs of the solo game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import decapod
from decapod.core.match import Match
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.chapters import house, solo, trick
from decapod.games.yadokarick.notation import card_name, card_named
from tests.positions import Position

GAME = decapod.game("yadokarick")
BOX = GAME.box.record


def card(text: str) -> int:
    """Find a card by its name."""
    return card_named(BOX, text)


def set_of(texts: str, colour: int) -> int:
    """Return those of some cards that have a colour, as a set."""
    cards = [card(text) for text in texts.split()]
    return sum(s.bit_of(one) for one in cards if s.colour_of(one) == colour)


def names_in(sets: Any) -> list[str]:
    """Name the cards of two sets, the green and the pink one."""
    return [card_name(one) for colour in range(s.COLOURS) for one in s.cards_in(colour, int(sets[colour]))]


def size(*texts: str) -> int:
    """Add up the sizes of cards."""
    return sum(s.size_of(BOX, card(text)) for text in texts)


class Cards(Position):
    """A position of either game."""

    def see(self, texts: str) -> None:
        """Let everybody have seen some cards."""
        for colour in range(s.COLOURS):
            self.state.public[colour] |= set_of(texts, colour)

    def floors(self, seat: int) -> list[str]:
        """Name the cards of a house, or of a column of the solo game, from the body up."""
        return [card_name(one) for one in house.cards_of(int(self.state.houses[seat]))]


class Round(Cards):
    """A round of tricks; player 0 leads unless told otherwise."""

    def __init__(self, players: int = 4, variant: str | None = None, *, seed: int = 1, **options: Any) -> None:
        """Deal."""
        super().__init__("yadokarick", players, variant=variant, seed=seed, **{"first": "0", **options})

    def give(self, *hands: str) -> Round:
        """Replace the hands."""
        for player, texts in enumerate(hands):
            self.state.hands[player] = [set_of(texts, colour) for colour in range(s.COLOURS)]
        return self

    def hand(self, player: int) -> list[str]:
        """Name the cards a player holds."""
        return names_in(self.state.hands[player])

    def trick(self, *texts: str) -> Round:
        """Give everyone one more card, from the leader on, and play them in order."""
        for text in texts:
            player = self.to_act[0]
            self.state.hands[player, s.colour_of(card(text))] |= s.bit_of(card(text))
            self.play(text)
        return self

    def build(self, seat: int, texts: str) -> Round:
        """Put cards on a house, as if they had been won before."""
        for text in texts.split():
            trick.build(self.box, self.state, seat, card(text))
        self.see(texts)
        return self

    def turn_up(self, text: str, *hands: str) -> Round:
        """Play a trick of the duel in which the NPC turns up a known card: every other one of the stock was seen."""
        self.give(*hands)
        self.state.public[0] = (1 << int(self.box.numbers)) - 1 & ~set_of(" ".join((text, *hands)), 0)
        for _ in hands:
            self.play(hands[self.to_act[0]])
        return self

    def finish_round(self) -> Round:
        """Play whatever comes first until the next deal, or the end."""
        finished = int(self.state.finished)
        while self.to_act and self.state.finished == finished:
            texts = self.texts()
            self.play("marker stay" if "marker stay" in texts else texts[0])
        return self


class Alone(Cards):
    """The solo game."""

    def __init__(self, row: str = "g1 g5 g9 g13 g17", *columns: str, phase: str = "take", **options: Any) -> None:
        """Lay a row, whose last card was drawn last, and cards on the columns."""
        super().__init__("yadokarick", 1, **options)
        self.lay_row(row)
        for column, texts in enumerate(columns):
            for text in texts.split():
                self.state.houses[column] = house.on_top(int(self.state.houses[column]), card(text))
            self.see(texts)
        self.state.phase = s.PHASE_NAMES.index(phase)

    def lay_row(self, texts: str) -> None:
        """Replace the row."""
        self.state.row[:] = 0
        for i, text in enumerate(texts.split()):
            self.state.row[i] = card(text) + 1
            self.state.newest = card(text)
        self.see(texts)

    @property
    def row(self) -> list[str]:
        """Name the cards of the row."""
        return [card_name(int(held) - 1) for held in self.state.row if held]

    @property
    def phase(self) -> str:
        """Name what is awaited."""
        return s.PHASE_NAMES[self.state.phase]

    def leave_in_deck(self, colour: int, texts: str = "") -> None:
        """Let all cards of a colour have been drawn but these."""
        self.state.public[colour] = solo.deck(self.box) & ~set_of(texts, colour)

    def draw(self, text: str) -> Alone:
        """Draw a card that is known: the only one of its deck."""
        colour = s.colour_of(card(text))
        self.state.phase = s.REFILL
        self.leave_in_deck(colour, text)
        self.play(f"draw {s.COLOUR_NAMES[colour]}")
        return self


def play_on(match: Match, plies: int, seed: int = 1) -> Match:
    """Play by chance, until the end at most."""
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        if not match.is_over:
            player = match.to_act[0]
            match.play(player, int(rng.choice(match.legal_actions(player))))
    return match
