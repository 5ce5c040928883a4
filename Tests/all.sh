#!/usr/bin/env bash
# Runs three groups of tests at the same time, with what make test has built: Swift tests that compute, Swift tests that
# wait for daemons, and tests of the other languages. In one process, a test that waits holds one of Swift's few threads.
# The output of the first group appears at once, that of the others after it, and failures last once more: a log of CI may
# show its end alone.
set -euo pipefail
cd "$(dirname "$0")/.."

# The shell has what runs in the background ignore SIGINT, which tests send to programs.
tests=(env --default-signal=INT .build/debug/deckdPackageTests.xctest --testing-library swift-testing)
waiting='^SystemTests\.'
logs=$(mktemp -d)
# The groups end with this script; a daemon that an interrupted test has started may not.
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$logs"' EXIT

"${MAKE:-make}" --no-print-directory test-clients test-mqtt >"$logs/clients" 2>&1 &
clients=$!
"${tests[@]}" --filter "$waiting" >"$logs/system" 2>&1 &
system=$!
status=0
"${tests[@]}" --skip "$waiting" 2>&1 | tee "$logs/swift" || status=1
wait $system || status=1
cat "$logs/system"
wait $clients || status=1
cat "$logs/clients"
if [ $status != 0 ]; then
  echo "== failures"
  grep -h -A 8 -E '^✘ .* recorded an issue' "$logs/swift" "$logs/system" | grep -v '^◇' | cut -c 1-2000 || true
  grep -h -E '^✘ Test ' "$logs/swift" "$logs/system" | grep -v ' recorded an issue' || true
  grep -B 30 -E '^(FAIL|not ok|make.*\*\*\*)' "$logs/clients" | tail -n 60 || true
  # A runner that crashes names no test.
  for log in "$logs/swift" "$logs/system"; do grep -q 'Test run with' "$log" || tail -n 40 "$log"; done
  exit 1
fi
sed -n 's/.*Test run with \([0-9]*\) tests.* passed .*/\1/p' "$logs/swift" "$logs/system" |
  awk '{ total += $1 } END { print total " passed, 0 failed" }'
