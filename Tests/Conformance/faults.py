#!/usr/bin/env python3
"""Holds a client against a daemon under random faults.

usage: faults.py DECKD [--web DECKD_WEB] [--faults N] [--seed N] [--deck ID] [--client COMMAND…]

Between the client and the daemon is a relay, which cuts connections in the middle of a line and stalls them; with
deckd-web between the two, one is on either side of it. Besides, the daemon and deckd-web are killed and started again,
they and the client are stopped for a while, and the configuration loses a deck and has it again, while another
connection gives commands. Every now and then, and at the end, the client's model has to equal
fresh snapshots, and its events have to be each number once, in the order of their deck. README.md has the protocol of
the client's program.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import re
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from typing import Any, Dict, List, Optional, Tuple, Union

import conformance
import record

HERE = pathlib.Path(__file__).resolve().parent
SURFACE = '[[surfaces]]\nname = "main"\nwidth = 400\nheight = 800\n[journal]\nevents = 10000000\n'
CHECKED_EVERY = 10
PATIENCE = 30.0  # seconds that a client has to catch up, before it counts as stuck


def deck(id: str, preset: str, count: int) -> str:
    return f'[[decks]]\nid = "{id}"\npreset = "{preset}"\ncount = {count}\n'


class Failure(Exception):
    """What a client did wrong."""


# A path, or a port of this machine.
Address = Union[str, Tuple[str, int]]


def stream(address: Address) -> socket.socket:
    return socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)


class Relay(threading.Thread):
    """Forwards bytes between a client and a server until it is asked for a fault."""

    def __init__(self, address: Address, target: Address, seed: int) -> None:
        super().__init__(daemon=True)
        self.target = target
        self.random = random.Random(seed)
        self.cuts = threading.Event()
        self.stalled_until = 0.0
        self.refuses = False
        self.pairs: Dict[socket.socket, socket.socket] = {}
        self.selector = selectors.DefaultSelector()
        self.listener = stream(address)
        self.listener.bind(address)
        self.listener.listen(16)
        self.selector.register(self.listener, selectors.EVENT_READ)

    def run(self) -> None:
        while True:
            stalls = time.monotonic() < self.stalled_until
            for key, _ in self.selector.select(0.002):
                if key.fileobj is self.listener:
                    self.accept()
                elif not stalls and key.fileobj in self.pairs:
                    self.forward(key.fileobj)
            if stalls:
                time.sleep(0.002)
            if self.cuts.is_set():
                self.cuts.clear()
                for one in list(self.pairs):
                    self.drop(one)

    def accept(self) -> None:
        near, _ = self.listener.accept()
        far = stream(self.target)
        if self.refuses or far.connect_ex(self.target):
            near.close()
            far.close()
            return
        self.pairs.update({near: far, far: near})
        for one in (near, far):
            self.selector.register(one, selectors.EVENT_READ)

    def forward(self, one: Any) -> None:
        try:
            # Small pieces of odd sizes: a cut may come anywhere in a line.
            data = one.recv(self.random.choice((1, 97, 4096, 65536)))
            if data:
                return self.pairs[one].sendall(data)
        except OSError:
            pass
        self.drop(one)

    def drop(self, one: socket.socket) -> None:
        other = self.pairs.pop(one, None)
        if other is not None:
            self.pairs.pop(other, None)
            for each in (one, other):
                self.selector.unregister(each)
                each.close()


class Web:
    """deckd-web: at a port of its own each time."""

    def __init__(self, program: str, path: str, log: pathlib.Path) -> None:
        self.command = [program, "--control", "--listen", "127.0.0.1:0", "--socket", path]
        self.log = log
        self.start()

    def start(self) -> None:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(self.command, stderr=log)
        record.wait(lambda: self.process.poll() is not None or self.port() > 0, "deckd-web to listen")
        if self.process.poll() is not None:
            raise SystemExit(self.log.read_text())
        self.address = ("127.0.0.1", self.port())

    def port(self) -> int:
        """Where it listens; 0 while it does not."""
        found = re.search(r"listening on http://127\.0\.0\.1:(\d+)/\n", self.log.read_text())
        return int(found[1]) if found else 0

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Client:
    """The program under test."""

    def __init__(self, command: List[str], address: str, deck: str) -> None:
        self.process = subprocess.Popen([*command, address, deck], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.events: List[int] = []
        self.notes: List[str] = []
        self.models: List[Any] = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            word, _, rest = line.strip().partition(" ")
            if word == "event":
                self.events.append(int(rest))
            elif word == "model":
                self.models.append(json.loads(rest))
            else:
                self.notes.append(line.strip())

    def model(self) -> Any:
        assert self.process.stdin
        known = len(self.models)
        self.process.stdin.write("model\n")
        self.process.stdin.flush()
        end = time.monotonic() + PATIENCE
        while len(self.models) == known:
            if self.process.poll() is not None:
                raise Failure(f"expected the client to run, found that it ended with {self.process.returncode}")
            if time.monotonic() > end:
                raise Failure(f"expected an answer to 'model', found none within {PATIENCE:.0f} s")
            time.sleep(0.001)
        return self.models[-1]


class Commander:
    """A connection of its own to the daemon: commands, and what is true."""

    def __init__(self, path: str, random: random.Random) -> None:
        self.path, self.random, self.number = path, random, 0
        self.wire = record.Wire(path)

    def again(self) -> None:
        self.wire.socket.close()
        self.wire = record.Wire(self.path)

    def ask(self, method: str, **params: Any) -> Any:
        self.wire.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
        while True:
            for message in self.wire.lines(60):
                if message.get("id") == 1:
                    return message

    def result(self, method: str, **params: Any) -> Any:
        answer = self.ask(method, **params)
        if "result" not in answer:
            raise SystemExit(f"{method}: {answer}")
        return answer["result"]

    def truth(self) -> Dict[str, Any]:
        models = {}
        for one in self.result("deck.list")["decks"]:
            snapshot = self.result("deck.get", deck=one["id"])["snapshot"]
            cards: List[Any] = []
            start: Optional[int] = 0
            while start is not None and snapshot["count"]:
                page = self.result("deck.cards", deck=one["id"], **{"from": start})
                cards += page["cards"]
                start = page.get("next")
            state = {name: snapshot[name] for name in record.MODEL if name in snapshot and name != "seq"}
            models[one["id"]] = {**state, "cards": cards}
        return models

    def last(self) -> int:
        decks = self.result("deck.list")["decks"]
        return int(self.result("deck.get", deck=decks[0]["id"])["snapshot"]["seq"])

    def command(self) -> None:
        """Something that changes a deck, or is refused."""
        choose = self.random.choice
        decks = [one["id"] for one in self.result("deck.list")["decks"]]
        deck = choose(decks)
        cards = [card["id"] for card in self.result("deck.cards", deck=deck, count=50)["cards"]]
        card = choose(cards) if cards else "none"
        method, params = choose(
            (
                ("deck.swipe", lambda: {"direction": choose(("left", "right")), "force": True}),
                ("deck.swipe", lambda: {"direction": choose(("left", "right"))}),
                ("deck.undo", dict),
                ("deck.select", lambda: {"card": card}),
                ("deck.dismiss", dict),
                ("deck.insert", lambda: {"at": self.random.randint(0, len(cards)), "cards": self.cards()}),
                ("deck.insert", lambda: {"at": self.random.randint(0, len(cards)), "cards": self.cards()[:1]}),
                ("deck.remove", lambda: {"at": self.random.randint(0, len(cards)), "count": self.random.randint(1, 3)}),
                ("deck.update", lambda: {"cards": [{"id": card, "data": self.random.random()}]}),
                ("deck.move", lambda: {"card": card, "to": self.random.randint(0, max(len(cards) - 1, 0))}),
                ("deck.load", lambda: {"cards": self.cards()}),
                ("deck.load", lambda: {"cards": []}),
                ("deck.reset", dict),
                ("deck.reload", dict),
                ("deck.configure", lambda: {"settings": {"haptics.enabled": choose((True, False))}}),
            )
        )
        self.ask(method, deck=deck, **params())

    def many(self) -> None:
        """A hundred cards that come and go: two hundred events."""
        cards = [{"id": f"passing {number}"} for number in range(100)]
        self.result("deck.insert", deck="main", at=0, cards=cards)
        self.result("deck.remove", deck="main", at=0, count=100)

    def cards(self) -> List[Any]:
        """A few cards, or now and then so many bytes that those of a few requests come in several pages."""
        large = self.random.random() < 0.1
        cards = []
        for _ in range(7 if large else self.random.randint(1, 12)):
            self.number += 1
            cards.append({"id": f"card {self.number}", "data": "x" * (4000 if large else self.random.randint(0, 9))})
        return cards


class Trial:
    def __init__(self, arguments: argparse.Namespace) -> None:
        self.random = random.Random(arguments.seed)
        self.has_second = True
        self.daemon = record.Daemon(arguments.deckd, self.configuration(), keeps_state=True)
        self.commander = Commander(self.daemon.socket, self.random)
        path = str(self.daemon.folder / "relay.sock")
        self.relays = [Relay(path, self.daemon.socket, arguments.seed)]
        self.web = Web(arguments.web, path, self.daemon.folder / "web.log") if arguments.web else None
        if self.web:
            front = Relay(("127.0.0.1", 0), self.web.address, arguments.seed + 1)
            path = "ws://{}:{}/socket".format(*front.listener.getsockname())
            self.relays.append(front)
        for relay in self.relays:
            relay.start()
        self.deck: str = arguments.deck
        self.client = Client(arguments.client, path, self.deck)
        # The deck of each event of the journal.
        self.decks: Dict[int, str] = {}
        self.counts: Counter[str] = Counter()
        self.first: Optional[int] = None
        self.checked = 0

    def configuration(self) -> str:
        second = deck("second", "wallet", 3) if self.has_second else ""
        return SURFACE + deck("main", "swipeclean", 6) + second + deck("third", "carousel", 5)

    def fault(self) -> None:
        weights = {"kill": 8, "cut": 16, "stall": 8, "stop": 4, "reload": 8, "away": 1, "clog": 1}
        if self.web:
            weights.update({"kill web": 8, "kill both": 4, "stop web": 4})
        name = self.random.choices(list(weights), list(weights.values()))[0]
        self.counts[name] += 1
        if name.startswith("kill"):
            self.kill(daemon=name != "kill web", web=name != "kill")
        elif name == "cut":
            self.random.choice(self.relays).cuts.set()
            self.pause(0.02)
        elif name == "stall":
            self.random.choice(self.relays).stalled_until = time.monotonic() + self.random.uniform(0, 0.15)
        elif name.startswith("stop"):
            process = self.web.process if self.web and name == "stop web" else self.client.process
            process.send_signal(signal.SIGSTOP)
            for _ in range(10):
                self.commander.command()
            process.send_signal(signal.SIGCONT)
        elif name == "clog":
            # So many events that they fill every buffer on the way.
            self.relays[-1].stalled_until = float("inf")
            for _ in range(80):
                self.commander.many()
            self.relays[-1].stalled_until = 0
        elif name == "away":
            # So many events that the daemon sends them again in parts, while others change the decks.
            self.relays[-1].refuses = True
            self.relays[-1].cuts.set()
            for _ in range(40):
                self.commander.many()
            self.relays[-1].refuses = False
            for _ in range(20):
                self.commander.command()
                self.pause(0.01)
        else:
            self.has_second = not self.has_second
            self.daemon.configure(self.configuration())
            self.commander.result("daemon.reload")
        for _ in range(self.random.randint(0, 5)):
            self.commander.command()

    def kill(self, daemon: bool, web: bool) -> None:
        if daemon:
            self.daemon.kill()
        if web and self.web:
            self.web.kill()
        self.pause(0.02)
        if web and self.web:
            self.web.start()
            self.relays[-1].target = self.web.address
        if daemon:
            self.daemon.start()
            self.commander.again()

    def pause(self, most: float) -> None:
        time.sleep(self.random.uniform(0, most))

    def check(self) -> None:
        """Waits until the client has every event; then everything has to be right."""
        last = self.read_journal()
        end = time.monotonic() + PATIENCE
        while True:
            model = self.client.model()
            differences = self.differences(model)
            if self.first is None and not differences:
                # The first subscription begins with the state of now: its events are those that follow.
                included = max(int(state["seq"]) for state in model.values())
                self.first = min(self.client.events) if self.client.events else included + 1
            # Events that change nothing to be seen may still wait for cards.
            if not differences and not self.missed(last):
                break
            if time.monotonic() > end:
                missed = self.missed(last)[:20]
                raise Failure("\n  ".join([f"expected every event up to {last}; missed {missed}", *differences]))
            time.sleep(0.005)
        twice = [seq for seq, times in Counter(self.client.events).items() if times > 1]
        if twice or "resync" in self.client.notes:
            raise Failure(f"expected every event once; repeated {twice[:20]}, {self.client.notes[-5:]}")

    def missed(self, last: int) -> List[int]:
        """The events up to `last` that the client has not received."""
        events = set(self.client.events)
        return [seq for seq in range(self.first or 1, last + 1) if seq not in events and self.follows(self.decks[seq])]

    def follows(self, deck: str) -> bool:
        """Whether the client subscribes to a deck."""
        return self.deck in ("*", deck)

    def differences(self, model: Any) -> List[str]:
        truth = {id: state for id, state in self.commander.truth().items() if self.follows(id)}
        found = {id: {name: value for name, value in state.items() if name != "seq"} for id, state in model.items()}
        return conformance.differences(truth, found, "model")

    def read_journal(self) -> int:
        """Reads the journal up to the last event, as another client does; its number."""
        last = self.commander.last()
        wire = record.Wire(self.daemon.socket)
        params = {"deck": "*", "topics": ["events"], "since": max(self.decks, default=0)}
        wire.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "subscribe", "params": params}))
        while last not in self.decks:
            for message in wire.lines(60):
                if message.get("method") == "event":
                    self.decks[message["params"]["seq"]] = message["params"]["deck"]
        wire.socket.close()
        return last

    def check_order(self) -> None:
        """Holds the events against the journal."""
        # Before the last event of the journal is asked for: a motion that ends meanwhile has its event after it.
        events = list(self.client.events)
        self.read_journal()
        strange = sorted(seq for seq in set(events) if seq not in self.decks or not self.follows(self.decks[seq]))
        if strange:
            raise Failure(f"expected events of the journal, found {strange[:20]}")
        for id in sorted(set(self.decks.values())):
            order = [seq for seq in events if self.decks[seq] == id]
            if order != sorted(order):
                raise Failure(f"expected the events of {id} in their order, found {order[:200]}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Holds a client against a daemon under random faults.")
    parser.add_argument("deckd", help="the daemon's program")
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--deck", default="*", choices=("*", "main"), help="the deck that the client follows; all of them")
    parser.add_argument("--web", metavar="DECKD_WEB", help="the program between the client and the daemon")
    parser.add_argument("--client", type=shlex.split, help="the command of the client's program")
    arguments = parser.parse_args()
    usual = ["node", "faults_client.mjs"] if arguments.web else [sys.executable, "faults_client.py"]
    arguments.client = arguments.client or [usual[0], str(HERE / usual[1])]
    print(f"seed {arguments.seed}", flush=True)
    trial = Trial(arguments)
    number = 0
    try:
        trial.check()
        for number in range(1, arguments.faults + 1):
            trial.fault()
            if number % CHECKED_EVERY == 0 or number == arguments.faults:
                trial.check()
        trial.check_order()
    except Failure as failure:
        print(f"after fault {number}: {failure}")
        return 1
    finally:
        trial.client.process.kill()
        if trial.web:
            trial.web.kill()
        record.Daemon.close_all()
    kinds = ", ".join(f"{count} {name}" for name, count in sorted(trial.counts.items()))
    print(f"{number} faults ({kinds}), {len(trial.client.events)} events: none missed, none repeated, models equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
