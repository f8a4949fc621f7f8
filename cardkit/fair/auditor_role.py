"""An auditor's part in the deals of a match that is over: takes every step again from its record.

With the secrets at hand nothing has to be believed: each commitment, seed, deck and root is made
again. What is false is raised as `FalseDeal`; what has no form at all as another error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.fair.deal import (
    MISSING,
    DealState,
    FairDeal,
    read_digest,
    read_digests,
    written_digests,
)
from cardkit.fair.faults import DealFault, FalseDeal
from cardkit.fair.proving_dealer import Shuffle
from cardkit.fair.table_deals import TableDeals

_KNOWN = {"about", "commitment", "start", "commits", "given", "void", "dispute", "by", "deal", "at"}


def written_step(step: Mapping[str, Any], at: float) -> dict[str, Any]:
    """A step as it stands in a record: without the secret, which comes at its end."""
    body = {name: value for name, value in step.items() if name != "secret"} | {"at": at}
    if "about" in step:
        body["commitment"] = FairDeal(step["about"], step["secret"]).commitment.hex()
    if "commits" in step:
        body["commits"] = written_digests(step["commits"], "")
    if "given" in step:
        body["given"] = written_digests(step["given"], MISSING)
    return body


class AuditorRole(TableDeals):
    """Follows the deals of a record, step by step."""

    def __init__(self, number: int, about: Mapping[str, Any], secrets: Mapping[int, bytes]) -> None:
        """So many deals came before; what all of them are about, but for deck and players."""
        super().__init__(number)
        self._about, self._secrets = about, secrets
        self.left = Counter[str]()
        """Who had left when a deal was given up after all were bound, and how often."""
        self.dealt = self.alone = 0
        """With how many deals games were begun; to how many of them nobody contributed."""
        self.missing = Counter[str]()
        """By player, to how many of them nothing was given."""

    def follow(self, body: Mapping[str, Any], players: Sequence[str], deck: str) -> None:
        """One step as it was recorded; who was to play next by then, and the cards they have."""
        if not body.keys() <= _KNOWN or not isinstance(body.get("start", ""), str):
            raise ValueError
        step, deal = dict(body), self.coming
        if "about" in body:
            if deal is not None:
                deal.give_up(deal.seats)  # who has left would have made it void
            self._open(self._checked(dict(step.pop("about")), body["commitment"], deck))
        if "commits" in body:
            step["commits"] = read_digests(body["commits"], "")
        if "given" in body:
            given = body["given"]
            step["given"] = [None if each == MISSING else bytes.fromhex(each) for each in given]
        if "void" in body and deal is not None and deal.state is DealState.COMMITTED:
            self.left.update(name for name in deal.seats if name not in players)
        self.take(step, players)

    def _checked(self, about: dict[str, Any], commitment: str, deck: str) -> FairDeal:
        number = self.number + 1
        wanted = {**self._about, "deal": number, "deck": deck, "seats": about.get("seats")}
        if about != wanted:
            raise FalseDeal(DealFault.OTHER_MATCH)
        if number not in self._secrets:
            raise FalseDeal(DealFault.NO_SECRET, number=number)
        deal = FairDeal(about, self._secrets[number])
        deal.check_about()
        if deal.commitment != read_digest(commitment):
            raise FalseDeal(DealFault.WRONG_SECRET)
        return deal

    def check_start(self, words: Sequence[str]) -> None:
        """Before an input: a game begins with the seed that follows from all contributions."""
        if words[0] == "START":
            if self.coming is None or self.coming.state is not DealState.READY:
                raise FalseDeal(DealFault.NO_DEAL)
            if words[1:2] != [self.coming.seed().hex()]:
                raise FalseDeal(DealFault.WRONG_SEED)
            self.dealt += 1
            self.alone += not any(self.coming.given)
            self.missing.update(self.coming.missing)

    def shuffled(self, names: Sequence[str]) -> list[Shuffle]:
        """After an input: what was shuffled in it, for the players whom the deal was opened for."""
        if self.dealer is None or not self.dealer.fresh:
            return []
        self.dealer.deal.check_players(names)
        return self.dealer.take_fresh()
