"""A daemon, its page, and a browser that a test drives: headless Chromium over the DevTools protocol.

`Setup` starts all three. A `Page` dispatches trusted fingers and keys, evaluates, and takes pictures. Nothing here waits
for a time to pass: `Page.until` waits for a condition.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

import websocket

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = pathlib.Path(__file__).resolve().parent
# How long a condition may take before the test fails: machines may be slow, so it is long.
PATIENCE = float(os.environ.get("DECKD_PATIENCE", "60"))
# What Chromium says of an evaluation whose document goes, or has not come.
LEFT = ("Inspected target navigated", "Execution context was destroyed", "Cannot find default execution context")


def program(name: str) -> str:
    """The built program: in $DECKD_PROGRAMS, or the newer of the release and the debug build."""
    folders = [pathlib.Path(os.environ["DECKD_PROGRAMS"])] if "DECKD_PROGRAMS" in os.environ else [
        ROOT / ".build" / "release",
        ROOT / ".build" / "debug",
    ]
    found = [folder / name for folder in folders if (folder / name).exists()]
    if not found:
        raise FileNotFoundError(f"{name} is not built: run make release, or set DECKD_PROGRAMS")
    return str(max(found, key=lambda path: path.stat().st_mtime))


def until(condition: Callable[[], Any], what: str) -> Any:
    """The first true value of a condition."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"expected {what} within {PATIENCE:.0f} s")


