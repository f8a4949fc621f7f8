"""Writes what comes from the code in docs/: `python -m tools.docs`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field
from pathlib import Path
from typing import Any

from cardkit import cardgame
from cardkit.cardgame import CardGame, Condition, Stage, StageCondition, TurnCommand
from cardkit.cardgame.rules import summary_of
from cardkit.commands.configuration import SECTIONS, SETTINGS, kinds_of, option_of, toml
from cardkit.netgame import NetGame
from cardkit.netgame.conditions import (
    _fields,
    about_of,
    default_of,
    inner_class,
    values_of,
    written,
)
from cardkit.registry import find_game, installed
from cardkit.server.personal_data import STORED, StoredTable
from tools import games, messages, reference

PAGE = Path(__file__).parent.parent / "docs" / "conditions.md"
HOSTING = PAGE.parent / "hosting.md"
FIRST, LAST = "<!-- Written from the code: -->", "<!-- Written by hand again. -->"
"""Between these lines docs/hosting.md has the settings of a server."""
STORED_HERE = "<!-- Written from the code: what is stored -->"
"""And from this one on what is stored about people."""

PAPER = (
    ("`deal_setCardNumEach(5)`", "deal.each", "`Deal(each=5)`"),
    ("`stock_toTableNum(1)`", "deal.turn_up", "`Deal(turn_up=1)`"),
    ("`stock_allFaceDown()`", "", "nothing to write: nobody sees a card before it is shown"),
    ("`gameend_noHandOne()`", "end.when", '`End(when="first_empty_hand")`'),
    ("`discard_available()`", "discard", "`OrderGame(discard=Discard(…))`; without it nobody may"),
    ("`discard_turnEnd()`", "discard.ends_turn", "`Discard(ends_turn=True)`, the default"),
    ("`discard_visible(CARD_VISIBLE_ALL)`", "discard.visible", '`Discard(visible="all")`'),
    ("`discard_lastNumberOrSuitOnly()`", "discard.match", '`Discard(match="suit_or_rank")`'),
    ("`discard_numberLimit(1)`", "discard.count", "`Discard(count=1)`, the default"),
    ("`draw_available()`", "draw", "`OrderGame(draw=Draw(…))`; without it nobody may"),
    ("`draw_numberLimit(1)`", "draw.count", "`Draw(count=1)`, the default"),
    ("`draw_tableToStock()`", "deck.refill", '`Deck(refill="from_table")`'),
    ('`setName("Page 1")`', "", '`title = "Page One"`'),
    ("`setPlayersNumLimit(3, 7)`", "seats.least", "`Seats(least=3, most=7)`"),
    ("`setGameFormat(ORDER_GAME)`", "order_game", "`stages = (…, OrderGame(…))`"),
    ('`setLastOneCardMessage("Page 1!")`', "last_card.call", '`LastCard(call="Page 1!")`'),
    ("`setCardNum(52)`", "deck.size", "`Deck(size=52)`, the default"),
    (
        "`drawCheck` overridden",
        "draw.rule",
        '`Draw(rule="until_playable")`; for a rule of your own override `check_draw`',
    ),
)
"""The settings of the paper's Page One, each with the one that stands for it here."""


def toolkit() -> dict[str, list[type[Condition]]]:
    """The conditions of the toolkit, in the groups of the page."""
    public = [getattr(cardgame, name) for name in cardgame.__all__]
    return {
        "Any turn game": [*NetGame._known.values()],
        "Card games": [c for key, c in CardGame._known.items() if key not in NetGame._known],
        "Stages": [c for c in public if _is_a(c, Stage)],
        "Within a stage": [c for c in public if _is_a(c, StageCondition) and c is not TurnCommand],
    }


def of_games() -> dict[str, list[type[Condition]]]:
    """The conditions that the installed games bring along, by the title of the game."""
    found: dict[str, list[type[Condition]]] = {}
    for name in installed():
        game = find_game(name)
        own = [type(c) for key, c in game.parts().items() if key not in game._known]
        conditions = [c for c in own if issubclass(c, Condition)]
        if conditions:
            found[game.title] = conditions
    return found


def settings_page() -> str:
    """The text of docs/conditions.md."""
    groups, games = toolkit(), of_games()
    lines = [
        "# Settings",
        "",
        "This page lists every setting for authors of games and for hosts who open tables. It is "
        "written from the code by `python -m tools.docs`; make changes there.",
        "",
        f"The toolkit has {_count(groups.values())} settings, and the games that come with it have "
        f"{_count(games.values())} of their own. Set them in the class of your game, in an "
        "attribute named after the condition, or in the stage that uses it. Presets, and people "
        "who open a table, can change each setting: by its name if only one condition has it "
        "(`jokers=2`), otherwise with the name of the condition before it (`seats_least=3`). The "
        "name of a condition alone stands for its first setting: `draw=first` is the same as "
        "`draw_rule=first`, and as `rule=first` where no other condition has a `rule`.",
    ]
    for heading, conditions in groups.items():
        lines += ["", f"## {heading}"]
        for condition in conditions:
            lines += _section(condition)
    lines += ["", "## Conditions of single games"]
    for title, conditions in games.items():
        for condition in conditions:
            lines += _section(condition, title)
    lines += ["", "## The settings of the paper's Page One", "", *_paper()]
    return "\n".join(lines) + "\n"


