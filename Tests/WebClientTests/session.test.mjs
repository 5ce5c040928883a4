// What the conformance suite leaves to each language: the delegate, errors, and the formulas of motions.
//
// usage: node --test Tests/WebClientTests

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DeckError, Session, valueOf } from "../../Sources/WebClient/deckd.js";

/** A session, and what it does. @param {object} [options] */
function start(options = {}) {
  const sent = [], failures = [], notifications = [];
  const session = new Session(options, {
    send: line => sent.push(JSON.parse(line)),
    event: () => {},
    notification: (method, params) => notifications.push([method, params]),
    failed: (error, isFatal) => failures.push([error.message, isFatal]),
  });
  const receive = message => session.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const answer = (method, result) => receive({ id: sent.findLast(request => request.method === method).id, result });
  const settled = () => new Promise(setImmediate);
  return { session, sent, failures, notifications, receive, answer, settled };
}

test("a delegate registers after each subscription and answers", async () => {
  const { session, sent, failures, receive, settled } = start({
    deck: "main",
    delegate: {
      shouldSwipe: ({ card }) => card !== "keep",
      threshold: async () => 0.5,
      shouldDrag: () => { throw new Error("no such card"); },
    },
  });
  for (let connection = 0; connection < 2; connection++) {
    sent.length = 0;
    session.connect();
    assert.deepEqual(sent.map(({ method }) => method), ["hello", "subscribe", "delegate.register"]);
    assert.deepEqual(sent[2].params, { deck: "main", questions: ["shouldSwipe", "shouldDrag", "threshold"] });
    session.disconnect();
  }
  session.connect();
  sent.length = 0;
  receive({ id: "main/1", method: "delegate.shouldSwipe", params: { deck: "main", card: "keep" } });
  receive({ id: "main/2", method: "delegate.shouldDrag", params: { deck: "main", card: "a" } });
  receive({ id: "main/3", method: "delegate.threshold", params: { deck: "main", card: "a" } });
  receive({ id: "main/4", method: "delegate.allowedDirections", params: { deck: "main", card: "a" } });
  await settled();
  assert.deepEqual(Object.fromEntries(sent.map(({ id, result }) => [id, result])), { "main/1": false, "main/2": null, "main/3": 0.5, "main/4": null });
  assert.deepEqual(failures, [["no such card", false]]);
});

test("a delegate's answer is not sent on another connection than the question's", async () => {
  /** @type {Function[]} */ const decide = [];
  const { session, sent, receive, settled } = start({ deck: "main", delegate: { shouldSwipe: () => new Promise(resolve => decide.push(resolve)) } });
  const ask = () => receive({ id: "main/1", method: "delegate.shouldSwipe", params: { deck: "main", card: "a", direction: "left" } });
  session.connect();
  ask();
  session.disconnect();
  session.connect();
  ask();
  sent.length = 0;
  decide[0](true);
  await settled();
  assert.deepEqual(sent, []);
  decide[1](true);
  await settled();
  assert.deepEqual(sent.map(({ id, result }) => [id, result]), [["main/1", true]]);
});

test("a question that ends without its answer aborts its signal, and is not answered", async () => {
  /** @type {any[]} */ const asked = [];
  const { session, sent, receive, settled } = start({ deck: "main", delegate: { shouldSwipe: question => new Promise(resolve => asked.push({ ...question, resolve })) } });
  const ask = id => receive({ id, method: "delegate.shouldSwipe", params: { deck: "main", card: "a", direction: "left" } });
  session.connect();
  ask("main/1");
  ask("main/2");
  sent.length = 0;
  receive({ method: "delegate.closed", params: { deck: "main", card: "a", id: "main/1" } });
  assert.deepEqual(asked.map(({ signal }) => signal.aborted), [true, false]);
  asked[0].resolve(true);
  await settled();
  assert.deepEqual(sent, []);
  session.disconnect();
  assert.equal(asked[1].signal.aborted, true);
});

