"""What is on the screen besides the log: a table, or a menu. Each says how it looks, and what may
be typed.

Knows no terminal: a `UserInterface` shows scenes, and a `TerminalSession` chooses them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from rich.text import Text as Styled

from cardkit.cardgame.choice import Choice
from cardkit.client.look import Look
from cardkit.client.move_list import short
from cardkit.client.moves import Move, number_moves
from cardkit.client.player import TableState
from cardkit.client.plays import Plays
from cardkit.client.robots import level_told
from cardkit.client.screen import standing_lines, table_lines
from cardkit.client.styled import clock, cut, in_columns, ink, paged, status_line, title_line
from cardkit.netgame import Reason, Refused, say


class Suggestion(NamedTuple):
    """Something that can be typed, and what it means."""

    text: str
    meaning: str
    is_last: bool = False
    """Whether it ends what is typed already, instead of being all of it."""


class Scene(Protocol):
    """One thing that is shown until another is."""

    question: int
    """Another number for every new question; 0 when nothing is asked."""

    def lines(self, columns: int, rows: int) -> list[Styled]:
        """How it looks, in at most so many lines."""

    def status(self, columns: int) -> Styled:
        """The bottom line."""

    def hint(self) -> str:
        """What to type now, in a few words."""

    def words(self) -> list[Suggestion]:
        """What can be typed now."""


class Location:
    """Where one is, and how long is left: the same for all scenes of a visit."""

    def __init__(self, server: str, server_time: Callable[[], float]) -> None:
        self.server, self.server_time = server, server_time
        self.lost = False
        self.mark: Callable[[str], str] = lambda language: ""
        """How far the deal on the table is proved, in a language."""

    def link(self, language: str) -> str:
        if self.lost:
            return say("NO CONNECTION, trying to come back", language)
        return say("{server}", language, server=self.server)


class Menu:
    """Numbered things to choose from."""

    def __init__(
        self,
        where: Location,
        language: str,
        title: str,
        rows: Sequence[tuple[str, Sequence[Styled]]],
        notes: Sequence[Styled],
    ) -> None:
        self.question = 1
        self._where, self._language = where, language
        self._title, self._rows, self._notes = title, rows, notes
        self._page = 0

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self._rows]

    def turn_page(self) -> None:
        self._page += 1

    def lines(self, columns: int, rows: int) -> list[Styled]:
        cells = [
            [ink(f" {number}", "bold green"), *row]
            for number, (_, row) in enumerate(self._rows, start=1)
        ]
        items = in_columns(cells, columns, numbers=(0,), wrap=True)
        if len(items) > rows - len(self._notes) - 1:
            items = in_columns(cells, columns, numbers=(0,))
        notes = [cut(note, columns) for note in self._notes]
        items = paged(items, max(1, rows - len(notes) - 1), self._page, self._language)
        return [title_line([self._title], "", columns), *items, *notes][:rows]

    def status(self, columns: int) -> Styled:
        return status_line([self._title], [self._where.link(self._language)], columns)

    def hint(self) -> str:
        return say("a number", self._language, "of a row")

    def words(self) -> list[Suggestion]:
        return [Suggestion(name, row[0].plain) for name, row in self._rows]

    def choose(self, typed: str) -> str:
        """The name that was typed, or whose number was."""
        if typed.isdigit() and 0 < int(typed) <= len(self._rows):
            return self._rows[int(typed) - 1][0]
        if typed.lower() in self.names:
            return typed.lower()
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{typed} is none of them; type a number from 1 to {most}",
            typed=typed,
            most=len(self._rows),
        )


class TableScene:
    """The table one is at."""

    def __init__(self, where: Location, look: Look, state: TableState, plays: Plays) -> None:
        self.look, self.state = look, state
        self.moves: list[Move] = []
        self.question = 0
        self.page = 0
        self._where, self._plays = where, plays
        self._asked: tuple[object, ...] = ()
        self._questions = 0

    def notice(self, *, anew: bool = False) -> None:
        """Number the moves of a new question; told once more, a question keeps its number."""
        view, legal = self.state.view, self.state.legal
        asked: tuple[object, ...] = legal
        if view is not None and view.phase != "playing":
            asked = (view.phase, view.game, view.seat, self.state.match_over)
        if asked == self._asked and not anew:
            return
        self._asked, self.page, self.moves, self.question = asked, 0, [], 0
        if asked:
            self._questions += 1
            self.question = self._questions
        if legal and view is not None:
            self.moves = number_moves(self.state.offers(), view, self.look.declaration)

    # --- how it looks ------------------------------------------------------------------------

    def lines(self, columns: int, rows: int) -> list[Styled]:
        view, look, lang = self.state.view, self.look, self.look.language
        if view is None:
            return [title_line([self.state.table], "", columns)]
        game = say("game {number}", lang, number=view.game) if view.game else ""
        words = [self._title(), self.state.title, game, level_told(self.state.level, lang)]
        title = title_line(words, self.state.table, columns)
        if view.phase == "playing":
            under = table_lines(
                view,
                look,
                plays=self._plays,
                moves=self.moves,
                page=self.page,
                columns=columns,
                rows=rows - 1,
            )
        else:
            others = [look.called(name) for name in self.state.people if name not in view.names]
            under = standing_lines(view, look, others, columns, rows - 1, self._plays.places)
        return [title, *under]

    def _title(self) -> str:
        return self.look.titles.get(self.state.game, self.state.game)

    def status(self, columns: int) -> Styled:
        left = [self._turn(), self._time()]
        lang = self.look.language
        right = [self._where.mark(lang), self._title(), self._where.link(lang)]
        return status_line(left, right[::-1] if self._where.lost else right, columns)

    def _turn(self) -> str:
        view, lang = self.state.view, self.look.language
        if view is None:
            return ""
        if view.suspended:
            return say("the game waits until all are back", lang)
        if view.phase != "playing":
            over = say("the match is over", lang) if self.state.match_over else ""
            if waited := ", ".join(self.state.not_ready()):
                return say("waiting for {names}", lang, names=waited)
            return over or say("no game is on", lang)
        if view.seat in view.awaited:
            return "▶ " + say("your turn", lang)
        names = ", ".join(self.look.called(view.names[seat]) for seat in view.awaited)
        return say("waiting for {names}", lang, names=names) if names else ""

    def _time(self) -> str:
        view = self.state.view
        if view is None or view.deadline is None:
            return ""
        return clock(view.deadline - self._where.server_time())

    def hint(self) -> str:
        view, lang = self.state.view, self.look.language
        if view is None or self._where.lost:
            return say("wait a moment", lang)
        if self.state.is_played_for:
            return say("A robot plays for you; Enter takes your seat again", lang)
        if len(self.moves) == 1 and not self.moves[0].is_open:
            return say("Enter: {move}", lang, move=short(self.moves[0], self.look).plain)
        if self.moves and not view.hand:
            return say("a number or a command; Tab shows them, /help more", lang)
        if self.moves:
            return say("a number, cards or a command; Tab shows them, /help more", lang)
        if view.phase == "playing":
            return say("/help shows what you can type", lang)
        if view.seat is None:
            return say("Enter takes a seat", lang)
        if self.state.name in self.state.ready:
            return say("you are ready; /start begins without the others", lang)
        if self.state.match_over:
            return say("Enter begins a new match, /leave another game, /quit ends", lang)
        return say("Enter begins the next game" if view.game else "Enter begins the game", lang)

    def words(self) -> list[Suggestion]:
        lang = self.look.language
        found = []
        for move in self.moves:
            number = say("number {number}", lang, number=move.number)
            text = move.start if move.is_open else str(move.offer)
            found.append(Suggestion(text, number))
            if not move.is_open and move.verb == self.look.declaration.play:
                found.append(Suggestion(" ".join(move.words), number))
            if isinstance(move.offer, Choice):
                name = self.look.faces.name
                found += [Suggestion(card, name(card), is_last=True) for card in move.offer.cards]
        return found
