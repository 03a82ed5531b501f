"""The table of Crabs! laid out for a viewer: objectives and gear, pool, what is being done, score zone, hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from decapod.errors import Unreadable
from decapod.games.crabs import notation, rules
from decapod.games.crabs import table as facts
from decapod.games.crabs.art import ACTIONS, needed
from decapod.games.crabs.cards import KINDS, VALUES, by_value, count_of, cover, is_golden, size_of, value_of
from decapod.games.crabs.choices import level_of, owed_value
from decapod.games.crabs.tales import bind_total, named, needs_of, points_of, tell
from decapod.scene import Choice, Label, Panel, Piece, Phrase, Scene, PlayerName, Span, Words, Zone, no_move, phrase, staged, titled

CARD_HEIGHT = 146 / 104  # of its width
Area = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Layout:
    """Where things go on a canvas."""

    width: float
    height: float
    objectives: Area
    gear: Area
    pool: Area
    haul: Area  # the rope and crabs of a bind, and running totals
    aid: Area  # the six actions
    score: Area  # your score zone
    hand: Area
    you: Area  # your panel
    others: Area  # everyone else, and below them the story
    card: float  # width of cards in hand
    small: float  # width of cards elsewhere
    rows: tuple[tuple[int, ...], ...]  # the pool: values by row; 0 is the pile


LAYOUTS = {
    "wide": Layout(
        1280, 800, objectives=(18, 62, 500, 160), gear=(530, 62, 470, 160), pool=(18, 232, 982, 172),
        aid=(18, 410, 982, 72), you=(18, 488, 230, 132), score=(258, 488, 446, 132), haul=(714, 488, 286, 132),
        hand=(18, 628, 982, 160), others=(1016, 62, 246, 728), card=82, small=84, rows=((0, 1, 2, 3, 4, 5),),
    ),
    "tall": Layout(
        390, 1330, pool=(6, 58, 378, 262), haul=(6, 326, 378, 112), aid=(6, 442, 378, 76), hand=(0, 522, 390, 136),
        score=(6, 664, 378, 118), objectives=(6, 788, 378, 136), gear=(6, 930, 378, 136),
        you=(6, 1074, 186, 58), others=(6, 1074, 378, 250), card=68, small=62, rows=((0, 1, 2), (3, 4, 5)),
    ),
}  # fmt: skip
PANEL, FOLDED, GAP = 92.0, 58.0, 6.0  # heights of a panel, and of one folded to totals


def seats(plan: Layout, number: int) -> tuple[list[Area], list[Area], Area]:
    """Place the panels of a number of other players, their score zones, and the story below them all."""
    x, y, width, height = plan.others
    if plan.width < plan.height:  # folded, two in a row, the first place is yours
        half = (width - GAP) / 2
        spots = [(x + (half + GAP) * (i % 2), y + (FOLDED + GAP) * (i // 2)) for i in range(1, number + 1)]
        down = (FOLDED + GAP) * (number // 2 + 1)
        return [(*spot, half, FOLDED) for spot in spots], [], (x + 8, y + down, width - 16, height - down)
    pitch = min(180, (height - 90) / number)
    panels = [(x, y + pitch * i, width, PANEL) for i in range(number)]
    strips = [(x, y + pitch * i + PANEL + 2, width, pitch - PANEL - 8) for i in range(number)]
    return panels, strips, (x + 4, y + pitch * number + 4, width - 4, height - pitch * number - 4)


# --- the scene --------------------------------------------------------------------------------------------


class Spread:
    """A scene in the making: pieces, labels and zones, laid out one part after another."""

    def __init__(self, box: Any, table: Any, viewer: int, layout: str, words: Words) -> None:
        """Take the table, and whose side of it is in front: the viewer's, or player 0's for a spectator."""
        self.box, self.table, self.viewer, self.words = box, table, viewer, words
        self.plan = LAYOUTS[layout]
        self.front = max(viewer, 0)
        self.panels, self.strips, self.story = seats(self.plan, int(table.players) - 1)
        self.pieces: list[Piece] = []
        self.labels: list[Label] = []
        self.zones: list[Zone] = []
        self.clicks: dict[int, list[str]] = {}  # the pieces that make a move
        self.means: dict[str, int | Unreadable] = {}  # the move a piece means, legal or not, or why it means none
        self._copies: Counter[int] = Counter()
        moves = [0] * rules.WIDEST
        self.legal = moves[: rules.legal(box, table, viewer, moves)] if viewer >= 0 else []

    def copy_of(self, kind: int) -> str:
        """Give the next visible card of a kind its id: cards keep theirs as they go from place to place."""
        self._copies[kind] += 1
        return f"card-{notation.card(kind)}-{self._copies[kind]}"

    def put(
        self, name: str, face: str, x: float, y: float, width: float, region: str, label: str, *,
        means: int | Unreadable, turn: float = 0, layer: int = 0, hint: str = "", mark: str = "", ring: bool = True,
    ) -> None:  # fmt: skip
        """Lay a piece down; if the move it means is legal a click makes it, and a ring shows it."""
        self.means[name] = means
        if isinstance(means, int) and means in self.legal:
            self.clicks.setdefault(means, []).append(name)
            mark = "legal" if ring else mark
        self.pieces.append(
            Piece(name, face, round(x, 2), round(y, 2), width, turn=turn, layer=layer, region=region,
                  order=len(self.pieces), label=label, hint=hint or label, mark=mark)
        )  # fmt: skip

    def zone(self, name: str, area: Area, label: str, empty: str = "") -> None:
        """Mark out a part of the canvas."""
        self.zones.append(Zone(name, *area, label=label, empty=empty))

    def write(self, x: float, y: float, text: str, size: float, kind: str = "ink", anchor: str = "middle") -> None:
        """Write on the canvas."""
        self.labels.append(Label(round(x, 2), round(y, 2), text, size, anchor, kind))


def spread_out(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Spread:
    """Lay everything on the table down."""
    spread = Spread(box, table, viewer, layout, words)
    lay_hand(spread)
    lay_haul(spread)
    lay_pool(spread)
    lay_score_zones(spread)
    lay_objectives(spread)
    lay_gear(spread)
    lay_aid(spread)
    return spread


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Lay the table out for a viewer."""
    spread = spread_out(box, table, viewer, layout, words)
    return staged(
        rules.NAME, table, viewer, layout, words, spread.plan, asked=lambda: asked(spread), pieces=spread.pieces,
        choices=choices_of(spread), panels=panels(spread, layout), zones=spread.zones, labels=spread.labels,
        sketch=lambda: sketch(spread), story_box=spread.story,
    )  # fmt: skip


