#!/usr/bin/env node
// Node's client under faults.py: reports on its output what it is delivered.
//
// usage: faults_node.mjs SOCKET DECK

import { createInterface } from "node:readline";
import { DeckClient } from "../../Sources/WebClient/node.js";

const [path, deck] = process.argv.slice(2);
const client = new DeckClient({ socket: path, client: "faults", deck });
client.on("event", event => console.log(event === "resync" ? event : `event ${event.seq}`));
client.on("error", error => console.log("error", error.message));
for await (const _ of createInterface({ input: process.stdin })) {
  console.log("model", JSON.stringify(Object.fromEntries(client.decks)));
}
client.close();
