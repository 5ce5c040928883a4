#!/usr/bin/env python3
"""Drives photos.py by injected fingers, against a real daemon: DECKD_PROGRAMS is the folder of deckd.

usage: test_photos.py [-v] [TEST…]
"""

from __future__ import annotations

import os
import pathlib
import pty
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from typing import Any, Callable, Dict, List, Optional, Tuple

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "Sources" / "PythonClient"))

import deckd  # noqa: E402

DECKD = pathlib.Path(os.environ.get("DECKD_PROGRAMS", ROOT / ".build" / "debug")) / "deckd"


def wait(what: str, condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited 30 s for {what}")
        time.sleep(0.005)


class Photos(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="photos-test."))
        self.addCleanup(shutil.rmtree, self.folder)
        self.socket = str(self.folder / "deckd.sock")
        self.album = self.folder / "album"
        self.album.mkdir()
        self.names = [f"IMG_{number:02}.jpg" for number in range(12)]
        for name in self.names:
            (self.album / name).write_bytes(name.encode())
        self.running: Dict[str, subprocess.Popen[bytes]] = {}
        self.start("deckd")
        self.hand = deckd.Client(self.socket, client="hand")
        self.addCleanup(self.hand.close)
        self.start("photos")
        wait("the photos to be in the deck", lambda: self.deck().count == len(self.names))

    # Programs

    def start(self, program: str) -> None:
        if program == "deckd":
            arguments = [
                str(DECKD),
                "--seat",
                "nobody",
                "--config",
                str(HERE / "deckd.toml"),
                "--socket",
                self.socket,
                "--state-dir",
                str(self.folder / "state"),
            ]
        else:
            arguments = [sys.executable, str(HERE / "photos.py"), str(self.album), "--socket", self.socket]
        with open(self.folder / f"{program}.log", "ab") as log:
            self.running[program] = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.addCleanup(self.kill, program)

    def kill(self, program: str) -> None:
        self.running[program].kill()
        self.running[program].wait()

    def has_ended(self, program: str) -> bool:
        return self.running[program].poll() is not None

    # The deck

    def deck(self) -> deckd.Deck:
        """The deck of now: a command's events come before its answer, and the model when its cards are there."""
        wait("the deck", lambda: self.hand.poll(0.01) is not None and "photos" in self.hand.decks)
        self.command("deck.list")
        return self.hand.decks["photos"]

    def snapshot(self) -> Any:
        return self.hand.call("deck.get", deck="photos", timeout=30)["snapshot"]

    def command(self, method: str, **params: Any) -> bool:
        """Whether a command was performed; a daemon that is being killed may not say."""
        try:
            self.hand.call(method, timeout=30, **params)
            return True
        except deckd.DeckdError:
            return False

    def wait_until_ready(self) -> None:
        """Waits until a swipe decides: a card on its way in takes no finger, and a round waits for its first photos."""
        wait(
            "the deck to be at rest in a round",
            lambda: (snapshot := self.snapshot())["phase"] == "rest" and snapshot["round"] == "active",
        )

    def swipe(self, direction: str) -> None:
        """Moves a finger across the front card, and waits for the decision."""
        self.wait_until_ready()
        before = self.deck().undo_depth
        # Far enough even for a card that the finger catches on its way back.
        start, step = (40, 110) if direction == "right" else (360, -110)
        for number in range(5):
            phase = "down" if number == 0 else "up" if number == 4 else "moved"
            contact = {"id": 0, "phase": phase, "x": start + step * min(number, 3), "y": 400}
            self.assertTrue(self.command("input.inject", contacts=[contact]), "the finger is not taken")
        wait("the decision", lambda: self.deck().undo_depth == before + 1)

    # The files

    def files(self, place: str = "") -> List[str]:
        return sorted(path.name for path in (self.album / place).glob("*.jpg"))

    def places(self) -> Tuple[List[str], List[str], List[str]]:
        return self.files(), self.files("Kept"), self.files("Deleted")

    def assert_sorted(self, kept: List[str], deleted: List[str]) -> None:
        """The files come to be where the decisions say, each with its own contents."""
        expected = (sorted(set(self.names) - {*kept, *deleted}), sorted(kept), sorted(deleted))
        try:
            wait("the files", lambda: self.places() == expected)
        except AssertionError:
            self.assertEqual(self.places(), expected, (self.folder / "photos.log").read_text())
        for path in self.album.rglob("*.jpg"):
            self.assertEqual(path.read_bytes(), path.name.encode())

    # A terminal

    def start_in_terminal(self) -> int:
        """Starts the program in a pseudo-terminal, whose output goes to terminal.log; the terminal's other end."""
        ours, its = pty.openpty()
        arguments = [sys.executable, str(HERE / "photos.py"), str(self.album), "--socket", self.socket]
        self.running["photos"] = subprocess.Popen(arguments, stdin=its, stdout=its, stderr=its, start_new_session=True)
        os.close(its)

        def copy() -> None:
            with open(self.folder / "terminal.log", "wb", buffering=0) as log:
                try:
                    while data := os.read(ours, 4096):
                        log.write(data)
                except OSError:
                    pass  # The program ended.

        reader = threading.Thread(target=copy)
        reader.start()
        self.addCleanup(os.close, ours)
        self.addCleanup(reader.join)
        self.addCleanup(self.kill, "photos")
        return ours

    def wait_for_line(self, what: str) -> None:
        log = self.folder / "terminal.log"
        try:
            wait(what, lambda: log.exists() and what in log.read_text(errors="replace"))
        except AssertionError:
            self.fail(f"no {what!r} in {log.read_text(errors='replace')[-2000:]}")

    # Tests

    def test_a_terminal_shows_what_a_release_would_decide(self) -> None:
        self.kill("photos")
        terminal = self.start_in_terminal()
        self.wait_for_line("0 of 12")

        def finger(phase: str, x: float) -> None:
            self.assertTrue(self.command("input.inject", contacts=[{"id": 0, "phase": phase, "x": x, "y": 400}]))

        self.wait_until_ready()
        # The dead zone: the card follows, and nothing would be decided.
        finger("down", 200)
        finger("moved", 212)
        wait("the card to follow the finger", lambda: self.snapshot()["phase"] != "rest")
        written = (self.folder / "terminal.log").stat().st_size
        wait("lines", lambda: (self.folder / "terminal.log").stat().st_size > written + 500 or self.has_ended("photos"))
        self.assertFalse(self.has_ended("photos"), (self.folder / "terminal.log").read_text(errors="replace")[-2000:])
        self.assertNotIn("KEEP", (self.folder / "terminal.log").read_text(errors="replace"))
        finger("moved", 360)
        self.wait_for_line("KEEP")
        finger("up", 360)
        self.assert_sorted([self.names[0]], [])
        os.write(terminal, b"\x1b[D")
        self.assert_sorted([self.names[0]], [self.names[1]])
        os.write(terminal, b"u")
        self.assert_sorted([self.names[0]], [])
        os.write(terminal, b"q")
        self.assertEqual(self.running["photos"].wait(30), 0)

    def test_swipes_move_files_and_undo_moves_them_back(self) -> None:
        self.swipe("right")
        self.swipe("left")
        self.swipe("right")
        self.assert_sorted([self.names[0], self.names[2]], [self.names[1]])
        self.assertTrue(self.command("deck.undo"))
        self.assertTrue(self.command("deck.undo"))
        self.assert_sorted([self.names[0]], [])
        self.assertTrue(self.command("deck.reset"))
        self.assert_sorted([], [])
        wait("the progress", lambda: "IMG_01.jpg back, 1 of 12" in (self.folder / "photos.log").read_text())

    def test_cards_name_the_pictures_that_a_page_draws(self) -> None:
        (self.album / "IMG 99.jpg").write_bytes(b"one more")
        self.kill("photos")
        self.start("photos")
        wait("the new photo", lambda: self.deck().count == len(self.names) + 1)
        data = [card["data"] for card in self.deck().cards or ()]
        self.assertIn({"title": "IMG_00", "image": "/files/IMG_00.jpg"}, data)
        self.assertIn({"title": "IMG 99", "image": "/files/IMG%2099.jpg"}, data)

    def test_a_swipe_that_is_too_short_moves_nothing(self) -> None:
        for phase, x in (("down", 200), ("moved", 240), ("moved", 260), ("up", 260)):
            self.command("input.inject", contacts=[{"id": 0, "phase": phase, "x": x, "y": 400}])
        self.swipe("left")
        self.assert_sorted([], [self.names[0]])

    def test_what_is_decided_while_the_program_is_dead_is_carried_out_later(self) -> None:
        self.swipe("right")
        self.assert_sorted([self.names[0]], [])
        self.kill("photos")
        self.swipe("left")
        self.swipe("right")
        self.assertTrue(self.command("deck.undo"))
        self.assertEqual(self.files("Deleted"), [])
        self.start("photos")
        self.assert_sorted([self.names[0]], [self.names[1]])

    def test_the_daemon_is_killed_and_comes_back_with_the_decisions(self) -> None:
        self.swipe("right")
        self.kill("deckd")
        self.start("deckd")
        wait("the daemon", lambda: self.command("deck.list"))
        self.swipe("left")
        self.assertTrue(self.command("deck.undo"))
        self.assertTrue(self.command("deck.undo"))
        self.swipe("left")
        self.assert_sorted([], [self.names[0]])

    def test_both_are_killed_again_and_again(self) -> None:
        seed = int(os.environ.get("DECKD_SEED") or random.randrange(1 << 32))
        print(f"seed {seed}")
        chance = random.Random(seed)
        for _ in range(40):
            deck = self.deck()
            word = chance.choice(["left", "right", "left", "right", "undo"])
            if word != "undo" and deck.front:
                self.command("deck.swipe", direction=word, force=True)
            else:
                self.command("deck.undo")
            for program in ("photos", "deckd"):
                if chance.random() < 0.3:
                    self.kill(program)
                    self.start(program)
                    wait("the daemon", lambda: self.command("deck.list"))
        # Another client reads from the beginning what was decided in the end.
        decided: Dict[str, Optional[str]] = {}
        last = self.deck().seq
        with deckd.Client(self.socket, deck="photos", resume=(self.hand.journal, 0)) as reader:
            seq = 0
            while seq < last:
                for event in reader.poll(None):
                    seq = max(seq, event.seq)
                    if event.type in ("card.swiped", "deck.rewound"):
                        decided[event["card"].partition("/")[2]] = event.get("decision")
        sorted_into = {word: [name for name, one in decided.items() if one == word] for word in ("keep", "delete")}
        self.assertTrue(sorted_into["keep"] or sorted_into["delete"])
        self.assert_sorted(sorted_into["keep"], sorted_into["delete"])

    def test_photos_that_are_new_are_added_and_none_is_overwritten(self) -> None:
        self.swipe("right")
        self.assert_sorted([self.names[0]], [])
        self.kill("photos")
        (self.album / "new.png").write_bytes(b"new")
        (self.album / self.names[0]).write_bytes(b"another of this name")
        self.start("photos")
        wait("the new photo", lambda: self.deck().count == len(self.names) + 1)
        self.assertEqual([card["label"] for card in self.deck().cards or ()][-1], "new.png")
        self.assertTrue(self.command("deck.undo"))
        wait("the reason", lambda: "another is there; rename" in (self.folder / "photos.log").read_text())
        self.assertEqual((self.album / self.names[0]).read_bytes(), b"another of this name")
        self.assertEqual((self.album / "Kept" / self.names[0]).read_bytes(), self.names[0].encode())

    def test_a_daemon_that_lost_its_state_gets_what_is_not_decided(self) -> None:
        self.swipe("right")
        self.assert_sorted([self.names[0]], [])
        self.kill("deckd")
        shutil.rmtree(self.folder / "state")
        self.start("deckd")
        wait("the photos to be in the deck", lambda: self.command("deck.list") and self.deck().count == 11)
        self.swipe("left")
        self.assert_sorted([self.names[0]], [self.names[1]])


if __name__ == "__main__":
    unittest.main()
