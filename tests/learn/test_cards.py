"""The nets that come with Decapod, and the page that is made of what they say of themselves."""

from __future__ import annotations

import pytest
from docs import nets

import decapod
from decapod.core.game import OURS
from decapod.nn.net_file import Net


def test_the_page_says_what_the_nets_say() -> None:
    assert nets.PAGE.read_text(encoding="utf-8").endswith(nets.write_cards())


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_net_that_fits_it_and_beats_all_its_past_selves(name: str) -> None:
    net = Net.read(nets.NETS / f"{name}.safetensors")
    net.check(decapod.game(name))
    assert net.is_of(decapod.game(name).box)
    *past, itself = net.facts.trained["study"]["matrix"][-1]
    assert itself == 0.5
    assert min(past) > 0.5


def test_all_nets_together_take_at_most_8_megabytes() -> None:
    assert sum(path.stat().st_size for path in nets.NETS.iterdir()) <= 8_000_000
