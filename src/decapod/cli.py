"""The command line: `decapod`."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from decapod.cli_analyse import analyse
from decapod.cli_lab import arena, compare, report, simulate, sweep
from decapod.cli_options import (
    BoxFile,
    GameName,
    Json,
    Language,
    MatchFile,
    Players,
    Seed,
    Set,
    Variant,
    find_game,
    find_words,
    read_settings,
    which_game,
)
from decapod.errors import DecapodError, ParseError, RulesVersionError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from decapod.core.game import Game
    from decapod.core.match import Match
    from decapod.scene import Translator

app = typer.Typer(
    help="Five crab games, one shell. Without a command: serves them here and opens the browser.",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)

BACK = ("b", "back")
WHOLE_WORDS: Any = {"break_long_words": False, "break_on_hyphens": False}


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; whatever is wrong is said in one line, with exit code 2."""
    try:
        command = typer.main.get_command(app)
        code = command.main(args=arguments, prog_name="decapod", standalone_mode=False)
    except (DecapodError, ValueError, RuntimeError) as error:
        _fail(str(error))
    except (KeyboardInterrupt, EOFError):
        code = 130
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        message = getattr(error, "format_message", None)  # the command-line parser's own errors
        if message is None:
            if type(error).__name__ == "Abort":
                sys.exit(130)
            raise
        _fail(message())
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> NoReturn:
    sys.stderr.write(f"decapod: {' '.join(message.split())}\n")
    sys.exit(2)


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _options(game: Game, players: int | None, variant: str | None, settings: list[str] | None) -> dict[str, Any]:
    """Read the options of a game, checked already: an unknown one might be the name of another argument."""
    options = read_settings(settings)
    game.parse_options(game.resolve_mode(players, variant)[1], options)
    return options


