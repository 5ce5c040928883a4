#!/usr/bin/env python3
"""Takes the pictures of the web examples: what a phone shows at moments of a touch, side by side.

usage: pictures.py [wallet] [fan] [photos] [koloda] [cards] [first]

Needs the built deckd and deckd-web, chromium, ffmpeg and python3-websocket.
"""

from __future__ import annotations

import base64
import html
import json
import pathlib
import subprocess
import sys
from typing import Any, Callable, Dict, List, Tuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests" / "BrowserTests"))
from browser import Page, Setup, until  # noqa: E402

PHOTOS = HERE / "demo" / "photos"
DECK = "document.querySelector('deckd-deck')"
OPEN = f"{DECK}.places().detail?.progress === 1"


class ExampleSetup(Setup):
    def __init__(self, name: str) -> None:
        self.assets = HERE / name
        super().__init__(configuration=self.assets / "deckd.toml", files=PHOTOS)

    def web_arguments(self) -> List[str]:
        page = ["--assets", str(self.assets)] if (self.assets / "index.html").exists() else []
        return super().web_arguments() + page

    def load_photos(self, deck: str) -> None:
        """Gives a deck the cards that the example's program would give it."""
        cards = [{"id": path.name, "data": {"title": path.stem, "image": f"/files/{path.name}"}} for path in sorted(PHOTOS.glob("*.jpg"))]
        self.client().request("deck.load", deck=deck, cards=cards)


def until_drawn(page: Page) -> None:
    page.until("[...document.images].every(image => !image.src || image.complete) && document.images.length > 2")
    page.at_rest()


def drag(page: Page, x: float, y: float, by: float, held: str = "true") -> None:
    """A finger that stays where it is in the end; it moves once a condition holds."""
    page.touch("touchStart", {0: (x, y)}, wait=True)
    page.until(held)
    for step in range(1, 21):
        page.touch("touchMove", {0: (x, y + by * step / 20)}, wait=True)


def wallet(page: Page, take: Callable[[], None]) -> None:
    take()
    drag(page, 195, 310, -70, "getComputedStyle(document.querySelector('[data-card=household]')).getPropertyValue('--deckd-lift') > 0")
    page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'household').y === 80")
    take()
    page.touch("touchCancel", {}, wait=True)
    page.until(f"{DECK}.places().cards.find(({{ id }}) => id === 'household').y === 170")
    page.tap((195, 360))
    page.until(OPEN)
    page.drag((350, 700), (250, 700))
    page.until(f"{DECK}.places().detail.scroll > 0 && {DECK}.places().detail.scroll % 152 === 0")
    take()


def fan(page: Page, take: Callable[[], None]) -> None:
    take()
    drag(page, 195, 200, 480)
    page.until(f"{DECK}.places().fan?.spread > 38")
    take()
    page.touch("touchEnd", {}, wait=True)
    page.until(f"{DECK}.places().fan.spread === 0")
    page.at_rest()
    page.tap((195, 300))
    page.until(OPEN)
    take()


def photos(page: Page, take: Callable[[], None]) -> None:
    until_drawn(page)
    take()
    page.drag(page.point(150, 420), page.point(285, 400), lift=False)
    page.until("document.querySelector('deckd-deck').dataset.direction === 'right'")
    take()
    page.touch("touchCancel", {}, wait=True)
    page.at_rest()
    page.tap(page.point(195, 300))
    page.until("document.querySelector('#zoom').getAnimations().length === 0 && document.querySelector('#zoom img').naturalWidth > 0")
    take()


def koloda(page: Page, take: Callable[[], None]) -> None:
    until_drawn(page)
    take()
    page.drag(page.point(300, 520), page.point(130, 500), lift=False)
    take()
    page.touch("touchEnd", {}, wait=True)
    until_drawn(page)
    page.drag(page.point(100, 200), page.point(250, 160), lift=False)
    take()


SHEET = """
decks = [
  { id = "photo", surface = "photo" }, { id = "text", surface = "text" },
  { id = "wallet", surface = "wallet", preset = "wallet" }, { id = "fan", surface = "fan", preset = "fan" },
  { id = "menu", surface = "menu", preset = "carousel" },
]
surfaces = [{ name = "photo" }, { name = "text" }, { name = "wallet" }, { name = "fan" }, { name = "menu" }]
"""


