"""Golden playthroughs: a part of a match in full, as everybody at the table hears and sees it.

`python -m tests.games.playthrough` writes one for every installed game and preset, anew; what
changes in them is a change that players will notice, so look at the difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.netgame import LANGUAGES, WATCHER, Event, Refused
from cardkit.registry import installed
from cardkit.testing.trial import Trial
from tests.helpers import card_game

FOLDER = Path("tests/playthroughs")
COMMAND = "python -m tests.games.playthrough"
GAMES, INPUTS = 4, 200
"""How much is played: so many games, cut after so many inputs."""
SLIP = 15
"""Inputs from one slip of the tongue to the next."""


def playthroughs() -> dict[str, tuple[type[CardGame], str]]:
    """The file name of every playthrough there must be, with its game and preset."""
    games = {name: card_game(name) for name in installed()}
    return {
        f"{name}.{preset or 'plain'}.txt": (game, preset)
        for name, game in games.items()
        for preset in game.presets or ("",)
    }


def playthrough(game: type[CardGame], preset: str) -> str:
    """A match of seeded robots as text, always the same."""
    return "\n".join(_Script(game, preset).lines()) + "\n"


class _Script:
    """Writes down what happens at one table."""

    def __init__(self, game: type[CardGame], preset: str) -> None:
        seats = game.with_options(preset)["seats"]
        self.trial = Trial(game, preset, {}, min(max(seats.least, 4), seats.most), seed=1)
        self.below = self.trial.chance("playthrough")
        self.table = self.trial.table()
        self.table.listening = True

    def lines(self) -> Iterator[str]:
        trial, table = self.trial, self.table
        heading = f"{table.title}, preset {trial.preset or 'plain'}, {trial.players} players"
        yield from (heading, "=" * len(heading))
        for name in trial.names:
            yield from self._said(name, "ENTER")
            yield from self._said(name, "LOGIN")
        moves = 0
        for _ in range(GAMES):
            if moves == INPUTS:
                break
            yield from self._said("", "START")
            yield from self._seen()
            while table.playing and moves < INPUTS:
                moves += 1
                if moves % SLIP == 0:
                    yield from self._slip()
                name, command = trial.move(table, self.below)
                yield from self._said(name, str(command))
            yield from self._seen()
        if table.playing:
            yield from ("", "Here the record ends, and the game goes on.")

    def _said(self, who: str, what: str) -> Iterator[str]:
        events = self.table.apply(who, what)
        yield from ("", f"## {who or 'the world'}: {what}")
        for event in events:
            yield from self._heard(event)

    def _heard(self, event: Event) -> Iterator[str]:
        """An event as each viewer hears it; what several hear alike is written once."""
        names = dict(enumerate(self.table.names)) | {WATCHER: "watcher"}
        heard: dict[str, list[str]] = {}
        for viewer, name in names.items():
            words = event.words(viewer)
            if words is not None:
                heard.setdefault(" ".join(map(_written, words)), []).append(name)
        for words_said, ears in heard.items():
            who = "all" if len(ears) == len(names) else ", ".join(ears)
            yield f"{event.number} ({who}) {words_said}"

    def _slip(self) -> Iterator[str]:
        """Somebody says something out of place, and is told why that is so."""
        table, below = self.table, self.below
        name = table.names[below(len(table.names))]
        verb = sorted(table.verbs)[below(len(table.verbs))]  # in whatever order they are declared
        assert isinstance(table, CardGame)
        card = table.cards.all[below(3)]
        try:
            table.check(name, f"{verb} {card}")
        except Refused as refused:
            yield from ("", f"## {name}: {verb} {card}", f"refused: {refused.reason}")
            yield from (refused.text(language) for language in LANGUAGES)

    def _seen(self) -> Iterator[str]:
        """The table as a watcher sees it, and what each player sees otherwise."""
        table, public = self.table, self._view(WATCHER)
        yield from ("", "-- what a watcher sees")
        yield from (f"{key}: {value}" for key, value in public.items())
        for seat, name in enumerate(table.names):
            yield from ("", f"-- what {name} sees otherwise")
            view = self._view(seat)
            yield from (f"{key}: {value}" for key, value in view.items() if value != public[key])
            if offers := table.legal(seat):
                yield f"may say: {' | '.join(map(str, offers))}"

    def _view(self, viewer: int) -> dict[str, str]:
        view = self.table.view(viewer)
        return {f.name: _written(getattr(view, f.name)) for f in fields(view)}


def _written(value: Any) -> str:
    """A value on one line, for the eye."""
    if isinstance(value, tuple | list):
        return f"[{' '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_written(inner)}' for key, inner in value.items())}}}"
    return str(value)


def write_all(folder: Path) -> None:
    """Write every playthrough, and remove those of games that are no longer there."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = playthroughs()
    for path in folder.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
    for name, (game, preset) in wanted.items():
        (folder / name).write_text(playthrough(game, preset), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
