#!/usr/bin/env bash
# Replays every recording with every preset by two builds of deckctl; fails when they differ in one byte.
#
#   compare.sh PROGRAM OTHER…      OTHER is a command, such as an emulator with its program
#
# The recordings are the project's own, and those of the folder that DECKD_RECORDINGS names.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=$1
shift
presets=(natural swipeclean koloda koloda-stretched wallet fan carousel)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

compared=0 differing=0 bytes=0
while read -r recording; do
  description=()
  # A recording without a description goes with that of the device it is named after.
  if ! grep -qE '^N: |^add device|EV_' "$recording" && [ -e "${recording%%.*}.desc" ]; then
    description=(--desc "${recording%%.*}.desc")
  fi
  for preset in "${presets[@]}"; do
    replay=(replay "$recording" "${description[@]}" --preset "$preset" --frames --motions --touches)
    "$program" "${replay[@]}" >"$folder/one" 2>"$folder/one.notes" || echo "exit code $?" >>"$folder/one"
    "$@" "${replay[@]}" >"$folder/other" 2>"$folder/other.notes" || echo "exit code $?" >>"$folder/other"
    compared=$((compared + 1))
    bytes=$((bytes + $(stat -c %s "$folder/one")))
    if ! cmp -s "$folder/one" "$folder/other" || ! cmp -s "$folder/one.notes" "$folder/other.notes"; then
      differing=$((differing + 1))
      echo "differs: $recording, $preset"
      diff "$folder/one" "$folder/other" | head -n 4 | cut -c 1-300
    fi
  done
done < <(find Tests Examples ${DECKD_RECORDINGS:+"$DECKD_RECORDINGS"} -type f \
  \( -name '*.evemu' -o -name '*.events' -o -path '*/monkeyhelper/*.txt' \) | sort)
[ "$compared" -gt 0 ] || { echo "no recordings found" >&2; exit 1; }
echo "$compared replays, $bytes bytes, $differing differ"
[ "$differing" = 0 ]
