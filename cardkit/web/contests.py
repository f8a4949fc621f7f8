"""The reports of contests: files out of one folder, shown so that they can do no harm.

A report is a page of somebody else. It may have a style and pictures, but it runs no script and is
of no origin, so it cannot get at what the browser keeps for the tables. The page with the matches
has the viewer of replays in it, so its own scripts run, of no origin either. No other file is a
script that does anything: that of a replay only hands over letters.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from re import compile as pattern

from cardkit.netgame import Refused
from cardkit.netgame.conditions import shown
from cardkit.reasons import LocalReason

REPORT_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",  # of no origin, its own pictures are foreign
    "Cache-Control": "no-cache",
}
LIVE_HEADERS = {
    **REPORT_HEADERS,
    # A sandbox that allows scripts lets a page read itself again; there are none to be run.
    "Content-Security-Policy": f"{REPORT_HEADERS['Content-Security-Policy']} allow-scripts",
}
MATCHES = "matches.html"
MATCHES_HEADERS = {
    **REPORT_HEADERS,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "script-src 'self' 'unsafe-inline' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox allow-scripts",
}
_REPLAY = pattern(rb'cardkitReplay\("[A-Za-z0-9+/=]*"\);\n')
LONGEST = 1 << 24
LADDER = "ladder"
"""The folder with the results of a ladder, inside that of its bots, which are nobody's business."""
INDEX = ("index.html", "report.html", f"{LADDER}/report.html")
KINDS = {
    ".css": "text/css",
    ".csv": "text/csv",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".md": "text/plain",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".toml": "text/plain",
    ".txt": "text/plain",
}


def contests_in(folder: Path | None) -> list[dict[str, str | None]]:
    """Each contest by its folder, with the link of its report."""
    if folder is None or not folder.is_dir():
        return []
    names = [path.name for path in sorted(folder.iterdir()) if _is_shown(path)]
    return [{"name": name, "report": _report(folder / name)} for name in names]


def _is_shown(path: Path) -> bool:
    return path.is_dir() and not path.name.startswith(".") and not path.is_symlink()


def _report(folder: Path) -> str | None:
    found = [name for name in INDEX if (folder / name).is_file()]
    return f"/contests/{folder.name}/{found[0]}" if found else None


def report_headers(name: str) -> dict[str, str]:
    """What a browser is told besides a file of a report: that of a ladder goes on by itself."""
    path = PurePosixPath(name)
    if path.name == MATCHES:
        return MATCHES_HEADERS
    return LIVE_HEADERS if path.parts[1:2] == (LADDER,) else REPORT_HEADERS


def read_report(folder: Path | None, name: str) -> tuple[bytes, str]:
    """A file of a report and its kind. Raises `Refused` for whatever else is there."""
    parts = PurePosixPath(name).parts
    kind = KINDS.get(PurePosixPath(name).suffix)
    hidden = any(part.startswith(".") or "\0" in part for part in parts)
    if folder is not None and kind is not None and not hidden and not name.startswith("/"):
        home = folder.joinpath(*parts[:1])
        path = folder.joinpath(*parts)
        try:  # a link may lead anywhere, so it is followed before it is trusted
            shown_here = _is_shown(home)
            home = home / LADDER if _is_shown(home / LADDER) else home
            inside = shown_here and path.resolve(strict=True).is_relative_to(home.resolve())
            if inside and path.is_file() and path.stat().st_size <= LONGEST:
                data = path.read_bytes()
                if path.suffix != ".js" or _REPLAY.fullmatch(data):
                    return data, kind
        except OSError:
            pass
    raise Refused(LocalReason.NO_SUCH_FILE, "there is no report {name} here", name=shown(name))
