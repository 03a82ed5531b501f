"""What a move does, why it is refused, and what it did, in words."""

from __future__ import annotations

import random

import decapod
from decapod.games.oh_crab import narration
from decapod.games.oh_crab import state as s
from tests.games.oh_crab.position import (
    AHEAD,
    CHEF,
    DRAW,
    END,
    LEFT,
    MAIN,
    PATH,
    PLACE_LEFT,
    REST,
    SPECIAL,
    WORDS,
    Race,
    card,
    go,
    middle,
    tile,
)


def describe(race: Race, move: int) -> str:
    """Say what a move of whoever is awaited does."""
    return WORDS(narration.describe_move(race.box, race.state, race.to_act[0], move))


def narrate(race: Race, move: int, player: int | None = None, viewer: int = -1) -> list[str]:
    """Make a move and tell what it did."""
    before, who = race.state.copy(), race.to_act[0] if player is None else player
    race.play(move, player=who)
    return [WORDS(event) for event in narration.narrate(race.box, before, who, move, race.state, viewer)]


def explain(race: Race, move: int) -> str:
    """Say why a move of whoever is awaited is refused."""
    reason = race.match.why_not(race.to_act[0], move)
    assert reason is not None
    return reason.words


# --- what a move does, and why it is refused --------------------------------------------------------------


def test_a_step_says_whom_it_pushes_and_a_push_where_to() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 8)
    race.begin(0, "jump_aside1")
    race.play(MAIN)
    assert describe(race, go(0, LEFT)) == "Coral goes to c8 (sand)."
    assert describe(race, go(0, AHEAD)) == "Coral goes to d9 (sand) and pushes Blue."
    race.play(go(0, AHEAD))
    assert describe(race, go(1, LEFT)) == "Push Blue to c9 (shell)."


def test_left_and_right_say_what_they_mean_now() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.begin(0, "sideways3")
    race.play(SPECIAL, card("S2"))
    assert describe(race, PLACE_LEFT) == "Use the left half: diagonal."
    race = Race()
    race.stand(0, 3, 7, down=True)
    race.begin(0, "slide1")
    race.play(SPECIAL, card("S2"))
    assert describe(race, PLACE_LEFT) == "Give up the forward move to get up."
    race = Race()
    race.plan("S1")
    assert describe(race, PLACE_LEFT) == "Start your sequence with the card."
    assert describe(race, REST) == "Rest: take a card of the market, and all played cards but one back."


def test_the_prompt_asks_for_no_action_where_none_is_left() -> None:
    race = Race()
    for shells, expected in ((0, "no action left"), (3, "pay shells for a shell action, or end")):
        race.begin(0, shells=shells)
        assert expected in WORDS(narration.prompt(race.box, race.state, 0))
    race.begin(0, chef=0)
    assert "use your actions" in WORDS(narration.prompt(race.box, race.state, 0))


def test_the_prompt_says_what_a_card_is_discarded_for() -> None:
    race = Race()
    race.stand(0, 3, 8)
    race.begin(0, "slant3")
    race.hold(0, "S1", "S2")
    race.play(MAIN, go(0, AHEAD))
    assert race.to_act == [0]
    assert WORDS(narration.prompt(race.box, race.state, 0)) == "The sandcastle costs a card: discard one of your hand."


def test_every_refusal_has_words_that_fit() -> None:
    """Along games of chance every reason that comes up can be said, in both languages, without a gap left."""
    game = decapod.game("oh-crab")
    codes: set[str] = set()
    languages = [game.translator(language) for language in ("en", "fr")]
    for seed in range(3):
        chance = random.Random(seed)
        for moves in range(0, 500, 3):
            match = middle(4, moves, seed)
            player = match.to_act[0]
            for move in chance.sample(range(s.NUM_ACTIONS), 12):
                code = game.rules.illegal_reason(match.box.record, match.state, player, move)
                if code:
                    gaps = narration.refusal_parameters(match.box.record, match.state, player, move, code)
                    for words in languages:
                        text = words(game.rules.ILLEGAL_REASONS[code][0], **gaps)
                        assert "{" not in text
                    codes.add(game.rules.ILLEGAL_REASONS[code][0])
    assert len(codes) > 15


def test_refusals_name_what_is_in_the_way() -> None:
    race = Race()
    race.stand(0, 3, 8)
    race.begin(0, "slant3")
    race.hold(0)
    race.play(MAIN)
    assert explain(race, go(0, AHEAD)).startswith("On d10 is a sandcastle")
    race = Race()
    race.stand(0, 1, 4)
    race.begin(0, "S1")
    race.hold(0, "S1", "slant3")
    assert explain(race, PATH) == (
        "The shortcut costs 2 cards of your hand with the purple symbol for any direction in the middle; you have 1."
    )


def test_an_action_that_would_do_nothing_says_what_bars_its_ways_or_what_it_lacks() -> None:
    race = Race()
    race.stand(0, 2, 16)
    race.show_tiles("faster", "still_standing")
    race.begin(0, "S1", shells=2)
    race.hold(0)
    why = "That would do nothing now: the sandcastle on c18 costs a card, and you would have none."
    assert explain(race, tile("faster")) == explain(race, MAIN) == why
    assert explain(race, tile("still_standing")) == "That would do nothing now: you have no discards."
    race.begin(0, "faster1")
    race.hold(0, "S2")
    assert explain(race, SPECIAL) == why, "its own card is paid first"
    race = Race()
    race.stand(0, 0, 4)
    race.begin(0, chef=0)
    race.hold(0)
    assert explain(race, CHEF) == "That would do nothing now: b6 is inaccessible."


# --- what a move did --------------------------------------------------------------------------------------


def test_moves_falls_and_shells_are_told() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 8)
    race.begin(0, "S1")
    assert narrate(race, MAIN) == ["Coral uses forward."]
    assert narrate(race, go(0, AHEAD)) == ["Coral: d8 to d9 (sand).", "Blue is knocked over."]
    assert narrate(race, go(1, LEFT)) == ["Blue: d9 to c9 (shell).", "Blue takes a shell."]


def test_a_plan_is_told_to_its_player_only() -> None:
    for viewer, text in ((1, "Blue plans the diagonal card."), (0, "Blue plans a card."), (-1, "Blue plans a card.")):
        assert narrate(Race(), card("S3"), player=1, viewer=viewer) == [text]


def test_a_blind_card_is_told_to_its_player_only() -> None:
    events: dict[int, list[str]] = {}
    for viewer in (-1, 0, 2):
        race = Race()
        race.plan("S1")
        race.play(REST)
        events[viewer] = narrate(race, DRAW, viewer=viewer)
    assert events[0][0].startswith("Coral draws the ")
    assert events[2][0] == events[-1][0] == "Coral draws a card."


def test_the_sea_and_the_next_round_are_told() -> None:
    race = Race()
    race.stand(2, 3, 18)
    race.stand(0, 3, 5)
    race.begin(2, "S1", chef=0)
    race.play(MAIN)
    assert narrate(race, go(2, AHEAD))[0] == "Gold reaches the sea from d19!"
    race = Race()
    race.begin(2, "S1", chef=0)
    assert narrate(race, END) == ["Gold ends the turn.", "Round 2: Gold, farthest from the sea, has the chef."]
