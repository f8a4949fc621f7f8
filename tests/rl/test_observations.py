"""An observation has what a seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from cardkit.cardgame import Card, CardGame
from cardkit.cardgame.table import card_view
from cardkit.games.crazy_eights import CrazyEights
from cardkit.games.hearts import Hearts
from cardkit.games.whist import Whist
from cardkit.netgame import Event, NetGame
from cardkit.registry import find_game, installed
from cardkit.rl.batch import cells
from cardkit.rl.episode import Episode, Spaces
from cardkit.rl.observations import History, ObservationSpace, Row
from cardkit.simulate import usual_players
from cardkit.testing.check import record_match
from cardkit.testing.secrecy import Twin, Twins
from cardkit.testing.trial import Trial
from cardkit.testing.witness import Witness, WitnessRecord, witnessed
from tests.helpers import below

Array = NDArray[np.float32]


def observed(spaces: Spaces, table: NetGame, seat: int, history: History) -> Array:
    row = np.zeros(spaces.observations.size, np.float32)
    spaces.observations.write(table, seat, history, (), cells(row))
    return row


def look(spaces: Spaces, episode: Episode, seat: int) -> dict[str, Array]:
    """The parts of an observation by name."""
    row = np.zeros(spaces.observations.size, np.float32)
    episode.observe(seat, cells(row))
    return {name: row[part] for name, part in spaces.observations.layout.items()}


def faces(spaces: Spaces, part: Array, at: int) -> list[str]:
    """The cards in one place."""
    names = [*dict.fromkeys(map(str, spaces.table.cards.all))]  # type: ignore[attr-defined]
    return [names[n] for n in part.reshape(-1, len(names))[at].nonzero()[0]]


def test_the_own_hand_is_seen_and_no_other() -> None:
    spaces = Spaces(Hearts)
    episode = spaces.begin(b"1")
    for seat in range(4):
        seen = look(spaces, episode, seat)
        hand = sorted(card_view(episode.table.view(seat)).hand)
        assert sorted(faces(spaces, seen["owners"], 0)) == hand
        assert [faces(spaces, seen["owners"], other) for other in (1, 2, 3)] == [[]] * 3
        assert [*seen["lengths"][:5]] == [0, 13, 13, 13, 13]


def test_seats_are_counted_from_the_one_that_looks() -> None:
    spaces = Spaces(Whist)
    episode = spaces.begin(b"1")
    first = episode.seat
    episode.act(next(iter(episode.legal())))
    for seat in range(4):
        seen = look(spaces, episode, seat)
        assert seen["first"].argmax() == (first - seat) % 4
        assert seen["asked"].argmax() == (episode.seat - seat) % 4
        assert seen["history"][:4].argmax() == (first - seat) % 4


def test_the_card_on_top_of_a_pile_is_told_apart() -> None:
    spaces = Spaces(CrazyEights)
    episode, draw = spaces.begin(b"1"), below(2)
    table = episode.table
    assert isinstance(table, CardGame)
    kind = spaces.observations._kinds["table"]
    for _ in range(40):
        tops = look(spaces, episode, episode.seat)["tops"]
        assert faces(spaces, tops, kind) == [table.piles["table"][-1]]
        legal = [*episode.legal()]
        episode.act(legal[draw(len(legal))])


def test_a_secret_answer_is_heard_by_nobody_before_all_have_given_theirs() -> None:
    spaces = Spaces(Hearts)
    twins = [spaces.begin(b"1") for _ in range(2)]
    for episode, which in zip(twins, (min, max), strict=True):
        while not episode.table.answers:
            episode.act(which(episode.legal()))
    after = twins[0].seat
    one, other = (look(spaces, episode, after) for episode in twins)
    assert all((one[name] == other[name]).all() for name in one)
    assert one["history"].any()


class SeenTwin(Twin):
    """A twin that keeps what it was told, as an environment does."""

    def __init__(
        self,
        trial: Trial,
        record: WitnessRecord,
        start: int,
        viewer: int,
        pair: tuple[Card, Card],
        spaces: Spaces,
    ) -> None:
        super().__init__(trial, record, start, viewer, pair)
        self.spaces = spaces
        self.heard, self.truth = (History(spaces.observations) for _ in range(2))

    def _step(self, number: int) -> bool:
        if not super()._step(number):
            return False
        truth: Witness = self.record.witnesses[number + 1]
        self._hear(self.truth, truth, self.record.events[number])
        space, viewer = self.spaces, self.viewer
        mine = observed(space, self.table, viewer, self.heard)
        theirs = observed(space, truth, viewer, self.truth)
        differs = np.flatnonzero(mine != theirs)
        parts = space.observations.layout.items()
        where = [name for name, part in parts for at in differs if part.start <= at < part.stop]
        assert not where, f"{where} shows {viewer} what it may not see: {self._otherwise()}"
        legal = [
            {n: str(a) for n, a in space.actions.legal(table, viewer, below()).items()}
            for table in (self.table, truth)
        ]
        assert [*legal[0]] == [*legal[1]]
        return True

    def _compare_words(self, number: int, events: Iterable[Event]) -> None:
        super()._compare_words(number, events)
        self._hear(self.heard, self.table, events)

    def _hear(self, history: History, table: NetGame, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind == "ACTION" and event.parts[0] in table.people.seat_of:
                history.add(table, event)


@pytest.mark.parametrize("name", installed())
def test_nothing_of_what_a_seat_may_not_see_is_in_what_it_observes(name: str) -> None:
    """As in `check_game`: two cards change places that the seat does not see."""
    game = find_game(name)
    valid = 0
    for seed in range(6):
        spaces = Spaces(game)
        trial = Trial(game, "", {}, usual_players(spaces.table), seed)
        record = record_match(trial, witnessed(game), lambda table, record: None)
        twins = Twins(trial, record)
        for _ in range(8):
            start = twins.shuffles[twins.below(len(twins.shuffles))]
            end, viewer = twins._end(start), twins.below(trial.players)
            pair = twins._pair(start, end, viewer)
            if pair is not None:
                valid += SeenTwin(trial, record, start, viewer, pair, spaces).follow(end)
        if valid >= 8:
            break
    assert valid >= 4


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = ObservationSpace._write_cards

    def leak(
        self: ObservationSpace, table: CardGame, viewer: int, places: Sequence[int], row: Row
    ) -> None:
        write(self, table, viewer, places, row)
        row[0] = sum(card.number for card in table.piles[table.following[viewer]])

    monkeypatch.setattr(ObservationSpace, "_write_cards", leak)
    with pytest.raises(AssertionError, match="what it may not see"):
        test_nothing_of_what_a_seat_may_not_see_is_in_what_it_observes("whist")
