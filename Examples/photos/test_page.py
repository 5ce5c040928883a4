#!/usr/bin/env python3
"""The page of the example under trusted fingers, as README.md says to run it.

usage: test_page.py [-v] [PageTests.test…]

Needs the built deckd and deckd-web, chromium and python3-websocket.
"""

from __future__ import annotations

import pathlib
import sys
import unittest
from typing import Any, Dict, List

HERE = pathlib.Path(__file__).resolve().parent
PHOTOS = HERE.parent / "demo" / "photos"
sys.path.insert(0, str(HERE.parent.parent / "Tests" / "BrowserTests"))
from browser import Setup, until  # noqa: E402

DECK = "document.querySelector('deckd-deck')"
SIZES = [(390, 844), (800, 480), (1024, 600), (1920, 1080)]


def card(name: str, loaded: bool) -> Dict[str, Any]:
    return {"id": name, "data": {"title": name, "image": f"/files/{name}.jpg"}, "loaded": loaded}


NAMES = sorted(path.stem for path in PHOTOS.glob("*.jpg"))


class PhotosSetup(Setup):
    def web_arguments(self) -> List[str]:
        return super().web_arguments() + ["--assets", str(HERE)]


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.setup = PhotosSetup(configuration=HERE / "deckd.toml", files=PHOTOS)
        cls.addClassCleanup(cls.setup.stop)

    def setUp(self) -> None:
        self.client = self.setup.client()
        self.addCleanup(self.client.close)
        self.client.request("deck.load", deck="photos", cards=[card(name, True) for name in NAMES])
        self.page = self.setup.page(390, 844)
        self.addCleanup(self.page.close)

    def tearDown(self) -> None:
        self.assertEqual(self.page.problems(), [])

    def text(self, selector: str) -> str:
        return self.page.evaluate(f"document.querySelector({selector!r}).innerText")

    def until_text(self, selector: str, text: str) -> None:
        self.page.until(f"document.querySelector({selector!r}).innerText === {text!r}")

    def test_the_bar_shows_how_many_are_decided(self) -> None:
        self.until_text("#count", "1 of 9")
        self.page.drag(self.page.point(195, 300), self.page.point(380, 300))
        self.until_text("#count", "2 of 9")
        self.assertEqual(self.page.evaluate("(({ value, max }) => [value, max])(document.querySelector('#progress'))"), [1, 9])
        self.page.at_rest()
        self.page.evaluate("document.querySelector('#undo').click()")
        self.until_text("#count", "1 of 9")

    def test_the_buttons_decide_and_glow_under_a_finger(self) -> None:
        self.page.evaluate("document.querySelector('nav [data-direction=left]').click()")
        self.until_text("#count", "2 of 9")
        # The next card takes a finger once it has come to the front.
        until(lambda: self.client.snapshot("photos")["phase"] == "rest", "the deck at rest")
        self.page.at_rest()
        self.page.drag(self.page.point(195, 300), self.page.point(300, 300), lift=False)
        glow = "document.querySelector('nav [data-direction={}]').style.getPropertyValue('--glow')"
        self.page.until(f"Number({glow.format('right')}) > 0.5")
        self.assertEqual(self.page.evaluate(glow.format("left")), "0")
        self.page.touch("touchCancel", {}, wait=True)

    def test_a_round_that_loads_says_how_far_it_is(self) -> None:
        self.client.request("deck.load", deck="photos", cards=[card(name, False) for name in NAMES])
        self.until_text("#message p", "0 of 5 are ready")
        self.assertTrue(self.page.evaluate("document.querySelector('nav [data-direction=right]').disabled"))
        self.client.request("deck.update", deck="photos", cards=[card(name, True) for name in NAMES[:3]])
        self.until_text("#message p", "3 of 5 are ready")
        self.assertEqual(self.page.evaluate("document.querySelector('#message progress').value"), 3)
        self.client.request("deck.update", deck="photos", cards=[card(name, True) for name in NAMES[3:5]])
        self.page.until("document.querySelector('#message').hidden")
        self.page.until("[...document.querySelectorAll('.card img')].some(image => image.naturalWidth > 0)")

    def test_a_tap_shows_the_photo_as_large_as_the_screen(self) -> None:
        self.page.tap(self.page.point(195, 300))
        self.page.until("document.querySelector('#zoom img').naturalWidth > 0")
        size = "(({ width, height }) => `${width} ${height}`)(document.querySelector('#zoom').getBoundingClientRect())"
        self.page.until(f"{size} === '390 844'")
        self.page.tap((195, 400))
        self.page.until("!document.querySelector('#zoom').open")
        self.assertEqual(self.text("#count"), "1 of 9")

    def test_the_deck_lies_where_the_daemon_has_it_in_every_window(self) -> None:
        for width, height in SIZES:
            with self.subTest(window=f"{width}x{height}"):
                self.page.resize(width, height)
                # A large window's surface has half as many points.
                part = 2 if min(width, height) > 900 else 1
                self.page.until(f"(({{ w, h }}) => w === {width // part} && h === {height // part})({DECK}.model.surface)")
                self.page.at_rest()
                box = self.page.evaluate(f"(({{ x, y, width, height }}) => [x, y, width, height])({DECK}.getBoundingClientRect())")
                for number, expected in zip(box, (0, 0.12 * height, width, 0.72 * height)):
                    self.assertAlmostEqual(number, expected, delta=0.5)
                overlaps = self.page.evaluate(
                    "(deck => [...document.querySelectorAll('header > *, nav > *')].filter(element => {"
                    " const box = element.getBoundingClientRect();"
                    " return box.bottom > deck.top + .5 && box.top < deck.bottom - .5 || box.right > innerWidth || box.left < 0"
                    f" }}).map(({{ id, innerText }}) => id || innerText))({DECK}.getBoundingClientRect())"
                )
                self.assertEqual(overlaps, [])


if __name__ == "__main__":
    unittest.main()
