"""Tries to cheat whoever checks: tampered proofs, and damaged or forged records. None is accepted.

`python -m tests.record.tampering` tries a million proofs and a hundred thousand records.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from random import Random

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cardkit.fair import CommittedDeck, PlayerRole, Proof, check_card
from cardkit.netgame import pick
from cardkit.protocol import read_frame
from cardkit.protocol.frames import FrameCodec
from cardkit.record import RecordFault, check_record, claims_of, write_record
from cardkit.registry import find_game
from cardkit.server.history import MatchHistory
from tests.memory_server import KEY, SERVER, MemoryServer
from tests.record.forgery import forged

PROOFS, RECORDS = 1_000_000, 100_000
SLICE = 2_000
PACK = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
DECKS = (["A", "K", "Q"], PACK, [*PACK, "JK"], PACK * 2)


# --- proofs ------------------------------------------------------------------------------------


def tampered(
    chance: Random, deck: CommittedDeck, context: bytes, cards: Sequence[str]
) -> tuple[bytes, bytes, Proof]:
    """A true proof in which something is false: the root, the deal, or a part of the proof."""
    proof = deck.proof(chance.randrange(len(cards)))
    other = deck.proof(chance.choice([p for p in range(len(cards)) if p != proof.place]))
    root, path = deck.root, proof.path
    match chance.randrange(12):
        case 0:
            proof = replace(proof, card=chance.choice([c for c in cards if c != proof.card]))
        case 1:
            places = [p for p in range(1 << len(path)) if p != proof.place]
            proof = replace(proof, place=chance.choice(places))
        case 2:
            proof = replace(proof, salt=flipped(chance, proof.salt))
        case 3:
            at = chance.randrange(len(path))
            changed = (*path[:at], flipped(chance, path[at]), *path[at + 1 :])
            proof = replace(proof, path=changed)
        case 4:
            proof = replace(proof, path=path[: chance.randrange(len(path))])
        case 5:
            proof = replace(proof, path=(*path, chance.randbytes(32)))
        case 6:
            root = flipped(chance, root)
        case 7:
            context = flipped(chance, context)
        case 8:
            proof = replace(other, place=proof.place)
        case 9:
            proof = replace(proof, salt=other.salt)
        case 10:  # the card begins in its salt, or its salt ends in the card
            salted = proof.salt + proof.card.encode()
            cut = chance.choice([n for n in range(len(salted) + 1) if n != len(proof.salt)])
            card = salted[cut:].decode(errors="replace")
            proof = replace(proof, salt=salted[:cut], card=card)
        case _:  # a node in the place of a leaf
            joined = proof.salt + path[0]
            proof = replace(proof, place=proof.place >> 1, salt=joined, path=path[1:])
    return root, context, proof


def flipped(chance: Random, data: bytes) -> bytes:
    """The same bytes with one bit that is not."""
    at = chance.randrange(len(data) * 8)
    changed = bytearray(data)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def try_proofs(seed: int, count: int = SLICE) -> list[str]:
    """Tampered proofs of a few decks; those that were accepted."""
    chance = Random(f"proofs {seed}")
    accepted = []
    for n in range(count):
        if n % 100 == 0:
            cards = chance.choice(DECKS)
            cards = chance.sample(cards, len(cards))
            context, secret = chance.randbytes(32), chance.randbytes(32)
            deck = CommittedDeck(context, secret, cards, "deck")
            assert check_card(deck.root, context, deck.proof(chance.randrange(len(cards))))
        false = tampered(chance, deck, context, cards)
        if check_card(*false):
            accepted.append(f"proof {seed}: {false}")
    return accepted


# --- records -----------------------------------------------------------------------------------


def play_fairly(game: str, players: int, options: str, *, missing: bool = False) -> str:
    """The record of a match to which all contribute, or all but the last."""
    with closing(MemoryServer({game: find_game(game)}, game)) as server:
        return _play_fairly(server, game, players, options, missing=missing)


def _play_fairly(
    server: MemoryServer, game: str, players: int, options: str, *, missing: bool
) -> str:
    chance = Random(f"{game} {options}")
    peers = [server.peer(FrameCodec()) for _ in range(players)]
    watches = [PlayerRole(f"guest-p{n}", chance.randbytes) for n in range(players)]
    codec = FrameCodec()

    def settle() -> None:
        """Everybody hears, and answers what is to be answered."""
        while any(server.heard.values()):
            for peer, watch in zip(peers, watches, strict=True):
                data = b"".join(server.heard[peer])
                server.heard[peer].clear()
                for frame in codec.frames(data):
                    answers, found = watch.hear(read_frame(frame))
                    assert not found, found
                    for command in answers:
                        if not missing or peer is not peers[-1] or command.kind == "COMMIT":
                            server.say(peer, " ".join(command.words()))

    for n, peer in enumerate(peers):
        for line in ("PROOFS on", f"ENTER p{n}", f"OPEN {game} {options}", f"JOIN {game}-1"):
            if n == 0 or not line.startswith("OPEN"):
                server.say(peer, line.replace("_", "-") if line.startswith("JOIN") else line)
        server.say(peer, "LOGIN")
        settle()
    [hosted] = server.core.tables.values()
    match = hosted.journal.match
    while not (table := hosted.table).match_over:
        if table.playing:
            seat = table.awaited[0]
            line = str(pick(table.legal(seat), chance.randrange))
            server.say(peers[int(table.names[seat].removeprefix("guest-p"))], line)
        else:
            server.say(peers[0], "START")
            settle()
            server.wait(3)
        settle()
    record = MatchHistory(server.store, lambda: server.core.vault).record(match, SERVER)
    record = replace(record, claims=dict(enumerate(claims_of(record, find_game))))
    return "".join(f"{line}\n" for line in write_record(record, KEY.sign))


@cache
def originals() -> tuple[str, ...]:
    """Records that are right; most of them are short, so that many can be tried."""
    return (
        play_fairly("akq", 2, "games=2"),
        play_fairly("akq", 2, "games=3", missing=True),
        play_fairly("flush_poker", 3, "games=2"),
        play_fairly("page_one", 3, "games=2 turn_limit=60"),
    )


def try_records(seed: int, count: int = SLICE) -> list[str]:
    """Damaged and forged records; those that were accepted, or that could not be refused."""
    chance, key = Random(f"records {seed}"), bytes.fromhex(SERVER)
    texts = originals()
    for text in texts:
        check_record(text, find_game, key)
    found = []
    for _ in range(count):
        [text] = chance.choices(texts, (12, 12, 5, 1))
        trick, false = forged(chance, text)
        try:
            check_record(false, find_game, key)
        except RecordFault:
            continue
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no verdict
            found.append(f"record {seed}, {trick}: {error!r}\n{false}")
        else:
            found.append(f"record {seed}, {trick}, is accepted:\n{false}")
    return found


# --- all of them -------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.record.tampering",
        description="Try tampered proofs and damaged or forged records; what is accepted is shown.",
    )
    parser.add_argument("--proofs", type=int, default=PROOFS, help=f"default: {PROOFS:,}")
    parser.add_argument("--records", type=int, default=RECORDS, help=f"default: {RECORDS:,}")
    given = parser.parse_args()
    begun = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool,
        Progress(*columns, TimeRemainingColumn()) as progress,
    ):
        accepted: list[str] = []
        for what, attempt, count in (
            ("tampered proofs", try_proofs, given.proofs),
            ("forged records", try_records, given.records),
        ):
            seeds = range(-(-count // SLICE))
            bar = progress.add_task(what, total=count)
            for found in pool.map(attempt, seeds, repeat(SLICE)):
                accepted += found
                progress.advance(bar, SLICE)
    for each in accepted[:5]:
        print(each)
    tried = f"{given.proofs:,} proofs and {given.records:,} records"
    print(f"{tried}: {len(accepted)} accepted, in {time.monotonic() - begun:.0f} s")
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
