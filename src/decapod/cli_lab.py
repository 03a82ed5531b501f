"""The commands of the lab: arena, simulate, report, compare, sweep."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from decapod.cli_options import BoxFile, GameName, Json, Language, Players, Set, Variant, read_settings, which_game
from decapod.cli_progress import LabProgress
from decapod.errors import UsageError

if TYPE_CHECKING:
    from decapod.lab.contest import Matchup

USUAL_GAMES, USUAL_BOT_GAMES = 100_000, 100  # of a simulation: by chance; by bots that think
SWEPT_GAMES = 20_000  # by chance, with each box of a sweep

Bots = Annotated[str, typer.Option(help="Who plays: one bot for all seats, or one for each: chance, level5.")]
Address = Annotated[str, typer.Option(help="Of a Ray cluster; else one is started here.")]
LabOn = Annotated[str, typer.Option("--device", help="cpu (all cores), cuda (a GPU), ray (a cluster) or python.")]


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game.")] = "",
    bots: Annotated[str, typer.Option(help="Who plays (see `decapod bots`): flat-mc:200ms,random,py:mine:Bot.")] = "",
    games: Annotated[int | None, typer.Option(help="How many games in all; 100 unless told otherwise.")] = None,
    confidence: Annotated[
        str, typer.Option(help="Stop when it is settled who is better, as surely as this: 95%.")
    ] = "",
    players: Players = None,
    variant: Variant = None,
    settings: Set = None,
    box: BoxFile = None,
    seed: Annotated[int | None, typer.Option(help="Which deals; 0 unless told otherwise.")] = None,
    device: Annotated[str, typer.Option(help="cpu (all cores) or ray (a cluster).")] = "cpu",
    threads: Annotated[int | None, typer.Option(help="Games at once; one for each core.")] = None,
    address: Address = "",
    resume: Annotated[Path | None, typer.Option(help="Keep the games in this file; go on if it is there.")] = None,
    html: Annotated[Path | None, typer.Option(help="Where to write the page; else beside the games.")] = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Let bots play each other, every deal with the seats exchanged, and say who is how strong."""
    from decapod.lab.arena import open_arena, parse_confidence
    from decapod.lab.results import as_json_line, as_lines, check_page, lab_words, write_page

    words = lab_words(language)
    options = read_settings(settings) or None
    wanted: dict[str, Any] = {"players": players, "variant": variant, "box": box, "seed": seed, "options": options}
    wanted = {name: value for name, value in wanted.items() if value is not None}
    named = [name.strip() for name in bots.split(",")] if bots else []
    if html is not None:
        check_page(html)
    sure = parse_confidence(confidence)
    opened, path = open_arena(resume, game, named, games, sure, threads, device=device, address=address, **wanted)
    html = html or path.with_suffix(".html")
    progress = LabProgress(words, opened.contest.rules.translator(language)("title"))
    stopped = False
    try:
        opened.run(progress.show_arena)
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
    write_page(opened, words, html)
    if as_json:
        typer.echo(as_json_line(opened))
    else:
        for line in as_lines(opened, words):
            typer.echo(line)
    typer.echo(words("arena.kept", path=path, page=html), err=True)
    if stopped:
        typer.echo(words("arena.go_on", done=len(opened.results), games=opened.games, path=path), err=True)
        raise typer.Exit(130)


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game.")] = "",
    games: Annotated[int | None, typer.Option(help="How many games; 100000 by chance, 100 by others.")] = None,
    players: Players = None,
    variant: Variant = None,
    settings: Set = None,
    box: BoxFile = None,
    bots: Bots = "",
    seed: Annotated[int | None, typer.Option(help="Which deals; 0 unless told otherwise.")] = None,
    device: LabOn = "cpu",
    threads: Annotated[int | None, typer.Option(help="Threads, or games at once; one for each core.")] = None,
    address: Address = "",
    out: Annotated[Path | None, typer.Option(help="Write a row for each game to this .parquet file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with what was kept in this file.")] = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Play many games and say what they come to: length, scores, who wins from which seat, how games end."""
    from decapod.lab.results import lab_words
    from decapod.lab.summary import as_facts, as_lines
    from decapod.lab.survey import SimulationRun, check_out

    words = lab_words(language)
    how: dict[str, Any] = {"threads": threads, "address": address, "stream_nets": _stream_nets}
    if resume is not None:
        if game or players is not None or variant is not None or settings or box or bots or seed is not None:
            raise UsageError("--resume goes on with what was begun: only --games, --threads and --out may be said anew")
        survey = SimulationRun.resume(resume, games, out, **how)
    else:
        contest = _contest(game or which_game(), bots, players, variant, settings, box, seed or 0)
        if out is not None:
            check_out(out)
        usual = USUAL_GAMES if contest.is_by_chance or device == "cuda" else USUAL_BOT_GAMES
        survey = SimulationRun(contest, usual if games is None else games, device=device, out=out, keeps=True, **how)
    progress = LabProgress(words, survey.contest.rules.translator(language)("title"))
    stopped = False
    try:
        survey.run(progress.show_survey)
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
    if survey.done:
        if as_json:
            typer.echo(json.dumps(as_facts(survey), ensure_ascii=False))
        else:
            for line in as_lines(survey, words):
                typer.echo(line)
        if survey.out is not None:
            typer.echo(words("survey.kept", path=survey.out), err=True)
    if stopped:
        if survey.done:
            typer.echo(words("survey.go_on", done=survey.done, games=survey.games, path=survey.keep()), err=True)
        raise typer.Exit(130)


Skilled = Annotated[str, typer.Option("--bots", help="Players who know how, shown beside chance.")]
ByChance = Annotated[int, typer.Option("--games", help="Games by chance.")]
BySkill = Annotated[int, typer.Option("--bot-games", help="Games by those who know how; 0: none.")]
Watched = Annotated[int, typer.Option("--traced-games", help="Games by chance that are watched move by move.")]
PageFile = Annotated[Path | None, typer.Option("--out", help="Where to write the page; else here, after the game.")]
Threads = Annotated[int | None, typer.Option(help="Threads, or games at once; one for each core.")]
SurveySeed = Annotated[int, typer.Option("--seed", help="Which deals.")]


def report(
    game: GameName,
    players: Players = None,
    variant: Variant = None,
    settings: Set = None,
    box: BoxFile = None,
    bots: Skilled = "level5",
    games: ByChance = 100_000,
    bot_games: BySkill = 200,
    watch: Watched = 1000,
    ladder_games: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time for each level against the next, at most; 0: none.", min=0)
    ] = 60,
    seed: SurveySeed = 0,
    device: LabOn = "cpu",
    threads: Threads = None,
    address: Address = "",
    out: PageFile = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Find out what a game does, by chance and by skill, and write it on one page with plots."""
    from decapod.lab.executor import BOT_WAYS, open_executor
    from decapod.lab.plots import require_matplotlib
    from decapod.lab.report import Report, add_column, as_facts, as_page, climb_ladder, findings, write_page
    from decapod.lab.results import check_page, lab_words
    from decapod.lab.survey import SimulationRun

    words = lab_words(language)
    require_matplotlib()
    out = out or Path(f"{game}-report.html")
    check_page(out)
    contest = _contest(game, "", players, variant, settings, box, seed)
    skilled = _contest(game, bots, players, variant, settings, box, seed) if bot_games else None
    bots_on: dict[str, Any] = {
        "device": device if device in BOT_WAYS else "cpu",
        "threads": threads,
        "address": address,
    }
    made, stopped = Report(contest), False
    progress = LabProgress(words, contest.rules.translator(language)("title"))
    try:
        with open_executor(device, address=address):  # one connection for all
            by_chance = SimulationRun(contest, games, device=device, threads=_cpu(device, threads), address=address)
            add_column(made, words("report.chance"), by_chance, watch, progress.show_stage)
            if skilled is not None:
                add_column(made, bots, SimulationRun(skilled, bot_games, **bots_on), bot_games, progress.show_stage)
            if ladder_games and contest.players > 1:
                made.ladder.extend(climb_ladder(contest, ladder_games, progress.show_stage, bots_on))
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
    if made.played_columns:
        write_page(out, as_page(made, words))
        if as_json:
            typer.echo(json.dumps(as_facts(made), ensure_ascii=False))
        else:
            for line in findings(made, words):
                typer.echo(f"- {line}")
        typer.echo(words("report.page", path=out), err=True)
    if stopped:
        typer.echo(words("report.stopped"), err=True)
        raise typer.Exit(130)


