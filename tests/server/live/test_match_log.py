"""The log of a match: entries folded in order; who is late and who is not; lines of several moves."""

from __future__ import annotations

from typing import Any

import pytest

import decapod
from decapod.errors import IllegalMoveError, NotYourTurnError, ParseError, StaleMoveError
from decapod.server.live.clocks import GRACE, Clocks
from decapod.server.live.match_log import MatchLog
from decapod.server.store.entries import MOVE
from tests.server.live.in_memory import crab_stack_log, english, first_legal_move

SECOND = 1000


def clocks(players: int = 2, on_timeout: str = "forfeit") -> Clocks:
    """Set up clocks."""
    return Clocks.for_seats(players, 60 * SECOND, 5 * SECOND, on_timeout)


def move(log: MatchLog, at: int = 0) -> None:
    """Let whoever is awaited make a move."""
    seat, number = first_legal_move(log)
    apply(log, log.entries_for_move(seat, number, log.n, at, english(log)))


def apply(log: MatchLog, entries: Any) -> None:
    """Apply entries as if they were stored."""
    for entry in list(entries):
        log.apply(entry)


def test_nothing_happens_before_an_entry_is_applied() -> None:
    log = crab_stack_log()
    [entry] = log.entries_for_move(*first_legal_move(log), 0, 5, english(log))
    assert (log.n, log.ply, entry.n, entry.at) == (0, 0, 1, 5)
    log.apply(entry)
    assert (log.n, log.ply, log.match.moves[0].elapsed_ms) == (1, 1, 5)
    with pytest.raises(RuntimeError, match="came after"):
        log.apply(entry)


def test_the_same_entries_make_the_same_match() -> None:
    one, other = crab_stack_log(clocks=clocks()), crab_stack_log(clocks=clocks())
    entries = []
    for at in range(6):
        entries += one.entries_for_move(*first_legal_move(one), one.n, at * SECOND, english(one))
        one.apply(entries[-1])
    for entry in entries:
        other.apply(entry)
    assert other.match == one.match
    assert other.clocks == one.clocks
    assert other.awaiting == one.awaiting


def test_a_move_is_charged_to_the_clock_of_its_seat() -> None:
    log = crab_stack_log(clocks=clocks())
    assert log.clocks
    move(log, at=10 * SECOND)
    assert log.clocks.left == [55 * SECOND, 60 * SECOND]
    assert log.clocks.running == {1: 10 * SECOND}
    move(log, at=12 * SECOND)
    assert log.clocks.left == [55 * SECOND, 63 * SECOND]


# --- late, early, twice ------------------------------------------------------------------------------------


def test_simultaneous_plans_never_refuse_each_other_and_old_ones_are_stale() -> None:
    log = MatchLog("m", decapod.game("oh-crab").match(3, seed=7), 0, None)
    words, plans = english(log), {}
    assert log.awaiting == (0, 1, 2)
    for seat in (1, 0, 2):  # each decides on the first scene; the others' plans come between
        scene_number = 0
        while seat in log.awaiting and log.match.turn_index == 0:
            plans[seat] = log.match.legal_actions(seat)[0]
            apply(log, log.entries_for_move(seat, plans[seat], scene_number, 0, words))
            scene_number = log.n
    for seat in log.awaiting:
        with pytest.raises(StaleMoveError):
            log.entries_for_move(seat, log.match.legal_actions(seat)[0], 0, 0, words)  # the round is over


def test_a_move_out_of_turn_is_no_stale_one() -> None:
    log = crab_stack_log()
    with pytest.raises(NotYourTurnError):
        log.entries_for_move(1, 0, 0, 0, english(log))
    move(log)
    with pytest.raises(StaleMoveError, match="moved on"):
        log.entries_for_move(0, 1, 0, 0, english(log))


def test_a_move_that_was_made_already_is_told_apart_from_one_that_is_late() -> None:
    log = crab_stack_log()
    seat, number = first_legal_move(log)
    move(log)
    with pytest.raises(StaleMoveError, match="made already"):
        log.entries_for_move(seat, number, 0, 0, english(log))