test("a delegate may be of a class, and registers again when its deck appears", () => {
  class Dialogs {
    deck = "late";
    shouldSwipe() { return true; }
  }
  const { session, sent, receive } = start({ delegate: new Dialogs() });
  session.connect();
  const registrations = () => sent.filter(({ method }) => method === "delegate.register").map(({ params }) => params);
  assert.deepEqual(registrations(), [{ deck: "late", questions: ["shouldSwipe"] }]);
  receive({ id: sent.find(({ method }) => method === "subscribe").id, result: { snapshots: [], seq: 1, journal: "j" } });
  receive({ method: "event", params: { seq: 2, t: 1, deck: "other", type: "deck.added", kind: "swipe", cards: [], current: 0 } });
  assert.equal(registrations().length, 1);
  receive({ method: "event", params: { seq: 3, t: 1, deck: "late", type: "deck.added", kind: "swipe", cards: [], current: 0 } });
  assert.equal(registrations().length, 2);
});

test("a delegate without a deck answers for every swipe deck", () => {
  const { session, sent, receive } = start({ delegate: { shouldDrag: () => true } });
  session.connect();
  const registered = () => sent.filter(({ method }) => method === "delegate.register").map(({ params }) => params.deck);
  const snapshot = (deck, kind) => ({ deck, kind, preset: "koloda", seq: 1, current: 0, count: 0, undoDepth: 0, surface: {}, area: {}, settings: {} });
  receive({ id: sent.find(({ method }) => method === "subscribe").id, result: { snapshots: [snapshot("a", "swipe"), snapshot("b", "stack")], seq: 1, journal: "j" } });
  assert.deepEqual(registered(), ["a"]);
  receive({ method: "event", params: { ...snapshot("c", "swipe"), seq: 2, t: 1, type: "deck.added" } });
  assert.deepEqual(registered(), ["a", "c"]);
});

test("options and delegates that are wrong are refused at once", () => {
  for (const [options, message] of [
    [{ socket: "/run/x" }, /unknown option "socket"/], [{ delegate: {} }, /the delegate answers nothing/],
    [{ delegate: { shouldSwip: () => true } }, /delegate\.shouldSwip: expected one of shouldSwipe, /],
    [{ delegate: new (class { shouldSwipe() {} shoulddrag() {} })() }, /delegate\.shoulddrag: expected/],
    [{ delegate: { shouldSwipe: true } }, /the delegate answers nothing/],
  ]) assert.throws(() => start(options), { name: "TypeError", message });
  start({ delegate: { shouldSwipe: () => true, close() {} } });
  for (const delegate of [null, false, undefined]) {
    const { session, sent } = start({ delegate });
    session.connect();
    assert.equal(sent.some(({ method }) => method === "delegate.register"), false);
  }
});

for (const [what, answer] of [["nothing", () => {}], ["a function", () => () => true], ["a BigInt", () => 1n]]) test(`a delegate that returns ${what} is reported, and leaves it to the deck`, async () => {
  const { session, sent, failures, receive, settled } = start({ deck: "main", delegate: { shouldSwipe: answer } });
  session.connect();
  receive({ id: "main/1", method: "delegate.shouldSwipe", params: { deck: "main", card: "a", direction: "left" } });
  await settled();
  assert.equal(sent.at(-1).result, null);
  assert.match(failures[0][0], /delegate.shouldSwipe returned what is not JSON|BigInt/);
});

test("an error names what was wrong and what was expected", async () => {
  const { session, sent, receive } = start();
  session.connect();
  const request = session.request("deck.swipe", { direction: "east" });
  receive({ id: sent.at(-1).id, error: { code: -32602, message: "wrong params.direction", data: { field: "params.direction", expected: "one of left, right" } } });
  await assert.rejects(request, error => error instanceof DeckError && error.code === -32602 && error.field === "params.direction"
    && error.message === "wrong params.direction; expected one of left, right");
});

test("a request fails without a connection, and with it", async () => {
  const { session } = start();
  await assert.rejects(session.request("deck.list"), /^DeckError: not connected; nothing was sent$/);
  session.connect();
  const request = session.request("deck.list");
  session.disconnect();
  await assert.rejects(request, /^DeckError: connection lost; it may or may not have been performed$/);
});

