"""Which modes a net is taught, and how many tables each gets."""

from __future__ import annotations

import pytest

import decapod
from decapod.core.game import OURS
from decapod.errors import DecapodError, UsageError
from decapod.learn.modes import choose_modes, share_out


@pytest.mark.parametrize("name", OURS)
def test_all_modes_are_taught_unless_some_are_asked_for(name: str) -> None:
    game = decapod.game(name)
    assert sorted(choose_modes(game)) == sorted(game.modes)
    assert choose_modes(game)[0] == game.resolve_mode()


def test_the_number_of_players_named_first_is_the_most_important() -> None:
    modes = choose_modes(decapod.game("yadokarick"), [4, 2, 4])
    assert modes[0] == ("main", 4)
    assert set(modes) == {("main", 4), ("advanced", 4), ("duel", 2)}
    assert choose_modes(decapod.game("yadokarick"), variant="advanced")[0] == ("advanced", 3)


def test_modes_that_are_not_there_are_refused() -> None:
    with pytest.raises(DecapodError, match="players, not 6"):
        choose_modes(decapod.game("crabs"), [2, 6])


def test_no_table_is_lost_when_they_are_shared_out() -> None:
    for modes in range(1, 12):
        shares = share_out(1000, modes)
        assert sum(shares) == 1000
        assert len(shares) == modes
        assert shares[0] >= 500
    with pytest.raises(UsageError, match="too few"):
        share_out(10, 6)
