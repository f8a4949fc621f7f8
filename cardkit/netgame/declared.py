"""What a game declares about itself: its words, facts, notices, piles, layouts and own cards.

Rule sheets, HELP, refusals, terminal, page and programs go by these declarations and know no game.

A phrase says what happened, with its parts in braces. Where several are given, the first whose
parts are all known is used: `("{who} raises to {price}", "{who} raises by {number}")`. An empty
phrase says nothing, because something else tells it or the screen shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from cardkit.netgame.command import Command, Offer
from cardkit.texts.catalogue import LANGUAGES, Catalogue, Translation, in_a_row, names_in

Phrases = str | tuple[str, ...]
Bounds = tuple[int, int | None]
"""The least and the most; None where the most is not known beforehand."""


@dataclass(frozen=True, slots=True)
class Word:
    """Something players can say: a verb, and what follows it.

    What follows comes in this order: another player, cards from the hand, a whole number, and a
    word of the choice. A verb that is used in several ways is declared once for each.

    The parts of `told` and `you` are `{who}`, `{whom}`, `{cards}`, `{number}` and `{choice}` as
    they were said; `{got}` and `{gone}`, the cards that came into the hand by it and left it; and
    the name of any fact that changed by it.
    """

    verb: str
    means: str = ""
    """What it does, for the rule sheet: "take cards from the stock"."""
    told: Phrases | None = None
    """How others are told: "{who} draws {got}"."""
    you: Phrases | None = None
    """How the player who said it is told: "You draw {got}"."""
    button: str = ""
    """What stands on its button: "Draw"."""
    zero: str = ""
    """What stands there instead for the number 0: "Check"."""
    mild: bool = False
    """Whether it is said for a player who breaks the rules, forfeits the game or does not answer:
    the first of these that is legal."""
    free: bool = False
    """Whether it costs nothing, alone or with the number 0: then it is said for a player who is
    merely late, before what is mild."""
    grave: bool = False
    """Whether nobody should say it by mistake: its button stands apart from the others."""
    out: str = ""
    """What is shown of the player who said it until the game is over: "folded"."""
    pile: str = ""
    """The pile that says it when it is clicked."""
    player: bool = False
    """Whether another player is named."""
    cards: Bounds | None = None
    """The least and the most cards from the player's hand."""
    any_suit: bool = False
    """Whether other cards of the same ranks can be named instead of those that are listed."""
    number: Bounds | None = None
    """The least and the most number."""
    position: bool = False
    """Whether the number is the place of a card in that player's hand, from 1."""
    choice: str | tuple[str, ...] = ()
    """The words to choose from; or "suit", "rank" or "card" for those of the deck."""
    example: str = ""
    """How it is written, if that does not follow from its form; `{card}` is a card of the game."""

    @property
    def form(self) -> tuple[object, ...]:
        """What distinguishes it from other words with the same verb."""
        return self.verb, self.player, self.cards is not None, self.number is not None, self.choice

    @property
    def is_just_cards(self) -> bool:
        """Whether nothing but cards can follow."""
        return not self.player and self.number is None and not self.choice

    def written(self, suit: str = "H", rank: str = "7") -> str:
        """An example, with `{card}`, `{other}` and `{third}` for cards of the game."""
        if self.example:
            return self.example
        words = [self.verb, *(["bob"] if self.player else [])]
        if self.cards is not None:
            words += ("{card}", "{other}", "{third}")[: max(1, self.cards[0])]
        if self.number is not None:
            least, most = self.number
            words.append(str(max(least, 3 if most is None else min(most, 3))))
        if self.choice:
            choice = self.choice
            of_deck = {"suit": suit, "rank": rank, "card": "{card}"}
            words.append(of_deck[choice] if isinstance(choice, str) else choice[0])
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that all may know about a game besides its cards: what is trump, who is to draw.

    `{value}` is its value in phrases.
    """

    name: str
    means: str = ""
    """What it says: "the suit that beats all others"."""
    label: str = ""
    """What it is called on a screen."""
    told: str | None = None
    """What is said when it comes or changes: "{value} is trump"."""
    you: str | None = None
    """How a player is told it whose name is its value: "You are the partner"."""
    ended: str = ""
    """What is said when it no longer holds."""
    kind: str = ""
    """What its value is, if it is not plain: "rank", "suits", "cards", "seats" (a value for each),
    "order" (all cards as hands are sorted, which is not shown otherwise), "groups" (lists of cards
    that lie together in a pile, not shown otherwise either), "marks" (for each seat a text with a
    word for each card as it is held, which stands at the card; - for none), or "board": a list of
    rows, each a list of short texts, one for a cell; or one text with its lines."""
    values: tuple[str, ...] = ()
    """The words that its value can be, where they are to be translated."""
    announced: bool = False
    """Whether it is worth a moment of everybody's attention: the page shows it large then."""
    stake: bool = False
    """Whether points are at stake with it: then they tell the places when a game is over."""
    role: str = ""
    """What other blocks, such as `Score`, and clients know it as: "bids" (for each seat, as numbers
    or texts that begin with one), "contract" (the bid that counts), "declarer" (whose bid that is),
    "pot" (the points to be won), "price" (what each must have bet) or "paid" (for each seat, what
    it has bet of that)."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened and is told to all: a trick is won, a player is out."""

    kind: str
    means: str = ""
    """When it is told, for the authors of programs: "a player wins a trick"."""
    parts: Mapping[str, str] | None = None
    """What follows in order, by name, and what it is; the player it is about is `who`. A last name
    that ends in … stands for any number of them."""
    told: Phrases | None = None
    """How others are told: "{who} takes the trick"."""
    you: Phrases | None = None
    """How the player it is about is told."""
    values: tuple[str, ...] = ()
    """The words that its parts can be, where they are to be translated."""
    announced: bool = False
    """Whether it is worth a moment of everybody's attention: the page shows it large then. Of
    several at the end of a game only that about the winner is shown so."""
    breach: bool = False
    """Whether `who` has broken the rules, and is punished by the game: in a contest, a fault."""

    def fits(self, count: int) -> bool:
        """Whether it can be told with so many parts."""
        names = [*(self.parts or ())]
        open_end = bool(names) and names[-1].endswith("…")
        return count >= len(names) - 1 if open_end else count == len(names)


