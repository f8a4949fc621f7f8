"""Tells in one line each what happens at a table, in the language of the person.

Goes by what the game declares, so it can tell of any game, and by a few sentences that all games
have in common (`cardkit/texts/phrases.json`). The page's `narrator.js` is the same program: for
every frame both return the same lines. What only repeats another event of a frame is left out.
Knows no terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import takewhile
from math import floor
from typing import Any

from cardkit.card_words import is_card, is_rank, is_suit, rank_sign
from cardkit.cardgame import CardGame
from cardkit.netgame import TOOLKIT, Catalogue, Declaration, Fact, Notice, Pile, Word
from cardkit.protocol import Message
from cardkit.protocol.messages import (
    Action,
    Advice,
    Away,
    Bye,
    Chat,
    Closed,
    FactEvent,
    Gather,
    HostSays,
    Kicked,
    MoveEvent,
    Phase,
    Punished,
    ResultEvent,
    ScoreEvent,
    Show,
)
from cardkit.protocol.schema import EventMessage, Refusal
from cardkit.texts import common_phrases

HIDDEN = "??"
NOBODY: Mapping[str, str] = {}
TIE = "TIE"
_PART = re.compile(r"\{(\w+)\}", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]{1,15}")
_DEEPEST = 3
"""How far lists within lists are told."""
_UNSORTED = 5
"""More cards than this are sorted."""

_SURE = (0.95, ", sure"), (0.8, ", fairly sure"), (0.01, ", not sure")
"""From where on advice is called so."""
_OWN = {"who", "whom", "cards", "number", "choice", "got", "gone"}
"""The parts of a phrase that come from the word itself."""

Part = str | dict[str, str]
"""Plain text; or `{"name": …}`, `{"card": …}`, `{"suit": …}`, `{"said": …}` for free text."""
Parts = list[Part]
Known = Mapping[str, Parts]
"""What can stand in a phrase; what is empty is not known."""
Noticed = tuple[EventMessage, dict[str, Parts]]
Phrases = str | Sequence[str] | None
"""Of several, the first whose parts are known is said; none, or an empty one, says nothing."""
_PLAIN_PILE = Pile("")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened, in words; how it looks is for who shows it."""

    tone: str
    text: tuple[Part, ...]
    phrase: str = field(default="", compare=False)
    """The English phrase that was used."""

    def data(self) -> dict[str, Any]:
        return {"tone": self.tone, "text": [*self.text]}


def narrate(
    frame: Sequence[Message],
    me: str,
    language: str = "en",
    declaration: Declaration = CardGame.declaration,
    catalogue: Catalogue = TOOLKIT,
    partners: Mapping[str, str] = NOBODY,
) -> list[Line]:
    """The lines for what one input caused, often just one."""
    return _Telling(frame, me, language, declaration, catalogue, partners).lines()