@app.callback(invoke_without_command=True)
def _menu(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from decapod import __version__

        typer.echo(f"decapod {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve(open_browser=True)


@app.command()
def menu() -> None:
    """Choose a game and play it in this terminal."""
    from decapod.bots import DEFAULT_BOT, LEVELS, bot_title, describe_bot
    from decapod.core.game import games
    from decapod.terminal import YOU

    _require_terminal("the menu")
    console = _console()
    names = games()
    console.print("[bold]Decapod[/bold] · five crab games, one shell\n")
    for number, name in enumerate(names, 1):
        words = find_game(name).translator()
        console.print(f"[bold]{number}[/bold]  [bold]{words('title')}[/bold]  {words('blurb')}")
    which = _choose(console, "\nWhich one?", range(1, len(names) + 1))
    if which is None:
        return
    chosen = find_game(names[which - 1])
    counts = sorted({players for _, players in chosen.modes})
    players = counts[0] if len(counts) == 1 else _choose(console, "How many players, bots included?", counts, counts[0])
    if players is None:
        return
    seats = [YOU]
    if players > 1:
        for level in LEVELS:
            console.print(f"[bold]{bot_title(level)}[/bold]  {describe_bot(level)}")
        usual = LEVELS.index(DEFAULT_BOT) + 1
        strength = _choose(console, "Against whom?", range(1, len(LEVELS) + 1), usual)
        if strength is None:
            return
        seats += [LEVELS[strength - 1]] * (players - 1)
    play(chosen.name, players=players, seats=",".join(seats))


def _choose(console: Console, question: str, numbers: Iterable[int], usual: int | None = None) -> int | None:
    """Return the number that the person chooses, or None for q. `usual` is chosen by Enter, if there is one."""
    from rich.prompt import Prompt

    choices = [*map(str, numbers), "q"]
    default = str(usual) if usual else ...
    typed = Prompt.ask(question, console=console, choices=choices, default=default)
    return None if typed == "q" else int(str(typed))


def _require_terminal(what: str) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"{what} needs a terminal to talk to you; `decapod --help` lists what works without one")


@app.command()
def games(as_json: Json = False) -> None:
    """List the games: players, variants, options; and which could not be loaded."""
    from decapod.core.game import catalogue, load_errors

    broken = load_errors()
    for line in broken.values():
        typer.echo(f"decapod: {line}", err=True)
    loaded = [find_game(name) for name in catalogue() if name not in broken]
    if as_json:
        listed = [
            {
                "name": game.name,
                "title": game.title,
                "modes": [{"variant": variant, "players": players} for variant, players in game.modes],
                "options": [
                    {"name": o.name, "default": o.default, "choices": _choices(o.choices)} for o in game.options
                ],
            }
            for game in loaded
        ]
        typer.echo(json.dumps(listed, indent=2, ensure_ascii=False))
        return
    _print_games(loaded)


def _print_games(games: list[Game]) -> None:
    """Print a table of games, or a list where a table is too wide: no word is cut, for people type them."""
    from rich.table import Table

    columns = ("name", "title", "players", "minutes", "variants", "options")
    rows: list[tuple[str, ...]] = []
    for game in games:
        words = game.translator()
        counts = sorted({players for _, players in game.modes})
        span = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
        minutes = words("minutes") if "minutes" in words else ""
        options = ", ".join(option.name for option in game.options)
        rows.append((game.name, words("title"), span, minutes, ", ".join(game.variants), options))
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    for i in (4, 5):  # lists may be broken between words
        widths[i] = max(len(word) for row in [columns, *rows] for word in row[i].split())
    console = _console()
    room = console.width - sum(widths) - 2 * len(columns)
    if room >= 0:
        table = Table(box=None, header_style="bold")
        for column, width in zip(columns, widths, strict=True):
            table.add_column(column, width=width)
        table.columns[-1].width = widths[-1] + room
        for row in rows:
            table.add_row(*row)
        console.print(table)
        return
    for name, *facts in rows:
        typer.echo(name)
        for column, fact in zip(columns[1:], facts, strict=True):
            typer.echo("  " + "\n    ".join(textwrap.wrap(f"{column}: {fact}", console.width - 4, **WHOLE_WORDS)))


@app.command()
def bots(as_json: Json = False) -> None:
    """List the bots that can be named after --seats and --bots; and which could not be loaded."""
    from decapod.bots import LEVELS, bot_title, describe_bot, load_errors
    from decapod.bots import bots as installed

    for line in load_errors().values():
        typer.echo(f"decapod: {line}", err=True)
    if as_json:
        listed = [{"name": name, "title": bot_title(name), "words": describe_bot(name)} for name in installed()]
        typer.echo(json.dumps(listed, ensure_ascii=False))
        return
    lines = {
        name: f"{bot_title(name)}: {describe_bot(name)}" if name in LEVELS else describe_bot(name)
        for name in installed()
    }
    forms = {
        "NAME:BUDGET": "so much thinking a move: flat-mc:200ms, flat-mc:2s, flat-mc:5000 play-outs",
        "NAME@FILE": "with a net of your own: net@my.safetensors, puct@my.safetensors:2s",
        "py:MODULE:CLASS": "a class of your own, also with :BUDGET",
        "exec:COMMAND": "a program of your own that speaks docs/bot-protocol.md",
    }
    width = max(len(name) for name in [*lines, *forms])
    for name, words in {**lines, **forms}.items():
        typer.echo(f"{name:<{width}}  {words}".rstrip())


def _choices(choices: Any) -> Any:
    return {"from": choices[0], "to": choices[-1]} if isinstance(choices, range) else list(choices)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `decapod games`.")] = "",
    rule: Annotated[str, typer.Argument(metavar="ID", help="One rule.")] = "",
    box: BoxFile = None,
    language: Language = "en",
) -> None:
    """Print the rules of a game, or one by its id; with --box those of that box, which needs no GAME."""
    from decapod.core.game import catalogue, game_of_box
    from decapod.terminal import describe_box, print_rules

    if box is not None and not rule and game not in catalogue():
        chosen, rule = game_of_box(box), game
    else:
        chosen = find_game(game or which_game())
    words = find_words(chosen, language)
    opened = chosen.resolve_box(box)
    if box is not None:
        typer.echo(describe_box(opened, chosen, words))
    print_rules(_console(), chosen, words, rule, opened)


