"""The numbered moves as lines: in columns, with what each word means, page by page.

Pure; which moves there are is the matter of `moves`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text as Styled

from cardkit.cardgame.choice import Choice
from cardkit.client.look import Look
from cardkit.client.moves import Move
from cardkit.client.styled import DIM, cut, fill, ink, pad, paged, width_of
from cardkit.netgame import Amount, plural


def list_moves(
    moves: Sequence[Move], look: Look, columns: int, rows: int, page: int = 0
) -> list[Styled]:
    """The moves in at most so many lines; what does not fit is on another page."""
    return paged(_all_lines(moves, look, columns), rows, page, look.language)


def _all_lines(moves: Sequence[Move], look: Look, columns: int) -> list[Styled]:
    width = len(str(len(moves)))
    lines: list[Styled] = []
    for explained, group in groupby(moves, key=lambda move: _is_explained(move, moves, look)):
        if explained:
            lines += _explained(group, look, width, columns)
        else:
            for _, same in groupby(group, key=lambda move: (move.verb, len(move.words))):
                lines += _in_columns(list(same), look, width, columns)
    return lines


def _is_explained(move: Move, moves: Sequence[Move], look: Look) -> bool:
    """A play is just its cards; other words say what they mean, unless several mean the same."""
    if move.is_open or move.verb == look.declaration.play:
        return move.is_open
    meaning = look.meaning(move.offer)
    return sum(look.meaning(m.offer) == meaning for m in moves) == 1


def _number(move: Move, width: int) -> Styled:
    return ink(f"{move.number:>{width}} ", "bold green")


def _in_columns(moves: Sequence[Move], look: Look, width: int, columns: int) -> list[Styled]:
    shown = [_number(move, width).append_text(short(move, look)) for move in moves]
    each = max(width_of(text) for text in shown) + 2
    fit = max(1, (columns + 2) // each)
    rows = [shown[at : at + fit] for at in range(0, len(shown), fit)]
    return [cut(_joined(row, each), columns) for row in rows]


def _joined(row: Sequence[Styled], each: int) -> Styled:
    line = Styled()
    for text in row:
        line.append_text(pad(text, each))
    line.rstrip()
    return line


def short(move: Move, look: Look) -> Styled:
    """A whole command."""
    return in_short(move.verb, move.words, look)


def in_short(verb: str, words: Sequence[str], look: Look) -> Styled:
    """The cards alone for a play, if one sees them, otherwise the words with their verb."""
    shown = look.faces.words(map(look.called, words))
    seen = words and not any(word.isdigit() for word in words)
    if verb == look.declaration.play and seen:
        return shown
    return Styled(f"{verb} ").append_text(shown)


def _explained(moves: Iterable[Move], look: Look, width: int, columns: int) -> list[Styled]:
    named = [(move, _number(move, width).append_text(_named(move, look))) for move in moves]
    each = max(width_of(text) for _, text in named) + 2
    lines = []
    for move, text in named:
        meaning = ink(look.meaning(move.offer), DIM)
        how = how_to_type(move, look.language)
        if how.plain:
            meaning.append(" ").append_text(how)
        lines.append(cut(pad(text, each).append_text(meaning), columns))
    return lines


def _named(move: Move, look: Look) -> Styled:
    offer = move.offer
    if isinstance(offer, Amount):
        return Styled(f"{offer.verb} {offer.least:,}–{offer.most:,}")
    if isinstance(offer, Choice):
        many = f"{offer.least}–{offer.most}" if offer.least != offer.most else f"{offer.most}"
        cards = fill("{count} of your cards", look.language, count=many)
        return Styled(move.start).append_text(cards)
    return short(move, look)


def what_is_missing(move: Move, language: str) -> Styled:
    """What is still to be typed for an open offer."""
    offer = move.offer
    if isinstance(offer, Amount):
        template = "{verb}: add a number from {least:,} to {most:,}"
        return fill(template, language, verb=offer.verb, least=offer.least, most=offer.most)
    least, most = (offer.least, offer.most) if isinstance(offer, Choice) else (0, 0)
    verb = move.start.strip()
    if not least:
        none = plural(
            most, "{verb}: add one card, or none", "{verb}: add up to {n} cards, or none", verb=verb
        )
        return fill(none, language)
    count = f"{least}–{most}" if least != most else f"{most}"
    return fill("{verb}: add {count} of your cards", language, verb=verb, count=count)


def how_to_type(move: Move, language: str) -> Styled:
    """An example of what to type for an open offer."""
    offer = move.offer
    if isinstance(offer, Amount):
        middle = min(offer.most, max(offer.least, 10))
        return fill("(type: {example})", language, example=f"{move.number} {middle}")
    if isinstance(offer, Choice) and offer.cards:
        some = " ".join(card.lower() for card in offer.cards[: offer.least or min(2, offer.most)])
        return fill("(type: {example})", language, example=f"{move.number} {some}")
    return Styled()
