#!/usr/bin/python3
"""Measures how many touch frames a second `deckctl replay` plays from a file: 2,000 swipes on 2,000 cards.

Usage: replay.py FOLDER, the folder of the release programs. The program starts, reads the recording of 100,000 touch
frames and writes events, gestures and haptics; all of that counts. What is written must be the same in every run.
"""

import hashlib
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from figures import record  # noqa: E402

SWIPES = 2000
REPORTS = 50
ROUNDS = 7
GOAL = 400_000
PANEL = pathlib.Path(__file__).resolve().parents[2] / "Tests/TouchBed/fixtures/panel.desc"
SYNCHRONIZE, KEY, ABSOLUTE = 0, 1, 3
TOUCH, X, Y, TRACKING = 0x14A, 0x35, 0x36, 0x39


def recording():
    """Returns swipes to the left and right in turns, as evemu-record would write them."""
    lines = [PANEL.read_text().rstrip()]
    moment = 1_000_000

    def add(kind, code, value):
        lines.append(f"E: {moment // 1_000_000}.{moment % 1_000_000:06} {kind:04x} {code:04x} {value:04}")

    for swipe in range(SWIPES):
        side = 1 if swipe % 2 else -1
        for report in range(REPORTS):
            if report == 0:
                for code, value in ((TRACKING, swipe), (X, 560), (Y, 1000)):
                    add(ABSOLUTE, code, value)
                add(KEY, TOUCH, 1)
            elif report == REPORTS - 1:
                add(ABSOLUTE, TRACKING, -1)
                add(KEY, TOUCH, 0)
            else:
                add(ABSOLUTE, X, 560 + side * report * 10)
                add(ABSOLUTE, Y, 1000 + int(30 * math.sin(report / 8)))
            add(SYNCHRONIZE, 0, 0)
            moment += 8000
        moment += 300_000
    return "\n".join(lines) + "\n"


def run(command):
    """Returns the seconds that a command takes, and a digest of its output."""
    start = time.perf_counter()
    output = subprocess.run(command, check=True, capture_output=True).stdout
    return time.perf_counter() - start, hashlib.sha256(output).hexdigest()


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: replay.py FOLDER-OF-THE-RELEASE-PROGRAMS")
    program = pathlib.Path(sys.argv[1]) / "deckctl"
    if not program.exists():
        sys.exit(f"replay.py: {program} is not there: make release")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "swipes.evemu"
        file.write_text(recording())
        times, digests = [], set()
        for _ in range(ROUNDS):
            seconds, digest = run([str(program), "replay", "--cards", str(SWIPES), str(file)])
            times.append(seconds)
            digests.add(digest)
    if len(digests) != 1:
        sys.exit("replay.py: the runs wrote different bytes")
    count = SWIPES * REPORTS
    print(f"Touch frames that deckctl replay plays in a second, of {count:,} from a file ({ROUNDS} runs):\n")
    print(f"  median           {count / statistics.median(times):12,.0f}")
    print(f"  quickest         {count / min(times):12,.0f}")
    print(f"  goal             {GOAL:12,}")
    rate = count / statistics.median(times)
    record(f"replayed from a file, {SWIPES:,} cards, median", rate, "frames/s", at_least=GOAL)


main()
