"""Simulations: the same again for the same seed, fair to all seats, flat in memory."""

import gc
import re
import tracemalloc
from collections.abc import Sequence

import pytest

from cardkit import simulate as module
from cardkit.cardgame import (
    Bot,
    Card,
    CardCommand,
    CardGame,
    CardView,
    Deal,
    Discard,
    Draw,
    MatchStart,
    Offer,
    OrderGame,
    Rand,
    Seats,
    Stage,
    StageState,
    condition,
)
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import Below, Refused
from cardkit.reasons import LocalReason
from cardkit.registry import find_game, installed
from cardkit.simulate import Simulation, simulate
from examples.tic_tac_toe import TicTacToe
from tests.shed import Shed


class Timid(Bot):
    """Gives up whatever it can."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return next(
            (c for c in legal if isinstance(c, CardCommand) and c.verb == "FOLD"), self.any(legal)
        )


class Says(Bot):
    """Says always the same."""

    line: object = "DISCARD XX"

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.line  # type: ignore[return-value]


class Breaks(Bot):
    """Divides by nothing."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return legal[1 // 0]  # type: ignore[return-value]


class Watcher(Bot):
    """Remembers where it sat; plays at random."""

    seats: list[tuple[int, int]] = []

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        assert view.seat is not None
        Watcher.seats.append((id(self.below), view.seat))  # there is a new bot for each match
        return self.any(legal)


@pytest.mark.parametrize("name", installed())
def test_the_same_seed_gives_the_same_result(name: str) -> None:
    game = find_game(name)
    once, again, other = (simulate(game, games=12, seed=seed) for seed in (7, 7, 8))
    assert once == again
    assert once != other
    assert once.games == 12


def test_a_simulation_in_two_parts_is_the_same_as_in_one() -> None:
    parts = Simulation(PageOne, seed=5)
    parts.run(7)
    halfway = parts.result()
    parts.run(5)
    assert halfway == simulate(PageOne, games=7, seed=5)
    assert parts.result() == simulate(PageOne, games=12, seed=5)


def test_wins_and_points_are_those_of_the_games() -> None:
    result = simulate(AKQ, {"timid": Timid, "rand": Rand}, games=200, seed=1)
    timid, rand = result.tallies
    assert (timid.bot, rand.bot) == ("timid", "rand")
    assert timid.games == rand.games == 200
    assert timid.wins + rand.wins == 200
    assert timid.points == -rand.points
    assert timid.points < 0
    assert rand.mean == rand.points / 200
    assert result.moves == timid.moves + rand.moves


def test_the_standard_error_is_that_of_the_points() -> None:
    tally = module.BotTally("any", games=4, points=10, squares=30)  # 1, 2, 3 and 4 points
    assert tally.mean == 2.5
    assert tally.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert module.BotTally("one", games=1, points=3, squares=9).error == 0


def test_the_best_bot_comes_first_also_where_few_points_are_good() -> None:
    bots = {"timid": Timid, "rand": Rand}
    high, low = (simulate(AKQ, bots, games=50, options={"low_wins": x}) for x in (False, True))
    assert [tally.bot for tally in high.best_first()] == ["rand", "timid"]
    assert [tally.bot for tally in low.best_first()] == ["timid", "rand"]


def test_partners_win_together() -> None:
    result = simulate(Whist, {"a": Rand, "b": Rand}, games=20, seed=1)
    assert sum(tally.wins for tally in result.tallies) == 40


def test_the_bots_move_one_seat_on_from_match_to_match() -> None:
    Watcher.seats.clear()
    simulate(PageOne, {"a": Watcher, "b": Watcher, "c": Watcher}, games=3, players=3)
    sat: dict[int, set[int]] = {}
    for bot, seat in Watcher.seats:
        sat.setdefault(bot, set()).add(seat)
    assert list(sat.values()) == [{0, 1, 2}] * 3


class Diary(Bot):
    """Remembers what it was told since it was made, and plays at random."""

    told: list[list[tuple[object, ...]]] = []

    def __init__(self, below: Below) -> None:
        super().__init__(below)
        self.mine: list[tuple[object, ...]] = []
        self.told.append(self.mine)

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)

    def match_begins(self, match: MatchStart) -> None:
        self.mine.append(("match", match.names, match.seat, match.games))

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        self.mine.append(("game", game, tuple(names), seat))

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        assert sorted(ranking) == [0, 1]
        self.mine.append(("result", game, sum(points), tuple(scores)))

    def match_over(self, scores: Sequence[int]) -> None:
        self.mine.append(("end", tuple(scores)))


