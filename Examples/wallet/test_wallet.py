#!/usr/bin/env python3
"""The wallet under trusted fingers, as README.md says to run it.

usage: test_wallet.py [-v] [WalletTests.test…]

Needs the built deckd and deckd-web, chromium and python3-websocket.
"""

from __future__ import annotations

import pathlib
import shutil
import sys
import tempfile
import unittest
from typing import Any, List, Tuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests" / "BrowserTests"))
from browser import Setup, until  # noqa: E402

DECK = "document.querySelector('deckd-deck')"
SCROLL = f"{DECK}.places().detail?.scroll"
ORDER = ["everyday", "travel", "household", "savings", "studio", "weekend"]


class WalletSetup(Setup):
    def web_arguments(self) -> List[str]:
        return super().web_arguments() + ["--assets", str(HERE)]


class WalletTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.setup = WalletSetup(configuration=HERE / "deckd.toml")
        cls.addClassCleanup(cls.setup.stop)

    def setUp(self) -> None:
        self.client = self.setup.client()
        self.addCleanup(self.client.close)
        self.client.request("deck.load", deck="wallet")
        self.page = self.setup.page(390, 844)
        self.addCleanup(self.page.close)

    def tearDown(self) -> None:
        self.assertEqual(self.page.problems(), [])

    def order(self) -> List[str]:
        return [card["id"] for card in self.client.request("deck.cards", deck="wallet")["cards"]]

    def place(self, card: str) -> Any:
        return self.page.evaluate(f"{DECK}.places().cards.find(({{ id }}) => id === {card!r})")

    def grip(self, card: str) -> Tuple[float, float]:
        """Where a finger takes a card: in the strip of it that is seen in the stack."""
        place = self.place(card)
        return self.page.point(place["x"] + place["w"] / 2, place["y"] + 25)

    def open(self, card: str) -> None:
        self.page.tap(self.grip(card))
        self.page.until(f"{DECK}.model.open === {card!r} && {DECK}.places().detail?.progress === 1")
        self.page.at_rest()

    def until_closed(self) -> None:
        self.page.until(f"{DECK}.model.open === undefined && {DECK}.places().detail === undefined")
        self.page.at_rest()

    def text(self, selector: str) -> str:
        return self.page.evaluate(f"document.querySelector({selector!r}).innerText")

    def test_shows_every_card_and_the_total(self) -> None:
        boxes = self.page.evaluate(
            "[...document.querySelectorAll('[data-card]')].map(card => [card.dataset.card, card.getBoundingClientRect().top])"
        )
        self.assertEqual([card for card, _ in sorted(boxes, key=lambda box: -box[1])], ORDER)
        tops = sorted(top for _, top in boxes)
        self.assertEqual([round(below - above) for above, below in zip(tops, tops[1:])], [50] * 5)
        self.assertEqual(self.text("#total"), "€17,630.88")
        self.assertEqual(self.text("[data-card=travel] .number"), "•••• •••• •••• 0923")

    def test_opens_a_card_with_its_account_and_transactions(self) -> None:
        self.assertFalse(self.page.evaluate("document.querySelector('.transactions').checkVisibility()"))
        self.open("travel")
        self.assertEqual(self.text("#balance"), "€641.75")
        self.assertEqual(self.page.evaluate("document.querySelectorAll('.transactions li').length"), 18)
        self.assertEqual(self.text(".transactions li:first-child .title"), "Airport coffee")
        card, detail = self.page.evaluate(
            "['[data-card=travel]', '.transactions'].map(name => document.querySelector(name).getBoundingClientRect().toJSON())"
        )
        self.assertAlmostEqual(detail["top"], card["bottom"] + 10, delta=0.5)
        # The card's neighbor in front has left the screen.
        self.assertGreater(self.place("everyday")["y"], 720)

    def test_scrolls_the_transactions_and_snaps_to_one(self) -> None:
        self.open("travel")
        before = self.page.evaluate("document.querySelector('.transactions li').getBoundingClientRect().left")
        self.page.drag((350, 700), (150, 700))
        # Until the finger is lifted nothing moves by itself, and the transactions lie between two of these.
        self.page.until(f"{SCROLL} > 0 && {SCROLL} % 152 === 0")
        self.page.at_rest()
        scroll = self.page.evaluate(SCROLL)
        self.assertIn(scroll, [152 * count for count in range(1, 18)])
        after = self.page.evaluate("document.querySelector('.transactions li').getBoundingClientRect().left")
        self.assertAlmostEqual(before - after, scroll, delta=0.5)

    def test_scrolls_again_after_it_was_closed(self) -> None:
        for _ in range(2):
            self.open("travel")
            self.assertEqual(self.page.evaluate(SCROLL), 0)
            self.page.drag((350, 700), (150, 700))
            self.page.until(f"{SCROLL} > 100")
            self.client.request("deck.dismiss", deck="wallet")
            self.until_closed()

    def test_closes_with_a_tap_and_with_a_drag_down(self) -> None:
        for close in (
            lambda: self.page.tap(self.grip("travel")),
            lambda: self.page.drag(self.grip("travel"), (195, 800)),
        ):
            self.open("travel")
            close()
            self.until_closed()
            self.assertEqual(self.place("travel")["y"], 220)
            self.assertFalse(self.page.evaluate("document.querySelector('.transactions').checkVisibility()"))

    def test_moves_a_card_that_is_held(self) -> None:
        x, y = self.grip("weekend")
        self.page.touch("touchStart", {0: (x, y)}, wait=True)
        self.page.until("getComputedStyle(document.querySelector('[data-card=weekend]')).getPropertyValue('--deckd-lift') > 0")
        for step in range(1, 13):
            self.page.touch("touchMove", {0: (x, y + step * 10)}, wait=True)
        self.page.touch("touchEnd", {}, wait=True)
        until(lambda: self.order() != ORDER, "another order in the daemon")
        self.assertEqual(self.order(), ["everyday", "travel", "household", "weekend", "savings", "studio"])
        # The fourth from the front, and so the third from above.
        self.page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'weekend').y === 120")
        self.page.until(f"{DECK}.model.cards[3].id === 'weekend'")

    def boxes(self, *selectors: str) -> Any:
        return self.page.evaluate(f"{list(selectors)}.map(name => document.querySelector(name).getBoundingClientRect().toJSON())")

    def test_fits_a_panel(self) -> None:
        for width, height in ((800, 480), (1024, 600), (1440, 900)):
            self.page.resize(width, height)
            self.page.at_rest()
            deck, card, title, total, add = self.boxes("deckd-deck", "[data-card=everyday]", "h1", "#total", "#add")
            # The deck is in the middle, and everything else beside it.
            for box in (deck, card):
                self.assertAlmostEqual(box["left"] + box["right"], width, delta=1)
            self.assertAlmostEqual(deck["top"] + deck["bottom"], height, delta=1)
            self.assertGreater(deck["height"], 0.9 * height)
            self.assertGreater(deck["left"], max(title["right"], total["right"]))
            self.assertGreater(add["left"], deck["right"])
            self.assertLess(card["bottom"], height)
            self.open("savings")
            self.assertEqual(self.text("#balance"), "€12,860.00")
            # The transactions do not run out of it.
            self.assertEqual(self.page.evaluate(f"getComputedStyle({DECK}).overflow"), "clip")
            self.client.request("deck.dismiss", deck="wallet")
            self.until_closed()

    def test_adds_a_card_that_comes_to_the_front(self) -> None:
        for size in ((390, 844), (800, 480)):
            self.client.request("deck.load", deck="wallet")
            self.page.resize(*size)
            self.page.at_rest()
            [add] = self.boxes("#add")
            self.assertGreaterEqual(min(add["width"], add["height"]), 44)
            # In the page's corner.
            self.assertLess(size[0] - add["right"], 40)
            self.assertLess(add["top"], 40)
            self.assertEqual(self.button_name(), "Add card")
            # It comes with a motion.
            self.page.evaluate(f"""(() => {{
              window.moved = false;
              {DECK}.client.addEventListener('change', () => window.moved ||= {DECK}.client.moving('wallet'));
            }})()""")
            self.page.tap((add["left"] + add["width"] / 2, add["top"] + add["height"] / 2))
            until(lambda: len(self.order()) == 7, "another card in the daemon")
            self.page.until(f"{DECK}.model.cards.length === 7 && window.moved")
            self.page.at_rest()
            new = self.order()[0]
            self.assertNotIn(new, ORDER)
            self.assertEqual(self.text("#total"), "€17,655.88")
            self.assertEqual(self.place(new)["y"], max(self.place(card)["y"] for card in self.order()))
            self.assertEqual(self.place(new)["opacity"], 1)
            self.open(new)
            self.assertEqual(self.text("#balance"), "€25.00")
            self.assertEqual(self.text(".transactions li .title"), "First deposit")
            # The button makes room for what the card shows.
            self.assertFalse(self.page.evaluate("document.querySelector('#add').checkVisibility({ visibilityProperty: true })"))

    def button_name(self) -> str:
        nodes = self.page.call("Accessibility.getFullAXTree")["nodes"]
        return next(node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "button" and not node["ignored"])

    def test_shows_a_ring_to_the_keyboard_and_none_to_a_finger(self) -> None:
        self.page.key("Tab")
        self.page.until("document.activeElement.id === 'add'")
        self.page.key("Tab")
        self.page.until(f"document.activeElement === {DECK}")
        self.assertEqual(self.page.evaluate(f"getComputedStyle({DECK}).outlineStyle"), "solid")
        self.open("travel")
        self.assertEqual(self.page.evaluate(f"getComputedStyle({DECK}).outlineStyle"), "none")


