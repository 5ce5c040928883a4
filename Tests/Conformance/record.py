#!/usr/bin/env python3
"""Records conversations of the conformance suite with a real daemon.

usage: record.py DECKD [NAME…]

Writes Conversations/NAME.ndjson for the scenes that are named, or for all of them. What the client sends is what the
Python client's session decides; what is expected of it comes from a second connection: the places are frames, and the
models are what `deck.get` and `deck.cards` return. Review the difference like code.
"""

from __future__ import annotations

import json
import pathlib
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Sources" / "PythonClient"))

import conformance  # noqa: E402
import deckd  # noqa: E402

COUNTS = ("current", "count", "undoDepth")
MODEL = ("deck", "kind", "preset", "seq", "surface", "area", *COUNTS, "round", "open", "settings")


class Daemon:
    """A daemon without panels, in a folder of its own."""

    running: List[Daemon] = []

    def __init__(self, program: str, configuration: str, keeps_state: bool = False) -> None:
        self.running.append(self)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="deckd-record."))
        self.socket = str(self.folder / "deckd.sock")
        self.configure(configuration)
        configured = ["--config", str(self.folder / "deckd.toml"), "--socket", self.socket]
        self.command = [program, "--seat", "nobody", *configured]
        if keeps_state:
            self.command += ["--state-dir", str(self.folder / "state")]
        self.start()

    def configure(self, configuration: str) -> None:
        (self.folder / "deckd.toml").write_text(configuration, encoding="utf-8")

    def start(self) -> None:
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=log)
        wait(lambda: self.process.poll() is not None or reaches(self.socket), "deckd to listen")
        if self.process.poll() is not None:
            raise SystemExit((self.folder / "log").read_text())

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @classmethod
    def close_all(cls) -> None:
        while cls.running:
            cls.running.pop().close()