def cards(setup: Setup, page: Page, take: Callable[[], None]) -> None:
    """Every look of a card: DeckWeb.md has the table."""
    client = setup.client()
    picos = {"title": "Picos de Europa", "detail": "The path to the pass", "badge": "New", "image": "/files/picos.jpg"}
    passes = [
        {"title": "City transit", "icon": "train", "detail": "€18.40", "number": "0923", "valid": "12/27", "color": "#0f6f70",
         "items": [["Harbor to Old Town", "2.90", "Today, 08:12"], ["Old Town to Harbor", "2.90", "Yesterday"]]},
        {"title": "Northern Bank", "icon": "bank", "detail": "€2,418", "number": "4417", "valid": "09/29", "color": "#2b4a9f"},
        {"title": "Library", "icon": "book", "number": "7730", "valid": "01/30", "color": "#6b4a8c"},
    ]
    tickets = [
        {"kind": "Concert", "title": "Blue Note", "icon": "bell", "valid": "18 Dec", "color": "#8c2f45"},
        {"kind": "Boarding pass", "title": "Oslo – Lisbon", "icon": "plane", "valid": "4 Dec", "color": "#2356c9",
         "items": [["Gate", "14"], ["Seat", "12A"], ["Boarding", "18:05"]], "code": "NL 402 · 12A"},
    ]
    drinks = [
        {"title": "Espresso", "detail": "2.40", "icon": "cup", "color": "#5a3a2a", "items": "Dark, short, with a little sugar"},
        {"title": "Fig tart", "detail": "4.80", "image": "/files/fig.jpg", "color": "#7a2a1e", "badge": "Today", "items": "With almonds"},
    ]
    decks = {
        "photo": [picos, {"title": "Next"}], "wallet": passes, "fan": tickets, "menu": [drinks[1], drinks[0]],
        "text": [{"title": "Table seven", "detail": "Two teas, one fig tart", "number": "7", "icon": "bell", "color": "#3d5a6e"}],
    }
    for deck, data in decks.items():
        client.request("deck.load", deck=deck, cards=[{"id": f"{deck}-{number}", "data": one} for number, one in enumerate(data)])
    for deck, opened in (("photo", ""), ("text", ""), ("wallet", ""), ("wallet", "wallet-0"), ("fan", ""), ("fan", "fan-1"), ("menu", "")):
        page.show(deck)
        if opened:
            client.request("deck.select", deck=deck, card=opened)
            page.until(OPEN)
        page.until("[...document.images].every(image => image.complete)")
        take()


def write(setup: Setup, size: Tuple[int, int], output: pathlib.Path, moments: Callable[[Page, Callable[[], None]], None]) -> None:
    """Takes the moments of a page, and writes them side by side."""
    try:
        page = setup.page(*size)
        taken: List[str] = []

        def take() -> None:
            page.at_rest()
            taken.append(str(setup.folder / f"{len(taken)}.png"))
            page.picture(pathlib.Path(taken[-1]))

        moments(page, take)
        # A palette of 256 colors keeps a file small; a photograph has more.
        palette = ",split[a][b];[a]palettegen[colors];[b][colors]paletteuse=dither=sierra2_4a" if output.suffix == ".png" else ""
        inputs = [word for path in taken for word in ("-i", path)]
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", *inputs, "-filter_complex", f"hstack={len(taken)}{palette}", "-q:v", "4", str(output)],
            check=True,
        )
    finally:
        setup.stop()


def write_example(name: str, deck: str, height: int, output: str, moments: Callable[[Page, Callable[[], None]], None]) -> None:
    setup = ExampleSetup(name)
    if deck:
        setup.load_photos(deck)
    write(setup, (390, height), setup.assets / output, moments)


def write_cards() -> None:
    setup = Setup(configuration=SHEET, files=PHOTOS)
    write(setup, (360, 560), HERE.parent / "Sources/DeckWeb/DeckWeb.docc/cards.jpg", lambda page, take: cards(setup, page, take))


LANDSCAPE = """
[[surfaces]]
name = "panel"
width = 1024
height = 600
[[decks]]
id = "photos"
[decks.settings]
depth.offset = 28
drag.reference = "card"
stamp.rotation = 0
"""

FIRST = """<!DOCTYPE html><meta charset="utf-8"><style>
  :root { --ground: #0b0b0c; --text: #f5f5f4; --dim: #8d8d94; --frame: #2a2a2e; --edge: #4a4a50; --mark: #131314; --ring: #fff }
  :root.light { --ground: #fff; --text: #131314; --dim: #85858c; --frame: #26262a; --edge: #000; --mark: #131314; --ring: #131314 }
  body { margin: 0; width: 1660px; height: 726px; background: var(--ground); color: var(--text); font: 22px/1.35 Inter, system-ui, sans-serif; position: relative }
  figure { position: absolute; left: 48px; top: 72px; margin: 0; padding: 16px; border-radius: 32px; background: var(--frame); box-shadow: inset 0 0 0 1px var(--edge) }
  figure img { display: block; width: 924px; border-radius: 18px }
  svg { position: absolute; inset: 16px; width: 924px; overflow: visible }
  ol { position: absolute; left: 1068px; top: 168px; margin: 0; padding: 0; list-style: none; width: 570px }
  li { position: relative; padding-left: 52px; margin-bottom: 40px }
  b { display: block; font-weight: 600; font-size: 25px; letter-spacing: -.02em; margin-bottom: 8px }
  li::before { content: attr(value); position: absolute; left: 0; top: 0; width: 34px; height: 34px; border-radius: 50%; box-shadow: 0 0 0 2px var(--ring); display: grid; place-items: center; font-size: 17px; font-weight: 600 }
  code { font: 17.500px/1.6 ui-monospace, "DejaVu Sans Mono", monospace; color: var(--dim); white-space: pre; display: block }
  code em { font-style: normal; color: var(--text) }
</style><figure><img src="SCREEN"><svg viewBox="0 0 1024 600">MARKS</svg></figure><ol>STEPS</ol>"""


