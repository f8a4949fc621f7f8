"""A bot hears the same wherever it plays: the same words, in the same order, of the same deal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
import trio

from cardkit.cardgame import Bot, CardCommand, CardView, MatchStart, Offer
from cardkit.client import Address, connect, dial
from cardkit.client.bot import BotAssignment, BotRunner
from cardkit.contest.entrants import PlayerFactory
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import ContestPlan, Entrant, Pairing, ProgramLimits
from cardkit.contest.program import ProgramPlayer
from cardkit.contest.review import Review
from cardkit.contest.sandbox import Sandbox
from cardkit.fair.dealer_role import DealerRole
from cardkit.netgame import PlainDealer
from cardkit.netgame.dealer import Dealer
from cardkit.protocol.lines import read_words
from cardkit.record import check_record
from cardkit.registry import find_game
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from cardkit.simulate import simulate
from tests.helpers import card_game

Life = list[tuple[Any, ...]]
SEED = 7
"""The first deal of a simulation and of a contest with it is drawn with the same key,"""
KEY = b"7 0"
"""and at the server with this one."""
GAMES = {"akq": 2, "whist": 4, "page_one": 3, "daifugo": 3}


class Diary(Bot):
    """Writes down all that it hears, and says the last legal command."""

    lives: ClassVar[dict[int, Life]] = {}

    def match_begins(self, match: MatchStart) -> None:
        self.match = match
        self.life: Life = []
        self.lives[match.seat] = self.life
        self.note("match", match.game, match.preset, dict(match.options), match.seat, match.games)

    def note(self, *said: object) -> None:
        names = {name: f"seat {seat}" for seat, name in enumerate(self.match.names)}
        self.life.append(_plain(said, names))

    def hears(self, kind: str, *parts: object) -> None:
        self.note("hears", kind, *parts)

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        self.note("game", game, names, seat)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        self.note("asked", [*map(str, legal)], view.data())
        return said_of(str(legal[-1]))

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        self.note("over", game, points, scores, ranking)

    def match_over(self, scores: Sequence[int]) -> None:
        self.note("end", scores)


class Bold(Diary):
    """Bets more than anybody has, when it is asked first."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        asked = any(entry[0] == "asked" for entry in self.life)
        said = super().choose(view, legal)
        return said if asked else TOO_MUCH


TOO_MUCH = "BET 1000000"