def reaches(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


def wait(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + 20
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"waited 20 s for {what}")
        time.sleep(0.002)


class Wire:
    """A connection, line by line."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, line: str) -> None:
        self.socket.sendall(line.encode() + b"\n")

    def lines(self, seconds: float) -> List[Any]:
        """The messages that have come, or come within a time."""
        if not select.select([self.socket], [], [], seconds)[0]:
            return []
        data = self.socket.recv(1 << 20)
        if not data:
            raise SystemExit("deckd has closed the connection")
        *lines, self.rest = (self.rest + data).split(b"\n")
        return [json.loads(line) for line in lines]


class Witness:
    """The second connection: it commands, touches, and sees the frames."""

    def __init__(self, path: str) -> None:
        self.wire = Wire(path)
        self.frames: List[Any] = []
        self.events: List[int] = []
        self.phases: Dict[str, str] = {}
        self.id = 0
        self.ask("subscribe", deck="*", topics=["frames", "events"])

    def ask(self, method: str, **params: Any) -> Any:
        self.id += 1
        self.wire.send(json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}))
        while True:
            for message in self.read(20):
                if message.get("id") == self.id:
                    if "error" in message:
                        raise SystemExit(f"{method}: {message['error']}")
                    return message["result"]

    def read(self, seconds: float) -> List[Any]:
        messages = self.wire.lines(seconds)
        for message in messages:
            if message.get("method") == "frame":
                self.frames.append(message["params"])
                self.phases[message["params"]["deck"]] = message["params"]["phase"]
            elif message.get("method") == "event":
                self.events.append(message["params"]["seq"])
            elif "snapshots" in (message.get("result") or {}):
                self.phases = {one["deck"]: one["phase"] for one in message["result"]["snapshots"]}
        return messages

    def model(self, deck: str) -> Any:
        """The deck as it is, as the contract has it."""
        snapshot = self.ask("deck.get", deck=deck)["snapshot"]
        cards: List[Any] = []
        start: Optional[int] = 0
        while start is not None and snapshot["count"]:
            page = self.ask("deck.cards", deck=deck, **{"from": start})
            cards += page["cards"]
            start = page.get("next")
        return {**{name: snapshot[name] for name in MODEL if name in snapshot}, "cards": cards}


class Scene:
    """A conversation that is being recorded."""

    def __init__(self, program: str, about: str, configuration: str, keeps_state: bool = False, **options: Any) -> None:
        self.daemon = Daemon(program, configuration, keeps_state)
        self.lines: List[Dict[str, Any]] = [{"about": about}]
        if options:
            self.note(options=options)
        self.session = deckd.Session(client="conformance", **options)
        self.unanswered: List[Tuple[int, str]] = []
        self.calls: List[Any] = []
        self.wire: Optional[Wire] = None
        self.seqs: Dict[str, int] = {}
        self.witness = Witness(self.daemon.socket)

    def note(self, **line: Any) -> None:
        self.lines.append(line)

    # The client

    def connect(self) -> None:
        self.wire = Wire(self.daemon.socket)
        self.note(connect=True)
        self.session.connected()
        self.send()
        self.settle()

    def restart(self) -> None:
        """Kills the daemon, and starts it again."""
        self.disconnect()
        self.daemon.kill()
        self.daemon.start()
        self.witness = Witness(self.daemon.socket)

    def disconnect(self) -> None:
        if self.wire:
            self.wire.socket.close()
        self.wire = None
        self.unanswered.clear()
        self.note(disconnect=True)
        self.session.disconnected()

    def send(self) -> None:
        while self.session.outgoing:
            line = self.session.outgoing.popleft()
            request = json.loads(line)
            self.note(request={"method": request["method"], "params": request["params"]})
            self.unanswered.append((request["id"], request["method"]))
            if self.wire:
                self.wire.send(line)

    def take(self, message: Any) -> None:
        if "id" in message and "method" not in message:
            id, _ = self.unanswered.pop(0)
            assert message["id"] == id, "deckd answered out of order, which a conversation cannot express"
            member = "error" if "error" in message else "result"
            self.lines.append({member: message[member]})
        else:
            self.note(line=message)
        result = message.get("result") or {}
        if "snapshots" in result or "snapshot" in result:
            snapshots = result["snapshots"] if "snapshots" in result else [result["snapshot"]]
            self.seqs = {snapshot["deck"]: snapshot["seq"] for snapshot in snapshots}
        elif message.get("method") == "event":
            event = message["params"]
            self.seqs[event["deck"]] = max(event["seq"], self.seqs.get(event["deck"], 0))
        self.session.receive(json.dumps(message))
        self.send()

    def read(self, seconds: float) -> bool:
        messages = self.wire.lines(seconds) if self.wire else []
        for message in messages:
            self.take(message)
        return bool(messages)

    def settle(self) -> None:
        """Reads until nothing has come for a while and every deck is at rest."""
        end = time.monotonic() + 20
        while self.read(0.1) or self.witness.read(0) or set(self.witness.phases.values()) - {"rest"}:
            if time.monotonic() > end:
                raise SystemExit(f"waited 20 s for the decks to be at rest: {self.witness.phases}")
        assert not self.unanswered or not self.wire, self.unanswered

    def watch(self, seconds: float) -> None:
        """Reads for a time, whatever moves."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(min(left, 0.005))
            self.witness.read(0)

    def call(self, method: str, **params: Any) -> None:
        self.note(call={"method": method, "params": params})
        self.session.request(method, params, lambda result, error: self.calls.append((result, error)))
        self.send()

    def answered(self) -> None:
        """Notes the answer of the oldest call."""
        while not self.calls:
            self.read(20)
        result, error = self.calls.pop(0)
        if isinstance(error, deckd.ConnectionLost):
            self.note(answered={"lost": True})
        else:
            self.note(answered={"error": error.error} if error else result)

    # What holds

    def check(self, *decks: str) -> None:
        """Notes the events since the last check, the decks, and the models of some."""
        self.note(silent=True)
        self.note(events=[e.seq or e.type for e in self.session.events if e.seq or e.type == "resync"])
        self.session.events.clear()
        self.note(decks=sorted(one["id"] for one in self.witness.ask("deck.list")["decks"]))
        for deck in decks:
            # The daemon's own snapshots have the number of the last event of any deck.
            model = {**self.witness.model(deck), "seq": self.seqs[deck]}
            if not self.session.fetches_cards:
                del model["cards"]
            self.note(model=model)

    # The finger

    def touch(self, surface: str, *moments: Iterable[Tuple[int, str, float, float]], pause: float = 0.02) -> None:
        """Injects moments, each of contacts (id, phase, x, y), and reads in between."""
        for contacts in moments:
            frame = [{"id": id, "phase": phase, "x": x, "y": y} for id, phase, x, y in contacts]
            self.witness.ask("input.inject", surface=surface, contacts=frame)
            self.watch(pause)

    def drag(self, surface: str, *points: Tuple[float, float], pause: float = 0.02, hold: float = 0) -> None:
        """Moves a finger along points; `hold` is how long it rests on the first."""
        first, last = points[0], points[-1]
        self.touch(surface, [(0, "down", *first)], pause=pause + hold)
        self.touch(surface, *([(0, "moved", *point)] for point in points[1:]), [(0, "up", *last)], pause=pause)

    def tap(self, surface: str, x: float, y: float) -> None:
        self.touch(surface, [(0, "down", x, y)], [(0, "up", x, y)])

    # The file

    def save(self, name: str, frames: int) -> None:
        """Adds places, as many as `frames` says, and writes the conversation."""
        self.place(frames)
        path = HERE / "Conversations" / f"{name}.ndjson"
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in self.lines)
        path.write_text(text, encoding="utf-8")
        if not conformance.run(path):
            raise SystemExit(1)
        print(f"  {len(self.lines)} lines, {len(text)} bytes")

    def place(self, number: int) -> None:
        """A frame of the moment t holds between the motions up to t and the first one after it."""
        spots: List[Tuple[int, Any]] = []
        for frame in self.witness.frames:
            spot = self.spot(frame["deck"], frame["t"])
            if spot is not None:
                spots.append((spot, frame))
        step = max(1, len(spots) / max(number, 1))
        chosen = [spots[int(i * step)] for i in range(min(number, len(spots)))]
        for spot, frame in reversed(chosen):
            places = {name: frame[name] for name in ("deck", "t", "cards", "overlay", "detail", "fan") if name in frame}
            self.lines.insert(spot, {"places": places})

    def spot(self, deck: str, t: int) -> Optional[int]:
        """Where the motions of a deck that hold at a moment have come; none where it is not subscribed to then."""
        known = None
        for index, line in enumerate(self.lines):
            ((key, value),) = line.items()
            if key == "disconnect" or key == "result" and "snapshots" in value:
                known = None
            if key == "line" and value.get("method") == "motion" and value["params"]["deck"] == deck:
                if value["params"]["t"] > t:
                    return known
                known = index + 1
        return known


