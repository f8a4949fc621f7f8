"""Hears everything that is said to the server and by it, and knows what may be said to whom.

One ear at each cable. It knows who is there by the tokens that were given out, which events must
come next, what the answer to each command may be, and (from the mirrors) every word of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import trio

from cardkit.netgame import whole_number
from cardkit.protocol import Malformed
from cardkit.server.session import hash_token
from tests.world.archive import StoredRows
from tests.world.ear import Ear, Said
from tests.world.fairness import Fairness
from tests.world.mirror import Moment
from tests.world.promise import Violation, expect

SLOW, QUICK = 15.0, 0.1
_EXAMPLE = re.compile("like (..)$")
"""How a card is written is shown by the first of the deck."""
_TOKEN = re.compile(rb"t[0-9a-f]{32}")
_DIGEST = re.compile(rb"[0-9a-f]{64}")
DEALS = ("PROOFS", "COMMIT", "REVEAL", "DISPUTE")
# fmt: off
HOUSE = frozenset({
    "ENTER", "RESUME", "QUIT", "LANGUAGE", "VIEWS", "PING", "HELP", "GAMES", "OPTIONS", "RULES",
    "TABLES", "LOBBY", "OPEN", "CHAT", "HAND", "STATE", "SCORES", "LEGAL", "WHO", "WHY", *DEALS,
})
"""Words that never come into a journal."""
# fmt: on
_PRINTED = ("GAME", "OPTION", "RULES")
"""Lines that are the same for everybody at any time."""
_LISTS = {
    "GAMES": "GAME",
    "OPTIONS": "OPTION",
    "RULES": "RULES",
    "TABLES": "TABLE",
    "HELP": "HELP",
    "LOBBY": "TABLE",
}


class Oracle:
    """Checks every message against what is safe and what may be known."""

    def __init__(self, archive: StoredRows) -> None:
        self.archive = archive
        self.fairness = Fairness(archive.gifts)
        self.tokens: dict[str, str] = {}
        """To whom each token was told."""
        self.chats: set[tuple[str, str]] = set()
        self.untagged: Counter[str] = Counter()
        self.disk_failed = False
        self.is_prompt = True
        """Whether what is heard has just been said."""
        self.patience = SLOW
        """Seconds within which every command is answered."""
        self.messages = 0

    # --- what comes in -----------------------------------------------------------------------

    def incoming(self, ear: Ear, data: bytes) -> None:
        """Bytes have reached the server."""
        for words in ear.codecs(data[0])[0].commands(data):
            said = Said([] if isinstance(words, Malformed) else words)
            ear.waiting.append(said)
            self.fairness.said(ear, said)
            if said.verb == "CHAT":
                self.chats.add((ear.name, " ".join(said.words[1:])))

    # --- what goes out -----------------------------------------------------------------------

    def outgoing(self, ear: Ear, data: bytes) -> None:
        """Bytes leave the server for this participant."""
        self._check_secrets(ear, data)
        for frame in ear.codecs(data[0])[1].frames(data):
            if ear.over:
                raise Violation(f"{ear.who} is told {frame} after the end")
            before, ear.details = ear.last, ""
            for message in frame:
                self.messages += 1
                self._message(ear, message)
            if ear.hosted is not None and ear.last not in (before, -1):
                self._check_frame(ear, frame)
            self.fairness.frame_over(ear, frame)

    def _check_secrets(self, ear: Ear, data: bytes) -> None:
        for token in _TOKEN.findall(data):
            owner = self.tokens.setdefault(token.decode(), ear.who)
            if owner != ear.who:
                raise Violation(f"{ear.who} is told the token of {owner}")
        for match, secret in self.archive.secrets.items():
            if secret in data:
                raise Violation(f"{ear.who} is told the secret of match {match}")
        for digest in _DIGEST.findall(data):
            if digest.decode() in self.archive.sealed:
                raise Violation(f"{ear.who} is told {digest!r}, which is the secret of a deal")

    def _check_frame(self, ear: Ear, frame: list[list[Any]]) -> None:
        """All that one input caused came together, and who is to answer was asked."""
        moment, seat = ear.moments[0], ear.seat
        if moment.table.playing:
            stage = moment.table.stage.key()
            expect(f"the stage that {ear.name} was told at {ear.last}", ear.stage, stage)
        if not moment.asks(seat):
            ear.asked = []
        elif any(message[0] == ear.last for message in frame):
            offers = moment.offers(seat)
            expect(f"what {ear.name} was asked at {ear.last}", ear.asked, offers)

    def _message(self, ear: Ear, message: list[Any]) -> None:
        first = message[0]
        if first not in ("PROOF", "TRAIL"):
            self.fairness.no_proof_due(ear)
        if isinstance(first, int):
            self._event(ear, first, message[1:])
        elif first[:1] == "#":
            self._answer(ear, first, message[1:])
        elif first == "OK" or (first == "WARNING" and len(message) == 3):
            self._answer(ear, "", message)
        elif first in self._others:
            self._others[first](self, ear, *message[1:])
        elif first != ear.details:
            raise Violation(f"{ear.who} is told {message}")
        elif first not in _PRINTED and (leak := self._leak(ear, message, ())):
            raise Violation(f"{ear.who} is told {leak} in {message}")

    def _event(self, ear: Ear, number: int, words: list[Any]) -> None:
        if ear.hosted is None:
            raise Violation(f"{ear.who} is at no table and hears event {number} {words}")
        expect(f"the number of an event for {ear.name} at {ear.hosted.name}", number, ear.last + 1)
        wanted = ear.hosted.words_for(number, ear.name)
        expect(f"event {number} of {ear.hosted.name} for {ear.name}", words, wanted)
        ear.last = number
        self.fairness.event(ear, number)

    # --- for one alone -----------------------------------------------------------------------

    def _state(self, ear: Ear, number: int, view: dict[str, Any]) -> None:
        hosted = ear.hosted
        if hosted is None:
            raise Violation(f"{ear.who} is at no table and is shown one")
        if number < ear.last:
            raise Violation(f"{ear.name} was at event {ear.last} and is shown {number}")
        ear.last, ear.stage = number, view["stage"]
        seen = [m.view(m.seat_of(ear.name)) for m in ear.moments]
        mine = {name: value for name, value in view.items() if name in seen[0]}
        if mine not in seen:
            expect(f"{hosted.name} as {ear.name} may see it at {number}", mine, seen[0])
        added = {name: value for name, value in view.items() if name not in seen[0]}
        expect("the name of a table", added["table"], hosted.name)
        expect("the game of a table", added["rules"], hosted.game)
        if added["people"] not in [_people(m) for m in ear.moments]:
            expect(f"who is at {hosted.name}", added["people"], _people(ear.moments[0]))
        added.pop("options", None)  # the rules, which may name cards
        if leak := self._leak(ear, added, ()):
            raise Violation(f"{ear.name} is shown {leak} in {added}")

    def _ask(self, ear: Ear, offers: list[str], *view: dict[str, Any]) -> None:
        if ear.hosted is None:
            raise Violation(f"{ear.who} is at no table and is asked")
        seat = ear.seat
        wanted = [m.offers(seat) for m in ear.moments if m.asks(seat)]
        if not wanted:
            raise Violation(f"nobody waits for {ear.name} at {ear.last}, who is asked {offers}")
        if offers not in wanted or not offers:
            expect(f"what {ear.name} is asked at {ear.last}", offers, wanted[0] or "something")
        expect("whether a view comes along", len(view), ear.views == "on")
        for one in view:
            if one not in [m.view(seat) for m in ear.moments]:
                expect(f"the view of {ear.name} at {ear.last}", one, ear.moments[0].view(seat))
        ear.asked = offers

    def _stage(self, ear: Ear, stage: str) -> None:
        if ear.hosted is None:
            raise Violation(f"{ear.who} is at no table and is told of {stage}")
        ear.stage = stage

    def _hand(self, ear: Ear, *cards: str) -> None:
        expect("the views that were wanted where a hand is shown", ear.views, "hand")
        self._check_hand(ear, cards)

    def _check_hand(self, ear: Ear, cards: tuple[str, ...]) -> None:
        hands = [sorted(m.table.piles.lying(ear.seat).get(ear.seat, [])) for m in ear.moments]
        if sorted(cards) not in hands:
            expect(f"the hand of {ear.name} at {ear.last}", sorted(cards), hands[0])

    def _chat(self, ear: Ear, name: str, words: str) -> None:
        if (name, words) not in self.chats or ear.hosted is None:
            raise Violation(f"{ear.who} hears {name} say {words!r}, who never said it here")

    def _hello(self, ear: Ear, *_: str) -> None:
        if ear.name or ear.waiting:
            raise Violation(f"{ear.who} has spoken already, and is greeted now")

    def _help(self, ear: Ear, usage: str, meaning: str) -> None:
        """Who asks for it is told what can be said, and a person also who comes to a table."""
        if ear.details != "HELP":
            expect("the views of who is helped unasked", ear.views, "hand")
        if leak := self._leak(ear, usage, ()):
            raise Violation(f"{ear.name} is helped with {usage}, which names {leak}")

    def _table(self, ear: Ear, name: str, *about: Any) -> None:
        """Of a table those hear who ask, or listen in the lobby; what they hear of is stored."""
        if ear.details != "TABLE" and not ear.listens:
            raise Violation(f"{ear.who} is told of {name} unasked")
        if name not in self.archive.mirrors:
            raise Violation(f"{ear.who} is told of {name}, which is not stored")
        if about and (leak := self._leak(ear, about, ())):
            raise Violation(f"{ear.who} is told {leak} in what is told of {name}")

    def _bye(self, ear: Ear, code: str, sentence: str) -> None:
        ear.over = True

    def _punished(self, ear: Ear, name: str, code: str, sentence: str) -> None:
        expect("who hears of a fault", name, ear.name)
        self._check_sentence(ear, ear.said, code, sentence)

    def _deal(self, ear: Ear, *words: Any) -> None:
        self.fairness.deal(ear, *words)

    def _proof(self, ear: Ear, *words: Any) -> None:
        self.fairness.proof(ear, *words)

    def _trail(self, ear: Ear, *words: Any) -> None:
        self.fairness.trail(ear, *words)

    _others: dict[str, Callable[..., None]] = {
        "STATE": _state,
        "STAGE": _stage,
        "ASK": _ask,
        "HAND": _hand,
        "CHAT": _chat,
        "BYE": _bye,
        "HELLO": _hello,
        "HELP": _help,
        "WARNING": _punished,
        "DEAL": _deal,
        "TRAIL": _trail,
        "PROOF": _proof,
        "TABLE": _table,
        "TABLE_GONE": _table,
    }

    def _leak(self, ear: Ear, value: Any, said: Any) -> set[str]:
        """The cards named to somebody who may not see them, and who did not name them first."""
        if ear.hosted is None:
            return set()
        moment = ear.moments[0]
        known = moment.table.piles.in_sight(ear.seat) | moment.spoken
        return moment.named(value) - known - moment.named([w.upper() for w in said])

    # --- answers -----------------------------------------------------------------------------

    def _answer(self, ear: Ear, tag: str, words: list[Any]) -> None:
        if words[:2] == ["WARNING", "STORE_FAILED"] and not self.disk_failed:
            raise Violation("the store failed without a reason")
        if words[:2] == ["WARNING", "STORE_FAILED"]:  # for one, or for all; what waited is void
            ear.waiting.clear()
            return
        if not ear.waiting:
            raise Violation(f"{ear.who} hears an answer to nothing: {tag} {words}")
        said = ear.waiting.popleft()
        ear.said = said.words
        if trio.current_time() - said.at > self.patience:
            raise Violation(f"{ear.who} said {said.words} at {said.at:.4f}, and is answered now")
        expect(f"the tag of the answer to {said.words} for {ear.who}", tag, said.tag)
        done = bool(tag) and self.archive.deeds[ear.name, tag] > 0
        if words[0] == "WARNING":
            self._warned(ear, said, *words[1:], done=done)
        elif words[0] != "OK":
            raise Violation(f"{ear.who} said {said.words} and is answered {words}")
        else:
            if said.verb not in HOUSE:
                self._check_deed(ear, said, words, done=done)
            self._carried_out(ear, said, words[1:])

    def _check_deed(self, ear: Ear, said: Said, words: list[Any], *, done: bool) -> None:
        """What was acknowledged is safe."""
        if not said.tag and words != ["OK", "QUIT"]:
            self.untagged[ear.name] += 1
            done = self.untagged[ear.name] <= self.archive.deeds[ear.name, ""]
        if not done and words[-1] != "QUIT":
            raise Violation(f"{ear.name} {said.tag} {said.words} was acknowledged, but not stored")

    def _warned(self, ear: Ear, said: Said, code: str, sentence: str, *, done: bool) -> None:
        if done:
            raise Violation(f"{ear.name} {said.tag} {said.words} was carried out, now {code}")
        if code == "BAD_TOKEN" and len(said.words) > 1:
            back = hash_token(said.words[1])
            for name, (token, _) in self.archive.sessions.items():
                if token == back and whole_number(said.words[-1]) is not None:
                    raise Violation(f"{name} may not come back")
        self._check_sentence(ear, said.words, code, sentence)

    def _check_sentence(self, ear: Ear, said: list[str], code: str, sentence: str) -> None:
        example = _EXAMPLE.findall(sentence) if code == "NO_SUCH_CARD" else []
        choices = ear.moments[0].choices(ear.seat) if ear.hosted is not None else ()
        if leak := self._leak(ear, sentence, [*said, *example, *choices]):
            raise Violation(f"{ear.name} is warned of {leak}: {sentence}")

    def _carried_out(self, ear: Ear, said: Said, more: list[Any]) -> None:
        if not more:  # a bare OK, perhaps to a tag that was used before
            if said.verb == "VIEWS":
                ear.views = said.words[1].lower()
            elif said.verb in DEALS:
                self.fairness.carried_out(ear, said)
            return
        verb = more[0]
        if said.verb == "LOBBY":
            ear.listens, verb = True, "LOBBY"
        echo = {"PONG": "PING", "QUIT": said.verb if said.verb == "EXIT" else "QUIT"}
        expect(f"the answer to {said.words}", echo.get(verb, verb), said.verb)
        ear.details = _LISTS.get(verb, verb)
        if verb in self._answers:
            self._answers[verb](self, ear, said, *more[1:])

    def _entered(self, ear: Ear, said: Said, name: str, token: str) -> None:
        if len(said.words) > 1:
            expect("the name of a guest", name, f"guest-{said.words[1]}")
        self._is_session(name, token)
        ear.name = name

    def _resumed(self, ear: Ear, said: Said, name: str) -> None:
        self._is_session(name, said.words[1])
        table = self.archive.sessions[name][1]
        ear.name, ear.hosted = name, self.archive.mirrors[table] if table else None
        ear.last = int(said.words[2]) if len(said.words) > 2 else -2
        ear.deals.late = True
        if (
            self.is_prompt
            and ear.hosted is not None
            and name in ear.hosted.table.people.seat_of
            and not ear.hosted.is_here(name)
        ):
            raise Violation(f"{name} is back, and {table} takes no notice of it")

    def _is_session(self, name: str, token: str) -> None:
        if self.archive.sessions.get(name, (b"", ""))[0] != hash_token(token):
            raise Violation(f"{name} was let in, but that is not stored")

    def _joined(self, ear: Ear, said: Said, table: str) -> None:
        expect("the table that was joined", table, said.words[1])
        if not any(later.verb in ("EXIT", "QUIT") for later in ear.waiting):  # they may be stored
            expect("the table in the session", self.archive.sessions[ear.name][1], table)
        ear.hosted, ear.last = self.archive.mirrors[table], -1

    def _left(self, ear: Ear, said: Said, seat: str = "") -> None:
        stored = self.archive.sessions.get(ear.name, (b"", ""))  # who has left the server, too
        expect("the table in the session", stored[1], "")
        ear.hosted, ear.last, ear.asked = None, -1, []

    def _quit(self, ear: Ear, said: Said) -> None:
        if ear.name in self.archive.sessions:
            raise Violation(f"{ear.name} has left, but that is not stored")
        ear.name, ear.hosted = "", None

    def _opened(self, ear: Ear, said: Said, table: str) -> None:
        if table not in self.archive.mirrors:
            raise Violation(f"{table} was opened, but that is not stored")

    def _cards(self, ear: Ear, said: Said, *cards: str) -> None:
        self._check_hand(ear, cards)

    def _legal(self, ear: Ear, said: Said, *offers: str) -> None:
        wanted = [m.offers(ear.seat) for m in ear.moments]
        if list(offers) not in wanted:
            expect(f"what {ear.name} may say at {ear.last}", list(offers), wanted[0])

    def _who(self, ear: Ear, said: Said, *people: list[str]) -> None:
        if dict(people) not in [_people(m) for m in ear.moments]:
            expect(f"who is at the table of {ear.name}", people, _people(ear.moments[0]))

    def _why(self, ear: Ear, said: Said) -> None:
        line = " ".join(said.words[1:])
        if not any(moment.table.can(ear.name, line) for moment in ear.moments):
            raise Violation(f"{ear.name} may not say {line}, and is told otherwise")

    _answers: dict[str, Callable[..., None]] = {
        "ENTER": _entered,
        "RESUME": _resumed,
        "JOIN": _joined,
        "WATCH": _joined,
        "EXIT": _left,
        "QUIT": _quit,
        "OPEN": _opened,
        "HAND": _cards,
        "LEGAL": _legal,
        "WHO": _who,
        "WHY": _why,
    }


def _people(moment: Moment) -> dict[str, str]:
    return {name: str(role) for name, role in moment.table.people.roles.items()}
