#!/usr/bin/env bash
# Starts deckd with a deck of every kind, and the pages that show them. On a touchscreen that may be read, deckd reads it
# and the kiosk page looks on: a page that took touches, too, would count each finger twice. Elsewhere a panel of the test
# bed plays a clip of swipes, over and over, until someone touches the studio.
#
#   run.sh PROGRAMS BED      folders of deckd, deckd-web and deckctl, and of the test bed
#
# DECKD_DEMO_ADDRESS is where the page is served (127.0.0.1:8137).
#
# In a terminal it goes on until Ctrl-C, and opens the page in a browser where there is a desktop; elsewhere it ends with
# the first card that is swiped.
set -euo pipefail

programs=$1
bed=$2
here=$(cd "$(dirname "$0")" && pwd)
clip=$here/swipes.evemu
inputs=${DECKD_DEMO_INPUTS:-/sys/class/input} # where touchscreens are looked for
pause=1.2 # seconds between two rounds of the clip, so that each is seen to end
address=${DECKD_DEMO_ADDRESS:-127.0.0.1:8137} # where the page is served
deck=photos # the deck that a touchscreen and the clip move

folder=$(mktemp -d "${TMPDIR:-/tmp}/deckd-demo.XXXXXX")
socket=$folder/deckd.sock
control=$folder/bed.sock
children=()

# Waits for a program beside the shell, so that a signal to the shell alone takes effect at once. Ctrl-C ends the program,
# too: it would be ignored, and the watch report that deckd has ended.
run() {
  (trap - INT && exec "$@") &
  children+=($!)
  wait $!
  # Its number may soon be another's.
  unset 'children[-1]'
}

end_children() {
  [ ${#children[@]} -eq 0 ] || kill "${children[@]}" 2>/dev/null || true
  wait
}

clean_up() {
  trap - EXIT INT TERM HUP
  end_children
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'clean_up; exit 0' INT # the way to end it
trap 'clean_up; exit 143' TERM HUP

# Prints the name of a touchscreen that may be read; fails with the reason why there is none.
find_touchscreen() {
  local device found=
  for device in "$inputs"/event*; do
    [ -r "$device/device/properties" ] || continue
    # INPUT_PROP_DIRECT is bit 1; a touchscreen has it together with absolute axes (EV_ABS is bit 3).
    ((0x$(awk '{ print $NF }' "$device/device/properties") & 2)) || continue
    ((0x$(awk '{ print $NF }' "$device/device/capabilities/ev") & 8)) || continue
    found="/dev/input/${device##*/} ($(cat "$device/device/name"))"
    if [ -r "/dev/input/${device##*/}" ]; then
      echo "$found"
      return
    fi
  done
  if [ -n "$found" ]; then
    echo "$found may not be read; run as root, or install udev/70-deckd.rules and join the group deckd"
  else
    echo "there is no touchscreen here"
  fi
  return 1
}

# Waits until a command succeeds; fails when deckd ends before.
wait_for() {
  until "$@" >/dev/null 2>&1; do
    kill -0 "${children[0]}" 2>/dev/null || {
      echo "deckd has ended:" >&2
      cat "$folder/deckd.log" >&2
      exit 1
    }
    sleep 0.05
  done
}

play_clip() {
  children=()
  trap end_children EXIT
  trap 'exit 143' TERM
  while true; do
    run "$bed/touchbed" -s "$control" play event0 "$clip" >/dev/null
    run "$bed/touchbed" -s "$control" wait event0 >/dev/null
    run sleep "$pause"
    if "$programs/deckctl" status --socket "$socket" | grep -q "^$deck .*out of cards"; then
      "$programs/deckctl" reset --socket "$socket" --deck "$deck" >/dev/null
    fi
  done
}

# Waits until the page is served, and prints its address; fails where it cannot be, as when another program has it.
wait_for_page() {
  until sed -n 's/.* listening on \(http[^ ]*\).*/\1/p' "$folder/web.log" | grep .; do
    kill -0 "$web" 2>/dev/null || return 1
    sleep 0.05
  done
}

open_browser() {
  [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open >/dev/null || return 0
  xdg-open "$1" >/dev/null 2>&1 &
}

# Ends the clip when a contact that a client injected comes down: such contacts have ids beyond 32 bits.
stop_clip_at_touch() {
  trap end_children EXIT
  trap 'exit 143' TERM
  coproc "$programs/deckctl" watch --socket "$socket" --topics touches --format json
  children=("$COPROC_PID")
  while read -r line <&"${COPROC[0]}"; do
    if [[ $line =~ \"id\":[0-9]{11} ]]; then
      kill "$1" 2>/dev/null
      return
    fi
  done
}

if touchscreen=$(find_touchscreen); then
  echo "Touchscreen: $touchscreen. Swipe a card to the left or to the right."
  # The panel sizes the surface that it covers.
  sed '/^name = "photos"$/,/^$/ { /^width/d; /^height/d }' "$here/deckd.toml" >"$folder/deckd.toml"
  "$programs/deckd" --config "$folder/deckd.toml" --socket "$socket" 2>"$folder/deckd.log" &
  children+=($!)
  start=/ access=
else
  echo "No touchscreen: $touchscreen."
  echo "A made-up panel plays a clip instead: swipe right, swipe left, one that snaps back."
  "$bed/touchbed" -o -d "$folder" -c "$control" -a "event0 $clip" -- \
    "$programs/deckd" --config "$here/deckd.toml" --socket "$socket" 2>"$folder/deckd.log" &
  children+=($!)
  start=/studio access=--control
fi
wait_for "$programs/deckctl" status --socket "$socket"

:>"$folder/web.log"
"$programs/deckd-web" --socket "$socket" --listen "$address" --files "$here/photos" $access 2>"$folder/web.log" &
web=$!
children+=("$web")
if page=$(wait_for_page); then
  page=${page%/}
  echo "The page: $page$start"
  [ ! -t 1 ] || open_browser "$page$start"
else
  echo "The page is not served: $(sed -n 's/^Error: \([^;]*\).*/\1/p' "$folder/web.log")"
  echo "DECKD_DEMO_ADDRESS=127.0.0.1:8138 make run serves it at another port."
fi
if [ -t 1 ]; then
  echo "deckctl in another terminal: export DECKD_SOCKET=$socket"
  echo "Ctrl-C ends it."
fi
if [ -S "$control" ]; then
  wait_for sh -c "'$bed/touchbed' -s '$control' opens event0 | grep -q '^ok [1-9]'"
  play_clip &
  clip_player=$!
  children+=("$clip_player")
  stop_clip_at_touch "$clip_player" &
  children+=($!)
fi

if [ -t 1 ]; then
  run "$programs/deckctl" watch --socket "$socket"
else
  run "$programs/deckctl" watch --socket "$socket" --deck "$deck" --format plain --topics events,frames --rate 10 \
    --until card.swiped --timeout 60
fi
