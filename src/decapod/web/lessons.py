"""Lessons: short tutorials made of real positions, each step checked by the rules engine itself.

A lesson is data, `lesson.toml` of the game. A step names a position by a seed and the moves that led there, who the
learner is, and a goal:

- `play = ["d2-f3"]`: make one of these moves, in the game's notation
- `happens = "event.wave"`: make moves until this is told, by its key in the game's words.toml
- `asks = "land.too_big"`: try what is not allowed, and be told this reason, by its code; `clicks` on these pieces do
- none of them: make any legal move
- `to_the_end = true`: only once that turn is over, too, is it done
- `moves = 2` moves may be needed (1 unless told otherwise); `show` is a sequence of moves that reaches the goal;
  `replies` are what the others then do, in order, each with its seat: `"1:pass"`

and `title`, `say` and `done` in each language. Before all steps stands the game's `goal`, in each language, and
that of a variant which is won in another way (`goal.duel`). A lesson is played in the mode that a game against a bot
begins in, so that who learns and who plays see the same table; but for a step on what is different where more play.
"""

from __future__ import annotations

import functools
import re
import tomllib
from dataclasses import dataclass
from typing import Any

from decapod.core.game import game
from decapod.core.match import Match
from decapod.errors import DecapodError
from decapod.i18n.translator import DEFAULT, Translator
from decapod.scene import PlayerRef


@dataclass(frozen=True)
class Step:
    """One step of a lesson."""

    game: str
    number: int
    players: int
    variant: str
    seed: int
    before: tuple[str, ...]
    player: int
    rule: str
    goal: str  # "play", "happens", "asks" or "any"
    wanted: tuple[str, ...]
    moves: int
    to_the_end: bool
    show: tuple[str, ...]
    replies: tuple[str, ...]
    clicks: tuple[str, ...]
    words: dict[str, dict[str, str]]
    options: dict[str, Any]

    def text(self, key: str, language: str) -> str:
        """Return its `title`, its task (`say`) or its praise (`done`), in English where a language lacks it."""
        return self.words.get(language, {}).get(key) or self.words[DEFAULT][key]

    def begin(self) -> Match:
        """Set up its position."""
        match = game(self.game).match(self.players, variant=self.variant or None, seed=self.seed, **self.options)
        for text in self.before:
            play_line(match, text)
        return match


def play_line(match: Match, line: str) -> None:
    """Play a move written as `move`, or as `seat:move` where it must be said who moves."""
    seat, colon, rest = line.partition(":")
    if colon and re.fullmatch("[0-9]{1,2}", seat):
        match.play(int(seat), rest)
    else:
        match.play(match.to_act[0], line)


@dataclass(frozen=True)
class Attempt:
    """Where a learner stands: the match after their moves, and whether the goal is reached or missed."""

    match: Match
    done: bool
    missed: bool


@functools.cache
def lesson(name: str) -> tuple[Step, ...]:
    """Read the lesson of a game; empty if there is none yet."""
    return tuple(_step(name, number, step) for number, step in enumerate(_read(name).get("steps", ()), 1))


def goal(name: str, language: str, variant: str = "") -> str:
    """Say what a game's lesson is about: how one wins, in a variant if it is another way; empty if there is none."""
    goals = _read(name).get("goal", {})
    goals = goals.get(variant, goals)
    return goals.get(language) or goals.get(DEFAULT, "")


@functools.cache
def _read(name: str) -> dict[str, Any]:
    """Read the lesson's file of a game, if it has one."""
    path = game(name).folder / "lesson.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _step(name: str, number: int, fields: dict[str, Any]) -> Step:
    """Make a step from the fields of a lesson's file."""
    goal = next((kind for kind in ("play", "happens", "asks") if kind in fields), "any")
    wanted = fields.get(goal, ())
    return Step(
        game=name,
        number=number,
        players=fields.get("players", 2),
        variant=fields.get("variant", ""),
        seed=fields["seed"],
        before=tuple(fields.get("before", ())),
        player=fields["player"],
        rule=fields.get("rule", ""),
        goal=goal,
        wanted=(wanted,) if isinstance(wanted, str) else tuple(wanted),
        moves=fields.get("moves", 1),
        to_the_end=fields.get("to_the_end", False),
        show=tuple(fields.get("show", ())),
        replies=tuple(fields.get("replies", ())),
        clicks=tuple(fields.get("clicks", ())),
        words={language: fields[language] for language in ("en", "fr") if language in fields},
        options=fields.get("options", {}),
    )


def attempt(step: Step, moves: list[int], words: Translator | None = None) -> Attempt:
    """Play a learner's moves in a step's position; raises what the rules raise, in `words`, if one is refused.

    While others are to move, they make their replies; a reply that no longer fits is left out.
    """
    match = step.begin()
    replies = list(step.replies)
    reached = done = False
    for number in moves[: step.moves]:
        if done:
            break
        before = match.at_ply(len(match.moves))
        match.play(step.player, number, words=words)
        reached = _is_reached(step, match, before.describe_move(step.player, number).text) or (
            reached and step.to_the_end
        )
        done = reached and not (step.to_the_end and step.player in match.to_act)
        while not done and replies and not match.is_over and step.player not in match.to_act:
            try:
                play_line(match, replies.pop(0))
            except DecapodError:
                continue
            done = _is_reached(step, match, "")
    used_up = len(moves) >= step.moves or step.player not in match.to_act
    return Attempt(match, done, missed=bool(moves) and not done and used_up)


def _is_reached(step: Step, match: Match, text: str) -> bool:
    """Whether the last move of a match, the learner's `text` or another's, reaches the goal."""
    if step.goal == "play":
        return text in step.wanted
    if step.goal == "happens":
        own = match.moves[-1].player == step.player  # of what others do, only what befalls the learner counts
        return any(
            event.key in step.wanted and (own or event.parameters.get("player") == PlayerRef(step.player))
            for event in match.events(step.player)
        )
    return step.goal == "any"


def explain_clicks(
    step: Step, moves: list[int], clicks: list[str], words: Translator | None = None
) -> tuple[str, str, bool]:
    """Tell why clicks make no move (words, rule), and whether finding that out was the goal."""
    match = attempt(step, moves, words).match
    try:
        reason = match.why_not(step.player, match.move_from_clicks(step.player, clicks, words), words)
    except DecapodError as error:
        reason = error.reason
    if reason is None:
        return "", "", False
    return reason.words, reason.rule, step.goal == "asks" and reason.code in step.wanted
