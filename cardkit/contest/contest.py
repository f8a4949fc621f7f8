"""A whole contest: what it is, checked before any game is played, and holding it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from cardkit import __version__
from cardkit.contest.barred import Barred
from cardkit.contest.bot_check import check_bots
from cardkit.contest.cluster import Cluster
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import ContestPlan, Entrant, OnFault, Outcome, Pairing, ProgramLimits
from cardkit.contest.outcome_file import OutcomeFile, outcome_in
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.program import check_program
from cardkit.contest.results import RankBy
from cardkit.contest.sandbox import find_sandbox
from cardkit.contest.schedule import Format, Schedule, Seating, even_rounds, in_turn, usual_rounds
from cardkit.contest.teams import team_matches
from cardkit.netgame import NetGame, Reason, Refused, plural
from cardkit.simulate import check_players, seat_players, usual_players

USUAL = ProgramLimits()


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played, and who plays whom."""

    plan: ContestPlan
    schedule: Schedule
    title: str
    games: int
    """How many games a match has, if it does not end sooner."""
    rank_by: RankBy = RankBy.WINS
    """What decides who comes first; the same matches can be ranked otherwise later."""
    swings: tuple[int, ...] = ()
    """What differences between the two tables of a match of teams are worth."""

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.plan.entrants]

    def about(self) -> dict[str, Any]:
        """All that makes it this contest and no other, as plain values."""
        said = asdict(self.plan) | asdict(self.schedule)
        del said["entrants"]
        bots = [about_bot(entrant) for entrant in self.plan.entrants]
        said |= {"swings": self.swings} if self.schedule.teams else {}
        return {**said, "bots": bots, "title": self.title, "cardkit": __version__}

    def outcomes(self, outcome_file: OutcomeFile) -> Iterator[Outcome]:
        """What the matches so far have come to, in the order of the plan."""
        played = outcome_file.outcomes()
        return team_matches(played, self.swings) if self.schedule.teams else played

    def command(self) -> str:
        """The line that plays this contest again."""
        plan, schedule, limits = self.plan, self.schedule, self.plan.limits
        words = ["cardkit", "contest", plan.game]
        words += [entrant.bot for entrant in plan.entrants if entrant.bot]
        for entrant in plan.entrants:
            words += ["--bot", f"{entrant.name}={shlex.join(entrant.argv)}"] if entrant.argv else []
        words += ["--preset", plan.preset] if plan.preset else []
        for name, value in plan.options.items():
            words += ["--set", f"{name}={value}"]
        words += ["--format", schedule.format, "--players", str(plan.players)]
        words += ["--matches", str(schedule.matches)]
        if schedule.format in (Format.SWISS, Format.POOL):
            words += ["--rounds", str(schedule.rounds)]
        words += ["--seating", schedule.seating] + ["--duplicate"] * schedule.duplicate
        words += ["--teams"] * schedule.teams
        words += ["--rank-by", self.rank_by]
        words += ["--fault", plan.on_fault]
        words += ["--tries", str(plan.tries)] if plan.on_fault is OnFault.ASK else []
        words += ["--bar"] * schedule.bar
        words += ["--move-time", f"{limits.move:g}", "--total-time", f"{limits.total:g}"]
        words += ["--memory", str(limits.memory >> 20), "--processes", str(limits.processes)]
        words += ["--storage", str(limits.storage >> 20)]
        return shlex.join([*words, "--seed", str(plan.seed)])


def about_bot(entrant: Entrant) -> dict[str, Any]:
    """A bot, and the fingerprint of what it is made of where that is a file."""
    said: dict[str, Any] = {"name": entrant.name}
    said |= {"program": list(entrant.argv)} if entrant.argv else {"bot": entrant.bot}
    words = entrant.argv or (entrant.bot.rpartition(":")[0] or entrant.bot,)
    files = [Path(word) for word in words if "." in word or "/" in word]
    read = [file.read_bytes() for file in files if file.is_file()]
    return said | ({"made_of": sha256(b"".join(read)).hexdigest()[:16]} if read else {})


def prepare(
    game: str,
    entrants: tuple[Entrant, ...],
    *,
    seed: int,
    preset: str = "",
    options: Mapping[str, Any] = {},
    players: int = 0,
    format: Format = Format.ROUND_ROBIN,
    matches: int = 1,
    rounds: int = 0,
    seating: Seating = Seating.ONCE,
    duplicate: bool = False,
    teams: bool = False,
    on_fault: OnFault = OnFault.ASK,
    tries: int = 3,
    bar: bool = False,
    limits: ProgramLimits = USUAL,
    rank_by: RankBy = RankBy.WINS,
) -> Contest:
    """A contest in which everything is right, or `Refused` with what is wrong."""
    plan = ContestPlan(game, preset, options, players, entrants, seed, on_fault, tries, limits)
    runner = MatchRunner(plan)
    bare, many = runner.bare, len(entrants)
    if limits.storage:
        check_storage(entrants, teams)
    if teams:
        check_teams(bare)
        players, duplicate = players or bare.seats.least, True
    players = players or _usual(bare, many, format)
    check_numbers(bare, many, players, format, teams)
    size = players // 2 if teams else players
    if format in (Format.SWISS, Format.POOL):
        rounds = rounds or usual_rounds(format, many)
        if format is Format.POOL:
            rounds = even_rounds(rounds, many, size)
    else:
        rounds = 1
    if teams or (duplicate and seating is Seating.ONCE):
        seating = Seating.ROTATE  # the same cards for everybody need everybody in every seat
    schedule = Schedule(
        format,
        many,
        players,
        matches,
        rounds,
        seating,
        duplicate,
        seed,
        low_wins=bare.match.low_wins,
        partners=bare.seats.partners and not teams,
        teams=teams,
        bar=bar,
    )
    seat_players(bare.copy(), [f"{seat}-seat" for seat in range(players)])
    check_bots(game, [entrant for entrant in entrants if entrant.is_class_of_author], limits)
    for entrant in entrants:
        if entrant.argv:
            check_program(entrant.argv, limits)
    plan = replace(plan, players=players)
    title = bare.catalogue.text(bare.title)
    return Contest(plan, schedule, title, bare.match.games, rank_by, bare.swings)


