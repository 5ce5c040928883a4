#!/usr/bin/env bash
# Builds the programs for 64-bit ARM and replays the recordings with them, byte for byte as this machine's own do.
#
# Debian packages Swift for both architectures, from unstable on: its compiler runs in a tree of its own, against the
# runtime of its ARM package and the libraries of Debian stable. The tree (6 GB) is kept under the user's cache. Needs
# root (chroot and mounts), mmdebstrap and qemu-user-static.
#
#   arm64.sh OUTPUT [DECKCTL]      DECKCTL is this machine's own build, to compare with
set -euo pipefail
script=$(realpath "$0")
cd "$(dirname "$script")/../.."

[ "$(id -u)" = 0 ] || { echo "arm64.sh: needs root (chroot and mounts)" >&2; exit 2; }
if [ -z "${ARM64_INSIDE:-}" ]; then
  # The mounts go with the namespace, whatever happens.
  ARM64_INSIDE=1 exec unshare --mount --propagation private "$script" "$@"
fi
output=$1 native=${2:-}

# The suite of the compiler, and the one whose machines the programs run on: its C library must not be older than what
# the runtime was linked with.
compiler_suite=sid suite=trixie
compiler_packages=swiftlang,libc6-dev,g++,git,ca-certificates,pkg-config,libevdev-dev,libudev-dev,libsystemd-dev,libsqlite3-dev
libraries=libc6-dev,libstdc++-14-dev,libgcc-14-dev,libinput-dev,libmosquitto-dev,libudev-dev,libevdev-dev,libsqlite3-dev
libraries+=,libsystemd-dev,libtomlplusplus-dev

cache=${XDG_CACHE_HOME:-$HOME/.cache}/deckd-arm64
# Named by what sets it up, which is from the suites above to the next `fi`.
tree=$cache/$(sed -n '/^compiler_suite=/,/^fi$/p' "$script" | sha256sum | cut -c 1-16)
if [ ! -e "$tree/ready" ]; then
  echo "== Debian $compiler_suite with its Swift, and the libraries of $suite for arm64"
  rm -rf --one-file-system "$cache"
  mkdir -p "$cache"
  cat >"$cache/runtime" <<'SCRIPT'
set -euo pipefail
mkdir /opt/swift /packages && cd /packages
version=$(dpkg-query -W -f '${Version}' swiftlang)
apt-get download -q "swiftlang:arm64=$version" "libswiftlang:arm64=$version"
for package in *.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x -C /opt/swift --wildcards './usr/libexec/swift/lib/swift*'
done
ln -s /usr/libexec/swift/lib/clang /opt/swift/usr/libexec/swift/lib/clang
rm -r /packages
SCRIPT
  # A mirror of unstable may lag behind its own date of expiry.
  mmdebstrap --quiet --variant=minbase --architectures=amd64,arm64 --include="$compiler_packages" \
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Sandbox::User "root"' \
    --customize-hook="chroot \"\$1\" bash -s <'$cache/runtime'" \
    "$compiler_suite" "$tree"
  mmdebstrap --quiet --variant=extract --architectures=arm64 --include="$libraries" "$suite" "$tree/opt/arm64"
  # Extracted packages have no links of the merged /usr; the linker looks for the runtime below the libraries.
  ln -s usr/lib "$tree/opt/arm64/lib"
  ln -s /opt/swift/usr/libexec/swift/lib/swift{,_static} "$tree/opt/arm64/usr/lib"
  mkdir -p "$tree/opt/sdk/arm64.artifactbundle/arm64"
  cat >"$tree/opt/sdk/arm64.artifactbundle/info.json" <<'JSON'
{"schemaVersion": "1.0", "artifacts": {"debian-arm64": {"type": "swiftSDK", "version": "1", "variants": [{"path": "arm64"}]}}}
JSON
  cat >"$tree/opt/sdk/arm64.artifactbundle/arm64/swift-sdk.json" <<'JSON'
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/opt/arm64",
  "swiftResourcesPath": "/opt/swift/usr/libexec/swift/lib/swift",
  "swiftStaticResourcesPath": "/opt/swift/usr/libexec/swift/lib/swift_static",
  "toolsetPaths": ["/opt/sdk/toolset.json"]}}}
JSON
  echo '{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}' >"$tree/opt/sdk/toolset.json"
  touch "$tree/ready"
fi

# Where this machine's git is set up to find packages nearer than their home.
for configuration in "${GIT_CONFIG_GLOBAL:-$HOME/.gitconfig}" /etc/gitconfig; do
  [ ! -f "$configuration" ] || cat "$configuration"
done >"$tree/etc/gitconfig"
git config --file "$tree/etc/gitconfig" --replace-all safe.directory '*'
while read -r key _; do
  mirror=${key#url.}
  mirror=${mirror%.insteadof}
  [ -d "$mirror" ] || continue
  mkdir -p "$tree$mirror"
  mount --bind -o ro "$mirror" "$tree$mirror"
done < <(git config --get-regexp '^url\..*\.insteadof$' | sort -u -k1,1 || true)
[ ! -e "$tree/etc/resolv.conf" ] || mount --bind -o ro "$(realpath /etc/resolv.conf)" "$tree/etc/resolv.conf"
mkdir -p "$tree/src" "$output"
mount --bind . "$tree/src"
for folder in proc sys dev; do mount --rbind "/$folder" "$tree/$folder"; done

inside() {
  chroot "$tree" /usr/bin/env -i PATH=/usr/libexec/swift/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    PKG_CONFIG_LIBDIR=/opt/arm64/usr/lib/aarch64-linux-gnu/pkgconfig PKG_CONFIG_SYSROOT_DIR=/opt/arm64 \
    sh -c 'cd /src && "$@"' sh "$@" </dev/null
}
inside swift --version
inside Sources/ParserFoundation/edit.sh .build/arm64
read -ra link < <(make --silent print-link)
# Debian's compiler checks itself: Swift 6.2.3 rejects debug information of its own making, and stops.
inside swift build -c release --static-swift-stdlib --swift-sdks-path /opt/sdk --swift-sdk debian-arm64 \
  --scratch-path .build/arm64 -Xswiftc -Xfrontend -Xswiftc -sil-verify-none "${link[@]}" --product deckd
cp .build/arm64/aarch64-unknown-linux-gnu/release/deckd "$output"
make --silent links OF="$output"

[ -n "$native" ] || exit 0
echo "== replay the recordings with both"
Tests/CrossBuild/compare.sh "$native" qemu-aarch64-static -L "$tree/opt/arm64" "$output/deckctl"
