"""The report of a ladder: that of a contest, and besides who comes and goes and what is played.

A browser reads it again by itself while the ladder is running.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

from cardkit.contest.ladder import Ladder, State
from cardkit.contest.report import LadderPart, report_of
from cardkit.contest.result_files import (
    MATCHES,
    MakePage,
    list_of,
    write_matches,
    write_standings,
)
from cardkit.netgame import plural, say

REFRESH = 10
"""Seconds after which a browser reads the report of a running ladder again."""
MOST_UNDER_WAY = 4


def write_report(ladder: Ladder, lang: str, page: MakePage) -> None:
    """Write report.html, matches.html, results.json and results.csv as they are now."""
    folder = ladder.folder.path
    matches = list_of(folder, ladder.results, lang)
    for outcome in ladder.folder.outcome_file.outcomes():
        matches.add(outcome)
    write_matches(folder, matches, page, lang)
    part = _part(ladder, lang)
    names = ladder.results.names
    data = ladder.results.data() | {
        "state": ladder.state.value,
        "broken": {file: str(why) for file, why in ladder.broken.items()},
        "rating_curves": {names[who]: curve for who, curve in part.curves.items()},
    }
    report = report_of(ladder.results, lang, MATCHES, matches.replays, part)
    write_standings(folder, data, report)


def _part(ladder: Ladder, lang: str) -> LadderPart:
    members, names = ladder.members, ladder.results.names
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    running = ladder.state is not State.STOPPED
    return LadderPart(
        state=say("As of {time}: {state}", lang, time=now, state=state_words(ladder, lang)),
        refresh=REFRESH if running else 0,
        under_way=list(groups_under_way(ladder)),
        newest=[
            (
                outcome.pairing.number + 1,
                [
                    (names[who], score)
                    for who, score in zip(outcome.pairing.entrants, outcome.scores, strict=True)
                ],
            )
            for outcome in ladder.newest
        ],
        members=[
            (
                member.entrant.name,
                member.file or say("bot of the game", lang),
                f"{member.joined + 1:,}",
                say("retired", lang) if member.retired else "",
            )
            for member in members
        ],
        broken=[(file, why.text(lang)) for file, why in sorted(ladder.broken.items())],
        curves=ladder.curves.curves(),
    )


def state_words(ladder: Ladder, lang: str) -> str:
    """What the ladder is doing, in a sentence."""
    settings = ladder.folder.settings
    match ladder.state:
        case State.STARTING:
            return say("Bots are being tried out.", lang)
        case State.PLAYING:
            return say("Matches are being played.", lang)
        case State.RESTING:
            return say(
                "All bots have met often enough; the ladder rests until one comes or changes.", lang
            )
        case State.STOPPED:
            return say("The ladder is stopped.", lang)
        case State.WAITING:
            there = len(ladder.folder.playing)
            words = plural(
                there,
                "A table has {players} players, and there is 1 bot; the ladder waits for more.",
                "A table has {players} players, and there are {n} bots; the ladder waits for more.",
                players=settings.players,
            )
            return say("{words}", lang, words=words)


def groups_under_way(ladder: Ladder) -> Iterator[str]:
    """Some of the groups that are playing now."""
    names = ladder.results.names
    groups = dict.fromkeys(
        tuple(sorted(pairing.entrants)) for pairing in islice(ladder.under_way.values(), 100)
    )
    for group in islice(groups, MOST_UNDER_WAY):
        yield " – ".join(names[who] for who in group)
