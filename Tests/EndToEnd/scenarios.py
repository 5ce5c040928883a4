"""Runs in the guest: each scenario on the installed package, a real kernel, udev and systemd."""

import glob
import grp
import json
import os
import re
import shutil
import signal
import stat
import sys
import time

from client import Client
from devices import ABS_MT_POSITION_X, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, EV_ABS, MT_TOOL_PALM
from devices import Accelerometer, Motor, Panel, Reader, keyboard
from harness import CONFIGURATION, SERVICE, SOCKETS, Missing, configured, has_log, main_process, run, run_scenarios
from harness import scenario, show, wait_until

SHARE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = "/usr/share/doc/deckd/examples/deckd.toml"


def wait_for_panel(name):
    """The panel as daemon.status has it, once the daemon has opened it."""

    def find():
        with Client() as own:
            panels = own.request("daemon.status")["panels"]
        return next((each for each in panels if each["name"] == name), None)

    return wait_until(f"the daemon opens {name}", find)


class PluggedIn:
    """A panel that the daemon has opened, for the duration of a scenario."""

    def __init__(self, name="Panel"):
        self.panel = Panel(name)
        wait_for_panel(name)

    def __enter__(self):
        return self.panel

    def __exit__(self, *_):
        self.panel.remove()


def subscribe(client, *topics, **parameters):
    return client.request("subscribe", deck="main", topics=list(topics), **parameters)


@scenario("installation")
def install():
    failed = lambda: run("systemctl", "--failed", "--no-legend").strip()
    before = failed()
    start = time.monotonic()
    run("sh", "-c", f"dpkg -i {SHARE}/packages/deckd_*.deb")
    seconds = time.monotonic() - start
    for unit in [SERVICE, *SOCKETS]:
        assert show("ActiveState", unit) == "active", f"{unit} is {show('ActiveState', unit)}"
        assert show("UnitFileState", unit) == "enabled", f"{unit} is {show('UnitFileState', unit)}"
    assert "main" in run("deckctl", "status")
    assert failed() == before, failed()
    return f"{run('deckd', '--version').strip()} in {seconds:.0f} s; the service and its sockets are active and enabled"


@scenario("a panel appears and starts the service")
def start_by_panel():
    run("systemctl", "stop", SERVICE)
    start = time.monotonic()
    panel = Panel()
    try:
        wait_until("the service starts", main_process)
        seconds = time.monotonic() - start
        described = wait_for_panel("Panel")
        state = os.stat(panel.node)
        owner, mode = grp.getgrgid(state.st_gid).gr_name, stat.S_IMODE(state.st_mode)
        assert (owner, mode) == ("deckd", 0o660), f"{panel.node} belongs to {owner}, {mode:o}"
    finally:
        panel.remove()
    return f"{seconds:.1f} s; {described['name']} is root:{owner} {mode:04o}"


@scenario("a finger swipes, a client sees it")
def swipe():
    with PluggedIn() as panel, Client() as client:
        client.request("deck.reset")
        subscribe(client, "events")
        lifted = panel.swipe()
        event = client.wait_event("card.swiped")
        more = [each for each in client.drain(1) if each["params"].get("type") == "card.swiped"]
        assert not more, f"one swipe, {1 + len(more)} events"
        assert (event["card"], event["direction"]) == ("card-0", "right"), event
        assert event["t"] <= lifted + 1_000_000, f"the swipe is stamped {event['t']}, the lift was at {lifted}"
    return f"{event['card']} to the {event['direction']}, stamped {(event['t'] - lifted) / 1000:+.1f} ms from the lift"


@scenario("unplugged under a finger")
def unplug():
    with PluggedIn() as panel, Client() as client:
        client.request("deck.reset")
        subscribe(client, "events", "gestures", "frames")
        panel.drag(0.3, 0.9)  # as far as a swipe: only the lift is missing
        client.wait("drag", lambda method, params: method == "gesture" and params["phase"] == "changed")
        start = time.monotonic()
        panel.remove()
        client.wait("cancelled drag", lambda method, params:
                    method == "gesture" and params["recognizer"] == "drag" and params["phase"] == "cancelled")
        client.wait("frame at rest", lambda method, params: method == "frame" and params["phase"] == "rest")
        seconds = time.monotonic() - start
        snapshot = client.request("deck.get")["snapshot"]
        assert (snapshot["current"], snapshot["undoDepth"]) == (0, 0), "the card was decided"
        front = snapshot["cards"][0]
        assert front["rotation"] == 0 and front["role"] == "front", front
    return f"drag cancelled, card-0 at rest again after {seconds:.1f} s"