def choices_of(spread: Spread) -> tuple[Choice, ...]:
    """List the viewer's moves, each with the piece that makes it; alike cards make the same move."""
    listed: list[Choice] = []
    for move in spread.legal:
        text = notation.write(move)
        told = spread.words(tell(spread.box, spread.table, spread.viewer, move))
        pieces = spread.clicks.get(move, [])
        listed.extend(Choice(move, text, told, (piece,)) for piece in pieces)
        if not pieces:
            listed.append(Choice(move, text, told))
    return tuple(listed)


def asked(spread: Spread) -> Phrase:
    """Say what to do now, with the running total."""
    box, table = spread.box, spread.table
    phase, total, due = int(table.phase), int(table.total), int(table.due)
    if phase == facts.BINDING:
        total = bind_total(box, table)
    value = owed_value(table) if phase == facts.PAYING else 0
    keeps = phrase(f"keeps.{level_of(box, total)}")
    return phrase(
        f"prompt.{phase}", due=due, total=total, taken=total - due, keeps=keeps, value=value, limit=int(box.limit)
    )


# --- cards ------------------------------------------------------------------------------------------------


def kinds_in(cards: int) -> list[int]:
    """List packed cards in ascending order."""
    return [kind for kind in range(KINDS) for _ in range(count_of(cards, kind))]


