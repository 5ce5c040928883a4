#!/usr/bin/python3
"""A deck in Kivy: each card is a widget, drawn where the daemon has it; fingers on the window go to the daemon.

usage: deck.py [--socket PATH] [--deck NAME]
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from typing import Dict, Optional, Tuple

os.environ.setdefault("KIVY_NO_ARGS", "1")  # the options below are the program's own

from kivy.app import App  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.config import Config  # noqa: E402
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, RoundedRectangle, Scale  # noqa: E402
from kivy.input.motionevent import MotionEvent  # noqa: E402
from kivy.uix.boxlayout import BoxLayout  # noqa: E402
from kivy.uix.button import Button  # noqa: E402
from kivy.uix.floatlayout import FloatLayout  # noqa: E402
from kivy.uix.label import Label  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Sources" / "PythonClient"))
import deckd  # noqa: E402

WAITING = "waiting for deckd"
COLORS = ((0.18, 0.42, 0.68, 1), (0.62, 0.32, 0.2, 1), (0.16, 0.5, 0.4, 1))


class Card(Widget):
    """What a card shows: its `data`, and a stamp with what a release decides."""

    def __init__(self, card: deckd.Json, color: tuple) -> None:
        super().__init__(size_hint=(None, None))
        data = card.get("data") or {}
        text = f"[size=28][b]{data.get('title', card['id'])}[/b][/size]\n{data.get('detail', '')}"
        self.text = Label(text=text, markup=True, halign="left", valign="top", padding=(28, 28))
        self.stamp = Label(font_size=30, bold=True, opacity=0)
        self.add_widget(self.text)
        self.add_widget(self.stamp)
        with self.canvas.before:
            PushMatrix()
            self.turn, self.grow = Rotate(angle=0), Scale(1)
            Color(*color)
            self.shape = RoundedRectangle(radius=[22])
        with self.canvas.after:
            PopMatrix()

    def put(self, place: deckd.Place, x: float, y: float, scale: float) -> None:
        """Draws the card at a place; x and y are where its lower left corner is without scale and rotation."""
        self.pos, self.size, self.opacity = (x, y), (place.w * scale, place.h * scale), place.opacity
        # Not by a layout, which would follow a picture later.
        for label in (self.text, self.stamp):
            label.pos, label.size = self.pos, self.size
        self.text.text_size = self.size
        self.shape.pos, self.shape.size = self.pos, self.size
        anchor = (x + place.anchor[0] * self.width, y + (1 - place.anchor[1]) * self.height)
        self.turn.origin = self.grow.origin = anchor
        self.turn.angle, self.grow.x, self.grow.y = -place.rotation, place.scale, place.scale


class DeckView(FloatLayout):
    """A deck of the daemon, as wide as the widget. `on_event` is called with each `deckd.Event`."""

    def __init__(self, client: deckd.Client, deck: str, on_event, **more) -> None:
        super().__init__(**more)
        self.client, self.deck, self.tell = client, deck, on_event
        self.cards: Dict[str, Card] = {}
        self.fingers: Dict[int, int] = {}
        # Once a picture: nothing of it waits.
        Clock.schedule_interval(self.draw, 0)

    def frame(self, deck: deckd.Deck) -> Tuple[float, float, float]:
        """How many pixels a point is, and where the surface's corner is: in the middle of a view of another shape."""
        w, h = deck.surface["w"], deck.surface["h"]
        scale = min(self.width / w, self.height / h)
        return scale, self.x + (self.width - scale * w) / 2, self.top - (self.height - scale * h) / 2

    def draw(self, _seconds: float) -> None:
        for event in self.client.poll():
            self.tell(event)
        # Empty where there is no such deck, or not any more.
        places, deck = self.client.places(self.deck), self.client.decks.get(self.deck)
        for id in set(self.cards) - {place.id for place in places.cards}:
            self.remove_widget(self.cards.pop(id))
        if not deck:
            return
        self.client.drew(self.deck, 16_667)
        scale, left, top = self.frame(deck)
        for place in places.cards:
            card = self.cards.get(place.id)
            if not card:
                index = next((i for i, it in enumerate(deck.cards) if it and it["id"] == place.id), 0)
                card = self.cards[place.id] = Card(deck.card(place.id) or {"id": place.id}, COLORS[index % len(COLORS)])
            x, y = deck.area["x"] + place.x, deck.area["y"] + place.y + place.h
            card.put(place, left + x * scale, top - y * scale, scale)
            self.mark(card, deck, places.overlay, place.id)
        # Kivy's first child is the topmost.
        order = [self.cards[place.id] for place in reversed(places.cards)]
        if self.children != order:
            self.clear_widgets()
            for card in reversed(order):
                self.add_widget(card)

    def mark(self, card: Card, deck: deckd.Deck, overlay: Optional[deckd.Json], id: str) -> None:
        """Shows on the card under the finger what a release decides."""
        is_judged = overlay is not None and overlay.get("card") == id and "direction" in overlay
        card.stamp.opacity = overlay["stamp"]["opacity"] if is_judged and "stamp" in overlay else 0
        if is_judged:
            card.stamp.text = (deck.settings.get(f"decision.{overlay['direction']}") or overlay["direction"]).upper()

    # Fingers

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        touch.grab(self)
        self.fingers[touch.uid] = next(number for number in range(256) if number not in self.fingers.values())
        self.inject(touch, "down")
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            self.inject(touch, "moved")
        return touch.grab_current is self

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.inject(touch, "up")
        del self.fingers[touch.uid]
        return True

    def inject(self, touch: MotionEvent, phase: str) -> None:
        deck = self.client.decks.get(self.deck)
        if deck:
            scale, left, top = self.frame(deck)
            x, y = (touch.x - left) / scale, (top - touch.y) / scale
            contact = {"id": self.fingers[touch.uid], "phase": phase, "x": x, "y": y}
            self.client.request("input.inject", {"surface": deck.surface["name"], "contacts": [contact]})