def _is_a(thing: object, base: type[Condition]) -> bool:
    return isinstance(thing, type) and issubclass(thing, base) and thing is not base


def _count(groups: Iterable[list[type[Condition]]]) -> int:
    return sum(len(condition.settings()) for group in groups for condition in group)


def _section(condition: type[Condition], game: str = "") -> list[str]:
    of = f" of {game}" if game else ""
    lines = ["", f"### {condition.__name__}{of} (`{condition.key()}`)", "", summary_of(condition)]
    if inner := [f for f in _fields(condition) if inner_class(f)]:
        parts = [(_link(f), about_of(f).meaning, f"`{_default(f)}`") for f in inner]
        lines += ["", *_table(("condition within it", "meaning", "default"), parts)]
    if stages := _stages_with(condition):
        lines += ["", f"Stands within {', '.join(f'`{each.__name__}`' for each in stages)}."]
    if not condition.settings():
        return lines
    rows = [
        (f"`{name}`", about_of(f).meaning, values_of(f), f"`{written(default_of(f))}`")
        for name, f in condition.settings().items()
    ]
    return [*lines, "", *_table(("setting", "meaning", "values", "default"), rows)]


def _link(f: Field[Any]) -> str:
    kind = inner_class(f)
    assert kind is not None
    return f"`{f.name}={kind.__name__}(…)`"


def _default(f: Field[Any]) -> str:
    value = default_of(f)
    return "None" if value is None else f"{type(value).__name__}()"


def _stages_with(condition: type[Condition]) -> list[type[Condition]]:
    """The stages that take this condition."""
    public = [getattr(cardgame, name) for name in cardgame.__all__]
    stages = [c for c in public if _is_a(c, Stage)]
    return [s for s in stages if any(inner_class(f) is condition for f in _fields(s))]


def _paper() -> list[str]:
    rows = [(theirs, f"`{ours}`" if ours else "–", code) for theirs, ours, code in PAPER]
    return _table(("in the paper", "here", "written"), rows)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in (head, *rows)]
    return [lines[0], "|" + "---|" * len(head), *lines[1:]]


def hosting_page() -> str:
    """The text of docs/hosting.md, with the settings of a server as the code has them."""
    before, _, rest = HOSTING.read_text(encoding="utf-8").partition(FIRST)
    lines: list[str] = []
    for section in ("", *SECTIONS):
        if section:
            lines += ["", f"**[{section}]** {summary_of(SECTIONS[section])}", ""]
        lines += _table(
            ("setting", "option", "meaning", "values", "default"),
            [
                (
                    f"`{f.name}`",
                    f"`{option_of(f)}`" if option_of(f) else "",
                    about_of(f).meaning,
                    kinds_of(f),
                    f"`{toml(default_of(f))}`",
                )
                for name, f in SETTINGS.items()
                if name.rpartition(".")[0] == section
            ],
        )
    by_hand, _, rest = rest.partition(LAST)[2].partition(STORED_HERE)
    settings = (before + FIRST, "", *lines, "", LAST + by_hand + STORED_HERE)
    return "\n".join((*settings, "", *_stored(), "", LAST + rest.partition(LAST)[2]))


def _stored() -> list[str]:
    """What is stored about people, as it is exported and deleted."""
    rows = [
        (f"`{table}`", about.what, about.why, about.until, _exported(about), about.deleted)
        for table, about in STORED.items()
    ]
    return _table(("table", "what", "why", "how long", "exported", "when deleted"), rows)


def _exported(about: StoredTable) -> str:
    columns: dict[str, list[str]] = {"": [f"`{column}`" for column in about.columns]}
    for column, why in about.kept_back.items():
        columns.setdefault(why, []).append(f"`{column}`")
    told = [", ".join(named) for named in (columns.pop(""),) if named]
    return "; ".join(
        [*told, *(f"not {', '.join(named)} ({why})" for why, named in columns.items())]
    )


if __name__ == "__main__":
    PAGE.write_text(settings_page(), encoding="utf-8")
    HOSTING.write_text(hosting_page(), encoding="utf-8")
    games.PAGE.write_text(games.games_page(), encoding="utf-8")
    reference.PAGE.write_text(reference.reference_page(), encoding="utf-8")
    messages.PAGE.write_text(messages.protocol_page(), encoding="utf-8")
    messages.MODULE.write_text(messages.messages_module(), encoding="utf-8")
