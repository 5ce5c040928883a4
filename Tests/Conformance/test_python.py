#!/usr/bin/env python3
"""Tests of what the suite does not reach: the Python clients' input and output, and how much the suite covers.

usage: test_python.py [-v] [TEST…]      DECKD_PROGRAMS is the folder of deckd, .build/debug when left out
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import math
import os
import pathlib
import re
import select
import signal
import socket
import sys
import tempfile
import threading
import time
import unittest
from typing import Any, Callable, Dict, List, Set, Tuple

import record

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "Sources" / "PythonClient"))

import deckd  # noqa: E402

DECKD = str(pathlib.Path(os.environ.get("DECKD_PROGRAMS", ROOT / ".build" / "debug")) / "deckd")


class WithDaemon(unittest.TestCase):
    def setUp(self) -> None:
        self.daemon = record.Daemon(DECKD, record.deck("swipeclean", 4), keeps_state=True)
        self.addCleanup(record.Daemon.close_all)

    def client(self, **options: Any) -> deckd.Client:
        client = deckd.Client(self.daemon.socket, **options)
        self.addCleanup(client.close)
        return client

    def until(
        self, client: deckd.Client, what: str, condition: Callable[[List[deckd.Event]], bool]
    ) -> List[deckd.Event]:
        """Receives until a condition holds; returns the events."""
        events: List[deckd.Event] = []
        end = time.monotonic() + 30
        while not condition(events):
            self.assertLess(time.monotonic(), end, f"waited for {what}; {events}")
            events += client.poll(0.05)
        return events


class Blocking(WithDaemon):
    def test_a_client_may_start_before_the_daemon(self) -> None:
        self.daemon.kill()
        pathlib.Path(self.daemon.socket).unlink(missing_ok=True)
        client = self.client()
        for _ in range(3):
            self.assertEqual(client.poll(0.05), [])
        self.daemon.start()
        self.assertEqual(client.call("deck.list")["decks"][0]["id"], "main")

    def test_calls_are_answered_and_refused(self) -> None:
        client = self.client()
        seq = client.call("deck.swipe", direction="left")["seq"]
        self.assertEqual([event.seq for event in client.poll() if event.type == "card.swiped"], [seq])
        self.assertEqual(client.decks["main"].front, {"id": "card-1"})
        self.assertEqual(client.decks["main"].card("card-3"), {"id": "card-3"})
        self.assertIsNone(client.decks["main"].card("nobody"))
        with self.assertRaises(deckd.Refused) as refusal:
            client.call("deck.swipe", direction="east")
        self.assertEqual((refusal.exception.code, refusal.exception.field), (-32602, "params.direction"))
        self.assertIn('not "east"', str(refusal.exception))

    def test_calls_with_many_cards_are_made_in_parts(self) -> None:
        client = self.client()

        def await_deck(ids: List[str], current: int) -> None:
            def is_there(_: Any) -> bool:
                deck = client.decks.get("main")
                return deck is not None and [c["id"] for c in deck.cards or ()] == ids and deck.current == current

            self.until(client, "the cards", is_there)

        cards = [{"id": f"card number {number}", "data": "x" * 100} for number in range(1200)]
        ids, new = [str(card["id"]) for card in cards], [f"new {number}" for number in range(600)]
        client.call("deck.load", cards=cards, current=900)
        await_deck(ids, 900)
        client.call("deck.insert", cards=[{"id": id} for id in new], at=10)
        await_deck(ids[:10] + new + ids[10:], 1500)
        client.call("deck.remove", at=10, count=600)
        with self.assertRaises(deckd.Refused) as refusal:
            client.call("deck.load", cards=cards + [{"id": "card number 7"}])
        self.assertTrue(str(refusal.exception.field).startswith("params.cards["), refusal.exception.field)
        await_deck(ids, 900)

    def test_calls_end_with_their_connection_or_their_time(self) -> None:
        client = self.client()
        client.call("deck.list")
        self.daemon.process.send_signal(signal.SIGSTOP)
        with self.assertRaises(TimeoutError):
            client.call("deck.swipe", direction="left", timeout=0.05)
        answers: List[Any] = []
        client.session.request("deck.list", answer=lambda result, error: answers.append(error))
        self.assertEqual(client.poll(0.01), [])
        self.daemon.kill()
        self.until(client, "the connection to be lost", lambda events: bool(answers))
        self.assertIsInstance(answers[0], deckd.ConnectionLost)
        client.session.request("deck.list", answer=lambda result, error: answers.append(error))
        self.assertIsInstance(answers[1], deckd.ConnectionLost, "a request without a connection fails at once")
        self.daemon.start()
        self.assertEqual(client.call("deck.list")["decks"][0]["id"], "main")

    def test_an_earlier_run_is_resumed(self) -> None:
        first = self.client()
        first.call("deck.swipe", direction="left")
        seq = first.decks["main"].seq
        first.call("deck.swipe", direction="right")
        journal = first.journal
        self.assertIsNotNone(journal)
        events = self.until(self.client(resume=(journal, seq)), "the events since", lambda events: bool(events))
        self.assertEqual([event.type for event in events if event.type == "resync"], [])
        self.assertEqual(events[0].seq, seq + 1)
        events = self.until(self.client(resume=("0" * 16, seq)), "resync", lambda events: bool(events))
        self.assertEqual(events[0].type, "resync")

    def test_a_delegate_answers_and_one_that_fails_is_reported(self) -> None:
        def decide(question: Dict[str, Any]) -> bool:
            if question["direction"] == "right":
                raise ValueError("no opinion")
            return False

        client = self.client(delegates={"main": {"shouldSwipe": decide}})
        with self.assertRaises(deckd.Refused):
            client.call("deck.swipe", direction="left")
        client.call("deck.swipe", direction="right")
        errors = [event["message"] for event in client.poll() if event.type == "error"]
        self.assertEqual(errors, ["delegate.shouldSwipe failed: ValueError('no opinion')"])
        self.daemon.kill()
        self.daemon.start()
        self.until(client, "the new subscription", lambda events: not client.connected)
        with self.assertRaises(deckd.Refused):
            client.call("deck.swipe", direction="left")

    def test_a_delegate_answers_later_unless_the_connection_is_lost(self) -> None:
        asked: List[concurrent.futures.Future[Any]] = []

        def decide(question: Dict[str, Any]) -> concurrent.futures.Future[Any]:
            asked.append(concurrent.futures.Future())
            return asked[-1]

        client = self.client(delegates={"main": {"shouldSwipe": decide}})
        client.call("deck.configure", settings={"delegate.confirm": "left", "delegate.deadline": 30})
        answers: List[Any] = []
        client.request("deck.swipe", {"direction": "left"}, lambda *answer: answers.append(answer))
        self.until(client, "the question", lambda events: asked)
        self.assertEqual(client.call("deck.get")["snapshot"]["phase"], "awaiting")
        asked[0].set_result(True)
        self.until(client, "the swipe", lambda events: answers)
        self.assertIsNone(answers[0][1])
        client.request("deck.swipe", {"direction": "left"}, lambda *answer: answers.append(answer))
        self.until(client, "the second question", lambda events: len(asked) == 2)
        self.daemon.kill()
        self.daemon.start()
        self.until(client, "the new subscription", lambda events: not client.connected)
        self.until(client, "the new subscription", lambda events: client.connected)
        self.assertTrue(asked[1].cancelled())

    def test_a_question_that_ends_without_its_answer_cancels_its_future(self) -> None:
        asked: List[concurrent.futures.Future[Any]] = []

        def decide(question: Dict[str, Any]) -> concurrent.futures.Future[Any]:
            asked.append(concurrent.futures.Future())
            return asked[-1]

        client = self.client(delegates={"main": {"shouldSwipe": decide}})
        client.call("deck.configure", settings={"delegate.confirm": "left", "delegate.deadline": 30})
        answers: List[Any] = []
        client.request("deck.swipe", {"direction": "left"}, lambda *answer: answers.append(answer))
        self.until(client, "the question", lambda events: asked)
        client.call("deck.dismiss")
        self.until(client, "the end of the question", lambda events: asked[0].done() and answers)
        self.assertTrue(asked[0].cancelled())
        self.assertIsInstance(answers[0][1], deckd.Refused)

    def test_delegates_that_are_wrong_are_refused_at_once(self) -> None:
        wrong: List[Tuple[Any, str]] = [
            ({"shouldSwipe": print}, "delegates['shouldSwipe']: expected functions by the names of questions"),
            ({"main": {}}, "delegates['main']: expected functions"),
            ([print], "delegates: expected a delegate by each deck's id"),
            ({None: {"shouldSwipe": print}}, "delegates: expected the id of a deck, not None"),
            ({"main": {"shouldSwip": print}}, "delegates['main']['shouldSwip']: expected one of shouldSwipe, "),
            ({"main": {"shouldSwipe": True}}, "delegates['main']['shouldSwipe']: expected a function, not True"),
        ]
        for delegates, message in wrong:
            with self.assertRaisesRegex(TypeError, "^" + re.escape(message)):
                deckd.Client(delegates=delegates)

    def test_an_asyncio_future_without_its_loop_is_reported(self) -> None:
        loop = asyncio.new_event_loop()
        self.addCleanup(loop.close)
        session = deckd.Session(delegates={"main": {"shouldSwipe": lambda question: loop.create_future()}})
        session.connected()
        session.receive(json.dumps({"id": "main/1", "method": "delegate.shouldSwipe", "params": {"deck": "main"}}))
        self.assertIsNone(json.loads(session.outgoing[-1])["result"])
        self.assertIn("an asyncio.Future answers for an AsyncClient alone", session.events[-1]["message"])

    def test_a_refusal_that_nobody_waits_for_is_an_error_and_one_that_repeats_is_reported_once(self) -> None:
        client = self.client()
        client.call("deck.get")
        client.request("deck.lod")
        events = self.until(client, "the error", lambda events: any(event.type == "error" for event in events))
        self.assertIn("deck.load", "".join(event["message"] for event in events if event.type == "error"))
        lost = deckd.Client(self.daemon.socket, deck="other")
        self.addCleanup(lost.close)
        end, errors = time.monotonic() + 2, []
        while time.monotonic() < end:
            errors += [event["message"] for event in lost.poll(0.1) if event.type == "error"]
        self.assertEqual(len(errors), 1, errors)

    def test_a_client_of_a_deck_follows_it_again_when_it_returns(self) -> None:
        asked: List[Any] = []
        client = self.client(deck="main", delegates={"main": {"shouldSwipe": lambda question: not asked.append(question)}})
        client.call("deck.get")
        configuration, other = (self.daemon.folder / "deckd.toml").read_text(), self.client(deck="*")
        for text, type in (('[[decks]]\nid = "other"\n', "deck.removed"), (configuration, "deck.added")):
            self.daemon.configure(text)
            other.call("daemon.reload")
            self.until(client, type, lambda events: any(event.type == type for event in events))
        client.call("deck.swipe", deck="main", direction="left")
        self.assertEqual(len(asked), 1)

    def test_a_delegate_registers_again_when_its_deck_appears(self) -> None:
        session = deckd.Session(delegates={"late": {"shouldSwipe": lambda question: True}})
        session.connected()
        ids = {json.loads(line)["method"]: json.loads(line)["id"] for line in session.outgoing}
        session.receive(json.dumps({"id": ids["subscribe"], "result": {"snapshots": [], "seq": 1, "journal": "j"}}))
        added = {"seq": 2, "t": 1, "deck": "late", "type": "deck.added", "kind": "swipe", "preset": "koloda", "surface": {},
                 "area": {}, "settings": {}, "current": 0, "count": 0, "undoDepth": 0}
        session.receive(json.dumps({"method": "event", "params": added}))
        registered = [json.loads(line)["params"]["deck"] for line in session.outgoing if "delegate.register" in line]
        self.assertEqual(registered, ["late", "late"])

    def test_a_later_answer_that_is_wrong_is_reported_and_so_is_an_async_one_without_a_loop(self) -> None:
        asked: List[concurrent.futures.Future[Any]] = []

        def decide(question: Dict[str, Any]) -> Any:
            asked.append(concurrent.futures.Future())
            return asked[-1]

        async def decide_in_a_loop(question: Dict[str, Any]) -> bool:
            return True

        client = self.client(delegates={"main": {"shouldSwipe": decide}})
        client.call("deck.configure", settings={"delegate.confirm": "left", "delegate.deadline": 30})
        answers: List[Any] = []
        errors: List[str] = []
        client.request("deck.swipe", {"direction": "left"}, lambda *answer: answers.append(answer))
        self.until(client, "the question", lambda events: asked)
        asked[0].set_result({1})
        client.request("deck.get", None, lambda *answer: answers.append(answer))
        end = time.monotonic() + 20
        while len(answers) < 2 or not errors:
            self.assertLess(time.monotonic(), end)
            errors += [event["message"] for event in client.poll(0.1) if event.type == "error"]
        self.assertIn("is not JSON serializable", errors[0])
        session = deckd.Session(delegates={"main": {"shouldSwipe": decide_in_a_loop}})
        session.connected()
        session.receive(json.dumps({"id": "main/1", "method": "delegate.shouldSwipe", "params": {"deck": "main"}}))
        self.assertEqual(json.loads(session.outgoing[-1])["result"], None)
        self.assertIn("no loop runs here", session.events[-1]["message"])

    def test_other_topics_reach_the_author(self) -> None:
        client = self.client(topics=("events", "prefetch", "haptics"))
        client.call("deck.insert", cards=[{"id": "new"}])
        events = self.until(client, "prefetch", lambda events: any(event.type == "prefetch" for event in events))
        self.assertIn("new", [event for event in events if event.type == "prefetch"][-1]["load"])

    def test_cards_move_and_come_to_rest(self) -> None:
        client = self.client()
        client.call("deck.list")
        self.until(client, "the deck", lambda events: "main" in client.decks)
        t = deckd.now()
        self.assertFalse(client.moving("main", t + 10_000_000))
        client.call("deck.swipe", direction="right")
        self.assertTrue(client.moving("main", client.poll()[-1]["t"]))
        events = self.until(client, "rest", lambda events: any(event.type == "card.shown" for event in events))
        self.assertEqual(events[-1]["card"], "card-1")
        self.until(client, "rest", lambda events: not client.moving("main"))
        front = client.places("main").cards[-1]
        self.assertEqual((front.id, front.x, front.y, front.scale), ("card-1", 20, 160, 1))


class InALoop(WithDaemon):
    """Of somebody else, such as GLib's."""

    def test_a_loop_is_woken_for_whatever_waits(self) -> None:
        client = self.client()
        descriptor, events = client.fileno(), []

        def is_readable(seconds: float = 0.0) -> bool:
            return bool(select.select([descriptor], [], [], seconds)[0])

        def turn() -> None:
            """One turn of a loop that knows the descriptor and the timeout alone."""
            due = client.timeout()
            if is_readable(10.0 if due is None else due) or client.timeout() == 0:
                events.extend(client.poll())

        def turn_until(what: str, condition: Callable[[], bool]) -> None:
            end = time.monotonic() + 30
            while not condition():
                self.assertLess(time.monotonic(), end, f"waited for {what}; {events}")
                turn()

        turn_until("the deck", lambda: "main" in client.decks)
        # Events that come before the answer to a call wait for the loop.
        client.call("deck.swipe", direction="left")
        self.assertTrue(is_readable())
        turn_until("its events", lambda: [event.type for event in events][-2:] == ["card.swiped", "card.shown"])
        while client.moving("main"):
            time.sleep(0.01)
        client.poll()
        self.assertFalse(is_readable(0.2), "a loop would spin")
        # A request does not wait, and its answer comes by the loop.
        answers: List[Any] = []
        client.request("deck.undo", {"deck": "main"}, lambda result, error: answers.append(result))
        client.request("deck.swipe", {"direction": "east"}, lambda result, error: answers.append(error))
        self.assertEqual(answers, [])
        turn_until("the answers", lambda: len(answers) == 2)
        self.assertIn("seq", answers[0])
        self.assertIsInstance(answers[1], deckd.Refused)
        # What the daemon does not read waits, and goes when it does.
        self.daemon.process.send_signal(signal.SIGSTOP)
        count = 0
        while not client.wants_write():
            client.request("deck.list", {"rest": "x" * 10_000}, lambda result, error: answers.append(error))
            count += 1
        self.daemon.process.send_signal(signal.SIGCONT)
        turn_until("all answers", lambda: len(answers) == 2 + count)
        self.assertFalse(client.wants_write())
        # The connection is made again by the loop, under the same descriptor.
        self.daemon.kill()
        turn_until("the end", lambda: client.timeout() is not None)
        client.request("deck.list", answer=lambda result, error: answers.append(error))
        self.assertIsInstance(answers[-1], deckd.ConnectionLost)
        self.daemon.start()
        turn_until("another connection", lambda: client.connected)
        self.assertEqual(client.fileno(), descriptor)


