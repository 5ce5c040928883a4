#!/usr/bin/env python3
"""When the clients in Python, C and Swift connect again; Tests/WebClientTests has the same for JavaScript.

usage: test_reconnection.py [-v] [TEST…]

DECKD_PROGRAMS is the folder of Swift's program, .build/debug when left out; the one in C is where c.mk builds it.
"""

from __future__ import annotations

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any, List, Tuple

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("DECKD_PROGRAMS", ROOT / ".build" / "debug"))
ASYNCHRONOUS = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
import deckd

async def main():
    async with deckd.AsyncClient(sys.argv[2]) as client:
        async for event in client:
            pass

asyncio.run(main())
"""
CLIENTS: List[List[Any]] = [
    [sys.executable, HERE / "faults_client.py"],
    [sys.executable, "-c", ASYNCHRONOUS, ROOT / "Sources" / "PythonClient"],
    [ROOT / ".build" / "c" / "faults_client"],
    [PROGRAMS / "faults-client"],
]


class Reconnection(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="deckd-reconnection-")
        self.addCleanup(folder.cleanup)
        self.path = f"{folder.name}/deckd.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(self.listener.close)
        self.listener.bind(self.path)
        self.listener.listen()
        self.listener.settimeout(30)

    def begin(self) -> float:
        """Takes the next connection and answers its subscription; returns when it came."""
        self.connection, _ = self.listener.accept()
        self.addCleanup(self.connection.close)
        self.connection.settimeout(30)
        begun = time.monotonic()
        for line in self.connection.makefile("rb"):
            request = json.loads(line)
            if request["method"] == "subscribe":
                answer = {"jsonrpc": "2.0", "id": request["id"], "result": {"snapshots": []}}
                self.connection.sendall(json.dumps(answer).encode() + b"\n")
                break
        return begun

    def end(self, last_words: bytes) -> float:
        """Ends the connection, after a message or without one; returns when it began to."""
        ended = time.monotonic()
        if last_words:
            self.connection.sendall(last_words)
            while self.connection.recv(1 << 16):
                pass
        self.connection.close()
        return ended

    def connections(self, command: List[Any], last_words: bytes, count: int) -> List[Tuple[float, float]]:
        """Ends so many connections in one way; returns when each ended and when the next had come."""
        if not pathlib.Path(command[0]).exists():
            self.skipTest(f"{command[0]} is not built; make test builds it")
        program = [*map(str, command), self.path, "*"]
        with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
            try:
                self.begin()
                return [(self.end(last_words), self.begin()) for _ in range(count)]
            finally:
                process.kill()

    # What is measured contains the delay, so that a busy machine only makes it longer.

    def test_wrong_messages_delay_the_next_connection_more_and_more(self) -> None:
        for command in CLIENTS:
            with self.subTest(command=command[-1]):
                delays = [begun - ended for ended, begun in self.connections(command, b"nonsense\n", 4)]
                for delay, least in zip(delays, [0, 0.1, 0.2, 0.4]):
                    self.assertGreaterEqual(delay, least, delays)

    def test_a_line_has_at_most_64_mib(self) -> None:
        for command in CLIENTS:
            with self.subTest(command=command[-1]):
                self.connections(command, b" " * ((64 << 20) + 1), 1)

    def test_connections_that_end_at_once_begin_a_tenth_of_a_second_apart(self) -> None:
        for command in CLIENTS:
            with self.subTest(command=command[-1]):
                connections = self.connections(command, b"", 6)
                self.assertGreaterEqual(connections[-1][1] - connections[0][0], 0.5, connections)


if __name__ == "__main__":
    unittest.main()
