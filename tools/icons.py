"""Draw the icons of the installed application from `favicon.svg`, with an installed Chromium.

python tools/icons.py
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "src/tempolude/server/static"
NIGHT = "#14203a"  # the ground of the logo
ICONS = {  # the size, and how much of it the dial takes; less than all: on a ground that reaches to the edges
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-mask.png": (512, 0.76),  # a system cuts it to any shape that holds a circle of 80 %
    "icon-180.png": (180, 0.88),
}


def main() -> None:
    dial = re.sub(r"</?svg[^>]*>", "", (STATIC / "favicon.svg").read_text("utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (size, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "" if part == 1 else f'<rect width="100" height="100" fill="{NIGHT}"/>'
            moved = f"translate({50 * (1 - part)} {50 * (1 - part)}) scale({part})"
            drawn = f'<svg viewBox="0 0 100 100">{ground}<g transform="{moved}">{dial}</g></svg>'
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw}}</style>{drawn}")
            page.screenshot(path=STATIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
