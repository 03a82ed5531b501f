"""Crabs!: how moves are written and read, and that no text from outside takes long to read."""

from __future__ import annotations

import json
import subprocess
import sys
from re import Pattern

import pytest

import decapod
from decapod.games.crabs import notation
from decapod.games.crabs import state as s
from tests.games.crabs.position import Deal
from tests.steps import count_steps

game = decapod.game("crabs")


def write(moves: list[int]) -> str:
    """Write small moves in a row."""
    at = Deal("1", "1")
    return ", ".join(notation.format_move(at.box, at.state, 0, move) for move in moves)


def read(text: str) -> int:
    """Read a small move at the beginning of a turn."""
    at = Deal("1", "1")
    return notation.parse_move(at.box, at.state, 0, text)


# --- small moves ------------------------------------------------------------------------------------------


def test_every_move_has_a_notation_of_its_own() -> None:
    texts = [write([move]) for move in range(s.NUM_ACTIONS)]
    assert len(set(texts)) == s.NUM_ACTIONS
    assert [read(text) for text in texts] == list(range(s.NUM_ACTIONS))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  Take   3 * ", "take 3*"),
        ("keep 5 *\tturned", "keep 5* turned"),
        ("PAY  plain", "pay plain"),
        ("claim 06", "claim 6"),
        ("claim ٣", "claim 3"),
    ],
)
def test_capital_letters_and_spaces_do_not_matter(text: str, same: str) -> None:
    assert read(text) == read(same)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is no move"),
        ("play 6", "is no move"),
        ("take", "is no move"),
        ("play3", "is no move"),
        ("play 3 3", "is no move"),
        ("play 3**", "is no move"),
        ("play * 3", "is no move"),
        ("keep 5turned", "is no move"),
        ("keep 5*turned", "is no move"),
        ("keep turned", "is no move"),
        ("keep 5 turned turned", "is no move"),
        ("play 3 turned", "only a card to keep is turned"),
        ("claim 0", "there is no objective 0"),
        ("claim 7", "there is no objective 7"),
        ("claim " + "9" * 300, "there is no objective 9+ … 9+; they are numbered from 1 to 6"),
        ("claim -1", "is no move"),
        ("claim 1 2", "is no move"),
        ("play ³", "is no move"),
        ("play ٣", "is no move"),
    ],
)
def test_what_is_no_move_is_unreadable_and_says_why(text: str, complaint: str) -> None:
    with pytest.raises(decapod.ParseError) as caught:
        read(text)
    parameters = caught.value.reason.parameters
    with pytest.raises(decapod.ParseError, match=complaint):
        raise decapod.ParseError(game.translator()(caught.value.code, **parameters))


@pytest.mark.rule("CR-21")
def test_whether_a_crab_is_kept_turned_need_not_be_said_but_must_be_right() -> None:
    at = Deal("1 2 2 4 4 5", "1", gear=1)
    at.play("bind", "play 1", "play 2", "play 2", "play 4", "play 4", "play 5")  # 20 keeps a [4] or a turned [5]
    assert at.read("keep 5") == at.read("keep 5 turned")
    with pytest.raises(decapod.ParseError, match=r"read.upright \[CR-21\]"):
        at.read("keep 4 turned")