# Scenes

SURFACE = """
[[surfaces]]
name = "main"
width = 400
height = 800
"""


def deck(preset: str, count: int = 6, settings: str = "", cards: str = "") -> str:
    cards = cards or f"count = {count}"
    return f'{SURFACE}\n[[decks]]\nid = "main"\npreset = "{preset}"\n{cards}\n[decks.settings]\n{settings}\n'


def swipe(program: str) -> None:
    scene = Scene(
        program,
        "A swipe deck under a finger: a swipe, a snap back with its overlay, a swipe, two undos.",
        deck("swipeclean", settings="appear.enabled = false"),
    )
    scene.connect()
    scene.check("main")
    scene.drag("main", (200, 400), (230, 402), (290, 410), (360, 420))
    scene.settle()
    scene.check("main")
    scene.drag("main", (200, 400), (180, 400), (140, 395), (120, 390))
    scene.settle()
    scene.check("main")
    scene.drag("main", (200, 400), (150, 400), (40, 380))
    scene.settle()
    scene.witness.ask("deck.undo")
    scene.settle()
    scene.witness.ask("deck.undo")
    scene.settle()
    scene.check("main")
    scene.save("swipe", 40)


def koloda(program: str) -> None:
    scene = Scene(
        program,
        "The koloda preset: cards appear, one is thrown in a diagonal, one returns, one is undone.",
        deck("koloda", 5),
    )
    scene.connect()
    scene.witness.ask("deck.appear")
    scene.watch(2.5)
    scene.settle()
    scene.drag("main", (60, 250), (130, 320), (250, 450), (390, 640))
    scene.settle()
    scene.drag("main", (200, 400), (220, 380), (230, 370))
    scene.settle()
    scene.check("main")
    scene.witness.ask("deck.undo")
    scene.settle()
    scene.check("main")
    scene.save("koloda", 24)


