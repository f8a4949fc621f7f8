"""check_game says what was never reached, looks for it, and lets an author say what need not be."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from cardkit.cardgame import (
    EVERYONE,
    Ask,
    Bot,
    CardCommand,
    CardGame,
    Deal,
    Discard,
    Draw,
    End,
    MatchStart,
    Meld,
    OrderGame,
    Refused,
    Seats,
    Stage,
    StageState,
    condition,
)
from cardkit.cardgame.melds import plain_melds
from cardkit.netgame import Command, Declared, Offer, Word
from cardkit.testing import GameFault, check_game
from examples.tic_tac_toe import TicTacToe
from tests.shed import Shed

DRAW = CardCommand("DRAW", amount=1)


class GinState(StageState):
    """Whether the player in turn has drawn."""

    __slots__ = ("drawn",)

    def __init__(self) -> None:
        self.drawn = False


@condition
class Gin(Stage[CardGame, GinState]):
    """Draw and discard in turn, and knock with little outside melds."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word("DRAW", "take a card", number=(1, 1)),
        Word("DISCARD", "put a card away", cards=(1, 1)),
        Word("KNOCK", "end the game with ten points or less outside melds"),
    )

    def endings(self) -> Sequence[str]:
        return ("knock", "stock")

    def begin(self, table: CardGame) -> None:
        table.state = GinState()
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: GinState) -> list[CardCommand]:
        if not state.drawn:
            return [DRAW, *([CardCommand("KNOCK")] if left_over(table, seat) <= 10 else [])]
        return [card.discard for card in table.hand(seat)]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: GinState) -> None:
        if command.verb == "KNOCK":
            table.piles.show(table.hand(seat), seat)
            table.did(seat, command)
            table.next_stage("knock")
        elif command.verb == "DRAW":
            table.piles.take(seat, 1)
            state.drawn = True
            table.ask(seat)
        else:
            table.piles.move(command.cards, seat, "table", to=EVERYONE)
            state.drawn = False
            if len(table.piles["stock"]) > 2:
                table.ask(table.following[seat])
            else:
                table.next_stage("stock")


def left_over(table: CardGame, seat: int) -> int:
    """What the cards outside the longest melds count, each meld taken as it comes."""
    hand = [*table.hand(seat)]
    for meld in sorted(plain_melds(Meld(), hand, table.cards), key=lambda m: -len(m.cards)):
        if all(card in hand for card in meld.cards):
            hand = [card for card in hand if card not in meld.cards]
    values = {**{str(n): n for n in range(2, 10)}, "A": 1}
    return sum(values.get(card.rank, 10) for card in hand)


class GinGame(CardGame):
    """A Gin in which hardly anybody knocks by chance."""

    title = "Gin"
    seats = Seats(least=2, most=2)
    stages: tuple[Stage[Any, Any], ...] = (Deal(each=10), Gin())


def test_play_is_driven_to_a_word_that_is_hardly_ever_said_by_chance() -> None:
    chance = check_game(GinGame, games=6, search=0, twins=5)
    assert chance.unreached == ("gin KNOCK", "gin ends: knock")
    driven = check_game(GinGame, games=6, twins=5)
    assert driven.unreached == ()
    assert 0 < driven.searched < 20_000
    assert driven == check_game(GinGame, games=6, twins=5)


class Knocker(Bot):
    """Knocks as soon as it can, and keeps melds and low cards."""

    def choose(self, view: Any, legal: Sequence[CardCommand | Offer]) -> str:
        if CardCommand("KNOCK") in legal:
            return "KNOCK"
        if legal[0] == DRAW:
            return str(DRAW)
        ranks, suits = [c[1] for c in view.hand], [c[0] for c in view.hand]
        high = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
        return max(
            map(str, legal),
            key=lambda said: (
                ranks.count(said[-1]) < 2,
                suits.count(said[-2]) < 4,
                high.get(said[-1], 5),
            ),
        )


def test_bots_reach_what_chance_does_not() -> None:
    checked = check_game(GinGame, games=40, search=0, twins=5, bots=[Knocker])
    assert checked.unreached == ()


def test_what_a_search_finds_is_looked_at_closely() -> None:
    class Leaky(GinGame):
        """Whoever knocks tells what the other holds."""

        title = "Leaky"

        def on_knock(self, seat: int, command: CardCommand) -> None:
            self.emit("KNOCKED", str(self.hand(1 - seat)[0]))

    check_game(Leaky, games=6, search=0, twins=5)
    with pytest.raises(GameFault, match="secrecy is broken") as found:
        check_game(Leaky, games=6, twins=5)
    again = {
        "presets": ("",),
        "seats": (2,),
        "seed": 1,
        "towards": ["gin KNOCK", "gin ends: knock"],
    }
    assert f"check_game(Leaky, {', '.join(f'{k}={v}' for k, v in again.items())})" in str(
        found.value
    )
    with pytest.raises(GameFault) as repeated:
        check_game(Leaky, presets=("",), seats=(2,), seed=1, towards=again["towards"])  # type: ignore[arg-type]
    assert str(repeated.value) == str(found.value)


