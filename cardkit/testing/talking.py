"""What is offered, what is allowed and what is done must be the same.

Holds `legal`, `can`, `check` and `apply` against each other, with commands that are offered and
with many that are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardkit.cardgame import CardGame, Choice
from cardkit.cardgame.cards import FACES
from cardkit.netgame import LANGUAGES, Amount, Below, Command, NetGame, Offer, Refused, Word
from cardkit.testing.telling import Listener, check_cards
from cardkit.testing.trial import Trial
from cardkit.testing.witness import notes_of

SAMPLE = 6
"""Of long lists so many are tried at a time."""
NO_CARDS = ("S7", "ZZ", "-1")
"""What is said in the place of cards where there are none."""
NONSENSE = ("", " ", "PASS PASS", "{0} {x}", "DISCARD ZZ", "花 S3", "-1", "DRAW 1e3", "x" * 2000)


class Talk:
    """Talks to the tables of one trial; draws what to say from its own chance."""

    def __init__(self, trial: Trial, listener: Listener) -> None:
        self.trial = trial
        self.listener = listener
        self.below: Below = trial.chance("talk")
        self.talks = 0
        self.refused = 0

    def check(self, table: NetGame) -> None:
        """Try what is offered and what is not, on this table as it stands."""
        self.talks += 1
        digest = table.digest()
        for seat, name in enumerate(table.names):
            offers = table.legal(seat)
            if offers and seat not in table.awaited:
                self.trial.fail(
                    table, f"{name} is not asked, and legal() still lists {table.in_words(offers)}"
                )
            if len(set(map(str, offers))) < len(offers) and _has_each_once(table):
                self.trial.fail(table, f"legal() lists something twice for {name}: {offers}")
            if seat in table.awaited:
                self.trial.offers(table, seat)
            for command in self._offered(offers):
                self._must_do(table, name, command)
        if table.digest() != digest:
            self.trial.fail(
                table,
                "the state changed by asking legal(), can() and check(). Hooks check_… and more_… "
                "only look; what a command causes belongs into on_…",
            )
        asked = table.awaited[self.below(len(table.awaited))]
        lines: list[tuple[int, Any]] = []
        for seat in {asked, self.below(len(table.names))}:
            lines += [(seat, line) for line in self._strange(table, seat)]
        lines += [(asked, o) for o in table.legal(asked) if not isinstance(o, Command)]
        unchanged = table.copy()
        for seat, line in lines:
            self._try(table, seat, line)
        if table.digest() != digest:
            self._find_change(unchanged, lines)

    # --- what is offered ---------------------------------------------------------------------

    def _offered(self, offers: tuple[Command | Offer, ...]) -> Iterator[Command]:
        """Some of the listed commands, and some out of each open offer."""
        for offer in self._some(offers):
            if isinstance(offer, Command):
                yield offer
                continue
            yield offer.sample(self.below)
            if isinstance(offer, Amount):
                yield Command(offer.verb, amount=offer.least)
                yield Command(offer.verb, amount=offer.most)
            elif isinstance(offer, Choice):
                yield offer.command(offer.cards[: offer.least])
                yield offer.command(offer.cards[-offer.most :] if offer.most else ())

    def _some(self, things: tuple[Command | Offer, ...]) -> tuple[Command | Offer, ...]:
        if len(things) <= SAMPLE:
            return things
        start = self.below(len(things))
        return (things[start:] + things[:start])[:SAMPLE]

    def _must_do(self, table: NetGame, name: str, command: Command) -> None:
        small = " ".join(w if w in table.people.seat_of else w.lower() for w in command.split(" "))
        for line in (command, str(command), small):
            try:
                table.check(name, line)
            except Refused as refused:
                self.trial.fail(
                    table,
                    f"legal() offers {name} {command!s}, but check({name!r}, {str(line)!r}) says "
                    f"{refused}. A check_… hook must say the same each time it is asked",
                    refused,
                )
            except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
                self.trial.crashed(table, name, line, error)
            if not table.can(name, line):
                self.trial.fail(table, f"check() lets {name} say {line!s}, but can() does not")

    # --- what is not -------------------------------------------------------------------------

    def _strange(self, table: NetGame, seat: int) -> Iterator[str]:
        """Lines that are mostly not offered to this seat."""
        below = self.below
        cards = table.cards.all if isinstance(table, CardGame) else NO_CARDS
        asked = table.awaited[below(len(table.awaited))]
        for offer in self._some(table.legal(asked))[:2]:
            if isinstance(offer, Amount):
                yield f"{offer.verb} {offer.least - 1}"
                yield f"{offer.verb} {offer.most + 1}"
            elif isinstance(offer, Choice):
                least, most = offer.cards[: offer.least], (*offer.cards, *offer.cards)
                yield f"{offer.verb} {offer.name} {' '.join(least[1:])}"
                yield f"{offer.verb} {offer.name} {' '.join(most[: offer.most + 1])}"
            elif isinstance(offer, Command):
                words = offer.split(" ")
                words[below(len(words))] = cards[below(len(cards))]
                yield str(offer)
                yield " ".join(words)
                yield f"{offer} {cards[below(len(cards))]}"
                yield f"{offer} {below(9)}"
                yield " ".join(offer.split(" ")[:-1])
        verbs = table.verbs or ("HELP",)
        verb = verbs[below(len(verbs))]
        other = table.names[below(len(table.names))]
        yield verb
        yield f"{verb} {cards[below(len(cards))]}"
        yield f"{verb} {cards[below(len(cards))]} {cards[below(len(cards))]}"
        yield f"{verb} {other} {cards[below(len(cards))]}"
        yield f"{verb} {other} {below(60) - 2}"
        yield f"{verb} {below(60) - 2}"
        yield NONSENSE[below(len(NONSENSE))]

    def _try(self, table: NetGame, seat: int, line: str) -> None:
        """Say something that may or may not be offered; it must be the one or the other."""
        name = table.names[seat]
        try:
            table.check(name, line)
        except Refused:
            if table.can(name, line):
                self.trial.fail(table, f"check() refuses {name} {line!s}, but can() does not")
            if table.fault.illegal == "ask" or seat not in table.awaited:
                self._must_refuse(table, name, line)
            else:
                self._punished(table, name, line)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            self.trial.crashed(table, name, line, error)
        else:
            if not covered(table, seat, line):
                self.trial.fail(
                    table,
                    f"check({name!r}, {line!r}) lets it pass, but legal() offers no such thing: "
                    f"{table.in_words(table.legal(seat)) or 'nothing'}",
                )

    def _must_refuse(self, table: NetGame, name: str, line: str) -> None:
        self.refused += 1
        try:
            table.apply(name, line)
        except Refused as refused:
            self._check_text(table, line, refused)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            self.trial.crashed(table, name, line, error)
        else:
            self.trial.fail(
                table, f"{name} {line!s} is not offered and check() refuses it, but it was done"
            )

    def _find_change(self, table: NetGame, lines: list[tuple[int, str]]) -> None:
        """Something that was refused changed the state: say it all again to find out what."""
        digest, guilty = table.digest(), "something"
        for seat, line in lines:
            self._try(table, seat, line)
            if table.digest() != digest:
                guilty = f"{table.names[seat]} {line!s}"
                break
        self.trial.fail(
            table,
            f"the state changed though {guilty} was refused. Check first, then act: raise Refused "
            "before anything has changed",
        )

    def _punished(self, table: NetGame, name: str, line: str) -> None:
        """Where the table's rule is to punish, everything else must hold all the same."""
        self.refused += 1
        twin = table.copy()
        notes_of(twin)
        try:
            events = twin.apply(name, line)
        except Refused as refused:
            self._check_text(table, line, refused)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            self.trial.crashed(table, name, line, error)
        else:
            check_cards(self.trial, twin)
            others = tuple(e for e in events if e.only != twin.people.seat_of[name])
            self.listener.check_words(twin, table, notes_of(twin), others)

    def _check_text(self, table: NetGame, line: str, refused: Refused) -> None:
        if missing := refused.missing():
            needed = ", ".join(f"{name}=…" for name in missing)
            said = f"Refused({str(refused.reason)!r}, {refused.template!r}, …)"
            self.trial.fail(table, f"the refusal of {line!s} lacks a part: {said} needs {needed}")
        for language in LANGUAGES:
            text = refused.text(language)
            if not text or ("{" in text and "{" not in str(line)):
                self.trial.fail(
                    table, f"the refusal of {line!s} in {language!r} is no sentence: {text!r}"
                )


def _has_each_once(table: NetGame) -> bool:
    """Whether no two of its cards are alike."""
    return not isinstance(table, CardGame) or not table.cards.has_doubles


def covered(table: NetGame, seat: int, line: str) -> bool:
    """Whether this line is among what is offered, its words in any order."""
    if seat not in table.awaited:
        return False
    first, *rest = line.split()
    words = table.normalise([first.upper(), *rest])
    plain = _by_rank if _any_suit(table, words[0]) else sorted
    return any(
        plain(offer.split(" ")) == plain(words)
        if isinstance(offer, Command)
        else offer.admit(words) is not None
        for offer in table.legal(seat)
    )


def _any_suit(table: NetGame, verb: str) -> bool:
    """Whether any cards of the same ranks do as well as those that are offered with this word."""
    declared = table.stage.declared() if isinstance(table, CardGame) else ()
    return any(isinstance(word, Word) and word.verb == verb and word.any_suit for word in declared)


def _by_rank(words: Sequence[str]) -> list[str]:
    return sorted(word[1:] if word in FACES and word[0] != "J" else word for word in words)
