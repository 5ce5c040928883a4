#!/usr/bin/env python3
"""What a panel's finger sees of the worst legal clients: its frames' delay, and the daemon's memory.

A finger moves a card at 120 Hz on a panel of the test bed, and a client reads its frames. Beside them, 1 and then 16 clients
keep doing the most expensive thing that a limit permits, and 1,000 where it costs them nothing. One of the decks has 80,000
cards, and with insertions the limit, 100,000. The daemon's longest turn is processor time, which turn_meter.c measures.

The clients take processors, too: where that is permitted the daemon and the finger are in the class of realtime.conf, so that
a delay is the daemon's own.

    Benchmarks/HostileBenchmark/hostile.py .build/release [seconds [part of a name]]
"""

import json
import math
import multiprocessing
import os
import pathlib
import random
import resource
import select
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from figures import record  # noqa: E402

CONFIGURATION = """
[[surfaces]]
name = "main"
refresh = 120
[[surfaces]]
name = "other"
refresh = 120
[[decks]]
id = "main"
[[decks]]
id = "other"
surface = "other"
cardsFile = "cards.json"
"""
RATE = 120
ROOT = pathlib.Path(__file__).resolve().parents[2]
BED = pathlib.Path(os.environ.get("DECKD_BED", ROOT / ".build/touchbed"))
# The cards of the deck "other", in any order.
NAMES = [f"a card with a longer name {n}" for n in range(80_000)]
random.Random(1).shuffle(NAMES)
# The most cards that a request may have or name.
NAMED = 250


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"


def injection():
    """As many moves of a finger as a line has room for, in the past."""
    end = time.monotonic_ns() // 1000
    contact = {"id": 0, "phase": "moved", "x": 200, "y": 400}
    frames = [{"t": end, "contacts": [{**contact, "x": 100 + n % 200}]} for n in range(330)]
    frames[0]["contacts"][0]["phase"], frames[-1]["contacts"][0]["phase"] = "down", "up"
    return request("input.inject", surface="other", frames=frames)


def keys(_):
    """A line with as many members as it has room for."""
    return b"{" + b",".join(b'"%d":1' % n for n in range(10_000, 13_200)) + b"}\n"


def settings(_):
    """As many settings as a line has room for, none of which there is."""
    return request("deck.configure", deck="other", settings={f"swipe.{n}": 1 for n in range(1900)})


def insertions(number):
    """As many cards as a request may have in, and out again."""
    cards = [{"id": f"{number}-{n}"} for n in range(NAMED)]
    end = len(NAMES)
    return request("deck.insert", deck="other", at=end, cards=cards) + request("deck.remove", deck="other", at=end, count=NAMED)


def updates(number):
    """As many cards as a request may name are replaced, and then marked as loaded."""
    cards = [{"id": name, "data": number} for name in NAMES[:NAMED]]
    return request("deck.update", deck="other", cards=cards) + request("card.loaded", deck="other", cards=NAMES[:NAMED])


def edits(number):
    """A card in, and out again."""
    card = {"id": f"one {number}"}
    return request("deck.insert", deck="other", at=0, cards=[card]) + request("deck.remove", deck="other", at=0)


# The name, whether the control socket is needed, what is sent, whether again and again, whether what comes is read,
# and how many clients do it.
ATTACKS = [
    ("lines of 32 KiB, 3,200 keys", False, keys, True, True, [1, 16]),
    ("lines of 32 KiB that never end", False, lambda _: b" " * ((1 << 15) - 1), False, False, [1, 16, 1000]),
    ("1,900 settings", True, settings, True, True, [1, 16]),
    ("snapshots of 48 kB, read", False, lambda _: request("deck.get", deck="main"), True, True, [1, 16]),
    ("snapshots of 48 kB, unread", False, lambda _: request("deck.get", deck="main"), False, False, [1, 16, 1000]),
    ("250 insertions and removals", True, insertions, True, True, [1, 16]),
    ("250 updates in any order", True, updates, True, True, [1, 16]),
    ("an insertion and a removal", True, edits, True, True, [1, 16]),
    ("pages of 64 kB", False, lambda _: request("deck.cards", deck="other"), True, True, [1, 16]),
    ("330 injected frames", True, lambda _: injection(), True, True, [1, 16]),
]
# What is written to the disk.
COMMITS = ["250 insertions and removals", "250 updates in any order", "an insertion and a removal"]


