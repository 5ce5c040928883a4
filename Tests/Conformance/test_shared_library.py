#!/usr/bin/env python3
"""libdeckd.so: its functions, programs of one version with the library of another, and other languages.

usage: test_shared_library.py [-v] [Interface | Languages]

DECKD_PROGRAMS is the folder of deckd, .build/debug when left out. Languages needs go, mcs and mono.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Any, Dict, List

import record

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = ROOT / "Sources" / "CDeckClient"
EXAMPLES = ROOT / "Examples" / "ffi"
PROGRAMS = pathlib.Path(os.environ.get("DECKD_PROGRAMS", ROOT / ".build" / "debug"))
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror"]


def run(*command: Any, **options: Any) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=120, **options)
    if done.returncode:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_library(sources: pathlib.Path) -> None:
    script = f"-Wl,--version-script={sources / 'libdeckd.map'}"
    run("cc", *FLAGS, "-fPIC", "-shared", "-Wl,-soname,libdeckd.so.1", script, "-o", sources / "libdeckd.so.1",
        sources / "deckd.c", "-lm")  # fmt: skip


def grow(sources: pathlib.Path) -> None:
    """Makes what a later version may be: an option more, a function more, and structures whose members have moved."""
    header, source = (sources / "deckd.h", sources / "deckd.c")
    text, options = re.subn(r"(struct deckd_options \{.*?)\n\};", r"\1\n  uint64_t later;\n};", header.read_text(), flags=re.DOTALL)
    text = text.replace("struct deckd_card;", "struct deckd_card;\nint deckd_card_later(const struct deckd_card *card);")
    header.write_text(text)
    text, results = re.subn(r"^struct deckd_(\w+) \{", r"\g<0>\n  int later;", source.read_text(), flags=re.MULTILINE)
    # Those that are made by the order of their members.
    text = re.sub(r"\(struct deckd_(card|event|error)\)\{", r"\g<0>0, ", text)
    text = re.sub(r"struct deckd_(event event|error refusal) = \{", r"\g<0>0, ", text)
    source.write_text(text + "int deckd_card_later(const struct deckd_card *card) { return card->later; }\n")
    script = sources / "libdeckd.map"
    script.write_text(script.read_text() + "DECKD_1.1 { deckd_card_later; } DECKD_1;\n")
    assert options == 1 and results >= 7, (options, results)


class Interface(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.addCleanup(record.Daemon.close_all)

    def version(self, name: str) -> pathlib.Path:
        """A library of this version, or of a later one, with a program that was built with its header."""
        sources = self.folder / name / "Sources" / "CDeckClient"
        shutil.copytree(SOURCES, sources)
        if name == "later":
            grow(sources)
        build_library(sources)
        tests = self.folder / name / "Tests" / "Conformance"
        tests.mkdir(parents=True)
        for file in ("shared_client.c", "print_model.h"):
            shutil.copy(HERE / file, tests)
        return sources

    def build_client(self, sources: pathlib.Path, *options: str) -> pathlib.Path:
        program = sources / "client"
        source = sources.parent.parent / "Tests" / "Conformance" / "shared_client.c"
        run("cc", *FLAGS, *options, "-o", program, source, sources / "libdeckd.so.1")
        return program

    def run_client(self, program: pathlib.Path, library: pathlib.Path) -> List[str]:
        daemon = record.Daemon(str(PROGRAMS / "deckd"), record.deck("swipeclean", 4))
        shown = run(program, daemon.socket, env={**os.environ, "LD_LIBRARY_PATH": str(library)})
        daemon.kill()
        # Times differ from run to run, and the answers' order by how many came at once.
        shown = re.sub(r'"(at|t|time|session|journal)":("[^"]*"|-?[\d.]+)', r'"\1":…', shown)
        return sorted(shown.splitlines())

    def test_the_library_has_the_functions_of_the_header_and_no_others(self) -> None:
        declared = set(re.findall(r"^(?!typedef|static)[a-z].*?\b(deckd_\w+)\(", (SOURCES / "deckd.h").read_text(), re.MULTILINE))
        listed = set(re.findall(r"^  (deckd_\w+);", (SOURCES / "libdeckd.map").read_text(), re.MULTILINE))
        library = self.version("this")
        defined = set(re.findall(r" T (\w+)@@DECKD_1\n", run("nm", "-D", "--defined-only", library / "libdeckd.so.1")))
        self.assertEqual(declared, listed)
        self.assertEqual(declared, defined)
        self.assertGreater(len(declared), 70)

    def test_a_program_runs_with_the_library_of_a_later_version_and_the_reverse(self) -> None:
        this, later = self.version("this"), self.version("later")
        program, later_program = self.build_client(this), self.build_client(later)
        shown = self.run_client(program, this)
        self.assertEqual(self.run_client(program, later), shown)
        self.assertEqual(self.run_client(later_program, this), shown)
        text = "\n".join(shown)
        for expected in ("shouldSwipe card-0\n", "answered: 0 1 0\n", "swipe: {", "wrong: -32602 ", "card.swiped main 3 {", '"count":4',
                         "\ncard-1 20 160 ", "overlay - - -1"):  # fmt: skip
            self.assertIn(expected, text)

    def test_an_option_that_the_library_does_not_have_is_refused(self) -> None:
        this, later = self.version("this"), self.version("later")
        program = self.build_client(later, "-DLATER=1")
        with self.assertRaisesRegex(AssertionError, "deckd_new: Argument list too long"):
            self.run_client(program, this)
        self.assertIn("overlay - - -1", self.run_client(program, later))


class Languages(unittest.TestCase):
    """The examples of other languages draw what the daemon says; Dart's is not run, since Debian has no Dart."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for file in SOURCES.iterdir():
            shutil.copy(file, self.folder)
        build_library(self.folder)
        os.symlink("libdeckd.so.1", self.folder / "libdeckd.so")
        config = (self.folder / "deckd.pc.in").read_text().replace("@LIBDIR@", str(self.folder)).replace("@VERSION@", "0")
        config = config.replace("${prefix}/include", str(self.folder))
        (self.folder / "deckd.pc").write_text(config)
        self.addCleanup(record.Daemon.close_all)
        self.daemon = record.Daemon(str(PROGRAMS / "deckd"), record.deck("swipeclean", 4))
        self.environment: Dict[str, str] = {
            **os.environ,
            "LD_LIBRARY_PATH": str(self.folder),
            "PKG_CONFIG_PATH": str(self.folder),
            "DECKD_SOCKET": str(self.daemon.socket),
        }

    def draws_the_cards(self, *command: Any) -> None:
        process = subprocess.Popen(
            [*map(str, command)], stdout=subprocess.PIPE, text=True, env=self.environment, start_new_session=True
        )
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(os.killpg, process.pid, 9)
        assert process.stdout
        lines = [process.stdout.readline().strip() for _ in range(8)]
        self.assertIn("card-0 20,160", lines)
        self.assertIn("card-1 20,164", lines)

    def test_python(self) -> None:
        self.draws_the_cards("/usr/bin/python3", EXAMPLES / "deck.py")

    def test_go(self) -> None:
        program = self.folder / "go"
        cache = {"GOCACHE": str(self.folder / "cache"), "GOFLAGS": "-mod=mod"}
        run("go", "build", "-o", program, EXAMPLES / "go" / "main.go", env={**self.environment, **cache})
        self.draws_the_cards(program)

    def test_c_sharp(self) -> None:
        program = self.folder / "Deck.exe"
        run("mcs", f"-out:{program}", EXAMPLES / "Deck.cs")
        self.draws_the_cards("mono", program)


if __name__ == "__main__":
    unittest.main()
