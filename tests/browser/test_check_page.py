"""check_game(page=True) plays a game on its page, and an error of the page is a fault."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import Command, Match, NetGame, Seats, Word
from cardkit.testing import GameFault, check, check_game, page
from cardkit.testing.page import Server
from cardkit.testing.person import Person
from cardkit.web.files import PAGE
from examples.rock_paper_scissors import RockPaperScissors
from tests.shed import Shed


class Ruin(NetGame):
    """A wager of its own: the first player has two points to lose, and is then asked no more."""

    title = "Ruin"
    seats = Seats(least=2, most=2)
    match = Match(games=100)
    declares = (Word("WAGER", "lose a point", "{who} wagers", "You wager", "Wager"),)

    def begin(self) -> None:
        self.asked = 0 if self.scores[0] > -2 else 1
        self.ask(self.asked)

    def offers(self, seat: int) -> list[Command]:
        return [Command("WAGER")]

    def act(self, seat: int, command: Command) -> None:
        self.end_game()

    def points(self, seat: int) -> int:
        return -(seat == self.asked)


def test_who_has_lost_everything_plays_on_at_another_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page, "TURNS", 3)
    page.check_page(Ruin, "", seed=1)


@pytest.mark.parametrize("game", [Shed, RockPaperScissors], ids=lambda game: game.__name__)
def test_a_game_that_can_be_shown_passes(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (check, page):
        monkeypatch.setattr(module, "TURNS", 10)
    checked = check_game(game, games=1, twins=1, search=0, page=True)
    assert checked.page == "10 turns on its page"


def test_a_part_that_cannot_be_shown_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    centre = (PAGE / "centre.js").read_text()
    broken = centre.replace(
        "function Facts({ view }) {", "function Facts({ view }) { view.no.no();"
    )
    assert broken != centre

    class Unlucky(Person):
        """Somebody whose page has a fault."""

        def __init__(self, context: Any, address: str) -> None:
            kind = "text/javascript"
            context.route("**/centre.js*", lambda r: r.fulfill(body=broken, content_type=kind))
            super().__init__(context, address)

    monkeypatch.setattr(page, "Person", Unlucky)
    with pytest.raises(GameFault, match="Shed: the page cannot show its centre") as fault:
        check_game(Shed, games=1, twins=1, search=0, page=True)
    assert "check_game(Shed, presets=('',), games=1, seed=1, page=True)" in str(fault.value)


def test_a_game_that_no_server_finds_is_told_where_to_write_it() -> None:
    class Local(Shed):
        """Made within a function."""

        title = "Local"

    with pytest.raises(GameFault, match="made within a function, where no server finds it"):
        check_game(Local, games=1, twins=1, search=0, page=True)


def test_without_a_browser_it_is_said_that_the_page_was_not_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardkit.testing.check.WHY_NOT", "Chromium is missing")
    monkeypatch.delattr(Server, "start")
    checked = check_game(Shed, games=1, twins=1, search=0, page=True)
    assert "The page was not tried: Chromium is missing" in str(checked)
