"""Bots that do wrong whatever a bot can do wrong, for the tests of contests."""

import ctypes
import os
import random
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from cardkit.cardgame import Bot, CardCommand, CardView, Choice, MatchStart, Offer
from cardkit.netgame.knowledge import Knowledge

HERE = __file__


class Breaks(Bot):
    """Divides by nothing."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return legal[1 // 0]  # type: ignore[return-value]


class Knower(Bot):
    """Breaks down where it is not told what its seat knows."""

    knowing = True

    def knows(self, knowledge: Knowledge) -> None:
        self.cards = knowledge["hands"]

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        assert self.cards, "it is told before each question"
        del self.cards
        return self.any(legal)


class Quits(Bot):
    """Wants to end the program."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        sys.exit(1)


class Says(Bot):
    """Says always the same."""

    line: ClassVar[object] = "DISCARD XX"

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.line  # type: ignore[return-value]


class SaysNothing(Says):
    line = ""


class SaysANumber(Says):
    line = 42


class Leaves(Says):
    """Wants to leave the table, in full-width letters."""

    line = "ＥＸＩＴ"


class WrongOnce(Bot):
    """Says something illegal at first, and knows better when it is asked again."""

    asked = 0

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        self.asked += 1
        return "RAISE the roof" if self.asked == 1 else self.any(legal)


class CannotBeMade(Bot):
    def __init__(self, below: object) -> None:
        raise ValueError("no")

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        raise AssertionError("it was never made")


class BreaksLater(Bot):
    """Risks nothing, until its second game."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        if view.game > 1:
            raise RuntimeError("enough")
        mild = (word for word in ("FOLD", "DROP", "PASS") if word in legal)
        return next(mild, "") or self.any(legal)


class FailsToListen(Bot):
    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        raise LookupError("what?")

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)


class Loops(Bot):
    """Thinks for ever."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        while True:
            pass


class LoopsStubbornly(Bot):
    """Thinks for ever, and will not be interrupted."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        while True:
            try:
                time.sleep(1)
            except BaseException:  # noqa: BLE001 - this is the point
                continue


class LoopsInside(Bot):
    """Thinks for ever where no Python runs."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return str(sum(iter(int, 1)))


class EndsTheProcess(Bot):
    """Ends the process in its second game."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        if view.game > 1:
            os._exit(3)
        return "FOLD"


class Loses(Bot):
    """Ends the process when it is asked for the first time."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        os._exit(4)


class StopsTheProcess(Bot):
    """Stops the process, so that nothing runs in it any more, not even what would interrupt it."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        os.kill(os.getpid(), signal.SIGSTOP)
        return self.any(legal)


class EatsMemory(Bot):
    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        eaten: list[bytes] = []
        while True:
            eaten.append(bytes(1 << 27))


class Prints(Bot):
    """Talks to itself."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        print("hm")
        return self.any(legal)


class Cheats(Bot):
    """Loses at Daifugo, and then gives its weakest cards away instead of its best."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        if isinstance(legal[0], Choice):
            return f"PUT {legal[0].name} {' '.join(view.sorted_hand()[: legal[0].least])}"
        return "PASS" if "PASS" in legal else self.any(legal)


class StrangerToEvents(Bot):
    """Breaks down at an event that is new to it."""

    def hears(self, kind: str, *parts: object) -> None:
        if kind == "TOMORROW":
            raise KeyError(kind)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)


class Offended(StrangerToEvents):
    """Breaks down when it is told that it was wrong."""

    def hears(self, kind: str, *parts: object) -> None:
        if kind == "WARNING":
            raise PermissionError(*parts)


class Moody(Bot):
    """Draws lots of its own."""

    chance = random.Random(1)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return str(self.chance.choice([o for o in legal if isinstance(o, CardCommand)]))


class NoChoice(Bot):
    """Has no method choose."""


class Diary(Bot):
    """Remembers all that it is told, and all of its kind."""

    heard: ClassVar[list[tuple[object, ...]]] = []

    def match_begins(self, match: MatchStart) -> None:
        self.heard.append(("match_begins", match.names, match.seat, match.games))

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        self.heard.append(("game_begins", game, tuple(names), seat))

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        self.heard.append(("game_over", game, tuple(points), tuple(scores), tuple(ranking)))

    def match_over(self, scores: Sequence[int]) -> None:
        self.heard.append(("match_over", tuple(scores)))


class Dawdles(Bot):
    """Thinks for ever whenever it hears or is asked something, and can be interrupted."""

    def hears(self, kind: str, *parts: object) -> None:
        while True:
            pass

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        while True:
            pass


class BreaksLate(Bot):
    """Takes its time, and then has no answer."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        until = time.perf_counter() + 0.09
        while time.perf_counter() < until:
            pass
        raise ValueError("late")


