"""What scenarios are written with: the table, commands, the service, and waiting."""

import os
import re
import shutil
import subprocess
import time
import traceback

SERVICE = "deckd.service"
SOCKETS = ["deckd.socket", "deckd-observe.socket"]
CONFIGURATION = "/etc/deckd/deckd.toml"


class Missing(Exception):
    """The version under test lacks what the scenario is about."""


scenarios = []


def scenario(name):
    """A function that returns its figure, or raises."""

    def register(function):
        scenarios.append((name, function))
        return function

    return register


def run_scenarios(pattern=""):
    """Prints a line for each whose name matches, and their total; returns the exit code. The first is always run."""
    counts = {"passed": 0, "failed": 0, "missing": 0}
    print(f"{'scenario':<44} {'result':<8} figure", flush=True)
    for name, function in [scenarios[0], *(each for each in scenarios[1:] if re.search(pattern, each[0]))]:
        details = ""
        try:
            result, figure = "passed", function()
        except Missing as reason:
            result, figure = "missing", str(reason)
        except Exception as error:
            result, figure = "failed", f"{type(error).__name__}: {error}".splitlines()[0]
            details = traceback.format_exc() + run("journalctl", "-u", SERVICE, "-n", "15", "-o", "cat", check=False)
        counts[result] += 1
        print(f"{name:<44} {result:<8} {figure}", flush=True)
        print("".join(f"    {line}\n" for line in details.splitlines()), end="", flush=True)
    # Missing features come before the total, which says the same wherever it is read.
    if counts["missing"]:
        print(f"\n{counts['missing']} missing: the version under test has no such feature")
    print(f"\n{counts['passed']} passed, {counts['failed']} failed", flush=True)
    return 1 if counts["failed"] else 0


def run(*command, check=True):
    """A command's output, errors among it."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"},
    )
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: exit code {done.returncode}: {done.stdout.strip()[-600:]}")
    return done.stdout


def wait_until(what, condition, seconds=60):
    """The first true value of a condition; what fails with an OSError is not there yet."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            if value := condition():
                return value
        except OSError:
            pass
        assert time.monotonic() < deadline, f"{what}: not within {seconds} s"
        time.sleep(0.02)


def show(name, unit=SERVICE):
    return run("systemctl", "show", "-P", name, unit).strip()


def main_process():
    """The daemon's process, while it serves."""
    return int(show("MainPID")) if show("ActiveState") == "active" else 0


def has_log(text, since):
    """Whether the daemon has logged a text since a moment of the wall clock."""
    return text in run("journalctl", "-u", SERVICE, "-o", "cat", f"--since=@{since:.0f}")


class configured:
    """The service with another configuration and, in [Service], other directives; both are undone at the end."""

    def __init__(self, configuration=None, directives="", passed_sockets=True):
        self.configuration, self.directives, self.passed_sockets = configuration, directives, passed_sockets

    def __enter__(self):
        run("systemctl", "stop", SERVICE, *SOCKETS)
        with open(CONFIGURATION) as file:
            self.before = file.read()
        if self.configuration is not None:
            with open(CONFIGURATION, "w") as file:
                file.write(self.configuration)
        if self.directives:
            folder = f"/run/systemd/system/{SERVICE}.d"
            os.makedirs(folder, exist_ok=True)
            with open(f"{folder}/scenario.conf", "w") as file:
                file.write(f"[Service]\n{self.directives}\n")
            run("systemctl", "daemon-reload")
        try:
            if self.passed_sockets:
                run("systemctl", "start", *SOCKETS)
            run("systemctl", "start", SERVICE)
        except AssertionError:
            self.__exit__()
            raise

    def __exit__(self, *_):
        run("systemctl", "stop", SERVICE)
        # A socket that is started more than five times in 10 s is refused; this forgets how often it was.
        run("systemctl", "reset-failed", SERVICE, *SOCKETS, check=False)
        with open(CONFIGURATION, "w") as file:
            file.write(self.before)
        if self.directives:
            shutil.rmtree(f"/run/systemd/system/{SERVICE}.d")
            run("systemctl", "daemon-reload")
        run("systemctl", "start", *SOCKETS, SERVICE)
