#!/usr/bin/python3
# Python's ctypes: where the cards of the first deck are. LD_LIBRARY_PATH=… ./deck.py
import ctypes

lib = ctypes.CDLL("libdeckd.so.1")
for name in ("create", "deck_at", "deck_id", "places", "place_at", "place_id"):
    getattr(lib, f"deckd_{name}").restype = ctypes.c_char_p if name.endswith("id") else ctypes.c_void_p
for name in ("now", "place_x", "place_y"):
    getattr(lib, f"deckd_{name}").restype = ctypes.c_int64 if name == "now" else ctypes.c_double
pointer, index = ctypes.c_void_p, ctypes.c_size_t
client = pointer(lib.deckd_create(None, index(0)))
while True:
    lib.deckd_wait(client, 33)
    deck = pointer(lib.deckd_deck_at(client, index(0)))
    if not deck:
        continue
    places = pointer(lib.deckd_places(client, lib.deckd_deck_id(deck), ctypes.c_int64(lib.deckd_now())))
    for place in (pointer(lib.deckd_place_at(places, index(i))) for i in range(lib.deckd_place_count(places))):
        print(f"{lib.deckd_place_id(place).decode()} {lib.deckd_place_x(place):.0f},{lib.deckd_place_y(place):.0f}", flush=True)