def test_a_scene_that_does_not_exist_yet_cannot_be_decided_on() -> None:
    log = crab_stack_log()
    with pytest.raises(StaleMoveError, match="not exist yet"):
        log.entries_for_move(*first_legal_move(log), 1, 0, english(log))


# --- lines of notation -------------------------------------------------------------------------------------


def crabs_log() -> MatchLog:
    """Begin a match of Crabs! in which player 0 begins."""
    return MatchLog("m", decapod.game("crabs").match(2, seed=0, first="0"), 0, clocks())


def test_a_turn_in_one_line_is_several_entries_with_a_number_each_and_charged_once() -> None:
    log = crabs_log()
    entries = log.entries_for_move(0, "trade 2* 4 > 1 5", 0, 8 * SECOND, english(log))
    assert [(entry.n, entry.kind, entry.seat) for entry in entries] == [(n, MOVE, 0) for n in range(1, 7)]
    assert [entry.spent for entry in entries] == [8 * SECOND, 0, 0, 0, 0, 0]
    assert log.ply == 0
    apply(log, entries)
    assert (log.ply, log.awaiting) == (6, (1,))
    assert log.clocks
    assert log.clocks.left[0] == 57 * SECOND
    together = decapod.game("crabs").match(2, seed=0, first="0")
    together.play(0, "trade 2* 4 > 1 5")
    assert log.match == together


def test_a_line_of_which_a_part_is_illegal_makes_nothing_and_why_says_the_same() -> None:
    log = crabs_log()
    for line in ("trade 2* 4 > 1 1 1 1 1 1 1 1 1 1", "trade 1 1 1 > 5", "trade nonsense", "sing"):
        reason = log.why_not(0, line, english(log))
        with pytest.raises((IllegalMoveError, ParseError)) as refused:
            log.entries_for_move(0, line, 0, 0, english(log))
        assert reason == refused.value.reason
        assert reason.words


def test_what_why_allows_move_accepts() -> None:
    log = crabs_log()
    for line in ("trade 2* 4 > 1 5", "raise 5 > 4", "upgrade 4", "catch draw draw", "catch"):
        assert log.why_not(0, line, english(log)) is None
        assert log.entries_for_move(0, line, 0, 0, english(log))


def test_a_line_stops_where_a_card_came_to_light_and_the_rest_is_refused() -> None:
    """Bug: *why* tried the whole line on the true table, and so told which card would be drawn next."""
    log = crabs_log()
    moves = {card: log.read_moves(0, f"catch draw {card}", english(log)) for card in "12345"}
    assert {len(made) for made in moves.values()} == {2, 3}  # some cards lie there, others do not
    assert all(log.why_not(0, f"catch draw {card}", english(log)) is None for card in moves)
    stopped = next(card for card, made in moves.items() if len(made) == 2)
    entries = log.entries_for_move(0, f"catch draw {stopped}", 0, 0, english(log))
    apply(log, entries)
    assert (log.ply, log.awaiting) == (2, (0,))


def test_moves_found_legal_are_checked_again_if_something_else_came_first() -> None:
    log = crab_stack_log()
    seat, number = first_legal_move(log)
    entries = log.entries_for_move(seat, number, 0, 0, english(log))
    forged = entries[0]._replace(seat=1)
    with pytest.raises(NotYourTurnError):
        log.apply(forged)


def test_clicks_that_mean_no_move_are_refused_and_others_explained() -> None:
    log = crab_stack_log()
    words = english(log)
    scene = log.match.scene(0)
    legal = scene.choices[0]
    assert log.why_no_clicks(0, legal.clicks, words) is None
    theirs = next(piece.id for piece in scene.pieces if piece.owner == 1)
    assert getattr(log.why_no_clicks(0, [theirs], words), "code", "") == "origin.not_yours"
    assert getattr(log.why_no_clicks(1, [theirs], words), "code", "") == "turn.not_yours"
    with pytest.raises(ParseError):
        log.why_no_clicks(0, ["no-such-piece"], words)


# --- leaving, time, taking back ----------------------------------------------------------------------------


