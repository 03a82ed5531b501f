"""Studies: what happens inside games. What players choose among and use, who leads when, and what wins.

A study replays games move by move. What a move does is said by the game itself (`describe_move`): a **use** is one such
sentence. So cards, objectives, effects, tiles, specials and actions appear under the names they have in the game, and
nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from decapod.engine import bits, dice, protocols, pystate, rollout
from decapod.i18n.translator import Message, PlayerRef
from decapod.lab.ratings import Z
from decapod.lab.summary import ANYTHING, Proportion

if TYPE_CHECKING:
    from decapod.i18n.translator import Translator
    from decapod.lab.contest import Matchup

MOST_FORMS = 100  # sentences of one key that are told apart; of more, what is only a place or a number is left out
Form = tuple[bool, Any]  # whether it is in all detail, and what is said
FEW = 30  # player-games on either side below which nothing is said about a difference


@dataclass
class Scores:
    """Scores from 0 to 1, added up."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, score: float) -> None:
        """Take one in."""
        self.n += 1
        self.total += score
        self.squares += score * score

    @property
    def share(self) -> Proportion:
        """Their mean, with its interval."""
        return Proportion.of(self.total, self.squares, self.n)

    @property
    def variance_of_mean(self) -> float:
        """How far the mean may be off, squared."""
        mean = (self.total + 1) / (self.n + 2)
        return max(0.0, (self.squares + 1) / (self.n + 2) - mean * mean) / (self.n + 1)


@dataclass
class ActionUsage:
    """One thing that players can do: how often they could, how often they did, and how those fared."""

    phrase: Message  # what it is, as the game says it
    plays: int = 0  # times it was done
    done: Scores = field(default_factory=Scores)  # of players who did it at least once in a game
    left: Scores = field(default_factory=Scores)  # of players who could have and never did

    @property
    def usage_rate(self) -> float:
        """How many of the players who could do it in a game did."""
        return self.done.n / max(1, self.done.n + self.left.n)

    @property
    def win_shift(self) -> tuple[float, float, float] | None:
        """By how much those who did it won more often than those who could have, with the 95 % interval.

        None if one of the two are so few that nothing can be said.
        """
        if min(self.done.n, self.left.n) < FEW:
            return None
        found = self.done.share.share - self.left.share.share
        error = Z * (self.done.variance_of_mean + self.left.variance_of_mean) ** 0.5
        return found, found - error, found + error


