#!/bin/sh
# Takes picture.png: see ../picture.sh. Needs GTK 4 for Python.
set -eu
cd "$(dirname "$0")"
export GSK_RENDERER=cairo GTK_A11Y=none NO_AT_BRIDGE=1
../picture.sh "${1:-picture.png}" 400x850 ./deck.py 350 825
