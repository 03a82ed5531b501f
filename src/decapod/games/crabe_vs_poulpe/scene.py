"""The table of Crabe vs Poulpe, laid out for wide and tall screens, and in text: two hands, the pile between them, what
the next card has to beat, and what the last one does.
"""

from __future__ import annotations

import functools
from typing import Any

from decapod.engine import bits
from decapod.engine.protocols import is_awaited
from decapod.games.crabe_vs_poulpe import rules
from decapod.games.crabe_vs_poulpe.art import card_face
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.narration import effect_name, effect_phrase
from decapod.games.crabe_vs_poulpe.notation import card_name, format_move, rank_name
from decapod.games.crabe_vs_poulpe.state import (
    ANIMAL_NAMES,
    CAPTURE,
    FETCH,
    FIRST_COPIES,
    FROM_OTHER_HAND,
    FROM_OWN_HAND,
    GIVE,
    KINDS,
    LET,
    PLAY,
    RESIST,
    VARIANTS,
    animal_of,
    cards_of_pile,
    rank_of,
    top_card,
)
from decapod.scene import (
    Area,
    Deferred,
    Layout,
    Meaning,
    PlayerRef,
    SceneBuilder,
    Sketch,
    Span,
    Translator,
    message,
    not_a_move,
    spread,
)
from decapod.scene.svg import wrap

SEAT_COLOURS = (1, 0)  # the crab wears the blue of seat 1, the octopus the coral of seat 0
BELOW_CAPTION = 11  # cards lie so much below the middle of an area that has a caption
ANY_CARD = PLAY * KINDS  # a move to be refused, whichever card it is of, because something else is asked for

#: Where there are two, the first is the side of the viewer, or of the crab for a spectator. `fan` is where the last
#: `fan_cards` of the pile lie: left edge, width, height of their centres; they are `fan_step` apart or less.
LAYOUTS = {
    "desktop": Layout(
        1000, 640,
        hands=(Area(180, 472, 680, 168), Area(180, 0, 680, 126)), hand_card=(90, 62), doubts="caption.doubt",
        decks=((934, 556), (934, 62)), deck_card=78, search=Area(180, 352, 820, 112), search_card=56,
        pile=Area(180, 134, 820, 210), fan=(310, 400, 250), fan_step=62, fan_cards=7, pile_card=118,
        discards=(240, 252), arrow=(870, 232), arrow_width=96, effect=(590, 380), effect_width=780, effect_size=17,
        panels=((0, 506), (0, 10)), panel=(172, 104),
    ),
    "tablet": Layout(
        800, 862,
        hands=(Area(0, 640, 640, 222), Area(0, 0, 516, 152)), hand_card=(112, 80), doubts="caption.doubt_short",
        decks=((722, 794), (566, 80)), deck_card=84, search=Area(0, 486, 800, 146), search_card=60,
        pile=Area(0, 160, 800, 318), fan=(136, 440, 326), fan_step=70, fan_cards=6, pile_card=164,
        discards=(74, 326), arrow=(690, 300), arrow_width=124, effect=(400, 520), effect_width=780, effect_size=18,
        panels=((648, 640), (620, 20)), panel=(152, 92),
    ),
    "phone": Layout(
        390, 632,
        hands=(Area(0, 494, 390, 138), Area(0, 94, 330, 106)), hand_card=(64, 48), doubts="caption.doubt_short",
        decks=((362, 452), (362, 150)), deck_card=44, search=Area(0, 380, 390, 112), search_card=36,
        pile=Area(0, 206, 390, 170), fan=(68, 202, 298), fan_step=38, fan_cards=5, pile_card=88,
        discards=(36, 300), arrow=(328, 286), arrow_width=82, effect=(168, 400), effect_width=320, effect_size=14,
        panels=((198, 0), (0, 0)), panel=(192, 88),
    ),
}  # fmt: skip


