"""A batch is many tables in step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from cardkit import Bot, CardCommand, CardView, Offer, Rand, Refused
from cardkit.games.akq import AKQ
from cardkit.games.akq.bots import Nash
from cardkit.games.daifugo import Daifugo
from cardkit.games.daifugo.bots import Thrifty
from cardkit.games.hearts import Hearts
from cardkit.games.whist import Whist
from cardkit.netgame import NetGame
from cardkit.netgame.knowledge import Knowledge
from cardkit.rl.batch import Batch, cells


class Doubtful(Nash):
    """Plays as Nash does, once it has been told what it knows."""

    knowing = True
    told = 0

    def knows(self, knowledge: Knowledge) -> None:
        type(self).told += 1


class Nonsense(Bot):
    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return "FLY"


def first_legal(batch: Batch) -> list[int]:
    return [int(row.nonzero()[0][0]) for row in batch.decisions.masks]


@pytest.mark.parametrize("game", [AKQ, Hearts, Whist])
def test_each_table_is_seen_as_it_would_be_alone(game: type[NetGame]) -> None:
    batch = Batch(game, 3, seed=5)
    for _ in range(70):
        for at, episode in enumerate(batch.episodes):
            row = np.zeros(batch.spaces.observations.size, np.float32)
            episode.observe(episode.seat, cells(row))
            assert (batch.decisions.observations[at] == row).all()
            assert [*batch.decisions.masks[at].nonzero()[0]] == sorted(episode.legal())
            assert batch.decisions.seats[at] == episode.seat
        batch.step(first_legal(batch))


def test_a_table_whose_episode_is_over_begins_the_next() -> None:
    batch = Batch(Whist, 2)
    for _ in range(51):
        assert not batch.step(first_legal(batch)).ended.any()
    told = batch.step(np.array(first_legal(batch)))
    assert told.ended.all()
    assert (told.rewards.sum(1) > 0).all()
    assert told.masks.sum(1).tolist() == [13, 13]
    told = batch.step(first_legal(batch))
    assert not told.ended.any()
    assert not told.rewards.any()


def test_tables_are_dealt_other_cards_and_the_same_seed_deals_the_same() -> None:
    one, same, other = Batch(Whist, 2), Batch(Whist, 2), Batch(Whist, 2, seed=1)
    assert (one.decisions.observations == same.decisions.observations).all()
    assert (one.decisions.observations != other.decisions.observations).any()
    assert (one.decisions.masks[0] != one.decisions.masks[1]).any()


@pytest.mark.parametrize(("game", "bot"), [(AKQ, Nash), (Hearts, Rand), (Daifugo, Thrifty)])
def test_against_a_bot_one_seat_is_decided_for_at_each_table(
    game: type[NetGame], bot: type[Bot]
) -> None:
    batch = Batch(game, 5, against=bot, seed=2)
    mine = [at % batch.spaces.players for at in range(5)]
    ended = 0
    for _ in range(60):
        assert batch.decisions.seats.tolist() == mine
        ended += int(batch.step(first_legal(batch)).ended.sum())
    assert ended


def test_a_bot_that_says_what_it_may_not_is_refused() -> None:
    with pytest.raises(Refused, match="not possible now"):
        Batch(Whist, 2, against=Nonsense)


def test_a_bot_that_wants_to_know_what_its_seat_knows_is_told() -> None:
    batch = Batch(AKQ, 2, against=Doubtful)
    for _ in range(5):
        batch.step(first_legal(batch))
    assert Doubtful.told >= 5


def test_of_a_step_with_a_wrong_action_nothing_is_done() -> None:
    batch = Batch(Whist, 3)
    good, before = first_legal(batch), [each.table.digest() for each in batch.episodes]
    with pytest.raises(ValueError, match=r"table 2: player_\d cannot do -1 now.* or \d+ more"):
        batch.step([*good[:2], -1])
    with pytest.raises(ValueError, match="2 actions were given for 3 tables"):
        batch.step(good[:2])
    assert [each.table.digest() for each in batch.episodes] == before
    batch.step(good)


def test_a_bot_is_given_as_a_class() -> None:
    with pytest.raises(TypeError, match=r"find_bot\('nash', game\)"):
        Batch(AKQ, 2, against="nash")  # type: ignore[arg-type]
