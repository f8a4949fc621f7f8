"""What has been bid and taken, by the roles that stages declare: no stage is known by its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardkit.netgame import Fact, FactValue, Pile, Word

if TYPE_CHECKING:
    from cardkit.cardgame.stage import AnyStage
    from cardkit.cardgame.table import CardTable


def has_role(stages: Iterable[AnyStage], role: str) -> bool:
    """Whether one of these stages declares, with its settings, something that has this role."""
    declared = (each for stage in stages for each in stage.declared())
    return any(isinstance(each, Fact | Pile) and each.role == role for each in declared)


def has_contract_in(stages: Iterable[AnyStage], suits: Iterable[str]) -> bool:
    """Whether a contract can name one of these suits."""
    there = {*suits}
    for stage in stages:
        words = [each for each in stage.declared() if isinstance(each, Word)]
        named = any(word.choice == "suit" or there & {*word.choice} for word in words)
        if named and has_role([stage], "contract"):
            return True
    return False


def declarer_of(table: CardTable) -> int:
    """The seat whose bid counts; -1 where nobody's does."""
    name = _fact(table, "declarer")
    return table.people.seat_of.get(name, -1) if isinstance(name, str) else -1


def suit_of_contract(table: CardTable) -> str:
    """The suit that the contract names; nothing where it names none."""
    *_, last = str(_fact(table, "contract") or "").split(" ")
    return last if last in table.deck.suits else ""


def bid_for(table: CardTable, seat: int) -> tuple[int, int] | None:
    """A bid that this player has to see made or to defend against, and a seat of its side."""
    contract = _fact(table, "contract")
    if contract is not None and (declarer := declarer_of(table)) >= 0:
        return _number(contract), seat if seat in table.side(declarer) else declarer
    bids = _fact(table, "bids")
    if not isinstance(bids, list | tuple):
        return None
    made = [bids[each] for each in table.side(seat) if bids[each] not in ("", None)]
    return (sum(map(_number, made)), seat) if made else None


def tricks_piles(table: CardTable, seat: int) -> list[str]:
    """The piles of what this player has taken."""
    return [f"{name}:{seat}" for name in table.declaration.roles.get("tricks", ())]


def _fact(table: CardTable, role: str) -> FactValue | None:
    for name in table.declaration.roles.get(role, ()):
        if (value := table.facts.get(name)) is not None:
            return value
    return None


def _number(bid: FactValue) -> int:
    """The number that a bid begins with."""
    first, _, _ = str(bid).partition(" ")
    return int(first) if first.isdigit() else 0
