"""Bugs to be planted on purpose, each in one method of the server or of the rules.

A world that notices none of them would be worth little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.cardgame import ALL, Card, CardGame
from cardkit.netgame import WATCHER, Event, absence
from cardkit.protocol import Message
from cardkit.server.alarms import Alarms
from cardkit.server.book import Book
from cardkit.server.calls import Call
from cardkit.server.desk import Desk
from cardkit.server.house import House
from cardkit.server.ledger import Ledger, Page, deliver
from cardkit.server.session import Caller, Session
from cardkit.testing.world.planting import Method, bug_in

# --- stored and told ---------------------------------------------------------------------------


@bug_in(Ledger, "turn_page")
def acknowledged_before_the_sync(right: Method, ledger: Ledger) -> Page:
    rows, frames = right(ledger)
    deliver(frames)
    return rows, []


@bug_in(Ledger, "turn_page")
def half_of_a_page_is_lost(right: Method, ledger: Ledger) -> Page:
    rows, frames = right(ledger)
    return rows[: (len(rows) + 1) // 2], frames


@bug_in(Ledger, "turn_page")
def rows_stored_in_the_wrong_order(right: Method, ledger: Ledger) -> Page:
    rows, frames = right(ledger)
    return rows[::-1], frames


@bug_in(Ledger, "stored")
def what_came_meanwhile_waits_for_the_next_input(right: Method, ledger: Ledger) -> bool:
    ledger._storing = False
    return False


@bug_in(Session, "save")
def a_session_is_not_stored_when_it_leaves_a_table(
    right: Method, session: Session, ledger: Ledger
) -> None:
    if session.desk is not None or session.tags is None:
        right(session, ledger)


# --- tags --------------------------------------------------------------------------------------


@bug_in(Session, "has_done")
def repeated_tags_are_carried_out_again(right: Method, session: Session, tag: str) -> bool:
    return False


@bug_in(Desk, "recover")
def tags_are_forgotten_over_a_restart(right: Method, desk: Desk, *saved: Any, over: bool) -> None:
    right(desk, *saved, over=over)
    for session in desk.people.values():
        session.tags = None


@bug_in(Desk, "recover")
def tags_of_the_journal_push_out_newer_ones(
    right: Method, desk: Desk, book: Book, *saved: Any, over: bool
) -> None:
    for session in desk.people.values():
        session.saved = 0, 0
    right(desk, book, *saved, over=over)


@bug_in(Call, "answer")
def answers_bear_the_wrong_tag(
    right: Method, call: Call, *first: Any, more: tuple[Any, ...] = ()
) -> None:
    if call.tag and first[:1] == ("PONG",):
        call.tag = "#1"
    right(call, *first, more=more)


# --- who hears what ----------------------------------------------------------------------------


@bug_in(CardGame, "_show")
def moved_cards_are_shown_to_all(
    right: Method, table: CardGame, kind: str, parts: Any, cards: Sequence[Card], masks: Any
) -> None:
    right(table, kind, parts, cards, [ALL] * len(cards))


@bug_in(Desk, "state")
def a_state_is_that_of_another_seat(right: Method, desk: Desk, session: Session) -> Message:
    message: Message = right(desk, session)
    if session.seat == WATCHER or not desk.table.playing:
        return message
    kind, told, view = message
    other = (session.seat + 1) % len(desk.table.names)
    return (kind, told, {**view, **desk.table.view(other).data()})


@bug_in(CardGame, "faces")
def the_hand_opposite_is_face_up(
    right: Method, table: CardGame, pile: Sequence[Card], seat: int | None
) -> tuple[str, ...]:
    if seat == 0 and len(table.names) > 1 and sorted(pile) == sorted(table.piles.get(1, ())):
        seat = 1
    faces: tuple[str, ...] = right(table, pile, seat)
    return faces


@bug_in(Desk, "note_seats")
def old_words_are_told_to_who_took_a_seat_later(right: Method, desk: Desk) -> None:
    since = {name: session.since for name, session in desk.people.items()}
    right(desk)
    for name, session in desk.people.items():
        session.since = since[name]


@bug_in(Desk, "rest")
def who_comes_back_misses_one_event(
    right: Method, desk: Desk, session: Session, last: int
) -> list[Message] | None:
    found: list[Message] | None = right(desk, session, last)
    return found[1:] if found else found


@bug_in(Desk, "publish")
def watchers_are_not_told(right: Method, desk: Desk, events: Sequence[Event], *more: Any) -> None:
    everybody = desk.listeners
    if desk.table.playing:
        desk.listeners = [session for session in everybody if session.seat != WATCHER]
    right(desk, events, *more)
    desk.listeners = everybody


@bug_in(CardGame, "_tell")
def event_numbers_have_a_gap(right: Method, table: CardGame) -> tuple[Event, ...]:
    if table.told % 50 == 0:
        table.told += 1
    events: tuple[Event, ...] = right(table)
    return events


@bug_in(Desk, "question")
def who_has_given_up_is_asked(
    right: Method, desk: Desk, caller: Caller, seat: int
) -> tuple[Message, ...]:
    forfeits, desk.table.forfeits = desk.table.forfeits, []
    asked: tuple[Message, ...] = right(desk, caller, seat)
    desk.table.forfeits = forfeits
    return asked


@bug_in(Desk, "question")
def who_has_nothing_to_say_is_asked(
    right: Method, desk: Desk, caller: Caller, seat: int
) -> tuple[Message, ...]:
    asked: tuple[Message, ...] = right(desk, caller, seat)
    return asked or (("ASK", []),)


@bug_in(Desk, "question")
def now_and_then_a_player_is_not_asked(
    right: Method, desk: Desk, caller: Caller, seat: int
) -> tuple[Message, ...]:
    asked: tuple[Message, ...] = right(desk, caller, seat)
    return asked if desk.table.told % 7 else ()


# --- cards -------------------------------------------------------------------------------------


@bug_in(CardGame, "move")
def a_card_is_doubled(
    right: Method, table: CardGame, cards: Sequence[Card], source: Any, target: Any, visible: int
) -> None:
    right(table, cards, source, target, visible)
    if target == "table" and table.told % 11 == 0:
        table.piles[target].append(cards[0])


# --- time, and who is there --------------------------------------------------------------------


@bug_in(Alarms, "note")
def the_timekeeper_is_not_woken(right: Method, alarms: Alarms, desk: Desk) -> None:
    wake, alarms.wake = alarms.wake, lambda: None
    right(alarms, desk)
    alarms.wake = wake


@bug_in(House, "_happens")
def a_lost_player_is_not_noticed(
    right: Method, house: House, desk: Desk, who: str, line: str, tag: str = ""
) -> None:
    if not line.startswith("LOST"):
        right(house, desk, who, line, tag)


@bug_in(House, "_happens")
def the_robot_keeps_the_seat(
    right: Method, house: House, desk: Desk, who: str, line: str, tag: str = ""
) -> None:
    if not line.startswith("BACK"):
        right(house, desk, who, line, tag)


@bug_in(absence, "_resume")
def a_suspended_game_is_not_resumed(right: Method, table: CardGame) -> None:
    return None
