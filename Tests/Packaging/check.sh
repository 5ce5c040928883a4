#!/usr/bin/env bash
# Tests the Debian packages in a minimal Debian of their own: what they install, that it runs, an upgrade that keeps
# state and configuration, removal, and that a purge leaves nothing. Needs root and mmdebstrap; the tree is kept as an
# archive in .build/packaging, so that only the first run downloads it.
#
#   check.sh FOLDER [ARCHITECTURE SUITE]      where make deb has put the packages, and for which Debian they are; without,
#                                             for this machine's
# shellcheck disable=SC2016 # for the shells inside
set -euo pipefail
cd "$(dirname "$0")/../.."

[ "$(id -u)" = 0 ] || { echo "check.sh: needs root (chroot and mounts)" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "check.sh: needs mmdebstrap" >&2; exit 2; }
if [ -z "${PACKAGING_INSIDE:-}" ]; then
  # The mounts go with the namespace, and the daemons with their process 1, whatever happens.
  PACKAGING_INSIDE=1 exec unshare --mount-proc --pid --fork --kill-child --propagation private \
    Tests/Packaging/check.sh "$@"
fi

packages=$(cd "$1" && pwd)
# shellcheck source=/dev/null
. /etc/os-release
architecture=${2:-$(dpkg --print-architecture)} suite=${3:-$VERSION_CODENAME}

# What the packages depend on, and what the checks use.
# shellcheck source=Tests/Packaging/tree.sh
. Tests/Packaging/tree.sh
lay_tree "$suite" "$architecture" apt,systemd,udev,libinput10,libmosquitto1,libsqlite3-0,qml-qt6,qml6-module-qtqml-workerscript,qml6-module-qtquick,qml6-module-qtquick-window,libstdc++6,python3,man-db,groff,bash-completion,fish,zsh
mkdir "$tree/packages" "$tree/packages/next"
cp "$packages"/*.deb "$tree/packages"

passed=0 failed=0
check() { # words, then a command that fails, or prints something, if they are wrong
  local words=$1 output
  shift
  if output=$("$@" 2>&1) && [ -z "$output" ]; then
    passed=$((passed + 1))
    echo "ok      $words"
  else
    failed=$((failed + 1))
    echo "FAILED  $words"
    printf '%s\n' "$output" | sed -n '1,20s/^/        /p'
  fi
}
prints() { # what, then a command whose output has it in some line
  local what=$1 output
  shift
  output=$("$@" 2>&1) || { printf '%s\nexit code %s\n' "$output" "$?"; return 1; }
  grep -qF -- "$what" <<<"$output" || { printf '%s\n' "$output" "lacks $what"; return 1; }
}
is_missing() { for path; do [ ! -e "$tree$path" ] || echo "$path"; done; }
is_there() { for path; do [ -e "$tree$path" ] || [ -L "$tree$path" ] || echo "no $path"; done; }

# Every file but what apt, dpkg, caches, and the shells and tools of the checks write for themselves.
list_files() {
  local left_out=(packages proc dev var/cache var/log var/lib/apt var/lib/dpkg tmp root run/systemd)
  (cd "$tree" && find . -xdev -regextype posix-extended -regex "\./($(IFS='|'; echo "${left_out[*]}"))" -prune \
    -o -print | sort)
}

names=(deckd deckd-doc deckd-mqtt libdeckd-dev libdeckd1 python3-deckd qml6-module-deckd)
version=$(dpkg-deb -f "$packages"/deckd_*.deb Version)
next=$version+next
for package in "$packages"/*.deb; do
  folder=$(mktemp -d "$tree/tmp/next.XXXXXX")
  dpkg-deb -R "$package" "$folder"
  sed -i "s/^Version: .*/Version: $next/; s/(= $version)/(= $next)/" "$folder/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone -b "$folder" "$tree/packages/next" >/dev/null
  rm -rf "$folder"
done

install_from() { inside sh -c "dpkg -i $1/*.deb"; }
start_daemon() {
  mkdir -p "$tree/run/deckd" "$tree/var/lib/deckd"
  inside chown deckd:deckd /run/deckd /var/lib/deckd
  inside sh -c 'echo $$ >/tmp/deckd.pid
    exec setpriv --reuid=deckd --regid=deckd --init-groups deckd --state-dir /var/lib/deckd' \
    >"$tree/tmp/deckd.log" 2>&1 &
  for ((i = 0; i < 300; i++)); do
    inside deckctl status >/dev/null 2>&1 && return
    sleep 0.1
  done
  cat "$tree/tmp/deckd.log"
  return 1
}
stop_daemon() {
  local process
  process=$(cat "$tree/tmp/deckd.pid")
  kill "$process"
  while kill -0 "$process" 2>/dev/null; do sleep 0.1; done
}

