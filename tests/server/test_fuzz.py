"""Evenings by chance: people come, play, lose their connections and say whatever they like.

Whatever it is, each command has one answer, no table breaks, and the server goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from cardkit.netgame import Disconnect, NetGame, pick
from cardkit.registry import find_game, installed
from cardkit.testing.absent import choices
from tests.server_helpers import CoreServer
from tests.wild_words import JUNK, verbs_of

GAMES: dict[str, type[NetGame]] = {
    **{name: find_game(name) for name in installed()},
}
POLICIES = choices(Disconnect, "policy")
OPTIONS = (
    "",
    "robots=yes pause=3",
    "robots=yes move=5",
    *(f"policy={policy} grace={grace}" for policy in POLICIES for grace in (0, 5)),
)
AT_A_TABLE = ("LOGIN", "LOGIN", "START", "START", "STATE", "HAND", "LEGAL", "WHO", "SCORES")
SELDOM = ("CHAT hi", "EXIT", "LOGOUT", "RULES", "HELP", "QUIT", "SEAT guest-p1", "LANGUAGE ja")
VERBS = verbs_of(GAMES.values())


class Chance(CoreServer):
    """A server at which everything is left to chance."""

    def __init__(self, seed: int) -> None:
        super().__init__(GAMES)
        self.rng = Random(seed)
        self.tokens: dict[str, str] = {}

    def step(self) -> None:
        rng, name = self.rng, f"p{self.rng.randrange(5)}"
        what = rng.random()
        if what < 0.03 and name in self.peers:
            self.lose(name)
        elif what < 0.08:
            self.time += rng.choice((0.5, 1, 5, 30, 700))
            for _ in range(50):
                self.core.on_alarm()
            self.core.sweep()
            self.store()
        else:
            words = self.something_to_say(name)
            if rng.random() < 0.3:
                words = [f"#{rng.randrange(40)}", *words]
            self.check(words, self.say(name, words))

    def something_to_say(self, name: str) -> list[str]:
        """Mostly what makes sense where one is."""
        rng, core = self.rng, self.core
        session = self.peers[name].session if name in self.peers else None
        if rng.random() < 0.3:
            return [rng.choice(VERBS), *rng.choices((*JUNK, *core.tables), k=rng.randrange(4))]
        if session is None:
            back = f"RESUME {self.tokens.get(name, 't0')} {rng.choice((0, 3, 100))}"
            return rng.choice((f"ENTER {name}", back)).split()
        if session.hosted is None:
            if core.tables and rng.random() < 0.8:
                return [rng.choice(("JOIN", "WATCH")), rng.choice(list(core.tables))]
            return f"OPEN {rng.choice(list(GAMES))} {rng.choice(OPTIONS)}".split()
        table = session.hosted.table
        offers = table.legal(table.people.seat_of.get(session.name, -1))
        if offers and rng.random() < 0.9:
            return pick(offers, rng.randrange).split(" ")
        return rng.choice((*AT_A_TABLE * 3, *SELDOM)).split()

    def check(self, words: Sequence[str], heard: list[list[object]]) -> None:
        answers = [m for m in heard if m[0] in ("OK", "WARNING") or str(m[0]).startswith("#")]
        assert len(answers) == 1, (words, heard)
        match [word for word in answers[0] if not str(word).startswith("#")]:
            case ["OK", "ENTER", str(name), str(token)]:
                self.tokens[name.removeprefix("guest-")] = token


@pytest.mark.parametrize("seed", range(40))
def test_an_evening_by_chance(seed: int) -> None:
    server = Chance(seed)
    for _ in range(400):
        server.step()
    assert not [line for line in server.log if " error " in line]
    later = CoreServer(GAMES, server.pages)  # and the server comes up again from what was stored
    assert not [line for line in later.log if " error " in line]
    assert set(later.core.tables) == set(server.core.tables)
    for name, hosted in later.core.tables.items():
        before = server.core.tables[name].table
        assert hosted.table.told >= before.told
        assert hosted.table.names == before.names
