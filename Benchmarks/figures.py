"""Takes the figures of a process, and records those of a benchmark as Swift's do (Benchmarks/BenchmarkFigures)."""

import json
import os
import pathlib
import sys


def record(name, value, unit="", reference=None, at_most=None, at_least=None):
    """Appends a figure to the file that DECKD_BENCH_RECORD names; `reference` is what a ratio is relative to."""
    path = os.environ.get("DECKD_BENCH_RECORD")
    if not path:
        return
    figure = {"benchmark": pathlib.Path(sys.argv[0]).stem, "name": name, "value": value, "unit": unit,
              "reference": reference, "atMost": at_most, "atLeast": at_least}
    with open(path, "a", encoding="utf-8") as file:
        json.dump({key: value for key, value in figure.items() if value is not None}, file)
        file.write("\n")


def processor_seconds(process):
    """The time that a process has had on a processor, in seconds."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process):
    """The memory of a process that is in RAM, in MiB; 0 for one that has ended."""
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0
