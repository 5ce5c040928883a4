#!/usr/bin/env python3
"""A front end in the terminal: the front card, and where it is. Enter decides it, or `left`, `up`, `undo` and the like."""
import pathlib, select, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Sources" / "PythonClient"))
import deckd  # noqa: E402

with deckd.Client(sys.argv[1] if len(sys.argv) > 1 else None) as client:
    while True:
        for event in client.poll(1 / 30):
            print(f"\r\033[K{event.type}", event.get("card", ""), event.get("decision", ""))
        for deck in client.decks.values():
            places = client.places(deck.deck)
            shown = "  ".join(f"{place.id} {place.x:.0f},{place.y:.0f} {place.rotation:+.0f}°" for place in places.cards[::-1])
            print(f"\r\033[K{deck.deck} {min(deck.current + 1, deck.count)}/{deck.count}: {shown}"[:150], end="", flush=True)
        if client.decks and select.select([sys.stdin], [], [], 0)[0]:
            if not (line := sys.stdin.readline()):
                break
            word, id = line.strip() or "right", next(iter(client.decks))
            try:
                client.call("deck.undo", deck=id) if word == "undo" else client.call("deck.swipe", deck=id, direction=word)
            except deckd.DeckdError as error:
                print(f"\r\033[K{error}")