@scenario("50 hotplugs")
def hotplug():
    def measure():
        with open(f"/proc/{process}/status") as file:
            resident = int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))
        return len(os.listdir(f"/proc/{process}/fd")), resident

    def round_trip():
        panel = Panel("Hotplug")
        is_it = lambda method, params: method == "panel.added" and params["panel"]["name"] == "Hotplug"
        added = client.wait("panel.added", is_it)
        identifier = added["panel"].get("id")
        panel.remove()
        client.wait("panel.removed", lambda method, params: method == "panel.removed")
        return identifier

    process = main_process()
    with Client() as client:
        subscribe(client, "panels")
        for _ in range(10):
            round_trip()
        before = measure()
        start = time.monotonic()
        for _ in range(50):
            round_trip()
        seconds = time.monotonic() - start
        after = measure()
    assert process == main_process(), "the daemon was restarted"
    assert after[0] == before[0], f"{before[0]} descriptors became {after[0]}"
    # An allocator's pages, not a panel's: 20 KiB for each would be more.
    assert after[1] - before[1] <= 1024, f"{before[1]} KiB became {after[1]} KiB"
    return f"{before[0]} descriptors and {before[1]} KiB became {after[0]} and {after[1]} KiB; {seconds / 50:.2f} s each"


@scenario("kill -9 under a finger")
def kill():
    events = []
    rounds = 3

    def collect(client):
        events.extend(each["params"] for each in client.drain(1) if each["method"] == "event")

    client = Client()
    client.request("deck.load", cards=[{"id": f"k{number}"} for number in range(100)])
    reply = subscribe(client, "events")
    first, journal = reply["snapshot"]["seq"], reply["journal"]
    slowest = 0
    for _ in range(rounds):
        with PluggedIn() as panel:
            panel.swipe()
            events.append(client.wait_event("card.swiped"))
            panel.drag(0.3, 0.9)
            process = main_process()
            os.kill(process, signal.SIGKILL)
            start = time.monotonic()
            try:
                collect(client)
            except ConnectionError:
                events.extend(each["params"] for each in client.received if each["method"] == "event")
            client.socket.close()
            wait_until("the service starts again", lambda: main_process() not in (0, process))
            wait_for_panel("Panel")
            slowest = max(slowest, time.monotonic() - start)
            panel.up()  # of a finger that this daemon has not seen come down
            client = Client()
            last = max(each["seq"] for each in events)
            reply = subscribe(client, "events", since=last, journal=journal)
            assert not reply.get("resync"), f"the journal was lost: {reply}"
            assert reply["journal"] == journal
            panel.swipe()
            events.append(client.wait_event("card.swiped"))
            collect(client)
    depth = client.request("deck.get")["snapshot"]["undoDepth"]
    client.socket.close()
    numbers = sorted(each["seq"] for each in events)
    expected = list(range(first + 1, first + 1 + len(numbers)))
    assert numbers == expected, f"events {numbers} are not {expected[0]} to {expected[-1]}"
    swiped = [each["card"] for each in sorted(events, key=lambda each: each["seq"]) if each["type"] == "card.swiped"]
    assert swiped == [f"k{number}" for number in range(2 * rounds)], swiped
    assert depth == len(swiped), f"{len(swiped)} swipes were seen, the deck has {depth}"
    return f"{rounds} times; {len(numbers)} events, none missed or repeated; back within {slowest:.1f} s"


@scenario("a stopped daemon meets the watchdog")
def watchdog():
    configured_seconds = show("WatchdogUSec")
    if configured_seconds in ("0", "infinity"):
        raise Missing("the unit has no WatchdogSec=")
    # The unit's own interval would only make this longer.
    with configured(directives="WatchdogSec=4"):
        process = main_process()
        time.sleep(10)
        assert main_process() == process, "the watchdog ended a daemon that was well"
        os.kill(process, signal.SIGSTOP)
        start = time.monotonic()
        wait_until("another daemon serves", lambda: main_process() not in (0, process), seconds=150)
        seconds = time.monotonic() - start
        assert "watchdog" in run("journalctl", "-u", SERVICE, "-n", "30"), "it was not the watchdog"
        with PluggedIn() as panel, Client() as client:
            subscribe(client, "events")
            panel.swipe()
            client.wait_event("card.swiped")
    return f"another serves {seconds:.1f} s after SIGSTOP, with WatchdogSec=4 (the unit has {configured_seconds})"


