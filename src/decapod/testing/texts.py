"""Laws of what people read: words, rules, what is typed and is no move."""

from __future__ import annotations

import re
from pathlib import Path

from decapod.core.game import Game
from decapod.core.match import Match
from decapod.errors import ParseError
from decapod.testing.broken import Checking
from decapod.testing.position import Position

NO_MOVES = ("", "x", "fly away", "-", "1-1-1", "z9-z8", "a0-a99", "\n", "⬡", "x" * 300)
SOURCES = ("printed", "published", "reconstructed")


def check_texts(game: Game) -> None:
    """Check that a text which is no move gets one clear line, in the words of each language."""
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        for text in NO_MOVES:
            if _is_notation(match, text):
                continue
            lines: set[str] = set()
            with Checking(Position.of(match, 1), match.to_act[0]):
                for language in game.languages():
                    reason = match.why_not(match.to_act[0], text, game.translator(language))
                    assert reason is not None, f"{match}: read: {text!r} is a legal move"
                    assert reason.code == "unreadable", f"{match}: read: {text!r} is read as a move: {reason}"
                    assert reason.words, f"{match}: read: no words for {text!r}"
                    assert "\n" not in reason.words, f"{match}: read: more than a line for {text!r}"
                    lines.add(reason.words)
            assert len(lines) == len(game.languages()), f"{match}: {text!r} is answered in another language: {lines}"


def _is_notation(match: Match, text: str) -> bool:
    """Tell whether a text is just how this game writes a move, of whoever is awaited."""
    player = match.to_act[0]
    try:
        return (
            match.game.view.format_move(match.box.record, match.state, player, match.parse_moves(player, text)[0])
            == text
        )
    except ParseError:
        return False


def check_words(game: Game) -> None:
    """Check that there are words for every reason and ending, and that languages say the same things."""
    from decapod.i18n.translator import read_words

    words = game.translator()
    needed = ["title", "blurb"]
    needed += [code for code, _ in game.rules.ILLEGAL_REASONS[1:]]
    needed += [f"ending.{code}" for code in game.rules.ENDINGS[1:]]
    needed += [f"variant.{variant}" for variant in game.variants]
    needed += [f"option.{option.name}" for option in game.options]
    needed += [f"part.{part}" for part in game.box.printed.get("source", ())]
    missing = [key for key in needed if key not in words]
    assert not missing, f"{game.name}: no words for {missing}"
    path = game.folder / "words.toml"
    english = read_words(path, "en")
    for language in game.languages():
        other = read_words(path, language)
        assert set(other) == set(english), f"{game.name}: {language} and en differ in {set(other) ^ set(english)}"
        for key, text in other.items():
            gaps = [sorted(set(re.findall(r"{(\w+)", t))) for t in (text, english[key])]
            assert gaps[0] == gaps[1], f"{game.name}: {key} has other gaps in {language}"


def check_sources(game: Game) -> None:
    """Check that the box says which game it is for, and of each of its parts where the numbers are from."""
    assert game.box.printed.get("game") == game.name, f"{game.name}: box.toml should begin with game = {game.name!r}"
    source = game.box.printed.get("source")
    assert source, f"{game.name}: box.toml has no [source]"
    odd = [part for part, origin in source.items() if origin not in SOURCES]
    assert not odd, f"{game.name}: the source of {odd} is none of {', '.join(SOURCES)}"


def check_reasons(game: Game) -> None:
    """Check that there are rules, and that every reason rests on one of them."""
    rules = set(game.rulebook)
    assert rules, f"{game.name}: rules.md has no rules"
    rests = {rule for _, rule in game.rules.ILLEGAL_REASONS[1:]}
    assert not rests - rules, f"{game.name}: reasons rest on rules that are not there: {sorted(rests - rules)}"


def check_rulebook(game: Game, tested: set[str]) -> None:
    """Check that every rule has a test, every test a rule, and every reason rests on a rule."""
    check_reasons(game)
    rules = set(game.rulebook)
    prefix = next(iter(rules)).partition("-")[0]
    mine = {rule for rule in tested if rule.startswith(prefix + "-")}
    assert not rules - mine, f"{game.name}: rules without a test: {sorted(rules - mine)}"
    assert not mine - rules, f"{game.name}: tests of rules that are not in rules.md: {sorted(mine - rules)}"


def find_tested_rules(folder: Path) -> set[str]:
    """List the ids of rules that the tests in a folder carry: `@pytest.mark.rule("CS-7")`."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for marked in re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found.update(re.findall(r"\"([A-Z]+-\d+)\"", marked))
    return found


def check_translations(game: Game) -> None:
    """Check that the rules in every language have the same rules, headings and pictures in the same order."""
    shape = re.compile(r"^(?:#+(?= )|\*\*[A-Z]+-\d+\*\*)|!\[[^\]]*\]\(([^)]*)\)", re.MULTILINE)
    english = game.rules_text()
    for language in game.languages():
        other = game.rules_text(language)
        assert (other == english) == (language == "en"), f"{game.name}: no rules in {language}"
        shapes = [[found[1] or found[0] for found in shape.finditer(text)] for text in (english, other)]
        assert shapes[0] == shapes[1], f"{game.name}: rules, headings or pictures differ in {language}"
        marks = [game.unofficial_rules(spoken) for spoken in ("en", language)]
        assert marks[0] == marks[1], f"{game.name}: marked as ours or published otherwise in {language}"
        alike = [rule for rule, text in game.rules_by_id(language).items() if text == game.rulebook[rule]]
        assert language == "en" or not alike, f"{game.name}: not translated into {language}: {alike}"
