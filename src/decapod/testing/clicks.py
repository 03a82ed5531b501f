"""Laws of clicks: each is a move, or gets its reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from decapod.core.game import Game
from decapod.errors import ParseError
from decapod.scene import Scene, SceneBuilder, Translator
from decapod.scene.schema import LAYOUTS, ROLES
from decapod.testing.broken import Checking
from decapod.testing.position import Position, dealt, positions

PATHS = 3  # pieces that begin a move of several clicks, tried at each position
NO_PIECES = (
    "", " ", "-", "x", "card", "card-", "card-9-1", "card-1-99", "card--1", "card-1*", "crab-", "crab--1", "crab-99",
    "rock-a9", "space-z9", "space-", "size-0", "size-99", "deck", "deck-7", "deck-of-x", "g0", "g999", "p", "tile-9",
    "act-", "act-fly", "do-nothing", "goal-99", "column-9", "hermit-at-9", "back-0-99", "plan-9", "token-9", "-1",
    "crab-1-9", "octopus-x-1", "crabe", "⬡", "card-1\n2", "card-99999999999999999999-1", "x" * 5000,
)  # fmt: skip


def check_clicks(game: Game, variant: str, players: int, seed: int, *, every: int = 7) -> None:
    """Check along a game that a click on any piece means a move, refused for a reason, or none, in clear words."""
    match = game.match(players, variant=variant, seed=seed)
    for garbage in [(), *((name,) for name in NO_PIECES)]:
        with Checking(Position.of(match, seed), 0, garbage):
            try:
                meaning = match.move_from_clicks(0, garbage)
            except ParseError as error:
                meaning = error.reason.code
            known = bool(garbage) and garbage[0] in [piece.id for piece in match.scene(0).pieces]
            assert known or meaning == "click.unknown", f"{match}: {garbage}, which are no pieces, mean {meaning}"
    start = dealt(game, variant, players, seed, ordered=0)
    check_clicks_at(start)
    last = start
    for number, (_, _, _, after) in enumerate(positions(start, seed), 1):
        if number % every == 0:
            check_clicks_at(after)
        last = after
    check_clicks_at(last)


def check_clicks_at(at: Position) -> None:
    """Check every piece each player sees, clicked first or after a piece that begins a move; and ids of no piece."""
    for player in range(at.state.players):
        with Checking(at, player):
            check_clicks_of(at, player)


def check_clicks_of(at: Position, player: int) -> None:
    """Check every piece that a player sees."""
    guesses = [at.hidden(player, guess) for guess in range(2)]
    views = [[guess.build_scene(player, layout) for layout in LAYOUTS] for guess in guesses]
    scenes = [builder.scene() for builder in views[0]]
    pieces = dict.fromkeys(piece.id for scene in scenes for piece in scene.pieces)
    paths = {choice.clicks[:n] for choice in scenes[0].choices for n in range(1, len(choice.clicks) + 1)}
    begun = sorted({path[:-1] for path in paths} | {()})
    for path in [*begun[:1], *begun[1 : 1 + PATHS]]:
        for piece in pieces:
            again = path and (piece in path or (piece,) in paths)  # a step back, or a move begun anew
            if (*path, piece) not in paths and not again:
                with Checking(at, player, (*path, piece)):
                    check_answer(at, views, player, (*path, piece))
    for garbage in NO_PIECES:
        for clicks in ((garbage,), (next(iter(pieces)), garbage)):
            with Checking(at, player, clicks):
                answer(views[0], clicks)
    check_pieces(at, scenes)


def check_pieces(at: Position, scenes: Sequence[Scene]) -> None:
    """Check that ids are unique, that roles and owners are ones a client knows, and that hands are the viewer's own."""
    for scene in scenes:
        ids = [piece.id for piece in scene.pieces]
        twice = next((one for one in ids if ids.count(one) > 1), "")
        assert not twice, f"{at.where}: build_scene: two pieces have one id, {twice}, in the {scene.layout} layout"
        for piece in scene.pieces:
            assert piece.role in ROLES, (
                f"{at.where}: build_scene: {piece.id} has the role {piece.role!r}, which is none"
            )
            assert -1 <= piece.owner < at.state.players, (
                f"{at.where}: build_scene: {piece.id} belongs to seat {piece.owner}"
            )
            assert piece.role != "hand" or piece.owner == scene.viewer, (
                f"{at.where}: build_scene: {piece.id} is in no own hand"
            )


def check_answer(at: Position, views: Sequence[Sequence[SceneBuilder]], player: int, clicks: tuple[str, ...]) -> None:
    """Check that clicks which make no choice get a reason, the same whatever is hidden, and words for it.

    `views` are both layouts of the state, as the player sees it, for several guesses of what is hidden.
    """
    where = f"{at.where}: player {player} clicks {clicks}"
    meaning = answer(views[0], clicks)
    assert all(answer(view, clicks) == meaning for view in views[1:]), (
        f"{where}: build_scene: the answer tells what is hidden"
    )
    if isinstance(meaning, int):
        code = at.refusals(player, [meaning])[0]
        assert code, f"{where}: build_scene: it means the legal move {meaning}, but is no choice"
        key, rule = at.game.rules.ILLEGAL_REASONS[code]
        parameters = at.game.view.refusal_parameters(at.box, at.state, player, meaning, code)
    else:
        key, rule, parameters = meaning
        assert key != "click.unknown", f"{where}: build_scene does not know its own piece"
        assert rule == "" or rule in at.game.rulebook, f"{where}: {key} rests on {rule}, which is no rule"
    lines = [words(key, **parameters) for words in every_language(at.game)]
    assert all(line and "\n" not in line and "{" not in line for line in lines), (
        f"{where}: no clear words for {key}: {lines}"
    )


@cache
def every_language(game: Game) -> list[Translator]:
    """Return a game's words in each of its languages."""
    return [game.translator(language) for language in game.languages()]


def answer(builders: Sequence[SceneBuilder], clicks: tuple[str, ...]) -> int | tuple[str, str, dict[str, object]]:
    """Ask what clicks mean, in the first layout that has the pieces: a move, or the reason why they mean none."""
    there = [b for b in builders if b.by_id.keys() >= set(clicks)]
    try:
        return int((there or builders)[0].meaning_of(clicks))
    except ParseError as error:
        return error.reason.code, error.reason.rule, dict(error.reason.parameters)
