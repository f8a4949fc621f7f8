"""What the terminal and the report both show of results: columns of tables, and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardkit.contest.formatting import line, percent, points, share, signed, strength, time, wins
from cardkit.contest.intervals import Interval
from cardkit.contest.model import NotedFault
from cardkit.contest.results import RankBy, Results
from cardkit.contest.standings import FEWEST_DEALS, EntrantTally, FaultInMatch
from cardkit.netgame import plural, say, translate


def _of_tally(show: Callable[[EntrantTally], str]) -> Callable[[Results, int], str]:
    return lambda results, who: show(results.standings.tallies[who])


def _mean(results: Results, who: int, mean: Callable[[int], Interval]) -> str:
    return points(mean(who)) if results.standings.tallies[who].games else "–"


def _known(show: Callable[[Results, int], str]) -> Callable[[Results, int], str]:
    """Nothing is shown of who never played."""
    return lambda results, who: show(results, who) if results.standings.tallies[who].begun else "–"


COLUMNS: dict[str, Callable[[Results, int], str]] = {
    "Matches": _of_tally(lambda tally: f"{tally.matches:,}"),
    "Games": _of_tally(lambda tally: f"{tally.games:,}"),
    "Wins": _of_tally(lambda tally: wins(tally.wins)),
    "Matches won": _known(lambda results, who: share(results.win_shares[who])),
    "Left out": _of_tally(lambda tally: f"{tally.sent_away:,}"),
    "Walkovers": _of_tally(lambda tally: f"{tally.walkovers:,}"),
    "Points": _of_tally(lambda tally: signed(tally.points)),
    "Points per game": lambda results, who: _mean(results, who, results.standings.per_game),
    "Points per match": lambda results, who: _mean(results, who, results.standings.per_match),
    "Rating": _known(lambda results, who: strength(results.ratings[who])),
    "Moves": _of_tally(lambda tally: f"{tally.moves:,}"),
    "Time": _of_tally(lambda tally: time(tally.seconds)),
    "Per move": _of_tally(lambda tally: time(tally.per_move)),
    "Slowest move": _of_tally(lambda tally: time(tally.slowest)),
    "Faults": _of_tally(lambda tally: f"{tally.faults.total():,}" if tally.faults else "–"),
}
"""By its heading what a column shows of an entrant."""

Row = tuple[int, str, list[str]]
"""A place, a name, and the cells of a row."""


def rows_of(results: Results, headings: Sequence[str]) -> Iterator[Row]:
    """The entrants, best first, with these columns."""
    for place, who in results.ranked():
        yield place, results.names[who], [COLUMNS[heading](results, who) for heading in headings]


def with_left_out(results: Results, headings: Sequence[str]) -> list[str]:
    """These columns, and that of matches played without a bot if there were any."""
    found = list(headings)
    if any(tally.sent_away for tally in results.standings.tallies):
        found.insert(found.index("Matches") + 1, "Left out")
    return found


def heading_of(results: Results, lang: str) -> str:
    title = line(translate(results.title, lang))
    return say("Contest: {title}", lang, title=title) if title else say("Contest", lang)


def facts_of(results: Results, lang: str) -> str:
    """How much was played, and what was not."""
    standings, contest = results.standings, results.contest
    said = [
        say(
            "Bots: {bots:,}. Matches: {matches:,}. Games: {games:,}.",
            lang,
            bots=len(results.names),
            matches=standings.matches,
            games=standings.games,
        )
    ]
    if results.ended_early:
        words = plural(
            results.ended_early,
            "1 match was over before its {most:,} games were played.",
            "{n:,} matches were over before their {most:,} games were played.",
            most=contest["games"],
        )
        said.append(say("{words}", lang, words=words))
    planned = int(contest.get("planned") or 0)
    if standings.matches < planned:
        words = plural(planned, "1 match", "{n:,} matches")
        text = "The contest is not over: it has {matches}."
        said.append(say(text, lang, matches=words))
    return " ".join(said)


def records_note(results: Results, replays: int, lang: str) -> str:
    """Of which matches there is a replay, unless it is all."""
    played = results.standings.matches
    if not played or replays >= played:
        return ""
    if not replays:
        return say("No match was recorded, so there are no replays; --records N records N.", lang)
    return say(
        "The first {count:,} of {matches} were recorded and have a replay; --records sets how "
        "many.",
        lang,
        count=replays,
        matches=plural(played, "1 match", "{n:,} matches"),
    )


def lead_of(results: Results, lang: str, named: str = "{}") -> str:
    """Who is first, and whether that is more than luck: no more than the intervals carry."""
    ranked = [each for each in results.ranked() if results.standings.tallies[each[1]].games]
    if not ranked:
        return say("No game has been finished.", lang)
    first, *others = (who for _, who in ranked)
    level = sum(place == 1 for place, _ in ranked)
    names = [named.format(line(results.names[who], 200)) for _, who in ranked[:2]]
    what = _measure_words(results, first, lang)
    if level > 2:
        bots = plural(level, "1 bot", "{n:,} bots")
        return say("{bots} share the first place, each with {what}.", lang, bots=bots, what=what)
    if level == 2:
        return say(
            "{name} and {other} share the first place, each with {what}.",
            lang,
            name=names[0],
            other=names[1],
            what=what,
        )
    lead = say("{name} comes first with {what}.", lang, name=names[0], what=what)
    return f"{lead} {_luck(results, first, others, lang)}" if others else lead


def _measure_words(results: Results, who: int, lang: str) -> str:
    """What somebody has achieved, in what decides who comes first."""
    tally, mean = results.standings.tallies[who], results.standings.per_match
    match results.rank_by:
        case RankBy.WINS:
            words = say(
                "{wins} of {matches} won, {share}",
                lang,
                wins=wins(tally.wins),
                matches=plural(tally.begun, "1 match", "{n:,} matches"),
                share=share(results.win_shares[who]),
            )
        case RankBy.RATING:
            words = say("a rating of {rating}", lang, rating=strength(results.ratings[who]))
        case RankBy.POINTS:
            words = say("{points} points per match", lang, points=points(mean(who)))
        case RankBy.POINTS_PER_GAME:
            mean = results.standings.per_game
            words = say("{points} points per game", lang, points=points(mean(who)))
    return words


def _luck(results: Results, first: int, others: Sequence[int], lang: str) -> str:
    """Whether the first one is before the others by more than luck.

    Intervals that are apart are a cautious proof of a difference, whatever two bots have to do with
    each other.
    """
    own, theirs = results.measure(first), [results.measure(who) for who in others]
    if any(isinstance(each, Interval) and each.half is None for each in (own, *theirs)):
        return say("Too little was played to tell whether that is luck.", lang)
    if results.low_is_best:
        near = sum(each.low <= own.high for each in theirs)
    else:
        near = sum(each.high >= own.low for each in theirs)
    if not near:
        return say("That is more than luck: no other 95 % interval overlaps with its own.", lang)
    words = plural(
        near,
        "That may be luck: the 95 % interval of 1 other bot overlaps with its own. More matches "
        "would tell them apart.",
        "That may be luck: the 95 % intervals of {n:,} other bots overlap with its own. More "
        "matches would tell them apart.",
    )
    return say("{words}", lang, words=words)


def barred_of(results: Results, lang: str) -> Iterator[tuple[str, str]]:
    """Who is out of the contest, and since when and why."""
    for _, who in results.ranked():
        if (noted := results.barred.get(who)) is not None:
            words = say(
                "out of the contest since match {match:,}: {kind}",
                lang,
                match=noted.match + 1,
                kind=translate(noted.fault.kind.value, lang),
            )
            yield results.names[who], f"{words}; {line(noted.fault.evidence, 300)}"


def matrix_of(results: Results) -> Iterator[Row]:
    """The entrants, best first, and in how many matches each ended before which other."""
    for place, one in results.ranked():
        shares = (results.standings.share(one, other) for _, other in results.ranked())
        yield place, results.names[one], [percent(share) for share in shares]


def interval_note(results: Results, lang: str) -> str:
    """What is behind ± and brackets."""
    note = say(
        "± and brackets are 95 % confidence intervals; all matches with the same cards count as "
        "one observation.",
        lang,
    )
    if results.standings.unit == "deals":
        return note
    few = say(
        "With fewer than {deals} different deals that is too little for points: there every game "
        "counts as an observation, as if none influenced the next, so these intervals may be "
        "somewhat too narrow.",
        lang,
        deals=FEWEST_DEALS,
    )
    return f"{note} {few}"


def fault_words(noted: FaultInMatch, lang: str) -> str:
    """What went wrong, where, and what came of it."""
    return say(
        "{kind} (match {match:,}, game {game:,}) → {done}",
        lang,
        kind=translate(noted.fault.kind.value, lang),
        match=noted.match + 1,
        game=noted.fault.game,
        done=_done(noted.fault, lang),
    )


def fault_in_match(fault: NotedFault, lang: str) -> str:
    """The same where the match is known."""
    return say(
        "{kind} (game {game:,}) → {done}",
        lang,
        kind=translate(fault.kind.value, lang),
        game=fault.game,
        done=_done(fault, lang),
    )


def _done(fault: NotedFault, lang: str) -> str:
    done = line(fault.done, 200)
    verb, _, command = done.partition(" ")
    if verb == "said" and command != "by lot":
        return say("said {command}", lang, command=command)
    return translate(done, lang)