class SameDeck(PlainDealer):
    """Deals at the server what is dealt elsewhere, where the labels of draws name the game, too."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(KEY)

    def shuffle(self, items: list[Any], label: str) -> None:
        super().shuffle(items, f"0.1 {label}")

    def below(self, n: int, label: str) -> int:
        return super().below(n, f"0.1 {label}")


def said_of(offer: str) -> str:
    """A whole command of an offer: the first of its cards."""
    if " of " not in offer:
        return offer
    start, _, cards = offer.partition(" of ")
    *verb, count = start.split()
    return " ".join([*verb, *cards.split()[: int(count)]])


def _plain(value: Any, names: dict[str, str]) -> Any:
    """Plain data in which people go by their seats."""
    if isinstance(value, dict):
        return {_plain(str(k), names): _plain(v, names) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_plain(each, names) for each in value)
    if not isinstance(value, str):
        return value
    for name, seat in names.items():  # won:ann is a pile, PASS_CARDS ann 3 of … an offer
        value = " ".join(
            ":".join(seat if part == name else part for part in word.split(":"))
            for word in str(value).split(" ")
        )
    return value


def in_a_simulation(game: str, folder: Path) -> dict[int, Life]:
    simulate(card_game(game), {"diary": Diary}, 1, SEED, players=GAMES[game], options={"games": 1})
    return Diary.lives


def plan_of(game: str) -> ContestPlan:
    entrants = tuple(Entrant(f"diary-{n}", "rand") for n in range(GAMES[game]))
    return ContestPlan(
        game,
        players=GAMES[game],
        entrants=entrants,
        preset="",
        options={"games": 1},
        seed=SEED,
    )


def in_a_contest(
    game: str, folder: Path, first: type[Diary] = Diary, faults: Sequence[str] = ()
) -> dict[int, Life]:
    runner = MatchRunner(plan_of(game))
    for maker in runner.makers:
        maker.bot, maker.blind, maker.listens = Diary, False, True
    runner.makers[0].bot = first
    outcome = runner.play(Pairing(0, tuple(range(GAMES[game])), 0)).outcome
    assert [fault.done for fault in outcome.faults] == [*faults]
    return Diary.lives


def at_an_old_match(game: str, folder: Path) -> dict[int, Life]:
    """Each seat in turn, from the record of the match."""
    plan = plan_of(game)
    runner = MatchRunner(plan)
    for maker in runner.makers:
        maker.bot, maker.blind, maker.listens = Diary, False, True
    played = runner.play(Pairing(0, tuple(range(GAMES[game])), 0), keep=True)
    text = "".join(f"{line}\n" for line in played.record(plan, bytes(32)))
    record = check_record(text, find_game).record
    for seat, name in enumerate(played.table.names):
        decisions = list(Review(record, find_game, name, lambda: Diary(lambda n: 0)).decisions())
        assert len(decisions) == played.outcome.moves[seat]
        assert all(decision.same for decision in decisions)
    illegal = MatchStart.of(card_game(game), game, "", {}).options["illegal"]
    for life in Diary.lives.values():  # what the organiser does is an option in the record
        life[0][3]["illegal"] = illegal
    return Diary.lives


def at_a_server(game: str, folder: Path, bot: type[Diary] = Diary) -> dict[int, Life]:
    trio.run(_play_at_a_server, game, bot)
    return Diary.lives


async def _play_at_a_server(game: str, bot: type[Diary]) -> None:
    settings = Settings(port=0, data=None, pace=0)
    with trio.fail_after(60):
        async with (
            serving(settings, {game: card_game(game)}, lambda line: None) as running,
            trio.open_nursery() as nursery,
        ):
            for number in range(GAMES[game]):
                address = Address(port=running.ports[0])
                start = GAMES[game] if number == 0 else None
                nursery.start_soon(_send, address, number, game, start, bot)


async def _send(
    address: Address, number: int, game: str, start: int | None, bot: type[Diary]
) -> None:
    errand = BotAssignment(game=game, options={"games": "1"}, start=start)
    async with connect(dial(address)) as connection:
        await connection.enter(f"bot-{number}")
        warned: list[str] = []
        await BotRunner(connection, bot, errand, lambda n: 0, len, warned.append).run()
        told = [line for line in warned if not line.startswith("FALSE_DEAL")]  # it is stacked
        assert not told or bot is Bold
        await connection.quit()


PROGRAM = """
import sys
first = {first!r}
with open({file!r}, "w", encoding="utf-8") as file:
    for line in sys.stdin:
        file.write(line)
        if line.startswith("ASK"):
            offer = line.split('"] {{')[0].split('"')[-1]
            if " of " in offer:
                start, _, cards = offer.partition(" of ")
                *verb, count = start.split()
                offer = " ".join([*verb, *cards.split()[: int(count)]])
            print(first or offer, flush=True)
            first = ""
