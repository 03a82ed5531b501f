"""Nets play many games at once as they do one by one, whichever games are asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from decapod.engine import game_statistics
from decapod.lab.contest import Matchup
from decapod.lab.survey import SimulationRun, row_of

pytestmark = pytest.mark.heavy

GAMES = (
    ("crabe-vs-poulpe", ("net",), 2), ("yadokarick", ("net", "random", "net", "net-sampled"), 4),
    ("crabs", ("net-sampled",), 3),
    ("oh-crab", ("net",), 2), ("crab-stack", ("net", "net-sampled"), 2), ("yadokarick", ("net",), 1),
)  # fmt: skip


def rows_of(contest: Matchup, first: int, games: int) -> Any:
    """Play some games on the processor, as they are played on a GPU."""
    from decapod.learn.ppo.net_games import stream_nets

    found: list[Any] = []

    def take(number: int, rows: Any, tallied: Any) -> None:
        assert number == first + sum(map(len, found)), "games come in order, each once"
        assert np.array_equal(tallied, game_statistics.of_rows(rows, contest.players))
        found.append(rows)

    stream_nets(contest, take, first=first, games=games, device="cpu")
    return np.concatenate(found)


@pytest.mark.parametrize(("name", "bots", "players"), GAMES, ids=lambda value: str(value))
def test_games_are_those_that_the_same_bots_play_one_by_one(
    torch: Any, name: str, bots: tuple[str, ...], players: int
) -> None:
    contest = Matchup.surveyed(name, bots, players=players, seed=5)
    rows = rows_of(contest, 0, 6)
    assert (rows["length"] > 0).all()
    assert (rows["ending"] > 0).all()
    if set(contest.bots) != {"net"}:
        return  # who draws by chance draws otherwise
    for number in range(3):
        wanted = row_of(contest, contest.play(number))[0]
        for field in ("length", "ending", "places", "points", "moves_hash"):
            assert np.array_equal(rows[number][field], wanted[field]), (number, field)


def test_a_game_is_the_same_whichever_games_are_asked_for(torch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from decapod.learn.ppo import net_games

    monkeypatch.setattr(net_games, "TABLES", 8)
    monkeypatch.setattr(net_games, "AHEAD", 2)
    contest = Matchup.surveyed("crabe-vs-poulpe", ["net-sampled", "random"], seed=7)
    all_of_them = rows_of(contest, 0, 37)
    assert len(np.unique(all_of_them["moves_hash"])) == 37, "no two games are alike"
    assert np.array_equal(rows_of(contest, 0, 5), all_of_them[:5])
    assert np.array_equal(rows_of(contest, 5, 20), all_of_them[5:25])
    assert np.array_equal(rows_of(contest, 24, 13), all_of_them[24:])


def test_who_is_warm_plays_each_move_as_often_as_the_net_is_in_favour_of_it(torch: Any) -> None:
    """The net's own chances of the first move, and how often it is made."""
    import decapod
    from decapod.bots import bot

    contest = Matchup.surveyed("crabe-vs-poulpe", ["net-sampled"], seed=1)
    seat = contest.begin(0).player_view(0)
    warm = bot("net-sampled", seed=1)
    moves, logits, _ = warm._look(seat)
    chances = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    drawn = [warm.choose(seat).id for _ in range(2000)]
    for move, chance in zip(moves, chances, strict=True):
        assert abs(drawn.count(move) / 2000 - chance) < 4 * (chance * (1 - chance) / 2000) ** 0.5 + 0.002
    assert decapod.bots.bot("net").choose(seat).id == moves[int(np.argmax(chances))]


def test_a_survey_of_nets_goes_on_where_it_stopped(torch: Any, tmp_path: Any) -> None:
    from decapod.learn.ppo.net_games import stream_nets

    def on_processor(contest: Matchup, take: Any, *, first: int, games: int) -> None:
        stream_nets(contest, take, first=first, games=games, device="cpu")

    contest = Matchup.surveyed("crabe-vs-poulpe", ["net", "net-sampled"], seed=2)
    whole = SimulationRun(contest, 30, device="cuda", stream_nets=on_processor)
    whole.run()
    kept = tmp_path / "kept.json"
    part = SimulationRun(contest, 12, device="cuda", stream_nets=on_processor)
    part.run()
    import json

    kept.write_text(json.dumps(part.facts()))
    rest = SimulationRun.resume(kept, 30, stream_nets=on_processor)
    rest.run()
    assert rest.done == 30
    assert np.array_equal(rest.tally, whole.tally)
