"""Brokers, daemons, bridges and consumers for the tests of deckd-mqtt, each a real program on this machine."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
from typing import Any, Callable, Dict, List, Optional

import paho.mqtt.client as mqtt

PROGRAMS = pathlib.Path(os.environ.get("DECKD_PROGRAMS", ".build/debug")).resolve()
# It only bounds a hang: a busy machine takes its time.
PATIENCE = 120.0
# Gestures that begin at an edge, which no deck precedes.
GESTURES = """[[surfaces]]
name = "main"
width = 400
height = 800
[[gestures]]
name = "home"
do = "swipe up"
from = "bottom"
[[gestures]]
name = "back"
do = "swipe right"
from = "left"
"""


def until(condition: Callable[[], Any], what: str, seconds: float = PATIENCE, pause: float = 0.02) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(pause)
    raise AssertionError(f"expected {what} within {seconds:.0f} s")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Program:
    """A program that can be killed and started again; its standard error is kept."""

    def __init__(self, arguments: List[str], log: pathlib.Path, environment: Optional[Dict[str, str]] = None) -> None:
        self.arguments = [str(argument) for argument in arguments]
        self.log = log
        self.environment = {**os.environ, **(environment or {})}
        self.process: Optional[subprocess.Popen[bytes]] = None

    def start(self) -> "Program":
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.arguments, stdout=log, stderr=log, env=self.environment, start_new_session=True)
        return self

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self, number: int = signal.SIGKILL) -> int:
        assert self.process
        if self.runs:
            # With the children of a program that forks.
            os.killpg(self.process.pid, number)
        return self.process.wait(PATIENCE)

    def restart(self) -> None:
        self.kill()
        self.start()

    def stop(self) -> None:
        if self.process:
            self.kill(signal.SIGTERM)

    def text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Broker(Program):
    def __init__(self, folder: pathlib.Path, name: str = "broker", extra: str = "", listener: str = "", saves: bool = True) -> None:
        """`saves`: what it acknowledges is on disk at once, and survives a kill."""
        self.port = free_port()
        store = folder / name
        store.mkdir()
        store.chmod(0o777)
        configuration = folder / f"{name}.conf"
        configuration.write_text(
            f"{listener or f'listener {self.port} 127.0.0.1'}\nallow_anonymous true\nuser root\npersistence true\n"
            f"persistence_location {store}/\nmax_queued_messages 0\n{extra}\n"
            + ("autosave_interval 1\nautosave_on_changes true\n" if saves else "")
        )
        super().__init__(["/usr/sbin/mosquitto", "-c", str(configuration)], folder / f"{name}.log")

    def start(self) -> "Broker":
        super().start()
        until(self.answers, "a broker")
        return self

    def answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False


class Daemon(Program):
    """deckd with a deck that never ends, gestures, and its state on disk."""

    def __init__(self, folder: pathlib.Path, name: str = "deckd", decks: str = "", events: int = 1_000_000) -> None:
        self.socket = folder / f"{name}.sock"
        self.state = folder / f"{name}.state"
        self.state.mkdir()
        configuration = folder / f"{name}.toml"
        configuration.write_text(
            decks or f'[journal]\nevents = {events}\n[[decks]]\nid = "main"\npreset = "koloda"\ncount = 10\nsettings.loop = true\n{GESTURES}'
        )
        super().__init__(
            [PROGRAMS / "deckd", "--config", configuration, "--socket", self.socket, "--state-dir", self.state, "--seat", "none"],
            folder / f"{name}.log",
        )


class Requests:
    """Requests to a daemon, again where it has ended."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.connection: Optional[socket.socket] = None
        self.last = self.lifted = 0

    def request(self, method: str, **params: Any) -> Optional[Dict[str, Any]]:
        """The reply; None where the daemon does not answer."""
        try:
            if self.connection is None:
                self.connection = socket.socket(socket.AF_UNIX)
                self.connection.settimeout(10)
                self.connection.connect(str(self.path))
                self.lines = self.connection.makefile("rb")
            self.last += 1
            message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
            self.connection.sendall(json.dumps(message).encode() + b"\n")
            reply = json.loads(self.lines.readline())
            return reply
        except (OSError, ValueError):
            if self.connection:
                self.connection.close()
            self.connection = None
            return None

    def perform(self, gesture: str) -> Optional[Dict[str, Any]]:
        """A finger's swipe of 200 points, as one of GESTURES names it, that ends now; the reply as of request."""
        end = time.monotonic_ns() // 1000
        # After the last finger, as deckd asks.
        start, self.lifted = max(end - 50_000, self.lifted), end
        frames = []
        for step in range(11):
            x, y = {"home": (200, 795 - 20 * step), "back": (5 + 20 * step, 400)}[gesture]
            phase = {0: "down", 10: "up"}.get(step, "moved")
            frames.append({"t": start + (end - start) * step // 10, "contacts": [{"id": 0, "phase": phase, "x": x, "y": y}]})
        return self.request("input.inject", frames=frames)


class Bridge(Program):
    def __init__(
        self, folder: pathlib.Path, daemon: Daemon, broker: str, *options: str, name: str = "bridge", panel: str = "p1"
    ) -> None:
        self.state = folder / f"{name}.state"
        super().__init__(
            [
                PROGRAMS / "deckd-mqtt", "--broker", broker, "--panel", panel, "--socket", daemon.socket,
                "--state-dir", self.state, *options,
            ],
            folder / f"{name}.log",
        )


def peak_memory(program: Program) -> float:
    """The most that a program has had resident, in MB."""
    assert program.process
    status = pathlib.Path(f"/proc/{program.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1000


class FakeDaemon:
    """Answers each method with a result, or sends a line without end."""

    def __init__(self, path: pathlib.Path, results: Dict[str, str], flood: int = 0) -> None:
        self.socket, self.results, self.flood, self.count = path, results, flood, 0
        path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.count += 1
            threading.Thread(target=self.answer, args=(client,), daemon=True).start()

    def answer(self, client: socket.socket) -> None:
        try:
            if self.flood:
                client.sendall(b"x" * self.flood)
            for line in client.makefile("rb"):
                request = json.loads(line)
                result = self.results.get(request["method"], "{}")
                client.sendall(b'{"jsonrpc":"2.0","id":%d,"result":%s}\n' % (request["id"], result.encode()))
        except OSError:
            pass

    def stop(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class DeafBroker:
    """A broker (MQTT 5) of one client, which acknowledges only topics with `heard` in them until it is told to."""

    def __init__(self, heard: str = "/none/") -> None:
        self.heard = heard
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.topics: List[str] = []
        self.waiting: List[bytes] = []
        self.acknowledges = False
        self.lock = threading.Lock()
        self.subscribed = threading.Event()

    def accept(self) -> None:
        """Waits until the client has subscribed to commands."""
        self.client, _ = self.listener.accept()
        threading.Thread(target=self.serve, daemon=True).start()
        assert self.subscribed.wait(PATIENCE)

    def serve(self) -> None:
        file, subscriptions = self.client.makefile("rb"), 0
        try:
            while head := file.read(1):
                length = shift = 0
                while (byte := file.read(1)[0]) & 128:
                    length |= (byte & 127) << shift
                    shift += 7
                packet = file.read(length | byte << shift)
                kind = head[0] >> 4
                if kind == 1:
                    self.send(b"\x20\x03\0\0\0")
                elif kind == 3:
                    end = 2 + int.from_bytes(packet[:2], "big")
                    self.topics.append(packet[2:end].decode())
                    if head[0] & 6:
                        self.take(packet[end : end + 2], self.heard in self.topics[-1])
                elif kind == 8:
                    self.send(b"\x90\x04" + packet[:2] + b"\0\x01")
                    subscriptions += 1
                    if subscriptions == 2:
                        self.subscribed.set()
                elif kind == 12:
                    self.send(b"\xd0\0")
        except OSError:
            pass

    def take(self, number: bytes, is_heard: bool) -> None:
        if is_heard:
            self.send(b"\x40\x02" + number)
            return
        self.waiting.append(number)
        if self.acknowledges:
            self.acknowledge()

    def acknowledge(self) -> None:
        """Acknowledges what has come, and from now on what comes."""
        self.acknowledges = True
        while True:
            try:
                self.send(b"\x40\x02" + self.waiting.pop(0))
            except IndexError:
                return

    def publish(self, topic: str, payload: bytes, count: int) -> None:
        name = topic.encode()
        body = len(name).to_bytes(2, "big") + name + b"\0" + payload
        assert len(body) < 128
        self.send((b"\x30" + bytes([len(body)]) + body) * count)

    def send(self, data: bytes) -> None:
        with self.lock:
            self.client.sendall(data)

    def received(self, topic: str) -> int:
        return self.topics.count(topic)

    def stop(self) -> None:
        self.listener.close()


class Consumer:
    """Keeps every message below a filter, over a session that the broker remembers."""

    def __init__(self, port: int, topic: str, name: str = "consumer", version: int = mqtt.MQTTv311) -> None:
        self.messages: List[mqtt.MQTTMessage] = []
        self.subscribed = threading.Event()
        clean = {} if version == mqtt.MQTTv5 else {"clean_session": False}
        self.client = mqtt.Client(client_id=name, protocol=version, **clean)
        self.client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        self.client.on_subscribe = lambda *_: self.subscribed.set()
        self.client.on_message = lambda _client, _data, message: self.messages.append(message)
        self.client.reconnect_delay_set(0.05, 0.5)
        self.client.connect_async("127.0.0.1", port)
        self.client.loop_start()
        assert self.subscribed.wait(PATIENCE)

    def events(self, *topics: str) -> List[Dict[str, Any]]:
        return [json.loads(message.payload) for message in list(self.messages) if message.topic in topics]

    def text(self, topic: str) -> List[str]:
        return [message.payload.decode() for message in list(self.messages) if message.topic == topic]

    def last(self, topic: str) -> Optional[bytes]:
        return next((message.payload for message in reversed(list(self.messages)) if message.topic == topic), None)

    def stop(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