def test_a_bot_hears_of_every_match_and_game_as_in_a_contest() -> None:
    Diary.told.clear()
    simulate(AKQ, {"diary": Diary, "rand": Rand}, games=3, options={"games": 2})
    names = ("player-1", "player-2")
    first, second = (mine for mine in Diary.told if mine)
    assert [entry[0] for entry in first] == ["match", "game", "result", "game", "result", "end"]
    assert [entry[0] for entry in second] == ["match", "game", "result"]  # no more was asked for
    for seat, mine in enumerate((first, second)):
        assert mine[:2] == [("match", names, seat, 2), ("game", 1, names, seat)]
        assert mine[2][:3] == ("result", 1, 0)
    assert first[4][3] == first[5][1]


def test_a_bot_that_fails_to_listen_is_told_with_its_line() -> None:
    class Deaf(Rand):
        def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
            raise LookupError("what?")

    with pytest.raises(Refused, match=r"the bot deaf broke down: LookupError: what\?") as caught:
        simulate(AKQ, {"deaf": Deaf}, games=1)
    assert caught.value.reason == LocalReason.BAD_BOT


def test_a_bot_named_twice_takes_two_seats_and_one_row() -> None:
    bots = [("rand", Rand), ("rand", Rand), ("timid", Timid)]
    result = simulate(PageOne, bots, games=6, players=3)
    assert [(t.bot, t.games) for t in result.tallies] == [("rand", 12), ("timid", 6)]


def test_few_bots_are_seated_again_and_again() -> None:
    result = simulate(Daifugo, {"a": Rand, "b": Rand}, games=20, players=5)
    assert [t.games for t in result.tallies] == [50, 50]


def test_options_and_presets_are_those_of_the_table() -> None:
    assert simulate(Daifugo, games=2, preset="uecda").players == 5
    match_of_three = simulate(Daifugo, games=9, options={"games": 3})
    assert match_of_three.matches == 3


@pytest.mark.parametrize(
    ("line", "why"),
    [("DISCARD XX", "NO_SUCH_CARD"), ("HELLO", "UNKNOWN_WORD"), (None, "NOT_A_COMMAND")],
)
@pytest.mark.parametrize("preset", ["official", "uecda"])  # uecda takes it as a pass, at a table
def test_an_illegal_command_is_told_with_the_bot_and_the_command(
    preset: str, line: object, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Says, "line", line)
    with pytest.raises(Refused) as caught:
        simulate(Daifugo, {"rand": Rand, "parrot": Says}, games=5, preset=preset)
    assert caught.value.reason == LocalReason.BAD_BOT
    assert f"the bot parrot said “{line}”, which is refused with {why}: " in caught.value.text()


def test_a_bot_that_breaks_down_is_told_with_the_line() -> None:
    with pytest.raises(Refused) as caught:
        simulate(PageOne, {"rand": Rand, "broken": Breaks}, games=5)
    text = caught.value.text()
    assert text.startswith("the bot broken broke down: ZeroDivisionError")
    assert "(test_simulate.py, line " in text


class Unfinished(Bot):
    """Cannot even sit down."""

    def __init__(self, one: object, another: object) -> None: ...


def test_a_bot_that_cannot_be_made_is_told() -> None:
    with pytest.raises(Refused, match="the bot unfinished broke down: TypeError"):
        simulate(PageOne, {"unfinished": Unfinished})


