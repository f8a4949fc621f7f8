"""How `make docs` makes a site of these pages, which can be read and searched without a network."""

import re
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from cardkit import __version__

project = "cardkit"
author = copyright = "The cardkit developers"
release = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4  # named as where the pages are read without a site

html_theme = "furo"
html_title = f"cardkit {release}"
html_static_path, html_css_files = ["site.css"], ["site.css"]
html_copy_source = False
html_show_sphinx = False
highlight_language = "none"
pygments_style, pygments_dark_style = "friendly", "monokai"


def begin_with_the_readme(app: Sphinx, page: str, text: list[str]) -> None:
    if page == "index":
        readme = (Path(app.srcdir).parent / "README.md").read_text(encoding="utf-8")
        text[0] = re.sub(r'(\]\(|src=")docs/', r"\1", readme) + text[0]


def bring_the_guides(app: Sphinx, page: str, text: list[str]) -> None:
    """The guides of the games lie beside them, outside of these pages."""
    if page == "games":
        text[0] = re.sub(r"\]\((\.\./games/[^)]+\.md)\)", r"](path:\1)", text[0])


def setup(app: Sphinx) -> None:
    app.connect("source-read", begin_with_the_readme)
    app.connect("source-read", bring_the_guides)
    app.add_lexer("transcript", TextLexer)
