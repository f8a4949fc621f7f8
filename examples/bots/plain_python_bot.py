#!/usr/bin/env python3
"""A bot in plain Python, without cardkit. It plays any game, weak cards first.

In a contest, and at a table of a server that does not want TLS:

    cardkit contest daifugo rand rand rand --bot 'paula=python3 examples/bots/plain_python_bot.py'
    python3 examples/bots/plain_python_bot.py --server localhost:7272 --table daifugo-1

It reads the same lines in both, and answers those that begin with ASK; docs/bots.md explains them.
To make it yours, replace `choose`. Everything it says is an answer; for debugging, write to
standard error: `print(…, file=sys.stderr)`.
"""

import argparse
import json
import re
import socket
import sys
from collections.abc import Callable, Iterable
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


def words_of(line: str) -> list[Any]:
    """The words of a line: each is JSON or, where it is none, text that stands for itself."""
    words: list[Any] = []
    while line := line.strip():
        try:
            word, end = json.JSONDecoder().raw_decode(line)
            if line[end : end + 1].strip():
                raise ValueError
        except ValueError:
            word = line.split(" ", 1)[0]
            end = len(word)
        words.append(word)
        line = line[end:]
    return words


def play(lines: Iterable[str], say: Callable[[str], object]) -> None:
    """Hear line after line; in a contest they end when the match is over."""
    bot, names, seat, before = Bot(), [""], 0, 0
    for line in lines:
        match words_of(line):
            case ["STATE", _, {"names": names, "seat": int(seat)}]:
                bot, before = Bot(), 0
            case ["ASK", legal, view]:
                # After a warning take something else than what was no good.
                say(bot.choose(view, legal[bot.refused % len(legal) :]))
                bot.refused = 0
            case ["WARNING", code, sentence]:
                bot.refused += 1
                print(code, sentence, file=sys.stderr)
            case [int(), "SCORE", *scores]:
                now = dict(zip(scores[::2], scores[1::2], strict=True)).get(names[seat], 0)
                bot.won, before = bot.won + now - before, now
            case _:  # other lines are no questions
                pass


def main() -> None:
    """Play by standard input and output, or at a server."""
    parser = argparse.ArgumentParser(description="A bot that plays any game, weak cards first.")
    parser.add_argument("--server", metavar="HOST:PORT", help="play there, and not in a contest")
    parser.add_argument("--table", metavar="NAME", help="at this table")
    args = parser.parse_args()
    if not args.server:
        play(sys.stdin, lambda said: print(said, flush=True))
        return
    host, _, port = args.server.rpartition(":")
    with socket.create_connection((host, int(port))) as server:
        lines = server.makefile("rw", encoding="utf-8", newline="\n")

        def say(said: str) -> None:
            lines.write(f"{said}\n")
            lines.flush()

        for said in ("ENTER", "VIEWS on", f"JOIN {args.table}", "LOGIN"):
            say(said)
        play(lines, say)


if __name__ == "__main__":
    main()