def documented_keys():
    """Each key of the documented example with a value: (table, line); settings by the preset of their deck."""
    table, preset, rows = None, '"swipeclean"', []
    with open(EXAMPLE) as file:
        for line in file:
            if header := re.fullmatch(r"#?(\[+[A-Za-z.]+\]+)\n", line):
                table = header.group(1)
            elif row := re.fullmatch(r"#?([A-Za-z][A-Za-z.]*) = (.+)\n", line):
                if table == "[[decks]]" and row.group(1) == "preset":
                    preset = row.group(2)
                rows.append((table, preset, row.group(1), row.group(2)))
    return rows


def with_key(table, preset, lines):
    """A configuration with a surface, a deck, and some lines in a table."""
    tables = {"[[surfaces]]": ['name = "main"'], "[[decks]]": ['id = "main"', f"preset = {preset}"]}
    names = [each.split(" = ")[0] for each in lines]
    if table == "[[gestures]]":  # only a hold has a duration, and only what begins at an edge a depth
        done = ['do = "hold"'] if "duration" in names else ['do = "swipe up"', 'from = "bottom"']
        tables[table] = ['name = "home"', *done]
    present = tables.setdefault(table, [])
    present[:] = [each for each in present if each.split(" = ")[0] not in names] + lines
    if any(name in ("width", "height") for name in names) and table == "[[surfaces]]":
        present[:] = ['name = "main"', "width = 400", "height = 800"]
    if table == "[decks.settings]":  # belongs to the deck before it
        tables[table] = tables.pop(table)
    return "\n".join("\n".join([name, *rows]) for name, rows in tables.items()) + "\n"


@scenario("every configuration key under the unit")
def configuration_keys():
    rows = documented_keys()
    assert len(rows) > 150, f"{EXAMPLE} has {len(rows)} keys"
    settings = {}
    tried, wrong = 0, []
    # A group that the daemon may give: one of its own user.
    run("groupadd", "--force", "panel-users")
    cards = os.path.join(os.path.dirname(CONFIGURATION), "cards.json")  # what the example calls it
    with open(cards, "w") as file:
        file.write('[{"id": "a"}, {"id": "b"}]')
    trials = []
    for table, preset, key, value in rows:
        if table == "[decks.settings]":
            settings.setdefault(preset, []).append(f"{key} = {value}")
        else:
            if key == "group":
                value = '"panel-users"'
            trials.append((f"{table} {key}", 1, with_key(table, preset, [f"{key} = {value}"]), table))
    for preset, lines in settings.items():
        trials.append((f"settings of {preset}", len(lines), with_key("[decks.settings]", preset, lines), "settings"))
    for name, count, text, table in trials:
        ours = table.startswith("[socket")  # passed sockets have their units' modes and groups
        directives = "SupplementaryGroups=panel-users" if ours else ""
        tried += count
        try:
            with configured(text, directives, passed_sockets=not ours):
                wait_until("the daemon serves", lambda: "main" in run("deckctl", "status", check=False), seconds=15)
                if "group =" in text:
                    path = "/run/deckd/deckd-observe.sock" if "observe" in table else "/run/deckd/deckd.sock"
                    group = grp.getgrgid(os.stat(path).st_gid).gr_name
                    assert group == "panel-users", f"{path} has the group {group}"
        except (AssertionError, OSError) as error:
            said = run("journalctl", "-u", SERVICE, "-n", "4", "-o", "cat").strip().replace("\n", " / ")
            wrong.append(f"{name}: {str(error)[:120]} ({said[-300:]})")
    os.remove(cards)
    assert not wrong, f"{len(wrong)} of {tried} keys: " + "; ".join(wrong)
    return f"{tried} keys"


@scenario("systemd-analyze security deckd")
def security():
    report = run("systemd-analyze", "security", "--no-pager", SERVICE)
    exposure = float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", report).group(1))
    assert exposure <= 1.5, f"exposure {exposure}"
    return f"exposure {exposure}, at most 1.5"


