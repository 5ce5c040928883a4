#!/usr/bin/env bash
# Builds the packages again, from a clone in another folder, and compares them byte by byte with those of make deb.
#
#   reproduce.sh FOLDER      where make deb has put the packages
#
# Where they differ, both builds are kept, and the functions of a program that differ in size or are missing are listed.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=$(cd "$1" && pwd)
[ -z "$(git status --porcelain)" ] || { echo "reproduce.sh: commit first; a clone has only what is committed" >&2; exit 2; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/reproduce.XXXXXX")
kept=no
trap '[ "$kept" = yes ] || rm -rf "$folder"' EXIT
again=$folder/a-folder-of-another-name
git clone --quiet --no-local . "$again"
make -C "$again" deb >"$folder/log" 2>&1 || { tail -n 20 "$folder/log"; exit 1; }

symbols() { nm -S --defined-only "$1" | awk '{ print $4, $2 }' | sort; }

for package in "$packages"/*.deb; do
  if cmp "$package" "$again/.build/deb/${package##*/}"; then
    echo "the same bytes: ${package##*/}"
    continue
  fi
  kept=yes
  name=${package##*/}
  mkdir -p "$folder"/{first,again}/"$name"
  dpkg-deb -R "$package" "$folder/first/$name"
  dpkg-deb -R "$again/.build/deb/$name" "$folder/again/$name"
  (cd "$folder" && diff -rq "first/$name" "again/$name") || true
  # Times and modes, which diff does not compare.
  diff <(dpkg-deb -c "$package") <(dpkg-deb -c "$again/.build/deb/$name") | head -n 20 || true
  for program in "$folder/first/$name"/usr/bin/*; do
    program=${program##*/}
    [ -f "$again/.build/release/$program" ] || continue
    cmp -s "$folder/first/$name/usr/bin/$program" "$folder/again/$name/usr/bin/$program" && continue
    # The packages' programs have no symbols; those that were just built have.
    cp ".build/release/$program" "$folder/first/$program" && cp "$again/.build/release/$program" "$folder/again/$program"
    diff <(symbols "$folder/first/$program") <(symbols "$folder/again/$program") | head -n 20 || true
  done
done
[ "$kept" = no ] || { echo "reproduce.sh: both builds are in $folder" >&2; exit 1; }
