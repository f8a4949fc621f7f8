"""Deals over lost connections and restarts: the same secret, the same list, the same cards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cardkit.fair.dealer_role import PATIENCE, TIME_TO_RETURN
from cardkit.netgame import NetGame, Role, Status, inputs, pick
from cardkit.record import check_record
from cardkit.registry import find_game, installed
from cardkit.server import hosted_table
from cardkit.server.history import MatchHistory, MatchState
from tests.fair_tables import NAMES, Party, Player, cards_are_there, dealing, given
from tests.memory_server import KEY
from tests.record.test_record import written

# --- lost connections ----------------------------------------------------------------------------


def test_who_is_lost_before_start_is_not_waited_for_and_missing_unless_bound() -> None:
    party = Party("akq", 2)
    ann, bob = party.players
    bob.lose()
    ann.say("START")
    ann.hear()
    ann.answer()
    party.server.wait(PATIENCE)
    ann.hear()
    assert cards_are_there(party)
    assert given(ann)[1] == "missing"  # bound, and not there to open


def test_who_is_lost_while_commitments_are_awaited_is_not_waited_for() -> None:
    party = Party("page_one", 3, "games=2")
    ann, _, cid = party.players
    party.start()
    cid.withheld = {"COMMIT"}
    party.play()
    party.start()
    assert party.hosted.dealing.coming is not None
    assert not cards_are_there(party)
    cid.lose()
    party.players.remove(cid)
    party.settle()
    assert cards_are_there(party)
    assert given(ann)[2] == "missing"


@pytest.mark.parametrize("waiting", [False, True])
def test_who_comes_back_with_another_program_contributes_all_the_same(waiting: bool) -> None:
    """It knows nothing of what the one before it was bound to."""
    party = Party("page_one", 3, "games=2")
    ann, bob, cid = party.players
    party.start()
    if waiting:
        cid.withheld = {"COMMIT"}
    party.play()
    before = bob.due["COMMIT"]
    if waiting:
        party.start()
        assert not cards_are_there(party)
    bob.lose()
    bob.come_back(afresh=True)
    party.settle()
    assert bob.due["COMMIT"] != before
    if waiting:
        party.server.wait(PATIENCE)
        party.settle()
    else:
        party.start()
    assert cards_are_there(party)
    assert given(ann)[1] != "missing"
    assert party.found() == []


def test_who_comes_back_with_another_program_after_the_list_is_missing() -> None:
    party = dealing()
    ann, bob = party.players
    bob.withheld = set()
    bob.lose()
    bob.come_back(afresh=True)
    party.settle()
    assert not cards_are_there(party)
    party.server.wait(PATIENCE)
    party.settle()
    assert given(ann)[1] == "missing"
    assert party.found() == []


def test_who_comes_back_in_time_opens_the_contribution() -> None:
    party = dealing()
    ann, bob = party.players
    bob.lose()
    bob.withheld = set()
    party.server.wait(1)
    bob.come_back()
    party.settle()
    assert cards_are_there(party)
    assert "missing" not in given(ann)
    assert party.found() == []


def test_who_comes_back_when_the_cards_are_there_is_missing_and_hears_the_proofs() -> None:
    party = dealing()
    ann, bob = party.players
    bob.lose()
    party.server.wait(PATIENCE)
    ann.hear()
    assert given(ann)[1] == "missing"
    bob.withheld = set()
    bob.come_back()
    assert [m[1] for m in bob.all("DEAL")][-4:] == ["open", "commits", "ready", "root"]
    hand = bob.say("HAND")[2:]
    proved = [item[1] for m in bob.all("PROOF") for item in m[4:] if isinstance(item, list)]
    assert proved == hand
    assert bob.found == []


def replace_by_robot(table: NetGame, name: str) -> None:
    """A rule about lost players that no table has yet: their seat goes to a robot, for good."""
    people = table.people
    if name in people.seat_of and table.game_no and not table.playing:
        robot = people.free_robot_name(people.seat_of[name])
        people.replace(name, robot, Status.ROBOT)
        people.roles |= {robot: Role.ROBOT, name: Role.WAITING}
        table.emit("SEATS", *table.names)


@pytest.mark.parametrize("word", ["COMMIT", "REVEAL"])
def test_a_new_rule_about_lost_players_needs_no_change_in_deals(
    monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    """Server, players and auditor all go by who plays the next game, whatever has led to it."""
    monkeypatch.setattr(inputs, "go_missing", replace_by_robot)
    party = Party("page_one", 3, "games=2")
    ann, _, cid = party.players
    party.start()
    cid.withheld = {word}
    party.play()
    party.start()
    before = ann.last("DEAL", "open")
    cid.lose()
    party.players.remove(cid)
    party.settle()
    assert ann.all("DEAL", "void") == [["DEAL", "void", before[2]]]
    assert ann.last("DEAL", "open")[3]["seats"] == ["guest-ann", "guest-bob", "robot-3"]
    assert cards_are_there(party)
    party.play()
    assert party.found() == []
    verdict = check_record(written(party.record(), KEY), find_game)
    assert verdict.over
    assert verdict.deals.left == ({"guest-cid": 1} if word == "REVEAL" else {})


def test_a_partner_who_leaves_in_the_middle_of_a_deal_gives_the_seat_to_a_robot() -> None:
    party = Party("whist", 4, "games=2 drop_in=on robots=yes")
    ann, *_, dan = party.players
    party.start()
    party.play()
    dan.withheld = {"REVEAL"}
    party.start()
    before = ann.last("DEAL", "open")
    dan.say("EXIT")
    party.players.remove(dan)
    party.settle()
    assert ann.all("DEAL", "void") == [["DEAL", "void", before[2]]]
    assert ann.last("DEAL", "open")[3]["seats"] == [*before[3]["seats"][:3], "robot-4"]
    assert cards_are_there(party)
    party.play()
    assert party.found() == []
    verdict = check_record(written(party.record(), KEY), find_game)
    assert verdict.deals.left == {dan.name: 1}


def test_who_waited_and_is_away_when_a_match_begins_anew_is_taken_for_away_until_they_return(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party = Party("old_maid", 2, "games=1 drop_in=on")
    ann, bob = party.players
    party.start()
    cid = Player(party.server, "cid")
    cid.say(f"JOIN {party.table_name}")
    cid.say("LOGIN")
    cid.lose()
    party.play()
    monkeypatch.setattr(hosted_table, "MOST_COMINGS", 8)
    ann.say(f"SEAT {bob.name}")
    assert party.table.names == [bob.name, ann.name, cid.name]
    assert party.hosted.misses(cid.name)
    cid.come_back()
    bob.say("LOGOUT")
    assert not party.hosted.misses(cid.name)


@pytest.mark.parametrize("proofs", [True, False])
def test_who_comes_back_when_the_next_match_is_prepared_hears_no_proofs_of_deals_before(
    monkeypatch: pytest.MonkeyPatch, *, proofs: bool
) -> None:
    party = Party("old_maid", 3, "games=1")
    ann, bob, cid = party.players
    party.start()
    in_between = bob.last_event
    party.play()
    bob.lose()
    monkeypatch.setattr(hosted_table, "MOST_COMINGS", 8)
    ann.say(f"SEAT {cid.name}")
    assert party.table.phase == "preparing"
    bob.proofs, heard = proofs, len(bob.heard)
    bob.connect()
    bob.say(f"RESUME {bob.token} {in_between}")
    again = [message[0] for message in bob.heard[heard:]]
    assert ("STATE" in again) == proofs
    assert bob.found == []


def test_a_restart_tells_a_table_once_that_nobody_is_there() -> None:
    party = Party("old_maid", 2, "games=2")
    party.start()
    party.play()
    party.server.restart()
    assert [line for _, line, _ in party.table.journal][-1].startswith("RESTART")


# --- a restart -----------------------------------------------------------------------------------


def test_a_restart_before_start_goes_on_with_the_same_secret() -> None:
    party = Party("akq", 2)
    before = party.players[0].last("DEAL", "open")
    party.server.restart()
    for player in party.players:
        bound = player.due["COMMIT"]
        player.come_back()
        assert player.last("DEAL", "open") == before
        assert player.answers == [bound]
    party.settle()
    assert party.start() == 1
    assert "missing" not in given(party.players[0])
    assert party.found() == []


def test_a_restart_while_commitments_are_awaited_waits_for_all_to_come_back() -> None:
    party = Party("akq", 2, "games=2")
    ann, bob = party.players
    party.start()
    bob.withheld = {"COMMIT"}
    party.play()
    party.start()
    opened = ann.last("DEAL", "open")
    party.server.restart()
    bob.withheld = set()
    ann.come_back()
    ann.answer()
    assert not cards_are_there(party)
    party.server.wait(TIME_TO_RETURN / 2)
    bob.come_back()
    party.settle()
    assert cards_are_there(party)
    assert ann.last("DEAL", "open") == opened
    assert "missing" not in given(ann)
    assert party.found() == []


def test_a_restart_after_the_list_keeps_it() -> None:
    party = dealing()
    listed = party.players[0].last("DEAL", "commits")
    party.server.restart()
    for player in party.players:
        player.withheld = set()
        player.come_back()
        assert player.last("DEAL", "commits") == listed
    party.settle()
    assert cards_are_there(party)
    assert "missing" not in given(party.players[0])
    assert party.found() == []


@pytest.mark.parametrize("word", ["COMMIT", "REVEAL"])
def test_nobody_who_stays_away_after_a_restart_holds_up_a_deal_for_ever(word: str) -> None:
    party = Party("akq", 2, "games=2")
    ann, bob = party.players
    party.start()
    bob.withheld = {word}
    party.play()
    party.start()
    party.server.restart()
    ann.come_back()
    party.players = [ann]
    for patience in (TIME_TO_RETURN, PATIENCE):
        party.settle()
        party.server.wait(patience)
    party.settle()
    assert given(ann)[1] == "missing"


def test_a_restart_during_the_game_proves_the_same_cards_again() -> None:
    party = Party("page_one", 3)
    party.start()
    ann = party.players[0]
    root, hand = ann.last("DEAL", "root"), ann.say("HAND")
    party.server.restart()
    for player in party.players:
        player.come_back()
        player.say("STATE")
    assert ann.last("DEAL", "root") == root
    assert ann.say("HAND") == hand
    proofs = [item[1] for m in ann.all("PROOF")[-3:] for item in m[4:] if isinstance(item, list)]
    assert set(hand[2:]) <= set(proofs)
    party.play()
    assert party.found() == []


@pytest.mark.parametrize("listed", [False, True])
def test_a_restart_with_the_next_match_reserved_goes_on_with_its_deal(listed: bool) -> None:
    party = Party("akq", 2, "games=1")
    ann, bob = party.players
    party.start()
    party.play()
    opened = ann.last("DEAL", "open")
    assert opened[3]["match"] == 2
    if listed:
        bob.withheld = {"REVEAL"}
        party.start()
    party.server.restart()
    bob.withheld = set()
    for player in party.players:
        player.come_back()
    party.settle()
    if not listed:
        assert party.start() == 1
    assert cards_are_there(party)
    assert party.hosted.journal.match == 2
    assert ann.last("DEAL", "open") == opened
    assert "missing" not in given(ann)
    party.play()
    assert party.found() == []
    assert party.record(2).secrets.keys() == {2}
    assert party.record(1).secrets.keys() == {1}


def test_every_prefix_of_a_deal_survives_a_restart() -> None:
    """After any one of the steps, however the deal came there."""
    for steps in range(5):
        party = Party("akq", 2, "games=1", seed=f"restart {steps}")
        ann, bob = party.players
        lines: list[Callable[[], object]] = [
            lambda ann=ann: ann.say("START"),  # type: ignore[misc]
            ann.answer,
            bob.hear,
            bob.answer,
        ]
        for do in lines[:steps]:
            do()
        party.server.restart()
        for player in party.players:
            player.come_back()
        party.settle()
        if not cards_are_there(party):
            assert party.start() <= 1
        party.play()
        assert party.found() == [], steps
        assert "missing" not in given(ann), steps


def test_who_slept_through_a_match_accuses_nobody() -> None:
    """All that was told in the meantime is heard at once, and answered one after the other."""
    party = Party("akq", 2, "games=1 move=1")
    ann, bob = party.players
    party.start()
    party.play()
    awake = [ann]
    party.players = awake
    ann.say("START")  # bob is waited for, plays too late, and the next match is opened
    for _ in range(20):
        party.server.wait(1)
        party.settle()
        if not party.table.playing and party.table.match_over:
            break
    assert ann.last("DEAL", "open")[3]["match"] == 3
    ann.say("START")
    bob.hear()
    bob.answer()
    party.players = [ann, bob]
    party.settle()
    assert bob.found == []
    assert given(ann)[1] == "missing"  # who was waited for in vain is not waited for again


# --- anything, in any order ----------------------------------------------------------------------


class Evenings:
    """People who come, go, contribute or not, in an order that a seed decides."""

    def __init__(self, seed: int, games: int) -> None:
        self.chance = chance = Random(seed)
        game = chance.choice(list(installed()))
        more = chance.choice(("", " robots=yes", " robots=yes pause=1", " pause=2"))
        self.party = Party(game, 1, f"games={games}{more}", seed=f"evening {seed}")
        names = NAMES[1 : 3 if game == "akq" else chance.choice((3, 4, 5))]
        self.party.players += [
            Player(self.party.server, name, proofs=chance.random() < 0.8) for name in names
        ]
        self.away = set[Player]()

    def step(self) -> None:
        party, player = self.party, self.chance.choice(self.party.players)
        do = self.chance.choices(
            ("say", "move", "answer", "wait", "withhold", "lose", "restart"),
            (27, 30, 18, 5, 5, 3, 1),
        )[0]
        if player in self.away:
            if self.chance.random() < 0.6:
                self.away.discard(player)
                player.come_back()
        elif do == "say":
            self._say(player)
        elif do == "move":
            self._move()
        elif do == "answer":
            here = [each for each in party.players if each not in self.away]
            for each in here:
                each.hear()
            for each in here:
                if at_table(each):
                    each.answer()
                each.answers = []
        elif do == "wait":
            party.server.wait(self.chance.choice((0.5, 2, 12)))
        elif do == "withhold":
            player.withheld = self.chance.choice(({"COMMIT"}, {"REVEAL"}, set()))
        elif do == "lose":
            player.lose()
            self.away.add(player)
        else:
            party.server.restart()
            self.away |= {*party.players}

    def _say(self, player: Player) -> None:
        words = ("START", f"JOIN {self.party.table_name}", "LOGIN", "LOGOUT", "EXIT", "START")
        word = self.chance.choice(words)
        if word != "EXIT" or at_table(player):  # EXIT in the lobby would be for good
            player.say(word)

    def _move(self) -> None:
        table = self.party.table
        if table.playing and table.awaited:
            seat = table.awaited[0]
            line = str(pick(table.legal(seat), self.party.below))
            for player in self.party.players:
                if player.name == table.names[seat] and player not in self.away:
                    player.say(line)


def at_table(player: Player) -> bool:
    session = player.peer.session
    return session is not None and session.hosted is not None


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("games", [1, 30])
def test_whatever_happens_no_deal_fails_and_every_record_is_right(seed: int, games: int) -> None:
    server = Evenings(seed, games)
    for _ in range(150):
        server.step()
    party = server.party
    wrong = [line for line in party.server.log if " error " in line]
    assert [line for line in wrong if "deal.disputed" not in line] == []
    if games > 1:
        assert party.found() == []
    archive = MatchHistory(party.server.store, lambda: party.server.core.vault)
    matches, _ = archive.matches(most=1000)
    for match in [match for match in matches if match.state is MatchState.OVER]:
        text = written(party.record(match.number), KEY)
        assert check_record(text, find_game).games == match.games