@dataclass(frozen=True, slots=True)
class Pile:
    """Where cards lie besides the hands; `won` is also the pile `won:ann` of a player.

    With `each="suit"` there is one for every suit instead: `row` is `row:S`, `row:H` and so on.
    `{who}`, `{cards}` and `{pile}` are the parts of its phrases.
    """

    name: str
    means: str = ""
    label: str = ""
    """What it is called on a screen."""
    put: Phrases | None = None
    """How others are told that somebody puts cards there without a word: "{who} plays {cards}"."""
    you_put: Phrases | None = None
    taken: Phrases | None = None
    """How others are told that somebody takes cards from there without a word."""
    you_take: Phrases | None = None
    cleared: str | None = None
    """What is said when its cards go to another pile; "" says nothing."""
    gathers: str | None = None
    """What is said when cards of another pile come here; None: what that pile's `cleared` says."""
    shown: str = ""
    """How it lies there: "stack" (the top card), "spread" (all cards), "fan" (all, one over the
    other), "row" (all, sorted), "rows" (a row for each suit, with gaps for cards that are not
    there) or "count" (how many). If not given, it is spread while all its cards are seen and there
    are at most ten, and else a stack."""
    grouped: str = ""
    """Which of its cards lie together: those of one "rank", or each group that the fact of this
    name has, a list of cards."""
    counted: str = ""
    """What is counted in it if not cards: the fact of this name, a number for each seat."""
    place: str = ""
    """Where it lies on a screen: "left" or "right" of what is played, on the "shelf" below, where
    it lies if nothing is said, or "hidden"."""
    result: bool = False
    """Whether its cards are also shown when a game is over, beside the result."""
    each: str | tuple[str, ...] = ()
    """What there is such a pile for: "suit" or "rank" for those of the deck, or these words."""
    role: str = ""
    """What other blocks, such as `Score`, know it as: "tricks" are what a player has taken."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the table looks during a stage."""

    stage: str = ""
    """Its name in a view: `trick_game` for TrickGame; if not given, the stage that declares it."""
    hand: str = ""
    """How a hand is sorted: by "rank", if nothing is said, or by "suit"."""
    table: str = ""
    """How plays lie on the table: as a "stack", if nothing is said, "round" (before their players),
    or "none" are."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit of a game's own deck."""

    name: str
    """Its letter, with which the names of its cards begin."""
    label: str = ""
    """What it is called: "red"."""
    sign: str = ""
    """How it is shown: a character or two; if not given, its letter."""
    colour: str = ""
    """In which colour its cards are shown: black, red, yellow, green, blue, magenta or cyan."""
    named: str = ""
    """How a card of it is called, with `{rank}` and `{suit}`: "red {rank}"."""
    picture: str = ""
    """A picture for the page: the outline of an SVG path in a square of 100 by 100."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank of a game's own deck."""

    name: str
    """How it is written in the name of a card."""
    label: str = ""
    """What it is called: "skip"."""
    sign: str = ""
    """How it is shown: a character or two; if not given, as it is written."""


