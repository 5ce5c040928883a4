#!/bin/sh
# Takes picture.png: the example under Xvfb, with a finger that holds the front card.
# Needs the built deckd, Kivy, xvfb, xdotool and imagemagick. DECKD_PROGRAMS is the folder of deckd, .build/release otherwise.
set -eu
cd "$(dirname "$0")"
programs=${DECKD_PROGRAMS:-../../.build/release}
folder=$(mktemp -d)
trap 'kill $(cat "$folder"/*.pid 2>/dev/null) 2>/dev/null || true; rm -rf "$folder"' EXIT
export DECKD_SOCKET="$folder/deckd.sock"

"$programs/deckd" --seat nobody --config ../sdl/deckd.toml 2>"$folder/deckd.log" & echo $! >"$folder/deckd.pid"
Xvfb -displayfd 3 -screen 0 400x850x24 3>"$folder/display" 2>/dev/null & echo $! >"$folder/xvfb.pid"
until [ -s "$folder/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$folder/display")
export DISPLAY
KIVY_HOME="$folder" KIVY_NO_CONSOLELOG=1 /usr/bin/python3 deck.py & echo $! >"$folder/kivy.pid"
until xdotool search --onlyvisible --class '.' >/dev/null 2>&1; do sleep 0.1; done
until "$programs/deckctl" status >/dev/null 2>&1; do sleep 0.1; done
sleep 1

xdotool mousemove 150 420 mousedown 1
for x in $(seq 155 5 245); do xdotool mousemove "$x" 420; sleep 0.01; done
sleep 0.5
import -window root "${1:-picture.png}"
# The finger was a real one: its release decides the card.
"$programs/deckctl" watch --until card.swiped --timeout 20 >"$folder/events" & watch=$!
sleep 0.5
xdotool mousemove 300 420 mouseup 1
wait $watch || {
  echo "picture.sh: expected the release to decide the card; it did not within 20 s" >&2
  exit 1
}
# Kivy's own button, which does not wait for the daemon.
"$programs/deckctl" watch --until deck.rewound --timeout 20 >"$folder/events" & watch=$!
sleep 0.5
xdotool mousemove 350 825 click 1
wait $watch || {
  echo "picture.sh: expected the button to take the decision back; it did not within 20 s" >&2
  exit 1
}
