"""Between a session and a person: lines are told, scenes are shown, and something is typed.

`UserInterface` is what a session needs; `terminal` fills a screen, and `Plain` here writes line
after line, for pipes, for terminals that can do no more, and for programs that read aloud.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from io import StringIO
from math import inf
from shutil import get_terminal_size
from typing import IO, NamedTuple, Protocol

import trio
from rich.console import Console, RenderableType
from rich.text import Text as Styled

from cardkit.client.scenes import Scene
from cardkit.client.styled import harmless


class Typed(NamedTuple):
    """A line, and the question that was on the screen when its first letter was typed."""

    text: str
    question: int


class UserInterface(Protocol):
    """A person, as a session sees one."""

    left: trio.Event
    """Set when the person wants to leave, whatever is going on."""

    @property
    def columns(self) -> int:
        """How wide a line is."""

    sums: bool
    """Whether a line can take the place of the last one."""

    def tell(self, *lines: Styled, over: bool = False) -> None:
        """Something has happened; `over` puts the first line in the place of the last one."""

    def print(self, sheet: RenderableType) -> None:
        """Tell something longer, such as rules."""

    def show(self, scene: Scene) -> None:
        """This is the scene now, or it has changed."""

    def begin_line(self, text: str) -> None:
        """Type this for the person, who goes on from there."""

    async def line(self) -> Typed:
        """What is typed next. Raises `EOFError` when nothing comes any more."""


def rendered(lines: Iterable[Styled], columns: int, *, colour: bool, styled: bool = True) -> str:
    """Lines as a terminal takes them, each at most so wide already."""
    console = console_for(columns, colour=colour, styled=styled)
    console.print(Styled("\n").join(map(harmless, lines)), soft_wrap=True, end="")
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def console_for(columns: int, *, colour: bool, styled: bool = True) -> Console:
    """A console that writes into memory."""
    return Console(
        file=StringIO(),
        width=columns,
        force_terminal=styled,
        color_system="standard" if styled else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )


def lines_of(sheet: RenderableType, columns: int) -> list[Styled]:
    """Anything that rich can print, as styled lines."""
    console = console_for(columns, colour=True)
    console.print(sheet)
    assert isinstance(console.file, StringIO)
    return [Styled.from_ansi(line) for line in console.file.getvalue().splitlines()]


class Plain:
    """Line after line, without a screen: a scene is written out when it asks something new."""

    def __init__(self, out: IO[str], fd: int, *, colour: bool) -> None:
        self.left = trio.Event()
        self.sums = False
        self._out, self._fd, self._colour = out, fd, colour
        self._typed, self._lines = trio.open_memory_channel[str](inf)
        self._asked: tuple[int, int] = (0, 0)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listens for as long as the block lasts."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read)
            yield
            nursery.cancel_scope.cancel()

    async def _read(self) -> None:
        rest = b""
        # Not through sys.stdin: a thread that waits in there would hold up the end of the program.
        while data := await trio.to_thread.run_sync(
            os.read, self._fd, 4096, abandon_on_cancel=True
        ):
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                self._typed.send_nowait(line.decode(errors="replace").rstrip("\r"))
        self._typed.close()

    async def line(self) -> Typed:
        try:
            return Typed(await self._lines.receive(), self._asked[1])
        except trio.EndOfChannel:
            raise EOFError from None

    def tell(self, *lines: Styled, over: bool = False) -> None:
        if not lines:
            return
        text = rendered(lines, self.columns, colour=self._colour, styled=self._colour)
        print(text, file=self._out, flush=True)

    def print(self, sheet: RenderableType) -> None:
        self.tell(*lines_of(sheet, self.columns))

    @property
    def columns(self) -> int:
        return get_terminal_size().columns

    def show(self, scene: Scene) -> None:
        asked = (id(scene), scene.question)
        if scene.question and asked != self._asked:
            self.tell(*scene.lines(self.columns, 1000), Styled(f"> {scene.hint()}"))
        self._asked = asked

    def begin_line(self, text: str) -> None:
        """Nobody can go on in the middle of a line here."""
