#!/usr/bin/python3
"""Records the functions that a touch executes, which `make release` then places next to each other.

Usage: record.py FOLDER, the folder of the release programs. It runs cold-path-benchmark there, and writes functions.txt:
the functions of deckd that are executed for a report of a finger without subscribers, then those that one subscriber
adds, then those that ten add; each group in the order of the addresses, so that what lies together stays together.
imports.txt gets the functions of libraries that deckd calls for a report, in the same order.
"""

import bisect
import pathlib
import re
import subprocess
import sys
import tempfile

LIST = pathlib.Path(__file__).with_name("functions.txt")
IMPORTS = pathlib.Path(__file__).with_name("imports.txt")
AUDIENCES = (0, 1, 10)
# What objdump appends to the name of a stub.
STUB = "@plt"


def output(*command):
    """Returns what a command writes."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(program):
    """Returns the functions of a program, and the stubs through which it calls others, as (address, name), ascending."""
    fields = (line.split() for line in output("nm", "--defined-only", program).splitlines())
    own = [(int(field[0], 16), field[2]) for field in fields if len(field) == 3 and field[1] in "tTwWuV"]
    stubs = re.findall(rf"^([0-9a-f]+) <([^>+-]+{STUB})>:$", output("objdump", "-d", "-j", ".plt", program), re.MULTILINE)
    return sorted(own + [(int(address, 16), name) for address, name in stubs])


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
    own = [name for name in found if not name.endswith(STUB)]
    imports = [name.removesuffix(STUB) for name in found if name.endswith(STUB)]
    LIST.write_text("".join(f"{name}\n" for name in own))
    IMPORTS.write_text("".join(f"{name}\n" for name in imports))
    print(f"{len(own)} functions, {len(imports)} of libraries")


main()
