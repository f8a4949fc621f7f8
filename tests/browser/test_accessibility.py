"""What axe finds in every view of the page: nothing, in light and dark, in English and Japanese."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

from cardkit.cli import main
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store_address import DATABASE
from cardkit.testing.page import Server
from tests.browser.conftest import NUMBERS, Come
from tests.browser.person import Person
from tests.server.test_history_schema import finished

Step = Callable[[Person], object]
RECORD = Path(__file__).parent.parent / "records" / "daifugo-1.jsonl"
GO_ON = "section[aria-labelledby=own] button"


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contests")
    words = ["contest", "akq", "honest", "rand", "--matches", "2", "--games", "2", "--records", "1"]
    main([*words, "--seed", "1", "--out", str(folder / "spring")])
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, contests: Path) -> Iterator[Server]:
    """A server that has a past, shows a contest, and has a game without cards."""
    data = tmp_path_factory.mktemp("views") / "data"
    data.mkdir(0o700)
    with closing(sqlite_store(data / DATABASE)) as store:
        store.write([*finished([("ann", 3), ("bob", -3)], game="akq"), ("closed", ("akq-1",))])
        store.sync()
    game = "examples.tic_tac_toe:TicTacToe"
    running = Server(data, "--contests", str(contests), "--game", game)
    yield running
    running.stop()


def then(*steps: Step) -> Step:
    return lambda person: [step(person) for step in steps]


def go(path: str) -> Step:
    return lambda person: person.page.goto(person.address + path)


def play_now(game: str) -> Step:
    """By a link; before the first game begins, its table is shown for a moment."""
    begun = ".table[data-phase=playing], .table[data-phase=results]"
    return then(go(f"/?play={game}"), lambda person: person.page.locator(begun).wait_for())


def click(*selectors: str) -> Step:
    """Close what is open, and click on one after another."""

    def do(person: Person) -> None:
        dialog = person.page.locator("dialog[open]")
        if dialog.count():
            person.page.keyboard.press("Escape")
            dialog.wait_for(state="detached")
        for selector in selectors:
            person.page.locator(selector).first.click()

    return do


def at_game(name: str, *, button: int) -> str:
    """A button of a game on the front page: to play now, to open a table, to read the rules."""
    return f".games [data-game={name}] .row button:nth-child({button})"


def play_to_the_end(person: Person) -> None:
    over = ".table[data-phase=results]"  # in the lobby, tables of others are over, too
    asked_or_over = person.page.locator(f".table[data-turn=mine], {over}").first
    asked_or_over.wait_for()
    while person.is_asked:
        person.play()
        asked_or_over.wait_for()


def take_a_name(person: Person) -> None:
    person.enter(f"axe-{next(NUMBERS)}")


def choose_record(person: Person) -> None:
    person.page.locator("input[type=file]").set_input_files(RECORD)


def step_on(person: Person) -> None:
    person.page.locator(".steps input[type=range]").fill("20")


VIEWS: dict[str, list[tuple[str, Step, str]]] = {
    "front page": [
        ("of a stranger", go("/"), ".tables li"),
        ("asked for a name", click(".who button"), "dialog .entry"),
        ("rules", click(at_game("daifugo", button=3)), ".sheet h4"),
        ("form", click(at_game("daifugo", button=2)), "dialog .fields"),
        ("all settings", click(at_game("daifugo", button=2), "dialog summary"), "fieldset"),
        ("with a name", then(click(), take_a_name), ".who strong"),
        ("account", click(".who button:nth-of-type(2)", "dialog summary"), "dialog details form"),
        ("name and entry", click(".who button", "dialog summary"), "input[type=password]"),
    ],
    "table": [
        ("before a game", click(at_game("akq", button=2), "dialog button.primary"), ".standing"),
        ("asked", then(Person.begin, Person.come_to_turn), ".table[data-turn=mine]"),
        ("rules", click(".menu button:nth-of-type(1)"), ".sheet h4"),
        ("invitation", click(".menu button:nth-of-type(2)"), "dialog input[readonly]"),
        ("settings", click(".menu button:nth-of-type(4)"), "dialog .keys"),
        ("before leaving", click(".menu .leave"), "dialog [data-leave]"),
        ("deal", click(".fair", "dialog summary"), "dialog details"),
        ("set aside", then(click(), Person.go_away), "section[aria-labelledby=own]"),
        ("over", then(click(GO_ON), play_to_the_end), ".table[data-phase=results]"),
        ("result", Person.await_turn, ".standing .ranking"),
        ("score sheet", click(".sheet-button"), "dialog .scores"),
    ],
    "other tables": [
        ("of cards", then(play_now("flush_poker"), Person.come_to_turn), ".table[data-turn=mine]"),
        ("of a trick", then(Person.go_away, play_now("whist")), ".held"),
        (
            "of piles",
            then(Person.go_away, play_now("gin_rummy"), Person.await_turn),
            ".centre .pile",
        ),
        ("of rows", then(Person.go_away, play_now("sevens")), ".rows"),
        ("without cards", then(Person.go_away, play_now("tictactoe")), ".board"),
    ],
    "past": [
        ("history", go("/history"), ".matches"),
        ("games of a match", click(".matches tbody button"), ".played li"),
        ("leaderboard", go("/results"), ".past h1"),
        ("contests", go("/results"), ".contests"),
        ("no record yet", go("/replay"), "input[type=file]"),
        ("replay", choose_record, ".replay .steps"),
        ("in a game", step_on, ".replay[data-phase=playing]"),
    ],
    "contest": [  # out of files: at a server its report may run no script, and axe is one
        ("report", go("/spring/report.html"), ".map"),
        ("matches", go("/spring/matches.html"), ".matches"),
        ("replay", click(".matches tbody a"), "main.replay"),
    ],
}
"""By part of the page: the name of a view, how to come there from the one before, what it shows."""


RULES = {"light": None, "dark": ["color-contrast"]}
"""All that axe has, and those of which more schemes have to be looked at, in one language."""
RUN = """async (runOnly) => {
  const options = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
  const { violations } = await axe.run(document, options);
  const where = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 200));
  return violations.map(({ id, nodes }) => [id, where(nodes)]);
}"""


def look(person: Person, language: str) -> dict[str, list[str]]:
    """What axe finds wrong, and where."""
    page = person.page
    found: dict[str, list[str]] = {}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for scheme, rules in RULES.items():
        if scheme != "light" and language != "en":
            continue
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found |= {f"{scheme}, {wrong}": where for wrong, where in page.evaluate(RUN, rules)}
    return found


@pytest.mark.parametrize(
    ("part", "language"), [*((part, "en") for part in VIEWS), ("front page", "ja"), ("table", "ja")]
)
def test_axe_finds_nothing_wrong(
    come: Come, house: Server, contests: Path, part: str, language: str
) -> None:
    address = contests.as_uri() if part == "contest" else house.address
    person = come("", address, locale=language)
    if part == "front page":
        come("bob", address).open_table("AKQ")  # so that there is one to join
    found: dict[str, list[str]] = {}
    for name, step, shown in VIEWS[part]:
        step(person)
        person.page.locator(shown).first.wait_for()
        found |= {f"{name}, {what}": where for what, where in look(person, language).items()}
    assert found == {}
