"""The tests. Another game may be installed beside ours, so they go through these five."""

from decapod.core.game import OURS

GAMES = tuple(OURS)
