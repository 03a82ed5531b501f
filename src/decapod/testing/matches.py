"""Laws of a match: it goes as the rules say, and is its record."""

from __future__ import annotations

import re

from decapod.core.game import Game
from decapod.core.match import Match
from decapod.core.replay import loads
from decapod.engine import dtypes
from decapod.scene.schema import LAYOUTS
from decapod.testing.broken import Checking
from decapod.testing.position import Position, differing, positions


def check_match(game: Game, variant: str, players: int, seed: int) -> None:
    """Check that a match goes as the rules say, and is its record: saved and loaded it is the same."""
    match = game.match(players, variant=variant, seed=seed)
    check_same_game(match, seed)
    with Checking(Position.of(match, seed)):
        check_record(match)


def check_record(match: Match) -> None:
    """Check a match that is over: its record, its outcome and its pictures."""
    again = loads(match.dumps())
    assert again == match, f"{match}: loading gives another match"
    assert dtypes.same(again.state, match.state), f"{match}: loading gives another state"
    assert again.dumps() == match.dumps(), f"{match}: saving twice gives two texts"
    assert match.is_over, f"{match}: ending: not over"
    assert match.outcome is not None, f"{match}: no outcome"
    assert match.outcome.winners, f"{match}: places: nobody is first"
    assert match.scene(None, "phone").text(), f"{match}: build_scene: no text"
    for layout in LAYOUTS:
        picture = match.scene(0, layout).svg()
        assert picture.startswith("<svg"), f"{match}: build_scene: no picture"
        ids = re.findall(r" id='([^']*)'", picture)
        assert len(ids) == len(set(ids)), f"{match}: faces: the picture gives an id twice"
        assert set(re.findall(r"href='#([^']*)'", picture)) <= set(ids), (
            f"{match}: faces: the picture uses a face it lacks"
        )


def check_same_game(match: Match, seed: int) -> None:
    """Check that a match, whichever way it runs the rules, offers and does what they do on records."""
    for before, player, move, after in positions(Position.of(match, seed), seed):
        with Checking(before, player):
            assert match.legal_actions(player) == before.legal(player), (
                f"{before.where}: legal: a match offers other moves"
            )
            match.play(player, move, unchecked=True)
            changed = differing(match.state, after.state)
            assert not changed, f"{before.where}: play: after move {move} a match has other {changed}"
