"""Training all nets again: what is wrong is said before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from decapod.core.game import OURS
from decapod.learn.ship import PLANS, main


def test_every_game_of_ours_has_a_plan() -> None:
    assert {plan.game or name for name, plan in PLANS.items()} == set(OURS)
    for name, plan in PLANS.items():
        assert name in (plan.game or name, f"{plan.game}-{plan.variant}-{plan.players}")


@pytest.mark.parametrize(
    ("words", "says"),
    [(["chess"], "'chess' is none of"), (["crabs=soon"], "'soon' is no number of minutes"), ([], "cannot write to")],
)
def test_whatever_is_wrong_is_said_in_one_line(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as exited:
        main([*words, "--out", str(tmp_path / "file")])
    assert exited.value.code == 2
    assert says in capsys.readouterr().err.splitlines()[-1]
