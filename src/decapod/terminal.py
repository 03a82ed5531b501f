"""Playing in a terminal: the board in colour, numbered choices, and a few words to type."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rich.box import SIMPLE
from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from decapod import paths
from decapod.analysis import analyse
from decapod.bots import ADVISER, Bot, BotFailure, bot, bot_title, choose_move
from decapod.bots.base import line_of, title_of
from decapod.bots.mcts.search import SECONDS
from decapod.bots.process_bot import ProcessBot
from decapod.bots.random_bot import RandomBot
from decapod.core import box_file
from decapod.core.rulebook import split_chapter, write_plainly
from decapod.errors import DecapodError, ParseError, UsageError
from decapod.scene.terminal import render, seat_style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from decapod.core.game import Box, Game
    from decapod.core.match import Match, Move
    from decapod.scene import Translator

YOU = "you"
QUIT = ("q", "quit")
COMMANDS = ("why", "hint", "undo", "save", "board", "log", "rules", "help")
HINTS = 5
BAR = 24


def seated(seats: Sequence[str], seed: int | None = None, seconds: float | None = None) -> list[Bot | None]:
    """Turn names of seats into bots; None is a person."""
    return [
        None if name == YOU else bot(name, seed=None if seed is None else seed + i, seconds=seconds)
        for i, name in enumerate(seats)
    ]


def read_number(typed: str) -> int | None:
    """Return the whole number that somebody typed; None for anything else, also for what `int` would not take.

    >>> read_number("12"), read_number("²"), read_number("9" * 5000), read_number("-1")
    (12, None, None, None)
    """
    return int(typed) if re.fullmatch("[0-9]{1,9}", typed) else None


class Left(Exception):  # noqa: N818  # not an error: the person is done
    """The person wants to stop, or a program lost by failing; the match is kept."""


class Sitting:
    """A match being played at a terminal."""

    def __init__(
        self, match: Match, seats: Sequence[Bot | None], words: Translator, console: Console, path: Path | None = None
    ) -> None:
        """Sit down: a bot or None for a person on each seat; `words` says in which language.

        The match is kept in `path`, or in the data folder, which is made now: better refused before the first move
        than lost after the last.
        """
        self.match = match
        self.seats = seats
        self.console = console
        self.words = words
        self.people = [seat for seat, bot in enumerate(seats) if bot is None]
        if path is None:
            folder = paths.make_folder(paths.data_folder(), paths.DATA_VARIABLE)
            path = folder / f"{match.game.name}-{match.seed_hash[:8]}.decapod"
        self.path = path
        self._narrated = len(match.moves)

    def play(self) -> None:
        """Play to the end, or until the person leaves; the match is kept either way."""
        self.console.print(Text(self.words("title"), "bold"), "·", self.words("blurb"))
        self._tell_box()
        self._tell_bots()
        self.console.print(self.words("cli.intro"), style="dim", markup=False)
        try:
            while not self.match.is_over:
                player = self.match.to_act[0]
                mover = self.seats[player]
                if mover is None:
                    self._ask(player)
                else:
                    self.match.play(player, self._let_choose(mover, player))
                    if not self.people:
                        self._tell()
            self._show(self.people[0] if len(self.people) == 1 else None)
            self.console.print(Text(self._describe_result(), "bold"))
            self._keep()
        except BaseException as stop:  # whatever it is, the match is not lost
            self.console.print()
            self._keep()
            self.console.print(self.words("cli.resume", path=str(self.path)), markup=False, highlight=False)
            if not isinstance(stop, Left | KeyboardInterrupt | EOFError):
                raise
        finally:
            for bot in self.seats:
                if bot is not None:
                    bot.close()

    def _describe_result(self) -> str:
        """Return how the match ended; first, for one person at the terminal, whether they won."""
        outcome, words = self.match.outcome, self.match.describe_outcome(self.words)
        if outcome is None or len(self.people) != 1:
            return words
        return f"{self.words(f'cli.{outcome.player_results[self.people[0]]}')} {words}"

    def _tell_box(self) -> None:
        """Say what is otherwise than printed, if the match has a box of its own."""
        game, box = self.match.game, self.match.box
        if box.hash != game.box.hash:
            self.console.print(describe_box(box, game, self.words), style="bold", markup=False, highlight=False)

    def _tell_bots(self) -> None:
        """Say which bots sit where, and how they play."""
        for seat, mover in enumerate(self.seats):
            if mover is not None:
                language = self.words.language
                gaps = {"bot": title_of(mover, language), "words": line_of(mover, language)}
                self.console.print(self.words("cli.bot", player=self.words.name(seat), **gaps).rstrip(), markup=False)

    def _let_choose(self, bot: Bot, player: int) -> int:
        """Let a bot choose its move; chance moves for one that fails, but a program that does has lost."""
        seat = self.match.player_view(player, event_log=bot.reads_history)
        try:
            with self.console.status(self.words("cli.thinks", player=self.words.name(player))):
                return choose_move(bot, seat)
        except BotFailure as failure:
            key = "cli.forfeit" if isinstance(bot, ProcessBot) else "cli.failed"
            line = self.words(key, player=self.words.name(player), why=str(failure))
            self.console.print(line, markup=False, highlight=False, soft_wrap=True)
            if isinstance(bot, ProcessBot):
                raise Left from None
            return choose_move(RandomBot(), seat)

    def _keep(self, path: Path | None = None) -> None:
        path = path or self.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
        self.match.save(path)
        self.console.print(self.words("cli.kept", path=str(path)), markup=False, highlight=False)

    def _viewer(self, player: int) -> int | None:
        return player if self.people else None

    def _show(self, viewer: int | None) -> None:
        self.console.print()
        self.console.print(render(self.match.scene(viewer, words=self.words)))

    def _tell(self, viewer: int | None = None) -> None:
        while self._narrated < len(self.match.moves):
            self._narrated += 1
            for line in self.match.describe_events(viewer, self._narrated, self.words):
                self.console.print(f"{self._narrated}. {line}", markup=False, highlight=False, style="dim")

    def _cover(self, player: int) -> None:
        """Between two people at one terminal, let one look away first."""
        if len(self.people) > 1 and self.match.game.rules.HAS_HIDDEN_INFORMATION:
            self.console.clear()
            self._input(self.words("cli.pass", player=self.words.name(player)))

    def _input(self, prompt: str | Text) -> str:
        """Ask for a line; whoever answers q leaves, whatever was asked."""
        try:
            typed = self.console.input(prompt).strip()
        except UnicodeDecodeError:  # bytes that are no text of this terminal
            typed = "\N{REPLACEMENT CHARACTER}"
        if typed.lower() in QUIT:
            raise Left
        return typed

    def _ask(self, player: int) -> None:
        """Let a person make one move."""
        self._cover(player)
        self._tell(player)
        self._show(player)
        moves = self.match.legal_moves(player, self.words)
        self._list(player, moves)
        made = len(self.match.moves)
        while len(self.match.moves) == made:
            prompt = Text(f"{self.words.name(player)}> ", f"{seat_style(player)} bold")
            typed = self._input(prompt)
            if typed:
                try:
                    self._obey(player, typed, moves)
                except DecapodError as error:
                    self.console.print(str(error), style="bold", markup=False, highlight=False)
            if len(self.match.moves) < made:
                return

    def _list(self, player: int, moves: list[Move]) -> None:
        self.console.print(Text(self.match.scene(player, words=self.words).prompt, "bold"))
        sign = "#" if self._is_move(player, "1") else ""
        numbered = [
            Text.assemble((f"{sign + str(i):>3} ", "dim"), (move.text, "bold")) for i, move in enumerate(moves, 1)
        ]
        if len(moves) <= 12:
            for line, move in zip(numbered, moves, strict=True):
                self.console.print(line.append(f"  {move.words}", "default"), highlight=False)
        else:
            self.console.print(Columns(numbered, padding=(0, 2), equal=True))
        self.console.print()

    def _obey(self, player: int, typed: str, moves: list[Move]) -> None:
        word, _, rest = typed.partition(" ")
        number = read_number(typed.removeprefix("#"))
        texts = {move.text: move for move in moves}
        if typed in texts:
            self._make(player, texts[typed])
        elif number is not None and not self._is_move(player, typed):
            self._numbered(player, number, moves)
        elif word.lower() in COMMANDS:
            getattr(self, f"_{word.lower()}")(player, rest.strip(), moves)
        else:
            self._make(player, typed)

    def _is_move(self, player: int, typed: str) -> bool:
        """Tell whether a number is itself a move in the game's notation: a card, say."""
        try:
            self.match.parse_moves(player, typed)
        except ParseError:
            return False
        return True

    def _numbered(self, player: int, number: int, moves: list[Move]) -> None:
        if not 1 <= number <= len(moves):
            raise ParseError(self.words("cli.number", n=len(moves)))
        self._make(player, moves[number - 1])

    def _make(self, player: int, move: Move | str) -> None:
        self.match.play(player, move, words=self.words)
        self._narrated = len(self.match.moves)

    # --- the words one can type -----------------------------------------------------------------------------

    def _why(self, player: int, rest: str, moves: list[Move]) -> None:
        if not rest:
            raise UsageError(self.words("cli.why"))
        reason = self.match.why_not(player, rest, self.words)
        if reason is None:
            self.console.print(self.words("cli.legal", move=rest), markup=False)
            return
        self.console.print(str(reason), style="bold", markup=False, highlight=False)
        if reason.rule:
            rulebook = self.match.game.rules_by_id(self.words.language, self.match.box)
            print_rule(self.console, reason.rule, rulebook[reason.rule])

    def _hint(self, player: int, rest: str, moves: list[Move]) -> None:
        if len(moves) == 1:
            self.console.print(self.words("cli.only", move=moves[0].text), style="bold", markup=False)
            return
        words = self.words
        with self.console.status(words("cli.thinks", player=bot_title(ADVISER, words.language))):
            found = analyse(self.match.player_view(player, event_log=False), seconds=SECONDS, lines=HINTS, words=words)
        top = max(found.best.value, 1e-9)
        for line in found.lines:
            bar = "█" * max(1, round(BAR * line.value / top))
            sure = f"{line.value:5.0%} ± {200 * line.error:2.0f} "
            self.console.print(Text.assemble((f"{line.move.text:<12}", "bold"), sure, (bar, "cyan")))
        self.console.print(found.best.move.words, style="bold", markup=False, highlight=False)
        if len(found.best.moves) > 1:
            then = " ".join(f"{words.name(who)}: {move.words}" for who, move in found.best.moves[1:])
            self.console.print(words("cli.then", line=then), markup=False, highlight=False)
        self.console.print(words(f"cli.of.{found.metric}"), style="dim", markup=False)
        self.console.print(words("cli.playouts", n=found.simulations), style="dim", markup=False)

    def _undo(self, player: int, rest: str, moves: list[Move]) -> None:
        # The bots consent; other people at the same terminal are asked.
        consent = len(self.people) == 1 or self._input(self.words("cli.consent")).lower()[:1] in ("y", "o")
        self.match.undo(player, consent=consent, words=self.words)
        self._narrated = min(self._narrated, len(self.match.moves))

    def _save(self, player: int, rest: str, moves: list[Move]) -> None:
        self._keep(Path(rest).expanduser() if rest else None)

    def _board(self, player: int, rest: str, moves: list[Move]) -> None:
        self._show(player)
        self._list(player, moves)

    def _log(self, player: int, rest: str, moves: list[Move]) -> None:
        for ply in range(1, len(self.match.moves) + 1):
            events = " ".join(self.match.describe_events(player, ply, self.words))
            self.console.print(f"{ply}. {events}", markup=False, highlight=False)

    def _rules(self, player: int, rest: str, moves: list[Move]) -> None:
        self._tell_box()
        print_rules(self.console, self.match.game, self.words, rest, self.match.box)

    def _help(self, player: int, rest: str, moves: list[Move]) -> None:
        self.console.print(self.words("cli.help"), markup=False, highlight=False)