@dataclass(frozen=True, slots=True)
class Face:
    """One card of a game's own deck, if more is to be said of it than of its suit and rank."""

    name: str
    """How the card is written."""
    label: str = ""
    """What it is called: "the crane"."""
    sign: str = ""
    """How it is shown, if not by the signs of its suit and its rank."""
    colour: str = ""
    """In which colour it is shown, if not in that of its suit."""
    picture: str = ""
    """A picture for the page, as a suit has one."""


LONGEST_SIGN = 4
_OUTLINE = re.compile(r"[MLHVCSQTAZ\d\s.,-]*", re.IGNORECASE)

Declared = Word | Fact | Notice | Pile | Layout | Suit | Rank | Face
Key = TypeVar("Key")
Kind = TypeVar("Kind", Word, Fact, Notice, Pile, Layout, Suit, Rank, Face)
_SAYS = {
    "colour": ("", "black", "red", "yellow", "green", "blue", "magenta", "cyan"),
    "shown": ("", "stack", "spread", "fan", "row", "rows", "count"),
    "place": ("", "left", "right", "shelf", "hidden"),
    "hand": ("", "rank", "suit"),
    "table": ("", "stack", "round", "none"),
    "role": ("", "bids", "contract", "declarer", "tricks", "pot", "price", "paid"),
}
"""The only words that these properties can be."""


_FACTS = ("", "rank", "suits", "cards", "seats", "board", "order", "groups", "marks")


