"""Worked examples: positions with the moves that make them, shown step by step on the rules page.

They are data, `examples.toml` of the game, and the rules themselves check every one. An example has an `id`, by which
rules.md says where it stands (`{example bind-none}`), the `rule` it shows, `players`, `variant`, `options` (seat 0
begins, unless told otherwise) and `seed` where they matter, `viewer` (the seat that looks on, 0; −1 for a spectator),
`set` (how the table lies, in the words of the game's `arrange`), `show` (the regions and pieces of the scene in the
picture; all, unless told otherwise), and `title` and `say` in each language. Then come `steps`, each with words in each
language, and

- `play = "bind"` or several moves: what is played, by whoever is awaited, or `"1:pass"` where it must be said who moves
- `refused = "play 5"`, `reason = "bind.crab"`: what may not be played then, and why
- `happens = ["event.keep"]`: what these moves tell, by keys of words.toml
- `points = [4, 0]`, `legal = ["keep 2"]`, `ending = "reached"`: what is true afterwards; only the tests read these
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, field
from typing import Any

from decapod.core.game import game
from decapod.core.match import Match
from decapod.i18n.translator import DEFAULT
from decapod.scene import Scene
from decapod.web.lessons import play_line
from decapod.web.words import page_words

MARGIN = 6  # around what a picture shows


@dataclass(frozen=True)
class Step:
    """One step of an example: the moves that are made, one that is refused, and what is true afterwards."""

    words: dict[str, str]
    play: tuple[str, ...] = ()
    refused: str = ""
    reason: str = ""
    happens: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    legal: tuple[str, ...] = ()
    ending: str = ""

    def text(self, language: str) -> str:
        """Return its words, in English where a language lacks them."""
        return self.words.get(language) or self.words[DEFAULT]


@dataclass(frozen=True)
class Example:
    """A worked example; its first step is how the table lies."""

    game: str
    id: str
    rule: str
    players: int
    variant: str | None
    seed: int
    viewer: int
    setting: dict[str, Any]
    show: tuple[str, ...]
    titles: dict[str, str]
    steps: tuple[Step, ...]
    options: dict[str, Any] = field(default_factory=dict)

    def title(self, language: str) -> str:
        """Return its title, in English where a language lacks it."""
        return self.titles.get(language) or self.titles[DEFAULT]

    def begin(self) -> Match:
        """Lay the table."""
        match = game(self.game).match(self.players, variant=self.variant, seed=self.seed, **self.options)
        if self.setting:
            match.set_up_example(self.setting)
        return match


@functools.cache
def examples(name: str) -> dict[str, Example]:
    """Read the examples of a game by their ids; there are none where it has no file of them."""
    path = game(name).folder / "examples.toml"
    if not path.exists():
        return {}
    found = tomllib.loads(path.read_text(encoding="utf-8"))["examples"]
    return {fields["id"]: _example(name, fields) for fields in found}


def _example(name: str, fields: dict[str, Any]) -> Example:
    languages = [key for key, value in fields.items() if isinstance(value, dict) and "title" in value]
    first = Step({language: fields[language]["say"] for language in languages})
    return Example(
        game=name,
        id=fields["id"],
        rule=fields["rule"],
        players=fields.get("players", 2),
        variant=fields.get("variant"),
        seed=fields.get("seed", 1),
        viewer=fields.get("viewer", 0),
        setting=fields.get("set", {}),
        show=tuple(fields.get("show", ())),
        titles={language: fields[language]["title"] for language in languages},
        steps=(first, *(_step(step, languages) for step in fields.get("steps", ()))),
        options={"first": "0"} | fields.get("options", {}),
    )


def _step(fields: dict[str, Any], languages: list[str]) -> Step:
    play = fields.get("play", ())
    return Step(
        words={language: fields[language] for language in languages},
        play=(play,) if isinstance(play, str) else tuple(play),
        refused=fields.get("refused", ""),
        reason=fields.get("reason", ""),
        happens=tuple(fields.get("happens", ())),
        points=tuple(fields.get("points", ())),
        legal=tuple(fields.get("legal", ())),
        ending=fields.get("ending", ""),
    )


@functools.lru_cache(maxsize=256)
def positions(example: str, name: str) -> tuple[Match, ...]:
    """Play an example of a game: the match as it stands after each step."""
    chosen = examples(name)[example]
    match = chosen.begin()
    found: list[Match] = []
    for step in chosen.steps:
        for line in step.play:
            play_line(match, line)
        found.append(match.at_ply(len(match.moves)))
    return tuple(found)


def describe_step(chosen: Example, number: int, language: str) -> str:
    """Say what a step shows; where a move is refused, with the reason."""
    step = chosen.steps[number]
    text = step.text(language)
    if step.refused:
        match = positions(chosen.id, chosen.game)[number]
        reason = match.why_not(match.to_act[0], step.refused, game(chosen.game).translator(language))
        assert reason is not None, f"{step.refused} is legal"
        text = f"{text} {page_words(language)('rules.quote', words=reason.words)}"
    return text


@functools.lru_cache(maxsize=256)
def picture(name: str, example: str, number: int, layout: str, language: str) -> str:
    """Draw a step of an example as SVG."""
    return scene_of(name, example, number, layout, language).svg(part_shown(name, example, layout))


def scene_of(name: str, example: str, number: int, layout: str, language: str) -> Scene:
    """Show a step of an example to its viewer."""
    viewer = examples(name)[example].viewer
    match = positions(example, name)[number]
    return match.scene(viewer if viewer >= 0 else None, layout, game(name).translator(language), events=())


@functools.lru_cache(maxsize=256)
def part_shown(name: str, example: str, layout: str) -> tuple[float, float, float, float]:
    """Return the part of the scene that all pictures of an example show: left, top, width, height."""
    chosen = examples(name)[example]
    scenes = [scene_of(name, example, number, layout, DEFAULT) for number in range(len(chosen.steps))]
    if not chosen.show:
        return 0, 0, scenes[0].width, scenes[0].height
    parts = [scene.bounds(chosen.show) for scene in scenes]
    left = max(0, min(part[0] for part in parts) - MARGIN)
    top = max(0, min(part[1] for part in parts) - MARGIN)
    right = min(scenes[0].width, max(part[0] + part[2] for part in parts) + MARGIN)
    bottom = min(scenes[0].height, max(part[1] + part[3] for part in parts) + MARGIN)
    return left, top, right - left, bottom - top
