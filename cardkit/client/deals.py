"""What a person is told of the deals: a mark that they are proved, and loudly what is false.

The connection does the checking; here it is only put into words.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text as Styled

from cardkit.client.messages import FoundFalse, Frame
from cardkit.client.robots import is_robot
from cardkit.client.styled import DIM, fill, ink
from cardkit.fair.player_role import PlayerRole, PlayersDeal
from cardkit.netgame import Text, plural, say
from cardkit.protocol import Message
from cardkit.protocol.messages import DealDispute, DealReady, DealSecret, DealVoid

FALSE = "bold white on red"
WARN = "bold yellow"


class DealNews:
    """The lines about deals for one person."""

    def __init__(self, fair: PlayerRole, *, signs: bool = True, log: str = "") -> None:
        self.fair, self.log = fair, log
        self._yes, self._no = ("✓", "✗") if signs else ("ok", "!!")
        self._told: PlayersDeal | None = None
        """The last deal of which was told who gave nothing."""
        self._opened: tuple[int, int] = 0, 0
        """The last match of which secrets were opened, and how many."""

    def mark(self, language: str) -> str:
        """The deal on the table, in a few words for the status line."""
        deal = self.fair.deal
        if self.fair.found:
            return f"{self._no} " + say("a FALSE deal: /deal", language)
        if deal is None or not deal.given or not deal.proved:
            return ""
        count = plural(deal.proved, "1 card", "{n} cards")
        return say("deal {yes} {cards} proved", language, yes=self._yes, cards=count)

    def tell(self, frame: Frame, language: str) -> list[Styled]:
        """What is new about deals in this frame."""
        return [line for message in frame for line in self._tell(message, language)]

    def _tell(self, message: Message, language: str) -> Iterator[Styled]:
        match message:
            case FoundFalse(number, what):
                yield from self._accuse(number, what, language)
            case DealDispute(number, name, what) if name != self.fair.name:
                yield _line(
                    "The program of {name} says of deal {number}: {what}",
                    WARN,
                    language,
                    name=ink(name, "bold"),
                    number=number,
                    what=what,
                )
            case DealVoid():
                yield _line("Somebody has left, so the cards are dealt anew.", DIM, language)
            case DealReady(number):
                known = reversed(self.fair.deals.values())
                deal = next((each for each in known if each.number == number), None)
                if deal is not None and deal is not self._told:
                    self._told = deal
                    yield from self._name_missing(deal, language)
            case DealSecret():
                yield from self._tell_opened(language)

    def _accuse(self, number: int, what: str, language: str) -> Iterator[Styled]:
        told = what if isinstance(what, Text) else Text("{what}", what=what)
        yield _line("FALSE DEAL {number}: {what}", FALSE, language, number=number, what=told)
        yield _line("All at the table were told, and the record says so, too.", WARN, language)
        if self.log:
            advice = "Leave with /leave, and keep your log: {log}"
        else:
            advice = "Leave with /leave; with --log FILE you have proof of what you were told."
        yield _line(advice, WARN, language, log=self.log)

    def _name_missing(self, deal: PlayersDeal, language: str) -> Iterator[Styled]:
        missing = [name for name in deal.missing if not is_robot(name)]
        if self.fair.name in missing:
            missing.remove(self.fair.name)
            text = "You gave nothing to this deal: what your program sent did not arrive in time."
            yield _line(text, WARN, language)
        if missing:
            names = ", ".join(missing)
            text = "{names} gave nothing to this deal."
            yield _line(text, DIM, language, names=names)

    def _tell_opened(self, language: str) -> Iterator[Styled]:
        """When the secrets are open; by now the next match may be heard of the next match."""
        match = 0 if self._told is None else self._told.match
        deals = [d for d in self.fair.deals.values() if d.match == match and d.given]
        opened = match, sum(deal.opened for deal in deals)
        right = all(deal.opened or deal.excused for deal in deals) and not self.fair.found
        if right and opened > self._opened:
            self._opened = opened
            text = "The secret was opened: every deck was right. {yes}"
            yield _line(text, "bold green", language, yes=self._yes)

    def explain(self, language: str) -> Iterator[Styled]:
        """The deal on the table, in a few sentences."""
        deal = self.fair.deal
        if not self.fair.promised:
            yield fill("This server does not prove its deals.", language)
        elif deal is None or not deal.given:
            yield fill("No cards were dealt here yet.", language)
        else:
            yield from self._explain(deal, language)
        for finding in self.fair.found:
            yield _line(
                "FALSE DEAL {number}: {what}",
                FALSE,
                language,
                number=finding.deal,
                what=finding.text,
            )

    def _explain(self, deal: PlayersDeal, language: str) -> Iterator[Styled]:
        gave = [name for name in deal.seats if name not in deal.missing]
        missing = [name for name in deal.missing if not is_robot(name)]
        text = "Deal {number}: before anybody gave anything, the server was bound to {hash}…"
        short = deal.commitment.hex()[:16]
        yield fill(text, language, number=deal.number, hash=short)
        you = say("you", language)
        names = ", ".join(you if name == self.fair.name else name for name in gave)
        text = "The shuffle follows from that secret and from what these have given: {names}."
        yield fill(text, language, names=names or Text("nobody"))
        if missing:
            names = ", ".join(missing)
            yield _line("{names} gave nothing to this deal.", WARN, language, names=names)
        if len(gave) + len(missing) < len(deal.seats):
            yield fill("Robots give nothing.", language)
        text = "Cards that were proved to you: {count}. Each lay in its place before any was dealt."
        yield fill(text, language, count=deal.proved)
        if deal.opened:
            yield fill("The secret is opened, and the whole deck was right.", language)
        else:
            text = "When the secret is opened, as a rule after the match, the deck is checked."
            yield fill(text, language)


def _line(template: str, style: str, language: str, **parts: object) -> Styled:
    line = fill(template, language, **parts)
    line.stylize_before(style)
    return line
