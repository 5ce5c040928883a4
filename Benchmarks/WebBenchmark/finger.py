#!/usr/bin/python3 -Wignore
"""How far from the finger a browser draws a card: deckd's page, as the panel and beside one, and plain JavaScript.

One Chromium with a window of its own under Xvfb, at 60 Hz; the variants take turns. The pointer is the X server's (XTEST),
whose events the browser trusts and handles as those of a device; where deckd has the panel, the same positions are put in over
its socket at the same moments. 120 reports a second. After each animation frame the page notes where the card is; the
picture of that frame is visible one frame later. All clocks are CLOCK_MONOTONIC.

    Benchmarks/WebBenchmark/finger.py .build/release [rounds]
"""

import bisect
import ctypes
import ctypes.util
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))
sys.path.insert(0, str(ROOT / "Benchmarks"))
from browser import Browser, Setup, program, until  # noqa: E402
from figures import record  # noqa: E402

WIDTH, HEIGHT, RATE = 1000, 420, 120
CONFIGURATION = f"""
[[surfaces]]
name = "main"
width = {WIDTH}
height = {HEIGHT}
[[decks]]
id = "main"
count = 10
settings.loop = true
"""
PLAIN = """<!DOCTYPE html><style>body { margin: 0; height: 100vh; touch-action: none; background: #eee }
#card { position: absolute; left: 357px; top: 20px; width: 285px; height: 380px; border-radius: 16px; background: #36c; will-change: transform }
</style><div id="card"></div><script>
const card = document.getElementById("card");
let start;
card.onpointerdown = event => { start = event.clientX; card.setPointerCapture(event.pointerId); card.style.transition = "" };
card.onpointermove = event => { if (start !== undefined) card.style.transform = `translateX(${event.clientX - start}px)` };
card.onpointerup = event => {
  const isAway = Math.abs(event.clientX - start) > 150;
  start = undefined;
  card.style.transition = "transform .3s ease-out";
  card.style.transform = isAway ? `translateX(${WIDTH}px)` : "";
  if (isAway) setTimeout(() => { card.style.transition = ""; card.style.transform = "" }, 400);
};
</script>""".replace("WIDTH", str(WIDTH))
# What every page notes in each animation frame, after all that draws in it: observers of sizes come last.
PROBE = """(() => {
  const probe = document.createElement("div");
  probe.style.cssText = "position: absolute; width: 1px; height: 1px; opacity: 0";
  document.body.append(probe);
  const frames = (window.frames_ = []);
  let time = 0;
  new ResizeObserver(() => {
    if (!window.card_?.isConnected) return;
    // The point that the finger holds: a card rotates around it, and its center does not follow.
    const scale = document.querySelector("deckd-deck")?.style.getPropertyValue("--deckd-scale") ?? 1;
    frames.push([time, new DOMMatrix(getComputedStyle(card_).transform).e * scale]);
  }).observe(probe);
  const tick = now => {
    time = now;
    probe.style.width = probe.style.width === "1px" ? "2px" : "1px";
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})"""


class Pointer:
    """The X server's pointer."""

    def __init__(self, display):
        x11, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL(ctypes.util.find_library("Xtst"))
        x11.XOpenDisplay.restype = ctypes.c_void_p
        self.display, self.flush = ctypes.c_void_p(x11.XOpenDisplay(display.encode())), x11.XFlush

    def put(self, phase, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, round(x), round(y), 0)
        if phase != "moved":
            self.test.XTestFakeButtonEvent(self.display, 1, phase == "down", 0)
        self.flush(self.display)


class Injection:
    """Touches that are put in over the daemon's socket, as a panel's."""

    def __init__(self, client):
        self.client = client

    def put(self, phase, x, y):
        contact = {"id": 0, "phase": phase, "x": round(x), "y": round(y)}
        message = {"jsonrpc": "2.0", "method": "input.inject", "params": {"contacts": [contact]}}
        self.client.socket.sendall((json.dumps(message) + "\n").encode())


# A path is the moments of its reports, in seconds, and where the finger is at a moment.
def steady(start, end, speed, brake=0.0):
    """From one place to another at a speed, braking evenly at the end."""
    way = abs(end - start)
    duration = way / speed + brake / 2

    def place(t):
        left = max(duration - t, 0)
        gone = speed * t if left > brake else way - (speed * left * left / (2 * brake) if brake else 0)
        return start + math.copysign(min(gone, way), end - start)

    return evenly(duration), place


def sine(center, reach, frequency, periods):
    return evenly(periods / frequency), lambda t: center + reach * math.sin(2 * math.pi * frequency * t)


def evenly(duration):
    return [min(count / RATE, duration) for count in range(1, math.ceil(duration * RATE) + 1)]


# Swipes of people: the axis and its sign, the surface (Android's points: the display's pixels at its density), and the start here.
SWIPES = {
    "a phone's swipe": ("monkeyhelper/phone-single-drag.txt", "x", 1, "320x320", 440),
    "a tablet's swipe": ("pixel-tablet/google_pixel_tablet_touchscreen.evemu", "y", -1, "800x1280", 380),
}


