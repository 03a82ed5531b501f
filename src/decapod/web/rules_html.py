"""Turns the text of a game's rules into HTML: Markdown by markdown-it, with an anchor at every rule and heading.

A text of rules may come from somebody else's package, so nothing in it becomes a tag, a style or a picture, and
links lead to http and https or to a place on the same page.
"""

from __future__ import annotations

import functools
import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

RULE = re.compile(r"\*\*([A-Z]+-\d+)\*\*\s*")
SAFE_LINK = re.compile(r"https?://|#", re.IGNORECASE)


def render_rules(text: str) -> str:
    """Turn Markdown into HTML in which a paragraph that begins with a rule's id in bold is that rule.

    >>> print(render_rules("**CS-3** You *must* move."), end="")
    <p class="rule" id="CS-3"><a href="#CS-3">CS-3</a>You <em>must</em> move.</p>
    """
    return _parser().render(text)


def list_chapters(text: str) -> list[tuple[str, str]]:
    r"""List the headings of the second level: the anchor of each in `render_rules`, and its words without markup.

    >>> list_chapters("# Crabs!\n\n## Setting *up*\n\nDeal six cards.")
    [('setting-up', 'Setting up')]
    """
    tokens = _parser().parse(text)
    return [
        (str(heading.attrs["id"]), "".join(child.content for child in inline.children or []))
        for heading, inline in pairwise(tokens)
        if heading.type == "heading_open" and heading.tag == "h2"
    ]


@functools.cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a server that shows no rules starts without it

    class SafeLinks(MarkdownIt):
        """Markdown whose links go to the web or stay on the page; the text of any other is shown as it is."""

        def validateLink(self, url: str) -> bool:  # noqa: N802  # markdown-it's name
            return SAFE_LINK.match(url) is not None

    parser = SafeLinks("commonmark", {"html": False}).enable("table").disable("image")
    parser.core.ruler.before("inline", "anchors", _add_anchors)  # blocks are known, words not yet read
    return parser


def _add_anchors(state: StateCore) -> None:
    """Give headings and rules their anchors; take from table cells the style that our content policy refuses."""
    tokens = state.tokens
    for at in range(len(tokens)):
        token = tokens[at]
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"\W+", "-", tokens[at + 1].content.lower()).strip("-"))
        elif token.type == "paragraph_open" and token.level == 0:
            inline = tokens[at + 1]
            rule = RULE.match(inline.content)
            if rule:
                token.attrSet("class", "rule")
                token.attrSet("id", rule[1])
                inline.content = f"[{rule[1]}](#{rule[1]}){inline.content[rule.end() :]}"
                _take_in_list(tokens, at)
        elif token.type in ("th_open", "td_open"):
            token.attrs.pop("style", None)


def _take_in_list(tokens: list[Token], start: int) -> None:
    """Let a rule, whose paragraph opens at `start`, hold the list written right below it: no blank line between."""
    end = start + 2
    close, after = tokens[end], tokens[end + 1 : end + 2]
    if not after or after[0].type not in ("bullet_list_open", "ordered_list_open"):
        return
    paragraph_lines, list_lines = tokens[start].map, after[0].map
    if paragraph_lines is None or list_lines is None or paragraph_lines[1] != list_lines[0]:
        return
    last = next(at for at in range(end + 1, len(tokens)) if tokens[at].nesting == -1 and tokens[at].level == 0)
    tokens[start].tag = close.tag = "div"  # a paragraph cannot hold a list
    tokens.insert(last, tokens.pop(end))