class Asynchronous(WithDaemon):
    def test_everything_works_without_blocking(self) -> None:
        asyncio.run(asyncio.wait_for(self.converse(), 60))

    def test_a_delegate_may_be_async(self) -> None:
        asyncio.run(asyncio.wait_for(self.decide(), 60))

    async def decide(self) -> None:
        async def after_a_while(question: Dict[str, Any]) -> bool:
            await asyncio.sleep(0.1)
            return bool(question["direction"] == "left")

        async with deckd.AsyncClient(self.daemon.socket, delegates={"main": {"shouldSwipe": after_a_while}}) as client:
            await client.call("deck.configure", settings={"delegate.confirm": "left,right", "delegate.deadline": 30})
            with self.assertRaises(deckd.Refused):
                await client.call("deck.swipe", direction="right")
            await client.call("deck.swipe", direction="left")
            self.assertEqual(client.decks["main"].current, 1)

    async def converse(self) -> None:
        async with deckd.AsyncClient(self.daemon.socket) as client:
            await client.call("deck.swipe", direction="left")
            self.assertEqual(client.decks["main"].current, 1)
            types = []
            async for event in client:
                types.append(event.type)
                if event.type == "card.shown":
                    break
            self.assertEqual(types, ["card.swiped", "card.shown"])
            with self.assertRaises(deckd.Refused):
                await client.call("deck.swipe", direction="east")
            self.daemon.process.send_signal(signal.SIGSTOP)
            lost = asyncio.ensure_future(client.call("deck.undo"))
            await asyncio.sleep(0)
            self.daemon.kill()
            with self.assertRaises(deckd.ConnectionLost):
                await lost
            self.daemon.start()
            await client.call("deck.undo")
            self.assertEqual(client.decks["main"].current, 0)
            self.assertEqual(client.places("main").cards[-1].id, "card-0")
            while client.moving("main"):
                await asyncio.sleep(0.01)


