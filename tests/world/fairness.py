"""What may be said of deals, to whom and when; and what must be.

Only who has asked for it hears of deals at all. Whatever is told is stored; each card comes with
its proof to who may see it; a secret is heard when its time has come, and then by all who listen.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

from cardkit.fair.dealer_role import PATIENCE
from cardkit.netgame import whole_number
from tests.world.deals import Gifts, StoredDeal
from tests.world.ear import Ear, Said
from tests.world.machine import wall_clock
from tests.world.mirror import Input, Mirror, Moment
from tests.world.promise import Violation, expect, plain

_BEFORE = {"commits": "open", "ready": "commits", "root": "ready"}
_COMES = ("JOIN", "WATCH", "PROOFS")
"""Who says that is told what has happened so far, as is who comes back."""
SLACK = 0.01


class Fairness:
    """Checks every word of deals, for all tables."""

    def __init__(self, gifts: Gifts) -> None:
        self.gifts, self._counts = gifts, count(1)
        self.doubts: set[tuple[str, str]] = set()
        self.late: set[tuple[str, str]] = set()
        """At which table who was waited for in vain, and has given nothing since."""
        self.proved = 0

    # --- what players say --------------------------------------------------------------------

    def said(self, ear: Ear, said: Said) -> None:
        if said.verb in ("COMMIT", "REVEAL") and len(said.words) == 3:
            number = whole_number(said.words[1])
            if number is not None:
                gift = ear.name, said.verb, number, said.words[2].lower()
                self.gifts[gift] = next(self._counts)
        elif said.verb == "DISPUTE":
            self.doubts.add((ear.name, " ".join(said.words[2:])))

    def carried_out(self, ear: Ear, said: Said) -> None:
        """A word about deals was answered with OK."""
        fair = ear.deals
        if said.verb == "PROOFS":
            fair.on = said.words[1].lower() == "on"
        if said.verb not in ("COMMIT", "REVEAL") or ear.hosted is None:
            return
        deal = ear.hosted.deals.all.get(int(said.words[1]))
        listed = None if deal is None else deal.commits if said.verb == "COMMIT" else deal.given
        if deal is not None and deal is ear.hosted.deals.coming and listed is None:
            self.late.discard((ear.hosted.name, ear.name))
            deal.taken[said.verb][ear.name] = said.words[2].lower()

    # --- what is stored ----------------------------------------------------------------------

    def stored(self, mirror: Mirror, entry: Input, ears: Iterable[Ear]) -> None:
        """A step of a deal: whoever takes part was waited for. Of each person the newest ear."""
        step, deal = entry.line, mirror.deals.coming
        if isinstance(step, str) or deal is None or deal.commits is None:
            return
        assert deal.started is not None
        if "commits" in step:
            here = {ear.name for ear in ears if self._takes_part(ear, mirror, deal)}
            for name, bound in zip(deal.seats, deal.commits, strict=True):
                if bound is None and (name not in here or (mirror.name, name) in self.late):
                    self.late.add((mirror.name, name))  # who is waited for in vain is not again
                elif bound is None:
                    self._is_late(mirror, deal, name, entry.at - deal.started)
            deal.listed = entry.at
        if "given" in step:
            for name, bound, given in zip(deal.seats, deal.commits, step["given"], strict=True):
                if bound is not None and given is None:
                    self._is_late(mirror, deal, name, entry.at - deal.listed)

    def _takes_part(self, ear: Ear, mirror: Mirror, deal: StoredDeal) -> bool:
        """Whether somebody is there and has heard of this deal in time."""
        opened = ear.deals.heard.get((deal, "open"))
        at_ease = all(said.verb == "COMMIT" for said in ear.waiting)  # does not leave just now
        hears = ear.deals.on and opened is not None and not ear.over and ear.is_open()
        return ear.hosted is mirror and hears and at_ease

    def _is_late(self, mirror: Mirror, deal: StoredDeal, name: str, waited: float) -> None:
        if waited < PATIENCE - SLACK:
            raise Violation(f"{name} was waited for {waited:.3f} s only in {deal}")
        self.late.add((mirror.name, name))

    # --- what is told ------------------------------------------------------------------------

    def deal(self, ear: Ear, kind: str, number: int, *rest: Any) -> None:
        """DEAL kind number …"""
        fair = ear.deals
        hosted = self._hosted(ear, ["DEAL", kind, number, *rest])
        deal = hosted.deals.all.get(number)
        wanted = None if deal is None else deal.told(kind, *rest[:1])
        if deal is None or wanted is None:
            raise Violation(f"{ear.name} hears {kind} {number} {rest}, which is not stored")
        expect(f"{kind} of {deal} for {ear.name}", list(rest), plain(wanted))
        before = _BEFORE.get(kind)
        if before is not None and (deal, before) not in fair.heard:
            raise Violation(f"{ear.name} hears {kind} of {deal}, and nothing of {before}")
        if kind == "secret":
            if not hosted.deals.is_open(deal):
                raise Violation(f"{ear.name} hears the secret of {deal} too early")
            fair.owed.discard(number)
        elif kind == "dispute" and tuple(rest) not in self.doubts:
            raise Violation(f"{ear.name} hears of a doubt that nobody has: {rest}")
        heard = f"root {rest[0]}" if kind == "root" else kind
        fair.heard.setdefault((deal, heard), wall_clock())

    def proof(self, ear: Ear, *words: Any) -> None:
        """PROOF number label to item …"""
        fair, message = ear.deals, ["PROOF", *words]
        number, label = words[:2]
        deal = self._hosted(ear, message).deals.all.get(number)
        known = deal is not None and (deal, f"root {label}") in fair.heard
        if not known and not fair.late:  # it may have been told over another cable
            raise Violation(f"{ear.name} hears a proof for {label} of {deal} without its root")
        self.proved += 1
        if fair.due:
            expect(f"the proof for {ear.name}", message, fair.due.pop(0))
        else:
            fair.again.append(message)

    def trail(self, ear: Ear, match: int, entries: int, trail: str) -> None:
        """TRAIL match entries hash: with the last event of each input."""
        message = ["TRAIL", match, entries, trail]
        hosted = self._hosted(ear, message)
        if ear.deals.due:
            expect(f"what {ear.name} is told with event {ear.last}", message, ear.deals.due.pop(0))
        elif match not in hosted.journals or hosted.journals[match].trail.get(entries) != trail:
            raise Violation(f"{ear.name} is told {message}, which is not the trail that is stored")

    def _hosted(self, ear: Ear, message: list[Any]) -> Mirror:
        if not ear.deals.on or ear.hosted is None:
            raise Violation(f"{ear.who} has not asked for it, and hears {message}")
        return ear.hosted

    def event(self, ear: Ear, number: int) -> None:
        """An event is heard: its proofs have to follow, and the deal to go before the game."""
        fair, hosted = ear.deals, ear.hosted
        if not fair.on or hosted is None:
            return
        moment = hosted.events[number][1]
        fair.due = hosted.proofs(number, ear.name)
        began = moment.input is not None and str(moment.input.line).startswith("START")
        if began and not fair.late:
            self._check_known(ear, moment)

    def _check_known(self, ear: Ear, moment: Moment) -> None:
        """Who sees a game knows all of its deal."""
        deal = moment.dealt
        assert deal is not None
        steps = ("open", "commits", "ready", *(f"root {label}" for label in moment.bound))
        if lacking := [step for step in steps if (deal, step) not in ear.deals.heard]:
            raise Violation(f"a game goes on for {ear.name} without {lacking} of {deal}")

    def frame_over(self, ear: Ear, frame: list[list[Any]]) -> None:
        """What must be in a frame was in it."""
        fair, hosted = ear.deals, ear.hosted
        self.no_proof_due(ear)
        if not fair.on or hosted is None:
            return
        if fair.owed and frame[0][:2] != ["DEAL", "secret"]:
            raise Violation(f"{ear.name} is not told the secrets of deals {fair.owed}")
        again, fair.again = fair.again, []
        answers = ear.said[0].upper() if ear.said and "OK" in frame[0][:2] else ""
        if any(message[0] == "STATE" for message in frame) or answers == "PROOFS":
            self._check_again(ear, again)
        elif again:
            raise Violation(f"{ear.name} hears proofs of nothing: {again}")
        if (fair.late or answers in _COMES) and ear.moments[0].table.playing:
            self._check_known(ear, ear.moments[0])
        over = [m for m in frame if m[1:3] == ["PHASE", "results"]]
        late, fair.late = fair.late, False
        if over and not late:
            moment = hosted.events[over[-1][0]][1]
            dealt, before = moment.dealt, moment.before
            assert dealt is not None
            assert before is not None
            played = before.table.playing or moment.table.game_no > before.table.game_no
            fair.owed = hosted.deals.owed(dealt, game=played, over=over[-1][3] == "over")

    def no_proof_due(self, ear: Ear) -> None:
        if ear.deals.due:
            raise Violation(f"{ear.name} is not told {ear.deals.due[0]}")

    def _check_again(self, ear: Ear, again: list[list[Any]]) -> None:
        """The proofs of the cards that somebody sees, as they were told when they were dealt."""
        for moment in ear.moments:
            wanted = _in_sight(moment, ear.name)
            if sorted(again) == sorted(wanted) or (not again and not moment.table.playing):
                return
        raise Violation(f"{ear.name} is told again {again}, and it must be {wanted}")


def _in_sight(moment: Moment, name: str) -> list[list[Any]]:
    """The proofs that belong to the cards which somebody sees, pile by pile."""
    seat, table = moment.seat_of(name), moment.table
    found: list[list[Any]] = []
    for key, pile in table.piles.face_up(seat):
        by_label: dict[str, list[Any]] = {}
        for card in pile:
            lie = moment.lies.get(card.number)
            if lie is not None and lie.shown >> seat & 1 and lie.shuffled.deal is moment.dealt:
                by_label.setdefault(lie.shuffled.label, []).append(lie.shuffled.proof(lie.place))
        for label, items in by_label.items():
            assert moment.dealt is not None
            to = table.piles.name(key)
            found.append(["PROOF", moment.dealt.number, label, to, *items])
    return found