"""


def as_programs(
    game: str, folder: Path, first: str = "", faults: Sequence[str] = ()
) -> dict[int, Life]:
    runner = MatchRunner(plan_of(game))
    files = [folder / f"heard-{seat}.txt" for seat in range(GAMES[game])]
    runner.makers = [
        ProgramFactory(folder, file, "" if at else first) for at, file in enumerate(files)
    ]
    outcome = runner.play(Pairing(0, tuple(range(GAMES[game])), 0)).outcome
    assert [fault.done for fault in outcome.faults] == [*faults]
    return {seat: read_life(file) for seat, file in enumerate(files)}


class ProgramFactory(PlayerFactory):
    """Starts a program that keeps what it hears, where it may write."""

    def __init__(self, folder: Path, file: Path, first: str) -> None:
        program = folder / f"{file.stem}.py"
        program.write_text(PROGRAM.format(file=str(file), first=first), encoding="utf-8")
        self.argv = [sys.executable, "-I", "-S", str(program)]
        self.is_program = True

    def __call__(self, below: Callable[[int], int], log: object = None) -> ProgramPlayer:
        return ProgramPlayer(self.argv, ProgramLimits(move=20), sandbox=Sandbox())


def read_life(file: Path) -> Life:
    """What a program was told and asked, as a class is."""
    life: Life = []
    names: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        match read_words(line):
            case ["STATE", 0, state]:
                names = {name: f"seat {seat}" for seat, name in enumerate(state["names"])}
                what = state["rules"], state["preset"], state["options"]
                life.append(_plain(("match", *what, state["seat"], state["games"]), names))
            case ["ASK", legal, view]:
                life.append(_plain(("asked", legal, view), names))
            case [int(), *words]:
                life.append(_plain(("hears", *words), names))
            case ["STAGE" | "WARNING" as kind, *words]:
                life.append(_plain(("hears", kind, *words), names))
    return life


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_hears_the_same_wherever_it_plays(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    employ = DealerRole.employ

    def employ_cheat(role: DealerRole, seed: bytes) -> Dealer:
        employ(role, seed)
        role.dealer = None  # who would prove every card
        return SameDeck(seed)

    monkeypatch.setattr(DealerRole, "employ", employ_cheat)
    lives = []
    for way in (in_a_simulation, in_a_contest, at_an_old_match, at_a_server):
        Diary.lives.clear()
        lives.append({seat: [*life] for seat, life in way(game, tmp_path).items()})
    simulated, contest, old, served = lives
    assert len(simulated) == GAMES[game]
    assert {entry[0] for entry in simulated[0]} >= {
        "match",
        "game",
        "hears",
        "asked",
        "over",
        "end",
    }
    assert contest == simulated
    assert old == simulated
    assert served == simulated
    told = {
        seat: [entry for entry in life if entry[0] in ("match", "hears", "asked")]
        for seat, life in simulated.items()
    }
    assert as_programs(game, tmp_path) == told


def test_who_is_asked_again_hears_why_in_all_ways(tmp_path: Path) -> None:
    """A class as a program does; at a server, where something else is played for it, as well."""
    again = ["asked again"]
    lives = [
        in_a_contest("akq", tmp_path, Bold, again)[0],
        as_programs("akq", tmp_path, TOO_MUCH, again)[0],
        at_a_server("akq", tmp_path, Bold)[0],
    ]
    warned = [entry for life in lives for entry in life if entry[:2] == ("hears", "WARNING")]
    told = "BET takes a whole number from 0 to 99"
    assert warned == [("hears", "WARNING", "BAD_AMOUNT", told)] * 3
    for life in lives[:2]:
        asked = [entry for entry in life if entry[0] == "asked"]
        assert asked[0] == asked[1], "the same question"


class TypeWatcher(Diary):
    """Notes of what kinds the facts are that it hears and sees."""

    kinds: ClassVar[set[tuple[str, type]]] = set()

    def hears(self, kind: str, *parts: object) -> None:
        if kind == "FACT":
            self.kinds.add((str(parts[0]), type(parts[1])))

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        self.kinds.update((name, type(value)) for name, value in view.facts.items())
        return said_of(str(legal[-1]))


def test_a_fact_is_of_one_kind_wherever_it_is_found(tmp_path: Path) -> None:
    in_a_contest("akq", tmp_path, TypeWatcher)
    at_a_server("akq", tmp_path, TypeWatcher)
    assert TypeWatcher.kinds == {("paid", list), ("pot", int), ("price", int)}
