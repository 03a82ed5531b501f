"""Words and modules: every key has words in every language, and TypeScript finds no fault in the modules."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tests.programs import node, node_modules

from decapod.i18n.translator import read_words
from decapod.web.render import HELP, HERE
from decapod.web.words import LANGUAGES, PATH

TESTS = Path(__file__).parent
MODULES = sorted((HERE / "static" / "js").glob("*.js"))
PAGES = sorted((HERE / "pages").glob("*.html"))
SOURCES = sorted(HERE.glob("*.py"))
MADE = re.compile(
    r"^(level|theme|notify|pace|phrase|help|out|declined|rules\.(opening|middle)$|analysis\.(of|inaccuracy|mistake|blunder)"
    r"|result\.cost|(result|home)\.(win|draw|loss)$|log\.(resigned|forfeit)$)"
)  # keys put together from parts


def used() -> set[str]:
    """Find every key that a page or a module says."""
    keys: set[str] = set()
    for path in MODULES + SOURCES:
        text = path.read_text(encoding="utf-8")
        keys |= set(re.findall(r"""["'`]((?:[a-z]+\.)[a-z_]+|close|watching)["'`]""", text))
    for path in PAGES:
        keys |= set(re.findall(r"words\('([\w.]+\w)'", path.read_text(encoding="utf-8")))
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key(language: str) -> None:
    """No language lacks words that another has, and gaps are the same."""
    english, other = read_words(PATH, "en"), read_words(PATH, language)
    assert english.keys() == other.keys()
    for key, words in english.items():
        assert set(re.findall(r"\{(\w+)", words)) == set(re.findall(r"\{(\w+)", other[key])), key


def test_every_key_that_is_said_has_words() -> None:
    """A page never asks for words that are not there."""
    known = read_words(PATH, "en").keys()
    said = {key for key in used() if key.split(".")[0] in {one.split(".")[0] for one in known}}
    assert {key for key in said - known if key.rsplit(".", 1)[1] not in ("svg", "html", "md", "toml")} == set()
    assert {f"help.{what}" for _, what in HELP} <= known


@pytest.mark.slow
def test_no_words_are_left_over() -> None:
    """What nobody says is taken out."""
    left = {key for key in read_words(PATH, "en") if key not in used() and not MADE.match(key)}
    assert left == set()


@pytest.mark.slow
def test_typescript_finds_no_fault_in_the_modules() -> None:
    """The JSDoc types of all modules fit together, strictly."""
    tsc = node_modules() / "typescript" / "bin" / "tsc"
    done = subprocess.run([node(), str(tsc), "-p", str(TESTS)], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0


def test_modules_import_only_each_other() -> None:
    """No third-party JavaScript: every import is a file of ours beside it."""
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        for source in re.findall(r"""from ["']([^"']+)["']|import ["']([^"']+)["']""", text):
            name = source[0] or source[1]
            assert name.startswith("./"), path.name
            assert (path.parent / name).exists(), name
