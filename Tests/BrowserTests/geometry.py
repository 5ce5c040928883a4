"""A diagram of a swipe deck's geometry, with the numbers that a daemon gives: at rest, and under a finger."""

from __future__ import annotations

import math
import pathlib
import time
from typing import Any, Dict, List

from browser import Setup, until

STYLE = """text { font: 14px Inter, system-ui, sans-serif; fill: #1d2330 } .small { font-size: 12px; fill: #5b6474 }
.title { font-size: 17px; font-weight: 600 } .panel { fill: #f4f5f7; stroke: #b9c0cc } .card { fill: #fff; stroke: #6b7585 }
.front { stroke: #1d4ed8; stroke-width: 2 } .size { stroke: #1d4ed8; fill: none; marker-start: url(#a); marker-end: url(#a) }
.aid { stroke: #98a1b0; stroke-dasharray: 4 4; fill: none } .finger { fill: #1d4ed833; stroke: #1d4ed8 } .ink { fill: #1d4ed8 }"""


# Where the finger ends, pt of the deck.
FINGER = (230, 480)


def number(value: float) -> str:
    return f"{round(value, 2):g}".replace("-", "−")


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def size(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="size" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def shape(card: Dict[str, Any]) -> str:
    """The card as a browser draws it: scaled and turned about its anchor."""
    ax, ay = card["x"] + card["anchor"][0] * card["w"], card["y"] + card["anchor"][1] * card["h"]
    turn = f"translate({ax:.3f} {ay:.3f}) rotate({card['rotation']:.3f}) scale({card['scale']}) translate({-ax:.3f} {-ay:.3f})"
    kind = "card front" if card["depth"] == 0 else "card"
    return f'<rect class="{kind}" x="{card["x"]}" y="{card["y"]}" width="{card["w"]}" height="{card["h"]}" rx="16" transform="{turn}"/>'


def panel(cards: List[Dict[str, Any]]) -> List[str]:
    shapes = [shape(card) for card in sorted(cards, key=lambda card: card["z"])]
    return ['<rect class="panel" width="400" height="800" rx="20"/>', *shapes]


def rest(snapshot: Dict[str, Any]) -> List[str]:
    front, behind = snapshot["cards"][0], snapshot["cards"][1]
    x, y, w, h = front["x"], front["y"], front["w"], front["h"]
    lower = behind["y"] + behind["h"] * (1 + behind["scale"]) / 2
    return [
        *panel(snapshot["cards"]),
        text(0, -16, "At rest", "title"),
        size(0, 80, x, 80), text(x + 6, 85, f"x {number(x)} pt", "ink"),
        size(200, 0, 200, y), text(208, y / 2 + 5, f"y {number(y)} pt", "ink"),
        size(x, y + 40, x + w, y + 40), text(200, y + 32, f"w {number(w)} pt", "ink", "middle"),
        size(x + 40, y, x + 40, y + h), text(x + 50, y + h / 2, f"h {number(h)} pt", "ink"),
        text(200, y + h - 60, "card.aspect = w / h = " + number(w / h), "small", "middle"),
        text(200, lower + 44, f"Each card behind: scale − {number(front['scale'] - behind['scale'])} (depth.scale),", "small", "middle"),
        text(200, lower + 62, f"y + {number(behind['y'] - y)} pt (depth.offset)", "small", "middle"),
        text(200, 786, f"area {number(snapshot['area']['w'])} × {number(snapshot['area']['h'])} pt", "small", "middle"),
    ]


def drag(frame: Dict[str, Any], settings: Dict[str, Any]) -> List[str]:
    front = next(card for card in frame["cards"] if card["id"] == frame["drag"]["card"])
    ax, ay = front["x"] + front["anchor"][0] * front["w"], front["y"] + front["anchor"][1] * front["h"]
    (x, y), dx = FINGER, frame["drag"]["dx"]
    span = settings["progress.span"] * 400
    turned = math.radians(front["rotation"] - 90)
    return [
        *panel(frame["cards"]),
        text(0, -16, "Under a finger", "title"),
        f'<line class="aid" x1="{ax:.1f}" y1="{ay:.1f}" x2="{ax:.1f}" y2="{ay - 230:.1f}"/>',
        f'<line class="aid" x1="{ax:.1f}" y1="{ay:.1f}" x2="{ax + 230 * math.cos(turned):.1f}" y2="{ay + 230 * math.sin(turned):.1f}"/>',
        f'<circle class="ink" cx="{ax:.1f}" cy="{ay:.1f}" r="4"/>',
        text(ax + 8, ay + 18, f"anchor {number(front['anchor'][0])}, {number(front['anchor'][1])}", "small"),
        text(ax + 26, ay - 190, f"rotation {number(front['rotation'])}°", "ink"),
        f'<circle class="finger" cx="{x:.1f}" cy="{y:.1f}" r="24"/>',
        size(x - dx, y + 44, x, y + 44), text(x - dx / 2, y + 64, f"dx {number(dx)} pt", "ink", "middle"),
        text(200, 756, f"progress = |dx| / (progress.span · width) = {number(abs(dx))} / {number(span)} = {number(abs(dx) / span)}", "small", "middle"),
        text(200, 774, f"rotation = dx / (rotation.span · width) · {number(settings['rotation.maximum'])}°, at most that", "small", "middle"),
    ]


def diagram(started: Setup, path: pathlib.Path) -> None:
    client = started.client()
    client.request("deck.load", deck="photos")
    until(lambda: client.snapshot("photos")["phase"] == "rest", "rest")
    snapshot = client.snapshot("photos")
    client.request("subscribe", deck="photos", topics=["frames"])
    x, y = FINGER
    for phase, step in (("down", 10), *(("moved", step) for step in range(9, -1, -1))):
        client.request("input.inject", surface="photos", contacts=[{"id": 0, "phase": phase, "x": x - 10 * step, "y": y}])
        time.sleep(0.02)
    dragged = until(
        lambda: next((frame for frame in client.frames() if frame.get("drag", {}).get("dx", 0) >= 100), None), "a frame of the drag"
    )
    client.request("input.inject", surface="photos", contacts=[{"id": 0, "phase": "cancelled", "x": x, "y": y}])
    client.close()
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1020 900" width="1020" height="900" role="img"'
        ' aria-label="A swipe deck at rest and under a finger, with its measures">'
        f'<style>{STYLE}</style><defs><marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7"'
        ' orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#1d4ed8"/></marker></defs><rect width="1020" height="900" fill="#fff"/>'
        f'<g transform="translate(50 60)">{"".join(rest(snapshot))}</g>'
        f'<g transform="translate(510 60)">{"".join(drag(dragged, snapshot["settings"]))}</g></svg>\n'
    )
    print(path)