class Wrong(unittest.TestCase):
    """Whatever a line is, a client reports it and connects again."""

    DECK = {"deck": "main", "kind": "swipe", "preset": "swipeclean", "surface": {}, "area": {}, "settings": {}}
    STATE = {**DECK, "seq": 1, "current": 0, "count": 0, "undoDepth": 0}
    DEEP = '{"kind":"sum","of":[' * 400 + '{"kind":"set","value":1}' + "]}" * 400
    LINES = [
        "HTTP/1.1 400",
        "[]",
        "[" * 1000 + "]" * 1000,
        "[" * 100_000,
        '{"method":"event","params":{"type":"x"}}',
        '{"method":"event","params":{"type":"x","deck":"main","seq":"abc"}}',
        '{"method":"event","params":{"type":"x","deck":"main","seq":1e999}}',
        '{"method":"event","params":{"type":"x","deck":"main","seq":2,"count":"all"}}',
        '{"method":"event","params":{"type":["x"],"deck":["main"],"seq":2}}',
        '{"method":"haptic","params":[]}',
        '{"method":"delegate.shouldSwipe","id":[],"params":{"deck":{}}}',
        '{"id":null,"error":"none"}',
        '{"method":"motion","params":{"deck":"main","card":"a","property":"x",' + DEEP[1:] + "}",
    ]

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = f"{folder.name}/deckd.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(self.listener.close)
        self.listener.bind(self.path)
        self.listener.listen()
        self.listener.settimeout(30)

    def answer_wrongly(self, line: str) -> None:
        """Answers a subscription, says a line, and waits for the next connection."""
        connection, _ = self.listener.accept()
        with connection, connection.makefile("rb") as requests:
            request = next(request for request in map(json.loads, requests) if request["method"] == "subscribe")
            answer = {"id": request["id"], "result": {"snapshots": [self.STATE]}}
            connection.sendall(f"{json.dumps(answer)}\n{line}\n".encode())
            while requests.readline():
                pass
        self.listener.accept()[0].close()

    def test_a_line_is_reported_and_the_connection_begun_again(self) -> None:
        for line in self.LINES:
            with self.subTest(line=line[:100]), deckd.Client(self.path) as client:
                daemon = threading.Thread(target=self.answer_wrongly, args=(line,))
                daemon.start()
                events: List[deckd.Event] = []
                while daemon.is_alive():
                    events += client.poll(0.01)
                self.assertEqual([event.type for event in events], ["error"])
                self.assertIn("; expected", events[0]["message"])

    def joined(self, state: Dict[str, Any]) -> deckd.Session:
        """A session that has subscribed to a deck in this state, and sent what there was to send."""
        session = deckd.Session(cards=False)
        session.connected()
        answer = {"journal": "j", "snapshots": [state]}
        session.receive(json.dumps({"id": json.loads(session.outgoing[1])["id"], "result": answer}))
        session.outgoing.clear()
        return session

    def test_pictures_are_reported_where_that_is_new(self) -> None:
        session = self.joined({**self.STATE, "surface": {"name": "wall"}})
        # At first; nothing is new; another period; too early for the next; after a rest; the clock has drifted.
        for t, period, is_sent in (
            (1000000, 16667, True),
            (1016667, 16667, False),
            (1600000, 8333, True),
            (1608333, 16667, False),
            (1700000, 8333, False),
            (1900000, 8333, False),
            (2104000, 8333, True),
            (2112333, 8333, False),
            (2612300, 8333, True),
            (2700000, 8333, False),
            (2880000, 8333, False),
            (3060000, 8333, False),
            (3150000, 8333, True),
        ):
            session.outgoing.clear()
            session.drew(self.STATE["deck"], t, period)
            sent = [json.loads(line) for line in session.outgoing]
            expected = {"surface": "wall", "t": t, "period": period}
            self.assertEqual([line["params"] for line in sent], [expected] if is_sent else [], t)
        session.disconnected()
        session.connected()
        session.outgoing.clear()
        session.drew(self.STATE["deck"], 2700000, 8333)
        self.assertEqual(len(session.outgoing), 1)

    def test_an_event_that_cannot_be_applied_is_not_applied_again(self) -> None:
        session = self.joined(self.STATE)
        params = {"type": "surface.changed", "deck": "main", "seq": self.STATE["seq"] + 1, "t": 0}
        with self.assertRaises(deckd.WrongMessage):
            session.receive(json.dumps({"method": "event", "params": params}))
        session.disconnected()
        session.connected()
        subscription = json.loads(session.outgoing[1])
        self.assertNotIn("since", subscription["params"])
        state = {**self.STATE, "seq": params["seq"]}
        session.receive(json.dumps({"id": subscription["id"], "result": {"journal": "j", "snapshots": [state]}}))
        self.assertEqual([event.type for event in session.events], ["resync"])

    def test_an_asynchronous_client_goes_on_as_well(self) -> None:
        asyncio.run(asyncio.wait_for(self.go_on(), 60))

    async def go_on(self) -> None:
        for line in self.LINES:
            with self.subTest(line=line[:100]):
                async with deckd.AsyncClient(self.path) as client:
                    daemon = asyncio.get_running_loop().run_in_executor(None, self.answer_wrongly, line)
                    self.assertEqual((await client.__aiter__().__anext__()).type, "error")
                    await daemon

    def test_a_client_that_has_ended_lets_nobody_wait(self) -> None:
        asyncio.run(asyncio.wait_for(self.end(), 60))

    async def end(self) -> None:
        client = deckd.AsyncClient(self.path, deck="\ud800")
        with self.assertRaises(deckd.DeckdError):
            await client.call("deck.list")
        async with client:
            with self.assertRaises(deckd.DeckdError) as end:
                await client.call("deck.list")
            self.assertIsInstance(end.exception.__cause__, UnicodeEncodeError)

    def test_a_line_without_an_end_is_wrong_at_64_mib(self) -> None:
        line = deckd._Line(deckd.Session())
        for _ in range(1 << 18):
            line.receive(b"x" * 256)
        with self.assertRaises(deckd.WrongMessage):
            line.receive(b"x")

    def test_half_a_character_is_replaced(self) -> None:
        session = deckd.Session(delegates={"\ufffd": {"shouldSwipe": lambda question: question["card"]}})
        session.connected()
        subscription = json.loads(session.outgoing[1])
        session.outgoing.clear()
        state = {**self.STATE, "deck": "\ud800", "count": 1}
        session.receive(json.dumps({"id": subscription["id"], "result": {"snapshots": [state]}}))
        question = {"deck": "\ud800", "card": "\udc00🂡"}
        session.receive(json.dumps({"id": "\udfff", "method": "delegate.shouldSwipe", "params": question}))
        cards, answer = map(json.loads, session.outgoing)
        self.assertEqual(cards["params"]["deck"], "\ufffd")
        self.assertEqual((answer["id"], answer["result"]), ("\ufffd", "\ufffd🂡"))
        with self.assertRaises(UnicodeEncodeError):
            session.request("deck.update", {"card": "\ud800"})
        self.assertEqual(len(session.outgoing), 2)

    def test_functions_that_fail_are_reported(self) -> None:
        session = deckd.Session(delegates={"main": {"shouldSwipe": lambda question: {1}}})
        session.connected()
        session.request("deck.list", answer=lambda result, error: result["none"])
        session.receive(json.dumps({"id": json.loads(session.outgoing[-1])["id"], "result": {}}))
        session.receive(json.dumps({"id": "main/1", "method": "delegate.shouldSwipe", "params": {"deck": "main"}}))
        self.assertEqual(json.loads(session.outgoing[-1])["result"], None)
        self.assertEqual([event.type for event in session.events], ["error", "error"])