def describe_box(box: Box, game: Game, words: Translator) -> str:
    """Say in one line what a box says otherwise than the printed one."""
    differences = list(box_file.list_differences(game.box.printed, box.printed))
    if not differences:
        return words("box.same")
    listed = "; ".join(differences[: box_file.MOST_LISTED])
    if len(differences) > box_file.MOST_LISTED:
        return words("box.differs_more", differences=listed, n=len(differences) - box_file.MOST_LISTED)
    return words("box.differs", differences=listed)


def print_rules(console: Console, game: Game, words: Translator, rule: str = "", box: Box | None = None) -> None:
    """Print all rules and charts, as a box has them, in the language of the words; or one rule by its id."""
    rulebook = game.rules_by_id(words.language, box)
    if not rule:
        if game.unofficial_rules(words.language):
            console.print(words("mark.words"), style="dim", markup=False, highlight=False)
        text, _ = split_chapter(game.rules_text(words.language, box), words("reference.card"))
        for block in write_plainly(text).split("\n\n"):
            print_block(console, block.strip(), rulebook)
        return
    known = {key.lower(): key for key in rulebook}.get(rule.lower())
    if known is None:
        ids = list(rulebook)
        raise UsageError(f"there is no rule {rule!r}; there are {ids[0]} to {ids[-1]}")
    print_rule(console, known, rulebook[known])


