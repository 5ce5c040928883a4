"""Records the figures of a benchmark as those in Swift do (Benchmarks/BenchmarkFigures)."""

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
