# shellcheck shell=bash
# A minimal Debian in a folder of its own, for the scripts that source this. They run as root in a mount namespace.

# Lays the tree in $tree, a temporary folder that is removed when the shell exits.
#
# It is kept as an archive in .build/packaging, so that only the first run downloads it. Its programs are those of the first
# architecture, under qemu's emulator if that is not this machine's.
#
#   lay_tree SUITE ARCHITECTURE,… PACKAGE,…
lay_tree() {
  local suite=$1 architectures=$2 included=$3 base
  [ "${architectures%%,*}" = "$(dpkg --print-architecture)" ] || emulate
  base=.build/packaging/$suite-${architectures//,/-}-$(cksum <<<"$included" | cut -d ' ' -f 1).tar
  if [ ! -e "$base" ]; then
    echo "== a minimal Debian $suite for $architectures"
    mkdir -p "${base%/*}"
    mmdebstrap --quiet --variant=minbase --architectures="$architectures" --include="$included" --format=tar \
      "$suite" "$base.part"
    mv "$base.part" "$base"
  fi
  tree=$(mktemp -d "${TMPDIR:-/tmp}/debian.XXXXXX")
  trap 'umount --recursive --lazy "$tree"/{proc,dev} 2>/dev/null; rm -rf --one-file-system "$tree"' EXIT
  trap 'exit 130' INT TERM
  tar -C "$tree" -xf "$base"
  mount -t proc proc "$tree/proc"
  mount --rbind /dev "$tree/dev"
}

# Lets the kernel start programs for 64-bit ARM, as systemd does at boot where it runs.
emulate() {
  local formats=/proc/sys/fs/binfmt_misc
  [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats
  [ -e $formats/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$formats/register
}

# Runs a program in the tree.
inside() {
  chroot "$tree" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}
