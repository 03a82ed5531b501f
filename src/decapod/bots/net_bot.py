"""The net bot: it makes the move that a net likes best, without thinking ahead. And which net plays which game."""

from __future__ import annotations

import functools
import math
import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from decapod.bots.base import Bot, MoveEvaluation, legal_moves_of, worth_of
from decapod.engine.symmetry import as_it_lies, symmetries_of
from decapod.errors import DecapodError, UsageError, check_type
from decapod.i18n.translator import Translator
from decapod.nn.net_file import Net

if TYPE_CHECKING:
    from decapod.core.game import Box, Game
    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView

FOLDER = Path(__file__).parent / "nets"  # of the nets that come with Decapod


def our_net(name: str, mode: str = "") -> Net | None:
    """Return the net that came with Decapod for a game, as it is; None if there is none.

    Where a mode (`"a-2"`: variant and players) has a net of its own, because that is clearly stronger, it is this one.
    """
    paths = [FOLDER / f"{name}-{mode}.safetensors", FOLDER / f"{name}.safetensors"]
    return next(filter(None, map(_read_ours, paths)), None)


@functools.cache
def _read_ours(path: Path) -> Net | None:
    return Net.read(path) if path.is_file() else None


class NetChoice:
    """Which net a bot plays with: that of a file, or for each game the one that came with Decapod."""

    def __init__(self, file: str = "") -> None:
        """Read the file, if one is named; `ParseError` says in one line what is wrong with it."""
        check_type(file, str, "file")
        self.file = file
        self._own = Net.read(file) if file else None
        self._checked: Net | None = None
        self._checked_for: tuple[Game, str] | None = None

    def net_for(self, game: Game, variant: str = "", players: int = 0) -> Net:
        """Return the net for a game, and for a mode of it if that is said; `UsageError` says why there is none."""
        mode = f"{variant}-{players}"
        if self._checked is None or self._checked_for != (game, mode):
            found = self._own or our_net(game.name, mode)
            if found is None:
                raise UsageError(
                    f"no net for {game.name} came with Decapod; teach one (decapod train {game.name}) and name its "
                    "file: net@FILE"
                )
            found.check(game, self.file or "the net that came with Decapod")
            self._checked, self._checked_for = found, (game, mode)
        return self._checked

    def has_net_for(self, game: Game, box: Box) -> bool:
        """Whether there is a net for a game that learned on this very box; any box will do for one of a file."""
        try:
            return self._own is not None or self.net_for(game).is_of(box)
        except DecapodError:
            return False

    def compatibility_warning(self, game: Game, box: Box, language: str) -> str:
        """Say that the net learned on another box, if so; `UsageError` if it does not play this game."""
        net = self.net_for(game)
        return "" if net.is_of(box) else Translator(None, language)("net.other_box", box=net.facts.box_name)


class NetBot(Bot):
    """Plays by intuition: what a net has learned, without thinking ahead."""

    name = "net"
    temperature: float = 0.0
    turns: bool = True  # whether it looks at a table in all ways that it can be turned, and takes the mean

    def __init__(
        self, seed: int | None = None, *, net: str = "", temperature: float | None = None, turns: bool | None = None
    ) -> None:
        """Play the first choice, or with some warmth others, too: at 1 each as often as the net is in favour of it.

        Unless `turn_index` is false, it is asked about every way in which the table can be turned
        (`engine/symmetry.py`).
        """
        self._turns = self.turns if turns is None else turns
        self._warmth = self.temperature if temperature is None else temperature
        if not 0 <= self._warmth < math.inf:
            raise UsageError(f"warmth is 0 or more, and not infinite, not {temperature}")
        self._nets = NetChoice(net)
        self._chance = random.Random(seed)

    def choose(self, seat: PlayerView) -> Move:
        """Choose the move the net likes best; with some warmth, by chance, the better the more often."""
        moves, logits, _ = self._look(seat)
        if self._warmth == 0:
            return seat.describe_move(moves[int(np.argmax(logits))])
        weights = np.exp((logits - logits.max()) / self._warmth)
        return seat.describe_move(self._chance.choices(moves, weights.tolist())[0])

    def evaluate(self, seat: PlayerView) -> list[MoveEvaluation]:
        """List the legal moves, the likeliest first; each is worth what the net expects of the game."""
        moves, logits, worth = self._look(seat)
        return [
            MoveEvaluation(seat.describe_move(moves[i]), worth_of(worth), 0) for i in np.argsort(-logits, kind="stable")
        ]

    def compatibility_warning(self, game: Game, box: Box, language: str = "en") -> str:
        """Say that the net learned on another box, if so; `UsageError` if it does not play this game."""
        return self._nets.compatibility_warning(game, box, language)

    def _look(self, seat: PlayerView) -> tuple[list[int], np.ndarray, float]:
        """Return the moves it chooses from, what the net thinks of each, and of the game for this player."""
        legal_moves_of(seat)
        net = self._nets.net_for(seat.game, seat.variant, seat.players)
        rules, box, state = seat.game.rules, seat.box.record, seat.state
        state.canonical_order = 1  # as it was taught: of moves that commute it has learned one order
        moves = np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64)
        legal = moves[: rules.legal_actions(box, state, seat.player, moves)]
        ways = (
            symmetries_of(rules, box, state) if self._turns else as_it_lies(rules.OBSERVATION_SIZE, rules.NUM_ACTIONS)
        )
        logits, worths = net.evaluate_all(seat.observation[ways.numbers], ways.moves[:, legal])
        return legal.tolist(), logits.mean(axis=0), float(worths[:, 0].mean())


class SampledNetBot(NetBot):
    """Plays by intuition too, but not always its first idea: each move as often as the net is in favour of it."""

    name = "net-sampled"
    temperature: float = 1.0
    turns: bool = False  # as a GPU plays it (`decapod simulate --bots net-sampled --device cuda`)