def test_a_fallen_clock_forfeits_the_seat() -> None:
    log = crab_stack_log(clocks=clocks())
    assert log.entry_for_timeout(60 * SECOND) is None  # lag is forgiven here too
    fall = log.entry_for_timeout(60 * SECOND + GRACE)
    assert fall is not None
    log.apply(fall)
    result = log.result(english(log))
    assert result is not None
    assert (result.code, result.winners, result.places) == ("forfeit", [1], [2, 1])


def test_a_fallen_clock_gives_the_seat_to_a_bot_where_that_was_agreed() -> None:
    log = crab_stack_log(clocks=clocks(on_timeout="bot"))
    fall = log.entry_for_timeout(60 * SECOND + GRACE)
    assert fall is not None
    log.apply(fall)
    assert not log.over
    assert log.timeouts == {0}
    assert log.entry_for_timeout(10**9) is None  # it falls only once


def test_a_match_without_clocks_knows_no_time() -> None:
    log = crab_stack_log()
    assert log.entry_for_timeout(10**9) is None
    assert log.entry_for_pause(10**9, 10**9) is None


def test_time_in_which_no_server_ran_is_given_back() -> None:
    log = crab_stack_log(clocks=clocks())
    pause = log.entry_for_pause(3600 * SECOND, 3605 * SECOND)
    assert pause is not None
    log.apply(pause)
    assert log.entry_for_timeout(3605 * SECOND) is None
    move(log, at=3610 * SECOND)
    assert log.clocks
    assert log.clocks.left[0] == 55 * SECOND


def test_the_clock_of_one_who_resigned_never_falls() -> None:
    """Bug: it ran on until the bot moved, and a seat that had resigned could be forfeit too."""
    log = crab_stack_log(players=3, clocks=clocks(3))
    log.apply(log.entry_for_resignation(0, 0, english(log)))
    assert log.entry_for_timeout(10**9) is None
    assert log.departures == {0: "resigned"}


def test_those_who_leave_stand_behind_those_who_stay() -> None:
    log = crab_stack_log(players=4)
    for seat in (2, 0, 1):
        log.apply(log.entry_for_resignation(seat, 0, english(log)))
    result = log.result(english(log))
    assert result is not None
    assert (result.places, result.winners) == ([3, 2, 4, 1], [3])
    with pytest.raises(IllegalMoveError):
        log.entry_for_resignation(3, 0, english(log))


def test_how_it_ended_is_said_in_the_language_and_with_the_names_that_are_handed_in() -> None:
    log = crab_stack_log()
    log.apply(log.entry_for_resignation(0, 0, english(log)))
    texts = {
        language: getattr(log.result(log.match.game.translator(language, ["Ada", "Ben"])), "words", "")
        for language in ("en", "fr")
    }
    assert texts == {"en": "Ada resigned. Ben wins.", "fr": "Ada a abandonné. Ben gagne."}


def words_at_the_end(log: MatchLog, language: str, *names: str) -> str:
    """Return how a match ended, in a language."""
    result = log.result(log.match.game.translator(language, names))
    assert result is not None
    return result.words


def test_how_it_ended_names_everybody_who_left_and_why() -> None:
    log = crab_stack_log(players=4, clocks=clocks(4))
    names = ["Ada", "Ben", "Cleo", "Dan"]
    log.apply(log.entry_for_resignation(2, 0, english(log)))
    fallen = log.entry_for_timeout(10**9)
    assert fallen is not None
    assert fallen.seat == 0
    log.apply(fallen)
    log.apply(log.entry_for_resignation(1, 0, english(log)))
    assert words_at_the_end(log, "en", *names) == "Cleo and Ben resigned. Ada ran out of time. Dan wins."
    assert words_at_the_end(log, "fr", *names) == "Cleo et Ben ont abandonné. Ada n'a plus de temps. Dan gagne."


def test_a_resigned_game_for_one_is_lost_and_nobody_wins() -> None:
    match = decapod.game("yadokarick").match(1, variant="solo", seed=4)
    log = MatchLog("m", match, 0, None)
    log.apply(log.entry_for_resignation(0, 0, english(log)))
    result = log.result(match.game.translator("en", ["Ada"]))
    assert result is not None
    assert (result.words, result.winners, result.player_results) == ("Ada resigned.", [], ["loss"])


