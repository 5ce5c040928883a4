#!/bin/sh
# Takes Foundation out of the programs, 5 MB: swift-argument-parser has one file that imports it, for the text of errors
# and for JSON. SwiftPM builds a copy of the package, of the version that Package.swift names, with the file here in its
# place. Where that cannot be, everything builds and runs without, larger. Upstream considers a trait for it, with which
# this can go: https://github.com/apple/swift-argument-parser/pull/932
#
#   edit.sh SCRATCH [SWIFT…]     in the project's folder; SCRATCH is the folder of the build
set -eu

scratch=$1
shift
[ $# -gt 0 ] || set -- swift
name='swift-argument-parser'
copy=$(pwd -P)/$scratch/edited/$name
state=$scratch/workspace-state.json
given=Sources/ParserFoundation/Foundation.swift
used=$copy/Sources/ArgumentParser/Utilities/Foundation.swift
version=$(sed -n "s|.*/$name\", exact: \"\(.*\)\").*|\1|p" Package.swift)
[ -n "$version" ] || { echo "edit.sh: Package.swift names no exact version of $name" >&2; exit 1; }

mkdir -p "$scratch"
exec 9>"$scratch/edited.lock"
flock 9
if [ "$(git -C "$copy" describe --tags 2>/dev/null)" != "$version" ] || ! grep -qsF "\"$copy\"" "$state"; then
  # Of another version, or of a folder that has moved since.
  ! grep -qs "/edited/$name\"" "$state" || "$@" package --scratch-path "$scratch" unedit "$name" || true
  rm -rf "$copy"
  "$@" package --scratch-path "$scratch" edit --path "$copy" "$name" || {
    echo "edit.sh: SwiftPM makes no copy of $name; the programs will have Foundation in them" >&2
    exit 0
  }
fi
# A link to the copy, which SwiftPM does not read.
[ ! -L "Packages/$name" ] || rm "Packages/$name"
rmdir Packages 2>/dev/null || true
# A file that stays the same is not compiled again.
cmp -s "$given" "$used" || cp "$given" "$used"