def build_scene(scene: SceneBuilder) -> None:
    """Lay the table out for a viewer; a spectator looks over the crab's shoulder, at the backs of its cards.

    Two equal cards are told apart by a number, given out from the pile to the hands to a searched deck, so that a card
    keeps its id as it is laid.
    """
    box, state, viewer, words = scene.box, scene.state, scene.viewer, scene.words
    scene.plan = LAYOUTS[scene.layout]
    scene.round = state.rounds + 1
    scene.pass_move = format_move(box, state, viewer, LET)
    is_given = state.phase == GIVE and is_awaited(state, viewer)
    scene.cached(lay_pile, state.phase == CAPTURE, not is_given)
    for side, player in enumerate((scene.front, 1 - scene.front)):
        asked, known = asked_of_hand(state, own=player == viewer), known_hand(state, viewer, player)
        scene.cached(lay_hand, side, player, known, bits.count(state.hands[player]), asked, is_given)
    if searches(state, viewer):
        lay_searched_deck(scene)
    else:
        scene.cached(write_effect)
    for side, player in enumerate((scene.front, 1 - scene.front)):
        deck, own = state.decks[player], player == viewer
        if not (own and searches(state, viewer)):
            scene.cached(lay_deck, side, player, bits.count(deck), deck if own else 0)
        lay_panel(scene, side, player)
    if state.rounds or any(state.discards):
        own_discards = state.discards[viewer] if viewer >= 0 else 0
        scene.cached(lay_discards, sum(map(bits.count, state.discards)), own_discards)
    scene.cached(lay_arrow)
    write_doubts(scene)
    scene.ascii = lambda: sketch(box, state, viewer, words)


def mid_move_state(box: Any, state: Any, player: int, move: int, after: Any) -> bool:
    """Stop where a round is over, before its pile is put away, with the card on it that won; nothing is asked there."""
    if after.rounds == state.rounds:
        return False
    if 0 <= move < RESIST * KINDS:
        rules.lay(state, player, move - PLAY * KINDS)
    state.to_act = 0
    return True


# --- what a viewer knows ----------------------------------------------------------------------------------


def searches(state: Any, viewer: int) -> bool:
    """Tell whether the viewer is choosing a card of their own deck."""
    return state.phase == FETCH and is_awaited(state, viewer)


def known_hand(state: Any, viewer: int, player: int) -> int:
    """Return the cards of a player's hand that the viewer knows."""
    if viewer < 0:
        return state.public_hand[player]
    return state.hands[player] if player == viewer else state.known_hand[viewer]


# --- what clicks mean -------------------------------------------------------------------------------------


def asked_of_hand(state: Any, *, own: bool) -> int:
    """Return the phase for which a card of a hand is chosen: one's own is laid unless something else is asked for.

    Of another's hand it is -1 where no card of it is chosen.
    """
    if own:
        return state.phase if state.phase in FROM_OWN_HAND else PLAY
    return state.phase if state.phase in FROM_OTHER_HAND else -1


def no_choice(key: str, rule: str, **parameters: object) -> Meaning:
    """Answer a click on what is never chosen: by its own words, or by what else than laying a card is asked for."""
    return Deferred(lambda scene: ANY_CARD if scene.state.phase != PLAY else not_a_move(key, rule, **parameters))


def pile_card_meaning(kind: int, covered: bool, is_captured: bool) -> Meaning:
    """Return the move that captures a card of the pile, the one just covered (CP-24), or why there is none."""
    if not is_captured:
        return no_choice("click.pile", "CP-3")
    return CAPTURE * KINDS + kind if covered else lambda: not_a_move("capture.not_covered", "CP-24")


# --- cards ------------------------------------------------------------------------------------------------


def lay_card(
    scene: SceneBuilder, kind: int, x: float, y: float, width: float, on_click: Meaning, *,
    region: str, order: int, layer: int, mark: str = "", role: str = "", owner: int = -1,
) -> None:  # fmt: skip
    """Lay an open card down, and count it: its id is the same wherever it lies, in every layout."""
    box, state = scene.box, scene.state
    label, hint = describe_card(box, state, kind, scene.words)
    scene.put(
        card_id(scene, kind),
        card_face(box, state.variant, kind),
        x,
        y,
        width,
        on_click=on_click,
        region=region,
        order=order,
        layer=layer + order,
        label=label,
        hint=hint,
        mark=mark,
        role=role,
        owner=owner,
    )


def card_id(scene: SceneBuilder, kind: int) -> str:
    """Give a card its id, and count it."""
    return scene.copy_id(f"{ANIMAL_NAMES[animal_of(kind)]}-{scene.box.name[rank_of(kind)]}")


