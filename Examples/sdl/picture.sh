#!/bin/sh
# Takes picture.png: see ../picture.sh.
set -eu
cd "$(dirname "$0")"
make --no-print-directory
../picture.sh "${1:-picture.png}" 400x800 ../../.build/sdl/sdl
