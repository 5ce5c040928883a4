#!/bin/sh
# Tests the QML module: without a display by Qt's software renderer, then the example in a window under Xvfb.
#
#   test.sh FOLDER      where cmake has built them
set -eu
program=$1/tests/test_deckview
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2>/dev/null || true; rm -rf "$folder"' EXIT
export QT_QUICK_BACKEND=software XDG_RUNTIME_DIR="$folder"
env -u DISPLAY QT_QPA_PLATFORM=offscreen "$program"
Xvfb -displayfd 3 -screen 0 400x850x24 3>"$folder/display" 2>/dev/null & echo $! >"$folder/pid"
until [ -s "$folder/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$folder/display") QT_QPA_PLATFORM=xcb "$program" theExampleUnderAFinger
