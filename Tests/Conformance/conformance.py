#!/usr/bin/env python3
"""Runs the conformance suite over the Python client.

usage: conformance.py [FILE…]

Without files, every conversation beside this script. README.md describes them.
"""

from __future__ import annotations

import collections
import json
import pathlib
import sys
from typing import Any, Deque, Dict, List

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Sources" / "PythonClient"))

import deckd  # noqa: E402

# How far a value may be from a frame's, which is rounded to three decimals.
FINE = {"opacity", "scale", "anchor", "lift", "z", "progress", "glow", "wash"}
IGNORED = {"index", "depth", "order", "role"}


class Mismatch(Exception):
    """A line of a conversation that does not hold."""


def expect(what: str, expected: Any, found: Any) -> None:
    if expected != found:
        raise Mismatch(f"expected {what} {brief(expected)}, found {brief(found)}")


def brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 2000 else text[:2000] + "…"


def differences(expected: Any, found: Any, path: str) -> List[str]:
    """What two states differ in, member by member."""
    if isinstance(expected, dict) and isinstance(found, dict):
        lines = []
        for name in sorted(set(expected) | set(found)):
            if name not in found:
                lines.append(f"expected {path}.{name} {brief(expected[name])}, found none")
            elif name not in expected:
                lines.append(f"expected no {path}.{name}, found {brief(found[name])}")
            else:
                lines += differences(expected[name], found[name], f"{path}.{name}")
        return lines
    return [] if expected == found else [f"expected {path} {brief(expected)}, found {brief(found)}"]


def compare(expected: Any, found: Any, path: str) -> None:
    """Holds drawn values against a frame's."""
    if isinstance(expected, dict):
        for name in expected:
            if name in IGNORED:
                continue
            if not isinstance(found, dict) or name not in found:
                raise Mismatch(f"expected {path}.{name} {brief(expected[name])}, found none")
            compare(expected[name], found[name], f"{path}.{name}")
    elif isinstance(expected, list):
        for number, (one, other) in enumerate(zip(expected, found)):
            compare(one, other, f"{path}.{number}")
    elif isinstance(expected, (int, float)):
        tolerance = 0.002 if FINE & set(path.split(".")) else 0.011
        if not abs(expected - found) <= tolerance:
            raise Mismatch(f"expected {path} {expected}, found {found}")
    else:
        expect(path, expected, found)


class Runner:
    """Plays the daemon and the author of a conversation to a session."""

    def __init__(self) -> None:
        self.session = deckd.Session(client="conformance")
        self.sent: Deque[Dict[str, Any]] = collections.deque()
        self.unanswered: List[Any] = []
        self.answers: List[Any] = []

    def take_outgoing(self) -> None:
        while self.session.outgoing:
            self.sent.append(json.loads(self.session.outgoing.popleft()))

    def run(self, key: str, value: Any) -> None:
        getattr(self, f"do_{key}")(value)
        self.take_outgoing()

    def do_about(self, value: Any) -> None:
        pass

    def do_options(self, value: Any) -> None:
        self.session = deckd.Session(**{"client": "conformance", **value})

    def do_connect(self, value: Any) -> None:
        self.session.connected()

    def do_disconnect(self, value: Any) -> None:
        self.sent.clear()
        self.unanswered.clear()
        self.session.disconnected()

    def do_request(self, value: Any) -> None:
        if not self.sent:
            raise Mismatch(f"expected the request {brief(value)}, found none")
        request = self.sent.popleft()
        expect("the request", value, {"method": request.get("method"), "params": request.get("params")})
        self.unanswered.append(request["id"])

    def do_silent(self, value: Any) -> None:
        if self.sent:
            raise Mismatch(f"expected no request, found {brief(self.sent[0])}")

    def do_call(self, value: Any) -> None:
        slot: Dict[str, Any] = {}
        self.answers.append(slot)

        def answer(result: Any, error: Any) -> None:
            if isinstance(error, deckd.ConnectionLost):
                slot["answer"] = {"lost": True}
            else:
                slot["answer"] = {"error": error.error} if error else result

        self.session.request(value["method"], value["params"], answer)

    def reply(self, member: str, value: Any) -> None:
        if not self.unanswered:
            raise Mismatch(f"there is no request that {brief(value)} could answer")
        self.session.receive(json.dumps({"jsonrpc": "2.0", "id": self.unanswered.pop(0), member: value}))

    def do_result(self, value: Any) -> None:
        self.reply("result", value)

    def do_error(self, value: Any) -> None:
        self.reply("error", value)

    def do_answered(self, value: Any) -> None:
        if not self.answers:
            raise Mismatch("there is no call that could be answered")
        slot = self.answers.pop(0)
        if "answer" not in slot:
            raise Mismatch(f"expected the answer {brief(value)}, found none yet")
        expect("the answer", value, slot["answer"])

    def do_line(self, value: Any) -> None:
        try:
            self.session.receive(json.dumps(value))
        except deckd.WrongMessage as error:
            if isinstance(value, dict):
                raise Mismatch(f"a message is refused: {error}") from error

    def do_wrong(self, value: Any) -> None:
        try:
            self.session.receive(value if isinstance(value, str) else json.dumps(value))
        except deckd.WrongMessage:
            self.do_disconnect(True)
            self.do_connect(True)
        else:
            raise Mismatch(f"a message is taken that is wrong: {brief(value)}")

    def do_events(self, value: Any) -> None:
        events = [event.seq or event.type for event in self.session.events if event.seq or event.type == "resync"]
        self.session.events.clear()
        expect("the events", value, events)

    def do_decks(self, value: Any) -> None:
        expect("the decks", value, sorted(self.session.decks))

    def do_model(self, value: Any) -> None:
        deck = self.session.decks.get(value["deck"])
        if deck is None:
            raise Mismatch(f"expected a model of {value['deck']}, found those of {sorted(self.session.decks)}")
        found = differences(value, deck.as_json(), "model")
        if found:
            raise Mismatch("\n  ".join(found))

    def do_places(self, value: Any) -> None:
        places = self.session.places(value["deck"], value["t"])
        cards = {place.id: vars(place) for place in places.cards}
        for card in value["cards"]:
            if card["id"] not in cards:
                raise Mismatch(f"expected a place of {card['id']}, found those of {sorted(cards)}")
            compare(card, cards[card["id"]], card["id"])
        heights = [place.z for place in places.cards]
        expect("the cards by ascending z,", sorted(heights), heights)
        for part in ("overlay", "detail", "fan"):
            if part in value:
                compare(value[part], getattr(places, part), part)


def run(path: pathlib.Path) -> bool:
    runner = Runner()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        [(key, value)] = json.loads(line).items()
        try:
            runner.run(key, value)
        except Mismatch as mismatch:
            print(f"{path}:{number}: {mismatch}")
            return False
    print(f"{path.stem}: passed")
    return True


def main() -> int:
    paths = [pathlib.Path(name) for name in sys.argv[1:]] or sorted((HERE / "Conversations").glob("*.ndjson"))
    passed = sum(run(path) for path in paths)
    print(f"{passed} passed, {len(paths) - passed} failed")
    return 0 if paths and passed == len(paths) else 1


if __name__ == "__main__":
    sys.exit(main())
