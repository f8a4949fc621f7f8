"""Every link in the pages leads somewhere, and the site that is made of them needs no network."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@cache
def tokens(page: Path) -> list[Token]:
    parsed = MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))
    return [each for token in parsed for each in (token, *(token.children or ()))]


def targets(page: Path) -> Iterator[str]:
    """What a page links to or shows, as it is written there."""
    for token in tokens(page):
        if token.type == "link_open":
            yield str(token.attrs["href"])
        elif token.type == "image":
            yield str(token.attrs["src"])
        elif token.type in ("html_inline", "html_block"):
            yield from re.findall(r'(?:src|href)="([^"]+)"', token.content)


def anchors(page: Path) -> set[str]:
    """What can follow `#`: each heading in small letters, without signs, joined by hyphens."""
    found: Counter[str] = Counter()
    names = set()
    for opening, inline in zip(tokens(page), tokens(page)[1:], strict=False):
        if opening.type == "heading_open":
            text = "".join(t.content for t in inline.children or () if t.type != "html_inline")
            name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            names.add(f"{name}-{found[name]}" if found[name] else name)
            found[name] += 1
    return names


def dead_links(page: Path) -> list[str]:
    dead = []
    for target in targets(page):
        parts = urlsplit(target)
        leads_to = page.parent / parts.path if parts.path else page
        if not parts.scheme and not (
            leads_to.exists() and (not parts.fragment or parts.fragment in anchors(leads_to))
        ):
            dead.append(target)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert dead_links(page) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A `code`, twice\n## Twice\n## Twice\n"
        "[a](#a-code-twice) [b](#twice-1) [c](page.md#twice)\n"
        "[d](#twice-2) [e](nowhere.md) ![f](nowhere.png) <img src='x'><img src=\"gone.png\">\n"
        "[g](https://cards.example)\n",
        encoding="utf-8",
    )
    assert dead_links(page) == ["#twice-2", "nowhere.md", "nowhere.png", "gone.png"]


def test_every_page_is_in_the_list_of_contents() -> None:
    listed = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").split()
    assert {page.stem for page in PAGES[2:]} - {"index"} <= {*listed}


def test_a_site_is_made_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("furo", reason="the extra docs is not installed")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-d", str(tmp_path / "kept")]
    made = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path / "site")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (0, "")
    site = tmp_path / "site"
    assert (site / "searchindex.js").exists()
    for page in site.glob("*.html"):
        loaded = re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"([^\"]+)", page.read_text())
        assert [each for each in loaded if urlsplit(each).netloc] == []
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//|@import", sheet.read_text())