class _Telling:
    def __init__(
        self,
        frame: Sequence[Message],
        me: str,
        language: str,
        declared: Declaration,
        catalogue: Catalogue,
        partners: Mapping[str, str],
    ) -> None:
        self.me, self.language, self.catalogue = me, language, catalogue
        self.declared, self.partners = declared, partners
        self.common = common_phrases()
        self.told: list[Line] = []
        self.rest = [m for m in frame if m.kind not in self.common["shown"]]
        """What is still to be told; whoever tells of it takes it out."""
        scores = [m.points for m in frame if isinstance(m, ScoreEvent)]
        self.points: Mapping[str, Any] = scores[-1] if scores else {}
        self.ties = places_in(frame)
        if any(isinstance(m, ResultEvent) for m in frame):  # which tells them
            self.rest = [m for m in self.rest if m.kind != TIE]
        facts = [m.value for m in frame if isinstance(m, FactEvent)]
        self.titles = [value for value in facts if isinstance(value, dict)]

    def lines(self) -> list[Line]:
        while self.rest:
            message = self.rest.pop(0)
            try:
                self._tell(message)
            except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                self._tell_plainly(message.kind, message.parts())
        return self.told

    def _tell(self, message: Message) -> None:
        match message:
            case Action(who, verb, rest):
                self._tell_action(who, verb, rest)
            case Gather(pile):
                self._tell_deal(pile)
            case MoveEvent(source, target, cards):
                self._tell_move(source, target, cards)
            case Show(who, cards):
                self._tell_show(who, cards)
            case FactEvent():
                self._tell_fact(message)
            case Phase():
                self._tell_phase(message)
            case ResultEvent(game, names):
                self._tell_result(game, names)
            case Away(policy=policy):
                self._tell_notice(f"{message.kind} {policy}", message)
            case Advice(sure, choices):
                self._tell_advice(sure, choices)
            case Chat(who, text):
                self._say("chat", who, words=_said(text))
            case HostSays(text):
                self._say("host", words=_said(text))
            case Kicked(sentence=text) | Closed(text):
                self._say("news", sentence=_said(text))
            case Punished(code=code, sentence=text) | Refusal(code, text) | Bye(code, text):
                self._say("warning", code=_said(code), sentence=_said(text))
            case Message(kind="LOST"):
                code, text = message.parts()
                self._say("lost", code=_said(code), sentence=_said(text))
            case Message(kind="BACK"):
                self._say("back")
            case EventMessage():
                self._tell_notice(message.kind, message)

    # --- words -------------------------------------------------------------------------------

    def _say(self, name: str, who: str = "", /, **known: Parts) -> str | None:
        """A sentence that all games have in common."""
        found = self.common[name]
        return self._say_first(found["told"], found.get("you"), who, known, found.get("tone", ""))

    def _say_first(
        self, told: Phrases, you: Phrases, who: str, known: Known, tone: str = ""
    ) -> str | None:
        """Says the first phrase whose parts are known, and returns it; None where there is none."""
        mine = who != "" and who == self.me
        own = mine and you is not None
        if who:
            known = {**known, "who": [{"said": who} if mine and not own else {"name": who}]}
        for phrase in several(you if own else told):
            if all(known.get(name) for name in _PART.findall(phrase)):
                if phrase:
                    self.told.append(Line(tone, self._filled(phrase, known), phrase))
                return phrase
        return None

    def _filled(self, phrase: str, known: Known) -> tuple[Part, ...]:
        template = self._translated(phrase)
        if any(name not in known for name in _PART.findall(template)):
            template = phrase
        text: Parts = []
        for at, piece in enumerate(_PART.split(template)):
            for part in known[piece] if at % 2 else [piece]:
                if isinstance(part, str) and text and isinstance(text[-1], str):
                    text[-1] += part
                elif part:
                    text.append(part)
        return tuple(text)

    def _translated(self, text: str) -> str:
        return self.catalogue.translate(text, self.language)

    def _translated_word(self, word: str) -> str:
        """A word of the game; what the toolkit says elsewhere may mean something else here."""
        own = self.catalogue.texts.get(self.language, {})
        known = word in own or (self.language != "en" and word in self.declared.texts())
        return self._translated(word) if known else word

    def _label(self, name: str, declared: Fact | Pile | None = None) -> Parts:
        if declared is not None and declared.label:
            return [self._translated(declared.label)]
        return [self._translated_word(name.replace("_", " "))]

    def _words(self, words: Iterable[Any], depth: int = 0) -> Parts:
        """Any words, with the cards and suits among them as such."""
        if depth > _DEEPEST:
            return ["…"]
        return _joined([self._word(word, depth) for word in words], " ")

    def _word(self, word: Any, depth: int = 0) -> Parts:
        if is_card(word, self.declared):
            return [{"card": word}]
        if isinstance(word, str):
            suit = is_suit(word, self.declared)
            return [{"suit": word}] if suit else [self._translated_word(word)]
        if word is None:
            return []
        if isinstance(word, bool):
            return ["true" if word else "false"]
        if isinstance(word, list | tuple):
            return self._words(word, depth + 1)
        if isinstance(word, dict):
            pairs = [self._words([key, word[key]], depth + 1) for key in sorted(word, key=str)]
            return _joined(pairs, ", ")
        return [_number(word)]

    def _value(self, value: Any, kind: str = "") -> Parts:
        """What is told of a fact or in a notice; nothing where there is nothing to tell."""
        if value in (0, "", None):
            return []
        if (
            kind == "suits"
            and isinstance(value, str)
            and all(is_suit(suit, self.declared) for suit in value)
        ):
            return [{"suit": suit} for suit in value]
        if kind == "cards" and isinstance(value, list | tuple):
            return self._cards(value)
        if kind == "rank" and isinstance(value, str):
            return [rank_sign(value, self.declared)]
        return self._word(value)

    def _cards(self, cards: Sequence[Any]) -> Parts:
        """Cards as far as they are seen; otherwise how many there are."""
        if len(cards) == 1 and (count := _whole(cards[0])) is not None:
            return self._count(count) if count > 0 else []
        if HIDDEN in cards:
            return self._count(len(cards))
        if len(cards) > _UNSORTED and all(is_card(card, self.declared) for card in cards):
            cards = sorted(cards)
        return self._words(cards)

    def _count(self, cards: int) -> Parts:
        name = "one card" if cards == 1 else "cards"
        return [*self._filled(self.common[name]["told"][0], {"count": [_number(cards)]})]

    # --- who did what ------------------------------------------------------------------------

    def _tell_action(self, who: str, verb: str, rest: Sequence[Any]) -> None:
        if verb == HIDDEN:
            self._say("answer", who)
            return
        # A card that is chosen comes behind those that are played: SHOW S7, SHOW J1 S8.
        words = self.declared.words.values()
        for word in sorted(words, key=lambda word: not (word.cards and word.choice)):
            if word.verb == verb and (said := _read(word, rest, self.declared)) is not None:
                if self._tell_word(who, word, said):
                    return
                break
        self._say("action", who, words=_joined([self._called(verb), self._words(rest)], " "))

    def _called(self, verb: str) -> Parts:
        """A command that nobody has worded: what stands on its button, or else it itself, small."""
        words = (word for word in self.declared.words.values() if word.verb == verb)
        button = next((word.button for word in words if word.button), "")
        if button:
            return [self._translated(button)]
        return [self._translated_word(verb.lower().replace("_", " "))]

    def _tell_word(self, who: str, word: Word, said: Mapping[str, Any]) -> bool:
        """Tells what somebody said and what came of it, which is not told again."""
        cards, mentioned = said["cards"], parts_of([*several(word.told), *several(word.you)])
        moves = [m for m in self._moves() if m.source != m.target]
        came = [m for m in moves if m.target == who and "got" in mentioned]
        if word.player and all(m.source != said["whom"] for m in came):
            came = []  # what is drawn after asking somebody in vain
        goes = word.cards is not None or "gone" in mentioned
        went = [m for m in moves if goes and self._is_from(m, who, cards)]
        facts = [m for m in self.rest if isinstance(m, FactEvent)]
        notices = self._notices(who)
        known = {m.key: self._fact(m) for m in facts} | _merged(notices)
        known |= {
            "whom": _name(said.get("whom")),
            "cards": self._cards(cards),
            "number": self._value(said.get("number")),
            "choice": self._chosen(word, said.get("choice")),
            "got": self._cards([card for m in came for card in m.cards]),
            "gone": self._cards([card for m in went for card in m.cards]),
        }
        tone = self.common["tones"].get(word.verb, "")
        phrase = self._say_first(word.told, word.you, who, known, tone)
        if phrase is None and said.get("number") == 0:  # for which nothing else is said
            known["number"] = ["0"]
            phrase = self._say_first(word.told, word.you, who, known, tone)
        if phrase:
            used = parts_of([phrase])
            chosen = said["choice"] if "choice" in used else None
            told = [m for m in facts if m.key in used or _text(m.value) == chosen]
            self._take([*came, *went, *told])
            self._take_notices(notices, used)
        return phrase is not None

    def _chosen(self, word: Word, choice: str | None) -> Parts:
        if word.choice != "rank" or not choice:
            return self._value(choice)
        return [rank_sign(choice, self.declared)]

    def _is_from(self, move: MoveEvent, who: str, cards: Sequence[Any]) -> bool:
        """Whether these cards left a hand so: the player's own, or one that is played for."""
        if move.source == who:
            return _carries(move, cards, self.declared)
        hand = self._pile(move.source) is None and self._pile(move.target) is not None
        return hand and bool(cards) and [*move.cards] == [*cards]

    def _moves(self) -> list[MoveEvent]:
        """The cards that moved before the next deal."""
        before = takewhile(lambda message: not isinstance(message, Gather), self.rest)
        return [message for message in before if isinstance(message, MoveEvent)]

    def _notices(self, who: str) -> list[Noticed]:
        """What else is told of somebody, and its parts by name, without who it is about."""
        found = []
        for message in self.rest:
            notice = self.declared.notices.get(message.kind)
            if notice is not None and isinstance(message, EventMessage):
                parts = self._named(notice, message)
                if parts.pop("who", None) == [{"name": who}]:
                    found.append((message, parts))
        return found

    def _take(self, told: Iterable[Message]) -> None:
        """These are not told again."""
        gone = {id(message) for message in told}
        self.rest = [message for message in self.rest if id(message) not in gone]

    def _take_notices(self, notices: Iterable[Noticed], used: Set[str]) -> None:
        self._take(message for message, parts in notices if (used & parts.keys()) - _OWN)

    def _tell_advice(self, sure: float, choices: Sequence[Any]) -> None:
        if not choices:
            self._say("no advice")
            return
        (said, worth), *others = map(_choice, choices)
        how = next((how for least, how in _SURE if sure >= least), "")
        self._say(f"advice{how}", move=self._move(said))
        if not others:
            return
        other, its = others[0]
        less = floor((worth - its) * 10 + 0.5) / 10
        name = "advice, next" if less > 0 else "advice, alike"
        self._say(name, move=self._move(other), less=[_number(less)])

    def _move(self, said: str) -> Parts:
        """A command as it stands on a button."""
        verb, *words = said.split()
        declared = [word for word in self.declared.words.values() if word.verb == verb]
        zero = next((word.zero for word in declared if word.zero), "")
        if zero and words == ["0"]:
            return [self._translated(zero)]
        whom = words[:1] if any(word.player for word in declared) else []
        rest = self._words(words[len(whom) :])
        return _joined([self._called(verb), *map(_name, whom), rest], " ")

    # --- cards -------------------------------------------------------------------------------

    def _tell_deal(self, pile: str) -> None:
        """A deal is one line, however many moves it takes."""
        dealt: list[int] = []
        turned_up: list[Sequence[Any]] = []
        while self.rest and isinstance(move := self.rest[0], MoveEvent) and move.source == pile:
            self.rest.pop(0)
            if self._pile(move.target) is None:
                dealt.append(len(move.cards))
            elif HIDDEN not in move.cards:
                turned_up.append(move.cards)
        if dealt:
            least, most = min(dealt), max(dealt)
            each = self._count(most)
            if least != most:
                known: Known = {"a": [_number(least)], "b": [_number(most)]}
                each = [*self._filled(self.common["about as many"]["told"][0], known)]
            self._say("dealt", each=each)
        for cards in turned_up:
            name = "turned up" if len(cards) == 1 else "several turned up"
            self._say(name, cards=self._cards(cards))

    def _pile(self, name: str) -> Pile | None:
        """What is declared of a pile; None for a hand, which is called like its player."""
        return self.declared.piles.get(_kind(name), _PLAIN_PILE if ":" in name else None)

    def _tell_move(self, source: str, target: str, cards: Sequence[Any]) -> None:
        if not cards:
            return
        some = self._cards(cards)
        before, after = self._pile(source), self._pile(target)
        if source == target:
            self._say("show", source, cards=some)
        elif before is None and after is None:
            self._say("give", source, cards=some, whom=_name(target))
        elif before is None and after is not None:
            self._tell_touch("put", source, target, after, some)
        elif before is not None and after is None:
            self._tell_touch("take", target, source, before, some)
        elif before is not None and after is not None:
            known = {"cards": some, "pile": self._label(_kind(target), after)}
            told = before.cleared if after.gathers is None else after.gathers
            self._say_first(told, None, "", known, "dim")

    def _tell_touch(self, how: str, who: str, name: str, pile: Pile, cards: Parts) -> None:
        """Somebody puts cards on a pile or takes them from there, and said nothing."""
        known = {"cards": cards, "pile": self._label(_kind(name), pile)}
        told, you = (pile.put, pile.you_put) if how == "put" else (pile.taken, pile.you_take)
        if self._say_first(told, you, who, known) is None:
            self._say(how, who, **known)

    def _tell_show(self, who: str, cards: Sequence[Any]) -> None:
        if not cards:
            return
        pile = self._pile(who)
        if pile is not None:
            self._say("open pile", cards=self._cards(cards), pile=self._label(_kind(who), pile))
            return
        notices = self._notices(who)
        phrase = self._say("show", who, **_merged(notices) | {"cards": self._cards(cards)})
        self._take_notices(notices, parts_of([phrase or ""]))

    # --- facts, notices, results -------------------------------------------------------------

    def _fact(self, fact: FactEvent) -> Parts:
        declared = self.declared.facts.get(fact.key)
        return self._value(fact.value, declared.kind if declared else "")

    def _tell_fact(self, fact: FactEvent) -> None:
        declared = self.declared.facts.get(fact.key) or Fact(fact.key)
        if fact.value is None:
            ends = any(isinstance(m, Phase) and m.phase == "results" for m in self.rest)
            if not ends:  # else it is over with the game
                self._say_first(declared.ended, None, "", {}, "stress")
            return
        value, who = self._fact(fact), self.me if fact.value == self.me else ""
        if self._say_first(declared.told, declared.you, who, {"value": value}, "stress") is None:
            name = self._label(fact.key, declared)
            self._say("flag" if fact.value is True else "fact", name=name, value=value)

    def _tell_notice(self, kind: str, message: EventMessage) -> None:
        notice = self.declared.notices.get(kind)
        if notice is not None:
            known, tone = self._named(notice, message), self.common["tones"].get(message.kind, "")
            match known.get("who"):
                case [{"name": str(who)}]:
                    pass
                case _:
                    who = ""
            if self._say_first(notice.told, notice.you, who, known, tone) is not None:
                return
        self._tell_plainly(message.kind, message.parts())

    def _named(self, notice: Notice, message: EventMessage) -> dict[str, Parts]:
        """The parts of a notice by the names that are declared for them."""
        parts = zip(notice.parts or (), message.parts(), strict=False)
        people = ("who", "whom")
        return {n: _name(part) if n in people else self._value(part) for n, part in parts}

    def _tell_plainly(self, kind: str, parts: Sequence[Any]) -> None:
        self._say("notice", name=self._label(kind.lower()), words=self._words(parts))

    def _tell_phase(self, event: Phase) -> None:
        if event.is_match_over:
            self._say("match over")
        elif event.phase in ("playing", "preparing"):
            self._say(event.phase, number=self._value(event.more))

    def _tell_result(self, game: int, names: Sequence[Any]) -> None:
        self._say("result", number=[_number(game)])
        places = places_of(names, self.ties, self.partners)
        for name in names:
            if not isinstance(name, str):
                continue
            titles = [titles.get(name) for titles in self.titles]
            noted = [self._word(each) for each in (*titles, self.points.get(name))]
            known = {"name": _name(name), "noted": _joined(noted, ", ")}
            self._say("place", place=[_number(places[name])], **known)