class Figures(unittest.TestCase):
    def test_a_matrix_draws_a_card_where_the_protocol_says(self) -> None:
        place = deckd.Place("a", x=20, y=30, w=100, h=60, scale=0.5, rotation=30, anchor=(0.25, 1), z=0, opacity=1)
        a, b, c, d, e, f = place.matrix
        anchor = (20 + 25, 30 + 60)
        for u, v in ((0, 0), (100, 0), (25, 60), (70, 13)):
            x, y = 20 + u - anchor[0], 30 + v - anchor[1]
            turn = math.radians(30)
            expected = (
                anchor[0] + 0.5 * (x * math.cos(turn) - y * math.sin(turn)),
                anchor[1] + 0.5 * (x * math.sin(turn) + y * math.cos(turn)),
            )
            self.assertAlmostEqual(a * u + c * v + e, expected[0])
            self.assertAlmostEqual(b * u + d * v + f, expected[1])

    def test_the_socket_is_the_one_given_else_of_the_environment_else_usual(self) -> None:
        before = dict(os.environ)
        self.addCleanup(os.environ.update, before)
        self.addCleanup(os.environ.clear)
        with tempfile.TemporaryDirectory() as folder:
            os.environ.update(DECKD_SOCKET="/named", XDG_RUNTIME_DIR=folder)
            self.assertEqual(deckd.socket_path("/given"), "/given")
            self.assertEqual(deckd.socket_path(), "/named")
            del os.environ["DECKD_SOCKET"]
            if os.path.exists("/run/deckd/deckd.sock"):
                self.skipTest("a daemon runs on this machine")
            self.assertEqual(deckd.socket_path(), "/run/deckd/deckd.sock")
            for name in ("deckd-observe.sock", "deckd.sock"):
                pathlib.Path(folder, name).touch()
                self.assertEqual(deckd.socket_path(), f"{folder}/{name}")


