#!/usr/bin/env python3
"""A front end in the terminal: where the cards are, and what happens. A direction and Enter decide a card."""
import pathlib, select, signal, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Sources" / "PythonClient"))
import deckd

signal.signal(signal.SIGINT, signal.SIG_DFL)
with deckd.Client(sys.argv[1] if len(sys.argv) > 1 else None) as client:
    while True:
        for event in client.poll(1 / 30):
            print(f"\r\033[K{event.type}", event.get("card", ""), event.get("decision", ""))
        shown = []
        for id, deck in client.decks.items():
            cards = [f"{it.id} {it.x:.0f},{it.y:.0f} {it.rotation:+.0f}°" for it in reversed(client.places(id).cards)]
            shown.append(f"{id} {min(deck.current + 1, deck.count)}/{deck.count}: {'  '.join(cards)}")
        print(f"\r\033[K{' | '.join(shown) or 'waiting for deckd'}"[:120], end="", flush=True)
        if client.decks and select.select([sys.stdin], [], [], 0)[0]:
            line = sys.stdin.readline()
            if not line:
                break
            try:
                client.call("deck.swipe", deck=next(iter(client.decks)), direction=line.strip())
            except deckd.DeckdError as error:
                print(f"\r\033[K{error}")
