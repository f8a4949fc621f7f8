"""Draws the icons of the page as an app: `python -m tools.icons`, from its icon.svg.

Systems that install an app want PNG, and one icon whose edge they may cut to a shape of their own:
its ground reaches to the edge, and the sign stays within the middle four fifths.
"""

from __future__ import annotations

import sys

from cardkit.testing.page import CHROMIUM, WHY_NOT
from cardkit.web.files import PAGE

ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-180-maskable.png": (180, True),
    "icon-512-maskable.png": (512, True),
}
"""By name, how many pixels wide, and whether its edge may be cut."""


def drawing(maskable: bool) -> str:
    """The icon as SVG; a maskable one is larger than what is seen of it."""
    svg = (PAGE / "icon.svg").read_text(encoding="utf-8")
    if not maskable:
        return svg
    wide = svg.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
    return wide.replace(
        '<rect width="32" height="32" rx="7"', '<rect x="-3" y="-3" width="38" height="38"'
    )


def main() -> int:
    if WHY_NOT:
        print(WHY_NOT, file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (wide, maskable) in ICONS.items():
            page = browser.new_page(viewport={"width": wide, "height": wide})
            style = "<style>body { margin: 0 } svg { display: block; width: 100vw }</style>"
            page.set_content(style + drawing(maskable))
            page.screenshot(path=PAGE / name, omit_background=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