def along(area: Area, n: int, width: float, step: float, margin: float = 12) -> list[float]:
    """Space `n` cards of a width along an area from the left, closer together if they must be."""
    room = area[2] - width - 2 * margin
    apart = min(step, room / (n - 1)) if n > 1 else 0
    return [area[0] + margin + width / 2 + apart * i for i in range(n)]


def lay_hand(spread: Spread) -> None:
    """Lay the hand in front: open to its owner, and to all when the game is over; else face down."""
    table, words, area = spread.table, spread.words, spread.plan.hand
    mine = spread.viewer == spread.front
    owner = PlayerName(spread.front)
    label = words("zone.hand") if mine else words("zone.hand_of", player=owner)
    spread.zone("hand", area, label, words("empty.hand"))
    cards = int(table.hand[spread.front])
    width = spread.plan.card
    margin = 6 if area[2] < 400 else 16  # on a phone eight cards are 44 apart
    places = along(area, size_of(cards), width, width + 12, margin)
    y = area[1] + area[3] - width * CARD_HEIGHT / 2 - 7
    for i, (kind, x) in enumerate(zip(kinds_in(cards), places, strict=True)):
        if mine or table.ending:
            name, face, said = spread.copy_of(kind), f"card-{kind}", words(named(kind))
            spread.put(name, face, x, y, width, "hand", said, means=facts.PLAY + kind, layer=100 + i)
        else:
            label, secret = words("label.back"), no_move("click.back", "CR-36")
            spread.put(f"back-{i}", "back", x, y, width, "hand", label, means=secret, layer=100 + i)


def lay_haul(spread: Spread) -> None:
    """Lay out what the player in turn is doing: rope and crabs of a bind, and the running total of any action."""
    box, table, words = spread.box, spread.table, spread.words
    area = spread.plan.haul
    width = min(66, (area[3] - 38) / CARD_HEIGHT)
    told = running_total(box, table, words)
    spread.zone("haul", area, told or words("zone.haul"), "" if told else words("empty.haul"))
    y = area[1] + area[3] - width * CARD_HEIGHT / 2 - 6
    crabs = kinds_in(int(table.bound))
    places = along(area, len(crabs) + 1, width, width + 6)
    if table.rope:
        kind = int(table.rope) - 1
        own = spread.viewer == table.turn
        name = spread.copy_of(kind) if own else "hidden-rope"
        label = words("label.rope_own", card=named(kind)) if own else words("label.rope")
        spread.put(name, "rope", places[0], y, width, "haul", label, means=no_move("click.rope", "CR-24"), layer=50)
    for i, (kind, x) in enumerate(zip(crabs, places[1:], strict=True)):
        spread.put(
            spread.copy_of(kind), f"card-{kind}", x, y, width, "haul", words(named(kind)),
            means=keeping(spread.legal, kind), layer=51 + i,
        )  # fmt: skip


def keeping(legal: list[int], kind: int) -> int:
    """Return the move that keeps a crab: turned if it may be kept so, but never a [1] (CR-21, CR-22)."""
    turned = facts.KEEP_TURNED + kind - 2
    return turned if value_of(kind) > 1 and turned in legal else facts.KEEP + kind


def running_total(box: Any, table: Any, words: Words) -> str:
    """Say how far the action has come: "12 of 12", "17 keeps a [3] or a turned [4]"."""
    phase, total = int(table.phase), int(table.total)
    if phase in (facts.RAISING, facts.TRADING):
        return words("haul.raising", total=total)
    if phase in (facts.RETAKING, facts.BARTERING):
        return words("haul.taking", taken=total - int(table.due), total=total)
    if phase == facts.BINDING:
        total = bind_total(box, table)
        return words("haul.bind", total=total, keeps=phrase(f"keeps.{level_of(box, total)}"))
    return ""