class Process:
    """A program that runs until `stop`, with its output in a file."""

    def __init__(self, arguments: List[str], log: pathlib.Path) -> None:
        self.log = log
        with log.open("wb") as output:
            self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def line(self, start: str) -> str:
        """What follows `start` in the output."""

        def found() -> Optional[str]:
            if self.process.poll() is not None:
                raise AssertionError(f"{self.process.args} ended: {self.log.read_text()}")
            for line in self.log.read_text(errors="replace").splitlines():
                if start in line:
                    return line.split(start, 1)[1].split()[0]
            return None

        return until(found, f"{start!r} in the output of {self.process.args[0]}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class DaemonClient:
    """A plain connection to the daemon, which says what a page ought to show."""

    def __init__(self, path: pathlib.Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.reader = self.socket.makefile("r", encoding="utf-8")
        self.ids = itertools.count(1)
        self.notes: List[Dict[str, Any]] = []

    def request(self, method: str, **params: Any) -> Any:
        number = next(self.ids)
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.socket.sendall((json.dumps(message) + "\n").encode())
        while True:
            answer = json.loads(self.reader.readline())
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.notes.append(answer)

    def snapshot(self, deck: str) -> Dict[str, Any]:
        return self.request("deck.get", deck=deck)["snapshot"]

    def frames(self) -> List[Dict[str, Any]]:
        """The frames that have come."""
        self.request("deck.list")
        frames = [note["params"] for note in self.notes if note.get("method") == "frame"]
        self.notes.clear()
        return frames

    def close(self) -> None:
        self.reader.close()
        self.socket.close()


class Navigated(AssertionError):
    """The browser left a document before it answered about it."""


class Page:
    """A page of the browser."""

    def __init__(self, browser: "Browser", target: str) -> None:
        self.target = target
        self.socket = websocket.create_connection(
            f"ws://127.0.0.1:{browser.port}/devtools/page/{target}", timeout=PATIENCE, max_size=None
        )
        self.ids = itertools.count(1)
        self.answers: Dict[int, Any] = {}
        self.events: List[Dict[str, Any]] = []
        self.lock = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError, websocket.WebSocketException):
            while True:
                text = self.socket.recv()
                if not text:
                    return
                message = json.loads(text)
                with self.lock:
                    if "id" in message:
                        self.answers[message["id"]] = message
                    else:
                        self.events.append(message)
                    self.lock.notify_all()

    def send(self, method: str, **params: Any) -> int:
        """Sends a command and does not wait for the answer, which takes a frame where it is an input."""
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        return number

    def call(self, method: str, **params: Any) -> Any:
        return self.wait(self.send(method, **params), method)

    def wait(self, number: int, what: str = "") -> Any:
        with self.lock:
            if not self.lock.wait_for(lambda: number in self.answers, PATIENCE):
                raise AssertionError(f"the browser did not answer {what}")
            answer = self.answers.pop(number)
        if "error" in answer:
            left = any(words in answer["error"]["message"] for words in LEFT)
            raise (Navigated if left else AssertionError)(f"{what}: {answer['error']}")
        return answer["result"]

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, or of its promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression: str) -> Any:
        """The first true value of an expression, in this document or the one that a click leads to."""

        def value() -> Any:
            with contextlib.suppress(Navigated):
                return self.evaluate(expression)

        return until(value, expression)

    def problems(self) -> List[str]:
        """What the page wrote to the console as a warning or an error, and exceptions."""
        with self.lock:
            events = list(self.events)
        found = []
        for event in events:
            params = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and params["type"] in ("warning", "error"):
                found.append(" ".join(str(part.get("value", part.get("description"))) for part in params["args"]))
        return found

    # MARK: Input

    def touch(self, kind: str, points: Dict[int, Tuple[float, float]], wait: bool = False) -> None:
        """Fingers as Chromium takes them: for touchEnd the points that stay."""
        number = self.send(
            "Input.dispatchTouchEvent",
            type=kind,
            touchPoints=[{"x": x, "y": y, "id": finger} for finger, (x, y) in points.items()],
        )
        if wait:
            self.wait(number, kind)

    def drag(
        self, start: Tuple[float, float], end: Tuple[float, float], steps: int = 12, hold: float = 0, lift: bool = True
    ) -> None:
        """One finger from one place to another, a step per frame of the display."""
        self.touch("touchStart", {0: start}, wait=True)
        time.sleep(hold)
        for step in range(1, steps + 1):
            part = step / steps
            self.touch("touchMove", {0: (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)})
            time.sleep(0.016)
        if lift:
            self.touch("touchEnd", {}, wait=True)

    def tap(self, place: Tuple[float, float]) -> None:
        self.touch("touchStart", {0: place}, wait=True)
        time.sleep(0.08)
        self.touch("touchEnd", {}, wait=True)

    def key(self, key: str) -> None:
        codes = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}
        code = codes.get(key, ord(key.upper()[0]))
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    # MARK: The display

    def resize(self, width: int, height: int, scale: float = 1) -> None:
        phone = width < 600
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=phone
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def media(self, **features: str) -> None:
        """For one: prefers_color_scheme="dark"."""
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()],
        )

    def picture(self, path: pathlib.Path) -> None:
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    def show(self, deck: str) -> None:
        """Shows a deck of the page and waits until it is drawn."""
        self.evaluate(f"location.hash = {json.dumps('#' + deck)}")
        self.until(
            f"(() => {{ const deck = document.querySelector('deckd-deck'); return deck.getAttribute('deck') === {json.dumps(deck)}"
            " && deck.model && deck.querySelector('[data-card]:not([hidden])') !== null })()"
        )
        self.at_rest()

    def at_rest(self) -> None:
        """Waits until nothing of any deck moves, and the deck is drawn so."""
        self.catch_up()
        self.until("(({ client }) => ![...client.decks.keys()].some(id => client.moving(id)))(document.querySelector('deckd-deck'))")
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def catch_up(self) -> int:
        """Waits for what the daemon has sent; the moment of its clock, µs."""
        return self.evaluate(
            "(async ({ client }) => (await client.request('deck.list'), client.now()))(document.querySelector('deckd-deck'))"
        )

    def point(self, x: float, y: float) -> Tuple[float, float]:
        """Where a point of the deck is on the page."""
        left, top, scale = self.evaluate(
            "(() => { const stage = document.querySelector('deckd-deck').shadowRoot.querySelector('[part=stage]');"
            " const box = stage.getBoundingClientRect(); return [box.left, box.top, box.width / stage.offsetWidth] })()"
        )
        return left + x * scale, top + y * scale

    def close(self) -> None:
        """Closes the page itself: one that only loses its debugger lives on, in a window of the browser's own size."""
        with contextlib.suppress(OSError, websocket.WebSocketException):
            self.send("Page.close")
        self.reader.join(PATIENCE)
        self.socket.close(timeout=1)


