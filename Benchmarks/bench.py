#!/usr/bin/env python3
"""Collects what the benchmarks of `make bench` have recorded: one JSON file, one table, and a page about the run.

    Benchmarks/bench.py begin FOLDER               looks at the machine before the run
    Benchmarks/bench.py run FOLDER BENCHMARK...    runs a benchmark, which is a command, and notes how long it takes
    Benchmarks/bench.py report FOLDER              writes bench.json, Results.md and latency.svg, and prints the table

FOLDER/figures.ndjson has a figure, a distribution or a benchmark's time a line (DECKD_BENCH_RECORD).
"""

import datetime
import json
import math
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TITLES = {
    "latency": "Latency, ticks, rest", "spring": "Springs", "deck": "Long decks",
    "prediction": "Prediction", "allocation": "Allocations", "crowd": "1,000 subscribers", "disk": "A slow disk",
    "replay": "Replay", "hostile": "Hostile clients", "web": "deckd-web", "pacing": "The page in Chromium",
    "finger": "A card under a finger in Chromium",
}
# Of a quiet machine: by how much others may use the processors, and how much may be stolen, as fractions.
QUIET = {"busy": 0.05, "stolen": 0.01}


# ---- The machine


def jiffies():
    """The processors' times since the start: all, what was used, and what was stolen."""
    fields = [int(word) for word in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return {"all": sum(fields), "busy": sum(fields) - fields[3] - fields[4] - fields[7], "stolen": fields[7]}


def shares(since):
    """The fractions of the processors' time that were used and stolen since a moment."""
    passed = {key: value - since[key] for key, value in jiffies().items()}
    return {key: passed[key] / max(passed["all"], 1) for key in ("busy", "stolen")}


def busy_while_waiting():
    start = jiffies()
    time.sleep(2)
    return shares(start)["busy"]


def first(pattern, path, otherwise="unknown"):
    found = re.search(pattern, pathlib.Path(path).read_text(), re.MULTILINE)
    return found[1].strip() if found else otherwise


def output(*command):
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def machine():
    memory = int(first(r"MemTotal:\s*(\d+)", "/proc/meminfo", "0"))
    return {
        "processor": first(r"^model name\s*:\s*(.*)", "/proc/cpuinfo", platform.machine()),
        "processors": len(os.sched_getaffinity(0)),
        "memory": f"{memory / 1048576:.1f} GiB",
        "kernel": platform.release(),
        "system": first(r'^PRETTY_NAME="?([^"\n]*)', "/etc/os-release"),
        "hypervisor": output("systemd-detect-virt", "--vm") or "none",
        "compiler": (output("swift", "--version").splitlines() or ["unknown"])[0],
        "revision": output("git", "describe", "--always", "--dirty", "--tags"),
    }


def begin(folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "figures.ndjson").unlink(missing_ok=True)
    start = {"time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
             "load": os.getloadavg()[0], "busy": busy_while_waiting(), "jiffies": jiffies()}
    (folder / "start.json").write_text(json.dumps(start))


def run_benchmark(folder, command):
    """Runs a benchmark and returns its status."""
    record = folder / "figures.ndjson"
    start = time.monotonic()
    status = subprocess.run(command, env={**os.environ, "DECKD_BENCH_RECORD": str(record.resolve())}).returncode
    name = pathlib.Path(command[0]).stem.removesuffix("-benchmark")
    line = {"benchmark": name, "seconds": round(time.monotonic() - start, 1), "status": status}
    with open(record, "a", encoding="utf-8") as file:
        print(json.dumps(line), file=file)
    return status


# ---- The figures


def number(value):
    """A number as one reads it: three digits, or all of a large one."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return str(value)
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3g}"


def limit(figure):
    if "atMost" in figure:
        return f"≤ {number(figure['atMost'])}"
    return f"≥ {number(figure['atLeast'])}" if "atLeast" in figure else ""


def verdict(figure):
    """Whether a figure is within its limit; nothing without one."""
    value = figure["value"]
    if not limit(figure):
        return ""
    if not isinstance(value, (int, float)):
        return "no"
    return "yes" if value <= figure.get("atMost", value) and value >= figure.get("atLeast", value) else "no"


def row(figure):
    value = number(figure["value"]) + (f" {figure['unit']}" if figure["unit"] else "")
    return [figure["name"], value, figure.get("reference", ""), limit(figure), verdict(figure)]


HEADS = ["figure", "value", "relative to", "limit", "met"]


def table(figures):
    rows = [[TITLES.get(figure["benchmark"], figure["benchmark"])] + row(figure) for figure in figures]
    heads = ["benchmark"] + HEADS
    widths = [max(len(line[column]) for line in [heads] + rows) for column in range(len(heads))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths)) for line in [heads] + rows)
    return "\n".join(line.rstrip() for line in lines)


# ---- The page


def conditions(run):
    about, start = run["machine"], run["start"]
    quiet = run["stolen"] <= QUIET["stolen"] and max(start["busy"], run["busyAfter"]) <= QUIET["busy"]
    times = ", ".join(f"{one['benchmark']} {one['seconds']:.0f} s" for one in run["runs"])
    return f"""\
| | |
|---|---|
| Processor | {about['processor']}, {about['processors']} of them |
| Memory | {about['memory']} |
| Kernel | Linux {about['kernel']} |
| System | {about['system']} |
| Virtual machine | {about['hypervisor']} |
| Compiler | {about['compiler']} |
| Revision | {about['revision']} |
| Started | {start['time']}, load {start['load']:.2f} (builds may have preceded it) |
| Took | {run['seconds'] / 60:.1f} minutes: {times} |
| Used by others | {100 * start['busy']:.1f} % of the processors' time before, {100 * run['busyAfter']:.1f} % after |
| Stolen by the hypervisor | {100 * run['stolen']:.1f} % of the processors' time |
| Quiet | {'yes' if quiet else 'no: delays include those of other processes'} |
"""


INTRODUCTION = """\
# Results of `make bench`

<!-- Generated by Benchmarks/bench.py from a run. -->

`deckd` is a daemon that turns the touches of a panel into decks of cards, and sends what it draws to its clients over a
Unix socket. This page has every figure of one run of its benchmarks; [README](README.md) says what each benchmark does.

A ratio compares two things that were measured in turns in the same run, and names what it is relative to. A limit is the
project's goal; “no” is a goal that this run missed. On a machine that others use, delays are theirs, too: counts and
ratios say more than times.
"""
LATENCY = """\
The time from the kernel's stamp of a touch to the moment at which a client has read the frame that shows it. C is the
least that a program can do: libinput, `poll` and `write`. It draws nothing, decides nothing and sends a line of 70 bytes,
where `deckd` sends the geometry of the visible cards. Held means that `/dev/cpu_dma_latency` keeps the processors from
sleeping deeply between two touches.

![How many touches have arrived at a client after a time, by program and number of clients](latency.svg)
"""


def page(run):
    lines = [INTRODUCTION, "## The machine", "", conditions(run)]
    if run["distributions"]:
        lines += ["## Touch to client", "", LATENCY]
    names = list(dict.fromkeys(figure["benchmark"] for figure in run["figures"]))
    order = list(TITLES)
    for name in sorted(names, key=lambda name: order.index(name) if name in order else len(order)):
        lines += [f"## {TITLES.get(name, name)}", "", f"| {' | '.join(HEADS)} |", "|---|---:|---|---:|---|"]
        lines += [f"| {' | '.join(row(figure))} |" for figure in run["figures"] if figure["benchmark"] == name]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


# ---- The picture

WIDTH, HEIGHT, LEFT, TOP, GAP = 250, 200, 52, 58, 34
STYLES = {("C", False): "#9a9a9a", ("deckd", False): "#2b6cb0", ("C", True): "#9a9a9a", ("deckd", True): "#2b6cb0"}


def picture(distributions):
    """How many of the touches have arrived after a time, a panel for each number of clients."""
    audiences = list(dict.fromkeys(re.sub(r"^\w+, |, latency held$", "", one["distribution"]) for one in distributions))
    values = [value for one in distributions for value in one["percentiles"]]
    low, high = math.floor(math.log10(max(min(values), 1)) * 3) / 3, math.ceil(math.log10(max(values)) * 3) / 3
    width = LEFT + len(audiences) * (WIDTH + GAP)
    height = TOP + HEIGHT + 66

    def across(value):
        return (math.log10(max(value, 1)) - low) / (high - low) * WIDTH

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             'font-size="12" fill="#333">', f'<rect width="{width}" height="{height}" fill="white"/>',
             '<style>.title { font-weight: 600; font-size: 13px }</style>',
             f'<text x="{LEFT}" y="22" class="title">Touches that have arrived at a client after a time</text>']
    for place, audience in enumerate(audiences):
        left, base = LEFT + place * (WIDTH + GAP), TOP + HEIGHT
        parts.append(f'<text x="{left}" y="{TOP - 12}">{audience}</text>')
        for percent in (0, 25, 50, 75, 100):
            y = base - percent / 100 * HEIGHT
            parts.append(f'<path d="M{left} {y:.1f}h{WIDTH}" stroke="#e3e3e3"/>')
            if place == 0:
                parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
        for power in range(int(low), int(high) + 1):
            for digit in (1, 2, 5):
                mark = digit * 10 ** power
                if low <= math.log10(mark) <= high:
                    x = left + across(mark)
                    parts.append(f'<path d="M{x:.1f} {base}v4" stroke="#999"/>')
                    label = f"{mark / 1000:g} ms" if mark >= 1000 else f"{mark:g}"
                    place_of = f'x="{x:.1f}" y="{base + 17}" text-anchor="middle"'
                    parts.append(f'<text {place_of} font-size="10">{label}</text>')
        for one in distributions:
            name, is_held = one["distribution"].split(",")[0], one["distribution"].endswith("held")
            if re.sub(r"^\w+, |, latency held$", "", one["distribution"]) != audience:
                continue
            points = " ".join(f"{left + across(value):.1f},{base - (index + 0.5) / 100 * HEIGHT:.1f}"
                              for index, value in enumerate(one["percentiles"]))
            dash = ' stroke-dasharray="4 3"' if is_held else ""
            style = f'fill="none" stroke="{STYLES[name, is_held]}" stroke-width="1.8"{dash}'
            parts.append(f'<polyline points="{points}" {style}/>')
    parts.append(f'<text x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 32}" text-anchor="end" font-size="10">µs</text>')
    x = LEFT
    for (name, is_held), color in STYLES.items():
        dash = ' stroke-dasharray="4 3"' if is_held else ""
        parts.append(f'<path d="M{x} {height - 18}h26" stroke="{color}" stroke-width="1.8"{dash}/>')
        label = name + (", processors held awake" if is_held else "")
        parts.append(f'<text x="{x + 32}" y="{height - 14}">{label}</text>')
        x += 60 + 7 * len(label)
    return "\n".join(parts + ["</svg>"]) + "\n"


def report(folder):
    lines = [json.loads(line) for line in (folder / "figures.ndjson").read_text().splitlines()]
    start = json.loads((folder / "start.json").read_text())
    stolen = shares(start["jiffies"])["stolen"]
    runs = [line for line in lines if "seconds" in line]
    run = {
        "machine": machine(),
        "start": {"time": start["time"], "load": start["load"], "busy": start["busy"]},
        "seconds": sum(one["seconds"] for one in runs),
        "runs": runs,
        "stolen": stolen,
        "busyAfter": busy_while_waiting(),
        "figures": [line for line in lines if "name" in line],
        "distributions": [line for line in lines if "distribution" in line],
    }
    (folder / "bench.json").write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n")
    (folder / "Results.md").write_text(page(run))
    if run["distributions"]:
        (folder / "latency.svg").write_text(picture(run["distributions"]))
    print(table(run["figures"]))
    print(f"\n{len(run['figures'])} figures in {run['seconds'] / 60:.1f} minutes; {folder}/bench.json has them all, "
          f"{folder}/Results.md is a page about them.")


def main():
    words = sys.argv[1:]
    if len(words) > 2 and words[0] == "run":
        sys.exit(run_benchmark(pathlib.Path(words[1]), words[2:]))
    if len(words) != 2 or words[0] not in ("begin", "report"):
        sys.exit("usage: bench.py begin FOLDER | run FOLDER BENCHMARK... | report FOLDER")
    {"begin": begin, "report": report}[words[0]](pathlib.Path(words[1]))


if __name__ == "__main__":
    main()
