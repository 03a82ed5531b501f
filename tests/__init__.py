"""The tests. Another game may be installed beside ours, so they go through these five."""

from decapod.game import OURS

GAMES = tuple(OURS)
