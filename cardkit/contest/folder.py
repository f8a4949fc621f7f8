"""The folder of a contest: what it is, what was played, records, results.

`contest.json` says which contest it is; the folder of another one is never touched.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.contest.outcome_file import OutcomeFile, whole_file
from cardkit.keys import load_key, make_key, public_text, unusable
from cardkit.netgame import Refused
from cardkit.reasons import LocalReason

ABOUT, OUTCOMES, KEY = "contest.json", "outcomes.jsonl", "contest.key"
RECORDS, REPLAYS, STORAGE = "records", "replays", "storage"
FORMAT, VERSION = "cardkit-contest", 2
"""In version 1 seats went by the order of the bots, so it cannot be gone on with."""


def begun_in(path: Path) -> dict[str, Any] | None:
    """What contest a folder holds; None when it holds nothing. Refuses the folder of others."""
    about = path / ABOUT
    try:
        if not path.is_dir():
            if path.exists():
                raise Refused(
                    LocalReason.FILE_EXISTS, "{path} is a file; --out takes a folder", path=path
                )
            return None
        if not about.exists():
            if any(path.iterdir()):
                text = "{path} holds other things and no contest; --out names a new or empty folder"
                raise Refused(LocalReason.FILE_EXISTS, text, path=path)
            return None
        found = json.loads(about.read_text(encoding="utf-8"))
        if not isinstance(found, dict) or found.get("file") != FORMAT:
            raise ValueError
    except OSError as error:
        raise unusable(path, error) from error
    except ValueError:
        raise Refused(
            LocalReason.NO_SUCH_FILE, "{path} does not say what contest it is of", path=about
        ) from None
    if found.get("version") != VERSION:
        raise Refused(
            LocalReason.NO_SUCH_FILE,
            "{path} is of version {theirs}, and this program goes on with version {ours} only; "
            "--out names another folder",
            path=about,
            theirs=str(found.get("version"))[:20],
            ours=VERSION,
        )
    return found


def check_same(path: Path, begun: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Refuse to go on with another contest than was begun."""
    plain: dict[str, Any] = json.loads(json.dumps(asked))
    for name, ours in plain.items():
        if begun.get(name) != ours:
            raise Refused(
                LocalReason.FILE_EXISTS,
                "{path} holds another contest: its {name} is {theirs}, not {ours}; --out names "
                "another folder",
                path=path,
                name=name,
                theirs=json.dumps(begun.get(name), ensure_ascii=False)[:200],
                ours=json.dumps(ours, ensure_ascii=False)[:200],
            )


def replay_name(number: int) -> str:
    """The file of a replay; people and files count matches from 1."""
    return f"match-{number + 1:06}.js"


@dataclass(frozen=True, slots=True)
class RecordFolder:
    """Where records are put, and replays in a folder beside it: of the first so many matches."""

    path: Path
    key: bytes
    """The private key that signs them."""
    count: int

    def file(self, number: int) -> Path:
        return self.path / f"match-{number + 1:06}.jsonl"

    def replay_file(self, number: int) -> Path:
        return self.path.parent / REPLAYS / replay_name(number)

    def remove(self, number: int) -> None:
        """A match that was not played in the end has neither."""
        for file in (self.file(number), self.replay_file(number)):
            file.unlink(missing_ok=True)

    def write(self, number: int, lines: Iterable[str], replay: str) -> None:
        with whole_file(self.replay_file(number)) as file:
            file.write(replay)
        with whole_file(self.file(number)) as file:
            file.writelines(f"{line}\n" for line in lines)


class Folder:
    """An open folder of a contest."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        """Open the folder, and make what it does not have yet."""
        self.path = path
        try:
            for within in (RECORDS, REPLAYS):
                (path / within).mkdir(parents=True, exist_ok=True)
            self.outcome_file = OutcomeFile((path / OUTCOMES).open("a+b"))
            if not (path / KEY).exists():
                make_key(path / KEY)
            if not (path / ABOUT).exists():
                self.write_about(about)
        except OSError as error:
            raise unusable(path, error) from error

    def write_about(self, about: Mapping[str, Any]) -> None:
        """Say which contest it is."""
        said = {"file": FORMAT, "version": VERSION, **about}
        with whole_file(self.path / ABOUT) as file:
            file.write(json.dumps(said, indent=2, ensure_ascii=False) + "\n")

    def record_folder(self, count: int) -> RecordFolder:
        key = load_key(self.path / KEY).private_bytes_raw()
        return RecordFolder(self.path / RECORDS, key, count)

    def public_key(self) -> str:
        """With this `cardkit verify` checks who signed the records."""
        return public_text(load_key(self.path / KEY))
