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