def attack(path, payload, repeats, reads, count, ready, served):
    """Does it until it is killed; `served` counts the chunks with a result among what is read."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    clients = []
    for number in range(count):
        client = socket.socket(socket.AF_UNIX)
        client.connect(path)
        client.setblocking(False)
        data = payload(number)
        clients.append([client, data, data])
    ready.set()
    poll, by_number = select.poll(), {}
    for client in clients:
        by_number[client[0].fileno()] = client
        poll.register(client[0], select.POLLOUT | (select.POLLIN if reads else 0))
    while by_number:
        for number, events in poll.poll():
            client = by_number[number]
            try:
                if events & select.POLLIN:
                    if not (data := client[0].recv(1 << 18)):
                        raise ConnectionError
                    served.value += b'"result"' in data
                if events & select.POLLOUT:
                    client[1] = client[1][client[0].send(client[1][: 1 << 18]):] or (client[2] if repeats else b"")
                    if not client[1]:
                        poll.modify(client[0], select.POLLIN if reads else select.POLLHUP)
            except BlockingIOError:
                pass
            except OSError:
                poll.unregister(client[0])
                del by_number[number]
    # Disconnected, all of them: they stay away.
    time.sleep(3600)


class Hostile:
    """Clients that do an attack until the end of a `with` statement."""

    def __init__(self, daemon, kind, count):
        _, control, payload, repeats, reads, _ = kind
        self.ready, self.served = multiprocessing.Event(), multiprocessing.Value("q", lock=False)
        self.is_answered = control or reads and "snapshots" in kind[0]
        path = daemon.socket if control else daemon.observers
        self.process = multiprocessing.Process(
            target=attack, args=(path, payload, repeats, reads, count, self.ready, self.served), daemon=True)

    def __enter__(self):
        self.process.start()
        self.ready.wait()

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()
        if self.is_answered and not self.served.value:
            print("  No request of these clients was served: the next row is that of refusals.", flush=True)


class Daemon:
    """The daemon on a panel of the test bed."""

    def __init__(self, program, folder, wrapper):
        self.socket, self.observers = f"{folder}/deckd.sock", f"{folder}/deckd-observe.sock"
        self.control, self.bytes = socket.socket(socket.AF_UNIX), b""
        with open(f"{folder}/cards.json", "w") as cards:
            json.dump([{"id": name} for name in NAMES], cards)
        with open(f"{folder}/deckd.toml", "w") as file:
            file.write(CONFIGURATION)
        # Not in the bed's own environment: its turns are not the daemon's.
        run = f'echo $$ >"$0/process"; LD_PRELOAD="$LD_PRELOAD:{self.build_meter(folder)}" exec "$@"'
        panel = ROOT / "Tests/TouchBed/fixtures/panel.desc"
        self.bed = subprocess.Popen(
            [BED / "touchbed", "-o", "-d", folder, "-c", f"{folder}/bed.sock", "-a", f'event0 "{panel}"', "--",
             "/bin/sh", "-c", run, folder, *wrapper, program, "--config", file.name, "--socket", self.socket, "--seat", "seat0",
             "--log-level", "critical", "--state-dir", f"{folder}/state"],
            env={**os.environ, "TURN_METER": f"{folder}/longest-turn"}, stdin=subprocess.DEVNULL)
        self.await_file(self.socket)
        self.control.connect(f"{folder}/bed.sock")
        while self.order("opens event0")[:2] != ["1", "1"]:
            time.sleep(0.01)
        with open(f"{folder}/process") as file:
            self.process = int(file.read())
        self.turns = open(f"{folder}/longest-turn", "r+b", buffering=0)

    def await_file(self, path):
        while not os.path.exists(path):
            assert self.bed.poll() is None, "the test bed or deckd has ended"
            time.sleep(0.01)

    def order(self, line):
        """Sends the bed a line, and returns the words of the reply after ok."""
        self.control.sendall(line.encode() + b"\n")
        while b"\n" not in self.bytes:
            self.bytes += self.control.recv(4096)
        reply, self.bytes = self.bytes.split(b"\n", 1)
        words = reply.decode().split()
        assert words[0] == "ok", f"{line}: {reply}"
        return words[1:]

    def stop(self):
        self.bed.terminate()
        self.bed.wait()

    @staticmethod
    def build_meter(folder):
        source = pathlib.Path(__file__).parent / "turn_meter.c"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", f"{folder}/turn-meter.so", source], check=True)
        return f"{folder}/turn-meter.so"

    def longest_turn(self):
        """The longest turn of the loop since the last call, in milliseconds."""
        longest = int.from_bytes(os.pread(self.turns.fileno(), 8, 0), "little") / 1e6
        os.pwrite(self.turns.fileno(), bytes(8), 0)
        return longest

    def memory(self, field):
        with open(f"/proc/{self.process}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith(field))

    def forget_peak(self):
        with open(f"/proc/{self.process}/clear_refs", "w") as file:
            file.write("5")


class Finger:
    """Moves a card, and waits for the frame of each move."""

    def __init__(self, daemon):
        self.daemon, self.socket, self.bytes = daemon, socket.socket(socket.AF_UNIX), b""
        # Something is wrong with a daemon that takes so long.
        self.socket.settimeout(30)
        self.socket.connect(daemon.socket)
        # Snapshots of 48 kB, as long as `limits.cardData` permits.
        cards = [{"id": f"card-{n}", **({"data": "x" * 16_000} if n in (1, 2, 3) else {})} for n in range(4)]
        self.ask(request("deck.load", deck="main", cards=cards[:1]))
        for card in cards[1:]:
            self.ask(request("deck.insert", deck="main", cards=[card]))
        self.ask(request("subscribe", deck="main", topics=["frames"]))

    def line(self):
        while b"\n" not in self.bytes:
            more = self.socket.recv(1 << 18)
            assert more, "the daemon has closed the connection"
            self.bytes += more
        line, self.bytes = self.bytes.split(b"\n", 1)
        return line

    def ask(self, line):
        self.socket.sendall(line)
        while b'"id":1' not in (reply := self.line()):
            pass
        assert b'"result"' in reply, reply

    def waits(self, seconds):
        """The time from a request to its reply, for requests now and then, in milliseconds, in order of length."""
        waits, begin = [], time.monotonic()
        for number in range(int(seconds * RATE)):
            time.sleep(max(begin + number / RATE - time.monotonic(), 0))
            start = time.monotonic_ns()
            self.ask(request("deck.list"))
            waits.append((time.monotonic_ns() - start) / 1e6)
        return sorted(waits)

    def touch(self, values):
        """Reports a touch on the panel, and returns its time in nanoseconds."""
        return int(self.daemon.order(f"ev event0 3 47 0 {values} 0 0 0")[0])

    def delays(self, seconds):
        """The time from each move to its frame, in milliseconds, in order of length."""
        self.ask(request("deck.reset", deck="main"))
        self.touch("3 57 1 3 53 560 3 54 1000 1 330 1")
        # Beyond the distance at which a drag begins.
        self.touch("3 53 660")
        delays, begin = [], time.monotonic()
        for number in range(int(seconds * RATE)):
            time.sleep(max(begin + number / RATE - time.monotonic(), 0))
            # Each move changes the picture.
            touch = self.touch(f"3 53 {660 + round(60 * math.sin(number / 20)) + 12 * (number % 2)}")
            # Past the frames of earlier touches and of ticks.
            while b'"input":%d,' % (touch // 1000) not in self.line():
                pass
            delays.append((time.monotonic_ns() - touch) / 1e6)
        # At rest: a finger that is lifted in motion decides the card.
        time.sleep(0.3)
        self.touch("3 57 -1 1 330 0")
        return sorted(delays)


# The priority of realtime.conf.
PRIORITY = 10


def enter_realtime_class():
    """Puts the finger and the panel above the daemon, and returns the command that runs it in the class of realtime.conf."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY + 1))
    except PermissionError:
        return []
    return ["chrt", "--fifo", str(PRIORITY)]


