"""Notifications: how long announcements take from one server process to another through PostgreSQL.

    python bench/notifications.py --database postgresql://…             1,000 a second from two processes, 20 s
    python bench/notifications.py --database … --rate 5000 --processes 4

Every process opens the server's own connection for announcements, sends its share of the rate at random moments, and
receives the lines of all others. Needs a PostgreSQL in which `decapod serve` may make its tables.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing as mp
import random
import tempfile
import time
from typing import Any

from decapod.server.live.server import Hub
from decapod.server.settings import Settings
from loopback import percentile

SETTLE_S = 1.0  # after the start, until every process listens
DRAIN_S = 3.0  # for the last lines to arrive


class Measuring(Hub):
    """A server that notes how long each line of another process took."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.waits: list[float] = []

    async def receive(self, line: str) -> None:
        """Note the time since the line was published."""
        sender, _, _, sent_at = line.split()
        if sender != self.services.channel.process:
            self.waits.append(time.monotonic() - float(sent_at))


def run_process(database: str, rate: float, seconds: float, barrier: Any, out: Any) -> None:
    """Send lines at a rate, receive those of others, and put the number sent, the waits and the CPU into a queue."""

    async def work() -> tuple[int, list[float], float]:
        with tempfile.TemporaryDirectory() as folder:
            server = Measuring(Settings(data=folder, database=database, warm=False, sweep=600.0))
            await server.start()
            channel, sent = server.services.channel, 0
            await asyncio.sleep(SETTLE_S)
            await asyncio.to_thread(barrier.wait)
            begin, cpu = time.monotonic(), time.process_time()
            next_at = begin
            while next_at < begin + seconds:
                await asyncio.sleep(max(0.0, next_at - time.monotonic()))
                assert channel.publish is not None
                channel.publish(f"{channel.process} room e {time.monotonic()}")
                sent += 1
                next_at += random.expovariate(rate)
            cpu = time.process_time() - cpu
            await asyncio.sleep(DRAIN_S)
            await server.stop()
            return sent, server.waits, cpu / seconds

    out.put(asyncio.run(work()))


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--database", required=True, help="the URL of a PostgreSQL")
    parser.add_argument("--rate", type=float, default=1_000, help="lines a second of all processes together")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    if not (2 <= options.processes <= 16 and 0 < options.rate <= 100_000 and 0 < options.seconds <= 600):
        parser.error("2 to 16 processes, at most 100,000 lines a second and 600 seconds")
    context = mp.get_context("spawn")
    out: Any = context.Queue()
    barrier = context.Barrier(options.processes)
    arguments = (options.database, options.rate / options.processes, options.seconds, barrier, out)
    processes = [context.Process(target=run_process, args=arguments, daemon=True) for _ in range(options.processes)]
    for process in processes:
        process.start()
    results = [out.get(timeout=options.seconds + 60) for _ in processes]
    sent = sum(one[0] for one in results)
    waits = sorted(wait for one in results for wait in one[1])
    print(f"{'sent a second':>24}  {sent / options.seconds:.0f}")
    print(f"{'lost':>24}  {sent * (options.processes - 1) - len(waits)}")
    for share in (0.5, 0.95, 0.99):
        print(f"{f'p{share * 100:.0f}, ms':>24}  {percentile(waits, share)}")
    print(f"{'longest, ms':>24}  {waits[-1] * 1000:.1f}")
    print(f"{'CPU of each process':>24}  {', '.join(f'{one[2]:.2f}' for one in results)}")


if __name__ == "__main__":
    main()
