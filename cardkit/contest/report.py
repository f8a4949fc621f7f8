"""The report of a contest: one HTML file that needs nothing else, neither network nor scripts.

Whatever others wrote, such as names and evidence, is escaped and stays within its place.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any

import cardkit
from cardkit.contest.formatting import line, percent, plain, points, signed, strength, time, wins
from cardkit.contest.report_plots import pictures
from cardkit.contest.report_style import STYLE
from cardkit.contest.results import Results
from cardkit.contest.sentences import fault_words, interval_note, kinds_of
from cardkit.contest.standings import KEPT_FAULTS, FaultInMatch
from cardkit.netgame import say, translate

_OWN = {"title", "game", "seed", "command", "low_wins", "partners", "cardkit"}
"""What the report tells of the contest in places of its own."""


def report_of(results: Results, lang: str = "en") -> str:
    """The whole file."""
    standings = results.standings
    title = translate(line(results.title), lang)
    heading = say("Contest: {title}", lang, title=title) if title else say("Contest", lang)
    sheet = b64encode(sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{sheet}'; base-uri 'none'; form-action 'none'"
    parts = [
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(heading)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        f"<header>\n<h1>{escape(heading)}</h1>\n{_facts(results, lang)}</header>\n<main>\n",
        _lead(results, lang),
        pictures(results, lang) if standings.games else "",
        _section(say("Results", lang), _results(results, lang)),
        _section(say("Time", lang), _times(results, lang)),
        _section(say("Faults", lang), _faults(results, lang)),
        _section(say("The same contest again", lang), _again(results, lang)),
        f"</main>\n<footer>cardkit {escape(cardkit.__version__)}</footer>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _facts(results: Results, lang: str) -> str:
    standings = results.standings
    words = say(
        "Bots: {bots:,}. Matches: {matches:,}. Games: {games:,}.",
        lang,
        bots=len(results.names),
        matches=standings.matches,
        games=standings.games,
    )
    return f'<p class="facts">{escape(words)}</p>\n'


def _lead(results: Results, lang: str) -> str:
    """Who is first, and whether that is more than luck."""
    standings = results.standings
    played = [who for who in standings.best_first() if standings.tallies[who].games]
    if not played:
        return f'<p class="lead-line">{escape(say("No game has been finished.", lang))}</p>\n'
    means = [standings.per_game(who) for who in played[:2]]
    level = len(means) == 2 and means[0].mean == means[1].mean
    names = [_bot(results.names[who]) for who in played[:2]]
    shown = points(means[0]).replace(" ", "\u00a0")
    if level:
        words = say(
            "{name} and {other} are level with {points} points per game.",
            lang,
            name=names[0],
            other=names[1],
            points=shown,
        )
    else:
        words = say(
            "{name} comes first with {points} points per game.", lang, name=names[0], points=shown
        )
    then = ""
    if len(means) == 2 and not level and None not in (means[0].half, means[1].half):
        better, worse = reversed(means) if standings.low_wins else means
        then = (
            say("That is more than luck: the 95 % intervals of the first two are apart.", lang)
            if better.low > worse.high
            else say(
                "The 95 % intervals of the first two overlap: more matches would tell them apart.",
                lang,
            )
        )
    return f'<p class="lead-line">{words} {escape(then)}</p>\n'


def _results(results: Results, lang: str) -> str:
    standings, rows = results.standings, []
    for place, who in enumerate(standings.best_first(), 1):
        tally, rating = standings.tallies[who], results.ratings[who]
        rows.append(
            (
                _first(place, results.names[who]),
                f"{tally.matches:,}",
                f"{tally.games:,}",
                wins(tally.wins),
                percent(tally.win_share),
                signed(tally.points),
                points(standings.per_game(who)) if tally.games else "–",
                points(standings.per_match(who)) if tally.matches else "–",
                strength(rating),
                f"{rating.ordinal:.1f}".replace("-", "−"),
            )
        )
    headings = [
        say("Bot", lang),
        say("Matches", lang),
        say("Games", lang),
        say("Wins", lang),
        "",
        say("Points", lang),
        say("Points per game", lang),
        say("Points per match", lang),
        say("Rating", lang),
        say("Ordinal", lang),
    ]
    notes = (
        say("A shared first place counts as its share of a win.", lang),
        interval_note(results, lang),
        say(
            "Ratings are Plackett-Luce ratings by the results of the matches, in their order: "
            "everybody begins with 25, ± is twice the standard deviation, and a bot is almost "
            "surely stronger than its ordinal.",
            lang,
        ),
    )
    return _table(say("Results", lang), headings, rows) + _note(*notes)


def _times(results: Results, lang: str) -> str:
    standings, rows = results.standings, []
    for place, who in enumerate(standings.best_first(), 1):
        tally = standings.tallies[who]
        rows.append(
            (
                _first(place, results.names[who]),
                f"{tally.moves:,}",
                time(tally.seconds),
                time(tally.per_move),
                time(tally.slowest),
            )
        )
    headings = [
        say("Bot", lang),
        say("Moves", lang),
        say("Time", lang),
        say("Per move", lang),
        say("Slowest move", lang),
    ]
    return _table(say("Time", lang), headings, rows)


def _faults(results: Results, lang: str) -> str:
    """By bot: how many faults of which kind, and the first of each with their evidence."""
    standings, noted = results.standings, results.standings.noted()
    guilty = [who for who in standings.best_first() if standings.tallies[who].faults]
    if not guilty:
        return f"<p>{escape(say('No bot did anything wrong.', lang))}</p>\n"
    parts = []
    for who in guilty:
        tally, own = standings.tallies[who], [each for each in noted if each.fault.entrant == who]
        open_ = " open" if len(noted) <= KEPT_FAULTS else ""
        parts.append(
            f"<details{open_}><summary>{_bot(results.names[who])}: {tally.faults.total():,} "
            f'<span class="soft">({escape(kinds_of(tally, lang))})</span></summary>\n'
            f"{''.join(_evidence(each, lang) for each in own)}</details>\n"
        )
    if len(noted) < sum(standings.tallies[who].faults.total() for who in guilty):
        parts.append(
            _note(say("Of each kind the first few of a bot are kept with their evidence.", lang))
        )
    return "".join(parts)


def _evidence(noted: FaultInMatch, lang: str) -> str:
    return (
        f'<div class="evidence">{escape(fault_words(noted, lang))}'
        f'<pre class="tall"><bdi>{escape(plain(noted.fault.evidence))}</bdi></pre></div>\n'
    )


def _again(results: Results, lang: str) -> str:
    contest = results.contest
    parts = []
    if command := contest.get("command"):
        words = f"<bdi>{escape(plain(str(command)))}</bdi>"
        parts.append(f'<pre class="command" tabindex="0">{words}</pre>\n')
    facts = [(say("Seed", lang), contest["seed"])] if "seed" in contest else []
    facts += [
        (translate(str(key).replace("_", " "), lang), _limits(value) if key == "limits" else value)
        for key, value in contest.items()
        if key not in _OWN and value not in ("", None, False, {}, [], ())
    ]
    items = "".join(
        f"<dt>{escape(line(key, 80))}</dt><dd><bdi>{escape(line(_value(value), 2000))}</bdi></dd>"
        for key, value in facts
    )
    return "".join(parts) + (f"<dl>{items}</dl>\n" if items else "")


def _limits(limits: Mapping[str, Any]) -> dict[str, str]:
    """What a bot may use, in units that people know."""
    unit = {"move": "s", "total": "s", "memory": "MB"}
    sizes = {name: value / (1 << 20 if name == "memory" else 1) for name, value in limits.items()}
    return {name: f"{size:,g} {unit.get(name, '')}".strip() for name, size in sizes.items()}


def _value(value: Any) -> str:
    match value:
        case True:
            return "✓"
        case str() | int() | float():
            return str(value)
        case dict():
            return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items()) or "–"
        case list() | tuple():
            return "; ".join(_value(inner) for inner in value) or "–"
        case None:
            return "–"
    return json.dumps(value, ensure_ascii=False, default=str)


def _section(heading: str, inside: str) -> str:
    return f'<h2>{escape(heading)}</h2>\n<section class="card">\n{inside}</section>\n'


def _note(*sentences: str) -> str:
    return f'<p class="note">{escape(" ".join(sentences))}</p>\n'


def _bot(name: str) -> str:
    """A name that keeps its writing direction, and its tricks, to itself."""
    return f"<bdi>{escape(line(name, 200))}</bdi>"


def _first(place: int, name: str) -> str:
    return f'<th class="name" scope="row"><b>{place}</b> {_bot(name)}</th>'


def _table(about: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose rows begin with a cell that is marked up already."""
    top = "".join(
        f'<th scope="col"{"" if number else " class=name"}>{escape(heading)}</th>'
        for number, heading in enumerate(headings)
    )
    body = "".join(
        f"<tr>{first}{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>\n"
        for first, *cells in rows
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(about)}"><table>'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )
