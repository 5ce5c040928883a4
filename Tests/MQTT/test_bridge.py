#!/usr/bin/env python3
"""deckd-mqtt with a real broker: what is published, commands, garbage, TLS and what refuses it.

usage: test_bridge.py [-v] [CLASS.test…]
"""

from __future__ import annotations

import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any, Dict, List

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from fleet import Bridge, Broker, Consumer, Daemon, DeafBroker, FakeDaemon, Requests, free_port, peak_memory, until

# The longest payload of a command.
LONGEST_COMMAND = (1 << 15) - 512


class BridgeTestCase(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.folder.chmod(0o755)

    def start(self, *options: str, decks: str = "", broker: str = "") -> None:
        self.broker = Broker(self.folder, extra=broker).start()
        self.daemon = Daemon(self.folder, decks=decks).start()
        self.consumer = Consumer(self.broker.port, "#")
        self.bridge = Bridge(self.folder, self.daemon, f"mqtt://127.0.0.1:{self.broker.port}", *options).start()
        for program in (self.bridge, self.daemon, self.broker, self.consumer):
            self.addCleanup(program.stop)
        self.requests = Requests(self.daemon.socket)
        until(lambda: self.consumer.last("deckd/p1/availability") == b"online", "the bridge")

    def state(self) -> Dict[str, Any]:
        return json.loads(self.consumer.last("deckd/p1/main/state") or b"{}")


class PublicationTests(BridgeTestCase):
    def test_events_state_and_snapshot(self) -> None:
        self.start()
        until(lambda: self.state().get("front") == {"card": "card-0", "label": "card-0"}, "the first state")
        self.requests.request("deck.swipe", deck="main", direction="left")
        until(lambda: self.state().get("current") == 1 and self.state()["undoDepth"] == 1, "the next state")
        swiped = [e for e in self.consumer.events("deckd/p1/main/event") if e["type"] == "card.swiped"]
        self.assertEqual([(e["card"], e["direction"]) for e in swiped], [("card-0", "left")])
        until(lambda: (json.loads(self.consumer.last("deckd/p1/main/snapshot") or b"{}")).get("snapshot", {}).get("current") == 1, "its snapshot")
        snapshot = json.loads(self.consumer.last("deckd/p1/main/snapshot"))["snapshot"]
        self.assertEqual((snapshot["phase"], snapshot["cards"][0]["role"]), ("rest", "front"))
        # Whoever comes later has the retained ones at once.
        late = Consumer(self.broker.port, "deckd/p1/#", "late")
        self.addCleanup(late.stop)
        until(lambda: late.last("deckd/p1/main/snapshot") and late.last("deckd/p1/main/state"), "what is retained")
        self.assertEqual(late.last("deckd/p1/availability"), b"online")
        self.assertEqual(late.events("deckd/p1/main/event"), [])

    def test_the_older_protocol(self) -> None:
        self.start("--mqtt-version", "3.1.1", "--allow", "deck.swipe")
        self.consumer.client.publish("deckd/p1/main/command/deck.swipe", '{"direction":"left"}', 1)
        until(lambda: self.state().get("current") == 1, "the next state")
        self.assertIn("result", json.loads(until(lambda: self.consumer.last("deckd/p1/main/reply/deck.swipe"), "the reply")))

    def test_availability(self) -> None:
        self.start()
        self.daemon.kill()
        until(lambda: self.consumer.last("deckd/p1/availability") == b"offline", "offline without deckd")
        self.daemon.start()
        until(lambda: self.consumer.last("deckd/p1/availability") == b"online", "online")
        # The broker publishes the will of a bridge that was killed.
        self.bridge.kill()
        until(lambda: self.consumer.last("deckd/p1/availability") == b"offline", "offline without the bridge")

    def test_frames_on_request(self) -> None:
        self.start("--frames", "20")
        self.requests.request("deck.swipe", deck="main", direction="left")
        frame = json.loads(until(lambda: self.consumer.last("deckd/p1/main/frame"), "a frame"))
        self.assertEqual(frame["deck"], "main")

    def test_no_frames_unasked(self) -> None:
        self.start()
        self.requests.request("deck.swipe", deck="main", direction="left")
        until(lambda: self.state().get("current") == 1, "the state")
        self.assertIsNone(self.consumer.last("deckd/p1/main/frame"))

    def test_a_deck_that_goes_takes_what_is_retained_along(self) -> None:
        two = '[[decks]]\nid = "main"\npreset = "koloda"\n[[decks]]\nid = "other"\npreset = "wallet"\n'
        self.start("--discovery", "homeassistant", decks=two)
        until(lambda: self.consumer.last("deckd/p1/other/state"), "the other deck")
        (self.folder / "deckd.toml").write_text('[[decks]]\nid = "main"\npreset = "koloda"\n')
        self.requests.request("daemon.reload")
        until(lambda: self.consumer.last("deckd/p1/other/state") == b"", "no state")
        until(lambda: self.consumer.last("homeassistant/sensor/deckd_p1/other_front/config") == b"", "no sensor")

    def test_a_deck_that_goes_while_nobody_looks_takes_what_is_retained_along(self) -> None:
        deck = '[[decks]]\nid = "%s"\npreset = "koloda"\n'
        for runs in ("the bridge", "neither"):
            with self.subTest(f"{runs} runs meanwhile"):
                folder = self.folder
                self.folder = folder / runs
                self.folder.mkdir(mode=0o755)
                self.start("--discovery", "homeassistant", decks=deck % "main" + deck % "other")
                until(lambda: self.consumer.last("deckd/p1/other/snapshot"), "the other deck")
                # Nobody's who has a deck here.
                self.consumer.client.publish("deckd/p1/third/state", "{}", 1, retain=True).wait_for_publish()
                if runs == "neither":
                    self.bridge.stop()
                self.daemon.stop()
                (self.folder / "deckd.toml").write_text(deck % "main")
                self.daemon.start()
                if runs == "neither":
                    self.bridge.start()
                for topic in ["deckd/p1/other/state", "deckd/p1/other/snapshot", "homeassistant/sensor/deckd_p1/other_front/config"]:
                    until(lambda: self.consumer.last(topic) == b"", f"nothing at {topic}")
                self.assertEqual(self.consumer.last("deckd/p1/third/state"), b"{}")
                self.assertTrue(self.state())
                self.folder = folder

    def test_gestures_are_triggers_of_home_assistant(self) -> None:
        self.start("--discovery", "homeassistant")
        for gesture in ("home", "back"):
            topic = f"homeassistant/device_automation/deckd_p1/{gesture}/config"
            trigger = json.loads(until(lambda: self.consumer.last(topic), f"the trigger {gesture}"))
            self.assertEqual(set(trigger), {"automation_type", "type", "subtype", "topic", "value_template", "payload", "qos", "device", "origin"})
            self.assertEqual((trigger["automation_type"], trigger["type"], trigger["subtype"]), ("trigger", "performed", gesture))
            self.assertEqual(trigger["device"]["identifiers"], ["deckd_p1"])
            self.assertIn("result", self.requests.perform(gesture))
            # What the template makes of the event has to be the payload.
            self.assertEqual(trigger["value_template"], "{{ value_json.gesture if value_json.type == 'gesture.performed' else '' }}")
            matches = lambda event: event["type"] == "gesture.performed" and event["gesture"] == trigger["payload"]
            until(lambda: any(map(matches, self.consumer.events(trigger["topic"]))), "the event")
        late = Consumer(self.broker.port, "homeassistant/device_automation/#", "late")
        self.addCleanup(late.stop)
        until(lambda: len(late.messages) == 2, "what is retained")

    def test_a_gesture_that_goes_takes_its_trigger_along(self) -> None:
        gesture = '[[gestures]]\nname = "%s"\ndo = "tap"\nfingers = %d\n'
        trigger = lambda name: self.consumer.last(f"homeassistant/device_automation/deckd_p1/{name}/config")
        path = self.folder / "deckd.toml"
        self.start("--discovery", "homeassistant", decks="decks = []\n" + gesture % ("one", 1) + gesture % ("two", 2))
        until(lambda: trigger("one") and trigger("two"), "both triggers")
        path.write_text("decks = []\n" + gesture % ("two", 2) + gesture % ("three", 3))
        self.requests.request("daemon.reload")
        until(lambda: trigger("one") == b"" and trigger("three"), "the triggers after a reload")
        self.daemon.kill()
        path.write_text("decks = []\n" + gesture % ("three", 3) + gesture % ("four", 4))
        self.daemon.start()
        until(lambda: trigger("two") == b"" and trigger("four"), "the triggers after a restart of deckd")
        self.bridge.kill()
        self.daemon.kill()
        path.write_text("decks = []\n" + gesture % ("four", 4))
        self.daemon.start()
        self.bridge.start()
        until(lambda: trigger("three") == b"", "no trigger of what went while neither ran")
        self.assertTrue(trigger("four"))
        until(lambda: json.loads((self.bridge.state / "position.json").read_text())["gestures"] == ["four"], "the record")

    def test_decks_without_topics_lose_nothing(self) -> None:
        decks = "[journal]\nevents = 100\n" + "".join(
            f'[[decks]]\nid = "{id}"\npreset = "koloda"\nsettings.loop = true\n' for id in ("main", "a/b")
        )
        self.start(decks=decks)
        for _ in range(200):
            self.requests.request("deck.swipe", deck="a/b", direction="left", force=True)
        seq = self.requests.request("daemon.status")["result"]["journal"]["seq"]
        file = self.bridge.state / "position.json"
        until(lambda: json.loads(file.read_text())["seq"] == seq, "the position")
        self.bridge.restart()
        self.requests.request("deck.swipe", deck="main", direction="left")
        until(lambda: self.consumer.events("deckd/p1/main/event"), "an event")
        self.assertIsNone(self.consumer.last("deckd/p1/resync"))

    def test_resync_is_reported(self) -> None:
        self.start()
        self.requests.request("deck.swipe", deck="main", direction="left")
        until(lambda: self.state().get("current") == 1, "the state")
        self.bridge.stop()
        self.daemon.stop()
        for file in self.daemon.state.iterdir():
            file.unlink()
        self.daemon.start()
        self.bridge.start()
        resync = json.loads(until(lambda: self.consumer.last("deckd/p1/resync"), "a resync"))
        self.assertNotEqual(resync["journal"], resync["lostAfter"]["journal"])

    def test_a_damaged_position_publishes_the_journal_again(self) -> None:
        self.start()
        for _ in range(3):
            self.requests.request("deck.swipe", deck="main", direction="left")
        until(lambda: self.state().get("current") == 3, "the state")
        self.bridge.stop()
        (self.bridge.state / "position.json").write_text("{")
        self.consumer.messages.clear()
        self.bridge.start()
        until(lambda: len([e for e in self.consumer.events("deckd/p1/main/event") if e["type"] == "card.swiped"]) == 3, "all events")
        self.assertEqual(self.consumer.events("deckd/p1/main/event")[0]["seq"], 1)
        self.assertIn("is damaged", self.bridge.text())


class CommandTests(BridgeTestCase):
    def test_reply_with_correlation_data(self) -> None:
        self.start("--allow", "deck.swipe", "--allow", "daemon.status")
        client = Consumer(self.broker.port, "answers/#", "commander", mqtt.MQTTv5)
        self.addCleanup(client.stop)
        properties = Properties(PacketTypes.PUBLISH)
        properties.ResponseTopic, properties.CorrelationData = "answers/mine", b"\x00\xff42"
        client.client.publish("deckd/p1/main/command/deck.swipe", '{"direction":"right"}', 1, properties=properties)
        until(lambda: client.messages, "the reply")
        self.assertEqual(client.messages[0].properties.CorrelationData, b"\x00\xff42")
        self.assertIn("seq", json.loads(client.messages[0].payload)["result"])
        client.client.publish("deckd/p1/command/daemon.status", b"", 1, properties=properties)
        until(lambda: len(client.messages) == 2, "the status")
        self.assertIn("uptime", json.loads(client.messages[1].payload)["result"])
        # A reply that would pass for the panel's own goes to the usual topic.
        properties.ResponseTopic = "deckd/p1/main/state"
        client.client.publish("deckd/p1/main/command/deck.swipe", '{"direction":"up"}', 1, properties=properties)
        reply = json.loads(until(lambda: self.consumer.last("deckd/p1/main/reply/deck.swipe"), "the reply"))
        self.assertTrue("result" in reply or "error" in reply)

    def test_a_reply_topic_never_ends_the_connection(self) -> None:
        (self.folder / "rules").write_text("topic readwrite deckd/#\ntopic readwrite answers/#\n")
        self.start("--allow", "deck.get", "--log-level", "info", broker=f"acl_file {self.folder}/rules\nmax_queued_messages 10000")
        client = Consumer(self.broker.port, "answers/#", "commander", mqtt.MQTTv5)
        self.addCleanup(client.stop)
        properties = Properties(PacketTypes.PUBLISH)
        for topic in ["$SYS/x", "$share/x/y", "a/" * 250 + "b", "deckd/p1", "deckd/p1/availability", "forbidden"]:
            properties.ResponseTopic = topic
            client.client.publish("deckd/p1/main/command/deck.get", b"", 1, properties=properties)
        properties.ResponseTopic = "answers/last"
        client.client.publish("deckd/p1/main/command/deck.get", b"", 1, properties=properties)
        until(lambda: client.last("answers/last"), "the last reply")
        until(lambda: "the broker refuses a reply" in self.bridge.text(), "a line in the log")
        self.requests.request("deck.swipe", deck="main", direction="left")
        until(lambda: self.state().get("current") == 1, "the state")
        self.assertNotIn("offline", self.consumer.text("deckd/p1/availability"))
        self.assertEqual(len(self.consumer.text("deckd/p1/main/reply/deck.get")), 5)

    def test_what_nobody_allowed_is_refused(self) -> None:
        self.start()
        self.consumer.client.publish("deckd/p1/main/command/deck.reset", "{}", 1)
        self.requests.request("deck.list")
        # Without any command the bridge subscribes to none, and uses the read-only socket where it finds it by itself.
        self.requests.request("deck.swipe", deck="main", direction="left")
        until(lambda: self.state().get("current") == 1, "the state")
        self.assertEqual([m.topic for m in self.consumer.messages if "/reply/" in m.topic], [])
        types = [event["type"] for event in self.consumer.events("deckd/p1/main/event")]
        self.assertNotIn("deck.reset", types)

    def test_retained_commands_are_not_performed(self) -> None:
        # With MQTT 5 the broker sends none.
        for version, logs in [("3.1.1", True), ("5", False)]:
            with self.subTest(version):
                folder = self.folder
                self.folder = folder / version
                self.folder.mkdir(mode=0o755)
                self.start("--allow", "deck.swipe", "--mqtt-version", version)
                self.bridge.stop()
                topic = "deckd/p1/main/command/deck.swipe"
                self.consumer.client.publish(topic, '{"direction":"left"}', 1, retain=True).wait_for_publish()
                self.consumer.messages.clear()
                self.bridge.start()
                until(lambda: self.consumer.last("deckd/p1/availability") == b"online", "the bridge")
                # In this order: what is retained comes before.
                self.consumer.client.publish("deckd/p1/main/command/deck.undo", "", 1)
                until(lambda: self.consumer.last("deckd/p1/main/reply/deck.undo"), "a reply")
                self.assertEqual("a retained command is not performed" in self.bridge.text(), logs)
                self.assertEqual(self.requests.request("deck.get", deck="main")["result"]["snapshot"]["current"], 0)
                self.folder = folder

    def test_a_message_of_any_length_takes_no_memory(self) -> None:
        self.start("--allow", "deck.swipe")
        topic, payload = "deckd/p1/main/command/deck.swipe", bytes(100 << 20)
        self.consumer.client.unsubscribe("#")
        self.consumer.client.publish(topic, payload, 1, retain=True).wait_for_publish(60)
        self.bridge.stop()
        self.consumer.messages.clear()
        for filter in ("deckd/p1/availability", "deckd/p1/+/reply/#"):
            self.consumer.client.subscribe(filter, 1)
        self.bridge.start()
        until(lambda: self.consumer.last("deckd/p1/availability") == b"online", "the bridge")
        self.consumer.client.publish(topic, payload[: 1 << 20], 1)
        # As long as a command may be, and longer.
        for length, reply in [(LONGEST_COMMAND, b'{"result":'), (LONGEST_COMMAND + 1000, b'{"error":{"code":-32000,"message":"too long"')]:
            self.consumer.client.publish(topic, b'{"direction":"left"' + b" " * (length - 20) + b"}", 1)
            until(lambda: (self.consumer.last("deckd/p1/main/reply/deck.swipe") or b"").startswith(reply), "a reply")
        self.assertLess(peak_memory(self.bridge), 64)

    def test_garbage(self) -> None:
        """10,000 payloads and topics: each is answered or ignored, nothing changes, and a swipe works after them."""
        self.start("--allow", "deck.swipe")
        chance = random.Random(int(os.environ.get("DECKD_SEED", "7")))
        good = b'{"direction":"left"}'
        for number in range(10_000):
            kind = number % 4
            if kind == 0:
                payload = bytes(chance.randrange(256) for _ in range(chance.randrange(64)))
            elif kind == 1:
                payload = bytearray(good)
                payload[chance.randrange(len(good))] = chance.choice(b'{}[]":,\\\x00\xff')
                payload = bytes(payload) + b"}"
            elif kind == 2:
                payload = b"[" * chance.randrange(1, 5000)
            else:
                payload = json.dumps({"deck": "main", "direction": "left", "x" * chance.randrange(100): 1}).encode()
            method = chance.choice(["deck.swipe", "deck.swipe", "deck.nothing", "\u00e9", "a b"])
            self.consumer.client.publish(f"deckd/p1/{chance.choice(['main', 'none', '$x'])}/command/{method}", payload, 1)
        replies = lambda: len([m for m in list(self.consumer.messages) if "/reply/" in m.topic])
        # Counting thousands of messages keeps this process from receiving more.
        until(lambda: replies() == 10_000, "a reply to each", seconds=300, pause=0.5)
        self.assertTrue(self.bridge.runs)
        self.assertEqual(self.requests.request("deck.get", deck="main")["result"]["snapshot"]["current"], 0)
        self.consumer.client.publish("deckd/p1/main/command/deck.swipe", good, 1)
        until(lambda: self.state().get("current") == 1, "a swipe")

    def test_a_dead_daemon_is_an_error_of_the_command(self) -> None:
        self.start("--allow", "deck.swipe")
        self.daemon.kill()
        until(lambda: self.consumer.last("deckd/p1/availability") == b"offline", "offline")
        self.consumer.client.publish("deckd/p1/main/command/deck.swipe", "{}", 1)
        reply = json.loads(until(lambda: self.consumer.last("deckd/p1/main/reply/deck.swipe"), "the reply"))
        self.assertEqual(reply["error"]["message"], "deckd does not answer")


    def test_a_daemon_that_dies_before_it_replies(self) -> None:
        self.start("--allow", "deck.swipe")
        assert self.daemon.process
        os.kill(self.daemon.process.pid, signal.SIGSTOP)
        self.consumer.client.publish("deckd/p1/main/command/deck.swipe", '{"direction":"left"}', 1)
        # Refused by the bridge itself, which therefore has the one before.
        self.consumer.client.publish("deckd/p1/main/command/deck.undo", "", 1)
        until(lambda: self.consumer.last("deckd/p1/main/reply/deck.undo"), "the refusal")
        self.daemon.kill()
        reply = json.loads(until(lambda: self.consumer.last("deckd/p1/main/reply/deck.swipe"), "the reply"))
        self.assertEqual(reply["error"]["message"], "deckd ended before it replied")


class FaultTests(unittest.TestCase):
    """A deckd and a broker that do what theirs never do."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.folder.chmod(0o755)

    def bridge(self, daemon: Any, port: int, *options: str, name: str = "bridge") -> Bridge:
        bridge = Bridge(self.folder, daemon, f"mqtt://127.0.0.1:{port}", *options, name=name).start()
        self.addCleanup(bridge.stop)
        return bridge

    def real_broker(self) -> Broker:
        broker = Broker(self.folder).start()
        self.addCleanup(broker.stop)
        return broker

    def real_daemon(self, decks: str = "") -> Daemon:
        daemon = Daemon(self.folder, decks=decks).start()
        self.addCleanup(daemon.stop)
        return daemon

    def test_a_number_of_no_event_is_no_message_of_deckd(self) -> None:
        broker = self.real_broker()
        for number in ["-1", "1e30", "18446744073709551616", "0.5"]:
            for place in ["subscribe", "deck.get"]:
                with self.subTest(f"{place} {number}"):
                    seq = {"subscribe": "1", "deck.get": "1", place: number}
                    snapshot = '{"deck":"main","phase":"rest","seq":%s,"current":0,"count":1}'
                    daemon = FakeDaemon(
                        self.folder / "fake.sock",
                        {
                            "subscribe": '{"journal":"j","snapshots":[%s]}' % (snapshot % seq["subscribe"]),
                            "deck.get": '{"snapshot":%s}' % (snapshot % seq["deck.get"]),
                        },
                    )
                    bridge = self.bridge(daemon, broker.port, name=f"{place}{number}")
                    until(lambda: "not a message of deckd" in bridge.text(), "a line in the log")
                    # It connects again, and goes on.
                    until(lambda: daemon.count > 1, "another connection")
                    self.assertTrue(bridge.runs)
                    bridge.stop()
                    daemon.stop()

    def test_a_line_without_end(self) -> None:
        daemon = FakeDaemon(self.folder / "fake.sock", {}, flood=1 << 28)
        self.addCleanup(daemon.stop)
        bridge = self.bridge(daemon, self.real_broker().port)
        until(lambda: "a line is longer than 64 MiB" in bridge.text(), "a line in the log")
        self.assertTrue(bridge.runs)
        # The line, and a buffer that has grown by doubling.
        self.assertLess(peak_memory(bridge), 256)

    def test_replies_that_no_broker_takes(self) -> None:
        broker = DeafBroker()
        self.addCleanup(broker.stop)
        bridge = self.bridge(self.real_daemon(), broker.port, "--allow", "deck.get")
        broker.accept()
        for _ in range(200):
            broker.publish("deckd/p1/main/command/deck.nothing", b"", 1000)
        broker.acknowledge()
        # In order: it has seen all others before this one.
        broker.publish("deckd/p1/main/command/deck.get", b"", 1)
        until(lambda: broker.received("deckd/p1/main/reply/deck.get"), "the last reply")
        self.assertEqual(broker.received("deckd/p1/main/reply/deck.nothing"), 128)
        self.assertIn("commands are left without a reply", bridge.text())
        self.assertLess(peak_memory(bridge), 40)

    def test_snapshots_that_no_broker_takes(self) -> None:
        """The next one of a deck waits for the last; those of other decks do not."""
        broker = DeafBroker(heard="/heard/")
        self.addCleanup(broker.stop)
        decks = "".join(f'[[decks]]\nid = "{id}"\nsettings.loop = true\n' for id in ("deaf", "heard"))
        daemon = self.real_daemon(decks)
        requests = Requests(daemon.socket)
        bridge = self.bridge(daemon, broker.port, "--allow", "deck.get")
        broker.accept()
        snapshots = lambda deck: broker.received(f"deckd/p1/{deck}/snapshot")
        # Of a deck in motion only the state is published, and the next snapshot would wait for that.
        until(lambda: snapshots("deaf") and snapshots("heard"), "each deck's first snapshot")
        for _ in range(5):
            count = snapshots("heard")
            for deck in ("deaf", "heard"):
                requests.request("deck.swipe", deck=deck, direction="right", force=True)
            until(lambda: snapshots("heard") > count, "the heard deck's next snapshot")
        self.assertEqual(snapshots("deaf"), 1)
        broker.acknowledge()
        until(lambda: snapshots("deaf") > 1, "the other deck's next snapshot")
        self.assertTrue(bridge.runs)

    def test_two_bridges_of_one_name(self) -> None:
        daemon, broker = self.real_daemon(), self.real_broker()
        bridges = [self.bridge(daemon, broker.port, name=name) for name in ("one", "two")]
        delays = lambda bridge: [
            int(line.split("retry=")[1].strip('"').split()[0])
            for line in bridge.text().splitlines()
            if "where it does so again, another client is deckd-p1: give each panel a name of its own with --panel" in line
        ]
        until(lambda: all(map(delays, bridges)), "a line in each log")
        # Again, after it has held the name for some seconds: less often each time.
        until(lambda: any(len(delays(bridge)) > 1 for bridge in bridges), "another line")
        longer = next(found for found in map(delays, bridges) if len(found) > 1)
        self.assertGreater(longer[-1], 4)

    def test_a_broker_that_says_who_took_the_connection(self) -> None:
        broker = DeafBroker()
        self.addCleanup(broker.stop)
        bridge = self.bridge(self.real_daemon(), broker.port, "--allow", "deck.get")
        broker.accept()
        broker.send(b"\xe0\x02\x8e\x00")
        until(lambda: "another client connected as deckd-p1; give each panel a name" in bridge.text(), "a line in the log")

    def test_decks_whose_topics_are_those_of_commands_are_left_out(self) -> None:
        decks = "".join(f'[[decks]]\nid = "{name}"\npreset = "koloda"\n' for name in ("main", "command", "reply"))
        daemon, broker = self.real_daemon(decks), self.real_broker()
        consumer = Consumer(broker.port, "#")
        self.addCleanup(consumer.stop)
        bridge = self.bridge(daemon, broker.port, "--allow", "deck.swipe")
        until(lambda: consumer.last("deckd/p1/main/state"), "a state")
        requests = Requests(daemon.socket)
        for deck in ("command", "reply", "main"):
            requests.request("deck.swipe", deck=deck, direction="left")
        until(lambda: consumer.events("deckd/p1/main/event"), "an event")
        self.assertEqual(bridge.text().count("a deck whose id no topic can have is left out"), 2)
        topics = {message.topic for message in list(consumer.messages)}
        self.assertEqual({topic for topic in topics if topic.startswith(("deckd/p1/command", "deckd/p1/reply"))}, set())


class TLSTests(BridgeTestCase):
    """A broker that asks for certificates, and what each mistake says in one line."""

    def setUp(self) -> None:
        super().setUp()
        self.authority("authority")
        self.sign("broker", "authority", "localhost")
        self.sign("panel", "authority", "panel")

    def openssl(self, *arguments: object) -> None:
        subprocess.run(["openssl", *map(str, arguments)], check=True, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def authority(self, name: str) -> None:
        self.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.crt", "-days", 2)

    def sign(self, name: str, authority: str, host: str, days: int = 2) -> None:
        (self.folder / f"{name}.ext").write_text(f"subjectAltName=DNS:{host}\n")
        self.openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={host}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        # An end before today where days are negative: the certificate has expired.
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.crt", "-CAkey", f"{authority}.key", "-CAcreateserial",
                     "-extfile", f"{name}.ext", "-out", f"{name}.crt", "-days", days)  # fmt: skip

    def serve(self, certificate: str = "broker", asks: bool = False, extra: str = "") -> None:
        port = free_port()
        lines = [
            f"listener {port} 127.0.0.1", f"cafile {self.folder}/authority.crt", f"certfile {self.folder}/{certificate}.crt",
            f"keyfile {self.folder}/{certificate}.key", f"require_certificate {str(asks).lower()}", extra,
        ]  # fmt: skip
        self.broker = Broker(self.folder, listener="\n".join(lines))
        self.broker.port = port
        self.broker.start()
        self.addCleanup(self.broker.stop)
        self.daemon = Daemon(self.folder).start()
        self.addCleanup(self.daemon.stop)

    def connect(self, *options: str, host: str = "localhost", scheme: str = "mqtts") -> Bridge:
        bridge = Bridge(self.folder, self.daemon, f"{scheme}://{host}:{self.broker.port}", *options).start()
        self.addCleanup(bridge.stop)
        return bridge

    def authorities(self) -> List[str]:
        return ["--ca-file", str(self.folder / "authority.crt")]

    def assert_refused(self, bridge: Bridge, reason: str) -> None:
        try:
            until(lambda: reason in bridge.text(), reason, 20)
        except AssertionError:
            self.fail(f"expected {reason!r} in {bridge.text()!r}")
        time.sleep(3)
        lines = [line for line in bridge.text().splitlines() if "connected" not in line and "deckd is not running" not in line]
        # One line for each reason, however often it tries.
        self.assertEqual(len({line.split(": ", 2)[2].split(" retry=")[0] for line in lines}), len(lines), lines)

    def test_certificates_on_both_sides_and_a_password(self) -> None:
        (self.folder / "password").write_text("secret word\n")
        subprocess.run(["mosquitto_passwd", "-b", "-c", str(self.folder / "users"), "panel", "secret word"], check=True)
        self.serve(asks=True, extra=f"password_file {self.folder}/users")
        bridge = self.connect(
            *self.authorities(), "--certificate", str(self.folder / "panel.crt"), "--key", str(self.folder / "panel.key"),
            "--user", "panel", "--password-file", str(self.folder / "password"),
        )  # fmt: skip
        until(lambda: "connected" in bridge.text() and (bridge.state / "position.json").exists(), "a connection")

    def test_an_unknown_authority(self) -> None:
        self.authority("other")
        self.serve()
        bridge = self.connect("--ca-file", str(self.folder / "other.crt"))
        self.assert_refused(bridge, "TLS: the broker's certificate has expired, or none of the authorities in")

    def test_an_expired_certificate(self) -> None:
        self.sign("old", "authority", "localhost", days=-1)
        self.serve("old")
        self.assert_refused(self.connect(*self.authorities()), "TLS: the broker's certificate has expired, or none of the authorities in")

    def test_another_name(self) -> None:
        self.sign("elsewhere", "authority", "elsewhere.example")
        self.serve("elsewhere")
        self.assert_refused(self.connect(*self.authorities()), "TLS: the broker's certificate is not for localhost")

    def test_no_certificate_of_its_own(self) -> None:
        self.serve(asks=True)
        self.assert_refused(self.connect(*self.authorities()), "TLS: ")

    def test_a_wrong_password(self) -> None:
        (self.folder / "password").write_text("wrong")
        subprocess.run(["mosquitto_passwd", "-b", "-c", str(self.folder / "users"), "panel", "right"], check=True)
        self.serve(extra=f"password_file {self.folder}/users")
        bridge = self.connect(*self.authorities(), "--user", "panel", "--password-file", str(self.folder / "password"))
        self.assert_refused(bridge, "the broker refuses the client: Not authorized")

    def test_a_broker_without_tls(self) -> None:
        self.broker = Broker(self.folder).start()
        self.addCleanup(self.broker.stop)
        self.daemon = Daemon(self.folder).start()
        self.addCleanup(self.daemon.stop)
        self.assert_refused(self.connect(*self.authorities()), "TLS")

    def test_a_broker_that_is_not_there(self) -> None:
        self.broker = Broker(self.folder)
        self.daemon = Daemon(self.folder).start()
        self.addCleanup(self.daemon.stop)
        self.assert_refused(self.connect(scheme="mqtt"), "Connection refused")
        other = Bridge(self.folder, self.daemon, "mqtt://broker.invalid", name="other").start()
        self.addCleanup(other.stop)
        self.assert_refused(other, "there is no host broker.invalid, or no name server")

    def test_a_topic_that_the_broker_forbids(self) -> None:
        (self.folder / "rules").write_text("topic read #\ntopic write deckd/p1/availability\n")
        self.broker = Broker(self.folder, extra=f"acl_file {self.folder}/rules").start()
        self.addCleanup(self.broker.stop)
        self.daemon = Daemon(self.folder).start()
        self.addCleanup(self.daemon.stop)
        self.assert_refused(self.connect(scheme="mqtt", host="127.0.0.1"), "the broker refuses a message: Not authorized")


class CommandLineTests(BridgeTestCase):
    def test_each_mistake_is_named(self) -> None:
        from fleet import PROGRAMS

        for arguments, message in [
            (["--broker", "broker"], "expected an address such as mqtt://HOST[:PORT]"),
            (["--broker", "mqtt://b", "--allow", "deck.swip"], 'did you mean "deck.swipe"?'),
            (["--broker", "mqtt://b", "--allow", "subscribe"], "--allow: expected"),
            (["--broker", "mqtt://b", "--frames", "0"], "--frames: expected 0.1 to 240"),
            (["--broker", "mqtt://b", "--ca-file", "x"], "are for TLS"),
            (["--broker", "mqtts://b", "--key", "x"], "belong together"),
            (["--broker", "mqtt://b", "--panel", "a/b"], "expected parts of a topic"),
            (["--broker", "mqtt://b"], "--state-dir: expected a folder"),
            (["--broker", "mqtt://b", "--state-dir", "/none/deep"], "cannot create the folder /none/deep"),
            (["--broker", "mqtt://b", "--state-dir", "/tmp", "--user", "u", "--password-file", "/none"], "cannot read the password file /none"),
        ]:
            found = subprocess.run([PROGRAMS / "deckd-mqtt", *arguments], capture_output=True, text=True, timeout=20)
            self.assertNotEqual(found.returncode, 0)
            self.assertIn(message, found.stderr)


if __name__ == "__main__":
    unittest.main()
