"""The file of a record: JSON Lines, each bound to the one before by its hash, the last one signed.

The first line tells what was played, the others what was said and how the cards were dealt, and
the last but one opens the secrets from which they came. Says nothing about whether it was played
by the rules.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cardkit.keys import written_public
from cardkit.record.faults import Flaw, RecordFault

FORMAT, VERSION = "cardkit-record", 2
READS = (1, 2)
"""In version 1 there were no deals: all chance came from one key."""
LONGEST_LINE = 1 << 20
_FIRST = "0" * 64
_MARK = "\N{BYTE ORDER MARK}"
_EVERY_LINE = ("n", "prev", "kind")
_SIGNED = b"cardkit-record:"
_MOST = 1 << 53
_DEAL_NUMBER = re.compile("[1-9][0-9]{0,17}")

Sign = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Header:
    """What was played, where and under which rules."""

    game: str
    preset: str
    options: Mapping[str, Any]
    table: str
    match: int
    begun: float
    cardkit: str
    server: str
    """The public key of the server that signs, in hex."""
    told: int = 0
    """How many events the table had told before this match."""
    deals: int = 0
    """How many deals it had opened before."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One accepted input; a quiet one seats those who were there already."""

    who: str
    said: str
    at: float
    quiet: bool = False
    told: int | None = None
    """The number of the last event by then, where it was noted."""
    fingerprint: int | None = None
    """Of the events as they were told, where it was noted."""
    n: int = field(default=0, compare=False)
    """Its line in the file, from 0."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a deal: what was opened, listed, given, or doubted."""

    body: Mapping[str, Any]
    before: int
    """How many inputs came before it."""
    n: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose chain and signature are whole."""

    header: Header
    lines: Sequence[RecordLine]
    claims: Mapping[int, Mapping[str, Any]]
    """What the record claims after its n-th input: the result of a game, the roots of shuffles."""
    key: bytes = b""
    """Where all chance of the match came from, if it was not dealt by the players, too."""
    deals: Sequence[Step] = ()
    secrets: Mapping[int, bytes] = field(default_factory=dict)
    """The dealer's secret of each deal."""
    trail: bytes = b""
    """The salt of the trail that the players were told."""
    broken_off: bool = False
    """Whether the server says that all had left before the match was over."""

    def entries(self) -> Iterator[RecordLine | Step]:
        """Inputs and steps of deals, in the order of the journal."""
        steps = deque(self.deals)
        for n, line in enumerate(self.lines):
            while steps and steps[0].before <= n:
                yield steps.popleft()
            yield line
        yield from steps


def write_record(record: Record, sign: Sign) -> Iterator[str]:
    """The lines of the file, in order; each input comes with what it led to, see `claims_of`."""
    chain, claims = _Chain(), enumerate(record.lines)
    head = {"kind": "match", "format": FORMAT, "version": VERSION}
    yield chain.link({**head, **asdict(record.header)})
    for entry in record.entries():
        if isinstance(entry, Step):
            yield chain.link({"kind": "deal", **entry.body})
            continue
        n, line = next(claims)
        body: dict[str, Any] = {"kind": "input", "who": line.who, "said": line.said, "at": line.at}
        if line.quiet:
            body["quiet"] = True
        if line.told is not None:
            body |= {"told": line.told, "fingerprint": line.fingerprint}
        yield chain.link({**body, **record.claims.get(n, {})})
    secret: dict[str, Any] = {"key": record.key.hex()}
    if not record.key:
        secret = {"secrets": {str(n): each.hex() for n, each in record.secrets.items()}}
        secret["trail"] = record.trail.hex()
    if record.broken_off:
        secret["broken_off"] = True
    yield chain.link({"kind": "secret", **secret})
    yield chain.link({"kind": "end", "signature": sign(_SIGNED + chain.last.encode()).hex()})


class _Chain:
    """Numbers the lines and binds each to the one before."""

    def __init__(self) -> None:
        self.last = _FIRST
        self._count = 0

    def link(self, body: Mapping[str, Any]) -> str:
        text = _text({"n": self._count, "prev": self.last, **body})
        self.last = sha256(text.encode()).hexdigest()
        self._count += 1
        return text


def read_record(text: str, key: bytes | None = None) -> Record:
    """Read a record and check its chain and its signature. Raises `RecordFault` at the first flaw.

    With a key the record must be signed by it; without one by the key that it names itself.
    """
    bodies = list(_bodies(text))
    if not bodies:
        raise RecordFault(Flaw.NOT_A_RECORD, 0, "the file is empty")
    header = _header(bodies[0])
    if len(bodies) < 3 or bodies[-1]["kind"] != "end" or bodies[-2]["kind"] != "secret":
        raise RecordFault(
            Flaw.TRUNCATED, len(bodies) - 1, "the record ends here, without a signature after it"
        )
    _check_signature(bodies[-1], header, key)
    lines: list[RecordLine] = []
    deals: list[Step] = []
    claims: dict[int, dict[str, Any]] = {}
    for n, body in enumerate(bodies[1:-2], start=1):
        if body["kind"] == "deal":
            step = {key: value for key, value in body.items() if key not in _EVERY_LINE}
            deals.append(Step(step, len(lines), n))
            continue
        found = {str(name): body[name] for name in ("result", "roots") if name in body}
        if found:
            claims[len(lines)] = found
        lines.append(_line(n, body))
    broken_off = bodies[-2].get("broken_off") is True
    secrets = _secrets(bodies[-2])
    return Record(header, lines, claims, deals=deals, **secrets, broken_off=broken_off)


