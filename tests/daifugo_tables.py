"""Tables of Daifugo in a wished position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.cardgame import Choice, Refused
from cardkit.cardgame.climbing import ClimbState
from cardkit.games.daifugo import Daifugo
from cardkit.netgame import pick
from tests.helpers import arrange, below

HIGH, RICH, PLAIN, POOR, LOW = "大富豪", "富豪", "平民", "貧民", "大貧民"
PRESETS = ("millionaire", "official", "uecda")
FIVE = ("ann", "bob", "cid", "dee", "eve")
_CARDS = ("S4", "H5", "S6", "H7", "S9", "HT", "SJ", "HQ")


def position(table: Daifugo, hands: Mapping[str, str], leader: str = "") -> Daifugo:
    """These hands, an empty field and this player (or the first named) to lead."""
    arrange(table, hands)
    seat = table.people.seat_of[leader or next(iter(hands))]
    table.stage_no = len(table.stages) - 1
    table.stage = table.stages[-1]
    table.state = ClimbState(seat)
    table.ask(seat)
    return table


def deal(hands: Mapping[str, str], preset: str = "official", **options: Any) -> Daifugo:
    """A first game of five, the number that all presets allow; the first named leads.

    The players sit in the order of their names. Whoever has no hand here gets two high cards.
    """
    spare = {name: f"C{r} D{r}" for name, r in zip(FIVE, "TJQKA", strict=True)}
    table = Daifugo.play(FIVE, preset, options, key=b"daifugo")
    table.set_order(range(5))
    return position(table, {**hands, **{n: h for n, h in spare.items() if n not in hands}})


def say(table: Daifugo, *what: str) -> None:
    """Whoever is asked says this, one after the other; `DISCARD` may be left out."""
    for each in what:
        verb = "" if each.startswith(("PASS", "PUT", "START")) else "DISCARD "
        table.apply(table.names[table.awaited[0]], verb + each)


def asked(table: Daifugo) -> str:
    """The player whose turn it is."""
    return " ".join(table.names[seat] for seat in table.awaited)


def can_play(table: Daifugo, cards: str) -> bool:
    """Whether the player whose turn it is may play these cards, written in this order."""
    return table.can(asked(table), f"DISCARD {cards}")


def why_not(table: Daifugo, cards: str) -> str:
    """The reason why the player whose turn it is may not play these cards."""
    try:
        table.check(asked(table), cards if cards == "PASS" else f"DISCARD {cards}")
    except Refused as refused:
        return str(refused.reason)
    return ""


def finish(table: Daifugo, *order: str) -> Daifugo:
    """Play this game so that the players go out in this order."""
    hands = dict(zip(order, _CARDS, strict=False))
    position(table, hands)
    done = list(order)
    while table.playing:
        name = asked(table)
        if name == done[0]:
            say(table, hands[done.pop(0)])
        else:
            say(table, "PASS")
    return table


def after(*order: str, preset: str = "official", **options: Any) -> Daifugo:
    """The second game has begun; the first one ended in this order."""
    table = finish(Daifugo.play(sorted(order), preset, options, key=b"daifugo"), *order)
    table.apply("", "START")
    return table


def titles(table: Daifugo) -> dict[str, str]:
    """Everybody's title."""
    return dict(zip(table.names, table.title_holders.title_of, strict=True))


def ranking(table: Daifugo) -> list[str]:
    """The players from first to last in the game that is over."""
    return [table.names[seat] for seat in table.ranking]


def hand(table: Daifugo, name: str) -> set[str]:
    """The cards of this player."""
    return set(table.piles[table.people.seat_of[name]])


def give_any(table: Daifugo) -> None:
    """Whoever is asked for cards gives some, until the play begins."""
    chance = below(1)
    while table.stage.key() == "tribute":
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), chance))


def cheat(table: Daifugo, who: str) -> None:
    """This player, whose turn it is to give, keeps the strongest cards."""
    seat = table.people.seat_of[who]
    (offer,) = table.legal(seat)
    assert isinstance(offer, Choice)
    table.apply(who, offer.command(offer.cards[-offer.least :]))
