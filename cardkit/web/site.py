"""What is served over HTTP besides the tables themselves: pages, files and data.

Everything that reads a disk or thinks for long does so in a thread, and one at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import trio
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cardkit.cardgame.reasons import CardReason
from cardkit.netgame import Reason, Refused
from cardkit.netgame.command import whole_number
from cardkit.netgame.conditions import shown
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.record import RecordFault
from cardkit.registry import game_named
from cardkit.web.analysis import Analyses, Match
from cardkit.web.answers import (
    POLICY,
    CachedAnswer,
    answer,
    html_answer,
    json_answer,
    json_bytes,
    language_of,
    refusal,
    wants_page,
)
from cardkit.web.backend import WebBackend, is_near
from cardkit.web.contests import contests_in, read_report, report_headers
from cardkit.web.files import MANIFEST, PAGES, WORKER, Files
from cardkit.web.games import (
    STYLE_SHEET,
    HostedGames,
    RuleSheets,
    list_sheets,
    write_sheet,
)
from cardkit.web.origin import check_origin
from cardkit.web.replay import LONGEST, MOST_SHOWN, ReplayPages
from cardkit.web.status import page_of

WAITING = 8
"""How many may wait for the one who works."""
LONGEST_FAILURE = 1000
"""Bytes in which a page tells what it could not draw."""
MOST_LISTED = 200
"""Matches, or players of a game, in one answer."""
_T = TypeVar("_T")
Endpoint = Callable[[Request], Awaitable[Response]]


def make_site(backend: WebBackend) -> ASGIApp:
    """The site as an application that any ASGI server can run."""
    hosted = _Desk(backend)
    routes: dict[str, Endpoint] = {
        "/status": hosted.status,
        "/healthz": backend.health.lives,
        "/readyz": backend.health.is_ready,
        "/metrics": hosted.metrics,
        "/games.json": hosted.games,
        "/games/{game}.json": hosted.game,
        "/games/{game}/" + STYLE_SHEET: hosted.style,
        "/rules": hosted.all_rules,
        "/rules/{game}": hosted.rules,
        "/history.json": hosted.history,
        "/history/{match:match}.json": hosted.played,
        "/results.json": hosted.results,
        "/records/{match:match}": hosted.record,
        "/replay/{match:match}.json": hosted.replay,
        "/analysis/{match:match}.json": hosted.analysis,
        "/contests.json": hosted.contests,
        "/contests/{path:path}": hosted.report,
        "/assets/{version}/{path:path}": hosted.asset,
        **dict.fromkeys(PAGES, hosted.home),
        f"/{WORKER}": hosted.worker,
        f"/{MANIFEST}": hosted.manifest,
        "/{path:path}": hosted.file,
    }
    listed = [Route(path, endpoint) for path, endpoint in routes.items()]
    return Starlette(
        routes=[
            Route("/replay", hosted.replay_file, methods=["POST"]),
            Route("/failed", hosted.page_failed, methods=["POST"]),
            *listed,
        ],
        exception_handlers={
            Refused: _refused,
            RecordFault: _refused,
            HTTPException: _wrong_way,
            Exception: partial(_failed, backend),
        },
    )


class _Desk:
    """Answers what is asked."""

    def __init__(self, backend: WebBackend) -> None:
        self._backend = backend
        self._files = Files(backend.page, backend.house)
        self._hosted = HostedGames(backend.games, self._files.version)
        self._sheets = RuleSheets()
        self._projector = ReplayPages(backend.games)
        self._analyses = Analyses(backend.judge, backend.judges)
        self._worker = trio.CapacityLimiter(1)

    async def _work(self, request: Request, work: Callable[[], _T]) -> _T:
        """Do it in a thread, when nobody else has something done there."""
        self._backend.brake(request.client.host if request.client else "")
        if self._worker.statistics().tasks_waiting >= WAITING:
            raise Refused(ServerReason.TRY_LATER, "too many are asking for that; try again later")
        return await trio.to_thread.run_sync(work, limiter=self._worker)

    # --- the page and its files --------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        return self._files.home(request) if self._files.has_page else RedirectResponse("/status")

    async def asset(self, request: Request) -> Response:
        path, version = request.path_params["path"], request.path_params["version"]
        return self._files.file(request, path, version) or _nothing_here(request)

    async def worker(self, request: Request) -> Response:
        return self._files.worker(request) or _nothing_here(request)

    async def manifest(self, request: Request) -> Response:
        """The app is called after its house, or the name of this server, if it has one."""
        host = request.url.hostname or ""
        server = host if host in self._backend.names and re.search("[a-z]", host) else ""
        data = json_bytes(self._files.manifest(server))
        return answer(request, data, "application/manifest+json", {"Cache-Control": "no-cache"})

    async def file(self, request: Request) -> Response:
        return self._files.file(request, request.path_params["path"]) or _nothing_here(request)

    # --- what goes on ------------------------------------------------------------------------

    async def status(self, request: Request) -> Response:
        host = request.url.hostname or "localhost"
        return html_answer(request, page_of(self._backend.status(), host))

    async def metrics(self, request: Request) -> Response:
        """For this machine alone, asked by its address and not through a proxy, unless the host
        says otherwise."""
        address = request.client.host if request.client else ""
        name = request.url.hostname or ""
        near = is_near(address) and (is_near(name) or name == "localhost")
        near = near and "x-forwarded-for" not in request.headers
        if not near and not self._backend.sees_metrics(address):
            raise Refused(
                ServerReason.NOT_ALLOWED,
                "only the machine of this server may see that; whoever hosts it can let others "
                "see it with cardkit serve --metrics-from, or on a port of its own with --health",
            )
        return await self._backend.health.numbers(request)

    async def page_failed(self, request: Request) -> Response:
        """A page could not draw a part of it; the host's log has what failed and where."""
        check_origin(request.headers.get("origin"), request.headers.get("host"), self._backend)
        address = request.client.host if request.client else ""
        self._backend.brake(address)
        if int(request.headers.get("content-length", "0")) > LONGEST_FAILURE:
            wrong = "what failed is told in at most {most:,} bytes"
            raise Refused(ServerReason.TOO_LONG, wrong, most=LONGEST_FAILURE)
        try:
            told = json.loads(await request.body())
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            raise Refused(
                ServerReason.BAD_TEXT, "what failed is told as JSON, with part, error and at"
            )
        what = {name: str(told.get(name, ""))[:60] for name in ("part", "error", "at")}
        self._backend.page_failed(address, what)
        return json_answer(request, {})

    # --- games -------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        return self._hosted.listed.answer(request)

    async def game(self, request: Request) -> Response:
        return self._of_game(request, self._hosted.details)

    async def style(self, request: Request) -> Response:
        return self._of_game(request, self._hosted.styles)

    def _of_game(self, request: Request, there: Mapping[str, CachedAnswer]) -> Response:
        """What there is of a game; for ever under the link that has its mark."""
        name = request.path_params["game"]
        game_named(self._hosted.games, name)
        found = there.get(name)
        if found is None:
            return _nothing_here(request)
        return found.answer(request, for_ever=request.url.query == found.mark)

    async def all_rules(self, request: Request) -> Response:
        """A link to the rules of each game."""
        for_people = wants_page(request)
        listed = list_sheets(self._hosted.games, language_of(request), for_people=for_people)
        if for_people:
            return html_answer(request, listed)
        return answer(request, listed.encode(), "text/markdown")

    async def rules(self, request: Request) -> Response:
        """As a page to read and print, or for a program as Markdown."""
        game, asked = game_named(self._backend.games, request.path_params["game"]), {}
        for name, value in request.query_params.multi_items():
            if name in asked:
                raise Refused(Reason.BAD_OPTION, "{name} is given twice", name=shown(name))
            asked[name] = value
        asked.pop("lang", None)
        preset, options = asked.pop("preset", ""), tuple(sorted(asked.items()))
        which = game, preset, options, language_of(request), wants_page(request)
        sheet = self._sheets.get(which)
        if sheet is None:
            written = await self._work(request, partial(write_sheet, which))
            sheet = self._sheets.keep(which, written)
        headers = {"Vary": "Accept, Accept-Encoding, Accept-Language"}
        return sheet.answer(request, headers | {"Content-Security-Policy": POLICY})

    # --- the past ----------------------------------------------------------------------------

    async def history(self, request: Request) -> Response:
        """The newest matches first: of a game, a table or a player, or before a match."""
        asked = request.query_params
        matches = partial(
            self._backend.matches,
            game=asked.get("game", ""),
            table=asked.get("table", ""),
            player=asked.get("player", ""),
            before=_number(request, "before", 1 << 60),
            most=min(_number(request, "most", 50), MOST_LISTED),
        )
        found, more = await self._work(request, lambda: matches(me=self._name_of(request)))
        return json_answer(request, {"matches": found, "more": more})

    def _name_of(self, request: Request) -> str:
        """Who asks, where they have brought the token of their session along."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return self._backend.name_of(token.strip()) if scheme.lower() == "bearer" else ""

    async def played(self, request: Request) -> Response:
        """A match and its finished games, the first ones first, or those after a game."""
        found, more = await self._work(
            request,
            partial(
                self._backend.played,
                request.path_params["match"],
                after=_number(request, "after", 0),
                most=min(_number(request, "most", 50), MOST_LISTED),
                key=_key(request),
            ),
        )
        return json_answer(request, found | {"more": more})

    async def results(self, request: Request) -> Response:
        """The best players first: of each game, or of one, there also after a player; and where
        one player stands."""
        asked = request.query_params
        standings = partial(
            self._backend.standings,
            game=asked.get("game", ""),
            after=asked.get("after", ""),
            most=min(_number(request, "most", 50), MOST_LISTED),
        )
        player = asked.get("player", "")

        def work() -> tuple[dict[str, Any], dict[str, Any]]:
            return standings(), self._backend.standings_of(player) if player else {}

        found, own = await self._work(request, work)
        players = {game: players for game, (players, _) in found.items()}
        more = [game for game, (_, more) in found.items() if more]
        return json_answer(request, {"standings": players, "more": more, "own": own})

    async def record(self, request: Request) -> Response:
        number, key = request.path_params["match"], _key(request)
        headers = {"Content-Disposition": f'attachment; filename="match-{number}.jsonl"'}

        def work() -> Response:
            data = self._backend.record(number, key).encode()
            return answer(request, data, "application/x-ndjson", headers)

        return await self._work(request, work)

    async def replay(self, request: Request) -> Response:
        number = request.path_params["match"]
        return await self._replay(request, partial(self._backend.record, number, _key(request)))

    async def replay_file(self, request: Request) -> Response:
        """A record that the page brings along."""
        check_origin(request.headers.get("origin"), request.headers.get("host"), self._backend)
        if int(request.headers.get("content-length", "0")) > LONGEST:
            wrong = "a record to be shown has at most {most:,} bytes"
            raise Refused(ServerReason.TOO_LONG, wrong, most=LONGEST)
        try:
            text = (await request.body()).decode()
        except UnicodeDecodeError:
            raise Refused(ServerReason.BAD_TEXT, "that is no record: it is no text") from None
        return await self._replay(request, lambda: text)

    async def _replay(self, request: Request, text: Callable[[], str]) -> Response:
        eyes, start = request.query_params.get("eyes", ""), _number(request, "start", 0)
        most = _number(request, "most", MOST_SHOWN)

        def work() -> Response:
            shown_now = self._projector.show(text(), eyes, start, most)
            return answer(request, shown_now, "application/json")

        return await self._work(request, work)

    async def analysis(self, request: Request) -> Response:
        """What search thinks of each decision of a match, once there is more than `done`."""
        number, key = request.path_params["match"], _key(request)

        def find() -> Match:
            return self._projector.decisions(self._backend.record(number, key))

        seen = partial(self._backend.played, number, after=0, most=1, key=key)
        await self._work(request, seen)  # refuses who may not see it
        done = _number(request, "done", 0)
        found = await self._analyses.show(number, partial(self._work, request, find), done)
        return json_answer(request, found)

    # --- contests ----------------------------------------------------------------------------

    async def contests(self, request: Request) -> Response:
        found = await self._work(request, partial(contests_in, self._backend.contests))
        return json_answer(request, {"contests": found})

    async def report(self, request: Request) -> Response:
        def work() -> Response:
            path = request.path_params["path"]
            data, kind = read_report(self._backend.contests, path)
            return answer(request, data, kind, report_headers(path))

        return await self._work(request, work)


def _key(request: Request) -> str:
    """What opens a match of a private table."""
    return request.query_params.get("key", "")


def _number(request: Request, name: str, default: int) -> int:
    typed = request.query_params.get(name)
    number = default if typed is None else whole_number(typed)
    if number is None or not 0 <= number <= 1 << 60:
        raise Refused(
            CardReason.BAD_AMOUNT, "{name} is a number, not {typed}", name=name, typed=shown(typed)
        )
    return number


# --- what goes wrong -----------------------------------------------------------------------------


def _nothing_here(request: Request) -> Response:
    path = shown(request.url.path)
    return refusal(request, Refused(LocalReason.NO_SUCH_FILE, "there is no {path} here", path=path))


async def _refused(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, Refused | RecordFault)
    return refusal(request, wrong)


async def _wrong_way(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 405:
        text = "{path} cannot be asked in this way: {method}"
        path, method = shown(request.url.path), shown(request.method)
        refused = Refused(Reason.NOT_A_COMMAND, text, path=path, method=method)
        answered = refusal(request, refused)
        answered.headers.update(wrong.headers or {})
        return answered
    if wrong.status_code == 404:
        return _nothing_here(request)
    said = Refused(ServerReason.BAD_FRAME, "that question cannot be understood")
    return refusal(request, said, wrong.status_code)


async def _failed(backend: WebBackend, request: Request, error: Exception) -> Response:
    if not isinstance(error, ClientDisconnect):
        backend.failed(error)
    said = Refused(ServerReason.TABLE_BROKEN, "the server failed at that; the host is told")
    return refusal(request, said)


class _MatchNumber(IntegerConvertor):
    """The number of a match in a link: no longer than the numbers that are ever given."""

    regex = "[0-9]{1,18}"


register_url_convertor("match", _MatchNumber())
