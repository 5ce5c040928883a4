#!/usr/bin/env python3
"""Takes the pictures of the web examples: what a phone shows at moments of a touch, side by side.

usage: pictures.py [wallet] [fan] [photos] [koloda]

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

PHOTOS = HERE / "demo" / "photos"
DECK = "document.querySelector('deckd-deck')"
OPEN = f"{DECK}.places().detail?.progress === 1"


class ExampleSetup(Setup):
    def __init__(self, name: str) -> None:
        self.assets = HERE / name
        super().__init__(configuration=self.assets / "deckd.toml", files=PHOTOS)

    def web_arguments(self) -> List[str]:
        page = ["--assets", str(self.assets)] if (self.assets / "index.html").exists() else []
        return super().web_arguments() + page

    def load_photos(self, deck: str) -> None:
        """Gives a deck the cards that the example's program would give it."""
        cards = [{"id": path.name, "data": {"title": path.stem, "image": f"/files/{path.name}"}} for path in sorted(PHOTOS.glob("*.jpg"))]
        self.client().request("deck.load", deck=deck, cards=cards)


def until_drawn(page: Page) -> None:
    page.until("[...document.images].every(image => !image.src || image.complete) && document.images.length > 2")
    page.at_rest()


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


def photos(page: Page, take: Callable[[], None]) -> None:
    until_drawn(page)
    take()
    page.drag(page.point(150, 420), page.point(285, 400), lift=False)
    page.until("document.querySelector('deckd-deck').dataset.direction === 'right'")
    take()
    page.touch("touchCancel", {}, wait=True)
    page.at_rest()
    page.tap(page.point(195, 300))
    page.until("document.querySelector('#zoom').getAnimations().length === 0 && document.querySelector('#zoom img').naturalWidth > 0")
    take()


def koloda(page: Page, take: Callable[[], None]) -> None:
    until_drawn(page)
    take()
    page.drag(page.point(300, 520), page.point(130, 500), lift=False)
    take()
    page.touch("touchEnd", {}, wait=True)
    until_drawn(page)
    page.drag(page.point(100, 200), page.point(250, 160), lift=False)
    take()


# A photograph has more colors than a palette.
EXAMPLES = {"wallet": (wallet, "png"), "fan": (fan, "png"), "photos": (photos, "jpg"), "koloda": (koloda, "jpg")}

for name in sys.argv[1:] or EXAMPLES:
    moments, format = EXAMPLES[name]
    setup = ExampleSetup(name)
    try:
        if name in ("photos", "koloda"):
            setup.load_photos("photos" if name == "photos" else "pictures")
        page = setup.page(390, 844 if name != "koloda" else 780)
        taken: List[str] = []

        def take() -> None:
            page.at_rest()
            taken.append(str(setup.folder / f"{len(taken)}.png"))
            page.picture(pathlib.Path(taken[-1]))

        moments(page, take)
        # A palette of 256 colors keeps the file small.
        palette = ",split[a][b];[a]palettegen[colors];[b][colors]paletteuse=dither=sierra2_4a" if format == "png" else ""
        inputs = [word for path in taken for word in ("-i", path)]
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", *inputs, "-filter_complex",
             f"hstack={len(taken)}{palette}", "-q:v", "4", str(setup.assets / f"picture.{format}")],
            check=True,
        )  # fmt: skip
    finally:
        setup.stop()
