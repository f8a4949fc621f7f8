"""Tells in one line each what happens at a table, in the language of the person.

Works by the generic events of the protocol alone, so it can tell of any game; what only repeats
another event of the same input is left out. Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rich.text import Text as Styled

from cardkit.client.faces import CardStyle, is_card
from cardkit.client.messages import Back, Frame, Lost
from cardkit.client.phrases import ACTIONS, ANY_ACTION, EVENTS, FACTS
from cardkit.client.styled import DIM, fill, ink
from cardkit.netgame import TOOLKIT, Catalogue, Text
from cardkit.protocol import Message
from cardkit.protocol.messages import (
    Action,
    Away,
    Bye,
    Chat,
    Fact,
    Gather,
    MoveEvent,
    Phase,
    Punished,
    ResultEvent,
    Resumed,
    Score,
    Show,
    ShuffleEvent,
)
from cardkit.protocol.schema import Refusal
from cardkit.protocol.stage_events import Lot, PokerHand, Say, Trick

HIDDEN = "??"
STRESS = "bold yellow"
_SUITS = "SHDC"
# fmt: off
_SILENT = frozenset({
    "TURN", "ORDER", "SEATS", "SHUFFLE", "STATE", "ASK", "SCORE", "DEAL", "PROOF", "FALSE", "HELLO",
})
# fmt: on
_M = TypeVar("_M", bound=Message)
Drawn = tuple[str, list[Any]]
"""Who drew which cards, in the line that was told last."""


class Narrator:
    """Tells frame by frame: all that one input caused, so that one event explains another."""

    def __init__(
        self,
        me: str,
        faces: CardStyle,
        language: str = "en",
        *,
        sums: bool = False,
        catalogue: Catalogue = TOOLKIT,
    ) -> None:
        self.me, self.faces, self.language, self.catalogue = me, faces, language, catalogue
        self.sums = sums
        """Whether draws in a row are told as one, in a line that takes the place of the last."""
        self.over = False
        """Whether the first line of the last frame takes the place of the line before it."""
        self.result: Styled | None = None
        """How the last game ended."""
        self._told: list[Styled] = []
        self._rest: list[Message] = []
        """What of the frame is still to be told; whoever tells of it takes it out."""
        self._points: dict[str, Any] = {}
        self._titles: dict[str, str] = {}
        self._drawn: Drawn | None = None
        self._before: Drawn | None = None

    def forget(self) -> None:
        """Something else was told since: what comes next is a line of its own."""
        self._drawn = None

    def tell(self, frame: Frame) -> list[Styled]:
        """The lines for what one input caused, often just one."""
        self._told, self.over = [], False
        self._before, self._drawn = self._drawn, None
        self._rest = list(frame)
        self._points, self._titles = {}, {}
        for message in self._rest:
            match message:
                case Score(points):
                    self._points = points
                case Fact("titles", dict(titles)):
                    self._titles = titles
        while self._rest:
            message = self._rest.pop(0)
            try:
                self._tell(message)
            except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                words = self.faces.words([message.kind, *message.parts()])
                self._say(ANY_ACTION, "", words=words)
        if not self._told:
            self._drawn = self._before
        elif len(self._told) > 1:
            self._drawn = None
        return self._told

    def _tell(self, message: Message) -> None:
        match message:
            case Action(who, verb, rest):
                self._on_action(who, verb, *rest)
            case Gather(pile):
                self._on_gather(pile)
            case MoveEvent(source, target, cards):
                self._on_move(source, target, cards)
            case Show(who, cards):
                self._on_show(who, cards)
            case Fact(key, value):
                self._on_fact(key, value)
            case Phase():
                self._on_phase(message)
            case ResultEvent(game, names):
                self._on_result(game, names)
            case Away(who, policy):
                self._say(EVENTS[f"AWAY {policy}"], who, STRESS)
            case Resumed():
                self._line("The game goes on.", STRESS)
            case Lot():
                self._line("Nobody goes on; the places are drawn by lot.", STRESS)
            case Chat(who, text):
                self._line("{who}: {words}", "cyan", who=ink(who, "bold"), words=text)
            case Punished(code=code, sentence=text) | Refusal(code, text) | Bye(code, text):
                self._line("{code}: {sentence}", "red", code=code, sentence=text)
            case Lost(code, text):
                self._line("{code}: {sentence}", "bold red", code=code, sentence=text)
            case Back():
                self._line("The connection is back.", "bold green")
            case _ if message.head not in _SILENT:
                self._event(message.kind, message.parts())

    # --- words -------------------------------------------------------------------------------

    def _line(self, template: str, style: str = "", **parts: object) -> None:
        if template:
            line = fill(template, self.language, self.catalogue, **parts)
            if style:
                line.stylize_before(style)
            self._told.append(line)

    def _say(self, phrase: tuple[str, str], who: str, style: str = "", **parts: object) -> None:
        """A sentence about somebody; one's own have their own words."""
        mine = who == self.me
        self._line(phrase[mine], style, who=self._name(who), **parts)

    def _translated(self, word: Any) -> Any:
        """A word of the game, in the language of the person."""
        return self.catalogue.translate(word, self.language) if isinstance(word, str) else word

    def _name(self, name: str) -> Styled | Text:
        return Text("you") if name == self.me else ink(str(name), "bold")

    def _some(self, cards: Sequence[Any]) -> Styled | Text:
        """Cards as far as they are seen; otherwise how many there are."""
        if len(cards) == 1 and isinstance(cards[0], int):
            return _count(cards[0])
        if not cards or HIDDEN in cards:
            return _count(len(cards))
        return self.faces.cards(sorted(cards) if len(cards) > 5 else cards)

    def _find(self, kind: type[_M], **parts: object) -> _M | None:
        """The next message of this kind and with these parts."""
        for message in self._rest:
            if isinstance(message, kind) and _has(message, parts):
                return message
        return None

    def _take(self, kind: type[_M], **parts: object) -> _M | None:
        """The same, and it is not told again."""
        found = self._find(kind, **parts)
        if found is not None:
            self._rest.remove(found)
        return found

    # --- who did what ------------------------------------------------------------------------

    def _on_action(self, who: str, verb: str, *words: Any) -> None:
        told: Callable[..., None] | None = getattr(self, f"_do_{verb.lower()}", None)
        if told is not None:
            told(who, *words)
        elif verb in ACTIONS and not words:
            self._say(ACTIONS[verb], who)
        else:
            self._say(ANY_ACTION, who, words=self.faces.words((verb, *words)))

    def _do_enter(self, who: str, how: str = "") -> None:
        self._say(ACTIONS["ENTER watch" if how == "WATCH" else "ENTER"], who)

    def _do_discard(self, who: str, *words: Any) -> None:
        self._take(MoveEvent, source=who, target="table")
        if len(words) > 1 and words[-1] in tuple(_SUITS):
            self._take(Fact, key="suit")
            suit = self.faces.suit(words[-1])
            self._say(ACTIONS["DISCARD suit"], who, cards=self._some(words[:-1]), suit=suit)
        else:
            self._say(ACTIONS["DISCARD"], who, cards=self._some(words))

    def _do_draw(self, who: str, *words: Any) -> None:
        if words == ("TABLE",):
            cards = self._moved("table", who)
            self._say(ACTIONS["DRAW table"], who, cards=self._some(cards))
            return
        cards = self._moved("stock", who)
        while more := self._moved("stock", who):  # the stock was made anew in between
            cards += more
        if self.sums and self._before is not None and self._before[0] == who:
            self.over, cards = True, [*self._before[1], *cards]
        self._say(ACTIONS["DRAW"], who, cards=self._some(cards))
        self._drawn = who, cards

    def _moved(self, source: str, target: str) -> list[Any]:
        move = self._take(MoveEvent, source=source, target=target)
        return list(move.cards) if move else []

    def _do_get(self, who: str, whom: str, *words: Any) -> None:
        cards = self._moved(whom, who)
        if words and is_card(words[0]):
            phrase = ACTIONS["GET card" if cards else "GET nothing"]
            cards = [words[0]]
        else:
            phrase = ACTIONS["GET"]
        self._say(phrase, who, whom=self._name(whom), cards=self._some(cards))

    def _do_put(self, who: str, whom: str, *cards: Any) -> None:
        self._take(MoveEvent, source=who, target=whom)
        self._say(ACTIONS["PUT"], who, whom=self._name(whom), cards=self._some(cards))

    def _do_exchange(self, who: str, *cards: Any) -> None:
        self._take(MoveEvent, source=who, target="rejected")
        new = self._moved("stock", who)
        if not cards or cards == (0,):
            self._say(ACTIONS["EXCHANGE none"], who)
        elif new and HIDDEN not in new:
            new_cards = self._some(new)
            self._say(ACTIONS["EXCHANGE seen"], who, cards=self._some(cards), new=new_cards)
        else:
            self._say(ACTIONS["EXCHANGE"], who, cards=self._some(cards))

    def _do_meld(self, who: str, *cards: Any) -> None:
        self._take(MoveEvent, source=who, target=f"meld:{who}")
        self._say(ACTIONS["MELD"], who, cards=self._some(cards))

    def _do_declare(self, who: str) -> None:
        if not self._find(Say):
            self._say(ANY_ACTION, who, words="DECLARE")

    def _do_bet(self, who: str, amount: int) -> None:
        if amount:
            self._say(ACTIONS["BET"], who, amount=amount)
        else:
            self._say(ACTIONS["CHECK"], who)

    def _do_raise(self, who: str, amount: int) -> None:
        price = self._find(Fact, key="price")
        phrase = "RAISE price" if price else "RAISE"
        self._say(ACTIONS[phrase], who, amount=price.value if price else amount)

    def _do_seat(self, who: str, whom: str) -> None:
        self._say(ACTIONS["SEAT"], who, whom=self._name(whom))

    # --- cards -------------------------------------------------------------------------------

    def _on_gather(self, pile: str) -> None:
        """A deal is one line, however many moves it takes."""
        self._take(ShuffleEvent, pile=pile)
        dealt: list[int] = []
        while self._rest and isinstance(move := self._rest[0], MoveEvent):
            if move.source != pile or move.target == "table":
                break
            dealt.append(len(move.cards))
            self._rest.pop(0)
        if dealt:
            least, most = min(dealt), max(dealt)
            each = _count(most) if least == most else Text("{a} or {b} cards", a=least, b=most)
            self._line("The cards are dealt: {each} each.", DIM, each=each)
        if up := self._moved(pile, "table"):
            self._line("{cards} is turned up.", cards=self._some(up))

    def _on_move(self, source: str, target: str, cards: Sequence[Any]) -> None:
        some = self._some(cards)
        if not cards:
            return
        if source == target:
            self._say(("{who} shows {cards}", "You show {cards}"), source, cards=some)
        elif source == "table" and target == "stock":
            self._line("The played cards are shuffled into the stock.", DIM)
        elif source == "table":  # a trick is told by whose it is
            if not self._find(Trick):
                self._line("The table is cleared.", DIM)
        elif source == "stock":
            self._say(ACTIONS["DRAW"], target, cards=some)
        elif target in ("away", "rejected", "stock"):
            self._say(("{who} puts {cards} away", "You put {cards} away"), source, cards=some)
        elif target == "table":
            self._say(ACTIONS["DISCARD"], source, cards=some)
        else:
            self._say(ACTIONS["PUT"], source, whom=self._name(target), cards=some)

    def _on_show(self, who: str, cards: Sequence[Any]) -> None:
        hand = self._take(PokerHand, name=who)
        if not cards:
            return
        some = self.faces.cards(cards)
        if hand:
            name = Text(hand.hand)
            phrase = ("{who} shows {cards}: {hand}", "You show {cards}: {hand}")
            self._say(phrase, who, cards=some, hand=name)
        else:
            self._say(("{who} shows {cards}", "You show {cards}"), who, cards=some)

    # --- facts, points, phases ---------------------------------------------------------------

    def _on_fact(self, key: str, value: Any) -> None:
        ending = self._find(Phase, phase="results")
        if value is None and (ending or key not in FACTS):
            return  # it is over with the game, or because of what was told before
        if key in FACTS:
            suits = Styled()
            if isinstance(value, str) and set(value) <= set(_SUITS):
                suits = self.faces.suits(value)
            self._line(FACTS[key][value is None], STRESS, suits=suits, value=value)
            return
        name = self._translated(key.replace("_", " "))
        template = "{name}!" if value is True else "{name}: {value}"
        self._line(template, name=name, value=self.faces.words(_flat(value)))

    def _on_phase(self, event: Phase) -> None:
        if event.phase == "playing":
            self._line("— Game {number} —", "bold", number=event.more)
        elif event.is_match_over:
            self._line("The match is over.", "bold")
        elif event.phase == "preparing":
            self._line("A new match is prepared.", "bold")

    def _on_result(self, game: int, names: Sequence[str]) -> None:
        places = [self._place(at, name) for at, name in enumerate(names, start=1)]
        line = fill("Game {number} is over: ", self.language, number=game)
        line.append_text(Styled("  ").join(places))
        line.stylize_before("bold")
        self._told.append(line)
        self.result = line

    def _place(self, at: int, name: str) -> Styled:
        title = self._translated(self._titles.get(name, ""))
        points = self._points.get(name)
        noted = ", ".join(filter(None, (title, "" if points is None else f"{points:,}")))
        shown = fill("{name}", self.language, name=self._name(name))
        return Styled(f"{at}. ").append_text(shown).append(f": {noted}" if noted else "")

    # --- everything else ---------------------------------------------------------------------

    def _event(self, kind: str, parts: Sequence[Any]) -> None:
        """Something that happened to somebody; of what is not known, just the words."""
        if kind in EVENTS and parts:
            more = parts[1] if len(parts) > 1 else ""
            told = self._translated(more)
            self._say(EVENTS[kind], str(parts[0]), STRESS if kind == "SAY" else "", more=told)
            return
        name = self._translated(kind.lower().replace("_", " "))
        words = [self._translated(part) for part in _flat(parts)]
        self._line("{name}: {words}", name=name, words=self.faces.words(words))


def _has(message: Message, parts: Mapping[str, object]) -> bool:
    return all(getattr(message, name) == part for name, part in parts.items())


def _count(cards: int) -> Text:
    return Text("one card") if cards == 1 else Text("{count} cards", count=cards)


def _flat(value: Any) -> list[Any]:
    """The words of a value, be it one, a list or a table."""
    if isinstance(value, dict):
        return [f"{key} {one}" for key, one in value.items()]
    return list(value) if isinstance(value, list | tuple) else [value]
