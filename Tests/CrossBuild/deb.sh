#!/usr/bin/env bash
# Makes the Debian packages for 64-bit ARM of programs that arm64.sh has built.
#
# The C and the QML library are built, and everything is packed, in a Debian for arm64 that runs under an emulator. What is
# the same on every machine, such as the manual pages and the packages for any machine, comes from this one's build. Needs
# root, mmdebstrap and qemu-user-static.
#
#   deb.sh PROGRAMS PACKAGES OUTPUT      PACKAGES is where make deb has put those of this machine
set -euo pipefail
cd "$(dirname "$0")/../.."

[ "$(id -u)" = 0 ] || { echo "deb.sh: needs root (chroot and mounts)" >&2; exit 2; }
[ -n "${ARM64_INSIDE:-}" ] || ARM64_INSIDE=1 exec unshare --mount --propagation private "$0" "$@"
programs=$1 packages=$2 output=$3

# Those of Build-Depends, and what dpkg-buildpackage needs.
# shellcheck source=Tests/Packaging/tree.sh
. Tests/Packaging/tree.sh
lay_tree trixie arm64 build-essential,cmake,debhelper,dh-python,libevdev-dev,libinput-dev,libmosquitto-dev,libsqlite3-dev,libsystemd-dev,libtomlplusplus-dev,libudev-dev,pkg-config,python3,qt6-declarative-dev
mkdir -p "$tree/deckd/.build/release" "$tree/packages"
git ls-files -z | tar --null --files-from=- --create | tar --extract --no-same-owner --directory "$tree/deckd"
cp "$programs"/* "$tree/deckd/.build/release"
cp -r --parents .build/manual .build/completions .build/checkouts/*/NOTICE.txt "$tree/deckd"
inside sh -c 'cd /deckd && DEB_OUTPUT=/packages DEB_BUILD_PROFILES="pkg.deckd.prebuilt nodoc" dpkg-buildpackage --build=any --no-sign \
  --buildinfo-file=/packages/deckd.buildinfo --buildinfo-option=-u/packages \
  --changes-file=/packages/deckd.changes --changes-option=-u/packages'
rm -rf "$output"
cp -r "$tree/packages" "$output"
cp "$packages"/*_all.deb "$output"
lintian --fail-on error,warning --info "$output/deckd.changes"
ls -l "$output"/*.deb
