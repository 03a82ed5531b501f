"""Turns a game's rules.md into HTML: headings, paragraphs, lists, tables, emphasis; each rule at its own anchor."""

from __future__ import annotations

import re
from html import escape


def page(text: str) -> str:
    """Turn Markdown as our rules use it into HTML.

    >>> page("**CS-3** You *must* move.")
    '<p class="rule" id="CS-3"><a href="#CS-3">CS-3</a>You <em>must</em> move.</p>'
    """
    return "\n".join(_block(block) for block in re.split(r"\n\s*\n", text.strip()) if block.strip())


def chapters(text: str) -> list[tuple[str, str]]:
    r"""List the chapters of a text: where each begins, and its heading.

    >>> chapters("# Crabs!\n\n## Setting up\n\nDeal six cards.")
    [('setting-up', 'Setting up')]
    """
    return [(_anchor(heading), heading) for heading in re.findall(r"^## (.*)$", text, re.MULTILINE)]


def _anchor(heading: str) -> str:
    return re.sub(r"\W+", "-", heading.lower()).strip("-")


def _block(block: str) -> str:
    heading = re.fullmatch(r"(#{1,4}) (.*)", block.strip())
    if heading:
        level = len(heading[1])
        return f'<h{level} id="{_anchor(heading[2])}">{_inline(heading[2])}</h{level}>'
    lines = block.strip().splitlines()
    if all(line.lstrip().startswith("|") for line in lines):
        return _table(lines)
    if re.match(r"\s*([-*]|\d+\.) ", lines[0]):
        return _list(lines)
    rule = re.match(r"\*\*([A-Z]+-\d+)\*\*\s*", block)
    body = " ".join(line.strip() for line in lines)
    if not rule:
        first, *rest = lines
        if re.match(r"#{1,4} ", first):
            return _block(first) + "\n" + _block("\n".join(rest))
        return f"<p>{_inline(body)}</p>"
    inside = _inline(body[rule.end() :].strip())
    if not any(re.match(r"\s*[-*] ", line) for line in lines[1:]):
        return f'<p class="rule" id="{rule[1]}"><a href="#{rule[1]}">{rule[1]}</a>{inside}</p>'
    start = next(i for i, line in enumerate(lines) if i and re.match(r"\s*[-*] ", line))
    head = _inline(" ".join(lines[:start])[rule.end() :].strip())
    return f'<div class="rule" id="{rule[1]}"><a href="#{rule[1]}">{rule[1]}</a>{head}{_list(lines[start:])}</div>'


def _list(lines: list[str]) -> str:
    items: list[str] = []
    for line in lines:
        found = re.match(r"\s*(?:[-*]|\d+\.) (.*)", line)
        if found:
            items.append(found[1])
        elif items:
            items[-1] += " " + line.strip()
    kind = "ol" if re.match(r"\s*\d", lines[0]) else "ul"
    return f"<{kind}>" + "".join(f"<li>{_inline(item)}</li>" for item in items) + f"</{kind}>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    head = "".join(f"<th>{_inline(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _inline(text: str) -> str:
    text = escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"(?<!\w)\*([^*]+)\*(?!\w)", r"<em>\1</em>", text)
    return re.sub(r"\[([^\]]+)\]\((https?://[^)\s]+|#[^)\s]+)\)", r'<a href="\2">\1</a>', text)
