#!/usr/bin/env python3
"""What deckd-web costs with 100 pages: memory, processor time, and the frames that each page gets.

A finger moves a card at 120 Hz on a surface of 120 Hz, and every page subscribes to its frames; then to motions, as the
built-in page does, also while nothing moves. The delay of a frame is from the moment that it shows to when a page has
read it.

    Benchmarks/WebBenchmark/web.py .build/release [seconds]
"""

import base64
import json
import math
import os
import pathlib
import re
import resource
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from figures import record  # noqa: E402

CONFIGURATION = '[[surfaces]]\nname = "main"\nrefresh = 120\n[[decks]]\nid = "main"\npreset = "swipeclean"\n'
FRAME = b'"method":"frame"'
TIME = re.compile(rb'"frame":\d+,"t":(\d+)')


def masked(text):
    data = text.encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + data


class Page:
    def __init__(self, port, topics):
        self.socket, self.bytes, self.frames = socket.create_connection(("127.0.0.1", port)), bytearray(), 0
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: "
                             f"Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.socket.recv(4096)
        del self.bytes[: self.bytes.index(b"\r\n\r\n") + 4]
        request = {"jsonrpc": "2.0", "id": 1, "method": "subscribe", "params": {"topics": topics}}
        self.socket.sendall(masked(json.dumps(request)))
        self.socket.setblocking(False)

    def read(self, delays):
        self.bytes += self.socket.recv(1 << 16)
        now, start = time.monotonic_ns() // 1000, 0
        while len(self.bytes) - start >= 2:
            length, size = self.bytes[start + 1], 2
            if length >= 126:
                size = 4 if length == 126 else 10
                length = int.from_bytes(self.bytes[start + 2 : start + size], "big")
            end = start + size + length
            if len(self.bytes) < end:
                break
            head = bytes(self.bytes[start + size : start + size + 120])
            if FRAME in head:
                self.frames += 1
                delays.append(now - int(TIME.search(head)[1]))
            start = end
        del self.bytes[:start]


def processor_time(process):
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s*(\d+)", status.read())[1]) / 1024


def drag(path, running):
    """Moves an injected finger around a circle at 120 Hz."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)

    def put(phase, angle):
        contact = {"id": 0, "phase": phase, "x": 200 + 60 * math.sin(angle), "y": 460 - 60 * math.cos(angle)}
        request = {"jsonrpc": "2.0", "method": "input.inject", "params": {"contacts": [contact]}}
        connection.sendall(json.dumps(request).encode() + b"\n")

    begun, count = time.monotonic(), 0
    put("down", 0)
    while running.is_set():
        count += 1
        time.sleep(max(0, begun + count / 120 - time.monotonic()))
        put("moved", count / 20)
    put("up", count / 20)


def measure(web, daemon, pages, seconds, path=None, what=""):
    """Reads for some seconds, while a finger moves if there is a path; a line of figures, which are recorded."""
    selector, delays, running = selectors.DefaultSelector(), [], threading.Event()
    for page in pages:
        selector.register(page.socket, selectors.EVENT_READ, page)
    finger = threading.Thread(target=drag, args=(path, running))
    if path:
        running.set()
        finger.start()

    def read(duration):
        end = time.monotonic() + duration
        while (rest := end - time.monotonic()) > 0:
            for key, _ in selector.select(rest):
                key.data.read(delays)

    read(1)
    delays.clear()
    for page in pages:
        page.frames = 0
    before = (processor_time(web), processor_time(daemon))
    begun = time.monotonic()
    read(seconds)
    passed = time.monotonic() - begun
    load = [100 * (now - then) / passed for now, then in zip((processor_time(web), processor_time(daemon)), before)]
    running.clear()
    if path:
        finger.join()
    delays.sort()
    rates = sorted(page.frames / passed for page in pages)
    line = f"  {len(pages):5} {memory(web):9.1f} {load[0]:11.1f} % {load[1]:8.1f} %"
    if delays:
        line += (f" {rates[0]:9.1f} {rates[len(rates) // 2]:8.1f} {delays[len(delays) // 2] / 1000:8.2f}"
                 f" {delays[len(delays) * 99 // 100] / 1000:8.2f}")
    print(line, flush=True)
    if what:
        title = f"{len(pages)} page{'s' * (len(pages) != 1)} {what}"
        record(f"of one processor for deckd-web, {title}", load[0], "%")
        record(f"memory of deckd-web, {title}", memory(web), "MiB")
        if delays:
            record(f"frames/s for the page with the fewest, {title}", rates[0])
            record(f"delay at p99, {title}", delays[len(delays) * 99 // 100] / 1000, "ms")


def main():
    programs, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = tempfile.mkdtemp()
    path = f"{folder}/d.sock"
    with open(f"{folder}/deckd.toml", "w") as file:
        file.write(CONFIGURATION)
    daemon = subprocess.Popen([f"{programs}/deckd", "--seat", "nobody", "--config", f"{folder}/deckd.toml",
                               "--socket", path, "--log-level", "warning"])
    web = subprocess.Popen([f"{programs}/deckd-web", "--listen", "127.0.0.1:0", "--socket", path],
                           stderr=subprocess.PIPE, text=True)
    try:
        port = int(re.search(r"127\.0\.0\.1:(\d+)", web.stderr.readline())[1])
        while not os.path.exists(path):
            time.sleep(0.01)
        print(f"Pages in one process, for {seconds:.0f} s each; the delay includes that process's.\n")
        print("  pages deckd-web deckd-web's deckd's      frames/s          delay, ms")
        print("               MB   processor processor  least   median      p50      p99")
        print("no page")
        measure(web, daemon, [], seconds)
        print("pages that draw frames, a finger on a card")
        pages = []
        for count in (1, 10, 100):
            pages += [Page(port, ["events", "frames"]) for _ in range(count - len(pages))]
            measure(web, daemon, pages, seconds, path, "with frames")
        for page in pages:
            page.socket.close()
        time.sleep(1)
        print("pages that draw motions, a finger on a card, then none")
        pages = [Page(port, ["events", "motions"]) for _ in range(100)]
        measure(web, daemon, pages, seconds, path, "with motions, a finger on a card")
        time.sleep(1)
        measure(web, daemon, pages, seconds, what="with motions, nothing moves")
    finally:
        for process in (web, daemon):
            process.kill()
            process.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
