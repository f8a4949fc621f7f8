"""Makes cardkit/server/confusables.txt: `python -m tools.confusables confusables.txt`.

The argument is Unicode's list of letters that look alike (UTS #39). A new version is at
unicode.org/Public/security/ or in the sources of ICU.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from cardkit.server.confusables import FILE

_HEAD = """\
# Letters that look alike: the one that stands for them, a tab, and the others.
# Made by tools.confusables from Unicode's confusables.txt, of which it leaves out what no
# name has: signs that are no letters, and what NFKD takes apart.
# © 1991-2025 Unicode, Inc. SPDX-License-Identifier: Unicode-3.0 (LICENSES/Unicode-3.0.txt)
"""


def compact(unicode_file: str) -> str:
    """Our file from Unicode's."""
    version, groups = "", dict[str, list[str]]()
    for line in unicode_file.splitlines():
        data, _, remark = line.removeprefix("\N{BYTE ORDER MARK}").partition("#")
        if remark.startswith(" Version: "):
            version = remark.split()[1]
        if data:
            source, target, _ = data.split(";")
            letter = chr(int(source, 16))
            if _in_names(letter):
                prototype = "".join(chr(int(code, 16)) for code in target.split())
                groups.setdefault(prototype, []).append(letter)
    lines = (f"{prototype}\t{''.join(sorted(groups[prototype]))}" for prototype in sorted(groups))
    return _HEAD + "\n".join((f"# version {version}", *lines, ""))


def _in_names(letter: str) -> bool:
    """What this Python does not know yet may be a letter for a later one."""
    known = unicodedata.category(letter) != "Cn"
    return unicodedata.normalize("NFKD", letter) == letter and (letter.isalnum() or not known)


if __name__ == "__main__":
    FILE.write_text(compact(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
