#!/usr/bin/env python3
"""Whether deckd keeps what release 1.0 promised: protocol, settings, presets, state, options, and the C library.

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
import re
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
RECORDING, DECISIONS = RELEASE / "swipes.evemu", RELEASE / "decisions.ndjson"
# The last event of state.sql.
KEPT = 17
ALL = ["deckd", "deckctl", "deckd-web", "deckd-mqtt", "deckd-actions"]
# Members that are of the moment, of the machine, or words for people: only their types are compared.
VOLATILE = {"configuration", "expected", "message", "pid", "stateDirectory", "summary", "t", "uid", "uptime", "version"}
# Lists to which a later release may add, in any order.
GROWING = {"capabilities", "choices", "settings"}
# Numbers that a later release may lower, or raise.
FALLING, RISING = {"min"}, {"max", "limits"}


def lacks(promised: Any, found: Any, name: str = "", parent: str = "") -> str:
    """What of a message is missing or another; empty if there is nothing. Members may be added."""
    numbers = isinstance(promised, (int, float)) and isinstance(found, (int, float))
    # In JSON, 0 and false differ, and so do 7 and 7.0 for clients that read integers.
    is_measured = numbers and name in VOLATILE and not isinstance(found, bool)
    if type(promised) is not type(found) and not is_measured:
        return f"{name} is {json.dumps(found)}, not {json.dumps(promised)}"
    if name in VOLATILE:
        return ""
    if isinstance(promised, dict):
        for key, value in promised.items():
            if key not in found:
                return f"{key} is missing"
            if words := lacks(value, found[key], key, name):
                return f"{name}.{words}" if name else words
        return ""
    if isinstance(promised, list) and name in GROWING:
        gone = (value for value in promised if all(lacks(value, other, "", name) for other in found))
        return next((f"{name} lacks {json.dumps(value)}" for value in gone), "")
    if isinstance(promised, list) and len(promised) == len(found):
        return next((words for pair in zip(promised, found) if (words := lacks(*pair, name, parent))), "")
    if promised == found or numbers and (name in FALLING and found < promised or RISING & {name, parent} and found > promised):
        return ""
    return f"{name} is {json.dumps(found)}, not {json.dumps(promised)}"


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
        self.folder, self.last = folder, 0
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
        """Sends a line; "NOW-5" in it is the time 5 µs ago."""
        now = time.monotonic_ns() // 1000
        line = re.sub(r'"NOW([+-]\d+)?"', lambda match: str(now + int(match[1] or 0)), line)
        self.client.sendall(line.encode() + b"\n")

    def next(self) -> str:
        """Receives a line. Events have ascending numbers, and times of the clock; those of the state are of another."""
        line = self.lines.readline().decode()
        if not line:
            raise AssertionError("the daemon closed the connection")
        message = json.loads(line)
        if message.get("method") == "event":
            sequence, age = message["params"]["seq"], time.monotonic_ns() / 1000 - message["params"]["t"]
            assert sequence > self.last, f"seq {sequence} after {self.last}"
            assert sequence <= KEPT or 0 <= age < 60e6, f"an event {age} µs ago"
            self.last = sequence
        return line

    def close(self) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def daemon() -> Iterator[Daemon]:
    with tempfile.TemporaryDirectory(prefix="deckd-compatibility-", dir="/tmp") as folder:
        running = Daemon(folder)
        try:
            yield running
        finally:
            running.close()


def options(program: str) -> Iterator[str]:
    """The subcommands, options and arguments of a program, one per line, with what each is."""
    output = subprocess.run([PROGRAMS / program, "--experimental-dump-help"], capture_output=True, check=True).stdout

    def collect(command: Any, path: str) -> Iterator[str]:
        for argument in command.get("arguments", []):
            names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names") or []]
            words = [argument["kind"]]
            words += ["repeated"] * argument["isRepeating"] + ["required"] * (not argument["isOptional"])
            for name in names or [f"<{argument['valueName']}>"]:
                yield f"{path} {name}: {', '.join(words)}"
        for inner in command.get("subcommands", []):
            yield f"{path} {inner['commandName']}: command"
            yield from collect(inner, f"{path} {inner['commandName']}")

    yield from collect(json.loads(output)["command"], program)


def missing_options(promised: List[str], found: List[str]) -> List[str]:
    """What is gone, is of another kind, or has to be given now. What had to be given may be left out, or repeated."""
    now = dict(line.split(": ") for line in found)
    before = dict(line.split(": ") for line in promised)
    missing = []
    for name, words in before.items():
        kinds, others = words.split(", "), now.get(name, "gone").split(", ")
        if kinds[0] != others[0] or "repeated" in kinds and "repeated" not in others:
            missing.append(f"{name} was {words}, and is {', '.join(others)}")
    commands = {name.rsplit(" ", 1)[0] for name in before}
    for name, words in now.items():
        if "required" in words and "required" not in before.get(name, "") and name.rsplit(" ", 1)[0] in commands:
            missing.append(f"{name} has to be given now")
    return missing


def errors_of_programs_in_c(sources: pathlib.Path) -> str:
    """What the compiler and the linker say of a program for the release's header, with the library of these sources."""
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/libdeckd.so.1"
        flags = ["cc", "-std=c11", "-O1", "-fPIC", "-Werror", f"-I{sources}"]
        exports = f"-Wl,--version-script={sources / 'libdeckd.map'}"
        steps = [
            [*flags, "-shared", exports, "-o", library, sources / "deckd.c", "-lm"],
            [*flags, "-o", f"{folder}/program", RELEASE / "libdeckd.c", library],
        ]
        built = [subprocess.run(step, capture_output=True, encoding="utf-8") for step in steps]
    return "".join(step.stderr for step in built if step.returncode)


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
        while words := lacks(promised, found := json.loads(running.next())):
            passed.append(f"{words}: {json.dumps(found)}")
            if "method" not in found:
                self.fail("\n".join([place, *passed]))

    def test_recorded_fingers_decide_as_they_did(self) -> None:
        lines = DECISIONS.read_text(encoding="utf-8").splitlines()
        found = decisions()
        for number, (line, other) in enumerate(zip(lines, found), 1):
            words = lacks(json.loads(line), json.loads(other))
            self.assertEqual(words, "", f"{DECISIONS.name}:{number}: {line}\n{other}")
        self.assertEqual(len(lines), len(found))

    def test_a_file_with_every_setting_is_taken(self) -> None:
        command = [PROGRAMS / "deckd", "--check-config", "--config", RELEASE / "settings.toml"]
        checked = subprocess.run(command, capture_output=True, encoding="utf-8")
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_programs_have_their_options(self) -> None:
        found = [line for name in ALL for line in options(name)]
        self.assertEqual(missing_options(OPTIONS.read_text(encoding="utf-8").splitlines(), found), [])

    def test_programs_in_c_compile_and_run(self) -> None:
        self.assertEqual(errors_of_programs_in_c(CLIENT), "")


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
            ("request", lambda it: it["allOf"].append({"if": {}, "then": {"required": ["id"]}}), "a rule is new"),
            ("deckSwipeParams", lambda it: it.update(anyOf=[{"required": ["card"]}]), "card must be given now"),
            ("deckSwipeParams", lambda it: it["properties"].update(force=False), "deckSwipeParams.force: refused now"),
            ("settingValues", lambda it: it.update(additionalProperties=True), "anything may be sent now"),
            ("error", lambda it: it["properties"]["code"].update(enum=[1]), "1 may be sent now"),
        ]:
            with self.subTest(words):
                self.assertIn(words, "\n".join(self.schema(lambda all: change(all[name]))))

    def test_answers_may_gain_members_and_lose_none(self) -> None:
        promised = {"seq": 7, "capabilities": ["a", "b"], "cards": [{"id": "x"}], "t": 1}
        self.assertEqual(lacks(promised, {**promised, "new": 1, "capabilities": ["a", "new", "b"], "t": 2}), "")
        self.assertEqual(lacks(promised, {**promised, "seq": 8}), "seq is 8, not 7")
        self.assertEqual(lacks(promised, {**promised, "t": "1"}), 't is "1", not 1')
        self.assertEqual(lacks(promised, {**promised, "seq": 7.0}), "seq is 7.0, not 7")
        self.assertEqual(lacks({"max": 3, "min": 1}, {"max": 4, "min": 0}), "")
        self.assertEqual(lacks({"max": 3, "min": 1}, {"max": 3, "min": 2}), "min is 2, not 1")
        self.assertEqual(lacks(promised, {**promised, "capabilities": ["b"]}), 'capabilities lacks "a"')
        self.assertEqual(lacks(promised, {**promised, "cards": [{"name": "x"}]}), "id is missing")
        self.assertIn("not [", lacks(promised, {**promised, "cards": []}))

    def test_options_may_become_optional_and_not_required(self) -> None:
        promised = ["p --a: option", "p <b>: positional, required", "p c: command"]
        more = ["p --a: option, repeated", "p <b>: positional", "p c: command", "p --new: flag"]
        self.assertEqual(missing_options(promised, more), [])
        self.assertEqual(missing_options(promised, promised[:2]), ["p c was command, and is gone"])
        self.assertEqual(missing_options(promised, ["p --a: flag", *promised[1:]]), ["p --a was option, and is flag"])
        required = [*promised, "p <d>: positional, required"]
        self.assertEqual(missing_options(promised, required), ["p <d> has to be given now"])

    def test_a_library_may_gain_options_at_the_end_only(self) -> None:
        for old, new, word in [
            ("uint64_t number);\n};", "uint64_t number);\n  void *added;\n};", ""),
            ("struct deckd_options {", "struct deckd_options { void *added;", "the offset of socket"),
            ("uint64_t without_cards;", "double without_cards;", "the type of without_cards"),
            ("DECKD_FALSE, DECKD_TRUE", "DECKD_TRUE, DECKD_FALSE", "a value of deckd_kind"),
            ("void *user, const struct deckd_json *result", "void *user, int result", "conflicting types"),
        ]:
            with self.subTest(new), tempfile.TemporaryDirectory() as folder:
                sources = pathlib.Path(shutil.copytree(CLIENT, folder, dirs_exist_ok=True))
                header = sources / "deckd.h"
                text = header.read_text(encoding="utf-8")
                self.assertIn(old, text)
                header.write_text(text.replace(old, new), encoding="utf-8")
                found = errors_of_programs_in_c(sources)
                self.assertIn(word, found) if word else self.assertEqual(found, "")

    def test_a_library_without_a_function_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            sources = pathlib.Path(shutil.copytree(CLIENT, folder, dirs_exist_ok=True))
            for name in ("deckd.h", "deckd.c"):
                text = (sources / name).read_text(encoding="utf-8")
                (sources / name).write_text(text.replace("deckd_place_x(", "deckd_place_at_x("), encoding="utf-8")
            self.assertIn("deckd_place_x", errors_of_programs_in_c(sources))


