"""How a table was opened: its game and options, and what the server adds to them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self
from unicodedata import combining

from cardkit.cardgame import MatchStart
from cardkit.levels import Level
from cardkit.netgame import NetGame, Reason, Refused, Text
from cardkit.netgame.conditions import did_you_mean
from cardkit.protocol.reasons import ServerReason
from cardkit.server.ratings import PACKAGE, is_installed

SECRETS = ("match", "hand", "auditor")
"""When the secret of a deal is told: after the match, after each hand, or to nobody here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HostingOptions:
    """What the server adds to the options of a game when a table is opened."""

    title: str = ""
    robots: Level | None = None
    """How well they play; None: there are none."""
    pause: float = 0.0
    owner: str = ""
    origin: str = ""
    """Stands for the address from which it was opened, without telling it."""
    secret: str = "match"
    """One of SECRETS."""
    stays: bool = False
    """Whether the table is kept open when nobody is there."""
    rated: bool = False
    """Whether its matches, between accounts alone, count on the leaderboard."""
    advice: bool = False
    """Whether players may ask what a strong robot would do in their place."""
    private: bool = False
    """Whether only those find the table who were told its name, which cannot be guessed."""
    barred: str = ""
    """Who was sent away and cannot come back: their names, with a space between them."""

    def written(self) -> tuple[str, str, str]:
        """As it is stored, who has opened it and from where apart from the rest."""
        rest = {k: v for k, v in asdict(self).items() if k not in ("owner", "origin")}
        return json.dumps(rest), self.owner, self.origin

    @classmethod
    def read(cls, rest: str, owner: str, origin: str) -> Self:
        told = json.loads(rest)
        robots = told.pop("robots", None)
        if robots is True:  # as it was before there were levels
            robots = Level.NORMAL
        return cls(**told, robots=Level(robots) if robots else None, owner=owner, origin=origin)


@dataclass(slots=True)
class TableSettings:
    """How a table was opened, and what it is made anew from after a restart."""

    name: str
    game: str
    rules: type[NetGame]
    preset: str
    options: Mapping[str, Any]
    hosting: HostingOptions = field(default_factory=HostingOptions)
    opened: float | None = None

    def match(self) -> MatchStart:
        """What is played here."""
        return MatchStart.of(self.rules, self.game, self.preset, self.options)


def hosting_options(
    chosen: Mapping[str, str], **more: Any
) -> tuple[HostingOptions, dict[str, str]]:
    """What was chosen for a table: what the server sees to, and the options of the game."""
    options = dict(chosen)
    robots = _level(options.pop("robots", "no"))
    hosting = HostingOptions(
        title=_title(options.pop("title", "")),
        robots=robots,
        pause=_seconds("pause", options.pop("pause", "0")),
        secret=_secret(options.pop("secret", "match")),
        rated=_yes_no("rated", options.pop("rated", "no")),
        advice=_yes_no("advice", options.pop("advice", "yes" if robots else "no")),
        private=_yes_no("private", options.pop("private", "no")),
        **more,
    )
    if hosting.rated and hosting.robots:
        raise Refused(
            Reason.BAD_OPTION, "a rated table is for accounts alone: rated=yes goes with robots=no"
        )
    if hosting.rated and hosting.advice:
        raise Refused(
            Reason.BAD_OPTION, "nobody gets hints where it counts: rated=yes goes with advice=no"
        )
    if hosting.rated and hosting.private:
        raise Refused(
            Reason.BAD_OPTION,
            "all may see what counts on the leaderboard: rated=yes goes with private=no",
        )
    return hosting, options


_WITH_ROBOTS = {"drop_in": "on"}
"""Whoever comes has the place of a robot in the next game, with points of their own."""
_RATED = {"move": "60", "grace": "30"}
"""Nobody keeps the others from ending a match."""