def recorded(name):
    """A person's swipe, from the recordings that lie beside the project or that DECKD_RECORDINGS names; or None."""
    path, axis, sign, surface, start = SWIPES[name]
    file = pathlib.Path(os.environ.get("DECKD_RECORDINGS", ROOT.parent / "shared" / "recordings")) / path
    if not file.exists():
        return None
    command = [program("deckctl"), "replay", "--touches", "--surface", surface, file]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    touches = [message["params"] for message in map(json.loads, lines) if message["method"] == "touch"]
    samples = [(touch["t"] / 1e6, contact[axis]) for touch in touches for contact in touch["contacts"] if contact["phase"] != "up"]
    samples = [(t, start + sign * (value - samples[0][1])) for t, value in samples]
    return [t for t, _ in samples[1:]], lambda t: at(samples, t)


class Run:
    """The strokes of a variant, and what the page has drawn of them."""

    def __init__(self, page, pointer, front):
        self.page, self.pointer, self.front = page, pointer, front
        page.call("Performance.enable")
        self.origin = self.metrics()["NavigationStart"]

    def metrics(self):
        return {metric["name"]: metric["value"] for metric in self.page.call("Performance.getMetrics")["metrics"]}

    def watch(self):
        self.page.evaluate(PROBE + "()")

    def cost(self, path):
        """What a stroke costs an unwatched page: of each picture, script in ms and layouts; the renderer's share of a processor in %."""
        before, begun = self.metrics(), time.monotonic()
        self.stroke(path)
        after, pictures = self.metrics(), 60 * path[0][-1]
        script, layouts, used = (after[name] - before[name] for name in ("ScriptDuration", "LayoutCount", "ProcessTime"))
        return 1000 * script / pictures, layouts / pictures, 100 * used / (time.monotonic() - begun)

    def stroke(self, path, hold=0.25, back=True):
        """Plays a stroke; returns the finger's samples, the frames, and the moments at which it moves, stops and lifts."""
        times, place = path
        duration = times[-1]
        y, samples = HEIGHT / 2, []
        self.page.evaluate(f"(window.frames_ ??= []).length = 0; card_ = {self.front}; true")
        time.sleep(0.05)

        def put(phase, x):
            self.pointer.put(phase, x, y)
            samples.append((time.monotonic(), x))

        def play(times, place):
            begun = time.monotonic()
            for moment in times:
                time.sleep(max(0, begun + moment - time.monotonic()))
                put("moved", place(min(time.monotonic() - begun, times[-1])))

        put("down", place(0))
        time.sleep(0.05)
        begun = time.monotonic()
        play(times, place)
        ended = time.monotonic()
        time.sleep(hold)
        lifted = time.monotonic()
        # It has held still until now.
        samples.append((lifted, samples[-1][1]))
        if back:
            play(evenly(0.4), lambda t: place(duration) + (place(0) - place(duration)) * t / 0.4)
            time.sleep(0.1)
            put("up", place(0))
        else:
            put("up", place(duration))
        time.sleep(0.6)
        frames = [(self.origin + t / 1000, x) for t, x in self.page.evaluate("card_ = undefined, frames_")]
        return samples, frames, (begun, ended, lifted)


def at(samples, moment):
    """Where the finger is: between two reports on the line between them."""
    index = bisect.bisect(samples, (moment, math.inf))
    if index == 0 or index == len(samples):
        return samples[max(index - 1, 0)][1]
    (t0, x0), (t1, x1) = samples[index - 1], samples[index]
    return x0 + (x1 - x0) * (moment - t0) / (t1 - t0)


