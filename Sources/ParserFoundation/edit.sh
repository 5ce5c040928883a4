#!/bin/sh
# Takes Foundation out of the programs, 5 MB of each: swift-argument-parser has one file that imports it, for the text of
# errors and for JSON. SwiftPM builds a copy of the package, of the version that Package.swift names, with the file here.
# Without it everything builds and runs, larger. Upstream considers a trait for it, with which this can go:
# https://github.com/apple/swift-argument-parser/pull/932
# usage: edit.sh SCRATCH [SWIFT], in the project's folder; SCRATCH is the folder of the build.
set -eu

scratch=$1
swift=${2:-swift}
name=swift-argument-parser
copy=$PWD/$scratch/edited/$name
version=$(sed -n "s|.*/$name\", exact: \"\(.*\)\").*|\1|p" Package.swift)
given=Sources/ParserFoundation/Foundation.swift
used=$copy/Sources/ArgumentParser/Utilities/Foundation.swift

if [ "$(git -C "$copy" describe --tags 2>/dev/null)" != "$version" ] ||
  ! grep -qF "\"$copy\"" "$scratch/workspace-state.json"; then
  rm -rf "$copy"
  "$swift" package --scratch-path "$scratch" unedit --force "$name" >/dev/null 2>&1 || true
  "$swift" package --scratch-path "$scratch" edit --path "$copy" "$name"
  # A link to the copy, which SwiftPM does not read.
  rm -f "Packages/$name"
  rmdir Packages
fi
# A file that stays the same is not compiled again.
cmp -s "$given" "$used" || cp "$given" "$used"
