"""Holds the motions of a stream against its frames, by what Protocol.md says of the formulas and nothing else.

usage: deckctl replay --frames --motions FILE | motions.py

Prints "N values of M frames agree within D", or what does not; needs nothing but Python.
"""

import json
import math
import sys


def spring(piece, target, now):
    tau = (now - piece["start"]) / 1e6
    x, v = piece["from"] - target, piece["velocity"]
    omega = math.sqrt(piece["stiffness"])
    zeta = piece["damping"] / (2 * omega)
    if abs(zeta - 1) < 1e-6:
        return target + math.exp(-omega * tau) * (x + (v + omega * x) * tau)
    if zeta < 1:
        swing = omega * math.sqrt(1 - zeta * zeta)
        wave = x * math.cos(swing * tau) + (v + zeta * omega * x) / swing * math.sin(swing * tau)
        return target + math.exp(-zeta * omega * tau) * wave
    root = omega * math.sqrt(zeta * zeta - 1)
    r1, r2 = -zeta * omega + root, -zeta * omega - root
    a = (v - r2 * x) / (r1 - r2)
    return target + a * math.exp(r1 * tau) + (x - a) * math.exp(r2 * tau)


def bezier(curve, progress):
    def at(first, second, s):
        return 3 * (1 - s) ** 2 * s * first + 3 * (1 - s) * s * s * second + s**3

    x1, y1, x2, y2 = curve
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if at(x1, x2, middle) < progress else (low, middle)
    return at(y1, y2, (low + high) / 2)


def value(course, now):
    kind = course["kind"]
    if kind == "set":
        return course["value"]
    if kind == "sum":
        return sum(value(inner, now) for inner in course["of"])
    if kind == "product":
        return math.prod(value(inner, now) for inner in course["of"])
    if kind == "piecewise":
        points = course["points"]
        u = value(course["of"], now)
        for (u0, v0), (u1, v1) in zip(points, points[1:]):
            if u0 <= u <= u1:
                return v0 + (v1 - v0) * (u - u0) / (u1 - u0)
        return points[0][1] if u < points[0][0] else points[-1][1]
    if now < course["start"]:
        return course["from"]
    if now >= course.get("end", math.inf):
        return course["to"]
    if kind == "spring":
        pieces = [course] + course.get("then", [])
        return spring([piece for piece in pieces if piece["start"] <= now][-1], course["to"], now)
    tau = (now - course["start"]) / 1e6
    if kind == "curve":
        progress = min(tau / course["duration"], 1)
        return course["from"] + (course["to"] - course["from"]) * bezier(course["curve"], progress)
    if kind == "decay":
        return course["from"] + course["velocity"] / course["rate"] * (1 - math.exp(-course["rate"] * tau))
    raise ValueError(kind)


DECKS = ("overlay", "detail", "fan")
NOT_MOVED = ("id", "index", "depth", "role", "card", "direction", "order")


def figures(prefix, part):
    """The numbers of a part of a frame, by the names of the motions."""
    for name, content in part.items():
        if name in NOT_MOVED:
            continue
        if name == "anchor":
            yield prefix + "anchor.x", content[0]
            yield prefix + "anchor.y", content[1]
        elif isinstance(content, dict):
            yield from figures(prefix + name + ".", content)
        else:
            yield prefix + name, content


class Deck:
    def __init__(self):
        self.courses = {}
        self.worst, self.values, self.frames, self.wrong = 0.0, 0, 0, []

    def take(self, motion):
        card, name = motion.get("card"), motion.get("property")
        if motion["kind"] != "remove":
            owner = None if name.split(".")[0] in DECKS else card
            self.courses[owner, name] = motion
        elif name is None:
            self.courses = {key: course for key, course in self.courses.items() if key[0] != card}
        elif name in DECKS:
            self.courses = {key: course for key, course in self.courses.items() if not key[1].startswith(name + ".")}
        else:
            del self.courses[card, name]

    def check_order(self, frame):
        """Who draws from motions draws by z, which has to come to the frame's order."""
        drawn = [card["id"] for card in sorted(frame["cards"], key=lambda card: card["order"])]
        heights = [value(self.courses[card, "z"], frame["t"]) for card in drawn if (card, "z") in self.courses]
        if any(above < below - 1e-9 for below, above in zip(heights, heights[1:])):
            self.wrong.append(f"{frame['t']} µs: drawn as {drawn}, and z is {heights}")

    def show(self, frame):
        self.frames += 1
        self.check_order(frame)
        parts = [(card["id"], "", card) for card in frame["cards"]]
        parts += [(None, name + ".", frame[name]) for name in DECKS if name in frame]
        for owner, prefix, part in parts:
            for name, shown in figures(prefix, part):
                course = self.courses.get((owner, name))
                found = math.nan if course is None else value(course, frame["t"])
                self.values += 1
                # Frames are rounded to three decimals.
                distance = abs(found - shown) - 0.0005
                if not distance <= 0.01:
                    self.wrong.append(f"{frame['t']} µs: {owner} {name} is {found}, not {shown}")
                else:
                    self.worst = max(self.worst, distance)


def main():
    deck, waiting = Deck(), None
    for line in sys.stdin:
        message = json.loads(line)
        method, params = message["method"], message["params"]
        if method not in ("frame", "motion"):
            continue
        # What a moment shows is told when all of that moment is.
        if waiting and params["t"] > waiting["t"]:
            deck.show(waiting)
            waiting = None
        if method == "motion":
            deck.take(params)
        else:
            waiting = params
    if waiting:
        deck.show(waiting)
    for wrong in deck.wrong[:10]:
        print(wrong)
    print(f"{deck.values} values of {deck.frames} frames, {len(deck.wrong)} wrong, worst {deck.worst:.6f}")
    sys.exit(1 if deck.wrong or not deck.values else 0)


main()
