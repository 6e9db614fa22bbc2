"""The Python examples of README.md and docs/ run as printed.

Every block fenced as ```python is run, the blocks of one page one after the other in one namespace. Blocks with `>>>`
prompts are doctests: their output is compared (`...` matches anything). A block after the line
`<!-- not run: reason -->` is skipped. Pages may import the packages in docs/examples.

The tables of the pages are those that `scripts/document.py` makes from the code.
"""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest
from scripts import document

import adut

ROOT = Path(__file__).resolve().parents[1]
PAGES = document.pages()
BLOCK = re.compile(r"(?P<skip><!-- not run\b[^>]*-->\s*)?^```python *\n(?P<code>.*?)^```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run_examples(text: str, path: str) -> None:
    """Run the blocks of a page; failures name the page and the line."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in BLOCK.finditer(text):
        if block["skip"]:
            continue
        code, line = block["code"], text.count("\n", 0, block.start("code"))
        if ">>> " not in code:
            exec(compile("\n" * line + code, path, "exec"), namespace)
            continue
        example = doctest.DocTestParser().get_doctest(code, namespace, path, path, line)
        report: list[str] = []
        result = doctest.DocTestRunner(optionflags=FLAGS).run(example, out=report.append, clear_globs=False)
        assert result.failed == 0, "".join(report)
        namespace.update(example.globs)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "docs" / "examples")
    known = dict(adut.GAMES)
    try:
        run_examples(page.read_text(encoding="utf-8"), str(page))
    finally:  # without the games that the page has registered
        adut.GAMES.clear()
        adut.GAMES.update(known)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_generated_parts_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert document.render(page) == text, "run: python scripts/document.py"
    assert text.count("<!-- generated: ") == text.count("<!-- end of generated -->") == len(document.PART.findall(text))


def test_blocks_share_names_and_output_is_compared() -> None:
    page = "```python\nx = 1\n```\n\n```python\n>>> x + 1\n{}\n>>> y = 3\n```\n\n```python\nassert y == 3\n```\n"
    run_examples(page.format(2), "page.md")
    with pytest.raises(AssertionError, match=r'File "page\.md", line 6'):
        run_examples(page.format(3), "page.md")


def test_blocks_marked_not_run_are_skipped() -> None:
    run_examples("<!-- not run: takes an hour -->\n```python\nraise ValueError\n```\n", "page.md")