class Browser:
    """Headless Chromium with a profile of its own."""

    options = ["--headless=new", "--disable-gpu"]

    def __init__(self, folder: pathlib.Path) -> None:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        if not chromium:
            raise FileNotFoundError("chromium is not installed: apt-get install chromium")
        self.profile = profile = folder / "profile"
        self.process = Process(
            [
                chromium, *self.options, "--no-sandbox", "--remote-debugging-port=0", "--remote-allow-origins=*",
                "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-extensions", f"--user-data-dir={profile}", "about:blank",
            ],
            folder / "chromium.log",
        )
        self.port = int(
            until(lambda: (profile / "DevToolsActivePort").exists() and (profile / "DevToolsActivePort").read_text(), "chromium")
            .split()[0]
        )

    def request(self, path: str, method: str = "GET") -> Any:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
        return json.loads(text) if text[:1] in (b"{", b"[") else None

    def page(self) -> Page:
        return Page(self, self.request("/json/new?about:blank", "PUT")["id"])

    def first_page(self) -> Page:
        """The page that the browser has begun with."""
        return Page(self, next(target["id"] for target in self.request("/json/list") if target["type"] == "page"))

    def activate(self, page: Page) -> None:
        self.request(f"/json/activate/{page.target}")

    def stop(self) -> None:
        """Ends the browser and removes its profile, into which its processes write until the last has ended."""
        self.process.stop()

        def removed() -> bool:
            shutil.rmtree(self.profile, ignore_errors=True)
            return not self.profile.exists()

        until(removed, "the browser to leave its profile")


class Setup:
    """A daemon, deckd-web and a browser, in a folder that goes with them; the configuration is a file, or its text."""

    def __init__(
        self,
        configuration: Union[pathlib.Path, str] = HERE / "decks.toml",
        controls: bool = True,
        files: Optional[pathlib.Path] = None,
        browser: Callable[[pathlib.Path], Browser] = Browser,
    ) -> None:
        self.files = files
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="deckd-browser-"))
        if isinstance(configuration, str):
            (self.folder / "deckd.toml").write_text(configuration)
            configuration = self.folder / "deckd.toml"
        self.configuration = configuration
        self.controls = controls
        self.stack = contextlib.ExitStack()
        self.stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.socket = self.folder / "deckd.sock"
        try:
            self.start_daemon()
            self.stack.callback(lambda: self.daemon.stop())
            self.web = Process(self.web_arguments(), self.folder / "web.log")
            self.stack.callback(self.web.stop)
            self.address = self.web.line("listening on ").rstrip("/")
            self.browser = browser(self.folder)
            self.stack.callback(self.browser.stop)
        except BaseException:
            self.stack.close()
            raise

    def start_daemon(self) -> None:
        self.daemon = Process(
            [program("deckd"), "--config", str(self.configuration), "--socket", str(self.socket)],
            self.folder / "deckd.log",
        )
        self.daemon.line("socket=")

    def web_arguments(self, assets: Optional[str] = os.environ.get("DECKD_WEB_ASSETS")) -> List[str]:
        arguments = [program("deckd-web"), "--listen", "127.0.0.1:0", "--socket", str(self.socket)]
        arguments += ["--assets", assets] if assets else []
        arguments += ["--files", str(self.files)] if self.files else []
        return arguments + (["--control"] if self.controls else [])

    def serve(self, folder: pathlib.Path) -> str:
        """Serves an author's folder beside the built-in page; the address."""
        if "DECKD_WEB_ASSETS" in os.environ:
            shutil.copy(f"{os.environ['DECKD_WEB_ASSETS']}/deckd.js", folder)
        web = Process(self.web_arguments(str(folder)), self.folder / "author.log")
        self.stack.callback(web.stop)
        return web.line("listening on ").rstrip("/")

    def client(self) -> DaemonClient:
        return DaemonClient(self.socket)

    def page(self, width: int = 1440, height: int = 900, deck: str = "", path: str = "/") -> Page:
        page = self.browser.page()
        page.resize(width, height)
        # A folder has no file without an ending.
        suffix = ".html" if path == "/studio" and "DECKD_WEB_ASSETS" in os.environ else ""
        page.open(f"{self.address}{path}{suffix}#{deck}")
        page.until("document.readyState === 'complete' && document.querySelector('deckd-deck')?.model !== undefined")
        page.at_rest()
        return page

    def stop(self) -> None:
        self.stack.close()


@contextlib.contextmanager
def setup(**options: Any) -> Iterator[Setup]:
    started = Setup(**options)
    try:
        yield started
    finally:
        started.stop()
