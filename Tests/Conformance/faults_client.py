#!/usr/bin/env python3
"""The Python client under faults.py: reports on its output what it is delivered.

usage: faults_client.py SOCKET DECK
"""

import json
import pathlib
import select
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "Sources" / "PythonClient"))

import deckd  # noqa: E402


def main() -> None:
    with deckd.Client(sys.argv[1], client="faults", deck=sys.argv[2]) as client:
        while True:
            for event in client.poll(0.005):
                if event.seq:
                    print("event", event.seq, flush=True)
                elif event.type in ("resync", "error"):
                    print(event.type, event.get("message", ""), flush=True)
            if select.select([sys.stdin], [], [], 0)[0]:
                if not sys.stdin.readline():
                    return
                print("model", json.dumps({id: deck.as_json() for id, deck in client.decks.items()}), flush=True)


if __name__ == "__main__":
    main()