list_files >"$tree/tmp/before"
echo "== installation of $version"
check "the packages install without a question" prints "Setting up deckd ($version)" install_from /packages
check "every file is as the package has it" inside dpkg -V "${names[@]}"
files=$(inside dpkg -L "${names[@]}" | sort -u | sed "s|^|$tree|") || true
is_root_owned() {
  local path
  while read -r path; do
    [ "$(stat -c %u:%g "$path")" = 0:0 ] || echo "$path is not root's"
    case $(stat -c %F:%a "$path") in
      directory:755 | "regular file:644" | "symbolic link:777") ;;
      "regular file:755") [[ $path = */usr/bin/* ]] || echo "$path is executable" ;;
      *) stat -c '%n has mode %a' "$path" ;;
    esac
  done <<<"$files"
}
check "files belong to root, and only programs are executable" is_root_owned
check "the user has a group and no shell" prints ":/usr/sbin/nologin" inside getent passwd deckd
check "the group exists" prints "deckd:" inside getent group deckd
wants=/etc/systemd/system
check "the daemon and both sockets are enabled" is_there $wants/multi-user.target.wants/deckd.service \
  $wants/sockets.target.wants/deckd.socket $wants/sockets.target.wants/deckd-observe.socket
check "the page, the kiosk, the actions and the bridge are not" \
  is_missing $wants/multi-user.target.wants/deckd-{web,kiosk,actions,mqtt}.service
check "the units are valid" inside systemd-analyze verify --man=no deckd.service deckd.socket deckd-observe.socket \
  deckd-web.service deckd-actions.service deckd-mqtt.service
check "the configuration is a conffile" prints /etc/deckd/deckd.toml inside dpkg-query -W -f '${Conffiles}' deckd
check "the example of calibration is valid" inside sh -c 'mkdir -p /etc/udev/hwdb.d &&
  cp /usr/share/doc/deckd/examples/*.hwdb /etc/udev/hwdb.d && systemd-hwdb update --strict &&
  systemd-hwdb query "evdev:name:Example Touchscreen:" | grep -q "^LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1$";
  status=$?; rm -f /etc/udev/hwdb.d/61-deckd-calibration.hwdb /etc/udev/hwdb.bin; exit $status'

echo "== programs"
for program in deckd deckd-web deckd-mqtt deckd-actions deckctl; do
  check "$program is of the package's version" prints "$version" inside $program --version
done
check "no program has Foundation in it" inside sh -c '! grep -q FoundationEssentials /usr/bin/deckd'
# It is not linked, but loaded.
check "the bridge has its library" prints "Connection refused" inside sh -c \
  'timeout 10 deckd-mqtt --broker mqtt://127.0.0.1:1 --state-dir /tmp/bridge || [ $? = 124 ]'
check "the configuration is valid" prints 'deck "main"' inside deckd --check-config
check "the example is valid" prints 'deck "main"' inside deckd --check-config \
  --config /usr/share/doc/deckd/examples/deckd.toml
check "the example of actions is valid" prints "card.swiped" inside deckd-actions --check-config \
  /usr/share/doc/deckd/examples/actions.toml
check "deckd-kiosk says what the kiosk lacks" prints "apt install --no-install-recommends cage xwayland chromium" \
  inside sh -c 'deckd-kiosk --check || [ $? = 1 ]'
check "the daemon starts as its user" start_daemon
check "deckctl reaches it" prints "deckd $version" inside deckctl status
check "a card is swiped" prints "event " inside deckctl swipe right
check "the Python client reaches it" prints "front 1" inside python3 -c 'import deckd
with deckd.Client() as client:
    while not client.decks: list(client.poll(1))
    print("front", client.decks["main"].current)'

qml='import QtQuick; import Deckd
DeckView { deck: "main"; onCountChanged: if (count) { console.log("front", current); Qt.exit(0) } }'
check "the QML module reaches it" prints "front 1" inside sh -c 'printf "%s\n" "$1" >/tmp/front.qml
  QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software timeout 60 /usr/lib/qt6/bin/qml /tmp/front.qml 2>&1' sh "$qml"

# With the compiler of this machine, and what the package has.
compile() {
  local flags
  flags=$(PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 PKG_CONFIG_SYSROOT_DIR=$tree \
    PKG_CONFIG_LIBDIR=$(echo "$tree"/usr/lib/*/pkgconfig) pkg-config \
    --cflags --libs deckd)
  # shellcheck disable=SC2086 # several words
  "$([ "$architecture" = arm64 ] && echo aarch64-linux-gnu-gcc || echo cc)" -Wall -Werror -o "$tree/tmp/front" -x c - -x none $flags <<'C'
