"""What a contest costs: against the bare simulation, by workers, for programs, and in memory.

Contest and simulation play the same game with the same bots in alternating slices of one process,
so a busy machine is busy for both. What is counted for the contest is all that one worker does:
matches with their clocks, notes and outcomes as lines of JSON.
"""

import argparse
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from benchmarks.driver import Play, Rates, in_turn, show, written
from cardkit.contest.contest import Contest, hold, prepare
from cardkit.contest.entrants import read_entrants
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import Entrant, Pairing
from cardkit.contest.outcome_file import OutcomeFile, line_of
from cardkit.contest.process_pool import ProcessPool, keep_on_one_core
from cardkit.registry import find_bot, find_game
from cardkit.simulate import Simulation

CASES: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("akq", ("honest", "honest"), 1000),
    ("akq", ("rand", "honest"), 1000),
    ("daifugo", ("thrifty", "rand", "thrifty", "rand"), 10),
    ("daifugo", ("rand", "rand", "rand", "rand"), 10),
    ("flush_poker", ("solid", "rand", "solid", "rand"), 100),
    ("whist", ("rand", "rand", "rand", "rand"), 10),
)
"""Game, bots, and the games of a match."""
FIRST_LEGAL = Path(__file__).parent.parent / "examples" / "bots" / "first_legal.c"


def contest_of(game: str, bots: Sequence[str], games: int, matches: int = 1) -> Contest:
    return prepare(
        game, read_entrants(bots), seed=1, options={"match_games": games}, matches=matches
    )


def contest_play(game: str, bots: Sequence[str], games: int) -> Play:
    """One match after the other, as a worker plays them."""
    runner = MatchRunner(contest_of(game, bots, games).plan)
    seats = tuple(range(len(bots)))
    number = 0

    def play() -> Rates:
        nonlocal number
        number += 1
        turned = seats[number % len(seats) :] + seats[: number % len(seats)]
        outcome = runner.play(Pairing(number, turned, number)).outcome
        line_of(outcome)
        return Rates(sum(outcome.moves), len(outcome.games))

    return play


def bare_play(game: str, bots: Sequence[str], games: int) -> Play:
    """The same as `cardkit simulate` plays it.

    Many games at a time: it ends in the middle of a match, and its next one begins anew, while
    the last games of a match may be others than the first.
    """
    found = find_game(game)
    pairs = [(f"{bot}-{n}", find_bot(bot, found)) for n, bot in enumerate(bots)]
    simulation = Simulation(found, pairs, 1, options={"match_games": games})
    many = 50 if games == 10 else 1000

    def play() -> Rates:
        before = simulation.result()
        simulation.run(many)
        return Rates(simulation.result().moves - before.moves, many)

    return play


def against_simulation(seconds: float) -> list[list[str]]:
    rows = []
    for game, bots, games in CASES:
        plays = [contest_play(game, bots, games), bare_play(game, bots, games)]
        contest, bare = in_turn(plays, 20, seconds / 20)
        ratio = median(c.moves / b.moves for c, b in zip(contest, bare, strict=True))
        rows.append(
            [
                game,
                ", ".join(bots),
                written(median(rates.moves for rates in contest)),
                written(median(rates.moves for rates in bare)),
                f"{ratio:.2f} ×",
            ]
        )
    return rows


def played_by(contest: Contest, workers: int) -> tuple[float, float]:
    """Seconds from the first pairing to the last outcome, and those in which we did something.

    Starting processes is not counted.
    """
    with tempfile.TemporaryFile() as file, ProcessPool(contest.plan, workers) as pool:
        warm = [Pairing(n, tuple(range(contest.plan.players)), n) for n in range(workers)]
        list(pool.play(warm, len(warm)))
        begun, busy = perf_counter(), process_time()
        hold(contest, OutcomeFile(file), pool, lambda: None)
        return perf_counter() - begun, process_time() - busy


def by_workers(matches: int) -> list[list[str]]:
    """On a machine that is busy otherwise, the first figure says little; the second still does."""
    contest = contest_of("daifugo", ("thrifty", "rand", "thrifty", "rand"), 10, matches)
    pairs = [(played_by(contest, 1), played_by(contest, 2)) for _ in range(3)]
    ratio = median(one / two for (one, _), (two, _) in pairs)
    runner, begun = MatchRunner(contest.plan), process_time()
    for number in range(20):
        runner.play(Pairing(number, (0, 1, 2, 3), number))
    playing = (process_time() - begun) / 20 * matches
    share = median(busy for _, (_, busy) in pairs) / playing
    return [
        ["two workers against one", f"{ratio:.2f} ×"],
        ["CPU for handing out and writing down, of that for playing", f"{share:.1%}"],
    ]


def a_thousand_games() -> list[list[str]]:
    """Match after match, until so many games were played."""
    runner = MatchRunner(contest_of("akq", ("honest", "honest"), 1000).plan)
    games, spent, number = 0, 0.0, 0
    while games < 1000:
        begun = process_time()
        games += len(runner.play(Pairing(number, (0, 1), number)).outcome.games)
        spent += process_time() - begun
        number += 1
    return [["1,000 games of AKQ, CPU", f"{spent / games * 1000:.3f} s"]]


def programs(matches: int) -> list[list[str]]:
    """What a decision costs more when a program takes it, by the clock, its own work included.

    Each match starts its programs; that is not counted.
    """
    keep_on_one_core(0, 0)  # as a crew does it
    if (compiler := shutil.which("cc")) is None:
        return [["a program's decision", "not measured: no C compiler"]]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the program runs as somebody else
        program = Path(folder, "first_legal")
        subprocess.run([compiler, "-O2", "-o", program, FIRST_LEGAL], check=True)
        for game, players, games in (("akq", 2, 1000), ("daifugo", 4, 100)):
            plan = contest_of(game, ["rand"] * players, games).plan
            outside = tuple(Entrant(f"p{n}", argv=(str(program),)) for n in range(players))
            arenas = [MatchRunner(plan), MatchRunner(replace(plan, entrants=outside))]
            costs = []
            for number in range(matches):
                within, without = (thinking(runner, number, players) for runner in arenas)
                costs.append(without - within)
            rows.append([f"a program's decision in {game}, more", f"{median(costs):.0f} µs"])
    return rows


def thinking(runner: MatchRunner, number: int, players: int) -> float:
    """Microseconds from a question to its answer, on average over a match."""
    outcome = runner.play(Pairing(number, tuple(range(players)), number)).outcome
    assert not outcome.faults, outcome.faults
    return sum(outcome.seconds) / sum(outcome.moves) * 1e6


def memory_kept(games: int) -> list[list[str]]:
    """The most memory that a worker has used after a tenth of the games, and after all of them."""
    play, played, rows = contest_play("akq", ("rand", "honest"), 1000), 0.0, []
    for goal in (games // 10, games):
        while played < goal:
            played += play().games
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows.append([f"memory after {goal:,} games, MB", f"{most:.1f}"])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU-seconds for each rate")
    parser.add_argument("--matches", type=int, default=400, help="matches for the workers")
    parser.add_argument("--games", type=int, default=100_000, help="games for the memory check")
    args = parser.parse_args()
    columns = ("game", "bots", "contest moves/s", "simulation moves/s", "of the simulation")
    show("One worker of a contest, per CPU-second", columns, against_simulation(args.seconds))
    rows = [*a_thousand_games(), *by_workers(args.matches), *memory_kept(args.games)]
    rows += programs(20)  # the last, as all is on one core then
    show("Contests", ("what", "how much"), rows)


if __name__ == "__main__":
    main()
