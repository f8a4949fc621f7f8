#!/usr/bin/env python3
"""A bot for contests in plain Python, without cardkit. It plays any game, weak cards first.

    cardkit contest daifugo rand rand rand --bot 'paula=python3 examples/bots/plain_python_bot.py'

It reads lines and answers those that begin with ASK; docs/bots.md explains all of them. To make it
yours, replace `choose`. Everything you print is an answer; for debugging, write to standard error:
`print(…, file=sys.stderr)`.
"""

import json
import re
import sys
from typing import Any

AMOUNT = re.compile(r"(.* -?\d+)\.\.-?\d+")  # RAISE 8..100
CHOICE = re.compile(r"(.*?) (\d+)(?:\.\.\d+)? of ?(.*)")  # EXCHANGE 0..5 of S3 H7 …


class Bot:
    """Remembers for a match what it has heard."""

    def __init__(self) -> None:
        self.won = 0
        """Points of its own, over the games of this match."""
        self.refused = 0
        """How often an answer to this question was no good."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        """One of the legal commands, or one inside an open offer."""
        plays = [command for command in legal if cards_of(command, view)]
        if plays:
            return whole(min(plays, key=lambda command: worth(command, view)), view)
        return whole(legal[0], view)


def cards_of(command: str, view: dict[str, Any]) -> list[str]:
    """The cards of one's own hand that a command plays."""
    return (
        [] if " of " in command else [w for w in command.split()[1:] if w in view.get("hand", ())]
    )


def worth(command: str, view: dict[str, Any]) -> int:
    """The weakest card goes first, and several at once are better than one."""
    cards = cards_of(command, view)
    return strength(cards[0], view) - 3 * len(cards)


def strength(card: str, view: dict[str, Any]) -> int:
    """How high a card is in this game; one without a rank, such as a joker, is above all."""
    ranks, rank = view["ranks"], card[1:]
    return ranks.index(rank) if rank and rank in ranks else len(ranks)


def whole(offer: str, view: dict[str, Any]) -> str:
    """A whole command of an open offer: the smallest amount, or the fewest and weakest cards."""
    if choice := CHOICE.fullmatch(offer):
        start, least, cards = choice.groups()
        weakest = sorted(cards.split(), key=lambda card: strength(card, view))
        return " ".join([start, *weakest[: int(least)]])
    amount = AMOUNT.fullmatch(offer)
    return amount[1] if amount else offer


def main() -> None:
    """Hear line after line; the input ends when the match is over."""
    bot, seat = Bot(), 0
    for line in sys.stdin:
        match line.rstrip("\n").split("\t"):
            case ["MATCH", own, *_]:
                bot, seat = Bot(), int(own)
            case ["ASK", legal, view, *_]:
                offers = legal.split("|")
                # After a warning take something else than what was no good.
                offers = offers[bot.refused % len(offers) :]
                print(bot.choose(json.loads(view), offers), flush=True)
                bot.refused = 0
            case ["WARNING", code, sentence, *_]:
                bot.refused += 1
                print(code, sentence, file=sys.stderr)
            case ["RESULT", _, points, *_]:
                bot.won += int(points.split()[seat])
            case _:  # other words are no questions
                pass


if __name__ == "__main__":
    main()
