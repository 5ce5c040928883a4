#!/usr/bin/env python3
"""The site of the project's pages: what ends its build, what it has, and how it is read from files in headless Chromium.

usage: test_site.py [-v] [Builds | Pages | Reading]

Needs what make site needs and has built in .build/site; Reading also chromium and python3-websocket. DECKD_SITE is the folder of
another site, such as /usr/share/doc/deckd/html.
"""

from __future__ import annotations

import html.parser
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
from typing import Any, Dict, List, Optional, Set, Tuple

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SITE = pathlib.Path(os.environ.get("DECKD_SITE", ROOT / ".build" / "site"))
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))

# The project's configuration with an order of pages for a small tree.
CONFIGURATION = """
import runpy
SITE = {site!r}
globals().update({{key: value for key, value in runpy.run_path(SITE + "/conf.py").items() if not key.startswith("__")}})
templates_path, html_static_path, html_css_files, html_js_files = [SITE], [], [], []
ORDER = {{"Guides": "\\n    Fan/Fan\\n    SECURITY"}}
"""
# Each line that is wrong, with what the build must say of it.
FAULTS = {
    "[a page](missing.md)": "missing.md",
    "[a heading](Sources/Fan/Fan.docc/Fan.md#missing)": "Fan.md#missing",
    "[a heading of this page](#missing)": "#missing",
    "[a file](Sources/Fan/missing.swift)": "missing.swift",
    "![a picture](missing.png)": "missing.png",
    "<doc:Missing>": "Missing.md",
}


class Tags(html.parser.HTMLParser):
    """The tags of a page with their attributes, and the anchors that it has."""

    def __init__(self, page: pathlib.Path) -> None:
        super().__init__()
        self.tags: List[Tuple[str, Dict[str, str]]] = []
        self.anchors: Set[str] = set()
        self.feed(page.read_text())

    def handle_starttag(self, tag: str, attributes: List[Tuple[str, Optional[str]]]) -> None:
        values = {key: value or "" for key, value in attributes}
        self.tags.append((tag, values))
        self.anchors.update(values[key] for key in ("id", "name") if key in values)


class Builds(unittest.TestCase):
    """Of a small tree, with the project's own configuration."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name) / "tree"
        links = "[The fans](Sources/Fan/Fan.docc/Fan.md#a-fan), [their code](Sources/Fan/Fan.swift)"
        self.write("README.md", f"# The project\n\n{links}\n")
        self.write("SECURITY.md", "# Security\n\nNothing can happen.\n")
        self.write("Sources/Fan/Fan.swift", "struct Fan {}\n")
        self.write("Sources/Fan/Fan.docc/picture.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n')
        parts = ["# ``Fan``", "## A fan", "![Its look](picture)", "> Note: It is\n> round.", "<doc:Fan>"]
        self.write("Sources/Fan/Fan.docc/Fan.md", "\n\n".join(parts))
        self.write("configuration/conf.py", CONFIGURATION.format(site=str(ROOT / "Sources" / "Site")))

    def write(self, name: str, text: str) -> None:
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def build(self) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-B", "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-c", "configuration", ".", "site"],
            cwd=self.tree, env={**os.environ, "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, timeout=120,
        )  # fmt: skip

    def test_pages_of_DocC_become_pages(self) -> None:
        done = self.build()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        page = (self.tree / "site/Sources/Fan/Fan.docc/Fan.html").read_text()
        for piece in ('admonition note', ">It is\nround.</p>", 'alt="Its look"', "_images/picture.svg", "paper"):
            self.assertIn(piece, page)
        self.assertRegex(page, r'<a class="reference internal" href="#">.*Fan.*</a>')
        self.assertRegex(page, r'<h1><code [^>]*><span class="pre">Fan</span></code>')
        self.assertIn('href="Sources/Fan/Fan.swift.html"', (self.tree / "site/README.html").read_text())
        self.assertIn("Fan", (self.tree / "site/Sources/Fan/Fan.swift.html").read_text())

    def test_a_diagram_is_drawn(self) -> None:
        chart = 'flowchart LR\n  a(["left"])\n  subgraph box["a box"]\n    b["right"]\n  end\n  a -- "by" --> b\n  a --> box\n'
        self.write("SECURITY.md", f"# Security\n\n```mermaid\n{chart}```\n")
        done = self.build()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (drawing,) = (self.tree / "site/_images").glob("graphviz-*.svg")
        words = re.findall(r"<text [^>]*>([^<]*)</text>", drawing.read_text())
        self.assertEqual(sorted(word.replace("\u00a0", " ").strip() for word in words), ["a box", "by", "left", "right"])

    def test_dead_links_end_the_build_with_the_file_the_line_and_the_link(self) -> None:
        self.write("README.md", "# The project\n\n" + "\n\n".join(FAULTS) + "\n")
        done = self.build()
        self.assertNotEqual(done.returncode, 0)
        for number, (line, link) in enumerate(FAULTS.items()):
            with self.subTest(line):
                self.assertRegex(done.stderr, rf"/README\.md:{3 + 2 * number}: WARNING: .*{re.escape(link)}")

    def test_a_page_that_has_no_place_in_the_order_ends_the_build(self) -> None:
        self.write("CONTRIBUTING.md", "# Contributing\n")
        done = self.build()
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"/CONTRIBUTING\.md: WARNING: document isn't included in any toctree")


class Pages(unittest.TestCase):
    """Of the project's own site."""

    pages: Dict[pathlib.Path, Tags]

    @classmethod
    def setUpClass(cls) -> None:
        cls.pages = {page: Tags(page) for page in SITE.rglob("*.html")}

    def test_each_page_of_the_project_is_in_it(self) -> None:
        listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
        self.assertGreater(len(listed), 50)
        self.assertEqual([name for name in listed if SITE / name.replace(".md", ".html") not in self.pages], [])

    def test_each_link_leads_somewhere_and_no_resource_comes_from_a_network(self) -> None:
        dead, foreign, checked = [], [], 0
        for page, found in self.pages.items():
            for tag, values in found.tags:
                for key in {"href", "src", "srcset", "data", "poster", "action"} & values.keys():
                    address = urllib.parse.urlsplit(values[key])
                    if address.scheme or address.netloc or address.path.startswith("/"):
                        if tag != "a" and address.scheme != "data":
                            foreign.append((page, values[key]))
                        continue
                    name, anchor = urllib.parse.unquote(address.path), urllib.parse.unquote(address.fragment)
                    path = pathlib.Path(os.path.normpath(page.parent / name)) if name else page
                    checked += 1
                    if not path.is_file() or anchor and anchor not in (self.pages[path].anchors if path in self.pages else ()):
                        dead.append((page, values[key]))
        elsewhere = re.compile(r"(?:@import|url\()\s*['\"]?(?!data:)(\w+:|/)")
        for sheet in SITE.rglob("*.css"):
            foreign.extend((sheet, address) for address in elsewhere.findall(sheet.read_text()))
        self.assertGreater(checked, 10_000)
        self.assertEqual((dead, foreign), ([], []))

    def test_the_search_knows_a_word(self) -> None:
        index = (SITE / "searchindex.js").read_text()
        self.assertRegex(index, r"^Search\.setIndex\(")
        self.assertIn("touchscreen", index)

    def test_nothing_in_it_is_of_this_machine(self) -> None:
        for file in filter(pathlib.Path.is_file, SITE.rglob("*")):
            self.assertNotIn(os.fsencode(ROOT) + b"/", file.read_bytes(), file)