def decisions() -> List[str]:
    """The events of recorded fingers in the deck of each preset that decides cards."""
    lines: List[str] = []
    for preset in ("natural", "swipeclean", "koloda", "koloda-stretched"):
        command = [PROGRAMS / "deckctl", "replay", RECORDING, "--preset", preset]
        lines += subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
    return lines


def record() -> None:
    """Writes what the programs of now answer."""
    lines = [line for line in CONVERSATION.read_text(encoding="utf-8").splitlines() if not line.startswith("← ")]
    with open(CONVERSATION, "w", encoding="utf-8") as file, daemon() as running:
        for line in lines:
            file.write(line + "\n")
            if line.startswith("→ "):
                running.send(line[2:])
            # An answer to a question has no reply; the refusal of what is not JSON comes before the next one.
            while line.startswith("→ ") and "method" in line:
                received = running.next()
                there = received.replace(f"{RELEASE}/", "/etc/deckd/").replace(f"{running.folder}/", "/var/lib/")
                file.write("← " + there)
                if json.loads(received).get("id") == json.loads(line[2:])["id"]:
                    break
    OPTIONS.write_text("".join(f"{line}\n" for name in ALL for line in options(name)), encoding="utf-8")
    DECISIONS.write_text("".join(f"{line}\n" for line in decisions()), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        record()
    else:
        unittest.main()
