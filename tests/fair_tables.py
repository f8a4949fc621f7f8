"""People who take part in the deals of a server, each with checks of their own, at one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.fair import FalseDeal, PlayerRole
from cardkit.netgame import NetGame, pick
from cardkit.protocol import read_frame
from cardkit.protocol.frames import FrameCodec
from cardkit.record import Record, claims_of, write_record
from cardkit.registry import find_game
from cardkit.server.history import MatchHistory
from cardkit.server.hosted_table import HostedTable
from tests.helpers import Frame, below
from tests.memory_server import KEY, SERVER, MemoryServer

NAMES = ("ann", "bob", "cid", "dan", "eve")


def draw(name: str) -> Callable[[int], bytes]:
    """Secrets that are the same in each run."""
    drawn = 0

    def next_secret(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return sha256(f"{name} {drawn}".encode()).digest()[:size]

    return next_secret


class Player:
    """One connection at a time; hears when it is told to, and answers later."""

    def __init__(self, server: MemoryServer, name: str, *, proofs: bool = True) -> None:
        self.server, self.proofs = server, proofs
        self.name = f"guest-{name}"
        self.fair = PlayerRole(self.name, draw(name))
        self.frames: list[Frame] = []
        self.heard: list[list[Any]] = []
        """The messages of all frames."""
        self.log: list[tuple[str, Any]] = []
        """All that was said and heard, in order."""
        self.found: list[FalseDeal] = []
        self.answers: list[str] = []
        """What is to be said of deals, and was not said yet."""
        self.withheld: set[str] = set()
        """Words that this player keeps to itself: COMMIT, REVEAL."""
        self.due: dict[str, str] = {}
        """By word the last of these, whether it was said or not."""
        self.connect()
        self.tell(f"ENTER {name}")
        self.hear()
        self.token = str(self.last("OK", "ENTER")[3])

    def connect(self) -> None:
        self.peer, self.codec = self.server.peer(FrameCodec()), FrameCodec()
        if self.proofs:
            self.tell("PROOFS on")

    def tell(self, line: str) -> None:
        self.log.append(("said", line))
        self.server.say(self.peer, line)

    def say(self, line: str) -> list[Any]:
        """Say something, and hear what comes of it; the answer."""
        self.tell(line)
        answers = [m for frame in self.hear() for m in frame if m[0] in ("OK", "WARNING")]
        return answers[0] if answers else []

    def hear(self) -> list[Frame]:
        """What has come since the last time."""
        data = b"".join(self.server.heard[self.peer])
        self.server.heard[self.peer].clear()
        frames: list[Frame] = self.codec.frames(data)
        for frame in frames:
            self.frames.append(frame)
            self.log.append(("heard", frame))
            self.heard += frame
            answers, found = self.fair.hear(read_frame(frame)) if self.proofs else ([], [])
            self.found += found
            self.answers += [" ".join(command.words()) for command in answers]
            self.due |= {command.kind: " ".join(command.words()) for command in answers}
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
        self.server.lose(self.peer)

    def come_back(self, *, afresh: bool = False) -> None:
        """Over a new link; a fresh one remembers nothing, as another program would."""
        if afresh:
            self.fair = PlayerRole(self.name, draw(f"{self.name} afresh"))
        self.answers = []
        self.connect()
        since = "" if afresh else f" {self.last_event}"
        assert self.say(f"RESUME {self.token}{since}")[0] == "OK"

    @property
    def last_event(self) -> int:
        events = [m[0] for m in self.heard if type(m[0]) is int]
        return max(events + [m[1] for m in self.heard if m[0] == "STATE"], default=0)

    def last(self, *words: str) -> list[Any]:
        """The last message that begins with these words."""
        return self.all(*words)[-1]

    def all(self, *words: str) -> list[list[Any]]:
        return [m for m in self.heard if m[: len(words)] == [*words]]


class Guest(Player):
    """Answers at once, as a program does."""

    def hear(self) -> list[Frame]:
        frames = super().hear()
        answers, self.answers = self.answers, []
        for line in answers:
            self.tell(line)
        return frames


class Party:
    """Players at one table."""

    person: type[Player] = Player

    def __init__(
        self,
        game: str,
        players: int | Sequence[str] = 2,
        options: str = "",
        *,
        rules: type[NetGame] | None = None,
        without: Iterable[str] = (),
        seed: str = "party",
    ) -> None:
        names = NAMES[:players] if isinstance(players, int) else players
        self.server = MemoryServer({game: rules or find_game(game)}, seed)
        self.players = [self.person(self.server, n, proofs=n not in without) for n in names]
        self.table_name = self.players[0].say(f"OPEN {game} {options}")[2]
        self.chance, self.below = Random(seed), below(len(seed))
        for player in self.players:
            player.say(f"JOIN {self.table_name}")
            assert player.say("LOGIN")[0] == "OK"
            self.settle()

    @property
    def hosted(self) -> HostedTable:
        return self.server.core.tables[self.table_name]

    @property
    def table(self) -> CardGame:
        table = self.hosted.table
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
                self.server.wait(2)
            else:
                player = next(p for p in self.players if p.name == name)
                line = str(pick(self.table.legal(seat), self.below))
                assert player.say(line)[0] == "OK"
        self.settle()

    def play_match(self) -> None:
        number = self.hosted.journal.match
        while self.table.game_no == 0 or not self.table.match_over:
            self.start()
            self.server.wait(5)  # whoever does not take part is not waited for any longer
            self.settle()
            self.play()
        assert self.hosted.journal.match == number

    def record(self, number: int = 1) -> Record:
        archive = MatchHistory(self.server.store, lambda: self.server.core.vault)
        return archive.record(number, SERVER)

    def found(self) -> list[FalseDeal]:
        return [finding for player in self.players for finding in player.found]


def recorded(party: Party, game: type[NetGame]) -> str:
    """The record of the first match, of a game that is not installed."""
    record = party.record()
    record = replace(record, claims=dict(enumerate(claims_of(record, lambda name: game))))
    return "".join(f"{line}\n" for line in write_record(record, KEY.sign))


class FairTable(Party):
    """A party of guests, who come and go and play what chance wants."""

    person = Guest

    @property
    def guests(self) -> list[Player]:
        return self.players

    def join(self, name: str, verb: str = "WATCH", **how: Any) -> Player:
        guest = self.person(self.server, name, **how)
        guest.tell(f"{verb} {self.table_name}")
        self.players.append(guest)
        self.settle()
        return guest

    def settle(self) -> int:
        while sum(len(guest.hear()) for guest in self.players):
            pass
        return 0

    def start(self) -> int:
        self.players[0].tell("START")
        self.settle()
        if not self.hosted.table.playing:
            self.server.wait(5)
            self.settle()
        return 0

    def move(self) -> None:
        """One move by chance, of whoever is asked."""
        table = self.hosted.table
        seat = table.awaited[0]
        command = str(pick(table.legal(seat), self.chance.randrange))
        guest = next((g for g in self.players if g.name == table.names[seat]), None)
        if guest is None or guest.peer.session is None:
            self.server.wait(1.5)
        else:
            guest.tell(command)
        self.settle()

    def play(self, moves: int = 5000, then: Callable[[int], object] = lambda n: None) -> None:
        """Play the game to its end, or so many moves."""
        for n in range(moves):
            if not self.hosted.table.playing:
                return
            self.move()
            then(n)


def dealing(game: str = "akq", players: int = 2, options: str = "games=2") -> Party:
    """A party in the middle of a deal: the last player has not opened the contribution."""
    party = Party(game, players, options)
    party.players[-1].withheld = {"REVEAL"}
    party.start()
    deal = party.hosted.dealing.coming
    assert deal is not None
    assert deal.starter == "guest-ann"
    return party


def cards_are_there(party: Party) -> bool:
    return party.table.playing


def given(player: Player) -> list[str]:
    """What each seat gave to the last deal."""
    gifts: list[str] = player.last("DEAL", "ready")[3]
    return gifts
