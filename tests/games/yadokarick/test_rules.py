"""The rules of Yadokarick, sentence by sentence, and every worked example of its rulebook."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decapod.engine import bits, dice, records
from decapod.games.yadokarick import cards, deal, house, modes, moves, rules, solo
from decapod.games.yadokarick import trick as tricks

BOX_FILE = Path(rules.__file__).with_name("box.toml")
PRINTED = tomllib.loads(BOX_FILE.read_text(encoding="utf-8"))
MAIN, ADVANCED, DUEL, SOLO = modes.MAIN, modes.ADVANCED, modes.DUEL, modes.SOLO
NPC = modes.NPC


def filled(printed: dict[str, Any]) -> Any:
    """Fill a box."""
    made = records.blank(records.widened(rules.Box))
    rules.fill(made, printed)
    return made


BOX = filled(PRINTED)


def card(text: str) -> int:
    """Turn g25 into a card."""
    return "gp".index(text[0]) * cards.NUMBERS + int(text[1:]) - 1


def written(number: int) -> str:
    """Turn a card into g25."""
    return f"{'gp'[cards.colour_of(number)]}{cards.number_of(number)}"


def dealt(players: int, variant: int = MAIN, seed: int = 1, **options: str | int) -> Any:
    """Deal a game; player 0 leads unless told otherwise."""
    table = records.blank(records.widened(rules.Table))
    dice.load(table.dice, seed, 2, 3, 4)
    values = {"first": "0", **options}
    chosen = [o.number(values.get(o.name, o.default), players) for o in rules.OPTIONS]
    rules.setup(BOX, table, players, variant, np.array(chosen))
    return table


def give(table: Any, *hands: str) -> None:
    """Replace the hands: "g25 p8" for each player."""
    for player, hand in enumerate(hands):
        table.hands[player] = 0
        for text in hand.split():
            table.hands[player, cards.colour_of(card(text))] |= cards.bit_of(card(text))


def hand(table: Any, player: int) -> list[str]:
    """Read a hand."""
    return [written(c) for c in range(cards.CARDS) if int(table.hands[player, cards.colour_of(c)]) & cards.bit_of(c)]


def play(table: Any, player: int, move: int) -> None:
    """Make a move that is legal."""
    assert rules.refusal(BOX, table, player, move) == 0, reason(table, player, move)
    rules.play(BOX, table, player, move)


def reason(table: Any, player: int, move: int) -> str:
    """Say why a move is refused."""
    return rules.REASONS[rules.refusal(BOX, table, player, move)][0]


def trick(table: Any, *played: str, lead: int = 0) -> None:
    """Give everyone one more card and play them in order."""
    for i, text in enumerate(played):
        player = (lead + i) % table.players
        table.hands[player, cards.colour_of(card(text))] |= cards.bit_of(card(text))
        play(table, player, card(text))


def build_house(table: Any, seat: int, *floors: str) -> None:
    """Put cards on a house, as if won before."""
    for text in floors:
        tricks.build(BOX, table, seat, card(text))


def floors(table: Any, seat: int) -> list[str]:
    """Read a house from the body up."""
    pile = int(table.houses[seat])
    return [written(house.card_at(pile, i)) for i in range(house.height(pile))]


def legal(table: Any, player: int = 0) -> list[int]:
    """List the legal moves."""
    found = np.zeros(rules.WIDEST, np.int64)
    return [int(m) for m in found[: rules.legal(BOX, table, player, found)]]


def awaited(table: Any) -> list[int]:
    """List who may act."""
    return [p for p in range(table.players) if table.awaiting >> p & 1]


def standing(table: Any) -> list[int]:
    """List the places."""
    out = np.zeros(7, np.int64)
    rules.places(BOX, table, out)
    return out[: table.players].tolist()


def scores(table: Any) -> list[int]:
    """List the points."""
    out = np.zeros(7, np.int64)
    rules.points(BOX, table, out)
    return out[: table.players].tolist()


def finish_round(table: Any) -> None:
    """Play whatever comes first until the next deal, or the end."""
    finished = int(table.finished)
    while table.awaiting and table.finished == finished:
        player = awaited(table)[0]
        choices = legal(table, player)
        play(table, player, moves.STAY if moves.STAY in choices else choices[0])


# --- the cards and the deal -------------------------------------------------------------------------------


@pytest.mark.rule("YD-1")
def test_each_colour_has_36_numbers_and_72_of_size() -> None:
    assert BOX.numbers == 36
    assert BOX.sizes.sum(axis=1).tolist() == [72, 72]
    assert [cards.size_of(BOX, card(f"g{n}")) for n in range(1, 10)] == [1, 2, 1, 3, 1, 2, 3, 1, 4]
    assert all(BOX.sizes[0, n] == BOX.sizes[1, n] == BOX.sizes[0, n % 9] for n in range(36))


@pytest.mark.rule("YD-1")
@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("cards", "numbers"), 41, "cards.numbers must be a whole number from 1 to 40"),
        (("sizes", "green"), [1, 2], "sizes.green must list the sizes of 36 cards"),
        (("sizes", "pink"), [0] * 36, "the size of number 1 is not from 1 to 9"),
        (("cards", "roofs"), [10, 99], "cards.roofs must list numbers from 1 to 36"),
        (("track", "start"), 22, "track.start must be a whole number from 1 to 21"),
        (("rules", "hand"), "ten", "rules.hand must be a whole number"),
        (("rules", "advanced", "4"), 19, "19 numbers are too few for hands of 10"),
        (("solo", "out"), list(range(1, 33)), "solo.out leaves fewer than 5 cards"),
        (("track",), 21, "the box has no [track]"),
    ],
)
def test_an_absurd_box_is_refused_in_one_line(path: tuple[str, ...], value: object, words: str) -> None:
    printed: Any = copy.deepcopy(PRINTED)
    part = printed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(ValueError, match=words.replace("[", r"\[")):
        filled(printed)


@pytest.mark.rule("YD-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_everyone_gets_ten_cards_and_the_marker_starts_on_11(players: int) -> None:
    table = dealt(players)
    hands = [hand(table, p) for p in range(players)]
    assert [len(h) for h in hands] == [10] * players
    assert len({text for h in hands for text in h}) == 10 * players
    assert table.marker == 11
    assert not table.houses.any()


@pytest.mark.rule("YD-2")
@pytest.mark.parametrize(("colour", "letter"), [("green", "g"), ("pink", "p")])
def test_three_players_use_one_colour(colour: str, letter: str) -> None:
    table = dealt(3, colour=colour)
    assert {text[0] for p in range(3) for text in hand(table, p)} == {letter}


@pytest.mark.rule("YD-2")
def test_four_players_use_both_colours() -> None:
    assert {text[0] for p in range(4) for text in hand(dealt(4), p)} == {"g", "p"}


@pytest.mark.rule("YD-2")
def test_every_card_is_as_likely_as_any_other_to_be_dealt() -> None:
    deck, deals = np.arange(10), 4000
    chance = np.zeros(dice.LENGTH, np.int64)
    dice.load(chance, 1, 2, 3, 4)
    counts = np.zeros((10, 10))
    for _ in range(deals):
        deck[:] = range(10)
        deal.mix(chance, deck, 10, 6)
        assert sorted(deck) == list(range(10))
        counts[np.arange(6), deck[:6]] += 1
    expected = deals / 10
    assert (abs(counts[:6] - expected) < 5 * np.sqrt(expected)).all()


@pytest.mark.rule("YD-3")
@pytest.mark.parametrize("first", [0, 1, 3])
def test_the_first_trick_is_led_by_the_one_agreed_on_and_the_next_round_by_the_next(first: int) -> None:
    table = dealt(4, first=str(first), rounds=2)
    assert awaited(table) == [first]
    finish_round(table)
    assert awaited(table) == [(first + 1) % 4]


@pytest.mark.rule("YD-3")
def test_by_chance_everyone_may_lead() -> None:
    assert {awaited(dealt(5, first="random", seed=seed))[0] for seed in range(60)} == {0, 1, 2, 3, 4}


@pytest.mark.rule("YD-3")
def test_a_new_round_clears_the_houses_and_puts_the_marker_back() -> None:
    table = dealt(4, rounds=2)
    build_house(table, 2, "g30")
    table.marker = 3
    finish_round(table)
    assert (table.finished, table.marker, table.tricks, table.closed) == (1, 11, 0, 0)
    assert not table.houses.any()
    assert not table.built.any()
    assert not table.lost.any()
    assert [len(hand(table, p)) for p in range(4)] == [10] * 4
    assert not table.seen.any()


@pytest.mark.rule("YD-3")
def test_the_number_of_rounds_is_what_was_agreed() -> None:
    table = dealt(4, rounds=2)
    finish_round(table)
    assert table.awaiting
    finish_round(table)
    assert table.awaiting == 0
    assert rules.ENDINGS[rules.ending(BOX, table)] == "rounds"


# --- tricks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-4")
def test_any_card_of_the_hand_may_be_played_whatever_was_led() -> None:
    table = dealt(4)
    give(table, "g1 g25", "g2 p8", "g17 p30", "p29")
    play(table, 0, card("g25"))
    assert legal(table, 1) == [card("g2"), card("p8")]
    assert reason(table, 1, card("p29")) == "card.not_in_hand"
    assert reason(table, 2, card("g17")) == "turn.not_yours"
    assert reason(table, 1, rules.MOVES) == "move.unknown"


@pytest.mark.rule("YD-4")
def test_play_goes_clockwise_from_the_leader() -> None:
    table = dealt(4, first="2")
    order = []
    for _ in range(4):
        order += awaited(table)
        play(table, order[-1], legal(table, order[-1])[0])
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("YD-5", "YD-9")
def test_the_example_trick_of_four_players() -> None:
    table = dealt(4)
    trick(table, "g25", "p8", "g17", "p29")
    assert awaited(table) == [1]
    assert legal(table, 1) == [moves.LEFT, moves.STAY, moves.RIGHT]
    assert reason(table, 1, card("g1")) == "marker.first"
    play(table, 1, moves.LEFT)
    assert table.marker == 10
    assert [floors(table, p) for p in range(4)] == [["g25"], [], [], ["p29"]]
    assert awaited(table) == [1]


@pytest.mark.rule("YD-5")
@pytest.mark.parametrize(("move", "target"), [(moves.LEFT, 10), (moves.STAY, 11), (moves.RIGHT, 12)])
def test_the_marker_moves_one_card_or_stays(move: int, target: int) -> None:
    table = dealt(4)
    assert reason(table, 0, move) == "marker.not_now"
    trick(table, "g25", "p8", "g17", "p29")
    play(table, 1, move)
    assert table.marker == target


@pytest.mark.rule("YD-5")
@pytest.mark.parametrize(
    ("at", "allowed", "refused"),
    [(1, [moves.STAY, moves.RIGHT], moves.LEFT), (21, [moves.LEFT, moves.STAY], moves.RIGHT)],
)
def test_the_marker_stays_on_the_track(at: int, allowed: list[int], refused: int) -> None:
    table = dealt(4)
    table.marker = at
    trick(table, "g25", "p8", "g17", "p29")
    assert legal(table, 1) == allowed
    assert reason(table, 1, refused) == "marker.at_end"


@pytest.mark.rule("YD-6", "YD-7")
@pytest.mark.parametrize("lead", [0, 1, 2, 3])
def test_of_two_lowest_the_earlier_moves_the_marker_first_and_the_later_leads(lead: int) -> None:
    table = dealt(4, first=str(lead))
    trick(table, "g9", "p3", "g20", "g3", lead=lead)
    earlier, later = (lead + 1) % 4, (lead + 3) % 4
    assert awaited(table) == [earlier]
    play(table, earlier, moves.RIGHT)
    assert awaited(table) == [later]
    assert table.marker == 12
    play(table, later, moves.STAY)
    assert table.marker == 12
    assert awaited(table) == [later]
    assert table.lead == later


@pytest.mark.rule("YD-7")
def test_the_lowest_leads_the_next_trick_even_if_the_marker_stayed() -> None:
    table = dealt(4)
    trick(table, "g25", "p28", "g7", "p29")
    play(table, 2, moves.STAY)
    assert awaited(table) == [2]


@pytest.mark.rule("YD-8")
def test_with_three_players_the_highest_takes_all_three_cards() -> None:
    table = dealt(3)
    trick(table, "g3", "g36", "g5")
    play(table, 0, moves.STAY)
    play(table, 1, moves.BUILD + card("g36"))
    assert floors(table, 1) == ["g36", "g3", "g5"]
    assert floors(table, 0) == floors(table, 2) == []
    assert awaited(table) == [0]


@pytest.mark.rule("YD-9")
def test_the_example_trick_of_six_players() -> None:
    table = dealt(6)
    trick(table, "p9", "g14", "p26", "g22", "g31", "p17")
    assert awaited(table) == [0]
    play(table, 0, moves.RIGHT)
    assert floors(table, 2) == ["p9"]
    assert table.built[2] == 4
    assert floors(table, 4) == ["g22", "g31"]
    assert table.built[4] == 6
    assert [floors(table, p) for p in (0, 1, 3, 5)] == [[], [], [], []]


@pytest.mark.rule("YD-9")
def test_a_lone_card_of_a_colour_wins_itself_and_may_move_the_marker_too() -> None:
    table = dealt(4)
    trick(table, "g25", "p1", "g17", "g29")
    play(table, 1, moves.LEFT)
    assert floors(table, 1) == ["p1"]
    assert floors(table, 3) == ["g25"]
    assert table.marker == 10


@pytest.mark.rule("YD-9")
def test_a_colour_nobody_played_wins_nothing() -> None:
    table = dealt(4)
    trick(table, "g25", "g1", "g17", "g29")
    play(table, 1, moves.STAY)
    assert [len(floors(table, p)) for p in range(4)] == [0, 0, 0, 1]


# --- building ---------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-10")
def test_with_three_players_the_winner_chooses_the_order() -> None:
    table = dealt(3)
    trick(table, "g4", "g36", "g11")
    play(table, 0, moves.STAY)
    assert awaited(table) == [1]
    assert legal(table, 1) == [moves.BUILD + card(text) for text in ("g4", "g11", "g36")]
    assert reason(table, 1, card("g1")) == "build.first"
    assert reason(table, 1, moves.BUILD + card("g5")) == "build.not_won"
    assert reason(table, 1, moves.BUILD + card("p4")) == "build.not_won"
    play(table, 1, moves.BUILD + card("g36"))
    play(table, 1, moves.BUILD + card("g4"))
    assert floors(table, 1) == ["g36", "g4", "g11"]
    assert awaited(table) == [0]
    assert reason(table, 0, moves.BUILD + card("g4")) == "build.not_now"


@pytest.mark.rule("YD-10")
def test_cards_of_one_size_go_up_in_ascending_order_without_asking() -> None:
    table = dealt(3)
    trick(table, "g19", "g35", "g5")
    play(table, 2, moves.STAY)
    assert floors(table, 1) == ["g5", "g19", "g35"]
    assert awaited(table) == [2]


@pytest.mark.rule("YD-10")
def test_the_choice_ends_when_the_rest_has_one_size() -> None:
    table = dealt(3)
    trick(table, "g19", "g36", "g5")
    play(table, 2, moves.STAY)
    play(table, 1, moves.BUILD + card("g36"))
    assert floors(table, 1) == ["g36", "g5", "g19"]


@pytest.mark.rule("YD-11")
def test_two_cards_too_many_make_the_two_nearest_the_body_fall() -> None:
    table = dealt(4)
    build_house(table, 0, "g1", "g2", "g4", "g6", "g7", "g9")
    assert (table.built[0], table.fallen[0]) == (15, 0)
    trick(table, "g27", "p2", "p3", "g18")
    play(table, 1, moves.STAY)
    assert floors(table, 0) == ["g4", "g6", "g7", "g9", "g18", "g27"]
    assert (table.fallen[0], table.lost[0], table.built[0]) == (2, 3, 20)


@pytest.mark.rule("YD-11")
def test_a_roof_makes_a_card_fall_too() -> None:
    table = dealt(4)
    build_house(table, 3, "g1", "g2", "g4", "g6", "g7", "g9", "g30")
    assert floors(table, 3) == ["g2", "g4", "g6", "g7", "g9", "g30"]
    assert (table.fallen[3], table.lost[3]) == (1, 1)


@pytest.mark.rule("YD-12")
def test_the_example_of_a_roof_that_settles_a_house_at_seven() -> None:
    table = dealt(4)
    build_house(table, 0, "p4", "p5", "g11", "g10")
    assert table.built[0] == 7
    trick(table, "g36", "p2", "p3", "g1")
    play(table, 3, moves.STAY)
    assert floors(table, 0) == ["p4", "p5", "g11", "g10"]
    assert (table.built[0], table.fallen[0], table.lost[0]) == (7, 0, 0)


@pytest.mark.rule("YD-12", "YD-10")
def test_a_roof_won_with_other_cards_goes_on_last() -> None:
    table = dealt(3)
    trick(table, "g4", "g20", "g11")
    play(table, 0, moves.STAY)
    assert legal(table, 1) == [moves.BUILD + card("g4"), moves.BUILD + card("g11")]
    assert reason(table, 1, moves.BUILD + card("g20")) == "build.roof_last"
    play(table, 1, moves.BUILD + card("g11"))
    assert floors(table, 1) == ["g11", "g4", "g20"]
    assert table.built[1] == 7
    assert table.closed >> 1 & 1


@pytest.mark.rule("YD-12")
def test_a_roof_among_cards_of_one_size_goes_on_last_too() -> None:
    table = dealt(4)
    trick(table, "g28", "p2", "g10", "g12")
    play(table, 1, moves.STAY)
    assert floors(table, 0) == ["g12", "g28", "g10"]


@pytest.mark.rule("YD-12")
def test_whoever_gets_the_roof_is_closed_not_whoever_played_it() -> None:
    table = dealt(4)
    trick(table, "g20", "p1", "g29", "p3")
    play(table, 1, moves.STAY)
    assert floors(table, 2) == ["g29", "g20"]
    assert (table.closed >> 2 & 1, table.closed & 1) == (1, 0)


@pytest.mark.rule("YD-12")
def test_with_three_players_a_closed_winner_is_not_asked_for_an_order() -> None:
    table = dealt(3)
    build_house(table, 1, "g10")
    trick(table, "g4", "g36", "g11")
    play(table, 0, moves.STAY)
    assert floors(table, 1) == ["g10"]
    assert awaited(table) == [0]


# --- scoring ----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-13", "YD-14")
def test_the_three_example_scores() -> None:
    table = dealt(3)
    table.marker = 8
    for player, (size, lost) in enumerate([(4, 0), (8, 0), (15, 7)]):
        table.built[player], table.lost[player] = size, lost
    assert [tricks.round_points(BOX, table, p) for p in range(3)] == [4, 13, -14]
    assert scores(table) == [4, 13, -14]
    assert standing(table) == [2, 1, 3]


@pytest.mark.rule("YD-13")
def test_no_house_is_worth_nothing() -> None:
    assert scores(dealt(5)) == [0] * 5


@pytest.mark.rule("YD-14")
def test_fallen_cards_cost_their_size_even_on_target() -> None:
    table = dealt(3)
    table.built[0], table.lost[0], table.marker = 11, 4, 11
    assert tricks.round_points(BOX, table, 0) == 12


@pytest.mark.rule("YD-13", "YD-15")
def test_the_last_trick_scores_the_round_and_rounds_add_up() -> None:
    table = dealt(4, rounds=2)
    table.tricks = 9
    give(table, "", "", "", "")
    table.totals[:4] = [5, 0, 0, -2]
    build_house(table, 1, "g9", "g18", "g22")
    trick(table, "p4", "g5", "p36", "g8")
    play(table, 0, moves.STAY)
    # g8 takes g5 and g8, p36 takes itself, blue's house is on the target of 11.
    assert table.totals[:4].tolist() == [5, 16, 4, 0]
    assert table.finished == 1


@pytest.mark.rule("YD-15")
def test_players_with_as_many_points_share_their_place() -> None:
    table = dealt(4)
    table.totals[:4] = [7, 9, 9, 7]
    assert standing(table) == [3, 1, 1, 3]
    table.totals[:4] = [7, 9, 8, 10]
    assert standing(table) == [4, 2, 3, 1]


@pytest.mark.rule("YD-15")
def test_after_the_last_round_points_are_the_totals_alone() -> None:
    table = dealt(4, rounds=1)
    finish_round(table)
    assert scores(table) == table.totals[:4].tolist()
    assert any(scores(table))


@pytest.mark.rule("YD-16")
@pytest.mark.parametrize(("players", "highest", "colours"), [(3, 30, "g"), (4, 20, "gp"), (5, 25, "gp"), (6, 30, "gp")])
def test_the_advanced_game_deals_every_card_of_its_deck(players: int, highest: int, colours: str) -> None:
    table = dealt(players, ADVANCED)
    held = sorted(card(text) for p in range(players) for text in hand(table, p))
    assert held == [card(f"{c}{n}") for c in colours for n in range(1, highest + 1)]


@pytest.mark.rule("YD-16")
def test_fallen_cards_count_in_the_advanced_game() -> None:
    table = dealt(4, ADVANCED)
    table.lost[2] = 3
    assert scores(table) == [0, 0, -3, 0]


# --- the duel ---------------------------------------------------------------------------------------------


def duel_trick(table: Any, turned_up: str, *played: str) -> None:
    """Let the NPC turn up a known card in a trick: every other card of the stock counts as seen."""
    give(table, *played)
    table.seen[0] = (1 << 36) - 1 & ~cards.bit_of(card(turned_up))
    for text in played:
        table.seen[0] &= ~cards.bit_of(card(text))
    for _ in played:
        player = awaited(table)[0]
        play(table, player, card(played[player]))


@pytest.mark.rule("YD-17")
def test_a_duel_deals_ten_cards_each_and_leaves_sixteen() -> None:
    table = dealt(2, DUEL, colour="pink")
    assert [len(hand(table, p)) for p in range(2)] == [10, 10]
    assert bits.count(deal.stock(BOX, table)) == 16
    assert table.marker == 11  # a duel never moves it, and never asks it


@pytest.mark.rule("YD-17", "YD-18")
@pytest.mark.parametrize(
    ("npc", "first", "order"),
    [("second", 0, [0, 2, 1]), ("second", 1, [1, 2, 0]), ("third", 0, [0, 1, 2]), ("third", 1, [1, 0, 2]),
     ("first", 0, [2, 0, 1]), ("first", 1, [2, 1, 0])],
)  # fmt: skip
def test_the_npc_has_its_place_in_the_circle(npc: str, first: int, order: list[int]) -> None:
    table = dealt(2, DUEL, npc=npc, first=str(first))
    assert table.lead == order[0]
    assert [tricks.left_of(table, seat) for seat in order] == [*order[1:], order[0]]
    assert bool(tricks.trick_card(table, NPC)) == (npc == "first")
    assert awaited(table) == [next(seat for seat in order if seat != NPC)]


@pytest.mark.rule("YD-18")
def test_the_npc_turns_up_a_card_of_the_stock_at_once() -> None:
    table = dealt(2, DUEL)
    stock = deal.stock(BOX, table)
    play(table, 0, legal(table, 0)[0])
    turned_up = tricks.trick_card(table, NPC) - 1
    assert stock & cards.bit_of(turned_up)
    assert not deal.stock(BOX, table) & cards.bit_of(turned_up)
    assert awaited(table) == [1]


@pytest.mark.rule("YD-18")
def test_over_many_games_the_npc_turns_up_every_card_of_the_stock() -> None:
    turned_up = set()
    for _ in range(200):
        table = dealt(2, DUEL)
        dice.load(table.dice, len(turned_up), _, 0, 0)
        play(table, 0, legal(table, 0)[0])
        turned_up.add(tricks.trick_card(table, NPC) - 1)
    assert len(turned_up) == 16


@pytest.mark.rule("YD-19")
def test_the_example_in_which_the_npc_takes_two_cards_of_size_2() -> None:
    table = dealt(2, DUEL)
    duel_trick(table, "g33", "g29", "g21")
    assert floors(table, NPC) == ["g29", "g33"]
    assert table.built[NPC] == 4
    assert awaited(table) == [1]


@pytest.mark.rule("YD-19")
def test_left_of_the_winner_leads_and_the_npc_then_turns_up_first() -> None:
    table = dealt(2, DUEL)
    give(table, "g36 g1", "g2 g3")
    play(table, 0, card("g36"))
    npc_card = tricks.trick_card(table, NPC) - 1
    play(table, 1, card("g2"))
    assert "g36" in floors(table, 0)
    assert npc_card != card("g36")
    assert table.lead == NPC
    assert tricks.trick_card(table, NPC) > 0
    assert awaited(table) == [1]


@pytest.mark.rule("YD-19")
def test_six_floors_and_roofs_bind_the_npc_too() -> None:
    table = dealt(2, DUEL)
    build_house(table, NPC, "g1", "g2", "g4", "g6", "g7", "g9")
    duel_trick(table, "g30", "g3", "g5")
    settled = ["g6", "g7", "g9", "g3", "g5", "g30"]
    assert floors(table, NPC) == settled
    assert table.closed >> NPC & 1
    duel_trick(table, "g36", "g11", "g12")
    assert (table.tricks, floors(table, NPC)) == (2, settled)
    assert table.lead == 1  # the NPC has won all the same


@pytest.mark.rule("YD-20")
@pytest.mark.parametrize(
    ("sizes", "places"),
    [
        ((9, 8, 10), [1, 2]),  # nearer below
        ((10, 8, 10), [1, 2]),  # on target
        ((11, 2, 10), [2, 1]),  # one bursts
        ((2, 11, 10), [1, 2]),
        ((12, 15, 10), [1, 2]),  # both burst: nearer
        ((15, 12, 10), [2, 1]),
        ((7, 7, 10), [1, 1]),  # equal
        ((13, 13, 10), [1, 1]),
        ((0, 40, 12), [1, 2]),
    ],
)
def test_nearest_to_the_npc_without_bursting_wins(sizes: tuple[int, int, int], places: list[int]) -> None:
    table = dealt(2, DUEL)
    table.built[:3] = sizes
    assert standing(table) == places
    assert scores(table) == list(sizes[:2])


@pytest.mark.rule("YD-20")
def test_fallen_cards_do_not_count_in_the_duel() -> None:
    table = dealt(2, DUEL)
    table.built[:3] = [9, 8, 10]
    table.lost[0] = 20
    assert standing(table) == [1, 2]


@pytest.mark.rule("YD-20")
def test_a_duel_is_over_after_ten_tricks() -> None:
    table = dealt(2, DUEL)
    for _ in range(20):
        player = awaited(table)[0]
        play(table, player, legal(table, player)[-1])
    assert table.awaiting == 0
    assert rules.ENDINGS[rules.ending(BOX, table)] == "npc"
    assert bits.count(deal.stock(BOX, table)) == 6


# --- the solo game ----------------------------------------------------------------------------------------


def alone(row: str = "g1 g5 g9 g13 g17", *columns: str) -> Any:
    """A solo game with a known row and known columns (each from the body up)."""
    table = dealt(1, SOLO)
    lay_row(table, row)
    for i, texts in enumerate(columns):
        for text in texts.split():
            table.houses[i] = house.on_top(int(table.houses[i]), card(text))
            see(table, text)
    table.phase = moves.TAKE
    return table


def lay_row(table: Any, row: str) -> None:
    """Replace the row."""
    table.row[:] = 0
    for i, text in enumerate(row.split()):
        table.row[i] = card(text) + 1
        see(table, text)


def see(table: Any, *texts: str) -> None:
    """Take cards out of their decks."""
    for text in texts:
        table.seen[cards.colour_of(card(text))] |= cards.bit_of(card(text))


def empty_decks(table: Any) -> None:
    """Leave nothing to draw."""
    table.seen[:] = solo.deck(BOX)


def put(text: str, column: int) -> int:
    """The move that puts a card of the row on a column, counted from 1."""
    return moves.PLACE + card(text) * moves.COLUMNS + column - 1


def row(table: Any) -> list[str]:
    """Read the row."""
    return [written(int(c) - 1) for c in table.row if c]


@pytest.mark.rule("YD-21")
def test_the_solo_decks_are_35_cards_each_without_the_30() -> None:
    table = dealt(1, SOLO)
    for colour in range(2):
        assert bits.count(solo.stock(BOX, table, colour)) == 35
        assert not solo.stock(BOX, table, colour) & cards.bit_of(card("g30"))


@pytest.mark.rule("YD-21")
def test_there_are_no_tricks_in_the_solo_game_and_no_columns_in_the_others() -> None:
    assert reason(alone(), 0, card("g1")) == "solo.no_tricks"
    assert reason(alone(), 0, moves.STAY) == "solo.no_tricks"
    assert reason(dealt(4), 0, moves.GIVE_UP) == "solo.only"


@pytest.mark.rule("YD-22")
@pytest.mark.parametrize(("colour", "letter"), [(0, "g"), (1, "p")])
def test_the_row_opens_with_five_cards_of_the_colour_chosen(colour: int, letter: str) -> None:
    for seed in range(20):  # neighbours are likely among five cards, and score nothing yet
        table = dealt(1, SOLO, seed=seed)
        assert legal(table) == [moves.DRAW, moves.DRAW + 1]
        assert reason(table, 0, put("g1", 1)) == "open.first"
        play(table, 0, moves.DRAW + colour)
        assert [text[0] for text in row(table)] == [letter] * 5
        assert table.phase == moves.TAKE


@pytest.mark.rule("YD-23")
def test_a_card_goes_from_the_row_to_a_column_and_another_is_drawn_from_either_deck() -> None:
    table = alone()
    assert reason(table, 0, put("g2", 1)) == "row.not_there"
    assert reason(table, 0, moves.DRAW) == "draw.not_now"
    play(table, 0, put("g9", 1))
    assert floors(table, 0) == ["g9"]
    assert row(table) == ["g1", "g5", "g13", "g17"]
    assert legal(table) == [moves.DRAW, moves.DRAW + 1]
    assert reason(table, 0, put("g1", 1)) == "draw.first"
    play(table, 0, moves.DRAW + 1)
    assert sorted(text[0] for text in row(table)) == ["g", "g", "g", "g", "p"]


@pytest.mark.rule("YD-23")
def test_when_one_deck_is_empty_the_other_is_used_and_when_both_are_the_row_shrinks() -> None:
    table = alone("g1 g5 g9 g13 g17", "g36 g35 g34 g33 g32")
    table.seen[0] = solo.deck(BOX)
    play(table, 0, put("g9", 2))
    assert len(row(table)) == 5
    assert table.phase == moves.TAKE
    empty_decks(table)
    play(table, 0, put("g17", 3))
    assert len(row(table)) == 4


@pytest.mark.rule("YD-23")
def test_an_empty_deck_cannot_be_opened() -> None:
    table = dealt(1, SOLO)
    table.seen[0] = solo.deck(BOX)
    assert reason(table, 0, moves.DRAW) == "draw.empty"


@pytest.mark.rule("YD-24")
def test_each_column_has_its_colours() -> None:
    table = alone("g5 p5 g6 p6 g7", "", "g20", "p8", "")
    assert reason(table, 0, put("p5", 1)) == "column.green_only"
    assert reason(table, 0, put("g5", 4)) == "column.pink_only"
    assert reason(table, 0, put("g5", 3)) == ""
    assert reason(table, 0, put("p5", 3)) == "column.alternate"
    assert reason(table, 0, put("p6", 4)) == ""


@pytest.mark.rule("YD-25")
def test_numbers_may_not_rise() -> None:
    table = alone("g5 p17 g16 p18 g19", "g17", "g17", "", "")
    assert reason(table, 0, put("g19", 1)) == "column.too_high"
    assert reason(table, 0, put("g16", 1)) == ""
    assert reason(table, 0, put("p18", 2)) == "column.too_high"
    assert reason(table, 0, put("p17", 2)) == ""  # the same number is low enough


@pytest.mark.rule("YD-24", "YD-25", "YD-26", "YD-27")
def test_the_example_of_placement() -> None:
    table = alone("g22 g2 p17 p18 p1", "g21 g20", "p19 g17", "", "p36 p35 p34 p33 p32 p31")
    assert reason(table, 0, put("g22", 1)) == ""  # larger than 21, next to the body
    assert reason(table, 0, put("g2", 1)) == "column.under_roof"
    assert reason(table, 0, put("p17", 2)) == ""
    assert reason(table, 0, put("p18", 2)) == "column.too_high"
    assert reason(table, 0, put("g2", 2)) == "column.alternate"
    assert [reason(table, 0, put(text, 3)) for text in ("g22", "p17")] == ["", ""]
    play(table, 0, put("p1", 4))
    assert floors(table, 3) == []
    assert table.built[0] == sum(cards.size_of(BOX, card(f"p{n}")) for n in (36, 35, 34, 33, 32, 31, 1))


@pytest.mark.rule("YD-26")
def test_under_a_roof_cards_go_next_to_the_body() -> None:
    table = alone("g22 g2 p25 p19 p1", "g21 g20", "p19 g20")
    play(table, 0, put("g22", 1))
    assert floors(table, 0) == ["g22", "g21", "g20"]
    table.phase = moves.TAKE
    assert reason(table, 0, put("p25", 2)) == "column.alternate"
    assert reason(table, 0, put("g2", 2)) == "column.under_roof"


@pytest.mark.rule("YD-26")
def test_under_a_roof_the_same_number_is_not_higher() -> None:
    table = alone("p21 p22 g1 g2 g3", "", "g21 p20")
    assert reason(table, 0, put("p21", 2)) == "column.under_roof"
    assert reason(table, 0, put("p22", 2)) == ""


@pytest.mark.rule("YD-26")
def test_a_roof_alone_is_both_top_and_next_to_the_body() -> None:
    table = alone("g9 g11 g1 g2 g3", "g10")
    assert reason(table, 0, put("g9", 1)) == "column.under_roof"
    play(table, 0, put("g11", 1))
    assert floors(table, 0) == ["g11", "g10"]


@pytest.mark.rule("YD-27")
def test_a_roof_is_one_of_the_seven() -> None:
    table = alone("g16 g1 g2 g3 g4", "g15 g14 g13 g12 g11 g10")
    play(table, 0, put("g16", 1))
    assert floors(table, 0) == []
    assert table.banked == 7
    assert table.built[0] == sum(cards.size_of(BOX, card(f"g{n}")) for n in range(10, 17))


@pytest.mark.rule("YD-28")
def test_giving_up_takes_the_column_as_a_penalty_and_draws_nothing() -> None:
    table = alone("g1 g2 g3 g4 g5", "g18 g9 g8", "p4")
    assert reason(table, 0, moves.GIVE_UP + 2) == "column.empty"
    turns = int(table.turns)
    play(table, 0, moves.GIVE_UP)
    assert (table.lost[0], table.fallen[0], table.turns - turns) == (9, 3, 1)
    assert floors(table, 0) == []
    assert floors(table, 1) == ["p4"]
    assert row(table) == ["g1", "g2", "g3", "g4", "g5"]
    assert table.phase == moves.TAKE


def drew(table: Any, text: str) -> None:
    """Draw a card that is known: the only one of its deck."""
    colour = cards.colour_of(card(text))
    table.phase = moves.REFILL
    table.seen[colour] = solo.deck(BOX) & ~cards.bit_of(card(text))
    play(table, 0, moves.DRAW + colour)


@pytest.mark.rule("YD-29")
def test_the_example_of_consecutive_numbers() -> None:
    table = alone("p17 p19 g4 g18")
    drew(table, "p18")
    assert legal(table) == [*(moves.BANK + card(text) for text in ("p17", "p18", "p19")), moves.NO_BONUS]
    assert reason(table, 0, moves.BANK + card("g4")) == "bonus.not_consecutive"
    assert reason(table, 0, moves.BANK + card("g18")) == "bonus.not_consecutive"
    assert reason(table, 0, put("g4", 1)) == "bonus.first"
    assert reason(table, 0, moves.DRAW) == "bonus.first"
    play(table, 0, moves.BANK + card("p19"))
    assert table.built[0] == cards.size_of(BOX, card("p19"))
    assert len(row(table)) == 5  # only the green deck is left, so it has filled the row
    assert "p19" not in row(table)


@pytest.mark.rule("YD-29")
def test_a_bonus_can_bring_the_next_one() -> None:
    table = alone("p17 g7 g4 g18")
    drew(table, "p18")
    table.seen[0] = solo.deck(BOX) & ~cards.bit_of(card("g8"))
    play(table, 0, moves.BANK + card("p17"))
    assert table.phase == moves.BONUS
    assert legal(table)[:2] == [moves.BANK + card("g7"), moves.BANK + card("g8")]


@pytest.mark.rule("YD-29")
def test_a_bonus_may_be_declined_and_other_numbers_bring_none() -> None:
    table = alone("p17 g7 g4 g19")
    drew(table, "p18")
    play(table, 0, moves.NO_BONUS)
    assert (table.phase, table.built[0]) == (moves.TAKE, 0)
    assert reason(table, 0, moves.NO_BONUS) == "bonus.not_now"
    other = alone("p16 g7 g4 g19")
    drew(other, "p18")
    assert other.phase == moves.TAKE


@pytest.mark.rule("YD-30")
def test_the_game_goes_on_while_a_house_can_be_finished() -> None:
    table = alone("g9 g8 g3 p36 p35", "g36 g35 g34 g33 g32 g10")
    empty_decks(table)
    play(table, 0, put("p36", 4))
    assert table.awaiting == 0  # nothing is higher than 36, so nothing fits below the roof
    table = alone("g9 g8 g3 p36 p35", "g36 g35 g34 g33 g32", "p4 g4")
    empty_decks(table)
    play(table, 0, put("p36", 4))
    assert table.awaiting == 1
    play(table, 0, put("g3", 3))
    assert table.awaiting == 1  # 9 and 8 still make seven
    play(table, 0, put("g8", 1))
    assert table.awaiting == 0  # 9 does not go on 8


@pytest.mark.rule("YD-30")
def test_a_roof_of_the_row_can_help_to_finish() -> None:
    table = alone("g10 g29 g31", "g28 g27 g26 g25")
    empty_decks(table)
    assert solo.can_finish(BOX, table, 0)  # the roof on top, then 29 and 31 next to the body
    lay_row(table, "g10 g24 g31")
    assert solo.can_finish(BOX, table, 0)
    lay_row(table, "g10 g5 g31")
    assert not solo.can_finish(BOX, table, 0)  # 5 goes neither below the roof nor, being lower, before it


def finishes_by_brute_force(table: Any, column: int) -> bool:
    """Try every order of every choice of cards."""

    def tried(pile: int, left: frozenset[int]) -> bool:
        if house.height(pile) == BOX.solo_floors:
            return True
        return any(
            solo.column_refusal(BOX, column, pile, c) == 0 and tried(solo.laid(BOX, pile, c), left - {c}) for c in left
        )

    return tried(int(table.houses[column]), frozenset(int(c) - 1 for c in table.row if c))


@pytest.mark.rule("YD-30")
def test_whether_a_house_can_be_finished_is_what_trying_everything_says() -> None:
    rng = np.random.default_rng(1)
    answers = set()
    for _ in range(400):
        table = alone("")
        deck = rng.permutation([c for c in range(cards.CARDS) if c % cards.NUMBERS < 36])
        column = int(rng.integers(4))
        for c in deck[5:]:
            pile = int(table.houses[column])
            if house.height(pile) < rng.integers(2, 7) and solo.column_refusal(BOX, column, pile, int(c)) == 0:
                table.houses[column] = solo.laid(BOX, pile, int(c))
        table.row[:] = deck[:5] + 1
        table.row[: int(rng.integers(0, 3))] = 0
        answer = solo.can_finish(BOX, table, column)
        assert answer == finishes_by_brute_force(table, column)
        answers.add(answer)
    assert answers == {True, False}


@pytest.mark.rule("YD-30")
def test_a_bonus_on_the_last_card_is_settled_before_the_end() -> None:
    table = alone("p17 g7 g4 g19")
    table.seen[0] = solo.deck(BOX)
    drew(table, "p18")
    assert table.phase == moves.BONUS
    play(table, 0, moves.BANK + card("p18"))
    assert table.awaiting == 0


@pytest.mark.rule("YD-31")
def test_sixty_scored_and_twelve_given_up_make_48() -> None:
    table = alone("g1 g2 g3 g4 g5", "g36 g34 g33 g31")
    table.built[0] = 60
    play(table, 0, moves.GIVE_UP)
    assert table.lost[0] == 12
    assert scores(table) == [48]


@pytest.mark.rule("YD-31")
@pytest.mark.parametrize(("beat", "ending"), [(48, "beaten"), (49, "short")])
def test_the_score_to_beat_decides_how_it_ends(beat: int, ending: str) -> None:
    table = alone("g1 g2 g3 g4 g5", "g36 g34 g33 g31")
    table.built[0], table.beat = 60, beat
    empty_decks(table)
    play(table, 0, moves.GIVE_UP)
    assert rules.ENDINGS[rules.ending(BOX, table)] == ending
    assert standing(table) == [1]


@pytest.mark.rule("YD-31")
def test_the_best_score_is_kept_when_the_score_falls() -> None:
    table = alone("p17 g7 g4 g19", "g36 g34")
    table.built[0] = 10
    drew(table, "p18")
    play(table, 0, moves.BANK + card("p18"))
    table.phase = moves.TAKE
    play(table, 0, moves.GIVE_UP)
    assert (table.best, scores(table)) == (14, [7])


# --- what is known ----------------------------------------------------------------------------------------


def hidden(table: Any, viewer: int, seed: int) -> Any:
    """The table with a guess in place of what a viewer cannot know."""
    guessed = table.copy()
    guess = np.zeros(dice.LENGTH, np.int64)
    dice.load(guess, seed, 7, 7, 7)
    rules.hide(BOX, guessed, viewer, guess)
    return guessed


@pytest.mark.rule("YD-32")
def test_a_guess_reaches_every_unseen_card_and_never_one_that_was_seen() -> None:
    table = dealt(4)
    for _ in range(11):
        play(table, awaited(table)[0], legal(table, awaited(table)[0])[0])
    mine = hand(table, 2)
    seen = {written(c) for c in range(cards.CARDS) if int(table.seen[cards.colour_of(c)]) & cards.bit_of(c)}
    reached: set[str] = set()
    for seed in range(150):
        guessed = hidden(table, 2, seed)
        assert hand(guessed, 2) == mine
        for player in (0, 1, 3):
            assert len(hand(guessed, player)) == len(hand(table, player))
            reached.update(hand(guessed, player))
    everything = {f"{c}{n}" for c in "gp" for n in range(1, 37)}
    assert reached == everything - seen - set(mine)


@pytest.mark.rule("YD-32")
def test_a_spectator_knows_no_hand() -> None:
    table = dealt(4)
    guesses = [hidden(table, -1, seed) for seed in range(5)]
    assert all(hand(guessed, p) != hand(table, p) for guessed in guesses for p in range(4))


@pytest.mark.rule("YD-32")
def test_in_the_duel_stock_and_hand_are_guessed_together() -> None:
    table = dealt(2, DUEL)
    play(table, 0, legal(table, 0)[0])
    unknown = deal.stock(BOX, table) | int(table.hands[1, 0])
    for seed in range(10):
        guessed = hidden(table, 0, seed)
        assert deal.stock(BOX, guessed) | int(guessed.hands[1, 0]) == unknown
        assert bits.count(guessed.hands[1, 0]) == 10