def wallet(program: str) -> None:
    scene = Scene(
        program,
        "A wallet: it scrolls, a card opens, its content scrolls, it is dismissed, another is reordered.",
        deck("wallet", 8, settings="appear.enabled = false"),
    )
    scene.connect()
    scene.drag("main", (200, 600), (200, 560), (200, 480), (200, 420))
    scene.settle()
    scene.check("main")
    scene.witness.ask("deck.select", card="card-2")
    scene.witness.ask("detail.layout", card="card-2", length=1600)
    scene.settle()
    scene.check("main")
    scene.drag("main", (300, 700), (280, 700), (230, 700), (160, 700), pause=0.01)
    scene.settle()
    scene.witness.ask("deck.dismiss")
    scene.settle()
    scene.check("main")
    scene.drag("main", (200, 300), (200, 310), (200, 400), (200, 460), hold=0.8)
    scene.settle()
    scene.check("main")
    scene.witness.ask("deck.bounce")
    scene.settle()
    scene.check("main")
    scene.save("wallet", 30)


def fan(program: str) -> None:
    scene = Scene(
        program,
        "A stack: a pull fans it out, a card opens, its detail scrolls, a drag down returns, another closes it.",
        deck("fan", 5),
    )
    scene.connect()
    scene.drag("main", (200, 300), (200, 330), (200, 400), (200, 480))
    scene.settle()
    scene.check("main")
    scene.tap("main", 200, 300)
    scene.settle()
    scene.check("main")
    card = scene.witness.model("main")["open"]
    scene.witness.ask("detail.layout", card=card, length=900)
    scene.settle()
    scene.drag("main", (200, 700), (200, 680), (200, 620), (200, 540), pause=0.01)
    scene.settle()
    scene.drag("main", (200, 300), (200, 400), (200, 600), (200, 790), pause=0.05)
    scene.settle()
    scene.drag("main", (200, 300), (200, 330), (200, 380), (200, 420), pause=0.06)
    scene.settle()
    scene.drag("main", (200, 300), (200, 400), (200, 500), (200, 600), pause=0.05)
    scene.settle()
    scene.check("main")
    scene.save("fan", 40)


def carousel(program: str) -> None:
    scene = Scene(
        program,
        "A carousel: a fling, the loop backwards, a card in the center by its id.",
        deck("carousel", 4, settings="loop = true"),
    )
    scene.connect()
    scene.drag("main", (300, 400), (240, 400), (100, 400), pause=0.012)
    scene.settle()
    scene.drag("main", (100, 400), (180, 400), (360, 400), pause=0.012)
    scene.settle()
    scene.witness.ask("deck.scroll", card="card-3")
    scene.settle()
    scene.check("main")
    scene.save("carousel", 24)


CARDS = (
    'cards = [{ id = "a", data = { title = "A" } }, { id = "b", data = [1, 2.5, false] }, { id = "c", label = "Ç" }]'
)