class Sessions(unittest.TestCase):
    def test_requests_for_many_cards_fit_into_a_line(self) -> None:
        session = deckd.Session(topics=("events",))
        session.connected()
        sent = [json.loads(line) for line in session.outgoing]
        deck = {"deck": "main", "kind": "swipe", "preset": "swipeclean", "surface": {}, "area": {}, "settings": {}}
        counts = {"current": 0, "undoDepth": 0}
        session.outgoing.clear()
        session.receive(
            json.dumps({"id": sent[1]["id"], "result": {"snapshots": [{**deck, **counts, "seq": 1, "count": 0}]}})
        )
        ids = [f"{number} {'𝄞' * 250}" for number in range(2500)]
        for index, id in enumerate(ids):
            event = {"seq": index + 2, "deck": "main", "type": "card.inserted", "card": id, "index": index}
            session.receive(json.dumps({"method": "event", "params": {**event, **counts, "count": index + 1}}))
        fetched: List[str] = []
        while session.outgoing:
            line = session.outgoing.popleft()
            self.assertLess(len(line.encode()), 1 << 15)
            request = json.loads(line)
            fetched += request["params"]["ids"]
            page = {"cards": [{"id": id} for id in request["params"]["ids"]], "count": len(ids), "seq": len(ids) + 1}
            session.receive(json.dumps({"id": request["id"], "result": page}))
        self.assertEqual(fetched, ids)
        self.assertEqual([card["id"] for card in session.decks["main"].cards or ()], ids)
        self.assertEqual([event.seq for event in session.events], list(range(2, len(ids) + 2)))

    def greeted(self, line: int) -> deckd.Session:
        """A session whose daemon takes two cards in a request."""
        session = deckd.Session()
        session.connected()
        session.receive(json.dumps({"id": 1, "result": {"limits": {"line": line, "requestCards": 2}}}))
        session.outgoing.clear()
        return session

    def test_a_request_with_many_cards_is_divided(self) -> None:
        for example in json.loads((HERE / "requests.json").read_text()):
            for is_refused in (False, True):
                with self.subTest(example["about"], is_refused=is_refused):
                    session, answers = self.greeted(1 << 15), []
                    session.request(example["method"], example["params"], lambda *answer: answers.append(answer))
                    made = example["made"][:1] if is_refused else example["made"]
                    for number, expected in enumerate(made):
                        self.assertEqual(answers, [])
                        sent = json.loads(session.outgoing.popleft())
                        self.assertEqual([sent["method"], sent["params"]], expected)
                        refusal = {"error": {"code": -32000, "message": "no", "data": {"field": "", "expected": ""}}}
                        result = refusal if is_refused else {"result": {"seq": number}}
                        session.receive(json.dumps({"id": sent["id"], **result}))
                    self.assertFalse(session.outgoing)
                    ((result, error),) = answers
                    self.assertEqual(result, None if is_refused else {"seq": len(made) - 1})
                    self.assertEqual(error and error.code, -32000 if is_refused else None)

    def test_divided_requests_are_made_one_after_the_other(self) -> None:
        session, answers = self.greeted(1 << 15), []
        for name in "abc":
            cards = [{"id": f"{name}{number}"} for number in range(3)]
            session.request("deck.load", {"cards": cards}, lambda _, error, name=name: answers.append((name, bool(error))))
        sent = []
        for _ in range(4):
            sent.append(json.loads(session.outgoing.popleft()))
            self.assertFalse(session.outgoing)
            session.receive(json.dumps({"id": sent[-1]["id"], "result": {}}))
        first = [params["cards"][0]["id"] if "cards" in params else params["staged"] for params in (m["params"] for m in sent)]
        self.assertEqual((first, answers), (["a0", "a2", 3, "b0"], [("a", False)]))
        session.disconnected()
        self.assertEqual(answers, [("a", False), ("b", True), ("c", True)])

    def test_a_request_of_many_bytes_is_divided(self) -> None:
        session, answers = self.greeted(1000), []
        cards = [{"id": str(number), "data": "é" * (170 + number)} for number in range(5)]
        session.request("deck.load", {"deck": "main", "cards": cards}, lambda *answer: answers.append(answer))
        staged: List[Any] = []
        while session.outgoing:
            line = session.outgoing.popleft()
            self.assertLess(len(line.encode()), 1000)
            message = json.loads(line)
            staged += message["params"].get("cards", [])
            session.receive(json.dumps({"id": message["id"], "result": {}}))
        self.assertEqual((staged, len(answers)), (cards, 1))

    def test_who_resumes_after_the_last_event_of_any_deck_misses_none(self) -> None:
        session = deckd.Session(topics=("events",))
        session.connected()
        deck = {"kind": "swipe", "preset": "swipeclean", "surface": {}, "area": {}, "settings": {}}
        counts = {"current": 0, "undoDepth": 0, "count": 0}
        snapshots = [{**deck, **counts, "deck": name, "seq": 1} for name in ("one", "two")]
        session.receive(json.dumps({"id": 2, "result": {"snapshots": snapshots}}))

        def happens(seq: int, name: str, **members: Any) -> None:
            event = {**counts, "seq": seq, "deck": name, **members}
            session.receive(json.dumps({"method": "event", "params": event}))

        def delivered() -> List[int]:
            return [session.events.popleft().seq for _ in range(len(session.events))]

        session.outgoing.clear()
        happens(2, "two", type="deck.reset")
        happens(3, "one", type="card.inserted", card="a", index=0, count=1)
        happens(4, "two", type="deck.reset")
        happens(5, "two", type="card.inserted", card="b", index=0, count=1)
        happens(6, "three", type="of a later daemon")
        self.assertEqual(delivered(), [2])
        of_one, of_two = (json.loads(line)["id"] for line in session.outgoing)
        session.receive(json.dumps({"id": of_two, "result": {"cards": [{"id": "b"}], "count": 1, "seq": 5}}))
        happens(7, "two", type="deck.removed")
        self.assertEqual(delivered(), [])
        session.receive(json.dumps({"id": of_one, "result": {"cards": [{"id": "a"}], "count": 1, "seq": 3}}))
        self.assertEqual(delivered(), [3, 4, 5, 6, 7])

        happens(8, "one", type="card.inserted", card="c", index=1, count=2)
        happens(9, "three", type="of a later daemon")
        session.disconnected()
        session.connected()
        sent = [json.loads(line) for line in session.outgoing]
        subscription = next(request["id"] for request in sent if request["method"] == "subscribe")
        session.receive(json.dumps({"id": subscription, "result": {"snapshots": [], "resync": True}}))
        self.assertEqual([event.type for event in session.events], ["resync"], "9 would stand for 8, too")


