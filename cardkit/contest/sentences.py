"""Sentences about results that the terminal and the report both say."""

from __future__ import annotations

from cardkit.contest.formatting import line
from cardkit.contest.results import Results
from cardkit.contest.standings import EntrantTally, FaultInMatch
from cardkit.netgame import say, translate


def interval_note(results: Results, lang: str) -> str:
    """What is behind ±."""
    if results.standings.unit == "deals":
        return say(
            "± is the 95 % confidence interval; all matches with the same cards count as one "
            "observation.",
            lang,
        )
    return say(
        "± is the 95 % confidence interval; as there are few deals, all games with the same cards "
        "count as one observation, as if no game depended on the one before.",
        lang,
    )


def kinds_of(tally: EntrantTally, lang: str) -> str:
    """The faults of an entrant by kind, such as `crashed 2, illegal 5`."""
    return ", ".join(
        f"{translate(kind.value, lang)} {many:,}" for kind, many in sorted(tally.faults.items())
    )


def fault_words(noted: FaultInMatch, lang: str) -> str:
    """What went wrong, where, and what came of it."""
    fault = noted.fault
    verb, _, command = line(fault.done, 200).partition(" ")
    said = verb == "said" and command != "by lot"
    return say(
        "{kind} (match {match:,}, game {game:,}) → {done}",
        lang,
        kind=translate(fault.kind.value, lang),
        match=noted.match + 1,
        game=fault.game,
        done=say("said {command}", lang, command=command)
        if said
        else translate(line(fault.done, 200), lang),
    )