def with_defaults(
    hosting: HostingOptions, rules: type[NetGame], preset: str, options: Mapping[str, Any]
) -> dict[str, Any]:
    """The options of a table with robots, or of a rated one: with what goes without saying there.
    Not where that was chosen otherwise, or the game cannot do it."""
    added = _WITH_ROBOTS if hosting.robots else _RATED if hosting.rated else {}
    wanted = {**added, **options}
    try:
        rules.with_options(preset, wanted)
    except Refused:  # what is wrong with the options is said when the table is opened
        return dict(options)
    return wanted


def check_options(rules: type[NetGame], preset: str, options: Mapping[str, Any]) -> None:
    """Whether a table of this game can be opened so, or a refusal."""
    clock = rules.with_options(preset, options)["clock"]
    if 0 < clock.move < 1:
        raise Refused(
            Reason.BAD_OPTION, "here a move takes at least a second: move=1, or 0 for no limit"
        )


def check_rated(rules: type[NetGame], preset: str, options: Mapping[str, Any]) -> None:
    """Whether a table of this game can be a rated one, or a refusal."""
    if not is_installed():
        text = "matches cannot be rated here; for the host: pip install {package}"
        raise Refused(ServerReason.NOT_ALLOWED, text, package=PACKAGE)
    chosen = rules.with_options(preset, options)
    seats, clock, policy = chosen["seats"], chosen["clock"], chosen["disconnect"].policy
    stalls = not clock.move or clock.late == "suspend" or policy == "suspend"
    if stalls or seats.drop_in or policy == "kick":
        raise Refused(
            Reason.BAD_OPTION,
            "a rated match keeps its players and goes on without those who leave: set move=60, "
            "late=robot, policy=robot and drop_in=off, or leave them out",
        )
    if not seats.partners and _all_play_together(rules(preset, options)):
        raise Refused(
            ServerReason.NOT_ALLOWED,
            "in {game} nobody plays against another, so nobody can be rated by it",
            game=rules.catalogue.text(rules.title),
        )


def _all_play_together(table: NetGame) -> bool:
    for number in range(min(max(2, table.seats.least), table.seats.most)):
        table.apply("", f"FILL robot-{number}")
    return len(table.side(0)) == len(table.names)


def _title(text: str) -> str:
    """A command has words, so a space in a title is written as an underscore."""
    stacks = (text[at : at + 3] for at in range(len(text) - 2))
    if len(text) > 40 or not text.isprintable() or any(all(map(combining, s)) for s in stacks):
        raise Refused(
            Reason.BAD_OPTION,
            "a title has at most 40 characters, none of which controls the terminal or the "
            "direction, nor many marks on one letter",
        )
    return re.sub("(?<=[^_])_(?=[^_])", " ", text)


_YES_NO = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def _yes_no(name: str, value: str) -> bool:
    if value.lower() not in _YES_NO:
        raise Refused(
            Reason.BAD_OPTION,
            "{name} is yes or no, not {value}{hint}",
            name=name,
            value=value[:40],
            hint=did_you_mean(value, list(_YES_NO)) or Text("."),
        )
    return _YES_NO[value.lower()]


def _level(value: str) -> Level | None:
    word, known = value.lower(), [each.value for each in Level]
    if word in _YES_NO:
        return Level.NORMAL if _YES_NO[word] else None
    if word not in known:
        raise Refused(
            Reason.BAD_OPTION,
            "{name} is one of {known}, not {value}",
            name="robots",
            known=", ".join(("no", *known)),
            value=value[:40],
        )
    return Level(word)


def _secret(value: str) -> str:
    if value.lower() not in SECRETS:
        raise Refused(
            Reason.BAD_OPTION,
            "{name} is one of {known}, not {value}",
            name="secret",
            known=", ".join(SECRETS),
            value=value[:40],
        )
    return value.lower()


def _seconds(name: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if seconds and not 1 <= seconds <= 3600:
        text = "{name} is 0 or a number of seconds from 1 to 3600, not {value}"
        raise Refused(Reason.BAD_OPTION, text, name=name, value=value[:40])
    return seconds
