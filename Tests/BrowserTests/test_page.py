#!/usr/bin/env python3
"""The page in a browser, under trusted fingers: what it shows is what the daemon says.

usage: test_page.py [-v] [CLASS.test…]

Needs the built deckd and deckd-web, chromium and python3-websocket. Prints the figures it measures.
"""

from __future__ import annotations

import base64
import json
import math
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time
import unittest
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy

from browser import DaemonClient, Page, Setup, program, until

# The deck's stage in the page, and the bounding box of each card that is shown, in the deck's points.
BOXES = """(() => {
  const deck = document.querySelector("deckd-deck");
  const stage = deck.shadowRoot.querySelector("[part=stage]"), box = stage.getBoundingClientRect();
  const scale = box.width / stage.offsetWidth;
  return Object.fromEntries([...deck.querySelectorAll(":scope > [data-card]:not([hidden])")].map(card => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return [card.dataset.card, [(left - box.left) / scale, (top - box.top) / scale, width / scale, height / scale]];
  }));
})()"""
# Keeps every drawing: its moment of the daemon's clock, how many motions KEEP_MOTIONS had kept, and the boxes.
RECORD = f"""(() => {{
  const deck = document.querySelector("deckd-deck");
  deck.pageDraws ??= deck.ondraw;
  window.draws = [];
  deck.ondraw = (places, milliseconds, t) => {{
    deck.pageDraws(places, milliseconds, t);
    window.draws.push({{ t, heard: window.motions.length, boxes: {BOXES} }});
  }};
}})()"""
TIME = """(() => {
  const deck = document.querySelector("deckd-deck");
  deck.pageDraws ??= deck.ondraw;
  window.draws = [];
  deck.ondraw = (places, milliseconds, t) => {
    deck.pageDraws(places, milliseconds, t);
    window.draws.push({ milliseconds, at: performance.now(), moves: deck.client.moving(deck.deck, t) });
  };
})()"""
# Keeps every motion: a past moment can be drawn again, and a drawing says which had arrived.
KEEP_MOTIONS = """(() => {
  window.motions = [];
  if (window.receive) return;
  const { session } = document.querySelector("deckd-deck").client;
  window.receive = session.receive.bind(session);
  session.receive = line => {
    const { method, params } = JSON.parse(line);
    if (method === "motion") motions.push({ t: params.t, line });
    receive(line);
  };
})()"""
MODEL = "(() => { const { cards, ...model } = document.querySelector('deckd-deck').model; return model })()"

Box = Tuple[float, float, float, float]


def bounding_box(card: Dict[str, Any]) -> Box:
    """The box that a frame's card is drawn in."""
    ax, ay = card["x"] + card["anchor"][0] * card["w"], card["y"] + card["anchor"][1] * card["h"]
    cos, sin = math.cos(math.radians(card["rotation"])), math.sin(math.radians(card["rotation"]))
    corners = [
        (
            ax + card["scale"] * (cos * (x - ax) - sin * (y - ay)),
            ay + card["scale"] * (sin * (x - ax) + cos * (y - ay)),
        )
        for x in (card["x"], card["x"] + card["w"])
        for y in (card["y"], card["y"] + card["h"])
    ]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top


class FrameRecorder:
    """Collects a deck's frames, two thousandths of a second apart, on a thread of its own."""

    def __init__(self, setup: Setup, deck: str) -> None:
        self.client = setup.client()
        self.surface = self.client.snapshot(deck)["surface"]["name"]
        self.client.request("surface.set", surface=self.surface, refresh=500)
        self.client.request("subscribe", deck=deck, topics=["frames"])
        self.frames: List[Dict[str, Any]] = []
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        while True:
            try:
                line = self.client.reader.readline()
            except (OSError, ValueError):
                return
            if not line:
                return
            message = json.loads(line)
            if message.get("method") == "frame":
                self.frames.append(message["params"])

    def stop(self, setup: Setup) -> None:
        self.client.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.client.close()
        client = setup.client()
        client.request("surface.set", surface=self.surface, refresh=60)
        client.close()

    def boxes(self, t: float, corners: Sequence[float] = ()) -> Optional[Dict[str, Box]]:
        """Between the two frames around a moment; none where there are not two close ones, or a corner lies between them."""
        for before, after in zip(self.frames, self.frames[1:]):
            if before["t"] <= t <= after["t"] and after["t"] - before["t"] <= 6000:
                if any(before["t"] < corner < after["t"] for corner in corners):
                    return None
                part = (t - before["t"]) / max(after["t"] - before["t"], 1)
                first = {card["id"]: bounding_box(card) for card in before["cards"]}
                second = {card["id"]: bounding_box(card) for card in after["cards"]}
                return {
                    card: tuple(a + (b - a) * part for a, b in zip(first[card], second[card]))  # type: ignore[misc]
                    for card in first.keys() & second.keys()
                }
        return None


def turning_points(course: Any) -> List[float]:
    """When motions, and the parts that they are sums of, begin and end: properties do not change evenly around these."""
    if isinstance(course, list):
        return [moment for part in course for moment in turning_points(part)]
    return [course[key] for key in ("t", "start", "end") if key in course] + turning_points(course.get("of", []))


def figure(text: str) -> None:
    print(f"    {text}", file=sys.stderr)


class PageTestCase(unittest.TestCase):
    """One daemon, bridge and browser for the tests of a class, and a page for each."""

    setup: Setup
    controls = True
    size = (1440, 900)

    @classmethod
    def setUpClass(cls) -> None:
        cls.setup = Setup(controls=cls.controls)
        cls.addClassCleanup(cls.setup.stop)

    def setUp(self) -> None:
        self.client = self.setup.client()
        self.addCleanup(lambda: self.client.close())
        for deck in ("photos", "pictures", "wallet", "fan", "menu"):
            self.client.request("deck.load", deck=deck)
        self.page = self.setup.page(*self.size, path="/studio")
        self.addCleanup(self.page.close)

    def tearDown(self) -> None:
        self.assertEqual(self.page.problems(), [])

    def subscribe(self, deck: str, *topics: str) -> None:
        self.client.request("subscribe", deck=deck, topics=list(topics))

    def events(self, deck: str) -> List[str]:
        """The types of the events that have come."""
        self.client.request("deck.list")
        return [note["params"]["type"] for note in self.client.notes if note["method"] == "event"]

    def until_event(self, kind: str) -> Dict[str, Any]:
        def found() -> Optional[Dict[str, Any]]:
            self.client.request("deck.list")
            return next((n["params"] for n in self.client.notes if n["params"].get("type") == kind), None)

        return until(found, f"the event {kind}")

    def worst_at_rest(self, deck: str) -> float:
        """How far the page's boxes are from the daemon's, at the most."""
        until(lambda: self.client.snapshot(deck)["phase"] == "rest", f"{deck} at rest")
        self.page.at_rest()
        snapshot = self.client.snapshot(deck)
        boxes = self.page.evaluate(BOXES)
        worst = 0.0
        for card in snapshot["cards"]:
            self.assertIn(card["id"], boxes)
            worst = max([worst] + [abs(a - b) for a, b in zip(bounding_box(card), boxes[card["id"]])])
        self.assertLessEqual(worst, 0.5)
        return worst


