"""What is true of every table of Crab Stack."""

from __future__ import annotations

import itertools
from typing import Any

from decapod.games.crab_stack.chapters.wave import group_of
from decapod.games.crab_stack.notation import space_name
from decapod.games.crab_stack.state import COPIES, KINDS, SPACES, crabs_on, size_of


def violations(box: Any, state: Any) -> list[str]:
    """Say what is wrong with a table: crabs lost or doubled, sets that do not fit the stacks."""
    found: list[str] = []
    crabs = [crab for cell in range(SPACES) for crab in crabs_on(state, cell)]
    if len(crabs) != len(set(crabs)):
        found.append("a crab lies in two places")
    if len(crabs) > state.players * int(box.crabs.sum()):
        found.append("there are more crabs than the box has")
    for cell in range(SPACES):
        stack = crabs_on(state, cell)
        if len(stack) != state.height[cell]:
            found.append(f"{space_name(cell)} has {len(stack)} crabs and height {state.height[cell]}")
        if bool(stack) != bool(int(state.occupied) >> cell & 1):
            found.append(f"{space_name(cell)} is wrongly occupied")
        for kind in range(KINDS):
            on_top = bool(stack) and stack[-1] // COPIES == kind
            if on_top != bool(int(state.tops[kind]) >> cell & 1):
                found.append(f"{space_name(cell)} has another top crab than its sets say")
        if any(size_of(lower) > size_of(upper) for lower, upper in itertools.pairwise(stack)):
            found.append(f"{space_name(cell)} has a crab on a bigger one")
    spaces = int(state.occupied)
    if spaces and not state.ties and group_of(spaces, spaces & -spaces) != spaces:
        found.append("the crabs are not connected")
    return found
