#!/usr/bin/env bash
# Fuzzes targets one after the other, each for the same time, and prints a line of the ledger for each.
# usage: fuzz.sh PROGRAM SECONDS [TARGET…]; 0 seconds run the corpora once.
# What is found stays in .build/fuzz/findings. The decoder needs DECKD_BED.
set -euo pipefail

program=$1
budget=$2
shift 2
folder=$(dirname "$0")
work=${DECKD_FUZZ_WORK:-.build/fuzz}
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(requests connections configuration cards recordings engine state decoder)
commit=$(git rev-parse --short HEAD)
failures=0
TIMEFORMAT='%U %S'
limit="-max_total_time=$budget"
[ "$budget" != 0 ] || limit=-runs=0

for target in "${targets[@]}"; do
  corpus=$work/corpus/$target
  findings=$work/findings/$target
  log=$work/$target.log
  mkdir -p "$corpus" "$findings"
  # A target has the syntax of its inputs, if they have one.
  dictionary=()
  [ -f "$folder/Dictionaries/$target.txt" ] && dictionary=("-dict=$folder/Dictionaries/$target.txt")
  # A target whose inputs are choices may begin without any.
  seeds=()
  [ -d "$folder/Corpus/$target" ] && seeds=("$folder/Corpus/$target")
  case $target in
  state) length=65536 ;;
  engine | decoder) length=1024 ;;
  *) length=8192 ;;
  esac
  before=$(find "$findings" -type f | wc -l)
  seed=${DECKD_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
  # The decoder is compared with the real libinput, which reads the panels of the test bed.
  bed=()
  if [ "$target" = decoder ]; then
    stage=$(mktemp -d)
    panels=$folder/../Tests/TouchBed/fixtures
    export DECKD_FUZZ_BED=$stage/control DECKD_FUZZ_PANELS=$panels
    bed=("$DECKD_BED/touchbed" -o -d "$stage" -c "$DECKD_FUZZ_BED"
      -a "event0 \"$panels/panel.desc\"" -a "event1 \"$panels/fuzzy.desc\"" --)
  fi
  # The leak checker does not see the pointers of Swift's enumerations. An input of 20 s is a finding.
  { time ASAN_OPTIONS=detect_leaks=0 DECKD_FUZZ_TARGET=$target "${bed[@]}" "$program" -seed="$seed" \
    "$limit" -max_len="$length" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$findings/" "${dictionary[@]}" "$corpus" "${seeds[@]}" >"$log" 2>&1; } \
    2>"$work/$target.time" || failures=$((failures + 1))
  [ -z "${stage-}" ] || rm -rf "$stage"
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
  cover=$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | cut -d ' ' -f 2)
  seconds=$(sed -n 's/^Done [0-9]* runs in \([0-9]*\) second.*/\1/p' "$log")
  # On a busy machine a run has less of the processor than its seconds.
  processor=$(awk '{ printf "%.0f", $1 + $2 }' "$work/$target.time")
  found=$(($(find "$findings" -type f | wc -l) - before))
  printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$(date -u +%F)" "$commit" "$target" "$seed" \
    "${seconds:-stopped}" "$processor" "${runs:-0}" "${cover:-0}" "$([ "$found" = 0 ] && echo none || echo "$found in $findings")"
  [ "$found" = 0 ] || grep -E 'Fatal error|ERROR|SUMMARY' "$log" | cut -c 1-500 >&2
done
[ "$failures" = 0 ]
