#!/usr/bin/env python3
"""The first front end in JavaScript under a trusted finger; Tests/Conformance has the other languages' test.

usage: test_first_front_end.py [-v]

Needs the built deckd and deckd-web, chromium and python3-websocket.
"""

from __future__ import annotations

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


if __name__ == "__main__":
    unittest.main()
