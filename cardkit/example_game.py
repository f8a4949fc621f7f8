"""An example of a game for its rules: the beginning of each stage and the end, told with cards.

It is played at a real table with the preset and the options of the reader, so all in it is legal;
nothing about a particular game is known here. Of a few deals it takes the one in which most
different things are done. The same rules give the same example each time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cardkit.cardgame import SUIT_SIGNS, CardCommand
from cardkit.cardgame.rules import RULE, name_of
from cardkit.cardgame.table import card_view
from cardkit.narrator import HIDDEN, NOBODY, Line, narrate
from cardkit.netgame import WATCHER, Command, Event, NetGame, in_a_row, pick
from cardkit.protocol import read_message

PEOPLE = ("Ann", "Bob", "Cid", "Dora", "Emil", "Fay", "Gus", "Hana")
DEALS = 6
"""So many deals are looked at."""
TURNS = 4
"""What is told of a stage: so many moves from its first on."""
LONGEST = 600
"""A game of more moves is left before its end."""
PLAYING = 0.7
"""How often somebody who can play cards does not look at what else could be done."""
CHOICES = 6
"""More plays than this are not listed."""
_ENDS = (".", "!", "?", "…", "。", "！", "？")
_PLACE, _HEADING = "place", "head"
"""Tones of lines: of a place in the result, and of headings between games."""


@dataclass(eq=False)
class _Move:
    """What somebody did, what they held and could have done instead, and what came of it."""

    stage: int
    who: str
    command: Command
    hand: tuple[str, ...]
    others: tuple[tuple[str, ...], ...]
    frame: list[Any]


@dataclass
class _Game:
    """A first game of a match, played at a table."""

    opening: list[Any]
    stages: Sequence[Any]
    partners: Mapping[str, str]
    moves: list[_Move] = field(default_factory=list)
    over: bool = False

    def told(self) -> list[_Move]:
        """The first moves of each stage; one that comes again is not told again."""
        kinds = [self.stages.index(self.stages[m.stage]) if self.stages else 0 for m in self.moves]
        return [
            move
            for at, move in enumerate(self.moves)
            if kinds[:at].count(kinds[at]) < TURNS and kinds[at] == move.stage
        ]

    def variety(self) -> int:
        """How many different things are done in what is told."""
        return len({(move.stage, move.command.verb) for move in self.told()})


def example_of(
    game: type[NetGame], preset: str, options: Mapping[str, Any], language: str
) -> list[str]:
    """An example as lines of Markdown; none where the game cannot be played yet."""
    try:
        games = [_played(game, preset, options, deal) for deal in range(DEALS)]
        return [*_Telling(game, language).lines(max(games, key=_Game.variety))]
    except Exception:  # noqa: BLE001 - rules are read while a game is written; check_game tells why
        return []


def _played(game: type[NetGame], preset: str, options: Mapping[str, Any], deal: int) -> _Game:
    random = Random(f"example {deal}").random
    table = game(preset, options, key=b"example %d" % deal, journal=False, reopened=True)
    for name in PEOPLE[: max(table.seats.least, min(len(PEOPLE) // 2, table.seats.most))]:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    table.listening = True
    begun = table.apply("", "START")
    seated, half = table.names, len(table.names) // 2
    across = dict(zip(seated, (*seated[half:], *seated[:half]), strict=True))
    partners = across if table.seats.partners else {}
    played = _Game(_heard(begun), getattr(table, "stages", ()), partners)
    while table.playing and table.awaited and table.game_no == 1 and len(played.moves) < LONGEST:
        seat = table.awaited[0]
        legal: Sequence[Any] = table.legal(seat)
        plays = [each for each in legal if _cards(each)]
        some = plays if plays and random() < PLAYING else legal
        command = pick(some, lambda n: int(random() * n))
        others = [_cards(each) for each in plays if each.verb == command.verb and each != command]
        stage, hand = getattr(table, "stage_no", 0), card_view(table.view(seat)).sorted_hand()
        frame = _heard(table.apply(table.names[seat], command))
        who = table.names[seat]
        played.moves.append(_Move(stage, who, command, hand, tuple(others), frame))
    played.over = not table.playing or table.game_no > 1
    return played


def _cards(offer: object) -> tuple[str, ...]:
    """The cards that a whole command plays."""
    return tuple(map(str, offer.cards)) if isinstance(offer, CardCommand) else ()


def _heard(events: Iterable[Event]) -> list[Any]:
    """What everybody hears of these."""
    heard = [(event.number, event.words(WATCHER)) for event in events]
    return [read_message([n, *words] if n else [*words]) for n, words in heard if words is not None]


class _Telling:
    """Tells of a game in the words of its class, in one language."""

    def __init__(self, game: type[NetGame], language: str) -> None:
        self.game, self.language = game, language

    def lines(self, played: _Game) -> Iterator[str]:
        told = played.told()
        if not told:
            return
        yield self._say("A game might begin like this:")
        yield ""
        yield from self._bullets(played.opening)
        before = -1
        for at, move in enumerate(told):
            if move.stage != before:
                stages = {each.stage for each in told}
                before = move.stage
                if len(stages) > 1:
                    yield from ("", f"**{self._stage(played, move.stage)}**", "")
                yield from self._held(move)
            yield from self._bullets(move.frame)
            following = played.moves[played.moves.index(move) + 1 :]
            if following and following[0] not in told[at + 1 : at + 2]:
                yield "- …"
        if played.over:
            yield from self._end(played, shown=played.moves[-1] in told)

    def _stage(self, played: _Game, number: int) -> str:
        return self.game.catalogue.say(name_of(type(played.stages[number])), self.language, RULE)

    def _held(self, move: _Move) -> Iterator[str]:
        """The hand of whoever begins, and what could be played from it."""
        if not move.hand or HIDDEN in move.hand:
            return
        holds = self._say("{who} holds {cards}.", who=self._name(move.who), cards=_code(move.hand))
        if 0 < len(move.others) < CHOICES:
            plays = (_cards(move.command), *move.others)
            could = in_a_row(map(_code, sorted(plays)))
            now = self._say("Possible now: {plays}.", plays=could)
            holds = self._say("{one} {more}", one=holds, more=now)
        yield f"- {holds}"

    def _bullets(self, frame: Sequence[Any]) -> Iterator[str]:
        for line in self._narrated(frame):
            if line.tone not in (_PLACE, _HEADING):
                text = self._markdown(line)
                yield f"- {text}" + ("" if text.endswith(_ENDS) else self._say("."))

    def _end(self, played: _Game, *, shown: bool) -> Iterator[str]:
        """The last move, and who comes in where."""
        move = played.moves[-1]
        if not shown:
            yield from (
                "",
                self._say("And it might end like this:"),
                "",
                *self._bullets(move.frame),
            )
        told = self._narrated(move.frame, played.partners)
        places = [self._markdown(each) for each in told if each.tone == _PLACE]
        if places:
            yield f"- {self._say('The game is over: {places}.', places=' / '.join(places))}"

    def _narrated(self, frame: Sequence[Any], partners: Mapping[str, str] = NOBODY) -> list[Line]:
        declared, texts = self.game.declaration, self.game.catalogue
        return narrate(frame, "", self.language, declared, texts, partners)

    def _markdown(self, line: Line) -> str:
        """A line with its cards as inline code, several in a row as one."""
        text = "".join(map(self._part, line.text))
        return re.sub(r"` `", " ", text)

    def _part(self, part: str | dict[str, str]) -> str:
        match part:
            case {"card": card}:
                return _code([card])
            case {"suit": suit}:
                own = self.game.declaration.suits.get(suit)
                return (own.sign if own is not None else SUIT_SIGNS.get(suit)) or suit
            case {"name": name} | {"said": name}:
                return self._name(name)
        return str(part)

    def _name(self, name: str) -> str:
        return self._say(name) if name in PEOPLE else name

    def _say(self, template: str, /, **parts: object) -> str:
        return self.game.catalogue.say(template, self.language, **parts)


def _code(cards: Sequence[str]) -> str:
    return f"`{' '.join(cards)}`"
