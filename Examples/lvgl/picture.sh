#!/bin/sh
# Takes picture.png: see ../picture.sh. Needs the built example.
set -eu
cd "$(dirname "$0")"
../picture.sh "${1:-picture.png}" 400x800 ../../.build/lvgl-example/lvgl 340 770
