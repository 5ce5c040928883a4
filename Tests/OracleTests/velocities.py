#!/usr/bin/python3
"""Holds `deckctl velocity` against numpy's polynomial fits, on random fingers.

    velocities.py ask SEED COUNT               prints a strategy and its samples, an empty line between two
    velocities.py judge SEED COUNT <ANSWERS    reads what deckctl printed for each, an empty line between two

Prints what disagrees, and ends with 1 where something does.
"""

import json
import random
import sys

import numpy

TOLERANCE = 1e-9


class Case:
    """A finger on a panel of some rate, now and then held still, reported twice or lifted late."""

    def __init__(self, rng):
        self.strategy = rng.choice(("lsq2", "lsq2", "impulse", "recent"))
        interval = rng.choice((4167, 8333, 16667, 25000, 51000))
        jitter = rng.uniform(0, 0.2)
        noise = rng.choice((0, 0.3, 1))
        speed = (rng.uniform(-4000, 4000), rng.uniform(-4000, 4000))
        bend = (rng.uniform(-9000, 9000), rng.uniform(-9000, 9000))
        time = rng.choice((0, rng.randrange(10**6), rng.randrange(10**15)))
        start = time
        self.samples = []
        for _ in range(rng.choice((1, 2, 3, 4, rng.randrange(5, 40)))):
            seconds = (time - start) / 1e6
            place = [
                200 + v * seconds + a / 2 * seconds**2 + rng.gauss(0, noise) for v, a in zip(speed, bend)
            ]
            self.samples.append((time, *place))
            if rng.random() < 0.05:
                # The same stamp once more: the later report holds.
                self.samples.append((time, place[0] + 1, place[1] - 1))
            time += int(interval * (1 + rng.uniform(-jitter, jitter)))
            if rng.random() < 0.03:
                time += rng.randrange(30_000, 300_000)
        self.up = None
        if rng.random() < 0.6:
            self.up = self.samples[-1][0] + rng.choice((0, rng.randrange(40_000), rng.randrange(200_000)))

    def question(self):
        lines = [{"t": t, "x": x, "y": y} for t, x, y in self.samples]
        if self.up is not None:
            lines.append({"t": self.up, "up": True})
        return "\n".join([self.strategy, *map(json.dumps, lines)])

    def velocity(self):
        """From the words of G4: what counts, and whether the finger had stopped."""
        kept = {t: (x, y) for t, x, y in self.samples}
        times = sorted(kept)
        intervals = sorted(b - a for a, b in zip(times, times[1:]))
        stop = 40_000
        if len(intervals) >= 2:
            stop = max(stop, int(2.5 * intervals[(len(intervals) - 1) // 2]))
        if self.up is not None and self.up - times[-1] > stop:
            return 0.0, 0.0
        window = 40_000 if self.strategy == "recent" else 100_000
        run = [times[-1]]
        for time in reversed(times[:-1]):
            near = times[-1] - time <= window or self.strategy == "recent" and len(run) < 2
            if not near or run[-1] - time > stop or len(run) == 20:
                break
            run.append(time)
        if len(run) < 2:
            return 0.0, 0.0
        seconds = [(time - times[-1]) / 1e6 for time in reversed(run)]
        return tuple(self.fit(seconds, [kept[time][axis] for time in reversed(run)]) for axis in (0, 1))

    def fit(self, seconds, places):
        if self.strategy == "recent":
            return (places[-1] - places[0]) / (seconds[-1] - seconds[0])
        if self.strategy == "impulse":
            # Android's VelocityTracker.cpp, calculateImpulseVelocity.
            work = 0.0
            for index in range(1, len(seconds)):
                before = numpy.sign(work) * (2 * abs(work)) ** 0.5
                now = (places[index] - places[index - 1]) / (seconds[index] - seconds[index - 1])
                work += (now - before) * abs(now)
                if index == 1:
                    work *= 0.5
            return float(numpy.sign(work) * (2 * abs(work)) ** 0.5)
        degree = min(2, len(seconds) - 1)
        fitted = numpy.polynomial.Polynomial.fit(seconds, places, degree)
        return float(fitted.deriv()(0.0))

    def complaints(self, output):
        answer = json.loads(output)
        if list(answer) != ["vx", "vy"]:
            return [f"the answer is {answer}"]
        # A slope's last digits: those of the places, over the time between two of them.
        times = sorted({t for t, _, _ in self.samples})
        least = min((b - a for a, b in zip(times, times[1:])), default=1) / 1e6
        reach = max(abs(place) for _, *places in self.samples for place in places)
        slack = TOLERANCE * max(1, reach) + 64 * sys.float_info.epsilon * reach / least
        return [
            f"{name} is {answer[name]}, not {value}"
            for name, value in zip(("vx", "vy"), self.velocity())
            if not abs(answer[name] - value) <= slack + TOLERANCE * abs(value)
        ]


def main():
    rng = random.Random(int(sys.argv[2]))
    cases = [Case(rng) for _ in range(int(sys.argv[3]))]
    if sys.argv[1] == "ask":
        print("\n\n".join(case.question() for case in cases))
        return
    answers = sys.stdin.read().strip("\n").split("\n\n")
    if len(answers) != len(cases):
        sys.exit(f"{len(answers)} answers to {len(cases)} questions")
    failures = 0
    for case, answer in zip(cases, answers):
        found = case.complaints(answer)
        if found and failures < 5:
            print(case.question(), *found, sep="\n")
        failures += bool(found)
    print(f"{len(cases) - failures} of {len(cases)} agree")
    sys.exit(failures > 0)


main()
