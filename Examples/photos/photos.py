#!/usr/bin/env python3
"""Sorts the photos of a folder: a swipe to the right moves one to Kept, one to the left to Deleted.

usage: photos.py FOLDER [--socket PATH] [--deck ID]

Keys: left and right arrow decide, u undoes, q quits. README.md says how it works.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pathlib
import select
import sys
import termios
import tty
import unicodedata
import urllib.parse
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Optional, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Sources" / "PythonClient"))

import deckd  # noqa: E402

PHOTOS = {".avif", ".gif", ".heic", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}
FOLDERS = {"keep": "Kept", "delete": "Deleted"}
KEYS = {b"\x1b[C": "right", b"\x1b[D": "left", b"u": "undo", b"q": "quit"}


class Album:
    """The files. Each photo is in the folder itself, or in one of those for decisions; none is ever overwritten."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder.resolve()
        self.places = [self.folder, *(self.folder / name for name in FOLDERS.values())]
        for place in self.places[1:]:
            place.mkdir(exist_ok=True)
        self.note = self.folder / ".photos.json"
        # Part of each card's id, so that photos of another folder that have the same names are others.
        self.prefix = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:8] + "/"

    def photos(self) -> List[str]:
        """The names of the photos that are not decided, and that can be sorted."""
        names: Dict[str, str] = {}
        for path in sorted(self.folder.iterdir()):
            name = path.name
            if path.suffix.lower() not in PHOTOS or not path.is_file():
                continue
            if any((place / name).exists() for place in self.places[1:]):
                reason = "a photo of this name is sorted already"
            elif not name.isprintable() or len(self.prefix + name) > 256:
                reason = "its name is too long, or cannot be printed"
            elif names.setdefault(unicodedata.normalize("NFC", name), name) != name:
                reason = "another photo has the same name, written with other characters"
            else:
                continue
            print(f"{name!r} is left out: {reason}; rename it", file=sys.stderr)
            names = {key: one for key, one in names.items() if one != name}
        return list(names.values())

    def find(self, name: str) -> Optional[pathlib.Path]:
        """Where a photo is."""
        return next((place / name for place in self.places if (place / name).exists()), None)

    def move(self, name: str, decision: Optional[str]) -> None:
        """Moves a photo to where its decision says, or back; does nothing where it is there already."""
        target = (self.folder / FOLDERS[decision] if decision else self.folder) / name
        source = self.find(name)
        if source is None:
            print(f"{name} is not moved: it is in none of {', '.join(map(str, self.places))}", file=sys.stderr)
        elif not target.exists():
            source.rename(target)
        elif len([place for place in self.places if (place / name).exists()]) > 1:
            print(f"{name} is not moved to {target.parent}: another is there; rename one of them", file=sys.stderr)

    def position(self) -> Optional[Tuple[Optional[str], int]]:
        """The daemon's journal and the last event that was performed here."""
        if not self.note.exists():
            return None
        journal, seq = json.loads(self.note.read_text())
        return journal, seq

    def reach(self, journal: Optional[str], seq: int) -> None:
        """Notes an event as performed."""
        new = self.note.with_suffix(".new")
        new.write_text(json.dumps([journal, seq]))
        new.replace(self.note)


def card(id: str, loaded: bool = False) -> Dict[str, Any]:
    """A photo as a card, with the picture that `deckd-web --files FOLDER` serves."""
    name = id.partition("/")[2]
    data = {"title": pathlib.PurePath(name).stem, "image": "/files/" + urllib.parse.quote(name)}
    return {"id": id, "label": name, "data": data, "loaded": loaded}


