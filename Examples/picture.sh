#!/bin/sh
# Takes the picture of an example's window under Xvfb, with a finger that holds the front card, whose release has to
# decide it.
#
#   picture.sh PICTURE SIZE COMMAND [X Y]     SIZE: of the window, such as 400x850; X Y: a button that takes it back
#
# Needs the built deckd, xvfb, xdotool and imagemagick. DECKD_PROGRAMS is the folder of deckd, .build/release otherwise.
set -eu
examples=$(dirname "$0")
picture=$1 size=$2 command=$3
programs=${DECKD_PROGRAMS:-$examples/../.build/release}
folder=$(mktemp -d)
trap 'kill $(cat "$folder"/*.pid 2>/dev/null) 2>/dev/null || true; rm -rf "$folder"' EXIT
export DECKD_SOCKET="$folder/deckd.sock"

# Waits for an event while the rest of the arguments causes it.
expect() {
  event=$1 what=$2
  shift 2
  "$programs/deckctl" watch --until "$event" --timeout 20 >"$folder/events" & watch=$!
  sleep 0.5
  xdotool "$@"
  wait $watch || {
    echo "picture.sh: expected $what; it did not within 20 s" >&2
    exit 1
  }
}

"$programs/deckd" --seat nobody --config "$examples/sdl/deckd.toml" 2>"$folder/deckd.log" & echo $! >"$folder/deckd.pid"
Xvfb -displayfd 3 -screen 0 "${size}x24" 3>"$folder/display" 2>/dev/null & echo $! >"$folder/xvfb.pid"
until [ -s "$folder/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$folder/display")
export DISPLAY
sh -c "exec $command" & echo $! >"$folder/window.pid"
until xdotool search --onlyvisible --class '.' >/dev/null 2>&1; do sleep 0.1; done
until "$programs/deckctl" status >/dev/null 2>&1; do sleep 0.1; done
sleep 1

xdotool mousemove 150 420 mousedown 1
for x in $(seq 155 5 245); do xdotool mousemove "$x" 420; sleep 0.01; done
sleep 0.5
import -window root "$picture"
# The finger was a real one.
expect card.swiped "the release to decide the card" mousemove 300 420 mouseup 1
if [ $# -gt 3 ]; then
  expect deck.rewound "the button to take the decision back" mousemove "$4" "$5" click 1
fi