def _secrets(body: dict[str, Any]) -> dict[str, Any]:
    """The key of the whole match, or the secrets of its deals and the salt of its trail."""
    n = body["n"]
    if "key" in body:
        return {"key": _hex(n, body["key"])}
    secrets = body.get("secrets")
    if not isinstance(secrets, dict) or not all(map(_DEAL_NUMBER.fullmatch, secrets)):
        raise RecordFault(Flaw.EDITED, n, "this is no line of a record")
    opened = {int(number): _hex(n, secret) for number, secret in secrets.items()}
    return {"secrets": opened, "trail": _hex(n, body.get("trail"))}


def _bodies(text: str) -> Iterator[dict[str, Any]]:
    """The lines as they stand in the file, each checked against the one before."""
    last = _FIRST
    for n, (line, ended) in enumerate(_lines(text)):
        body = _parse(n, line, cut=n > 0 and not ended)
        if type(body["n"]) is not int or body["n"] != n:
            wrong = "this line calls itself number {named}; a line is missing, or out of its place"
            raise RecordFault(Flaw.REORDERED, n, wrong, named=json.dumps(body["n"])[:20])
        if body["prev"] != last:
            raise RecordFault(
                Flaw.EDITED, max(0, n - 1), "this line is not what the next one was bound to"
            )
        last = sha256(line.encode()).hexdigest()
        yield body


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line when it is its turn, and whether it is ended: most that is no record has many."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        ended = end >= 0
        yield text[start : end if ended else len(text)], ended
        start = end + 1 if ended else len(text)


def _parse(n: int, line: str, *, cut: bool) -> dict[str, Any]:
    try:
        body = json.loads(line, parse_constant=_no_constant) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        body = None
    if isinstance(body, dict) and body.keys() >= {*_EVERY_LINE} and _text(body) == line:
        return body  # there is one way to write a line
    if n == 0 and line.startswith(_MARK):
        raise RecordFault(Flaw.EDITED, n, "a byte order mark was put before this line")
    if line.endswith("\r"):
        raise RecordFault(Flaw.EDITED, n, "this line ends with CR LF; a record has LF alone")
    if cut:
        raise RecordFault(Flaw.TRUNCATED, n, "the record ends in the middle of this line")
    flaw = Flaw.EDITED if n else Flaw.NOT_A_RECORD
    raise RecordFault(flaw, n, "this is no line of a record")


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _header(body: dict[str, Any]) -> Header:
    if body["kind"] != "match" or body.get("format") != FORMAT:
        raise RecordFault(
            Flaw.NOT_A_RECORD, 0, "a record begins with a line that says what was played"
        )
    version = body.get("version")
    if type(version) is not int or version not in READS:
        raise RecordFault(
            Flaw.UNKNOWN_VERSION,
            0,
            "this record is of version {theirs}; this program reads version {ours}",
            theirs=json.dumps(version)[:20],
            ours=", ".join(map(str, READS)),
        )
    found = {"deals": 0} | {name: body[name] for name in Header.__slots__ if name in body}
    texts = [found.get(name) for name in ("game", "preset", "table", "cardkit", "server")]
    counts = [found.get(name) for name in ("match", "told", "deals")]
    if (
        not all(isinstance(text, str) for text in texts)
        or not all(map(_is_count, counts))
        or not isinstance(found.get("options"), dict)
        or not is_time(found.get("begun"))
    ):
        raise RecordFault(Flaw.NOT_A_RECORD, 0, "the first line does not say what was played")
    return Header(**found)


def _check_signature(body: dict[str, Any], header: Header, key: bytes | None) -> None:
    last, named = body["n"], _hex(0, header.server)
    if body.keys() != {"n", "prev", "kind", "signature"}:  # what is not signed says nothing
        raise RecordFault(Flaw.EDITED, last, "this is no line of a record")
    signature = _hex(last, body.get("signature"))
    if key is not None and key != named:
        text = "this record names another server key than yours: {key}"
        raise RecordFault(Flaw.WRONG_KEY, 0, text, key=written_public(named))
    try:
        Ed25519PublicKey.from_public_bytes(named).verify(
            signature, _SIGNED + str(body["prev"]).encode()
        )
    except (InvalidSignature, ValueError):
        text = "the signature is not that of the key {key}"
        raise RecordFault(Flaw.BAD_SIGNATURE, last, text, key=written_public(named)) from None


def _line(n: int, body: dict[str, Any]) -> RecordLine:
    who, said, at, quiet = (body.get(name) for name in ("who", "said", "at", "quiet"))
    told, fingerprint = body.get("told"), body.get("fingerprint")
    right = isinstance(who, str) and isinstance(said, str) and quiet in (None, True)
    noted = [told, fingerprint] != [None, None]
    claims = [body.get("result"), body.get("roots")]
    if (
        body["kind"] != "input"
        or not right
        or (noted and not (_is_count(told) and _is_count(fingerprint)))
        or not is_time(at)
        or not all(isinstance(claim, (dict, type(None))) for claim in claims)
    ):
        raise RecordFault(Flaw.EDITED, n, "this is no line of a record")
    return RecordLine(str(who), str(said), float(at or 0), bool(quiet), told, fingerprint, n)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def is_time(value: object) -> bool:
    """Seconds since 1970; JSON has whole numbers that no clock shows."""
    return (type(value) is int or type(value) is float) and -_MOST <= value <= _MOST


def _hex(n: int, text: object) -> bytes:
    try:
        found = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        found = b""
    if not found or found.hex() != text:
        raise RecordFault(Flaw.EDITED, n, "this is no line of a record")
    return found
