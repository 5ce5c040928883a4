#!/usr/bin/env python3
"""The first front ends: the protocol page has them as they are, and they draw what a finger does.

usage: test_first_front_end.py [-v] [TEST…]

DECKD_PROGRAMS is the folder of deckd and of Swift's program, .build/debug when left out. Tests/BrowserTests runs the
one in JavaScript.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from typing import Any, Callable, List

import record

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "Examples" / "first-front-end"
PAGE = ROOT / "Sources" / "DeckProtocol" / "DeckProtocol.docc" / "Protocol.md"
PROGRAMS = pathlib.Path(os.environ.get("DECKD_PROGRAMS", ROOT / ".build" / "debug"))
SWIFT = PROGRAMS / "first-front-end-in-swift"


class Pages(unittest.TestCase):
    def test_the_protocol_page_has_each_program_in_at_most_25_lines(self) -> None:
        section = PAGE.read_text(encoding="utf-8").split("\n## Your first front end\n")[1].split("\n## ")[0]
        blocks = re.findall(r"\]\((\S+)\)[^\n]*\n\n```\w+\n(.*?)```\n", section, re.DOTALL)
        lines = {}
        for link, text in blocks:
            file = (PAGE.parent / link).resolve()
            self.assertEqual(text, file.read_text(encoding="utf-8"), file)
            lines[file] = text.count("\n")
        programs = {file for ending in ("c", "html", "js", "mjs", "py", "swift") for file in EXAMPLES.rglob(f"*.{ending}")}
        programs = {file for file in programs if file.name != "Package.swift" and ".build" not in file.parts}
        self.assertEqual(set(lines), programs)
        for folder in EXAMPLES.iterdir():
            of_language = [count for file, count in lines.items() if folder == file or folder in file.parents]
            self.assertLessEqual(sum(of_language), 25, folder)
            self.assertTrue(of_language, folder)


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        self.daemon = record.Daemon(str(PROGRAMS / "deckd"), record.deck("swipeclean", 4))
        self.addCleanup(record.Daemon.close_all)

    def start(self, command: List[Any]) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*map(str, command), self.daemon.socket], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.shown = ""
        reader = threading.Thread(target=self.read, args=(process,))
        reader.start()
        # In the reverse order.
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(reader.join)
        self.addCleanup(process.kill)
        return process

    def read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        while piece := process.stdout.readline():
            self.shown += piece

    def until(self, what: str, condition: Callable[[], Any]) -> Any:
        end = time.monotonic() + 30
        while not (found := condition()):
            self.assertLess(time.monotonic(), end, f"waited for {what}: {self.shown[-2000:]!r}")
            time.sleep(0.01)
        return found

    def touch(self, wire: record.Wire, phase: str, x: float) -> None:
        params = {"contacts": [{"id": 0, "phase": phase, "x": x, "y": 400}]}
        wire.send(json.dumps({"jsonrpc": "2.0", "method": "input.inject", "params": params}))

    def draws_what_a_finger_does(self, *command: Any) -> None:
        self.daemon.kill()
        os.unlink(self.daemon.socket)
        process = self.start([*command])
        self.daemon.start()
        self.until("the deck", lambda: "main 1/4: card-0 20,160" in self.shown)
        wire = record.Wire(self.daemon.socket)
        self.addCleanup(wire.socket.close)
        for phase, x in (("down", 100), ("moved", 120), ("moved", 200), ("moved", 300)):
            self.touch(wire, phase, x)
        dragged = r"main 1/4: card-0 2\d\d,160 \+?[1-9]\d*°"
        self.until("the card under the finger", lambda: re.search(dragged, self.shown))
        self.touch(wire, "up", 300)
        next_card = r"(?s)card-0 keep.*main 2/4: card-1 20,160"
        self.until("the decision, and the next card", lambda: re.search(next_card, self.shown))
        self.assertIsNone(process.poll())

    def test_in_python(self) -> None:
        self.draws_what_a_finger_does(sys.executable, EXAMPLES / "python.py")

    def test_in_node(self) -> None:
        self.draws_what_a_finger_does("node", EXAMPLES / "node.mjs")

    @unittest.skipUnless(SWIFT.exists(), f"left out: {SWIFT} is not built, as make test does")
    def test_in_swift(self) -> None:
        self.draws_what_a_finger_does(SWIFT)

    def test_in_c(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "c")
            sources = [EXAMPLES / "c.c", ROOT / "Sources" / "CDeckClient" / "deckd.c"]
            options = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-o", program]
            subprocess.run(["cc", *options, *sources, "-lm"], check=True)
            self.draws_what_a_finger_does(program)

    def test_in_python_a_typed_direction_decides(self) -> None:
        process = self.start([sys.executable, EXAMPLES / "python.py"])
        assert process.stdin
        for typed, shown in (("left\n", "card-0 delete"), ("right\n", "card-1 keep"), ("east\n", 'not "east"')):
            process.stdin.write(typed)
            process.stdin.flush()
            self.until(shown, lambda: shown in self.shown)
        process.stdin.close()
        self.assertEqual(process.wait(), 0)


if __name__ == "__main__":
    unittest.main()