class Declaration:
    """All that a game declares; of two that stand for the same, the first holds in what it sets."""

    def __init__(self, declared: Iterable[Declared]) -> None:
        self.words: dict[tuple[object, ...], Word] = {}
        """By verb and form."""
        self.facts: dict[str, Fact] = {}
        self.notices: dict[str, Notice] = {}
        self.piles: dict[str, Pile] = {}
        self.layouts: dict[str, Layout] = {}
        self.suits: dict[str, Suit] = {}
        self.ranks: dict[str, Rank] = {}
        self.faces: dict[str, Face] = {}
        self.roles: dict[str, tuple[str, ...]] = {}
        """Which facts and piles have a role that other blocks go by."""
        for each in declared:
            match each:
                case Word():
                    _add(self.words, each.form, each)
                case Fact():
                    _add(self.facts, each.name, each)
                case Notice():
                    _add(self.notices, each.kind, each)
                case Pile():
                    _add(self.piles, each.name, each)
                case Layout():
                    _add(self.layouts, each.stage, each)
                case Suit():
                    _add(self.suits, each.name, each)
                case Rank():
                    _add(self.ranks, each.name, each)
                case Face():
                    _add(self.faces, each.name, each)
        known: list[Fact | Pile] = [*self.facts.values(), *self.piles.values()]
        for has in (each for each in known if each.role):
            self.roles[has.role] = (*self.roles.get(has.role, ()), has.name)

    def __iter__(self) -> Iterator[Declared]:
        for found in (self.words, self.facts, self.notices, self.piles, self.layouts):
            yield from found.values()
        for own in (self.suits, self.ranks, self.faces):
            yield from own.values()

    @property
    def has_own_cards(self) -> bool:
        """Whether there are other cards than those that everybody knows."""
        return bool(self.suits or self.ranks or self.faces)

    def word_for(self, offer: Command | Offer) -> Word | None:
        """The word that a command or an open offer is an example of."""
        same = [word for word in self.words.values() if word.verb == offer.verb]
        chosen = isinstance(offer, Command) and bool(offer.word)
        return next((w for w in same if bool(w.choice) == chosen), same[0] if same else None)

    @property
    def play(self) -> str:
        """The verb that cards alone stand for: the first that takes cards and nothing else."""
        return next((w.verb for w in self.words.values() if w.cards and w.is_just_cards), "")

    def layout(self, stage: str) -> Layout:
        return self.layouts.get(stage) or Layout(stage)

    def hand_order(self, facts: Mapping[str, object]) -> list[object]:
        """All cards as hands are sorted, where a fact has them; else nothing."""
        for name, fact in self.facts.items():
            listed = facts.get(name) if fact.kind == "order" else None
            if isinstance(listed, list | tuple):
                return [*listed]
        return []

    def data(self) -> dict[str, Any]:
        """The same as plain data, for clients in any language."""
        return {
            "words": [_data(word) for word in self.words.values()],
            "facts": {name: _data(fact) for name, fact in self.facts.items()},
            "notices": {kind: _data(notice) for kind, notice in self.notices.items()},
            "piles": {name: _data(pile) for name, pile in self.piles.items()},
            "layouts": {stage: _data(layout) for stage, layout in self.layouts.items()},
            **self._own_cards(),
        }

    def _own_cards(self) -> dict[str, Any]:
        """Nothing where a game has only cards that everybody knows."""
        own: dict[str, Mapping[str, Declared]]
        own = {"suits": self.suits, "ranks": self.ranks, "faces": self.faces}
        return {
            kind: {name: _data(each) for name, each in found.items()}
            for kind, found in own.items()
            if found
        }

    @classmethod
    def read(cls, data: object) -> Declaration:
        """What `data` gave, as a stranger may have sent it: whatever does not fit is left out."""
        told = data if isinstance(data, dict) else {}
        found: list[Declared] = []
        for kind, listed in _LISTED.items():
            each = told.get(listed)
            items = each.values() if isinstance(each, dict) else each
            for item in items if isinstance(items, Iterable) else ():
                declared = _read(kind, item)
                found += [] if declared is None else [declared]
        return cls(found)

    def translations(self, catalogue: Catalogue) -> dict[str, dict[str, Translation]]:
        """What it says in each language, and all else that a game brings along."""
        said, own = sorted({*self.texts()}), catalogue.texts
        return {
            language: {
                **{text: catalogue.translate(text, language) for text in said},
                **own.get(language, {}),
            }
            for language in {**own, **dict.fromkeys(LANGUAGES[1:])}
        }

    def mistakes(self) -> Iterator[str]:
        """What cannot be as it is declared, each in a sentence."""
        happened = {part for notice in self.notices.values() for part in notice.parts or ()}
        said = {"who", "whom", "cards", "number", "choice", "got", "gone", *self.facts, *happened}
        for each in self:
            match each:
                case Word():
                    what, known = f"word {each.verb}", said
                    if not each.verb.isalpha() or not each.verb.isupper():
                        yield f"{what}: a verb is one word in capital letters, like LAY"
                    if isinstance(each.choice, str) and each.choice not in _OF_DECK:
                        yield f"{what}: choice is a tuple of words, or {' or '.join(_OF_DECK)}"
                    if each.pile and each.pile not in self.piles:
                        there = ", ".join(self.piles) or "none"
                        yield f"{what}: there is no pile {each.pile}; declared are {there}"
                case Fact():
                    what, known = f"fact {each.name}", {"value"}
                    if each.kind not in _FACTS:
                        kinds = " or ".join(f'"{kind}"' for kind in _FACTS if kind)
                        yield f"{what}: kind is {kinds}, not {each.kind!r}"
                case Notice():
                    what, known = f"notice {each.kind}", {*(each.parts or ())}
                case Pile():
                    what, known = f"pile {each.name}", {"who", "cards", "pile"}
                    yield from (f"{what}: {wrong}" for wrong in _mistakes_in_each(each.each))
                    if each.counted and each.counted not in self.facts:
                        yield f"{what}: counted is the name of a fact, and {each.counted} is none"
                    if each.grouped not in ("", "rank", *self.facts):
                        yield f'{what}: grouped is "rank" or a fact, and {each.grouped} is neither'
                case Layout():
                    what, known = f"layout {each.stage}", set()
                    if not each.stage:
                        yield "layout: a game names the stage: Layout('trick_game', …)"
                case Suit() | Rank() | Face():
                    what, known = f"{type(each).__name__.lower()} {each.name}", {"rank", "suit"}
                    if len(each.sign) > LONGEST_SIGN:
                        yield f"{what}: a sign has at most {LONGEST_SIGN} characters"
                    if not isinstance(each, Rank) and not _OUTLINE.fullmatch(each.picture):
                        yield f"{what}: picture is the outline of an SVG path: 'M50 5L95 95H5Z'"
            for name in _SAYS.keys() & {*each.__slots__}:
                if getattr(each, name) not in _SAYS[name]:
                    words = " or ".join(f'"{word}"' for word in _SAYS[name] if word)
                    yield f"{what}: {name} is {words}, not {getattr(each, name)!r}"
            for phrase in _texts_of(each):
                try:
                    strange = names_in(phrase) - known
                except ValueError as error:
                    yield f"{what}: {phrase!r}: {error}"
                    continue
                if strange:
                    names = in_a_row(f"{{{name}}}" for name in sorted(strange))
                    has = in_a_row(f"{{{name}}}" for name in sorted(known))
                    yield f"{what}: there is no {names} in {phrase!r}; it has {has}"

    def texts(self) -> Iterator[str]:
        """Every English text in it that can be translated."""
        return (text for each in self for text in _texts_of(each))


