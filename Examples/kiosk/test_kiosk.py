#!/usr/bin/env python3
"""Runs deckd-kiosk in a folder of its own, with made-up commands: DECKD_PROGRAMS is the folder of deckd, which checks
the configuration.

usage: test_kiosk.py [-v] [TEST…]
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
from typing import Dict

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DECKD = pathlib.Path(os.environ.get("DECKD_PROGRAMS", ROOT / ".build" / "debug")).resolve() / "deckd"
# What every Debian has.
TOOLS = ("awk", "cat", "dirname", "grep", "id", "mkdir", "sed", "sh", "tr")
PANEL = '{"node":"/dev/input/event3","name":"Goodix Capacitive TouchScreen","used":true,"slots":10}'
OWN = """# An administrator's.
[[surfaces]]
name = "left"
[[surfaces]]
name = "right"
[[decks]]
id = "mine"
"""


class Kiosk(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kiosk-test."))
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = self.folder / "root"
        self.commands = self.folder / "bin"
        self.commands.mkdir()
        self.log = self.folder / "log"
        self.log.touch()
        for tool in TOOLS:
            (self.commands / tool).symlink_to(shutil.which(tool) or tool)
        (self.commands / "deckd").symlink_to(DECKD)
        for name in ("cage", "Xwayland", "chromium", "deckd-web"):
            self.command(name, "exit 1")
        self.command("deckctl", f"echo '{PANEL}'")
        self.command(
            "useradd",
            f"""echo "useradd $*" >>"{self.log}"
