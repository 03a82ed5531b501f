"""What the rules of Oh Crab! show: charts of a box, and the positions of worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decapod.games.oh_crab.chapters import rounds
from decapod.games.oh_crab.notation import card_named, space_named
from decapod.games.oh_crab.state import (
    AWAY,
    COLUMNS,
    ICON_NAMES,
    KIND_NAMES,
    NO_CARD,
    OBSTACLE,
    OPEN_CARDS,
    RUSHES,
    SHELL_ACTIONS,
    SHELL_TILES,
    SHELLS,
    SHORTCUT,
    SIDES,
    SPECIALS,
    WALL,
    WAVES,
    members,
    printed_faces,
    slot_of,
)
from decapod.scene import Translator, show_face, write_chart

SHARED = ("slant", "faster")  # actions that a special and a shell tile have, with words of their own for each


def rulebook_tables(box: Any, words: Translator) -> dict[str, object]:
    """Return what the rules say of a box besides its plain numbers."""
    market, starting = members(box.market_cards), members(box.starting_cards)
    return {
        "cards": len(market),
        "starters": len(starting),
        "chart.starts": start_chart(box, words),
        "chart.starters": " ".join(show_face(f"front-{card}", card_words(box, words, card)) for card in starting),
        "chart.market": market_chart(box, words, market),
        "chart.shell_tiles": shell_chart(box, words),
        "chart.shortcuts": shortcut_chart(box, words),
        "chart.tiles": tile_chart(box, words),
    }


def card_words(box: Any, words: Translator, card: int) -> str:
    """Say what is on a card: main action, and halves."""
    main, left, right = (words(f"icon.{ICON_NAMES[int(icon)]}") for icon in (box.main[card], *box.halves[card]))
    return words("chart.icons", main=main, left=left, right=right)


def start_chart(box: Any, words: Translator) -> str:
    """Show the shells that go with each starting space (OC-2, OC-53)."""
    more = [int(n) for n in box.start_shells]
    two = [*(int(n) for n in box.start_shells_for_two), *("–" for _ in more[2:])]
    return write_chart(
        [words("chart.space"), *range(1, len(more) + 1)],
        [[words("chart.shells_more"), *more], [words("chart.shells_two"), *two]],
    )


def market_chart(box: Any, words: Translator, market: list[int]) -> str:
    """Show every market card under its special action (OC-3, OC-13)."""
    rows: list[list[object]] = []
    for special, name in enumerate(SPECIALS):
        cards = [card for card in market if int(box.special[card]) == special]
        if cards:
            faces = " ".join(show_face(f"front-{card}", card_words(box, words, card)) for card in cards)
            rows.append(
                [show_face(f"chip-{name}", ""), f"**{words(f'special.{name}')}** {words(f'does.{name}')}", faces]
            )
    return write_chart(["", words("chart.special"), words("chart.cards")], rows)


def shell_chart(box: Any, words: Translator) -> str:
    """Show the sides of the shell tiles: what each does and costs (OC-4, OC-15)."""
    rows: list[list[object]] = []
    for tile in range(SHELL_TILES):
        for side in range(SIDES):
            name = SHELL_ACTIONS[int(box.shell_action[tile][side])]
            does = words(f"does.shell_{name}" if name in SHARED else f"does.{name}")
            face = show_face(f"tile-{tile}-{side}", f"{tile + 1}{'ab'[side]}")
            rows.append([face, f"**{words(f'shell.{name}')}** {does}", int(box.shell_cost[tile][side])])
    return write_chart(["", words("chart.shell_action"), words("chart.cost")], rows)


def shortcut_chart(box: Any, words: Translator) -> str:
    """Show what each shortcut costs (OC-24)."""
    rows = [
        [
            show_face(f"standing-{SHORTCUT + i}", words("kind.shortcut")),
            words("chart.toll", n=int(box.path_cards[i]), icon=words(f"icon.{ICON_NAMES[int(box.path_icon[i])]}")),
        ]
        for i in range(len(box.path_cards))
        if box.path_cards[i]
    ]
    return write_chart(["", words("chart.cost")], rows)


def tile_chart(box: Any, words: Translator) -> str:
    """Count what is on each side of each tile (OC-1)."""
    kinds = (OBSTACLE, SHELLS, RUSHES, WAVES, SHORTCUT, WALL)
    rows: list[list[object]] = []
    for name, (first, height) in sorted(printed_faces().items()):
        spaces = [family(int(kind)) for row in box.spaces[first : first + height] for kind in row[:COLUMNS]]
        counts = [spaces.count(kind) for kind in kinds]
        if counts[-1] < len(spaces):  # there is such a tile
            rows.append([name, *counts])
    headings = [words(f"kind.{'shortcut' if kind == SHORTCUT else KIND_NAMES[kind]}") for kind in kinds]
    return write_chart([words("chart.tile"), *headings], rows)


def family(kind: int) -> int:
    """Return the kind of a space, all waves and all shortcuts alike."""
    return SHORTCUT if kind >= SHORTCUT else min(kind, WAVES)


def card_set(box: Any, names: str) -> int:
    """Return a set of cards, by their names."""
    return sum(1 << card_named(box, name) for name in names.split())


def set_up_example(box: Any, state: Any, setting: Mapping[str, Any]) -> None:
    """Lay a dealt table as an example says, at the beginning of a turn.

    It may say `turn` and `chef` (seats), `tiles` (the shell actions that show), `down` (seats whose crabs lie on their
    backs) and, by seat, `crabs` (spaces, or "sea"), `hands`, `sequences`, `plans` and `shells`. A player's starting
    cards that are in none of them are discards; market cards, the deck.
    """
    for crab, space in enumerate(setting["crabs"]):
        state.at[crab] = AWAY if space == "sea" else space_named(space[0], space[1:])
    state.down = sum(1 << crab for crab in setting.get("down", ()))
    state.sides = sum(shown_side(box, action) for action in setting.get("tiles", ()))
    used = 0
    players = range(int(state.players))
    for player in players:
        hand, sequence, plan = (of_seat(setting, name, player) for name in ("hands", "sequences", "plans"))
        state.hand[player], state.sequence[player] = card_set(box, hand), card_set(box, sequence)
        state.planned[player] = card_named(box, plan) if plan else NO_CARD
        row = [card_named(box, name) for name in sequence.split()]
        for spot, card in enumerate(row):
            state.spot[slot_of(card, player)] = spot
        if row:
            state.ends[player] = (row[0], row[-1])
        mine = int(state.hand[player]) | int(state.sequence[player]) | card_set(box, plan)
        state.discard[player] = int(box.starting_cards) & ~mine
        used |= mine
        shells = int(of_seat(setting, "shells", player) or 0)
        state.supply += state.shells[player] - shells
        state.shells[player] = shells
    left = [card for card in members(box.market_cards) if not used >> card & 1]
    state.market[:] = left[:OPEN_CARDS]
    state.deck = sum(1 << card for card in left[OPEN_CARDS:])
    state.chef = setting.get("chef", 0)
    state.rounds = 2
    rounds.begin_turn(state, setting.get("turn", 0))


def of_seat(setting: Mapping[str, Any], name: str, player: int) -> Any:
    """Return what a setting says of a seat; empty text if nothing."""
    listed = setting.get(name, ())
    return listed[player] if player < len(listed) else ""


def shown_side(box: Any, action: str) -> int:
    """Return the bit that turns a shell tile to its side b, if it has an action there."""
    number = SHELL_ACTIONS.index(action)
    return sum(1 << tile for tile in range(SHELL_TILES) if int(box.shell_action[tile][1]) == number)
