"""A match: playing, refusing, taking back, saving and loading."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import decapod
from decapod import IllegalMoveError, NotYourTurnError, ParseError, RulesVersionError
from decapod.core.game import OURS
from decapod.core.record import read_record
from decapod.core.replay import check_version


def played(moves: int, *, players: int = 2, seed: int = 7) -> decapod.Match:
    match = decapod.game("crab-stack").match(players, seed=seed)
    chance = random.Random(1)
    for _ in range(moves):
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)))
    return match


def test_a_move_can_be_given_as_a_move_its_number_or_its_text() -> None:
    matches = [decapod.game("crab-stack").match(2, seed=7) for _ in range(3)]
    move = matches[0].legal_moves(0)[0]
    for match, form in zip(matches, (move, move.id, move.text), strict=True):
        match.play(0, form)
    assert matches[0] == matches[1] == matches[2]
    assert str(move) == move.text
    assert "crab" in move.words


def test_the_same_seed_deals_the_same_game_and_another_another() -> None:
    game = decapod.game("crab-stack")
    assert game.match(2, seed=5) == game.match(2, seed=5)
    assert game.match(2, seed=5).state.tobytes() == game.match(2, seed=5).state.tobytes()
    assert game.match(2, seed=5) != game.match(2, seed=6)
    assert game.match(2) != game.match(2)


def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing() -> None:
    match = played(4)
    before = match.state.tobytes()
    player = match.to_act[0]
    with pytest.raises(IllegalMoveError) as refused:
        match.play(player, 0)
    assert refused.value.rule == "CS-13"
    assert refused.value.code == "wave.no_tie"
    with pytest.raises(NotYourTurnError, match=r"turn\. \[CS-3\]"):
        match.play(1 - player, match.legal_moves(player)[0])
    with pytest.raises(ParseError, match="is no move"):
        match.play(player, "Nf3")
    with pytest.raises(ParseError, match="no player 5"):
        match.play(5, 0)
    assert match.state.tobytes() == before
    assert len(match.moves) == 4


def test_why_not_tells_the_parameters_in_words() -> None:
    match = decapod.game("crab-stack").match(2, seed=1, first=0)
    for text in ("f4-f5", "f5-f6", "f4-e4", "e3-e4", "c2-c3", "b2-b3"):
        reason = match.why_not(0, text)
        assert reason is None or reason.words
    assert match.why_not(0, match.legal_moves(0)[0]) is None
    reason = match.why_not(0, "zz")
    assert reason is not None
    assert reason.code == "unreadable"
    rules = match.game.rules
    code = rules.ILLEGAL_REASONS.index(("land.too_big", "CS-6"))
    wrong = next(
        m for m in range(rules.NUM_ACTIONS) if rules.illegal_reason(match.box.record, match.state, 0, m) == code
    )
    too_big = match.why_not(0, wrong)
    assert too_big is not None
    assert too_big.rule == "CS-6"
    assert set(too_big.parameters) == {"crab", "below"}
    assert str(too_big).endswith("[CS-6]")


def test_when_it_is_over_nobody_may_move() -> None:
    match = played(0)
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    assert match.legal_moves(0) == []
    with pytest.raises(NotYourTurnError, match="over"):
        match.play(0, 0)
    assert match.outcome is not None
    assert match.places[match.outcome.winners[0]] == 1


def test_undo_needs_consent_after_ones_turn_and_then_takes_back_all_that_followed() -> None:
    match = decapod.game("crab-stack").match(2, seed=7)
    with pytest.raises(IllegalMoveError, match="no move"):
        match.undo(0)
    start = decapod.game("crab-stack").match(2, seed=7)
    match.play(0, match.legal_moves(0)[3])
    with pytest.raises(IllegalMoveError, match="consent"):
        match.undo(0)
    match.play(1, match.legal_moves(1)[0])
    match.undo(0, consent=True)
    assert match == start
    assert match.state.tobytes() == start.state.tobytes()
    match.play(0, match.legal_moves(0)[0])
    assert match.to_act == (1,)


def test_a_choice_after_a_tied_wave_is_still_ones_own_turn() -> None:
    for seed in range(400):
        match = decapod.game("crab-stack").match(2, seed=seed)
        chance = random.Random(seed)
        while not match.is_over and not match.state.ties:
            match.play(match.to_act[0], chance.choice(match.legal_actions(match.to_act[0])))
        if match.is_over:
            continue
        player = match.to_act[0]
        before = len(match.moves)
        assert {move.text.split()[0] for move in match.legal_moves(player)} == {"keep"}
        match.undo(player)  # no consent needed: the turn is not over
        assert len(match.moves) == before - 1
        assert match.to_act == (player,)
        return
    pytest.fail("no tied wave in 400 games")


def test_saving_and_loading_is_the_identity(tmp_path: Path) -> None:
    match = played(9, players=3)
    path = tmp_path / "a.decapod"
    match.save(path)
    again = decapod.load(path)
    assert again == match
    assert again.moves == match.moves
    assert again.dumps() == match.dumps()
    assert not list(tmp_path.glob("*.part"))
    header = path.read_text(encoding="utf-8").splitlines()
    assert header[0] == "decapod match 1"
    assert "players  3" in header


def edited(text: str, old: str, new: str) -> str:
    """Change a saved match and give it a check sum that fits, as a careful cheat would."""
    from decapod.core.record import _digest

    body, _, end = text.replace(old, new, 1).rpartition("\nend ")
    return f"{body}\nend {end.split()[0]} {_digest(body)}\n"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("game     crab-stack ", "game     crab-stack 9", "version 9"),
        ("game     crab-stack", "game     chess", "there is no game"),
        ("players  2", "players  7", "2, 3 or 4 players"),
        ("players  2", "players  two", "no number of players"),
        ("variant  a", "variant  z", "no variant"),
        ("option   first random", "option   first nobody", "first is one of"),
        ("option   ply_cap 500", "option   ply_cap -3", "whole number from 1"),
        ("option   ply_cap 500", "option   colour red", "no option"),
        ("secret   0000000000000000", "secret   0000000000000001", "seal does not fit"),
        ("secret   0000000000000000", "secret   xxxx000000000000", "is no secret"),
        ("seal     ", "sael     ", "lacks 'seal'"),
        ("box      printed ", "box      printed f", "another box"),
        ("1. 0 ", "1. 1 ", "not legal"),
        ("1. 0 ", "one 0 ", "is no move"),
        ("2. 1 ", "2. 0 ", "not legal"),
    ],
)
def test_an_edited_file_is_refused_in_one_line(old: str, new: str, says: str) -> None:
    text = played(4).dumps()
    assert old in text
    with pytest.raises(ParseError, match=says) as refused:
        decapod.loads(edited(text, old, new))
    assert "\n" not in str(refused.value)


def test_a_changed_truncated_or_foreign_file_is_refused(tmp_path: Path) -> None:
    text = played(4).dumps()
    with pytest.raises(ParseError, match="changed after it was saved"):
        decapod.loads(text.replace("2. 1", "2. 0"))
    with pytest.raises(ParseError, match="cut off"):
        decapod.loads(text[: len(text) // 2])
    with pytest.raises(ParseError, match="no Decapod match"):
        decapod.loads('[Event "F/S Return Match"]')
    with pytest.raises(ParseError, match="should have 9 moves"):
        decapod.loads(text.replace("end 4", "end 9"))
    with pytest.raises(ParseError, match="cannot read"):
        decapod.load(tmp_path / "none")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(ParseError, match="not a text file"):
        decapod.load(tmp_path / "binary")
    with pytest.raises(ParseError, match="cannot write"):
        played(1).save(tmp_path / "no" / "such" / "folder")
    assert decapod.loads(text.replace("\n", "\r\n")) == played(4)


def test_the_seal_is_the_hash_of_the_secret_and_gives_nothing_away() -> None:
    a, b = decapod.game("crab-stack").match(2, seed=1), decapod.game("crab-stack").match(2, seed=2)
    assert a.seed_hash != b.seed_hash
    assert len(a.seed_hash) == 64
    assert "0001" not in repr(a)


def test_the_position_after_any_move_can_be_looked_at() -> None:
    match = played(6)
    assert match.at_ply(6) == match
    assert match.at_ply(0).moves == []
    assert match.at_ply(3).state.ply == 3
    assert match.describe_events(None, 1)
    assert match.at_ply(0).describe_events() == []
    with pytest.raises(ParseError, match="no move 9"):
        match.at_ply(9)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"players": 1}, "is for 2, 3 or 4 players, not 1"),
        ({"players": 2, "variant": "c"}, "no variant 'c'; it has a, b"),
        ({"players": 2, "seed": -1}, "a seed is a whole number"),
        ({"players": 2, "seed": 1 << 128}, "a seed is a whole number"),
        ({"players": 2, "first": 2}, "first is one of random, 0, 1, not 2"),
        ({"players": 2, "ply_cap": "many"}, "ply_cap is a whole number from 1 to 10000"),
        ({"players": 2, "colour": 1}, "no option 'colour'; it has first, ply_cap, out"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_one_line(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(ParseError) as refused:
        decapod.game("crab-stack").match(**arguments)  # type: ignore[arg-type]
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("count = 3, steps = 3", "count = 3, steps = 4", "crabs.small.steps is a whole number from 1 to 3, not 4"),
        ("count = 3, steps = 3", "count = 99, steps = 3", "crabs.small.count"),
        ("count = 3, steps = 3", 'count = "x", steps = 3', "crabs.small.count"),
        ("count = 3, steps = 3", "steps = 3", "lacks crabs.small.count"),
        ("   B B B O", "   B B B X", "'X' is none of Y, B, O"),
        ("   B B B O", "   B B B", "has 8 O"),
        ("   B B B O", "    B B B O", "off the grid"),
        ("[boards]", "[bords]", "there is no bords; did you mean boards?"),
        ("[crabs]", "[crabs", "not valid TOML"),
    ],
)
def test_an_absurd_box_is_refused_in_one_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    game = decapod.game("crab-stack")
    text = (game.folder / "box.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "box.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ParseError) as refused:
        game.match(2, box=path)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(ParseError, match="cannot read the box"):
        game.load_box(tmp_path / "none.toml")


def test_a_designers_box_plays_and_is_kept_apart_from_the_printed_one(tmp_path: Path) -> None:
    game = decapod.game("crab-stack")
    text = (game.folder / "box.toml").read_text(encoding="utf-8")
    path = tmp_path / "slow.toml"
    path.write_text(text.replace("count = 3, steps = 3", "count = 3, steps = 1"), encoding="utf-8")
    match = game.match(2, seed=7, box=path)
    assert match.box.name == "slow"
    assert match.box.hash != game.box.hash
    match.play(match.to_act[0], match.legal_moves(match.to_act[0])[0])
    assert decapod.loads(match.dumps()) == match
    assert decapod.loads(match.dumps(), box=path) == match
    with pytest.raises(ParseError, match="another box"):
        decapod.loads(match.dumps(), box=game.box)


OLD_RECORDS = sorted((Path(__file__).parent / "golden" / "0.1.0").glob("*.txt"))


@pytest.mark.parametrize("path", OLD_RECORDS, ids=[path.stem for path in OLD_RECORDS])
def test_a_record_of_version_0_1_0_loads_and_its_moves_are_written_again_as_they_were(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = decapod.load(path)
    old, new = read_record(text), match.record()
    assert new.moves == old.moves
    assert len(new.moves) >= 19
    assert old.options.items() <= new.options.items()


def test_there_is_an_old_record_of_every_variant() -> None:
    modes = {f"{name}-{variant}" for name in OURS for variant in decapod.game(name).variants}
    assert {path.stem for path in OLD_RECORDS} == modes


def of_version(version: int, text: str) -> str:
    """Make the record of a match one of another version of its rules."""
    game = read_record(text).game
    return edited(text, f"game     {game} {decapod.game(game).version}\n", f"game     {game} {version}\n")


def test_a_record_of_older_rules_is_a_match_if_all_its_moves_are_legal_still() -> None:
    match = played(9)
    assert decapod.loads(of_version(0, match.dumps())) == match


def test_a_record_of_older_rules_needs_no_option_that_is_new() -> None:
    match = played(9)
    assert decapod.loads(of_version(0, edited(match.dumps(), "option   ply_cap 500\n", ""))) == match


def test_a_record_of_older_rules_in_the_printed_box_takes_it_as_it_is_now(tmp_path: Path) -> None:
    """A fingerprint is of the numbers as one version lays them out, so it says nothing about another's."""
    match = played(9)
    text = edited(match.dumps(), match.box.hash, "0123456789abcdef")
    assert decapod.loads(of_version(0, text)) == match
    with pytest.raises(ParseError, match="another box"):
        decapod.loads(text)
    with pytest.raises(ParseError, match="another box"):
        decapod.loads(of_version(0, edited(text, "printed", "mine")))


