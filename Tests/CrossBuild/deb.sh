#!/usr/bin/env bash
# Makes the Debian packages for 64-bit ARM of programs that arm64.sh has built.
#
# Debian 13's compilers for arm64 run on this machine, in a tree of their own. What is the same on every machine, such as
# the manual pages and the packages for any machine, comes from this one's build. Needs root and mmdebstrap.
#
#   deb.sh PROGRAMS PACKAGES OUTPUT      PACKAGES is where make deb has put those of this machine
set -euo pipefail
script=$(realpath "$0")
cd "$(dirname "$script")/../.."

[ "$(id -u)" = 0 ] || { echo "deb.sh: needs root (chroot and mounts)" >&2; exit 2; }
[ -n "${ARM64_INSIDE:-}" ] || ARM64_INSIDE=1 exec unshare --mount --propagation private "$script" "$@"
programs=$1 packages=$2 output=$3

# Those of Build-Depends, and what dpkg-buildpackage needs.
tools=build-essential,cmake,crossbuild-essential-arm64,debhelper,dh-python,pkg-config,python3
libraries=libevdev-dev,libinput-dev,libmosquitto-dev,libsqlite3-dev,libsystemd-dev,libtomlplusplus-dev,libudev-dev,qt6-declarative-dev
# shellcheck source=Tests/Packaging/tree.sh
. Tests/Packaging/tree.sh
lay_tree trixie amd64,arm64 "$tools,${libraries//,/:arm64,}:arm64"
mkdir -p "$tree/deckd/.build/release" "$tree/packages"
git ls-files -z | tar --null --files-from=- --create | tar --extract --no-same-owner --directory "$tree/deckd"
cp --no-dereference "$programs"/* "$tree/deckd/.build/release"
cp -r --parents .build/manual .build/completions .build/checkouts/*/NOTICE.txt "$tree/deckd"
inside sh -c 'cd /deckd && DEB_OUTPUT=/packages DEB_BUILD_PROFILES="cross pkg.deckd.prebuilt nodoc" dpkg-buildpackage \
  --host-arch arm64 --build=any --no-sign --no-check-builddeps \
  --buildinfo-file=/packages/deckd.buildinfo --buildinfo-option=-u/packages \
  --changes-file=/packages/deckd.changes --changes-option=-u/packages'
rm -rf "$output"
cp -r "$tree/packages" "$output"
cp "$packages"/*_all.deb "$output"
lintian --fail-on error,warning --info "$output/deckd.changes"
ls -l "$output"/*.deb
