"""Players who are asked at once: their answers are kept, and carried out together."""

from collections.abc import Mapping, Sequence

import pytest

from cardkit.netgame import HIDDEN, Clock, Command, NetGame, Refused, Seats, Word

SIGNS = tuple(Command("SHOW", word=word) for word in ("ROCK", "PAPER", "SCISSORS"))
BEATS = {"ROCK": "SCISSORS", "PAPER": "ROCK", "SCISSORS": "PAPER"}


class Signs(NetGame):
    """Both show a sign at once; equal signs are shown again."""

    title = "Signs"
    seats = Seats(least=2, most=2)
    clock = Clock(move=10)
    declares = (Word("SHOW", choice=tuple(BEATS)),)
    SECRET = True

    def begin(self) -> None:
        self.ask_all(*self.order, secret=self.SECRET)

    def offers(self, seat: int) -> Sequence[Command]:
        return SIGNS

    def after_all(self, answers: Mapping[int, Command]) -> None:
        one, other = (answers[seat].word for seat in (0, 1))
        if one == other:
            self.begin()
        else:
            self.end_game((0, 1) if BEATS[one] == other else (1, 0))


class OpenSigns(Signs):
    """The same, where the second sees what the first has shown."""

    title = "Open signs"
    SECRET = False


def begun(game: type[Signs] = Signs) -> Signs:
    table = game.play(["ann", "bob"])
    table.listening = True
    return table


def told(table: NetGame, who: str, what: str, at: float = 0.0) -> list[tuple[object, ...]]:
    heard = [event.words(1) for event in table.apply(who, what, at)]
    return [words for words in heard if words is not None]


def test_a_secret_answer_is_told_when_all_have_answered() -> None:
    table = begun()
    assert told(table, "ann", "SHOW PAPER") == [("ACTION", "ann", HIDDEN), ("TURN", 10.0, "bob")]
    assert told(table, "bob", "SHOW ROCK")[:4] == [
        ("ACTION", "bob", HIDDEN),
        ("ACTION", "ann", "SHOW", "PAPER"),
        ("ACTION", "bob", "SHOW", "ROCK"),
        ("SCORE", "ann", 0, "bob", 0),
    ]
    assert table.ranking == (0, 1)


def test_an_open_answer_is_told_at_once() -> None:
    table = begun(OpenSigns)
    assert told(table, "ann", "SHOW PAPER")[0] == ("ACTION", "ann", "SHOW", "PAPER")
    assert told(table, "bob", "SHOW ROCK")[:2] == [
        ("ACTION", "bob", "SHOW", "ROCK"),
        ("SCORE", "ann", 0, "bob", 0),
    ]


def test_nobody_answers_twice() -> None:
    table = begun()
    table.apply("ann", "SHOW PAPER")
    with pytest.raises(Refused) as refused:
        table.apply("ann", "SHOW ROCK")
    assert refused.value.reason == "NOT_YOUR_TURN"
    assert table.awaited == (1,)


def test_what_others_see_does_not_depend_on_a_secret_answer() -> None:
    views = []
    for sign in SIGNS:
        table = begun()
        events = [event.words(1) for event in table.apply("ann", sign)]
        views.append((table.view(1), events))
    assert views[0] == views[1] == views[2]


def test_an_answer_gives_nobody_else_more_time() -> None:
    table = begun()
    table.apply("ann", "SHOW PAPER", 4.0)
    assert table.deadline == 10.0
    table.apply("bob", "SHOW PAPER", 8.0)
    assert table.deadline == 18.0


def test_a_copy_and_a_replay_hold_the_answers_so_far() -> None:
    table = begun()
    table.apply("ann", "SHOW PAPER")
    twin = table.copy()
    twin.apply("bob", "SHOW ROCK")
    assert (twin.ranking, table.ranking, table.awaited) == ((0, 1), (), (1,))
    again = Signs()
    for who, what, at in table.journal:
        again.apply(who, what, at)
    again.apply("bob", "SHOW SCISSORS")
    assert again.ranking == (1, 0)