def places_of(
    names: Sequence[Any], ties: Mapping[str, int], partners: Mapping[str, str]
) -> dict[str, int]:
    """The places of those who are listed from the first; partners share one, as who is level."""
    own = {n: ties.get(n, at) for at, n in enumerate(names, start=1) if isinstance(n, str)}
    return {name: min(at, own.get(partners.get(name, name), at)) for name, at in own.items()}


def places_in(frame: Sequence[Message]) -> dict[str, int]:
    """Who shares which place, as far as a frame tells."""
    ties = (m.parts()[:2] for m in frame if isinstance(m, EventMessage) and m.kind == TIE)
    told = {t[0]: _whole(t[1]) for t in ties if len(t) == 2 and isinstance(t[0], str)}
    return {name: place for name, place in told.items() if place is not None and place > 0}


def _read(word: Word, rest: Sequence[Any], own: Declaration) -> dict[str, Any] | None:
    """What was said, by the form of a declared word; None where it does not fit."""
    left, said = [*rest], dict[str, Any]()
    if len(left) < word.player + bool(word.choice) + (word.number is not None):
        return None
    if word.player:
        said["whom"] = _text(left.pop(0))
    if word.choice:
        chosen = _text(left.pop())
        said["choice"] = chosen if _is_choice(chosen, word.choice, own) else ""
    if word.number is not None:
        number = _text(left.pop())
        said["number"] = int(number) if _WHOLE.fullmatch(number) else ""
    said["cards"] = left
    hidden = _whole(left[0]) if len(left) == 1 else None
    count = len(left) if hidden is None else hidden
    seen = hidden is not None or all(is_card(card, own) or card == HIDDEN for card in left)
    fits = not left if word.cards is None else seen and count >= word.cards[0]
    return said if fits and "" not in said.values() else None


