"""One way to build a position for tests of every game: deal, put things where the test wants them, play by notation.

`tests/games/<game>/position.py` makes a `Position` of its own from a few words ("d2=0L", "hand g25 p8"); all else that
a test asks of a table (legal moves, refusals, places, what is hidden) is here, the same for all games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import numpy as np

import decapod
from decapod import testing
from decapod.core import box_file
from decapod.core.match import Match
from decapod.engine import dtypes, protocols, pystate
from decapod.engine.history import History
from decapod.errors import ParseError
from decapod.scene import Translator


def printed(name: str) -> dict[str, Any]:
    """Return what a game's box.toml says, to be changed as the test likes."""
    path = decapod.game(name).folder / "box.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def fill(name: str, text: dict[str, Any]) -> Any:
    """Make a box of what a box.toml would say; ValueError if it says something wrong."""
    game = decapod.game(name)
    box = dtypes.zeros(game.rules.Box)
    box_file.fill_checked(game.rules.read_box, box, text, game.box.printed)
    return box


class Position(testing.Position):
    """A table that rules can be tried on."""

    def __init__(
        self, name: str, players: int | None = None, *, variant: str | None = None, seed: int = 1, ordered: int = 0,
        box: Any = None, **options: str | int,
    ) -> None:  # fmt: skip
        """Deal a game, with a box of one's own if it is given."""
        game = decapod.game(name)
        variant, players = game.resolve_mode(players, variant)
        record = game.box.record if box is None else box
        opened = decapod.Box(record, game.box.printed, "test", game.package)
        self._match = game.match(players, variant=variant, seed=seed, box=opened, **options)
        super().__init__(game, record, self._match.state)
        self.state.canonical_order = ordered

    @property
    def match(self) -> Match:
        """A match that stands at this table."""
        stand_at(self._match, self.state)
        return self._match

    @property
    def to_act(self) -> list[int]:
        """The players who may act."""
        return [player for player in range(self.state.players) if int(self.state.to_act) >> player & 1]

    def read(self, move: str | int, player: int | None = None) -> int:
        """Turn a move, in notation or as a number, into its number, legal or not."""
        who = self._who(player)
        return self.game.view.parse_move(self.box, self.state, who, move) if isinstance(move, str) else int(move)

    def _who(self, player: int | None) -> int:
        return self.to_act[0] if player is None else player

    def texts(self, player: int | None = None) -> list[str]:
        """Write down the legal moves of a player, or of the first who is awaited."""
        who = self._who(player)
        return [self.game.view.format_move(self.box, self.state, who, move) for move in self.legal(who)]

    def reason(self, move: str | int, player: int | None = None) -> tuple[str, str]:
        """Return the code and the rule by which a move is refused; ("", "") if it is legal."""
        before = self.state.copy()
        code = self.refusals(self._who(player), [self.read(move, player)])[0]
        assert dtypes.same(before, self.state), f"asking about {move} changed the table"
        return self.game.rules.ILLEGAL_REASONS[code]

    def play(self, *moves: str | int, player: int | None = None) -> Position:
        """Make legal moves, each by a player, or by the first who is awaited then."""
        for move in moves:
            code, rule = self.reason(move, player)
            assert not code, f"{move} is not legal: {code} ({rule})"
            self.game.rules.apply_action(self.box, self.state, self._who(player), self.read(move, player))
        return self

    @property
    def ending(self) -> str:
        """Why it ended; empty while it goes on."""
        return self.game.rules.ENDINGS[self.game.rules.ending(self.box, self.state)]

    @property
    def places(self) -> list[int]:
        """Everybody's place."""
        return self._per_player(self.game.rules.places)

    @property
    def points(self) -> list[int]:
        """Everybody's points."""
        return self._per_player(self.game.rules.points)

    def _per_player(self, verb: Any) -> list[int]:
        out = np.zeros(protocols.seats(self.game.rules), np.int64)
        verb(self.box, self.state, out)
        return out[: self.state.players].tolist()

    def answer(self, player: int, *clicks: str) -> tuple[str, str, str]:
        """Return code, rule and words of the reason why clicks on these pieces make no move."""
        return answer(self.match, player, clicks)


def stand_at(match: Match, state: Any) -> None:
    """Let a match stand at a table, as if it had been dealt."""
    kind = match.game.rules.State
    match._place(History(kind, [pystate.snapshot_of(state, kind)]))
    match.moves = []


def answer(match: Match, player: int, clicks: Sequence[str], words: Translator | None = None) -> tuple[str, str, str]:
    """Return code, rule and words of the reason why clicks make no move."""
    try:
        reason = match.why_not(player, match.move_from_clicks(player, clicks, words), words)
    except ParseError as error:
        reason = error.reason
    assert reason is not None, f"{clicks} make a legal move"
    return reason.code, reason.rule, reason.words


def piece_in(match: Match, player: int, region: str, nth: int = 0) -> str:
    """Return the id of a piece by its region, in reading order."""
    found = sorted((p for p in match.scene(player).pieces if p.region == region), key=lambda p: p.order)
    return found[nth].id