# --- whole actions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("catch 5 draw", "catch, take 5, draw"),
        ("catch draw draw", "catch, draw, draw"),
        ("raise 1 2* > 5 5", "raise, play 1, play 2*, enough, take 5, take 5"),
        ("raise 12* >5 *5", "raise, play 1, play 2*, enough, take 5*, take 5"),
        ("trade 3 3 4 > 1 1 1 1 1 5",
         "trade, play 3, play 3, play 4, enough, take 1, take 1, take 1, take 1, take 1, take 5"),
        ("upgrade 1 1*", "upgrade, play 1, play 1*"),
        ("upgrade", "upgrade"),
        ("bind 1: 2 5 5 > 2", "bind, play 1, play 2, play 5, play 5, keep 2"),
        ("bind 1: 2 2 4 4 5 > 5 turned", "bind, play 1, play 2, play 2, play 4, play 4, play 5, keep 5"),
        ("bind 1: 2 5 5 5", "bind, play 1, play 2, play 5, play 5, play 5"),
        ("bind 1*:2>2", "bind, play 1*, play 2, keep 2"),
        ("relax 5 4 2", "relax, turn 5, turn 4, turn 2"),
        ("relax 5", "relax, turn 5, enough"),  # fewer than one may
        ("  RELAX  54 ", "relax, turn 5, turn 4, enough"),
    ],
)  # fmt: skip
def test_a_whole_action_on_one_line_is_its_small_moves(text: str, moves: str) -> None:
    at = Deal("1", "1", turned="5 4 2", pool="1")
    assert write(notation.parse_moves(at.box, at.state, 0, text)) == moves


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is no action; it begins with catch, raise, trade, upgrade, bind or relax"),
        ("fish 3", "'fish 3' is no action; it begins with catch, raise, trade, upgrade, bind or relax"),
        ("trade 3 3", "write what you give and what you take: trade 3 4 > 2 5"),
        ("raise x > 3", "'x' are no cards; write values from 1 to 5, golden ones as 3*"),
        ("raise 3 > 3 > 3", "'3 > 3' are no cards; write values from 1 to 5, golden ones as 3*"),
        ("raise 3** > 3", "'3**' are no cards; write values from 1 to 5, golden ones as 3*"),
        ("upgrade * 3", "'* 3' are no cards; write values from 1 to 5, golden ones as 3*"),
        ("bind 1 2 5", "write the rope, the crabs and the one you keep: bind 1: 2 5 5 > 2"),
        ("bind 1 1: 2", "write the rope, the crabs and the one you keep: bind 1: 2 5 5 > 2"),
        ("bind : 2", "write the rope, the crabs and the one you keep: bind 1: 2 5 5 > 2"),
        ("catch 9", "'9' are no cards; write values from 1 to 5, golden ones as 3*"),
        ("catch 5 *", "'*' are no cards; write values from 1 to 5, golden ones as 3*"),
    ],
)
def test_a_line_that_is_no_action_is_unreadable_and_says_why(text: str, words: str) -> None:
    with pytest.raises(decapod.ParseError) as caught:
        game.match(2, seed=1).parse_moves(0, text)
    assert caught.value.reason.words == words


def test_a_whole_action_is_played_on_one_line_or_not_at_all() -> None:
    match = Deal("3 3 4 1", "1", pool="1 1 1 1 1 5").match
    before = match.state.tobytes()
    assert match.why_not(0, "trade 3 3 4 > 1 1 1 1 1 5") is None
    reason = match.why_not(0, "trade 3 3 4 > 1 1 1 1 1 1")
    assert reason is not None
    with pytest.raises(decapod.IllegalMoveError):
        match.play(0, "trade 3 3 4 > 1 1 1 1 1 1")
    assert match.state.tobytes() == before
    assert not match.moves
    match.play(0, "trade 3 3 4 > 1 1 1 1 1 5")
    assert len(match.moves) == 11
    with pytest.raises(decapod.ParseError):
        match.play(match.to_act[0], "sell everything")


def test_cards_of_a_catch_may_be_written_without_a_space() -> None:
    """As in every other action; `catch 35` was once read as a catch of the 3 alone."""
    at = Deal("1", "1", pool="3 5")
    assert write(notation.parse_moves(at.box, at.state, 0, "catch 35")) == "catch, take 3, take 5"


@pytest.mark.rule("CR-25")
def test_a_one_that_is_not_turned_cannot_be_relaxed() -> None:
    """`relax 1` was once read as keeping a turned 5, and refused because there was nothing to keep."""
    at = Deal("1", "1", turned="5")
    at.play("relax")
    assert at.reason("turn 1") == ("turn.lacks", "CR-25")


# --- texts made to take long ------------------------------------------------------------------------------

