#!/usr/bin/env node
// The JavaScript client under faults.py: reports on its output what it is delivered.
//
// usage: faults_client.mjs ADDRESS DECK
//
// ADDRESS is that of the WebSocket of deckd-web, which has to permit control.

import { createInterface } from "node:readline";
import { WebSocket } from "./websocket.mjs";

// What a page has, and node may not.
globalThis.document = { baseURI: process.argv[2] };
globalThis.location = { search: "" };
globalThis.WebSocket = WebSocket;
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

const { DeckClient } = await import("../../Sources/WebClient/deckd.js");
const client = new DeckClient({ url: process.argv[2], client: "faults", deck: process.argv[3] });
client.addEventListener("event", ({ detail }) => console.log(detail === "resync" ? detail : `event ${detail.seq}`));
client.addEventListener("error", ({ detail }) => console.log("error", detail.message));
for await (const _ of createInterface({ input: process.stdin })) {
  console.log("model", JSON.stringify(Object.fromEntries(client.decks)));
}
client.close();
