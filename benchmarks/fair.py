"""What fair dealing costs: the sums, checking a record, round trips, and the rate of the server.

    python -m benchmarks.fair [--quick]

The bars are those of the design: a whole deal bound in a millisecond, a card checked in 20 µs, a
match of a hundred rounds of poker verified in two seconds, one round trip more for each game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.driver import NAMES, chance, show, written
from benchmarks.server import saturated
from cardkit.fair import FairDeal, FairDealer, PlayerRole, Shuffle, check_card
from cardkit.netgame import NetGame, pick
from cardkit.protocol import read_frame
from cardkit.protocol.frames import FrameCodec
from cardkit.record import check_record, claims_of, write_record
from cardkit.registry import find_game, installed
from cardkit.server.history import MatchHistory
from tests.memory_server import KEY, SERVER, MemoryServer

PACK = " ".join(suit + rank for suit in "CDHS" for rank in "23456789TJQKA")
COMMITMENT, CARD, MATCH, TRIPS = 1000.0, 20.0, 2.0, 1.0
TABLES = 20
BOLD = ("BET", "RAISE", "ALLIN")
"""What nobody says here, so that a match of poker lasts for all of its rounds."""


class Player:
    """Takes part in deals; all that is on its way to it is heard at once."""

    def __init__(self, server: MemoryServer, name: str, *, proofs: bool) -> None:
        self.server, self.codec = server, FrameCodec()
        self.peer = server.peer(FrameCodec())
        self.fair = PlayerRole(f"guest-{name}", Random(name).randbytes)
        for line in (f"PROOFS {'on' if proofs else 'off'}", "VIEWS off", f"ENTER {name}"):
            self.say(line)

    def say(self, line: str) -> None:
        self.server.say(self.peer, line)

    def hear(self) -> list[list[str]]:
        """What is to be answered to all that has come."""
        data = b"".join(self.server.heard[self.peer])
        self.server.heard[self.peer].clear()
        answers = []
        for frame in self.codec.frames(data):
            said, found = self.fair.hear(read_frame(frame))
            assert not found, found
            answers += [command.words() for command in said]
        return answers


class Table:
    """Players at a table, and how many round trips their deals took."""

    def __init__(self, game: str, options: str, *, proofs: bool) -> None:
        found = find_game(game)
        self.server = MemoryServer({game: found}, "benchmark")
        names = NAMES[: max(found.seats.least, min(4, found.seats.most))]
        self.players = [Player(self.server, name, proofs=proofs) for name in names]
        self.players[0].say(f"OPEN {game} {options}")
        (self.name,) = self.server.core.tables
        for player in self.players:
            player.say(f"JOIN {self.name}")
            player.say("LOGIN")
        self.trips = list[int]()
        self._below = chance(1)

    @property
    def table(self) -> NetGame:
        return self.server.core.tables[self.name].table

    def play(self, games: int) -> None:
        """So many games, each begun as soon as the last one is over."""
        by_name = {player.fair.name: player for player in self.players}
        for _ in range(games):
            self.players[0].say("START")
            trips = 0
            while not self.table.playing:
                heard = [player.hear() for player in self.players]
                for player, answers in zip(self.players, heard, strict=True):
                    for words in answers:
                        player.say(" ".join(words))
                trips += 1
            self.trips.append(max(0, trips - 1))  # the first one travels together with START
            while self.table.playing:
                seat = self.table.awaited[0]
                offers = [o for o in self.table.legal(seat) if str(o).split()[0] not in BOLD]
                line = str(pick(offers, self._below))
                by_name[self.table.names[seat]].say(line)

    def close(self) -> None:
        self.server.close()

    def record(self) -> str:
        record = MatchHistory(self.server.store, lambda: self.server.core.vault).record(1, SERVER)
        record = replace(record, claims=dict(enumerate(claims_of(record, find_game))))
        return "".join(f"{line}\n" for line in write_record(record, KEY.sign))


def microseconds(deed: Callable[[], object], seconds: float = 0.3) -> float:
    """What a deed costs, the median of ten slices."""
    slices = []
    for _ in range(10):
        start, times = process_time(), 0
        while (spent := process_time() - start) < seconds / 10:
            deed()
            times += 1
        slices.append(spent / times * 1e6)
    return median(slices)


def about(seats: int = 4) -> dict[str, Any]:
    names = [f"guest-{name}" for name in NAMES[:seats]]
    return {
        "server": SERVER,
        "table": "whist-1",
        "match": 1,
        "deal": 1,
        "game": "whist",
        "preset": "",
        "options": {},
        "deck": PACK,
        "seats": names,
    }


def commitment() -> float:
    """All that the dealer does for one deal: bind itself, take the seed, shuffle, and the tree."""
    gifts, secret, terms = [bytes([n]) * 32 for n in range(4)], bytes(32), about()

    def deed() -> None:
        bound = FairDeal(terms, secret)
        cards = PACK.split()
        FairDealer(bound.seed(gifts)).shuffle(cards, "deck")
        assert Shuffle(bound, "deck", cards).deck.root

    return microseconds(deed)


def one_card() -> float:
    terms = FairDeal(about(), bytes(32))
    deck = Shuffle(terms, "deck", PACK.split()).deck
    proofs = [deck.proof(place) for place in range(52)]
    root, context = deck.root, terms.context

    def deed() -> None:
        for proof in proofs:
            assert check_card(root, context, proof)

    return microseconds(deed) / len(proofs)


def verified(rounds: int) -> tuple[float, int]:
    """The seconds to verify a match of poker, and its lines."""
    with closing(Table("flush_poker", f"games={rounds}", proofs=True)) as table:
        while not table.table.match_over:
            table.play(1)
        text = table.record()
    start = process_time()
    verdict = check_record(text, find_game, KEY.public_key().public_bytes_raw())
    assert verdict.games == rounds
    return process_time() - start, len(text.splitlines())


def trips(game: str, games: int, *, proofs: bool) -> float:
    """Round trips for each game beyond the one that says START."""
    with closing(Table(game, "games=3", proofs=proofs)) as table:
        table.play(games)
        return max(table.trips)


def bar(name: str, found: float, most: float, unit: str) -> list[str]:
    return [name, f"{found:.3g} {unit}", f"{most:g} {unit}", "yes" if found <= most else "NO"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    args = parser.parse_args()
    rounds, seconds, slices = (20, 1.0, 1) if args.quick else (100, 4.0, 3)
    match, lines = verified(rounds)
    rows = [
        bar("a whole deal of 52 cards bound", commitment(), COMMITMENT, "µs"),
        bar("one card checked", one_card(), CARD, "µs"),
        bar(f"{rounds} rounds of flush poker verified ({lines} lines)", match, MATCH, "s"),
    ]
    for game in installed():
        more = trips(game, rounds // 4, proofs=True) - trips(game, rounds // 4, proofs=False)
        rows.append(bar(f"round trips more for a game of {game}", more, TRIPS, ""))
    show("Fair dealing", ("what", "found", "at most", "met"), rows)
    rows = []
    for game, players in (("page_one", 4), ("whist", 4), ("flush_poker", 4), ("akq", 2)):
        rates: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(slices):
            for proofs, found in rates.items():
                found.append(saturated(TABLES, seconds, game, players=players, proofs=proofs)[0])
        without, fair = (median(found) for found in rates.values())
        rows.append([game, written(without), written(fair), f"{fair / without:.0%}"])
    columns = ("game", "without", "all take part", "of it")
    show(f"Moves per second of the server's CPU time, {TABLES} tables", columns, rows)


if __name__ == "__main__":
    main()
