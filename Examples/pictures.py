#!/usr/bin/env python3
"""Takes picture.png of the web examples: what a phone shows at moments of a touch, side by side.

usage: pictures.py [wallet] [fan]

Needs the built deckd and deckd-web, chromium, ffmpeg and python3-websocket.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
from typing import Callable, List

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests" / "BrowserTests"))
from browser import Page, Setup  # noqa: E402

DECK = "document.querySelector('deckd-deck')"
OPEN = f"{DECK}.places().detail?.progress === 1"


class ExampleSetup(Setup):
    def __init__(self, name: str) -> None:
        self.assets = HERE / name
        super().__init__(configuration=self.assets / "deckd.toml")

    def web_arguments(self) -> List[str]:
        return super().web_arguments() + ["--assets", str(self.assets)]


def drag(page: Page, x: float, y: float, by: float, held: str = "true") -> None:
    """A finger that stays where it is in the end; it moves once a condition holds."""
    page.touch("touchStart", {0: (x, y)}, wait=True)
    page.until(held)
    for step in range(1, 21):
        page.touch("touchMove", {0: (x, y + by * step / 20)}, wait=True)


def wallet(page: Page, take: Callable[[], None]) -> None:
    take()
    drag(page, 195, 310, -70, "getComputedStyle(document.querySelector('[data-card=household]')).getPropertyValue('--deckd-lift') > 0")
    page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'household').y === 80")
    take()
    page.touch("touchCancel", {}, wait=True)
    page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'household').y === 170")
    page.tap((195, 360))
    page.until(OPEN)
    page.drag((350, 700), (250, 700))
    page.until(f"{DECK}.places().detail.scroll > 0 && {DECK}.places().detail.scroll % 152 === 0")
    take()


def fan(page: Page, take: Callable[[], None]) -> None:
    take()
    drag(page, 195, 200, 480)
    page.until(f"{DECK}.places().fan?.spread > 38")
    take()
    page.touch("touchEnd", {}, wait=True)
    page.until(f"{DECK}.places().fan.spread === 0")
    page.at_rest()
    page.tap((195, 300))
    page.until(OPEN)
    take()


for name in sys.argv[1:] or ["wallet", "fan"]:
    setup = ExampleSetup(name)
    try:
        page = setup.page(390, 844)
        taken: List[str] = []

        def take() -> None:
            page.at_rest()
            taken.append(str(setup.folder / f"{len(taken)}.png"))
            page.picture(pathlib.Path(taken[-1]))

        {"wallet": wallet, "fan": fan}[name](page, take)
        # A palette of 256 colors keeps the file small.
        inputs = [word for path in taken for word in ("-i", path)]
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", *inputs, "-filter_complex",
             f"hstack={len(taken)},split[a][b];[a]palettegen[colors];[b][colors]paletteuse=dither=sierra2_4a", str(setup.assets / "picture.png")],
            check=True,
        )  # fmt: skip
    finally:
        setup.stop()