@app.command("box")
def print_box(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `decapod games`.")] = "",
    check: Annotated[Path | None, typer.Option("--check", metavar="FILE", help="Check a box of your own.")] = None,
    of: Annotated[str, typer.Option("--game", help="Its game, where the box does not say.")] = "",
    language: Language = "en",
) -> None:
    """Print the box of a game, to change it (`decapod box GAME > my.toml`); or check one (`--check my.toml`)."""
    from decapod.core.game import game_of_box
    from decapod.terminal import describe_box

    name = of or game
    if check is None:
        typer.echo(find_game(name or which_game()).box.text.encode(), nl=False)
        return
    chosen = find_game(name) if name else game_of_box(check)
    opened = chosen.load_box(check)
    typer.echo(f"{check}: fine. {describe_box(opened, chosen, find_words(chosen, language))}")


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game.")] = "",
    players: Players = None,
    seats: Annotated[
        str | None, typer.Option(help="Who sits where: you, or a bot (see `decapod bots`): you,level2,flat-mc:2s.")
    ] = None,
    variant: Variant = None,
    seed: Seed = None,
    settings: Set = None,
    box: BoxFile = None,
    language: Language = "en",
    seconds: Annotated[float | None, typer.Option(help="How long bots think about a move that can be told.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Go on with a saved match.")] = None,
) -> None:
    """Play in the terminal, alone or against bots; a box that says its game needs no GAME."""
    from decapod.bots import DEFAULT_BOT, compatibility_warning
    from decapod.core.game import game_of_box
    from decapod.core.replay import load
    from decapod.terminal import YOU, Sitting, seated

    match = None
    if resume is not None:
        if game or players is not None or variant is not None or settings:
            raise UsageError("--resume goes on with a match as it was begun: no GAME, --players, --variant or --option")
        match = load(resume, box)
        chosen = match.game
    elif game or box is None:
        chosen = find_game(game or which_game())
    else:
        chosen = game_of_box(box)
    names = [name.strip() for name in seats.split(",")] if seats else []
    if match is None:
        if players is None and names:
            players = len(names)
        options = _options(chosen, players, variant, settings)
        match = chosen.match(players, variant=variant, seed=seed, box=box, **options)
    words = find_words(chosen, language)
    if not names:
        names = [YOU, *[DEFAULT_BOT] * (match.players - 1)]
    if len(names) != match.players:
        raise UsageError(f"--seats names {len(names)} players, and {match.players} play")
    if seconds is not None and not 0 < seconds <= 3600:
        raise UsageError("--seconds is more than 0 and at most 3600")
    seated_bots = seated(names, seed, seconds)
    for name in dict.fromkeys(name for name in names if name != YOU):
        if remark := compatibility_warning(name, chosen, match.box, words.language):
            typer.echo(f"{name}: {remark}", err=True)
    if YOU in names:
        _require_terminal("playing")
    _warm(chosen)
    Sitting(match, seated_bots, words, _console(), resume).play()


def _warm(game: Game) -> None:
    from decapod import bots

    bots.precompile(game.package)


