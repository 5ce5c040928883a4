// What the wallet adds to <deckd-deck>: the account and the transactions of the open card, and the total in the title bar.

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
  const { kind, balance, transactions } = deck.model.cards.find(card => card.id === id).data;
  write("#kind", kind);
  write("#balance", currency.format(balance));
  const tiles = detail.querySelector("ol");
  tiles.replaceChildren(...transactions.map(tile));
  // The content scrolls once its length is known.
  deck.request("detail.layout", { card: id, length: tiles.offsetWidth }).catch(console.warn);
};

deck.ondraw = () => write("#total", currency.format(deck.model.cards.reduce((sum, { data }) => sum + data.balance, 0)));