def print_block(console: Console, block: str, rulebook: Mapping[str, str]) -> None:
    """Print a block of Markdown: a heading, a chart, a rule, or other words."""
    rule = next((known for known in rulebook if block.startswith(f"**{known}**")), "")
    if rule:
        print_rule(console, rule, rulebook[rule])
    elif block.startswith("#"):
        console.print(Text(f"\n{block.lstrip('# ')}", "bold underline"))
    elif block.startswith("|"):
        print_chart(
            console, [[cell.strip(" *") for cell in line.strip("| ").split(" | ")] for line in block.splitlines()]
        )
    elif block:
        console.print(_styled(" ".join(block.split())), highlight=False)


def print_chart(console: Console, rows: list[list[str]]) -> None:
    """Print a chart: headings, a line, and rows."""
    headings, _, *rest = rows
    chart = Table(box=SIMPLE, show_header=any(headings))
    for i in range(max(len(row) for row in rest)):
        chart.add_column(headings[i] if i < len(headings) else "")
    for row in rest:
        chart.add_row(*(Text(cell.replace("*", "")) for cell in row))
    console.print(chart)


def print_rule(console: Console, rule: str, text: str) -> None:
    """Print a rule; what is emphasised in its Markdown is in italics."""
    console.print(Text.assemble((f"{rule} ", "bold"), _styled(text)), highlight=False)


def _styled(text: str) -> Text:
    """Put what is emphasised in a line of Markdown into italics."""
    pieces = re.split(r"\*+([^*]+)\*+", text)
    return Text.assemble(*((piece, "italic" if i % 2 else "") for i, piece in enumerate(pieces)))
