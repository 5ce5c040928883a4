#!/usr/bin/env python3
"""What a hostile page can do to deckd-web and to the decks behind it, with figures.

Starts deckd and deckd-web from a folder of programs, and one honest page that swipes a card twice a second and
measures how long the reply takes. Meanwhile come the foreign origin, the rebound name, 10,000 concurrent requests, a
message of 1 GB, 1,000 pages, pages that never read, and connections that send nothing. Exits 1 if one of them is not
refused or bounded, or keeps pages out.

    Tests/DeckWebTests/hostile.py .build/release
"""

import base64
import json
import os
import re
import resource
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

CONFIGURATION = '[[surfaces]]\nname = "main"\n[[decks]]\nid = "main"\npreset = "swipeclean"\n[decks.settings]\nloop = true\n'
MASK = bytes(4)
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
    print(f"  {'yes' if holds else 'NO '}  {what}", flush=True)


def header(opcode, length):
    if length < 126:
        return bytes([0x80 | opcode, 0x80 | length]) + MASK
    if length < 1 << 16:
        return bytes([0x80 | opcode, 0xFE]) + length.to_bytes(2, "big") + MASK
    return bytes([0x80 | opcode, 0xFF]) + length.to_bytes(8, "big") + MASK


class Page:
    """A WebSocket; `status` is the server's answer to its handshake."""

    def __init__(self, port, origin=None, host=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        lines = [
            "GET /socket HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ] + ([f"Origin: {origin}"] if origin else [])
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass

    def send(self, message):
        data = json.dumps(message).encode()
        self.socket.sendall(header(1, len(data)) + data)

    def read(self):
        """The opcode and the data of the next frame; None at the end."""
        head = self.file.read(2)
        if len(head) < 2:
            return None
        length = head[1]
        if length >= 126:
            length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
        return head[0] & 15, self.file.read(length)

    def reply(self, identity):
        while frame := self.read():
            if frame[0] == 9:
                self.socket.sendall(header(10, len(frame[1])) + frame[1])
            elif frame[0] == 1 and (message := json.loads(frame[1])).get("id") == identity:
                return message
        raise ConnectionError("the page was closed")

    def close(self):
        self.file.close()
        self.socket.close()


class Honest(threading.Thread):
    """The page of somebody who uses the deck meanwhile."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.page, self.delays, self.running, self.error = Page(port), [], True, None

    def run(self):
        try:
            self.page.send({"jsonrpc": "2.0", "id": 0, "method": "subscribe", "params": {"topics": ["events", "frames"]}})
            self.page.reply(0)
            number = 0
            while self.running:
                number += 1
                start = time.monotonic()
                self.page.send({"jsonrpc": "2.0", "id": number, "method": "deck.swipe", "params": {"direction": "right"}})
                self.page.reply(number)
                self.delays.append(time.monotonic() - start)
                time.sleep(0.1)
        except (OSError, ConnectionError) as error:
            self.error = error

    def report(self, what):
        delays, self.delays = sorted(self.delays), []
        expect(self.error is None and delays, f"decks unaffected by {what}: {len(delays)} swipes, "
               + (f"replies after {1000 * delays[len(delays) // 2]:.1f} ms, at most {1000 * delays[-1]:.1f} ms"
                  if delays else str(self.error)))


def get(port, host=None, extra=""):
    """The status of the answer; 0 without one."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {host or f'127.0.0.1:{port}'}\r\n{extra}\r\n".encode())
            line = connection.makefile("rb").readline()
        except OSError:
            return 0
        return int(line.split()[1]) if line else 0


def memory(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s*(\d+)", status.read())[1]) / 1024


def flood(port, count):
    """Opens all connections at the same time, sends a request on each, and counts the answers by status."""
    request = f"GET /deckd.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    selector, answers, begun = selectors.DefaultSelector(), {}, time.monotonic()
    for _ in range(count):
        connection = socket.socket()
        connection.setblocking(False)
        connection.connect_ex(("127.0.0.1", port))
        selector.register(connection, selectors.EVENT_WRITE, bytearray())
    peak = 0
    while selector.get_map() and time.monotonic() < begun + 120:
        for key, events in selector.select(1):
            connection = key.fileobj
            try:
                if events & selectors.EVENT_WRITE:
                    connection.send(request)
                    selector.modify(connection, selectors.EVENT_READ, key.data)
                    continue
                data = connection.recv(1 << 16)
            except OSError as error:
                data, key.data[:] = b"", key.data or type(error).__name__.encode().ljust(13)
            key.data.extend(data)
            if not data:
                status = bytes(key.data[9:12] if key.data.startswith(b"HTTP") else key.data).decode().strip()
                answers[status or "closed"] = answers.get(status or "closed", 0) + 1
                selector.unregister(connection)
                connection.close()
        peak = max(peak, descriptors())
    open_still = len(selector.get_map())
    return answers, open_still, time.monotonic() - begun, peak


class Silent(threading.Thread):
    """Somebody who keeps this many connections open, and sends nothing."""

    def __init__(self, port, count):
        super().__init__(daemon=True)
        self.port, self.count, self.opened, self.running = port, count, 0, True

    def run(self):
        selector = selectors.DefaultSelector()
        while self.running:
            while len(selector.get_map()) < self.count:
                selector.register(socket.create_connection(("127.0.0.1", self.port)), selectors.EVENT_READ)
                self.opened += 1
            for key, _ in selector.select(0.1):
                selector.unregister(key.fileobj)
                key.fileobj.close()
        for key in list(selector.get_map().values()):
            key.fileobj.close()


def main():
    global descriptors
    programs = sys.argv[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = tempfile.mkdtemp()
    path = f"{folder}/d.sock"
    with open(f"{folder}/deckd.toml", "w") as file:
        file.write(CONFIGURATION)
    daemon = subprocess.Popen([f"{programs}/deckd", "--seat", "nobody", "--config", f"{folder}/deckd.toml",
                               "--socket", path, "--log-level", "warning"])
    web = subprocess.Popen([f"{programs}/deckd-web", "--listen", "127.0.0.1:0", "--socket", path, "--control"],
                           stderr=subprocess.PIPE, text=True)
    descriptors = lambda: len(os.listdir(f"/proc/{web.pid}/fd"))
    try:
        port = int(re.search(r"127\.0\.0\.1:(\d+)", web.stderr.readline())[1])
        threading.Thread(target=lambda: [sys.stderr.write(line) for line in web.stderr], daemon=True).start()
        while not os.path.exists(path):
            time.sleep(0.01)
        honest = Honest(port)
        honest.start()
        time.sleep(1)
        honest.report("nothing")
        print(f"  deckd-web: {memory(web):.1f} MB, {descriptors()} descriptors\n\na foreign page")
        expect(Page(port, origin="http://evil.example").status == 403, "403 for a foreign Origin")
        expect(Page(port, origin="null").status == 403, "403 for a sandboxed page")
        expect(Page(port, host=f"evil.example:{port}").status == 421, "421 for a rebound name at the WebSocket")
        expect(get(port, host="evil.example") == 421, "421 for a rebound name at the page")

        print("\n10,000 concurrent requests")
        answers, still, seconds, peak = flood(port, 10_000)
        expect(still == 0 and answers.get("200", 0) > 0, f"all ended in {seconds:.1f} s: {answers}")
        expect(peak < 1000, f"at most {peak} descriptors of deckd-web, {memory(web):.1f} MB")
        honest.report("the requests")
        expect(get(port) == 200, "the page is served afterwards")

        print("\na message of 1 GB")
        page, chunk, sent = Page(port), bytes(1 << 20), 0
        begun = time.monotonic()
        try:
            page.socket.sendall(header(1, 1 << 30))
            while sent < 1 << 30:
                sent += page.socket.send(chunk)
        except OSError:
            pass
        frame = None
        try:
            frame = page.read()
        except OSError:
            pass
        code = int.from_bytes(frame[1][:2], "big") if frame else None
        expect(code in (1009, None), f"closed with {code} after {sent >> 20} MiB and {time.monotonic() - begun:.2f} s; "
               f"deckd-web has {memory(web):.1f} MB")
        honest.report("the message")
        page.close()
        time.sleep(0.5)

        print("\n1,000 pages")
        pages = [Page(port) for _ in range(1000)]
        admitted = sum(page.status == 101 for page in pages)
        expect(admitted == 127 and all(page.status in (101, 503) for page in pages), f"{admitted} admitted, the rest 503")
        honest.report("the pages")
        print(f"  deckd-web: {memory(web):.1f} MB, {descriptors()} descriptors")

        print("\nwho subscribe to frames and never read, for 10 s")
        for page in pages:
            if page.status == 101:
                page.send({"jsonrpc": "2.0", "id": 1, "method": "subscribe",
                           "params": {"topics": ["events", "frames", "motions"]}})
        time.sleep(10)
        honest.report("them")
        expect(memory(web) < 256, f"deckd-web: {memory(web):.1f} MB")
        for page in pages:
            page.close()

        for count in (300, 1000):
            print(f"\n{count} connections that send nothing, and come again as soon as they are closed")
            silent = Silent(port, count)
            silent.start()
            time.sleep(1)
            begun, served, longest = time.monotonic(), 0, 0
            for _ in range(13):
                start = time.monotonic()
                served += get(port) == 200
                longest = max(longest, time.monotonic() - start)
            page = Page(port)
            expect(served == 13 and page.status == 101, f"{served} of 13 pages served in {time.monotonic() - begun:.2f} s, "
                   f"the slowest in {1000 * longest:.0f} ms, a WebSocket opened")
            page.close()
            time.sleep(4)
            expect(descriptors() < 1000, f"{descriptors()} descriptors of deckd-web, {memory(web):.1f} MB")
            honest.report("them")
            silent.running = False
            silent.join()
            print(f"  they were opened {silent.opened} times")
        honest.running = False
        web.send_signal(signal.SIGTERM)
        expect(web.wait(10) == 0, "deckd-web ends with status 0")
    finally:
        for process in (web, daemon):
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
