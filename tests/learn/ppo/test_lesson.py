"""Lessons: right in the places where such programs are wrong without failing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.learn.modes import choose_modes

pytestmark = pytest.mark.heavy


def test_worths_are_turned_from_the_viewers_order_to_the_seats_and_back(torch: Any) -> None:
    from decapod.learn.ppo.lesson import from_seats, to_seats

    worth = torch.tensor([[0.1, 0.2, 0.3, 0.4]] * 4)
    player, players = torch.tensor([0, 1, 2, 1]), torch.tensor([3, 3, 3, 4])
    seats = to_seats(worth, player, players)
    assert seats[1].tolist() == pytest.approx([0.3, 0.1, 0.2, 0]), "seat 1 sees itself first, then seats 2 and 0"
    assert seats[3].tolist() == pytest.approx([0.4, 0.1, 0.2, 0.3])
    back = from_seats(seats, player, players)
    assert torch.equal(back[:, :3], worth[:, :3])
    assert back[:, 3].tolist() == pytest.approx([0, 0, 0, 0.4]), "seats that are not there are worth nothing"


def test_advantages_are_those_of_a_plain_loop(torch: Any) -> None:
    from decapod.learn.ppo.lesson import GAMMA, advantages

    chance = np.random.default_rng(3)
    steps, tables, seats = 9, 5, 3
    over = chance.random((steps, tables)) < 0.3
    rewards = chance.normal(size=(steps, tables, seats)) * over[..., None]
    worth, last = chance.normal(size=(steps, tables, seats)), chance.normal(size=(tables, seats))
    one_worth = (torch.tensor(array) for array in (rewards[:, :, None], worth[:, :, None], over, last[:, None]))
    found = advantages(*one_worth, trace=0.9).numpy()[:, :, 0]
    for table in range(tables):
        for seat in range(seats):
            for step in range(steps):
                total, weight = 0.0, 1.0
                for later in range(step, steps):
                    after = worth[later + 1, table, seat] if later + 1 < steps else last[table, seat]
                    after = 0.0 if over[later, table] else GAMMA * after
                    total += weight * (rewards[later, table, seat] + after - worth[later, table, seat])
                    if over[later, table]:
                        break
                    weight *= GAMMA * 0.9
                assert found[step, table, seat] == pytest.approx(total, abs=1e-6), (step, table, seat)


def test_a_game_is_worth_its_reward_and_whether_one_came_first(torch: Any) -> None:
    from decapod.learn.ppo.lesson import both_worths

    rewards = torch.tensor([[1.0, 0.0, -1.0, 0.0], [0.5, 0.5, -1.0, 0.0], [0.4, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    exists = torch.tensor([[1.0, 1, 1, 0], [1, 1, 1, 0], [1, 0, 0, 0], [1, 1, 1, 1]])
    found = both_worths(rewards, torch.tensor([True, True, True, False]), exists)
    assert torch.equal(found[:, 0], rewards)
    assert found[0, 1].tolist() == [1, -1, -1, 0], "one is first, and who is not there is worth nothing"
    assert found[1, 1].tolist() == [0, 0, -1, 0], "two share the first place"
    assert found[2, 1].tolist() == pytest.approx([0.4, 0, 0, 0]), "who plays alone has only the reward"
    assert not found[3].any(), "a game that is not over is worth nothing yet"


def lesson_of(torch: Any, past_share: float) -> Any:
    from decapod.learn.ppo.lesson import RolloutBuffer
    from decapod.learn.ppo.network import Network
    from decapod.learn.ppo.tables import Tables

    torch.manual_seed(1)
    game = decapod.game("crabs")
    tables = Tables(game, choose_modes(game), 24, device="cpu", seed=3, box=game.box)
    lesson = RolloutBuffer(tables, 6, past_self_fraction=past_share, first_place_weight=0.5, gae_lambda=0.98)
    with torch.no_grad():
        lesson.play(Network(game.rules, 16, 2), Network(game.rules, 16, 2))
    return lesson


def test_a_lesson_holds_what_the_environments_showed_and_legal_moves_of_it(torch: Any) -> None:
    from decapod.learn.ppo.network import unpack

    lesson = lesson_of(torch, past_share=0.5)
    game = decapod.game("crabs")
    legal = unpack(lesson.action_mask[:-1], game.rules.NUM_ACTIONS)
    assert legal.gather(-1, lesson.move.unsqueeze(-1)).all(), "every move was legal"
    assert (lesson.logprobs <= 0).all()
    players = lesson.observation[0, :, 0].tolist()  # the first number of an observation of Crabs!: how many play
    assert players == [2] * 18 + [3] * 2 + [4] * 2 + [5] * 2
    assert lesson.exists.sum(1).tolist() == players
    assert ((lesson.values[:, :, 0] != 0).sum(-1) == lesson.exists.sum(1)).all(), (
        "no value for a seat that is not there"
    )


def test_every_second_seat_of_some_tables_of_every_mode_is_a_past_selfs(torch: Any) -> None:
    lesson = lesson_of(torch, past_share=0.5)
    player, number = lesson.player[:-1], np.arange(24)
    with_past = np.isin(number, [*range(9), 18, 20, 22])
    expected = 1 - with_past * ((player.numpy() + number) % 2)
    assert np.array_equal(lesson.is_learner.numpy(), expected)
    assert lesson_of(torch, past_share=0.0).is_learner.min() == 1


def test_gains_are_measured_in_deviations_over_the_networks_own_moves(torch: Any) -> None:
    lesson = lesson_of(torch, past_share=0.5)
    own = lesson.advantages[lesson.is_learner == 1]
    assert float(own.mean()) == pytest.approx(0, abs=1e-3)
    assert float(own.std(unbiased=False)) == pytest.approx(1, abs=1e-2)
