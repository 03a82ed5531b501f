"""The notation of Crabe vs Poulpe: `6`, `8!`, `resist`, `pass`, `let`, `no`, `give α`, `pinch 7`.

A card is written by its rank. `!` after a card that is laid means that its effect may be resisted. A star after
a card means a guest: an animal other than that of the hand it is in, or that it comes to.
"""

from __future__ import annotations

import re
from typing import Any

from decapod.errors import Unreadable
from decapod.games.crabe_vs_poulpe import cards, turns
from decapod.games.crabe_vs_poulpe.cards import KINDS
from decapod.games.crabe_vs_poulpe.rules import ALPHA, OMEGA
from decapod.scene import no_move

VERBS = ("", "resist", "give", "discard", "pinch", "fetch", "copy", "take", "heal")  # by phase
WORDS = {"pass": turns.PASS, "let": turns.LET, "no": turns.DECLINE}
LETTERS = {"α": ALPHA, "a": ALPHA, "alpha": ALPHA, "ω": OMEGA, "o": OMEGA, "omega": OMEGA}


def rank_name(box: Any, rank: int) -> str:
    """Write what is printed on a rank."""
    printed = int(box.name[rank])
    return {ALPHA: "α", OMEGA: "Ω"}.get(printed, str(printed))


def holder(player: int, phase: int) -> int:
    """Tell whose hand a card chosen in a phase is in, or comes to."""
    return 1 - player if phase in (turns.PINCH, turns.COPY) else player


def card_text(box: Any, kind: int, owner: int) -> str:
    """Write a card in someone's hand."""
    return rank_name(box, cards.rank_of(kind)) + ("*" if cards.animal_of(kind) != owner else "")


def resisting_ranks(box: Any, table: Any) -> list[int]:
    """List the ranks that resist; as printed there is one."""
    resisters = int(box.resisters[int(table.variant)])
    return [rank for rank in range(int(box.ranks)) if resisters >> 4 * rank & 15]


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move."""
    for text, word in WORDS.items():
        if move == word:
            return text
    phase, kind = divmod(move, KINDS)
    if not 0 <= phase < turns.PHASES or cards.rank_of(kind) >= box.ranks:
        return f"move {move}"
    card = card_text(box, kind, holder(player, phase))
    if phase == turns.PLAY:
        return card + ("!" if cards.holds(int(box.resistible[int(table.variant)]), kind) else "")
    if phase == turns.RESIST and resisting_ranks(box, table) == [cards.rank_of(kind)]:
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
        if len(ranks) != 1:
            raise no_move("read.rank")
        return turns.RESIST * KINDS + kind_of(ranks[0], star, player)
    if verb not in VERBS:
        raise unreadable(text)
    phase = VERBS.index(verb)
    return phase * KINDS + kind_of(rank_named(box, name, text), star, holder(player, phase))


def kind_of(rank: int, star: str, owner: int) -> int:
    """Find the kind of a card in someone's hand."""
    return rank * cards.ANIMALS + (1 - owner if star else owner)


def rank_named(box: Any, name: str, text: str) -> int:
    """Find a rank by its name."""
    for rank in range(int(box.ranks)):
        printed = int(box.name[rank])
        if LETTERS.get(name) == printed or (name == str(printed) and printed not in (ALPHA, OMEGA)):
            return rank
    raise unreadable(text)


def unreadable(text: str) -> Unreadable:
    """Say what moves look like."""
    return no_move("read.move", text=text)
