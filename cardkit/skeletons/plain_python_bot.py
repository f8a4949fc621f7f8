#!/usr/bin/env python3
"""A bot in plain Python, without cardkit. It plays any game, weak cards first.

In a contest, and at a table of a server:

    cardkit contest daifugo rand rand rand --bot 'paula=python3 examples/bots/plain_python_bot.py'
    python3 examples/bots/plain_python_bot.py localhost:7272 daifugo-1

It reads the same lines in both, and answers those that begin with ASK; docs/bots.md explains them.
To make it yours, replace `choose`. Everything it says is an answer; for debugging, write to
standard error: `print(…, file=sys.stderr)`.
"""

import json
import re
import socket
import sys
from collections.abc import Callable, Iterable
from typing import Any

AMOUNT = re.compile(r"(.* -?\d+)\.\.-?\d+")  # RAISE 8..100
CHOICE = re.compile(r"(.*?) (\d+)(?:\.\.\d+)? of ?(.*)")  # EXCHANGE 0..5 of S3 H7 …


def choose(view: dict[str, Any], legal: list[str]) -> str:
    """One of the legal commands, or one inside an open offer."""
    plays = [command for command in legal if cards_of(command, view)]
    if plays:
        return whole(min(plays, key=lambda command: worth(command, view)))
    return whole(legal[0])


def cards_of(command: str, view: dict[str, Any]) -> list[str]:
    """The cards of one's own hand that a command plays."""
    words = [] if " of " in command else command.split()[1:]
    return [word for word in words if word in view.get("hand", ())]


def worth(command: str, view: dict[str, Any]) -> int:
    """The weakest card goes first, and several at once are better than one."""
    cards = cards_of(command, view)
    return strength(cards[0], view) - 3 * len(cards)


def strength(card: str, view: dict[str, Any]) -> int:
    """How high a card is in this game; one without a rank, such as a joker, is above all."""
    ranks, rank = view["ranks"], card[1:]
    return ranks.index(rank) if rank and rank in ranks else len(ranks)


def whole(offer: str) -> str:
    """A whole command of an open offer: the smallest amount, or the first and fewest cards."""
    if choice := CHOICE.fullmatch(offer):
        start, least, cards = choice.groups()
        return " ".join([start, *cards.split()[: int(least)]])
    amount = AMOUNT.fullmatch(offer)
    return amount[1] if amount else offer


seen: set[str] = set()  # the cards that were laid on the table in this game


def hear(kind: str, *parts: str) -> None:
    """Something has happened: MOVE ann table S3, FACT trump S, SCORE ann 3 bob 5 …"""
    if kind == "PHASE":
        seen.clear()
    elif kind == "MOVE" and parts[1] == "table":
        seen.update(parts[2:])


def play(lines: Iterable[str], say: Callable[[str], object]) -> None:
    """Hear line after line; in a contest they end when the match is over."""
    refused = 0  # how often an answer to this question was no good
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "ASK":
            legal, end = json.JSONDecoder().raw_decode(rest)
            say(choose(json.loads(rest[end:]), legal[refused % len(legal) :]))
            refused = 0
        elif word.isdigit():  # an event, with its number
            hear(*rest.split())
        elif word == "WARNING":
            refused += 1
            print(line, end="", file=sys.stderr)


def main(address: str = "", table: str = "") -> None:
    """Play by standard input and output, or at a server."""
    if not address:
        play(sys.stdin, lambda said: print(said, flush=True))
        return
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port))) as server:
        lines = server.makefile("rw", encoding="utf-8", newline="\n")
        for command in ("ENTER", "VIEWS on", f"JOIN {table}", "LOGIN"):
            print(command, file=lines, flush=True)
        play(lines, lambda said: print(said, file=lines, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
