#!/bin/sh
# Takes picture.png: see ../picture.sh. Needs Kivy.
set -eu
cd "$(dirname "$0")"
KIVY_HOME=$(mktemp -d)
trap 'rm -rf "$KIVY_HOME"' EXIT
export KIVY_HOME KIVY_NO_CONSOLELOG=1
../picture.sh "${1:-picture.png}" 400x850 ./deck.py 350 825
