"""The tree: which node is visited next, what follows from what is certain, and that it never outgrows its room."""

from __future__ import annotations

from typing import Any

import numpy as np

from decapod.engine import dice, tree

MOVES = (3, 5, 9)


def sprout(room: int = 64) -> tuple[Any, Any, Any, Any]:
    """Make a tree with nothing but its root, for player 0 of an open game, and a way and dice to go down with."""
    nodes, search_state, chance = (
        np.zeros(room, tree.Node),
        np.zeros(tree.STATE, np.int64),
        np.zeros(dice.LENGTH, np.int64),
    )
    tree.clear(nodes, search_state, 0, 1)
    return nodes, search_state, np.zeros(tree.WAY, np.int64), chance


def select(nodes: Any, search_state: Any, chance: Any, legal: tuple[int, ...], explore: float = 0.5) -> int:
    """Choose among legal moves at the root; return the move."""
    moves = np.array(legal, np.int64)
    node = tree.select(nodes, search_state, tree.ROOT, moves, len(legal), chance, explore)
    assert nodes[node].move == moves[0] or node == tree.ROOT
    return int(moves[0])


def visit(nodes: Any, search_state: Any, way: Any, steps: list[tuple[int, int]], values: tuple[float, float]) -> None:
    """Go a way of (player, move) down the tree, and back with a return for each player."""
    node = tree.ROOT
    for depth, (player, move) in enumerate(steps):
        node = tree.find_child(nodes, search_state, node, move)
        way[depth] = node, player, 2
    search_state[tree.DEPTH] = len(steps)
    tree.backup(nodes, search_state, way, np.array(values))


def children(nodes: Any, parent: int = tree.ROOT) -> list[int]:
    """List the moves below a node."""
    found, node = [], int(nodes[parent].child)
    while node:
        found.append(int(nodes[node].move))
        node = int(nodes[node].sibling)
    return found


def test_children_are_kept_in_the_order_of_their_moves_each_once() -> None:
    nodes, search_state, _, _ = sprout()
    made = [tree.find_child(nodes, search_state, tree.ROOT, move) for move in (5, 9, 3, 5, tree.CONCEALED)]
    assert children(nodes) == [tree.CONCEALED, 3, 5, 9]
    assert made[0] == made[3]


def test_every_move_is_tried_before_any_that_did_badly_is_tried_again() -> None:
    nodes, search_state, way, chance = sprout()
    tried = []
    for _ in MOVES:
        tried.append(select(nodes, search_state, chance, MOVES))
        visit(nodes, search_state, way, [(0, tried[-1])], (-1.0, 1.0))
    assert sorted(tried) == sorted(MOVES)


def test_a_move_that_did_well_is_tried_again_before_others_were_tried_at_all() -> None:
    nodes, search_state, way, chance = sprout()
    visit(nodes, search_state, way, [(0, 5)], (1.0, -1.0))
    visit(nodes, search_state, way, [(0, 3)], (-1.0, 1.0))
    assert select(nodes, search_state, chance, MOVES, explore=0.1) == 5


def test_what_is_rarely_legal_is_not_held_to_be_rarely_tried() -> None:
    nodes, search_state, way, chance = sprout()
    for move in (3, 5):
        visit(nodes, search_state, way, [(0, move)], (0.0, 0.0))
    for _ in range(50):
        assert select(nodes, search_state, chance, (5,)) == 5, "there is no other"
    three, five = (tree.find_child(nodes, search_state, tree.ROOT, move) for move in (3, 5))
    assert (nodes[three].chances, nodes[five].chances) == (1, 51)
    assert tree.uct_score(nodes[three], 0.5) < tree.uct_score(nodes[five], 0.5)


def test_returns_go_to_whoever_made_the_move() -> None:
    nodes, search_state, way, _ = sprout()
    visit(nodes, search_state, way, [(0, 3), (1, 5)], (0.25, -0.25))
    first = tree.find_child(nodes, search_state, tree.ROOT, 3)
    second = tree.find_child(nodes, search_state, first, 5)
    assert (nodes[first].total, nodes[second].total) == (0.25, -0.25)
    assert nodes[tree.ROOT].visits == nodes[first].visits == nodes[second].visits == 1


def test_who_can_win_for_certain_has_won() -> None:
    nodes, search_state, way, _ = sprout()
    visit(nodes, search_state, way, [(0, 3), (1, 5)], (-1.0, 1.0))
    tree.mark_proven(nodes, search_state, way, np.array((-1.0, 1.0)))
    first = nodes[tree.find_child(nodes, search_state, tree.ROOT, 3)]
    assert (first.exact, first.worth) == (1, -1.0), "one answer that wins is enough"
    assert nodes[tree.ROOT].exact == 0, "another move is untried"


def test_who_knows_all_of_their_moves_has_the_best_of_them() -> None:
    nodes, search_state, way, _ = sprout()
    for move, values in ((3, (-1.0, 1.0)), (5, (0.0, 0.0))):
        visit(nodes, search_state, way, [(0, 9), (1, 4), (0, move)], values)
        tree.mark_proven(nodes, search_state, way, np.array(values))
    first = tree.find_child(nodes, search_state, tree.ROOT, 9)
    answer = nodes[tree.find_child(nodes, search_state, first, 4)]
    assert (answer.exact, answer.worth) == (1, 0.0), "what is a draw to one is a draw to the other"
    assert nodes[first].exact == 0, "the answer had an alternative"
    search_state[tree.DEPTH] = 2
    values = np.zeros(2)
    assert tree.recall(nodes, search_state, way, values)
    assert values.tolist() == [0.0, 0.0]


def test_a_full_tree_takes_no_more_nodes() -> None:
    nodes, search_state, way, chance = sprout(room=3)
    for move in (3, 5):
        visit(nodes, search_state, way, [(0, move)], (0.0, 0.0))
    assert tree.find_child(nodes, search_state, tree.ROOT, 9) == tree.ROOT
    assert select(nodes, search_state, chance, (9,)) == 9, "what it cannot hold it plays all the same"
    assert children(nodes) == [3, 5]
