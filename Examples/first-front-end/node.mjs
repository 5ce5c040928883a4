// A front end in the terminal: where the cards are, and what happens. node node.mjs [SOCKET]
import { DeckClient } from "../../Sources/WebClient/node.js";

const client = new DeckClient({ socket: process.argv[2] });
client.on("error", error => console.log(`\r\x1b[K${error.message}`));
client.on("event", event => {
  if (event === "resync") console.log("\r\x1b[Kevents were missed");
  else console.log("\r\x1b[K" + event.type, event.card ?? "", event.decision ?? "");
});

setInterval(() => {
  const shown = [...client.decks.values()].map(({ deck, current, count }) => {
    const cards = client.places(deck).cards.reverse().map(({ id, x, y, rotation }) =>
      `${id} ${x.toFixed()},${y.toFixed()} ${rotation > 0 ? "+" : ""}${rotation.toFixed()}°`);
    return `${deck} ${Math.min(current + 1, count)}/${count}: ${cards.join("  ")}`;
  });
  const text = shown.join(" | ") || `waiting for deckd: ${client.reason ?? "no answer yet"}`;
  process.stdout.write(`\r\x1b[K${text.slice(0, 120)}`);
}, 33);