class Suite(unittest.TestCase):
    def test_it_has_every_event_and_every_formula_of_the_protocol(self) -> None:
        page = (ROOT / "Sources" / "DeckProtocol" / "DeckProtocol.docc" / "Protocol.md").read_text(encoding="utf-8")
        table = page[page.index("<!-- begin events -->") : page.index("<!-- end events -->")]
        wanted = set(re.findall(r"^\| `([a-z.]+)` \|", table, re.MULTILINE))
        wanted |= {"set", "spring", "then", "curve", "decay", "sum", "product", "piecewise", "remove"}
        self.assertGreater(len(wanted), 30)
        found: Set[str] = set()
        for path in (HERE / "Conversations").glob("*.ndjson"):
            for line in path.read_text(encoding="utf-8").splitlines():
                message = json.loads(line).get("line")
                if isinstance(message, dict) and message.get("method") in ("event", "motion"):
                    self.collect(message["params"], found)
        self.assertEqual(wanted - found, set())

    def collect(self, value: Any, found: Set[str]) -> None:
        if isinstance(value, dict):
            found.update(str(value[name]) for name in ("type", "kind") if name in value)
            found.update({"then"} & set(value))
            for inner in value.values():
                self.collect(inner, found)
        elif isinstance(value, list):
            for inner in value:
                self.collect(inner, found)


if __name__ == "__main__":
    unittest.main()
