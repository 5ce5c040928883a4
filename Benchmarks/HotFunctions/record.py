#!/usr/bin/python3
"""Records the functions that a touch executes, which `make release` then places next to each other.

Usage: record.py FOLDER, the folder of the release programs. It runs cold-path-benchmark there, and writes functions.txt:
the functions of deckd that are executed for a report of a finger without subscribers, then those that one subscriber
adds, then those that ten add; each group in the order of the addresses, so that what lies together stays together.
"""

import bisect
import pathlib
import subprocess
import sys
import tempfile

LIST = pathlib.Path(__file__).with_name("functions.txt")
AUDIENCES = (0, 1, 10)


def symbols(program):
    """Returns the functions of a program as (address, name), ascending."""
    lines = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout.splitlines()
    fields = (line.split() for line in lines)
    return sorted((int(field[0], 16), field[2]) for field in fields if len(field) == 3 and field[1] in "tTwWuV")


def names(functions, profile):
    """Returns the names of the functions that contain the instructions of a profile, in the order of their addresses."""
    addresses = [address for address, _ in functions]
    found = {}
    for line in profile.read_text().splitlines():
        place = bisect.bisect_right(addresses, int(line.split()[0], 16)) - 1
        # Functions with the same code have one address; any of their names places it.
        first = bisect.bisect_left(addresses, addresses[place])
        for _, name in functions[first:place + 1]:
            found[name] = None
    return list(found)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: record.py FOLDER-OF-THE-RELEASE-PROGRAMS")
    folder = pathlib.Path(sys.argv[1])
    benchmark = folder / "cold-path-benchmark"
    if not benchmark.exists():
        sys.exit(f"record.py: {benchmark} is not there: make bench builds it")
    functions = symbols(folder / "deckd")
    with tempfile.TemporaryDirectory() as temporary:
        profile = pathlib.Path(temporary) / "profile"
        # It fails when a figure exceeds its limit, which is no reason not to record.
        subprocess.run([benchmark, profile], check=False, stdout=subprocess.DEVNULL)
        found = {}
        for audience in AUDIENCES:
            for name in names(functions, profile.with_name(f"profile.{audience}")):
                found[name] = None
    LIST.write_text("".join(f"{name}\n" for name in found))
    print(f"{len(found)} functions")


main()
