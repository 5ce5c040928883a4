#!/usr/bin/env python3
"""Two brokers, and the line between them cut while cards are decided: the far consumer is complete in the end.

usage: test_bridged_brokers.py [--seconds 60] [--rate 50]
"""

from __future__ import annotations

import argparse
import pathlib
import tempfile
import time

from fleet import Bridge, Broker, Consumer, Daemon, Program, Requests, free_port, until


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60, help="how long the line is cut")
    parser.add_argument("--rate", type=float, default=50, help="decisions a second")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        far = Broker(folder, "far").start()
        port = free_port()
        line = Program(["socat", f"TCP-LISTEN:{port},fork,reuseaddr,bind=127.0.0.1", f"TCP:127.0.0.1:{far.port}"], folder / "line.log").start()
        near = Broker(
            folder,
            "near",
            f"connection headquarters\naddress 127.0.0.1:{port}\ncleansession false\nkeepalive_interval 5\n"
            "restart_timeout 1\ntopic deckd/# out 1",
        ).start()
        daemon = Daemon(folder).start()
        bridge = Bridge(folder, daemon, f"mqtt://127.0.0.1:{near.port}").start()
        consumer = Consumer(far.port, "deckd/p1/#")
        until(lambda: consumer.last("deckd/p1/availability") == b"online", "the panel at the far broker")

        requests = Requests(daemon.socket)
        began, cuts = time.monotonic(), 0
        due = began
        while (elapsed := time.monotonic() - began) < arguments.seconds + 2:
            if cuts == 0 and elapsed > 1:
                line.kill()
                cuts = 1
            requests.request("deck.swipe", deck="main", direction="left")
            due = max(due + 1 / arguments.rate, time.monotonic() - 0.1)
            time.sleep(max(due - time.monotonic(), 0))
        newest = requests.request("subscribe", deck="*", topics=["events"])["result"]["snapshots"][0]["seq"]
        behind = newest - max(event["seq"] for event in consumer.events("deckd/p1/main/event"))
        line.start()
        until(lambda: any(event["seq"] >= newest for event in consumer.events("deckd/p1/main/event")), "the newest event", 90)
        seen = [event["seq"] for event in consumer.events("deckd/p1/main/event")]
        missed = set(range(seen[0], newest + 1)) - set(seen)
        print(f"{newest} events, {behind} behind when the line came back after {arguments.seconds:.0f} s, {len(missed)} missed")
        assert behind > 10, "the line was not cut"
        assert not missed, sorted(missed)[:20]
        assert sorted(set(seen)) == list(dict.fromkeys(seen)), "an event out of order"
        for program in (bridge, daemon, near, far, line):
            program.stop()
        consumer.stop()


if __name__ == "__main__":
    main()
