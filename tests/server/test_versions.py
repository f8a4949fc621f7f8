"""A server goes on with what another version told: nobody hears an event twice, or misses one."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from cardkit.cardgame.piles import EVERYONE, NOBODY, HiddenFaces
from cardkit.games.page_one import PageOne
from cardkit.netgame.events import Event, fingerprint
from cardkit.server import hosted_table, journal, recovery
from cardkit.server.journal import MatchJournal
from cardkit.server.outbox import Outbox
from tests.fair_tables import FairTable, Player
from tests.versions import VERSIONS, Renamed, Talkative

CHANGES = list(permutations(VERSIONS, 2))


def a_game(rules: type[PageOne], moves: int = 9) -> FairTable:
    """Three players in the middle of a game."""
    table = FairTable("page_one", ["ann", "bob", "cid"], rules=rules, seed="versions")
    table.start()
    table.play(moves)
    assert table.hosted.table.playing
    return table


def restart(table: FairTable, rules: type[PageOne]) -> None:
    table.server.games = {"page_one": rules}
    table.server.restart()
    for guest in table.guests:
        guest.connect()


def come_back(player: Player, last: int) -> list[list[Any]]:
    """What a player hears who says which event was the last."""
    player.connect()
    player.hear()
    player.tell(f"RESUME {player.token} {last}")
    return [message for frame in player.hear() for message in frame]


def numbers(heard: list[list[Any]]) -> list[int]:
    return [message[0] for message in heard if type(message[0]) is int]


def states(heard: list[list[Any]]) -> list[int]:
    return [message[1] for message in heard if message[0] == "STATE"]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_whoever_heard_another_version_gets_the_whole_picture(
    old: type[PageOne], new: type[PageOne]
) -> None:
    table = a_game(old)
    ann, bob, cid = table.guests
    last = ann.last_event
    restart(table, new)
    heard = come_back(bob, last)
    assert len(states(heard)) == 1
    assert states(heard)[0] > last, "no number stands for two events"
    come_back(cid, last - 3)
    table.play(6)
    for _ in range(2):  # what was sent to her may be lost once more
        heard = come_back(ann, last)
        assert (numbers(heard), states(heard)) == ([], [table.table.told])
        ann.lose()
    come_back(ann, table.table.told)
    before = {each.name: each.last_event for each in table.guests}
    table.play(8)
    for each in table.guests:
        later = [n for n in numbers(each.heard) if n > before[each.name]]
        assert later == [*range(before[each.name] + 1, table.table.told + 1)]


@pytest.mark.parametrize("rules", VERSIONS)
def test_after_a_restart_of_the_same_version_the_missed_events_follow(
    rules: type[PageOne],
) -> None:
    table = a_game(rules)
    ann = table.guests[0]
    last = ann.last_event - 5
    restart(table, rules)
    heard = come_back(ann, last)
    assert states(heard) == []
    assert numbers(heard) == [*range(last + 1, table.table.told + 1)]


def test_what_was_told_after_the_change_follows_after_it() -> None:
    """The connection is lost, and not the server."""
    table = a_game(PageOne)
    restart(table, Talkative)
    for guest in table.guests:
        come_back(guest, guest.last_event)
    table.play(2)
    ann = table.guests[0]
    last = ann.last_event
    ann.lose()
    table.play(3)
    heard = come_back(ann, last)
    assert (states(heard), numbers(heard)) == ([], [*range(last + 1, table.table.told + 1)])


def test_a_second_change_is_noticed_as_the_first() -> None:
    table = a_game(PageOne)
    for rules in (Talkative, Talkative, Renamed, PageOne):
        told = table.table.told
        restart(table, rules)
        for guest in table.guests:
            heard = come_back(guest, guest.last_event)
            assert numbers(heard)[:1] in ([], [told + 1])
            assert len(states(heard)) == 1
            assert states(heard)[0] >= told
        table.play(3)


def write_as_0_1_0(self: MatchJournal, outbox: Outbox, *fields: Any) -> None:
    """Version 0.1.0 noted neither how many events there were nor what they told."""
    WRITE(self, outbox, *fields[:5])


WRITE = MatchJournal.write


@pytest.mark.parametrize(("old", "new"), [(PageOne, PageOne), *CHANGES])
def test_a_journal_of_version_0_1_0_goes_on_with_numbers_of_its_own(
    monkeypatch: pytest.MonkeyPatch, old: type[PageOne], new: type[PageOne]
) -> None:
    with monkeypatch.context() as then:
        then.setattr(MatchJournal, "write", write_as_0_1_0)
        table = a_game(old)
    ann, bob, cid = table.guests
    last = ann.last_event
    for _ in range(2):
        restart(table, new)
        come_back(bob, bob.last_event)
        come_back(cid, cid.last_event)
        table.play(3)
        heard = come_back(ann, last)
        assert (numbers(heard), states(heard)) == ([], [table.table.told])
        assert table.table.told > last
        ann.lose()


def test_a_match_names_the_versions_that_told_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def told_by() -> str:
        match = table.server.store.match(table.hosted.journal.match)
        assert match is not None
        return match.cardkit

    def install(version: str) -> None:
        for module in (hosted_table, recovery, journal):
            monkeypatch.setattr(module, "__version__", version)

    install("0.3.0")
    table = a_game(PageOne)
    assert told_by() == "0.3.0"
    for version, known in (("0.3.0", "0.3.0"), ("0.4.0", "0.3.0 0.4.0")):
        install(version)
        for _ in range(2):
            restart(table, PageOne)
            assert told_by() == known


def test_a_fingerprint_is_of_what_everybody_hears() -> None:
    def event(*parts: object, number: int = 1) -> Event:
        return Event(number, "FACT", parts)

    one = fingerprint([event("pot", 3)])
    assert one == fingerprint([event("pot", 3, number=7)]) != 0
    assert one != fingerprint([event("pot", 4)])
    assert one != fingerprint([event("pot", 3), event("pot", 3)])
    assert fingerprint([event("pot", number=0)]) == fingerprint([]) == 0
    cards = PageOne().cards.all[:1]
    hands = HiddenFaces(cards, (EVERYONE,)), HiddenFaces(cards, (NOBODY,))
    open_, closed = (Event(1, "MOVE", ("stock", "ann"), hidden) for hidden in hands)
    assert fingerprint([open_]) != fingerprint([closed])
    assert fingerprint([event({(1, 2): object})]), "an author may tell what no wire can carry"
