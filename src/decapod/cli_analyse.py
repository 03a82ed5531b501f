"""The command `analyse`: a saved match, looked at move by move."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from decapod.cli_options import BoxFile, Json, Language, MatchFile, find_words
from decapod.errors import Unreadable

if TYPE_CHECKING:
    from decapod.analysis import Review
    from decapod.scene import Words

OFTEN = 0.5  # seconds between two looks at how far it is


def analyse(
    file: MatchFile,
    budget: Annotated[int | None, typer.Option(help="Simulations for each position; else 20000.")] = None,
    seat: Annotated[int | None, typer.Option(help="Only this player's moves; needed while a match goes on.")] = None,
    keep: Annotated[Path | None, typer.Option(help="Keep what is found in this file; go on if it is there.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed says the same.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Threads; one for each core.")] = None,
    box: BoxFile = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Look at a saved match move by move: what each move cost, what would have been better, what turned it."""
    from decapod.analysis import Review
    from decapod.analysis.summary import as_facts, as_lines
    from decapod.loading import load

    match = load(file, box, language)
    words = find_words(match.game, language)
    review = Review(match, simulations=budget, seed=seed, player=seat)
    if keep is not None and keep.exists():
        review.resume(_read(keep))
    stopped, progress = False, Progress(words)
    try:
        review.run(threads=threads, progress=progress)
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
        if keep is not None and review.done:
            _write(keep, review.dumps())
    if as_json:
        typer.echo(json.dumps(as_facts(review, words), ensure_ascii=False))
    else:
        for line in as_lines(review, words):
            typer.echo(line)
    if keep is not None and not stopped:
        typer.echo(words("analysis.kept", path=str(keep)), err=True)
    if stopped:
        far = {"done": review.done, "total": review.total}
        key = "analysis.stopped" if keep is None else "analysis.go_on"
        typer.echo(words(key, **far, file=str(file), path=str(keep)), err=True)
        raise typer.Exit(130)


class Progress:
    """Says on a terminal's standard error how far a review is, each time over the last."""

    def __init__(self, words: Words) -> None:
        """Say it in the words of the game."""
        self._words = words
        self._next = time.monotonic() + OFTEN
        self._is_shown = False

    def __call__(self, review: Review) -> None:
        """Look how far it is, and say so if it is time."""
        if sys.stderr.isatty() and time.monotonic() >= self._next:
            self._next, self._is_shown = time.monotonic() + OFTEN, True
            far = {"done": review.done, "total": review.total}
            sys.stderr.write(f"\r\033[K{self._words('analysis.progress', game=self._words('title'), **far)}")
            sys.stderr.flush()

    def close(self) -> None:
        """Take the line away."""
        if self._is_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is not a text file'}") from None


def _write(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise Unreadable(f"cannot write {path}: {error.strerror or error}") from None
