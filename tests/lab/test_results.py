"""What came out of an arena: as JSON, as text, as a page; in both languages."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import decapod
from decapod.errors import UsageError
from decapod.i18n.translator import read_words
from decapod.lab.arena import Arena
from decapod.lab.contest import Matchup
from decapod.lab.results import HERE, LANGUAGES, as_json_line, as_lines, as_page, check_page, lab_words
from decapod.nn.net_file import Net


def test_json_has_the_keys_that_are_promised_and_no_others(arena: Arena) -> None:
    found = json.loads(as_json_line(arena))
    assert list(found) == ["game", "players", "games", "bots"]
    assert (found["game"], found["players"], found["games"]) == ("crabe-vs-poulpe", 2, 12)
    assert {bot["name"] for bot in found["bots"]} == {"random", "flat-mc:3", "random (2)"}
    for bot in found["bots"]:
        assert list(bot) == ["name", "rating", "low", "high", "wins", "games", "seconds_per_move"]
        assert bot["low"] < bot["rating"] < bot["high"]
        assert bot["games"] == 8
    assert sum(bot["wins"] for bot in found["bots"]) == 12
    assert found["bots"] == sorted(found["bots"], key=lambda bot: -bot["rating"])
    assert "\n" not in as_json_line(arena)


def test_what_is_to_be_known_of_a_bot_is_said_wherever_it_is_named(tmp_path: Path) -> None:
    game = decapod.game("crabe-vs-poulpe")
    tiny = game.load_box(Path(__file__).parents[2] / "examples" / "tiny_crabe_vs_poulpe.toml")
    Net.random(game, 4).write(tmp_path / "net")
    name = f"net@{tmp_path / 'net'}"
    contest = Matchup.of(game.name, ["random", name], box=tiny)
    arena = Arena(contest, games=2)
    arena.results = {number: contest.play(number) for number in range(2)}
    assert list(json.loads(as_json_line(arena))["remarks"]) == [name]
    for language, said in (("en", "taught on another box"), ("fr", "une autre boîte")):
        assert any(line.startswith(name) and said in line for line in as_lines(arena, lab_words(language)))
        assert said in as_page(arena, lab_words(language))


class Outline(HTMLParser):
    """What is in a page: its headings, its cells, and whatever it would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag and what it refers to."""
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_one_file_with_everything_in_it(arena: Arena, language: str) -> None:
    words = lab_words(language)
    page = as_page(arena, words)
    outline = Outline(page)
    assert outline.fetched == []
    assert not {"script", "link", "img", "iframe"} & set(outline.tags)
    assert "url(" not in page
    for key in ("ladder", "matrix", "length", "thinking", "seats", "failures"):
        assert f"<h2>{words(f'arena.{key}')}</h2>" in page
    assert f'<html lang="{language}">' in page
    assert "&lt;b&gt;mine&lt;/b&gt;" in page
    assert "<b>mine" not in page
    assert page.count('scope="row"') == 6


def test_what_two_scored_against_each_other_is_a_hundred_together(arena: Arena) -> None:
    from decapod.lab.ratings import standings
    from decapod.lab.results import _matrix

    matrix = _matrix(arena, standings(arena.contest, arena.in_order()))
    for a in range(3):
        assert matrix[a][a] is None
        for b in range(a):
            one, other = matrix[a][b], matrix[b][a]
            assert one is not None
            assert other is not None
            assert one[0] + other[0] == pytest.approx(1)
            assert one[1] == other[1] == 4


def test_text_tells_how_it_was_played_what_is_open_and_who_failed(arena: Arena) -> None:
    lines = as_lines(arena, lab_words("en"))
    assert lines[0] == "Crabe vs Poulpe: arena"
    assert "Games: 12, deals: 2;" in lines[1]
    assert re.search(r"^bot +rating +95 % interval +wins +games +seconds a move$", lines[2])
    assert "Not settled yet, as surely as 95 %: random or flat-mc:3, " in lines[6]
    assert lines[7] == "Game 11, flat-mc:3: <b>mine</b> failed: KeyError"
    assert "Parties : 12" in as_lines(arena, lab_words("fr"))[1]
    arena.results.clear()
    assert as_lines(arena, lab_words("en")) == ["No game is over yet."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key_and_the_same_gaps(language: str) -> None:
    english, other = read_words(HERE / "words.toml", "en"), read_words(HERE / "words.toml", language)
    assert english.keys() == other.keys()
    for key, words in english.items():
        assert set(re.findall(r"\{\w+\}", words)) == set(re.findall(r"\{\w+\}", other[key])), key


def test_no_words_are_left_over() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in [*HERE.glob("*.py"), *HERE.glob("*.html")])
    text += "".join(path.read_text(encoding="utf-8") for path in HERE.parent.glob("cli*.py"))
    made = {"bot", "rating", "interval", "wins", "games", "time"}  # the columns of the ladder
    for key in read_words(HERE / "words.toml", "en"):
        figure = re.fullmatch("report[.](.+)_(?:title|note)", key)  # a report's figures are named once for both
        names = {key, key.removeprefix("measure."), figure[1] if figure else key}
        is_used = any(re.search(rf"""["']{re.escape(name)}["']""", text) for name in names)
        assert is_used or key.removeprefix("arena.") in made, key


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    check_page(tmp_path / "new.html")
    for wrong in (tmp_path, tmp_path / "nowhere" / "new.html"):
        with pytest.raises(UsageError, match="cannot write the page"):
            check_page(wrong)
