"""The learning curve: what a network scored at each trial, as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from decapod.scene.words import Words

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 56, 24, 56, 48
COLOURS = ("#0b6e8a", "#c8553d", "#6a8d2f")

Points = Sequence[tuple[float, float]]  # minutes, and a score from 0 to 1


def draw_curve(words: Words, game: str, lines: Mapping[str, Points]) -> str:
    """Draw lines by name: scores from 0 to 100 % over minutes."""
    last = max((minutes for points in lines.values() for minutes, _ in points), default=0.0) or 1.0

    def x(minutes: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * minutes / last, 1)

    def y(score: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * score, 1)

    title = escape(words("curve.title", game=game))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf6"/>',
        _text(LEFT, 24, title, 17, "start"),
    ]
    for quarter in range(5):
        at = y(quarter / 4)
        parts.append(f'<path d="M{LEFT} {at}H{WIDTH - RIGHT}" stroke="#d8d2c0"/>')
        parts.append(_text(LEFT - 8, at + 4, f"{quarter * 25} %", 12, "end"))
        parts.append(_text(x(last * quarter / 4), HEIGHT - BOTTOM + 18, f"{last * quarter / 4:.3g}", 12, "middle"))
    parts.append(_text((WIDTH + LEFT) / 2, HEIGHT - 10, words("curve.minutes"), 12, "middle"))
    at = LEFT
    for colour, (name, points) in zip(COLOURS, lines.items(), strict=False):
        if points:
            path = " ".join(f"{x(minutes)},{y(score)}" for minutes, score in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
            parts += [f'<circle cx="{x(m)}" cy="{y(score)}" r="3.5" fill="{colour}"/>' for m, score in points]
            parts.append(f'<rect x="{at}" y="34" width="14" height="6" fill="{colour}"/>')
            parts.append(_text(at + 20, 41, escape(name), 12, "start"))
            at += 40 + 7 * len(name)
    return "\n".join([*parts, "</svg>\n"])


def _text(x: float, y: float, text: str, size: int, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="#2b2a26">{text}</text>'
