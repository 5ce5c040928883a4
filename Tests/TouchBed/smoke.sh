#!/usr/bin/env bash
# Words of events are split on purpose, and checks are evaluated later.
# shellcheck disable=SC2016,SC2046,SC2086
# smoke.sh FOLDER: proves the bed built in FOLDER with libinput itself. Run by `make check`.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
out=$1
recordings=${DECKD_RECORDINGS:-$here/../../../shared/recordings}
work=$(mktemp -d "${TMPDIR:-/tmp}/bed-check.XXXXXX")
failures=0
beds=()
trap 'for bed in "${beds[@]}"; do kill "$bed" 2>/dev/null; done; wait; rm -rf "$work"' EXIT

DOWN() { echo "3 47 $1 3 57 $2 3 53 $3 3 54 $4"; } # slot, tracking id, x, y
UP() { echo "3 47 $1 3 57 -1"; }
SYN="0 0 0"

check() { # sentence, command…
  local sentence=$1
  shift
  if "$@"; then
    echo "ok    $sentence"
  else
    echo "FAIL  $sentence"
    failures=$((failures + 1))
  fi
}

bed() { # name, options and command: starts a bed whose output goes to $work/name.out
  local name=$1
  shift
  mkdir "$work/$name"
  "$out/touchbed" -o -d "$work/$name" -c "$work/$name.sock" "$@" >"$work/$name.out" 2>"$work/$name.err" &
  beds+=($!)
  eventually test -S "$work/$name.sock"
}

tell() { # name, control line
  "$out/touchbed" -s "$work/$1.sock" "${@:2}"
}

told() { tell "$@" >/dev/null; }

eventually() { # a command that shall succeed within 5 s
  for _ in $(seq 500); do
    "$@" && return
    sleep 0.01
  done
  return 1
}

is_open() { [ "$(tell "$1" opens "$2")" = "ok 1 1 ${3:-0}" ]; }
printed() { grep -q -- "$2" "$work/$1.out"; }
lines() { grep -c -- "$2" "$work/$1.out"; }
quiet() { ! printed "$@"; }
ended() { ! kill -0 "$1" 2>/dev/null; }

# ---- Recordings, all at once, through both backends ---------------------------------------------

described_by() { # the description of a recording: its own header, else the longest matching name
  local best="" description
  if grep -q '^N:' "$1"; then
    echo "$1"
    return
  fi
  for description in "${1%/*}"/*.desc; do
    local name=${description%.desc}
    case $1 in "$name"*) [ ${#description} -gt ${#best} ] && best=$description ;; esac
  done
  echo "$best"
}

find_recordings() {
  files=() descriptions=()
  local file description
  for file in "$recordings"/*/*.events "$recordings"/*/*.evemu; do
    [ -e "$file" ] || continue
    description=$(described_by "$file")
    [ -n "$description" ] || continue
    files+=("$file") descriptions+=("$description")
  done
}

start_recordings() { # name, reader's arguments
  local name=$1 panels=() i
  shift
  for i in "${!files[@]}"; do panels+=(-a "event$i \"${descriptions[i]}\""); done
  bed "$name" "${panels[@]}" -- "$out/touchbed-reader" "$@"
  for i in "${!files[@]}"; do check "$name: event$i is open" eventually is_open "$name" "event$i"; done >"$work/$name.checks"
  for i in "${!files[@]}"; do tell "$name" play "event$i" "${files[i]}" >"$work/$name.$i.play"; done
}

as_decoded() { # name, number: protocol B has to match to the line
  local start expected
  start=$(($(cut -d' ' -f2 "$work/$1.$2.play") / 1000))
  expected=$(awk -v node="event$2" -v start="$start" -f "$here/expect.awk" "${descriptions[$2]}" "${files[$2]}")
  [ -n "$expected" ] && [ "$expected" = "$(grep -E "^(DOWN|MOTION|UP|CANCEL|FRAME) event$2 " "$work/$1.out")" ]
}

contacts_end() { # name, number: protocol A goes through libmtdev, which numbers slots as it likes
  local downs ups
  downs=$(lines "$1" "^DOWN event$2 ") ups=$(lines "$1" "^UP event$2 ")
  [ "$downs" -gt 0 ] && [ "$downs" = "$ups" ] && [ "$(lines "$1" "^MOTION event$2 ")" -gt 10 ]
}

finish_recordings() { # name
  local name=$1 i how latest=0 late
  sed '/^ok/d' "$work/$name.checks"
  for i in "${!files[@]}"; do
    late=$(tell "$name" wait "event$i" | cut -d' ' -f3)
    [ "$late" -gt "$latest" ] && latest=$late
  done
  sleep 0.1
  told "$name" quit
  for i in "${!files[@]}"; do
    how=as_decoded
    grep -q '^A: 2f' "${descriptions[i]}" || how=contacts_end
    check "$name: ${files[i]##*/}" "$how" "$name" "$i"
  done
  eventually grep -q p50 "$work/$name.err"
  echo "      $name: $(grep p50 "$work/$name.err"); written at most $((latest / 1000)) us late"
}

