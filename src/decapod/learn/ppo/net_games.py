"""Games of nets, many at once and whole on a GPU: statistics of skilled play, by the million.

Game number `g` is the deal `g // TABLES` of table `g % TABLES`, and how its moves are drawn follows from its number: so
games are the same however many there are. A table that is far ahead of the slowest waits for it.
"""

# pyright: reportMissingImports=false, reportUntypedFunctionDecorator=false

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

import decapod.envs
from decapod.bots.names import read_bot_name
from decapod.bots.net_bot import NetChoice, SampledNetBot
from decapod.engine import game_statistics, playout, protocols, rollout
from decapod.envs.batch import BatchEnv
from decapod.lab.contest import CHANCE, Matchup
from decapod.learn.ppo.matches import LOOK, SteppedTables
from decapod.learn.ppo.network import FORBIDDEN, Network, unpack

TABLES = 16384
AHEAD = 8  # deals that a table may be ahead of the slowest
MIX, GOLDEN = 0x2545F4914F6CDD1D, 0x9E3779B97F4A7C15 - (1 << 64)  # odd numbers that scatter bits well
DRAWN_BITS = 24  # of a drawn number: what 32-bit floats tell apart


def stream_nets(contest: Matchup, take: rollout.RolloutSink, *, first: int, games: int, device: str = "cuda") -> None:
    """Play games of a contest from number `first` on, and hand them over in order: `rollout.stream` for nets."""
    with torch.no_grad():
        NetGames(contest, first, games, device).play(take)


class NetGames:
    """Tables of a contest, who plays at them, and the results that were not handed over yet."""

    def __init__(self, contest: Matchup, first: int, games: int, device: str) -> None:
        """Deal the games from number `first` on."""
        self.contest, self.first, self.end, self.device = contest, first, first + games, device
        self._size = size = min(TABLES, self.end)
        options: dict[str, Any] = dict(contest.options)
        env = decapod.envs.make(
            contest.game, contest.players, variant=contest.variant, size=size, device=device, seed=contest.seed,
            box=contest.opened_box, checked=False, packed=True, **options,
        )  # fmt: skip
        number = np.arange(size)
        begins = -(-(first - number) // TABLES)  # the deal of each table's first game, and the one after its last
        env.reset(deals=np.maximum(begins, 0))
        self._tables = SteppedTables(env)
        self._ends = torch.tensor(-(-(self.end - number) // TABLES), device=device)
        self._deal = torch.tensor(np.maximum(begins, 0), device=device)
        self._number = torch.tensor(number, device=device)
        self._seen = self._tables.seen
        self._length, self._trace = (torch.zeros(size, dtype=torch.int64, device=device) for _ in range(2))
        columns = {
            "length": (),
            "moves_hash": (),
            "ending": (),
            "places": (contest.players,),
            "points": (contest.players,),
        }
        self._kept = {
            name: torch.zeros(AHEAD * size, *shape, dtype=torch.int64, device=device) for name, shape in columns.items()
        }
        kinds = list(dict.fromkeys(contest.bots))
        self._players = [self._player(name) for name in kinds]
        self._kind = torch.tensor([kinds.index(name) for name in contest.bots], device=device)

    def _player(self, name: str) -> tuple[Network | None, float]:
        """Return who plays by a name: a network, none for chance; and the warmth with which it chooses."""
        asked, game = read_bot_name(name), self.contest.rules
        if asked.what == CHANCE:
            return None, 1.0
        net = NetChoice(asked.net or "").net_for(game, self.contest.variant, self.contest.players)
        network = Network(game.rules, net.width, net.depth).to(self.device)
        network.load_net(net)
        return network, SampledNetBot.temperature if asked.what == SampledNetBot.name else 0.0

    def play(self, take: rollout.RolloutSink) -> None:
        """Play all games."""
        precision = torch.get_float32_matmul_precision()
        torch.set_float32_matmul_precision("high")
        next_deal = self.first // TABLES
        try:
            for deal in range(next_deal, -(-self.end // TABLES)):
                while int(torch.where(self._deal < self._ends, self._deal, self._ends + TABLES).min()) <= deal:
                    for _ in range(LOOK):
                        self._step(deal)
                self._hand_over(deal, take)
        finally:
            torch.set_float32_matmul_precision(precision)

    def _step(self, slowest: int) -> None:
        """Make a move at every table that does not wait."""
        seen = self._seen
        plays = (self._deal < self._ends) & (self._deal < slowest + AHEAD)
        chosen = self._choose()
        self._tables.step(torch.where(plays, chosen, BatchEnv.WAIT))
        self._length += plays
        traced = (self._trace * playout.TRACE_FACTOR + chosen + 1) & playout.TRACE
        self._trace = torch.where(plays, traced, self._trace)
        over = plays & seen["terminated"]
        row = self._deal % AHEAD * self._size + self._number
        rewards = seen["rewards"]
        places = 1 + (rewards.unsqueeze(1) > rewards.unsqueeze(2)).sum(2)
        for name, value in (
            ("length", self._length), ("moves_hash", self._trace), ("ending", seen["ending"]), ("places", places),
            ("points", seen["points"]),
        ):  # fmt: skip
            kept = self._kept[name]
            ended = over if kept.dim() == 1 else over.unsqueeze(1)
            kept[row] = torch.where(ended, value.long(), kept[row])
        self._deal += over
        self._length *= ~over
        self._trace *= ~over

    def _choose(self) -> Tensor:
        """Let everybody choose: who is to move at each table decides which choice counts."""
        chosen = self._choice(*self._players[0])
        kind = self._kind[self._seen["player"].long()]
        for other, player in enumerate(self._players[1:], 1):
            chosen = torch.where(kind == other, self._choice(*player), chosen)
        return chosen

    def _choice(self, network: Network | None, warmth: float) -> Tensor:
        legal = unpack(self._seen["mask"], self.contest.rules.rules.NUM_ACTIONS)
        logits = (
            torch.zeros_like(legal, dtype=torch.float32) if network is None else network(self._seen["observation"])[0]
        )
        logits = logits.masked_fill(~legal, FORBIDDEN)
        best = logits.argmax(1)
        if not warmth:
            return best
        sums = torch.softmax(logits / warmth, 1).cumsum(1)
        drawn = self._draw() * sums[:, -1]
        found = (sums <= drawn.unsqueeze(1)).sum(1)
        return torch.where(found < legal.shape[1], found, best)

    def _draw(self) -> Tensor:
        """Draw a number from 0 up to 1 for each table, that follows from the seed, the game and its moves so far."""
        number = self._deal * TABLES + self._number
        mixed = (number * MIX + self.contest.seed % (1 << 62)) * GOLDEN + self._length
        for _ in range(2):
            mixed = (mixed ^ (mixed >> 29 & (1 << 35) - 1)) * MIX
        return (mixed >> 64 - DRAWN_BITS & (1 << DRAWN_BITS) - 1).float() / (1 << DRAWN_BITS)

    def _hand_over(self, deal: int, take: rollout.RolloutSink) -> None:
        """Hand over the games of a deal, all of which are over."""
        first, last = max(self.first, deal * TABLES), min(self.end, (deal + 1) * TABLES)
        at = deal % AHEAD * self._size - deal * TABLES
        rows = np.zeros(last - first, rollout.result_type(protocols.seats(self.contest.rules.rules)))
        for name, kept in self._kept.items():
            found = kept[at + first : at + last].cpu().numpy()
            if found.ndim == 1:
                rows[name] = found
            else:
                rows[name][:, : found.shape[1]] = found
        take(first, rows.view(np.recarray), game_statistics.of_rows(rows, self.contest.players))