def played_to_a_draw(*resigned: int) -> MatchLog:
    """Play three in Crab Stack to a draw by the agreed number of moves; some resign, and bots move for them."""
    log = MatchLog("m", decapod.game("crab-stack").match(3, seed=7, first="0", ply_cap=3), 0, None)
    for seat in resigned:
        log.apply(log.entry_for_resignation(seat, 0, english(log)))
    while not log.over:
        move(log)
    return log


def test_whoever_resigned_is_not_named_as_a_winner_when_the_rules_end_the_match() -> None:
    log = played_to_a_draw(0)
    result = log.result(english(log))
    assert result is not None
    assert (result.winners, result.player_results) == ([1, 2], ["loss", "draw", "draw"])
    assert words_at_the_end(log, "en", "Ada", "Ben", "Cleo") == "Ada resigned. Ben and Cleo win."
    assert words_at_the_end(log, "fr", "Ada", "Ben", "Cleo") == "Ada a abandonné. Ben et Cleo gagnent."


def test_a_result_is_a_draw_for_all_who_share_the_first_place() -> None:
    log = played_to_a_draw()
    result = log.result(english(log))
    assert result is not None
    assert result.player_results == ["draw", "draw", "draw"]
    assert words_at_the_end(log, "en", "Ada", "Ben", "Cleo").endswith("Ada, Ben, Cleo share it.")


def test_a_request_to_take_back_is_forgotten_when_the_match_goes_on() -> None:
    log = crab_stack_log()
    move(log)
    log.apply(log.entry_for_undo(0, 0, [1], english(log)))
    assert log.undo_asker == 0
    with pytest.raises(IllegalMoveError, match="asked already"):
        log.entry_for_undo(0, 0, [1], english(log))
    move(log)
    assert log.undo_asker is None
    with pytest.raises(IllegalMoveError):
        log.entry_for_consent(1, True, 0, [], english(log))


def test_the_last_consent_takes_back_and_a_denial_ends_the_request() -> None:
    log = crab_stack_log(players=3)
    words = english(log)
    move(log)
    log.apply(log.entry_for_undo(0, 0, [1, 2], words))
    log.apply(log.entry_for_consent(1, True, 0, [1, 2], words))
    assert log.undo_consents == {1}
    log.apply(log.entry_for_consent(2, False, 0, [1, 2], words))
    assert (log.undo_asker, log.undo_consents, log.ply) == (None, set(), 1)
    log.apply(log.entry_for_undo(0, 0, [1, 2], words))
    log.apply(log.entry_for_consent(1, True, 0, [1, 2], words))
    log.apply(log.entry_for_consent(2, True, 0, [1, 2], words))
    assert (log.undo_asker, log.ply) == (None, 0)


def test_a_rematch_is_asked_for_once_and_only_when_the_match_is_over() -> None:
    log = crab_stack_log()
    with pytest.raises(IllegalMoveError, match="not over"):
        log.entry_for_rematch(0, 0, english(log))
    log.apply(log.entry_for_resignation(0, 0, english(log)))
    log.apply(log.entry_for_rematch(0, 0, english(log)))
    with pytest.raises(IllegalMoveError, match="asked already"):
        log.entry_for_rematch(0, 0, english(log))
    assert log.rematch_seats == {0}


def test_a_match_has_room_for_only_so_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decapod.server.live.match_log.MOST_ENTRIES", 1)
    log = crab_stack_log(clocks=clocks())
    move(log)
    assert log.over
    assert log.awaiting == ()
    assert log.clocks
    assert log.clocks.running == {}
    result = log.result(english(log))
    assert result is not None
    assert result.code == "full"
    with pytest.raises(NotYourTurnError, match="over"):
        log.entries_for_move(1, log.match.legal_actions(1)[0], log.n, 0, english(log))
    assert getattr(log.why_not(1, log.match.legal_actions(1)[0], english(log)), "code", "") == "game.over"