def describe_card(box: Any, state: Any, kind: int, words: Translator) -> tuple[str, str]:
    """Say what a card is, and what it is and does."""
    resistible = bool(cards.holds(box.resistible[state.variant], kind))
    effect, animal = effect_name(box, state, kind), ANIMAL_NAMES[animal_of(kind)]
    return card_label_and_hint(
        words.without_names, rank_name(box, rank_of(kind)), animal, effect, resistible, int(box.hand)
    )


@functools.lru_cache(maxsize=4096)
def card_label_and_hint(
    words: Translator, rank: str, animal: str, effect: str, resistible: bool, hand: int
) -> tuple[str, str]:
    """Put a card into words: what it is, and what it is and does."""
    card: dict[str, object] = {"rank": rank, "animal": message(f"animal.{animal}")}
    label = words("label.card", **card)
    if effect == "none":
        return label, words("hint.plain", **card)
    key = "hint.effect" if resistible else "hint.effect_final"
    return label, words(key, **card, effect=effect_phrase(effect), text=message(f"effect.{effect}.text", hand=hand))


def lay_pile(scene: SceneBuilder, is_captured: bool, takes: bool) -> None:
    """Fan out the last cards of the pile, on those below them, with their number and the mode that is played."""
    state, plan, words = scene.state, scene.plan, scene.words
    scene.zone("pile", plan.pile, words("zone.pile"), words("zone.pile_empty"), accepts_drop=takes)
    kinds = cards_of_pile(state)
    left, room, y = plan.fan
    last = len(kinds) - 1
    fan = spread(left, room, min(len(kinds), plan.fan_cards), plan.pile_card, plan.fan_step, align=1)
    for i, x in enumerate([*fan[:1] * (len(kinds) - len(fan)), *fan]):
        on_click = pile_card_meaning(kinds[i], i == last - 1, is_captured)
        lay_card(scene, kinds[i], x, y, plan.pile_card, on_click, region="pile", order=i, layer=100,
                 mark="last" if i == last else "")  # fmt: skip
    mode = message(f"mode.{tuple(VARIANTS)[state.variant]}")
    caption = words(mode)
    if state.height > len(fan):
        caption = words("caption.pile", n=state.height, last=len(fan), mode=mode)
    scene.label(plan.pile.x + plan.pile.width - 14, plan.pile.y + 21, caption, 13, "soft", "end")


def lay_hand(scene: SceneBuilder, side: int, player: int, known: int, n: int, asked: int, is_given: bool) -> None:
    """Lay a hand of `n` cards down: the cards the viewer knows, which are chosen for the phase `asked`, then backs.

    If a card `is_given`, the other's hand takes it.
    """
    plan, words = scene.plan, scene.words
    own, name = player == scene.viewer, PlayerRef(player)
    others = no_choice("click.other", "CP-27", player=name)
    region = "other" if side else "hand"
    caption = words("zone.hand_own") if own else words("zone.hand", player=name)
    scene.zone(region, plan.hands[side], caption, words("zone.hand_empty"), accepts_drop=is_given and side == 1)
    kinds, width = cards.kinds_of(known), plan.hand_card[side]
    for i, (x, y) in enumerate(place_row(plan.hands[side], width, n)):
        if i < len(kinds):
            on_click = asked * KINDS + kinds[i] if asked >= 0 else others
            lay_card(scene, kinds[i], x, y, width, on_click, region=region, order=i, layer=20,
                     role="hand" if own else "held", owner=player)  # fmt: skip
        else:
            scene.put(
                f"back-{player}-{i - len(kinds)}", "back", x, y, width, on_click=no_choice("click.back", "CP-27"),
                region=region, order=i, layer=20 + i, label=words("label.back", player=name),
                hint=words("hint.back", player=name), role="held", owner=player,
            )  # fmt: skip


def lay_searched_deck(scene: SceneBuilder) -> None:
    """Open the viewer's deck to them: one card of each kind, with their number."""
    plan, viewer = scene.plan, scene.viewer
    deck, width = scene.state.decks[viewer], plan.search_card
    scene.zone("deck", plan.search, kind="plain")
    kinds = cards.kinds_of(deck & FIRST_COPIES)
    for i, (x, y) in enumerate(place_rows(plan.search, width, len(kinds))):
        lay_card(scene, kinds[i], x, y, width, FETCH * KINDS + kinds[i], region="deck", order=i, layer=40,
                 owner=viewer)  # fmt: skip
        number = cards.number(deck, kinds[i])
        if number > 1:
            scene.label(x + width * 0.3, y + width * 0.6, f"×{number}", max(12.5, width * 0.22), "badge")


