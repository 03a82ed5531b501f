"""A search tree over the verbs: open-loop Monte Carlo tree search, the same for every game.

A node stands for the moves that lead to it from the root, not for one state: every visit comes with a state of its own,
on which all that the searcher cannot know was guessed anew. So a node's children are the moves that were legal at some
visit, each with how often it was (information-set MCTS); where everything is open this is plain UCT. Each player seeks
the best return of their own. What somebody does while several act at once is one move to the tree, whatever it was:
the searcher does not see it, and later choices may not depend on it.

A kernel calls `descend`, judges the state it is left with in its own way (play-outs, a net), and calls `back_up`.
"""

import math

from decapod.engine import bits, dice, dispatch, dtypes

Node = dtypes.record_type(
    [
        ("move", "i4"),  # the move that leads here from the parent, CONCEALED if the searcher does not see which
        ("sibling", "i4"),  # the parent's next child, in the order of their moves; 0 after the last
        ("child", "i4"),  # its own first child; 0 while it has none
        ("visits", "i4"),
        ("chances", "i4"),  # how often it could have been visited: its parent was, and its move was legal
        ("exact", "i4"),  # 1 once its worth is certain
        ("prior", "f8"),  # how good its move looks to a policy at first glance; 1 is as good as any
        ("total", "f8"),  # returns of all visits, to the player who makes the move
        ("squares", "f8"),  # of these returns, each multiplied by itself: they say how sure the average is
        ("worth", "f8"),  # their return, once it is certain
    ]
)
ROOT = 0
CONCEALED = -1
ANY = -1
DEEPEST = 500  # moves that a visit follows the tree for; then it is judged

#: In `state`: nodes in use; depth of the last visit; who searches; see `clear`; the move that every visit begins with.
USED, DEPTH, PLAYER, OPEN, ONLY = range(5)
STATE = 5
NODE, MOVER, WIDTH = range(3)  # in `way`, for every move of a visit: where it leads, who made it, among how many moves
WAY = (DEEPEST, 3)


def clear(nodes, search_state, player, is_open):
    """Begin a tree for a player: nothing but its root. `is_open` is 1 if two play, and nothing is hidden but dice."""
    dtypes.clear(nodes[ROOT])
    search_state[USED] = 1
    search_state[DEPTH] = 0
    search_state[PLAYER] = player
    search_state[OPEN] = is_open
    search_state[ONLY] = ANY


# --- down ---------------------------------------------------------------------------------------------------


def select_path(box, state, nodes, search_state, path, moves, chance, explore):
    """Play on from the root to a node that is visited for the first time, or whose worth is certain, or to the end."""
    searcher = int(search_state[PLAYER])
    node = ROOT
    depth = 0
    together = -1  # the turn, or phase, in which several act at once
    while state.to_act != 0 and depth < DEEPEST:
        to_act = int(state.to_act)
        if to_act & (to_act - 1) != 0:
            together = int(state.turn_index)
        player = bits.lowest(to_act)
        if to_act >> searcher & 1 == 1:
            player = searcher
        if player != searcher and state.turn_index == together:
            width = 0
            move = dispatch.sample_action(box, state, player, moves, chance)
            node = find_child(nodes, search_state, node, CONCEALED)
        else:
            width = dispatch.legal_actions(box, state, player, moves)
            if depth == 0 and search_state[ONLY] != ANY:
                move = int(search_state[ONLY])
                node = find_child(nodes, search_state, ROOT, move)
            else:
                node = select(nodes, search_state, node, moves, width, chance, explore)
                move = int(moves[0])
        dispatch.apply_action(box, state, player, move)
        state.canonical_order = 1  # only from here on: the first move may continue a chain begun out of order
        if node == ROOT:
            break  # there is no room for another node
        path[depth, NODE] = node
        path[depth, MOVER] = player
        path[depth, WIDTH] = width
        depth += 1
        if nodes[node].visits == 0 or nodes[node].exact == 1:
            break
    search_state[DEPTH] = depth


