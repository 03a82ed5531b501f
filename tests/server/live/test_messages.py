"""Messages: made from where things stand, and nothing changes by it."""

from __future__ import annotations

import copy
import json
from typing import Any

from decapod.errors import Reason
from decapod.server import wire
from decapod.server.live.clocks import Clocks
from decapod.server.live.match_log import MatchLog
from decapod.server.live.messages import (
    RECENT,
    Situation,
    chat_message,
    clock_info,
    first_ply_to_narrate,
    refusal_message,
    scene_message,
)
from decapod.server.live.scene_cache import SceneCache
from decapod.server.live.view import Progress, View
from decapod.server.store.chats import ChatRow
from tests.server.live.in_memory import crab_stack_log, english, first_legal_move

SITUATION = Situation("room", "playing", 1, [0.0, 2.0], hints=True, next_seal="next")
SEATS = [wire.SeatInfo(seat=0, name="Ada", person="ada", you=True), wire.SeatInfo(seat=1, name="Ben", person="ben")]


ADAS_VIEW, NEWCOMER = View(0), Progress()


def message(
    log: MatchLog | None, view: View = ADAS_VIEW, progress: Progress = NEWCOMER, at: int = 0, state: str = "playing"
) -> Any:
    """Make the message for a view of a match, and read it as a client does."""
    cache = SceneCache()
    words = log.match.game.translator(view.language, ["Ada", "Ben"]) if log is not None else None
    scene = cache.scene(log, view, words) if log is not None and words is not None else None
    narration = cache.narration(log, view.viewer, words, 1, log.ply) if log is not None and words is not None else []
    situation = SITUATION._replace(state=state)
    made = scene_message(situation, SEATS, log, scene, narration, view, progress, words=words, at=at, re=7)  # type: ignore[arg-type]
    return json.loads(wire.encode(made))


def move(log: MatchLog) -> None:
    """Let whoever is awaited make a move."""
    for entry in list(log.entries_for_move(*first_legal_move(log), log.n, 0, english(log))):
        log.apply(entry)


def test_before_the_start_there_are_seats_and_no_scene() -> None:
    assert message(None)["seal"] == ""  # a match has begun that is not loaded yet; it has used the secret up
    sent = message(None, state="open")
    assert (sent["type"], sent["re"], sent["table"], sent["match"], sent["n"]) == ("scene", 7, "room", "", 0)
    assert (sent["scene"], sent["seal"], sent["awaiting"], sent["you"]) == (None, "next", [], [0])
    assert [seat["name"] for seat in sent["seats"]] == ["Ada", "Ben"]


def test_a_running_match_is_shown_without_its_secret() -> None:
    log = crab_stack_log()
    move(log)
    sent = message(log)
    assert (sent["n"], sent["ply"], sent["awaiting"], sent["state"]) == (1, 1, [1], "playing")
    assert (sent["seal"], sent["next_seal"]) == (log.match.seed_hash, "next")
    assert (sent["secret"], sent["result"], sent["may_undo"]) == ("", None, "consent")
    assert [one["ply"] for one in sent["log"]] == [1]
    assert sent["scene"]["viewer"] == 0


def test_a_spectator_cannot_take_back() -> None:
    log = crab_stack_log()
    move(log)
    assert message(log, View())["may_undo"] == "none"


def test_a_match_that_is_over_is_shown_with_secret_result_and_rematch_in_the_viewers_language() -> None:
    log = crab_stack_log()
    log.apply(log.entry_for_resignation(0, 0, english(log)))
    log.apply(log.entry_for_rematch(1, 0, english(log)))
    sent = message(log, View(0, language="fr"))
    assert (sent["state"], sent["secret"], sent["rematch"]) == ("over", f"{7:032x}", [1])
    assert sent["result"]["words"] == "Ada a abandonné. Ben gagne."
    assert sent["next_seal"] == ""  # the room plays: another match has begun, and the seal is that of the one after


def test_a_request_to_take_back_is_shown() -> None:
    log = crab_stack_log(players=3)
    move(log)
    log.apply(log.entry_for_undo(0, 0, [1, 2], english(log)))
    log.apply(log.entry_for_consent(2, True, 0, [1, 2], english(log)))
    assert message(log)["undo"] == {"seat": 0, "granted": [2]}


def test_making_a_message_changes_nothing() -> None:
    log = crab_stack_log(clocks=Clocks.for_seats(2, 60_000, 0, "bot"))
    move(log)
    before = copy.deepcopy({name: value for name, value in vars(log).items() if name != "match"})
    plies, progress = list(log.match.moves), Progress()
    assert message(log, progress=progress, at=500) == message(log, progress=progress, at=500)
    assert {name: value for name, value in vars(log).items() if name != "match"} == before
    assert log.match.moves == plies
    assert progress == Progress()


def test_clocks_are_shown_as_of_the_message() -> None:
    log = crab_stack_log(clocks=Clocks.for_seats(2, 60_000, 0, "bot"))
    info = clock_info(log, 2_000)
    assert info is not None
    assert (info.left, info.running) == ([58_000, 60_000], [0])
    assert clock_info(crab_stack_log(), 2_000) is None


def test_the_board_is_sent_once() -> None:
    log = crab_stack_log()
    first = message(log)
    assert first["board"]
    move(log)
    board = SceneCache().scene(log, ADAS_VIEW, english(log)).board
    assert message(log, progress=Progress(1, board))["board"] is None
    assert message(log, progress=Progress(1, board[1:]))["board"] == first["board"]


def test_a_newcomer_is_told_the_last_moves_and_others_those_they_missed() -> None:
    assert first_ply_to_narrate(Progress(), 100) == 100 - RECENT + 1
    assert first_ply_to_narrate(Progress(), 3) == 1
    assert first_ply_to_narrate(Progress(ply=97), 100) == 98


def test_a_refusal_has_code_words_rule_and_plain_parameters() -> None:
    why = Reason("land.too_big", "CS-6", {"crab": "large", "n": 3, "odd": ("a", "b")}, "Too big.")
    refused = refusal_message("move", 4, why, "en")
    assert (refused.re, refused.what, refused.code, refused.words) == (4, "move", "land.too_big", "Too big.")
    assert (refused.rule, refused.parameters) == ("CS-6", {"crab": "large", "n": 3, "odd": "('a', 'b')"})
    assert refusal_message("move", 4, Reason("bare"), "en").words == "bare"


def test_asked_why_one_is_told_that_one_may() -> None:
    assert (refusal_message("why", 1, None, "en").code, refusal_message("why", 1, None, "fr").words) == (
        "", "C'est permis.",
    )  # fmt: skip


def test_a_line_of_chat_is_sent_without_its_room() -> None:
    line = chat_message(ChatRow("room", 3, "ada", "Ada", None, "hi", 5))
    assert (line.n, line.person, line.name, line.seat, line.text, line.at) == (3, "ada", "Ada", None, "hi", 5)