class GestureTests(PageTestCase):
    def test_swipe(self) -> None:
        self.page.show("photos")
        self.subscribe("photos", "events")
        self.page.drag(self.page.point(150, 400), self.page.point(330, 410))
        event = self.until_event("card.swiped")
        self.assertEqual((event["card"], event["direction"], event["decision"]), ("lake", "right", "keep"))
        self.worst_at_rest("photos")
        self.page.until("document.querySelector('#caption').textContent.startsWith('The old pier')")

    def test_snap_back(self) -> None:
        self.page.show("photos")
        self.subscribe("photos", "events")
        self.page.drag(self.page.point(150, 400), self.page.point(190, 400), hold=0.05)
        event = self.until_event("card.reset")
        self.assertEqual(event["reason"], "distance")
        self.worst_at_rest("photos")
        self.assertNotIn("card.swiped", self.events("photos"))

    def test_undo(self) -> None:
        self.page.show("photos")
        self.subscribe("photos", "events")
        self.page.drag(self.page.point(250, 400), self.page.point(60, 400))
        self.until_event("card.shown")
        self.page.at_rest()
        x, y = self.page.evaluate(
            "(() => { const b = document.querySelector('#buttons [aria-label=Undo]').getBoundingClientRect();"
            " return [b.left + b.width / 2, b.top + b.height / 2] })()"
        )
        # A click: Chromium takes some taps that follow a drag for its end.
        press = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.page.call("Input.dispatchMouseEvent", type="mousePressed", buttons=1, **press)
        self.page.call("Input.dispatchMouseEvent", type="mouseReleased", buttons=0, **press)
        self.assertEqual(self.until_event("deck.rewound")["card"], "lake")
        self.worst_at_rest("photos")

    def test_a_button_stays_under_the_pointer(self) -> None:
        """What happens to the deck meanwhile takes no press away."""
        self.page.show("photos")
        self.subscribe("photos", "events")
        self.client.request("deck.swipe", deck="photos", direction="left")
        self.page.until("document.querySelector('deckd-deck').model.undoDepth === 1")
        self.page.at_rest()
        x, y = self.page.evaluate(
            "(() => { const b = document.querySelector('#buttons [aria-label=Undo]').getBoundingClientRect();"
            " return [b.left + b.width / 2, b.top + b.height / 2] })()"
        )
        press = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.page.call("Input.dispatchMouseEvent", type="mousePressed", buttons=1, **press)
        self.client.request("deck.insert", deck="photos", cards=[{"id": "new"}], at=5)
        self.page.until("document.querySelector('deckd-deck').model.count === 11")
        self.page.call("Input.dispatchMouseEvent", type="mouseReleased", buttons=0, **press)
        self.until_event("deck.rewound")

    def test_two_fingers(self) -> None:
        """Both reach the daemon, and the card follows the first."""
        self.page.show("photos")
        self.subscribe("photos", "touches", "frames")
        first, second = self.page.point(150, 400), self.page.point(250, 500)
        self.page.touch("touchStart", {0: first}, wait=True)
        self.page.touch("touchStart", {0: first, 1: second}, wait=True)
        for step in range(1, 11):
            self.page.touch(
                "touchMove", {0: (first[0] + 3 * step, first[1]), 1: (second[0] - 4 * step, second[1])}, wait=True
            )

        def dragged() -> Any:
            self.client.request("deck.list")
            drags = [n["params"]["drag"] for n in self.client.notes if n["params"].get("drag")]
            return drags and drags[-1]["dx"] > 20 and drags[-1]

        drag = until(dragged, "a drag of more than 20 pt")
        self.assertGreater(drag["dx"], 0)
        self.page.touch("touchEnd", {0: (first[0] + 30, first[1])}, wait=True)
        self.page.touch("touchEnd", {}, wait=True)
        contacts = [c for n in self.client.notes if n["method"] == "touch" for c in n["params"]["contacts"]]
        self.assertEqual(len({contact["id"] for contact in contacts}), 2)
        self.worst_at_rest("photos")

    def test_mouse(self) -> None:
        self.page.show("photos")
        self.subscribe("photos", "events")
        self.page.call("Emulation.setTouchEmulationEnabled", enabled=False)
        (x, y), (end, _) = self.page.point(250, 400), self.page.point(50, 400)
        press = {"button": "left", "clickCount": 1}
        self.page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **press)
        for step in range(1, 11):
            self.page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + (end - x) * step / 10, y=y, button="left", buttons=1)
        self.page.call("Input.dispatchMouseEvent", type="mouseReleased", x=end, y=y, **press)
        self.assertEqual(self.until_event("card.swiped")["direction"], "left")

    def test_lost_capture_cancels(self) -> None:
        self.page.show("photos")
        self.subscribe("photos", "events", "touches")
        self.page.drag(self.page.point(150, 400), self.page.point(300, 400), lift=False)
        self.page.touch("touchCancel", {}, wait=True)
        self.assertEqual(self.until_event("card.reset")["reason"], "cancelled")
        self.worst_at_rest("photos")

    def test_wallet(self) -> None:
        self.page.show("wallet")
        self.subscribe("wallet", "events")
        self.worst_at_rest("wallet")
        # Open by a tap, and dismiss by another.
        self.page.tap(self.page.point(200, 140))
        self.assertEqual(self.until_event("card.selected")["card"], "savings")
        self.worst_at_rest("wallet")
        self.page.until("document.querySelector('deckd-deck > [slot=detail]:not([hidden])') !== null")
        self.page.key("Escape")
        self.assertEqual(self.until_event("card.dismissed")["card"], "savings")
        self.worst_at_rest("wallet")
        # Reorder: a long press lifts the card.
        self.page.drag(self.page.point(200, 40), self.page.point(200, 160), hold=0.4, steps=20)
        self.assertEqual(self.until_event("card.moved")["card"], "library")
        self.worst_at_rest("wallet")

    def test_wallet_scroll(self) -> None:
        cards = [{"id": f"card-{number}", "data": {"title": f"Card {number}"}} for number in range(30)]
        self.client.request("deck.load", deck="wallet", cards=cards)
        self.page.show("wallet")
        self.page.until("document.querySelector('deckd-deck').model.count === 30")
        before = self.client.snapshot("wallet")["cards"][-1]
        self.page.drag(self.page.point(200, 600), self.page.point(200, 300), steps=8)
        until(lambda: self.client.snapshot("wallet")["phase"] == "rest", "rest")
        after = {card["id"]: card for card in self.client.snapshot("wallet")["cards"]}.get(before["id"])
        self.assertNotEqual(after and after["y"], before["y"])
        self.worst_at_rest("wallet")

    def test_fan(self) -> None:
        self.page.show("fan")
        self.subscribe("fan", "events", "gestures")
        self.page.drag(self.page.point(200, 250), self.page.point(200, 480), lift=False)
        self.until_event("stack.fanned")
        self.page.until("+getComputedStyle(document.querySelector('deckd-deck')).getPropertyValue('--deckd-fan') > 0")
        self.page.touch("touchEnd", {}, wait=True)
        self.until_event("stack.gathered")
        self.worst_at_rest("fan")
        self.page.tap(self.page.point(200, 300))
        self.until_event("card.selected")
        self.worst_at_rest("fan")
        # Dismiss the open card by pulling it down.
        self.page.drag(self.page.point(200, 150), self.page.point(200, 520), steps=10)
        self.until_event("card.dismissed")
        self.worst_at_rest("fan")

    def test_carousel(self) -> None:
        self.page.show("menu")
        self.subscribe("menu", "events")
        self.page.drag(self.page.point(300, 400), self.page.point(120, 400))
        event = self.until_event("card.shown")
        self.assertNotEqual(event["card"], "espresso")
        self.worst_at_rest("menu")


    def test_pinch(self) -> None:
        """Two fingers that part fan the stack."""
        self.page.show("fan")
        self.subscribe("fan", "events")
        x, y = self.page.point(200, 300)
        self.page.touch("touchStart", {0: (x - 20, y), 1: (x + 20, y)}, wait=True)
        for step in range(1, 13):
            self.page.touch("touchMove", {0: (x - 20 - 6 * step, y), 1: (x + 20 + 6 * step, y)}, wait=True)
        self.until_event("stack.fanned")
        self.page.until("+getComputedStyle(document.querySelector('deckd-deck')).getPropertyValue('--deckd-fan') > 0")
        self.page.touch("touchEnd", {}, wait=True)
        self.until_event("stack.gathered")
        self.worst_at_rest("fan")

    def test_detail_scrolls(self) -> None:
        """A finger on an open card's detail scrolls it, along the axis of the deck, once the element gave its length."""
        for deck, card, (start, end) in (
            ("fan", "gold", ((200, 700), (200, 560))),
            ("wallet", "savings", ((300, 700), (120, 700))),
        ):
            with self.subTest(deck):
                self.page.show(deck)
                self.client.request("deck.select", deck=deck, card=card)
                length = "+getComputedStyle(document.querySelector('deckd-deck > [slot=detail]')).getPropertyValue('--deckd-detail-content').replace('px', '')"
                self.page.until(f"document.querySelector('deckd-deck > [slot=detail]:not([hidden])') !== null && {length} > 0")
                self.page.at_rest()
                axis = "width" if deck == "wallet" else "height"
                content = "document.querySelector('deckd-deck > [slot=detail] > .sheet')"
                size = self.page.evaluate(f"parseFloat(getComputedStyle({content}).{axis})")
                self.assertAlmostEqual(self.page.evaluate(length), size, delta=0.01)
                self.page.drag(self.page.point(*start), self.page.point(*end), steps=8, hold=0.02)
                until(lambda: self.client.snapshot(deck)["phase"] == "rest", "rest")
                self.page.at_rest()
                scroll = self.page.evaluate(
                    "parseFloat(getComputedStyle(document.querySelector('deckd-deck')).getPropertyValue('--deckd-detail-scroll'))"
                )
                self.assertGreater(scroll, 50)
                self.assertEqual(
                    self.page.evaluate(f"{content}.style.transform"),
                    f"translate{'X' if deck == 'wallet' else 'Y'}({-scroll:g}px)",
                )
                self.client.request("deck.dismiss", deck=deck)


