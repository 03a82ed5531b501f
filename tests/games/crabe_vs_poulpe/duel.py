"""A duel set up by hand: cards by their names, moves by a word and a card."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from decapod.engine import dice, records
from decapod.games.crabe_vs_poulpe import cards, rules, turns, view

CRAB, OCTOPUS = 0, 1
FOLDER = Path(rules.__file__).parent
PRINTED = tomllib.loads((FOLDER / "box.toml").read_text(encoding="utf-8"))
NAMES = [row["name"] for row in PRINTED["ranks"]]
VERBS = ("lay", "resist", "give", "discard", "pinch", "fetch", "copy", "take", "heal")
WORDS = {"pass": turns.PASS, "let": turns.LET, "no": turns.DECLINE}


def box_of(printed: dict[str, Any]) -> Any:
    """Fill a box."""
    box = records.blank(rules.Box)
    rules.fill(box, printed)
    return box


def changed(**effects: str) -> Any:
    """Print a box in which some ranks have other effects in the symmetric mode: `_7="steal"`."""
    printed = deepcopy(PRINTED)
    for name, effect in effects.items():
        printed["ranks"][NAMES.index(name.strip("_"))]["symmetric"] = effect
    return box_of(printed)


def kind_of(card: str, animal: int) -> int:
    """Find a kind of card: `6` of this animal, `6c` of the crab, `6p` of the octopus (poulpe)."""
    if card[-1] in "cp":
        card, animal = card[:-1], "cp".index(card[-1])
    return NAMES.index(card) * 2 + animal


def named(held: int, owner: int) -> list[str]:
    """List cards by name; those of the other animal with its letter."""
    found: list[str] = []
    for kind in range(cards.KINDS):
        name = NAMES[kind // 2] if kind // 2 < len(NAMES) else "?"
        found += [name if kind % 2 == owner else name + "cp"[kind % 2]] * cards.number(held, kind)
    return found


class Duel:
    """A table, and the moves on it."""

    def __init__(
        self, mode: str = "symmetric", *, crab: str = "3", octopus: str = "3", crab_deck: str | None = None,
        octopus_deck: str | None = None, pile: str = "", turn: int = CRAB, box: Any = None, seed: int = 1,
    ) -> None:  # fmt: skip
        """Set up hands and decks; all other cards have been played before. A pile ends with its top card.

        A deck that is not given holds two 9s, or two of another rank if 9s are named elsewhere, or one 9.
        """
        named_cards = " ".join([crab, octopus, crab_deck or "", octopus_deck or "", pile]).split()
        unnamed = [name for name in ("9", "10", "6", "2", "Ω") if not any(name in card for card in named_cards)]
        spare = f"{unnamed[0]} {unnamed[0]}" if unnamed else "9"
        crab_deck = spare if crab_deck is None else crab_deck
        octopus_deck = spare if octopus_deck is None else octopus_deck
        self.box = box if box is not None else box_of(PRINTED)
        self.table = records.blank(records.widened(rules.Table))
        table = self.table
        dice.load(table.dice, seed, 0, 0, 0)
        rules.setup(self.box, table, 2, list(rules.VARIANTS).index(mode), np.array([turn + 1]))
        kept = 0
        for player, (hand, deck) in enumerate(((crab, crab_deck), (octopus, octopus_deck))):
            table.hands[player] = self.cards(hand, player)
            table.decks[player] = self.cards(deck, player)
            for held in (int(table.hands[player]), int(table.decks[player])):
                assert cards.together(kept, held).bit_count() == kept.bit_count() + held.bit_count(), "three alike"
                kept = cards.together(kept, held)
        all_cards = int(self.box.packs[CRAB]) | int(self.box.packs[OCTOPUS])
        assert cards.besides(kept, all_cards) == 0, "more cards than the box has"
        table.played = cards.besides(all_cards, kept)
        laid = 0
        for card in pile.split():
            laid = cards.plus(laid, kind_of(card, turn))
            table.pile = int(table.pile) << 5 | kind_of(card, turn) + 1
            table.laid += 1
        assert cards.besides(laid, int(table.played)) == 0, "a card of the pile is elsewhere too"
        for player in (CRAB, OCTOPUS):
            table.guests[player] = cards.of_animal(int(table.hands[player]), 1 - player).bit_count()
            table.seen[player] = cards.of_animal(int(table.hands[1 - player]), player)
        if pile:
            table.word = turns.PASS
        assert view.faults(self.box, table) == []

    @staticmethod
    def cards(text: str, animal: int) -> int:
        """Put cards together by their names."""
        held = 0
        for card in text.split():
            kind = kind_of(card, animal)
            assert cards.number(held, kind) < 2, f"three {card}"
            held = cards.plus(held, kind)
        return held

    @property
    def asked(self) -> int | None:
        """The player who is to act; None when the game is over."""
        return {0: None, 1: CRAB, 2: OCTOPUS}[int(self.table.awaiting)]

    def move(self, text: str, player: int | None = None) -> int:
        """Find the move a text means: `lay 6`, or just `6`, `give α`, `pinch 7`, `let`."""
        player = self.asked if player is None else player
        assert player is not None, "the game is over"
        if text in WORDS:
            return WORDS[text]
        verb, _, card = text.rpartition(" ")
        if card == "resist":
            verb, card = "resist", "1"
        phase = VERBS.index(verb or "lay")
        animal = 1 - player if verb in ("pinch", "copy") else player
        return phase * cards.KINDS + kind_of(card, animal)

    def play(self, *texts: str) -> Duel:
        """Make moves of whoever is asked."""
        for text in texts:
            player, move = self.asked, self.move(text)
            code = rules.refusal(self.box, self.table, player, move)
            assert code == 0, f"{text} is refused: {rules.REASONS[code][0]}"
            rules.play(self.box, self.table, player, move)
            assert view.faults(self.box, self.table) == []
        return self

    def why_not(self, text: str, player: int | None = None) -> str:
        """Say the code of the reason why a move is refused; empty if it is not."""
        player = self.asked if player is None else player
        return rules.REASONS[rules.refusal(self.box, self.table, player, self.move(text, player))][0]

    def may(self, text: str) -> bool:
        """Tell whether whoever is asked may make a move; legal and refusal must agree."""
        moves = np.zeros(rules.WIDEST, np.int64)
        n = rules.legal(self.box, self.table, self.asked, moves)
        listed = self.move(text) in moves[:n].tolist()
        assert listed == (self.why_not(text) == "")
        return listed

    def phase(self) -> str:
        """Name what is asked for."""
        return VERBS[int(self.table.phase)]

    def hand(self, player: int) -> list[str]:
        """List a hand."""
        return named(int(self.table.hands[player]), player)

    def deck(self, player: int) -> list[str]:
        """List a deck."""
        return named(int(self.table.decks[player]), player)

    def discards(self, player: int) -> list[str]:
        """List what a player has discarded face down."""
        return named(int(self.table.discards[player]), player)

    def known(self, field: str, player: int) -> list[str]:
        """List what a player knows of the other's cards: seen, doubt, sunk, adrift or buried."""
        return named(int(self.table[field][player]), 1 - player)

    def guesses(self, viewer: int, n: int = 200) -> list[Duel]:
        """Hide what a viewer cannot know, n times."""
        found: list[Duel] = []
        for number in range(n):
            other = object.__new__(Duel)
            other.box, other.table = self.box, self.table.copy()
            guess = np.zeros(dice.LENGTH, np.int64)
            dice.load(guess, number, 5, 6, 7)
            rules.hide(self.box, other.table, viewer, guess)
            assert view.faults(self.box, other.table) == []
            found.append(other)
        return found

    def places(self) -> list[int]:
        """Return the standing."""
        out = np.zeros(7, np.int64)
        rules.places(self.box, self.table, out)
        return out[:2].tolist()