def changes(program: str) -> None:
    scene = Scene(
        program,
        "Cards that are inserted, updated, moved, removed, loaded and laid out again, in a carousel.",
        deck("carousel", cards=CARDS),
    )
    scene.connect()
    ask = scene.witness.ask

    def then() -> None:
        scene.settle()
        scene.check("main")

    ask("deck.insert", at=1, cards=[{"id": "x", "data": {"n": 1}}, {"id": "y", "hint": "twice"}, {"id": "z"}])
    then()
    ask("deck.update", cards=[{"id": "x", "data": {"n": 2}}, {"id": "b"}])
    ask("deck.move", card="z", to=0)
    then()
    ask("deck.remove", at=1, count=2)
    then()
    ask("deck.load", cards=[{"id": "p"}, {"id": "q"}, {"id": "r"}], current=1)
    then()
    ask("deck.load", cards=[])
    then()
    ask("deck.insert", cards=[{"id": "only"}])
    then()
    ask("deck.load")
    ask("deck.reset")
    ask("deck.reload")
    then()
    scene.save("changes", 6)


def rounds(program: str) -> None:
    scene = Scene(
        program,
        "A round that loads, is active, ends, and continues after an undo and with a new card.",
        deck("swipeclean", cards='cards = [{ id = "a", loaded = false }, { id = "b" }]'),
        topics=["events"],
    )
    scene.connect()
    scene.check("main")
    ask = scene.witness.ask
    steps: Sequence[Callable[[], Any]] = (
        lambda: ask("deck.configure", settings={"accessibility.announces": True}),
        lambda: ask("deck.load", cards=[{"id": "a", "loaded": False}, {"id": "b"}]),
        lambda: ask("deck.update", cards=[{"id": "a", "loaded": True}]),
        lambda: (ask("deck.swipe", direction="left"), ask("deck.swipe", direction="right")),
        lambda: ask("deck.undo"),
        lambda: (ask("deck.swipe", direction="right"), ask("deck.insert", cards=[{"id": "c"}])),
        lambda: (ask("deck.load", cards=[{"id": "d"}]), ask("deck.swipe", direction="right")),
        lambda: ask("deck.configure", settings={"round.enabled": False}),
    )
    for step in steps:
        step()
        scene.settle()
        scene.check("main")
    scene.save("rounds", 0)


def configure(program: str) -> None:
    scene = Scene(
        program,
        "Settings, the surface, and by daemon.reload the preset and the kind of a deck change.",
        deck("swipeclean", 4),
    )
    scene.connect()
    ask = scene.witness.ask

    def reload_with(configuration: str) -> None:
        scene.daemon.configure(configuration)
        ask("daemon.reload")

    steps: Sequence[Callable[[], Any]] = (
        lambda: ask("deck.configure", settings={"visible": 2, "snap.spring": "response 0.3, dampingFraction 0.8"}),
        lambda: ask("surface.set", reducedMotion=True, refresh=30),
        lambda: ask("surface.set", rotation=90),
        lambda: ask("deck.configure", settings={"visible": None}),
        lambda: reload_with(deck("koloda", 4)),
        lambda: reload_with(deck("wallet", 4)),
    )
    for step in steps:
        step()
        scene.settle()
        scene.check("main")
    scene.save("configure", 6)


def reload(program: str) -> None:
    one = deck("swipeclean", 3)
    two = one + '\n[[decks]]\nid = "second"\npreset = "wallet"\ncount = 4\n[decks.settings]\nappear.enabled = false\n'
    scene = Scene(program, "A deck that daemon.reload adds, removes, and brings back with its cards.", one)
    scene.connect()
    ask = scene.witness.ask
    for text, decks in ((two, ("main", "second")), (one, ("main",)), (two, ("main", "second"))):
        scene.daemon.configure(text)
        ask("daemon.reload")
        if "second" in decks:
            scene.settle()
            ask("deck.insert", deck="second", cards=[{"id": f"new-{len(scene.lines)}"}])
        else:
            scene.witness.phases.pop("second")
        scene.settle()
        scene.check(*decks)
    scene.save("reload", 8)