@app.command()
def replay(
    file: MatchFile,
    at: Annotated[int | None, typer.Option(help="Show the position after this many moves.")] = None,
    viewer: Annotated[int | None, typer.Option(help="As this player saw it.")] = None,
    box: BoxFile = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Look at a saved match move by move: Enter for the next, b for back, a number to jump, q to leave."""
    from decapod.core.replay import load

    try:
        match = load(file, box, language)
    except RulesVersionError as error:  # its moves cannot be shown on a table, but they can be read
        if as_json or at is not None:
            raise
        typer.echo(f"{error.reason.words}\n\n{error.text}", nl=False)
        return
    words = find_words(match.game, language)
    if viewer is not None and not 0 <= viewer < match.players:
        raise UsageError(f"there is no player {viewer}; the players are 0 to {match.players - 1}")
    if as_json:
        typer.echo(json.dumps(_summary(match, viewer, words), indent=2, ensure_ascii=False))
        return
    if at is not None and not 0 <= at <= len(match.moves):
        raise UsageError(f"the match has {len(match.moves)} moves; there is no move {at}")
    if at is not None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _show_at(match, len(match.moves) if at is None else at, viewer, words)
        return
    _leaf_through(match, viewer, words)


def _leaf_through(match: Match, viewer: int | None, words: Translator) -> None:
    """Show one position after the other, as the person asks for them."""
    from decapod.terminal import QUIT, read_number

    console, last, ply = _console(), len(match.moves), 0
    while True:
        _show_at(match, ply, viewer, words)
        while True:
            typed = console.input(words("cli.at", ply=ply, last=last)).strip().lower()
            number = read_number(typed)
            if typed in QUIT or (not typed and ply == last):
                return
            if not typed:
                number = ply + 1
            elif typed in BACK:
                number = max(0, ply - 1)
            if number is not None and number <= last:
                break
            console.print(words("cli.leaf", last=last), markup=False)
        ply = number


def _show_at(match: Match, ply: int, viewer: int | None, words: Translator) -> None:
    from decapod.scene.terminal import render

    console = _console()
    scene = match.at_ply(ply).scene(viewer, words=words)
    console.print(render(scene))
    console.print(scene.prompt, style="bold", markup=False)


def _summary(match: Match, viewer: int | None, words: Translator) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "game": match.game.name,
        "variant": match.variant,
        "players": match.players,
        "moves": [
            {"player": made.player, "move": text, "events": match.describe_events(viewer, ply, words)}
            for ply, (made, text) in enumerate(zip(match.moves, match.notation(), strict=True), 1)
        ],
        "outcome": outcome
        and {
            "code": outcome.code,
            "winners": outcome.winners,
            "player_results": outcome.player_results,
            "words": match.describe_outcome(words),
        },
        "places": match.places,
        "points": match.points,
    }


@app.command()
def verify(
    file: MatchFile,
    box: BoxFile = None,
    seal: Annotated[str, typer.Option(help="The seal you were shown before the start.")] = "",
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Deal a saved match again, check every move and every seal, and say what that proves."""
    from decapod.core.replay import load
    from decapod.terminal import describe_box

    match = load(file, box, language)
    words = find_words(match.game, language)
    if seal and seal != match.seed_hash:
        raise ParseError(words("proof.other_seal", seal=match.seed_hash))
    lines = match.describe_fairness(words) + ([words("proof.kept_seal")] if seal else [])
    if match.box.hash != match.game.box.hash:
        lines.append(describe_box(match.box, match.game, words))
    if as_json:
        deal = match.commitment
        facts = {"ok": True, "moves": len(match.moves), "seal": deal.seed_hash, "over": match.is_over}
        facts["position"] = match.start
        typer.echo(
            json.dumps(
                {
                    **facts,
                    "table": deal.table,
                    "salts": deal.client_seeds,
                    "seals": deal.client_seed_hashes,
                    "words": lines,
                }
            )
        )
        return
    for line in lines:
        typer.echo(line)
    typer.echo(match.describe_outcome(words) if match.is_over else words("proof.unfinished"))


app.command()(analyse)


@app.command()
def perft(
    game: GameName,
    players: Players = None,
    variant: Variant = None,
    seed: Annotated[int, typer.Option(help="Which deal.")] = 1,
    depth: Annotated[int, typer.Option(help="How many moves ahead.")] = 3,
    device: Annotated[str, typer.Option(help="cpu, cuda or python.")] = "cpu",
    settings: Set = None,
    box: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Count the positions 1, 2, 3 … moves ahead."""
    from decapod.engine.perft import perft as count

    chosen = find_game(game)
    options = _options(chosen, players, variant, settings)
    match = chosen.match(players, variant=variant, seed=seed, box=box, **options)
    _check_where(device)
    started = time.perf_counter()
    counts = count(match.game.rules, match.box.record, match.state, depth, device)
    elapsed = time.perf_counter() - started
    if as_json:
        mode = {"game": game, "variant": match.variant, "players": match.players, "seed": seed, "on": device}
        typer.echo(json.dumps({**mode, "counts": counts, "seconds": round(elapsed, 3)}))
        return
    for d, n in enumerate(counts, 1):
        typer.echo(f"{d}  {n:,}")


def _check_where(device: str) -> None:
    if device not in ("cpu", "cuda", "python"):
        raise UsageError(f"--device is cpu, cuda or python, not {device!r}")


@app.command()
def bench(
    game: GameName,
    players: Players = None,
    variant: Variant = None,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 2.0,
    threads: Annotated[int | None, typer.Option(help="Threads; all cores unless told otherwise.")] = None,
    device: Annotated[str, typer.Option(help="cpu (compiled), cuda (a GPU) or python (interpreted).")] = "cpu",
    settings: Set = None,
    box: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Measure how fast games are played by chance: moves and games a second, and how long games are."""
    from decapod.engine import jit_warmup

    _check_where(device)
    if not 0 < seconds <= 3600:
        raise UsageError("--seconds is more than 0 and at most 3600")
    if threads is not None and not 1 <= threads <= 1024:
        raise UsageError(f"--threads is a whole number from 1 to 1024, not {threads}")
    chosen = find_game(game)
    variant, players = chosen.resolve_mode(players, variant)
    options = _options(chosen, players, variant, settings)
    compiles = device == "cpu" and jit_warmup.wanted()
    before = jit_warmup.kept(chosen.package) if compiles else None
    first = ", compiled first" if compiles and before is None else ""
    with _console().status(f"{chosen.title} on {device}{first}") if sys.stdout.isatty() else _quiet():
        run = chosen.simulate(
            seconds=seconds, players=players, variant=variant, box=box, device=device, threads=threads, **options
        )
    kept = jit_warmup.kept(chosen.package) if compiles else None
    figures = {
        "game": chosen.name,
        "players": players,
        "variant": variant,
        "on": run.on,
        "threads": run.threads,
        "moves_per_s": round(run.moves / run.seconds),
        "games_per_s": round(run.games / run.seconds, 1),
        "mean_length": round(run.moves / run.games, 2),
        "compiled": kept and {"now": before is None, "at": kept.moment, "seconds": kept.seconds},
    }
    if as_json:
        typer.echo(json.dumps(figures))
        return
    typer.echo(f"{chosen.title}, {players} players, {variant}, on {run.on} ({run.threads} threads)")
    typer.echo(f"{figures['moves_per_s']:>15,} moves/s")
    typer.echo(f"{figures['games_per_s']:>15,.0f} games/s")
    typer.echo(f"{figures['mean_length']:>15,.1f} moves in a game")
    if kept:
        typer.echo(f"compiled {'now' if before is None else kept.moment}, in {kept.seconds:.1f} s")
    elif device == "cpu":
        typer.echo(f"interpreted: {jit_warmup.why_not_wanted() or 'what is compiled cannot be kept here'}")


@app.command()
def train(
    game: GameName,
    players: Annotated[str, typer.Option(help="How many play: 2, or 2,3,4, the most important first; else all.")] = "",
    variant: Variant = None,
    box: BoxFile = None,
    minutes: Annotated[float, typer.Option(help="How long to learn.")] = 5.0,
    device: Annotated[str, typer.Option(help="cpu or cuda; a GPU if there is one.")] = "",
    start: Annotated[Path | None, typer.Option("--init-from", help="A net to start from.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the net; else GAME.safetensors here.")] = None,
    seed: Annotated[int, typer.Option(help="What chance begins with; on a processor it decides everything.")] = 0,
    width: Annotated[int, typer.Option(help="Units of a layer of the net; 0: as many as are usual.")] = 0,
    language: Language = "en",
) -> None:
    """Teach a net a game, by playing against itself; Ctrl-C keeps the best so far."""
    from decapod.learn.console import Asked
    from decapod.learn.console import train as learn

    asked = Asked(game, players, variant, box, minutes, device, start, out, seed, language, width)
    raise typer.Exit(learn(asked))


for command in (arena, simulate, report, compare, sweep):
    app.command()(command)


def _quiet() -> Any:
    from contextlib import nullcontext

    return nullcontext()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets the network in.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="The port; without one, the first free from 8321 on.")] = None,
    database: Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…; else in your data folder.")] = "",
    workers: Annotated[int, typer.Option(help="Processes; more than one need PostgreSQL.")] = 1,
    data_dir: Annotated[Path | None, typer.Option(help="The data folder.")] = None,
    public_url: Annotated[str, typer.Option(help="The public address, https://NAME: links begin with it.")] = "",
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(help="Address of a proxy that says for whom it asks.")
    ] = None,
    allowed_origin: Annotated[list[str] | None, typer.Option(help="Another origin whose pages may connect.")] = None,
    bots: Annotated[
        str | None, typer.Option(help="Which bots may sit at tables besides ours: my_bot,hard=flat-mc:5s; else all.")
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="Served behind TLS: mark cookies as secure.")] = False,
    requests: Annotated[int, typer.Option(help="HTTP requests a minute from one address; 0: no limit.")] = 600,
    box: Annotated[list[Path] | None, typer.Option("--box", help="A box.toml that new tables of its game use.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Start without the guests' cookie key: all become strangers for good.")
    ] = False,
) -> None:
    """Serve the games to browsers, on this machine or to a club."""
    from decapod.server.run import serve as start
    from decapod.server.settings import Settings
    from decapod.web import FACTORY

    settings = Settings(
        database=database, address=public_url, proxies=list(trusted_proxy or []), origins=list(allowed_origin or []),
        https=https, requests=max(0, requests), data=_data(data_dir), boxes=[str(path.resolve()) for path in box or []],
        bots=_bots(bots),
    )  # fmt: skip
    start(settings, host, port, workers, open_browser, FACTORY, new_key=new_key)


