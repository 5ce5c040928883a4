// What a wallet adds to <deckd-deck>: the balance in the title bar, and the transactions of the open card.

const deck = document.querySelector("deckd-deck");
const currency = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });
const monthName = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" });
const dayName = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });

function element(tag, className, ...children) {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...children);
  return made;
}

function row([date, title, amount]) {
  const sum = element("td", amount > 0 ? "in" : "", (amount > 0 ? "+" : "") + currency.format(amount));
  const name = element("td", "", title, element("small", "", dayName.format(new Date(date))));
  return element("tr", "", element("th", "", title[0]), name, sum);
}

function month(transactions) {
  const title = element("caption", "", monthName.format(new Date(transactions[0][0])));
  return element("table", "", title, ...transactions.map(row));
}

// The months of the open card lie side by side; deckd scrolls them once it knows how wide they are.
let open;
deck.ondetail = ({ card }, detail) => {
  if (card !== open) {
    open = card;
    const { data } = deck.model.cards.find(({ id }) => id === card);
    const months = Map.groupBy(data.transactions, ([date]) => date.slice(0, 7));
    detail.replaceChildren(element("div", "months", ...[...months.values()].map(month)));
  }
};

deck.ondraw = () => {
  const { cards, open: id } = deck.model;
  const shown = cards.filter(card => !id || card.id === id);
  document.querySelector("#account").textContent = id ? shown[0].data.kind : `${cards.length} cards`;
  document.querySelector("#balance").textContent = currency.format(shown.reduce((sum, { data }) => sum + data.balance, 0));
};
