"""What search thinks of a decision, in words."""

from __future__ import annotations

from rich.text import Text as Styled

from cardkit.client.look import Look
from cardkit.client.move_list import in_short
from cardkit.client.styled import DIM, fill, ink
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
    said, mark = command(judgement.said, look), judgement.mark
    return said.append_text(ink(f" {mark.sign}", STYLES[mark])) if mark.sign else said


def opinion(judgement: Judgement, look: Look) -> Styled:
    """What would have been better, or that nothing would have been."""
    lang = look.language
    if judgement.why is not None:
        return ink(fill(judgement.why.value, lang).plain, DIM)
    if judgement.best == judgement.said:
        return fill("search would say the same", lang)
    best = command(judgement.best, look)
    if judgement.mark is Mark.NONE:
        return fill("search would say {best}, which is hardly better", lang, best=best)
    more = worth(judgement.lost, judgement.stake.unit)
    return fill("better by {more}: {best}", lang, best=best, more=more)


def worth(lost: float, unit: str) -> Text:
    """So much in what the game is counted in."""
    digits = 0 if lost >= 20 or not lost else 1 if lost >= 1 else 2
    number = f"{lost:,.{digits}f}"
    return Text("{number} points" if unit == "points" else "{number} places", number=number)


def command(said: str, look: Look) -> Styled:
    verb, *words = said.split(" ")
    return in_short(verb, words, look) if words else Styled(verb)
