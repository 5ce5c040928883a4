#!/usr/bin/env bash
# Runs the long searches with new seeds until the time is up, and appends each run to the ledger.
# usage: soak.sh SECONDS COMMAND… (a `swift test` that needs no build); DECKD_SOAK=1 runs whole searches, 0 slices;
# with DECKD_SEED the seeds count up from it
set -euo pipefail

budget=$1
shift
ledger=${DECKD_LEDGER:-"$(dirname "$0")/ledger.tsv"}
commit=$(git rev-parse --short HEAD)
first=${DECKD_SEED-}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The filter of each search: each draws its course from DECKD_SEED. A power cut and a fault come at every write instead.
searches=(RandomTouchTests ReleaseVelocityTests RandomGestureTests DurabilityKillTests RecordingMutationTests FormatMutationTests \
  RandomLineTests DamagedStateTests DamagedStoreTests MarkTests PowerCutTests DurabilityFaultTests)

[ -s "$ledger" ] || printf 'date\tcommit\tsearch\tseed\tseconds\tresult\n' >"$ledger"
runs=0
failures=0
begin=$SECONDS
while [ "$((SECONDS - begin))" -lt "$budget" ]; do
  search=${searches[$((runs % ${#searches[@]}))]}
  if [ -n "$first" ]; then seed=$((first + runs)); else seed=$(od -An -N7 -tu8 /dev/urandom | tr -d ' '); fi
  start=$SECONDS
  result=passed
  DECKD_SEED=$seed "$@" --filter "$search" >"$log" 2>&1 || result=failed
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$(date -u +%F)" "$commit" "$search" "$seed" "$((SECONDS - start))" "$result" |
    tee -a "$ledger"
  if [ "$result" = failed ]; then
    failures=$((failures + 1))
    grep -E 'recorded an issue|DECKD_SEED|↳' "$log" || tail -n 20 "$log"
    echo "again: DECKD_SOAK=${DECKD_SOAK-} DECKD_SEED=$seed $* --filter $search"
  fi
  runs=$((runs + 1))
done
echo "$runs runs in $((SECONDS - begin)) s, $failures failed"
[ "$failures" = 0 ]
