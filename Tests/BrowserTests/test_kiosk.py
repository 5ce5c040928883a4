"""The kiosk page: what it draws lies where the daemon has it, for every shape of panel; and the studio in every window."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import List, Optional, Tuple

sys.path.insert(0, os.path.dirname(__file__))

from browser import ROOT, DaemonClient, Page, Process, Setup, program, until  # noqa: E402

BED = pathlib.Path(os.environ.get("DECKD_BED", ROOT / ".build" / "touchbed"))

# Where a card is drawn, in CSS pixels of the window.
CORNERS = """(id => {
  const card = document.querySelector(`deckd-deck > [data-card="${id}"]`), box = card.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
})"""

WINDOWS = [(360, 640), (390, 844), (640, 360), (800, 480), (800, 1280), (844, 390), (1024, 600), (1280, 800), (1440, 900), (1920, 1080), (2560, 1080)]
SURFACES = [(320, 480), (400, 800), (480, 320), (800, 480), (800, 1280), (1024, 600), (1920, 1080), (1920, 822), (2560, 1440)]


def description(name: str, width: int, height: int, millimeters: Optional[Tuple[float, float]]) -> str:
    """A panel of so many pixels and millimeters, as evemu describes it; one without millimeters has no resolution."""
    dots = (width * 16 - 1, height * 16 - 1)
    per = tuple(round((d + 1) / mm) for d, mm in zip(dots, millimeters)) if millimeters else (0, 0)
    return f"""# EVEMU 1.3
