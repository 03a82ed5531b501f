"""Rules as HTML: an anchor at every rule and heading, and nothing in a text that a page should not hold."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

import decapod
from decapod.core.rulebook import find_marks
from decapod.scene import Face
from decapod.web.rules_html import list_chapters, list_faces, render_rules

ID = '<a class="id" href="#CS-3">CS-3</a>'
Tag = tuple[str, dict[str, str | None]]

#: Everything that Markdown of ours may become, and what each may carry.
ALLOWED: dict[str, set[str]] = {
    **{tag: {"id"} for tag in ("h1", "h2", "h3", "h4", "h5", "h6")},
    **{tag: {"class", "id"} for tag in ("p", "div")},
    **{tag: set() for tag in ("em", "strong", "pre", "ul", "li", "blockquote", "hr", "br")},
    **{tag: set() for tag in ("table", "thead", "tbody", "tr", "th", "td")},
    "a": {"href", "title", "class"},
    "code": {"class"},
    "ol": {"start"},
}


class Reader(HTMLParser):
    """Reads HTML as a browser would, and notes every tag and all text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[Tag] = []
        self.text = ""
        self.others: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and what it carries."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.text += data

    def handle_comment(self, data: str) -> None:
        """Note a comment, which should not be there."""
        self.others.append(data)

    def handle_decl(self, decl: str) -> None:
        """Note a declaration, which should not be there."""
        self.others.append(decl)

    def handle_pi(self, data: str) -> None:
        """Note an instruction, which should not be there."""
        self.others.append(data)


def check_harmless(html: str) -> Reader:
    """Check that a page may hold this HTML, and return what is in it."""
    read = Reader(html)
    assert not read.others
    for tag, attributes in read.tags:
        assert tag in ALLOWED, html
        assert set(attributes) <= ALLOWED[tag], html
        if tag == "a":
            link = attributes["href"] or ""
            assert attributes.get("class") in (None, "id", "mark"), html
            assert link.lower().startswith(("http://", "https://", "#")), html
        if tag in ("p", "div"):
            assert attributes.get("class") in (None, "rule"), html
    return read


# --- anchors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_and_every_chapter_can_be_linked_to(game_name: str, language: str) -> None:
    game = decapod.game(game_name)
    text = game.rules_text(language)
    read = check_harmless(render_rules(text))
    ids = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    rules = [attributes["id"] for _, attributes in read.tags if attributes.get("class") == "rule"]
    assert rules == list(game.rulebook)
    links = [attributes["href"] for _, attributes in read.tags if attributes.get("class") == "id"]
    assert [f"#{rule}" for rule in rules] == links
    marked = [attributes["href"] for _, attributes in read.tags if attributes.get("class") == "mark"]
    assert [f"#why-{mark.rule}" for mark in find_marks(text)] == marked
    inside = {attributes["href"] for tag, attributes in read.tags if tag == "a" and "class" not in attributes}
    assert {link for link in inside if link and link.startswith("#")} <= {f"#{rule}" for rule in rules}
    chapters = [attributes["id"] for tag, attributes in read.tags if tag == "h2"]
    assert [anchor for anchor, _ in list_chapters(text)] == chapters
    assert all(words in read.text for _, words in list_chapters(text))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (
            "**CS-3** You must move.",
            '<p class="rule" id="CS-3">You must move. <a class="id" href="#CS-3">CS-3</a></p>\n',
        ),
        (
            "**CS-3**\nYou must\nmove.",
            '<p class="rule" id="CS-3">You must\nmove. <a class="id" href="#CS-3">CS-3</a></p>\n',
        ),
        (
            "**CS-3** *You* must.",
            '<p class="rule" id="CS-3"><em>You</em> must. <a class="id" href="#CS-3">CS-3</a></p>\n',
        ),
        ("**CS-3** [1] is low.", f'<p class="rule" id="CS-3">[1] is low. {ID}</p>\n'),
        ("**CS-3** (or not)", f'<p class="rule" id="CS-3">(or not) {ID}</p>\n'),
        ("See **CS-3** too.", "<p>See <strong>CS-3</strong> too.</p>\n"),
        ("> **CS-3** Quoted.", "<blockquote>\n<p><strong>CS-3</strong> Quoted.</p>\n</blockquote>\n"),
        ("**Beware** of it.", "<p><strong>Beware</strong> of it.</p>\n"),
        ("## Setting *up*, and more!", '<h2 id="setting-up-and-more">Setting <em>up</em>, and more!</h2>\n'),
        ("## À la fin", '<h2 id="à-la-fin">À la fin</h2>\n'),
    ],
)
def test_what_begins_with_an_id_is_a_rule_and_a_heading_is_named_by_its_words(text: str, html: str) -> None:
    assert render_rules(text) == html


def test_a_rule_holds_the_list_right_below_it_and_no_other() -> None:
    held = f'<div class="rule" id="CS-3">Move {ID}<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n</div>'
    apart = '<p class="rule" id="CS-3">Move <a class="id" href="#CS-3">CS-3</a></p>\n<ul>\n<li>one</li>\n</ul>'
    assert render_rules("**CS-3** Move\n- one\n- two").strip() == held
    assert render_rules("**CS-3** Move\n\n- one").strip() == apart
    nested = render_rules("**CS-3** Move\n1. one\n   - deep\n2. two\n\nAfter.")
    assert nested.strip().endswith("</ol>\n</div>\n<p>After.</p>")


