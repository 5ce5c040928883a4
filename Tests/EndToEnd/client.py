"""A client of deckd's socket, by hand: the project's own client is not what is tested here."""

import json
import socket
import time


class Client:
    def __init__(self, path="/run/deckd/deckd.sock"):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = b""
        self.received = []  # notifications, in their order
        self._next_id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def _receive(self, deadline):
        """One message, or None when the deadline has passed; ConnectionError when the daemon is gone."""
        while b"\n" not in self.lines:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return None
            self.socket.settimeout(remaining)
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                return None
            if not data:
                raise ConnectionError("deckd closed the connection")
            self.lines += data
        line, self.lines = self.lines.split(b"\n", 1)
        return json.loads(line)

    def request(self, method, seconds=30, **params):
        self._next_id += 1
        request = {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        deadline = time.monotonic() + seconds
        while (message := self._receive(deadline)) is not None:
            if message.get("id") == self._next_id:
                assert "error" not in message, f"{method}: {message['error']['message']}"
                return message["result"]
            self.received.append(message)
        raise AssertionError(f"{method}: no reply within {seconds} s")

    def wait(self, what, matches, seconds=30):
        """The first notification from `what`, a description, on that matches; earlier ones were matched before."""
        deadline = time.monotonic() + seconds
        for index, message in enumerate(self.received):
            if matches(message["method"], message["params"]):
                del self.received[: index + 1]
                return message["params"]
        self.received.clear()
        while (message := self._receive(deadline)) is not None:
            if matches(message["method"], message["params"]):
                return message["params"]
        raise AssertionError(f"no {what} within {seconds} s")

    def wait_event(self, kind, seconds=30):
        return self.wait(kind, lambda method, params: method == "event" and params["type"] == kind, seconds)

    def drain(self, seconds):
        """Everything that comes within some time."""
        deadline = time.monotonic() + seconds
        while (message := self._receive(deadline)) is not None:
            self.received.append(message)
        received, self.received = self.received, []
        return received
