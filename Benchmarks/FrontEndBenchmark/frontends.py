#!/usr/bin/python3
"""The front ends of Examples, one after the other: from the start to the first card, and what a moving card costs.

usage: frontends.py FOLDER [ROUNDS]

FOLDER has the programs of a release. Needs xvfb, python3-xlib, and of the examples those that are to be measured: what is
not built or installed is left out, with a line that says so. Xvfb has no GPU: the processor draws.
"""

from __future__ import annotations

import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any, Dict, List, NamedTuple, Optional

from Xlib import X, display

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Sources" / "PythonClient")]
import deckd  # noqa: E402
from figures import processor_seconds, resident  # noqa: E402

SECONDS = 6.0  # of a card that moves
HZ = 60
BUILD = ROOT / ".build"


class Example(NamedTuple):
    name: str
    command: List[str]
    needs: str  # a file without which it is left out
    environment: Dict[str, str] = {}


EXAMPLES = [
    Example("C, SDL 2", [str(BUILD / "sdl/sdl")], str(BUILD / "sdl/sdl")),
    Example("C, LVGL", [str(BUILD / "lvgl-example/lvgl")], str(BUILD / "lvgl-example/lvgl")),
    Example(
        "QML, Qt Quick",
        ["/usr/lib/qt6/bin/qml", str(ROOT / "Examples/qml/Main.qml")],
        str(BUILD / "qml/Deckd/qmldir"),
        {"QML_IMPORT_PATH": str(BUILD / "qml"), "QT_QUICK_BACKEND": "software"},
    ),
    Example("Python, GTK 4", [str(ROOT / "Examples/gtk/deck.py")], "/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-4.0.typelib",
            {"GSK_RENDERER": "cairo", "GTK_A11Y": "none"}),  # fmt: skip
    Example("Python, Kivy", [str(ROOT / "Examples/kivy/deck.py")], "/usr/lib/python3/dist-packages/kivy/__init__.py",
            {"KIVY_NO_CONSOLELOG": "1"}),  # fmt: skip
]


class Bench:
    def __init__(self, programs: str, folder: str) -> None:
        self.socket = f"{folder}/deckd.sock"
        config = ROOT / "Examples/sdl/deckd.toml"
        self.folder = folder
        self.daemon = subprocess.Popen(
            [f"{programs}/deckd", "--seat", "nobody", "--config", str(config), "--socket", self.socket],
            stderr=subprocess.DEVNULL,
        )
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "400x850x24"], pass_fds=[write], stderr=subprocess.DEVNULL
        )
        os.close(write)
        self.name = f":{os.read(read, 20).decode().strip()}"
        self.screen = display.Display(self.name).screen().root
        self.client = deckd.Client(self.socket, client="frontends")
        while not self.client.decks:
            list(self.client.poll(0.1))

    def close(self) -> None:
        for process in (self.server, self.daemon):
            process.kill()
            process.wait()

    def colors(self) -> List[bytes]:
        """The pixels of a row through the middle of the front card."""
        row = self.screen.get_image(40, 420, 320, 1, X.ZPixmap, 0xFFFFFFFF).data
        return [row[i : i + 3] for i in range(0, len(row), 4)]

    def start(self, example: Example) -> "tuple[subprocess.Popen[Any], float]":
        environment = {**os.environ, "DISPLAY": self.name, "DECKD_SOCKET": self.socket, "KIVY_HOME": self.folder}
        environment.pop("WAYLAND_DISPLAY", None)
        begun = time.monotonic()
        process = subprocess.Popen(
            example.command,
            env={**environment, **example.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        # A card is there when the row is colored: windows are black, white or gray before.
        while True:
            vivid = sum(max(color) - min(color) > 24 for color in self.colors())
            if vivid > 200:
                return process, time.monotonic() - begun
            if process.poll() is not None or time.monotonic() - begun > 20:
                raise SystemExit(f"{example.name}: no card is drawn")
            time.sleep(0.002)

    def touch(self, phase: str, x: float) -> None:
        contacts = [{"id": 0, "phase": phase, "x": x, "y": 400}]
        self.client.request("input.inject", {"contacts": contacts})
        list(self.client.poll(0))

    def move(self, process: "subprocess.Popen[Any]") -> "tuple[float, float, float]":
        """The share of a core that the front end and the daemon take while a card moves, and the front end's memory."""
        time.sleep(0.5)
        self.touch("down", 200)
        front, daemon, begun = processor_seconds(process.pid), processor_seconds(self.daemon.pid), time.monotonic()
        for step in range(int(SECONDS * HZ)):
            self.touch("moved", 200 + 60 * math.sin(step / HZ * 4))
            time.sleep(max(0, begun + (step + 1) / HZ - time.monotonic()))
        spent = time.monotonic() - begun
        front, daemon = processor_seconds(process.pid) - front, processor_seconds(self.daemon.pid) - daemon
        self.touch("cancelled", 200)
        return front / spent, daemon / spent, resident(process.pid)


def measure(bench: Bench, example: Example, rounds: int) -> Optional[str]:
    if not pathlib.Path(example.needs).exists():
        print(f"left out: {example.name} needs {example.needs}", file=sys.stderr)
        return None
    starts, costs = [], (math.nan, math.nan, math.nan)
    for number in range(rounds):
        process, start = bench.start(example)
        starts.append(start)
        if number == rounds - 1:
            costs = bench.move(process)
        process.kill()
        process.wait()
        while any(max(color) for color in bench.colors()):
            time.sleep(0.01)
    front, daemon, memory = costs
    return f"| {example.name} | {statistics.median(starts) * 1000:.0f} ms | {front:.1%} | {daemon:.1%} | {memory:.0f} MB |"


def main() -> None:
    programs, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(programs, folder)
        try:
            print(f"| front end | first card, median of {rounds} | moving: front end | moving: deckd | memory |")
            print("|---|---|---|---|---|")
            for example in EXAMPLES:
                if row := measure(bench, example, rounds):
                    print(row, flush=True)
        finally:
            bench.close()


if __name__ == "__main__":
    main()
