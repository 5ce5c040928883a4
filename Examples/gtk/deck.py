#!/usr/bin/python3
"""A deck in GTK 4: each card is a widget, drawn where the daemon has it; what touches the window goes to the daemon.

usage: deck.py [--socket PATH] [--deck NAME]
"""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Dict, Optional, Tuple

import gi

for name, version in (("Gdk", "4.0"), ("Graphene", "1.0"), ("Gsk", "4.0"), ("Gtk", "4.0")):
    gi.require_version(name, version)
from gi.repository import Gdk, GLib, Graphene, Gsk, Gtk  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Sources" / "PythonClient"))
import deckd  # noqa: E402

WAITING = "waiting for deckd"
STYLE = """
window { background: #0c0d10; }
.card { border-radius: 22px; padding: 28px; color: white; box-shadow: inset 0 0 0 1px rgba(255, 255, 255, 0.22);
        background: linear-gradient(#3b82c4, #1d3a6e); }
.card.b { background: linear-gradient(#c46a3b, #6e2f1d); }
.card.c { background: linear-gradient(#3ba07a, #1d5a4a); }
.title { font-size: 28px; font-weight: 600; }
.detail, .line { opacity: 0.7; }
.line { color: white; }
.stamp { font-size: 30px; font-weight: 800; padding: 4px 14px; border: 3px solid white; border-radius: 10px; }
"""


class Card(Gtk.Box):
    """What a card shows: its `data`, and a stamp with what a release decides."""

    def __init__(self, card: deckd.Json, look: str) -> None:
        super().__init__(orientation=Gtk.Orientation.VERTICAL, spacing=6, css_classes=["card", look])
        data = card.get("data") or {}
        self.stamp = Gtk.Label(css_classes=["stamp"], halign=Gtk.Align.CENTER, opacity=0, margin_top=160)
        for text, style in ((data.get("title", card["id"]), "title"), (data.get("detail", ""), "detail")):
            self.append(Gtk.Label(label=text, css_classes=[style], xalign=0, wrap=True))
        self.append(self.stamp)


