"""Rules as HTML: the Markdown of rule sheets and guides, with the cards in it drawn.

Nothing foreign is ever read as HTML, and no word leads anywhere.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from cardkit.cardgame import SUIT_SIGNS
from cardkit.guides import cards_of
from cardkit.netgame import Declaration, NetGame

_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_JOKERS = ("J1", "J2")


class _WithCards(RendererHTML):
    """Draws inline code that is nothing but cards."""

    def code_inline(
        self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]
    ) -> str:
        words = tokens[idx].content.split()
        game, language = env["game"], env["language"]
        if not words or not all(word in env["cards"] for word in words):
            return f"<code>{escape(tokens[idx].content)}</code>"
        return f'<span class="cards">{"".join(_drawn(w, game, language) for w in words)}</span>'


_markdown = (
    MarkdownIt("commonmark", {"html": False}, renderer_cls=_WithCards)
    .enable("table")
    .disable(["autolink", "image", "link", "reference"])
)


def as_html(text: str, game: type[NetGame], language: str) -> str:
    """Rules of this game, as the body of a page."""
    env = {"game": game, "language": language, "cards": cards_of(game)}
    return str(_markdown.render(text, env))


def _drawn(card: str, game: type[NetGame], language: str) -> str:
    """A small card: its rank over the sign of its suit, in its colour."""
    own = game.declaration
    upper, lower = map(escape, _marks(card, own))
    ink, label = _ink(card, own), escape(_name(card, game, language))
    marks = f"<b>{upper}</b>{lower}"
    return f'<span class="face{ink}" role="img" aria-label="{label}">{marks}</span>'


def _marks(card: str, own: Declaration) -> tuple[str, str]:
    """What stands on a card: above, and below it."""
    face, suit, rank = own.faces.get(card), own.suits.get(card[0]), own.ranks.get(card[1:])
    if face is not None and face.sign:
        return face.sign, ""
    if suit is None and card in _JOKERS:
        return "JK", "★"
    if suit is None and card[0] not in SUIT_SIGNS:
        return card, ""
    above = "10" if card[1:] == "T" else card[1:]
    below = SUIT_SIGNS[card[0]] if suit is None else suit.sign or card[0]
    return (above if rank is None else rank.sign or above), below


def _ink(card: str, own: Declaration) -> str:
    """The class that gives a card its colour."""
    face, suit = own.faces.get(card), own.suits.get(card[0])
    colour = "red" if suit is None and card[0] in "HD" else suit.colour if suit is not None else ""
    colour = face.colour or colour if face is not None else colour
    return f" ink-{colour}" if colour else ""


def _name(card: str, game: type[NetGame], language: str) -> str:
    """A card as a screen reader says it."""
    own, say = game.declaration, game.catalogue.say
    face, suit, rank = own.faces.get(card), own.suits.get(card[0]), own.ranks.get(card[1:])
    if face is not None and face.label:
        return say(face.label, language)
    if suit is None and card in _JOKERS:
        return say("joker", language)
    if suit is None and card[0] not in SUIT_SIGNS:
        return card
    of = _SUITS[card[0]] if suit is None else suit.label or card[0]
    number = _RANKS.get(card[1:], card[1:]) if rank is None else rank.label or card[1:]
    named = "{rank} of {suit}" if suit is None else suit.named or "{rank} of {suit}"
    return say(named, language, rank=say(number, language), suit=say(of, language))
