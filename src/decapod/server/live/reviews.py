"""Reviews: what a search makes of every move of a finished match, found out once and kept with the match.

It goes stretch by stretch, each in a turn to think of whoever asked, so that nobody who plays waits for it; and only
while somebody looks: left alone it rests, and goes on where it was when it is asked for again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from decapod import bots
from decapod.analysis import Review
from decapod.engine import jit_warmup
from decapod.errors import IllegalMoveError
from decapod.server.live.thinkers import Overrun
from decapod.server.rate_limit import count_of
from decapod.server.words import reason

if TYPE_CHECKING:
    from decapod.server.live.archive import ArchivedMatch
    from decapod.server.live.services import Dependencies
    from decapod.server.live.thinkers import BotRequest

logger = logging.getLogger("decapod.server")

LONGEST = count_of("reviewed_moves")
MOST_RUNNING, MOST_OF_ONE = count_of("reviews"), count_of("reviews_per_address")
UNWATCHED = 15.0  # seconds after which a review rests that nobody asked about
LIMIT = 60.0  # seconds for a stretch of moves: kernels that are not ready make it slow
PATIENCE = 0.5  # seconds between two looks whether kernels are ready


class MatchReview:
    """The review of one match, and whether it goes on."""

    def __init__(self, review: Review) -> None:
        """Begin with nothing looked at."""
        self.review = review
        self.task: asyncio.Task[None] | None = None
        self.address = ""  # of whoever asked for it last
        self.watched_at = time.monotonic()

    def watch(self) -> None:
        """Note that somebody looks."""
        self.watched_at = time.monotonic()

    @property
    def is_running(self) -> bool:
        """Whether it goes on."""
        return self.task is not None and not self.task.done()


class Reviews:
    """Makes reviews of finished matches."""

    def __init__(self, services: Dependencies) -> None:
        """Let the bots' threads make them."""
        self._services = services
        self._running: set[MatchReview] = set()

    def begin(self, match: ArchivedMatch, asker: BotRequest, language: str) -> MatchReview:
        """Review a match that is over, or go on with that; refuses one that is too long, or one too many at once."""
        found = match.review
        if found is None:
            if match.log.ply > LONGEST:
                raise IllegalMoveError(reason("analysis.long", language))
            result = match.log.result(match.words(language))
            assert result is not None, "only a finished match is reviewed"
            review = Review(match.log.match, simulations=self._services.settings.simulations, winners=result.winners)
            found = match.review = MatchReview(review)
        found.watch()
        if not found.is_running and not found.review.is_done:
            of_one = sum(one.address == asker.address for one in self._running)
            if len(self._running) >= MOST_RUNNING or of_one >= MOST_OF_ONE:
                raise IllegalMoveError(reason("analysis.busy", language))
            found.address = asker.address
            self._running.add(found)
            found.task = asyncio.create_task(self._run(found, asker))
            found.task.add_done_callback(lambda _: self._running.discard(found))
        return found

    async def _run(self, found: MatchReview, asker: BotRequest) -> None:
        """Look at stretch after stretch, as long as somebody asks how far it is."""
        package = found.review.match.game.package
        if self._services.settings.warm:
            bots.precompile(package)
        while jit_warmup.state(package) == jit_warmup.WARMING:
            await asyncio.sleep(PATIENCE)
        for stretch in found.review.stretches_left():
            if self._services.stopping or time.monotonic() - found.watched_at > UNWATCHED:
                return
            try:
                async with self._services.thinkers.turn(asker) as turn:
                    await turn.think(LIMIT, lambda stop, these=stretch: found.review.look_at(these, stop))
            except Overrun:
                logger.warning("a review takes too long", extra={"match_moves": found.review.total})
                return
            except Exception:
                logger.exception("a review failed")
                return

    async def close(self) -> None:
        """Stop all of them."""
        tasks = [found.task for found in self._running if found.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
