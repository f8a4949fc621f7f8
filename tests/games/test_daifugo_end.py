"""How a game of Daifugo ends: one test per row of its rules, from miyako-ochi to illegal plays."""

import pytest

from cardkit.cardgame.climbing import ClimbState
from cardkit.games.daifugo import Daifugo
from tests.daifugo_tables import (
    FIVE,
    HIGH,
    LOW,
    PLAIN,
    POOR,
    PRESETS,
    RICH,
    after,
    asked,
    cheat,
    deal,
    finish,
    hand,
    position,
    ranking,
    say,
    titles,
)
from tests.helpers import refusal, state_of


@pytest.mark.parametrize(
    ("preset", "usual"), [("millionaire", "off"), ("official", "play_on"), ("uecda", "off")]
)
def test_row_miyako_ochi(preset: str, usual: str) -> None:
    """Miyako-ochi (都落ち) | off | on: last game's 大富豪 who is not first this game ends it
    大貧民 | off | `miyako` off/play_on/immediate (immediate throws the hand in when another goes
    out first)."""
    for options in ({}, {"miyako": "off"}, {"miyako": "play_on"}):
        falls = options.get("miyako", usual) != "off"
        order = ("bob", "ann", "cid", "dee", "eve")
        table = finish(after(*FIVE, preset=preset, **options), *order)
        assert ranking(table) == (["bob", "cid", "dee", "eve", "ann"] if falls else list(order))
        assert titles(table)["ann"] == (LOW if falls else RICH)
        again = finish(after(*FIVE, preset=preset, **options), *FIVE)
        assert titles(again)["ann"] == HIGH, "first again: nothing happens"


def play_anything(table: Daifugo) -> None:
    """Everybody says the first thing that is offered, robots what they like, to the end."""
    while table.playing:
        name = asked(table)
        if table.awaited[0] in table.robots():
            table.apply("", f"ROBOT {name}")
        else:
            table.apply(name, str(table.legal(table.awaited[0])[0]))


def test_row_miyako_ochi_plays_on() -> None:
    """`play_on`: the fallen 大富豪 keeps the hand and takes part until the end."""
    table = after(*FIVE)
    position(table, {"bob": "S4", "ann": "H5 S6", "cid": "H7 C7", "dee": "D7 D9", "eve": "C9 CT"})
    say(table, "S4")
    assert hand(table, "ann") == {"H5", "S6"}
    say(table, "PASS", "PASS", "PASS", "H5")
    assert table.playing


@pytest.mark.parametrize("preset", PRESETS)
def test_row_miyako_ochi_immediate(preset: str) -> None:
    """`immediate` throws the hand in when another goes out first; nobody else sees it."""
    table = after(*FIVE, preset=preset, miyako="immediate")
    table.set_order(range(5))
    position(table, {"eve": "S4", "ann": "H5 S6", "bob": "H7", "cid": "D7 D9", "dee": "C9 CT"})
    table.listening = True
    heard = [e.words(table.people.seat_of["bob"]) for e in table.apply("eve", "DISCARD S4")]
    table.listening = False
    assert ("FALLEN", "ann") in heard
    assert ("MOVE", "ann", "away", "??", "??") in heard
    assert hand(table, "ann") == set()
    assert asked(table) == "bob"
    play_anything(table)
    assert ranking(table)[-1] == "ann"
    assert titles(table)["ann"] == LOW
    assert titles(table)["eve"] == HIGH


def test_row_miyako_ochi_of_two_players_ends_the_game() -> None:
    """The last opponent's hand is thrown in: all but none are out."""
    table = after("ann", "bob", miyako="immediate")
    position(table, {"bob": "S4", "ann": "H5 S6"})
    say(table, "S4")
    assert not table.playing
    assert ranking(table) == ["bob", "ann"]


def test_row_miyako_ochi_of_three_players() -> None:
    """Three players of the official rules have none, so nobody falls."""
    table = finish(after("ann", "bob", "cid"), "bob", "ann", "cid")
    assert ranking(table) == ["bob", "ann", "cid"]


@pytest.mark.parametrize("preset", PRESETS)
def test_row_forbidden_finish(preset: str) -> None:
    """Forbidden finish | off | off | off | `forbidden_finish` set of ranks; first offender ranks
    lowest."""
    hands = {"ann": "H2", "bob": "D9", "cid": "ST", "dee": "HJ", "eve": "SQ"}
    for options, offended in (
        ({}, False),
        ({"forbidden_finish": "2"}, True),
        ({"forbidden_finish": "38*"}, False),
    ):
        table = deal(hands, preset, **options)
        say(table, "H2", "PASS", "PASS", "PASS", "PASS")
        assert hand(table, "ann") == set()
        assert asked(table) == "bob", "the others play on"
        say(table, "D9", "ST", "HJ")
        rest = ["bob", "cid", "dee", "eve"]
        assert ranking(table) == ([*rest, "ann"] if offended else ["ann", *rest])