@scenario("suspend under a finger")
def suspend():
    since = time.time()
    with PluggedIn() as panel, Client() as client:
        client.request("deck.reset")
        subscribe(client, "events", "gestures", "frames")
        panel.drag(0.3, 0.9)  # so far that a lift would decide the card
        client.wait("drag", lambda method, params: method == "gesture" and params["phase"] == "changed")
        clocks = lambda: time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
        before = clocks()
        # The emulated clock does not wake the machine: the kernel goes all the way but the last step, and comes back.
        for name, value in [("pm_test", "core"), ("mem_sleep", "deep"), ("state", "mem"), ("pm_test", "none")]:
            with open(f"/sys/power/{name}", "w") as file:
                file.write(value)
        slept = clocks() - before
        assert slept > 1, f"the machine was suspended for {slept:.1f} s"
        client.wait("drag's end", lambda method, params:
                    method == "gesture" and params["recognizer"] == "drag" and params["phase"] in ("cancelled", "ended"))
        client.wait("frame at rest", lambda method, params: method == "frame" and params["phase"] == "rest")
        if not has_log("resumed from suspend", since):
            raise Missing("the daemon does not notice a suspend")
        assert client.request("deck.get")["snapshot"]["undoDepth"] == 0, "the suspend decided a card"
        panel.up()
        panel.swipe()
        client.wait_event("card.swiped")
    return f"layer: the kernel's suspend up to the firmware (pm_test=core), {slept:.0f} s; drag cancelled, then a swipe"


@scenario("a keyboard that the service cannot open")
def keyboard_stays_closed():
    device = keyboard()
    try:
        run("udevadm", "settle")
        node = wait_until("the keyboard's node", lambda: device.node)
        state = os.stat(node)
        owner = grp.getgrgid(state.st_gid).gr_name
        process = main_process()
        opened = [os.readlink(each) for each in glob.glob(f"/proc/{process}/fd/*")]
        assert node not in opened, f"the daemon has {node} open"

        def open_in_sandbox(mode):
            """What opening the node gives where the unit's user, group and device rules hold: "opened", or the error."""
            names = ("User", "Group", "DevicePolicy", "DeviceAllow")
            rules = "".join(f"{name}={value}\n" for name in names for value in show(name).splitlines())
            program = f"{SHARE}/open.py"
            with open(program, "w") as file:
                file.write(
                    "import errno, os\ntry:\n"
                    f"  os.open('{node}', os.{mode})\n  print('opened')\n"
                    "except OSError as error:\n  print(errno.errorcode[error.errno])\n"
                )
            with open("/run/systemd/system/probe.service", "w") as file:
                file.write(f"[Service]\nType=oneshot\n{rules}StandardOutput=truncate:/run/probe\n"
                           f"ExecStart=/usr/bin/python3 {program}\n")
            run("systemctl", "daemon-reload")
            run("systemctl", "start", "probe")
            with open("/run/probe") as file:
                return file.read().strip()

        as_it_is = open_in_sandbox("O_RDONLY")
        assert as_it_is == "EACCES", f"the service's user opens the keyboard: {as_it_is}"
        os.chown(node, 0, grp.getgrnam("deckd").gr_gid)
        os.chmod(node, 0o660)
        # What the next layer would do if this one did not hold.
        reads, writes = open_in_sandbox("O_RDONLY"), open_in_sandbox("O_RDWR")
        rules = ", ".join(show("DeviceAllow").splitlines())
    finally:
        device.remove()
    return (
        f"layer: file permissions (EACCES), root:{owner} {stat.S_IMODE(state.st_mode):04o}; were it deckd's, "
        f"DeviceAllow= ({rules}): reading {reads}, writing {writes}"
    )


def require_key(table, line):
    """Ends the scenario unless the version under test knows a key of the configuration."""
    said = run("deckd", "--check-config", "--config", written(with_key(table, '"swipeclean"', [line])), check=False)
    if "unknown" in said.lower() or "wrong" in said.lower():
        raise Missing(f"deckd does not know {table} {line.split(' = ')[0]}")