def main():
    program, seconds = f"{sys.argv[1]}/deckd", float(sys.argv[2]) if len(sys.argv) > 2 else 2
    attacks = [kind for kind in ATTACKS if len(sys.argv) < 4 or sys.argv[3] in kind[0]]
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    wrapper = enter_realtime_class()
    print("In the real-time class: a delay is the daemon's own." if wrapper
          else "In the ordinary class: the clients' own processes delay frames, too.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(program, folder, wrapper)
        try:
            measure(daemon, seconds, attacks)
        finally:
            daemon.stop()


def p99(delays):
    return delays[int(len(delays) * 0.99)]


def measure(daemon, seconds, attacks):
    finger = Finger(daemon)
    finger.delays(1)
    print("  clients  what they do                         p50 ms    p99 ms    max ms   wait p99   turn ms    peak MiB"
          "   after MiB", flush=True)
    daemon.longest_turn()
    idle = finger.delays(seconds)
    rest = daemon.memory("VmRSS")
    show(0, "nothing", idle, finger.waits(seconds), daemon.longest_turn(), daemon.memory("VmHWM"), rest)
    slowest, longest, turn, most, after, wait = 0, 0, 0, 0, 0, 0
    for kind in attacks:
        for count in kind[-1]:
            # Refused commands may have left fewer cards.
            if kind[1]:
                finger.ask(request("deck.load", deck="other"))
            daemon.forget_peak()
            with Hostile(daemon, kind, count):
                # As for the idle daemon: what rests for long is slow at first, above all in a virtual machine, whose
                # host takes idle memory away.
                finger.delays(1)
                daemon.longest_turn()
                delays, waits = finger.delays(seconds), finger.waits(seconds)
                peak, held = daemon.memory("VmHWM"), daemon.longest_turn()
            # Much memory is looked at again, later than the daemon gives it back.
            has_much = count == kind[-1][-1] and peak > 2 * rest
            time.sleep(8 if has_much else 0.5)
            left = daemon.memory("VmRSS") if has_much else None
            show(count, kind[0], delays, waits, held, peak, left)
            # A reply waits for the commits before it, which the disk takes its time for.
            if kind[0] not in COMMITS:
                wait = max(wait, p99(waits))
            slowest, longest = max(slowest, p99(delays) / p99(idle)), max(longest, delays[-1])
            turn, most, after = max(turn, held), max(most, peak), max(after, (left or rest) - rest)
    record("p99 of frames beside the worst clients", slowest, "×", "an idle daemon and machine", at_most=2)
    record("longest delay of a frame beside the worst clients", longest, "ms")
    record("p99 of a client's wait beside the worst clients that write nothing", wait, "ms", at_most=3)
    record("longest turn of the loop beside the worst clients", turn, "ms", at_most=5)
    record("memory at its peak beside the worst clients", most, "MiB", at_most=128)
    record("more memory 8 s after the worst clients", after, "MiB")


def show(count, name, delays, waits, turn, peak, left):
    print(f"  {count:7}  {name:32} {delays[len(delays) // 2]:9.2f} {p99(delays):9.2f} {delays[-1]:9.2f} {p99(waits):10.2f}"
          f" {turn:9.2f} {peak:11.1f}" + (f" {left:11.1f}" if left is not None else ""), flush=True)


if __name__ == "__main__":
    main()
