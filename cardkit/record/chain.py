"""The file of a record: JSON Lines, each bound to the one before by its hash, the last one signed.

The first line tells what was played, the others what was said, and the last but one opens the
secret from which all cards came. Says nothing about whether it was played by the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cardkit.record.faults import Fault, Flaw

FORMAT, VERSION = "cardkit-record", 1
LONGEST_LINE = 1 << 20
_FIRST = "0" * 64
_SIGNED = b"cardkit-record:"

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


@dataclass(frozen=True, slots=True)
class Line:
    """One accepted input; a quiet one seats those who were there already."""

    who: str
    said: str
    at: float
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose chain and signature are whole."""

    header: Header
    lines: Sequence[Line]
    results: Mapping[int, Mapping[str, Any]]
    """What the record claims after its n-th line: scores and ranking when a game was over."""
    key: bytes
    """Where all chance of the match came from."""


def write_record(
    header: Header,
    lines: Iterable[tuple[Line, Mapping[str, Any] | None]],
    key: bytes,
    sign: Sign,
) -> Iterator[str]:
    """The lines of the file, in order; with an input that ended a game comes its result."""
    chain = _Chain()
    yield chain.link({"kind": "match", "format": FORMAT, "version": VERSION, **asdict(header)})
    for line, result in lines:
        body: dict[str, Any] = {"kind": "input", "who": line.who, "said": line.said, "at": line.at}
        if line.quiet:
            body["quiet"] = True
        if result is not None:
            body["result"] = dict(result)
        yield chain.link(body)
    yield chain.link({"kind": "secret", "key": key.hex()})
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
    """Read a record and check its chain and its signature. Raises `Fault` at the first flaw.

    With a key the record must be signed by it; without one by the key that it names itself.
    """
    bodies = list(_bodies(text))
    if not bodies:
        raise Fault(Flaw.NOT_A_RECORD, 0, "the file is empty")
    header = _header(bodies[0])
    if len(bodies) < 3 or bodies[-1]["kind"] != "end" or bodies[-2]["kind"] != "secret":
        raise Fault(
            Flaw.TRUNCATED, len(bodies) - 1, "the record ends here, without a signature after it"
        )
    _check_signature(bodies[-1], header, key)
    lines, results = [], {}
    for n, body in enumerate(bodies[1:-2]):
        lines.append(_line(n + 1, body))
        if "result" in body:
            results[n] = body["result"]
    return Record(header, lines, results, _hex(len(bodies) - 2, bodies[-2].get("key")))


def _bodies(text: str) -> Iterator[dict[str, Any]]:
    """The lines as they stand in the file, each checked against the one before."""
    last, written = _FIRST, text.split("\n")
    if written and not written[-1]:
        written.pop()
    for n, line in enumerate(written):
        body = _parse(n, line)
        if body["n"] != n:
            raise Fault(
                Flaw.REORDERED,
                n,
                "this line calls itself number {named}; a line is missing, or out of its place",
                named=str(body["n"])[:20],
            )
        if body["prev"] != last:
            raise Fault(
                Flaw.EDITED, max(0, n - 1), "this line is not what the next one was bound to"
            )
        last = sha256(line.encode()).hexdigest()
        yield body


def _parse(n: int, line: str) -> dict[str, Any]:
    try:
        body = json.loads(line, parse_constant=_no_constant) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        body = None
    if isinstance(body, dict) and {"n", "prev", "kind"} <= body.keys() and _text(body) == line:
        return body  # there is one way to write a line
    flaw = Flaw.EDITED if n else Flaw.NOT_A_RECORD
    raise Fault(flaw, n, "this is no line of a record")


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _header(body: dict[str, Any]) -> Header:
    if body["kind"] != "match" or body.get("format") != FORMAT:
        raise Fault(Flaw.NOT_A_RECORD, 0, "a record begins with a line that says what was played")
    if body.get("version") != VERSION:
        raise Fault(
            Flaw.UNKNOWN_VERSION,
            0,
            "this record is of version {theirs}; this program reads version {ours}",
            theirs=str(body.get("version"))[:20],
            ours=VERSION,
        )
    types = {"game": str, "preset": str, "options": dict, "table": str, "match": int}
    types |= {"begun": (int, float), "cardkit": str, "server": str, "told": int}  # type: ignore[dict-item]
    if not all(isinstance(body.get(name), kind) for name, kind in types.items()):
        raise Fault(Flaw.NOT_A_RECORD, 0, "the first line does not say what was played")
    return Header(**{name: body[name] for name in types})


def _check_signature(body: dict[str, Any], header: Header, key: bytes | None) -> None:
    last, named = body["n"], _hex(0, header.server)
    if body.keys() != {"n", "prev", "kind", "signature"}:  # what is not signed says nothing
        raise Fault(Flaw.EDITED, last, "this is no line of a record")
    signature = _hex(last, body.get("signature"))
    if key is not None and key != named:
        raise Fault(
            Flaw.WRONG_KEY,
            0,
            "this record names another server key than yours: {key}",
            key=named.hex(),
        )
    try:
        Ed25519PublicKey.from_public_bytes(named).verify(
            signature, _SIGNED + str(body["prev"]).encode()
        )
    except (InvalidSignature, ValueError):
        raise Fault(
            Flaw.BAD_SIGNATURE, last, "the signature is not that of the key {key}", key=named.hex()
        ) from None


def _line(n: int, body: dict[str, Any]) -> Line:
    who, said, at, quiet = (body.get(name) for name in ("who", "said", "at", "quiet"))
    right = isinstance(who, str) and isinstance(said, str) and quiet in (None, True)
    timed = isinstance(at, (int, float)) and not isinstance(at, bool)
    result = body.get("result")
    if (
        body["kind"] != "input"
        or not right
        or not timed
        or not isinstance(result, (dict, type(None)))
    ):
        raise Fault(Flaw.EDITED, n, "this is no line of a record")
    return Line(str(who), str(said), float(at or 0), bool(quiet))


def _hex(n: int, text: object) -> bytes:
    try:
        found = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        found = b""
    if not found or found.hex() != text:
        raise Fault(Flaw.EDITED, n, "this is no line of a record")
    return found