class HangsWhenMade(Bot):
    def __init__(self, below: object) -> None:
        while True:
            pass

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        raise AssertionError("it was never made")


class EndsWhenMade(HangsWhenMade):
    def __init__(self, below: object) -> None:
        os._exit(5)


class EndsAtTheBeginning(Bot):
    def match_begins(self, match: MatchStart) -> None:
        os._exit(6)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)


class HangsAtTheBeginning(EndsAtTheBeginning):
    def match_begins(self, match: MatchStart) -> None:
        while True:
            pass


class EndsWhenItHears(Bot):
    def hears(self, kind: str, *parts: object) -> None:
        os._exit(7)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)


class EndsAtTheEnd(Bot):
    def match_over(self, scores: Sequence[int]) -> None:
        os._exit(8)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)


class HangsAtTheEnd(EndsAtTheEnd):
    def match_over(self, scores: Sequence[int]) -> None:
        while True:
            pass


class ReadsNowhere(Bot):
    """Reads memory that is not there, so that the system ends the process."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return ctypes.string_at(0).decode()


class Gives(Bot):
    """Plays Daifugo at random, and gives at the exchange what is said of it here."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        offer = legal[0]
        if not isinstance(offer, Choice):
            return self.any(legal)
        owed = len(offer.cards[: offer.least])
        best = [str(card) for card in offer.cards]
        titles = view.facts["titles"]
        assert isinstance(titles, Mapping)
        assert view.seat is not None
        rich = titles[view.names[view.seat]] in ("大富豪", "富豪")
        return f"PUT {offer.name} {' '.join(self.gift(best, owed, rich, view))}"

    def gift(self, best: list[str], owed: int, rich: bool, view: CardView) -> list[str]:
        return best[:owed]


class GivesTooFew(Gives):
    def gift(self, best: list[str], owed: int, rich: bool, view: CardView) -> list[str]:
        return best[: owed - 1]


class GivesTooMany(Gives):
    def gift(self, best: list[str], owed: int, rich: bool, view: CardView) -> list[str]:
        return best[: owed + 1]


class GivesWhatItHasNot(Gives):
    def gift(self, best: list[str], owed: int, rich: bool, view: CardView) -> list[str]:
        others = (f"{suit}{rank}" for suit in view.suits for rank in view.ranks)
        return [next(card for card in others if card not in best), *best[: owed - 1]]


class GivesTooFewWhenRich(Gives):
    def gift(self, best: list[str], owed: int, rich: bool, view: CardView) -> list[str]:
        return best[: owed - rich]


class GivesAnySuit(Gives):
    """Of equal ranks it gives the lowest suits."""

    def gift(self, best: list[str], owed: int, rich: bool, view: CardView) -> list[str]:
        return sorted(best, key=lambda c: (c[0] != "J", -view.ranks.find(c[1]), c))[:owed]


class Learns(Bot):
    """Keeps with whom it has played, match by match."""

    def match_begins(self, match: MatchStart) -> None:
        self.file = None if match.storage is None else Path(match.storage) / "matches"
        self.met = "+".join(match.names)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return "FOLD" if "FOLD" in legal else self.any(legal)

    def match_over(self, scores: Sequence[int]) -> None:
        if self.file is not None:
            before = self.file.read_text() if self.file.exists() else ""
            self.file.write_text(f"{before} {self.met}".strip())


class Hoards(Learns):
    """Keeps more than it may."""

    def match_over(self, scores: Sequence[int]) -> None:
        assert self.file is not None
        self.file.write_bytes(bytes(2 << 20))
