// Cards on a page, under its fingers. deckd-web --control --assets Examples/first-front-end/javascript
import "./deckd.js";

const deck = document.querySelector("deckd-deck"), line = document.querySelector("p");
deck.style.height = "85vh";
deck.render = ({ id, data }) => {
  const card = document.createElement("article");
  card.textContent = data?.title ?? id;
  card.style.cssText = "padding: 1em; border-radius: 1em; background: gold; box-shadow: 0 0 9px gray";
  return card;
};
deck.client.addEventListener("state", ({ detail: state }) => { line.textContent = state });
deck.client.addEventListener("event", ({ detail: event }) => {
  if (event.type === "card.swiped") line.textContent = `${event.card} ${event.decision ?? ""}`;
});
