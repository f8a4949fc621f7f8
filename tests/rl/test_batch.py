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
from cardkit.rl.batch import Batch, cells


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
