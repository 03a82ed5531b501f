"""Draws a scene as one SVG document."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from decapod.scene.art import TOKENS, mark, seat_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decapod.scene.schema import Face, Label, Panel, Piece, Scene, Zone

FACE = "face-"  # how the ids of symbols begin; sprites.js cuts it off, and no piece's id begins so
BOLD = 1.16  # strong letters are so much wider
ABOVE, BELOW = 58, 104  # the canvas of a picture: the prompt, and what just happened
SMALLEST_PROMPT = 12  # letters of a long one
PANEL_LETTERS = (14, 13, 12, 11, 10)  # how large the words of a panel may be
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


def draw(scene: Scene, part: tuple[float, float, float, float] | None = None) -> str:
    """Draw a scene, or a part of it: zones, pieces from the lowest layer up, words, panels, prompt and events."""
    left, top, width, height = part or whole(scene)
    used = dict.fromkeys(piece.face for piece in scene.pieces)
    symbols = "".join(symbol(name, scene.faces[name]) for name in used)
    body = "".join(_zone(scene, zone) for zone in scene.zones)
    body += "".join(_piece(scene, piece) for piece in sorted(scene.pieces, key=lambda p: p.layer))
    body += "".join(_label(label) for label in sorted(scene.labels, key=lambda label: label.layer))
    body += "".join(_panel(panel) for panel in scene.panels)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' class='decapod' viewBox='{_numbers(left, top, width, height)}' "
        f"width='{width:g}' height='{height:g}' role='img' aria-label='{escape(scene.title, quote=True)}'>"
        f"<style>{_style()}</style><defs>{symbols}</defs>"
        f"<rect class='page' y='{-ABOVE:g}' width='{scene.width:g}' height='{scene.height + ABOVE + BELOW:g}'/>{body}"
        f"{_prompt(scene)}{_events(scene)}</svg>"
    )


def whole(scene: Scene) -> tuple[float, float, float, float]:
    """Return the part that shows all of a scene: its canvas, the prompt above it, and what just happened below."""
    return 0, -ABOVE, scene.width, scene.height + ABOVE + BELOW


def symbol(name: str, face: Face) -> str:
    """Draw a face once, under an id that no piece has."""
    return f"<symbol id='{FACE}{name}' viewBox='{_numbers(*face.view)}'>{face.markup}</symbol>"


def _style() -> str:
    light = ";".join(f"--{name}:{values[0]}" for name, values in TOKENS.items())
    dark = ";".join(f"--{name}:{values[1]}" for name, values in TOKENS.items())
    return (
        f".decapod{{{light}}}@media(prefers-color-scheme:dark){{.decapod{{{dark}}}}}"
        f".decapod{{font-family:{FONT}}}.ink,.strong{{fill:var(--ink)}}.figure{{font-variant-numeric:tabular-nums}}"
        ".page{fill:var(--sand)}.zone{fill:var(--foam);opacity:.55}.water{fill:var(--sea)}.plain{fill:var(--shell)}"
        ".soft{fill:var(--soft)!important}.light{fill:#FFFDF7!important}.dark{fill:#1D2B2F!important}.strong{font-weight:700}"
        ".panel{fill:var(--shell);stroke:var(--foam);stroke-width:2}.panel.now{stroke:var(--coral);stroke-width:4}"
        ".legal{fill:none;stroke:var(--kelp);stroke-width:4}.chosen{fill:none;stroke:var(--coral);stroke-width:5}"
        ".last{fill:none;stroke:#FFFDF7;stroke-width:3;stroke-dasharray:5 5}"
        ".rock{fill:var(--rock);stroke:var(--rock-edge)}"
    )


def _numbers(*values: float) -> str:
    return " ".join(f"{value:g}" for value in values)


def _zone(scene: Scene, zone: Zone) -> str:
    out = (
        f"<rect class='{zone.kind}' x='{zone.x:g}' y='{zone.y:g}' width='{zone.width:g}' height='{zone.height:g}' "
        "rx='18'/>"
    )
    if zone.label:
        out += _text(zone.x + 14, zone.y + 21, zone.label, 15, "start", "soft strong")
    if zone.empty and not any(piece.region == zone.id for piece in scene.pieces):
        out += _text(zone.x + zone.width / 2, zone.y + zone.height / 2 + 5, zone.empty, 14, "middle", "soft")
    return out


def _piece(scene: Scene, piece: Piece) -> str:
    _, _, wide, high = scene.faces[piece.face].view
    height = piece.width * high / wide
    rotation = f" transform='rotate({piece.angle:g} {piece.x:.6g} {piece.y:.6g})'" if piece.angle else ""
    title = f"<title>{escape(piece.hint or piece.label)}</title>" if piece.hint or piece.label else ""
    ring = ""
    radius = piece.width / 2 if 0.8 < height / piece.width < 1.25 else min(14, piece.width / 8)
    if piece.mark:
        ring = (
            f"<rect class='{piece.mark}' x='{piece.x - piece.width / 2 - 3:.6g}' y='{piece.y - height / 2 - 3:.6g}' "
            f"width='{piece.width + 6:.6g}' height='{height + 6:.6g}' rx='{radius + 3:.6g}'/>"
        )
    return (
        f"<g id='{escape(piece.id, quote=True)}'{rotation}>{title}"
        f"<use href='#{FACE}{piece.face}' x='{piece.x - piece.width / 2:.6g}' y='{piece.y - height / 2:.6g}' "
        f"width='{piece.width:.6g}' height='{height:.6g}'/>{ring}</g>"
    )


def _text(x: float, y: float, text: str, size: float, anchor: str = "middle", kind: str = "ink") -> str:
    where = f"x='{x:.6g}' y='{y:.6g}' font-size='{size:g}' text-anchor='{anchor}'"
    return f"<text {where} class='{kind}'>{escape(text)}</text>"


def _label(label: Label) -> str:
    if label.kind == "badge":
        wide, high = label.size * (0.7 * len(label.text) + 0.5), label.size * 1.35
        return (
            f"<rect x='{label.x - wide / 2:.6g}' y='{label.y - label.size:.6g}' width='{wide:.6g}' "
            f"height='{high:.6g}' rx='{high / 2:.6g}' fill='#1D2B2F'/>"
        ) + _text(label.x, label.y, label.text, label.size, "middle", "light strong")
    return _text(label.x, label.y, label.text, label.size, label.anchor, label.kind)


def _panel(panel: Panel) -> str:
    now = " now" if panel.awaiting else ""
    fade = " opacity='.55'" if panel.out else ""
    out = (
        f"<g{fade}><rect class='panel{now}' x='{panel.x:g}' y='{panel.y:g}' width='{panel.width:g}' "
        f"height='{panel.height:g}' rx='14'/>"
    )
    chip = 13 if panel.height >= 60 else 9
    cx, cy = panel.x + 12 + chip, panel.y + (13 if len(panel.lines) < 3 else 7) + chip
    seat = panel.shade if panel.shade >= 0 else panel.player
    out += (
        f"<circle cx='{cx:g}' cy='{cy:g}' r='{chip}' fill='{seat_colours(seat).body}'/>"
        f"<g transform='translate({cx:g},{cy - chip * 0.28:g}) scale({chip / 34:.3g})'>{mark(seat)}</g>"
    )
    size = 17 if panel.height >= 60 else 14
    out += _text(cx + chip + 10, cy + size / 3, panel.name, size, "start", "strong")
    size, lines = _fit(panel.lines, panel.width - 24, panel.y + panel.height - cy - chip - 10)
    for i, line in enumerate(lines):
        out += _text(panel.x + 14, cy + chip + 6 + size + i * (size + 5), line, size, "start", "soft")
    return out + "</g>"


def _fit(lines: Sequence[str], width: float, height: float) -> tuple[int, list[str]]:
    """Break the lines of a panel so that they fit, in letters as large as there is room for; and say how large."""
    for size in PANEL_LETTERS:
        broken = [part for line in lines for part in wrap(line, width, size)]
        if len(broken) * (size + 5) - 5 <= height:
            return size, broken
    return PANEL_LETTERS[-1], list(lines)


def wrap(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines of about `width`."""
    room = max(8, int(width / (size * 0.53)))
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _prompt(scene: Scene) -> str:
    """Write what is asked above the table, all of it, in letters as large as there is room for."""
    size = 20 if scene.layout == "desktop" else 16
    lines = wrap(scene.prompt, scene.width - 32, size * BOLD)
    while size > SMALLEST_PROMPT and len(lines) * (size + 4) > ABOVE - 6:
        size -= 1
        lines = wrap(scene.prompt, scene.width - 32, size * BOLD)
    first = 4 - ABOVE / 2 - (len(lines) - 1) * (size + 4) / 2 + size / 3
    return "".join(
        _text(scene.width / 2, first + i * (size + 4), line, size, "middle", "strong") for i, line in enumerate(lines)
    )


def _events(scene: Scene) -> str:
    size, down = 14, 19
    lines = [line for event in scene.events for line in wrap("· " + event, scene.width - 28, size)]
    lines = lines[-int(BELOW // down) :]
    return "".join(
        _text(14, scene.height + down * (i + 1), line, size, "start", "soft") for i, line in enumerate(lines)
    )