def select(nodes, search_state, parent, moves, n, chance, explore):
    """Choose the most urgent of `n` legal moves: write it to the front of `moves`, and return its node.

    A move that was never tried is as urgent as if tried once, and as good as those that were on average.
    """
    visits = 0
    total = 0.0
    untried = 0
    best = ROOT
    urgency = -math.inf
    node = int(nodes[parent].child)
    for i in range(n):
        move = int(moves[i])
        while node != 0 and nodes[node].move < move:
            node = int(nodes[node].sibling)
        if node != 0 and nodes[node].move == move:
            nodes[node].chances += 1
            visits += int(nodes[node].visits)
            total += float(nodes[node].total)
            found = uct_score(nodes[node], explore)
            if found > urgency:
                urgency = found
                best = node
        else:
            moves[untried] = move
            untried += 1
    if untried > 0:
        mean = total / visits if visits > 0 else 0.0
        if best == ROOT or mean + explore * math.sqrt(math.log(visits + 1)) >= urgency:
            moves[0] = moves[dice.roll(chance, untried)]
            return find_child(nodes, search_state, parent, int(moves[0]))
    moves[0] = nodes[best].move
    return best


def uct_score(node, explore):
    """How much a node that was visited deserves another visit: what it is worth, and more the less that is certain."""
    if node.exact == 1:
        return float(node.worth)
    return node.total / node.visits + explore * math.sqrt(node.prior * math.log(node.chances) / node.visits)


def find_child(nodes, search_state, parent, move):
    """Return the child that a move leads to; a new one if there is none, and the root if there is no room for it."""
    before = ROOT
    node = int(nodes[parent].child)
    while node != 0 and nodes[node].move < move:
        before = node
        node = int(nodes[node].sibling)
    if node != 0 and nodes[node].move == move:
        return node
    return add_child(nodes, search_state, parent, before, node, move, 1.0)


def add_child(nodes, search_state, parent, before, sibling, move, prior):
    """Make a child between two others, or `ROOT` where there is none; return it, or the root if there is no room."""
    new = int(search_state[USED])
    if new == len(nodes):
        return ROOT
    search_state[USED] = new + 1
    dtypes.clear(nodes[new])
    nodes[new].move = move
    nodes[new].sibling = sibling
    nodes[new].chances = 1
    nodes[new].prior = prior
    if before == ROOT:
        nodes[parent].child = new
    else:
        nodes[before].sibling = new
    return new


# --- up -----------------------------------------------------------------------------------------------------


def backup(nodes, search_state, path, values):
    """Note one more visit at every node on the way, and what it came to for the player who moved there."""
    nodes[ROOT].visits += 1
    for depth in range(search_state[DEPTH]):
        node = nodes[path[depth, NODE]]
        value = values[path[depth, MOVER]]
        node.visits += 1
        node.total += value
        node.squares += value * value


def recall(nodes, search_state, path, values):
    """Whether the worth of the last node on the way is certain already; if so write it."""
    last = int(search_state[DEPTH]) - 1
    if last < 0 or nodes[path[last, NODE]].exact == 0:
        return False
    mover = int(path[last, MOVER])
    values[mover] = nodes[path[last, NODE]].worth
    values[1 - mover] = -nodes[path[last, NODE]].worth
    return True


def mark_proven(nodes, search_state, path, values):
    """Note that the worth of the last node on the way is certain, and what follows from that further up.

    Who can win has won; who knows the worth of all their moves has the best of them. Only for two players, whose
    returns are opposite, and where neither dice nor secrets had a part in what happened.
    """
    depth = int(search_state[DEPTH]) - 1
    worth = float(values[path[depth, MOVER]])
    while True:
        nodes[path[depth, NODE]].exact = 1
        nodes[path[depth, NODE]].worth = worth
        parent = int(path[depth - 1, NODE]) if depth > 0 else ROOT
        if worth < 1.0:
            known = 0
            node = int(nodes[parent].child)
            while node != 0:
                if nodes[node].exact == 1:
                    known += 1
                    worth = max(worth, float(nodes[node].worth))
                node = int(nodes[node].sibling)
            if known < path[depth, WIDTH]:
                return
        if depth == 0:
            nodes[ROOT].exact = 1
            return
        depth -= 1
        if path[depth, MOVER] != path[depth + 1, MOVER]:
            worth = -worth
