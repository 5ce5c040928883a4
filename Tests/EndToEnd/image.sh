#!/usr/bin/env bash
# Builds the guest: a minimal Debian with systemd, udev, libinput and Debian's stock kernel. Prints the folder that has
# its kernel and its root, an uncompressed initramfs. The folder is kept under the user's cache, by what it is made
# from, so that only the first run downloads it; the package under test comes in from outside, over 9p.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

suite=bookworm
# What the package depends on, what its scripts call, and the injector's language.
packages=systemd,systemd-sysv,udev,kmod,libnss-systemd,libinput10,libinput-bin,libevdev2,libsqlite3-0,libstdc++6
packages+=,init-system-helpers,python3
# 9p has what the host shares; uinput makes the panels. The cloud kernel lacks uinput.
modules=(uinput evdev 9p 9pnet_virtio virtio_pci virtio_rng autofs4)

inputs=$(cat "$here/image.sh" "$here/e2e.service" | sha256sum | cut -c 1-16)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/deckd-e2e
image=$cache/$suite-$inputs
[ -e "$image/root.cpio" ] && { echo "$image"; exit; }

mkdir -p "$cache"
work=$(mktemp -d "$cache/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
echo "== build the guest: Debian $suite with its stock kernel" >&2

# Runs in the guest's root. The kernel is extracted, not installed: with all modules and an initramfs of its own it
# would take 400 MB. A machine id that is not empty saves the presets of a first boot.
cat >"$work/customize" <<'SCRIPT'
set -euo pipefail
mkdir /kernel && cd /kernel
package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
apt-get download -q "$package"
dpkg-deb -x ./*.deb .
version=$(ls lib/modules)
depmod -b /kernel "$version"
mkdir -p "/usr/lib/modules/$version"
cp lib/modules/"$version"/modules.{builtin,builtin.modinfo,order} "/usr/lib/modules/$version"
for module in "$@"; do
  modprobe -d /kernel -S "$version" --show-depends "$module"
done | sed -n 's|^insmod /kernel/lib/\([^ ]*\).*|\1|p' | sort -u | while read -r file; do
  install -D "lib/$file" "/usr/lib/$file"
done
depmod "$version"
mv boot/vmlinuz-* /vmlinuz
cd / && rm -rf /kernel

echo end-to-end >/etc/hostname
echo 0123456789abcdef0123456789abcdef >/etc/machine-id
printf '%s\n' uinput evdev 9pnet_virtio >/etc/modules-load.d/end-to-end.conf
mkdir /e2e
echo 'share /e2e 9p noauto,trans=virtio,version=9p2000.L,msize=262144' >/etc/fstab
systemctl enable e2e.service
# What a guest of one minute does not need.
systemctl mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
  systemd-hwdb-update.service systemd-pstore.service getty@.service serial-getty@.service systemd-timesyncd.service \
  systemd-networkd.service systemd-networkd.socket getty-static.service systemd-binfmt.service \
  proc-sys-fs-binfmt_misc.automount proc-sys-fs-binfmt_misc.mount
systemd-hwdb update
ln -s /lib/systemd/systemd /init
rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin
# The package under test installs its documentation.
rm -f /etc/dpkg/dpkg.cfg.d/99mmdebstrap
SCRIPT

# shellcheck disable=SC2016 # for the shell of the hook
mmdebstrap --quiet --variant=minbase --include="$packages" \
  --aptopt='APT::Sandbox::User "root"' --dpkgopt=force-unsafe-io \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/lib/udev/hwdb.d/20-*' \
  --customize-hook="copy-in '$here/e2e.service' /etc/systemd/system" \
  --customize-hook="chroot \"\$1\" bash -s ${modules[*]} <'$work/customize'" \
  --customize-hook="download /vmlinuz '$work/vmlinuz'" --customize-hook='rm "$1/vmlinuz"' \
  "$suite" "$work/root.tar" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
# The kernel mounts no /dev in an initramfs; systemd does.
bsdtar -cf "$work/root.cpio" --format=newc --exclude './dev/*' "@$work/root.tar"
rm "$work/root.tar" "$work/customize" "$work/log"
mv "$work" "$image"
# The guests of older inputs.
find "$cache" -mindepth 1 -maxdepth 1 -name "$suite-*" ! -path "$image" -exec rm -rf {} +
echo "$image"
