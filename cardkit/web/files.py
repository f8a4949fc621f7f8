"""The files of the page, read once: each has a link that never changes its content.

The link holds one hash of all files, so a page never mixes two versions, and a file may name
another by its place. An import map tells the modules where the others are, and all are asked for
at once, so that none waits until another names it.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cardkit.fair import DealFault
from cardkit.texts import LANGUAGES, common_phrases, name_of_language, texts_of
from cardkit.web.answers import CachedAnswer
from cardkit.web.house import CARDKIT, STYLE_SHEET, House

PAGE = Path(__file__).parent / "page"
PAGES = ("/", "/table/{table}", "/replay", "/replay/{match:match}", "/history", "/results", "/host")
"""Where the page lives; it finds out itself what to show."""
INDEX = "index.html"
WORKER = "worker.js"
MANIFEST = "manifest.webmanifest"
_MAP = "<!-- importmap -->"
_STYLE = "<!-- house -->"
_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
_SHELL = (".css", ".js", ".mjs", ".svg")
"""What the page needs to open while the server is away."""
_GREEN = "#14603f"
"""The ground of the icon."""
_TEXTS = "texts_"
"""What the names of the modules of translations begin with."""
TOLD = frozenset(
    (*(fault.value for fault in DealFault), "running", "set aside", "broken off", "over")
)
"""What a server tells in English words: faults of deals, and how matches stand."""
MAIN = "main.js"
_IMPORT = re.compile(r'\bfrom ?"([^"]+)"')
_ALIASES = {"preact/hooks": "hooks"}
ANY_HOUSE = House()
_LINK = re.compile(r"""(?P<name>\b(?:href|src))="/(?P<path>[^"]+)\"""")


class Files:
    """What is in a folder when the server starts, and nothing else: no link leads out of it."""

    def __init__(self, folder: Path = PAGE, house: House = ANY_HOUSE) -> None:
        self._house = house
        texts = read_files(folder, house)
        digest = sha256()
        for name, data in texts.items():
            digest.update(b"%b\0%b\0" % (name.encode(), sha256(data).digest()))
        self.version = digest.hexdigest()[:16]
        self._index = texts.pop(INDEX, b"").decode()
        worker = texts.pop(WORKER, b"")
        self._files = {
            name: CachedAnswer(data, _KINDS[Path(name).suffix]) for name, data in texts.items()
        }
        self._worker = CachedAnswer(self._shell() + worker, "text/javascript") if worker else None
        modules = {name: self.link(file) for name, file in import_map(self._files).items()}
        imports = json.dumps({"imports": modules}, separators=(",", ":"))
        self.policy = _policy(imports)
        early = "".join(
            f'<link rel="modulepreload" href="{at}">'
            for at in map(self.link, needed_by(MAIN, texts))
        )
        style = f'<link rel="stylesheet" href="{self.link(STYLE_SHEET)}" />'
        text = self._with_links().replace(
            _MAP, f'<script type="importmap">{imports}</script>{early}'
        )
        text = text.replace(_STYLE, style if STYLE_SHEET in self._files else "")
        if house.name:
            text = text.replace(f"<title>{CARDKIT}<", f"<title>{escape(house.name)}<")
        self._home = CachedAnswer(text.encode(), "text/html")

    @property
    def has_page(self) -> bool:
        return bool(self._index)

    def link(self, name: str) -> str:
        """Where this file is for ever."""
        return f"/assets/{self.version}/{name}"

    def home(self, request: Request) -> Response:
        """The page itself."""
        return self._home.answer(request, {"Content-Security-Policy": self.policy})

    def worker(self, request: Request) -> Response | None:
        """What lets the page open while the server is away; asked for anew each time."""
        policy = {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
        return self._worker.answer(request, policy) if self._worker else None

    def manifest(self, server: str) -> dict[str, Any]:
        """What a system needs to install the page as an app, called after its house, or else after
        the name of its `server`."""
        house = self._house
        own = house.icon_file
        sizes = (
            {own: house.icon_size}
            if own
            else {
                name: "any" if name.endswith(".svg") else "{0}x{0}".format(*_digits(name))
                for name in self._files
                if name.startswith("icon")
            }
        )
        icons = [
            {
                "src": self.link(name),
                "sizes": size,
                "type": _KINDS[Path(name).suffix],
                "purpose": "maskable" if "maskable" in name else "any",
            }
            for name, size in sizes.items()
        ]
        colour = house.felt or _GREEN
        return {
            "id": "/",
            "name": house.name or (f"{CARDKIT} · {server}" if server else CARDKIT),
            "short_name": house.name or CARDKIT,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": colour,
            "background_color": colour,
            "icons": icons,
        }

    def file(self, request: Request, name: str, version: str = "") -> Response | None:
        """A file by its name; of another version only until the next question."""
        found = self._files.get(name)
        if found is None:
            return None
        nothing = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return found.answer(request, nothing, for_ever=version == self.version)

    def _shell(self) -> bytes:
        """What the worker is told: which page it keeps, and where that is shown."""
        shell = {
            "version": self.version,
            "files": [self.link(name) for name in self._files if name.endswith(_SHELL)],
            "places": sorted({path.split("/")[1] for path in PAGES}),
        }
        return f"const SHELL = {json.dumps(shell)};\n".encode()

    def _with_links(self) -> str:
        """The page, with the links that never change in place of those that are written there."""

        def lasting(match: re.Match[str]) -> str:
            name = match["path"]
            if name.startswith("icon") and self._house.icon:
                name = self._house.icon_file
            return f'{match["name"]}="{self.link(name)}"' if name in self._files else match[0]

        return _LINK.sub(lasting, self._index)


def _digits(name: str) -> list[str]:
    return re.findall(r"\d+", name)


def import_map(files: Iterable[str]) -> dict[str, str]:
    """By the name of a module its file: `cardkit/table` is table.js, vendors have their own."""
    found = {}
    for name in files:
        path = Path(name)
        if path.suffix in (".js", ".mjs"):
            own, vendor = path.with_suffix("").as_posix(), path.parts[0] == "vendor"
            found[own.partition("/")[2] if vendor else f"cardkit/{own}"] = name
    found |= {alias: found[name] for alias, name in _ALIASES.items() if name in found}
    return dict(sorted(found.items()))


def needed_by(file: str, texts: Mapping[str, bytes]) -> list[str]:
    """A module and all that it imports before it can run, and not later."""
    modules = import_map(texts)
    found, wanted = dict[str, None](), [file]
    while wanted:
        name = wanted.pop()
        if name in texts and name not in found:
            found[name] = None
            imports = _IMPORT.findall(texts[name].decode())
            wanted += (modules[each] for each in reversed(imports) if each in modules)
    return list(found)


def texts_of_page(language: str) -> str:
    """The module with the words of a language; English needs none."""
    return f"cardkit/{_TEXTS}{language}"


def read_files(folder: Path = PAGE, house: House = ANY_HOUSE) -> dict[str, bytes]:
    """The files of a folder by their names, with those that are made for the page."""
    texts = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in _KINDS and path.is_file() and not path.name.startswith(".")
    }
    if folder == PAGE:
        texts["faults.js"] = fault_module().encode()
        texts["phrases.js"] = phrases_module().encode()
        texts["languages.js"] = languages_module().encode()
        texts |= house.files()
        said = b"".join(data for name, data in texts.items() if name.endswith(".js")).decode()
        for language in LANGUAGES[1:]:
            texts[f"{_TEXTS}{language}.js"] = texts_module(language, said).encode()
    return texts


def fault_module() -> str:
    """What can be false in a deal, for the page: the codes and words that every client has."""
    faults = json.dumps({fault.name: fault.value for fault in DealFault})
    return f"export const FAULTS = {faults};\n"


def phrases_module() -> str:
    """How the page tells what happens in every game: the phrases that every client has."""
    return f"export const PHRASES = {json.dumps(common_phrases(), ensure_ascii=False)};\n"


def languages_module() -> str:
    """The languages of the page, each named in its own words."""
    names = {language: name_of_language(language) for language in LANGUAGES}
    return f"export const LANGUAGES = {json.dumps(names, ensure_ascii=False)};\n"


def texts_module(language: str, said: str) -> str:
    """The translations that the page needs: of what its modules say, and of what they are told."""
    own = {
        text: translation
        for text, translation in texts_of(language).items()
        if text in TOLD or json.dumps(text, ensure_ascii=False) in said
    }
    return f"export const TEXTS = {json.dumps(own, ensure_ascii=False)};\n"


def _policy(inline: str) -> str:
    """Scripts are files of this server, and the one import map that stands in the page."""
    digest = b64encode(sha256(inline.encode()).digest()).decode()
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'sha256-{digest}'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
