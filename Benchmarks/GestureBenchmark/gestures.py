#!/usr/bin/python3
"""Compares deckd with deckd-actions and lisgd on one panel: made-up fingers, and the commands that they run.

usage: gestures.py FOLDER [COUNT [SEED]]   the folder of deckd and deckd-actions; 400 gestures

Both read the same mocked panel at the same time, and run the same shell command for the same gestures: swipes from edges
and corners, and swipes of one to five fingers elsewhere. The panel is that of a PinePhone, for which lisgd was made: no
resolution, 10.7 units per millimeter, so that lisgd's defaults (125 units, edges of 50) are as meant. The fingers are
slow, fast, slanted by up to 25°, with a thumb that rests; every tenth is no swipe at all. A delay is from the lift of the
first finger to the command's line.
"""

import math
import os
import pathlib
import queue
import random
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))
from figures import record  # noqa: E402

BED = pathlib.Path(os.environ.get("DECKD_BED", ROOT / ".build/touchbed"))
UNITS, WIDTH, HEIGHT = 10.7, 70, 124
EDGES = {"left": (1, 0), "right": (-1, 0), "top": (0, 1), "bottom": (0, -1)}
CORNERS = {"top left": (1, 1), "top right": (-1, 1), "bottom left": (1, -1), "bottom right": (-1, -1)}
WAYS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
LISGD_WAYS = {"right": "LR", "left": "RL", "down": "UD", "up": "DU"}
LISGD_CORNERS = {"top left": "ULDR,TL", "top right": "URDL,TR", "bottom left": "DLUR,BL", "bottom right": "DRUL,BR"}
INWARD = {"left": "right", "right": "left", "top": "down", "bottom": "up"}


def configurations(folder):
    """Writes the files of deckd and deckd-actions; returns lisgd's arguments."""
    names, lisgd = [], []
    fifo = {who: f"{folder}/{who}.fifo" for who in ("deckd", "lisgd")}
    for path in fifo.values():
        os.mkfifo(path)

    def add(name, do, fingers, start, spec):
        names.append(f'[[gestures]]\nname = "{name}"\ndo = "{do}"\nfingers = {fingers}\n' + (f'from = "{start}"\n' if start else ""))
        lisgd.extend(["-g", f"{fingers},{spec},*,R,echo {name} >{fifo['lisgd']}"])

    for edge in EDGES:
        add(f"edge-{edge}", f"swipe {INWARD[edge]}", 1, edge, f"{LISGD_WAYS[INWARD[edge]]},{edge[0].upper()}")
    for corner in CORNERS:
        add(f"corner-{corner.replace(' ', '-')}", "swipe", 1, corner, LISGD_CORNERS[corner])
    for fingers in range(1, 6):
        for way in WAYS:
            zone = "N" if fingers == 1 else "*"
            add(f"{fingers}-{way}", f"swipe {way}", fingers, None, f"{LISGD_WAYS[way]},{zone}")
    pathlib.Path(f"{folder}/deckd.toml").write_text("decks = []\n" + "".join(names))
    pathlib.Path(f"{folder}/actions.toml").write_text(
        '[[actions]]\nname = "gesture"\non = "gesture.performed"\nrate = 100\noverlap = true\n'
        f'''run = ["/bin/sh", "-c", 'echo $DECKD_GESTURE >{fifo["deckd"]}']\n''')
    os.chmod(f"{folder}/actions.toml", 0o644)
    return fifo, lisgd