@scenario("a grabbed panel")
def grab():
    require_key("[[panels]]", "grab = true")
    counts = {}
    for value in ("false", "true"):
        with configured(with_key("[[panels]]", '"swipeclean"', [f"grab = {value}"])), PluggedIn() as panel:
            reader = Reader(panel.node)
            with Client() as client:
                client.request("deck.reset")
                subscribe(client, "events")
                panel.swipe()
                client.wait_event("card.swiped")
            counts[value] = len(reader.read())
            reader.close()
    assert counts["false"] > 0, "the other reader sees nothing of a panel that is not grabbed"
    assert counts["true"] == 0, f"the other reader sees {counts['true']} events of a grabbed panel"
    return f"another reader sees {counts['false']} events of a swipe without grab, and none with it; the deck sees both"


@scenario("passthrough beside a deck")
def passthrough():
    require_key("[[panels]]", "passthrough = true")
    # The deck has the lower half: touches above it are nobody's.
    text = with_key("[[panels]]", '"swipeclean"', ["grab = true", "passthrough = true"])
    text = text.replace("[[decks]]\n", "[[decks]]\narea = { x = 0, y = 640, width = 640, height = 640 }\n")
    text = text.replace("[[surfaces]]\n", "[[surfaces]]\nwidth = 640\nheight = 1280\n")

    def touchscreens():
        return {each for each in glob.glob("/dev/input/event*") if os.stat(each).st_rdev}

    before = touchscreens()
    with configured(text), PluggedIn() as panel:
        others = wait_until("the virtual touchscreen", lambda: touchscreens() - before - {panel.node})
        reader = Reader(others.pop())
        with Client() as client:
            panels = client.request("daemon.status")["panels"]
            assert [each["path"] for each in panels] == [panel.node], f"deckd reads its own touchscreen: {panels}"
            subscribe(client, "events")
            panel.drag(0.3, 0.9, y=0.75)
            panel.up()
            client.wait_event("card.swiped")
            of_deck = len(reader.read())
            panel.drag(0.3, 0.9, y=0.2)
            panel.up()
            client.drain(2)
            events = reader.read()
        reader.close()
    assert of_deck == 0, f"{of_deck} events of a touch that the deck took"
    ids = [value for kind, code, value in events if (kind, code) == (EV_ABS, ABS_MT_TRACKING_ID)]
    assert len(ids) == 2 and ids[0] >= 0 and ids[1] == -1, f"tracking ids {ids}"
    positions = [value for kind, code, value in events if (kind, code) == (EV_ABS, ABS_MT_POSITION_X)]
    assert (positions[0], positions[-1]) == (round(0.3 * Panel.WIDTH), round(0.9 * Panel.WIDTH)), positions
    return f"the deck's touch: none of it; the other: {len(events)} events, one contact, in the panel's own units"


@scenario("passthrough beside gestures, and of a surface that sleeps")
def passthrough_of_gestures():
    text = """decks = []
[[surfaces]]
name = "main"
[[panels]]
grab = true
passthrough = true
[[gestures]]
name = "home"
do = "swipe up"
from = "bottom"
"""
    if "wrong" in run("deckd", "--check-config", "--config", written(text), check=False).lower():
        raise Missing("deckd does not know [[gestures]]")
    node = "/dev/input/deckd-main"
    count = 20

    def contacts(events):
        """Of each contact: when it came down, and how it ended."""
        found, is_palm = [], False
        for when, (kind, code, value) in events:
            if (kind, code, value) == (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM):
                is_palm = True
            if (kind, code) == (EV_ABS, ABS_MT_TRACKING_ID):
                if value >= 0:
                    found.append([when, "down"])
                else:
                    found[-1][1] = "canceled" if is_palm else "lifted"
                    is_palm = False
        return found

    def make(touch):
        """How long each contact was held back, in ms, and how it ended."""
        held, ends = [], []
        for _ in range(count):
            start = touch()
            time.sleep(0.4)
            found = contacts(reader.read_timed())
            assert len(found) < 2, f"{len(found)} contacts of one finger"
            held += [1000 * (when - start) for when, _ in found]
            ends += [end for _, end in found]
        return sorted(held), ends

    def rest(y, seconds):
        def touch():
            start = time.time()
            panel.down(0.5, y)
            time.sleep(seconds)
            panel.up()
            return start

        return touch

    def swipe():
        start = time.time()
        panel.down(0.5, 0.995)
        for step in range(1, 11):
            panel.move(0.5, 0.995 - 0.03 * step)
            time.sleep(0.008)
        panel.up()
        return start

    def wake():
        client.request("surface.set", asleep=True)
        return rest(0.5, 0.02)()

    with configured(text), PluggedIn() as panel:
        reader = Reader(wait_until(node, lambda: os.path.exists(node) and node))
        with Client() as client:
            subscribe_all = client.request("subscribe", topics=["events"])
            assert subscribe_all["snapshots"] == [], subscribe_all
            free, ends = make(rest(0.5, 0.02))
            assert ends == ["lifted"] * count, f"beside the edge: {ends}"
            resting, ends = make(rest(0.995, 0.2))
            assert ends == ["lifted"] * count, f"fingers that rest at the edge: {ends}"
            tapped, ends = make(rest(0.995, 0.02))
            assert ends == ["lifted"] * count, f"taps at the edge: {ends}"
            late, ends = make(swipe)
            assert set(ends) <= {"canceled"}, f"swipes from the edge: {ends}"
            for _ in range(count):
                client.wait_event("gesture.performed")
            _, ends = make(wake)
            assert not ends, f"touches that only wake the surface: {ends}"
        reader.close()
    middle = lambda values: f"{values[len(values) // 2]:.0f} ms, at most {values[-1]:.0f}"
    return (
        f"held back: beside the edge {middle(free)}; resting at it {middle(resting)}; tapped {middle(tapped)}; "
        f"{count} swipes, {len(late)} of them canceled; {count} waking touches, none passed on"
    )