class ObservedTests(unittest.TestCase):
    def test_offers_no_button_to_a_page_that_only_observes(self) -> None:
        setup = WalletSetup(configuration=HERE / "deckd.toml", controls=False)
        self.addCleanup(setup.stop)
        page = setup.page(390, 844)
        self.addCleanup(page.close)
        self.assertEqual(page.evaluate(f"{DECK}.dataset.access"), "observe")
        self.assertFalse(page.evaluate("document.querySelector('#add').checkVisibility()"))


class OtherDaemonTests(unittest.TestCase):
    def test_says_which_decks_the_daemon_has_instead(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="wallet-test-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "deckd.toml").write_text('[[decks]]\nid = "photos"\n[[decks]]\nid = "menu"\npreset = "carousel"\n')
        setup = WalletSetup(configuration=folder / "deckd.toml")
        self.addCleanup(setup.stop)
        page = setup.browser.page()
        self.addCleanup(page.close)
        page.resize(800, 480)
        page.open(setup.address)
        page.until("document.querySelector('#message')?.checkVisibility() && document.querySelector('#message code').textContent !== ''")
        self.assertEqual(
            page.evaluate("[...document.querySelector('#message').children].map(child => child.textContent)"),
            ["No deck “wallet”", "This daemon has photos, menu. Run:", "deckd --config Examples/wallet/deckd.toml"],
        )
        # It goes when the deck comes.
        (folder / "deckd.toml").write_text((HERE / "deckd.toml").read_text())
        client = setup.client()
        self.addCleanup(client.close)
        client.request("daemon.reload")
        page.until("!document.querySelector('#message').checkVisibility()")
        self.assertEqual(page.problems(), ['deckd: there is no deck "wallet"; the daemon has photos, menu.'])


if __name__ == "__main__":
    unittest.main()
