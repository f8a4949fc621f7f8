"""A ladder in a terminal: what happens as lines, and below them how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from time import monotonic

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text as Shown

from cardkit.contest.formatting import line
from cardkit.contest.ladder import Ladder, State
from cardkit.contest.ladder_report import groups_under_way, state_words
from cardkit.contest.result_tables import Row, lead_of, rows_of
from cardkit.contest.terminal_results import table_of
from cardkit.netgame import Text, say, translate

MOST_ROWS = 15
SHOW_SECONDS = 0.5
COLUMNS = ("Rating", "Matches", "Matches won", "Faults")


class LadderView:
    """Lines for what happens, and where `live` is given, a view of how it stands."""

    def __init__(self, lang: str, console: Console, live: Live | None = None) -> None:
        self._lang, self._console, self._live = lang, console, live
        self._standings: list[RenderableType] = []
        self._state: State | None = None
        self._shown = 0.0

    def tell(self, text: Text) -> None:
        """Something has happened."""
        self._console.print(Shown(line(text.text(self._lang))), soft_wrap=True)

    def rank(self, ladder: Ladder) -> None:
        """The ratings are known anew; to fit them for every look would take too long."""
        if ladder.results.standings.matches:
            rows = islice(self._rows(ladder), MOST_ROWS)
            self._standings = [
                table_of(self._lang, ("Bot", *COLUMNS), rows),
                Shown(lead_of(ladder.results, self._lang)),
            ]

    def look(self, ladder: Ladder) -> None:
        """Show how it stands, if it is time for that."""
        if ladder.state is not self._state:
            before, self._state = self._state, ladder.state
            if self._live is None or self._state is State.STOPPED:
                self._tell_state(ladder, seen=self._live is None and before is State.RESTING)
        if self._live is not None and monotonic() - self._shown >= SHOW_SECONDS:
            self._shown = monotonic()
            self._live.update(Group(*self._screen(ladder)))

    def _tell_state(self, ladder: Ladder, seen: bool) -> None:
        """What it does is told where nobody could see it, and how it stands if none has `seen`."""
        self._console.print(Shown(state_words(ladder, self._lang)), soft_wrap=True)
        if ladder.state in (State.RESTING, State.STOPPED) and not seen:
            self._console.print(*self._standings)

    def _rows(self, ladder: Ladder) -> Iterator[Row]:
        retired = {member.entrant.name for member in ladder.members if member.retired}
        for place, name, cells in rows_of(ladder.results, COLUMNS):
            told = f"{name} ({say('retired', self._lang)})" if name in retired else name
            yield place, told, cells

    def _screen(self, ladder: Ladder) -> Iterator[RenderableType]:
        standings = ladder.results.standings
        yield ""
        yield from self._standings
        about = say(
            "{title}. Bots: {bots:,}. Matches: {matches:,}. Games: {games:,}.",
            self._lang,
            title=translate(ladder.title, self._lang),
            bots=len(ladder.folder.playing),
            matches=standings.matches,
            games=standings.games,
        )
        yield Shown(f"{about} {state_words(ladder, self._lang)}")
        yield Shown("; ".join(groups_under_way(ladder)), no_wrap=True, overflow="ellipsis")
        for file, why in sorted(ladder.broken.items()):
            told = Text("{file} cannot play: {why}", file=file, why=why)
            yield Shown(line(told.text(self._lang)), no_wrap=True, overflow="ellipsis")


@contextmanager
def ladder_view(lang: str) -> Iterator[LadderView]:
    """The view of a ladder; in a file or a pipe there are lines alone."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        yield LadderView(lang, console)
        return
    with Live(console=console, refresh_per_second=4, transient=True) as live:
        yield LadderView(lang, console, live)