#: A beginning, what is repeated, and an end that lets the whole fail as late as it can.
HOSTILE = [
    ("upgrade ", "1 ", "x"), ("upgrade ", "1", ""), ("upgrade ", "1* ", "*"), ("relax ", "5  ", "9"), ("", "*", ""),
    ("raise ", "1 * ", ">"), ("raise 1 ", ">", ""), ("trade 3 > ", "1 1 ", "x"), ("bind ", ":", ""),
    ("bind 1:", "2 ", ">"), ("bind 1: 2 > ", "5 turned ", ""), ("bind ", "1* ", ":"), ("catch ", "draw ", "x"),
    ("catch ", "5*", "x"),
    ("claim ", "9", ""), ("claim ", "0", "1"), ("play ", "3 ", "turned"), ("keep ", "5 turned ", ""), ("", "play ", ""),
    ("", " ", "x"), ("", "\t\n ", "catch"), ("", "x", ""), ("", ">", ""), ("", "İ", ""), ("", "\u2003", ""),
    ("", "catch", ""),
]  # fmt: skip

READ_ALL = """
import json, resource, sys
import decapod
from decapod.games.crabs import notation
texts = json.load(sys.stdin)
match = decapod.game("crabs").match(2, seed=1)
usage = resource.getrusage(resource.RUSAGE_SELF)
used = int(usage.ru_utime + usage.ru_stime)
resource.setrlimit(resource.RLIMIT_CPU, (used + 5, used + 5))
for text in texts:
    match.why_not(0, text)
    for read in (notation.read_cards, notation.read_plays, notation.read_bind, notation.read_catch):
        try:
            read(text.partition(" ")[2])
        except decapod.ParseError:
            pass
print(len(texts))
"""


def hostile_text(part: tuple[str, str, str], length: int) -> str:
    """Make a hostile text of just this length."""
    start, repeated, end = part
    room = length - len(start) - len(end)
    return start + (repeated * room)[:room] + end


def test_no_text_takes_long_to_read() -> None:
    """`upgrade 1 1 … 1 x` with 90 ones once took hours; in a child process, which gets a few seconds of work."""
    lengths = (90, 200, notation.LONGEST_TEXT, notation.LONGEST_TEXT + 1, 40_000)
    texts = [hostile_text(part, length) for part in HOSTILE for length in lengths]
    done = subprocess.run(
        [sys.executable, "-c", READ_ALL],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout.strip()) == (0, str(len(texts))), done.stderr[-2000:]


def read_small(text: str) -> int:
    return notation.parse_move(None, None, 0, text)


def read_line(text: str) -> list[int]:
    box = game.box.record
    return notation.parse_moves(box, game.match(2, seed=1).state, 0, text)


@pytest.mark.parametrize("part", HOSTILE, ids=lambda part: repr("".join(part)))
def test_twice_the_text_is_at_most_about_twice_the_work(part: tuple[str, str, str]) -> None:
    half = notation.LONGEST_TEXT // 2
    for read, length in (
        (read_small, half),
        (read_line, half),
        (notation.read_cards, 4000),
        (notation.read_bind, 4000),
    ):
        once, twice = (count_steps(read, hostile_text(part, n)) for n in (length, 2 * length))
        assert twice <= 2.1 * once + 50, (read, once, twice)


def test_the_count_of_steps_sees_what_is_read() -> None:
    assert count_steps(notation.read_cards, "1" * 2000) >= 1.9 * count_steps(notation.read_cards, "1" * 1000) > 10_000


def test_what_is_longer_than_any_move_is_not_looked_at() -> None:
    """Its refusal quotes only how it begins."""
    text = "raise " + "1 " * 20_000
    assert count_steps(read_small, text) == count_steps(read_small, text * 2)
    with pytest.raises(decapod.ParseError) as caught:
        game.match(2, seed=1).parse_moves(0, text)
    assert caught.value.reason.words.startswith("'raise 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 …' is no action; it begins")


def test_the_longest_line_that_can_be_legal_is_short_enough() -> None:
    """Twelve golden fives, the most a hand can begin a turn with, for as many ones and twos as there can be."""
    given, taken = ["5*"] * s.HAND, ["1*"] * 30 + ["2*"] * 15
    assert len(f"trade {' '.join(given)} > {' '.join(taken)}") <= notation.LONGEST_TEXT / 2


def test_no_regular_expression_reads_text_from_outside() -> None:
    assert not [name for name, value in vars(notation).items() if isinstance(value, Pattern)]
    assert "re" not in vars(notation)
