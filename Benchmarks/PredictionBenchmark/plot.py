#!/usr/bin/python3
"""Draws the table of prediction-benchmark as Sources/Kinetics/Kinetics.docc/prediction.svg.

Usage: plot.py BENCHMARK > FILE, where BENCHMARK is the built program; DECKD_RECORDINGS names the recordings.
"""

import re
import subprocess
import sys

PANELS = [
    ("Error on recordings", "relative to no prediction", 0, 1.1, 0.5),
    ("Overshoot at abrupt stops", "95th percentile, pt", 3, 70, 20),
    ("Noise of a resting finger", "relative to its reports", 4, 8, 2),
]
COLORS = {"8 ms": "#9ecae1", "16 ms": "#4292c6", "33 ms": "#084594"}
NAMES = ["none", "linear", "least squares", "Kalman", "One Euro", "adaptive line"]
WIDTH, HEIGHT, TOP, LEFT = 300, 170, 64, 44


def read_table(benchmark):
    """Returns the cells of each predictor: five columns of three figures."""
    text = subprocess.run([benchmark], capture_output=True, text=True, check=True).stdout
    rows = {}
    for line in text.splitlines():
        for name in NAMES:
            if re.match(rf"{name}\s+\d", line):
                figures = [float(word) for word in line[14:].split()]
                rows[name] = [figures[start : start + 3] for start in range(0, 15, 3)]
    if len(rows) < len(NAMES):
        sys.exit(f"{benchmark} printed {len(rows)} of {len(NAMES)} predictors: build the benchmark of this revision")
    return rows


def draw_panel(number, rows):
    title, unit, column, top, step = PANELS[number]
    left = LEFT + number * (WIDTH + LEFT)
    base = TOP + HEIGHT
    parts = [f'<text x="{left}" y="{TOP - 24}" class="title">{title}</text>']
    parts.append(f'<text x="{left}" y="{TOP - 9}">{unit}</text>')
    for tick in range(int(top / step) + 1):
        y = base - tick * step / top * HEIGHT
        parts.append(f'<path d="M{left} {y:.1f}h{WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{tick * step:g}</text>')
    for place, name in enumerate(NAMES):
        x = left + place * WIDTH / len(NAMES)
        for index, color in enumerate(COLORS.values()):
            height = min(rows[name][column][index], top) / top * HEIGHT
            parts.append(
                f'<rect x="{x + 5 + 13 * index:.1f}" y="{base - height:.1f}" width="12" height="{height:.1f}" fill="{color}"/>'
            )
        weight = ' font-weight="600"' if name == "adaptive line" else ""
        for line, word in enumerate(name.split()):
            parts.append(
                f'<text x="{x + 24:.1f}" y="{base + 16 + 13 * line}" text-anchor="middle"{weight}>{word}</text>'
            )
    return parts


def main():
    rows = read_table(sys.argv[1])
    width, height = LEFT + len(PANELS) * (WIDTH + LEFT), TOP + HEIGHT + 66
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="Inter, sans-serif" font-size="11">',
        "<style>.title { font-size: 14px; font-weight: 600 }</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number in range(len(PANELS)):
        parts += draw_panel(number, rows)
    for index, (name, color) in enumerate(COLORS.items()):
        x = LEFT + 90 * index
        parts.append(f'<rect x="{x}" y="{height - 22}" width="12" height="12" fill="{color}"/>')
        parts.append(f'<text x="{x + 18}" y="{height - 12}">{name} ahead</text>')
    print("\n".join(parts + ["</svg>"]))


if __name__ == "__main__":
    main()
