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
        for id, deck in client.decks.items():
            cards = reversed(client.places(id).cards)
            shown = "  ".join(f"{card.id} {card.x:.0f},{card.y:.0f} {card.rotation:+.0f}°" for card in cards)
            print(f"\r\033[K{id} {min(deck.current + 1, deck.count)}/{deck.count}: {shown}"[:120], end="", flush=True)
        if client.decks and select.select([sys.stdin], [], [], 0)[0]:
            line = sys.stdin.readline()
            if not line:
                break
            try:
                client.call("deck.swipe", deck=next(iter(client.decks)), direction=line.strip())
            except deckd.DeckdError as error:
                print(f"\r\033[K{error}")