N: {name}
I: 0018 0001 0001 0001
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 {dots[0]} 0 0 {per[0]}
A: 01 0 {dots[1]} 0 0 {per[1]}
A: 2f 0 9 0 0 0
A: 35 0 {dots[0]} 0 0 {per[0]}
A: 36 0 {dots[1]} 0 0 {per[1]}
A: 39 0 65535 0 0 0
"""


class PanelSetup(Setup):
    """A daemon that reads a panel of the test bed."""

    def __init__(self, panel: str, configuration: str, controls: bool) -> None:
        self.bed = pathlib.Path(tempfile.mkdtemp(prefix="deckd-bed-"))
        (self.bed / "panel.desc").write_text(panel)
        (self.bed / "deckd.toml").write_text(configuration)
        super().__init__(configuration=self.bed / "deckd.toml", controls=controls)

    def start_daemon(self) -> None:
        control = str(self.bed / "bed.sock")
        self.daemon = Process(
            [str(BED / "touchbed"), "-o", "-d", str(self.bed), "-c", control, "-a", f"event0 {self.bed}/panel.desc", "--",
             program("deckd"), "--config", str(self.configuration), "--socket", str(self.socket)],
            self.folder / "deckd.log",
        )
        self.daemon.line("socket=")
        until(lambda: self.line("opens event0").startswith("ok 1"), "deckd reads the panel")

    def line(self, text: str) -> str:
        """Sends the bed a line; its reply."""
        return subprocess.run(
            [str(BED / "touchbed"), "-s", str(self.bed / "bed.sock"), *text.split()], capture_output=True, text=True, timeout=30
        ).stdout.strip()

    def tap(self, x: int, y: int, number: int) -> None:
        """A finger that comes down on the panel and lifts."""
        self.line(f"ev event0 3 57 {number} 3 53 {x} 3 54 {y} 1 330 1 0 0 0")
        self.line("ev event0 3 57 -1 1 330 0 0 0 0")


# The panel's own pixels, the window's, its configuration, and its millimeters: without, its pixels are square.
PANELS = {
    "1024 × 600": ((1024, 600), (1024, 600), "", ()),
    "800 × 480": ((800, 480), (800, 480), "", ()),
    "1920 × 1080": ((1920, 1080), (1920, 1080), "", ()),
    "800 × 1280, rotated": ((800, 1280), (1280, 800), "rotation = 90", ()),
    "1024 × 600, flipped": ((1024, 600), (1024, 600), 'flip = "horizontal"', ()),
    # As many of 7 inches are: their pixels are 8 % and 5 % wider than high.
    "800 × 480, wide pixels": ((800, 480), (800, 480), "", (154.08, 85.92)),
    "1024 × 600, wide pixels": ((1024, 600), (1024, 600), "", (154.21, 85.92)),
    "1024 × 600, without millimeters": ((1024, 600), (1024, 600), "", None),
}


class PanelTests(unittest.TestCase):
    """Fingers of a real panel on the corners of cards that the page drew."""

    def corners(self, name: str, controls: bool) -> None:
        size, window, setting, millimeters = PANELS[name]
        # 0.16 mm a pixel: a panel of 7 inches, whose pixels are square.
        panel = description("Panel of the test", *size, (size[0] * 0.16, size[1] * 0.16) if millimeters == () else millimeters)
        configuration = "[[panels]]\n" + setting + '\n\n[[decks]]\nid = "main"\npreset = "swipeclean"\ncards = [{ id = "a" }, { id = "b" }]\n'
        setup = PanelSetup(panel, configuration, controls)
        self.addCleanup(setup.stop)
        client = setup.client()
        self.addCleanup(client.close)
        page = setup.page(*window)
        page.until("document.querySelector('deckd-deck > [data-card=a]') !== null")
        page.at_rest()
        box = page.evaluate(f"{CORNERS}('a')")
        snapshot = client.snapshot("main")
        surface = snapshot["surface"]
        if millimeters == ():
            self.assertAlmostEqual(surface["w"] / surface["h"], window[0] / window[1], delta=0.01, msg="the panel sizes the surface")
        client.request("subscribe", deck="main", topics=["touches", "events"])
        client.request("explain", deck="main", on=True)
        inset = 3
        for number, (x, y, hits) in enumerate(
            [(box[0] + inset, box[1] + inset, True), (box[2] - inset, box[1] + inset, True), (box[0] + inset, box[3] - inset, True),
             (box[2] - inset, box[3] - inset, True), (box[0] - inset, (box[1] + box[3]) / 2, False),
             (box[2] + inset, (box[1] + box[3]) / 2, False), ((box[0] + box[2]) / 2, box[1] - inset, False)], 1
        ):
            setup.tap(*self.on_panel(name, size, x / window[0], y / window[1]), number)

            def selected() -> Optional[List[str]]:
                client.request("deck.list")
                notes = [note["params"] for note in client.notes if note["method"] == "explanation"]
                return [note["outcome"] for note in notes] if any(note["outcome"] in ("won", "ignored") for note in notes) else None

            outcomes = until(selected, f"what became of the finger at {x:.0f}, {y:.0f}")
            self.assertEqual("won" in outcomes, hits, f"{name}: {x:.0f}, {y:.0f} of {window}, card {box}: {outcomes}")
            client.notes.clear()
        page.close()

    @staticmethod
    def on_panel(name: str, size: Tuple[int, int], u: float, v: float) -> Tuple[int, int]:
        """A place of the picture on the panel's own axes."""
        if "rotated" in name:
            # A finger at the right of a picture that is turned by 90° is at the top of the panel's own axes.
            u, v = v, 1 - u
        elif "flipped" in name:
            u = 1 - u
        return round(u * (size[0] * 16 - 1)), round(v * (size[1] * 16 - 1))

    def test_corners_of_drawn_cards_are_hit(self) -> None:
        for name in PANELS:
            with self.subTest(name):
                self.corners(name, controls=False)

    def test_corners_of_drawn_cards_are_hit_beside_a_page_that_controls(self) -> None:
        for name in ("1024 × 600", "800 × 1280, rotated", "800 × 480, wide pixels", "1024 × 600, without millimeters"):
            with self.subTest(name):
                self.corners(name, controls=True)


def configuration(surfaces: List[Tuple[int, int]]) -> str:
    text = ""
    for width, height in surfaces:
        text += f'[[surfaces]]\nname = "{width}x{height}"\nwidth = {width}\nheight = {height}\n\n'
    for width, height in surfaces:
        for kind in ("swipeclean", "wallet", "carousel"):
            text += f'[[decks]]\nid = "{kind} {width}x{height}"\nsurface = "{width}x{height}"\npreset = "{kind}"\ncards = [{{ id = "a" }}, {{ id = "b" }}, {{ id = "c" }}]\n\n'
    return text


class ConfiguredTests(unittest.TestCase):
    """One daemon for all tests of a class, with this configuration."""

    configuration: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.setup = Setup(configuration=cls.configuration)
        cls.addClassCleanup(cls.setup.stop)

    def setUp(self) -> None:
        self.client: DaemonClient = self.setup.client()
        self.addCleanup(self.client.close)


