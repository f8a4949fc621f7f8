"""The folder of a ladder: its settings, its members, and a frozen copy of every version.

The bots lie in a folder of their authors; all that the ladder writes is in `ladder` inside it.
`ladder.json` is replaced as a whole, and only after the copy that it names is complete.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from cardkit import __version__
from cardkit.contest.folder import KEY, OUTCOMES, RECORDS, REPLAYS, RecordFolder
from cardkit.contest.matchmaking import Demand
from cardkit.contest.model import ContestPlan, Entrant, OnFault, ProgramLimits
from cardkit.contest.outcome_file import OutcomeFile, whole_file
from cardkit.contest.results import RankBy
from cardkit.keys import load_key, make_key, unusable
from cardkit.netgame import Reason, Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason

RESULTS, ABOUT, VERSIONS = "ladder", "ladder.json", ".versions"
FORMAT, VERSION = "cardkit-ladder", 1


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """What a ladder plays, and how much of it."""

    game: str
    seed: int
    players: int
    preset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    duplicate: bool = False
    on_fault: OnFault = OnFault.ASK
    tries: int = 3
    limits: ProgramLimits = field(default_factory=ProgramLimits)
    anchors: tuple[str, ...] = ()
    """Bots of the game that always play; the mean of their ratings is 1500."""
    matches: int = 100
    meetings: int = 1000
    records: int = 1000
    rank_by: RankBy = RankBy.RATING

    def plan(self, entrants: Sequence[Entrant]) -> ContestPlan:
        return ContestPlan(
            self.game,
            self.preset,
            self.options,
            self.players,
            tuple(entrants),
            self.seed,
            self.on_fault,
            self.tries,
            self.limits,
        )

    def demand(self) -> Demand:
        return Demand(self.players, self.matches, self.meetings, self.duplicate, self.seed)


MAY_CHANGE = {"anchors", "matches", "meetings", "records", "rank_by"}
"""Settings that may be others when a ladder goes on; with others, the matches so far would not
be comparable."""


@dataclass(frozen=True, slots=True)
class Member:
    """A version of a bot on the ladder. It keeps its number for ever."""

    entrant: Entrant
    file: str = ""
    """The file or folder that it was copied from; an anchor has none."""
    made_of: str = ""
    """The fingerprint of what was copied."""
    joined: int = 0
    """After so many matches of all."""
    retired: bool = False


def settings_in(folder: Path) -> LadderSettings | None:
    """The settings with which the ladder of this folder began; None if it has not begun."""
    found = _read(folder / RESULTS / ABOUT)
    return None if found is None else _settings(folder, found)


def _read(about: Path) -> dict[str, Any] | None:
    try:
        text = about.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unusable(about, error) from error
    try:
        found = json.loads(text)
        version = found["version"]
        if found["file"] != FORMAT or not isinstance(version, int):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise _damaged(about) from None
    if version > VERSION:
        raise Refused(
            LocalReason.NO_SUCH_FILE,
            "{path} was written by a newer cardkit ({theirs}); this is {ours}",
            path=about,
            theirs=str(found.get("cardkit"))[:20],
            ours=__version__,
        )
    return dict(found)


def _damaged(about: Path) -> Refused:
    text = "{path} does not say what ladder it is of; was it edited?"
    return Refused(LocalReason.NO_SUCH_FILE, text, path=about)


def _settings(folder: Path, found: Mapping[str, Any]) -> LadderSettings:
    try:
        said = dict(found["settings"])
        said["limits"] = ProgramLimits(**said["limits"])
        said["on_fault"], said["rank_by"] = OnFault(said["on_fault"]), RankBy(said["rank_by"])
        said["anchors"] = tuple(said["anchors"])
        return LadderSettings(**said)
    except (ValueError, KeyError, TypeError):
        raise _damaged(folder / RESULTS / ABOUT) from None


def gone_on(folder: Path, begun: LadderSettings, asked: Mapping[str, Any]) -> LadderSettings:
    """The settings to go on with, after what was asked for now."""
    before = _flat({name: getattr(begun, name) for name in asked})
    for name, ours in _flat(asked).items():
        theirs = before[name]
        if name not in MAY_CHANGE and ours != theirs:
            text = (
                "the ladder in {folder} has another {name}: {theirs}, not {ours}; leave that "
                "option out, or begin a ladder in another folder"
            )
            parts = {"name": name.replace("_", " "), "theirs": theirs, "ours": ours}
            raise Refused(Reason.BAD_OPTION, text, folder=folder, **parts)
    return replace(begun, **{name: asked[name] for name in asked if name in MAY_CHANGE})


def _flat(said: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with each limit as one of them."""
    limits = asdict(said["limits"]) if "limits" in said else {}
    return {name: value for name, value in said.items() if name != "limits"} | limits


