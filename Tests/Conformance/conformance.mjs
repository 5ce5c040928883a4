#!/usr/bin/env node
// Runs the conformance suite over deckd.js.
//
// usage: conformance.mjs [FILE…]
//
// Without files, every conversation beside this script. README.md describes them.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { DeckError, Session } from "../../Sources/WebClient/deckd.js";

class Mismatch extends Error {}

const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value);

function isEqual(expected, found) {
  try {
    assert.deepStrictEqual(found, expected);
    return true;
  } catch {
    return false;
  }
}

function brief(value) {
  const text = JSON.stringify(value) ?? "none";
  return text.length < 2000 ? text : `${text.slice(0, 2000)}…`;
}

function expect(what, expected, found) {
  if (!isEqual(expected, found)) throw new Mismatch(`expected ${what} ${brief(expected)}, found ${brief(found)}`);
}

/** What two states differ in, member by member. */
function differences(expected, found, path) {
  if (!isObject(expected) || !isObject(found)) {
    return isEqual(expected, found) ? [] : [`expected ${path} ${brief(expected)}, found ${brief(found)}`];
  }
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap(name => {
    if (!(name in found)) return [`expected ${path}.${name} ${brief(expected[name])}, found none`];
    if (!(name in expected)) return [`expected no ${path}.${name}, found ${brief(found[name])}`];
    return differences(expected[name], found[name], `${path}.${name}`);
  });
}

// How far a value may be from a frame's, which is rounded to three decimals.
const fine = new Set(["opacity", "scale", "anchor", "lift", "z", "progress", "glow", "wash"]);
const ignored = new Set(["index", "depth", "order", "role"]);

/** Holds drawn values against a frame's. */
function compare(expected, found, path) {
  if (typeof expected === "number") {
    const tolerance = path.split(".").some(name => fine.has(name)) ? 0.002 : 0.011;
    if (!(Math.abs(expected - found) <= tolerance)) throw new Mismatch(`expected ${path} ${expected}, found ${found}`);
  } else if (expected !== null && typeof expected === "object") {
    for (const name of Object.keys(expected).filter(name => !ignored.has(name))) {
      if (found?.[name] === undefined) throw new Mismatch(`expected ${path}.${name} ${brief(expected[name])}, found none`);
      compare(expected[name], found[name], `${path}.${name}`);
    }
  } else {
    expect(path, expected, found);
  }
}

/** Plays the daemon and the author of a conversation to a session. */
class Runner {
  sent = [];
  unanswered = [];
  answers = [];
  delivered = [];
  session = this.make({});

  make(options) {
    return new Session({ client: "conformance", ...options }, {
      send: line => this.sent.push(JSON.parse(line)),
      event: event => this.delivered.push(event === "resync" ? event : event.seq),
    });
  }

  reply(member, value) {
    if (!this.unanswered.length) throw new Mismatch(`there is no request that ${brief(value)} could answer`);
    this.session.receive(JSON.stringify({ jsonrpc: "2.0", id: this.unanswered.shift(), [member]: value }));
  }

  keys = {
    about: () => {},
    options: options => (this.session = this.make(options)),
    connect: () => this.session.connect(),
    disconnect: () => {
      this.sent.length = this.unanswered.length = 0;
      this.session.disconnect();
    },
    request: expected => {
      const request = this.sent.shift();
      if (!request) throw new Mismatch(`expected the request ${brief(expected)}, found none`);
      expect("the request", expected, { method: request.method, params: request.params });
      this.unanswered.push(request.id);
    },
    silent: () => {
      if (this.sent.length) throw new Mismatch(`expected no request, found ${brief(this.sent[0])}`);
    },
    call: ({ method, params }) => {
      const slot = {};
      this.answers.push(slot);
      this.session.request(method, params).then(
        result => (slot.answer = result),
        error => {
          if (!(error instanceof DeckError)) throw error;
          slot.answer = error.code === undefined ? { lost: true } : { error: error.error };
        },
      );
    },
    result: value => this.reply("result", value),
    error: value => this.reply("error", value),
    answered: expected => {
      const slot = this.answers.shift();
      if (!slot) throw new Mismatch("there is no call that could be answered");
      if (!("answer" in slot)) throw new Mismatch(`expected the answer ${brief(expected)}, found none yet`);
      expect("the answer", expected, slot.answer);
    },
    line: message => {
      let refusal;
      try {
        this.session.receive(JSON.stringify(message));
      } catch (error) {
        refusal = error;
      }
      if (refusal && isObject(message)) throw new Mismatch(`a message is refused: ${refusal.message}`);
      if (!refusal && !isObject(message)) throw new Mismatch(`expected an error about ${brief(message)}, found none`);
    },
    wrong: message => {
      try {
        this.session.receive(typeof message === "string" ? message : JSON.stringify(message));
      } catch {
        this.keys.disconnect();
        this.keys.connect();
        return;
      }
      throw new Mismatch(`a message is taken that is wrong: ${brief(message)}`);
    },
    events: expected => expect("the events", expected, this.delivered.splice(0)),
    decks: expected => expect("the decks", expected, [...this.session.decks.keys()].sort()),
    model: expected => {
      const found = this.session.decks.get(expected.deck);
      if (!found) throw new Mismatch(`expected a model of ${expected.deck}, found those of ${brief([...this.session.decks.keys()])}`);
      const lines = differences(expected, found, "model");
      if (lines.length) throw new Mismatch(lines.join("\n  "));
    },
    places: ({ deck, t, cards, ...parts }) => {
      const places = this.session.places(deck, t);
      const found = new Map(places.cards.map(place => [place.id, place]));
      for (const card of cards) {
        if (!found.has(card.id)) throw new Mismatch(`expected a place of ${card.id}, found those of ${brief([...found.keys()])}`);
        compare(card, found.get(card.id), card.id);
      }
      const heights = places.cards.map(({ z }) => z);
      expect("the cards by ascending z,", [...heights].sort((a, b) => a - b), heights);
      for (const [name, part] of Object.entries(parts)) compare(part, places[name], name);
    },
  };
}

async function run(path) {
  const runner = new Runner();
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  for (const [number, line] of lines.entries()) {
    const [[key, value]] = Object.entries(JSON.parse(line));
    try {
      if (!(key in runner.keys)) throw new Mismatch(`expected a key of README.md, found ${key}`);
      runner.keys[key](value);
      // The author's promises are settled after the message that answers them.
      await new Promise(setImmediate);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      console.log(`${path}:${number + 1}: ${error.message}`);
      return false;
    }
  }
  console.log(`${basename(path, ".ndjson")}: passed`);
  return true;
}

const folder = fileURLToPath(new URL("Conversations/", import.meta.url));
const given = process.argv.slice(2);
const paths = given.length ? given : readdirSync(folder).filter(name => name.endsWith(".ndjson")).sort().map(name => folder + name);
let passed = 0;
for (const path of paths) if (await run(path)) passed++;
console.log(`${passed} passed, ${paths.length - passed} failed`);
process.exitCode = paths.length && passed === paths.length ? 0 : 1;