def test_a_record_of_older_rules_that_no_longer_fits_says_so_in_one_line_and_is_whole() -> None:
    text = of_version(0, edited(played(4).dumps(), "2. 1 ", "2. 0 "))
    with pytest.raises(
        RulesVersionError, match=r"version 0 of the rules of Crab Stack.*move 2 .* is not legal"
    ) as refused:
        decapod.loads(text)
    assert refused.value.code == "rules.outdated"
    assert refused.value.text == text
    assert "\n" not in str(refused.value)
    with pytest.raises(RulesVersionError, match=r"version 0 des règles.*le coup 2 .* n'est pas permis : C'est le tour"):
        decapod.loads(text, language="fr")


def test_a_match_that_went_on_after_what_is_now_a_draw_is_outdated() -> None:
    """Version 1 of Crab Stack missed a third occurrence of a position 80 moves apart, and this one went on."""
    path = Path(__file__).parent / "golden" / "0.1.0" / "outdated" / "crab-stack.txt"
    with pytest.raises(RulesVersionError, match=r"version 1 of the rules of Crab Stack.*The game is over") as refused:
        decapod.load(path)
    assert refused.value.text == path.read_text(encoding="utf-8")


def test_a_record_of_older_rules_with_an_option_that_is_gone_is_outdated() -> None:
    with pytest.raises(RulesVersionError, match="no option 'speed'"):
        decapod.loads(of_version(0, edited(played(4).dumps(), "option   ply_cap 500", "option   speed 5")))


