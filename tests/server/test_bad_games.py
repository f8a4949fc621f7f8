"""A game in which everything is wrong costs nobody but its own table.

What can be seen in a class is said when it is made; what only shows in play closes that table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardkit import (
    CardCommand,
    CardGame,
    Command,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    OrderGame,
    Refused,
    RulesError,
    Seats,
)
from cardkit.netgame import NetGame
from cardkit.protocol import JsonCodec
from cardkit.server.session import Peer
from tests.memory_server import MemoryServer

Hook = Callable[..., Any]


class Shed(CardGame, abstract=True):
    """Be the first without cards."""

    seats = Seats(least=2, most=2)
    deck = Deck(refill="from_table")
    stages = (
        Deal(each=2, turn_up=1),
        OrderGame(
            discard=Discard(match="suit_or_rank"),
            draw=Draw(rule="until_playable"),
            end=End(turn_limit=40),
        ),
    )


def game(name: str, **parts: Any) -> type[CardGame]:
    made: type[CardGame] = type(name, (Shed,), {"__doc__": "Shed.", "title": name, **parts})
    return made


# --- what a class shows ----------------------------------------------------------------------


def check_discard(self: CardGame) -> None:
    """It does not take what it is called with."""


def on_discard(self: CardGame, seat: int, command: CardCommand, more: int) -> None:
    """It wants more than it is called with."""


def test_all_that_is_wrong_in_a_class_is_said_when_it_is_made() -> None:
    with pytest.raises(RulesError) as error:
        game(
            "Wrong",
            texts={
                "jp": {"Shed.": "捨てる。"},
                "ja": {"Shed.": 7, "{n} cards": "{count}枚", "it is over": "{"},
            },
            look={
                "colors": {},
                "colours": {"felt": "#12", "back": "red;} body {display: none", "the rail": "red"},
                "places": {"stock": "left"},
            },
            presets={"short": {"eahc": 2}, "long": {"each": "many"}},
            check_discard=check_discard,
            on_discard=on_discard,
            on_dealt=7,
            on_dicard=lambda self: None,
        )
    told = "\n".join(error.value.mistakes)
    for mistake in (
        "texts: 'jp' is no language here; there are",
        "texts['ja']['Shed.']: a translation is a text",
        "{count} is not in the English sentence, which has {n}",
        "texts['ja']['it is over']: ",
        "look: colors is no part of it; did you mean colours?",
        "look: felt cannot be coloured #12",
        "look: back cannot be coloured red;}",
        "look: the rail cannot be coloured red",
        "look: places is no part of it; a pile declares its label and place",
        "preset short: eahc is not an option of this game; did you mean each?",
        "preset long: each",
        "check_discard is called with other arguments; write def check_discard(self, seat, comma",
        "on_discard is called with other arguments; write def on_discard(self, seat, command)",
        "on_dealt is the name of a hook; write it as a method",
        "on_dicard is not a hook; did you mean on_discard?",
    ):
        assert mistake in told
    assert len(error.value.mistakes) == 15


@pytest.mark.parametrize("values", [{"notes": (7,)}, {"scoring": (None,)}])
def test_what_is_read_as_words_is_words(values: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="not words"):
        game("Wrong", **values)


@pytest.mark.parametrize("colour", ["#1f4", "#1f4a63", "Teal", "rgb(1 2 3 / 50%)", "hsl(9,9%,9%)"])
def test_any_colour_that_a_page_can_draw_is_taken(colour: str) -> None:
    assert game("Right", look={"colours": {"felt": colour}})


# --- what only shows in play -----------------------------------------------------------------


def fails(error: BaseException) -> Hook:
    def hook(self: CardGame, *what: Any) -> None:
        raise error

    return hook


def gives(value: Any) -> Hook:
    return lambda self, *what: value


def scores(value: Any) -> Hook:
    return lambda self: self.scores.__setitem__(0, value)


def tells(value: Any) -> Hook:
    return lambda self, *what: self.set_fact("x", value)


def emits(value: Any) -> Hook:
    return lambda self, *what: self.emit("SAY", value)


NAN = float("nan")
FAULTS: dict[str, dict[str, Hook]] = {
    "a hook raises": {"on_discard": fails(ZeroDivisionError("S3"))},
    "a hook exits": {"on_discard": fails(SystemExit("S3"))},
    "a hook refuses what is done": {"on_discard": fails(Refused("LATE", "too late"))},
    "a check raises": {"check_discard": fails(KeyError("S3"))},
    "a check exits": {"check_discard": fails(SystemExit(1))},
    "the deal raises": {"on_dealt": fails(RuntimeError("S3"))},
    "no ranking": {"rank_players": gives(None)},
    "a ranking of nobody": {"rank_players": gives(())},
    "a ranking of one twice": {"rank_players": gives((0, 0))},
    "a ranking of strangers": {"rank_players": gives((-1, 7))},
    "a ranking in words": {"rank_players": gives("ab")},
    "a score in words": {"on_game_over": scores("many")},
    "a score that is no number": {"on_game_over": scores(NAN)},
    "a score beyond counting": {"on_game_over": scores(10**30)},
    "a score of nothing": {"on_game_over": scores(None)},
    "a fact of its own kind": {"on_discard": tells(object())},
    "a fact that is no number": {"on_discard": tells(NAN)},
    "a fact that is no text": {"on_discard": tells("\ud800")},
    "an event of its own kind": {"on_discard": emits({1, 2})},
    "a view of its own kind": {"view_parts": gives({"x": object()})},
    "an end that raises": {"is_match_over": fails(ValueError("S3"))},
}


def play(server: MemoryServer, table: str, *peers: Peer) -> str:
    """These two play at a table to the end of the match; all that the first hears."""
    heard = ""
    for peer in peers:
        server.say(peer, f"JOIN {table}")
        server.say(peer, "LOGIN")
    for _ in range(200):
        hosted = server.core.tables[table]
        if hosted.broken or hosted.table.match_over:
            break
        if hosted.table.playing:
            seat = hosted.table.awaited[0]
            server.say(peers[seat], str(hosted.legal(seat)[0]))
        else:
            server.say(peers[0], "START")
            server.wait(3)
    heard = server.hear(peers[0])
    for peer in peers:
        server.say(peer, "EXIT")
        assert "OK EXIT" in server.hear(peer).splitlines()[-2]
    return heard


@pytest.mark.parametrize("fault", FAULTS)
def test_rules_that_fail_in_play_close_their_table_and_the_others_play_on(fault: str) -> None:
    games: dict[str, type[NetGame]] = {"bad": game("Bad", **FAULTS[fault]), "good": game("Good")}
    server = MemoryServer(games, fault)
    ann, bob, cem, dai = peers = [server.peer() for _ in range(4)]
    for peer, name in zip(peers, ("ann", "bob", "cem", "dai"), strict=True):
        server.say(peer, f"ENTER {name}")
    server.say(ann, "OPEN bad")
    server.say(cem, "OPEN good")
    heard = play(server, "bad-1", ann, bob)
    assert "WARNING TABLE_BROKEN" in heard
    assert "Traceback" not in heard
    assert server.core.tables["bad-1"].broken
    assert "PHASE results over" in play(server, "good-1", cem, dai)
    server.wait(30)
    server.restart()
    zoe = server.peer()
    for line in ("ENTER zoe", "TABLES"):
        server.say(zoe, line)
        assert "OK" in server.hear(zoe)
    assert not any("S3" in line for line in server.log)


def test_a_sentence_that_cannot_be_filled_is_still_a_refusal() -> None:
    def forbid(self: CardGame, seat: int, command: CardCommand) -> None:
        if command.cards[0] != max(self.piles[seat]):
            raise Refused("TOO_LOW", "{card} is no {rank}", card=command.cards[0])

    stages, deck = (Deal(each=20, turn_up=1), OrderGame(discard=Discard())), Deck()
    bad = game("Bad", check_discard=forbid, stages=stages, deck=deck)
    server = MemoryServer({"bad": bad}, "sentence")
    ann, _ = peers = [server.peer() for _ in range(2)]
    for peer, name in zip(peers, ("ann", "bob"), strict=True):
        server.say(peer, f"ENTER {name}")
    server.say(ann, "OPEN bad")
    for peer in peers:
        server.say(peer, "JOIN bad-1")
        server.say(peer, "LOGIN")
    server.say(ann, "START")
    server.wait(3)
    hosted = server.core.tables["bad-1"]
    table = hosted.table
    assert isinstance(table, CardGame)
    seat = table.awaited[0]
    offered = table.stage.candidates(table, seat, table.state)
    wrong = [o for o in offered if isinstance(o, Command) and not table.can(table.names[seat], o)]
    assert wrong
    server.hear(peers[seat])
    server.say(peers[seat], wrong[0])
    assert server.hear(peers[seat]) == 'WARNING TOO_LOW "{card} is no {rank}"\n\n'
    assert not hosted.broken


def test_a_number_that_is_none_is_never_written_for_a_browser() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        JsonCodec.encode(("FACT", "x", NAN))