def compare(
    game: GameName,
    box: Annotated[list[Path], typer.Option("--box", help="The two boxes; with one, the printed one is the first.")],
    players: Players = None,
    variant: Variant = None,
    settings: Set = None,
    bots: Skilled = "level5",
    games: ByChance = 100_000,
    bot_games: BySkill = 400,
    watch: Watched = 300,
    retrain: Annotated[
        float | None,
        typer.Option(metavar="MINUTES", help="Teach a net each box first, so long; they play instead of --bots."),
    ] = None,
    seed: SurveySeed = 0,
    device: LabOn = "cpu",
    threads: Threads = None,
    out: PageFile = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Say what another box changes, by chance and by skill, and whether that is more than noise."""
    from decapod.lab.box_comparison import BoxComparison, as_facts, as_lines
    from decapod.lab.plots import require_matplotlib
    from decapod.lab.report import as_page, write_page
    from decapod.lab.results import check_page, lab_words

    words = lab_words(language)
    if not 1 <= len(box) <= 2:
        raise UsageError(f"two boxes are compared, or one with the printed one, not {len(box)}")
    require_matplotlib()
    if retrain is not None:
        from decapod.learn import require_torch
        from decapod.learn.console import check_minutes

        check_minutes(retrain, "--retrain")
        if not bot_games:
            raise UsageError("--retrain teaches nets that play --bot-games; there are none to play")
        require_torch()
    out = out or Path(f"{game}-compared.html")
    check_page(out)
    one, other = ([None, *box])[-2:]
    first = _contest(game, "", players, variant, settings, one, seed)
    made = BoxComparison(first, _contest(game, "", players, variant, settings, other, seed), words)
    stopped, progress = False, LabProgress(words, first.rules.translator(language)("title"))
    try:
        made.play_by_chance(games, watch, device, _cpu(device, threads), progress.show_stage)
        if bot_games:
            named = [bots, bots]
            if retrain is not None:
                progress.close()
                named = [f"net@{net}" for net in _teach(made.contests, (one, other), retrain, device, out, language)]
                bots = "net"
            skilled = [
                _contest(game, who, players, variant, settings, path, seed)
                for who, path in zip(named, (one, other), strict=True)
            ]
            for lines in made.play_by_skill(bots, skilled, bot_games, threads, progress.show_stage):
                progress.close()
                for line in lines:
                    typer.echo(line, err=True)
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
    if made.report.played_columns:
        write_page(out, as_page(made.report, words, changes=made.changes, differences=made.differences()))
        if as_json:
            typer.echo(json.dumps(as_facts(made), ensure_ascii=False))
        else:
            for line in as_lines(made):
                typer.echo(line)
        typer.echo(words("report.page", path=out), err=True)
    if stopped:
        typer.echo(words("report.stopped"), err=True)
        raise typer.Exit(130)


def sweep(
    game: GameName,
    param: Annotated[list[str], typer.Option(help="What is varied, by its path in the box: gear.pot.bonus=3..7.")],
    objective: Annotated[str, typer.Option(help="What is wanted: 'seat_spread min, length=12±2'.")],
    players: Players = None,
    variant: Variant = None,
    settings: Set = None,
    box: BoxFile = None,
    bots: Bots = "",
    games: Annotated[int | None, typer.Option(help="Games for each box; 20000 by chance, 100 by others.")] = None,
    trials: Annotated[int | None, typer.Option(help="Boxes to play, where the grid has more; 200.")] = None,
    seed: SurveySeed = 0,
    device: LabOn = "cpu",
    threads: Threads = None,
    address: Address = "",
    top: Annotated[int, typer.Option(help="How many boxes to show.")] = 10,
    save_best: Annotated[Path | None, typer.Option(help="Write the best box to this file.")] = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Play many boxes that differ in some numbers, and rank them by what is wanted of the game."""
    from decapod.lab.report import write_page
    from decapod.lab.results import check_page, lab_words
    from decapod.lab.sweep import Sweep, as_facts, as_lines

    words = lab_words(language)
    if save_best is not None:
        check_page(save_best)
    contest = _contest(game, bots, players, variant, settings, box, seed)
    usual = SWEPT_GAMES if contest.is_by_chance or device == "cuda" else USUAL_BOT_GAMES
    how: dict[str, Any] = {"threads": _cpu(device, threads), "address": address, "stream_nets": _stream_nets}
    tried = Sweep(contest, param, objective, games or usual, trials=trials, device=device, **how)
    stopped, progress = False, LabProgress(words, contest.rules.translator(language)("title"))
    try:
        tried.run(lambda now: progress.show_stage("sweep.boxes", len(now.done) + len(now.refused), now.trials))
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.close()
    if as_json:
        typer.echo(json.dumps(as_facts(tried), ensure_ascii=False))
    else:
        for line in as_lines(tried, words, top):
            typer.echo(line)
    if save_best is not None and tried.done:
        write_page(save_best, tried.ranked()[0].box.text)
        typer.echo(words("sweep.written", path=save_best), err=True)
    if stopped:
        typer.echo(words("sweep.stopped", done=len(tried.done), of=tried.trials), err=True)
        raise typer.Exit(130)


def _contest(
    game: str,
    bots: str,
    players: int | None,
    variant: str | None,
    settings: list[str] | None,
    box: Path | None,
    seed: int,
) -> Matchup:
    """Read from the options of a command what is surveyed: who plays what."""
    from decapod.lab.contest import Matchup

    named = [name.strip() for name in bots.split(",")] if bots else []
    return Matchup.surveyed(
        game, named, players=players, variant=variant, box=box, seed=seed, options=read_settings(settings)
    )


def _stream_nets(contest: Matchup, take: Any, *, first: int, games: int) -> None:
    """Let nets play on a GPU; one clear line if there is no torch, or no GPU."""
    from decapod.learn.console import choose_device

    device = choose_device("cuda")
    from decapod.learn.ppo.net_games import stream_nets

    stream_nets(contest, take, first=first, games=games, device=device)


def _teach(
    contests: Sequence[Matchup], boxes: Sequence[Path | None], minutes: float, device: str, page: Path, language: str
) -> list[Path]:
    """Teach a net each box what is compared; return where they lie: beside the page."""
    from decapod.learn.child import teach
    from decapod.learn.console import Asked

    nets: list[Path] = []
    for contest, box, name in zip(contests, boxes, "AB", strict=True):
        nets.append(page.with_name(f"{page.stem}-{name}.safetensors"))
        where = "cuda" if device == "cuda" else ""
        teach(Asked(contest.game, str(contest.players), contest.variant, box, minutes, where, None, nets[-1],
                    language=language, measured=False))  # fmt: skip
    return nets


def _cpu(device: str, threads: int | None) -> int | None:
    """Return how many threads are wanted, where that can be said."""
    return threads if device == "cpu" else None