class Mute(Shed):
    """SING is declared, and nobody may ever say it."""

    title = "Mute"
    declares = (Word("SING", "sing a song"),)


def test_a_word_that_cannot_be_said_is_reported_and_a_fault_where_all_must_be_reached() -> None:
    checked = check_game(Mute, games=12, search=2000, twins=5)
    assert checked.unreached == ("order_game PASS", "SING", "order_game ends: all_pass")
    assert checked.searched == 2000
    assert "Never reached: order_game PASS; SING; order_game ends" in str(checked)
    with pytest.raises(GameFault, match=r"nobody ever came to .*SING; .*need_not_reach={'order_"):
        check_game(Mute, games=12, search=2000, twins=5, need_not_reach={})


def test_an_author_says_what_need_not_be_reached() -> None:
    reasons = dict.fromkeys(("order_game PASS", "order_game ends: all_pass"), "all cards fit")
    reasons["SING"] = "a song is only for show"
    checked = check_game(Mute, games=12, twins=5, need_not_reach=reasons)
    assert (checked.unreached, checked.searched) == ((), 0)
    with pytest.raises(
        ValueError, match=r"Mute declares nothing called 'SIGN'; did you mean SING\?"
    ):
        check_game(Mute, games=12, need_not_reach={"SIGN": "misspelt"})


def test_an_end_that_only_long_games_have_is_found() -> None:
    class Limited(Shed):
        """It ends after a while, if nobody is out before."""

        title = "Limited"
        stages = (
            Deal(each=4),
            OrderGame(
                discard=Discard(),
                draw=Draw(rule="any_time", ends_turn=True),
                end=End(turn_limit=70, stock_left=0),
            ),
        )

    ending = "order_game ends: turn_limit"
    assert ending in check_game(Limited, games=12, search=0, twins=5).unreached
    assert ending not in check_game(Limited, games=12, twins=5).unreached


def test_a_stage_that_is_never_come_to_is_reported() -> None:
    @condition
    class Last(Gin):
        """It ends the game."""

        def act(self, table: CardGame, seat: int, command: CardCommand, state: GinState) -> None:
            table.skip_stages()

    class Short(GinGame):
        """The last stage is left out."""

        title = "Short"
        stages = (Deal(each=2), Last(), Gin())

    checked = check_game(Short, games=12, search=500, twins=5)
    assert {"gin", "gin DRAW", "gin KNOCK"} <= {*checked.unreached}
    assert "last" not in checked.unreached


def test_a_game_that_is_over_asks_nobody() -> None:
    class Short(Shed):
        """A hook ends the game, and the stage goes on."""

        title = "Short"

        def on_discard(self, seat: int, command: CardCommand) -> None:
            if len(self.hand(seat)) == 1:
                self.skip_stages()

    with pytest.raises(GameFault, match=r"the game is over, and .* still asked in the stage order"):
        check_game(Short, games=12)


def test_words_of_a_game_without_cards_are_counted_too() -> None:
    class Shy(TicTacToe):
        """Players might give up, but are not offered it."""

        title = "Shy"
        declares = (*TicTacToe.declares, Word("RESIGN", "give up"))  # type: ignore[assignment]

    assert check_game(TicTacToe, games=12).unreached == ()
    assert check_game(Shy, games=12, search=500).unreached == ("RESIGN",)


def test_what_is_told_without_a_declaration_is_named_with_its_line() -> None:
    class Secretive(Shed):
        """It tells what it does not declare."""

        title = "Secretive"

        def on_discard(self, seat: int, command: CardCommand) -> None:
            self.set_fact("last", command.cards[0].suit)
            self.emit("CLAP", self.names[seat])

    line = Secretive.on_discard.__code__.co_firstlineno
    checked = check_game(Secretive, games=12, search=0, twins=5)
    assert checked.undeclared == (
        f"Fact('last', …) (test_reached.py:{line + 1}, on_discard)",
        f"Notice('CLAP', …) (test_reached.py:{line + 2}, on_discard)",
    )
    assert "Not declared: Fact('last', …)" in str(checked)


