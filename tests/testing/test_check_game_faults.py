"""Every planted fault is found, and the sentence says what is wrong."""

import re
from collections.abc import Sequence
from typing import Any, NoReturn

import pytest

from cardkit.cardgame import (
    CardCommand,
    CardGame,
    Deal,
    Match,
    Reason,
    Refused,
    Seats,
    Stage,
    StageState,
    condition,
    setting,
)
from cardkit.netgame import WATCHER, Word
from cardkit.testing import GameFault, check_game
from tests.shed import Shed


class TwoPlaces(Shed):
    """A card is put away and stays where it was."""

    title = "Two places"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.piles["away"].append(self.piles["table"][-1])


class Vanished(Shed):
    """A card is nowhere."""

    title = "Vanished"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.piles["table"].pop()


class CountedChecks(Shed):
    """A check counts how often it was asked."""

    title = "Counted checks"

    def on_new_game(self) -> None:
        self.asked = 0

    def check_discard(self, seat: int, command: CardCommand) -> None:
        self.asked += 1


class MoodyCheck(Shed):
    """A check says yes and no by turns."""

    title = "Moody check"

    def on_new_game(self) -> None:
        self._mood = 0

    def check_discard(self, seat: int, command: CardCommand) -> None:
        self._mood += 1
        if self._mood % 7 == 0:
            raise Refused(Reason.AGAINST_THE_RULES, "not in the mood")


class OfferedToAll(Shed):
    """Who is not asked is offered something, too."""

    title = "Offered to all"

    def legal(self, seat: int) -> Any:
        return super().legal(seat) or (CardCommand("PASS"),)


class Lenient(Shed):
    """What is not offered is let pass."""

    title = "Lenient"

    def _find(self, seat: int, words: list[str]) -> CardCommand | None:
        return super()._find(seat, words) or self.legal(seat)[0]  # type: ignore[return-value]


class CountedRefusals(Shed):
    """A refused command is not forgotten."""

    title = "Counted refusals"

    def on_new_game(self) -> None:
        self.tries = 0

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        self.tries += len(words) > 2
        super().explain(seat, words)


class Clumsy(Shed):
    """A strange command breaks it."""

    title = "Clumsy"

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        raise KeyError(words[0])


class Speechless(Shed):
    """A refusal that cannot be said."""

    title = "Speechless"

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        raise Refused(Reason.NOT_NOW, "{card:d} is not possible", card="S3")


class Unfilled(Shed):
    """A refusal with a hole in it."""

    title = "Unfilled"

    def explain(self, seat: int, words: list[str]) -> NoReturn:
        raise Refused(Reason.NOT_NOW, "{card} is not possible")


class Nested(Shed):
    """What each player has played is kept in lists inside a table."""

    title = "Nested"

    def on_new_game(self) -> None:
        self.played: dict[int, list[str]] = {seat: [] for seat in self.order}

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.played[seat].append(str(command))


class HiddenNest(Shed):
    """The same, where no digest looks; it tells who is first in the next game."""

    title = "Hidden nest"

    def on_new_game(self) -> None:
        nest = getattr(self, "_nest", [[]])
        self.first = len(nest[0]) % 3
        self._nest = nest

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self._nest[0].append(seat)


class Counted(Shed):
    """The class remembers how many games there were, and so do all its tables."""

    title = "Counted"
    COUNT = [0]

    def on_new_game(self) -> None:
        self.COUNT[0] += 1
        self.first = min(self.COUNT[0], 2)


@condition
class Forever(Stage[CardGame, StageState]):
    """PASS, and PASS again."""

    declares = (Word("PASS"),)

    def begin(self, table: CardGame) -> None:
        table.state = StageState()
        table.ask(0)

    def offers(self, table: CardGame, seat: int, state: StageState) -> Sequence[CardCommand]:
        return (CardCommand("PASS"),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: StageState) -> None:
        table.ask(table.following[seat])


@condition
class UntilAnother(Stage[CardGame, StageState]):
    """BID this number as long as you like; with any other the game is over."""

    declares = (Word("BID", number=(1, 4)),)

    number: int = setting(1, "what nothing comes of")

    def begin(self, table: CardGame) -> None:
        table.state = StageState()
        table.ask(0)

    def offers(self, table: CardGame, seat: int, state: StageState) -> Sequence[CardCommand]:
        return [CardCommand("BID", amount=number) for number in (2, 1, 4, 3)]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: StageState) -> None:
        if command.amount != self.number:
            return table.next_stage()
        return table.ask(table.following[seat])


class Stubborn(Shed):
    """It ends soon, unless all keep bidding the same."""

    title = "Stubborn"
    stages = (Deal(each=1), UntilAnother())


class Endless(Shed):
    """It never ends."""

    title = "Endless"
    stages = (Deal(each=1), Forever())


class Forgetful(Shed):
    """After some cards nobody is asked."""

    title = "Forgetful"

    def on_game_over(self) -> None:
        self.playing = True


class Tacit(Shed):
    """Somebody is asked, and may say nothing."""

    title = "Tacit"

    def legal(self, seat: int) -> Any:
        offers = super().legal(seat)
        return () if offers and len(self.hand(seat)) == 2 else offers