def lay_pool(spread: Spread) -> None:
    """Lay the pile and the pool, sorted by value, with how many there are of each."""
    table, words, area, plan = spread.table, spread.words, spread.plan.pool, spread.plan
    spread.zone("pool", area, words("zone.pool"), words("empty.pool"))
    width = plan.small
    high = (area[3] - 34) / len(plan.rows)
    for down, row in enumerate(plan.rows):
        y = area[1] + 30 + high * down + (high - 4) / 2
        pile = width + 24 if 0 in row and len(row) > 3 else 0  # on a wide screen the pile needs no more room
        column = (area[2] - 16 - pile) / (len(row) - (pile > 0))
        for across, value in enumerate(row):
            if value == 0:
                lay_pile(spread, area[0] + 14 + width / 2, y, width)
                continue
            left = area[0] + 8 + (pile - column if pile else 0) + column * across
            kinds = [kind for kind in kinds_in(int(table.pool)) if value_of(kind) == value]
            lay_column(spread, (left, y - high / 2, column, high), kinds, y)


def lay_pile(spread: Spread, x: float, y: float, width: float) -> None:
    """Lay the pile, with how many cards it has."""
    n = size_of(int(spread.table.pile))
    if n:
        label = spread.words("label.pile", n=n)
        spread.put("pile", "back", x, y, width, "pool", label, means=facts.DRAW, layer=1)
    spread.write(x, y + width * CARD_HEIGHT / 2 - 8, f"{n}", 16, "badge")


def lay_column(spread: Spread, area: Area, kinds: list[int], y: float) -> None:
    """Lay the pool cards of one value."""
    width = spread.plan.small
    left, _, column, _ = area
    apart = min(22, (column - width - 14) / max(1, len(kinds) - 1))
    for i, kind in enumerate(kinds):
        top = kinds[i + 1 : i + 2] != [kind]  # of its kind: one ring is enough for cards that are all alike
        x = left + 4 + width / 2 + apart * i
        spread.put(spread.copy_of(kind), f"card-{kind}", x, y, width, "pool", spread.words(named(kind)),
                   means=facts.TAKE + kind, layer=2 + i, ring=top)  # fmt: skip
    if len(kinds) > 1:
        x = left + 4 + width + apart * (len(kinds) - 1) - 13
        spread.write(x, y + width * CARD_HEIGHT / 2 - 8, f"×{len(kinds)}", 15, "badge")


def lay_score_zones(spread: Spread) -> None:
    """Lay everyone's score cards: upright ones standing, turned ones really turned."""
    table, words, plan = spread.table, spread.words, spread.plan
    mine = spread.viewer == spread.front
    label = words("zone.score") if mine else words("zone.score_of", player=PlayerName(spread.front))
    spread.zone("score", plan.score, label, words("empty.score"))
    x, y, width, height = plan.score
    lay_scored(spread, spread.front, (x, y + 26, width, height - 26), min(plan.small, 66), "score")
    for player, strip in zip(others(spread), spread.strips, strict=False):
        spread.zone(f"score-{player}", strip, "", words("empty.kept"))
        lay_scored(spread, player, strip, (strip[3] - 10) / CARD_HEIGHT, f"score-{player}")
    for player in others(spread)[len(spread.strips) :]:
        for kind in kinds_in(int(table.upright[player])) + kinds_in(int(table.turned[player])):
            spread.copy_of(kind)  # folded away, but each card keeps its id


