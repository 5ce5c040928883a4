#!/usr/bin/env bash
# Builds the tests and the programs with a sanitizer and runs every test, those that run programs included.
# usage: sanitize.sh address|thread [FILTER]; DECKD_BED is the folder of the test bed. README.md describes the options.
set -euo pipefail

name=$1
filter=${2-}
folder=$(cd "$(dirname "$0")" && pwd)
swift=${SWIFT:-swift}
build=$PWD/.build/$name
# The reports of all processes, also of those whose output a test takes: one file each.
reports=$build/reports
rm -rf "$reports"
mkdir -p "$reports"

case $name in
address)
  ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:log_path=$reports/report
  ASAN_OPTIONS+=:suppressions=$folder/address.supp
  export ASAN_OPTIONS
  # The suppressions name functions; the toolchain has what finds them, which may not be in the PATH.
  symbolizer=$(dirname "$(realpath "$(command -v "$swift")")")/llvm-symbolizer
  [ ! -x "$symbolizer" ] || export ASAN_SYMBOLIZER_PATH=$symbolizer
  patience=4
  ;;
thread)
  export TSAN_OPTIONS="suppressions=$folder/thread.supp:log_path=$reports/report"
  patience=8
  ;;
*)
  echo "expected address or thread, not $name" >&2
  exit 64
  ;;
esac

options=(--sanitize="$name" --scratch-path "$build")
export DECKD_OPTIMIZED=1
echo "== build under the $name sanitizer"
# The compiler is no program of the project's.
env -u ASAN_OPTIONS -u TSAN_OPTIONS "$swift" build --build-tests "${options[@]}"
make --silent links OF="$build/debug"

echo "== test under the $name sanitizer"
export DECKD_SANITIZER=$name DECKD_PATIENCE=$patience DECKD_PROGRAMS=$build/debug
result=0
"$swift" test --skip-build --disable-xctest "${options[@]}" ${filter:+--filter "$filter"} || result=$?

found=$(find "$reports" -type f -size +0 | sort)
if [ -n "$found" ]; then
  echo "== reports of the $name sanitizer" >&2
  # shellcheck disable=SC2086 # The names have no spaces: digits after the same prefix.
  head -n 60 $found >&2
  echo "$(wc -l <<<"$found") processes reported; the files are in $reports" >&2
  exit 1
fi
exit "$result"