def test_a_word_that_no_stage_declares_is_a_fault() -> None:
    @condition
    class Undeclared(Gin):
        """KNOCK is forgotten."""

        declares = Gin.declares[:2]

        def offers(self, table: CardGame, seat: int, state: GinState) -> list[CardCommand]:
            return [CardCommand("KNOCK")]

    class Forgotten(GinGame):
        """Players say what is not declared."""

        title = "Forgotten"
        stages = (Deal(each=10), Undeclared())

    with pytest.raises(GameFault, match=r"players say KNOCK, which the stage undeclared does not"):
        check_game(Forgotten, games=5)


# --- bots ------------------------------------------------------------------------------------


class Cheat(Bot):
    """Says what is not legal."""

    def choose(self, view: Any, legal: Sequence[Command | Offer]) -> str:
        return "DISCARD ZZ"


class Clumsy(Bot):
    """Breaks down."""

    def choose(self, view: Any, legal: Sequence[Command | Offer]) -> str:
        return str(legal[99])


@pytest.mark.parametrize(
    ("bot", "wrong"),
    [
        (Cheat, "the bot Cheat says DISCARD ZZ, which is refused with NO_SUCH_CARD"),
        (
            Clumsy,
            r"the bot broke down in Clumsy.choose: IndexError: tuple index out of range, in "
            r"test_reached.py:\d+, choose",
        ),
    ],
)
def test_a_bot_that_is_wrong_is_named_with_its_line(bot: type[Bot], wrong: str) -> None:
    with pytest.raises(GameFault, match=wrong) as found:
        check_game(Shed, games=10, bots=[bot])
    assert f"bots=[{bot.__name__}])" in str(found.value)


def test_bots_hear_of_matches_and_games() -> None:
    heard: list[str] = []

    class Listener(Bot):
        """Notes what it is told."""

        def choose(self, view: Any, legal: Sequence[Command | Offer]) -> str:
            return self.any(legal)

        def match_begins(self, match: MatchStart) -> None:
            heard.append("match")

        def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
            heard.append(f"game {game}")

        def game_over(
            self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
        ) -> None:
            heard.append(f"over {game} {len(points)} {len(ranking)}")

    check_game(Shed, games=10, bots=[Listener], search=0, twins=1)
    assert {"match", "game 1", "over 1 3 3"} <= {*heard}


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    check_game(Shed, games=10, search=0, twins=1, progress=lambda *now: told.append(now))
    assert [of for _, of in told] == [10] * len(told)
    assert [*told] == sorted(told)
    assert told[-1][0] >= 10


def test_a_crash_names_the_line_and_the_input() -> None:
    class Brittle(Shed):
        """Breaks at a seven."""

        title = "Brittle"

        def on_discard(self, seat: int, command: CardCommand) -> None:
            if command.cards[0].rank == "7":
                raise KeyError("seven")

    class Blind(Shed):
        """Breaks when somebody has few cards."""

        title = "Blind"

        def view(self, viewer: int = -1) -> Any:
            if any(len(self.piles[seat]) < 4 for seat in self.order if seat in self.piles):
                raise LookupError("few")
            return super().view(viewer)

    line = Brittle.on_discard.__code__.co_firstlineno + 2
    wrong = rf"' raised KeyError: 'seven', in test_reached.py:{line}, on_discard\."
    with pytest.raises(GameFault, match=wrong):
        check_game(Brittle, games=5, twins=0)
    with pytest.raises(GameFault, match=r"LookupError: few, in .*, view, see above") as found:
        check_game(Blind, games=5, twins=0)
    assert "after 0 inputs" not in str(found.value)


def test_a_refusal_outside_a_check_is_a_fault_of_the_game() -> None:
    class Late(Shed):
        """Refuses what it has offered."""

        title = "Late"

        def on_discard(self, seat: int, command: CardCommand) -> None:
            raise Refused("TOO_LATE", "not any more")

    with pytest.raises(GameFault, match=r"apply\(\) refuses it: TOO_LATE: not any more"):
        check_game(Late, games=5)


def test_words_that_differ_only_in_what_is_chosen_are_told_apart() -> None:
    class Fish(CardGame):
        """Ask for ranks, or for cards."""

        title = "Fish"
        seats = Seats(least=3, most=3)
        stages = (Deal(each=5), Ask(ask_limit=300))
        presets = {"ranks": {}, "cards": {"asks_for": "card"}}

    checked = check_game(Fish, games=8, twins=1, search=0)
    assert not [name for name in checked.unreached if "ASK" in name]
    alone = check_game(Fish, games=4, twins=1, search=0, presets=["ranks"])
    assert not [name for name in alone.unreached if "ASK" in name]