def lay_scored(spread: Spread, player: int, area: Area, width: float, region: str) -> None:
    """Lay one player's score cards and claimed objectives along an area."""
    box, table, words = spread.box, spread.table, spread.words
    theirs = None if player == spread.viewer else no_move("click.score_other", "CR-21", player=PlayerName(player))
    upright, turned = kinds_in(int(table.upright[player])), kinds_in(int(table.turned[player]))
    won = [i for i in range(facts.OBJECTIVES) if int(table.won[player]) >> i & 1]
    tall = width * CARD_HEIGHT
    steps = [width + 5] * len(upright) + [tall + 5] * len(turned) + [width + 5] * len(won)
    last = tall if turned and not won else width
    squeeze = min(1.0, (area[2] - 20 - last) / max(1.0, sum(steps[:-1])))
    y = area[1] + area[3] / 2
    x = area[0] + 10
    for i, kind in enumerate(upright + turned):
        lies = i >= len(upright)
        worth = value_of(kind) + is_golden(kind) - lies
        label = words("label.turned" if lies else "label.score", card=named(kind), points=points_of(worth))
        spread.put(
            spread.copy_of(kind), f"card-{kind}", x + (tall if lies else width) / 2, y, width, region, label,
            means=theirs or (facts.TURN + kind - 2 if lies else payment(table, kind)), turn=90 if lies else 0,
            layer=10 + i,
        )  # fmt: skip
        x += steps[i] * squeeze
    for i, objective in enumerate(won):
        label = words("label.won", needs=needs_of(box, objective), points=points_of(int(box.pays[objective])))
        name, face = f"goal-{objective}", f"objective-{objective}"
        claimed = no_move("click.won", "CR-26")
        spread.put(name, face, x + width / 2, y, width, region, label, means=claimed, layer=40 + i)
        x += steps[-1] * squeeze


def payment(table: Any, kind: int) -> int | Unreadable:
    """Return the move by which an upright score card pays for an objective, unless another value is owed."""
    if table.phase == facts.PAYING and value_of(kind) != owed_value(table):
        return no_move("click.other_value", "CR-26", value=owed_value(table))
    return facts.PAY_PLAIN + is_golden(kind)


# --- objectives, gear, actions ----------------------------------------------------------------------------


def lay_objectives(spread: Spread) -> None:
    """Lay the display, a tick on what the player in front could pay for now, and the deck."""
    box, table, words, area = spread.box, spread.table, spread.words, spread.plan.objectives
    spread.zone("objectives", area, words("zone.objectives"), words("empty.objectives"))
    slots = int(box.display) + 1
    pitch = (area[2] - 16) / slots
    width = min(84, pitch - 6)
    y = area[1] + 28 + (area[3] - 32) / 2
    counts = by_value(int(table.upright[spread.front]))
    for slot in range(int(box.display)):
        objective = int(table.shown[slot]) - 1
        x = area[0] + 8 + pitch * (slot + 0.5)
        if objective < 0:
            continue
        worth = points_of(int(box.pays[objective]))
        label = words("label.objective", slot=slot + 1, needs=needs_of(box, objective), points=worth)
        payable = cover(counts, int(box.needs[objective]))
        hint = f"{label}. {words('hint.claim')}" if payable and spread.viewer >= 0 else label
        spread.put(f"goal-{objective}", f"objective-{objective}", x, y, width, "objectives", label,
                   means=facts.CLAIM + slot, layer=3, hint=hint)  # fmt: skip
        if payable and spread.viewer >= 0:
            spread.write(x + width / 2 - 8, y - width * CARD_HEIGHT / 2 + 14, "✓", 16, "badge")
    left = int(table.deck).bit_count()
    x = area[0] + 8 + pitch * (slots - 0.5)
    if left:
        label, closed = words("label.deck", n=left), no_move("click.deck", "CR-29")
        spread.put("goals", "deck", x, y, width * 0.8, "deck", label, means=closed, layer=1)
    spread.write(x, y + width * 0.4 * CARD_HEIGHT - 8, f"{left}", 15, "badge")


