#!/usr/bin/env bash
# Boots the guest with the Debian packages of a folder and runs the scenarios in it; fails when one fails.
#
#   run.sh PACKAGES SHARE [PATTERN]      SHARE is emptied, and keeps the guest's journal; PATTERN runs some scenarios
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
packages=$(cd "$1" && pwd)
share=$2

image=$("$here/image.sh")
rm -rf "$share"
mkdir -p "$share/packages" "$share/next"
cp "$here"/*.py "$share"
cp "$packages"/*.deb "$share/packages"
printf %s "${3:-}" >"$share/filter"
# The same programs as a later version, for the upgrade.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
dpkg-deb -R "$packages"/deckd_*.deb "$folder/next"
sed -i 's/^\(Version: .*\)/\1+next/' "$folder/next/DEBIAN/control"
dpkg-deb --root-owner-group -Znone -b "$folder/next" "$share/next" >/dev/null

# Software emulation: a machine's /dev/kvm may hang a stock kernel, and CI has none.
timeout "${E2E_LIMIT:-1200}" qemu-system-x86_64 -accel tcg,thread=multi -cpu max \
  -machine q35,vmport=off,hpet=off -smp 2 -m 1536 -nodefaults -no-user-config -display none -no-reboot \
  -kernel "$image/vmlinuz" -initrd "$image/root.cpio" \
  -append "console=ttyS0 quiet loglevel=3 panic=-1 systemd.show_status=0 mitigations=off audit=0 apparmor=0 tsc=reliable transparent_hugepage=never" \
  -serial stdio -monitor none -device virtio-rng-pci \
  -fsdev "local,id=share,path=$share,security_model=none" -device virtio-9p-pci,fsdev=share,mount_tag=share \
  </dev/null || echo "QEMU ended with $?" >&2
result=$(cat "$share/result" 2>/dev/null) || {
  echo "the guest has not ended its scenarios" >&2
  exit 1
}
exit "$result"
