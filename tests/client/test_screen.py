"""How tables look as text: every game and preset, in any width, with every card and every move."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.text import Text as Styled

from cardkit.cardgame import CardGame, CardView, FactValue
from cardkit.cardgame.reading import read_view
from cardkit.cardgame.table import card_view
from cardkit.client.look import Look
from cardkit.client.moves import Move, number_moves
from cardkit.client.player import TableState
from cardkit.client.plays import Plays
from cardkit.client.screen import standing_lines, table_lines
from cardkit.client.styled import (
    clock,
    cut,
    harmless,
    in_columns,
    status_line,
    title_line,
    width_of,
    wrapped,
)
from cardkit.client.table_log import TableLog
from cardkit.client.user_interface import rendered
from cardkit.faces import CardStyle
from cardkit.games.daifugo import Daifugo
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.whist import Whist
from cardkit.netgame import Declaration, Fact, Pile, Suit, pick
from cardkit.protocol import read_frame
from cardkit.protocol.messages import Action
from examples.tic_tac_toe import TicTacToe
from tests.client.test_moves import a_view, offered
from tests.client.test_player import TABLES, a_table, wire
from tests.helpers import below

SIZES = [(80, 18), (40, 12), (24, 8), (120, 40)]
LANGUAGES = ("en", "ja")
NUMBER = r"(?:^|(?<=\s))(\d+) "


class Spectacle:
    """A table of robots as the first player sees it, over a wire of JSON."""

    def __init__(self, game: type[CardGame], preset: str) -> None:
        self.table = a_table(game, preset)
        self.state, self.plays = TableState("ann"), Plays()
        self.look = Look().of_game(game)
        self.log = TableLog("ann", self.look)
        self.told: list[str] = []
        self._hear([["STATE", self.table.told, wire(self.table.view(0).data())]])

    def _hear(self, told: list[list[object]]) -> None:
        frame = read_frame(told)
        self.state.hear(frame)
        self.plays.hear(frame)
        self.told += [line.plain for line in self.log.tell(frame, self.state.view)]

    def steps(self, moves: int) -> Iterator[tuple[CardView, list[Move]]]:
        table, chance = self.table, below(3)
        for _ in range(moves):
            if table.match_over:
                return
            if table.playing:
                seat = table.awaited[0]
                events = table.apply(table.names[seat], pick(table.legal(seat), chance))
            else:
                events = table.apply("ann", "START")
            heard = [event.told_to(0) for event in events]
            self._hear(wire([[*words] for words in heard if words is not None]))
            legal = [str(offer) for offer in table.legal(0)]
            self._hear([["ASK", legal, wire(table.view(0).data())]])
            assert self.state.view is not None
            yield self.state.view, number_moves(self.state.offers(), self.state.view)


def plain(lines: list[Styled]) -> str:
    return "\n".join(line.plain for line in lines)


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_every_table_shows_all_cards_and_moves_and_fits(game: type[CardGame], preset: str) -> None:
    faces = CardStyle()
    spectacle = Spectacle(game, preset)
    for view, moves in spectacle.steps(12):
        for language in LANGUAGES:
            look = Look(language=language, partners=True)
            for columns, rows in SIZES:
                lines = table_lines(
                    view, look, plays=spectacle.plays, moves=moves, columns=columns, rows=rows
                )
                assert len(lines) <= rows
                assert all(width_of(line) <= columns for line in lines)
            whole = plain(table_lines(view, look, plays=spectacle.plays, moves=moves, rows=999))
            assert all(faces.name(card) in whole for card in view.hand)
            assert all(re.search(rf"(^|\s){move.number} ", whole, re.MULTILINE) for move in moves)
            assert all(name in whole for name in view.names if name != "ann")
            assert {"en": "You", "ja": "あなた"}[language] in whole


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_results_show_everybody_and_fit(game: type[CardGame], preset: str) -> None:
    table, chance = a_table(game, preset), below(3)
    while table.playing:
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), chance))
    view = read_view(wire(table.view(0).data()))
    assert view.phase == "results"
    for columns, rows in SIZES:
        lines = standing_lines(view, Look(language="ja"), ["見物"], columns, rows)
        assert len(lines) <= rows
        assert all(width_of(line) <= columns for line in lines)
    assert "bob" in plain(standing_lines(view, Look(), [], 80, 20))


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_every_page_of_moves_together_has_all_of_them(game: type[CardGame], preset: str) -> None:
    for view, moves in Spectacle(game, preset).steps(8):
        missing = {move.number for move in moves}
        for page in range(30):
            if missing:
                lines = table_lines(view, Look(), moves=moves, page=page, columns=60, rows=10)
                missing -= {
                    int(number) for number in re.findall(NUMBER, plain(lines), re.MULTILINE)
                }
        assert not missing


def test_a_panel_of_daifugo_looks_like_this() -> None:
    view = a_view("S3 H7 S7 DT J1")
    view.hands = (view.hand, ("??",) * 4, ("??", "S2"))
    view.facts = {"lock": "S", "titles": {"ann": "大富豪", "bob": "", "cem": "大貧民"}}
    view.piles = {"stock": (), "table": ("S5", "S6"), "away": ("C9",) * 6}
    view.scores, view.status = (2, 0, -2), ("here", "here", "away")
    plays = Plays()
    plays.now = [("cem", ("S5",)), ("bob", ("S6",))]
    moves = offered("S3 H7 S7 DT J1", "DISCARD S7", "DISCARD J1", "PASS")
    look = Look(catalogue=Daifugo.catalogue, declaration=Daifugo.declaration)
    assert plain(table_lines(view, look, plays=plays, moves=moves, columns=60, rows=12)) == (
        "table  cem ♠5 · bob ♠6\n"
        "cleared away ♣9 (6) · suits locked ♠\n"
        "▶ You  5 cards   2 points  大富豪 (tycoon)\n"
        "  bob  4 cards   0 points\n"
        "  cem  2 cards  -2 points  大貧民 (pauper)  is away ♠2\n"
        "hand   ♠3 ♥7 ♠7 ♦10 JK\n"
        "1 ♠7  2 JK\n"
        "3 PASS   do nothing this time"
    )


def test_a_panel_of_poker_looks_like_this_in_japanese() -> None:
    view = a_view("SA HA", stage="betting", ranks="23456789TJQKA")
    view.hands = (view.hand, ("??",) * 2, ("??",) * 2)
    view.facts = {"pot": 1200, "price": 400, "paid": [0, 400, 400]}
    view.piles, view.scores = {"stock": ("??",) * 46, "table": ()}, (20_000, 19_600, 19_600)
    plays = Plays()
    plays.hear([Action("cem", "FOLD", (), number=1)])
    moves = offered("SA HA", "CALL", "RAISE 1..19600", stage="betting")
    look = Look(language="ja", declaration=FlushPoker.declaration)
    assert plain(table_lines(view, look, plays=plays, moves=moves, columns=70, rows=12)) == (
        "山札 46 · ポット 1,200 · コール額 400\n"
        "▶ あなた  2枚  20,000点\n"
        "  bob     2枚  19,600点  賭け 400\n"
        "  cem     2枚  19,600点  賭け 400  降りた\n"
        "手札  ♥A ♠A\n"
        "1 CALL            ほかの人と同じ額を払う\n"
        "2 RAISE 1–19,600  ほかの人より多く賭ける （例: 2 10）"
    )


def test_red_suits_are_red_and_without_colour_they_are_still_there() -> None:
    cards = CardStyle().cards(["H7", "S7"])
    assert "\x1b[1;31m♥7" in rendered([cards], 80, colour=True)
    assert "31m" not in rendered([cards], 80, colour=False)
    assert rendered([cards], 80, colour=False, styled=False) == "♥7 ♠7"


def test_four_colours_tell_the_suits_apart() -> None:
    faces = CardStyle(four_colours=True)
    styles = {str(faces.card(f"{suit}7").spans[0].style) for suit in "SHDC"}
    assert len(styles) == 4


def test_letters_stand_for_signs_where_there_are_none() -> None:
    assert CardStyle(signs=False).cards(["HT", "J1", "J2"]).plain == "H10 JK JK2"


def test_nothing_that_others_write_controls_the_terminal() -> None:
    evil = Styled("bob\x1b[2J\u202egnp.exe\n")
    assert harmless(evil).plain == "bob�[2J�gnp.exe�"
    assert "\x1b[2J" not in rendered([evil], 80, colour=True)


def test_wide_characters_are_aligned_cut_and_wrapped() -> None:
    rows = [[Styled("大富豪"), Styled("1")], [Styled("AKQ"), Styled("22")]]
    assert [line.plain for line in in_columns(rows, 20, numbers=(1,))] == [
        "大富豪   1",
        "AKQ     22",
    ]
    assert width_of(cut(Styled("大富豪大富豪"), 7)) <= 7
    assert [line.plain for line in wrapped(Styled("場が流れました。次へ"), 14)] == [
        "場が流れまし",
        "た。次へ",
    ]
    assert [line.plain for line in wrapped(Styled("one two three"), 8)] == ["one two", "three"]


def test_the_status_line_keeps_what_matters_when_it_is_narrow() -> None:
    assert status_line(["▶ your turn", "0:07"], ["Whist", "host:1"], 40).plain == (
        " ▶ your turn │ 0:07      Whist │ host:1 "
    )
    assert "your turn" in status_line(["▶ your turn"], ["Whist", "a very long address"], 20).plain
    assert width_of(status_line(["あなたの番"], ["大富豪"], 11)) == 11
    assert width_of(title_line(["Whist", "game 1"], "whist-1", 12)) <= 12
    assert [clock(None), clock(65.9), clock(-3)] == ["", "1:05", "0:00"]


@pytest.mark.parametrize(
    ("board", "drawn"),
    [([["X", "10"], ["3", "O"]], ["X  │ 10", "3  │ O"]), ("#.\n.#", ["#.", ".#"])],
)
def test_a_board_is_drawn_as_rows_of_cells_or_as_its_text(
    board: FactValue, drawn: list[str]
) -> None:
    table = TicTacToe.play(["ann", "bob"])
    table.set_fact("board", board)  # as many rows as players, and still nobody's own
    lines = table_lines(card_view(table.view(0)), Look(declaration=TicTacToe.declaration))
    assert [line.plain.rstrip() for line in lines][:2] == drawn
    assert [line.plain.split() for line in lines[2:]] == [
        ["▶", "You", "0", "points"],
        ["bob", "0", "points"],
    ]


def facing(**facts: FactValue) -> CardView:
    view = a_view()
    view.facts, view.phase, view.ranking = facts, "results", (2, 0, 1)
    return view


def test_players_who_are_level_share_a_place() -> None:
    lines = standing_lines(facing(), Look(), [], 80, 20, {"cem": 1, "ann": 1})
    assert [line.plain.replace("▶", "").split()[:2] for line in lines] == [
        ["1.", "cem"],
        ["1.", "You"],
        ["3.", "bob"],
    ]


OPEN_CARDS = ("S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "ST", "SJ", "SQ")


@pytest.mark.parametrize(
    ("shown", "cards", "text"),
    [
        ("", OPEN_CARDS[:3], r"market +♠2 ♠3 ♠4$"),
        ("", OPEN_CARDS, r"market ♠Q \(11\)"),
        ("", ("??", "??"), r"market 2"),
        ("", ("??", "S4"), r"market ♠4 \(2\)"),
        ("stack", OPEN_CARDS[:3], r"market ♠4 \(3\)"),
        ("spread", OPEN_CARDS, r"market +♠2 ♠3 .*♠J ♠Q$"),
    ],
)
def test_a_pile_of_a_few_open_cards_is_spread_unless_it_is_declared_otherwise(
    shown: str, cards: tuple[str, ...], text: str
) -> None:
    view = facing()
    view.phase, view.piles = "playing", {"market": cards}
    look = Look(declaration=Declaration([Pile("market", shown=shown)]))
    assert re.search(text, plain(table_lines(view, look)), re.MULTILINE)


def test_a_table_that_is_declared_open_shows_all_its_cards() -> None:
    view = facing()
    view.phase, view.piles = "playing", {"table": OPEN_CARDS}
    look = Look(declaration=Declaration([Pile("table", shown="spread")]))
    assert "table  ♠2 ♠3 ♠4" in plain(table_lines(view, look))


@pytest.mark.parametrize("result", [True, False])
def test_a_pile_is_seen_beside_the_result_if_that_is_declared(result: bool) -> None:
    view = facing()
    view.piles = {"house": OPEN_CARDS[:3]}
    look = Look(declaration=Declaration([Pile("house", result=result)]))
    lines = standing_lines(view, look, [], 80, 20)
    assert ("house  ♠2 ♠3 ♠4" in plain(lines)) == result
    assert len(lines) == 3 + result


@pytest.mark.parametrize(
    ("grouped", "cards", "text"),
    [
        ("rank", ("S7", "H7", "S8", "H8"), "♠7 ♥7  ♠8 ♥8"),
        ("melds", ("S3", "S4", "S5", "H9", "C9", "D9", "S2"), "♠2 ♠3 ♠4 ♠5  ♥9 ♣9 ♦9"),
        ("melds", ("S3", "S4", "D2"), "♠3 ♠4  ♦2"),
        ("", ("S7", "H7", "S8"), "♠7 ♥7 ♠8"),
    ],
)
def test_cards_lie_together_as_it_is_declared(
    grouped: str, cards: tuple[str, ...], text: str
) -> None:
    view = facing(melds=[["S2", "S3", "S4", "S5"], ["C4", "H4", "D4"], ["H9", "C9", "D9"]])
    view.phase, view.piles = "playing", {f"meld:{view.names[1]}": cards}
    declared = Pile("meld", grouped=grouped, shown="spread"), Fact("melds", kind="groups")
    shown = plain(table_lines(view, Look(declaration=Declaration(declared))))
    assert f" {text}\n" in shown
    assert "melds" not in shown, "it is nothing to read by itself"


def test_what_hints_have_told_stands_at_the_cards() -> None:
    view = facing(known=["- 3 H", "H7 - -", ""])
    view.phase = "playing"
    view.hand, view.hands = ("??",) * 3, (("??",) * 3, ("H7", "C2", "H3"), ("S2", "S4", "C5"))
    shown = plain(table_lines(view, Look(declaration=Declaration([Fact("known", kind="marks")]))))
    assert "♥7(H7) ♣2 ♥3" in shown
    assert "♠2 ♠4 ♣5" in shown
    assert "hand   ?? ??(3) ??(H)" in shown
    assert "known" not in shown, "it is nothing to read by itself"


def test_a_pile_for_each_suit_is_called_by_its_suit() -> None:
    view = facing()
    view.phase, view.piles = "playing", {"row:H": ("H2",), "row:G": ("G2",)}
    look = Look(declaration=Declaration([Pile("row", label="row"), Suit("G", "green")]))
    assert re.search(r"row ♥ +♥2\n.*row green +", plain(table_lines(view, look)))


def test_the_log_gives_partners_the_places_that_the_panel_gives_them() -> None:
    seen = Spectacle(Whist, "short")
    view = next(view for view, _ in seen.steps(60) if view.phase == "results")
    panel = [line.plain.split()[0] for line in standing_lines(view, seen.look, [], 80, 20)]
    assert panel == ["1.", "1.", "3.", "3."]
    assert [line.plain.split()[0] for line in seen.log.result[1:]] == panel


def test_who_deals_is_seen_at_the_player_and_suits_are_signs() -> None:
    view = facing(dealer="bob", contract="3 S", bids=["", "3 S", "PASS"])
    view.phase = "playing"
    text = plain(table_lines(view, Look()))
    assert re.search(r"bob .* bids 3 ♠ +dealer", text)
    assert "contract 3 ♠" in text
    assert "dealer bob" not in text


def test_tricks_are_as_many_as_the_game_says_however_many_cards_they_have() -> None:
    view = facing(tricks=[2, 0, 1])
    view.phase, view.piles = "playing", {"won:ann": ("S2",) * 6, "won:bob": (), "won:cem": ("S3",)}
    text = plain(table_lines(view, Look(declaration=Whist.declaration)))
    assert re.findall(r"(You|bob|cem) .*tricks won (\d)", text) == [
        ("You", "2"),
        ("bob", "0"),
        ("cem", "1"),
    ]


def test_a_card_without_a_place_in_the_rows_lies_beside_them() -> None:
    view, rows = a_view(), Declaration([Pile("line", shown="rows")])
    view.piles = {"line": ("S7", "J1")}
    assert "JK" in plain(table_lines(view, Look(declaration=rows)))
