#!/usr/bin/python3
"""Records which branches the daemon takes while decks move, for the compiler: branches.txt.

Usage: train.py INSTRUMENTED RELEASE, a deckd that counts them, and the folder of the release programs. It runs
allocation-benchmark, whose decks a finger drags, scrolls and reorders, and whose cards return by themselves, with 0 to 104
subscribers. `make hot-functions` builds the programs.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROFILE = pathlib.Path(__file__).with_name("branches.txt")
# A function of which nothing ran this often is none of a touch: the benchmark moves each deck 540 times or more. Without a
# profile the compiler takes nothing in it to be rare.
LEAST = 500
# Without this line, llvm-profdata takes the next name for one, since it begins with a dollar sign.
NO_BITMAP = "# Num Bitmap Bytes:\n$0\n"


def toolchain():
    """Returns the folder of the compiler that runs as `swiftc`."""
    info = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    path = next(line.split('"')[3] for line in info.splitlines() if "runtimeResourcePath" in line)
    return pathlib.Path(path).parents[1]


def counters(record):
    """Returns the counters of a function's record."""
    lines = record.splitlines()
    place = lines.index("# Counter Values:") + 1
    return [int(line) for line in lines[place:]]


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: train.py INSTRUMENTED-DECKD FOLDER-OF-THE-RELEASE-PROGRAMS")
    instrumented, folder = map(pathlib.Path, sys.argv[1:])
    tool = toolchain() / "bin" / "llvm-profdata"
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary)
        shutil.copy(instrumented, place / "deckd")
        shutil.copy(folder / "allocation-benchmark", place)
        environment = os.environ | {"LLVM_PROFILE_FILE": str(place / "%p.profraw")}
        # Its figures are those of a daemon that counts.
        subprocess.run([place / "allocation-benchmark"], check=True, env=environment)
        profiles = list(place.glob("*.profraw"))
        if not profiles:
            sys.exit("train.py: no daemon has written a profile; is it instrumented?")
        text = subprocess.run(
            [tool, "merge", "-sparse", "-text", "-o", "-", *profiles], check=True, capture_output=True, text=True
        ).stdout
    header, rest = text.split(":ir\n")
    records = sorted(record.strip() for record in rest.split("\n\n") if record.strip())
    # A function that is private to an object is named after its path, which another build does not have.
    records = [record for record in records if ";" not in record and max(counters(record)) >= LEAST]
    PROFILE.write_text(f"{header}:ir\n" + "".join(f"{record}\n{NO_BITMAP}\n" for record in records))
    print(f"{len(records)} functions")


main()
