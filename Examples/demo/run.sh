#!/usr/bin/env bash
# Starts deckd with the built-in deck and shows what happens: on a touchscreen if there is one that may be
# read, else on a panel of the test bed with a clip of swipes, over and over.
#
#   run.sh PROGRAMS BED      folders of deckd and deckctl, and of the test bed
#
# In a terminal it goes on until Ctrl-C; elsewhere it ends with the first card that is swiped.
set -euo pipefail

programs=$1
bed=$2
here=$(cd "$(dirname "$0")" && pwd)
clip=$here/swipes.evemu
inputs=${DECKD_DEMO_INPUTS:-/sys/class/input} # where touchscreens are looked for
pause=1.2 # seconds between two rounds of the clip, so that each is seen to end

folder=$(mktemp -d "${TMPDIR:-/tmp}/deckd-demo.XXXXXX")
socket=$folder/deckd.sock
control=$folder/bed.sock
children=()

# Waits for a program beside the shell, so that a signal to the shell alone takes effect at once.
run() {
  "$@" &
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
trap 'clean_up; exit 130' INT
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
    if "$programs/deckctl" status --socket "$socket" | grep -q "out of cards"; then
      "$programs/deckctl" reset --socket "$socket" >/dev/null
    fi
  done
}

if touchscreen=$(find_touchscreen); then
  echo "Touchscreen: $touchscreen. Swipe a card to the left or to the right."
  "$programs/deckd" --socket "$socket" 2>"$folder/deckd.log" &
  children+=($!)
else
  echo "No touchscreen: $touchscreen."
  echo "A made-up panel plays a clip instead: swipe right, swipe left, one that snaps back."
  "$bed/touchbed" -o -d "$folder" -c "$control" -a "event0 $clip" -- \
    "$programs/deckd" --socket "$socket" 2>"$folder/deckd.log" &
  children+=($!)
fi
wait_for "$programs/deckctl" status --socket "$socket"

[ ! -t 1 ] || echo "Ctrl-C ends it."
if [ -S "$control" ]; then
  wait_for sh -c "'$bed/touchbed' -s '$control' opens event0 | grep -q '^ok [1-9]'"
  play_clip &
  children+=($!)
fi

if [ -t 1 ]; then
  run "$programs/deckctl" watch --socket "$socket"
else
  run "$programs/deckctl" watch --socket "$socket" --format plain --topics events,frames --rate 10 \
    --until card.swiped --timeout 60
fi