class Reading(unittest.TestCase):
    page: Any

    @classmethod
    def setUpClass(cls) -> None:
        from browser import Browser

        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        browser = Browser(pathlib.Path(folder.name))
        cls.addClassCleanup(browser.stop)
        cls.page = browser.page()

    def open(self, name: str) -> None:
        self.page.open((SITE / name).as_uri())
        self.page.until(f"document.readyState === 'complete' && location.pathname.endsWith({name!r})")

    def test_a_word_is_found_from_files(self) -> None:
        self.page.resize(1440, 900)
        self.open("Sources/DeckEngine/DeckEngine.docc/Panels.html")
        self.page.evaluate("document.querySelector('input[type=search], input.sidebar-search').focus()")
        self.page.call("Input.insertText", text="kiosk")
        self.page.key("Enter")
        self.page.until("document.querySelectorAll('ul.search li a').length > 3")
        self.page.evaluate("document.querySelector('ul.search li a').click()")
        self.page.until("document.querySelector('h1')?.textContent.startsWith('A kiosk')")

    def test_pages_fit_their_windows(self) -> None:
        settings = "Sources/DeckEngine/DeckEngine.docc/Settings.html"
        names = ["README.html", "ARCHITECTURE.html", settings, "Sources/DeckProtocol/DeckProtocol.docc/Protocol.html"]
        for size in ((390, 844), (834, 1112), (1440, 900)):
            self.page.resize(*size)
            for name in names:
                with self.subTest(name, size=size):
                    self.open(name)
                    self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), size[0])
                    self.page.until("[...document.images].filter(one => one.offsetParent).every(one => one.naturalWidth > 0)")
        self.open(settings)
        widths = "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('.table-wrapper'))"
        self.assertGreater(*self.page.evaluate(widths))

    def test_the_preference_for_dark_pages_is_followed(self) -> None:
        looks = {}
        for scheme in ("light", "dark"):
            self.page.media(prefers_color_scheme=scheme)
            self.open("README.html")
            looks[scheme] = self.page.evaluate(
                "[getComputedStyle(document.body).backgroundColor,"
                " [...document.images].filter(one => one.offsetParent).map(one => one.src.split('/').pop())[0]]"
            )
        self.assertEqual(looks, {"light": ["rgb(255, 255, 255)", "first-light.jpg"], "dark": ["rgb(11, 11, 12)", "first-dark.jpg"]})


if __name__ == "__main__":
    unittest.main()
