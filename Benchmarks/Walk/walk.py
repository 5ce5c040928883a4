#!/usr/bin/python3
"""Writes which functions of deckd run, in order, for one touch and for one command.

usage: walk.py FOLDER [PAGE]   the folder of a release build; the page, ARCHITECTURE.md, whose two walks are written anew

The daemon runs under valgrind's lackey, which writes the address of each instruction, and the debug information names the
function at each. What the compiler has inlined, which is mostly properties, belongs to the function that it is in.
"""

import contextlib
import json
import os
import pathlib
import re
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BED = pathlib.Path(os.environ.get("DECKD_BED", ROOT / ".build/touchbed"))
# Without ticks while something is traced.
CONFIGURATION = """
[[surfaces]]
name = "main"
refresh = 1
[[decks]]
id = "main"
preset = "swipeclean"
count = 2000
"""
# Of Swift's own making, without a line that someone has written.
GENERATED = re.compile(
    r"outlined|thunk|metadata|witness|destroy|deallocating|default argument|__allocating|deinit|__derived|\.(modify|read)\b|Addressor|addressor")
# A C function, or one of a module of this project, or of its extension of a type of the standard library.
MODULES = "|".join(f"{len(path.name)}{path.name}" for path in (ROOT / "Sources").iterdir())
OURS = re.compile(rf"(?!\$)|\$s(S.)?({MODULES})")


class Trace:
    """The instructions that the daemon executes, as lackey writes them into a pipe."""

    def __init__(self, path):
        os.mkfifo(path)
        # For writing as well, so that the pipe never ends.
        self.pipe = os.open(path, os.O_RDWR)
        self.lock, self.addresses, self.last = threading.Lock(), None, time.monotonic()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b""
        while True:
            data = rest + os.read(self.pipe, 1 << 20)
            data, _, rest = data.rpartition(b"\n")
            with self.lock:
                self.last = time.monotonic()
                if self.addresses is not None:
                    # A dictionary keeps the order in which each address came first.
                    for line in data.split(b"\n"):
                        if line.startswith(b"I "):
                            self.addresses.setdefault(int(line[3:].split(b",")[0], 16))

    def of(self, action, is_seen):
        """Returns the addresses of the instructions that the daemon executes from an action until its effect is seen."""
        self.rest()
        with self.lock:
            self.addresses = {}
        action()
        while not is_seen() or not self.addresses:
            time.sleep(0.001)
        # The end of the wakeup.
        self.rest(0.05)
        with self.lock:
            addresses, self.addresses = list(self.addresses), None
        return addresses

    def rest(self, quiet=0.5):
        while True:
            with self.lock:
                left = self.last + quiet - time.monotonic()
            if left <= 0:
                return
            time.sleep(left)


class Daemon:
    """A daemon under lackey, on a panel of the test bed, with a state folder."""

    def __init__(self, program, folder):
        self.trace, self.socket = Trace(f"{folder}/trace"), f"{folder}/deckd.sock"
        # Valgrind cannot read the debug information.
        subprocess.run(["strip", "-g", "-o", f"{folder}/deckd", program], check=True)
        pathlib.Path(f"{folder}/deckd.toml").write_text(CONFIGURATION)
        self.bed = subprocess.Popen(
            [BED / "touchbed", "-o", "-d", folder, "-c", f"{folder}/bed.sock", "-a",
             f'event0 "{ROOT}/Tests/TouchBed/fixtures/panel.desc"', "--", "/bin/sh", "-c", 'echo $$ >"$0/process"; exec "$@"', folder,
             "valgrind", "--tool=lackey", "--basic-counts=no", "--trace-mem=yes", f"--log-file={folder}/trace",
             f"{folder}/deckd", "--config", f"{folder}/deckd.toml", "--socket", self.socket, "--seat", "seat0",
             "--log-level", "critical", "--state-dir", f"{folder}/state"],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(self.socket):
            assert self.bed.poll() is None, "the test bed or deckd has ended"
            time.sleep(0.05)
        self.control = self.connect(f"{folder}/bed.sock")
        while self.order("opens event0").split()[1:3] != ["1", "1"]:
            time.sleep(0.05)
        process = pathlib.Path(f"{folder}/process").read_text().strip()
        maps = [line.split() for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines()]
        ranges = [[int(end, 16) for end in fields[0].split("-")] for fields in maps if fields[-1] == f"{folder}/deckd"]
        self.base, self.end = min(ranges)[0], max(ranges)[1]

    @staticmethod
    def connect(path):
        client = socket.socket(socket.AF_UNIX)
        client.connect(path)
        return client

    def order(self, line):
        self.control.sendall(line.encode() + b"\n")
        return self.control.recv(4096).decode()

    def walk(self, action, is_seen):
        """Returns the addresses of the daemon's own code, from the beginning of its program."""
        found = self.trace.of(action, is_seen)
        return [address - self.base for address in found if self.base <= address < self.end]


class Client:
    """Sends requests, and collects what comes."""

    def __init__(self, path):
        self.socket, self.bytes = Daemon.connect(path), b""
        self.socket.setblocking(False)

    def ask(self, method, **params):
        self.socket.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")

    def has(self, *texts):
        """Whether all these texts have come."""
        with contextlib.suppress(BlockingIOError):
            self.bytes += self.socket.recv(1 << 20)
        return all(text in self.bytes for text in texts)

    def forget(self):
        """Forgets what has come."""
        while self.has() and select.select([self.socket], [], [], 0)[0]:
            pass
        self.bytes = b""


def functions(program, addresses):
    """Returns the functions of this project at these addresses as (name, file), in the order in which they run."""
    answer = subprocess.run(
        ["llvm-symbolizer", f"--obj={program}", "--output-style=JSON", "--no-demangle"],
        input="".join(f"{address:#x}\n" for address in addresses), capture_output=True, text=True, check=True).stdout
    found = {}
    for line in answer.splitlines():
        # The function that is called comes after those that are inlined there.
        for frame in json.loads(line).get("Symbol", [])[-1:]:
            name, path = frame["FunctionName"], frame.get("StartFileName") or frame["FileName"]
            if "Sources/" in path and ".build/" not in path and OURS.match(name):
                found.setdefault((name, path[path.index("Sources/") + 8:]))
    names = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(name for name, _ in found),
        capture_output=True, text=True, check=True).stdout.splitlines()
    pairs = [(short(name), path) for (_, path), name in zip(found, names) if not GENERATED.search(name)]
    return list(dict.fromkeys(pairs))


