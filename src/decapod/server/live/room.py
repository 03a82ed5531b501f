"""A room: where people sit around one match after another, with everybody who looks at it.

All that changes a match goes the same way: its log makes the entries, the store keeps them, the log applies them,
everybody is shown. The lock makes that one at a time; a place taken by another process is answered by catching up and
trying again.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from decapod.bots import DEFAULT_BOT
from decapod.core.fairness import seed_hash_of
from decapod.core.game import LOSS
from decapod.errors import IllegalMoveError, ParseError, Reason
from decapod.server import metrics, wall_clock, wire
from decapod.server.live.autoplayer import BotRunner
from decapod.server.live.clocks import GRACE
from decapod.server.live.messages import Situation, first_ply_to_narrate, scene_message
from decapod.server.live.presence import Attendance, PresenceTracker
from decapod.server.live.quarantine import DamagedMatchError, explain_trouble
from decapod.server.live.scene_cache import SceneCache
from decapod.server.live.thinkers import BotRequest, Priority
from decapod.server.live.view import Progress
from decapod.server.store import STORAGE_ERRORS, MatchEvent
from decapod.server.store.entries import MOVE, UNDO
from decapod.server.store.matches import end_match
from decapod.server.store.rooms import change_seats
from decapod.server.words import names_in, reason

if TYPE_CHECKING:
    from decapod.core.game import Game
    from decapod.errors import DecapodError
    from decapod.scene import Translator
    from decapod.server.live.client import Connection
    from decapod.server.live.match_log import MatchLog
    from decapod.server.live.salts import SeedReveal
    from decapod.server.live.services import Dependencies
    from decapod.server.store.rooms import SeatHolder, TableRow

logger = logging.getLogger("decapod.server")

TRIES = 50  # for a place in the log before giving up
MOST_SEAT_INFOS = 64  # people to whom the seats were described lately
PRESENCE_INTERVAL = 1.0  # seconds between two times that people are shown who is there
SHORTEST_FRESHNESS = 30.0  # seconds that a report of who is on another process counts


class Table:
    """One room: its seats, its match, and the clients who look at it."""

    def __init__(self, services: Dependencies, game: Game, row: TableRow, seats: list[SeatHolder]) -> None:
        """Take what the store has; whoever loads a room also gives it the log of its newest match."""
        self.services = services
        self.game = game
        self.row = row
        self.seats = seats
        self.number = 0  # of the match
        self.log: MatchLog | None = None
        self.trouble: DecapodError | None = None  # why the newest match is kept as a record, and has no log
        self.kept_match = ""  # its id
        self.opening: SeedReveal | None = None  # of the salts, while a match is about to start
        self.score = [0.0] * row.players
        self.clients: set[Connection] = set()
        self.presence = PresenceTracker(self.clients, max(SHORTEST_FRESHNESS, 3 * services.settings.sweep))
        self.attendance = Attendance()
        self.lock = asyncio.Lock()
        self.scene_cache = SceneCache()
        self.autoplayer = BotRunner(self)
        self.hints: dict[int, asyncio.Task[None]] = {}  # for which seats a bot thinks about a hint
        self._moves = metrics.MOVES.labels(row.game)
        self._words: dict[str, Translator] = {}  # by language
        self._seat_infos: dict[str, list[wire.SeatInfo]] = {}  # by person, until a seat changes
        self._presence_timer: asyncio.TimerHandle | None = None
        self._presence_shown_at = float("-inf")
        self._sealed = ("", "")  # the secret of the next match, and its seal
        self._must_announce = False

    # --- who is who -----------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The room's id."""
        return self.row.id

    @property
    def next_seal(self) -> str:
        """The seal of the secret from which the next match will be dealt."""
        if self._sealed[0] != self.row.secret:
            self._sealed = self.row.secret, seed_hash_of(self.row.secret)
        return self._sealed[1]

    @property
    def has_bots(self) -> bool:
        """Whether a bot holds a seat."""
        return any(holder.bot is not None for holder in self.seats)

    @property
    def has_only_bots(self) -> bool:
        """Whether bots play for every seat."""
        return all(self.bot_of(seat) is not None for seat in range(self.row.players))

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at the room, on any process."""
        return self.presence.is_anybody_here

    @property
    def is_followed(self) -> bool:
        """Whether anything on this process waits for what happens here: somebody who looks, bots, clocks."""
        return bool(self.clients) or self.autoplayer.is_needed

    @property
    def asker(self) -> BotRequest:
        """For whom the bots of this room think: for the first at the table who is there, else for whoever set it up."""
        here = (holder.person for holder in self.seats if holder.person and self.presence.is_here(holder.person))
        person = next(here, self.row.host)
        address = next((client.address for client in self.clients if client.person == person), "")
        if not self.is_watched:
            return BotRequest(person, address, Priority.UNWATCHED)
        return BotRequest(person, address, Priority.WATCHED if self.has_only_bots else Priority.AWAITED)

    def seats_of(self, person: str) -> list[int]:
        """List the seats a person holds."""
        return [number for number, holder in enumerate(self.seats) if person and holder.person == person]

    def words(self, language: str) -> Translator:
        """Return the words of the game in a language, with the names of those who sit here."""
        words = self._words.get(language)
        if words is None:
            names = names_in(language, (holder.name for holder in self.seats))
            words = self._words[language] = self.game.translator(language, names)
        return words

    def bot_of(self, seat: int) -> str | None:
        """Name the level of the bot that plays for a seat now; None if its person does."""
        log = self.log
        if log is not None and seat in log.departures:
            return DEFAULT_BOT
        if self.seats[seat].bot is None and log is not None and seat in log.timeouts:
            return DEFAULT_BOT
        return self.seats[seat].bot

    def seats_to_ask(self, asker: int) -> list[int]:
        """List the seats whose people must agree when `asker` takes back: one seat for each other person.

        Also those for whom a bot plays while they are away: some of the moves may be their own.
        """
        log, seats = self.log, dict[str, int]()
        for number, holder in enumerate(self.seats):
            is_out = log is not None and (number in log.departures or number in log.timeouts)
            if holder.person is not None and holder.person != self.seats[asker].person and not is_out:
                seats.setdefault(holder.person, number)
        return list(seats.values())

    def check_seat(self, person: str, seat: int, language: str) -> None:
        """Refuse whoever does not hold a seat."""
        if seat >= self.row.players:
            raise ParseError(reason("seat.none", language))
        if not person or self.seats[seat].person != person:
            raise IllegalMoveError(reason("seat.not_yours", language))

    def check_no_bot(self, seat: int, language: str) -> None:
        """Refuse a seat for which a bot plays: it was left to one, resigned, or its time ran out."""
        if self.log is not None and not self.log.over and self.bot_of(seat) is not None:
            raise IllegalMoveError(reason("seat.bot", language))

    def require_log(self, language: str) -> MatchLog:
        """Return the log of the match; refuses before the first has started, and one that is kept as a record."""
        if self.trouble is not None:
            raise IllegalMoveError(Reason(self.trouble.code, words=explain_trouble(self.trouble, self.game, language)))
        if self.log is None:
            raise IllegalMoveError(reason("table.not_started", language))
        return self.log

    @property
    def all_want_rematch(self) -> bool:
        """Whether the match is over and every person in the room has asked for another."""
        log = self.log
        if log is None or not log.over or not log.rematch_seats:
            return False
        wanting = {self.seats[seat].person for seat in log.rematch_seats}
        people = {holder.person for holder in self.seats if holder.person and holder.bot is None}
        return bool(people) and people <= wanting

    # --- how a match changes --------------------------------------------------------------------------------

    async def record(
        self,
        wanted: Callable[[MatchLog], Sequence[MatchEvent]],
        language: str = "en",
        client: Connection | None = None,
        number: int = 0,
    ) -> bool:
        """Store the entries that `wanted` makes, then apply them and show everybody; false if it makes none.

        `wanted` may be called several times, when another process was faster; it refuses by raising. With a `client`,
        the next scene it is sent answers its message `number`: not before the entries are stored.
        """
        async with self.lock:
            for _ in range(TRIES):
                log = self.require_log(language)
                entries = wanted(log)
                if not entries:
                    return False
                try:
                    is_stored = await self.services.store.append(*entries)
                except STORAGE_ERRORS as error:
                    logger.error("cannot store", extra={"room": self.id, "error": str(error).splitlines()[0]})
                    raise IllegalMoveError(reason("server.storage", language)) from None
                if is_stored:
                    break
                await self._read_on()
            else:
                raise IllegalMoveError(reason("server.storage", language))
            if client is not None:
                client.answer_by_scene(number)
            for entry in entries:
                self._apply(log, entry)
                if entry.kind == MOVE:
                    self._moves.inc()
            await self.finish()  # first, so that whoever sees the end also finds it in their list
            self.show()
        self.announce_entries()
        return True

    def announce_entries(self) -> None:
        """Tell other processes how far the match is, if one may wait for it: people look there, or bots play there."""
        log = self.log
        if log is None or not self.services.channel.is_shared:
            return
        is_played_without_people = self.has_bots or bool(log.clocks or log.departures)
        if is_played_without_people or self.presence.is_anybody_elsewhere:
            self.services.channel.announce_entries(self.id, log.n)

    def _apply(self, log: MatchLog, entry: MatchEvent) -> None:
        before = list(log.match.moves) if entry.kind == UNDO else []
        turns = log.match.turn_index
        log.apply(entry)
        if entry.kind != MOVE:
            self._seat_infos.clear()
        if entry.kind in (MOVE, UNDO):
            for seat, hint in self.hints.items():  # which may be for a decision that is over
                is_same = entry.kind == MOVE and entry.seat != seat and log.match.turn_index == turns
                if not is_same or seat not in log.awaiting:
                    hint.cancel()
            self.scene_cache.set_position(entry.n, undone=entry.kind == UNDO)
        if entry.kind == UNDO:
            pairs = zip(before, log.match.moves, strict=False)
            unchanged = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
            for client in self.clients:
                client.progress = client.progress._replace(ply=min(client.progress.ply, unchanged))

    async def _read_on(self) -> None:
        """Apply what other processes stored, and show it."""
        log = self.log
        if log is None:
            return
        missed = await self.services.store.entries_from(log.id, log.n + 1)
        try:
            await self.services.turns.run((self._apply(log, entry) for entry in missed), self.row.host)
        except Exception as error:  # an illegal entry is the trouble of this room alone
            logger.error("a match is damaged", extra={"room": self.id, "match": log.id, "error": str(error)})
            self.quarantine(self.number, log.id, DamagedMatchError())
            return
        if missed:
            self._follow_clock(log)
            await self.finish()
            self.show()

    def _follow_clock(self, log: MatchLog) -> None:
        """Go forward to the time of what was stored last: that may have been by a process whose clock is ahead."""
        self.services.clock.catch_up(log.began_at + log.last_at)

    async def catch_up(self) -> None:
        """Apply what other processes stored, show it, and see whether a bot is to move."""
        async with self.lock:
            await self._read_on()
        self.autoplayer.wake()

    async def give_back_pause(self) -> None:
        """Where bots among themselves had waited until somebody looks, give their clocks that time back."""
        log = self.log
        if log is None or log.clocks is None or not log.clocks.running or not self.has_only_bots:
            return
        duration = self.services.clock.now() - log.began_at - max(log.clocks.running.values())
        if duration > GRACE:
            await self.give_back_time(duration)

    async def give_back_time(self, duration: int) -> None:
        """Give the clocks the time back in which no server ran, in milliseconds."""

        def wanted(log: MatchLog) -> list[MatchEvent]:
            entry = log.entry_for_pause(duration, self.services.clock.now() - log.began_at)
            return [entry] if entry is not None else []

        if self.log is not None:
            await self.record(wanted)

    async def finish(self) -> None:
        """If the match is over, store how it ended. Whoever does it second changes nothing."""
        log = self.log
        result = log.result(self.words("en")) if log is not None and self.row.state == "playing" else None
        if log is None or result is None:
            return
        ended_at = wall_clock.now()
        plain = msgspec.to_builtins(result)
        del plain["player_results"]  # follows from the rest
        try:
            is_first = await self.services.store.write(
                lambda connection: end_match(connection, log.id, self.id, ended_at, plain, log.ply),
                urgent=True,  # the last move is answered only then
            )
        except STORAGE_ERRORS as error:  # it is done again when the room is next loaded
            logger.error("cannot store the end", extra={"room": self.id, "error": str(error).splitlines()[0]})
            return
        self.row.state = "over"
        self.row.touched_at = ended_at
        self.add_win(result.code, result.winners)
        if is_first:
            metrics.MATCHES.labels(self.row.game, "ended").inc()
            logger.info("match over", extra={"room": self.id, "match": log.id, "ending": result.code})

    def add_win(self, ending: str, winners: Sequence[int]) -> None:
        """Count a match that has ended: seats that won it together get a share each."""
        for seat, result in enumerate(self.game.player_results(ending, winners, self.row.players)):
            if result != LOSS:
                self.score[seat] += round(1 / len(winners), 3)

    def take_log(self, number: int, log: MatchLog) -> None:
        """Go on with a match that is stored: number `number` of this room."""
        self.number = number
        self.log = log
        self._follow_clock(log)
        self.trouble = None
        self._seat_infos.clear()
        self.scene_cache.clear()
        self.scene_cache.set_position(log.n)
        for client in self.clients:
            client.progress = Progress()
        self.show()

    def quarantine(self, number: int, match: str, trouble: DecapodError) -> None:
        """Keep match `number` of this room as a record: nobody goes on with it; whoever looks is told why."""
        logger.error("a match is kept as a record", extra={"room": self.id, "match": match, "why": trouble.code})
        self.number = number
        self.log = None
        self.trouble, self.kept_match = trouble, match
        self._seat_infos.clear()
        self.scene_cache.clear()
        for client in list(self.clients):
            words = explain_trouble(trouble, self.game, client.view.language)
            client.dismiss(wire.CloseCode.GONE, words)

    def take_seats(self, row: TableRow, seats: list[SeatHolder]) -> None:
        """Take seats and settings anew from the store."""
        self.row = row
        if [holder.name for holder in seats] != [holder.name for holder in self.seats]:
            self._words.clear()
        self.seats = seats
        self._seat_infos.clear()
        self.scene_cache.clear()
        for client in self.clients:
            client.choose_view()
        self.show()
        self.show_presence()

    # --- what is shown --------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everybody where things stand, and see whether a bot is to move."""
        for client in self.clients:
            client.show_newest()
        self.autoplayer.wake()

    def message_for(self, client: Connection) -> wire.SceneMessage:
        """Make the message that shows a client where things stand, and note that it was sent."""
        log, view, progress = self.log, client.view, client.progress
        words = self.words(view.language)
        scene = narration = None
        if log is not None:
            scene = self.scene_cache.scene(log, view, words)
            first = first_ply_to_narrate(progress, log.ply)
            narration = self.scene_cache.narration(log, view.viewer, words, first, log.ply)
        message = scene_message(
            self.situation(), self.seat_infos(client.person), log, scene, narration or [], view, progress,
            words=words, at=self.services.clock.now() - log.began_at if log is not None else 0, re=client.answering,
        )  # fmt: skip
        client.answering = None
        if log is not None and scene is not None:
            client.progress = Progress(log.ply, scene.board)
            metrics.SCENES.inc()
        return message

    def situation(self) -> Situation:
        """Describe what everybody in the room is sent, whatever they see of the match."""
        row = self.row
        return Situation(row.id, row.state, self.number, self.score, row.hints, self.next_seal)

    def seat_infos(self, person: str) -> list[wire.SeatInfo]:
        """Describe the seats to a person; the list is shared, so do not change it."""
        if person not in self._seat_infos:
            if len(self._seat_infos) >= MOST_SEAT_INFOS:
                self._seat_infos.clear()
            departures = self.log.departures if self.log is not None else {}
            self._seat_infos[person] = [
                wire.SeatInfo(
                    seat=number,
                    name=holder.name,
                    person=holder.person,
                    bot=self.bot_of(number),
                    you=bool(person) and holder.person == person,
                    out=departures.get(number, ""),
                    seal=holder.seal,
                )
                for number, holder in enumerate(self.seats)
            ]
        return self._seat_infos[person]

    def ask_for_salts(self, question: wire.OpenSalt) -> None:
        """Ask everybody here who sealed a salt for the next match to open it."""
        encoded = wire.encode(question)
        for client in self.clients:
            if any(question.seals[seat] for seat in self.seats_of(client.person)):
                client.send(encoded)

    async def seal_salt(self, seats: list[int], seal: str) -> None:
        """Store the seal of a salt for the next match, for the seats of a person, and show it."""
        changes = {seat: {"seal": seal} for seat in seats}
        async with self.lock:
            await self.services.store.write(lambda connection: change_seats(connection, self.id, changes))
            for seat in seats:
                self.seats[seat].seal = seal
            self._seat_infos.clear()
        self.services.channel.announce_seats(self.id)

    def take_salt(self, number: int, seats: list[int], salt: str) -> None:
        """Take the salt of somebody who holds `seats`, if match `number` is about to start on this process."""
        if self.opening is not None and self.opening.number == number:
            self.opening.take(seats, salt)

    def show_presence(self, *, announce: bool = False) -> None:
        """Show everybody who is in the room, soon and at most so often; `announce` it to other processes too."""
        self._must_announce |= announce
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, self._presence_shown_at + PRESENCE_INTERVAL - loop.time())
            self._presence_timer = loop.call_later(wait, self._show_presence_now)

    def _show_presence_now(self) -> None:
        self._presence_timer = None
        self._presence_shown_at = asyncio.get_running_loop().time()
        people, nameless = self.presence.people_anywhere()
        self.attendance.update(people, nameless, [holder.person for holder in self.seats])
        for client in self.clients:
            client.show_presence()
        if self._must_announce:
            self._must_announce = False
            self.announce_presence()

    def announce_presence(self) -> None:
        """Tell other processes who is here."""
        self.services.channel.announce_presence(
            self.id, *self.presence.report([holder.person for holder in self.seats])
        )

    def show_chat(self, line: wire.ChatLine) -> None:
        """Show everybody here a line of chat, but those who muted its writer."""
        encoded = wire.encode(line)
        for client in self.clients:
            if line.person not in client.muted:
                client.send_chat(encoded)
