"""What every answer over HTTP has in common: headers, compression, and how a refusal is told.

A program gets JSON with a code and a sentence, a person a page; nobody a raw error.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cardkit.netgame import LANGUAGES, Reason, Refused, say
from cardkit.protocol.reasons import ServerReason
from cardkit.record import RecordFault
from cardkit.texts import spoken

HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""For every answer that does not say otherwise."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""For pages without any script."""
STYLE = (Path(__file__).parent / "plain.css").read_text("utf-8")
_SMALL = 1024
_GZIP = re.compile(r"gzip(;q=(1(\.0*)?|0\.\d*[1-9]\d*))?")
_STATUS: dict[str, int] = {
    ServerReason.BAD_FRAME: 400,
    ServerReason.BANNED: 403,
    ServerReason.FOREIGN_ORIGIN: 403,
    ServerReason.NOT_ALLOWED: 403,
    Reason.NOT_A_COMMAND: 405,
    ServerReason.STORE_FAILED: 503,
    ServerReason.TABLE_BROKEN: 500,
    ServerReason.TLS_ONLY: 403,
    ServerReason.TOO_LONG: 413,
    ServerReason.TOO_MANY: 503,
    ServerReason.TOO_SLOW: 408,
    ServerReason.TRY_LATER: 429,
    ServerReason.WRONG_HOST: 421,
    Reason.WRONG_PHASE: 409,
}


def status_of(refused: Refused) -> int:
    """The HTTP status that says roughly the same as the code."""
    if refused.reason in _STATUS:
        return _STATUS[refused.reason]
    return 404 if refused.reason.startswith("NO_SUCH_") else 400


def language_of(request: Request) -> str:
    """What the link asks for, or else what the browser prefers of what is spoken here."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    liked = request.headers.get("accept-language", "").split(",")
    return next(filter(None, map(spoken, liked)), "en")


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def takes_gzip(request: Request) -> bool:
    wanted = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return any(_GZIP.fullmatch(each) for each in wanted)


def packed(data: bytes) -> bytes:
    """The same bytes for the same data."""
    return gzip.compress(data, 6, mtime=0)


def answer(
    request: Request, data: bytes, kind: str, headers: Mapping[str, str] = {}, status: int = 200
) -> Response:
    """An answer that is not kept anywhere, compressed where that is worth while."""
    more = {"Cache-Control": "no-store", "Vary": "Accept, Accept-Encoding", **headers}
    if len(data) > _SMALL and takes_gzip(request):
        data, more["Content-Encoding"] = packed(data), "gzip"
    return Response(data, status, more, kind)


def json_answer(request: Request, data: Any, status: int = 200) -> Response:
    return answer(request, json_bytes(data), "application/json", status=status)


def json_bytes(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def page(title: str, body: str, language: str) -> str:
    """A whole page; the body is HTML already."""
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<title>{escape(title)}</title><meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style><main>{body}</main></html>"
    )


def html_answer(request: Request, text: str, status: int = 200) -> Response:
    headers = {"Content-Security-Policy": POLICY}
    return answer(request, text.encode(), "text/html", headers, status)


def refusal(request: Request, wrong: Refused | RecordFault, status: int = 0) -> Response:
    """A refusal, for a person or for a program."""
    language = language_of(request)
    if isinstance(wrong, RecordFault):
        code, status, more = wrong.flaw.name, status or 422, {"line": wrong.line + 1}
    else:
        code, status, more = str(wrong.reason), status or status_of(wrong), {}
    text = wrong.text(language)
    if not wants_page(request):
        return json_answer(request, {"code": code, "text": text, **more}, status)
    back = f'<a href="/">{escape(say("To the tables", language))}</a> · '
    if code == ServerReason.WRONG_HOST:
        back = ""  # under this name every page is refused
    body = f"<h1>{escape(text)}</h1><p>{back}<small>{escape(code)}</small>"
    return html_answer(request, page("cardkit", body, language), status)


class CachedAnswer:
    """Bytes that stay the same while the server runs: compressed once, and known by their hash."""

    __slots__ = ("_kind", "_packed", "_plain", "mark")

    def __init__(self, data: bytes, kind: str) -> None:
        self._plain = data
        small = packed(data)
        self._packed = small if len(small) < 0.9 * len(data) else None
        self._kind = kind
        self.mark = sha256(data).hexdigest()[:16]

    def answer(
        self, request: Request, headers: Mapping[str, str] = {}, *, for_ever: bool = False
    ) -> Response:
        """For ever: who has it need not ask again. Otherwise they ask whether it is the same."""
        keep = "public, max-age=31536000, immutable" if for_ever else "no-cache"
        mark = f'W/"{self.mark}"'  # the same for the plain bytes and the compressed ones
        more = {"Cache-Control": keep, "ETag": mark, "Vary": "Accept-Encoding"}
        more |= headers
        if f'"{self.mark}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=more)
        if self._packed is not None and takes_gzip(request):
            more["Content-Encoding"] = "gzip"
            return Response(self._packed, 200, more, self._kind)
        return Response(self._plain, 200, more, self._kind)