@scenario("commands for events, in their unit")
def commands():
    unit, escaped = "deckd-actions.service", "/etc/escaped"
    if not os.path.exists("/usr/bin/deckd-actions"):
        raise Missing("there is no deckd-actions")
    file = "/etc/deckd/actions.toml"

    def act(text):
        with open(file, "w") as out:
            out.write(text)

    def log():
        return run("journalctl", "-u", unit, "-o", "cat")

    right = (
        f"""[[actions]]
name = "note"
on = "card.swiped"
run = ["/bin/sh", "-c", 'echo "$DECKD_CARD went $DECKD_DIRECTION for $(id -un)"; touch {escaped}']
[[actions]]
name = "hang"
on = "card.swiped"
run = ["/bin/sleep", "1000"]
timeout = 1
"""
    )
    act(right)
    run("systemctl", "enable", "--now", unit)
    try:
        with PluggedIn() as panel, Client() as client:
            wait_until("the connection", lambda: "connected" in log())
            client.request("deck.reset")
            # Other scenarios may have left other cards.
            front = client.request("deck.get")["snapshot"]["cards"][0]["id"]
            panel.swipe()
            wait_until("what the command prints", lambda: f"note: {front} went right for deckd-actions" in log())
            wait_until("the refusal", lambda: f"'{escaped}': Read-only file system" in log())
            wait_until("the end of what hangs", lambda: "hang: ended because it ran for too long" in log())
            act("[[actions]]\nname = 1\n")
            assert "actions.toml:2" in run("systemctl", "reload", unit, check=False) + log(), log()
            act(right)
            os.kill(int(show("MainPID", unit)), signal.SIGKILL)
            wait_until("the restart", lambda: show("NRestarts", unit) != "0" and show("SubState", unit) == "running")
            assert not os.path.exists(escaped)
    except AssertionError as error:
        raise AssertionError(f"{error}; the unit says: {log()[-1000:]}") from error
    finally:
        run("systemctl", "disable", "--now", unit)
        os.remove(file)
    return "a line in the journal, a folder that stayed read-only, a command that was ended, a restart"


def written(text):
    path = "/run/scenario.toml"
    with open(path, "w") as file:
        file.write(text)
    return path


def access(node):
    state = os.stat(node)
    return f"{grp.getgrgid(state.st_gid).gr_name} {stat.S_IMODE(state.st_mode):04o}"


