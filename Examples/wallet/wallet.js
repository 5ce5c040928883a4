// What the wallet adds to <deckd-deck>: the account and the transactions of the open card, the total in the title bar, and
// a button that adds a card.

const deck = document.querySelector("deckd-deck");
const currency = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });
const signed = new Intl.NumberFormat("en", { style: "currency", currency: "EUR", signDisplay: "always" });
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

function write(selector, text) {
  const element = document.querySelector(selector);
  if (element.textContent !== text) element.textContent = text;
}

function tile([date, title, amount]) {
  const tile = document.querySelector("#transaction").content.firstElementChild.cloneNode(true);
  const texts = { initial: title[0], title, date: day.format(new Date(date)), amount: signed.format(amount) };
  for (const field of tile.children) field.textContent = texts[field.className];
  tile.classList.toggle("income", amount > 0);
  return tile;
}

let open;
deck.ondetail = ({ card: id }, detail) => {
  if (id === open) return;
  open = id;
  const { kind = "", balance = 0, transactions = [] } = deck.model.cards.find(card => card.id === id).data ?? {};
  write("#kind", kind);
  write("#balance", currency.format(balance));
  const tiles = detail.querySelector("ol");
  tiles.replaceChildren(...transactions.map(tile));
  // The content scrolls once its length is known.
  deck.request("detail.layout", { card: id, length: tiles.offsetWidth }).catch(console.warn);
};

deck.ondraw = () => {
  const { cards } = deck.model;
  write("#total", currency.format(cards.reduce((sum, { data }) => sum + (data?.balance ?? 0), 0)));
  // More cards need its place.
  document.querySelector(".hint").hidden = cards.length > 7;
};

// A new card comes to the front. The page shows the button where it may change the deck.
const samples = [["garden", "Fern & Field"], ["music", "Blue Note Bank"], ["books", "Paper Mill"], ["sea", "Saltwater"]];
document.querySelector("#add").onclick = () => {
  const [name, bank] = samples[deck.model.cards.length % samples.length];
  const kind = name[0].toUpperCase() + name.slice(1);
  const last = String(Math.floor(1000 + 9000 * Math.random()));
  const data = {
    bank, kind, number: `•••• •••• •••• ${last}`, name: "Robin Hale", valid: "12/31", balance: 25,
    transactions: [[new Date().toISOString().slice(0, 10), "First deposit", 25]],
  };
  const id = `${name}-${Math.random().toString(36).slice(2)}`;
  deck.request("deck.insert", { at: 0, cards: [{ id, label: `${kind} card, ending in ${last}`, data }] }).catch(console.warn);
};

// A daemon with another configuration has no deck of this id.
function explain() {
  const { state, session, decks } = deck.client;
  const others = [...decks.keys()];
  const texts = state === "waiting" ? ["Waiting for deckd", "The page connects by itself as soon as deckd runs.", ""]
    : state !== "connected" || !session.isWhole || decks.has(deck.deck) ? ["", "", ""]
    : [`No deck “${deck.deck}”`, others.length ? `This daemon has ${others.join(", ")}. Run:` : "This daemon has no decks. Run:",
      "deckd --config Examples/wallet/deckd.toml"];
  const box = document.querySelector("#message");
  box.hidden = !texts[0];
  texts.forEach((text, index) => (box.children[index].textContent = text));
}
for (const type of ["state", "change"]) deck.client.addEventListener(type, explain);
explain();
