#!/usr/bin/python3
"""Holds `deckctl spring` against the matrix exponential of the spring's equation, on random springs.

    springs.py ask SEED COUNT               prints flags, a spring each, an empty line between two
    springs.py judge SEED COUNT <ANSWERS    reads what deckctl printed for each, an empty line between two

Nothing here is a closed form of the path: x'' + (c/m) x' + (k/m) x = 0 becomes s' = A s with s = (x, x'/w), and
s(t) = expm(A t) s(0). The settling time from critical damping on is found by stepping and bisecting that path.
Prints what disagrees, and ends with 1 where something does.
"""

import json
import math
import random
import sys

import numpy
from scipy.linalg import expm
from scipy.optimize import brentq

TOLERANCE = 1e-9


def pop(bounciness, speed):
    """Pop's bounciness and speed as stiffness and damping: interpolations and polynomials of POPAnimationExtras.mm."""
    b = (bounciness / 1.7) / 20.0 * 0.8
    t = 0.5 + (speed / 1.7) / 20.0 * (200.0 - 0.5)
    if t <= 18:
        n = 0.0007 * t**3 - 0.031 * t**2 + 0.64 * t + 1.28
    elif t <= 44:
        n = 0.000044 * t**3 - 0.006 * t**2 + 0.36 * t + 2.0
    else:
        n = 0.00000045 * t**3 - 0.000332 * t**2 + 0.1078 * t + 5.84
    eased = b * (2 - b)
    friction = eased * 0.01 + (1 - eased) * n
    return (t - 30.0) * 3.62 + 194.0, (friction - 8.0) * 3.0 + 25.0


def random_damping_fraction(rng):
    kind = rng.randrange(8)
    if kind == 0:
        return 1.0
    if kind == 1:
        return 1 + rng.choice((-1, 1)) * 10 ** rng.uniform(-15, -2)
    if kind == 2:
        return 0.0
    return rng.uniform(0, 10) if kind < 5 else rng.uniform(0, 1.2)


def random_spring(rng):
    """Flags, and the mass, stiffness and damping that they stand for."""
    response = math.exp(rng.uniform(math.log(0.05), math.log(5)))
    zeta = random_damping_fraction(rng)
    way = rng.randrange(4)
    if way == 0:
        flags = {"response": response, "damping": zeta}
        constants = (1.0, (2 * math.pi / response) ** 2, 4 * math.pi * zeta / response)
    elif way == 1:
        bounce = 1 - zeta if zeta <= 1 else 1 / zeta - 1
        zeta = 1 - bounce if bounce >= 0 else 1 / (1 + bounce)
        flags = {"duration": response, "bounce": bounce}
        constants = (1.0, (2 * math.pi / response) ** 2, 4 * math.pi * zeta / response)
    elif way == 2:
        flags = {"bounciness": rng.uniform(0, 20), "speed": rng.uniform(0, 20)}
        constants = (1.0, *pop(flags["bounciness"], flags["speed"]))
    else:
        mass = math.exp(rng.uniform(-3, 3))
        stiffness = mass * (2 * math.pi / response) ** 2
        constants = (mass, stiffness, 2 * zeta * math.sqrt(stiffness * mass))
        flags = dict(zip(("mass", "stiffness", "damping"), constants))
    return flags, constants


def path(constants, displacement, velocity):
    """The state (x, x') as a function of time."""
    mass, stiffness, damping = constants
    frequency = math.sqrt(stiffness / mass)
    # A third row and column of zeros: for two of each scipy has a closed form of its own, which overflows.
    matrix = numpy.zeros((3, 3))
    matrix[:2, :2] = numpy.array([[0, 1], [-1, -damping / mass / frequency]]) * frequency
    start = numpy.array([displacement, velocity / frequency, 0])

    def state(time):
        position, speed, _ = expm(matrix * time) @ start
        return position, speed * frequency

    return state


def settling_duration(constants):
    mass, stiffness, damping = constants
    frequency = math.sqrt(stiffness / mass)
    zeta = damping / (2 * math.sqrt(stiffness * mass))
    if damping == 0:
        return None
    if zeta < 1:
        return math.log((1 + zeta * frequency) / 0.001) / (zeta * frequency)
    state = path(constants, 1, 0)
    end = 1 / frequency
    while state(end)[0] > 0.001:
        end *= 2
    return brentq(lambda time: state(time)[0] - 0.001, 0, end, xtol=1e-13)


class Case:
    def __init__(self, rng):
        self.flags, self.constants = random_spring(rng)
        self.start = rng.uniform(-500, 500)
        self.target = self.start + rng.choice((-1, 1)) * 10 ** rng.uniform(-2, 3)
        self.velocity = rng.choice((0.0, rng.uniform(-5000, 5000)))
        self.times = [0.0] + sorted(rng.uniform(0, 4) for _ in range(5))

    def question(self):
        flags = {**self.flags, "from": self.start, "to": self.target, "velocity": self.velocity}
        flags = {name: repr(value) for name, value in flags.items()}
        flags["times"] = ",".join(map(repr, self.times))
        return " ".join(f"--{name} {value}" for name, value in flags.items())

    def complaints(self, output):
        lines = [json.loads(line, parse_constant=lambda name: f"not JSON: {name}") for line in output.splitlines()]
        if len(lines) != len(self.times) + 1:
            return [f"{len(lines)} lines for {len(self.times)} times"]
        found = []
        state = path(self.constants, self.start - self.target, self.velocity)
        frequency = math.sqrt(self.constants[1] / self.constants[0])
        # Of the distance that the motion covers: a throw by its velocity adds to it.
        scale = abs(self.target - self.start) + abs(self.velocity) / frequency
        # The last digit of positions as large as these is not the spring's.
        digits = 4 * sys.float_info.epsilon * (abs(self.start) + abs(self.target))
        for line, time in zip(lines, self.times):
            if list(line) != ["t", "position", "velocity"] or line["t"] != time:
                found.append(f"the line for {time} is {line}")
                continue
            position, velocity = state(time)
            if not abs(line["position"] - self.target - position) <= TOLERANCE * scale + digits:
                found.append(f"after {time} s the position is {line['position']}, not {position + self.target}")
            if not abs(line["velocity"] - velocity) <= TOLERANCE * scale + digits * frequency:
                found.append(f"after {time} s the velocity is {line['velocity']}, not {velocity}")
        mass, stiffness, damping = self.constants
        expected = {
            "mass": mass,
            "stiffness": stiffness,
            "damping": damping,
            "response": 2 * math.pi / frequency,
            "dampingFraction": damping / (2 * math.sqrt(stiffness * mass)),
            "settlingDuration": settling_duration(self.constants),
        }
        if list(lines[-1]) != list(expected):
            found.append(f"the constants are {list(lines[-1])}")
            return found
        for name, value in expected.items():
            given = lines[-1][name]
            # The settling time is found to 0.1 µs.
            slack = 2e-7 if name == "settlingDuration" else 0
            if name == "settlingDuration" and abs(expected["dampingFraction"] - 1) < 1e-12:
                continue  # M3 has one rule below ζ = 1 and another from there up, and the last digit decides.
            if (given is None) != (value is None) or value is not None and (
                not abs(given - value) <= TOLERANCE * abs(value) + slack
            ):
                found.append(f"{name} is {given}, not {value}")
        return found


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