class GridTests(ConfiguredTests):
    """Every surface in every window."""

    configuration = configuration(SURFACES)

    def test_the_surface_fills_the_window(self) -> None:
        """The larger of both shares is the whole window; bars are equal; nothing but decks is shown."""
        page = self.setup.page(800, 480)
        self.addCleanup(page.close)
        for width, height in SURFACES:
            page.evaluate(f"location.hash = {json.dumps(f'#{width}x{height}')}")
            page.until(f"document.querySelector('#surface').style.width === '{width}px' && document.querySelectorAll('deckd-deck').length === 3")
            for window in WINDOWS:
                page.resize(*window)
                page.until(f"innerWidth === {window[0]} && innerHeight === {window[1]}")
                # The window is full in one direction, and what is left in the other is halved.
                page.until(
                    "(() => { const { left, top, right, bottom } = document.querySelector('#surface').getBoundingClientRect();"
                    " const across = [left, innerWidth - right], down = [top, innerHeight - bottom];"
                    " const same = ([a, b]) => Math.abs(a - b) < 0.6 && a > -0.6;"
                    " return same(across) && same(down) && Math.min(left, top) < 0.6 })()"
                )
        # Bars are said, as what they are.
        self.assertTrue(all("bars" in problem for problem in page.problems()))

    def test_the_studio_has_room(self) -> None:
        """Nothing lies outside of its column or over something else, and a finger finds everything."""
        page = self.setup.page(1024, 600, path="/studio")
        self.addCleanup(page.close)
        faults = """(() => {
          const faults = [], shown = element => element.offsetWidth > 2 && !element.closest('[hidden], [inert], deckd-deck, dialog');
          const box = selector => document.querySelector(selector).getBoundingClientRect();
          const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
          const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
          const main = box('main'), panel = box('#panel'), bar = box('#bar');
          if (!inside(panel, main)) faults.push(['panel outside of main', panel, main]);
          if (!inside(bar, main)) faults.push(['bar outside of main', bar, main]);
          if (!inside(main, window)) faults.push(['main outside of the window', main]);
          if (panel.width < 40 || panel.height < 40) faults.push(['no room for the panel', panel]);
          const beside = panel.right <= bar.left + 1 || panel.bottom <= bar.top + 1;
          if (!beside) faults.push(['the buttons cover the panel', panel, bar]);
          for (const button of document.querySelectorAll('#buttons button, .icon, [role=tab]')) {
            const size = button.getBoundingClientRect();
            if (shown(button) && (size.width < 43.5 || size.height < 43.5)) faults.push(['small', button.id || button.title || button.textContent, size.width, size.height]);
          }
          for (const button of document.querySelectorAll('#buttons button')) if (!inside(button.getBoundingClientRect(), window)) faults.push(['outside', button.title]);
          return faults })()"""
        for width, height in SURFACES:
            for kind in ("swipeclean", "wallet", "carousel"):
                deck = f"{kind} {width}x{height}"
                page.evaluate(f"location.hash = encodeURIComponent({json.dumps(deck)})")
                page.until(f"document.querySelector('deckd-deck').getAttribute('deck') === {json.dumps(deck)}")
                for window in WINDOWS:
                    page.resize(*window)
                    page.until(f"innerWidth === {window[0]} && innerHeight === {window[1]}")
                    self.assertEqual(page.evaluate(faults), [], f"{deck} in {window}")