def short(name):
    """Returns a name as the source has it: `closure #1 in Engine.handle<A>(_:at:)` is `Engine.handle(_:at:)`."""
    name = re.sub(r"^.*[\w$]+ #\d+ (\(.*?\) )?in ", "", name)
    name = re.sub(r"^(specialized |static |partial apply for |variable initialization expression of )+", "", name)
    name = re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", name)
    while re.search(r"<[^<>]*>", name):
        name = re.sub(r"<[^<>]*>", "", name)
    return re.sub(r"\.(getter|setter)\b.*", "", name)


def table(walk):
    """Returns the walk as a list in Markdown, an item for each change of file."""
    lines, last = [], None
    for name, path in walk:
        if path == last:
            lines[-1] += f", `{name}`"
        else:
            lines.append(f"{len(lines) + 1}. [{pathlib.Path(path).name}](Sources/{path}): `{name}`")
        last = path
    return "\n".join(lines)


def main():
    program = pathlib.Path(sys.argv[1]) / "deckd"
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(program, folder)
        try:
            walks = {"touch": walk_touch(daemon), "command": walk_command(daemon)}
        finally:
            daemon.bed.terminate()
            daemon.bed.wait()
    for title, addresses in walks.items():
        walk = functions(program, addresses)
        print(f"{title}: {len(walk)} functions in {len({path for _, path in walk})} files")
        if len(sys.argv) > 2:
            page = pathlib.Path(sys.argv[2])
            marks = [f"<!-- walk: {title} -->", "<!-- end of the walk -->"]
            before, rest = page.read_text().split(marks[0])
            rest = rest.split(marks[1], 1)[1]
            page.write_text(f"{before}{marks[0]}\n\n{table(walk)}\n\n{marks[1]}{rest}")
        else:
            print(table(walk))


def walk_touch(daemon):
    """A finger that drags a card, while a client subscribes to the frames: one report of the panel."""
    def put(values):
        daemon.order(f"ev event0 3 47 0 {values} 0 0 0")

    client = Client(daemon.socket)
    client.ask("subscribe", deck="main", topics=["frames"])
    # The deck appears.
    time.sleep(3)
    put("3 57 1 3 53 560 3 54 1000 1 330 1")
    for step in range(20):
        put(f"3 53 {560 + 10 * step} 3 54 1000")
        daemon.trace.rest(0.1)
    client.forget()
    addresses = daemon.walk(lambda: put("3 53 780 3 54 1000"), lambda: client.has(b'"frame"'))
    put("3 57 -1 1 330 0")
    time.sleep(3)
    client.socket.close()
    return addresses


def walk_command(daemon):
    """A command from its line to its event, on disk, and its reply."""
    client = Client(daemon.socket)
    client.ask("subscribe", deck="main", topics=["events"])
    # Once before, so that every buffer has its capacity.
    client.ask("deck.swipe", deck="main", direction="right")
    time.sleep(3)
    client.forget()
    return daemon.walk(
        lambda: client.ask("deck.swipe", deck="main", direction="right"), lambda: client.has(b'"card.swiped"', b'"result"'))


main()
