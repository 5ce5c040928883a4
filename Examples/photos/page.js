// The page of the example: the deck where the daemon has it, and around it how far the round is, three buttons, a screen
// while the round loads, and the photo as large as the screen after a tap.

import "./deckd.js";
import { cardElement, loadedOf } from "./cards.js";

const find = selector => document.querySelector(selector);
const deck = find("deckd-deck"), zoom = find("#zoom"), message = find("#message"), buttons = [...document.querySelectorAll("nav button")];
/** How long nothing is said, in ms: a daemon that runs has answered by then, and most rounds are loaded. */
const silence = 400;
let isSilent = true;

deck.render = card => cardElement(card, "swipe", "swipeclean");

const request = (method, params) => deck.request(method, params).catch(error => console.warn(error.message));

// MARK: - The surface

/** Puts the deck where it lies on its surface, in percent of it. */
function place({ area, surface }) {
  const percent = (part, whole) => `${(100 * part) / whole}%`;
  Object.assign(deck.style, {
    left: percent(area.x, surface.w), top: percent(area.y, surface.h), width: percent(area.w, surface.w), height: percent(area.h, surface.h),
  });
}

// MARK: - Words

function say(title, text = "", ready, wanted) {
  message.hidden = !title;
  message.querySelector("h1").textContent = title;
  message.querySelector("p").textContent = text;
  const bar = message.querySelector("progress");
  bar.hidden = wanted === undefined;
  if (wanted !== undefined) Object.assign(bar, { value: ready, max: wanted });
}

function show() {
  const { model } = deck;
  const state = deck.client.state;
  document.body.dataset.state = state;
  document.body.dataset.round = model?.round ?? "";
  if (!model) {
    if (isSilent) return;
    const others = [...deck.client.decks.keys()];
    if (state !== "connected") return say("One moment", "The photos come as soon as deckd runs.");
    return say("No deck “photos”", `${others.length ? `This daemon has ${others.join(", ")}. ` : ""}Run deckd --config Examples/photos/deckd.toml`);
  }
  // The deck's percent are the window's, where neither a panel nor the file sizes the surface.
  const { clientWidth, clientHeight } = document.documentElement;
  deck.client.sizeSurface(model.surface.name, clientWidth, clientHeight);
  place(model);
  const { current, count, round } = model;
  find("#count").textContent = !count ? "" : current < count ? `${current + 1} of ${count}` : `All ${count}`;
  Object.assign(find("#progress"), { max: Math.max(count, 1), value: current });
  for (const button of buttons) {
    button.disabled = state !== "connected" || round === "loading" || (button.id === "undo" ? !model.undoDepth : current >= count);
  }
  if (round === "loading") {
    const { ready, wanted } = loadedOf(model);
    return isSilent ? undefined : say("Getting ready", `${ready} of ${wanted} are ready`, ready, wanted);
  }
  if (!count) return isSilent ? undefined : say("No photos yet", "photos.py FOLDER puts them in.");
  say(current < count ? "" : "All sorted", "The files are in Kept and Deleted.");
}

// MARK: - The zoom

/** How long a photo stays as large as the screen, in ms. */
const longest = 30_000;
let patience;

function open({ card: id }) {
  const card = deck.model.cards.find(card => card.id === id);
  if (!card?.data?.image) return;
  zoom.querySelector("img").src = card.data.image;
  zoom.querySelector("p").textContent = card.data.title ?? "";
  zoom.showModal();
  // Beside the deck, a panel that the daemon reads alone has no finger for the page.
  clearTimeout(patience);
  patience = setTimeout(() => zoom.close(), longest);
}

/** What ends the zoom. */
const closing = new Set(["card.selected", "card.swiped", "deck.rewound", "deck.loaded", "deck.reset"]);
// Not a click: that of the tap that opened it may come after it.
zoom.onpointerdown = () => zoom.close();

// MARK: - Events

deck.client.addEventListener("event", ({ detail: event }) => {
  if (event.deck !== deck.deck) return;
  // The daemon of a panel reads the tap that ends the zoom as well, and selects the card again.
  if (zoom.open && closing.has(event.type)) zoom.close();
  else if (event.type === "card.selected") open(event);
  show();
});
deck.client.addEventListener("state", () => queueMicrotask(show));
/** The model that the page shows: motions alone change none. */
let known;
deck.client.addEventListener("change", () => {
  if (deck.model === known) return;
  known = deck.model;
  show();
});

deck.ondraw = ({ overlay }) => {
  document.body.dataset.direction = overlay?.direction ?? "";
  document.body.style.setProperty("--wash", overlay?.wash.toFixed(3) ?? "0");
  for (const button of buttons) {
    const isPressed = overlay?.direction !== undefined && overlay.direction === button.dataset.direction;
    button.style.setProperty("--glow", isPressed ? overlay.glow.toFixed(2) : "0");
  }
};

for (const button of buttons) {
  const { direction } = button.dataset;
  button.onclick = () => (direction ? request("deck.swipe", { direction, card: deck.model.cards[deck.model.current]?.id }) : request("deck.undo"));
}
addEventListener("resize", show);
addEventListener("contextmenu", event => event.preventDefault());
show();
setTimeout(() => {
  isSilent = false;
  show();
}, silence);