def lay_gear(spread: Spread) -> None:
    """Lay the gear cards in a row, the tokens on them."""
    box, table, words, area = spread.box, spread.table, spread.words, spread.plan.gear
    spread.zone("gear", area, words("zone.gear"))
    places = int(box.gears) + 1
    pitch = (area[2] - 16) / places
    width = min(84, pitch - 6)
    y = area[1] + 28 + (area[3] - 32) / 2
    for gear in range(places):
        x = area[0] + 8 + pitch * (gear + 0.5)
        label = words("label.gear", gear=phrase(f"gear.{gear}"), bonus=int(box.bonus[gear]),
                      cost=int(box.cost[gear]), stars=int(box.stars[gear]))  # fmt: skip
        spread.put(
            f"gear-card-{gear}", f"gear-{gear}", x, y, width, "gear", label, means=upgrading(spread, gear), layer=1
        )
        here = [player for player in range(table.players) if table.gear[player] == gear]
        for i, player in enumerate(here):
            token = width * 0.36
            apart = min(token, (width - token) / max(1, len(here) - 1))
            at = x + apart * (i - (len(here) - 1) / 2)
            top = y - width * CARD_HEIGHT / 2 + 11
            said = words("label.token", player=PlayerName(player), gear=phrase(f"gear.{gear}"))
            spread.put(f"crab-token-{player}", f"token-{player}", at, top, token, "gear", said,
                       means=no_move("click.token", "CR-16", player=PlayerName(player)), layer=60 + player)  # fmt: skip


def upgrading(spread: Spread, gear: int) -> int | Unreadable:
    """Return what a click on a gear card means: Upgrade on the next one, and beyond the last (CR-14, CR-15)."""
    following = int(spread.table.gear[spread.front]) + 1
    if gear == following or following > spread.box.gears:
        return facts.UPGRADE
    return no_move("click.gear", "CR-14", gear=phrase(f"gear.{following}"))


def lay_aid(spread: Spread) -> None:
    """Lay the player aid: six actions, those that can be taken now ringed, the one being taken marked."""
    table, words, area = spread.table, spread.words, spread.plan.aid
    pitch = area[2] / len(ACTIONS)
    doing = {
        facts.CATCHING: 0, facts.RAISING: 1, facts.RETAKING: 1, facts.TRADING: 2, facts.BARTERING: 2,
        facts.UPGRADING: 3, facts.ROPING: 4, facts.BINDING: 4, facts.RELAXING: 5,
    }.get(int(table.phase), -1)  # fmt: skip
    wide = pitch > 100
    for action, name in enumerate(ACTIONS):
        x, y = area[0] + pitch * (action + 0.5), area[1] + area[3] / 2
        size = area[3] - (16 if wide else 26)
        at = (x - 48, y) if wide else (x, y - 9)
        spread.put(f"do-{name}", f"action-{name}", *at, size, "aid", words(f"action.{action}"), means=action,
                   hint=words(f"aid.{action}"), mark="chosen" if action == doing else "", layer=1)  # fmt: skip
        title = words(f"action.{action}")
        if wide:
            spread.write(x - 8, y + 6, title, 16, "strong", "start")
        else:
            spread.write(x, area[1] + area[3] - 3, title, 13)


# --- players and text -------------------------------------------------------------------------------------


def others(spread: Spread) -> list[int]:
    """List the other players clockwise from the one in front."""
    players = int(spread.table.players)
    return [(spread.front + i) % players for i in range(1, players)]


def panels(spread: Spread, layout: str) -> tuple[Panel, ...]:
    """Sum up each player, by seat: points, gear, and what is known of the hand."""
    table, words, plan = spread.table, spread.words, spread.plan
    areas = {spread.front: plan.you, **dict(zip(others(spread), spread.panels, strict=True))}
    shown: list[Panel] = []
    for player in range(table.players):
        you = player == spread.viewer
        lines = told_of(spread, player) if layout == "wide" else (folded(spread, player),)
        awaiting = bool(table.awaiting >> player & 1)
        shown.append(Panel(player, titled(words, player, spread.viewer), awaiting, lines, *areas[player], you=you))
    return tuple(shown)


