"""A training as a whole, on a game of three cards each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.learn.console import Asked, train
from decapod.learn.modes import Mode
from decapod.nn.net_file import Net

pytestmark = pytest.mark.heavy
GAME = decapod.game("crabe-vs-poulpe")
TINY = Path(__file__).parents[3] / "examples" / "tiny_crabe_vs_poulpe.toml"
MODES = (Mode("symmetric", 2),)


def training_of(**asked: Any) -> Any:
    from decapod.learn.ppo.learner import Settings
    from decapod.learn.ppo.training import Trainer

    settings = Settings(
        num_envs=32, minibatch_size=128, hidden_size=32, learning_rate=5e-3, num_steps=8, update_epochs=3
    )
    made: dict[str, Any] = {"minutes": 1.0, "device": "cpu", "box": GAME.load_box(TINY), "settings": settings, **asked}
    return Trainer(GAME, MODES, **made)


def test_a_network_learns_a_small_game(torch: Any, tmp_path: Path) -> None:
    training = training_of(out=tmp_path / "net.safetensors")
    before = training.try_out(0.0)
    for lesson in range(16):
        training._seat_a_past_self()
        training.learner.learn(lesson / 16)
        training.steps += training.learner.plies
    after = training.try_out(0.1)
    assert after.best is not None
    assert after.best.worth - after.best.margin > 0.5, "it beats what it was before"
    assert after.chance.worth > before.chance.worth
    assert after.is_best
    net = Net.read(tmp_path / "net.safetensors")
    net.check(GAME)
    assert net.is_of(training.box)
    assert net.facts.modes == ["symmetric 2"]
    assert net.facts.trained["steps"] == 16 * 32 * 8


def test_the_best_is_who_won_not_who_came_last(torch: Any) -> None:
    training = training_of()
    training.try_out(0.0)
    for _ in range(12):
        training.learner.learn(0.0)
    good = training.try_out(0.1)
    with torch.no_grad():
        for parameter in training.learner.network.policy.parameters():
            parameter.neg_()  # it now likes best what was worst
    bad = training.try_out(0.2)
    assert not bad.is_best
    assert training.best is good


def test_ctrl_c_keeps_the_best_so_far_and_says_how_to_go_on(
    torch: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from decapod.learn.ppo.learner import PPO, Settings

    small = Settings(num_envs=32, minibatch_size=128, hidden_size=16, learning_rate=1e-3, num_steps=4)
    monkeypatch.setattr(Settings, "usual", classmethod(lambda _cls, _device, _length: small))
    learn, lessons = PPO.learn, []

    def impatient(self: Any, progress: float) -> None:
        lessons.append(progress)
        if len(lessons) == 5:
            raise KeyboardInterrupt
        learn(self, progress)

    monkeypatch.setattr(PPO, "learn", impatient)
    monkeypatch.setattr("decapod.learn.ppo.training.GAMES", {"cpu": 8})
    monkeypatch.setattr("decapod.learn.ppo.study.GAMES", {"cpu": 8})
    monkeypatch.setattr("decapod.learn.ppo.training.TRIALS", 10**9)  # one after every lesson
    monkeypatch.setattr("decapod.learn.ppo.training.TRIAL_SHARE", 1e9)
    out = tmp_path / "net.safetensors"
    asked = Asked("crabe-vs-poulpe", "2", "symmetric", TINY, device="cpu", out=out, measured=False, study=True)
    assert train(asked) == 130
    said = capsys.readouterr().out
    assert f"--init-from {out}" in said
    assert Net.read(out).facts.trained["steps"] > 0
    assert out.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")
    found = Net.read(out).facts.trained["study"]
    assert len(found["matrix"]) == len(found["moments"])
    assert all(moment["games"] and moment["openings"] and moment["kinds"] for moment in found["moments"])

    lessons[:] = [0.0] * 5
    monkeypatch.setattr(PPO, "learn", learn)
    assert train(Asked("crabe-vs-poulpe", "2", "symmetric", TINY, minutes=0.02, device="cpu", start=out, out=out,
                       measured=False, language="fr")) == 0  # fmt: skip
    assert "écrit dans" in capsys.readouterr().out


def test_a_match_is_even_between_a_network_and_itself_and_seats_are_exchanged(torch: Any) -> None:
    training = training_of()
    score = training.match(training.learner.network, training.learner.network, games=100)
    assert abs(score.worth - 0.5) < 2 * score.margin
    assert score.games == 100