def place_row(area: Area, width: float, n: int, lift: float = 0) -> list[tuple[float, float]]:
    """Place n cards side by side in an area with a caption, closer when there are many; `lift` is how far up."""
    y = area.y + area.height / 2 + BELOW_CAPTION - lift
    return [(x, y) for x in spread(area.x + 12, area.width - 24, n, width, width + 12, align=0.5)]


def place_rows(area: Area, width: float, n: int) -> list[tuple[float, float]]:
    """Place n cards in one row of an area without a caption, or in two where it is narrow."""
    if n * (width + 4) <= area.width:
        return place_row(area, width, n, lift=10)
    half, apart = (n + 1) // 2, area.height / 4
    return place_row(area, width, half, lift=10 + apart) + place_row(area, width, n - half, lift=10 - apart)


def lay_deck(scene: SceneBuilder, side: int, player: int, n: int, own: int) -> None:
    """Lay a deck of `n` cards down; its owner knows which, and they are its `own`. One that is searched lies open."""
    plan, words = scene.plan, scene.words
    name, (x, y) = PlayerRef(player), plan.decks[side]
    if not n:
        face, label = "empty", words("label.deck_empty", player=name)
        hint = label
    else:
        face = f"back-{ANIMAL_NAMES[player]}"
        hint = label = words("label.deck" if n > 1 else "label.deck_one", player=name, n=n)
        if own:
            hint = words("hint.deck_own", cards=card_names(scene.box, own, player))
    scene.put(f"deck-{player}", face, x, y, plan.deck_card, on_click=no_choice("click.deck", "CP-7"),
              region="decks", order=player, label=label, hint=hint, role="pile", owner=player)  # fmt: skip
    scene.label(x, y + plan.deck_card * 0.62, str(n), max(13, plan.deck_card * 0.26), "badge")


def card_names(box: Any, held: int, holder: int) -> list[str]:
    """Write down cards of a player one by one."""
    return [card_name(box, kind, holder) for kind in cards.kinds_of(held)]


def lay_discards(scene: SceneBuilder, n: int, own: int) -> None:
    """Lay `n` discards down; each viewer knows their `own`."""
    words = scene.words
    (x, y), hint, label = scene.plan.discards, words("hint.discards", n=n), words("label.discards")
    if own:
        hint = words("hint.discards_own", n=n, cards=card_names(scene.box, own, scene.viewer))
    scene.put("discards", "back", x, y, scene.plan.deck_card, angle=-7, region="discards", order=0,
              on_click=no_choice("click.discards", "CP-27"), label=label, hint=hint)  # fmt: skip
    scene.label(x, y + scene.plan.deck_card * 0.82 + 13, words("caption.discards"), 13, "soft")


# --- arrow and captions -----------------------------------------------------------------------------------


def lay_arrow(scene: SceneBuilder) -> None:
    """Show what the next card has to beat and which way, or that an effect waits for an answer; else nothing."""
    state, plan, words = scene.state, scene.plan, scene.words
    if not state.pile or not state.to_act or state.phase not in (PLAY, RESIST):
        return
    (x, y), width = plan.arrow, plan.arrow_width
    if state.phase == RESIST:
        face, label = "asked", words("label.resist")
    else:
        face, rank = "lower" if state.lower else "higher", rank_name(scene.box, rank_of(top_card(state)))
        label, size = words(f"label.{face}", rank=rank), width * 0.34
        scene.label(x, y + size * 0.36 + width * (-0.1 if state.lower else 0.1), rank, size, "light")
    scene.label(x, y + width * 0.75, label, max(12.5, width * 0.155), "strong")
    ranks = " ".join(rank_name(scene.box, rank) for rank in range(scene.box.ranks))
    scene.put("to-beat", face, x, y, width, on_click=no_choice("click.to-beat", "CP-4"), region="pile", order=90,
              label=label, hint=words("hint.order", ranks=ranks), role="sign")  # fmt: skip