def folded(spread: Spread, player: int) -> str:
    """Sum a player up in one short line."""
    table = spread.table
    return spread.words("panel.short", points=int(table.score[player]), n=size_of(int(table.hand[player])))


def told_of(spread: Spread, player: int) -> tuple[str, ...]:
    """Sum a player up in two lines: points and gear, and the hand as far as all know it."""
    box, table, words = spread.box, spread.table, spread.words
    gear = int(table.gear[player])
    points, end = int(table.score[player]), int(box.end[int(table.players)])
    bonus = int(box.bonus[gear])
    return (
        words("panel.points", points=points, end=end, gear=phrase(f"gear.{gear}"), bonus=bonus),
        known_hand(table, player, words),
    )


def known_hand(table: Any, player: int, words: Words) -> str:
    """Write the cards everyone saw taken, and a question mark for each other one; all of them at the end."""
    n = size_of(int(table.hand[player]))
    known = int(table.hand[player]) if table.ending else int(table.known[player])
    if known == 0:
        return words("panel.hand", n=n)
    roped = table.rope > 0 and player == table.turn
    unknown = n + roped - size_of(known)
    cards = " ".join([notation.row(known), *["?"] * unknown])
    return words("panel.roped" if roped else "panel.known", n=n, cards=cards)


def sketch(spread: Spread) -> tuple[tuple[Span, ...], ...]:
    """Write the table as text, line by line: objectives, gear, pool, bind, score zones, hand."""
    box, table, words = spread.box, spread.table, spread.words
    asked = [
        f"{slot + 1}: {' '.join(str(v) for v in needed(int(box.needs[n - 1])))} → {int(box.pays[n - 1])}"
        for slot, n in enumerate(int(number) for number in table.shown)
        if n
    ]
    gear = [
        f"{words(f'gear.{i}')} +{int(box.bonus[i])} {'★' * int(box.stars[i])} ({int(box.cost[i])})"
        for i in range(1, int(box.gears) + 1)
    ]
    pile = words("sketch.pile", n=size_of(int(table.pile)))
    rows = [
        line(words("sketch.objectives"), "   ".join(asked)),
        line(words("sketch.gear"), "   ".join(gear)),
        (*line(words("sketch.pool"), by_values(int(table.pool))), Span(f"   {pile}", dim=True)),
    ]
    if table.rope:
        own = spread.viewer == table.turn
        rope = f"{words('sketch.rope')} {notation.card(int(table.rope) - 1) if own else '▮'}"
        told = running_total(box, table, words)
        rows.append(line(words("sketch.bind"), f"{rope}, {notation.row(int(table.bound))}   {told}"))
    rows.extend(score_line(spread, player) for player in range(table.players))
    if spread.viewer >= 0:
        rows.append(line(words("sketch.hand"), by_values(int(table.hand[spread.viewer])), bold=True))
    return tuple(rows)


def line(title: str, text: str, bold: bool = False) -> tuple[Span, ...]:
    """Write a line of the sketch: what it is, dimmed, and what is there."""
    return Span(f"{title:<11}", dim=True), Span(text, bold=bold)


def by_values(cards: int) -> str:
    """Write cards in ascending order, a wider gap between values."""
    rows = [notation.row(cards & 0xFF << 8 * i) for i in range(VALUES)]
    return "  ".join(row for row in rows if row)


def score_line(spread: Spread, player: int) -> tuple[Span, ...]:
    """Write a player's score cards and objectives."""
    box, table, words = spread.box, spread.table, spread.words
    parts = [by_values(int(table.upright[player]))]
    if table.turned[player]:
        parts.append(f"{words('sketch.turned')} {by_values(int(table.turned[player]))}")
    won = [int(box.pays[i]) for i in range(facts.OBJECTIVES) if int(table.won[player]) >> i & 1]
    parts.extend(f"◎{pays}" for pays in won)
    return Span(f"{words.name(player):<11}", seat=player), Span("  ".join(part for part in parts if part))
