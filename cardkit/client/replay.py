"""The record of a match as a person looks at it: which position, through whose eyes, which keys.

`Replay` is plain code from keys to lines; `show` gives it the whole screen of a terminal, and
`story` tells the match from beginning to end. Nothing shows a card that the eyes did not see.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style
from rich.text import Text as Styled

from cardkit.cardgame import CardView
from cardkit.client.look import Look
from cardkit.client.moves import place_in_hand
from cardkit.client.opinions import opinion, sign
from cardkit.client.plays import Plays
from cardkit.client.screen import standing_lines, table_lines
from cardkit.client.styled import (
    DIM,
    cut,
    fill,
    in_columns,
    in_lines,
    ink,
    pad,
    status_line,
    title_line,
    width_of,
    wrapped,
)
from cardkit.client.table_log import TableLog
from cardkit.client.user_interface import rendered
from cardkit.match_analysis import Judged, RunningAnalysis
from cardkit.narrator import HIDDEN
from cardkit.netgame import Text, plural, say
from cardkit.protocol import read_frame
from cardkit.record import RecordLine
from cardkit.record.recorded_match import ALL_SEEING, NOBODY, RecordedMatch

_LEAST_LOG = 4
"""Lines of what was said that are seen in any case, unless the screen is tiny."""
_STYLE = Style.from_dict({"status": "reverse"})
HELP = (
    ("→  n  Space", "the next input"),
    ("←  p", "the input before"),
    ("PageDown  G", "the next game"),
    ("PageUp  B", "the beginning of this game, or the game before"),
    ("Home  End", "the beginning and the end of the match"),
    ("g 37 Enter", "jump to input 37"),
    ("1 … 9", "through the eyes of that player"),
    ("0", "as somebody who only watches"),
    ("s", "through the eyes of the next one"),
    ("a", "see all cards"),
    ("i", "show or hide what search thinks of each decision"),
    ("m  M", "the next mistake, or the one before, through the eyes of who made it"),
    ("?", "show or hide these keys"),
    ("q", Text("leave", "a replay")),
)


class Replay:
    """A place in a match, and through whose eyes it is seen."""

    def __init__(
        self,
        reel: RecordedMatch,
        look: Look,
        eyes: str = NOBODY,
        analyse: Callable[[int, Callable[[], None]], RunningAnalysis] | None = None,
    ) -> None:
        """`analyse` judges all decisions, those after a position first, and tells what is new."""
        self.reel, self.look, self.eyes = reel, look, eyes
        self.at = 0
        self.over = False
        """Whether the person has seen enough."""
        self._helps = False
        self._number: str | None = None
        """What is typed of the number to jump to."""
        self._analyse = analyse
        self._analysis: RunningAnalysis | None = None
        self._judges = False
        self.changed: Callable[[], None] = lambda: None
        """Called from any thread when there is something new to see."""

    # --- keys --------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Do what a key stands for; one that stands for nothing does nothing."""
        if self._number is not None:
            self._press_in_number(key)
        elif key.isdigit():
            self._look_as(int(key))
        elif do := _KEYS.get(key):
            do(self)

    def _press_in_number(self, key: str) -> None:
        number = self._number or ""
        if key.isdigit():
            self._number = (number + key)[:9]
        elif key == "c-h":
            self._number = number[:-1]
        else:
            self._number = None
            if key == "c-m" and number:
                self.go(int(number))

    def go(self, at: int) -> None:
        self.at, self._helps = self.reel.within(at), False

    def _look_as(self, number: int) -> None:
        if number <= len(self.reel.players):
            self.eyes = [NOBODY, *self.reel.players][number]

    def _look_as_next(self) -> None:
        everybody = [NOBODY, *self.reel.players]
        known = everybody.index(self.eyes) if self.eyes in everybody else -1
        self.eyes = everybody[(known + 1) % len(everybody)]

    def _see_all(self) -> None:
        self.eyes = ALL_SEEING

    def _ask_number(self) -> None:
        self._number = ""

    def _turn_judging(self) -> None:
        self._judges = not self._judges and self._analyse is not None
        if self._judges and self._analysis is None and self._analyse is not None:
            self._analysis = self._analyse(self.at, self.changed)

    def _go_to_mistake(self, step: int) -> None:
        if not self._judges:
            self._turn_judging()
        found = self._analysis.mistakes() if self._analysis is not None else []
        places = [(each.decision.position + 1, each.decision.player) for each in found]
        ahead = [(at, who) for at, who in places[::step] if (at - self.at) * step > 0]
        if ahead:
            at, self.eyes = ahead[0]
            self.go(at)

    def _turn_help(self) -> None:
        self._helps = not self._helps

    def _leave(self) -> None:
        self.over = True

    # --- what was said -----------------------------------------------------------------------

    def sentences(self, at: int) -> list[Styled]:
        """What the input that led to this position was, as these eyes saw it."""
        me = "" if self.eyes == ALL_SEEING else self.eyes
        frame = read_frame(self.reel.frame(at, self.eyes))
        told = TableLog(me, self.look).tell(frame, self.reel.view(at, self.eyes))
        return told or [ink(in_short(self.reel.record.lines[at - 1]), DIM)]

    def hands(self, at: int) -> list[Styled]:
        """The hands that these eyes see."""
        view, lines = self.reel.view(at, self.eyes), []
        for seat, cards in enumerate(view.hands):
            if cards and HIDDEN not in cards:
                place = place_in_hand(view, self.look.declaration)
                hand = self.look.faces.cards(sorted(cards, key=place))
                template = "You have: {hand}" if seat == view.seat else "{who} has: {hand}"
                lines.append(
                    fill(
                        template, self._language, who=self.look.called(view.names[seat]), hand=hand
                    )
                )
        return lines

    def time(self, at: int) -> str:
        """When that was said, by the clock on the wall here."""
        return wall_clock(self.reel.record.lines[at - 1].at) if at else ""

    def whose_eyes(self) -> str:
        lang = self.look.language
        if self.eyes == ALL_SEEING:
            return say("all cards", lang)
        if self.eyes == NOBODY:
            return say("as a watcher", lang)
        return say("as {name}", lang, name=self.look.called(self.eyes))

    def _opinion(self, at: int) -> Judged | None:
        """What search thinks of what led to this position, if that is to be seen."""
        analysis = self._analysis
        return analysis.judged.get(at - 1) if analysis is not None and self._judges else None

    def _told(self, at: int) -> list[Styled]:
        """What was said, with a mark where it was a mistake; and why, where one is."""
        told, judged = self.sentences(at), self._opinion(at)
        if judged is None:
            return told
        judgement, decision = judged.judgement, judged.decision
        if judgement.mark.sign:
            told = [told[0].copy().append(" ").append_text(sign(judgement)), *told[1:]]
        if at == self.at:
            sees = self.eyes in (ALL_SEEING, decision.player)
            told = [*told, ink("  ⌕ ", DIM).append_text(opinion(judgement, self.look, sees=sees))]
        return told

    def _log(self, columns: int, rows: int) -> list[Styled]:
        """The last inputs, each with its number, the one that led here in full colour."""
        width = len(str(self.reel.last)) + 1
        lines: list[Styled] = []
        at = self.at
        while at and len(lines) < rows:
            told = [line for text in self._told(at) for line in wrapped(text, columns - width)]
            number = ink(str(at), "bold green" if at == self.at else DIM)
            first = pad(number, width).append_text(told[0])
            lines = [first, *(Styled(" " * width).append_text(t) for t in told[1:]), *lines]
            at -= 1
        if not at:
            lines.insert(0, fill("The match begins; → goes on, ? shows the keys.", self._language))
        return [Styled()] * (rows - len(lines)) + lines[max(0, len(lines) - rows) :]

    @property
    def _language(self) -> str:
        return self.look.language

    # --- how it looks ------------------------------------------------------------------------

    def lines(self, columns: int, rows: int) -> list[Styled]:
        """The whole screen but for the status line."""
        log = min(_LEAST_LOG, rows // 4)
        below = self._help(columns) if self._helps else self._table(columns, rows - log)
        below = below[: rows - log]
        above = self._log(columns, rows - len(below))
        return [cut(line, columns) for line in (*above, *below)]

    def _help(self, columns: int) -> list[Styled]:
        rows = [[ink(f"  {keys}", "bold"), fill(what, self._language)] for keys, what in HELP]
        return [title_line([say("Keys", self._language)], "", columns), *in_columns(rows, columns)]

    def _table(self, columns: int, rows: int) -> list[Styled]:
        header = self.reel.record.header
        everything = self.eyes == ALL_SEEING
        view = self.reel.view(self.at, NOBODY if everything else self.eyes)
        title = self.look.titles.get(header.game, header.game)
        head = title_line([title, self.whose_eyes()], header.table, columns)
        faces = self._open_cards(self.reel.view(self.at, self.eyes), columns) if everything else []
        left = max(4, rows - 1 - len(faces))
        if view.phase == "playing":
            under = table_lines(view, self.look, plays=self._plays(), columns=columns, rows=left)
        else:
            under = standing_lines(view, self.look, [], columns, left)
        return [head, *under, *faces]

    def _plays(self) -> Plays:
        """Who has laid what on the table in this game."""
        plays = Plays()
        for at in range(self.reel.game_before(self.at + 1), self.at + 1):
            plays.hear(read_frame(self.reel.frame(at, self.eyes)))
        return plays

    def _open_cards(self, view: CardView, columns: int) -> list[Styled]:
        """Every hand, sorted, and what lies in the piles, the card that comes next first."""
        faces = self.look.faces
        rows = [
            (ink(self.look.called(name), "bold"), [faces.card(card, chip=True) for card in hand])
            for name, cards in zip(view.names, view.hands, strict=True)
            if (hand := sorted(cards, key=place_in_hand(view, self.look.declaration)))
        ]
        for name, pile in view.piles.items():
            if pile and name != "table":
                kind, colon, owner = name.partition(":")
                label = ink(f"{self.look.label(kind)}{colon and ' '}{self.look.called(owner)}", DIM)
                rows.append((label, [faces.card(card) for card in reversed(pile)]))
        width = min(24, 2 + max((width_of(label) for label, _ in rows), default=0))
        lines = []
        for label, cards in rows:
            for at, line in enumerate(in_lines(cards, max(10, columns - width))):
                before = cut(label, width - 1) if at == 0 else Styled()
                lines.append(pad(before, width).append_text(line))
        return lines

    def status(self, columns: int) -> Styled:
        """The bottom line: where one is."""
        lang = self._language
        if self._number is not None:
            ask = say("jump to input (0 to {last}):", lang, last=self.reel.last)
            return status_line([f"{ask} {self._number}▏"], [], columns)
        where = say("input {at} of {last}", lang, at=self.at, last=self.reel.last)
        number = self.reel.game_at(self.at)
        game = say("game {number}", lang, number=number) if number else ""
        left = [where, game, self.time(self.at), self._progress()]
        return status_line(left, [say("? shows the keys", lang)], columns)

    def _progress(self) -> str:
        """How far the analysis has come."""
        analysis, lang = self._analysis, self._language
        if analysis is None or not self._judges:
            return ""
        if analysis.failed:
            return say("the analysis has failed", lang)
        done = len(analysis.judged)
        if done < analysis.of:
            return say("judged {done} of {all}", lang, done=done, all=analysis.of)
        return plural(len(analysis.mistakes()), "1 mistake", "{n} mistakes").text(lang)


_KEYS: dict[str, Callable[[Replay], None]] = {
    **dict.fromkeys(("right", "n", " "), lambda it: it.go(it.at + 1)),
    **dict.fromkeys(("left", "p"), lambda it: it.go(it.at - 1)),
    **dict.fromkeys(("pagedown", "G"), lambda it: it.go(it.reel.next_game(it.at))),
    **dict.fromkeys(("pageup", "B"), lambda it: it.go(it.reel.game_before(it.at))),
    "home": lambda it: it.go(0),
    "end": lambda it: it.go(it.reel.last),
    "g": Replay._ask_number,
    "s": Replay._look_as_next,
    "a": Replay._see_all,
    "i": Replay._turn_judging,
    "m": lambda it: it._go_to_mistake(1),
    "M": lambda it: it._go_to_mistake(-1),
    "?": Replay._turn_help,
    **dict.fromkeys(("q", "c-d"), Replay._leave),
}


def story(replay: Replay) -> Iterator[Styled]:
    """The whole match in sentences, each input with its number and its time."""
    width = len(str(replay.reel.last))
    for at in range(1, replay.reel.last + 1):
        before = f"{at:>{width}}  {replay.time(at)}  "
        dealt = replay.hands(at) if at in replay.reel.starts else []
        for line in (*replay.sentences(at), *dealt):
            yield Styled(before).append_text(line)
            before = " " * len(before)


def in_short(line: RecordLine) -> str:
    """An input of which nothing was told, without anything that could be a card."""
    verb, *words = line.said.split(" ")
    return f"{line.who}: {verb}" if line.who else " ".join([verb, *words[:1]])


def wall_clock(at: float) -> str:
    try:
        return f"{datetime.fromtimestamp(at, UTC).astimezone():%H:%M:%S}"
    except (OSError, OverflowError, ValueError):  # a record may say anything
        return "–"


# --- in a terminal -------------------------------------------------------------------------------


def show(replay: Replay, *, colour: bool) -> None:
    """Give it the whole screen until the person leaves."""
    keys = KeyBindings()

    @keys.add(Keys.Any)
    def press(event: KeyPressEvent) -> None:
        key = event.key_sequence[0].key
        replay.press(key.value if isinstance(key, Keys) else key)
        if replay.over:
            event.app.exit()

    @keys.add("c-c")
    def interrupt(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt())

    def drawn(lines: Callable[[int, int], list[Styled]]) -> StyleAndTextTuples:
        size = get_app().output.get_size()
        columns = max(20, size.columns)
        text = rendered(lines(columns, max(4, size.rows) - 1), columns, colour=colour)
        return to_formatted_text(ANSI(text))

    body = FormattedTextControl(lambda: drawn(replay.lines))
    status = FormattedTextControl(lambda: drawn(lambda columns, _: [replay.status(columns)]))
    app: Application[None] = Application(
        Layout(HSplit([Window(body), Window(status, height=1, style="class:status")])),
        key_bindings=keys,
        style=_STYLE,
        full_screen=True,
        color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
    )
    replay.changed = app.invalidate

    def leave() -> None:
        if app.is_running and not app.is_done:
            app.exit()

    def listen() -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, leave)

    with suppress(EOFError):  # the terminal is gone
        app.run(pre_run=listen)
