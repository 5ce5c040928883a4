#!/usr/bin/env python3
"""The page that compares presets, under a trusted finger.

usage: test_presets.py [-v]

Needs the built deckd and deckd-web, chromium and python3-websocket.
"""

from __future__ import annotations

import pathlib
import sys
import unittest
from typing import Dict

EXAMPLE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(EXAMPLE.parents[1] / "Tests" / "BrowserTests"))

from browser import Page, Setup  # noqa: E402

BOX = "document.querySelector('deckd-deck').getBoundingClientRect()"
LINES = "[...document.querySelectorAll('p')]"


class Presets(unittest.TestCase):
    def lines(self, page: Page) -> Dict[str, str]:
        """What is said below each preset's name, once all have said something."""
        page.until(f"{LINES}.every(line => line.textContent)")
        return dict(page.evaluate(f"{LINES}.map(line => [line.nextElementSibling.deck, line.textContent])"))

    def test_a_finger_on_one_deck_moves_all_and_decides_as_each_preset_does(self) -> None:
        setup = Setup(configuration=EXAMPLE / "deckd.toml")
        self.addCleanup(setup.stop)
        setup.address = setup.serve(EXAMPLE)
        page = setup.page()
        self.addCleanup(page.close)
        page.until("[...document.querySelectorAll('deckd-deck')].every(deck => deck.querySelector('article'))")
        for window in ((390, 844), (800, 480), (1440, 900)):
            page.resize(*window)
            with self.subTest(window=window):
                page.until(f"Math.abs({BOX}.bottom - innerHeight) < 0.05 * innerWidth")
        left, top, width, height = (page.evaluate(f"{BOX}.{side}") for side in ("left", "top", "width", "height"))
        # The surface, 360 × 640, lies in the middle.
        middle, width = left + width / 2, min(width, height * 360 / 640)
        start = (middle - width / 4, top + height / 2)
        # Two fifths of the surface are more than a third of a card, and less than half of one.
        page.drag(start, (start[0] + 0.4 * width, start[1]))
        slow = self.lines(page)
        self.assertEqual((slow["natural"], slow["swipeclean"]), ("decided right", "decided right"))
        self.assertRegex(slow["koloda"], "returns: distance")
        self.assertEqual(page.problems(), [])


if __name__ == "__main__":
    unittest.main()