class Sorter:
    """Performs with the files what happens to the deck."""

    def __init__(self, album: Album, client: deckd.Client, deck: str) -> None:
        self.album, self.client, self.id = album, client, deck
        #: Whether the deck lacks photos of the folder, as far as this program knows.
        self.lacks_photos = True
        #: Whether the deck is to begin again, with the photos that are not decided.
        self.begins_anew = False
        #: The photos that may be seen next.
        self.contents: Dict[str, bytes] = {}

    @property
    def deck(self) -> Optional[deckd.Deck]:
        return self.client.decks.get(self.id)

    def tend(self) -> None:
        """Gives the deck the photos that it lacks."""
        deck = self.deck
        if deck is None or not self.lacks_photos:
            return
        if not self.album.note.exists():
            self.album.reach(self.client.journal, deck.seq)
        try:
            known = {card["id"] for card in deck.cards or ()}
            if self.begins_anew or any(not id.startswith(self.album.prefix) for id in known):
                known = set()
            ids = [id for id in map(self.album.prefix.__add__, self.album.photos()) if id not in known]
            # A round begins with `deck.load`, and waits until its first photos are read.
            cards = [card(id) for id in ids]
            if not known:
                self.client.call("deck.load", deck=self.id, cards=cards)
                self.begins_anew = False
            elif cards:
                self.client.call("deck.insert", deck=self.id, cards=cards)
            self.lacks_photos = False
        except deckd.ConnectionLost:
            pass  # What was performed is in the deck when it comes back; the rest is tried again.
        except deckd.Refused as error:
            print(f"the photos are not added: {error}", file=sys.stderr)

    def handle(self, events: List[deckd.Event]) -> None:
        for event in events:
            if event.type == "error":
                print(event["message"], file=sys.stderr)
            elif event.type == "resync":
                # Nobody knows what was decided meanwhile: what is still in the folder comes up again.
                self.begins_anew = self.lacks_photos = True
            elif event.deck != self.id:
                continue
            elif event.type == "prefetch":
                self.prefetch(event)
            elif event.seq:
                self.perform(event)
                self.album.reach(self.client.journal, event.seq)
        self.tend()

    def perform(self, event: deckd.Event) -> None:
        if event.type == "deck.reset" and self.deck:
            for card in self.deck.cards or ():
                self.album.move(card["id"].partition("/")[2], None)
        prefix, _, name = event.get("card", "").partition("/")
        decision = event.get("decision")
        if f"{prefix}/" != self.album.prefix:
            return
        if event.type == "card.swiped" and decision in FOLDERS:
            self.album.move(name, decision)
            print(f"\r\033[K{name} to {FOLDERS[decision]}, {event['current']} of {event['count']}", flush=True)
        elif event.type == "deck.rewound":
            self.album.move(name, None)
            print(f"\r\033[K{name} back, {event['current']} of {event['count']}", flush=True)

    def prefetch(self, event: deckd.Event) -> None:
        """Reads the photos that may be seen next, so that a picture is there when its card comes up."""
        for id in event["evict"]:
            self.contents.pop(id, None)
        for id in event["load"]:
            path = self.album.find(id.partition("/")[2])
            if path and id not in self.contents:
                self.contents[id] = path.read_bytes()
        loaded = {card["id"] for card in (self.deck and self.deck.cards) or () if card.get("loaded")}
        ready = [card(id, loaded=True) for id in event["load"] if id in self.contents and id not in loaded]
        try:
            # An update is seen by every front end; `card.loaded` would be seen by the daemon alone.
            if ready:
                self.client.call("deck.update", deck=self.id, cards=ready)
        except deckd.DeckdError as error:
            print(f"the photos are not marked as read: {error}", file=sys.stderr)

    def press(self, key: str) -> None:
        """Does what a finger would. The card is named, so that a key that comes too late decides no other."""
        deck = self.deck
        if deck is None:
            return
        try:
            if key == "undo":
                self.client.call("deck.undo", deck=self.id)
            elif deck.front:
                self.client.call("deck.swipe", deck=self.id, direction=key, card=deck.front["id"])
        except deckd.DeckdError as error:
            print(f"\r\033[K{error}")

    def draw(self) -> None:
        """A line: how far the deck is, the front card, and what a release would decide."""
        deck = self.deck
        if deck is None:
            return
        done = round(20 * deck.current / deck.count) if deck.count else 20
        over = self.client.places(self.id).overlay
        # In the dead zone there is an overlay without a direction: nothing would be decided.
        direction = over.get("direction") if over else None
        stamp = f"{deck.settings['decision.' + direction].upper()} {over['progress']:.0%}" if direction else ""
        name = "all done"
        card = deck.card(over["card"]) if over else deck.front
        if card:
            name = f"{card.get('label', card['id'])}, {len(self.contents.get(card['id'], b'')):,} bytes"
        bar = f"[{'#' * done}{'-' * (20 - done)}] {deck.current} of {deck.count}"
        print(f"\r\033[K{bar}  {name}  {stamp}"[:120], end="", flush=True)


@contextmanager
def keyboard() -> Iterator[bool]:
    """Keys as they are pressed, where there is a terminal."""
    if not sys.stdin.isatty():
        yield False
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield True
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        print()


def main() -> int:
    parser = argparse.ArgumentParser(description="Sorts the photos of a folder by swipes.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--socket", help="the daemon's socket; $DECKD_SOCKET or the usual one when left out")
    parser.add_argument("--deck", default="photos")
    arguments = parser.parse_args()
    if not arguments.folder.is_dir():
        parser.error(f"{arguments.folder} is no folder; expected one with photos")
    album = Album(arguments.folder)
    topics = ("events", "motions", "prefetch")
    with (
        keyboard() as keys,
        deckd.Client(arguments.socket, client="photos", topics=topics, resume=album.position()) as client,
    ):
        sorter = Sorter(album, client, arguments.deck)
        decks = [deck["id"] for deck in client.call("deck.list")["decks"]]
        if arguments.deck not in decks:
            parser.error(f"there is no deck {arguments.deck}; expected --deck to name one of {', '.join(decks)}")
        while True:
            sorter.handle(client.poll(1 / 30 if keys else None))
            if not keys:
                continue
            sorter.draw()
            while select.select([sys.stdin], [], [], 0)[0]:
                key = KEYS.get(os.read(sys.stdin.fileno(), 8))
                if key == "quit":
                    return 0
                if key:
                    sorter.press(key)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except deckd.ConnectionLost:
        sys.exit("deckd ended while the program began; start it again")
    except KeyboardInterrupt:
        pass