class ActionStats:
    """What was seen in some games of a contest."""

    def __init__(self, contest: Matchup) -> None:
        """Begin with none."""
        self.contest = contest
        self.games = 0
        self.choices: dict[int, int] = {}  # number of legal moves -> how often a player chose among so many
        self.lead_changes: list[int] = []  # in each game
        self.leads: list[Scores] = []  # by turn: the score, at the end, of whoever led alone after it
        self.turns: list[int] = []  # in each game
        self._game = contest.rules
        self._variant = self._game.variants.index(contest.variant)
        self._options = self._game.parse_options(contest.players, contest.options)
        self._uses: dict[Form, ActionUsage] = {}
        self._forms: dict[str, set[Form]] = {}  # by key: its detailed forms so far

    # --- watching -------------------------------------------------------------------------------------------

    def watch(self, number: int, played: Sequence[tuple[int, int]] | None = None) -> None:
        """Watch a game: one that was played so, or, if that is not said, one that chance plays as `simulate` does."""
        game, rules, players = self._game, self._game.rules, self.contest.players
        box = self.contest.opened_box.plain
        table, chance = self._deal(number)
        moves = [0] * rules.MAX_LEGAL_ACTIONS
        places = [0] * protocols.seats(rules)
        could: list[set[Form]] = [set() for _ in range(players)]
        did: list[set[Form]] = [set() for _ in range(players)]
        plays: dict[Form, int] = {}
        leaders: list[int] = []  # by turn: who led alone, -1 if nobody did
        turns, ply = 0, 0
        while table.to_act:
            player = bits.lowest(table.to_act) if played is None else played[ply][0]
            table.canonical_order = 0  # as a person may choose
            n = rules.legal_actions(box, table, player, moves)
            self.choices[n] = self.choices.get(n, 0) + 1
            forms = {legal: self._forms_of(game.view.describe_move(box, table, player, legal)) for legal in moves[:n]}
            table.canonical_order = 1
            move = rules.sample_action(box, table, player, moves, chance) if played is None else played[ply][1]
            made = forms.get(move) or self._forms_of(game.view.describe_move(box, table, player, move))
            if n > 1:
                for found in forms.values():
                    could[player].update(found)
                did[player].update(made)
                for form in made:
                    plays[form] = plays.get(form, 0) + 1
            rules.apply_action(box, table, player, move)
            ply += 1
            if table.turn_index != turns:
                turns = table.turn_index
                rules.places(box, table, places)
                first = [seat for seat in range(players) if places[seat] == 1]
                leaders.append(first[0] if len(first) == 1 else -1)
        rules.places(box, table, places)
        firsts = sum(place == 1 for place in places[:players])
        scores = [(places[seat] == 1) / firsts for seat in range(players)]
        self._note(leaders, scores, could, did, plays)

    def _deal(self, number: int) -> tuple[Any, list[int]]:
        """Deal a game as the kernel does; return its table, and the dice by which chance chooses."""
        rules, seed = self._game.rules, self.contest.seed
        table = pystate.py_state_type(rules.State).load(bytes(rules.State.itemsize))
        chance = [0] * dice.LENGTH
        dice.load(table.dice, seed & dice.WORD, seed >> 32, number, 0)
        dice.load(chance, seed & dice.WORD, seed >> 32, number, rollout.POLICY)
        rules.setup(self.contest.opened_box.plain, table, self.contest.players, self._variant, self._options)
        return table, chance

    def _note(
        self,
        leaders: list[int],
        scores: list[float],
        could: list[set[Form]],
        did: list[set[Form]],
        plays: dict[Form, int],
    ) -> None:
        self.games += 1
        self.turns.append(len(leaders))
        alone = [leader for leader in leaders if leader >= 0]
        self.lead_changes.append(sum(one != other for one, other in itertools.pairwise(alone)))
        for turn, leader in enumerate(leaders):
            if turn == len(self.leads):
                self.leads.append(Scores())
            if leader >= 0:
                self.leads[turn].add(scores[leader])
        for seat, score in enumerate(scores):
            for form in could[seat]:
                use = self._uses[form]
                (use.done if form in did[seat] else use.left).add(score)
        for form, n in plays.items():
            self._uses[form].plays += n

    def _forms_of(self, described: Message) -> tuple[Form, ...]:
        """Note what can be done: in general, and in all detail as far as there are not too many such things."""
        general = False, _freeze(described, detailed=False)
        self._uses.setdefault(general, ActionUsage(described))
        forms = self._forms.setdefault(described.key, set())
        detailed = True, _freeze(described, detailed=True)
        if detailed not in forms:
            if len(forms) > MOST_FORMS:
                return (general,)
            forms.add(detailed)
            self._uses[detailed] = ActionUsage(described)
        return general, detailed

    # --- what was seen --------------------------------------------------------------------------------------

    def uses(self) -> Iterator[tuple[Form, ActionUsage]]:
        """Go through all that can be done, each once: in detail where that is not too much, else in general."""
        for form, use in self._uses.items():
            if form[0] == (len(self._forms[use.phrase.key]) <= MOST_FORMS):
                yield form, use

    @property
    def mean_choices(self) -> float:
        """How many legal moves a player has, on average."""
        return sum(n * times for n, times in self.choices.items()) / max(1, sum(self.choices.values()))

    @property
    def forced(self) -> float:
        """How many of all moves are the only one that is legal."""
        return self.choices.get(1, 0) / max(1, sum(self.choices.values()))


def watch_all(study: ActionStats, games: Iterable[tuple[int, Sequence[tuple[int, int]] | None]]) -> ActionStats:
    """Watch games, by their number and what was played."""
    for number, played in games:
        study.watch(number, played)
    return study


def _freeze(value: Any, *, detailed: bool) -> Any:
    """Return what a phrase says, as a key: with places and numbers, or without. Which player it is never matters."""
    if isinstance(value, Message):
        return value.key, *(_freeze(value.parameters[name], detailed=detailed) for name in sorted(value.parameters))
    if isinstance(value, PlayerRef):
        return ANYTHING
    if isinstance(value, list | tuple):
        return tuple(_freeze(one, detailed=detailed) for one in value)
    return value if detailed else ANYTHING


def _without(value: Any, *, detailed: bool) -> Any:
    """Return what goes into a gap: the same, or nothing in particular where it is left out."""
    if isinstance(value, Message):
        return Message(value.key, {name: _without(one, detailed=detailed) for name, one in value.parameters.items()})
    if isinstance(value, PlayerRef) or not (detailed or isinstance(value, list | tuple)):
        return ANYTHING
    if isinstance(value, list | tuple):
        return [_without(one, detailed=detailed) for one in value]
    return value


def describe_use(form: Form, use: ActionUsage, words: Translator) -> str:
    """Say what a use is, in the game's own words."""
    return words(_without(use.phrase, detailed=form[0]))
