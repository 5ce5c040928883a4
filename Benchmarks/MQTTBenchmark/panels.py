#!/usr/bin/env python3
"""Many panels at one broker: what 200 bridges and a broker cost, how late an event is, and a restart of the broker.

usage: panels.py [--panels 200] [--rate 50] [--seconds 20] PROGRAMS

Each panel is a deckd-mqtt of its own at a journal of its own: one process plays all of them, since 200 daemons that write
to one disk would measure the disk. mosquitto_sub is the consumer. In the middle of the run the broker is stopped and
started again. Exits with 1 where an event is missing at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Dict, List

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests" / "MQTT")]
from figures import processor_seconds, resident  # noqa: E402
from fleet import Broker, until  # noqa: E402


class Journal:
    """The socket of one panel's deckd: a deck that swipes at a rate, and events since any number."""

    def __init__(self, path: pathlib.Path, name: str) -> None:
        self.path, self.name = path, name
        self.times: List[int] = []
        self.writers: List[asyncio.StreamWriter] = []

    def line(self, sequence: int) -> bytes:
        return (
            b'{"jsonrpc":"2.0","method":"event","params":{"seq":%d,"t":%d,"deck":"main","type":"card.swiped","card":"card-%d",'
            b'"index":%d,"direction":"left","decision":"delete","current":%d,"count":10,"undoDepth":%d}}\n'
            % (sequence, self.times[sequence - 1], sequence % 10, sequence % 10, sequence % 10, sequence)
        )

    def swipe(self) -> None:
        self.times.append(time.monotonic_ns() // 1000)
        for writer in self.writers:
            writer.write(self.line(len(self.times)))

    def snapshot(self) -> dict:
        front = f"card-{len(self.times) % 10}"
        cards = [{"id": front, "role": "front", "x": 20, "y": 160, "w": 360, "h": 480}]
        return {
            "deck": "main", "kind": "swipe", "preset": "koloda", "seq": len(self.times), "cards": cards, "phase": "rest",
            "current": len(self.times) % 10, "count": 10, "undoDepth": len(self.times),
        }  # fmt: skip

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                message = json.loads(line)
                result: dict = {}
                if message["method"] == "subscribe":
                    result = {"snapshots": [self.snapshot()], "journal": self.name}
                elif message["method"] == "deck.get":
                    result = {"snapshot": self.snapshot()}
                writer.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode() + b"\n")
                if message["method"] == "subscribe":
                    for sequence in range(message["params"].get("since", len(self.times)) + 1, len(self.times) + 1):
                        writer.write(self.line(sequence))
                    self.writers.append(writer)
        except ConnectionError:
            pass
        if writer in self.writers:
            self.writers.remove(writer)
        writer.close()


async def measure(arguments: argparse.Namespace, folder: pathlib.Path) -> bool:
    broker = Broker(folder, saves=False).start()
    received = folder / "received"
    consumer = subprocess.Popen(
        ["mosquitto_sub", "-p", str(broker.port), "-q", "1", "-c", "-i", "consumer", "-t", "deckd/+/main/event", "-F", "%U %t %p"],
        stdout=received.open("wb"),
    )
    journals = [Journal(folder / f"{number}.sock", f"journal-{number}") for number in range(arguments.panels)]
    for journal in journals:
        await asyncio.start_unix_server(journal.serve, str(journal.path))
    bridges = []
    for number, journal in enumerate(journals):
        state = folder / f"{number}.state"
        state.mkdir()
        bridges.append(
            subprocess.Popen(
                [pathlib.Path(arguments.programs) / "deckd-mqtt", "--broker", f"mqtt://127.0.0.1:{broker.port}", "--panel",
                 f"panel-{number}", "--socket", journal.path, "--state-dir", state],
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
        )
    while not all(journal.writers for journal in journals):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)

    async def decide(seconds: float) -> None:
        began, ticks = time.monotonic(), 0
        while time.monotonic() < began + seconds:
            # The panels are spread over each interval.
            due = int((time.monotonic() - began) * arguments.rate * arguments.panels)
            for tick in range(ticks, due):
                journals[tick % arguments.panels].swipe()
            ticks = max(ticks, due)
            await asyncio.sleep(0.002)

    def usage() -> List[float]:
        return [processor_seconds(broker.process.pid), sum(processor_seconds(bridge.pid) for bridge in bridges)]

    before, began = usage(), time.monotonic()
    offset = time.time_ns() // 1000 - time.monotonic_ns() // 1000
    await decide(arguments.seconds / 2)
    elapsed = time.monotonic() - began
    costs = [(after - first) / elapsed for first, after in zip(before, usage())]
    memory = (resident(broker.process.pid), statistics.mean(resident(bridge.pid) for bridge in bridges))
    steady = {journal.name: len(journal.times) for journal in journals}

    restart = asyncio.create_task(decide(arguments.seconds / 2))
    await asyncio.sleep(1)
    broker.kill(signal.SIGTERM)
    await asyncio.sleep(2)
    await asyncio.get_running_loop().run_in_executor(None, broker.start)
    await restart
    memory_after = statistics.mean(resident(bridge.pid) for bridge in bridges)

    def lines() -> Dict[str, Dict[int, int]]:
        found: Dict[str, Dict[int, int]] = collections.defaultdict(dict)
        for line in received.read_bytes().split(b"\n")[:-1]:
            stamp, topic, payload = line.split(b" ", 2)
            event = json.loads(payload)
            found[event["journal"]].setdefault(event["seq"], int(float(stamp) * 1e6) - event["t"] - offset)
        return found

    total = sum(len(journal.times) for journal in journals)
    end = time.monotonic() + 90
    while (missing := total - sum(map(len, lines().values()))) > 0 and time.monotonic() < end:
        await asyncio.sleep(1)
    delays = sorted(
        delay for name, events in lines().items() for sequence, delay in events.items() if sequence <= steady[name]
    )
    for process in [*bridges, consumer]:
        process.kill()
    broker.stop()

    half = sum(steady.values())
    print(f"{arguments.panels} panels at {half / (arguments.seconds / 2) / arguments.panels:.0f} events/s each, {total} events, {missing} lost over a restart of the broker")
    print(f"{'delay of an event':24} p50 {delays[len(delays) // 2] / 1000:8.2f} ms   p99 {delays[int(len(delays) * 0.99)] / 1000:8.2f} ms")
    print(f"{'broker':24} {costs[0] * 100:6.1f} % of a core, {memory[0]:6.1f} MiB")
    print(f"{'a bridge':24} {costs[1] / len(bridges) * 100:6.2f} % of a core, {memory[1]:6.1f} MiB, {memory_after:.1f} MiB after the restart")
    return missing == 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--panels", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50, help="events per second of each")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("programs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        sys.exit(0 if asyncio.run(measure(arguments, pathlib.Path(name))) else 1)


if __name__ == "__main__":
    main()