def shortened(note: Dict[str, Any], members: List[str], marked: str) -> str:
    """A message with some of its members, in two lines at the most, as HTML."""
    params = {name: note["params"][name] for name in members if name in note["params"]}
    text = json.dumps({"method": note["method"], "params": params}, separators=(",", ":"), ensure_ascii=False)
    text = text.replace('"params":{', '"params":{\n  ')
    return html.escape(text, quote=False).replace(marked, f"<em>{marked}</em>").replace(note["method"], f"<em>{note['method']}</em>", 1)


def write_first() -> None:
    """README's first picture: a finger on the kiosk page, and three messages that it makes."""
    setup = Setup(configuration=LANDSCAPE, files=PHOTOS)
    try:
        client = setup.client()
        names = [("picos", "Picos de Europa", "The path to the pass"), ("stream", "After the rain", "Seven steps down"), ("evening", "Evening", "")]
        cards = [{"id": name, "data": {"title": title, "detail": detail, "image": f"/files/{name}.jpg"}} for name, title, detail in names]
        start, end = (500, 352), (656, 322)
        drawn: Dict[str, pathlib.Path] = {}
        notes: List[Dict[str, Any]] = []
        for scheme in ("dark", "light"):
            client.request("deck.load", deck="photos", cards=cards)
            page = setup.page(1024, 600)
            page.media(prefers_color_scheme=scheme)
            page.until("[...document.images].every(image => image.complete)")
            listener = setup.client()
            listener.request("subscribe", deck="photos", topics=["touches", "motions", "events"])
            page.drag(start, end, steps=20, lift=False)
            until(lambda: client.snapshot("photos")["cards"][0]["role"] == "dragged", "the finger")
            page.at_rest()
            drawn[scheme] = setup.folder / f"{scheme}.png"
            page.picture(drawn[scheme])
            page.touch("touchEnd", {}, wait=True)
            page.at_rest()
            listener.request("deck.list")
            notes = listener.notes
            page.close()
        touch = [note for note in notes if note["method"] == "touch" and note["params"]["contacts"][0]["phase"] == "moved"][-1]
        touch["params"]["contacts"] = [{name: contact[name] for name in ("phase", "x", "y")} for contact in touch["params"]["contacts"]]
        motion = [note for note in notes if note["method"] == "motion" and note["params"].get("property") == "x" and note["params"].get("kind") == "set"][-1]
        event = [note for note in notes if note["method"] == "event" and note["params"]["type"] == "card.swiped"][-1]
        steps = [
            ("A finger moves", shortened(touch, ["contacts"], f'"x":{touch["params"]["contacts"][0]["x"]}')),
            ("The card is here", shortened(motion, ["card", "property", "value"], f'"value":{motion["params"]["value"]}')),
            ("The finger leaves: decided", shortened(event, ["type", "decision"], '"decision":"keep"')),
        ]
        items = "".join(f'<li value="{number}"><b>{title}</b><code>{code}</code></li>' for number, (title, code) in enumerate(steps, 1))

        def mark(x: float, y: float, number: int) -> str:
            return (f'<circle cx="{x}" cy="{y}" r="19" fill="#131314" stroke="#fff" stroke-width="2"/>'
                    f'<text x="{x}" y="{y + 7}" fill="#fff" font-size="20" font-weight="600" text-anchor="middle">{number}</text>')  # fmt: skip

        finger = (f'<path d="M{start[0]} {start[1]}L{end[0]} {end[1]}" stroke="#fff" stroke-width="4" stroke-dasharray="0.1 13" stroke-linecap="round"/>'
                  f'<circle cx="{end[0]}" cy="{end[1]}" r="34" fill="#ffffffb8" stroke="#fff" stroke-width="2"/>')  # fmt: skip
        value = motion["params"]["value"]
        marks = finger + mark(end[0] + 40, end[1] - 32, 1) + mark(value + 8, 240, 2) + mark(704, 66, 3)
        page = setup.browser.page()
        page.resize(1660, 726)
        for scheme, path in drawn.items():
            screen = "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode()
            content = FIRST.replace("STEPS", items).replace("MARKS", marks).replace("SCREEN", screen)
            page.evaluate(f"document.open(), document.write({json.dumps(content)}), document.close(), document.documentElement.className = {scheme!r}")
            page.until("[...document.images].every(image => image.complete)")
            page.picture(path)
            output = HERE / "demo" / f"first-{scheme}.jpg"
            subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", str(path), "-q:v", "3", str(output)], check=True)
    finally:
        setup.stop()


PICTURES = {
    "wallet": lambda: write_example("wallet", "", 844, "picture.png", wallet),
    "fan": lambda: write_example("fan", "", 844, "picture.png", fan),
    "photos": lambda: write_example("photos", "photos", 844, "picture.jpg", photos),
    "koloda": lambda: write_example("koloda", "pictures", 780, "picture.jpg", koloda),
    "cards": write_cards,
    "first": write_first,
}

for name in sys.argv[1:] or PICTURES:
    PICTURES[name]()