def test_a_table_is_a_table_without_styles() -> None:
    """Our content policy refuses styles inside a page, and the browser would complain of each."""
    html = render_rules("| size | steps |\n| :-- | --: |\n| large | 1 |\n| `small` | **3** |")
    read = check_harmless(html)
    assert [tag for tag, _ in read.tags].count("td") == 4
    assert [tag for tag, _ in read.tags].count("th") == 2
    assert "<td><strong>3</strong></td>" in html


def test_links_to_the_web_and_to_rules_are_links() -> None:
    read = check_harmless(render_rules("[a](https://a.example/b?c=d&e) [r](#CS-3) <http://b.example>"))
    links = [attributes["href"] for tag, attributes in read.tags if tag == "a"]
    assert links == ["https://a.example/b?c=d&e", "#CS-3", "http://b.example"]


def test_french_signs_stay_on_the_line_of_their_words() -> None:
    html = render_rules("# Le but : gagner !\n\n**CS-3** « Non ! » : *jamais* ; ou *(notre règle : oui)* | a :b")
    assert html.replace("\N{NO-BREAK SPACE}", "~") == (
        '<h1 id="le-but-gagner">Le but~: gagner~!</h1>\n<p class="rule" id="CS-3">«~Non~!~»~: <em>jamais</em>~; ou'
        f'<a class="mark" href="#why-CS-3">notre règle</a> | a :b {ID}</p>\n'
    )


# --- marks, faces, examples -------------------------------------------------------------------------------


def test_a_mark_is_a_link_to_why_and_a_rule_that_is_mentioned_one_to_that() -> None:
    html = render_rules("**CS-3** You must (see CS-4). *(ours: for the book is silent)* Now!")
    assert html == (
        '<p class="rule" id="CS-3">You must (see <a href="#CS-4">CS-4</a>).<a class="mark" href="#why-CS-3">ours</a> '
        'Now! <a class="id" href="#CS-3">CS-3</a></p>\n'
    )


def test_a_face_is_a_symbol_of_the_page_with_words_for_it_and_an_example_what_it_is_given_as() -> None:
    faces = {"net": Face((-5, -5, 10, 14), "<circle/>")}
    text = 'A {face net: the "net"} and {face pot: a pot}.\n\n{example bind}\n\n{example other}'
    html = render_rules(text, faces, {"bind": "<figure>bound</figure>"})
    assert html == (
        '<p>A <svg class="face" viewBox="0 0 10 14" role="img" aria-label="the &quot;net&quot;">'
        '<use href="#face-net" width="10" height="14"/></svg> and {face pot: a pot}.</p>\n'
        "<div><figure>bound</figure></div>\n<div>{example other}</div>\n"
    )
    assert list_faces(text) == ["net", "pot"]


# --- what somebody might try --------------------------------------------------------------------------------


HOSTILE = [
    "<script>alert(1)</script>",
    "a <b onmouseover=alert(1)>b</b> c",
    "<img src=x onerror=alert(1)>",
    "<!-- hidden --> <!DOCTYPE x> <?php x ?> <![CDATA[x]]>",
    "<style>body { display: none }</style>",
    "<iframe src=https://evil.example></iframe>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](java\\script:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x]( javascript:alert(1) )",
    "[x](vbscript:x) [x](file:///etc/passwd) [x](data:text/html,<script>alert(1)</script>)",
    "[x](//evil.example) [x](/api/people) [x](mailto:a@b.c)",
    "<javascript:alert(1)> <data:text/html,x> <a@b.example>",
    "[x][y]\n\n[y]: javascript:alert(1)",
    '[x](https://a.example "\\" onclick=alert(1) x=\\"")',
    '[x](https://a.example/"onmouseover="alert(1))',
    "![x](https://evil.example/spy.png)",
    "![x](javascript:alert(1))",
    "![x][y]\n\n[y]: https://evil.example/spy.png",
    '# "><script>alert(1)</script>',
    '## x" onclick="alert(1)',
    '**CS-3**"><script>alert(1)</script>',
    "**CS-3** <script>alert(1)</script>\n- <script>alert(2)</script>",
    '**CS-3"onclick="x** text',
    "| <script>alert(1)</script> | b |\n| - | :-: |\n| <img src=x> | [x](javascript:alert(1)) |",
    '```"><script>alert(1)</script>\n</code><script>alert(2)</script>\n```',
    "`</code><script>alert(1)</script>`",
    "    </pre><script>alert(1)</script>",
    "> <script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;",
    "\x00<script\x00>alert(1)</script>",
    '{face x: "><script>alert(1)</script>} {example x} {mark CS-3: <b>} {id CS-3"onclick=x} {id CS-3}',
    "**CS-3** *(<script>: alert)* {mark CS-3: <img src=x>} [CS-4](javascript:CS-5)",
    "[" * 2_000 + "x" + "](" * 2_000,
    "> " * 500 + "<script>",
    "*" * 3_000 + "_" * 3_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_markdown_becomes_harmless_text(text: str) -> None:
    check_harmless(render_rules(text))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a <script> & b", "<p>a &lt;script&gt; &amp; b</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("![x](https://a.example/x.png)", '<p>!<a href="https://a.example/x.png">x</a></p>\n'),
    ],
)
def test_what_is_no_markup_is_shown_as_it_was_written(text: str, html: str) -> None:
    assert render_rules(text) == html


@given(st.lists(st.sampled_from([*HOSTILE[:-3], "\n", "\n\n", " ", "- ", "> ", "**CS-1** "]) | st.text(max_size=8)))
def test_no_mixture_of_it_does_harm(parts: list[str]) -> None:
    check_harmless(render_rules("".join(parts)))
    list_chapters("".join(parts))
