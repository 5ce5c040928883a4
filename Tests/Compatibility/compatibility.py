#!/usr/bin/env python3
"""Whether deckd keeps what release 1.0 promised: protocol, settings, state, options and the C library's interface.

usage: compatibility.py [-v] [TEST…]
       compatibility.py --record      writes the answers of a new conversation; never for a release that is out

The folder 1.0 has what the release had; the page Compatibility says what may change. DECKD_PROGRAMS is the folder of
the programs, .build/debug when left out.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any, Callable, Iterator, List

from schemas import breaks

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RELEASE = HERE / "1.0"
PROGRAMS = pathlib.Path(os.environ.get("DECKD_PROGRAMS", ROOT / ".build" / "debug"))
CLIENT = ROOT / "Sources" / "CDeckClient"
EARLIER, LATER = RELEASE / "schema.json", ROOT / "Sources/DeckProtocol/Schema/deckd.schema.json"
CONVERSATION, OPTIONS = RELEASE / "conversation.txt", RELEASE / "options.txt"
ALL = ["deckd", "deckctl", "deckd-web", "deckd-mqtt", "deckd-actions"]
# Members that are of the moment, or words for people: only their types are compared.
VOLATILE = {"configuration", "expected", "message", "pid", "stateDirectory", "t", "uptime", "version"}
# Lists to which a later release may add.
GROWING = {"capabilities", "settings"}


def lacks(promised: Any, found: Any, name: str = "") -> str:
    """What of a message is missing or another; empty if there is nothing. Members may be added."""
    if name in VOLATILE:
        return "" if type(promised) is type(found) else f"{name} is {found!r}, not {type(promised).__name__}"
    if isinstance(promised, dict) and isinstance(found, dict):
        for key, value in promised.items():
            if key not in found:
                return f"{key} is missing"
            if words := lacks(value, found[key], key):
                return f"{name}.{words}" if name else words
        return ""
    if isinstance(promised, list) and isinstance(found, list) and name in GROWING:
        rest = iter(found)
        gone = (value for value in promised if all(lacks(value, other, name) for other in rest))
        return next((f"{name} lacks {json.dumps(value)}" for value in gone), "")
    if isinstance(promised, list) and isinstance(found, list) and len(promised) == len(found):
        return next((words for pair in zip(promised, found) if (words := lacks(*pair, name))), "")
    return "" if promised == found else f"{name} is {json.dumps(found)}, not {json.dumps(promised)}"


class Daemon:
    """deckd with the release's decks and state, and a client that speaks lines."""

    def __init__(self, folder: str) -> None:
        state = pathlib.Path(folder, "state")
        state.mkdir(mode=0o700)
        with contextlib.closing(sqlite3.connect(state / "state.db")) as database:
            database.executescript((RELEASE / "state.sql").read_text(encoding="utf-8"))
        (state / "state.db-mark").write_bytes((RELEASE / "state.mark").read_bytes().ljust(256, b"\0"))
        path = f"{folder}/deckd.sock"
        self.log = pathlib.Path(folder, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [PROGRAMS / "deckd", "--config", RELEASE / "decks.toml", "--socket", path, "--state-dir", state]
                + ["--seat", "nobody"],
                stderr=log,
            )
        self.client = socket.socket(socket.AF_UNIX)
        self.client.settimeout(30)
        deadline = time.monotonic() + 30
        while True:
            try:
                self.client.connect(path)
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError(self.log.read_text(encoding="utf-8")) from None
                time.sleep(0.02)
        self.lines = self.client.makefile("rb")

    def send(self, line: str) -> None:
        self.client.sendall(line.encode() + b"\n")

    def next(self) -> Any:
        line = self.lines.readline()
        if not line:
            raise AssertionError("the daemon closed the connection")
        return json.loads(line)

    def close(self) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def daemon() -> Iterator[Daemon]:
    with tempfile.TemporaryDirectory(prefix="deckd-compatibility-") as folder:
        running = Daemon(folder)
        try:
            yield running
        finally:
            running.close()