@pytest.mark.parametrize(
    ("cards", "forbidden", "offends"),
    [
        ("S8 H8", "8", True),
        ("J1", "*", True),
        ("SK J1", "*", True),
        ("SK J1", "2", False),
        ("SK SA J1", "2", True),
        ("S2 H2", "*", False),
        ("SQ SK SA", "2*", False),
    ],
)
def test_row_forbidden_finish_in_combinations(cards: str, forbidden: str, offends: bool) -> None:
    """Any card of the play counts; a joker counts as itself and as what it stands for."""
    table = deal({"ann": cards, "bob": "D4"}, forbidden_finish=forbidden)
    say(table, cards)
    assert state_of(table, ClimbState).fallen == ([0] if offends else [])
    assert table.state.finished == ([] if offends else [0])


def test_row_forbidden_finish_of_several() -> None:
    """The first offender ranks lowest, the second above; who is left alone is first."""
    hands = {"ann": "S2", "bob": "H2", "cid": "D2", "dee": "C2", "eve": "S4"}
    table = deal(hands, forbidden_finish="2")
    say(table, "S2", "PASS", "PASS", "PASS", "PASS")
    say(table, "H2", "PASS", "PASS", "PASS")
    say(table, "D2", "PASS", "PASS", "C2")
    assert ranking(table) == ["eve", "dee", "cid", "bob", "ann"]


@pytest.mark.parametrize("preset", PRESETS)
def test_row_gekokujo(preset: str) -> None:
    """Gekokujo (下克上) | off | off | off | `gekokujo`: 大貧民 finishing first reverses all
    ranks."""
    order = ("eve", "bob", "ann", "cid", "dee")
    plain = finish(after(*FIVE, preset=preset, miyako="off"), *order)
    assert ranking(plain) == list(order)
    table = finish(after(*FIVE, preset=preset, gekokujo=True), *order)
    assert [titles(table)[n] for n in FIVE] == [LOW, POOR, PLAIN, RICH, HIGH]
    other = after(*FIVE, preset=preset, gekokujo=True, miyako="off")
    finish(other, "dee", "ann", "bob", "cid", "eve")
    assert ranking(other) == ["dee", "ann", "bob", "cid", "eve"], "not first: no reversal"


def test_row_gekokujo_does_not_free_who_cheated_or_gave_up() -> None:
    """A cheater is 大貧民 and who forfeited is last, also when all ranks are reversed."""
    table = after(*FIVE, preset="millionaire", gekokujo=True)
    table.apply("", "LOST eve")
    table.apply("", "ROBOT eve")
    table.apply("", "BACK eve")
    say(table, f"PUT eve {' '.join(list(hand(table, 'ann'))[:2])}")
    cheat(table, "dee")
    finish(table, "eve", "ann", "bob", "cid")
    assert ranking(table) == ["eve", "cid", "bob", "ann", "dee"]
    assert titles(table)["dee"] == LOW
    gone = after(*FIVE, gekokujo=True)
    gone.apply("", "FORFEIT dee")
    finish(gone, "eve", "ann", "bob", "cid", "dee")
    assert ranking(gone) == ["eve", "cid", "bob", "ann", "dee"]


def test_row_several_demotions_in_one_game() -> None:
    """Several demotions in one game | from the bottom up: the fallen 大富豪, then forbidden
    finishers, first offender lower | same | same."""
    table = after(*FIVE, forbidden_finish="2")
    position(table, {"dee": "S2", "eve": "H4 C4", "ann": "S5 H5", "bob": "D6 S6", "cid": "H2"})
    say(table, "S2", "PASS", "PASS", "PASS", "PASS")
    say(table, "H4", "PASS", "D6", "H2", "PASS", "PASS", "PASS")
    say(table, "C4", "PASS", "PASS")
    assert [table.names[s] for s in state_of(table, ClimbState).fallen] == ["ann", "dee", "cid"]
    say(table, "S5", "S6")
    assert ranking(table) == ["eve", "bob", "cid", "dee", "ann"]


def test_row_several_demotions_of_one_player() -> None:
    """A 大富豪 who finishes on a forbidden rank, first or later, is lowest of all."""
    table = after(*FIVE, forbidden_finish="2")
    position(table, {"ann": "S2", "bob": "H2", "cid": "D9", "dee": "ST", "eve": "HJ"})
    say(table, "S2", "PASS", "PASS", "PASS", "PASS")
    say(table, "H2", "PASS", "PASS", "PASS")
    say(table, "D9", "ST")
    assert ranking(table) == ["cid", "dee", "eve", "bob", "ann"]
    table = after(*FIVE, forbidden_finish="2")
    position(table, {"bob": "H3", "cid": "D2", "dee": "ST H9", "eve": "HJ HQ", "ann": "S2"})
    say(table, "H3", "D2", "PASS", "PASS", "PASS")
    say(table, "ST", "PASS", "S2", "PASS", "PASS", "H9")
    assert ranking(table) == ["bob", "dee", "eve", "cid", "ann"]