test("a subscription that is refused is fatal", () => {
  const { session, sent, failures, receive } = start({ deck: "none" });
  session.connect();
  receive({ id: sent[1].id, error: { code: -32602, message: "unknown deck" } });
  assert.deepEqual(failures, [["unknown deck", true]]);
});

test("what is no message is an error, and what is unknown is the author's", () => {
  const { session, notifications, receive } = start();
  session.connect();
  for (const line of ["{", "[]", "3", "null", "{}"]) assert.throws(() => session.receive(line), DeckError, line);
  session.receive("  ");
  receive({ method: "haptic", params: { kind: "light" } });
  receive({ method: "of.the.future", params: {} });
  assert.deepEqual(notifications.map(([method]) => method), ["haptic", "of.the.future"]);
});

test("motions", () => {
  const spring = { kind: "spring", from: 0, to: 100, velocity: 0, stiffness: 100, damping: 20, start: 1e6, end: 3e6 };
  assert.equal(valueOf(spring, 0), 0);
  assert.equal(valueOf(spring, 3e6), 100);
  // ω₀ = 10, critically damped: 100 − 100·e^(−10τ)·(1 + 10τ) at τ = 0.1.
  assert.ok(Math.abs(valueOf(spring, 1.1e6) - (100 - 200 * Math.exp(-1))) < 1e-9);
  // Its limits from both sides.
  for (const damping of [20.001, 19.999]) assert.ok(Math.abs(valueOf({ ...spring, damping }, 1.1e6) - valueOf(spring, 1.1e6)) < 0.01);
  const then = { ...spring, then: [{ start: 2e6, from: 50, velocity: 0, stiffness: 100, damping: 20 }] };
  assert.equal(valueOf(then, 2e6), 50);
  const curve = { kind: "curve", from: 10, to: 20, curve: [0, 0, 1, 1], start: 0, duration: 1, end: 1e6 };
  assert.ok(Math.abs(valueOf(curve, 0.25e6) - 12.5) < 1e-6);
  const ease = { ...curve, curve: [0.42, 0, 0.58, 1] };
  assert.ok(Math.abs(valueOf(ease, 0.5e6) - 15) < 1e-6);
  const decay = { kind: "decay", from: 0, to: 50, velocity: 100, rate: 2, start: 0, end: 9e6 };
  assert.ok(Math.abs(valueOf(decay, 1e6) - 50 * (1 - Math.exp(-2))) < 1e-9);
  assert.equal(valueOf({ kind: "sum", of: [{ kind: "set", value: 1 }, { kind: "product", of: [{ kind: "set", value: 2 }, { kind: "set", value: 3 }] }] }, 0), 7);
  const bent = value => valueOf({ kind: "piecewise", of: { kind: "set", value }, points: [[0, 10], [1, 20], [3, 0]] }, 0);
  assert.deepEqual([-1, 0, 0.5, 1, 2, 5].map(bent), [10, 10, 15, 20, 10, 0]);
});

test("what leads a finger continues after its lift until the answer comes", () => {
  const { session, receive } = start();
  const curve = (from, to, start, duration) =>
    ({ kind: "curve", from, to, curve: [0, 0, 1, 1], start, duration, end: start + duration * 1e6 });
  const motion = (property, formula) =>
    receive({ method: "motion", params: { t: 0, deck: "photos", card: "lake", property, ...formula } });
  const lead = { kind: "sum", of: [curve(100, 110, 0, 0.01), curve(0, -20, 10_000, 0.02)], end: 30_000 };
  const scrolled = { kind: "piecewise", of: lead, points: [[0, 0], [200, 400]], end: 30_000 };
  const at = (name, t) => Number(session.places("photos", t).cards[0][name].toFixed(6));
  motion("x", lead);
  motion("y", scrolled);
  assert.deepEqual([at("x", 20_000), at("y", 20_000)], [100, 200]);
  session.lifted();
  assert.deepEqual([0, 5000, 20_000, 30_000, 50_000].map(t => at("x", t)), [100, 105, 120, 130, 130]);
  assert.equal(at("y", 20_000), 240);
  motion("x", lead);
  assert.equal(at("x", 20_000), 100);
  // A panel that reports so often that the lead's fade would end before what the lead grows to.
  const short = { kind: "sum", of: [lead.of[0], curve(0, -20, 10_000, 0.015)], end: 25_000 };
  motion("y", { ...scrolled, of: short, end: short.end });
  session.lifted();
  assert.deepEqual([at("y", 26_000), at("y", 50_000)], [252, 260]);
});

