"""Turns the text of a game's rules into HTML: Markdown by markdown-it, with an anchor at every rule and heading.

A text of rules may come from somebody else's package, so nothing in it becomes a tag, a style or a picture, and
links lead to http and https or to a place on the same page. The only pictures are those we draw: faces of the game's
pieces, and worked examples, where the text names them (see `rulebook.py`).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from decapod.core.rulebook import EXAMPLE, FACE, MARK
from decapod.scene import Face

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

RULE = re.compile(r"\*\*([A-Z]+-\d+)\*\*\s*")
ID = re.compile(r"\{id ([A-Z]+-\d+)\}")
MARKED = re.compile(r"\{mark ([A-Z]+-\d+): ([^{}]*)\}")
MENTIONED = re.compile(r"(?<![\w{#*-])([A-Z]{2,}-\d+)\b")
FRENCH_SPACE = re.compile(r"(?<=\S) (?=[:;!?»](?:\s|$|[*)]))|(?<=«) ")
SAFE_LINK = re.compile(r"https?://|#", re.IGNORECASE)


def render_rules(text: str, faces: Mapping[str, Face] | None = None, examples: Mapping[str, str] | None = None) -> str:
    """Turn Markdown into HTML in which a paragraph that begins with a rule's id in bold is that rule.

    The id stands small at the end, and what is marked as not the rulebook's is a link to why. `faces` are drawn where
    the text names them, as symbols of the page; `examples` are put in as they are: HTML of ours, by id.

    >>> print(render_rules("**CS-3** You *must* move. *(ours: why)*"), end="")
    <p class="rule" id="CS-3">You <em>must</em> move.<a class="mark" href="#why-CS-3">ours</a> <a class="id" href="#CS-3">CS-3</a></p>
    """  # noqa: E501  # a line of HTML
    return _parser().render(text, {"faces": faces or {}, "examples": examples or {}})


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


def bind_spaces(words: str) -> str:
    """Keep what French puts a space before, or after, on the same line: `« Non ! »`."""
    return FRENCH_SPACE.sub("\N{NO-BREAK SPACE}", words)


def list_faces(text: str) -> list[str]:
    """List the faces that a text names, each once."""
    return list(dict.fromkeys(face[1] for face in FACE.finditer(text)))


@functools.cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a server that shows no rules starts without it

    class SafeLinks(MarkdownIt):
        """Markdown whose links go to the web or stay on the page; the text of any other is shown as it is."""

        def validateLink(self, url: str) -> bool:  # noqa: N802  # markdown-it's name
            return SAFE_LINK.match(url) is not None

    parser = SafeLinks("commonmark", {"html": False}).enable("table").disable("image")
    parser.core.ruler.before("inline", "anchors", _add_anchors)  # blocks are known, words not yet read
    parser.inline.ruler.push("gap", _read_gap)
    for kind in DRAW:
        parser.add_render_rule(kind, _draw_gap)
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
                inline.content = f"{_link(rule[1], inline.content[rule.end() :])} {{id {rule[1]}}}"
                for token_inside in tokens[at + 2 : _take_in_list(tokens, at)]:
                    token_inside.content = _link(rule[1], token_inside.content)
            elif EXAMPLE.fullmatch(inline.content):
                token.tag = tokens[at + 2].tag = "div"  # a paragraph cannot hold a figure
        elif token.type == "inline":
            token.content = bind_spaces(token.content)
        elif token.type in ("th_open", "td_open"):
            token.attrs.pop("style", None)


def _link(rule: str, words: str) -> str:
    """Turn the marks in a rule's words into links to why, and the rules it mentions into links to them."""
    linked = MENTIONED.sub(r"[\1](#\1)", words)
    return MARK.sub(lambda mark: f"{{mark {rule}: {mark[1]}}}", linked)


def _take_in_list(tokens: list[Token], start: int) -> int:
    """Let a rule, whose paragraph opens at `start`, hold the list written right below it: no blank line between.

    Returns where the rule ends.
    """
    end = start + 2
    close, after = tokens[end], tokens[end + 1 : end + 2]
    if not after or after[0].type not in ("bullet_list_open", "ordered_list_open"):
        return end
    paragraph_lines, list_lines = tokens[start].map, after[0].map
    if paragraph_lines is None or list_lines is None or paragraph_lines[1] != list_lines[0]:
        return end
    last = next(at for at in range(end + 1, len(tokens)) if tokens[at].nesting == -1 and tokens[at].level == 0)
    tokens[start].tag = close.tag = "div"  # a paragraph cannot hold a list
    tokens.insert(last, tokens.pop(end))
    return last


# --- gaps that stand for pictures and links -----------------------------------------------------------------


def _read_gap(state: StateInline, silent: bool) -> bool:
    """Read `{face …}` and `{example …}`, where there is such a thing, and what `_add_anchors` and `_link` wrote."""
    for kind, pattern in (("face", FACE), ("example", EXAMPLE), ("mark", MARKED), ("id", ID)):
        found = pattern.match(state.src, state.pos)
        if found and (kind in ("mark", "id") or found[1] in state.env.get(f"{kind}s", {})):
            if not silent:
                token = state.push(kind, "", 0)
                token.meta = {"parts": found.groups()}
            state.pos = found.end()
            return True
    return False


def _draw_gap(_self: Any, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    """Draw what a gap stands for, by its kind and what was read of it."""
    return DRAW[tokens[at].type](env, *tokens[at].meta["parts"])


def _draw_face(env: dict[str, Any], name: str, words: str) -> str:
    """Draw a face: a symbol of the page, with words for those who do not see it."""
    _, _, width, height = env["faces"][name].view
    access = f'role="img" aria-label="{escape(words)}"' if words else 'aria-hidden="true"'
    return (
        f'<svg class="face" viewBox="0 0 {width:g} {height:g}" {access}>'
        f'<use href="#face-{escape(name)}" width="{width:g}" height="{height:g}"/></svg>'
    )


#: What gaps become, by kind. A mark is a link to why; an id, a link from a rule to itself.
DRAW: dict[str, Callable[..., str]] = {
    "face": _draw_face,
    "example": lambda env, name: str(env["examples"][name]),
    "mark": lambda _env, rule, word: f'<a class="mark" href="#why-{rule}">{escape(word)}</a>',
    "id": lambda _env, rule: f'<a class="id" href="#{rule}">{rule}</a>',
}