class Unranked(Shed):
    """One player is forgotten."""

    title = "Unranked"

    def rank_players(self) -> list[int]:
        return [0, 1]


class Skipping(Shed):
    """A number of an event is left out."""

    title = "Skipping"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.log.told += self.listening


class Fragile(Shed):
    """It breaks when a player gives up."""

    title = "Fragile"

    def on_game_over(self) -> None:
        if self.forfeits:
            raise ZeroDivisionError


class FirstComers(Shed):
    """It counts on the players of the first game."""

    title = "First comers"
    seats = Seats(least=2, most=4)
    match = Match(games=9)

    def on_new_game(self) -> None:
        if self.game_no == 1:
            self.won = [0] * len(self.names)

    def on_game_over(self) -> None:
        self.won = [self.won[seat] + (seat == self.ranking[0]) for seat in self.order]


class Brittle(Shed):
    """A legal command breaks it."""

    title = "Brittle"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        self.scores[7] += 1


class Wordy(Shed):
    """A text is offered instead of a command."""

    title = "Wordy"

    def legal(self, seat: int) -> Any:
        return (*super().legal(seat), "PASS")


class Doubled(Shed):
    """Something is offered twice."""

    title = "Doubled"

    def legal(self, seat: int) -> Any:
        return super().legal(seat) * 2


class Unsendable(Shed):
    """A fact is a set, which no wire carries."""

    title = "Unsendable"

    def on_discard(self, seat: int, command: CardCommand) -> None:
        suits: Any = {command.cards[0][0]}
        self.set_fact("suits", suits)


class Blind(Shed):
    """A player cannot be shown the table."""

    title = "Blind"

    def view(self, viewer: int = WATCHER) -> Any:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (TwoPlaces, r"[CDHS].: in two places\. Every card is in exactly one place"),
        (Vanished, r"[CDHS].: nowhere\. Every card is in exactly one place"),
        (CountedChecks, r"the state changed by asking legal\(\), can\(\) and check\(\)"),
        (MoodyCheck, r"legal\(\).*(not in the mood|refuses it)"),
        (OfferedToAll, r"is not asked, and legal\(\) still lists PASS"),
        (Lenient, r"lets it pass, but legal\(\) offers no such thing"),
        (CountedRefusals, "the state changed though .* was refused"),
        (Clumsy, "raised KeyError: .* nothing else is ever raised"),
        (Speechless, "in 'en' is no sentence: '{card:d} is not possible'"),
        (Unfilled, r"lacks a part: Refused\('NOT_NOW', .* needs card=…"),
        (Nested, "a copy and its original are not independent: played changed"),
        (HiddenNest, "leads to another state: .*first"),
        (Counted, "the replay of the journal leads to another state: .*first"),
        (Endless, "a game did not end within 300 inputs"),
        (Forgetful, "a game is under way and nobody is asked"),
        (Tacit, r"is asked, and there is nothing to say: legal\(\) is empty"),
        (Unranked, r"rank_players returns each of the seats \(0, 1, 2\) once, .*, not \[0, 1\]"),
        (Skipping, "They count without a gap"),
        (Fragile, "raised ZeroDivisionError"),
        (FirstComers, "raised IndexError: list index out of range.*\n.* seats_drop_in=on"),
        (Wordy, r"legal\(\) lists 'PASS', which is neither a command nor an open offer"),
        (Doubled, r"legal\(\) lists something twice"),
        (Unsendable, "FACT cannot be sent to anybody: Object of type set"),
        (Blind, "ZeroDivisionError"),
        (Brittle, "raised IndexError.* refused with Refused before anything has changed"),
    ],
    ids=lambda x: x.__name__ if isinstance(x, type) else "",
)
def test_a_planted_fault_is_found(game: type[CardGame], sentence: str) -> None:
    with pytest.raises(GameFault, match=sentence):
        check_game(game, games=40, longest=300)


@pytest.mark.parametrize(
    ("number", "habit"),
    [
        (1, "say the smallest number, or play the fewest cards"),
        (2, "take the first offer"),
        (3, "take the last offer"),
        (4, "say the largest number, or play the most cards"),
    ],
)
def test_a_game_that_ends_only_by_chance_is_found(number: int, habit: str) -> None:
    with pytest.raises(GameFault) as fault:
        check_game(Stubborn, games=4, longest=300, search=0, options={"number": number})
    said = str(fault.value)
    assert f"within 300 inputs in the stage until_another, where players always {habit}." in said
    assert "check_game(Stubborn, presets=('',), seats=(3,), seed=1, games=1" in said
    with pytest.raises(GameFault, match="where players always"):
        check_game(Stubborn, presets=("",), seats=(3,), games=1, options={"number": number})


def test_a_fault_can_be_seen_again() -> None:
    with pytest.raises(GameFault) as first:
        check_game(Unranked, games=100, seed=5)
    again = re.search(r"seats=\((\d+),\), seed=(\d+), games=1\)", str(first.value))
    assert again is not None
    players, seed = map(int, again.groups())
    with pytest.raises(GameFault) as second:
        check_game(Unranked, presets=("",), seats=(players,), seed=seed, games=1)
    assert str(second.value) == str(first.value)