class LadderFolder:
    """An open folder of a ladder, which nobody else writes to."""

    def __init__(self, folder: Path, settings: LadderSettings) -> None:
        self.folder, self.settings = folder, settings
        self.path = folder / RESULTS
        try:
            for within in (RECORDS, REPLAYS):
                (self.path / within).mkdir(parents=True, exist_ok=True)
            self.outcome_file = self._locked()
            if not (self.path / KEY).exists():
                make_key(self.path / KEY)
        except OSError as error:
            raise unusable(self.path, error) from error
        found = _read(self.path / ABOUT) or {}
        try:
            self.members = [self._member(each) for each in found.get("members", [])]
        except (KeyError, TypeError):
            raise _damaged(self.path / ABOUT) from None
        self._save()

    def _locked(self) -> OutcomeFile:
        try:
            return OutcomeFile((self.path / OUTCOMES).open("a+b"))
        except Refused as refused:
            if refused.reason != ServerReason.TRY_LATER:
                raise
            text = "the ladder of {folder} is running already; there can be only one at a time"
            raise Refused(ServerReason.TRY_LATER, text, folder=self.folder) from None

    def record_folder(self) -> RecordFolder:
        key = load_key(self.path / KEY).private_bytes_raw()
        return RecordFolder(self.path / RECORDS, key, self.settings.records)

    def close(self) -> None:
        self.outcome_file.close()

    # --- members -----------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return [member.entrant.name for member in self.members]

    @property
    def playing(self) -> list[int]:
        return [who for who, member in enumerate(self.members) if not member.retired]

    @property
    def anchors(self) -> list[int]:
        """Those who are the scale of the ratings."""
        return [who for who in self.playing if not self.members[who].file]

    def current(self, file: str) -> int | None:
        """The version of a file that plays now."""
        return next((who for who in self.playing if self.members[who].file == file), None)

    def version_of(self, file: str, made_of: str) -> int | None:
        """The version that was made of the same."""
        same = (file, made_of)
        for who, member in enumerate(self.members):
            if (member.file, member.made_of) == same:
                return who
        return None

    def free_name(self, base: str, file: str) -> str:
        """What the next version of a file is called: `mine`, `mine.v2`, and so on."""
        if any(m.file != file and m.entrant.name == base for m in self.members):
            text = "there is another bot called {name} already; rename {file}"
            raise Refused(Reason.NAME_TAKEN, text, name=base, file=file)
        version = 1 + sum(member.file == file for member in self.members)
        names = set(self.names)
        name = base if version == 1 else f"{base}.v{version}"
        while name in names:
            version += 1
            name = f"{base}.v{version}"
        return name

    def join(self, member: Member) -> None:
        """A new member, instead of the one that was copied from the same file before."""
        self._retire(member.file)
        self.members.append(member)
        self._save()

    def come_back(self, who: int) -> None:
        """A version that was there before plays again."""
        self._retire(self.members[who].file)
        self.members[who] = replace(self.members[who], retired=False)
        self._save()

    def retire(self, who: int) -> None:
        self.members[who] = replace(self.members[who], retired=True)
        self._save()

    def _retire(self, file: str) -> None:
        who = self.current(file) if file else None
        if who is not None:
            self.members[who] = replace(self.members[who], retired=True)

    # --- versions and ladder.json ------------------------------------------------------------

    @property
    def fresh_copy(self) -> Path:
        """Where a bot is copied to before it has a name."""
        return self.path / VERSIONS / ".new"

    def keep_copy(self, name: str) -> Path:
        """Give the fresh copy its name."""
        kept = self.path / VERSIONS / name
        try:
            shutil.rmtree(kept, ignore_errors=True)
            self.fresh_copy.rename(kept)
        except OSError as error:
            raise unusable(kept, error) from error
        return kept

    def drop_copy(self, name: str) -> None:
        shutil.rmtree(self.path / VERSIONS / name, ignore_errors=True)

    def _save(self) -> None:
        said = {
            "file": FORMAT,
            "version": VERSION,
            "cardkit": __version__,
            "settings": asdict(self.settings),
            "members": [self._plain(member) for member in self.members],
        }
        with whole_file(self.path / ABOUT) as file:
            file.write(json.dumps(said, indent=2, ensure_ascii=False) + "\n")

    def _plain(self, member: Member) -> dict[str, Any]:
        """As it is written: copies by their place in this folder, which may be moved."""
        said = asdict(member)
        versions = f"{self.versions}/"
        said["entrant"]["bot"] = member.entrant.bot.removeprefix(versions)
        said["entrant"]["argv"] = [word.removeprefix(versions) for word in member.entrant.argv]
        return said

    def _member(self, said: Mapping[str, Any]) -> Member:
        found = Member(**{**said, "entrant": Entrant(**said["entrant"])})
        if not found.file:
            return found
        bot = str(self.versions / found.entrant.bot) if found.entrant.bot else ""
        argv = tuple(str(self.versions / word) for word in found.entrant.argv)
        return replace(found, entrant=replace(found.entrant, bot=bot, argv=argv))

    @property
    def versions(self) -> Path:
        """Where the copies are."""
        return (self.path / VERSIONS).resolve()