def test_a_damaged_record_of_older_rules_is_damaged_and_not_outdated() -> None:
    for old, new in (("1. 0 ", "one 0 "), ("secret   0000", "secret   0001"), ("players  2", "players  two")):
        with pytest.raises(ParseError):
            decapod.loads(of_version(0, edited(played(4).dumps(), old, new)))


def test_a_record_says_how_the_match_ended_and_that_is_checked() -> None:
    match = decapod.game("crab-stack").match(2, seed=7, ply_cap=3)
    assert match.record().outcome == {}
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    text = match.dumps()
    assert match.record().outcome == {"ending": "ply_cap", "places": "1 1", "points": " ".join(map(str, match.points))}
    assert decapod.loads(text) == match
    other = edited(text, "places   1 1", "places   1 2")
    with pytest.raises(ParseError, match="does not end as its header says"):
        decapod.loads(other)
    with pytest.raises(RulesVersionError, match="does not end as its header says"):
        decapod.loads(of_version(0, other))


def test_a_stored_match_of_another_version_is_not_to_be_replayed() -> None:
    game = decapod.game("crab-stack")
    check_version(game, game.version)
    with pytest.raises(RulesVersionError, match="kept as a record") as refused:
        check_version(game, 0)
    assert refused.value.text == ""
    with pytest.raises(RulesVersionError, match="gardée telle quelle"):
        check_version(game, 0, game.translator("fr"))


