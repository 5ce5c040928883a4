#!/usr/bin/env python3
"""The first front end in JavaScript under a trusted finger, and the delegate of DeckElement.md; Tests/Conformance has the
other languages' tests.

usage: test_first_front_end.py [-v]

Needs the built deckd and deckd-web, chromium and python3-websocket.
"""

from __future__ import annotations

import pathlib
import re
import tempfile
import unittest
from typing import List

from browser import ROOT, Setup

CARD = "document.querySelector('[data-card=lake]')"
SHOWN = "document.querySelector('p').textContent"


class FirstFrontEndSetup(Setup):
    def web_arguments(self) -> List[str]:
        return super().web_arguments() + ["--assets", str(ROOT / "Examples" / "first-front-end" / "javascript")]


class FirstFrontEnd(unittest.TestCase):
    def test_it_waits_for_the_daemon_and_its_cards_follow_a_finger(self) -> None:
        setup = FirstFrontEndSetup()
        self.addCleanup(setup.stack.close)
        setup.daemon.stop()
        page = setup.browser.page()
        self.addCleanup(page.close)
        page.resize(400, 800)
        page.open(setup.address)
        page.until(f"document.readyState === 'complete' && {SHOWN} === 'waiting'")
        self.assertIsNone(page.evaluate(CARD))
        setup.start_daemon()
        page.until(f"{SHOWN} === 'connected' && {CARD}?.textContent === 'Lake at dawn'")
        before = page.evaluate(f"{CARD}.getBoundingClientRect().left")
        page.drag((100, 400), (300, 400), lift=False)
        page.until(f"{CARD}.getBoundingClientRect().left > {before + 90}")
        page.touch("touchEnd", {}, wait=True)
        page.until(f"{SHOWN} === 'lake keep'")
        self.assertEqual(page.problems(), [])


class DelegateOfAnElement(unittest.TestCase):
    def test_it_permits_a_swipe_to_the_right_and_none_to_the_left(self) -> None:
        manual = (ROOT / "Sources" / "DeckWeb" / "DeckWeb.docc" / "DeckElement.md").read_text()
        script = re.search(r"## Answer for a deck\n.*?```js\n(.*?)```", manual, re.S)
        assert script
        # A busy machine's browser may take longer than the 50 ms after which the daemon swipes without an answer.
        setup = Setup(
            '[[surfaces]]\nname = "main"\nwidth = 400\nheight = 800\n'
            '[[decks]]\nid = "main"\ncount = 3\nsettings = { delegate.deadline = 30 }\n'
        )
        self.addCleanup(setup.stop)
        folder = pathlib.Path(tempfile.mkdtemp(dir=setup.folder))
        (folder / "page.js").write_text(script[1])
        (folder / "page.css").write_text("html, body, deckd-deck { height: 100%; margin: 0 }")
        (folder / "index.html").write_text(
            '<!DOCTYPE html><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="page.css">'
            '<body><script type="module" src="page.js"></script>'
        )
        page = setup.browser.page()
        self.addCleanup(page.close)
        page.resize(400, 800)
        page.open(setup.serve(folder))
        page.until("document.querySelector('[data-card=card-0]')?.textContent === 'card-0'")
        client = setup.client()
        self.addCleanup(client.close)
        page.evaluate("globalThis.decided = []; document.querySelector('deckd-deck').client.addEventListener('event', "
                      "({ detail: { type } }) => ['card.swiped', 'card.reset'].includes(type) && decided.push(type))")
        for count, (way, event, current) in enumerate([(-300, "card.reset", 0), (300, "card.swiped", 1)], start=1):
            page.drag((200, 400), (200 + way, 400), lift=True)
            page.until(f"decided.length === {count} && !document.querySelector('deckd-deck').client.moving('main')")
            self.assertEqual(page.evaluate("decided.at(-1)"), event)
            self.assertEqual(client.snapshot("main")["current"], current)
        self.assertEqual(page.problems(), [])


if __name__ == "__main__":
    unittest.main()
