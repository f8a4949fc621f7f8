"""Whatever can be said can be done by numbers."""

from __future__ import annotations

from itertools import combinations

import pytest

from cardkit.cardgame.table import card_view
from cardkit.games.akq import AKQ
from cardkit.games.daifugo import Daifugo
from cardkit.games.dou_dizhu import DouDizhu
from cardkit.games.hanabi import Hanabi
from cardkit.games.hearts import Hearts
from cardkit.games.old_maid import OldMaid
from cardkit.games.whist import Whist
from cardkit.netgame import Command, NetGame, Word
from cardkit.rl.actions import ActionSpace, Spelled
from cardkit.rl.episode import Episode, Spaces
from tests.games.test_vocabulary import ORDER_GAMES, OTHERS
from tests.helpers import below

chance = below(1)


def all_commands(space: ActionSpace, table: NetGame, seat: int) -> list[str]:
    """Every command that actions lead to."""
    found: list[str] = []
    todo = [*space.legal(table, seat, chance).values()]
    while todo:
        action = todo.pop()
        following = space.after(action) if isinstance(action, Spelled) else action
        if isinstance(following, Command):
            found.append(str(following))
        else:
            assert isinstance(following, dict)
            todo += following.values()
    return found


def first(game: type[NetGame], players: int = 0, **options: object) -> tuple[Spaces, Episode]:
    spaces = Spaces(game, players, options=options)
    return spaces, spaces.begin(b"1")


def test_a_line_of_the_vocabulary_is_one_action() -> None:
    spaces, episode = first(Whist)
    assert len(spaces.actions) == 52
    legal = episode.legal()
    assert [spaces.actions.names[n] for n in legal] == [*map(str, legal.values())]


def test_three_cards_of_thirteen_are_chosen_one_after_the_other() -> None:
    spaces, episode = first(Hearts)
    hand = card_view(episode.table.view(episode.seat)).hand
    commands = all_commands(spaces.actions, episode.table, episode.seat)
    assert len(commands) == len({*commands}) == len([*combinations(hand, 3)])
    names = spaces.actions.names
    assert [names[n] for n in episode.legal()] == ["PUT +1…"]
    for _ in range(3):
        assert episode.table.answers == {}
        episode.act(min(episode.legal()))
        assert len(episode.spelled) in (1, 2, 3)
    episode.act(min(episode.legal()))
    assert episode.spelled == ()
    assert episode.table.answers is not None
    assert len(episode.table.answers) == 1


def test_every_listed_play_can_be_spelled_and_nothing_else() -> None:
    spaces, episode = first(DouDizhu)
    draw = below(5)
    looked = 0
    while episode.seat >= 0:
        table, seat = episode.table, episode.seat
        if not episode.spelled:
            wanted = sorted(map(str, table.legal(seat)))
            assert sorted(all_commands(spaces.actions, table, seat)) == wanted
            looked += 1
        legal = [*episode.legal()]
        episode.act(legal[draw(len(legal))])
    assert looked > 20


def test_what_is_no_choice_is_not_asked_for() -> None:
    _, episode = first(DouDizhu)
    draw = below(5)
    while episode.seat >= 0:
        legal = [*episode.legal()]
        assert not episode.spelled or len(legal) > 1
        episode.act(legal[draw(len(legal))])


def test_bets_come_in_sizes_from_the_least_to_the_most() -> None:
    spaces, episode = first(AKQ)
    said = {spaces.actions.names[n]: str(c) for n, c in episode.legal().items()}
    assert said["BET 0.0%"] == "BET 0"
    assert said["BET 50.0%"] == "BET 50"
    assert said["BET 100.0%"] == "BET 99"


def test_sizes_that_come_to_the_same_are_one_action() -> None:
    _, episode = first(AKQ, points=2)
    said = [str(c) for c in episode.legal().values() if isinstance(c, Command)]
    assert sorted(said) == ["ALLIN", "BET 0", "BET 1", "FOLD"]


def test_other_players_are_called_by_their_places_after_the_one_who_speaks() -> None:
    spaces, episode = first(OldMaid, 3)
    names = spaces.actions.names
    for _ in range(3):
        table, seat = episode.table, episode.seat
        after = table.following[seat]
        action, command = next(iter(episode.legal().items()))
        assert (names[action], str(command)) == ("GET +1 1", f"GET player_{after} 1")
        episode.act(action)


def test_cards_that_their_player_does_not_see_are_called_by_their_places() -> None:
    spaces, episode = first(Hanabi)
    names = [spaces.actions.names[n] for n in episode.legal()]
    assert {"PLAY 1", "PLAY 4"} <= {*names}


def test_the_second_game_of_a_match_can_be_played_with_its_exchange() -> None:
    spaces = Spaces(Daifugo, games=3)
    episode, draw = spaces.begin(b"3"), below(3)
    spelled = 0
    while episode.seat >= 0:
        legal = [*episode.legal()]
        spelled += bool(episode.spelled)
        episode.act(legal[draw(len(legal))])
    assert episode.table.game_no == 3
    assert spelled


@pytest.mark.parametrize(("game", "preset"), [*OTHERS, *ORDER_GAMES])
def test_games_of_any_author_can_be_played(game: type[NetGame], preset: str) -> None:
    spaces = Spaces(game, preset=preset)
    for seed in range(3):
        episode, draw = spaces.begin(b"%d" % seed), below(seed)
        for _ in range(120):
            if episode.seat < 0:
                break
            legal = [*episode.legal()]
            episode.act(legal[draw(len(legal))])


class Stakes(NetGame):
    """Numbers far beyond those that are listed."""

    title = "Stakes"
    declares = (Word("STAKE", "stake so much", number=(0, None)),)

    def begin(self) -> None:
        self.ask(0)

    def offers(self, seat: int) -> list[Command]:
        return [Command("STAKE", amount=1000 * n) for n in range(1, 5)]

    def act(self, seat: int, command: Command) -> None:
        self.end_game((0, 1))


def test_numbers_too_large_to_be_listed_are_chosen_by_their_sizes() -> None:
    spaces, episode = first(Stakes, 2)
    said = {spaces.actions.names[n]: str(c) for n, c in episode.legal().items()}
    assert said == {
        "STAKE 0.0%": "STAKE 1000",
        "STAKE 25.0%": "STAKE 2000",
        "STAKE 50.0%": "STAKE 3000",
        "STAKE 100.0%": "STAKE 4000",
    }
