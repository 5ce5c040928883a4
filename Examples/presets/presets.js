// One finger for three decks. deckd-web --control --assets Examples/presets
import "./deckd.js";

const decks = [...document.querySelectorAll("deckd-deck")];
for (const deck of decks) {
  deck.render = ({ id }) => {
    const card = document.createElement("article"), number = Number(id.replace("card-", ""));
    card.textContent = number + 1;
    card.style.setProperty("--hue", number * 47 % 360);
    return card;
  };
}

// Elements of one daemon share a client: what a finger does to the surface of one deck, it does to all.
const { client } = decks[0], inject = client.injectAll.bind(client);
client.injectAll = (surface, moments) => {
  for (const { deck } of decks) inject(deck, moments);
};

client.addEventListener("event", ({ detail: event }) => {
  const line = document.querySelector(`deckd-deck[deck=${event.deck}]`)?.parentElement.querySelector("p");
  if (!line) return;
  if (event.type === "card.swiped") line.textContent = `decided ${event.direction}`;
  if (event.type === "card.reset") line.textContent = `returns: ${event.reason}, at ${event.progress.toFixed(2)}`;
});