@scenario("rumble")
def rumble():
    require_key("[haptics]", "enabled = true")
    kinds = [(12, 0, 32768), (25, 0, 32768), (25, 0, 65535), (50, 0, 65535), (30, 50, 65535)]

    def plug_in():
        motor = Motor()
        wait_until("the effects are uploaded", lambda: len(motor.effects) == len(kinds))
        return motor

    def swipe(panel, client):
        panel.swipe()
        client.wait_event("card.swiped")

    with configured(with_key("[haptics]", '"swipeclean"', ['match = { name = "Motor" }'])), PluggedIn() as panel:
        with Client() as client:
            subscribe(client, "events")
            rounds = 3
            for _ in range(rounds):
                motor = plug_in()
                try:
                    assert access(motor.node) == "deckd 0660", access(motor.node)
                    uploaded = [motor.effects[number] for number in sorted(motor.effects)]
                    assert uploaded == [(*kind, kind[2]) for kind in kinds], uploaded
                    swipe(panel, client)
                    wait_until("the motor plays", lambda: motor.played)
                    assert motor.played == [(0, 1)], motor.played  # selection, once
                finally:
                    motor.remove()
                swipe(panel, client)
            # A driver that leaves the kernel waiting for 30 s.
            stuck = Motor(answers=False)
            try:
                wait_until("an effect is uploaded", lambda: stuck.asked)
                start = time.monotonic()
                swipe(panel, client)
                seconds = time.monotonic() - start
                assert stuck.asked == 1, "the upload has not waited"
            finally:
                stuck.remove()
            motor = plug_in()
            motor.remove()
    return (
        f"{len(kinds)} effects, unplugged {rounds} times, played each time; while a driver blocks an upload a swipe "
        f"takes {seconds:.1f} s"
    )


@scenario("shake")
def shake():
    require_key("[shake]", "enabled = true")
    log = lambda: run("journalctl", "-u", SERVICE, "-o", "cat", f"--since=@{since:.0f}").count("accelerometer name=")
    since = time.time()
    with configured(with_key("[shake]", '"wallet"', ["enabled = true"])), Client() as client:
        subscribe(client, "events")
        rounds = 2
        for number in range(1, rounds + 1):
            sensor = Accelerometer()
            try:
                wait_until("the daemon reads the accelerometer", lambda: log() == number)
                assert access(sensor.node) == "deckd 0660", access(sensor.node)
                sensor.shake(0.4)
                gentle = [each for each in client.drain(2) if each["params"].get("type") == "deck.bounced"]
                assert not gentle, "a short shake bounced the deck"
                sensor.shake(2.5)
                client.wait_event("deck.bounced")
            finally:
                sensor.remove()
    return "0.4 s do nothing, 2.5 s bounce the deck; and again after it was unplugged"


def findings():
    """The problems that doctor finds on the guest, by kind: (text, command)."""
    rows = [json.loads(line) for line in run("deckctl", "doctor", "--json", check=False).splitlines()]
    return {row["kind"]: (row["text"], row["command"]) for row in rows if row["weight"] == "problem"}


@scenario("doctor, and the commands that it prints")
def doctor():
    def stop():
        run("systemctl", "stop", SERVICE, *SOCKETS)

    def disable():
        run("systemctl", "disable", "--now", SERVICE, *SOCKETS)

    def mask():
        run("systemctl", "mask", "--now", SERVICE)
        run("systemctl", "stop", *SOCKETS)

    def misspell():
        with open(CONFIGURATION, "a") as file:
            file.write('\n[[decks]]\nid = "main"\nsufrace = "main"\n')
        run("systemctl", "restart", SERVICE, check=False)
        wait_until("the service fails", lambda: show("SubState") == "auto-restart")

    def forbid():
        run("chmod", "000", CONFIGURATION)
        run("systemctl", "restart", SERVICE, check=False)
        wait_until("the service fails", lambda: show("SubState") == "auto-restart")

    def hang():
        os.kill(main_process(), signal.SIGSTOP)

    def meet_watchdog():
        os.makedirs(drop_ins)
        with open(f"{drop_ins}/scenario.conf", "w") as file:
            file.write("[Service]\nRestart=no\nWatchdogSec=4\n")
        run("systemctl", "daemon-reload")
        run("systemctl", "restart", SERVICE)
        run("systemctl", "stop", *SOCKETS)  # a client on them would start it again
        hang()
        wait_until("the watchdog ends it", lambda: show("ActiveState") == "failed", seconds=150)

    drop_ins = f"/run/systemd/system/{SERVICE}.d"
    rows = [
        ("stopped", stop, {"socket-stale": "does not run"}),
        ("disabled", disable, {"socket-stale": "does not run"}),
        ("masked", mask, {"service-masked": "masked"}),
        ("misspelled", misspell, {"configuration-broken": 'did you mean "surface"', "service-failed": "exit-code"}),
        ("unreadable", forbid, {"configuration-unreadable": CONFIGURATION, "service-failed": "exit-code"}),
        ("SIGSTOP", hang, {"daemon-stopped": "is stopped"}),
        ("watchdog", meet_watchdog, {"service-failed": "its watchdog ended it"}),
    ]
    with open(CONFIGURATION) as file:
        before = file.read()
    told = []
    with PluggedIn():
        assert not findings(), f"before anything is broken: {findings()}"
        for name, break_it, expected in rows:
            try:
                break_it()
                found = findings()
                assert set(found) == set(expected), f"{name}: {found}"
                assert all(text in found[kind][0] for kind, text in expected.items()), f"{name}: {found}"
                told.append(f"{name}: {', '.join(found)}")
                commands = [command for _, command in found.values()]
                for command in commands:
                    run("sh", "-c", command)
                wait_until(f"{name}: doctor is content after {commands}", lambda: not findings())
                # Sockets that are disabled are meant to be: the daemon makes its own.
                for unit in [SERVICE] if break_it is disable else [SERVICE, *SOCKETS]:
                    state = show("ActiveState", unit), show("UnitFileState", unit)
                    assert state == ("active", "enabled"), f"{name}: {unit} is {state} after {commands}"
            finally:
                run("chmod", "644", CONFIGURATION)
                with open(CONFIGURATION, "w") as file:
                    file.write(before)
                shutil.rmtree(drop_ins, ignore_errors=True)
                run("systemctl", "unmask", SERVICE)
                run("systemctl", "daemon-reload")
                run("systemctl", "stop", SERVICE)
                run("systemctl", "reset-failed", SERVICE, *SOCKETS, check=False)
                run("systemctl", "enable", "--now", *SOCKETS, SERVICE)
    return "; ".join(told)


