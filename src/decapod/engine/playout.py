"""Play-outs: games played to the end by chance, the same code for every game and every way of running."""

from decapod.engine import bits, dispatch

TRACE = (1 << 40) - 1  # a trace keeps 40 bits, so that its product below fits an int64
TRACE_FACTOR = 1000003


def traced(trace, move):
    """Fold one more move into a game's fingerprint."""
    return (trace * TRACE_FACTOR + move + 1) & TRACE


def step(box, state, moves, chance):
    """Let chance make one move; return it."""
    player = bits.lowest(state.to_act)
    move = dispatch.sample_action(box, state, player, moves, chance)
    dispatch.apply_action(box, state, player, move)
    return move


def playout(box, state, moves, chance):
    """Let chance play to the end; return how many moves it took."""
    length = 0
    while state.to_act != 0:
        step(box, state, moves, chance)
        length += 1
    return length
