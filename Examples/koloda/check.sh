#!/usr/bin/env bash
# Lets fingers do all that the delegate has a function for, and compares what it is asked and what it receives.
#
#   check.sh PROGRAMS [KOLODA]      folders of deckd and deckctl, and of koloda and finger
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "$1" && pwd)
koloda=$(cd "${2:-$here/.build/debug}" && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/koloda.XXXXXX")
export DECKD_SOCKET=$folder/deckd.sock
children=()
trap 'kill "${children[@]}" 2>/dev/null || true; wait; rm -rf "$folder"' EXIT

fail() {
  echo "check.sh: $1; koloda printed:" >&2
  cat "$folder/out" "$folder/err" >&2
  exit 1
}

# Waits until koloda has printed lines, in this order and after those of earlier calls; others may come between.
#
# What is asked and what is reported each have an order of their own: a question is answered on another thread.
declare -A seen=([asked]=0 [reported]=0)
expect() {
  local line number kind
  for line; do
    kind=reported
    [[ $line != asked* ]] || kind=asked
    for ((tries = 0; ; tries++)); do
      number=$(awk -v seen="${seen[$kind]}" -v line="$line" 'NR > seen && $0 == line { print NR; exit }' "$folder/out")
      [ -z "$number" ] || break
      [ "$tries" -lt 600 ] || fail "waited in vain for \"$line\" after line ${seen[$kind]}"
      sleep 0.05
    done
    seen[$kind]=$number
  done
}

"$programs/deckd" --seat nobody --config "$here/deckd.toml" --socket "$DECKD_SOCKET" 2>"$folder/deckd.log" &
children+=($!)
: >"$folder/out" # What it prints is read before it has begun.
stdbuf -oL "$koloda/koloda" >"$folder/out" 2>"$folder/err" &
children+=($!)

# The deck asks ahead about every visible card, and appears.
expect "5 cards" "asked shouldDrag 0: yes" "asked allowedDirections 0: left, right" "asked allowedDirections 2: up" "shown 0"

# A short drag returns; a long one to the left decides.
"$koloda/finger" 200 400 250 400
expect "asked shouldSwipe 0 right: yes" "pan of 0 began" "pan of 0 finished" "reset 0"
grep -q '^dragged [0-9]* % right$' "$folder/out" || fail "expected percentages of a drag"
"$koloda/finger" 390 400 20 400
expect "asked shouldSwipe 0 left: yes" "dragged 100 % left" "swiped 0 left" "shown 1"

# The second card does not go to the right; a tap selects it, and it goes to the left.
"$koloda/finger" 20 400 390 400
expect "asked shouldSwipe 1 right: no" "reset 1"
"$programs/deckctl" select >/dev/null
expect "selected 1"
"$koloda/finger" 390 400 20 400
expect "swiped 1 left" "shown 2"

# The third one goes up and comes back; then no finger moves the fourth one, but a tap and a button find it.
"$koloda/finger" 200 780 200 20
expect "swiped 2 up" "shown 3"
"$programs/deckctl" undo >/dev/null
expect "rewound to 2" "shown 2"
"$programs/deckctl" swipe up >/dev/null
expect "asked shouldSwipe 2 up: yes" "swiped 2 up" "shown 3"
"$koloda/finger" 390 400 20 400
"$koloda/finger" 200 400
expect "selected 3"
! grep -q '^pan of 3' "$folder/out" || fail "expected no finger to move the fourth card"
"$programs/deckctl" swipe right >/dev/null
expect "swiped 3 right" "shown 4"

# The last one flies, and the deck begins again.
"$programs/deckctl" swipe left >/dev/null
expect "swiped 4 left" "out of cards: from the first one again" "shown 0"
echo "koloda: asked and reported as expected, in $(wc -l <"$folder/out") lines"