@pytest.mark.parametrize("at", [-1, 10**15])
def test_a_move_is_made_at_a_time_that_a_record_can_hold(at: int) -> None:
    """A match with a move before its start was saved, and could not be loaded."""
    match = played(2)
    with pytest.raises(ParseError, match="at is a whole number of milliseconds from 0 to 999999999999999, not"):
        match.play(match.to_act[0], match.legal_moves(match.to_act[0])[0], at)
    assert len(match.moves) == 2


def test_words_of_another_game_are_refused_before_anything_is_done() -> None:
    match, words = played(0), decapod.game("crabs").translator()
    with pytest.raises(ParseError, match="these are not the words of crab-stack"):
        match.play(0, match.legal_moves(0)[0], words=words)
    assert match.moves == []
    with pytest.raises(ParseError, match="these are not the words of crab-stack"):
        match.scene(0, words=words)


def test_only_legal_moves_are_described() -> None:
    match = played(0)
    with pytest.raises(ParseError, match="player 1 has no legal move 748"):
        match.describe_move(1, 748)


# --- worked examples ----------------------------------------------------------------------------------------


def test_a_table_can_be_laid_as_an_example_wants_it() -> None:
    match = decapod.game("crab-stack").match(2, seed=1)
    match.set_up_example({"stacks": {"e3": "1S", "e4": "0L", "e5": "1M"}, "turn": 0})
    assert [move.text for move in match.legal_moves(0)] == ["e4-e3", "e4-e5"]
    match.play(0, "e4-e3")
    assert match.outcome is not None
    with pytest.raises(ParseError, match="it has no record"):
        match.dumps()


