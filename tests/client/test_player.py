"""What a client knows of a table is what the table would tell it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from cardkit.cardgame import CardGame, CardView
from cardkit.cardgame.reading import read_view
from cardkit.client.messages import Lost
from cardkit.client.player import TableState
from cardkit.games.hearts import Hearts
from cardkit.games.rummy import Rummy
from cardkit.netgame import WATCHER, Event, Refused, pick
from cardkit.protocol import read_frame
from cardkit.protocol.messages import Action, AskMessage, Chat, MoveEvent, StateMessage
from cardkit.registry import installed
from tests.helpers import below, card_game
from tests.hidden_hands import HIDDEN_HANDS
from tests.own_decks import OWN_DECKS

GAMES: list[type[CardGame]] = [*(card_game(name) for name in installed())]
PLAIN = [*map(card_game, ("akq", "daifugo", "flush_poker", "page_one", "whist"))]
"""In the others, cards that are seen may lie between hidden ones in a hand."""
TABLES = [
    (game, preset)
    for game in (*GAMES, *OWN_DECKS, *HIDDEN_HANDS)
    for preset in game.presets or ("",)
]
NAMES = ["ann", "bob", "cem", "dai", "emi"]


class Listener:
    """Hears a table as one of its participants does, over a wire of JSON."""

    def __init__(self, table: CardGame, name: str) -> None:
        self.table, self.name = table, name
        self.state = TableState(name)
        self.asked_again = 0
        self.ask_state()

    def viewer(self) -> int:
        return self.table.people.seat_of.get(self.name, WATCHER)

    def ask_state(self) -> None:
        self.state.hear(
            [StateMessage(self.table.told, wire(self.table.view(self.viewer()).data()))]
        )

    def hear(self, events: Sequence[Event]) -> None:
        viewer = self.viewer()
        heard = [e.told_to(viewer) for e in events]
        told = wire([[*words] for words in heard if words is not None])
        self.state.hear(read_frame(told))
        if viewer in self.table.awaited:
            self.state.hear([AskMessage([str(offer) for offer in self.table.legal(viewer)])])
        if not self.state.exact:
            self.asked_again += 1
            self.ask_state()

    def check(self) -> None:
        view = self.state.view
        assert view is not None
        known, true = wire(view.data()), wire(self.table.view(self.viewer()).data())
        untold = ["stage"]  # until the next STATE or ASK
        if self.table.bank is not None and self.table.playing:
            untold.append("scores")
        for part in untold:
            del known[part], true[part]
        for parts in (known, true):  # nobody is told of a pile before a card is put there
            parts["piles"] = {name: pile for name, pile in parts["piles"].items() if pile}
        assert known == true


def wire(value: Any) -> Any:
    return json.loads(json.dumps(value))


def a_table(game: type[CardGame], preset: str = "", key: bytes = b"client") -> CardGame:
    seats = game.with_options(preset)["seats"]
    table = game.play(NAMES[: max(seats.least, min(seats.most, 4))], preset, key=key)
    table.listening = True
    return table


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_events_lead_to_the_same_view_as_the_state(game: type[CardGame], preset: str) -> None:
    table = a_table(game, preset)
    listeners = [Listener(table, name) for name in ("ann", "bob", "eve")]
    chance, games, moves = below(5), 1, 120
    for _ in range(moves):
        if table.playing:
            seat = table.awaited[chance(len(table.awaited))]
            events = table.apply(table.names[seat], pick(table.legal(seat), chance))
        else:
            events = table.apply("", "START")
            games += 1
        for listener in listeners:
            listener.hear(events)
            listener.check()
    if game in PLAIN:
        assert all(listener.asked_again <= 2 * games for listener in listeners)


@pytest.mark.parametrize("policy", ["robot", "forfeit", "suspend"])
def test_who_is_away_and_who_is_back_is_known(policy: str) -> None:
    table = Rummy.play(NAMES, "", {"policy": policy, "grace": 5}, key=b"away")
    table.listening = True
    listeners = [Listener(table, name) for name in ("ann", "bob", "eve")]
    chance = below(3)
    for number in range(300):
        if number % 7 == 0:
            name = NAMES[number // 7 % 4]
            here = table.people.status[table.people.seat_of[name]] == "here"
            line = ("", f"LOST {name}" if here else f"BACK {name}")
        elif number % 7 == 3 and table.due() is not None:
            line = ("", "TIME")
        elif not table.playing:
            line = ("", "START")
        elif robots := table.robots():
            line = ("", f"ROBOT {table.names[robots[0]]}")
        else:
            seat = table.awaited[0]
            offers = table.legal(seat)
            line = (table.names[seat], pick(offers, chance)) if offers else ("", "")
        try:
            events = table.apply(*line, at=float(number))
        except Refused:
            continue
        for listener in listeners:
            listener.hear(events)
            listener.check()


def test_one_may_say_something_only_while_asked() -> None:
    table = a_table(Rummy)
    ann = Listener(table, "ann")
    assert ann.state.legal == ()
    seat = table.people.seat_of["ann"]
    while table.awaited != (seat,):
        ann.hear(table.apply(table.names[table.awaited[0]], str(table.legal(table.awaited[0])[0])))
    ann.state.hear([AskMessage([str(o) for o in table.legal(seat)], wire(table.view(seat).data()))])
    assert ann.state.legal
    assert [str(offer) for offer in ann.state.offers()] == list(ann.state.legal)
    while table.awaited == (seat,):
        events = table.apply("ann", str(table.legal(seat)[-1]))
        ann.hear(events)
    assert ann.state.legal == ()
    assert ann.state.offers() == []


def test_a_question_stays_when_somebody_else_answers_theirs() -> None:
    table = a_table(Hearts)
    ann = Listener(table, "ann")
    ann.state.hear([AskMessage([str(o) for o in table.legal(0)])])
    ann.hear(table.apply("bob", pick(table.legal(1), below())))
    assert ann.state.legal == tuple(str(offer) for offer in table.legal(0))
    ann.state.hear([Lost("NO_CONNECTION", "the connection is lost")])
    assert ann.state.legal == ()


def test_the_log_keeps_what_is_not_seen_on_the_table() -> None:
    state = TableState("ann")
    action, chat = Action("bob", "ENTER", (), number=5), Chat("bob", "hello")
    state.hear([action, chat, MoveEvent("a", "b", (), number=6)])
    state.hear([Lost("NO_CONNECTION", "the connection is lost")])
    assert list(state.log) == [action, chat, Lost("NO_CONNECTION", "the connection is lost")]
    assert state.view is None
    assert state.phase == ""
    assert state.offers() == []


@pytest.mark.parametrize(
    "event",
    [
        [9, "MOVE", "nowhere", "table", "S3"],
        [9, "MOVE", "ann", "table", "XX", "XX", "XX", "XX", "XX", "XX", "XX", "XX"],
        [9, "MOVE"],
        [9, "TURN", 0, "nobody"],
        [9, "SCORE", "ann"],
        [9, "PHASE", "playing"],
        [9, "AWAY"],
        [9, "GATHER", "stock", "many"],
    ],
    ids=str,
)
def test_what_does_not_fit_makes_the_state_inexact_and_no_worse(event: list[Any]) -> None:
    ann = Listener(a_table(Rummy), "ann")
    ann.state.hear(read_frame([event]))
    assert not ann.state.exact
    ann.ask_state()
    ann.check()


def test_a_notice_of_a_game_changes_nothing() -> None:
    ann = Listener(a_table(Rummy), "ann")
    ann.state.hear(read_frame([[9, "SOMETHING", "of", "tomorrow"]]))
    assert ann.state.exact
    ann.check()


@pytest.mark.parametrize("message", [["STATE", 3, {"names": 5}], ["STATE"], ["ASK", [], 7]])
def test_what_is_no_view_is_refused(message: list[Any]) -> None:
    with pytest.raises(Refused, match="BAD_FRAME"):
        TableState("ann").hear(read_frame([message]))


def test_offers_that_no_table_wrote_are_refused() -> None:
    ann = Listener(a_table(Rummy), "ann")
    ann.state.hear([AskMessage(["PUT bob 3 of ?? ??"])])
    with pytest.raises(Refused, match="BAD_FRAME"):
        ann.state.offers()


def test_a_state_tells_the_table_and_who_is_there() -> None:
    state = TableState("ann")
    data = wire(a_table(Rummy).view(0).data())
    people = {"ann": "player", "eve": "watching"}
    state.hear([StateMessage(7, {**data, "table": "rummy-1", "rules": "rummy", "people": people})])
    assert (state.table, state.game, state.people) == ("rummy-1", "rummy", people)
    assert isinstance(state.view, CardView)
    assert state.view.names == read_view(data).names
