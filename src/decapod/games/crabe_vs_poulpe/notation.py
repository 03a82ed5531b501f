"""How moves of Crabe vs Poulpe are written: `6`, `8!`, `resist`, `pass`, `let`, `no`, `give α`, `pinch 7`.

A card is written by its rank. `!` after a card that is laid means that its effect may be resisted. A star after
a card means a guest: an animal other than that of the hand it is in, or that it comes to.
"""

from __future__ import annotations

import re
from typing import Any

from decapod.errors import Unreadable
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import (
    ALPHA,
    ANIMALS,
    DECLINE,
    FROM_OTHER_HAND,
    KINDS,
    LET,
    OMEGA,
    PASS,
    PHASES,
    PLAY,
    RANK_BITS,
    RESIST,
    animal_of,
    rank_of,
)
from decapod.scene import no_move

VERBS = ("", "resist", "give", "discard", "pinch", "fetch", "copy", "take", "heal")  # by phase
WORDS = {"pass": PASS, "let": LET, "no": DECLINE}
LETTERS = {"α": ALPHA, "a": ALPHA, "alpha": ALPHA, "ω": OMEGA, "o": OMEGA, "omega": OMEGA}


def rank_name(box: Any, rank: int) -> str:
    """Write what is printed on a rank."""
    printed = int(box.name[rank])
    return {ALPHA: "α", OMEGA: "Ω"}.get(printed, str(printed))


def card_name(box: Any, kind: int, holder: int) -> str:
    """Write a card in the hand of a player: a star marks a guest."""
    return rank_name(box, rank_of(kind)) + ("*" if animal_of(kind) != holder else "")


def holder_in(player: int, phase: int) -> int:
    """Tell whose hand a card is in, or comes to, that a player chooses in a phase."""
    return 1 - player if phase in FROM_OTHER_HAND else player


def resisting_ranks(box: Any, table: Any) -> list[int]:
    """List the ranks that resist; as printed there is one."""
    resisters = int(box.resisters[int(table.variant)])
    return [rank for rank in range(int(box.ranks)) if resisters >> RANK_BITS * rank & (1 << RANK_BITS) - 1]


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move; a number that is none is written as `move 280`, which cannot be read."""
    for text, word in WORDS.items():
        if move == word:
            return text
    phase, kind = divmod(move, KINDS)
    if not 0 <= phase < PHASES or rank_of(kind) >= box.ranks:
        return f"move {move}"
    card = card_name(box, kind, holder_in(player, phase))
    if phase == PLAY:
        return card + ("!" if cards.holds(int(box.resistible[int(table.variant)]), kind) else "")
    if phase == RESIST and resisting_ranks(box, table) == [rank_of(kind)]:
        return "resist" + ("*" if card.endswith("*") else "")
    return f"{VERBS[phase]} {card}"


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a move; `!` may be left out, `a` and `o` stand for α and Ω."""
    text = " ".join(text.lower().split())
    if text in WORDS:
        return WORDS[text]
    found = re.fullmatch(r"(?:([a-z]+) )?(\w+)(\*?)!?", text)
    if not found:
        raise unreadable(text)
    verb, name, star = found[1] or "", found[2], found[3]
    if (verb, name) == ("", "resist"):
        ranks = resisting_ranks(box, table)
        if not ranks:
            raise unreadable(text)
        if len(ranks) > 1:
            raise no_move("read.rank", rank=rank_name(box, ranks[0]))
        return RESIST * KINDS + kind_of(ranks[0], star, player)
    if verb not in VERBS:
        raise unreadable(text)
    phase = VERBS.index(verb)
    return phase * KINDS + kind_of(find_rank(box, name, text), star, holder_in(player, phase))


def kind_of(rank: int, star: str, holder: int) -> int:
    """Find the kind of a card in the hand of a player, a guest if there is a star."""
    return rank * ANIMALS + (1 - holder if star else holder)


def find_rank(box: Any, name: str, text: str) -> int:
    """Find a rank by its name; `text` is the move in which it is written."""
    for rank in range(int(box.ranks)):
        printed = int(box.name[rank])
        if LETTERS.get(name) == printed or (name == str(printed) and printed not in (ALPHA, OMEGA)):
            return rank
    raise unreadable(text)


def unreadable(text: str) -> Unreadable:
    """Say what moves look like."""
    return no_move("read.move", text=text)
