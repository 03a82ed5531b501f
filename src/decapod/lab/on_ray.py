"""Games by chance on a Ray cluster, or on a Ray of this machine's own.

Games are dealt out in parts by their numbers. A part is counted when its result is here, once, whichever worker it came
from; one whose worker is lost is played again, and is the same: what is played depends on the numbers alone.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from decapod.errors import UsageError, how_to_install

if TYPE_CHECKING:
    from decapod.engine.batch import Take
    from decapod.lab.contest import Contest

PART = 1 << 14  # games that a worker plays at once
AHEAD = 3  # parts under way for each processor
LOST_WORKERS = 20  # times that a part is begun anew if its worker is lost


def require_ray() -> Any:
    """Return Ray; `UsageError` says what to install if it is not there."""
    try:
        import ray  # pyright: ignore[reportMissingImports]  # an extra that not everybody has
    except ImportError:
        raise UsageError(f"--on ray needs Ray: {how_to_install('ray')}") from None
    return ray


@contextmanager
def connected(address: str) -> Generator[Any]:
    """Be connected to a cluster: the one we are connected to already, that at an address, or a new one here."""
    ray = require_ray()
    if ray.is_initialized():
        yield ray
        return
    own: dict[str, Any] = {} if address else {"include_dashboard": False}
    try:
        ray.init(address or "local", log_to_driver=False, logging_level="error", **own)
    except Exception as error:  # Ray has no error of its own for a cluster that does not answer or start
        why = " ".join(str(error).split())[:200]
        raise UsageError(f"no Ray answers at {address or 'this machine'}: {why}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def stream_on_ray(
    contest: Contest, take: Take, *, first: int, games: int, rows: bool = False, address: str = "", part: int = PART
) -> None:
    """Play games from number `first` on, and hand them over in order: `batch.stream` for a cluster."""
    with connected(address) as ray:
        play = ray.remote(num_cpus=1, max_retries=LOST_WORKERS, retry_exceptions=False)(play_part)
        described = ray.put(json.dumps(asdict(contest)))
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        numbers = iter(range(first, first + games, part))
        under_way: list[tuple[int, Any]] = []  # in the order of their numbers
        while True:
            while len(under_way) < ahead and (number := next(numbers, None)) is not None:
                size = min(part, first + games - number)
                under_way.append((number, play.remote(described, number, size, rows)))
            if not under_way:
                return
            number, result = under_way.pop(0)
            played, tallied = ray.get(result)
            take(number, played, tallied)


def play_part(described: str, first: int, games: int, rows: bool) -> tuple[Any, Any]:
    """Play some games: what a worker does. Return their rows, None if not wanted, and their tally."""
    import numpy as np

    from decapod.engine import tally
    from decapod.lab.contest import Contest
    from decapod.lab.survey import stream

    parts: list[Any] = []
    total = tally.blank()

    def take(_first: int, played: Any, tallied: Any) -> None:
        if rows:
            parts.append(np.asarray(played))
        tally.merge(total, tallied)

    stream(Contest.from_json(json.loads(described)), take, first=first, games=games, rows=rows, threads=1)
    return (np.concatenate(parts) if rows else None), total