@pytest.mark.parametrize("preset", PRESETS)
def test_row_game_ends(preset: str) -> None:
    """Game ends | all but one are out | same | same."""
    hands = {"ann": "S4", "bob": "H5", "cid": "S6", "dee": "H7", "eve": "S3 H3 D3"}
    table = deal(hands, preset)
    say(table, "S4", "H5", "S6")
    assert table.playing
    say(table, "H7")
    assert not table.playing
    assert table.awaited == ()
    assert ranking(table) == list(FIVE)
    assert hand(table, "eve") == {"S3", "H3", "D3"}


@pytest.mark.parametrize("preset", PRESETS)
def test_row_points(preset: str) -> None:
    """Points | +2 +1 0 −1 −2; the last game of the set also adds +10 +5 0 −5 −10 | same | 5 4 3 2 1
    | `points`, `final_points`."""
    each = [5, 4, 3, 2, 1] if preset == "uecda" else [2, 1, 0, -1, -2]
    last = [0] * 5 if preset == "uecda" else [10, 5, 0, -5, -10]
    table = Daifugo.play(FIVE, preset, key=b"x")
    for game in range(1, 10):
        finish(table, *FIVE)
        assert table.scores == [game * p for p in each]
        table.apply("", "START")
    finish(table, *FIVE)
    assert table.scores == [10 * p + more for p, more in zip(each, last, strict=True)]


@pytest.mark.parametrize(
    ("names", "points"),
    [(FIVE[:2], [2, -2]), (FIVE[:3], [1, 0, -1]), (FIVE[:4], [2, 1, -1, -2])],
)
def test_row_points_of_fewer_players(names: tuple[str, ...], points: list[int]) -> None:
    """The points go by the title, whoever is missing."""
    assert finish(Daifugo.play(names, key=b"x"), *names).scores == points


@pytest.mark.parametrize("preset", PRESETS)
def test_row_points_can_be_chosen(preset: str) -> None:
    """`points`, `final_points`: by title."""
    options = {"points": {HIGH: 7}, "final_points": {LOW: -3, HIGH: 1}, "games": 2}
    table = finish(Daifugo.play(FIVE, preset, options, key=b"x"), *FIVE)
    assert table.scores == [7, 0, 0, 0, 0]
    table.apply("", "START")
    assert finish(table, *FIVE).scores == [15, 0, 0, 0, -3]


@pytest.mark.parametrize("preset", PRESETS)
def test_row_set(preset: str) -> None:
    """Set | 10 games | 10 | free | `games`."""
    for options, games in (({}, 10), ({"games": 1}, 1), ({"games": 12}, 12)):
        table = Daifugo.play(FIVE, preset, options, key=b"x")
        for game in range(1, games + 1):
            assert table.game_no == game
            assert not table.match_over
            finish(table, *FIVE)
            if game < games:
                table.apply("", "START")
        assert table.match_over
        table.apply("", "START")
        assert (table.game_no, table.scores, table.ranking) == (1, [0] * 5, ())
        assert table.stage.key() == "climbing_game", "no exchange in the first game of a set"


def test_row_illegal_play() -> None:
    """Illegal play | refuse with a reason and ask again | same | counts as a pass | `illegal`
    ask/pass/forfeit."""
    hands = {"ann": "S9 S4", "bob": "H5 H6"}
    for preset in PRESETS[:2]:
        table = deal(hands, preset)
        say(table, "S9")
        assert refusal(table, "bob", "DISCARD H5").reason == "TOO_WEAK"
        assert refusal(table, "bob", "DISCARD SK").reason == "NOT_HELD"
        assert asked(table) == "bob"
    table = deal(hands, "uecda")
    say(table, "S9", "H5")
    assert asked(table) == "cid"
    assert hand(table, "bob") == {"H5", "H6"}
    table = deal(hands, "uecda")
    say(table, "S9 S4")
    assert asked(table) == "bob", "a pass also for who leads"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_illegal_play_can_forfeit_the_game(preset: str) -> None:
    """`illegal` forfeit: the player ends the game last."""
    table = deal({"ann": "S9 S4", "bob": "H5"}, preset, illegal="forfeit")
    say(table, "S9", "HK")
    table.apply("", "ROBOT bob")
    assert asked(table) == "cid"
    position(table, {"bob": "H5", "ann": "S6", "cid": "H7", "dee": "S9", "eve": "HT"})
    play_anything(table)
    assert ranking(table)[-1] == "bob"
