"""check_game: plays a game at random, many times, and checks what every game promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardkit.cardgame import Bot, CardGame
from cardkit.guides import guide_gaps
from cardkit.netgame import WATCHER, Command, Event, NetGame, Refused, Seats
from cardkit.netgame.conditions import did_you_mean
from cardkit.netgame.game import Entry
from cardkit.testing.absent import check_absence
from cardkit.testing.again import check_copies, check_playing_on, check_replay
from cardkit.testing.knowing import Knower
from cardkit.testing.page import TURNS, WHY_NOT, check_page
from cardkit.testing.reached import Reached, watched
from cardkit.testing.search import Search
from cardkit.testing.secrecy import Tally, Twins, check_orders
from cardkit.testing.talking import Talk
from cardkit.testing.telling import Listener, check_cards
from cardkit.testing.translations import check_texts
from cardkit.testing.trial import HABITS, NAMES, GameFault, Trial, raised
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
    searched: int = 0
    """Moves that were made to reach what random play had not."""
    unreached: tuple[str, ...] = ()
    """Words, stages and endings that nobody came to, besides those that need not be reached."""
    undeclared: tuple[str, ...] = ()
    """Facts and notices that nothing declares, so that they are told in plain words."""
    page: str = ""
    """How often the page was tried in a browser, or why it was not."""
    untranslated: tuple[str, ...] = ()
    """Sentences of the game that lack a translation, in languages for which it has others."""
    guide: tuple[str, ...] = ()
    """What people look for in its guide and do not find."""

    def __str__(self) -> str:
        said = [
            f"Nothing wrong in {self.games:,} games with {self.moves:,} moves; {self.refused:,} "
            f"commands refused, {self.twins:,} twins"
        ]
        if self.page:
            said.append(self.page)
        if self.unreached:
            said.append(f"Never reached: {'; '.join(self.unreached)}")
        if self.undeclared:
            said.append(f"Not declared: {'; '.join(self.undeclared)}")
        if self.untranslated:
            said.append(f"Without a translation: {'; '.join(map(repr, self.untranslated))}")
        if self.guide:
            said.append(f"The guide: {'; '.join(self.guide)}")
        return ". ".join(said)


def check_game(
    game: type[NetGame],
    *,
    games: int = 1000,
    seed: int = 1,
    presets: Iterable[str] | None = None,
    seats: Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    bots: Sequence[type[Bot]] = (),
    twins: int = 40,
    longest: int = 5000,
    search: int = 20_000,
    towards: Iterable[str] = (),
    need_not_reach: Mapping[str, str] | None = None,
    page: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Checked:
    """Play at least so many games, under every preset and with every number of players.

    Checks that every card is in exactly one place, that `legal`, `can`, `check` and `apply` agree,
    that a refused command changes nothing, that journals replay and copies are independent, that
    every game ends, also when players are lost, that nobody is told what they may not know, and
    that rule sheets can be written and translations are of sentences that the game says. What is
    about cards is left out for a game without them.
    Raises `GameFault` with what broke, why that matters, and the call that shows it again.

    Players say at random what is legal; in every second match `bots` play some of the seats. A few
    more matches under each preset are of players who always take the first offer or the last, or
    say the smallest number or the largest: a game that ends only by chance is found so. What is not
    reached, of all words, stages and endings that the game declares, is looked for in up to
    `search` more moves, and what is found is looked at closely. The rest is in `unreached`. With
    `need_not_reach` that is a fault, but for what it names, each with a reason:
    `{"order_game PASS": "the stock never runs out"}`, or `{}`.

    With `page` the game is also played on its page, in a browser, where there is one: an error of
    the page is a fault.

    Every match depends on its seed alone; some are looked at more closely, and for each of these
    so many `twins` are tried. A game of more than `longest` inputs counts as endless. `towards`
    plays no games but those that look for these things. `progress` is called with the games played
    and those to play.
    """
    settings = _settings(game, presets, seats, options or {})
    known = dict.fromkeys(preset for preset, _ in settings)
    untranslated = check_texts(game, known, options or {})
    checked = Checked(untranslated=tuple(untranslated), guide=tuple(guide_gaps(game)))
    reached = Reached(game, known, options or {})
    _check_names(game, reached, [*towards, *(need_not_reach or ())])
    check = _Check(game, checked, reached, twins)
    number, towards = 0, [*towards]
    while checked.games < games and not towards:
        preset, players = settings[number % len(settings)]
        trial = Trial(check.game, preset, options or {}, players, seed + number, longest, bots)
        early = number < CLOSELY and checked.inputs < ENOUGH
        closely = early or number // len(settings) % AFTER_THAT == 0
        check.carry_out(trial, check.look_closely if closely else check.glance)
        number += 1
        if progress is not None:
            progress(checked.games, games)
    if not checked.moves and not towards:
        raise GameFault(
            f"{game.__name__}: in {checked.games} games nobody was asked anything. A game needs a "
            "stage in which players move, such as OrderGame or TrickGame, and cards to move with"
        )
    for habit in HABITS if not towards else ():
        for preset, players in settings[: 2 * len(known)]:
            trial = Trial(check.game, preset, options or {}, players, seed, longest, habit=habit)
            check.carry_out(trial, check.glance)
    wanted = [name for name in towards or reached.missing if name not in (need_not_reach or {})]
    rules = [Trial(check.game, p, options or {}, n, seed, longest, bots) for p, n in settings]
    check.search(rules, wanted, search)
    checked.twins = check.tally.valid
    checked.undeclared = tuple(f"{what} ({line})" for what, line in reached.undeclared.items())
    checked.unreached = tuple(name for name in wanted if name not in reached.seen)
    if need_not_reach is not None and checked.unreached:
        raise GameFault(
            f"{game.__name__}: nobody ever came to {'; '.join(checked.unreached)}. Let the rules "
            "offer it, or declare it no longer; or say why that is right: "
            f"need_not_reach={{{checked.unreached[0]!r}: 'the reason'}}"
        )
    if check.tally.tried >= 100 and check.tally.valid * 10 < check.tally.tried:
        raise GameFault(
            f"{game.__name__}: only {check.tally.valid} of {check.tally.tried} twins could be "
            "followed, so that secrecy was hardly checked. Twins part when what happens depends on "
            "cards that nobody sees; let commands decide it, or show the cards"
        )
    if page and WHY_NOT:
        checked.page = f"The page was not tried: {WHY_NOT}"
    elif page:
        for preset in known:
            check_page(game, preset, seed)
        checked.page = f"{TURNS * len(known):,} turns on its page"
    return checked


def _check_names(game: type[NetGame], reached: Reached, names: Iterable[str]) -> None:
    for name in names:
        if name not in reached.presets:
            hint = did_you_mean(name, [*reached.presets]) or "."
            raise ValueError(
                f"{game.__name__} declares nothing called {name!r}{hint} It has: "
                f"{', '.join(reached.presets)}"
            )


def _settings(
    game: type[NetGame],
    presets: Iterable[str] | None,
    seats: Iterable[int] | None,
    options: Mapping[str, Any],
) -> list[tuple[str, int]]:
    """The presets and numbers of players to play with; presets that are alike count once.

    First comes each preset with the fewest players, then with the most: a short check has both.
    """
    wanted = None if seats is None else set(seats)
    found: list[tuple[int, str, int]] = []
    known: list[dict[str, Any]] = []
    for preset in ("", *game.presets) if presets is None else presets:
        parts = game.with_options(preset, options)
        if parts in known:
            continue
        known.append(parts)
        size: Seats = parts["seats"]
        numbers = range(size.least, min(size.most, len(NAMES)) + 1, 2 if size.partners else 1)
        sizes = [n for n in numbers if wanted is None or n in wanted]
        ordered = [*sizes[:1], *sizes[:0:-1]]
        found += [(place, preset, n) for place, n in enumerate(ordered)]
    if not found:
        raise ValueError(f"{game.__name__} cannot be played with seats={wanted}, presets={presets}")
    found.sort(key=lambda each: each[0])
    return [(preset, n) for _, preset, n in found]


class _Check:
    """What one call of `check_game` has come to so far."""

    def __init__(self, game: type[NetGame], checked: Checked, reached: Reached, twins: int) -> None:
        self.plain, self.game = game, watched(game, reached)
        self.checked, self.reached, self.twins = checked, reached, twins
        self.witnessed = witnessed(self.game)
        self.tally = Tally()

    def carry_out(self, trial: Trial, look: Callable[[Trial], None]) -> None:
        """Look at a trial; whatever the author's code raises meanwhile is a fault of the game."""
        try:
            look(trial)
        except (GameFault, Refused):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            trial.fail(trial.latest or trial.table(), f"{raised(error)}, see above", error)
        for said, stage in self.reached.strange.items():
            where = f"the stage {stage}" if stage else "the game"
            verb, _, follows = said.partition(" ")
            form = f"number=({follows}, …)" if follows.isdigit() else f"choice=({follows!r}, …)"
            word = f"Word({verb!r}, 'what it does', {form if follows else '…'})"
            trial.fail(
                trial.latest or trial.table(),
                f"players say {said}, which {where} does not declare, so that nobody is told what "
                f"it means: declares = ({word},)",
            )

    def glance(self, trial: Trial) -> None:
        table = trial.table()
        self.checked.games += trial.play(table, lambda table, events: check_cards(trial, table))
        self.checked.inputs += len(table.journal)
        self.checked.moves += _moves(table)

    def look_closely(self, trial: Trial) -> None:
        listener, below = Listener(trial), trial.chance("states")
        talk = Talk(trial, listener)

        def look(table: NetGame, record: WitnessRecord) -> None:
            listener.check_events(table, record.tables[-2], record.notes[-1], record.events[-1])
            if table.awaited and talk.talks < TALKS and not below(TALK_EVERY):
                talk.check(table)
                viewers = (WATCHER, *range(trial.players))
                listener.check_view(table, viewers[below(trial.players + 1)])
                check_playing_on(trial, table)

        record = record_match(trial, self.witnessed, look)
        self.checked.games += trial.games
        self.checked.inputs += len(record.notes)
        self.checked.moves += _moves(record.tables[-1])
        self.checked.refused += talk.refused
        check_copies(trial, record)
        check_replay(trial, record)
        if issubclass(trial.game, CardGame):
            Twins(trial, record).check(self.twins, self.tally)
            check_orders(trial, record, self.twins)
        Knower(trial, self.plain).check(record)
        check_absence(trial)

    def search(self, rules: Sequence[Trial], wanted: Sequence[str], moves: int) -> None:
        """Look for what was not reached, under the rules by which it can be."""
        tried: list[Trial] = []
        for preset in dict.fromkeys(trial.preset for trial in rules):
            mine = [name for name in wanted if self.reached.presets[name][0] == preset]
            sizes = [trial for trial in rules if trial.preset == preset]
            tried += [replace(trial, towards=mine) for trial in sizes[:2] if mine]
        for number, trial in enumerate(tried):
            left = (moves - self.checked.searched) // (len(tried) - number)

            def explore(trial: Trial, left: int = left) -> None:
                found: list[Sequence[Entry]] = []
                search = Search(trial, self.reached, found.append)
                self.checked.searched += search.run(left)
                for script in found:
                    self.look_closely(replace(trial, script=script))

            self.carry_out(trial, explore)


def _moves(table: NetGame) -> int:
    return sum(isinstance(what, Command) for _, what, _ in table.journal)


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
