"""Bugs to be planted on purpose, each in one method of the server or of the rules.

A world that notices none of them would be worth little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.cardgame import EVERYONE, Card, CardGame, Piles, Viewers
from cardkit.netgame import WATCHER, Event, absence
from cardkit.protocol import Words
from cardkit.protocol.client_commands import PingCommand
from cardkit.protocol.command_schema import ClientCommand
from cardkit.server.core import ServerCore, TableTimers
from cardkit.server.hosted_table import HostedTable
from cardkit.server.journal import MatchJournal
from cardkit.server.outbox import Outbox, Page, deliver
from cardkit.server.request import Request
from cardkit.server.session import Peer, Session
from tests.world.planting import Method, bug_in

# --- stored and told ---------------------------------------------------------------------------


@bug_in(Outbox, "turn_page")
def acknowledged_before_the_sync(right: Method, outbox: Outbox) -> Page:
    rows, frames = right(outbox)
    deliver(frames)
    return rows, []


@bug_in(Outbox, "turn_page")
def half_of_a_page_is_lost(right: Method, outbox: Outbox) -> Page:
    rows, frames = right(outbox)
    return rows[: (len(rows) + 1) // 2], frames


@bug_in(Outbox, "turn_page")
def rows_stored_in_the_wrong_order(right: Method, outbox: Outbox) -> Page:
    rows, frames = right(outbox)
    return rows[::-1], frames


@bug_in(Outbox, "stored", world=2)
def what_came_meanwhile_waits_for_the_next_input(right: Method, outbox: Outbox) -> bool:
    outbox._storing = False
    return False


@bug_in(Session, "save")
def a_session_is_not_stored_when_it_leaves_a_table(
    right: Method, session: Session, outbox: Outbox
) -> None:
    if session.hosted is not None or session.tags is None:
        right(session, outbox)


# --- tags --------------------------------------------------------------------------------------


@bug_in(Session, "has_done")
def repeated_tags_are_carried_out_again(right: Method, session: Session, tag: str) -> bool:
    return False


@bug_in(HostedTable, "recover")
def tags_are_forgotten_over_a_restart(
    right: Method, hosted: HostedTable, *saved: Any, over: bool
) -> None:
    right(hosted, *saved, over=over)
    for session in hosted.people.values():
        session.tags = None


@bug_in(HostedTable, "recover", world=4)
def tags_of_the_journal_push_out_newer_ones(
    right: Method, hosted: HostedTable, journal: MatchJournal, *saved: Any, over: bool
) -> None:
    for session in hosted.people.values():
        session.saved = 0, 0
    right(hosted, journal, *saved, over=over)


@bug_in(Request, "answer")
def answers_bear_the_wrong_tag(
    right: Method, request: Request[ClientCommand], *reply: Any, **more: Any
) -> None:
    if request.tag and isinstance(request.command, PingCommand):
        request.tag = "#1"
    right(request, *reply, **more)


# --- who hears what ----------------------------------------------------------------------------


@bug_in(Piles, "_show")
def moved_cards_are_shown_to_all(
    right: Method, piles: Piles, kind: str, parts: Any, cards: Sequence[Card], masks: Any
) -> None:
    right(piles, kind, parts, cards, [EVERYONE] * len(cards))


@bug_in(HostedTable, "state", world=1)
def a_state_is_that_of_another_seat(right: Method, hosted: HostedTable, session: Session) -> Words:
    message: Words = right(hosted, session)
    if session.seat == WATCHER or not hosted.table.playing:
        return message
    kind, told, view = message
    other = (session.seat + 1) % len(hosted.table.names)
    return (kind, told, {**view, **hosted.table.view(other).data()})


@bug_in(Piles, "faces")
def the_hand_opposite_is_face_up(
    right: Method, piles: Piles, pile: Sequence[Card], viewer: int
) -> tuple[str, ...]:
    if viewer == 0 and sorted(pile) == sorted(piles.get(1, ())):
        viewer = 1
    faces: tuple[str, ...] = right(piles, pile, viewer)
    return faces


@bug_in(Piles, "fanned", world=1)
def hands_are_shown_as_they_are_held(
    right: Method, piles: Piles, seat: int, viewer: int
) -> Sequence[Card]:
    return piles.get(seat, ())


@bug_in(HostedTable, "note_seats", world=12)
def old_words_are_told_to_who_took_a_seat_later(right: Method, hosted: HostedTable) -> None:
    since = {name: session.since for name, session in hosted.people.items()}
    right(hosted)
    for name, session in hosted.people.items():
        session.since = since[name]


@bug_in(HostedTable, "rest")
def who_comes_back_misses_one_event(
    right: Method, hosted: HostedTable, session: Session, last: int
) -> list[Words] | None:
    found: list[Words] | None = right(hosted, session, last)
    return found[1:] if found else found


@bug_in(HostedTable, "publish")
def watchers_are_not_told(
    right: Method, hosted: HostedTable, events: Sequence[Event], *more: Any
) -> None:
    everybody = hosted.listeners
    if hosted.table.playing:
        hosted.listeners = [session for session in everybody if session.seat != WATCHER]
    right(hosted, events, *more)
    hosted.listeners = everybody


@bug_in(CardGame, "_tell")
def event_numbers_have_a_gap(right: Method, table: CardGame) -> tuple[Event, ...]:
    if table.log.told % 50 == 0:
        table.log.told += 1
    events: tuple[Event, ...] = right(table)
    return events


@bug_in(HostedTable, "question", world=1)
def who_has_given_up_is_asked(
    right: Method, hosted: HostedTable, peer: Peer, seat: int
) -> tuple[Words, ...]:
    forfeits, hosted.table.forfeits = hosted.table.forfeits, []
    asked: tuple[Words, ...] = right(hosted, peer, seat)
    hosted.table.forfeits = forfeits
    return asked


@bug_in(HostedTable, "question")
def who_has_nothing_to_say_is_asked(
    right: Method, hosted: HostedTable, peer: Peer, seat: int
) -> tuple[Words, ...]:
    asked: tuple[Words, ...] = right(hosted, peer, seat)
    return asked or (("ASK", []),)


@bug_in(HostedTable, "question")
def now_and_then_a_player_is_not_asked(
    right: Method, hosted: HostedTable, peer: Peer, seat: int
) -> tuple[Words, ...]:
    asked: tuple[Words, ...] = right(hosted, peer, seat)
    return asked if hosted.table.told % 7 else ()


# --- cards -------------------------------------------------------------------------------------


@bug_in(Piles, "move", world=1)
def a_card_is_doubled(
    right: Method,
    piles: Piles,
    cards: Sequence[Card],
    source: Any,
    target: Any,
    to: Viewers | int,
) -> None:
    right(piles, cards, source, target, to)
    if target == "table" and piles.log.told % 11 == 0:
        piles[target].append(cards[0])


# --- time, and who is there --------------------------------------------------------------------


@bug_in(TableTimers, "note")
def the_timekeeper_is_not_woken(right: Method, timers: TableTimers, hosted: HostedTable) -> None:
    wake, timers.wake = timers.wake, lambda: None
    right(timers, hosted)
    timers.wake = wake


@bug_in(ServerCore, "happens")
def a_lost_player_is_not_noticed(
    right: Method, core: ServerCore, hosted: HostedTable, who: str, line: str, tag: str = ""
) -> None:
    if not line.startswith("LOST"):
        right(core, hosted, who, line, tag)


@bug_in(ServerCore, "happens")
def the_robot_keeps_the_seat(
    right: Method, core: ServerCore, hosted: HostedTable, who: str, line: str, tag: str = ""
) -> None:
    if not line.startswith("BACK"):
        right(core, hosted, who, line, tag)


@bug_in(absence, "_resume", world=1)
def a_suspended_game_is_not_resumed(right: Method, table: CardGame) -> None:
    return None
