"""Environments for learners: many games at once (`make`), and the interfaces that others have agreed on.

Nothing heavy is imported before it is asked for: `decapod.envs.vector` and its neighbours need packages of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decapod.core.game import Box
    from decapod.envs.batch import BatchEnv


def make(
    game: str,
    players: int | None = None,
    *,
    variant: str | None = None,
    size: int = 4096,
    device: str = "cpu",
    seed: int = 0,
    truncate: int | None = None,
    checked: bool = True,
    packed: bool = False,
    viewer: int | None = None,
    threads: int | None = None,
    box: Box | Path | str | None = None,
    **options: Any,
) -> BatchEnv:
    """Set `size` tables up, side by side, and deal: the environment is ready to be stepped.

    `device` is "cpu" (compiled, on all cores or so many `threads`), "cuda" (a GPU) or "python" (interpreted).
    `truncate` cuts a game short after so many moves. `checked=False` leaves it to you that every move is legal.
    `packed` has the legal moves as bits instead of bytes.
    `viewer` is the seat that final observations are for, instead of whoever moved last or is to move.
    `players`, `variant`, `box` and the game's options are those of `game.match`.

    >>> env = make("crab-stack", players=2, size=3, seed=7, device="python")
    >>> env.observation.shape, env.mask.shape, env.player.shape
    ((3, 1636), (3, 3136), (3,))
    >>> env.step(env.sample())
    >>> env.terminated.any(), env.rewards.tolist()
    (np.False_, [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    """
    from decapod.envs.batch import BatchEnv

    return BatchEnv(game, players, variant=variant, size=size, device=device, seed=seed, truncate=truncate,
                    checked=checked, packed=packed, viewer=viewer, threads=threads, box=box, **options)  # fmt: skip