test("what is drawn between two motions of an appearance is whole", () => {
  const { session, receive, answer } = start({ deck: "photos" });
  session.connect();
  answer("subscribe", { snapshots: [], access: "control", t: 0 });
  const motion = (property, value) =>
    receive({ method: "motion", params: { t: 1, deck: "photos", card: "lake", property, kind: "set", value } });
  motion("overlay.progress", 0.5);
  motion("detail.header.opacity", 0.5);
  motion("fan.pull", 0.5);
  assert.deepEqual(session.places("photos", 1), {
    cards: [],
    overlay: { card: "lake", progress: 0.5, opacity: 0, stamp: { opacity: 0, scale: 0, rotation: 0 }, glow: 0, wash: 0 },
    detail: {
      card: "lake", x: 0, y: 0, w: 0, h: 0, scale: 0, opacity: 0, scroll: 0, content: 0, header: { opacity: 0.5, scale: 0 }, progress: 0,
    },
    fan: { over: 0, pull: 0.5, spread: 0 },
  });
});

/** A session whose daemon takes two cards in a request. @param {number} line bytes of a request */
function greeted(line) {
  const started = start();
  started.session.connect();
  started.answer("hello", { limits: { line, requestCards: 2 } });
  started.sent.length = 0;
  return started;
}

for (const { about, method, params, made } of JSON.parse(readFileSync(new URL("../Conformance/requests.json", import.meta.url), "utf8"))) {
  for (const isRefused of [false, true]) {
    test(`${about}${isRefused ? ", and a refusal ends it" : ""}`, async () => {
      const { session, sent, receive, settled } = greeted(1 << 15);
      const answers = [];
      session.request(method, params).then(result => answers.push(result), error => answers.push(error.code));
      const parts = isRefused ? made.slice(0, 1) : made;
      for (const [index, expected] of parts.entries()) {
        await settled();
        assert.deepEqual(answers, []);
        assert.equal(sent.length, index + 1);
        assert.deepEqual([sent[index].method, sent[index].params], expected);
        receive({ id: sent[index].id, ...(isRefused ? { error: { code: -32000, message: "no" } } : { result: { seq: index } }) });
      }
      await settled();
      assert.equal(sent.length, parts.length);
      assert.deepEqual(answers, isRefused ? [-32000] : [{ seq: made.length - 1 }]);
    });
  }
}

test("a request of many bytes is divided", async () => {
  const { session, sent, receive, settled } = greeted(1000);
  const cards = Array.from({ length: 5 }, (_, number) => ({ id: String(number), data: "é".repeat(170 + number) }));
  let answered = 0;
  session.request("deck.load", { deck: "main", cards }).then(() => answered++);
  await settled();
  for (let index = 0; index < sent.length; index++) {
    assert.ok(new TextEncoder().encode(JSON.stringify(sent[index])).length < 1000);
    receive({ id: sent[index].id, result: {} });
    await settled();
  }
  assert.deepEqual(sent.flatMap(({ params }) => params.cards ?? []), cards);
  assert.equal(answered, 1);
});

test("divided requests are made one after the other", async () => {
  const { session, sent, receive, settled } = greeted(1 << 15);
  const cards = name => ["0", "1", "2"].map(number => ({ id: name + number }));
  const order = [];
  session.request("deck.load", { cards: cards("a") }).then(() => order.push("a"));
  session.request("deck.load", { cards: cards("b") }).catch(() => order.push("b refused"));
  for (let index = 0; index < 4; index++) {
    await settled();
    assert.equal(sent.length, index + 1);
    receive({ id: sent[index].id, ...(index < 3 ? { result: {} } : { error: { code: -32000, message: "no" } }) });
  }
  await settled();
  assert.deepEqual(order, ["a", "b refused"]);
  assert.deepEqual(sent.map(({ params }) => params.cards?.[0].id ?? params.staged), ["a0", "a2", 3, "b0"]);
});