find_recordings
if [ ${#files[@]} -eq 0 ]; then
  echo "There are no recordings in $recordings, so none was played; DECKD_RECORDINGS names their folder."
else
  nodes=()
  for i in "${!files[@]}"; do nodes+=("/dev/input/event$i"); done
  start_recordings udev udev seat0
  start_recordings path path "${nodes[@]}"
fi

# ---- Hot-plugging -------------------------------------------------------------------------------

check_hotplug() {
  bed plug -- "$out/touchbed-reader" udev seat0
  for round in 1 2 3; do
    told plug add event3 "$here/fixtures/panel.desc"
    check "a panel added for the ${round}. time is opened" eventually is_open plug event3
    told plug ev event3 $(DOWN 0 $round 100 200) 1 330 1 $SYN
    eventually test "$(lines plug '^DOWN event3')" = $round
    sleep 0.05
    told plug remove event3
    eventually test "$(lines plug '^DEVICE_REMOVED event3')" = $round
    sleep 0.05
    check "its finger is cancelled with it" test "$(lines plug '^CANCEL event3')" = $round
  done
  check "a seat's panel stays with it" eval 'told plug add event4 "$here/fixtures/panel.desc" ID_SEAT=seat1; sleep 0.1; quiet plug "event4"'
}

check_path_removal() {
  bed unplug -a "event0 $here/fixtures/panel.desc" -- "$out/touchbed-reader" path /dev/input/event0
  eventually is_open unplug event0
  told unplug ev event0 $(DOWN 0 1 100 200) 1 330 1 $SYN
  eventually printed unplug '^DOWN event0'
  told unplug remove event0
  check "the path backend cancels the finger of a removed panel" eventually printed unplug '^CANCEL event0'
  check "and takes the panel for removed" eventually printed unplug '^DEVICE_REMOVED event0'
  check "the path backend outlives its panel" eval '! ended "${beds[-1]}" && tell unplug quit >/dev/null && wait "${beds[-1]}"'
}

# ---- The queue ----------------------------------------------------------------------------------

check_dropped() {
  bed dropped -a "event0 $here/fixtures/panel.desc" -- "$out/touchbed-reader" udev seat0
  eventually is_open dropped event0
  told dropped ev event0 $(DOWN 0 1 100 200) 1 330 1 $SYN
  told dropped drop event0 $(UP 0) $(DOWN 1 2 560 992)
  check "after SYN_DROPPED the lost up is seen" eventually printed dropped '^UP event0 [0-9]* 0'
  check "after SYN_DROPPED the lost down is seen, in its place" eventually printed dropped '^DOWN event0 [0-9]* 1 500000.00 500000.00'
}

write_flood() { # a recording longer than any queue, whose last frame is an up
  awk 'BEGIN {
    print "E: 0.000000 0003 0039 7\nE: 0.000000 0003 0035 1\nE: 0.000000 0003 0036 1\nE: 0.000000 0001 014a 1\nE: 0.000000 0000 0000 0"
    for (i = 1; i < 2000; i++) printf "E: 0.%06d 0003 0035 %d\nE: 0.%06d 0000 0000 0\n", i, i % 1000, i
    print "E: 0.002000 0003 0039 -1\nE: 0.002000 0001 014a 0\nE: 0.002000 0000 0000 0" }'
}

check_flood() {
  bed flood -a "event0 $here/fixtures/panel.desc" -- "$out/touchbed-reader" udev seat0
  eventually is_open flood event0
  write_flood >"$work/flood.events"
  local reader
  reader=$(pgrep -P "${beds[-1]}")
  told flood ev event0 $(DOWN 0 6 5 5) 1 330 1 $SYN
  eventually printed flood '^DOWN event0'
  told flood ev event0 $(UP 0) 1 330 0 $SYN
  kill -STOP "$reader"
  told flood play event0 "$work/flood.events"
  told flood wait event0
  kill -CONT "$reader"
  check "a reader that slept through an overflow ends without a finger" \
    eventually eval '[ "$(lines flood "^DOWN")" = 2 ] && [ "$(lines flood "^UP")" = 2 ]'
  check "and did miss frames" test "$(lines flood '^FRAME')" -lt 2000
}

# ---- What rules and clients set -----------------------------------------------------------------

check_fuzz() {
  bed fuzz -a "event0 $here/fixtures/panel.desc" -a "event1 $here/fixtures/fuzzy.desc" -- "$out/touchbed-reader" udev seat0
  local node x
  for node in event0 event1; do
    eventually is_open fuzz $node
    told fuzz ev $node $(DOWN 0 1 560 992) 1 330 1 $SYN
    for x in 562 558 561 580; do told fuzz ev $node 3 53 $x $SYN; done
  done
  check "without fuzz every move counts" eventually test "$(sleep 0.1; lines fuzz '^MOTION event0')" = 4
  check "with a fuzz of 8 a tremor of 2 does not" test "$(lines fuzz '^MOTION event1')" = 1
  check "and a move is reported where the finger is" printed fuzz '^MOTION event1 [0-9]* 0 517857.14'
}

check_grab() {
  bed grab -a "event0 $here/fixtures/panel.desc" -- "$out/touchbed-reader" -g udev seat0
  check "a grab is reported" eventually is_open grab event0 1
}

check_calibration() {
  bed matrix -a "event0 $here/fixtures/panel.desc \"LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1\"" -- "$out/touchbed-reader" udev seat0
  eventually is_open matrix event0
  told matrix ev event0 $(DOWN 0 1 280 496) 1 330 1 $SYN
  check "a calibration matrix given as a property turns the panel" eventually printed matrix '^DOWN event0 [0-9]* 0 750000.00 750000.00'
}

# ---- The bed's own manners ----------------------------------------------------------------------

check_errors() {
  bed errors -- sleep 30
  printf 'N: Broken\nI: 0003 0001 0001 0001\nA: 00 0 many\n' >"$work/broken.desc"
  printf 'N: Wide\nI: 0003 0001 0001 0001\nA: 2f 0 40 0 0 0\n' >"$work/wide.desc"
  printf 'E: 1.5 0003 0035 1\n' >"$work/broken.events"
  told errors add event0 "$here/fixtures/panel.desc"
  check "a broken description is named by file and line" eval '[[ $(tell errors add event1 "$work/broken.desc") == "err $work/broken.desc:3: "* ]]'
  check "too many slots are refused" eval '[[ $(tell errors add event1 "$work/wide.desc") == "err "*"41 slots"* ]]'
  check "a broken recording is named by file and line" eval '[[ $(tell errors play event0 "$work/broken.events") == "err $work/broken.events:1: "* ]]'
  check "a second panel of the same name is refused" eval '[[ $(tell errors add event0 "$here/fixtures/panel.desc") == "err event0"* ]]'
}

leaves_nothing() { # signal, the status expected
  mkdir -p "$work/clean"
  TMPDIR=$work/clean "$out/touchbed" -c "$work/clean.sock" -a "event0 $here/fixtures/panel.desc" -- sleep 30 &
  local bed=$!
  eventually test -S "$work/clean.sock"
  sleep 0.05
  kill "-$1" "$bed"
  wait "$bed"
  [ $? = "$2" ] && [ -z "$(ls -A "$work/clean")" ] && [ ! -e "$work/clean.sock" ]
}

check_manners() {
  check "the command's exit status is the bed's" eval '"$out/touchbed" -- sh -c "exit 7"; [ $? = 7 ]'
  check "a command that is not there gives 127" eval '"$out/touchbed" -- "$work/none" 2>/dev/null; [ $? = 127 ]'
  check "SIGINT leaves nothing behind" leaves_nothing INT 130
  check "SIGTERM leaves nothing behind" leaves_nothing TERM 143
  bed killed -- sleep 31
  local bed=${beds[-1]} command
  command=$(eventually pgrep -P "$bed")
  { kill -KILL "$bed" && wait "$bed"; } 2>/dev/null
  check "a killed bed takes the command with it" eventually ended "$command"
}

check_hotplug
check_path_removal
check_dropped
check_flood
check_fuzz
check_grab
check_calibration
check_errors
check_manners
if [ ${#files[@]} -gt 0 ]; then
  finish_recordings udev
  finish_recordings path
fi

[ $failures -eq 0 ] && echo "The bed is sound." || echo "$failures checks failed."
[ $failures -eq 0 ]
