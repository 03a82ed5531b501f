"""What people do at a table: move, take back, resign, ask for another match, ask why, ask for a hint."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from decapod.bots import ADVISER
from decapod.core.fairness import seed_hash_of
from decapod.errors import IllegalMoveError, StaleMoveError
from decapod.server import metrics, wire
from decapod.server.live.bots import judge_moves
from decapod.server.live.thinkers import BotRequest, Priority
from decapod.server.rate_limit import count_of
from decapod.server.words import reason

if TYPE_CHECKING:
    from decapod.core.player_view import PlayerView
    from decapod.errors import Reason
    from decapod.scene import Translator
    from decapod.server.live.client import Connection
    from decapod.server.live.match_log import MatchLog
    from decapod.server.live.room import Table
    from decapod.server.store import MatchEvent

logger = logging.getLogger("decapod.server")

MOST_MATCHES = count_of("matches_per_room")  # the results of all are read when the room is loaded


async def make_move(room: Table, client: Connection, message: wire.MakeMove) -> None:
    """Make a person's move, or the several that a line of notation says."""
    began = time.perf_counter()
    language = client.view.language
    room.check_seat(client.person, message.seat, language)

    def wanted(log: MatchLog) -> list[MatchEvent]:
        room.check_no_bot(message.seat, language)
        if message.match and message.match != log.id:
            raise StaleMoveError(reason("move.stale", language))
        return log.entries_for_move(
            message.seat, message.move, message.scene_number, _time_after_start(room, log), room.words(language),
            message.thinking_time,
        )  # fmt: skip

    await room.record(wanted, language, client, message.n)
    metrics.MOVE_TIME.observe(time.perf_counter() - began)


async def undo(room: Table, client: Connection, message: wire.Undo) -> None:
    """Take back, or answer somebody who asks to."""
    language = client.view.language
    room.check_seat(client.person, message.seat, language)

    def wanted(log: MatchLog) -> list[MatchEvent]:
        at, words = _time_after_start(room, log), room.words(language)
        if message.answer == "ask":
            room.check_no_bot(message.seat, language)
            return [log.entry_for_undo(message.seat, at, room.seats_to_ask(message.seat), words)]
        others = room.seats_to_ask(log.undo_asker) if log.undo_asker is not None else []
        own = [seat for seat in others if room.seats[seat].person == client.person]
        agrees = message.answer == "grant"
        return [log.entry_for_consent(own[0] if own else message.seat, agrees, at, others, words)]

    await room.record(wanted, language, client, message.n)


async def resign(room: Table, client: Connection, message: wire.Resign) -> None:
    """Give up."""
    language = client.view.language
    room.check_seat(client.person, message.seat, language)
    await room.record(
        lambda log: [log.entry_for_resignation(message.seat, _time_after_start(room, log), room.words(language))],
        language, client, message.n,
    )  # fmt: skip


async def ask_rematch(room: Table, client: Connection, message: wire.AskRematch) -> None:
    """Ask for another match. Whoever calls this begins it if then `room.all_want_rematch`."""
    language = client.view.language
    own = room.seats_of(client.person)
    if not own:
        raise IllegalMoveError(reason("seat.not_yours", language))
    if room.number >= MOST_MATCHES:
        raise IllegalMoveError(reason("rematch.many", language))
    if message.seal and room.log is not None and room.log.over:
        await room.seal_salt(own, message.seal)
    if not room.all_want_rematch:  # a server may have died between the last wish for it and the beginning
        await room.record(
            lambda log: [log.entry_for_rematch(own[0], _time_after_start(room, log), room.words(language))],
            language, client, message.n,
        )  # fmt: skip


def open_salt(room: Table, client: Connection, message: wire.OpenedSalt) -> None:
    """Take a person's salt for the match that is about to start, on whichever process that is."""
    own = room.seats_of(client.person)
    if not any(room.seats[seat].seal == seed_hash_of(message.salt) for seat in own):
        raise IllegalMoveError(reason("salt.wrong", client.view.language))
    room.take_salt(message.number, own, message.salt)
    room.services.channel.announce_salt(room.id, message.number, own, message.salt)


async def explain(room: Table, client: Connection, message: wire.AskWhy) -> Reason | None:
    """Tell why a move is not allowed, in the words that would refuse it; None if it is allowed."""
    language = client.view.language
    room.check_seat(client.person, message.seat, language)
    async with room.lock:
        log, words = room.require_log(language), room.words(language)
        if message.move is not None:
            return log.why_not(message.seat, message.move, words)
        return log.why_no_clicks(message.seat, message.clicks, words)


async def begin_hint(room: Table, client: Connection, message: wire.AskHint) -> None:
    """Let the bot think about which moves are best, and answer when it knows; meanwhile its asker may move."""
    language = client.view.language
    room.check_seat(client.person, message.seat, language)
    async with room.lock:
        log = room.require_log(language)
        if not room.row.hints:
            raise IllegalMoveError(reason("hint.none", language))
        if message.seat not in log.awaiting:
            raise IllegalMoveError(reason("hint.turn", language))
        if message.seat in room.hints:
            raise IllegalMoveError(reason("hint.busy", language))
        seat, words = log.match.player_view(message.seat, event_log=False), room.words(language)

    def end(task: asyncio.Task[None]) -> None:
        del room.hints[message.seat]
        if task.cancelled():
            client.refuse("hint", message.n, reason("move.stale", language))

    task = room.hints[message.seat] = asyncio.create_task(_give_hint(room, client, message, seat, words))
    task.add_done_callback(end)


async def _give_hint(
    room: Table, client: Connection, message: wire.AskHint, seat: PlayerView, words: Translator
) -> None:
    asker = BotRequest(client.person, client.address, Priority.AWAITED)
    try:
        async with room.services.thinkers.turn(asker) as turn:
            judged, playouts = await turn.think(
                room.services.levels.thinking_limit(ADVISER), lambda stop: judge_moves(seat, words, stop=stop)
            )
    except Exception:
        logger.exception("a hint failed", extra={"room": room.id})
        judged, playouts = [], 0
    forced = len(seat.legal_actions()) == 1
    client.answer(wire.Hint(re=message.n, judged=judged, playouts=playouts, forced=forced))


def _time_after_start(room: Table, log: MatchLog) -> int:
    return room.services.clock.now() - log.began_at
