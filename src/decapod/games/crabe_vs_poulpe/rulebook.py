"""What the rules of Crabe vs Poulpe show: charts of a box, and the positions of worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from decapod.engine import bits
from decapod.games.crabe_vs_poulpe.art import card_face
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.notation import find_rank, rank_name
from decapod.games.crabe_vs_poulpe.state import (
    ANIMAL_NAMES,
    ANIMALS,
    CRAB,
    EFFECT_NAMES,
    NONE,
    OCTOPUS,
    PASS,
    PILE_BITS,
    PILE_MASK,
    SEATS,
    VARIANTS,
)
from decapod.scene import Translator, show_face, write_chart

SYMMETRIC, ASYMMETRIC = range(len(VARIANTS))
SPARE = "9 9"  # a deck that an example does not mention


def rulebook_tables(box: Any, words: Translator) -> dict[str, object]:
    """Return what the rules say of a box besides its plain numbers."""
    ranks = range(int(box.ranks))
    plain = [rank for rank in ranks if effects_of(box, rank) == {NONE}]
    return {
        "pack": bits.count(int(box.packs[CRAB])),
        "order": ", ".join(rank_name(box, rank) for rank in ranks),
        "plain": join(words, [rank_name(box, rank) for rank in plain]),
        "final": join(words, [words(f"effect.{EFFECT_NAMES[effect]}.name") for effect in final_effects(box)]),
        "chart.cards": card_chart(box, words),
        **{
            f"rank.{name}": join(words, [rank_name(box, rank) for rank in ranks if effect in effects_of(box, rank)])
            for effect, name in enumerate(EFFECT_NAMES)
        },
    }


def join(words: Translator, items: Iterable[str]) -> str:
    """Join things by commas, the last by "and"; a dash if there are none."""
    *first, last = list(items) or ["–"]
    return words("chart.and", first=", ".join(first), last=last) if first else last


def effects_of(box: Any, rank: int) -> set[int]:
    """Return the effects that the cards of a rank have in either mode, on either animal."""
    kinds = (rank * ANIMALS + CRAB, rank * ANIMALS + OCTOPUS)
    return {int(box.effect[variant][kind]) for variant in (SYMMETRIC, ASYMMETRIC) for kind in kinds}


def final_effects(box: Any) -> list[int]:
    """List the effects that nothing cancels, in the order of their ranks."""
    found: dict[int, None] = {}
    for kind in range(int(box.ranks) * ANIMALS):
        for variant in range(len(VARIANTS)):
            effect = int(box.effect[variant][kind])
            if effect != NONE and not cards.holds(int(box.resistible[variant]), kind):
                found[effect] = None
    return list(found)


def card_chart(box: Any, words: Translator) -> str:
    """Show every rank: how many cards each animal has of it, and what they do in each mode (CP-1)."""
    rows: list[list[object]] = []
    for rank in range(int(box.ranks)):
        crab, octopus = rank * ANIMALS + CRAB, rank * ANIMALS + OCTOPUS
        shown = ((SYMMETRIC, crab), (ASYMMETRIC, crab), (ASYMMETRIC, octopus))
        copies = cards.number(int(box.packs[CRAB]), crab)
        rows.append([f"**{rank_name(box, rank)}**", copies, *(describe(box, words, *card) for card in shown)])
    return write_chart([words(f"chart.{name}") for name in ("rank", "copies", "symmetric", *ANIMAL_NAMES)], rows)


def describe(box: Any, words: Translator, variant: int, kind: int) -> str:
    """Show a card and name its effect."""
    effect = int(box.effect[variant][kind])
    name = words(f"effect.{EFFECT_NAMES[effect]}.name")
    if effect != NONE and not cards.holds(int(box.resistible[variant]), kind):
        name = words("chart.final", effect=name)
    return f"{show_face(card_face(box, variant, kind), '')} {name}"


def read_cards(box: Any, text: str, animal: int) -> int:
    """Put cards together by their ranks; a star marks one of the other animal."""
    held = 0
    for name in text.split():
        held = cards.plus(held, read_kind(box, name, animal))
    return held


def read_kind(box: Any, name: str, animal: int) -> int:
    """Find a kind of card by its rank; a star marks one of the other animal."""
    return find_rank(box, name.rstrip("*").lower(), name) * ANIMALS + (animal ^ name.endswith("*"))


def set_up_example(box: Any, state: Any, setting: Mapping[str, Any]) -> None:
    """Lay a dealt table as an example says, when somebody is to lay a card.

    It may say `hands` and `decks` by seat, and `pile`, its top card last, of the animal of whoever is not to move.
    Cards are written by rank, with a star where they are of the other animal. All others have been laid before.
    """
    turn = bits.lowest(int(state.to_act))
    held = 0
    for player in range(SEATS):
        state.hands[player] = read_cards(box, setting["hands"][player], player)
        state.decks[player] = read_cards(box, setting.get("decks", [SPARE] * SEATS)[player], player)
        held = cards.together(cards.together(held, int(state.hands[player])), int(state.decks[player]))
    state.played_cards = cards.besides(int(box.packs[CRAB]) | int(box.packs[OCTOPUS]), held)
    for name in setting.get("pile", "").split():
        state.pile = (int(state.pile) << PILE_BITS | read_kind(box, name, 1 - turn) + 1) & PILE_MASK
        state.height += 1
        state.word = PASS
    for player in range(SEATS):
        state.guests[player] = bits.count(cards.of_animal(int(state.hands[player]), 1 - player))
        state.known_hand[player] = cards.of_animal(int(state.hands[1 - player]), player)
