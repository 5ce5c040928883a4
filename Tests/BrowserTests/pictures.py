#!/usr/bin/env python3
"""Takes the pictures of the pages: stills of each deck of the demonstration, and an animation under a finger.

usage: pictures.py FOLDER [NAME…]

Writes FOLDER/NAME.png for each of the stills, FOLDER/deckd.gif, at most 2 MB, and FOLDER/geometry.svg, a diagram with the
daemon's numbers. Needs what the browser tests need, and for the looks of the project's own pictures the font Inter
(fonts-inter).
"""

from __future__ import annotations

import base64
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import Callable, List, Tuple

from browser import ROOT, Page, Setup, setup
from geometry import diagram

SIZES = {"phone": (390, 844, 2.0), "low": (800, 480, 1.5), "panel": (1024, 600, 1.5), "large": (1920, 1080, 1.0)}
DEMO = ROOT / "Examples" / "demo"
DECKS = ("photos", "pictures", "wallet", "fan", "menu")
LIMIT = 2 * 1024 * 1024

# A finger is no part of a screenshot: a disc shows where it is.
FINGER = """(() => {
  const disc = document.createElement("div");
  Object.assign(disc.style, { position: "fixed", width: "44px", height: "44px", margin: "-22px", borderRadius: "50%",
    background: "#fffffb66", border: "2px solid #ffffffb3", boxShadow: "0 2px 12px #0006", pointerEvents: "none", zIndex: 99,
    opacity: 0, left: 0, top: 0 });
  document.body.append(disc);
  const move = event => Object.assign(disc.style, { transform: `translate(${event.clientX}px, ${event.clientY}px)`, opacity: 1 });
  addEventListener("pointerdown", move, true);
  addEventListener("pointermove", move, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => disc.style.opacity = 0, true);
})()"""


def settled(page: Page) -> None:
    """Waits for the deck, and for what the style sheet animates."""
    page.at_rest()
    page.evaluate("Promise.all(document.getAnimations().filter(a => a.effect.getTiming().iterations !== Infinity).map(a => a.finished))")


def still(page: Page, path: pathlib.Path) -> None:
    settled(page)
    page.picture(path)
    print(path)


def pane(page: Page, name: str) -> None:
    page.evaluate("document.body.classList.contains('inspecting') || document.querySelector('#inspect').click()")
    page.evaluate(f"document.querySelector('#tab-{name}').click()")


def hold(page: Page, start: Tuple[float, float], end: Tuple[float, float], path: pathlib.Path) -> None:
    """A picture under a finger that has moved a card, which is then dropped."""
    page.drag(page.point(*start), page.point(*end), lift=False)
    page.catch_up()
    still(page, path)
    page.touch("touchCancel", {}, wait=True)
    settled(page)


def stills(started: Setup, folder: pathlib.Path, wanted: Callable[[str], bool]) -> None:
    client = started.client()
    for size, (width, height, scale) in SIZES.items():
        kiosk = started.page(width, height)
        kiosk.resize(width, height, scale)
        for scheme in ("dark", "light"):
            kiosk.media(prefers_color_scheme=scheme)
            for deck in DECKS:
                if wanted(f"kiosk-{size}-{scheme}-{deck}"):
                    client.request("deck.load", deck=deck)
                    kiosk.show(deck)
                    still(kiosk, folder / f"kiosk-{size}-{scheme}-{deck}.png")
        kiosk.close()
        page = started.page(width, height, path="/studio")
        page.resize(width, height, scale)
        for scheme in ("dark", "light"):
            page.media(prefers_color_scheme=scheme)
            for deck in DECKS:
                name = f"{size}-{scheme}-{deck}"
                client.request("deck.load", deck=deck)
                if wanted(name):
                    page.show(deck)
                    still(page, folder / f"{name}.png")
        page.media(prefers_color_scheme="dark")
        if wanted(f"{size}-swipe"):
            page.show("photos")
            hold(page, (120, 400), (235, 425), folder / f"{size}-swipe.png")
        if wanted(f"{size}-wallet-open"):
            page.show("wallet")
            client.request("deck.select", deck="wallet", card="savings")
            page.until("document.querySelector('deckd-deck').model.open === 'savings'")
            still(page, folder / f"{size}-wallet-open.png")
            client.request("deck.dismiss", deck="wallet")
        if wanted(f"{size}-fan-open"):
            page.show("fan")
            client.request("deck.select", deck="fan", card="flight")
            page.until("document.querySelector('deckd-deck').model.open === 'flight'")
            still(page, folder / f"{size}-fan-open.png")
            client.request("deck.dismiss", deck="fan")
        for name in ("gestures", "events", "settings", "timing"):
            if wanted(f"{size}-{name}"):
                page.show("photos")
                for end in (175, 290):
                    page.drag(page.point(120, 400), page.point(end, 400), hold=0.02)
                    settled(page)
                pane(page, name)
                if name == "timing":
                    page.until("document.querySelector('#figures').textContent.includes('motion')")
                still(page, folder / f"{size}-{name}.png")
                page.evaluate("innerWidth < 900 && document.querySelector('#close').click()")
        page.close()
    client.close()


