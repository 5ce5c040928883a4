#!/usr/bin/env bash
# Tests Examples/container: builds the image from the Debian packages, runs it with nothing but what its README gives it,
# and reaches it from outside. With /dev/uinput and udev, a panel is plugged in, too; a machine without them leaves that
# out. Needs root and podman, or what $ENGINE names, such as "podman --runtime runc".
#
#   container.sh FOLDER           where make deb has put the packages
#   container.sh --image NAME     an image that is there already, for a machine without a network
set -euo pipefail
cd "$(dirname "$0")/../.."

[ "$(id -u)" = 0 ] || { echo "container.sh: needs root (devices)" >&2; exit 2; }
read -ra engine <<<"${ENGINE:-podman}"
command -v "${engine[0]}" >/dev/null || { echo "container.sh: needs ${engine[0]}" >&2; exit 2; }

work=$(mktemp -d) name=deckd-check-$$
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  "${engine[@]}" rm --force "$name" >/dev/null 2>&1 || true
  "${engine[@]}" volume rm "$name" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

if [ "$1" = --image ]; then
  image=$2
else
  # The base is Debian's own packages again: a registry of images need not be reached.
  base=.build/packaging/container.tar
  [ -e $base ] || {
    echo "== a minimal Debian"
    mkdir -p "${base%/*}"
    # shellcheck disable=SC2016 # for the shell of the hook
    mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/doc/*' \
      --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/man/*' \
      --customize-hook='rm -rf "$1"/var/lib/apt/lists/*' bookworm $base.part.tar
    mv $base.part.tar $base
  }
  echo "== the image"
  "${engine[@]}" import --quiet $base localhost/deckd-check-base >/dev/null
  image=localhost/deckd-check
  "${engine[@]}" build --quiet --network=host --build-arg BASE=localhost/deckd-check-base --tag $image \
    --file Examples/container/Containerfile "$1" >/dev/null
fi

passed=0 failed=0
check() { # words, then a command that fails if they are wrong
  local words=$1 output
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "ok      $words${output:+: $(tail -n 1 <<<"$output")}"
  else
    failed=$((failed + 1))
    echo "FAILED  $words"
    printf '%s\n' "$output" | sed -n '1,20s/^/        /p'
    "${engine[@]}" logs "$name" 2>&1 | tail -n 10 | sed 's/^/        /'
  fi
}

owner=$("${engine[@]}" run --rm --network=none "$image" id -u)
mkdir "$work/run"
chown "$owner:$owner" "$work/run"
# What no deckd needs more than.
least=(--read-only --cap-drop=all --security-opt=no-new-privileges
  --volume "$work/run:/run/deckd" --volume "$name:/var/lib/deckd")
start() { # options of run, "--", options of deckd
  local options=()
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  "${engine[@]}" run --detach --name "$name" "${least[@]}" "${options[@]}" "$image" \
    deckd --state-dir /var/lib/deckd "$@" >/dev/null
  answers
}
answers() {
  for ((i = 0; i < 300; i++)); do
    control status >/dev/null 2>&1 && return
    sleep 0.1
  done
  return 1
}
control() { "${engine[@]}" exec "$name" deckctl "$@"; }
# A container of its own, which shares nothing but the socket.
beside() { "${engine[@]}" run --rm --network=none --read-only --cap-drop=all --volume "$work/run:/run/deckd" "$image" deckctl "$@"; }
says() { # what, then a command that prints it
  local what=$1 output
  shift
  output=$("$@" 2>&1) || { echo "$output"; return 1; }
  grep -qF -- "$what" <<<"$output" || { printf '%s\n' "$output" "lacks $what"; return 1; }
}
outside() { # a program in Python on this machine, with the socket's client of the end-to-end tests
  PYTHONPATH=Tests/EndToEnd PYTHONDONTWRITEBYTECODE=1 python3 - "$work/run/deckd.sock" "$@"
}
memory() {
  local process
  process=$("${engine[@]}" inspect --format '{{.State.Pid}}' "$name")
  sed -n 's/^VmRSS:[[:space:]]*//p' "/proc/$process/status"
}

echo "== without a panel and without a network"
check "it starts" start --network=none -- --seat nobody
check "resident memory" memory
check "another container decides a card" says "done, event" beside swipe right
check "a program of the host sees it" outside <<'PYTHON'
import sys
from client import Client
with Client(sys.argv[1]) as client:
    assert client.request("deck.get", deck="main")["snapshot"]["undoDepth"] == 1
PYTHON
"${engine[@]}" stop "$name" >/dev/null
check "it ends on SIGTERM" says 'stopping reason="SIGTERM"' "${engine[@]}" logs "$name"
"${engine[@]}" rm "$name" >/dev/null
start --network=none -- --seat nobody
check "a new container has the state" says "1 to undo" beside status
"${engine[@]}" rm --force "$name" >/dev/null

if [ -w /dev/uinput ] && [ -S /run/udev/control ]; then
  echo "== with a panel of uinput"
  # Its node belongs to the group that the host's udev gives it, deckd with the package's rules, else input.
  group=$(getent group deckd || getent group input)
  check "it starts" start --network=host --group-add "$(cut -d : -f 3 <<<"$group")" --volume /dev/input:/dev/input \
    --device-cgroup-rule 'c 13:* r' --volume /run/udev:/run/udev:ro -- --seat seat0
  check "a panel is plugged in, a finger swipes, the panel is unplugged and another one comes" outside <<'PYTHON'
import sys
from client import Client
from devices import Panel
from harness import wait_until

with Client(sys.argv[1]) as client:
    client.request("deck.reset", deck="main")
    client.request("subscribe", deck="main", topics=["events", "panels"])
    panels = lambda: [each["name"] for each in client.request("daemon.status")["panels"]]
    for name, card in ("First", "card-0"), ("Second", "card-1"):
        panel = Panel(name)
        wait_until(f"deckd opens {name}", lambda: name in panels())
        panel.swipe()
        event = client.wait_event("card.swiped")
        assert (event["card"], event["direction"]) == (card, "right"), event
        panel.remove()
        wait_until(f"{name} leaves", lambda: name not in panels())
    print("two panels came and went, a swipe on each")
PYTHON
  check "resident memory" memory
else
  echo "left out: a panel needs /dev/uinput and udev"
fi

printf '\n%s checks passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
