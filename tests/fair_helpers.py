"""Players who take part in the deals of an evening, each with a watch of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.fair import Finding, Watch
from cardkit.netgame import pick
from cardkit.protocol import FrameCodec
from cardkit.record import Record
from cardkit.registry import find_game
from cardkit.server.archive import Archive
from cardkit.server.desk import Desk
from cardkit.testing.evening import SERVER, Evening
from tests.helpers import below

NAMES = ("ann", "bob", "cid", "dan", "eve")


class Player:
    """One connection at a time; hears when it is told to, and answers later."""

    def __init__(self, evening: Evening, name: str, *, proofs: bool = True) -> None:
        self.evening, self.proofs = evening, proofs
        self.name = f"guest-{name}"
        self.watch = Watch(self.name, Random(name).randbytes)
        self.heard: list[list[Any]] = []
        self.findings: list[Finding] = []
        self.answers: list[str] = []
        """What the watch wants to be said, and was not said yet."""
        self.withheld: set[str] = set()
        """Words that this player keeps to itself: COMMIT, REVEAL."""
        self.due: dict[str, str] = {}
        """By word the last answer of the watch, whether it was said or not."""
        self.connect()
        self.say(f"ENTER {name}")
        self.token = str(self.last("OK")[3])

    def connect(self) -> None:
        self.codec = FrameCodec()
        self.caller = self.evening.caller(FrameCodec())
        if self.proofs:
            self.say("PROOFS on")

    def say(self, line: str) -> list[Any]:
        """Say something, and hear what comes of it; the answer."""
        self.evening.say(self.caller, line)
        frames = self.hear()
        answers = [m for frame in frames for m in frame if m[0] in ("OK", "WARNING")]
        return answers[0] if answers else []

    def hear(self) -> list[list[list[Any]]]:
        """What has come since the last time."""
        data = b"".join(self.evening.heard[self.caller])
        self.evening.heard[self.caller].clear()
        frames: list[list[list[Any]]] = self.codec.frames(data)
        for frame in frames:
            self.heard += frame
            answers, found = self.watch.hear(frame) if self.proofs else ([], [])
            self.findings += found
            self.answers += [" ".join(words) for words in answers]
            self.due |= {words[0]: " ".join(words) for words in answers}
        return frames

    def answer(self) -> int:
        """Say what is due; how much that was."""
        said = [line for line in self.answers if line.split()[0] not in self.withheld]
        self.answers = []
        for line in said:
            answer = self.say(line)
            late = answer[1:2] in (["NOT_NOW"], ["TOO_EARLY"])  # the table has gone on
            assert answer[0] == "OK" or late, (line, answer)
        return len(said)

    def lose(self) -> None:
        self.evening.lose(self.caller)

    def come_back(self) -> None:
        self.answers = []
        self.connect()
        assert self.say(f"RESUME {self.token} {self.last_event}")[0] == "OK"

    @property
    def last_event(self) -> int:
        events = [m[0] for m in self.heard if type(m[0]) is int]
        return max(events + [m[1] for m in self.heard if m[0] == "STATE"], default=0)

    def last(self, *words: str) -> list[Any]:
        """The last message that begins with these words."""
        return self.all(*words)[-1]

    def all(self, *words: str) -> list[list[Any]]:
        return [m for m in self.heard if m[: len(words)] == [*words]]


class Party:
    """Players at one table of an evening."""

    def __init__(
        self,
        game: str,
        players: int | Sequence[str] = 2,
        options: str = "",
        *,
        without: Iterable[str] = (),
        seed: str = "party",
    ) -> None:
        names = NAMES[:players] if isinstance(players, int) else players
        self.evening = Evening({game: find_game(game)}, seed)
        self.players = [Player(self.evening, n, proofs=n not in without) for n in names]
        self.table_name = self.players[0].say(f"OPEN {game} {options}")[2]
        self.chance = below(len(seed))
        for player in self.players:
            player.say(f"JOIN {self.table_name}")
            assert player.say("LOGIN")[0] == "OK"
            self.settle()

    @property
    def desk(self) -> Desk:
        return self.evening.house.desks[self.table_name]

    @property
    def table(self) -> CardGame:
        table = self.desk.table
        assert isinstance(table, CardGame)
        return table

    def settle(self) -> int:
        """All hear and all answer, until nobody has anything to say; how often that was."""
        trips = 0
        while True:
            for player in self.players:
                player.hear()
            if not sum([player.answer() for player in self.players]):
                return trips
            trips += 1

    def start(self) -> int:
        """Somebody begins the next game; after how many further round trips the cards are there."""
        assert self.players[0].say("START")[0] == "OK"
        return self.settle()

    def play(self) -> None:
        """The game to its end, by chance. Robots move in their time."""
        while self.table.playing:
            seat = self.table.awaited[0]
            name = self.table.names[seat]
            if name.startswith("robot"):
                self.evening.wait(2)
            else:
                player = next(p for p in self.players if p.name == name)
                line = str(pick(self.table.legal(seat), self.chance))
                assert player.say(line)[0] == "OK"
        self.settle()

    def play_match(self) -> None:
        number = self.desk.book.match
        while self.table.game == 0 or not self.table.match_over:
            self.start()
            self.evening.wait(5)  # whoever does not take part is not waited for any longer
            self.settle()
            self.play()
        assert self.desk.book.match == number

    def record(self, number: int = 1) -> Record:
        archive = Archive(self.evening.store, lambda: self.evening.house.vault)
        return archive.record(number, SERVER)


def dealing(game: str = "akq", players: int = 2, options: str = "games=2") -> Party:
    """A party in the middle of a deal: the last player has not opened the contribution."""
    party = Party(game, players, options)
    party.players[-1].withheld = {"REVEAL"}
    party.start()
    assert party.desk.dealing.starter == "guest-ann"
    return party


def cards_are_there(party: Party) -> bool:
    return party.table.playing


def given(player: Player) -> list[str]:
    """What each seat gave to the last deal."""
    gifts: list[str] = player.last("DEAL", "ready")[3]
    return gifts


def no_findings(party: Party) -> bool:
    return not any(player.findings for player in party.players)
