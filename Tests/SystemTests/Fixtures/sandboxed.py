#!/usr/bin/python3
"""Runs a command as a service of systemd would run it: under the system call filter of a unit, without privileges.

usage: sandboxed.py UNIT USER GROUPS COMMAND...

The lines SystemCallFilter= of UNIT are applied as systemd.exec(5) describes, with systemd-analyze's own sets. The command
runs as the numeric USER, in GROUPS (numbers, separated by commas; the first is the primary one).
"""
import ctypes
import errno
import os
import subprocess
import sys

import seccomp

PR_SET_NO_NEW_PRIVS = 38


def calls(name):
    """The system calls of a set, or the one that is named."""
    if not name.startswith("@"):
        return {name}
    command = ["systemd-analyze", "syscall-filter", name]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    members = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    return set().union(*map(calls, members))


def allowed(unit):
    """The system calls that a unit allows; its first filter must be a list of what is allowed."""
    result = calls("@default")
    with open(unit, encoding="utf-8") as lines:
        filters = [line.split("=", 1)[1].strip() for line in lines if line.startswith("SystemCallFilter=")]
    if not filters or filters[0].startswith("~"):
        sys.exit(f"{unit}: expected SystemCallFilter= with what is allowed, then what is not")
    for text in filters:
        names = set().union(*map(calls, text.lstrip("~").split()))
        result = result - names if text.startswith("~") else result | names
    return result


def main():
    unit, user, groups, command = sys.argv[1], int(sys.argv[2]), [int(n) for n in sys.argv[3].split(",")], sys.argv[4:]
    rules = seccomp.SyscallFilter(defaction=seccomp.ERRNO(errno.EPERM))
    for name in sorted(allowed(unit)):
        try:
            rules.add_rule(seccomp.ALLOW, name)
        except (RuntimeError, OSError):
            pass  # Of another architecture.
    # Opened before, for a user who must not enter its folder.
    program = os.open(command[0], os.O_RDONLY | os.O_CLOEXEC)
    os.setgroups(groups)
    os.setresgid(groups[0], groups[0], groups[0])
    os.setresuid(user, user, user)
    ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    rules.load()
    os.execve(program, command, os.environ)


if __name__ == "__main__":
    main()
