"""What a simulated player says next: sensible things mostly, and now and then something else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.world.player import Player

_AMOUNT = re.compile(r"(\S+) (-?\d+)\.\.(-?\d+)")
_CHOICE = re.compile(r"(\S+?)((?: \S+)??) (\d+)(?:\.\.(\d+))? of ?(.*)")
QUESTIONS = ("STATE", "HAND", "LEGAL", "SCORES", "WHO", "TABLES", "HELP", "PING", "RULES", "GAMES")
NONSENSE = (
    "FROB",
    "DISCARD ZZ",
    "DISCARD SA H3 C9",
    "RAISE -5",
    "RAISE 1e9",
    "PUT nobody S3",
    "JOIN nowhere-1",
    "OPEN chess",
    "OPEN whist frobs=3",
    "SEAT",
    "LOGIN now",
    "ENTER again",
    "RESUME t0123 5",
    "LANGUAGE xx",
    "HELP ME",
    "LOGOUT",
    "START",
    "PASS",
    "TIME",
    "ROBOT robot-1",
    "LOST guest-ann1",
    "PROOFS perhaps",
    "COMMIT 1",
    "COMMIT x 00",
    "REVEAL 1 me",
    "DISPUTE 1",
    "DISPUTE 99 what?",
    "START 00 guest-ann1",
    "#bad tag",
    "#",
)


WHIMS = ("PASS", "DRAW 1", "DISCARD SA", "LOGIN", "START", "RAISE 8", "PUT ann S3")


@dataclass(slots=True)
class Party:
    """People who have agreed to play together."""

    title: str
    line: str
    """How their table is opened."""
    games: int
    """How many games they want to play."""
    table: str = ""

    @property
    def restless(self) -> bool:
        """Whether they come and go between games."""
        return "drop_in=on" in self.line


def choose(player: Player) -> list[str] | None:
    """What this player says now; nothing is None."""
    calm = player.world.calm
    if player.pending and (calm or player.chance.random() < 0.9):
        return None
    if not player.entered or any(words[:1] == ["RESUME"] for _, words in player.pending):
        return None
    if not player.table:
        return _find_table(player)
    if not calm and player.manner == "noisy" and player.chance.random() < 0.3:
        return player.giver.noise()
    if not calm and player.chance.random() < 0.04:
        return _oddity(player)
    if player.asked:
        return answer(player.asked, player.chance)
    if player.watches:
        return None if calm else _small_talk(player)
    restless = not calm and player.party.restless
    if restless and player.seated and player.phase == "results" and player.chance.random() < 0.1:
        return ["LOGOUT"]
    if not calm and player.phase == "over" and player.seated and player.chance.random() < 0.6:
        return ["SEAT", player.chance.choice(player.others)]
    if not player.seated and player.phase != "playing":
        return ["LOGIN"]
    if restless and not player.seated and player.chance.random() < 0.3:
        return ["LOGIN"]
    if player.seated and player.phase != "playing" and player.world.wants_more(player.party):
        return ["START"]
    return None if calm else _small_talk(player)


def _find_table(player: Player) -> list[str] | None:
    party = player.party
    if party.table:
        return ["WATCH" if player.watches else "JOIN", party.table]
    if player.world.calm or player.watches:
        return None
    if player.opened and player.chance.random() < 0.8:
        return ["LOBBY", "on"] if player.opened % 2 else ["TABLES"]
    player.opened += 1
    return [*party.line.split(), f"title={party.title}.{player.who}.{player.opened}"]


def _small_talk(player: Player) -> list[str] | None:
    luck = player.chance.random()
    if luck < 0.5:
        return None
    if luck < 0.8:
        return [player.chance.choice(QUESTIONS)]
    if luck < 0.84:
        return ["WHY", *player.chance.choice(player.offered or WHIMS).split()]
    if luck < 0.92:
        return ["CHAT", player.chance.choice(("hello", "I have SA", "D3 H4 JK?", "やあ"))]
    return ["PING", "x"]


def _oddity(player: Player) -> list[str] | None:
    chance = player.chance
    luck = chance.random()
    if luck < 0.4:
        return chance.choice(NONSENSE).split()
    if luck < 0.5:
        return ["VIEWS", chance.choice(("on", "hand", "off"))]
    if luck < 0.55:
        return ["LANGUAGE", chance.choice(("en", "ja"))]
    if luck < 0.65:
        return ["HANG UP"]
    if luck < 0.7:
        return ["GARBAGE"]
    if luck < 0.76:
        return ["EXIT"]
    if luck < 0.78 and not player.faithful:
        return ["QUIT"]
    if luck < 0.86 and player.phase != "playing":
        return ["LOGOUT"]
    if luck < 0.94 and len(player.others) > 1:
        return ["SEAT", chance.choice(player.others)]
    return [chance.choice(QUESTIONS)]


def answer(offers: list[str], chance: Random) -> list[str]:
    """One of the commands that these offers stand for."""
    offer = chance.choice(offers)
    if match := _AMOUNT.fullmatch(offer):
        verb, least, most = match.groups()
        return [verb, str(chance.randint(int(least), int(most)))]
    if match := _CHOICE.fullmatch(offer):
        verb, name, least, most, cards = match.groups()
        count = chance.randint(int(least), int(most or least))
        return [verb, *name.split(), *chance.sample(cards.split(), count)]
    return offer.split()