def _mistakes_in_each(each: str | tuple[str, ...]) -> Iterator[str]:
    if isinstance(each, str):
        if each not in EACH:
            yield f"each is {' or '.join(EACH)} or a tuple of words, not {each!r}"
    elif not all(word.isalnum() for word in each) or len({*each}) < len(each):
        yield f"each names words of letters and digits, every one once, not {each!r}"


def _add(known: dict[Key, Kind], key: Key, declared: Kind) -> None:
    """What the first one does not set is as the next one has it."""
    first = known.get(key)
    if first is None:
        known[key] = declared
        return
    unset = [f.name for f in fields(declared) if getattr(first, f.name) == f.default]
    known[key] = replace(first, **{name: getattr(declared, name) for name in unset})


def _texts_of(declared: Declared) -> Iterator[str]:
    for name in declared.__slots__:
        if name in DECLARED_TEXTS and not (name == "means" and isinstance(declared, Notice)):
            value = getattr(declared, name)
            yield from value if isinstance(value, tuple) else (value,) if value else ()


_OF_DECK = ("suit", "rank", "card")
"""What stands for cards in a choice."""
EACH = ("suit", "rank")
"""What of a deck there can be a pile for."""
_PHRASES = {"told", "you", "put", "you_put", "taken", "you_take", "gathers"}
DECLARED_TEXTS = {
    *(*_PHRASES, "means", "label", "button", "zero", "out", "cleared", "ended", "values", "named")
}
"""What of a declaration is said to people, and can be translated."""


def _data(declared: Declared) -> dict[str, Any]:
    """What is set, phrases as lists and the names of parts; what is not set is left out."""
    found: dict[str, Any] = {}
    for name in declared.__slots__:
        value = getattr(declared, name)
        if name in _PHRASES and value is not None:
            found[name] = [value] if isinstance(value, str) else [*value]
        elif name == "parts":
            found[name] = [*(value or ())]
        elif value:
            found[name] = [*value] if isinstance(value, tuple) else value
    return found


_Kind = (
    type[Word]
    | type[Fact]
    | type[Notice]
    | type[Pile]
    | type[Layout]
    | type[Suit]
    | type[Rank]
    | type[Face]
)
_LISTED: dict[_Kind, str] = {
    Word: "words",
    Fact: "facts",
    Notice: "notices",
    Pile: "piles",
    Layout: "layouts",
    Suit: "suits",
    Rank: "ranks",
    Face: "faces",
}
"""Where each stands in plain data."""


_YES_OR_NO = frozenset(
    {
        *("player", "position", "mild", "grave", "free", "any_suit", "result"),
        *("stake", "announced", "breach"),
    }
)


def _read(kind: _Kind, item: object) -> Declared | None:
    """What `_data` wrote; None where it has no name."""
    if not isinstance(item, dict):
        return None
    values: dict[str, Any] = {}
    for name in kind.__slots__:
        value = _read_value(name, item.get(name))
        if value is not None:
            values[name] = value
    called = values.get(kind.__slots__[0])
    return kind(**values) if called and isinstance(called, str) else None


def _read_value(name: str, value: Any) -> object | None:
    several = isinstance(value, list | tuple) and all(isinstance(word, str) for word in value)
    match name:
        case _ if name in _YES_OR_NO:
            return value is True
        case _ if name in _SAYS:
            return value if value in _SAYS[name] else None
        case "picture":
            return value if isinstance(value, str) and _OUTLINE.fullmatch(value) else None
        case "sign":
            return value[:LONGEST_SIGN] if isinstance(value, str) else None
        case "cards" | "number":
            return _read_bounds(value)
        case "parts":
            return dict.fromkeys(value, "") if several else None
        case "choice" if isinstance(value, str):
            return value if value in _OF_DECK else None
        case "each" if isinstance(value, str):
            return value if value in EACH else None
        case "choice" | "values" | "each":
            return tuple(value) if several else None
        case _ if name in _PHRASES and several:
            return value[0] if len(value) == 1 else tuple(value)
    return value if isinstance(value, str) else None


def _read_bounds(value: object) -> Bounds | None:
    match value:
        case [int(least), int() | None as most]:
            return least, most
    return None