class WindowTests(ConfiguredTests):
    """A daemon without a panel and without sizes."""

    configuration = (
        '[[decks]]\nid = "main"\npreset = "swipeclean"\n'
        'cards = [{ id = "a" }, { id = "b", data = { image = "/files/none.jpg", title = "Pier" } }]\n'
    )

    def setUp(self) -> None:
        super().setUp()
        self.client.request("deck.load", deck="main")

    def test_the_window_sizes_the_surface(self) -> None:
        page = self.setup.page(1024, 600)
        self.addCleanup(page.close)
        until(lambda: self.client.snapshot("main")["area"] == {"x": 0, "y": 0, "w": 1024, "h": 600}, "the window's size")
        page.resize(800, 1280)
        until(lambda: self.client.snapshot("main")["area"] == {"x": 0, "y": 0, "w": 800, "h": 1280}, "the next size")
        # A large window's surface has half as many points, so that passes and words keep their size.
        page.resize(1920, 1080)
        until(lambda: self.client.snapshot("main")["surface"]["h"] == 540, "points in place of pixels")

    def test_a_finger_moves_a_card_one_to_one(self) -> None:
        page = self.setup.page(1920, 1080)
        self.addCleanup(page.close)
        until(lambda: self.client.snapshot("main")["surface"]["h"] == 540, "points in place of pixels")
        page.at_rest()
        left = page.evaluate(f"{CORNERS}('a')")[0]
        page.touch("touchStart", {1: (960, 540)}, wait=True)
        page.touch("touchMove", {1: (1000, 540)}, wait=True)
        page.touch("touchMove", {1: (1080, 540)}, wait=True)
        # The card turns a little as it goes: its center has gone as far as the finger.
        page.until(
            "(() => { const box = document.querySelector('deckd-deck > [data-card=a]').getBoundingClientRect();"
            " return Math.abs((box.left + box.right) / 2 - 1080) < 1 })()"
        )
        page.touch("touchEnd", {}, wait=True)
        self.assertLess(left, 960)
        # A touch shows no ring, a key does.
        outline = "getComputedStyle(document.querySelector('deckd-deck')).outlineStyle"
        self.assertEqual(page.evaluate(outline), "none")
        page.key("Shift")
        self.assertEqual(page.evaluate(outline), "solid")

    def test_a_missing_picture_shows_a_letter(self) -> None:
        self.client.request("deck.swipe", deck="main", direction="right")
        page = self.setup.page(400, 800)
        self.addCleanup(page.close)
        page.until("document.querySelector('[data-card=b] .letter')?.textContent === 'P' && !document.querySelector('[data-card=b] img')")
        self.client.request("deck.swipe", deck="main", direction="left")
        page.until("document.querySelector('#message h1').textContent === 'That was all' && !document.querySelector('#again').hidden")
        page.evaluate("document.querySelector('#again').click()")
        page.until("document.querySelector('#message').hidden")

    def test_a_round_that_loads_says_how_far_it_is(self) -> None:
        page = self.setup.page(400, 800)
        self.addCleanup(page.close)
        cards = [{"id": name, "data": {"title": name}, "loaded": False} for name in ("one", "two", "three")]
        self.client.request("deck.load", deck="main", cards=cards)
        page.until("document.querySelector('#note').innerText === '0 of 3 are ready'")
        # The note changes with the event, and the cards are drawn with the next picture.
        page.until("document.querySelector('[data-card=one] .words') !== null")
        title = "getComputedStyle(document.querySelector('[data-card=one] .words')).visibility"
        self.assertEqual(page.evaluate(title), "hidden")
        self.client.request("deck.update", deck="main", cards=[{**cards[0], "loaded": True}])
        page.until("document.querySelector('#note').innerText === '1 of 3 are ready'")
        self.client.request("card.loaded", deck="main", cards=["two", "three"])
        page.until("document.querySelector('#note').hidden")
        page.until(f"{title} === 'visible'")

    def test_an_unknown_deck_is_said(self) -> None:
        for name in ("wallet", "100%"):
            page = self.setup.browser.page()
            self.addCleanup(page.close)
            page.open(f"{self.setup.address}/#{name}")
            page.until(f"document.querySelector('#message h1')?.textContent === 'No deck “{name}”'")
            page.until("document.querySelector('#message p').textContent.includes('main')")

    def test_a_visitor_without_motion_stops_nobody(self) -> None:
        page, visitor = self.setup.page(400, 800), self.setup.page(400, 800)
        self.addCleanup(page.close)
        visitor.media(prefers_reduced_motion="reduce")
        leaving = "new DOMMatrix(document.querySelector('deckd-deck > [data-card=a]')?.style.transform ?? '').e"
        self.setup.browser.activate(page)
        self.client.request("subscribe", deck="main", topics=["motions"])
        self.client.request("deck.swipe", deck="main", direction="right")
        kinds = set()

        def curves() -> bool:
            self.client.request("deck.list")
            kinds.update(note["params"].get("kind") for note in self.client.notes if note["method"] == "motion")
            return "curve" in kinds

        until(curves, "a motion")
        visitor.close()
        self.assertFalse(self.client.snapshot("main")["surface"]["reducedMotion"])
        self.assertIsNotNone(page.evaluate(leaving))