def test_a_table_is_laid_before_the_first_move_and_in_words_of_its_game() -> None:
    """Laid later it had moves without tables."""
    match = played(1)
    with pytest.raises(ParseError, match="before the first move"):
        match.set_up_example({"stacks": {"e3": "1S"}, "turn": 0})
    with pytest.raises(ParseError, match="cannot be laid so: KeyError: 'stacks'"):
        played(0).set_up_example({})


def test_what_was_listed_as_legal_is_legal_for_that_player_in_that_position_only(crab_stack: decapod.Game) -> None:
    match = crab_stack.match(players=2, seed=7)
    listed = match.legal_actions(0)
    with pytest.raises(NotYourTurnError):
        match.play(1, listed[0])
    match.play(0, listed[0])
    match.play(1, match.legal_actions(1)[0])
    stale = next(move for move in listed if move not in match.legal_actions(0))
    with pytest.raises(IllegalMoveError):
        match.play(0, stale)


def lost_alone() -> decapod.Match:
    """Play Yadokarick alone, by the first legal move each time: that stays far below the target."""
    match = decapod.game("yadokarick").match(1, variant="solo", seed=4)
    while not match.is_over:
        match.play(0, match.legal_actions(0)[0])
    return match


def test_an_outcome_says_what_it_is_for_each_player() -> None:
    """Bug: a game for one that was lost was a win for all who looked at `winners`."""
    alone = lost_alone().outcome
    assert alone is not None
    assert (alone.code, alone.winners, alone.player_results) == ("short", (0,), ("loss",))
    drawn = decapod.game("crab-stack").match(2, seed=7, ply_cap=3)
    while not drawn.is_over:
        drawn.play(drawn.to_act[0], drawn.legal_actions(drawn.to_act[0])[0])
    assert drawn.outcome is not None
    assert drawn.outcome.player_results == ("draw", "draw")
    game = decapod.game("crab-stack")
    assert game.player_results("last_mover", [1], 3) == ["loss", "win", "loss"]
    assert decapod.game("yadokarick").player_results("beaten", [0], 1) == ["win"]