def options(program: str) -> List[str]:
    """The subcommands and options of a program, one per line."""
    output = subprocess.run([PROGRAMS / program, "--experimental-dump-help"], capture_output=True, check=True).stdout
    found: List[str] = []

    def collect(command: Any, path: str) -> None:
        for argument in command.get("arguments", []):
            for name in argument.get("names") or []:
                found.append(f"{path} {'--' if name['kind'] == 'long' else '-'}{name['name']}")
        for inner in command.get("subcommands", []):
            found.append(f"{path} {inner['commandName']}")
            collect(inner, f"{path} {inner['commandName']}")

    collect(json.loads(output)["command"], program)
    return found


def differences_of_library(sources: pathlib.Path) -> str:
    """What abidiff says of the library that these sources make; empty where programs built for the release's run."""
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/libdeckd.so.1"
        subprocess.run(
            ["cc", "-g", "-O1", "-std=c11", "-fPIC", "-shared", "-Wl,-soname,libdeckd.so.1", "-o", library]
            + [f"-Wl,--version-script={sources / 'libdeckd.map'}", sources / "deckd.c", "-lm"],
            check=True,
        )
        compared = subprocess.run(
            ["abidiff", "--no-added-syms", "--suppressions", RELEASE / "libdeckd.suppr"]
            + [RELEASE / "libdeckd.abi", library],
            capture_output=True,
            text=True,
        )
    return compared.stdout + compared.stderr if compared.returncode else ""


needs_abidiff = unittest.skipUnless(shutil.which("abidiff"), "left out: abigail-tools is not installed")


class Compatibility(unittest.TestCase):
    """Each fails where a later deckd breaks what release 1.0 promised."""

    def test_messages_keep_what_they_had(self) -> None:
        self.assertEqual(breaks(*(json.loads(path.read_text(encoding="utf-8")) for path in (EARLIER, LATER))), [])

    def test_a_client_of_the_release_continues_with_its_state(self) -> None:
        with daemon() as running:
            for number, line in enumerate(CONVERSATION.read_text(encoding="utf-8").splitlines(), 1):
                if line.startswith("→ "):
                    running.send(line[2:])
                elif line.startswith("← "):
                    self.receive(running, json.loads(line[2:]), f"{CONVERSATION.name}:{number}: {line}")

    def receive(self, running: Daemon, promised: Any, place: str) -> None:
        """Receives lines up to one that has what was promised. Others may come before it, but no other reply."""
        passed = []
        while words := lacks(promised, found := running.next()):
            passed.append(f"{words}: {json.dumps(found)}")
            if "method" not in found:
                self.fail("\n".join([place, *passed]))

    def test_a_file_with_every_setting_is_taken(self) -> None:
        command = [PROGRAMS / "deckd", "--check-config", "--config", RELEASE / "settings.toml"]
        checked = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_programs_have_their_options(self) -> None:
        promised = OPTIONS.read_text(encoding="utf-8").splitlines()
        found = {line for name in ALL for line in options(name)}
        self.assertEqual([line for line in promised if line not in found], [])

    @needs_abidiff
    def test_programs_built_for_libdeckd_run(self) -> None:
        self.assertEqual(differences_of_library(CLIENT), "")


