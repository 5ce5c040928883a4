// What the passes add to <deckd-deck>: the face of a card, and what it shows when it is open.

const deck = document.querySelector("deckd-deck");

/** The content of a template, with the members of `data` where it names them, and pairs in its list. */
function fill(template, data, pairs) {
  const element = document.getElementById(template).content.firstElementChild.cloneNode(true);
  for (const field of element.querySelectorAll("[data-text]")) field.textContent = data[field.dataset.text];
  element.querySelector("dl").append(...pairs.map(([term, description]) => {
    const pair = document.createElement("div");
    for (const [tag, text] of [["dt", term], ["dd", description]]) {
      pair.append(Object.assign(document.createElement(tag), { textContent: text }));
    }
    return pair;
  }));
  return element;
}

deck.render = ({ data }) => fill("pass", data, data.facts);

let open;
deck.ondetail = ({ card: id }, detail) => {
  if (id === open) return;
  open = id;
  const { data } = deck.model.cards.find(card => card.id === id);
  const content = fill("detail", data, data.details);
  detail.replaceChildren(content);
  // The content scrolls once its length is known.
  deck.request("detail.layout", { card: id, length: content.offsetHeight }).catch(console.warn);
};