@pytest.mark.parametrize(
    ("players", "bots", "said"),
    [
        (9, 1, "Daifugo is for 2 to 8 players, not for 9"),
        (1, 1, "Daifugo is for 2 to 8 players, not for 1"),
        (2, 3, "3 bots need as many seats, and there are only 2"),
    ],
)
def test_a_wrong_number_of_players_is_refused(players: int, bots: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        simulate(Daifugo, [("rand", Rand)] * bots, players=players)


def test_as_many_play_as_the_game_and_the_bots_need() -> None:
    assert simulate(AKQ, games=1).players == 2
    assert simulate(PageOne, games=1).players == 4
    assert simulate(PageOne, [("rand", Rand)] * 6, games=1).players == 6


class Endless(CardGame):
    """Draw and draw, and never stop."""

    title = "Endless"
    seats = Seats(least=2, most=2)
    stages = (Deal(each=2), OrderGame(discard=Discard(), draw=Draw(rule="any_time")))

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.piles.move(self.piles["table"][:], "table", seat, to=seat)


def test_a_game_that_does_not_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MOVES", 500)
    with pytest.raises(Refused, match="a game of Endless has lasted 500 moves"):
        simulate(Endless, games=1)


@condition
class Mute(Stage[CardGame, StageState]):
    """Asks the first player, who has nothing to say."""

    def begin(self, table: CardGame) -> None:
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: StageState) -> tuple[CardCommand, ...]:
        return ()


class Stuck(CardGame):
    """Nobody may play, and nobody may pass."""

    title = "Stuck"
    stages = (Deal(each=2), Mute())


@condition
class Unasked(Stage[CardGame, StageState]):
    """Asks nobody and does not end."""

    def begin(self, table: CardGame) -> None:
        table.ask()


class Silent(CardGame):
    """Nobody is asked."""

    title = "Silent"
    stages = (Deal(each=2), Unasked())


@pytest.mark.parametrize(("game", "who"), [(Stuck, "player-1"), (Silent, "anybody")])
def test_a_game_that_is_stuck_is_told(game: type[CardGame], who: str) -> None:
    with pytest.raises(Refused, match=f"is stuck: there is nothing that {who} may say"):
        simulate(game, games=1)


def test_a_thousand_games_need_no_more_memory_than_a_hundred() -> None:
    simulation = Simulation(AKQ, seed=1)
    simulation.run(100)
    tracemalloc.start()
    try:
        simulation.run(100)
        gc.collect()
        early = tracemalloc.get_traced_memory()[0]
        simulation.run(900)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < early + 20_000
    finally:
        tracemalloc.stop()


def test_the_result_as_data_is_plain() -> None:
    data = simulate(AKQ, {"timid": Timid, "rand": Rand}, games=10, seed=1).data()
    assert data["game"] == "AKQ"
    assert data["games"] == 10
    assert [bot["bot"] for bot in data["bots"]] == ["timid", "rand"]
    assert sum(bot["share_of_moves"] for bot in data["bots"]) == pytest.approx(1)


def test_who_listens_hears_after_each_game() -> None:
    heard: list[int] = []
    Simulation(AKQ, seed=1).run(5, heard.append)
    assert heard == [1, 2, 3, 4, 5]


class Failing(Whist):
    """A game whose rules fail, in a hook of its own."""

    title = "Failing"

    def on_trick(self, winner: int, cards: Sequence[Card]) -> None:
        self.piles.move(cards, "stock", "away", to=winner)


def test_rules_that_fail_are_told_with_the_line_of_the_author_and_the_words() -> None:
    with pytest.raises(Refused) as caught:
        Simulation(Failing, [("rand", Rand)], 1).run(1)
    line = Failing.on_trick.__code__.co_firstlineno + 1
    assert caught.value.reason == "BAD_GAME"
    assert "ValueError:" in caught.value.text()
    assert "is not in the pile stock" in caught.value.text()
    assert f"(test_simulate.py, line {line})" in caught.value.text()


def test_nobody_loses_a_draw() -> None:
    result = simulate(TicTacToe, games=200, seed=4)
    wins = sum(tally.wins for tally in result.tallies)
    points = sum(tally.points for tally in result.tallies)
    assert wins == 200 + (200 - points), "in each game without a point both were first"
    assert points < 200


class Fragile(Shed):
    """Breaks at the first card."""

    title = "Fragile"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        raise LookupError("what?")


def test_a_game_that_breaks_is_told_with_the_line_the_input_and_how_to_see_it_again() -> None:
    line = Fragile.on_discard.__code__.co_firstlineno + 1
    with pytest.raises(Refused) as caught:
        simulate(Fragile, games=3, seed=7)
    text = caught.value.text()
    assert re.match(r"the game broke down at “player-\d DISCARD ..”: LookupError: what\?", text)
    assert text.endswith(f"(test_simulate.py, line {line}). The same again: --seed 7")