#include <deckd.h>
#include <stdio.h>

int main(void) {
  struct deckd *deckd = deckd_new(&(struct deckd_options){0});
  while (!deckd_deck_at(deckd, 0)) deckd_wait(deckd, 1000);
  printf("front %zu\n", deckd_deck_current(deckd_deck_at(deckd, 0)));
  deckd_free(deckd);
}
C
}
check "a C program compiles with what pkg-config says" compile
check "the C client reaches the daemon" prints "front 1" inside /tmp/front

echo "== documentation"
for page in deckctl.1 deckd.toml.5 deckd.8 deckd-kiosk.8 deckd-web.8 deckd-actions.8 deckd-mqtt.8; do
  name=${page%.*} section=${page##*.}
  check "$name($section) has no warnings" inside sh -c "man --warnings -E UTF-8 -Tutf8 -Z $section $name >/dev/null"
  check "$name($section) has its name" prints "$name" inside sh -c "MANWIDTH=80 man $section $name"
done
check "deckctl(1) has every subcommand of the help" inside sh -c 'man 1 deckctl >/tmp/page
  deckctl --help | sed -n "/SUBCOMMANDS:\$/,\$s/^  \([a-z]*\)  .*/\1/p" | while read -r name; do
  grep -q "^   $name\$" /tmp/page || echo "$name"; done'

site=/usr/share/doc/deckd/html
check "the site is there, with its search" is_there $site/{index,README,search}.html $site/searchindex.js
check "the site needs no other package" inside find $site -type l
check "doc-base finds the site" prints "Index: $site/index.html" inside cat /usr/share/doc-base/deckd-doc.deckd

echo "== completions"
in_bash() { # the words of a line, of which the last is completed
  inside bash -c '. /usr/share/bash-completion/completions/deckctl
    compopt() { :; }
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
    _deckctl deckctl "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"; printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
check "bash completes subcommands" prints swipe in_bash deckctl sw
check "bash completes directions" prints topLeft in_bash deckctl swipe top
check "bash completes decks of the daemon" prints main in_bash deckctl undo --deck ''
check "bash completes presets" prints koloda-stretched in_bash deckctl replay --preset kol
check "bash completes settings" prints commit.threshold= in_bash deckctl configure commit.
check "fish completes directions" prints topLeft inside fish -c 'complete -C "deckctl swipe top"'
for program in deckd deckd-web deckd-mqtt deckd-actions deckctl; do
  check "zsh loads the completion of $program" inside zsh -n "/usr/share/zsh/vendor-completions/_$program"
done

echo "== upgrade to $next"
stop_daemon
echo "# an administrator's line" >>"$tree/etc/deckd/deckd.toml"
check "the next version installs without a question" prints "Setting up deckd ($next)" install_from /packages/next
check "the administrator's configuration stays" prints "# an administrator's line" inside cat /etc/deckd/deckd.toml
check "nothing lies beside it" is_missing /etc/deckd/deckd.toml.dpkg-{dist,new,old}
check "the daemon starts with the state" start_daemon
check "the swipe is in it" prints "1 to undo" inside deckctl status
stop_daemon

echo "== removal"
check "the packages can be removed" prints "Removing deckd ($next)" \
  inside apt-get remove -q -y "${names[@]}"
check "no program, unit, rule or page is left" is_missing /usr/bin/{deckd,deckctl,deckd-kiosk,deckd-web,deckd-actions,deckd-mqtt} \
  /lib/systemd/system/deckd.service /usr/lib/udev/rules.d/70-deckd.rules /usr/lib/sysusers.d/deckd.conf \
  /usr/share/man/man8/deckd.8.gz /usr/lib/python3/dist-packages/deckd.py /usr/share/deckd /usr/share/doc/deckd \
  /usr/share/doc-base/deckd-doc.deckd
check "state and configuration are" is_there /var/lib/deckd/state.db /etc/deckd/deckd.toml
check "the packages install again, with the state" prints "Setting up deckd ($next)" install_from /packages/next
check "the daemon starts with it" start_daemon
check "the swipe is still in it" prints "1 to undo" inside deckctl status
stop_daemon

echo "== purge"
check "the packages can be purged" prints "Purging configuration files for deckd ($next)" \
  inside apt-get purge -q -y "${names[@]}"
# The user and its group stay by Debian's rule: their numbers must not become another's.
list_files >"$tree/tmp/after"
check "nothing is left" diff "$tree/tmp/before" "$tree/tmp/after"

printf '\n%s checks passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
