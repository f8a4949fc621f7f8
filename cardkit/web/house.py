"""The house that a page belongs to: what it is called, its colours, and its sign."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

from cardkit.colours import WHITE, accents_of
from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason

STYLE_SHEET, MODULE, ICON = "house.css", "house.js", "house-icon"
CARDKIT = "cardkit"
LARGEST_ICON = 256 * 1024
_ON_LIGHT_ACCENT = "#0b0f0f"
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class House:
    """As the host has set it; what is empty is as it is everywhere."""

    name: str = ""
    felt: str = ""
    accent: str = ""
    icon: bytes = b""
    """A picture in SVG or PNG."""

    @property
    def icon_file(self) -> str:
        """What its picture is called; nothing where there is none."""
        return f"{ICON}{_suffix(self.icon)}" if self.icon else ""

    @property
    def icon_size(self) -> str:
        """How large it is, as a manifest tells it."""
        if not self.icon.startswith(_PNG):
            return "any"
        return "{}x{}".format(*struct.unpack(">II", self.icon[16:24]))

    def files(self) -> dict[str, bytes]:
        """What the page has of its house."""
        about = {"name": self.name or CARDKIT, "icon": self.icon_file}
        found = {MODULE: f"export const HOUSE = {json.dumps(about)};\n".encode()}
        if style := self._style():
            found[STYLE_SHEET] = style.encode()
        if self.icon:
            found[self.icon_file] = self.icon
        return found

    def _style(self) -> str:
        rules: dict[str, dict[str, Any]] = {}
        if self.accent:
            light, dark = accents_of(self.accent)
            rules[":root"] = {
                "--accent": f"light-dark({light}, {dark})",
                "--on-accent": f"light-dark({WHITE}, {_ON_LIGHT_ACCENT})",
            }
            rules[".spade"] = {"background": light}
        if self.felt:
            rules[":root, .table"] = {"--felt": self.felt}  # the colours of a game come after it
            rules[".spade"] = {"background": self.felt}
        return "".join(
            f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in told.items())} }}\n"
            for selector, told in rules.items()
        )


def check_icon(data: bytes) -> None:
    """Refuse what no browser shows as a picture."""
    if len(data) > LARGEST_ICON or not _suffix(data):
        raise Refused(
            ServerReason.BAD_TEXT,
            "an icon is a square picture in SVG or PNG, of at most {most} KiB",
            most=LARGEST_ICON // 1024,
        )


def _suffix(data: bytes) -> str:
    if data.startswith(_PNG) and len(data) >= 24:
        return ".png"
    return ".svg" if b"<svg" in data[:4096] else ""
