"""What a seat knows can be told as plain data, holds no secret, and can be played on from."""

from __future__ import annotations

from json import dumps, loads
from typing import NoReturn

from cardkit.cardgame import CardGame
from cardkit.netgame import WATCHER, Below, NetGame
from cardkit.netgame.knowledge import Data
from cardkit.testing.telling import check_cards, viewer_name
from cardkit.testing.trial import Trial, raised
from cardkit.testing.witness import WitnessRecord

LOOKED_AT = 40
"""At so many tables of each match it is looked at what somebody knows."""
PLAYED_ON = 12
"""So many moves are made at an imagined table."""


class Knower:
    """Looks at what players know in a match; tables are imagined of this game."""

    def __init__(self, trial: Trial, game: type[NetGame]) -> None:
        self.trial, self.game = trial, game
        self.below: Below = trial.chance("knowledge")

    def check(self, record: WitnessRecord) -> None:
        """Look at so many tables of a match."""
        tables = [table for table in record.tables if table.awaited]
        for _ in range(LOOKED_AT if tables else 0):
            self._look(tables[self.below(len(tables))].copy())

    def _look(self, table: NetGame) -> None:
        """Look at what somebody knows at this table, and imagine another from it."""
        viewers = (WATCHER, *range(len(table.names)))
        viewer = viewers[self.below(len(viewers))]
        known = table.knowledge(viewer)
        try:
            text = dumps(known)
        except (TypeError, ValueError) as error:
            self._fail(table, viewer, f"cannot be written down: {error}", error)
        elsewhere = table.copy()
        elsewhere.chance.reseed(b"another key")
        if dumps(elsewhere.knowledge(viewer)) != text:
            self._fail(table, viewer, "depends on the dealer's key. Draw by lot only what is shown")
        self._check_excluded(table, viewer, known)
        try:
            imagined = self.game.imagine(loads(text), self.below)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            self._fail(table, viewer, f"cannot be imagined: {raised(error)}", error)
        self._compare(table, viewer, text, imagined)
        self._play_on(table, viewer, imagined)

    def _compare(self, table: NetGame, viewer: int, text: str, imagined: NetGame) -> None:
        mine, theirs = table.view(viewer).data(), imagined.view(viewer).data()
        for name, value in mine.items():
            if theirs[name] != value:
                what = f"a table where {name} is {theirs[name]}, not {value}"
                self._fail(table, viewer, f"lets them imagine {what}. {_ADVICE}")
        offers = [[str(each) for each in t.legal(viewer)] for t in (table, imagined)]
        if offers[0] != offers[1]:
            what = f"a table where they may say {offers[1]}, not {offers[0]}"
            self._fail(table, viewer, f"lets them imagine {what}. {_ADVICE}")
        if (again := dumps(imagined.knowledge(viewer))) != text:
            at = next(n for n, (a, b) in enumerate(zip(text, again, strict=False)) if a != b)
            parts = (f"…{each[max(0, at - 60) : at + 40]}…" for each in (text, again))
            what = "{} at the table, and {} at one imagined from it".format(*parts)
            self._fail(table, viewer, f"is {what}. {_ADVICE}")
        check_cards(self.trial, imagined)

    def _check_excluded(self, table: NetGame, viewer: int, known: Data) -> None:
        """Nobody holds what they have shown not to hold."""
        if not isinstance(table, CardGame):
            return
        for seat, sets in known["cannot_hold"].items():
            hand = table.piles[int(seat)]
            for at, card in enumerate(hand):
                excluded = sets[at] if len(sets) > 1 else sets[0]
                if card in excluded and not table.piles.seen[card.number] >> viewer & 1:
                    stage, name = type(table.stage).__name__, table.names[int(seat)]
                    what = f"says that {name} cannot hold {card}, which they hold"
                    self._fail(table, viewer, f"{what}. See cannot_hold of the stage {stage}")
        for seat, lacks in known["lacks"].items():
            hand = table.piles[int(seat)]
            hidden = table.piles.unseen_by(viewer, int(seat))
            for names, count in lacks:
                if sum(card not in names for card in hidden) < count:
                    what = f"takes {' '.join(names)} for ruled out"
                    where = f"in the hand of {table.names[int(seat)]}, which is {' '.join(hand)}"
                    advice = "Call piles.rule_out with cards that a hand cannot have by the rules"
                    self._fail(table, viewer, f"{what} {where}. {advice}")

    def _play_on(self, table: NetGame, viewer: int, imagined: NetGame) -> None:
        for _ in range(PLAYED_ON):
            if not imagined.playing:
                return
            awaited = imagined.awaited
            seat = awaited[self.below(len(awaited))] if awaited else -1
            offers = imagined.legal(seat)
            if not offers:
                who = imagined.names[seat] if awaited else "anybody"
                what = f"lets them imagine a table where there is nothing that {who} may say"
                self._fail(table, viewer, f"{what}. {_ADVICE}")
            offer = offers[self.below(len(offers))]
            said = offer if isinstance(offer, str) else offer.sample(self.below)
            try:
                imagined.answer(seat, said)
            except Exception as error:  # noqa: BLE001
                what = f"lets them imagine a table where {said} raises {raised(error)}"
                self._fail(table, viewer, f"{what}. {_ADVICE}", error)

    def _fail(
        self, table: NetGame, viewer: int, what: str, error: Exception | None = None
    ) -> NoReturn:
        who = viewer_name(table, viewer)
        self.trial.fail(table, f"what {who} knows, table.knowledge({viewer}), {what}", error)


_ADVICE = (
    "Either secrecy is broken, as a rule depends on a hidden card and does not show it; or "
    "something is missing there. Keep what changes in attributes of the table and in the state of "
    "a stage, as words, numbers, cards, and lists of them; what follows from the rules is set in "
    "equip(), and what a player must guess in imagine(), methods of the stage"
)
