"""What the box of Yadokarick holds, how moves and cards are numbered, and which ways there are to play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decapod.errors import ParseError
from decapod.games.yadokarick import state as s
from tests.games.yadokarick.position import BOX, GAME, card, play_on
from tests.positions import fill, printed


@pytest.mark.rule("YD-1")
def test_each_colour_has_36_numbers_and_72_of_size() -> None:
    assert BOX.numbers == 36
    assert BOX.sizes.sum(axis=1).tolist() == [72, 72]
    assert [s.size_of(BOX, card(f"g{n}")) for n in range(1, 10)] == [1, 2, 1, 3, 1, 2, 3, 1, 4]
    assert all(BOX.sizes[0, n] == BOX.sizes[1, n] == BOX.sizes[0, n % 9] for n in range(36))


@pytest.mark.rule("YD-1")
@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("cards", "numbers"), 41, "cards.numbers is a whole number from 1 to 40, not 41"),
        (("sizes", "green"), [1, 2], "sizes.green must list the sizes of 36 cards"),
        (("sizes", "pink"), [0] * 36, "sizes.pink.1 is a whole number from 1 to 9, not 0"),
        (("cards", "roofs"), [10, 99], "cards.roofs must list numbers from 1 to 36"),
        (("track", "start"), 22, "track.start is a whole number from 1 to 21, not 22"),
        (("rules", "hand"), "ten", "rules.hand is a whole number from 1 to 10, not 'ten'"),
        (("rules", "hand"), None, "rules.hand is a whole number from 1 to 10, not None"),
        (("rules", "advanced", "4"), 19, "rules.advanced.4: 19 numbers are too few for hands of 10"),
        (("solo", "out"), list(range(1, 33)), "solo.out leaves fewer than 5 cards"),
        (("track",), 21, "track is a table, not 21"),
    ],
)
def test_an_absurd_box_is_refused_in_one_line(path: tuple[str, ...], value: object, words: str) -> None:
    text: Any = printed("yadokarick")
    part = text
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(ValueError, match=words):
        fill("yadokarick", text)


def test_kinds_of_moves_do_not_overlap() -> None:
    starts = [s.PLAY, s.BUILD, s.MARKER, s.DRAW, s.PLACE, s.BANK, s.NO_BONUS, s.GIVE_UP]
    widths = [80, 80, 3, 2, 320, 80, 1, 4]
    assert [b - a for a, b in zip(starts, [*starts[1:], s.NUM_ACTIONS], strict=True)] == widths


@pytest.mark.parametrize("size", [1, 5, 40])
def test_the_highest_and_the_nth_of_a_set(size: int) -> None:
    rng = np.random.default_rng(size)
    for _ in range(50):
        chosen = sorted(int(n) for n in rng.choice(40, size, replace=False))
        as_set = sum(1 << n for n in chosen)
        assert s.highest(as_set) == chosen[-1]
        assert [s.nth(as_set, i) for i in range(size)] == chosen
        assert s.cards_in(s.PINK, as_set) == [s.NUMBERS + n for n in chosen]


def test_every_number_of_players_has_its_usual_way() -> None:
    usual = {n: GAME.resolve_mode(players=n)[0] for n in range(1, 8)}
    assert usual == {1: "solo", 2: "duel", 3: "main", 4: "main", 5: "main", 6: "main", 7: "main"}


@pytest.mark.parametrize(
    ("players", "variant", "words"),
    [(8, None, "1, 2, 3, 4, 5, 6 or 7 players, not 8"), (7, "advanced", "3, 4, 5 or 6 players, not 7"),
     (3, "duel", "2 players, not 3"), (4, "patience", "it has main, advanced, duel, solo")],
)  # fmt: skip
def test_an_impossible_mode_names_the_possible_ones(players: int, variant: str | None, words: str) -> None:
    with pytest.raises(ParseError, match=words):
        GAME.match(players, variant=variant)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"rounds": 0}, "rounds is a whole number from 1 to 40"), ({"colour": "blue"}, "one of green, pink"),
     ({"npc": "fourth"}, "one of second, third, first"), ({"first": "4"}, "first is one of random, 0, 1, 2, 3")],
)  # fmt: skip
def test_an_impossible_option_names_the_possible_ones(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ParseError, match=words):
        GAME.match(4, **options)


@pytest.mark.parametrize(("variant", "players"), [("main", 3), ("main", 7), ("duel", 2), ("solo", 1)])
def test_a_designers_box_at_the_limits_of_its_room_plays_on(variant: str, players: int, tmp_path: Path) -> None:
    text = (GAME.folder / "box.toml").read_text(encoding="utf-8")
    sizes = f"[{', '.join(str(9 - n % 9) for n in range(40))}]"
    head, _, rest = text.partition("[sizes]")
    rest = rest[rest.index("[track]") :]
    text = head.replace("numbers = 36", "numbers = 40").replace("roofs = [10, 20, 30]", "roofs = [5, 10, 15, 40]")
    text += f"[sizes]\ngreen = {sizes}\npink = {sizes}\n" + rest.replace("cards = 21", "cards = 40")
    text = text.replace("floors = 6", "floors = 7").replace("hand = 10", "hand = 9").replace("row = 5", "row = 4")
    path = tmp_path / "full.toml"
    path.write_text(text, encoding="utf-8")
    match = GAME.match(players, variant=variant, seed=1, box=path)
    assert match.box.hash != GAME.box.hash
    while not match.is_over:
        play_on(match, 7, seed=int(match.state.ply))
        assert GAME.view.violations(match.box.record, match.state) == []
    assert match.outcome is not None
    assert match.scene(None).svg().startswith("<svg")
