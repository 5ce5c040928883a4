// What the passes add to <deckd-deck>: the face of a card, and what it shows when it is open.

const deck = document.querySelector("deckd-deck");

/** The content of a template, with the members of `data` where it names them, and pairs in its list. */
function fill(template, data, pairs) {
  const element = document.getElementById(template).content.firstElementChild.cloneNode(true);
  for (const field of element.querySelectorAll("[data-text]")) field.textContent = data[field.dataset.text] ?? "";
  element.querySelector("dl").append(...pairs.map(([term, description]) => {
    const pair = document.createElement("div");
    for (const [tag, text] of [["dt", term], ["dd", description]]) {
      pair.append(Object.assign(document.createElement(tag), { textContent: text }));
    }
    return pair;
  }));
  return element;
}

deck.render = ({ data = {} }) => fill("pass", data, data.facts ?? []);

let open;
deck.ondetail = ({ card: id }, detail) => {
  if (id === open) return;
  open = id;
  const { data = {} } = deck.model.cards.find(card => card.id === id);
  const content = fill("detail", data, data.details ?? []);
  detail.replaceChildren(content);
  // The content scrolls once its length is known.
  deck.request("detail.layout", { card: id, length: content.offsetHeight }).catch(console.warn);
};

// A daemon with another configuration has no deck of this id.
function explain() {
  const { state, session, decks } = deck.client;
  const others = [...decks.keys()];
  const texts = state === "waiting" ? ["Waiting for deckd", "The page connects by itself as soon as deckd runs.", ""]
    : state !== "connected" || !session.isWhole || decks.has(deck.deck) ? ["", "", ""]
    : [`No deck “${deck.deck}”`, others.length ? `This daemon has ${others.join(", ")}. Run:` : "This daemon has no decks. Run:",
      "deckd --config Examples/fan/deckd.toml"];
  const box = document.querySelector("#message");
  box.hidden = !texts[0];
  texts.forEach((text, index) => (box.children[index].textContent = text));
}
for (const type of ["state", "change"]) deck.client.addEventListener(type, explain);
explain();
