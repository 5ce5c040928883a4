#!/usr/bin/python3 -Wignore
"""How evenly the page draws: the intervals between animation frames while cards move, beside those of an empty page.

Both pages are measured in turns in the same browser, so that a busy machine shows in both. The deck is swiped and undone by
requests, which no finger's events disturb. The last lines are what a page costs that shows nothing new.

    Benchmarks/WebBenchmark/pacing.py .build/release [rounds]
"""

import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))
sys.path.insert(0, str(ROOT / "Benchmarks"))
from figures import record  # noqa: E402

INTERVALS = """(async seconds => {
  const times = [], end = performance.now() + 1000 * seconds;
  for (;;) {
    times.push(await new Promise(requestAnimationFrame));
    if (performance.now() > end) return times.slice(1).map((time, i) => time - times[i]);
  }
})"""
# The frames of an undone swipe: each one draws, since something moves throughout.
SWIPES = """(async count => {
  const deck = document.querySelector("deckd-deck"), { client } = deck, page = deck.ondraw;
  const intervals = [], scripts = [];
  let last;
  deck.ondraw = (places, milliseconds, t) => {
    page?.(places, milliseconds, t);
    scripts.push(milliseconds);
  };
  const rest = async () => {
    last = undefined;
    do {
      const time = await new Promise(requestAnimationFrame);
      if (last !== undefined) intervals.push(time - last);
      last = time;
    } while (client.moving(deck.deck));
  };
  for (let i = 0; i < count; i++) {
    await client.request("deck.swipe", { deck: deck.deck, direction: i % 2 ? "left" : "right" });
    await rest();
    await client.request("deck.undo", { deck: deck.deck });
    await rest();
  }
  deck.ondraw = page;
  return { intervals, scripts };
})"""


def quantile(values, part):
    values = sorted(values)
    return values[min(int(len(values) * part), len(values) - 1)]


def processor_time(page):
    metrics = page.call("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    os.environ["DECKD_PROGRAMS"] = str(pathlib.Path(sys.argv[1]).resolve())
    from browser import setup

    with setup() as started:
        empty = started.browser.page()
        page = started.page(deck="photos")
        intervals, scripts, bare = [], [], []
        for _ in range(rounds):
            started.browser.activate(empty)
            empty.until("!document.hidden")
            bare += empty.evaluate(f"{INTERVALS}(1.5)")
            started.browser.activate(page)
            page.until("!document.hidden")
            result = page.evaluate(f"{SWIPES}(3)")
            intervals += result["intervals"]
            scripts += result["scripts"]
        print("Intervals between animation frames, and script in each, ms\n")
        print("                 frames   median      p99    worst")
        for name, values in (("an empty page", bare), ("the page", intervals), ("its script", scripts)):
            print(f"  {name:14} {len(values):6} {quantile(values, 0.5):8.2f} {quantile(values, 0.99):8.2f} {max(values):8.2f}")
        ratio = quantile(intervals, 0.99) / quantile(bare, 0.99)
        print(f"\n  p99 of the page's intervals / of an empty page's: {ratio:.2f}")
        record("p99 of the page's intervals", ratio, "×", "an empty page")
        record("the page's script in a frame, p99", quantile(scripts, 0.99), "ms", at_most=2)
        page.call("Performance.enable")
        page.at_rest()
        for name, prepare in (("at rest", lambda: None), ("in the background", lambda: started.browser.activate(empty))):
            prepare()
            # What the browser itself does with a page that it has just hidden.
            time.sleep(3)
            before = processor_time(page)
            time.sleep(5)
            milliseconds = 1000 * (processor_time(page) - before) / 5
            print(f"  {name}: {milliseconds:.2f} ms of the page's thread in a second")
            record(f"of the page's thread in a second, {name}", milliseconds, "ms")


if __name__ == "__main__":
    main()
