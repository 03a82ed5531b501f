"""What a bot is, and how to get one by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from decapod.errors import UsageError

if TYPE_CHECKING:
    from threading import Event

    from decapod.match import Match, Move

BOTS = ("chance", "sampler")

#: The modules whose kernels a table needs: play-outs by chance, moves one by one, and the bots that think.
KERNELS = ("decapod.engine.batch", "decapod.engine.single", "decapod.bots.sampler")


def warm(package: str, *, wait: bool = False) -> None:
    """Get the kernels of a game and its bots ready in the background; call it as often as you like."""
    from decapod.engine import ready

    ready.warm(package, KERNELS, wait=wait)


@dataclass(frozen=True)
class Judged:
    """What a bot thinks of a move: its worth from 0 (lost) to 1 (won), and how many play-outs say so."""

    move: Move
    worth: float
    playouts: int


class Bot(Protocol):
    """Anything that can choose a move."""

    name: str
    seconds: float  # how long it thinks at most about a move; 0 if it answers at once

    def choose(self, match: Match, player: int) -> Move:
        """Choose a legal move for a player who is awaited."""
        ...


def bot(
    name: str,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    stop: Event | None = None,
) -> Bot:
    """Return a bot by name. `sampler` thinks for a time, or for a number of play-outs (then it is repeatable).

    Whoever waits for it may set `stop`, from any thread: then it answers at once with what it has found.

    >>> import decapod
    >>> match = decapod.game("crab-stack").match(players=2, seed=7)
    >>> bot("sampler", seed=1, playouts=80).choose(match, 0) in match.legal(0)
    True
    """
    if name == "chance":
        from decapod.bots.chance import Chance

        return Chance(seed)
    if name == "sampler":
        from decapod.bots.sampler import Sampler

        return Sampler(seed, seconds=seconds, playouts=playouts, stop=stop)
    raise UsageError(f"there is no bot {name!r}; there is {', '.join(BOTS)}")
