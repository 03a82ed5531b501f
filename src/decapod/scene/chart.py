"""Charts: what a box says, as tables in Markdown for the rules; `rulebook.py` says where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def write_chart(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    r"""Write a table.

    >>> print(write_chart(["size", "steps"], [["large", 1], ["small", 3]]))
    | size | steps |
    | --- | --- |
    | large | 1 |
    | small | 3 |
    """
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def show_face(name: str, words: str) -> str:
    """Name a face that a page shows as a picture; elsewhere its words are read."""
    return f"{{face {name}: {words}}}"