class DeckView(Gtk.Widget):
    """A deck of the daemon, as wide as the widget.

    `on_event` is called with each `deckd.Event`, and with `None` where the connection may have changed.
    """

    __gtype_name__ = "DeckView"

    def __init__(self, client: deckd.Client, deck: str, on_event) -> None:
        super().__init__(overflow=Gtk.Overflow.HIDDEN, hexpand=True, vexpand=True)
        self.client, self.deck, self.on_event = client, deck, on_event
        self.cards: Dict[str, Card] = {}
        self.tick: Optional[int] = None
        finger = Gtk.GestureDrag()
        finger.connect("drag-begin", lambda _, x, y: self.touch("down", x, y))
        finger.connect("drag-update", self.move, "moved")
        finger.connect("drag-end", self.move, "up")
        self.add_controller(finger)
        # The whole connection: the descriptor is readable whenever there is something to do.
        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, client.fileno(), GLib.IOCondition.IN, self.receive)
        self.receive()

    def receive(self, *_) -> bool:
        for event in self.client.poll():
            self.on_event(event)
        self.on_event(None)
        due = self.client.timeout()
        if due is not None:
            GLib.timeout_add(int(due * 1000) + 1, lambda: self.receive() and GLib.SOURCE_REMOVE)
        if self.tick is None:
            self.tick = self.add_tick_callback(self.draw)
        return GLib.SOURCE_CONTINUE

    def draw(self, _widget: Gtk.Widget, clock: Gdk.FrameClock) -> bool:
        """Draws a picture, and the next one as long as anything moves."""
        self.queue_allocate()
        timing = clock.get_current_timings()
        period = timing.get_refresh_interval() if timing else 0
        self.client.drew(self.deck, period or 16_667)
        if self.client.moving(self.deck):
            return GLib.SOURCE_CONTINUE
        self.tick = None
        return GLib.SOURCE_REMOVE

    def frame(self, deck: deckd.Deck) -> Tuple[float, float, float]:
        """How many pixels a point is, and where the surface begins: in the middle of a view of another shape."""
        width, height, surface = self.get_width(), self.get_height(), deck.surface
        scale = min(width / surface["w"], height / surface["h"])
        return scale, (width - scale * surface["w"]) / 2, (height - scale * surface["h"]) / 2

    def do_size_allocate(self, _width: int, _height: int, _baseline: int) -> None:
        # Empty where there is no such deck, or not any more.
        places = self.client.places(self.deck)
        shown = {place.id for place in places.cards}
        for id in [id for id in self.cards if id not in shown]:
            self.cards.pop(id).unparent()
        deck, above = self.client.decks.get(self.deck), None
        if not deck:
            return
        scale, left, top = self.frame(deck)
        for place in places.cards:
            card = self.cards.get(place.id)
            if not card:
                index = next((i for i, it in enumerate(deck.cards) if it and it["id"] == place.id), 0)
                card = self.cards[place.id] = Card(deck.card(place.id) or {"id": place.id}, "abc"[index % 3])
            card.insert_after(self, above)
            above = card
            card.set_opacity(place.opacity)
            across, down = place.anchor[0] * place.w, place.anchor[1] * place.h
            x, y = deck.area["x"] + place.x + across, deck.area["y"] + place.y + down
            transform = Gsk.Transform.new().translate(Graphene.Point().init(left + x * scale, top + y * scale))
            transform = transform.rotate(place.rotation).scale(place.scale * scale, place.scale * scale)
            transform = transform.translate(Graphene.Point().init(-across, -down))
            self.mark(card, deck, places.overlay, place.id)
            card.measure(Gtk.Orientation.VERTICAL, round(place.w))
            card.allocate(round(place.w), round(place.h), -1, transform)

    def mark(self, card: Card, deck: deckd.Deck, overlay: Optional[deckd.Json], id: str) -> None:
        """Shows on the card under the finger what a release decides."""
        is_judged = overlay is not None and overlay.get("card") == id and "direction" in overlay
        card.stamp.set_opacity(overlay["stamp"]["opacity"] if is_judged and "stamp" in overlay else 0)
        if is_judged:
            word = deck.settings.get(f"decision.{overlay['direction']}") or overlay["direction"]
            card.stamp.set_label(word.upper())

    # Fingers

    def move(self, finger: Gtk.GestureDrag, x: float, y: float, phase: str) -> None:
        _, start_x, start_y = finger.get_start_point()
        self.touch(phase, start_x + x, start_y + y)

    def touch(self, phase: str, x: float, y: float) -> None:
        deck = self.client.decks.get(self.deck)
        if deck:
            scale, left, top = self.frame(deck)
            contact = {"id": 0, "phase": phase, "x": (x - left) / scale, "y": (y - top) / scale}
            self.client.request("input.inject", {"surface": deck.surface["name"], "contacts": [contact]})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--socket", help="the daemon's socket")
    parser.add_argument("--deck", default="places", help="which deck (default: places)")
    options = parser.parse_args()

    def activate(application: Gtk.Application) -> None:
        style = Gtk.CssProvider()
        style.load_from_data(STYLE.encode())
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
        )
        line = Gtk.Label(css_classes=["line"], label=WAITING, hexpand=True, xalign=0)
        client = deckd.Client(options.socket, client="gtk", deck=options.deck)
        was_connected = False

        def tell(event: Optional[deckd.Event]) -> None:
            nonlocal was_connected
            if event is None:
                # Only where it changes: what is wrong meanwhile stays to be read.
                if client.connected != was_connected:
                    line.set_label("" if client.connected else WAITING)
                was_connected = client.connected
            elif event.type == "card.swiped":
                line.set_label(f"{event['card']}: {event.get('decision') or event['direction']}")
            elif event.type in ("card.shown", "deck.exhausted", "error"):
                line.set_label(" ".join(str(event.get(name, "")) for name in ("card", "message")) or event.type)

        undo = Gtk.Button(label="Undo")
        undo.connect("clicked", lambda _: client.request("deck.undo", {"deck": options.deck}))
        bar = Gtk.Box(spacing=12, margin_start=16, margin_end=16, margin_top=8, margin_bottom=8)
        bar.append(line)
        bar.append(undo)
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        page.append(DeckView(client, options.deck, tell))
        page.append(bar)
        window = Gtk.ApplicationWindow(application=application, title="deckd", child=page)
        window.set_default_size(400, 850)
        window.present()

    application = Gtk.Application(application_id="net.deckd.example")
    application.connect("activate", activate)
    sys.exit(application.run([]))


if __name__ == "__main__":
    main()