def _text(word: Any) -> str:
    """A word or a number as it was said; anything else is none."""
    whole = _whole(word)
    return word if isinstance(word, str) else "" if whole is None else str(whole)


def _is_choice(said: str, choice: str | Sequence[str], own: Declaration) -> bool:
    match choice:
        case "suit":
            return is_suit(said, own)
        case "rank":
            return is_rank(said, own)
        case "card":
            return is_card(said, own)
        case _:
            return said in choice


def _carries(move: MoveEvent, cards: Sequence[Any], own: Declaration) -> bool:
    """Whether these cards may be among those that moved; of hidden ones nobody knows."""
    seen = [card for card in cards if is_card(card, own)]
    return not seen or any(card in seen or card == HIDDEN for card in move.cards)


def several(phrases: Phrases) -> Sequence[str]:
    """Phrases to choose from; to say nothing is one, too."""
    if phrases is None:
        return []
    return [phrases] if isinstance(phrases, str) else phrases or [""]


def _kind(pile: str) -> str:
    """`won` of `won:ann`."""
    return pile.partition(":")[0]


def parts_of(phrases: Iterable[str]) -> set[str]:
    """The names of all parts in these phrases."""
    return {name for phrase in phrases for name in _PART.findall(phrase)}


def _merged(notices: Iterable[Noticed]) -> dict[str, Parts]:
    return {name: part for _, parts in notices for name, part in parts.items()}


def _choice(told: Any) -> tuple[str, float]:
    """Something that can be said, and its worth."""
    match told:
        case [str(said), int() | float() as worth] if said.split() and not isinstance(worth, bool):
            return said, worth
    raise ValueError


def _name(name: Any) -> Parts:
    return [{"name": name}] if isinstance(name, str) and name else []


def _said(text: str) -> Parts:
    return [{"said": text}] if text else []


def _joined(several: Iterable[Parts], between: str) -> Parts:
    """One after the other; what is empty is left out."""
    joined: Parts = []
    for parts in several:
        if parts:
            joined += [between, *parts] if joined else parts
    return joined


def _whole(word: Any) -> int | None:
    if isinstance(word, float) and word.is_integer():
        return int(word)
    return word if isinstance(word, int) and not isinstance(word, bool) else None


def _number(number: Any) -> str:
    """A number as people write it: −1,200."""
    whole = _whole(number)
    return (str(number) if whole is None else f"{whole:,}").replace("-", "−")