def resume(program: str) -> None:
    scene = Scene(
        program,
        "Two disconnections, the second with the daemon killed: no event is missed, none comes twice.",
        deck("swipeclean", 8),
        keeps_state=True,
    )
    scene.connect()
    ask = scene.witness.ask
    ask("deck.swipe", deck="main", direction="left")
    scene.settle()
    scene.check("main")
    scene.disconnect()
    ask("deck.swipe", deck="main", direction="right")
    ask("deck.insert", deck="main", cards=[{"id": "while-away"}])
    ask("deck.undo", deck="main")
    scene.connect()
    scene.check("main")
    scene.disconnect()
    ask("deck.swipe", deck="main", direction="left")
    scene.restart()
    scene.connect()
    scene.check("main")
    scene.witness.ask("deck.remove", deck="main", at=0)
    scene.settle()
    scene.check("main")
    scene.save("resume", 6)


def resync(program: str) -> None:
    scene = Scene(
        program,
        "The daemon comes back with another journal: the client delivers resync and begins again.",
        deck("swipeclean", 5),
        keeps_state=True,
    )
    scene.connect()
    scene.witness.ask("deck.swipe", direction="left")
    scene.settle()
    scene.check("main")
    scene.disconnect()
    scene.daemon.kill()
    shutil.rmtree(scene.daemon.folder / "state")
    scene.daemon.start()
    scene.witness = Witness(scene.daemon.socket)
    scene.connect()
    scene.check("main")
    scene.witness.ask("deck.swipe", direction="right")
    scene.settle()
    scene.check("main")
    scene.restart()
    scene.connect()
    scene.check("main")
    scene.save("resync", 4)


def stateless(program: str) -> None:
    scene = Scene(
        program,
        "A daemon without a journal: a later subscription has no since, and delivers resync.",
        deck("swipeclean", 3),
        topics=["events"],
    )
    scene.connect()
    scene.check("main")
    scene.restart()
    scene.connect()
    scene.check("main")
    scene.save("stateless", 0)


def calls(program: str) -> None:
    scene = Scene(
        program,
        "The author's calls: one is answered, one refused, one lost with its connection and not sent again.",
        deck("swipeclean", 4),
        keeps_state=True,
    )
    scene.connect()
    scene.call("deck.swipe", direction="left", card="card-0")
    scene.answered()
    scene.settle()
    scene.call("deck.swipe", direction="east")
    scene.answered()
    scene.call("deck.undo", card="nobody")
    scene.answered()
    scene.settle()
    scene.check("main")
    scene.call("deck.swipe", direction="right")
    scene.disconnect()
    scene.answered()
    scene.connect()
    scene.check("main")
    scene.save("calls", 4)


def no_cards(program: str) -> None:
    scene = Scene(
        program,
        "A client that asked for one deck, and for no cards: nothing is fetched.",
        deck("carousel", cards=CARDS),
        deck="main",
        topics=["events"],
        cards=False,
    )
    scene.connect()
    ask = scene.witness.ask
    ask("deck.insert", cards=[{"id": "x"}])
    ask("deck.load", cards=[{"id": "p"}, {"id": "q"}])
    scene.settle()
    scene.check("main")
    scene.save("no-cards", 0)


SCENES: Dict[str, Callable[[str], None]] = {
    scene.__name__: scene
    for scene in (
        swipe,
        koloda,
        wallet,
        fan,
        carousel,
        changes,
        rounds,
        configure,
        reload,
        resume,
        resync,
        stateless,
        calls,
        no_cards,
    )
}


def main() -> int:
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(SCENES):
        print(f"usage: record.py DECKD [NAME…]\nNAME is one of {', '.join(SCENES)}", file=sys.stderr)
        return 2
    for name in sys.argv[2:] or SCENES:
        try:
            SCENES[name](sys.argv[1])
        finally:
            Daemon.close_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