class Film:
    """What the browser shows, a picture per change, with the times at which it was shown."""

    def __init__(self, page: Page, folder: pathlib.Path) -> None:
        self.page, self.folder = page, folder
        self.times: List[float] = []
        self.seen = 0

    def start(self) -> None:
        self.page.events.clear()
        self.page.call("Page.startScreencast", format="jpeg", quality=95, everyNthFrame=1)

    def collect(self) -> None:
        for event in self.page.events[self.seen :]:
            self.seen += 1
            if event["method"] == "Page.screencastFrame":
                frame = event["params"]
                self.page.send("Page.screencastFrameAck", sessionId=frame["sessionId"])
                (self.folder / f"{len(self.times):05}.jpg").write_bytes(base64.b64decode(frame["data"]))
                self.times.append(frame["metadata"]["timestamp"])

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.collect()
            time.sleep(0.005)

    def drag(self, points: List[Tuple[float, float]], steps: int = 14, wait: float = 0.0) -> None:
        """One finger along points of the deck, slowly at both ends."""
        places = [self.page.point(*point) for point in points]
        self.page.touch("touchStart", {0: places[0]})
        self.run(0.05 + wait)
        for start, end in zip(places, places[1:]):
            for step in range(1, steps + 1):
                part = step / steps
                part = part * part * (3 - 2 * part)
                self.page.touch("touchMove", {0: (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)})
                self.run(0.016)
        self.page.touch("touchEnd", {})

    def tap(self, x: float, y: float) -> None:
        self.page.touch("touchStart", {0: self.page.point(x, y)})
        self.run(0.09)
        self.page.touch("touchEnd", {})

    def gif(self, path: pathlib.Path) -> None:
        self.page.call("Page.stopScreencast")
        self.collect()
        lines = []
        for index, at in enumerate(self.times):
            following = self.times[index + 1] if index + 1 < len(self.times) else at + 1
            lines.append(f"file '{self.folder}/{index:05}.jpg'\nduration {following - at:.4f}\n")
        script = self.folder / "film.txt"
        # The demuxer ignores the last duration, so that the last picture follows once more.
        script.write_text("".join(lines + lines[-1:]))
        for rate, width, colors in ((25, 360, 200), (25, 320, 128), (20, 320, 96), (16, 280, 64)):
            look = (
                f"fps={rate},scale={width}:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors={colors}:stats_mode=diff[p];"
                "[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle"
            )
            command = ["ffmpeg", "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", str(script), "-filter_complex", look, str(path)]
            subprocess.run(command, check=True)
            if path.stat().st_size <= LIMIT:
                break
        print(f"{path}: {path.stat().st_size / 1024:.0f} KiB, {len(self.times)} pictures")
        if path.stat().st_size > LIMIT:
            raise SystemExit(f"{path} is larger than {LIMIT} bytes: shorten the film")


def animation(started: Setup, path: pathlib.Path) -> None:
    """Two decisions, one that is not far enough, and a card of the wallet."""
    client = started.client()
    for deck in DECKS:
        client.request("deck.load", deck=deck)
    client.close()
    page = started.page(380, 760)
    page.media(prefers_color_scheme="dark")
    page.show("photos")
    page.evaluate(FINGER)
    # What is seen while the picture loads is its first frame.
    settled(page)
    page.until("[...document.images].every(image => image.complete)")
    with tempfile.TemporaryDirectory() as folder:
        film = Film(page, pathlib.Path(folder))
        film.start()
        film.run(0.5)
        film.drag([(150, 420), (340, 440)])
        film.run(0.8)
        film.drag([(240, 420), (175, 415)], steps=16)
        film.run(0.7)
        film.drag([(260, 420), (60, 430)])
        film.run(0.9)
        page.evaluate("location.hash = '#wallet'")
        film.run(0.7)
        film.tap(200, 140)
        film.run(1.4)
        film.tap(200, 320)
        film.run(1.4)
        film.gif(path)
    page.close()


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder, names = pathlib.Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with setup(configuration=DEMO / "deckd.toml", files=DEMO / "photos") as started:
        stills(started, folder, lambda name: not names or name in names)
        if not names or "deckd" in names:
            animation(started, folder / "deckd.gif")
        if not names or "geometry" in names:
            diagram(started, folder / "geometry.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