def _bots(named: str | None) -> list[str] | None:
    """Read which bots are offered, checked before anything starts; None where all that are installed are."""
    from decapod.server.live.bots import Levels

    if named is None:
        return None
    offered = [name.strip() for name in named.split(",") if name.strip()]
    Levels(offered)
    return offered


def _data(chosen: Path | None) -> str:
    from decapod.paths import data_folder

    return str(data_folder() if chosen is None else chosen)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    database: Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…; else in your data folder.")] = "",
    data_dir: Annotated[Path | None, typer.Option(help="The data folder.")] = None,
    with_key: Annotated[bool, typer.Option("--with-key", help="Copy the cookie key too, to FILE.key.")] = False,
) -> None:
    """Copy the server's database to a file, also while the server runs."""
    from decapod.server.settings import Settings
    from decapod.server.store.backup import backup as copy_database
    from decapod.server.store.backup import key_file_of

    copy_database(Settings(database=database, data=_data(data_dir)), file, with_key=with_key)
    typer.echo(f"written to {file}" + (f" and {key_file_of(file)}" if with_key else ""))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `decapod backup` made.")],
    database: Annotated[str, typer.Option(help="sqlite:///FILE or postgresql://…; else in your data folder.")] = "",
    data: Annotated[Path | None, typer.Option(help="The data folder.")] = None,
) -> None:
    """Put a copy of the server's database in its place, and the cookie key beside it (FILE.key) too."""
    from decapod.server.settings import Settings
    from decapod.server.store.restore import restore as put_back

    warning = put_back(Settings(database=database, data=_data(data)), file)
    typer.echo(f"restored from {file}")
    if warning:
        typer.echo(warning, err=True)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Tell what this machine has, what is missing, and what installs it."""
    from decapod.doctor import findings

    found = findings()
    if as_json:
        typer.echo(json.dumps([finding.__dict__ for finding in found], indent=2))
        return
    console = _console()
    for finding in found:
        sign = "[green]✓[/green]" if finding.ok else "[yellow]·[/yellow]"
        console.print(f"{sign} [bold]{finding.name}[/bold]", end=" ")
        console.print(finding.found, markup=False, soft_wrap=True)
        if finding.remedy:
            console.print(f"    {finding.remedy}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    main()