@scenario("upgrade with state")
def upgrade():
    with PluggedIn() as panel, Client() as client:
        client.request("deck.load", cards=[{"id": f"u{number}"} for number in range(20)])
        reply = subscribe(client, "events")
        for _ in range(2):
            panel.swipe()
            last = client.wait_event("card.swiped")["seq"]
        client.drain(1)
        process = main_process()
        version = run("dpkg-query", "-W", "-f", "${Version}", "deckd")
        run("sh", "-c", f"dpkg -i {SHARE}/next/*.deb")
        after = run("dpkg-query", "-W", "-f", "${Version}", "deckd")
        assert after != version, "the version is the same"
        wait_until("the new daemon serves", lambda: main_process() not in (0, process))
        wait_for_panel("Panel")
        with Client() as second:
            again = subscribe(second, "events", since=last, journal=reply["journal"])
            snapshot = again["snapshot"]
            assert (snapshot["current"], snapshot["undoDepth"]) == (2, 2), "the decisions were lost"
            assert not again.get("resync") and again["journal"] == reply["journal"], "the journal was lost"
            panel.swipe()
            assert second.wait_event("card.swiped")["card"] == "u2"
    return f"{version} to {after}: two decisions and the journal stay, the next finger swipes"


@scenario("purge")
def purge():
    run("dpkg", "--purge", "deckd")
    assert show("ActiveState") != "active", "the service still runs"
    patterns = ["/usr/bin/deckd*", "/usr/bin/deckctl", "/etc/deckd", "/var/lib/deckd", "/run/deckd"]
    patterns += ["/*/systemd/system/deckd*", "/etc/systemd/system/*/deckd*", "/usr/lib/udev/rules.d/*deckd*"]
    patterns += ["/usr/share/deckd", "/usr/share/doc/deckd", "/usr/lib/sysusers.d/deckd*", "/var/lib/systemd/*/deckd*"]
    left = [path for pattern in patterns for path in glob.glob(pattern)]
    assert not left, f"left: {' '.join(left)}"
    panel = Panel()
    try:
        run("udevadm", "settle")
        owner = grp.getgrgid(os.stat(wait_until("the node", lambda: panel.node)).st_gid).gr_name
        assert owner == "input", f"a panel belongs to {owner}"
    finally:
        panel.remove()
    return "no program, unit, rule, state or configuration is left; a panel is the group input's again"


if __name__ == "__main__":
    with open(f"{SHARE}/filter") as pattern:
        code = run_scenarios(pattern.read())
    with open(f"{SHARE}/journal.txt", "w") as file:
        file.write(run("journalctl", "--no-pager", check=False))
    with open(f"{SHARE}/result", "w") as file:
        file.write(str(code))
    sys.exit(code)
