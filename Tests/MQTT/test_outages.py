#!/usr/bin/env python3
"""Every event reaches a consumer, whatever is killed: the broker, the bridge, the daemon.

usage: test_outages.py [--kills 20] [--victims broker bridge daemon] [--seed N]

Decides 50 cards a second, swipes from an edge of the surface between them, and kills one after the other at random
moments. A consumer that tracks `seq` has to have each event once and in order in the end, and the daemon's journal says
which there were; where the daemon lives, the gestures are also those that fingers made.
"""

from __future__ import annotations

import argparse
import itertools
import pathlib
import random
import tempfile
import threading
import time
from collections import Counter
from typing import Dict, List

from fleet import Bridge, Broker, Consumer, Daemon, Requests, until

TOPICS = ("deckd/p1/main/event", "deckd/p1/surface/event/main")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20, help="of each program")
    parser.add_argument("--victims", nargs="+", choices=["broker", "bridge", "daemon"], default=["broker", "bridge", "daemon"])
    parser.add_argument("--rate", type=float, default=50, help="decisions a second")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    # Each thread its own.
    chance, gesture_chance = random.Random(arguments.seed), random.Random(arguments.seed)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        broker = Broker(folder).start()
        daemon = Daemon(folder).start()
        bridge = Bridge(folder, daemon, f"mqtt://127.0.0.1:{broker.port}").start()
        consumer = Consumer(broker.port, "deckd/p1/#")
        until(lambda: consumer.last("deckd/p1/availability") == b"online", "the bridge")

        done = threading.Event()
        decided = [0]
        performed: Counter[str] = Counter()

        def decide() -> None:
            requests = Requests(daemon.socket)
            due = time.monotonic()
            for number in itertools.count():
                if done.is_set():
                    break
                if number % 5 == 0:
                    gesture = gesture_chance.choice(["home", "back"])
                    reply = requests.perform(gesture)
                    performed[gesture] += reply is not None and "result" in reply
                reply = requests.request("deck.swipe", deck="main", direction="left")
                decided[0] += reply is not None and "result" in reply
                due = max(due + 1 / arguments.rate, time.monotonic() - 0.1)
                time.sleep(max(due - time.monotonic(), 0))

        thread = threading.Thread(target=decide)
        thread.start()
        victims: List[str] = arguments.victims * arguments.kills
        chance.shuffle(victims)
        programs: Dict[str, object] = {"broker": broker, "bridge": bridge, "daemon": daemon}
        for victim in victims:
            time.sleep(chance.uniform(0.2, 1.5))
            program = programs[victim]
            program.kill()
            time.sleep(chance.choice([0, 0, 0.3, 1.0]))
            program.start()
        time.sleep(2)
        done.set()
        thread.join()

        requests = Requests(daemon.socket)
        reply = until(lambda: requests.request("subscribe", deck="*", topics=["events"]), "deckd")
        newest = reply["result"]["seq"]
        try:
            until(lambda: any(event["seq"] >= newest for event in consumer.events(*TOPICS)), f"the event {newest}", 90)
        finally:
            report(consumer.events(*TOPICS), newest, decided[0], bridge)
        made = Counter({event["seq"]: event["gesture"] for event in consumer.events(TOPICS[1])}.values())
        print(f"gestures made {dict(performed)}, received {dict(made)}", flush=True)
        # A daemon that was killed may have performed one without a reply.
        assert made == performed if "daemon" not in arguments.victims else made >= performed, "gestures"
        assert not consumer.events("deckd/p1/resync"), "a resync"
        for program in (bridge, daemon, broker):
            program.stop()
        consumer.stop()


def report(events: List[dict], newest: int, decided: int, bridge: Bridge) -> None:
    seen: List[int] = []
    again = late = 0
    for event in events:
        sequence = event["seq"]
        if seen and sequence <= seen[-1]:
            again += sequence in seen
            late += sequence not in seen
        else:
            seen.append(sequence)
    missed = sorted(set(range(seen[0], newest + 1)) - set(seen)) if seen else []
    journals = {event["journal"] for event in events}
    print(
        f"{decided} decisions, {len(seen)} events from {seen[0] if seen else 0} to {newest}: {len(missed)} missed,"
        f" {again} again, {late} late, {len(journals)} journal",
        flush=True,
    )
    if missed or late or len(journals) != 1:
        print(bridge.text()[-3000:])
        raise AssertionError(f"missed {missed[:20]}, late {late}, journals {journals}")


if __name__ == "__main__":
    main()
