// When the client connects again.
//
// usage: node --test Tests/WebClientTests

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {FakeSocket[]} */
const sockets = [];

class FakeSocket {
  sent = [];
  constructor() { sockets.push(this); }
  send(line) { this.sent.push(JSON.parse(line)); }
  close() { this.onclose(); }
  receive(message) { this.onmessage({ data: message }); }
  subscribe() {
    this.onopen();
    const { id } = this.sent.find(({ method }) => method === "subscribe");
    this.receive(JSON.stringify({ jsonrpc: "2.0", id, result: { snapshots: [] } }));
  }
}

globalThis.document = { baseURI: "http://localhost/" };
globalThis.location = { search: "" };
globalThis.WebSocket = FakeSocket;
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};
const { DeckClient } = await import("../../Sources/WebClient/deckd.js");

/** Ends the last connection, and returns the milliseconds until the next. */
function delayAfter(end, timers) {
  const count = sockets.length;
  end(sockets.at(-1));
  let waited = 0;
  while (sockets.length === count && waited < 10_000) {
    timers.tick(50);
    waited += 50;
  }
  assert.equal(sockets.length, count + 1);
  return waited;
}

test("wrong messages delay the next connection more and more, and a good connection ends that", context => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const client = new DeckClient({});
  const timers = context.mock.timers;
  const wrong = socket => { socket.subscribe(); socket.receive("nonsense"); };
  const good = socket => { socket.subscribe(); socket.close(); };
  const delays = [wrong, wrong, wrong, wrong, wrong, wrong, wrong, good, good].map(end => delayAfter(end, timers));
  assert.deepEqual(delays.slice(1), [100, 200, 400, 800, 1600, 2000, 100, 100]);
  client.close();
});

/** The reports of when it draws that a client has sent over its last connection. */
const reports = () => sockets.at(-1).sent.filter(({ method }) => method === "surface.vsync").map(({ params }) => params);

test("a client reports when it draws once it knows, again where that drifts, and after a rest", () => {
  const client = new DeckClient({});
  sockets.at(-1).subscribe();
  let time = 1000;
  /** Draws so many frames, 16.667 ms apart, and returns how many more reports there are. */
  const draw = count => {
    const before = reports().length;
    for (let i = 0; i < count; i++) client.drew("main", (time += 16.667));
    return reports().length - before;
  };
  assert.equal(client.drew("main", time), false);
  assert.equal(draw(7), 0);
  assert.equal(draw(200), 1);
  const [{ surface, period }] = reports();
  assert.deepEqual([surface, period], ["main", 16667]);
  // Another element of the same frame, and a frame that was left out.
  client.drew("main", time);
  time += 16.667;
  assert.equal(draw(100), 0);
  // The display's clock has drifted by 3 ms.
  time += 3;
  assert.equal(draw(1), 1);
  assert.equal(draw(100), 0);
  time += 1000;
  assert.equal(draw(1), 1);
  // Each surface has its own.
  client.drew("wall", time);
  assert.equal(reports().at(-1).surface, "wall");
  client.close();
});

test("a client that cannot know when it draws ends to look", () => {
  const client = new DeckClient({});
  sockets.at(-1).subscribe();
  const known = Array.from({ length: 200 }, (_, frame) => client.drew("main", 1000 + 200 * frame));
  assert.deepEqual([known[50], known[150], reports().length], [false, true, 0]);
  client.close();
});

test("a message may have several lines", () => {
  const client = new DeckClient({}), heard = [];
  client.addEventListener("notification", ({ detail }) => heard.push(detail.params.n));
  sockets.at(-1).subscribe();
  sockets.at(-1).receive([1, 2, 3].map(n => JSON.stringify({ jsonrpc: "2.0", method: "later", params: { n } })).join("\n"));
  assert.deepEqual(heard, [1, 2, 3]);
  client.close();
});
