#!/bin/sh
# Takes picture.png: see ../picture.sh. Needs the module of `make qml`, and Qt's qml.
set -eu
cd "$(dirname "$0")"
export PATH="$PATH:/usr/lib/qt6/bin" QML_IMPORT_PATH="$PWD/../../.build/qml" QT_QUICK_BACKEND=software
../picture.sh "${1:-picture.png}" 400x850 "qml Main.qml" 340 817
