"""The command `analyse`: a saved match, looked at move by move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from decapod.cli_options import BoxFile, Json, Language, MatchFile, find_words
from decapod.cli_progress import Bar
from decapod.errors import ParseError

if TYPE_CHECKING:
    from decapod.analysis import Review


def analyse(
    file: MatchFile,
    simulations: Annotated[int | None, typer.Option(help="Simulations for each position; else 20000.")] = None,
    player: Annotated[int | None, typer.Option(help="Only this player's moves; needed while a match goes on.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Keep what is found in this file; go on if it is there.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed says the same.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Threads; one for each core.")] = None,
    box: BoxFile = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Look at a saved match move by move: what each move cost, what would have been better, what turned it."""
    from decapod.analysis import Review
    from decapod.analysis.summary import as_facts, as_lines
    from decapod.core.replay import load

    match = load(file, box, language)
    words = find_words(match.game, language)
    review = Review(match, simulations=simulations, seed=seed, player=player)
    if resume is not None and resume.exists():
        review.resume(_read(resume))
    stopped, bar, title = False, Bar(), words("title")

    def show(review: Review) -> None:
        bar.show(title, review.done, review.total)

    try:
        review.run(threads=threads, progress=show)
    except KeyboardInterrupt:
        stopped = True
    finally:
        bar.close()
        if resume is not None and review.done:
            _write(resume, review.dumps())
    if as_json:
        typer.echo(json.dumps(as_facts(review, words), ensure_ascii=False))
    else:
        for line in as_lines(review, words):
            typer.echo(line)
    if resume is not None and not stopped:
        typer.echo(words("analysis.kept", path=str(resume)), err=True)
    if stopped:
        far = {"done": review.done, "total": review.total}
        key = "analysis.stopped" if resume is None else "analysis.go_on"
        typer.echo(words(key, **far, file=str(file), path=str(resume)), err=True)
        raise typer.Exit(130)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is not a text file'}") from None


def _write(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise ParseError(f"cannot write {path}: {error.strerror or error}") from None