class SharedTests(ConfiguredTests):
    """Two decks on one surface, and a page of one's own."""

    configuration = "".join(
        f'[[decks]]\nid = "{name}"\narea = {{ x = "{x}%", y = 0, width = "50%", height = "100%" }}\n'
        'cards = [{ id = "a", data = { title = "A", badge = "New" } }, { id = "b" }]\n'
        for name, x in (("left", 0), ("right", 50))
    )

    def test_a_deck_that_is_decided_beside_another_says_so_and_starts_again(self) -> None:
        page = self.setup.page(1024, 600)
        self.addCleanup(page.close)
        until(lambda: self.client.snapshot("right")["area"] == {"x": 512, "y": 0, "w": 512, "h": 600}, "the half of the window")
        for _ in range(2):
            until(lambda: self.client.snapshot("right")["phase"] == "rest", "the deck at rest")
            self.client.request("deck.swipe", deck="right", direction="left")
        page.until("document.querySelector('.end h2')?.textContent === 'That was all' && document.querySelector('#message').hidden")
        box = page.evaluate("(({ x, width }) => [x, width])(document.querySelector('.end').getBoundingClientRect())")
        self.assertEqual(box, [512, 512])
        page.evaluate("document.querySelector('.end button').click()")
        page.until("document.querySelector('.end') === null")
        self.assertEqual(self.client.snapshot("right")["current"], 0)

    def test_a_page_of_ones_own_fills_its_window(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "index.html").write_text(
                '<!DOCTYPE html><link rel="stylesheet" href="page.css"><script type="module" src="deckd.js"></script>'
                "<deckd-deck deck='left' fill><template><b data-text='title'></b></template></deckd-deck>"
            )
            pathlib.Path(folder, "page.css").write_text("html, body, deckd-deck { height: 100%; margin: 0 }")
            page = self.setup.browser.page()
            self.addCleanup(page.close)
            page.resize(700, 500)
            page.open(self.setup.serve(pathlib.Path(folder)))
            until(lambda: self.client.snapshot("left")["surface"]["w"] == 700, "the element's size")
            self.assertEqual(self.client.snapshot("left")["surface"]["h"], 500)
            page.resize(640, 720)
            until(lambda: self.client.snapshot("left")["surface"]["w"] == 640, "the element's next size")


class LateTests(unittest.TestCase):
    """A page that comes when the daemon has long been at rest."""

    def test_a_wallet_slides_in_for_it(self) -> None:
        setup = Setup(configuration=ROOT / "Examples" / "demo" / "deckd.toml")
        self.addCleanup(setup.stop)
        client = setup.client()
        self.addCleanup(client.close)
        until(lambda: client.snapshot("wallet")["phase"] == "rest", "the daemon at rest")
        client.request("subscribe", deck="wallet", topics=["events"])
        page = setup.browser.page()
        self.addCleanup(page.close)
        # Every drawing of the page, from the first one on.
        page.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="globalThis.seen = []; const look = () => { for (const card of document.querySelectorAll('[data-card]'))"
            " seen.push(Number(getComputedStyle(card).opacity)); requestAnimationFrame(look) }; requestAnimationFrame(look)",
        )
        page.open(f"{setup.address}/#wallet")

        def appeared() -> bool:
            client.request("deck.list")
            return any(note["params"].get("type") == "deck.appeared" for note in client.notes)

        until(appeared, "the end of the animation")
        page.until("seen.some(opacity => opacity > 0 && opacity < 1) && seen.at(-1) === 1")


class OverflowTests(ConfiguredTests):
    """A page of one's own whose cards reach beyond its element, as cards behind do below a surface in landscape."""

    configuration = '[[decks]]\nid = "main"\n'

    def test_it_has_nothing_to_scroll_so_that_no_scrollbar_sizes_the_surface(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "index.html").write_text(
                '<!DOCTYPE html><link rel="stylesheet" href="page.css"><script type="module" src="deckd.js"></script>'
                "<deckd-deck fill><template><b data-text='title'></b></template></deckd-deck>"
            )
            pathlib.Path(folder, "page.css").write_text(
                "html, body, deckd-deck { height: 100%; margin: 0 }"
                "deckd-deck > b::after { content: ''; position: absolute; top: 2000px; width: 1px; height: 1px }"
            )
            page = self.setup.browser.page()
            self.addCleanup(page.close)
            page.resize(800, 480)
            page.open(self.setup.serve(pathlib.Path(folder)))
            until(lambda: self.client.snapshot("main")["surface"]["w"] == 800, "the element's size")
            page.until("document.querySelectorAll('deckd-deck > b').length >= 3")
            self.assertEqual(page.evaluate("document.documentElement.scrollHeight"), 480)


