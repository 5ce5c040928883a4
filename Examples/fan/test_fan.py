#!/usr/bin/env python3
"""The passes under trusted fingers, as README.md says to run them.

usage: test_fan.py [-v] [FanTests.test…]

Needs the built deckd and deckd-web, chromium and python3-websocket.
"""

from __future__ import annotations

import pathlib
import shutil
import sys
import tempfile
import unittest
from typing import Any, Dict, List, Tuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests" / "BrowserTests"))
from browser import Setup, until  # noqa: E402

DECK = "document.querySelector('deckd-deck')"
ORDER = ["flight", "concert", "hotel", "museum", "train", "climbing", "coffee"]


class FanSetup(Setup):
    def web_arguments(self) -> List[str]:
        return super().web_arguments() + ["--assets", str(HERE)]


class FanTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.setup = FanSetup(configuration=HERE / "deckd.toml")
        cls.addClassCleanup(cls.setup.stop)

    def setUp(self) -> None:
        self.client = self.setup.client()
        self.addCleanup(self.client.close)
        self.client.request("deck.load", deck="passes")
        self.page = self.setup.page(390, 844)
        self.addCleanup(self.page.close)

    def tearDown(self) -> None:
        self.assertEqual(self.page.problems(), [])

    def order(self) -> List[str]:
        return [card["id"] for card in self.client.request("deck.cards", deck="passes")["cards"]]

    def places(self) -> Dict[str, Any]:
        return {place["id"]: place for place in self.page.evaluate(f"{DECK}.places().cards")}

    def boxes(self) -> Dict[str, Dict[str, float]]:
        """The boxes of the cards on the page."""
        return self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('article[data-card]')]"
            ".map(card => [card.dataset.card, card.getBoundingClientRect().toJSON()]))"
        )

    def steps(self) -> List[float]:
        tops = [box["top"] for box in self.boxes().values()]
        return [below - above for above, below in zip(sorted(tops), sorted(tops)[1:])]

    def grip(self, card: str) -> Tuple[float, float]:
        """Where a finger takes a card: in the strip of it that is seen in the stack."""
        box = self.boxes()[card]
        return box["left"] + box["width"] / 2, box["top"] + 32

    def text(self, selector: str) -> str:
        return self.page.evaluate(f"document.querySelector({selector!r}).innerText")

    def open(self, card: str) -> None:
        self.page.tap(self.grip(card))
        self.page.until(f"{DECK}.model.open === {card!r} && {DECK}.places().detail?.progress === 1")
        self.page.at_rest()

    def until_closed(self) -> None:
        self.page.until(f"{DECK}.model.open === undefined && {DECK}.places().detail === undefined")
        self.page.at_rest()

    def test_stacks_the_passes(self) -> None:
        boxes = self.boxes()
        self.assertEqual(sorted(boxes, key=lambda card: boxes[card]["top"]), ORDER)
        self.assertEqual([round(step) for step in self.steps()], [64] * 6)
        self.assertEqual(self.text("[data-card=flight] h2"), "Oslo – Lisbon")
        self.assertEqual(self.text("[data-card=coffee] .facts").split(), "Stamps 7 To go 3 Free cups 2".split())

    def test_a_pull_fans_the_passes_until_it_ends(self) -> None:
        x, y = 195, 220
        self.page.touch("touchStart", {0: (x, y)}, wait=True)
        for step in range(1, 21):
            self.page.touch("touchMove", {0: (x, y + 20 * step)}, wait=True)
        self.page.until(f"{DECK}.places().fan?.spread > 30")
        self.page.at_rest()
        spread = self.page.evaluate(f"{DECK}.places().fan.spread")
        for step in self.steps():
            self.assertAlmostEqual(step, 64 + spread, delta=0.5)
        self.page.touch("touchEnd", {}, wait=True)
        self.page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'coffee').y === 400")
        self.page.at_rest()
        self.assertEqual([round(step) for step in self.steps()], [64] * 6)

    def test_a_pinch_fans_the_passes(self) -> None:
        self.page.touch("touchStart", {0: (195, 400), 1: (195, 460)}, wait=True)
        for step in range(1, 13):
            self.page.touch("touchMove", {0: (195, 400 - 4 * step), 1: (195, 460 + 4 * step)}, wait=True)
        self.page.until(f"{DECK}.places().fan?.spread > 60")
        self.page.touch("touchEnd", {}, wait=True)
        self.page.until(f"{DECK}.places().fan.spread === 0")

    def test_a_tap_makes_the_card_the_header_of_its_detail(self) -> None:
        self.assertEqual(self.text("header p.closed"), "Pull down to fan them out")
        self.open("hotel")
        self.assertEqual(self.text("header p.open"), "Drag down to close")
        place = self.places()["hotel"]
        self.assertEqual((place["x"], place["y"], place["w"], place["h"]), (16, 16, 358, 220))
        card, detail = self.page.evaluate(
            "['[data-card=hotel]', '.content'].map(name => document.querySelector(name).getBoundingClientRect().toJSON())"
        )
        self.assertAlmostEqual(detail["top"], card["bottom"] + 30, delta=0.5)
        self.assertEqual(self.text(".code p"), "HM-412-0407")
        self.assertEqual(self.page.evaluate("document.querySelectorAll('.details div').length"), 9)
        self.assertEqual(self.places()["train"]["opacity"], 0)

    def test_the_header_fades_as_the_detail_scrolls(self) -> None:
        self.open("flight")
        top = self.page.evaluate("document.querySelector('.content').getBoundingClientRect().top")
        self.page.drag((195, 720), (195, 420))
        self.page.until(f"(({{ scroll, content, h }}) => scroll === content - h)({DECK}.places().detail)")
        self.page.at_rest()
        scroll = self.page.evaluate(f"{DECK}.places().detail.scroll")
        self.assertAlmostEqual(
            self.page.evaluate("document.querySelector('.content').getBoundingClientRect().top"), top - scroll, delta=0.5
        )
        opacity = float(self.page.evaluate("getComputedStyle(document.querySelector('[data-card=flight]')).opacity"))
        self.assertAlmostEqual(opacity, max(0, 1 - scroll / 200), delta=0.01)

    def test_a_drag_down_closes_and_a_short_one_does_not(self) -> None:
        self.open("museum")
        self.page.touch("touchStart", {0: (195, 220)}, wait=True)
        for y in range(230, 290, 10):
            self.page.touch("touchMove", {0: (195, y)}, wait=True)
        self.page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'museum').y > 30")
        # It rests before it is lifted: a flick would close.
        until(lambda: self.client.request("deck.get", deck="passes")["snapshot"]["phase"] == "dragging", "a drag")
        self.page.touch("touchCancel", {}, wait=True)
        self.page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'museum').y === 16")
        self.assertEqual(self.page.evaluate(f"{DECK}.model.open"), "museum")
        self.page.drag((195, 220), (195, 560))
        self.until_closed()
        self.assertEqual(self.places()["museum"]["y"], 16 + 3 * 64)
        self.assertEqual(self.text("header p.closed"), "Pull down to fan them out")

    def test_a_held_card_moves_to_another_place(self) -> None:
        x, y = self.grip("coffee")
        self.page.touch("touchStart", {0: (x, y)}, wait=True)
        self.page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'coffee').scale > 1.01")
        for step in range(1, 17):
            self.page.touch("touchMove", {0: (x, y - 12 * step)}, wait=True)
        # The others make space while the finger holds it.
        self.page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'museum').y === {16 + 4 * 64}")
        self.assertEqual(self.order(), ORDER)
        self.page.touch("touchEnd", {}, wait=True)
        until(lambda: self.order() != ORDER, "another order in the daemon")
        self.assertEqual(self.order(), ["flight", "concert", "hotel", "coffee", "museum", "train", "climbing"])
        self.page.until(f"{DECK}.model.cards[3].id === 'coffee' && !{DECK}.client.moving('passes')")
        self.page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'coffee').y === {16 + 3 * 64}")

    def test_fits_a_panel(self) -> None:
        for width, height in ((800, 480), (1024, 600), (1440, 900)):
            self.page.resize(width, height)
            self.page.at_rest()
            boxes = self.boxes()
            deck, title, hint = self.page.evaluate(
                "['deckd-deck', 'h1', '.closed'].map(name => document.querySelector(name).getBoundingClientRect().toJSON())"
            )
            # The deck is in the middle, and the title beside it.
            self.assertAlmostEqual(deck["left"] + deck["right"], width, delta=1)
            self.assertAlmostEqual(deck["top"] + deck["bottom"], height, delta=1)
            self.assertGreater(deck["height"], 0.9 * height)
            self.assertGreater(deck["left"], max(title["right"], hint["right"]))
            self.assertLess(boxes["coffee"]["bottom"], height)
            self.open("concert")
            self.assertEqual(self.text(".code p"), "PM-051226-F21")
            # The detail does not run out of it.
            self.assertEqual(self.page.evaluate(f"getComputedStyle({DECK}).overflow"), "clip")
            self.client.request("deck.dismiss", deck="passes")
            self.until_closed()

    def test_shows_a_ring_to_the_keyboard_and_none_to_a_finger(self) -> None:
        self.page.key("Tab")
        self.page.until(f"document.activeElement === {DECK}")
        self.assertEqual(self.page.evaluate(f"getComputedStyle({DECK}).outlineStyle"), "solid")
        self.open("hotel")
        self.assertEqual(self.page.evaluate(f"getComputedStyle({DECK}).outlineStyle"), "none")


class OtherDaemonTests(unittest.TestCase):
    def test_says_which_decks_the_daemon_has_instead(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="fan-test-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "deckd.toml").write_text('[[decks]]\nid = "photos"\n')
        setup = FanSetup(configuration=folder / "deckd.toml")
        self.addCleanup(setup.stop)
        page = setup.browser.page()
        self.addCleanup(page.close)
        page.resize(800, 480)
        page.open(setup.address)
        page.until("document.querySelector('#message')?.checkVisibility() && document.querySelector('#message code').textContent !== ''")
        self.assertEqual(
            page.evaluate("[...document.querySelector('#message').children].map(child => child.textContent)"),
            ["No deck “passes”", "This daemon has photos. Run:", "deckd --config Examples/fan/deckd.toml"],
        )
        # It goes when the deck comes.
        (folder / "deckd.toml").write_text((HERE / "deckd.toml").read_text())
        client = setup.client()
        self.addCleanup(client.close)
        client.request("daemon.reload")
        page.until("!document.querySelector('#message').checkVisibility()")
        self.assertEqual(page.problems(), ['deckd: there is no deck "passes"; the daemon has photos.'])


if __name__ == "__main__":
    unittest.main()
