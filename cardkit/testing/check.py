"""check_game: plays a game at random, many times, and checks what every game promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.netgame import WATCHER, Command, Event, NetGame, Refused, Seats
from cardkit.testing.absent import check_absence
from cardkit.testing.again import check_copies, check_playing_on, check_replay
from cardkit.testing.secrecy import Tally, Twins, check_orders
from cardkit.testing.talking import Talk
from cardkit.testing.telling import Listener, check_cards
from cardkit.testing.translations import check_texts
from cardkit.testing.trial import NAMES, GameFault, Trial
from cardkit.testing.witness import WitnessRecord, witnessed

CLOSELY, ENOUGH = 24, 5000
"""So many matches are looked at closely first, or fewer if they are long and so many inputs were
seen; but at least one under each setting is."""
AFTER_THAT = 16
"""Of the later matches under the same setting, each of so many is."""
TALKS, TALK_EVERY = 12, 16
"""At so many states of a match, so many inputs apart, everything is tried that might be said."""


@dataclass(slots=True)
class Checked:
    """What was checked, and what was found that need not be wrong. Print it to read it."""

    games: int = 0
    """Games that were played to their end."""
    inputs: int = 0
    """Everything that was said to the tables of these games."""
    moves: int = 0
    """Those inputs that players were asked for."""
    refused: int = 0
    """Commands that were tried and rightly refused."""
    twins: int = 0
    """Times that a game was played with two hidden cards swapped, and nobody noticed."""
    untranslated: tuple[str, ...] = ()
    """Sentences of the game that lack a translation, in languages for which it has others."""

    def __str__(self) -> str:
        said = (
            f"Nothing wrong in {self.games:,} games with {self.moves:,} moves; {self.refused:,} "
            f"commands refused, {self.twins:,} twins"
        )
        if not self.untranslated:
            return said
        return f"{said}. Without a translation: {'; '.join(map(repr, self.untranslated))}"


def check_game(
    game: type[NetGame],
    *,
    games: int = 1000,
    seed: int = 1,
    presets: Iterable[str] | None = None,
    seats: Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    twins: int = 40,
    longest: int = 5000,
) -> Checked:
    """Play at least so many random games, under every preset and with every number of players.

    Checks that every card is in exactly one place, that `legal`, `can`, `check` and `apply` agree,
    that a refused command changes nothing, that journals replay and copies are independent, that
    every game ends, also when players are lost, that nobody is told what they may not know, and
    that rule sheets can be written and translations are of sentences that the game says. What is
    about cards is left out for a game without them.
    Raises `GameFault` with what broke, why that matters, and the call that shows it again.

    Every match depends on its seed alone; some are looked at more closely, and for each of these
    so many `twins` are tried. A game of more than `longest` inputs counts as endless.
    """
    settings = _settings(game, presets, seats, options or {})
    untranslated = check_texts(game, dict.fromkeys(p for p, _ in settings), options or {})
    watched = witnessed(game)
    checked, tally, number = Checked(untranslated=tuple(untranslated)), Tally(), 0
    while checked.games < games:
        preset, players = settings[number % len(settings)]
        trial = Trial(game, preset, options or {}, players, seed + number, longest)
        early = number < CLOSELY and checked.inputs < ENOUGH
        try:
            if early or number // len(settings) % AFTER_THAT == 0:
                _look_closely(trial, watched, checked, tally, twins)
            else:
                _glance(trial, checked)
        except (GameFault, Refused):
            raise
        except Exception as error:  # noqa: BLE001 - whatever an author's code raises is the finding
            trial.fail(trial.table(), f"{type(error).__name__}: {error}, see above", error)
        number += 1
    if not checked.moves:
        raise GameFault(
            f"{game.__name__}: in {checked.games} games nobody was asked anything. A game needs a "
            "stage in which players move, such as OrderGame or TrickGame, and cards to move with"
        )
    checked.twins = tally.valid
    if tally.tried >= 100 and tally.valid * 10 < tally.tried:
        raise GameFault(
            f"{game.__name__}: only {tally.valid} of {tally.tried} twins could be followed, so "
            "that secrecy was hardly checked. Twins part when what happens depends on cards that "
            "nobody sees; let commands decide it, or show the cards"
        )
    return checked


def _settings(
    game: type[NetGame],
    presets: Iterable[str] | None,
    seats: Iterable[int] | None,
    options: Mapping[str, Any],
) -> list[tuple[str, int]]:
    """The presets and numbers of players to play with; presets that are alike count once."""
    wanted = None if seats is None else set(seats)
    found: list[tuple[str, int]] = []
    known: list[dict[str, Any]] = []
    for preset in ("", *game.presets) if presets is None else presets:
        parts = game.with_options(preset, options)
        if parts in known:
            continue
        known.append(parts)
        size: Seats = parts["seats"]
        numbers = range(size.least, min(size.most, len(NAMES)) + 1, 2 if size.partners else 1)
        found += [(preset, n) for n in numbers if wanted is None or n in wanted]
    if not found:
        raise ValueError(f"{game.__name__} cannot be played with seats={wanted}, presets={presets}")
    return found


def _glance(trial: Trial, checked: Checked) -> None:
    table = trial.table()
    checked.games += trial.play(table, lambda table, events: check_cards(trial, table))
    checked.inputs += len(table.journal)
    checked.moves += _moves(table)


def _moves(table: NetGame) -> int:
    return sum(isinstance(what, Command) for _, what, _ in table.journal)


def _look_closely(
    trial: Trial, watched: type[NetGame], checked: Checked, tally: Tally, twins: int
) -> None:
    listener, below = Listener(trial), trial.chance("states")
    talk = Talk(trial, listener)

    def look(table: NetGame, record: WitnessRecord) -> None:
        listener.check_events(table, record.tables[-2], record.notes[-1], record.events[-1])
        if table.awaited and talk.talks < TALKS and not below(TALK_EVERY):
            talk.check(table)
            listener.check_view(table, (WATCHER, *range(trial.players))[below(trial.players + 1)])
            check_playing_on(trial, table)

    record = record_match(trial, watched, look)
    checked.games += trial.games
    checked.inputs += len(record.notes)
    checked.moves += _moves(record.tables[-1])
    checked.refused += talk.refused
    check_copies(trial, record)
    check_replay(trial, record)
    if issubclass(trial.game, CardGame):
        Twins(trial, record).check(twins, tally)
        check_orders(trial, record, twins)
    check_absence(trial)


def record_match(
    trial: Trial, watched: type[NetGame], look: Callable[[NetGame, WitnessRecord], None]
) -> WitnessRecord:
    """Play the match of a trial with a witness, and look at it after every input."""
    record = WitnessRecord()
    table = trial.table(watched)
    table.listening = True
    record.open(table)

    def notice(_: NetGame, events: tuple[Event, ...]) -> None:
        check_cards(trial, table)
        record.add(table, events)
        look(table, record)

    trial.play(table, notice)
    return record
