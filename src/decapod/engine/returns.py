"""Returns: what a finished game is worth to each player, from -1 to 1. Environments and learning mean the same."""

from decapod.engine import dispatch

SOLO_SCALE = 100  # points that are worth 1 to a lone player
HALF_WON = 6  # points ahead that are worth half a win while the game goes on


def returns(box, state, scratch, out):
    """Write one return per player: (players behind - players ahead) / (others), ties on neither side.

    A lone player's is their points / 100, cut to [-1, 1]. `scratch` takes as many whole numbers as the game has seats,
    `out` as many floats. It compiles, as the verbs do.
    """
    players = state.players
    if players == 1:
        dispatch.points(box, state, scratch)
        out[0] = min(1.0, max(-1.0, scratch[0] / SOLO_SCALE))
        return
    dispatch.places(box, state, scratch)
    for player in range(players):
        ahead = 0
        for other in range(players):
            if scratch[other] > scratch[player]:
                ahead += 1
            elif scratch[other] < scratch[player]:
                ahead -= 1
        out[player] = ahead / (players - 1)


def estimate(box, state, scratch, out):
    """Guess the return of each player in a game that is not over, from places and points as they stand.

    Who has the better place is ahead; in the same place, who has more points. `scratch` has two rows, each for as many
    whole numbers as the game has seats.
    """
    players = state.players
    if players == 1:
        returns(box, state, scratch[0], out)
        return
    dispatch.points(box, state, scratch[0])
    dispatch.places(box, state, scratch[1])
    for player in range(players):
        worth = 0.0
        for other in range(players):
            lead = int(scratch[0][player]) - int(scratch[0][other])
            ahead = int(scratch[1][other]) - int(scratch[1][player])
            share = abs(lead) / (abs(lead) + HALF_WON)
            if ahead > 0 or (ahead == 0 and lead > 0):
                worth += share
            else:
                worth -= share
        out[player] = worth / (players - 1)
