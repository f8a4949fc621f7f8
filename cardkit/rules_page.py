"""Rules in a terminal: Markdown in which the cards have their signs and colours."""

from __future__ import annotations

import re

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown
from rich.segment import Segment
from rich.style import Style
from rich.theme import Theme

from cardkit.card_words import is_card
from cardkit.faces import CardStyle

_CODE = re.compile(r"`([^`\n]+)`")
_MARK = "cards"
_THEME = Theme({"markdown.code": Style(bold=True, meta={_MARK: True})})


class RulesPage:
    """Rules, with the cards in it as a person sees cards."""

    def __init__(self, text: str, faces: CardStyle) -> None:
        self._styles: dict[str, Style | str] = {}
        self._faces = faces
        self._markdown = Markdown(_CODE.sub(self._signs, text))

    def _signs(self, code: re.Match[str]) -> str:
        words = code[1].split()
        if not all(is_card(word, self._faces.own) for word in words):
            return code[0]
        for word in words:
            card = self._faces.card(word)
            self._styles[card.plain] = card.spans[0].style if card.spans else ""
        return f"`{' '.join(map(self._faces.name, words))}`"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(_THEME):
            segments = [*console.render(self._markdown, options)]
        for segment in segments:
            style = segment.style
            if style is None or not style.meta.get(_MARK):
                yield segment
                continue
            for word in re.split(r"(\s+)", segment.text):
                ink = self._styles.get(word)
                yield Segment(word, console.get_style(ink) if ink else Style(bold=True))
