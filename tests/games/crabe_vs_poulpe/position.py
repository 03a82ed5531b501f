"""Positions of Crabe vs Poulpe, by the names of cards: `Duel(crab="4 α 3p", octopus="9", pile="3c 6")`.

A card is named by its rank; a letter after it says the animal, `c` for the crab and `p` for the octopus (poulpe), where
it is another than that of the hand or deck. Moves are written in the game's notation, with these names for cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from decapod.engine import dice
from decapod.games.crabe_vs_poulpe import determinize
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.invariants import violations
from decapod.games.crabe_vs_poulpe.notation import VERBS, WORDS, holder_in
from decapod.games.crabe_vs_poulpe.state import (
    ANIMALS,
    CRAB,
    KINDS,
    NAME,
    OCTOPUS,
    PASS,
    PHASE_NAMES,
    PILE_BITS,
    PILE_MASK,
    RESIST,
    SEATS,
    animal_of,
    rank_of,
    top_card,
)
from tests.positions import Position, fill, printed

ASYMMETRIC = "asymmetric"
RANK_NAMES = [row["name"] for row in printed(NAME)["ranks"]]
SPARE_RANKS = ("9", "10", "6", "2", "Ω")


def box_with(**effects: str) -> Any:
    """Print a box in which some ranks have other effects in the symmetric mode: `_7="steal"`."""
    text = printed(NAME)
    for name, effect in effects.items():
        text["ranks"][RANK_NAMES.index(name.strip("_"))]["symmetric"] = effect
    return fill(NAME, text)


def kind_of(card: str, animal: int) -> int:
    """Find a kind of card: `6` of this animal, `6c` of the crab, `6p` of the octopus."""
    if card[-1] in "cp":
        card, animal = card[:-1], "cp".index(card[-1])
    return RANK_NAMES.index(card) * ANIMALS + animal


def cards_of(text: str, animal: int) -> int:
    """Put cards together by their names."""
    held = 0
    for card in text.split():
        kind = kind_of(card, animal)
        assert cards.number(held, kind) < 2, f"three {card}"
        held = cards.plus(held, kind)
    return held


def names_of(held: int, animal: int) -> list[str]:
    """List cards by name; those of the other animal with its letter."""
    return [
        RANK_NAMES[rank_of(kind)] + ("" if animal_of(kind) == animal else "cp"[animal_of(kind)])
        for kind in cards.kinds_of(held)
    ]


class Duel(Position):
    """A table, and the moves on it."""

    def __init__(
        self, mode: str = "symmetric", *, crab: str = "3", octopus: str = "3", crab_deck: str | None = None,
        octopus_deck: str | None = None, pile: str = "", turn: int = CRAB, box: Any = None, seed: int = 1,
    ) -> None:  # fmt: skip
        """Set up hands and decks; all other cards have been played before. A pile ends with its top card.

        A deck that is not given holds two 9s, or two of another rank if 9s are named elsewhere, or one 9.
        """
        super().__init__(NAME, variant=mode, seed=seed, box=box, first=turn)
        names = " ".join([crab, octopus, crab_deck or "", octopus_deck or "", pile]).split()
        unnamed = [rank for rank in SPARE_RANKS if not any(rank in name for name in names)]
        spare = f"{unnamed[0]} {unnamed[0]}" if unnamed else "9"
        state = self.state
        held = 0
        for player, (hand, deck) in enumerate(((crab, crab_deck), (octopus, octopus_deck))):
            state.hands[player] = cards_of(hand, player)
            state.decks[player] = cards_of(spare if deck is None else deck, player)
            for some in (int(state.hands[player]), int(state.decks[player])):
                assert cards.together(held, some).bit_count() == held.bit_count() + some.bit_count(), "three alike"
                held = cards.together(held, some)
        all_cards = int(self.box.packs[CRAB]) | int(self.box.packs[OCTOPUS])
        assert cards.besides(held, all_cards) == 0, "more cards than the box has"
        state.played_cards = cards.besides(all_cards, held)
        for card in pile.split():
            state.pile = (int(state.pile) << PILE_BITS | kind_of(card, turn) + 1) & PILE_MASK
            state.height += 1
        assert cards.besides(cards_of(pile, turn), int(state.played_cards)) == 0, "a card of the pile is elsewhere too"
        for player in range(SEATS):
            state.guests[player] = cards.of_animal(int(state.hands[player]), 1 - player).bit_count()
            state.known_hand[player] = cards.of_animal(int(state.hands[1 - player]), player)
        if pile:
            state.word = PASS
        assert violations(self.box, state) == []

    def read(self, move: str | int, player: int | None = None) -> int:
        """Turn a move into its number: `6`, `give α`, `pinch 7c`, `resist`, `let`; in the game's notation, but for
        the names of cards.
        """
        if isinstance(move, int):
            return move
        if move in WORDS:
            return WORDS[move]
        verb, _, card = move.rpartition(" ")
        if card == "resist":
            verb, card = PHASE_NAMES[RESIST], "1"
        phase = VERBS.index(verb)
        return phase * KINDS + kind_of(card, holder_in(self._who(player), phase))

    def play(self, *moves: str | int, player: int | None = None) -> Duel:
        """Make legal moves of whoever is awaited; the table stays sound."""
        for move in moves:
            super().play(move, player=player)
            assert violations(self.box, self.state) == []
        return self

    def may(self, move: str) -> bool:
        """Tell whether whoever is awaited may make a move; legal and refusal must agree."""
        listed = self.read(move) in self.legal(self.to_act[0])
        assert listed == (self.reason(move) == ("", ""))
        return listed

    def playable(self, player: int) -> list[str]:
        """List the ranks a player holds a card of their own animal of and may lay now."""
        return [rank for rank in RANK_NAMES if rank in self.hand(player) and self.may(rank)]

    @property
    def phase(self) -> str:
        """Name what is asked for."""
        return PHASE_NAMES[self.state.phase]

    @property
    def top(self) -> str:
        """Name the last card laid by its rank."""
        return RANK_NAMES[rank_of(top_card(self.state))]

    def hand(self, player: int) -> list[str]:
        """List a hand."""
        return names_of(int(self.state.hands[player]), player)

    def deck(self, player: int) -> list[str]:
        """List a deck."""
        return names_of(int(self.state.decks[player]), player)

    def discards(self, player: int) -> list[str]:
        """List what a player has discarded face down."""
        return names_of(int(self.state.discards[player]), player)

    def known(self, field: str, player: int) -> list[str]:
        """List what a player knows of the other's cards: `known_hand`, `hand_or_discards`, `known_deck` ..."""
        return names_of(int(self.state[field][player]), 1 - player)

    def copy(self) -> Duel:
        """Copy the table, to try something on it."""
        other = object.__new__(Duel)
        other.__dict__.update(self.__dict__, state=self.state.copy())
        return other

    def guesses(self, viewer: int, n: int = 200) -> list[Duel]:
        """Hide what a viewer cannot know, n times."""
        found: list[Duel] = []
        for number in range(n):
            other = self.copy()
            guess = np.zeros(dice.LENGTH, np.int64)
            dice.load(guess, number, 5, 6, 7)
            determinize(self.box, other.state, viewer, guess)
            assert violations(self.box, other.state) == []
            found.append(other)
        return found