def write_effect(scene: SceneBuilder) -> None:
    """Write what the top card does under the pile."""
    plan, top, size = scene.plan, top_card(scene.state), scene.plan.effect_size
    if top < 0:
        return
    x, y = plan.effect
    _, hint = describe_card(scene.box, scene.state, top, scene.words)
    for i, line in enumerate(wrap(hint, plan.effect_width, size)[:3]):
        scene.label(x, y + i * (size + 6), line, size)


def write_doubts(scene: SceneBuilder) -> None:
    """Write beside the other's hand which cards may still be in it (CP-29)."""
    state, viewer = scene.state, scene.viewer
    if viewer < 0 or not state.hand_or_discards[viewer]:
        return
    area = scene.plan.hands[1]
    doubtful = card_names(scene.box, state.hand_or_discards[viewer], 1 - viewer)
    text = scene.words(scene.plan.doubts, cards=doubtful)
    scene.label(area.x + area.width - 14, area.y + 22, text, 13, "soft", "end")


def lay_panel(scene: SceneBuilder, side: int, player: int) -> None:
    """Sum up a player: cards in hand, in the deck, and in all."""
    state, plan, words = scene.state, scene.plan, scene.words
    hand, deck = bits.count(state.hands[player]), bits.count(state.decks[player])
    left = "panel.left_one" if hand + deck == 1 else "panel.left"
    lines = (words("panel.hand", n=hand), words("panel.deck", n=deck), words(left, n=hand + deck))
    area = (*plan.panels[side], *plan.panel)
    scene.panel(player, area, lines, color_seat=SEAT_COLOURS[player])


# --- in text ----------------------------------------------------------------------------------------------


def sketch(box: Any, state: Any, viewer: int, words: Translator) -> Sketch:
    """Draw the table in text: the other's hand, the pile with what is to be beaten, the viewer's own hand."""
    front = max(viewer, 0)
    pile = cards_of_pile(state)
    lines: list[tuple[Span, ...]] = [sketch_hand(box, state, viewer, 1 - front, words), ()]
    lines.append(sketch_pile(box, state, pile, words))
    if pile:
        _, hint = describe_card(box, state, pile[-1], words)
        lines.append((Span(" " * 12 + hint, dim=True),))
    lines += [(), sketch_hand(box, state, viewer, front, words)]
    if searches(state, viewer):
        name = Span(f"{words('sketch.open'):>10}  ", dim=True)
        lines.append((name, *sketch_cards(box, state.decks[viewer], viewer)))
    return tuple(lines)


def sketch_pile(box: Any, state: Any, pile: list[int], words: Translator) -> tuple[Span, ...]:
    """Write the pile, and what the next card has to beat."""
    line = [Span(f"{words('sketch.pile'):>10}  ", dim=True)]
    for i, kind in enumerate(pile):
        seat, last = SEAT_COLOURS[animal_of(kind)], i == len(pile) - 1
        line += [Span(rank_name(box, rank_of(kind)), seat=seat, bold=True, mark=last), Span(" ")]
    if not pile:
        line.append(Span(words("zone.pile_empty"), dim=True))
    elif state.phase == RESIST and state.to_act:
        line.append(Span(f"  {words('label.resist')}", bold=True))
    elif state.to_act and state.phase == PLAY:
        label = words("label.lower" if state.lower else "label.higher", rank=rank_name(box, rank_of(pile[-1])))
        line.append(Span(f"  {'▼' if state.lower else '▲'} {label}", bold=True))
    return tuple(line)


def sketch_hand(box: Any, state: Any, viewer: int, player: int, words: Translator) -> tuple[Span, ...]:
    """Write a hand: known cards by rank, the others as backs, then the size of the deck."""
    known = known_hand(state, viewer, player)
    unknown = bits.count(state.hands[player]) - bits.count(known)
    return (
        Span(f"{words.name(player):>10}  ", bold=True),
        *sketch_cards(box, known, player),
        Span("▒ " * unknown, dim=True),
        Span("  " + words("sketch.deck", n=bits.count(state.decks[player])), dim=True),
    )


def sketch_cards(box: Any, held: int, holder: int) -> list[Span]:
    """Write cards in the colours of their animals; guests with a star."""
    spans: list[Span] = []
    for kind in cards.kinds_of(held):
        spans += [Span(card_name(box, kind, holder), seat=SEAT_COLOURS[animal_of(kind)], bold=True), Span(" ")]
    return spans