echo "kiosk:x:1000:1000::/home/kiosk:/usr/sbin/nologin" >>"$2/etc/passwd\"""",
        )
        self.command(
            "systemctl",
            f"""case " $* " in
  *" is-enabled "*) for unit; do :; done; grep -q " enable $unit" "{self.log}" ;;
  *" is-active "*) [ -e "{self.folder}/display-manager" ] ;;
  *) echo "systemctl $*" >>"{self.log}" ;;
esac""",
        )
        for name, text in {
            "etc/passwd": "root:x:0:0:root:/root:/bin/bash\n",
            "dev/dri/card0": "",
            "usr/lib/x86_64-linux-gnu/security/pam_systemd.so": "",
            "usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service": "",
        }.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        self.configuration = self.root / "etc/deckd/deckd.toml"
        self.drop_in = self.root / "etc/systemd/system/deckd.service.d/kiosk.conf"

    def command(self, name: str, script: str) -> None:
        path = self.commands / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def configure(self, text: str) -> None:
        self.configuration.parent.mkdir(parents=True)
        self.configuration.write_text(text)

    def kiosk(self, *arguments: str, code: int = 0) -> str:
        """The output of deckd-kiosk."""
        done = subprocess.run(
            [str(HERE / "deckd-kiosk"), *arguments, "--root", str(self.root)],
            env={"PATH": str(self.commands)}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def files(self) -> Dict[str, bytes]:
        return {str(path.relative_to(self.root)): path.read_bytes() for path in self.root.rglob("*") if path.is_file()}

    def test_one_command_makes_a_kiosk(self) -> None:
        self.kiosk()
        self.assertEqual(
            self.log.read_text().splitlines(),
            [f"useradd --root {self.root} --create-home --shell /usr/sbin/nologin kiosk"]
            + [f"systemctl --root={self.root} enable {name}.service" for name in ("deckd", "deckd-web", "deckd-kiosk")]
            + [f"systemctl --root={self.root} set-default multi-user.target"],
        )
        says = subprocess.run(
            [DECKD, "--check-config", "--config", self.configuration], stdout=subprocess.PIPE, text=True, check=True
        ).stdout
        self.assertIn('surface "panel": size from its panel', says)
        self.assertIn("grabbed", says)
        self.assertEqual(says.count("\ndeck "), 1)
        self.assertIn('all of surface "panel"', says)
        self.assertFalse(self.drop_in.exists())
        self.assertNotIn("missing", self.kiosk("--check"))

    def test_it_can_be_repeated(self) -> None:
        self.kiosk()
        files = self.files()
        self.log.write_text("")
        self.kiosk()
        self.assertEqual(self.files(), files)
        self.assertNotIn("useradd", self.log.read_text())

    def test_a_configuration_stays_as_it_is(self) -> None:
        self.configure(OWN)
        says = self.kiosk()
        self.assertEqual(self.configuration.read_text(), OWN)
        self.assertFalse(self.drop_in.exists())
        self.assertIn("grab = true", says)
        self.assertIn("several surfaces", says)

    def test_a_configuration_that_is_wrong_is_named_by_its_line(self) -> None:
        self.configure(OWN + "unknown = 1\n")
        self.assertIn(":8:", self.kiosk("--check", code=1))

    def test_a_configuration_in_another_form_of_toml_is_understood(self) -> None:
        self.configure('panels = [{ grab = true }]\nsurfaces = [{ name = "a" }, { name = "b" }]\ndecks = [{ id = "x" }]\n')
        says = self.kiosk("--dry-run")
        self.assertNotIn("grab = true", says)
        self.assertIn("several surfaces", says)

    def test_the_configuration_of_the_package_stays_and_the_panel_is_grabbed_all_the_same(self) -> None:
        text = (ROOT / "systemd" / "deckd.toml").read_text()
        self.configure(text)
        self.kiosk()
        self.assertEqual(self.configuration.read_text(), text)
        lines = self.drop_in.read_text().splitlines()
        self.assertEqual(lines[-2:], ["ExecStart=", "ExecStart=/usr/bin/deckd --state-dir %S/deckd --grab"])
        self.kiosk()
        self.assertNotIn("missing", self.kiosk("--check"))

    def test_without_a_program_nothing_is_changed(self) -> None:
        for name in ("cage", "Xwayland", "chromium", "deckd-web"):
            (self.commands / name).unlink()
        before = self.files()
        for arguments in ([], ["--check"]):
            says = self.kiosk(*arguments, code=1)
            self.assertIn("apt install --no-install-recommends cage xwayland chromium chromium-sandbox\n", says)
            self.assertIn("apt install ./deckd_*.deb", says)
        self.assertEqual(self.files(), before)
        self.assertEqual(self.log.read_text(), "")

    def test_without_polkit_the_terminal_is_not_switched_and_nothing_is_changed(self) -> None:
        (self.root / "usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service").unlink()
        self.assertIn("apt install --no-install-recommends polkitd\n", self.kiosk(code=1))
        self.assertEqual(self.log.read_text(), "")

    def test_a_missing_display_and_touchscreen_are_named_and_waited_for(self) -> None:
        (self.root / "dev/dri/card0").unlink()
        self.command("deckctl", f"echo '{PANEL.replace('true', 'false')}'")
        says = self.kiosk()
        self.assertIn("missing  display", says)
        self.assertIn("missing  touchscreen", says)
        self.assertIn("deckd-kiosk: 2 missing", self.kiosk("--check", code=1))

    def test_what_is_checked_and_what_would_be_done_changes_nothing(self) -> None:
        before = self.files()
        self.assertIn("deckd-kiosk: 5 missing", self.kiosk("--check", code=1))
        says = self.kiosk("--dry-run")
        self.assertIn(f"would    useradd --root {self.root}", says)
        self.assertIn(f"would    write {self.configuration}:", says)
        self.assertIn(f"would    systemctl --root={self.root} enable deckd-kiosk.service", says)
        self.assertEqual(self.files(), before)
        self.assertEqual(self.log.read_text(), "")

    def test_it_starts_the_kiosk_unless_a_display_manager_runs(self) -> None:
        def says() -> str:
            return subprocess.run(
                [str(HERE / "deckd-kiosk"), "--dry-run"], env={"PATH": str(self.commands)}, stdout=subprocess.PIPE, text=True, check=True
            ).stdout

        self.assertIn("would    systemctl enable --now deckd-kiosk.service\n", says())
        (self.folder / "display-manager").touch()
        text = says()
        self.assertIn("would    systemctl enable deckd-kiosk.service\n", text)
        self.assertIn("restart the machine", text)
        self.assertNotIn("--now", text)

    def test_a_wrong_command_line_is_refused(self) -> None:
        self.assertIn("usage: deckd-kiosk", self.kiosk("--chekc", code=64))

    @unittest.skipUnless(shutil.which("systemd-analyze"), "left out: systemd-analyze is not installed")
    def test_the_unit_is_valid(self) -> None:
        text = (ROOT / "systemd" / "deckd-kiosk.service").read_text()
        self.assertIn("http://127.0.0.1:8137/", text)
        unit = self.folder / "deckd-kiosk.service"
        unit.write_text(text.replace("ExecStart=cage", "ExecStart=true").replace("Wants=deckd-web.service\n", ""))
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", unit], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