def median(values):
    values = sorted(values)
    return values[len(values) // 2] if values else math.nan


def offset(samples, frames, ended, lifted):
    """How far beside the finger the card is while both stand still."""
    return median([x - at(samples, t) for t, x in frames if ended + 0.15 < t < lifted])


def follow(samples, frames, moments, period):
    """The mean distance when visible, in points, and how uneven the steps are, in percent of a step."""
    begun, ended, lifted = moments
    still = offset(samples, frames, ended, lifted)
    chosen = [(t, x - still) for t, x in frames if begun + 0.1 < t and t + period < ended]
    distances = [abs(at(samples, t + period) - x) for t, x in chosen]
    errors = []
    for (t0, x0), (t1, x1) in zip(chosen, chosen[1:]):
        expected = at(samples, t1 + period) - at(samples, t0 + period)
        errors.append((x1 - x0 - expected, expected))
    size = math.sqrt(sum(step * step for _, step in errors) / max(len(errors), 1))
    uneven = math.sqrt(sum(error * error for error, _ in errors) / max(len(errors), 1)) / size if size else math.nan
    return sum(distances) / max(len(distances), 1), 100 * uneven


def overshoot(samples, frames, moments, isRightward):
    _, ended, lifted = moments
    still, end = offset(samples, frames, ended, lifted), at(samples, lifted)
    sign = 1 if isRightward else -1
    return max([sign * (x - still - end) for t, x in frames if ended - 0.05 < t < lifted] + [0])


def lift(frames, moments, speed, period):
    """Of the five frames from the lift on, the least and the greatest step, each in steps of the finger."""
    steps = [((x1 - x0) / (t1 - t0) / speed, t1) for (t0, x0), (t1, x1) in zip(frames, frames[1:]) if t1 > t0]
    after = [step for step, t in steps if moments[2] - period < t][:5]
    return (min(after), max(after)) if after else (math.nan, math.nan)


class Headed(Browser):
    """Chromium with a window, whose pointer is the display's."""

    options = ["--window-position=0,0", f"--window-size={WIDTH},{HEIGHT}", "--kiosk", "--disable-gpu"]


def main():
    os.environ.setdefault("DECKD_PROGRAMS", sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    if not shutil.which("Xvfb") or not ctypes.util.find_library("Xtst"):
        return print("left out: finger.py needs xvfb and libxtst6")
    number = next(n for n in range(90, 200) if not pathlib.Path(f"/tmp/.X11-unix/X{n}").exists())
    display = f":{number}"
    server = subprocess.Popen(
        ["Xvfb", display, "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"], stderr=subprocess.DEVNULL
    )
    until(lambda: pathlib.Path(f"/tmp/.X11-unix/X{number}").exists(), "the X server")
    os.environ["DISPLAY"] = display
    results = {}
    try:
        for round in range(rounds):
            for variant in (sys.argv[3:] or ["plain JavaScript", "page as the panel", "panel read by deckd"]):
                measure(variant, display, results.setdefault(variant, {}))
                print(f"round {round + 1} of {rounds}: {variant}", flush=True)
    finally:
        server.terminate()
        server.wait()
    report(results)


def measure(variant, display, figures):
    is_plain, is_panel = variant.startswith("plain"), variant == "page as the panel"
    setup = Setup(CONFIGURATION, controls=is_panel, browser=Headed)
    try:
        folder = setup.folder / "page"
        folder.mkdir()
        (folder / "index.html").write_text(PLAIN.split("<script>")[0] + '<script src="plain.js"></script>')
        (folder / "plain.js").write_text(PLAIN.split("<script>")[1].split("</script>")[0])
        page = setup.browser.first_page()
        page.open(f"file://{folder}/index.html" if is_plain else setup.address)
        page.until("document.readyState === 'complete'")
        if not is_plain:
            page.until("document.querySelector('deckd-deck')?.model !== undefined && document.querySelector('[data-card]') !== null")
            page.at_rest()
        client = setup.client()
        pointer = Pointer(display) if is_plain or is_panel else Injection(client)
        front = "document.getElementById('card')"
        if not is_plain:
            front = "(({ model }) => document.querySelector(`[data-card='${model.cards[model.current].id}']`))(document.querySelector('deckd-deck'))"
        run = Run(page, pointer, front)
        period = 1 / 60

        def add(name, value):
            figures.setdefault(name, []).append(value)

        for name, value in zip(("script of a picture", "layouts of a picture", "renderer"), run.cost(sine(500, 120, 1, 3))):
            add(name, value)
        run.watch()
        for speed, reach in ((800, 360), (2000, 560)):
            for turn in range(4):
                way = (380, 380 + reach) if turn % 2 else (620, 620 - reach)
                distance, uneven = follow(*run.stroke(steady(*way, speed)), period)
                add(f"distance at {speed} pt/s", distance)
                add(f"uneven at {speed} pt/s", uneven)
                braked = run.stroke(steady(*way, speed, 0.04))
                add(f"overshoot at {speed} pt/s, braked in 40 ms", overshoot(*braked, way[1] > way[0]))
        distance, uneven = follow(*run.stroke(sine(500, 120, 1, 2)), period)
        add("distance, sine", distance)
        add("uneven, sine", uneven)
        for name in SWIPES:
            path = recorded(name)
            for _ in range(4 if path else 0):
                distance, uneven = follow(*run.stroke(path), period)
                add(f"distance, {name}", distance)
                add(f"uneven, {name}", uneven)
        # Whole reports: a shorter last one would be a finger that brakes.
        for speed in (700, 1150, 1800) * 4:
            reports = 360 * RATE // speed - 0.01
            _, frames, moments = run.stroke(steady(380, 380 + speed * reports / RATE, speed), hold=0.0, back=False)
            least, most = lift(frames, moments, speed, period)
            add("least step at a lift", least)
            add("greatest step at a lift", most)
    finally:
        setup.stop()


UNITS = {"uneven": "%", "lift": "", "script": "ms", "layouts": "", "renderer": "%"}


def report(results):
    names = list(next(iter(results.values())))
    print(f"\n{'':42}" + "".join(f"{variant:>22}" for variant in results))
    for name in names:
        # A single lift that stops, or leaps, is one that is seen.
        of_all = {"least": min, "greatest": max}.get(name.split()[0], median)
        print(f"{name:42}" + "".join(f"{of_all(figures[name]):22.2f}" for figures in results.values()))
        for variant, figures in results.items():
            unit = next((unit for word, unit in UNITS.items() if word in name), "pt")
            record(f"{name}, {variant}", of_all(figures[name]), unit)


if __name__ == "__main__":
    main()
