#!/usr/bin/env python3
"""Measures how long deckd takes for a request while deckd-actions runs commands for its events.

    Benchmarks/ActionsBenchmark/latency.py [--programs .build/release] [--requests 10000] [--rate 200]

Swipes a card and takes it back, so many times a second, without deckd-actions, with one command, and with commands that
hang, fail, fork, print without end and ignore SIGTERM.
"""

import argparse
import json
import os
import pathlib
import signal
import socket
import statistics
import subprocess
import tempfile
import time


def action(script, keys="rate = 100\noverlap = true\ntimeout = 1"):
    """An action for each event of the run."""
    return "".join(
        f"[[actions]]\non = \"{on}\"\nrun = ['/bin/sh', '-c', '''{script}''']\n{keys}\n"
        for on in ["card.swiped", "deck.rewound"]
    )


FILES = {
    "without deckd-actions": None,
    "a command for each event": action("exit 0", "rate = 100\noverlap = \"queue\""),
    "5 a second, the default": action("exit 0", ""),
    "hostile": action("exec sleep 1000")
    + action("exit 1")
    + action("sleep 1000 & setsid sleep 3 &")
    + action("exec yes")
    + action("trap '' TERM; while :; do sleep 1000; done")
    + action("kill -SEGV $$"),
}


def measure(programs, folder, text, requests, rate):
    """The times of all requests in milliseconds, and the processor time of the service in seconds."""
    path = str(folder / "deckd.sock")
    (folder / "deckd.toml").write_text("")
    daemon = subprocess.Popen(
        [programs / "deckd", "--seat", "nobody", "--config", folder / "deckd.toml", "--socket", path],
        stderr=subprocess.DEVNULL,
    )
    while not os.path.exists(path):
        time.sleep(0.01)
    service = None
    if text is not None:
        (folder / "actions.toml").write_text(text)
        log = open(folder / "log", "w", encoding="utf-8")
        command = [programs / "deckd-actions", "--config", folder / "actions.toml", "--socket", path]
        service = subprocess.Popen(["nice", "-n", "5", *command], stderr=log)
        while "connected" not in (folder / "log").read_text(encoding="utf-8"):
            time.sleep(0.01)
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    replies = connection.makefile("rb")
    times = []
    start = time.monotonic()
    for number in range(requests):
        time.sleep(max(0.0, start + number / rate - time.monotonic()))
        method, extra = ("deck.undo", {}) if number % 2 else ("deck.swipe", {"direction": "left"})
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": {"deck": "main", **extra}})
        sent = time.monotonic()
        connection.sendall(line.encode() + b"\n")
        reply = json.loads(replies.readline())
        times.append((time.monotonic() - sent) * 1000)
        assert "result" in reply, reply
    busy = 0.0
    if service:
        fields = pathlib.Path(f"/proc/{service.pid}/stat").read_text(encoding="utf-8").split(")")[1].split()
        busy = sum(int(ticks) for ticks in fields[11:13]) / os.sysconf("SC_CLK_TCK")
        service.send_signal(signal.SIGTERM)
        assert service.wait(5) == 0
    daemon.terminate()
    daemon.wait()
    return times, busy


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(".build/release"))
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=200)
    given = parser.parse_args()
    print("| commands | p50 | p99 | worst | service, of a core |\n|---|---|---|---|---|")
    for name, text in FILES.items():
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            times, busy = measure(given.programs.resolve(), pathlib.Path(folder), text, given.requests, given.rate)
        cuts = statistics.quantiles(times, n=100)
        share = 100 * busy / (given.requests / given.rate)
        print(f"| {name} | {cuts[49]:.2f} ms | {cuts[98]:.2f} ms | {max(times):.1f} ms | {share:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
