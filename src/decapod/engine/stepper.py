"""One state, played on move by move: compiled once that is ready, and interpreted, on plain numbers, until then.

The image of the state, its bytes in the type that the game states, is what counts; the rest is made from it when it is
needed. Both ways give the same image (a law of the battery).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import dispatch, pystate

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules

_kernels: dict[str, Any] = {}  # of the games whose kernel was loaded


def answer(boxes, states, player, move, moves):
    """Make a move, if it is one; else list the legal moves of a player, and return how many there are."""
    if move >= 0:
        dispatch.apply_action(boxes[0], states[0], player, move)
        return 0
    return dispatch.legal_actions(boxes[0], states[0], player, moves)


KERNEL = answer  # what `ready` gets ready


def compile_now(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for the moves of nobody."""
    from decapod.engine import jit

    kernel = jit.kernel(answer, rules)
    kernel(np.zeros(1, rules.Box), np.zeros(1, rules.State), 0, -1, np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64))
    _kernels[dispatch.name_of(rules)] = kernel


def forget(rules: Rules) -> None:
    """Play interpreted again, as if the kernel had not been loaded."""
    _kernels.pop(dispatch.name_of(rules), None)


class Stepper:
    """A state that is played on."""

    def __init__(self, rules: Rules, box: Any, snapshot: bytes) -> None:
        """Take the rules, a `Box`, and the image of a state."""
        self._rules, self._box, self._name = rules, box, dispatch.name_of(rules)
        self.snapshot = snapshot

    @property
    def snapshot(self) -> bytes:
        """The state as it is now."""
        return self._snapshot

    @snapshot.setter
    def snapshot(self, snapshot: bytes) -> None:
        self._snapshot = snapshot
        self._state: Any = None  # on plain numbers, if it was asked for
        self._states: Any = None  # as an array of one, for compiled code, if it was asked for
        self._legal: tuple[int, list[int]] = (-1, [])  # a player, and the legal moves they were told

    @property
    def state(self) -> Any:
        """The state on plain numbers, to be looked at by the rules."""
        if self._state is None:
            self._state = pystate.py_state_type(self._rules.State).load(self._snapshot)
        return self._state

    def legal_actions(self, player: int) -> list[int]:
        """List the legal moves of a player."""
        kernel = _kernels.get(self._name)
        if kernel is None:
            scratch = [0] * self._rules.MAX_LEGAL_ACTIONS
            n = self._rules.legal_actions(self._box.plain, self.state, player, scratch)
            moves = scratch[:n]
        else:
            buffer = np.empty(self._rules.MAX_LEGAL_ACTIONS, np.int64)
            moves = buffer[: kernel(self._box.array, self._array(), player, -1, buffer)].tolist()
        self._legal = player, moves
        return moves

    def illegal_reason(self, player: int, move: int) -> int:
        """Return why a move is refused, 0 if it is not; one that was listed as legal is not looked at again."""
        if self._legal[0] == player and move in self._legal[1]:
            return 0
        code = int(self._rules.illegal_reason(self._box.plain, self.state, player, move))
        if code == 0:
            self._legal = player, [move]
        return code

    def apply_action(self, player: int, move: int) -> None:
        """Make a move; one that was not said to be legal is never made by compiled code, which checks nothing."""
        kernel = _kernels.get(self._name)
        if kernel is not None and self._legal[0] == player and move in self._legal[1]:
            states = self._array()
            kernel(self._box.array, states, player, move, _NOTHING)
            self.snapshot, self._states = states.tobytes(), states
            return
        state, self._state = self.state, None  # if the rules should raise, it is made anew
        self._rules.apply_action(self._box.plain, state, player, move)
        self.snapshot, self._state = pystate.py_state_type(self._rules.State).dump(state), state

    def _array(self) -> Any:
        if self._states is None:
            self._states = np.frombuffer(self._snapshot, self._rules.State).copy()
        return self._states


_NOTHING = np.zeros(1, np.int64)