class GestureTests(unittest.TestCase):
    """Gestures of a surface, made on the page."""

    GESTURES = """
[[gestures]]
name = "home"
do = "swipe up"
from = "bottom"

[[gestures]]
name = "menu"
do = "tap"
fingers = 3

[[gestures]]
name = "next"
do = "swipe left"
"""
    HEADING = "document.querySelector('#message h1')?.textContent"

    def page(self, configuration: str) -> Page:
        self.setup = Setup(configuration)
        self.addCleanup(self.setup.stop)
        page = self.setup.browser.page()
        self.addCleanup(page.close)
        page.resize(800, 480)
        page.open(self.setup.address)
        return page

    def reload(self, configuration: str) -> None:
        self.setup.configuration.write_text(configuration)
        client = self.setup.client()
        client.request("daemon.reload")
        client.close()

    def test_a_surface_without_decks_names_its_gestures_and_the_one_that_was_made(self) -> None:
        page = self.page("decks = []\n")
        page.until(f"{self.HEADING} === 'No decks yet'")
        self.reload("decks = []\n" + self.GESTURES)
        page.until(f"{self.HEADING} === 'No gesture yet'")
        listed = "home: swipe up from the bottom\nmenu: tap with 3 fingers\nnext: swipe left"
        self.assertEqual(page.evaluate("document.querySelector('#message p').textContent"), listed)
        # The surface takes the window's shape.
        page.until("document.querySelector('#surface').getBoundingClientRect().width === 800")
        page.drag((400, 478), (400, 200))
        page.until(f"{self.HEADING} === 'home'")
        page.drag((500, 200), (200, 200))
        page.until(f"{self.HEADING} === 'next'")
        page.drag((500, 200), (200, 200))
        page.until(f"{self.HEADING} === 'next × 2'")
        self.reload("decks = []\n" + self.GESTURES.replace("next", "previous"))
        page.until("document.querySelector('#message p').textContent.includes('previous: swipe left')")
        page.until(f"{self.HEADING} === 'No gesture yet'")
        page.drag((500, 200), (200, 200))
        page.until(f"{self.HEADING} === 'previous'")
        self.assertEqual([problem for problem in page.problems() if "No decks yet" not in problem], [])

    def test_the_address_shows_a_surface_without_decks_beside_one_with_them(self) -> None:
        page = self.page(
            '[[surfaces]]\nname = "main"\n[[surfaces]]\nname = "side"\n[[decks]]\nid = "main"\ncount = 3\n'
            '[[gestures]]\nname = "next"\ndo = "swipe left"\nsurface = "side"\n'
        )
        page.until("document.querySelector('[data-card=card-0]') !== null")
        page.evaluate("location.hash = 'side'")
        page.until(f"{self.HEADING} === 'No gesture yet' && document.querySelector('deckd-deck') === null")
        page.drag((500, 200), (200, 200))
        page.until(f"{self.HEADING} === 'next'")
        page.evaluate("location.hash = 'other'")
        page.until(f"{self.HEADING} === 'No deck “other”'")
        self.assertEqual([problem for problem in page.problems() if "No deck" not in problem], [])

    def test_fingers_beside_a_deck_make_gestures_and_those_on_its_card_do_not(self) -> None:
        page = self.page(self.GESTURES + '[[surfaces]]\nname = "main"\nwidth = 800\nheight = 480\n'
                         '[[decks]]\nid = "main"\ncount = 3\narea = { x = 0, y = 0, width = "50%", height = "100%" }\n')
        page.until("document.querySelector('[data-card=card-0]') !== null")
        client = self.setup.client()
        self.addCleanup(client.close)
        client.request("subscribe", deck="*", topics=["events"])
        # An author who keeps the browser from selecting text takes no finger from the deck.
        page.evaluate("document.addEventListener('pointerdown', event => event.preventDefault(), true)")
        page.drag((750, 240), (550, 240))
        page.drag((200, 240), (50, 240))

        def events() -> Optional[List[str]]:
            client.request("deck.list")
            types = [note["params"]["type"] for note in client.notes if note["method"] == "event"]
            return types if "card.shown" in types else None

        self.assertEqual(until(events, "the card is swiped"), ["gesture.performed", "card.swiped", "card.shown"])
        self.assertEqual(page.problems(), [])


class FolderTests(unittest.TestCase):
    """Photographs of a folder."""

    def test_photographs_of_the_demonstration(self) -> None:
        demo = ROOT / "Examples" / "demo"
        setup = Setup(configuration=demo / "deckd.toml", files=demo / "photos")
        self.addCleanup(setup.stop)
        page = setup.page(400, 800, deck="photos")
        self.addCleanup(page.close)
        page.until("document.querySelector('[data-card=sunset] img')?.naturalWidth === 960")
        self.assertEqual(page.problems(), [])
        for deck in ("pictures", "wallet", "fan", "menu"):
            page.show(deck)
        self.assertEqual(page.problems(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
