"""Messages: what a client is sent, made from where things stand. Nothing here changes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from decapod.errors import Reason
from decapod.server import wire
from decapod.server.words import reason

if TYPE_CHECKING:
    from decapod.core.fairness import SeedCommitment
    from decapod.scene import Translator
    from decapod.server.live.match_log import MatchLog
    from decapod.server.live.scene_cache import CachedScene
    from decapod.server.live.view import Progress, View
    from decapod.server.store.chats import ChatRow

RECENT = 24  # moves whose narration comes with a first scene


class Situation(NamedTuple):
    """Of a room what everybody in it is sent, whatever they see of the match."""

    room: str
    state: str
    number: int  # of the match
    score: list[float]
    hints: bool
    next_seal: str  # of the secret that deals the match after this one


def scene_message(
    situation: Situation,
    seats: list[wire.SeatInfo],
    log: MatchLog | None,
    scene: CachedScene | None,
    narration: list[wire.Narration],
    view: View,
    progress: Progress,
    *,
    words: Translator,
    at: int,
    re: int | None = None,
) -> wire.SceneMessage:
    """Make the message that shows a client where things stand.

    `scene` and `narration` are what the client's view has of the match (None and empty before the start). The board
    is sent if it is not the one that the client has by its `progress`. `at` is the time after the start of the match,
    for the clocks. `re` is the number of the client's message that this answers.
    """
    is_over = log is not None and log.over
    message = wire.SceneMessage(
        n=log.n if log is not None else 0,
        re=re,
        room=situation.room,
        match=log.id if log is not None else "",
        number=situation.number,
        state="over" if is_over else situation.state,
        you=[info.seat for info in seats if info.you],
        viewer=view.viewer,
        awaiting=list(log.awaiting) if log is not None else [],
        ply=log.ply if log is not None else 0,
        seats=seats,
        score=situation.score,
        hints=situation.hints,
    )
    if log is None or scene is None:
        message.seal = situation.next_seal if situation.state == "open" else ""  # or the log is not here yet
        return message
    message.scene = scene.encode()
    if progress.board != scene.board:
        message.board = scene.board
    message.log = narration
    message.seal = log.match.seed_hash
    message.deal = deal_info(log.match.commitment)
    if not (is_over and situation.state == "playing"):  # another match has begun, whose log is not here yet
        message.next_seal = situation.next_seal
    message.clocks = clock_info(log, at)
    if log.undo_asker is not None:
        message.undo = wire.UndoRequest(seat=log.undo_asker, consents=sorted(log.undo_consents))
    if view.player is not None and not is_over:
        message.may_undo = log.match.undo_policy(view.player)
    if is_over:
        message.rematch = sorted(log.rematch_seats)
        message.secret = log.match.commitment.server_seed_digits
        message.result = log.result(words)
    return message


def deal_info(deal: SeedCommitment) -> wire.DealInfo | None:
    """Describe what a match was dealt from besides its secret; None where the secret alone deals."""
    parts = deal.parts()
    return wire.DealInfo(**parts) if parts is not None else None


def first_ply_to_narrate(progress: Progress, ply: int) -> int:
    """Tell from which move on a client has not been told what happened; a newcomer gets the last moves only."""
    return progress.ply + 1 if progress.ply else max(1, ply - RECENT + 1)


def clock_info(log: MatchLog, at: int) -> wire.ClockInfo | None:
    """Describe the clocks of a match at a time after its start; None if it has none."""
    if log.clocks is None:
        return None
    return wire.ClockInfo(left=log.clocks.left_at(at), running=sorted(log.clocks.running))


def refusal_message(what: str, number: int, why: Reason | None, language: str) -> wire.Refusal:
    """Make the answer to the message `what` of a number: why it was refused; or, asked why, that one may (None)."""
    if why is None:
        return wire.Refusal(re=number, what=what, code="", words=reason("may", language).words)
    parameters = {
        name: value if isinstance(value, int | float | str) else str(value) for name, value in why.parameters.items()
    }
    return wire.Refusal(
        re=number, what=what, code=why.code, words=why.words or why.code, rule=why.rule, parameters=parameters
    )


def chat_message(row: ChatRow) -> wire.ChatLine:
    """Make the message for a line of chat."""
    return wire.ChatLine(n=row.n, person=row.person, name=row.name, seat=row.seat, text=row.text, at=row.at)