class Breaks(unittest.TestCase):
    """What the comparisons are to find, and what they are to let through."""

    def schema(self, change: Callable[[Any], Any]) -> List[str]:
        schema = json.loads(EARLIER.read_text(encoding="utf-8"))
        later = copy.deepcopy(schema)
        change(later["definitions"])
        return breaks(schema, later)

    def test_messages_may_gain_members(self) -> None:
        for change in [
            lambda all: all["frame"]["properties"].update(speed={"type": "number"}),
            lambda all: all["deckSwipeParams"]["properties"].update(speed={}),
            lambda all: all["event"]["properties"]["type"]["examples"].append("card.lost"),
            lambda all: all["request"]["properties"]["method"]["enum"].append("deck.sort"),
            lambda all: all["deckSwipeParams"]["required"].clear(),
        ]:
            self.assertEqual(self.schema(change), [])

    def test_messages_that_break_are_found(self) -> None:
        for name, change, words in [
            ("frame", lambda it: it["properties"].pop("phase"), "frame: phase is gone"),
            ("frame", lambda it: it["required"].remove("phase"), "frame: phase may be left out now"),
            ("frame", lambda it: it["properties"].update(t={"type": "string"}), "frame.t: string may be sent now"),
            ("resetReason", lambda it: it["enum"].append("late"), 'resetReason: "late" may be sent now'),
            ("cardRole", lambda it: it.pop("enum"), "cardRole: anything may be sent now"),
            ("event", lambda it: it["properties"]["type"]["examples"].remove("card.reset"), "card.reset is gone"),
            ("notification", lambda it: it["allOf"].pop(2), "notification.allOf: what applies to"),
            ("deckSwipeParams", lambda it: it["properties"].pop("card"), "deckSwipeParams: card is gone"),
            ("deckSwipeParams", lambda it: it["required"].append("card"), "card must be given now"),
            ("direction", lambda it: it["enum"].remove("up"), 'direction: "up" is refused now'),
            ("deckCardsParams", lambda it: it["properties"]["ids"].update(maxItems=9), "maxItems was 250 and is 9"),
            ("request", lambda it: it["properties"]["method"]["enum"].remove("deck.undo"), '"deck.undo" is refused'),
        ]:
            with self.subTest(words):
                self.assertIn(words, "\n".join(self.schema(lambda all: change(all[name]))))

    def test_answers_may_gain_members_and_lose_none(self) -> None:
        promised = {"seq": 7, "capabilities": ["a", "b"], "cards": [{"id": "x"}], "t": 1}
        self.assertEqual(lacks(promised, {**promised, "new": 1, "capabilities": ["a", "new", "b"], "t": 2}), "")
        self.assertEqual(lacks(promised, {**promised, "seq": 8}), "seq is 8, not 7")
        self.assertEqual(lacks(promised, {**promised, "t": "1"}), "t is '1', not int")
        self.assertEqual(lacks(promised, {**promised, "capabilities": ["b"]}), 'capabilities lacks "a"')
        self.assertEqual(lacks(promised, {**promised, "cards": [{"name": "x"}]}), "id is missing")
        self.assertIn("not [", lacks(promised, {**promised, "cards": []}))

    @needs_abidiff
    def test_a_library_may_gain_members_at_the_end_of_its_options_only(self) -> None:
        first, last = "struct deckd_options {", "void (*question_closed)(void *user, uint64_t number);"
        for place, is_break in [(first, True), (last, False)]:
            with self.subTest(place), tempfile.TemporaryDirectory() as folder:
                sources = pathlib.Path(shutil.copytree(CLIENT, folder, dirs_exist_ok=True))
                header = sources / "deckd.h"
                text = header.read_text(encoding="utf-8")
                self.assertIn(place, text)
                header.write_text(text.replace(place, place + " void *added;"), encoding="utf-8")
                self.assertEqual("deckd_options" in differences_of_library(sources), is_break)


def identifier(request: str) -> Any:
    """The id of a request; None where that cannot be read, as in the refusal."""
    try:
        return json.loads(request)["id"]
    except ValueError:
        return None


def record() -> None:
    """Writes what the daemon of now answers after each request of the conversation."""
    lines = [line for line in CONVERSATION.read_text(encoding="utf-8").splitlines() if not line.startswith("← ")]
    with open(CONVERSATION, "w", encoding="utf-8") as file, daemon() as running:
        for line in lines:
            file.write(line + "\n")
            if not line.startswith("→ "):
                continue
            running.send(line[2:])
            while True:
                received = running.lines.readline().decode()
                file.write("← " + received)
                if json.loads(received).get("id", 0) == identifier(line[2:]):
                    break


if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        record()
    else:
        unittest.main()
