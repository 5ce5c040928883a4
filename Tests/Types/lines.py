#!/usr/bin/env python3
"""Every line of the protocol that the repository has, and the types that a decoder has to find in it."""

from __future__ import annotations

import json
import pathlib
from typing import Any, Dict, Iterator, List, NamedTuple, Optional

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "Sources/DeckProtocol/Schema"
TYPES = set(json.loads((SCHEMAS / "deckd.types.schema.json").read_text(encoding="utf-8"))["definitions"])

# The results that are not those of a command, and the members by which they are told apart, in the schema's order.
RESULTS = {
    "hello": "HelloResult", "daemon.status": "StatusResult", "deck.list": "DeckListResult",
    "deck.get": "SnapshotResult", "daemon.reload": "ReloadResult", "deck.cards": "CardsResult",
    "deck.settings": "SettingsResult", "deck.stage": "StageResult", "surface.list": "SurfaceListResult",
}
MARKS = {
    "server": "HelloResult", "uptime": "StatusResult", "decks": "DeckListResult", "snapshot": "SnapshotResult",
    "snapshots": "SnapshotsResult", "restart": "ReloadResult", "cards": "CardsResult", "settings": "SettingsResult",
    "staged": "StageResult", "surfaces": "SurfaceListResult",
}


# What a later daemon may send.
LATER = [
    ('{"jsonrpc":"2.0","method":"event","params":{"seq":1,"t":1,"deck":"a","type":"card.juggled","height":3}}',
     ["EventNotification", "UnknownEvent"]),
    ('{"jsonrpc":"2.0","method":"future"}', ["UnknownNotification"]),
    ('{"jsonrpc":"2.0","method":"motion","params":{"deck":"a","property":"x","kind":"wobble","t":1}}',
     ["MotionNotification", "UnknownMotion"]),
    ('{"jsonrpc":"2.0","method":"motion","params":{"deck":"a","property":"glint","kind":"product","t":1,"new":true,'
     '"of":[{"kind":"set","value":1},{"kind":"wobble","start":2}]}}',
     ["MotionNotification", "ProductMotion", "SetFormula", "UnknownFormula"]),
    ('{"jsonrpc":"2.0","method":"haptic","params":{"t":1,"deck":"a","kind":"purr","strength":1}}',
     ["HapticNotification"]),
    ('{"jsonrpc":"2.0","id":1,"result":{"seq":1,"new":{"of":[1]}}}', ["ResultReply", "CommandResult"]),
]


class Line(NamedTuple):
    place: str
    sender: str
    message: Any
    types: List[str]


def named(wire: str, kind: str) -> str:
    """`CardShownEvent` for `card.shown`; `UnknownEvent` for one that the schema does not have."""
    name = "".join(part[:1].upper() + part[1:] for part in wire.split(".")) + kind
    return name if name in TYPES else f"Unknown{kind}"


def formulas(motion: Any) -> Iterator[str]:
    """The types of the formulas within a formula, in the order of the line."""
    inner = motion.get("of", [])
    for formula in inner if isinstance(inner, list) else [inner]:
        yield named(formula["kind"], "Formula")
        yield from formulas(formula)


def motion(params: Any) -> Iterator[str]:
    kind = named(params["kind"], "Motion")
    yield kind
    # The type of what is unknown has no other members.
    if kind != "UnknownMotion":
        yield from formulas(params)


def notification(message: Any) -> List[str]:
    types = [named(message["method"], "Notification")]
    if message["method"] == "event":
        types.append(named(message["params"]["type"], "Event"))
    if message["method"] == "motion":
        types += motion(message["params"])
    return types


def result(value: Any, method: Optional[str]) -> str:
    if method is None or method == "subscribe":
        return next((name for mark, name in MARKS.items() if mark in value), "CommandResult")
    return RESULTS.get(method, "CommandResult")


def from_daemon(place: str, message: Any, method: Optional[str] = None) -> Line:
    if "method" in message:
        types = ["Question"] if "id" in message else notification(message)
    elif "error" in message:
        types = ["ErrorReply"]
    else:
        value = message["result"]
        types = ["ResultReply", result(value, method)]
        for snapshot in value.get("snapshots", [value["snapshot"]] if "snapshot" in value else []):
            types += [name for params in snapshot.get("motions", []) for name in motion(params)]
    return Line(place, "FromDaemon", message, types)


def from_client(place: str, message: Any) -> Line:
    types = [named(message["method"], "Request")] if "method" in message else ["DelegateAnswer"]
    return Line(place, "FromClient", message, types)


def request(place: str, method: str, params: Any) -> Line:
    return from_client(place, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def is_sound(message: Any) -> bool:
    """Whether a line has the types of the protocol; some conversations have others on purpose."""
    if not isinstance(message, dict):
        return False
    if "error" in message:
        return "data" in message["error"]
    place = message.get("params", {}).get("at", 0)
    return isinstance(place, int) and place >= 0


def numbered(path: pathlib.Path) -> Iterator[Any]:
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        yield f"{path.relative_to(ROOT)}:{number}", text


def fixtures() -> Iterator[Line]:
    """What the tests of the protocol and of replays record."""
    for file in ["DeckProtocolTests/Fixtures/notifications", "DeckProtocolTests/Fixtures/replies",
                 "SystemTests/Fixtures/swipes", "SystemTests/Fixtures/swipes-frames"]:
        for place, text in numbered(ROOT / "Tests" / f"{file}.ndjson"):
            yield from_daemon(place, json.loads(text))


def conversations() -> Iterator[Line]:
    """What the conformance suite says in both directions, but for what is no line of deckd on purpose."""
    for path in sorted((ROOT / "Tests/Conformance/Conversations").glob("*.ndjson")):
        waiting: List[str] = []
        for place, text in numbered(path):
            [(key, value)] = json.loads(text).items()
            if key == "disconnect":
                waiting.clear()
            if key in ("request", "call"):
                yield request(place, value["method"], value["params"])
            if key == "request":
                waiting.append(value["method"])
            if key in ("result", "error"):
                reply = {"jsonrpc": "2.0", "id": 1, key: value}
                method = waiting.pop(0)
                if is_sound(reply):
                    yield from_daemon(place, reply, method)
            if key == "line" and is_sound(value):
                yield from_daemon(place, value)
    cases: List[Dict[str, Any]] = json.loads((ROOT / "Tests/Conformance/requests.json").read_text(encoding="utf-8"))
    for case in cases:
        for method, params in case.get("made", []):
            if is_sound({"params": params}):
                yield request(f"Tests/Conformance/requests.json: {case['about']}", method, params)


def page() -> Iterator[Line]:
    """The transcript and the examples of the protocol page, some of which take several lines."""
    text = ""
    for place, line in numbered(ROOT / "Sources/DeckProtocol/DeckProtocol.docc/Protocol.md"):
        text = line if '{"jsonrpc"' in line[:12] else text and text + line
        try:
            message = json.loads(text[text.index("{"):])
        except ValueError:
            continue
        is_request = text[0] == "→" or text[0] == "{" and "id" in message
        yield from_client(place, message) if is_request else from_daemon(place, message)
        text = ""


def every() -> List[Line]:
    later = [Line("a later daemon", "FromDaemon", json.loads(text), names) for text, names in LATER]
    return [*fixtures(), *conversations(), *page(), *later]


if __name__ == "__main__":
    for line in every():
        print(json.dumps(line._asdict(), ensure_ascii=False))
