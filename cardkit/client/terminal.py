"""The screen of a terminal: a log, the scene below it, a line to type in, and a status line.

trio runs in the main thread and draws; prompt_toolkit runs in another, shows what was drawn and
reads the keys, so that nothing that happens disturbs what is being typed. Knows no game.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout, suppress
from io import TextIOBase
from math import inf

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import AfterInput, BeforeInput, ConditionalProcessor
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.styles import Style
from rich.console import RenderableType
from rich.text import Text as Styled

from cardkit.client.scenes import Scene, Suggestion
from cardkit.client.styled import ink, wrapped
from cardkit.client.user_interface import Typed, lines_of, rendered

LINES_KEPT = 2000
_TICK = 0.5
"""Seconds between two looks at the clock."""
_LEAST_LOG = 4
"""Lines of the log that are seen in any case, unless the screen is tiny."""
_STYLE = Style.from_dict({"status": "reverse", "hint": "ansibrightblack italic"})


class Terminal:
    """A front that has the whole screen. Made by `open_terminal`."""

    def __init__(self, *, colour: bool, words: Iterable[Suggestion] = ()) -> None:
        self.left = trio.Event()
        self.sums = True
        self.interrupted = False
        """Whether Ctrl-C was the end."""
        self._colour = colour
        self._words = list(words)
        self._log: deque[Styled] = deque(maxlen=LINES_KEPT)
        self._back = 0
        """How many lines the log is scrolled back."""
        self._unread = 0
        """Lines that are to be read from their beginning."""
        self._scene: Scene | None = None
        self._typed, self._lines = trio.open_memory_channel[Typed](inf)
        self._changed = trio.Event()
        self._trio = trio.lowlevel.current_trio_token()
        self._output: Output = create_output(sys.stdout)
        self._body: StyleAndTextTuples = []
        self._status: StyleAndTextTuples = []
        self._hint = ""
        self._closed = False
        self._question = 0
        self._typed_at = 0
        """The question at which the line that is being typed was begun; -1 is none."""
        self._size: Size | None = None
        self._completions: list[Suggestion] = []
        self._buffer = Buffer(
            completer=MoveCompleter(lambda: [*self._completions, *self._words]),
            history=InMemoryHistory(),
            multiline=False,
            accept_handler=self._accept,
            on_text_changed=self._begin,
        )
        self._app: Application[None] = self._make_app()

    # --- the front ---------------------------------------------------------------------------

    def tell(self, *lines: Styled, over: bool = False) -> None:
        if over and self._log:
            self._log.pop()
        elif self._back:  # who reads further up is not disturbed
            self._back += sum(len(wrapped(line, self.columns)) for line in lines)
        self._log.extend(lines)
        self._changed.set()

    def print(self, sheet: RenderableType) -> None:
        lines = lines_of(sheet, self.columns)
        self.tell(*lines)
        self._unread = len(lines)

    @property
    def columns(self) -> int:
        return max(10, self._output.get_size().columns)

    def show(self, scene: Scene) -> None:
        self._scene = scene
        self._changed.set()

    def begin_line(self, text: str) -> None:
        def set_text() -> None:
            self._buffer.document = Document(text)

        self._in_app(set_text)

    async def line(self) -> Typed:
        return await self._lines.receive()

    # --- drawing, in the thread of trio ------------------------------------------------------

    async def draw_always(self) -> None:
        while True:
            self._changed = trio.Event()
            self._draw()
            with trio.move_on_after(_TICK):
                await self._changed.wait()

    def _draw(self) -> None:
        size = self._output.get_size()
        columns, rows = self.columns, max(4, size.rows) - 2
        scene = self._scene
        log = min(_LEAST_LOG, rows // 4)
        below = scene.lines(columns, rows - log) if scene else []
        above = self._last_lines(columns, rows - len(below))
        self._body = self._formatted([*above, *below], columns)
        if scene is not None:
            self._status = self._formatted([scene.status(columns)], columns)
            self._hint = scene.hint()
            self._completions = scene.words()
            self._question = scene.question
        self._app.invalidate()

    def _formatted(self, lines: Iterable[Styled], columns: int) -> StyleAndTextTuples:
        return to_formatted_text(ANSI(rendered(lines, columns, colour=self._colour)))

    def _last_lines(self, columns: int, rows: int) -> list[Styled]:
        """The end of the log, or what is scrolled to, as so many lines."""
        if self._unread:
            self._back, self._unread = max(0, self._unread - rows), 0
        wanted = rows + self._back
        found: list[Styled] = []
        for text in reversed(self._log):
            found = [*wrapped(text, columns), *found]
            if len(found) >= wanted:
                break
        self._back = max(0, min(self._back, len(found) - rows))
        end = len(found) - self._back
        shown = found[max(0, end - rows) : end]
        if self._back and shown:
            shown[-1] = ink(f"↓ {self._back + 1} (PageDown)", "bold yellow")
        return [Styled()] * (rows - len(shown)) + shown

    # --- keys, in the thread of the terminal -------------------------------------------------

    def _make_app(self) -> Application[None]:
        empty = Condition(lambda: not self._buffer.text)
        hint = AfterInput(lambda: self._hint, style="class:hint")
        typed = BufferControl(
            self._buffer,
            input_processors=[BeforeInput("> "), ConditionalProcessor(hint, empty)],
        )
        line = Window(typed, height=1)
        screen = HSplit(
            [
                Window(FormattedTextControl(lambda: self._body)),
                line,
                Window(FormattedTextControl(lambda: self._status), height=1, style="class:status"),
            ]
        )
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return Application(
            Layout(FloatContainer(screen, [menu]), focused_element=line),
            key_bindings=self._keys(empty),
            style=_STYLE,
            full_screen=True,
            output=self._output,
            color_depth=None if self._colour else ColorDepth.DEPTH_1_BIT,
            before_render=self._look_at_size,
        )

    def _keys(self, empty: Condition) -> KeyBindings:
        keys = KeyBindings()

        def to_the_end() -> None:
            self._back = 0
            self._changed.set()

        @keys.add("c-c")
        def interrupt(event: KeyPressEvent) -> None:
            self.interrupted = True
            event.app.exit()

        @keys.add("c-d", filter=empty)
        def leave(event: KeyPressEvent) -> None:
            event.app.exit()

        @keys.add("enter")
        def accept(event: KeyPressEvent) -> None:
            self._buffer.complete_state = None
            self.in_trio(to_the_end)
            self._buffer.validate_and_handle()

        @keys.add("f2")
        def hint(event: KeyPressEvent) -> None:
            self.in_trio(self._typed.send_nowait, Typed("/hint", self._question))

        @keys.add("pageup")
        def back(event: KeyPressEvent) -> None:
            self.in_trio(self._scroll, 1)

        @keys.add("pagedown")
        def forth(event: KeyPressEvent) -> None:
            self.in_trio(self._scroll, -1)

        return keys

    def _accept(self, buffer: Buffer) -> bool:
        self.in_trio(self._typed.send_nowait, Typed(buffer.text, self._typed_at or self._question))
        self._typed_at = 0
        return False

    def _begin(self, buffer: Buffer) -> None:
        """Remember what was asked when the first letter was typed."""
        if not buffer.text:
            self._typed_at = 0
        elif not self._typed_at:
            self._typed_at = self._question or -1

    def _look_at_size(self, app: Application[None]) -> None:
        size = self._output.get_size()
        if size != self._size:
            self._size = size
            self.in_trio(self._changed_now)

    # --- between the two threads -------------------------------------------------------------

    def _changed_now(self) -> None:
        self._changed.set()

    def _scroll(self, pages: int) -> None:
        self._back = max(0, self._back + pages * 8)
        self._changed.set()

    def in_trio(self, do: Callable[..., object], *args: object) -> None:
        with suppress(trio.RunFinishedError):
            self._trio.run_sync_soon(lambda: do(*args))

    def _in_app(self, do: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # it has just ended
            if self._app.loop is not None:
                self._app.loop.call_soon_threadsafe(do)

    def run(self, ready: trio.Event) -> None:
        """Blocks until the person leaves or `close` is called; then the terminal is as it was."""

        def begin() -> None:
            self.in_trio(ready.set)
            self._end_if_closed()

        try:
            self._app.run(pre_run=begin, set_exception_handler=False)
        except EOFError:
            pass  # told to close, or the terminal is gone
        finally:
            self.in_trio(self.left.set)

    def close(self) -> None:
        """End `run`, also when it has hardly begun."""
        self._closed = True
        self._in_app(self._end_if_closed)

    def _end_if_closed(self) -> None:
        if self._closed and self._app.is_running and not self._app.is_done:
            self._app.exit(exception=EOFError())


@asynccontextmanager
async def open_terminal(
    *, colour: bool, words: Iterable[Suggestion] = ()
) -> AsyncIterator[Terminal]:
    """A terminal for as long as the block lasts; whatever ends it, the terminal is left sane."""
    terminal = Terminal(colour=colour, words=words)
    log = _Log(terminal)
    async with trio.open_nursery() as nursery:
        ready = trio.Event()
        nursery.start_soon(trio.to_thread.run_sync, terminal.run, ready)
        try:
            await ready.wait()
            with redirect_stdout(log), redirect_stderr(log):
                nursery.start_soon(terminal.draw_always)
                yield terminal
        finally:
            terminal.close()  # and the nursery waits for the thread: it puts the terminal right
            nursery.cancel_scope.cancel()


class _Log(TextIOBase):
    """Whoever prints something while the screen is up, prints into the log."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._rest = ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        if lines:  # perhaps in another thread
            self._terminal.in_trio(self._terminal.tell, *map(Styled, lines))
        return len(text)


class MoveCompleter(Completer):
    """Completes to what can be said now: whole commands, cards, and what begins with a slash."""

    def __init__(self, words: Callable[[], list[Suggestion]]) -> None:
        self._words = words

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        line = document.text_before_cursor.casefold()
        before, _, last = line.rpartition(" ")
        for word in self._words():
            typed, text = last if word.is_last else line, word.text.casefold()
            needed = before and text not in before.split() if word.is_last else text != line
            if needed and text.startswith(typed):
                yield Completion(word.text, -len(typed), display_meta=word.meaning)
