"""What search thinks of a decision, in words."""

from __future__ import annotations

from rich.text import Text as Styled

from cardkit.client.look import Look
from cardkit.client.move_list import in_short
from cardkit.client.styled import fill, ink
from cardkit.netgame import Text
from cardkit.search.analysis import Judgement, Mark

STYLES = {
    Mark.NONE: "",
    Mark.INACCURACY: "yellow",
    Mark.MISTAKE: "bold yellow",
    Mark.BLUNDER: "bold red",
}


def marked(judgement: Judgement, look: Look) -> Styled:
    """What was said, with its mark."""
    said = command(judgement.said, look)
    return said.append(" ").append_text(sign(judgement)) if judgement.mark.sign else said


def sign(judgement: Judgement) -> Styled:
    return ink(judgement.mark.sign, STYLES[judgement.mark])


def opinion(judgement: Judgement, look: Look, *, sees: bool = True) -> Styled:
    """What would have been better, or that nothing would have been.

    `sees` says whether the reader sees the player's cards: what could be played is among them.
    """
    lang = look.language
    if judgement.why is not None:
        return fill(judgement.why.value, lang)
    if judgement.best == judgement.said:
        return fill("search would say the same", lang)
    best = command(judgement.best, look)
    if judgement.mark is Mark.NONE:
        template = "search would say {best}, which is hardly better"
        return fill(template if sees else "nothing was clearly better", lang, best=best)
    more = worth(judgement.lost, judgement.stake.unit)
    template = "better by {more}: {best}" if sees else "something else was better by {more}"
    return fill(template, lang, best=best, more=more)


def worth(lost: float, unit: str) -> Text:
    """So much in what the game is counted in."""
    digits = 0 if lost >= 20 or not lost else 1 if lost >= 1 else 2
    number = f"{lost:,.{digits}f}"
    return Text("{number} points" if unit == "points" else "{number} places", number=number)


def command(said: str, look: Look) -> Styled:
    verb, *words = said.split(" ")
    return in_short(verb, words, look) if words else Styled(verb)