class Demo(App):
    title = "deckd"

    def __init__(self, client: deckd.Client, deck: str) -> None:
        super().__init__()
        self.client, self.deck = client, deck

    def build(self) -> BoxLayout:
        line = Label(text=WAITING, halign="left", valign="middle", color=(1, 1, 1, 0.7))
        line.bind(size=lambda label, size: setattr(label, "text_size", size))

        def tell(event: deckd.Event) -> None:
            if event.type == "card.swiped":
                line.text = f"{event['card']}: {event.get('decision') or event['direction']}"
            elif event.type in ("card.shown", "deck.exhausted", "error"):
                line.text = " ".join(str(event.get(name, "")) for name in ("card", "message")).strip() or event.type

        undo = Button(text="Undo", size_hint=(None, 1), width=80)
        undo.bind(on_release=lambda _: self.client.request("deck.undo", {"deck": self.deck}))
        bar = BoxLayout(size_hint=(1, None), height=50, padding=(16, 7), spacing=12)
        bar.add_widget(line)
        bar.add_widget(undo)
        page = BoxLayout(orientation="vertical")
        page.add_widget(DeckView(self.client, self.deck, tell))
        page.add_widget(bar)

        def connected(_seconds: float) -> None:
            is_waiting = not self.client.connected
            if is_waiting or line.text == WAITING:
                line.text = WAITING if is_waiting else ""

        Clock.schedule_interval(connected, 0.5)
        return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--socket", help="the daemon's socket")
    parser.add_argument("--deck", default="places", help="which deck (default: places)")
    options = parser.parse_args()
    # Kivy reads every touchscreen by itself besides its window: deckd has the panel.
    for name, _ in Config.items("input"):
        if name != "mouse":
            Config.remove_option("input", name)
    Config.set("graphics", "width", 400)
    Config.set("graphics", "height", 850)
    from kivy.core.window import Window  # opens it, as configured above

    Window.clearcolor = (0.05, 0.05, 0.06, 1)
    with deckd.Client(options.socket, client="kivy", deck=options.deck) as client:
        Demo(client, options.deck).run()


if __name__ == "__main__":
    main()
