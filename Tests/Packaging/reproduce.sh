#!/usr/bin/env bash
# Builds the packages again, from a clone in another folder, and compares them byte by byte with those of make deb.
#
#   reproduce.sh FOLDER      where make deb has put the packages
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=$(cd "$1" && pwd)
[ -z "$(git status --porcelain)" ] || { echo "reproduce.sh: commit first; a clone has only what is committed" >&2; exit 2; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/reproduce.XXXXXX")
trap 'rm -rf "$folder"' EXIT
git clone --quiet --no-local . "$folder/a-folder-of-another-name"
make -C "$folder/a-folder-of-another-name" deb >"$folder/log" 2>&1 || { tail -n 20 "$folder/log"; exit 1; }

different=0
for package in "$packages"/*.deb; do
  again=$folder/a-folder-of-another-name/.build/deb/${package##*/}
  if cmp "$package" "$again"; then
    echo "the same bytes: ${package##*/}"
  else
    different=$((different + 1))
    mkdir "$folder"/{first,again}
    dpkg-deb -R "$package" "$folder/first"
    dpkg-deb -R "$again" "$folder/again"
    diff -rq "$folder/first" "$folder/again" || true
    rm -rf "$folder"/{first,again}
  fi
done
[ "$different" = 0 ]