class AuthorTests(PageTestCase):
    """The element on pages of other authors."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.folder = cls.setup.folder / "author"
        cls.folder.mkdir()
        cls.address = cls.setup.serve(cls.folder)

    def write(self, body: str, style: str = "") -> None:
        """Writes a page and shows it."""
        style = (
            "body { margin: 0; background: #000; color: #fff }"
            f" deckd-deck {{ position: absolute; width: 400px; height: 800px; left: 0; top: 40px }} {style}"
        )
        (self.folder / "style.css").write_text(style)
        (self.folder / "index.html").write_text(
            "<!DOCTYPE html><link rel='icon' href='data:,'><link rel='stylesheet' href='style.css'>"
            f"<script type='module' src='deckd.js'></script><body>{body}"
        )
        self.page.open(f"{self.address}/")
        self.page.until(
            f"location.href.startsWith({json.dumps(self.address)}) && document.readyState === 'complete' &&"
            " [...document.querySelectorAll('deckd-deck')].every(deck => deck.model && deck.querySelector('[data-card]:not([hidden])'))"
        )
        self.page.at_rest()

    def test_template_and_own_cards(self) -> None:
        self.write(
            "<deckd-deck deck='photos'><article data-card='pier' id='own'>My own</article>"
            "<template><figure><p data-text='title'></p><small data-text='id'></small></figure></template></deckd-deck>"
        )
        # The author's element is the card's; the template makes the others.
        self.assertEqual(
            self.page.evaluate(
                "Object.fromEntries([...document.querySelectorAll('deckd-deck > [data-card]:not([hidden])')].map(card =>"
                " [card.dataset.card, card.localName + ' ' + card.textContent]))"
            ),
            {"lake": "figure Lake at dawnlake", "pier": "article My own", "dunes": "figure Dunesdunes"},
        )
        self.worst_at_rest("photos")
        for _ in range(2):
            self.client.request("deck.swipe", deck="photos", direction="left")
        self.page.until("document.querySelector('deckd-deck').model.current === 2")
        # Gone from the screen, it stays in the page for when it returns.
        self.page.until("document.querySelector('#own').hidden")
        self.client.request("deck.undo", deck="photos")
        self.page.until("!document.querySelector('#own').hidden")
        self.client.request("deck.update", deck="photos", cards=[{"id": "dunes", "data": {"title": "High <b>dunes"}}])
        self.page.until("document.querySelector('[data-card=dunes]').textContent === 'High <b>dunesdunes'")
        self.worst_at_rest("photos")

    def test_own_cards_are_seen_only_while_the_deck_has_them(self) -> None:
        # A client that is connected before the element draws.
        self.write("<deckd-deck deck='photos'><template><p></p></template></deckd-deck>")
        self.page.evaluate(
            "document.body.insertAdjacentHTML('beforeend',"
            " `<deckd-deck id='late' deck='photos'><p data-card='pier' id='own'>Mine</p><p data-card='none' id='none'></p></deckd-deck>`)"
        )
        self.page.until("document.querySelector('#none').hidden && !document.querySelector('#own').hidden")
        self.page.evaluate("document.querySelector('#late').deck = 'menu'")
        self.page.until("document.querySelector('#late').dataset.kind === 'carousel' && document.querySelector('#own').hidden")

    def test_a_template_of_several_elements(self) -> None:
        self.write("<deckd-deck deck='photos'><template><b data-text='title'></b> <i data-text='id'></i></template></deckd-deck>")
        self.page.until("document.querySelector('[data-card=lake]')?.outerHTML.startsWith('<div')")
        self.assertEqual(self.page.evaluate("document.querySelector('[data-card=lake]').textContent"), "Lake at dawn lake")

    def test_a_template_of_a_picture(self) -> None:
        picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='3' height='4'/>"
        self.client.request("deck.load", deck="photos", cards=[{"id": "a", "data": {"image": picture}}, {"id": "b", "data": {}}])
        self.addCleanup(self.client.request, "deck.load", deck="photos")
        self.write("<deckd-deck deck='photos'><template><img data-src='image'></template></deckd-deck>")
        self.page.until("document.querySelector('[data-card=a]')?.naturalWidth === 3")
        self.assertFalse(self.page.evaluate("document.querySelector('[data-card=b]').hasAttribute('src')"))

    def test_detail_of_a_template(self) -> None:
        self.write(
            "<deckd-deck deck='fan'><template><i data-text='title'></i></template>"
            "<template slot='detail'><div class='long'><p data-text='number'></p></div></template></deckd-deck>",
            ".long { height: 1500px }",
        )
        self.client.request("deck.select", deck="fan", card="gold")
        self.page.until("document.querySelector('deckd-deck > [slot=detail] .long p')?.textContent === '5512'")
        frames = self.client.request("deck.get", deck="fan")["snapshot"]
        self.assertEqual(frames["open"], "gold")
        self.page.until(
            "document.querySelector('deckd-deck > [slot=detail]:not(template)').style.getPropertyValue('--deckd-detail-content') === '1500px'"
        )
        self.client.request("deck.dismiss", deck="fan")
        self.page.until("document.querySelector('deckd-deck > [slot=detail]:not(template)') === null")

    def test_two_fingers_on_two_decks(self) -> None:
        """Each moves a card of its own, at once."""
        self.write(
            "<deckd-deck deck='photos'><template><i></i></template></deckd-deck>"
            "<deckd-deck deck='menu' id='right'><template><i></i></template></deckd-deck>",
            " #right { left: 500px }",
        )
        self.subscribe("*", "events")
        fingers = {0: (150.0, 440.0), 1: (800.0, 440.0)}
        self.page.touch("touchStart", {0: fingers[0]}, wait=True)
        self.page.touch("touchStart", fingers, wait=True)
        for step in range(1, 13):
            self.page.touch("touchMove", {0: (150 + 15 * step, 440), 1: (800 - 15 * step, 440)}, wait=True)
        self.page.touch("touchEnd", {}, wait=True)
        self.assertEqual(self.until_event("card.swiped")["deck"], "photos")
        until(lambda: self.client.snapshot("menu")["current"] > 0, "another card of the menu")
        self.assertEqual(self.page.evaluate("[...document.querySelector('deckd-deck').client.contacts]"), [])

    def test_topics(self) -> None:
        self.write("<deckd-deck deck='photos' topics='touches gestures'><template><i></i></template></deckd-deck>")
        self.page.evaluate(
            "(({ client }) => { window.methods = new Set(); client.addEventListener('notification', e => methods.add(e.detail.method)) })"
            "(document.querySelector('deckd-deck'))"
        )
        self.page.drag((150, 440), (320, 440))
        self.page.until("methods.has('touch') && methods.has('gesture')")
        # Another element without them has a client of its own; one with the same topics shares it.
        self.assertEqual(
            self.page.evaluate(
                "(() => { const [first] = document.querySelectorAll('deckd-deck'); const make = topics => { const deck ="
                " document.createElement('deckd-deck'); if (topics) deck.setAttribute('topics', topics); document.body.append(deck);"
                " return deck.client === first.client }; return [make(), make('gestures touches')] })()"
            ),
            [False, True],
        )
        # The last element of a client closes it; one that moves within the page keeps it.
        self.assertEqual(
            self.page.evaluate(
                "(async () => { const [first, other, third] = document.querySelectorAll('deckd-deck'), clients = [first.client, other.client];"
                " const states = () => clients.map(({ state }) => state === 'closed'); const seen = [];"
                " for (const step of [() => document.body.append(first), () => (other.remove(), first.remove()), () => third.remove()]) {"
                " step(); await null; seen.push(states()) } return seen })()"
            ),
            [[False, False], [False, True], [True, True]],
        )

    def test_keys_reach_no_covered_card(self) -> None:
        link = "<template><p><a href='#' data-text='title'></a></p></template>"
        focused = "document.activeElement.closest('[data-card]')?.dataset.card ?? document.activeElement.localName"
        self.write(f"<deckd-deck deck='photos'>{link}</deckd-deck><button>after</button>")
        self.page.until("document.querySelectorAll('deckd-deck > [data-card]:not([inert])').length === 1")
        reached = []
        while (reached or [""])[-1] != "button":
            self.page.key("Tab")
            reached.append(self.page.evaluate(focused))
        self.assertEqual([name for name in reached if name != "deckd-deck"], ["lake", "button"])
        # The link of a card that leaves gives its focus to the deck.
        self.page.evaluate("document.querySelector('[data-card=lake] a').focus()")
        self.client.request("deck.swipe", deck="photos", direction="left")
        self.page.until(f"({focused}) === 'deckd-deck'")

    def test_keys_choose_the_card_of_a_link(self) -> None:
        link = "<template><p><a href='#' data-text='title'></a></p></template>"
        self.write(f"<deckd-deck deck='fan'>{link}</deckd-deck>")
        exposed = "document.querySelector('deckd-deck > [aria-hidden=false]')?.dataset.card"
        focused = "document.activeElement.closest('[data-card]')?.dataset.card"
        self.page.until(f"{exposed} !== undefined")
        for _ in range(3):
            self.page.key("Tab")
            self.page.until(f"{focused} === undefined || {focused} === {exposed}")
        self.assertIsNotNone(self.page.evaluate(focused))

    def screenshot(self) -> "numpy.ndarray":
        """The brightness of each pixel of the page."""
        data = base64.b64decode(self.page.call("Page.captureScreenshot", format="png")["data"])
        width, height = struct.unpack(">II", data[16:24])
        command = ["ffmpeg", "-v", "error", "-f", "png_pipe", "-i", "-", "-f", "rawvideo", "-pix_fmt", "gray", "-"]
        pixels = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout
        return numpy.frombuffer(pixels, numpy.uint8).reshape(height, width)

    def test_screenshots(self) -> None:
        """What is on the screen at fixed moments of a motion, against the daemon's frames of those moments."""
        density = 4
        self.page.resize(600, 880, density)
        at = self.page.point
        gestures = {
            "photos": lambda: self.page.drag(at(150, 400), at(195, 410), hold=0.05),
            "pictures": lambda: self.page.drag(at(150, 400), at(190, 400), hold=0.05),
            "wallet": lambda: self.page.tap(at(200, 140)),
            "fan": lambda: self.page.drag(at(200, 250), at(200, 450)),
            "menu": lambda: self.page.drag(at(300, 400), at(150, 400)),
        }
        for deck, gesture in gestures.items():
            with self.subTest(deck):
                self.write(
                    f"<deckd-deck deck='{deck}'><template><i></i></template></deckd-deck>",
                    " i { background: #fff; display: block } deckd-deck { left: 100px }"
                    " .alone > i:not(.seen) { visibility: hidden !important } deckd-deck { outline: none !important }",
                )
                recorder = FrameRecorder(self.setup, deck)
                self.addCleanup(recorder.stop, self.setup)
                self.page.evaluate(KEEP_MOTIONS)
                gesture()
                released = self.page.catch_up()
                self.page.at_rest()
                time.sleep(0.1)
                moments = [f["t"] for f in recorder.frames if f["t"] > released]
                self.assertGreater(len(moments), 20)
                worst = self.worst_of_screenshots([moments[len(moments) * part // 100] for part in (5, 20, 45)], recorder, density)
                figure(f"{deck}: screenshots at most {worst:.3f} pt from the daemon's frames")
                self.assertLessEqual(worst, 0.5)

    def worst_of_screenshots(self, moments: List[float], recorder: FrameRecorder, density: int) -> float:
        """The page is drawn at each of the moments, with one card after the other alone."""
        worst, compared = 0.0, 0
        for moment in moments:
            self.page.evaluate(
                f"(async deck => {{ const t = {moment}; motions.filter(motion => motion.t <= t).forEach(motion => receive(motion.line));"
                " deck.client.now = () => t; deck.redraw();"
                " for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame) })(document.querySelector('deckd-deck'))"
            )
            expected = recorder.boxes(moment) or {}
            for card, (left, top, width, height) in list(expected.items())[:4]:
                self.page.evaluate(
                    "(deck => { deck.classList.add('alone'); for (const card of deck.children)"
                    f" card.classList.toggle('seen', card.dataset.card === {json.dumps(card)}) }})(document.querySelector('deckd-deck'))"
                )
                pixels = self.screenshot()
                seen = pixels > pixels.max() / 2
                columns, rows = numpy.flatnonzero(seen.any(0)), numpy.flatnonzero(seen.any(1))
                if pixels.max() < 8 or not len(columns):
                    continue
                found = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
                corners = (left + 100, top + 40, left + width + 100, top + height + 40)
                edges = (0, 0, pixels.shape[1] / density, pixels.shape[0] / density)
                for index, (pixel, point) in enumerate(zip(found, corners)):
                    limit = edges[2 + index % 2]
                    compared += 1
                    worst = max(worst, abs(pixel / density - min(max(point, 0), limit)))
        self.assertGreater(compared, 12)
        return worst


class DrawingTests(PageTestCase):
    def test_positions_in_motion(self) -> None:
        """The drawings after a drag, of a spring and of a transition, against the daemon's frames of their moments."""
        scenes = {
            "photos": lambda: self.page.drag(self.page.point(150, 400), self.page.point(195, 410), hold=0.05),
            "wallet": lambda: self.page.tap(self.page.point(200, 140)),
            "fan": lambda: self.page.drag(self.page.point(200, 250), self.page.point(200, 450)),
            "menu": lambda: self.page.drag(self.page.point(300, 400), self.page.point(150, 400)),
        }
        for deck, gesture in scenes.items():
            with self.subTest(deck):
                self.page.show(deck)
                recorder = FrameRecorder(self.setup, deck)
                self.addCleanup(recorder.stop, self.setup)
                self.page.evaluate(KEEP_MOTIONS)
                self.page.evaluate(RECORD)
                gesture()
                released = self.page.catch_up()
                self.page.at_rest()
                time.sleep(0.1)
                worst, count, early, late = 0.0, 0, 0, 0
                received = [json.loads(line)["params"] for line in self.page.evaluate("motions.map(({ line }) => line)")]
                motions, corners = [motion["t"] for motion in received], turning_points(received)
                # Under the finger a drawing may come before the touch that a later frame has.
                draws = [draw for draw in self.page.evaluate("window.draws") if draw["t"] > released]
                for draw in draws:
                    # On a busy machine, a drawing may be late and know a motion that began after its moment, or early and
                    # not know one that began before.
                    t, heard = draw["t"], draw["heard"]
                    is_late = any(motion > t for motion in motions[:heard])
                    is_early = any(motion <= t for motion in motions[heard:])
                    late, early = late + is_late, early + is_early
                    expected = None if is_late or is_early else recorder.boxes(t, corners)
                    for card, box in (expected or {}).items():
                        if card in draw["boxes"]:
                            count += 1
                            worst = max([worst] + [abs(a - b) for a, b in zip(box, draw["boxes"][card])])
                figure(f"{deck}: {count} boxes in motion, at most {worst:.3f} pt from the daemon's frames")
                figure(f"{deck}: of {len(draws)} drawings {late} late, {early} early")
                self.assertGreater(count, 20)
                self.assertLessEqual(late + early, len(draws) / 3)
                self.assertLessEqual(worst, 0.5)
                figure(f"{deck}: at rest at most {self.worst_at_rest(deck):.3f} pt")

    def test_no_message_during_a_spring(self) -> None:
        self.page.show("photos")
        self.page.call("Network.enable")
        self.page.drag(self.page.point(150, 400), self.page.point(192, 400), hold=0.05)
        self.page.at_rest()
        messages = [
            json.loads(line)
            for event in list(self.page.events)
            if event["method"] == "Network.webSocketFrameReceived"
            for line in event["params"]["response"]["payloadData"].split("\n")
        ]
        release = next(m["params"] for m in messages if m.get("method") == "event" and m["params"]["type"] == "card.reset")
        springs = [m["params"] for m in messages if m.get("method") == "motion" and m["params"]["kind"] == "spring"]
        end = max(spring["end"] for spring in springs)
        figure(f"{len(springs)} springs of {(end - release['t']) / 1e6:.2f} s")
        self.assertGreater(end, release["t"])
        within = [m["params"] for m in messages if release["t"] < m.get("params", {}).get("t", 0) < end]
        # A property that is at rest earlier, such as the tint of the background, says so.
        figure(f"{len(within)} messages within, all about properties at rest: {sorted({m['property'] for m in within})}")
        for spring in springs:
            same = [m for m in within if (m.get("card"), m["property"]) == (spring["card"], spring["property"])]
            self.assertEqual([m for m in same if m["t"] < spring["end"]], [])
        self.assertEqual([m for m in within if m["kind"] not in ("set", "remove")], [])

    def test_frame_pacing(self) -> None:
        """Prints the figures: a shared machine's are no measure."""
        self.page.show("photos")
        self.page.evaluate(TIME)
        for start, end in ((150, 330), (250, 60), (150, 330), (250, 60)):
            self.page.drag(self.page.point(start, 400), self.page.point(end, 410))
            self.page.at_rest()
        draws = self.page.evaluate("window.draws")
        scripts = sorted(draw["milliseconds"] for draw in draws)
        intervals = sorted(b["at"] - a["at"] for a, b in zip(draws, draws[1:]) if a["moves"])
        self.assertGreater(len(draws), 60)
        figure(
            f"{len(draws)} frames: script median {statistics.median(scripts):.2f} ms, p99 {scripts[int(len(scripts) * 0.99)]:.2f} ms;"
            f" interval median {statistics.median(intervals):.2f} ms, p99 {intervals[int(len(intervals) * 0.99)]:.2f} ms"
        )

    def test_idle_draws_nothing(self) -> None:
        self.page.show("photos")
        self.page.evaluate(TIME)
        # Frames of the display pass, and none of them draws the deck.
        self.page.evaluate("(async () => { for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame) })()")
        self.assertEqual(self.page.evaluate("window.draws.length"), 0)

    def test_background_page(self) -> None:
        self.page.show("photos")
        self.page.evaluate(TIME)
        other = self.setup.browser.page()
        self.addCleanup(other.close)
        self.setup.browser.activate(other)
        self.page.until("document.hidden")
        for direction in ("left", "right", "left"):
            self.client.request("deck.swipe", deck="photos", direction=direction)
        until(lambda: self.client.snapshot("photos")["phase"] == "rest", "rest")
        self.page.until("document.querySelector('deckd-deck').model.current === 3")
        self.assertEqual(self.page.evaluate("window.draws.length"), 0)
        self.setup.browser.activate(self.page)
        self.page.until("!document.hidden")
        self.worst_at_rest("photos")
        self.assertEqual(self.page.evaluate(MODEL)["undoDepth"], 3)


class ConnectionTests(PageTestCase):
    def test_reconnects(self) -> None:
        self.page.show("photos")
        self.client.request("deck.swipe", deck="photos", direction="left")
        self.page.until("document.querySelector('deckd-deck').model.current === 1")
        self.setup.daemon.stop()
        self.page.until("document.body.dataset.state === 'reconnecting'")
        self.assertEqual(self.page.evaluate("document.querySelector('#status').textContent.trim()"), "Reconnecting")
        # The deck stays as it was.
        self.assertEqual(self.page.evaluate(MODEL)["current"], 1)
        self.setup.start_daemon()
        self.page.until("document.body.dataset.state === 'connected'")
        self.page.until("document.querySelector('deckd-deck').model.current === 0")
        self.client.close()
        self.client = self.setup.client()
        self.worst_at_rest("photos")
        # The browser's own report of the connection that failed.
        self.page.events.clear()

    def test_model_equals_a_fresh_snapshot(self) -> None:
        self.page.show("photos")
        self.client.request("deck.insert", deck="photos", cards=[{"id": "new", "data": {"title": "New"}}], at=1)
        self.client.request("deck.configure", deck="photos", settings={"commit.threshold": 0.5})
        self.client.request("deck.swipe", deck="photos", direction="right")
        self.client.request("deck.remove", deck="photos", at=4)
        self.page.until("document.querySelector('deckd-deck').model.current === 1 && document.querySelector('deckd-deck').model.count === 10")
        self.page.at_rest()
        snapshot, model = self.client.snapshot("photos"), self.page.evaluate(MODEL)
        for name in set(model) - {"seq"}:
            self.assertEqual(model[name], snapshot[name], name)
        cards = self.page.evaluate("document.querySelector('deckd-deck').model.cards")
        self.assertEqual(cards, self.client.request("deck.cards", deck="photos")["cards"])

    def test_reduced_motion(self) -> None:
        """Who prefers no motion sees cards at their places at once; the surface moves on for everybody else."""
        self.page.show("photos")
        self.page.media(prefers_reduced_motion="reduce")
        before = self.client.snapshot("photos")
        self.client.request("deck.swipe", deck="photos", direction="right")
        # Drawn where the card that leaves ends, while the daemon still moves it.
        self.page.until(
            "[...document.querySelectorAll('deckd-deck > [data-card]:not([hidden])')].some(card =>"
            " new DOMMatrix(card.style.transform).e > 500)"
        )
        self.assertFalse(self.client.snapshot("photos")["surface"]["reducedMotion"])
        self.page.media(prefers_reduced_motion="no-preference")
        self.client.request("deck.undo", deck="photos")
        until(lambda: self.client.snapshot("photos")["current"] == before["current"], "the card's return")

    def test_settings(self) -> None:
        self.page.show("photos")
        self.page.evaluate("document.querySelector('#tab-settings').click()")
        curve = "document.querySelector('[data-name=\"snap.spring\"] .course').getAttribute('d')"
        self.page.until("document.querySelector('[data-name=\"snap.spring\"]') !== null")
        before = self.page.evaluate(curve)
        self.page.evaluate(
            "(() => { const field = document.querySelector('[aria-label=\"snap.spring.response\"]');"
            " field.value = '1'; field.dispatchEvent(new Event('change')) })()"
        )
        until(lambda: "response 1," in self.client.snapshot("photos")["settings"]["snap.spring"], "the spring's response")
        self.assertNotEqual(self.page.evaluate(curve), before)
        self.client.request("deck.configure", deck="photos", settings={"snap.spring": None})

    def test_settings_of_another_preset(self) -> None:
        self.page.show("photos")
        self.page.evaluate("document.querySelector('#tab-settings').click()")
        self.page.until("document.querySelector('#origin option') !== null")
        before = self.client.snapshot("photos")["settings"]
        koloda = self.client.request("deck.settings", deck="photos", preset="koloda")["settings"]
        self.page.evaluate("(select => { select.value = 'koloda'; select.onchange() })(document.querySelector('#origin select'))")
        until(lambda: self.client.snapshot("photos")["settings"]["appear.enabled"], "the settings of the other preset")
        after = self.client.snapshot("photos")["settings"]
        self.assertEqual({row["name"]: after[row["name"]] for row in koloda}, {row["name"]: row["default"] for row in koloda})
        changed = sum(before[name] != after[name] for name in before)
        self.page.until(f"document.querySelector('#origin .restore').innerText === 'Restore {changed} settings'")
        self.page.evaluate("document.querySelector('#origin .restore').click()")
        self.page.until("document.querySelector('#origin .restore').hidden")
        self.assertEqual(self.client.snapshot("photos")["settings"], before)
        self.assertEqual(self.page.evaluate("document.querySelector('#origin select').value"), "swipeclean")

    def test_the_caption_names_the_card_in_the_middle_of_a_carousel(self) -> None:
        self.page.show("menu")
        caption = "document.querySelector('#caption').innerText.startsWith({!r})"
        self.page.until(caption.format("Espresso"))
        self.page.drag(self.page.point(300, 400), self.page.point(120, 400), lift=False)
        # Nothing is chosen before the finger lifts.
        self.page.until(caption.format("Cappuccino"))
        self.assertEqual(self.client.snapshot("menu")["current"], 0)
        self.page.touch("touchCancel", {}, wait=True)
        self.page.at_rest()

    def test_spring_curves(self) -> None:
        """Whatever a spring is given by, its curve is that of deckctl spring."""
        self.page.show("photos")
        self.page.evaluate("document.querySelector('#tab-settings').click()")
        for text in (
            "response 0.5, dampingFraction 0.4",
            "response 0.5, dampingFraction 1.5",
            "duration 0.6, bounce 0.3",
            "duration 0.4, bounce -0.4",
            "bounciness 9, speed 16",
            "bounciness 16, speed 4",
            "mass 2, stiffness 300, damping 20",
        ):
            with self.subTest(text):
                self.client.request("deck.configure", deck="photos", settings={"snap.spring": text})
                parts = [part.split() for part in text.split(", ")]
                fields = {name: float(value) for name, value in parts}
                self.page.until(
                    f"(fields => Object.entries(fields).every(([name, value]) => +document.querySelector(`[aria-label=\"snap.spring.${{name}}\"]`)?.value"
                    f" === value))({json.dumps(fields)})"
                )
                course = self.page.evaluate("document.querySelector('[data-name=\"snap.spring\"] .course').getAttribute('d')")
                points = dict(tuple(map(float, point.split())) for point in course[1:].split("L"))
                options = [f"--{'damping' if name == 'dampingFraction' else name}={value}" for name, value in parts]
                lines = subprocess.run(
                    [program("deckctl"), "spring", *options, "--times", "0.1,0.3,0.8"], stdout=subprocess.PIPE, check=True
                ).stdout.splitlines()
                for time_, line in zip((0.1, 0.3, 0.8), lines):
                    self.assertAlmostEqual(points[300 * time_], 60 - 44 * json.loads(line)["position"], delta=0.011)
        self.client.request("deck.configure", deck="photos", settings={"snap.spring": None})

    def test_settings_take_what_the_daemon_takes(self) -> None:
        """Both ends of every slider are values that the daemon takes, and the default can be had back."""
        for deck in ("photos", "fan", "menu"):
            self.page.show(deck)
            self.page.evaluate("document.querySelector('#tab-settings').click()")
            rows = self.client.request("deck.settings", deck=deck)["settings"]
            self.page.until(f"document.querySelectorAll('#groups .setting').length === {len(rows)}")
            for row in rows:
                if row["type"] not in ("number", "integer"):
                    continue
                field = f"document.querySelector('[data-name=\"{row['name']}\"] [type=number]')"
                slider = f"document.querySelector('[data-name=\"{row['name']}\"] [type=range]')"
                for place, end in ((0, 0 if row.get("zero") else row["min"]), (1, row["max"])):
                    value = self.page.evaluate(f"(({slider}).value = {place}, {slider}.dispatchEvent(new Event('input')), +{field}.value)")
                    self.assertAlmostEqual(value, end, delta=abs(end) * 1e-5, msg=row["name"])
            self.page.until("(model => Object.keys(model.settings).length > 0)(document.querySelector('deckd-deck').model)")
            until(
                lambda: all(
                    self.client.snapshot(deck)["settings"][row["name"]] == round(row["max"], 3)
                    for row in rows
                    if row["type"] in ("number", "integer")
                ),
                "every setting at its greatest",
            )
            self.assertTrue(self.page.evaluate("document.querySelector('#refusal').hidden"))
            self.page.until("document.querySelector('#groups .restore') !== null")
            self.client.request("deck.configure", deck=deck, settings={row["name"]: None for row in rows})
            self.page.until("document.querySelector('#groups .restore') === null")

    def test_explains(self) -> None:
        self.page.show("photos")
        self.page.drag(self.page.point(150, 400), self.page.point(190, 400), hold=0.05)
        self.page.until("document.querySelector('#gestures .won')?.textContent.includes('drag')")
        self.page.until("document.querySelector('#gestures .released')?.textContent.includes('not far enough')")


class AccessibilityTests(PageTestCase):
    def names(self, role: str) -> List[str]:
        """The names of what a screen reader finds, by role."""
        nodes = self.page.call("Accessibility.getFullAXTree")["nodes"]
        return [
            node.get("name", {}).get("value", "")
            for node in nodes
            if not node.get("ignored") and node.get("role", {}).get("value") == role
        ]

    def press(self, name: str) -> None:
        """Presses a button of the deck, as a screen reader does."""
        self.page.evaluate(
            "[...document.querySelector('deckd-deck').shadowRoot.querySelectorAll('[part=action]')]"
            f".find(button => button.textContent === {json.dumps(name)}).click()"
        )

    def test_every_card_can_be_decided(self) -> None:
        self.page.show("photos")
        self.subscribe("photos", "events")
        ids = [card["id"] for card in self.client.request("deck.cards", deck="photos")["cards"]]
        for index, card in enumerate(ids):
            label = self.client.snapshot("photos")["accessibility"]["label"]
            until(lambda: label in self.names("group"), f"the card {label}")
            until(lambda: {"Delete", "Keep"} <= set(self.names("button")), "the buttons Delete and Keep")
            self.press("keep" if index % 2 else "delete")
            self.page.until(f"document.querySelector('deckd-deck').model.current === {index + 1}")
            if index + 1 < len(ids):
                label = self.client.snapshot("photos")["accessibility"]["label"]
                self.page.until(
                    "document.querySelector('deckd-deck').shadowRoot.querySelector('[part=live]').textContent"
                    f" === {json.dumps(label)}"
                )
        self.client.request("deck.list")
        swiped = [n["params"] for n in self.client.notes if n["params"].get("type") == "card.swiped"]
        self.assertEqual([event["card"] for event in swiped], ids)

    def test_one_card_is_exposed(self) -> None:
        self.page.show("photos")
        self.page.until("document.querySelectorAll('deckd-deck > [data-card][aria-hidden=false]').length === 1")
        exposed = self.page.evaluate("document.querySelector('deckd-deck > [data-card][aria-hidden=false]').dataset.card")
        self.assertEqual(exposed, "lake")

    def test_stack_by_buttons(self) -> None:
        """Every card of a stack can be opened."""
        self.page.show("wallet")
        self.subscribe("wallet", "events")
        self.page.until("document.querySelector('deckd-deck').shadowRoot.querySelectorAll('[part=action]').length > 1")
        self.press("next card")
        self.press("select")
        self.assertEqual(self.until_event("card.selected")["card"], "travel")

    def test_buttons_take_their_keys(self) -> None:
        """A button with the focus is pressed by Enter and the space bar, which select a card elsewhere."""
        self.page.show("photos")
        self.subscribe("photos", "events")
        focused = "document.querySelector('deckd-deck').shadowRoot.activeElement?.textContent"
        self.page.until("document.querySelector('deckd-deck').shadowRoot.querySelector('[part=action]') !== null")
        self.page.evaluate("document.querySelector('deckd-deck').focus()")
        self.page.key("Tab")
        for key, card, index in (("Enter", "lake", 1), (" ", "pier", 2)):
            self.page.until(f"document.querySelector('[data-card={card}]').getAttribute('aria-hidden') === 'false'")
            self.page.until(f"{focused} === 'delete'")
            self.page.key(key)
            self.page.until(f"document.querySelector('deckd-deck').model.current === {index}")
        self.client.request("deck.list")
        types = [note["params"].get("type") for note in self.client.notes if note.get("method") == "event"]
        self.assertNotIn("card.selected", types)

    def test_keys(self) -> None:
        self.page.show("photos")
        self.subscribe("photos", "events")
        self.page.evaluate("document.querySelector('deckd-deck').focus()")
        self.page.key("ArrowRight")
        self.assertEqual(self.until_event("card.swiped")["direction"], "right")
        self.page.at_rest()
        self.page.key("z")
        self.until_event("deck.rewound")
        self.page.key("r")
        self.until_event("deck.reset")


class NarrowTests(PageTestCase):
    size = (320, 568)

    def test_the_inspector_closes(self) -> None:
        self.page.show("photos")
        self.page.evaluate("document.querySelector('#inspect').click()")
        reached = "document.elementFromPoint(320 - 24, document.querySelector('#close').getBoundingClientRect().top + 22)?.closest('button')?.id"
        self.page.until(f"{reached} === 'close'")
        box = self.page.evaluate("(({ left, right }) => [left, right])(document.querySelector('#close').getBoundingClientRect())")
        self.assertLessEqual(box[1], 320)


class ReadOnlyTests(PageTestCase):
    controls = False

    def test_sends_no_touches(self) -> None:
        self.page.show("photos")
        self.page.call("Network.enable")
        self.assertEqual(self.page.evaluate("document.querySelector('#status').textContent.trim()"), "Read-only")
        self.page.drag(self.page.point(150, 400), self.page.point(330, 410))
        self.page.evaluate("document.querySelector('#tab-settings').click()")
        self.assertTrue(self.page.evaluate("[...document.querySelectorAll('#groups input')].every(input => input.disabled)"))
        # It still draws what others do.
        self.client.request("deck.swipe", deck="photos", direction="left")
        self.page.until("document.querySelector('deckd-deck').model.current === 1")
        self.worst_at_rest("photos")
        sent = [e["params"]["response"]["payloadData"] for e in list(self.page.events) if e["method"] == "Network.webSocketFrameSent"]
        self.assertEqual([line for line in sent if "input.inject" in line], [])


if __name__ == "__main__":
    unittest.main()