class Panel:
    """A mocked panel in the touch bed, which both programs read."""

    def __init__(self, programs, folder, lisgd):
        description = (ROOT / "Tests/TouchBed/fixtures/panel.desc").read_text()
        size = {"00": WIDTH, "35": WIDTH, "01": HEIGHT, "36": HEIGHT}
        lines = [
            f"A: {line[3:5]} 0 {int(size[line[3:5]] * UNITS)} 0 0 0" if line[:3] == "A: " and line[3:5] in size else line
            for line in description.splitlines()]
        pathlib.Path(f"{folder}/panel.desc").write_text("\n".join(lines) + "\n")
        script = (
            f'lisgd -d /dev/input/event0 -w {int(WIDTH * UNITS)} -h {int(HEIGHT * UNITS)} "$@" 2>/dev/null &\n'
            f"{programs}/deckd --config {folder}/deckd.toml --socket {folder}/deckd.sock --seat seat0 --log-level error &\n"
            f"while [ ! -S {folder}/deckd.sock ]; do sleep 0.1; done\n"
            f"exec {programs}/deckd-actions --config {folder}/actions.toml --socket {folder}/deckd.sock\n")
        self.bed = subprocess.Popen(
            [BED / "touchbed", "-o", "-d", folder, "-c", f"{folder}/bed.sock", "-a", f'event0 "{folder}/panel.desc"', "--",
             "/bin/sh", "-c", script, "sh", *lisgd], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(f"{folder}/deckd.sock"):
            assert self.bed.poll() is None, "the touch bed has ended"
            time.sleep(0.05)
        self.control = socket.socket(socket.AF_UNIX)
        self.control.connect(f"{folder}/bed.sock")
        end = time.monotonic() + 10
        while self.order("opens event0").split()[1:2] != ["2"]:
            assert time.monotonic() < end, "lisgd or deckd does not read the panel"
            time.sleep(0.05)
        time.sleep(1)

    def order(self, line):
        self.control.sendall(line.encode() + b"\n")
        return self.control.recv(4096).decode()

    def report(self, changes):
        """Sends a hardware frame: (slot, x, y) in millimeters, or (slot, None, None) for a lift."""
        words = []
        for slot, x, y in changes:
            words.append(f"3 47 {slot}")
            if x is None:
                words.append("3 57 -1")
            else:
                self.tracking = getattr(self, "tracking", 0)
                if slot not in self.slots:
                    self.tracking += 1
                    self.slots.add(slot)
                    words.append(f"3 57 {self.tracking}")
                words.append(f"3 53 {round(min(max(x, 0), WIDTH) * UNITS)} 3 54 {round(min(max(y, 0), HEIGHT) * UNITS)}")
        for slot, x, _ in changes:
            if x is None:
                self.slots.discard(slot)
        self.order(f"ev event0 {' '.join(words)} 1 330 {1 if self.slots else 0} 0 0 0")

    slots = set()


def trial(generator):
    """A made-up gesture: (expected name or None, fingers' starts, way, length, seconds, has a thumb)."""
    kind = generator.choices(["edge", "corner", "middle", "none"], [30, 10, 50, 10])[0]
    seconds = generator.choice([generator.uniform(0.08, 0.16), generator.uniform(0.2, 0.4), generator.uniform(0.5, 1.1)])
    slant, length = math.radians(generator.uniform(-25, 25)), generator.uniform(18, 32)
    if kind == "edge":
        edge = generator.choice(list(EDGES))
        x, y = {"left": (1, 60), "right": (WIDTH - 1, 60), "top": (35, 1), "bottom": (35, HEIGHT - 1)}[edge]
        shift = generator.uniform(-12, 12)
        start = (x, y + shift) if edge in ("left", "right") else (x + shift, y)
        return f"edge-{edge}", [start], turned(EDGES[edge], slant), length, seconds, False
    if kind == "corner":
        corner = generator.choice(list(CORNERS))
        dx, dy = CORNERS[corner]
        start = (2 if dx > 0 else WIDTH - 2, 2 if dy > 0 else HEIGHT - 2)
        way = (dx / math.sqrt(2), dy / math.sqrt(2))
        return f"corner-{corner.replace(' ', '-')}", [start], turned(way, slant / 2), length, seconds, False
    if kind == "middle":
        fingers, way = generator.randint(1, 5), generator.choice(list(WAYS))
        dx, dy = WAYS[way]
        center = (35 - dx * length / 2, 62 - dy * length / 2)
        spread = min(13, 44 / fingers)
        starts = [
            (center[0] + (index - (fingers - 1) / 2) * spread, center[1] + generator.uniform(-5, 5)) for index in range(fingers)]
        return f"{fingers}-{way}", starts, turned(WAYS[way], slant), length, seconds, generator.random() < 0.2
    what = generator.choice(["tap", "short", "turn"])
    starts = [(generator.uniform(15, 55), generator.uniform(20, 100)) for _ in range(generator.randint(1, 3))]
    length = {"tap": 0.3, "short": 3, "turn": 25}[what]
    return None, starts, None if what == "turn" else (1, 0), length, generator.uniform(0.08, 0.5), False


def turned(way, angle):
    return (way[0] * math.cos(angle) - way[1] * math.sin(angle), way[0] * math.sin(angle) + way[1] * math.cos(angle))


def perform(panel, generator, starts, way, length, seconds, has_thumb):
    """Plays a gesture in real time; returns when the first finger was lifted."""
    if has_thumb:
        panel.report([(9, 6, HEIGHT - 40)])
        time.sleep(1)
    offsets = sorted(generator.uniform(0, 0.035) for _ in starts)
    ends = [seconds + generator.uniform(0, 0.03) for _ in starts]
    begin, moment, lifted, first = time.monotonic(), 0.0, set(), None
    while len(lifted) < len(starts):
        changes = []
        for index, (x, y) in enumerate(starts):
            if index in lifted or moment < offsets[index] - offsets[0]:
                continue
            if moment >= ends[index]:
                changes.append((index, None, None))
                lifted.add(index)
                continue
            share = min(1, moment / seconds)
            share = share * share * (3 - 2 * share) if seconds > 0.3 else share
            # A motion there and back, for what is no swipe.
            dx, dy = (way[0] * share, way[1] * share) if way else (math.sin(share * 2 * math.pi), 0)
            jitter = (generator.gauss(0, 0.08), generator.gauss(0, 0.08))
            changes.append((index, x + dx * length + jitter[0], y + dy * length + jitter[1]))
        if changes:
            panel.report(changes)
        if lifted and first is None:
            first = time.monotonic()
        moment += 0.008
        time.sleep(max(0, begin + moment - time.monotonic()))
    if has_thumb:
        time.sleep(0.1)
        panel.report([(9, None, None)])
    return first


def receive(readers, arrivals):
    """Notes when each line comes, also while fingers are still down."""
    while True:
        for reader in select.select(list(readers.values()), [], [])[0]:
            who = next(name for name, value in readers.items() if value == reader)
            for name in os.read(reader, 4096).decode().split():
                arrivals.put((who, name, time.monotonic()))


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 45
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        fifos, lisgd = configurations(folder)
        readers = {who: os.open(path, os.O_RDWR | os.O_NONBLOCK) for who, path in fifos.items()}
        arrivals = queue.Queue()
        threading.Thread(target=receive, args=(readers, arrivals), daemon=True).start()
        panel = Panel(programs, folder, lisgd)
        tally = {who: {"right": 0, "missed": 0, "false": 0, "delays": []} for who in readers}
        wrong = []
        for number in range(count):
            expected, *rest = trial(generator)
            lifted = perform(panel, generator, *rest)
            lines = {who: [] for who in readers}
            time.sleep(0.45)
            while not arrivals.empty():
                who, name, moment = arrivals.get()
                lines[who].append((name, moment))
            for who, came in lines.items():
                names = [name for name, _ in came]
                figures = tally[who]
                figures["right"] += expected in names
                figures["missed"] += expected is not None and expected not in names
                figures["false"] += sum(name != expected for name in names)
                figures["delays"] += [(moment - lifted) * 1000 for name, moment in came if name == expected][:1]
                if names != ([expected] if expected else []):
                    wrong.append((number, who, expected, names, rest))
        panel.bed.terminate()
        panel.bed.wait()
    print(f"{count} made-up gestures (seed {seed}), on one panel:\n")
    print(f"  {'':8}{'right':>8}{'missed':>8}{'false':>8}{'p50':>12}{'p99':>12}")
    for who, figures in tally.items():
        delays = sorted(figures["delays"]) or [0]
        p50, p99 = statistics.median(delays), delays[int(len(delays) * 0.99) - 1 if len(delays) > 1 else 0]
        print(f"  {who:8}{figures['right']:8}{figures['missed']:8}{figures['false']:8}{p50:9.2f} ms{p99:9.1f} ms")
        for name in ("right", "missed", "false"):
            record(f"{who}, gestures, {name}", figures[name], "")
        record(f"{who}, lift to command, p50", p50, "ms")
        record(f"{who}, lift to command, p99", p99, "ms")
    if os.environ.get("VERBOSE"):
        for row in wrong:
            print(row)


main()