def _usual(bare: NetGame, entrants: int, format_: Format) -> int:
    """How many sit at a table when nobody says it."""
    usual = entrants if format_ is Format.SINGLE else min(entrants, usual_players(bare))
    return max(usual, bare.seats.least)


def check_teams(bare: NetGame) -> None:
    """Refuse teams where there are not two sides of partners."""
    if not bare.seats.partners or bare.seats.most != 4:
        raise Refused(
            Reason.BAD_OPTION,
            "--teams is for games of two sides with partners; {title} has none, and --duplicate "
            "deals the same cards to everybody",
            title=bare.catalogue.text(bare.title),
        )


def check_storage(entrants: Sequence[Entrant], teams: bool) -> None:
    """Refuse storage where it could not be kept apart, or not be limited."""
    if teams:
        raise Refused(
            Reason.BAD_OPTION,
            "partners of a team could talk through its storage; say: --storage 0",
        )
    sandbox = find_sandbox()
    if sandbox.bwrap and not sandbox.scratch and any(entrant.argv for entrant in entrants):
        raise Refused(
            Reason.BAD_OPTION,
            "this bwrap is too old to limit the storage of programs; say: --storage 0",
        )


def check_numbers(
    bare: NetGame, entrants: int, players: int, format_: Format, teams: bool = False
) -> None:
    """Refuse too few or too many bots, at a table and in the whole contest."""
    check_players(bare, players)
    players = players // 2 if teams else players
    if entrants < players:
        raise Refused(
            Reason.TOO_FEW_PLAYERS,
            plural(
                players,
                "1 bot is needed at a table of {title}, and there are {bots}",
                "{n} bots are needed at a table of {title}, and there are {bots}; a bot that is "
                "named twice plays against itself",
                title=bare.catalogue.text(bare.title),
                bots=entrants,
            ),
        )
    if format_ is Format.SINGLE and entrants != players:
        raise Refused(
            Reason.TABLE_FULL,
            "a single match has {players}, and there are {bots} bots; --format round-robin lets "
            "all groups of them play",
            players=plural(players, "1 player", "{n} players"),
            bots=entrants,
        )


def hold(
    contest: Contest,
    outcome_file: OutcomeFile,
    pool: ProcessPool | Cluster,
    told: Callable[[], None],
) -> None:
    """Play what is not played yet; outcomes are in the file as they come."""
    before = Barred()
    for stage in range(contest.schedule.stages):
        while True:
            barred = Barred(dict(before.since))
            todo = unplayed(contest, stage, outcome_file, barred)
            if (first := next(todo, None)) is None:
                break
            for most, group in _groups(contest, chain([first], todo)):
                for done in pool.play(map(barred.without, group), most):
                    if done is not None:
                        outcome_file.add(*done)
                        for line in done[1] if contest.schedule.bar else ():
                            barred.note(outcome_in(line))
                    told()
            if not contest.schedule.bar:
                break  # else some may be void
        before = barred


def _groups(
    contest: Contest, pairings: Iterable[Pairing]
) -> Iterator[tuple[int, Iterable[Pairing]]]:
    """What can be played at the same time, and how many that are at most.

    With storage nobody plays two matches at once.
    """
    if not contest.plan.limits.storage:
        yield contest.schedule.total, pairings
        return
    for group in in_turn(pairings):
        yield len(group), group


def unplayed(
    contest: Contest, stage: int, outcome_file: OutcomeFile, barred: Barred
) -> Iterator[Pairing]:
    """What is left to play of a stage. Who breaks down meanwhile may be added to those barred."""
    pairings = contest.schedule.stage(stage, partial(contest.outcomes, outcome_file))
    if contest.schedule.bar:
        return barred.unplayed(pairings, outcome_file)
    return (pairing for pairing in pairings if pairing.number not in outcome_file)


def is_over(contest: Contest, outcome_file: OutcomeFile) -> bool:
    """Whether nothing is left to play."""
    if not contest.schedule.bar:
        return outcome_file.count >= contest.schedule.total
    barred, stages = Barred(), range(contest.schedule.stages)
    left = (unplayed(contest, stage, outcome_file, barred) for stage in stages)
    return all(next(each, None) is None for each in left)
