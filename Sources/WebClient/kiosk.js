// What a panel shows: the decks of one surface, each where the daemon has it, and nothing else.
//
// The address chooses the surface: `#wallet` that of the deck or the surface of this name; else the first deck's.

import { DeckClient, Fingers } from "./deckd.js";
import { addressedName, cardElement, detailElement, groundOf, loadedOf, vibrate } from "./cards.js";

/** @typedef {import("./deckd.js").DeckModel} DeckModel */
/** @typedef {import("./deckd.js").DeckElement} DeckElement */

/** @param {string} selector @returns {HTMLElement} */
function find(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return element;
}

const client = new DeckClient({ topics: ["events", "motions", "haptics", "panels"] });
vibrate(client);
// Beside the decks, fingers make the gestures of the surface; those that come down on a bar beside it do nothing.
new Fingers(document.body, client, ({ type, clientX, clientY }) => {
  const { left, top, width, height } = surface.getBoundingClientRect(), size = shownSurface();
  const [u, v] = [(clientX - left) / width, (clientY - top) / height];
  if (!size || (type === "pointerdown" && (u < 0 || u > 1 || v < 0 || v > 1))) return undefined;
  return { surface: size.name, x: u * size.w, y: v * size.h };
});
const surface = find("#surface"), message = find("#message"), tally = find("#tally"), again = find("#again"), note = find("#note");
/** How far a surface of almost the window's shape is stretched to fill it. */
const stretchLimit = 0.05;
/** How far a panel's shape in millimeters is from its window's at most: many 7-inch panels have pixels that are 8 % too wide. */
const pixelLimit = 0.1;
/** How long nothing is said, in ms: a daemon that runs has answered by then. */
const silence = 400;

/** @type {Map<string, DeckElement>} */
const elements = new Map();
let isSilent = true;
setTimeout(() => {
  isSilent = false;
  show();
}, silence);

// MARK: - The surface

/** The decks of the surface that the address chooses. */
function shownDecks() {
  const models = [...client.decks.values()];
  const name = addressedName();
  const chosen = models.find(({ deck }) => deck === name) ?? models.find(model => model.surface.name === name) ?? (name ? undefined : models[0]);
  return models.filter(model => model.surface.name === chosen?.surface.name);
}

/** @typedef {{ name: string, kind: string, motion?: string, zone?: string, fingers: number }} Gesture */
/** @type {{ surface: DeckModel["surface"], gestures: Gesture[] }[] | undefined} Every surface, known where the page shows no deck. */
let surfaces;
/** How many requests for them are under way. */
let requests = 0;
/** The gesture that was performed last, and how many times in a row. */
let performed = { surface: "", gesture: "", times: 0 };

/** The surface that the page shows where it shows no deck: the one that the address names, else the first with gestures. */
function bareSurface() {
  const name = addressedName();
  if (shownDecks().length) return undefined;
  return surfaces?.find(({ surface, gestures }) => (name ? surface.name === name : gestures.length));
}

/** The surface that the page shows; undefined where it shows none. */
function shownSurface() { return shownDecks()[0]?.surface ?? bareSurface()?.surface; }

/** Gets the surfaces, where the page has no deck to show. */
async function findSurfaces() {
  if (shownDecks().length || client.state !== "connected" || !client.session.isWhole) return void (surfaces = undefined);
  requests++;
  /** @type {typeof surfaces} */
  let found = [];
  try {
    found = (await client.request("surface.list")).surfaces;
  } catch {
    // An older daemon refuses; where the connection is gone, the next one asks again.
  }
  requests--;
  surfaces = client.state === "connected" ? found : undefined;
  show();
}
// No event says that the gestures or the size of a surface without decks have changed.
setInterval(() => surfaces && !document.hidden && findSurfaces(), 2000);

/** @type {Map<string, { surface: string, rotation: number, millimetres?: { w: number, h: number } }>} The panels, by their nodes. */
const panels = new Map();

/**
 * Whether this window is what a panel shows: the panel covers its surface whole, so the window has to.
 * @param {string} surface
 */
function isPanels(surface) {
  const panel = [...panels.values()].find(panel => panel.surface === surface);
  // A panel that does not know its size has no shape to compare with.
  if (!panel?.millimetres) return panel !== undefined;
  const { w, h } = panel.millimetres;
  const aspect = panel.rotation % 180 ? h / w : w / h;
  return Math.abs(innerWidth / innerHeight / aspect - 1) <= pixelLimit;
}

let bars = "";
/**
 * Scales the surface to the window.
 * @param {DeckModel["surface"]} size
 */
function fit({ name, w, h }) {
  surface.style.width = `${w}px`;
  surface.style.height = `${h}px`;
  let across = innerWidth / w, down = innerHeight / h;
  if (Math.abs(across / down - 1) > stretchLimit && !isPanels(name)) across = down = Math.min(across, down);
  const [x, y] = [(innerWidth - w * across) / 2, (innerHeight - h * down) / 2];
  surface.style.transform = `translate(${x}px, ${y}px) scale(${across}, ${down})`;
  const seen = x > 0.5 || y > 0.5 ? `${w} × ${h} points in a window of ${innerWidth} × ${innerHeight} pixels` : "";
  if (isAsking) return;
  if (seen && seen !== bars) {
    console.warn(`deckd: surface "${name}" has another shape than the window, so there are bars: ${seen}. `
      + "Give the surface the window's shape, or leave its width and height out of the configuration.");
  }
  bars = seen;
}

let isAsking = false;
/**
 * Gives the surface the window's size, where nothing else sizes it.
 * @param {string} name
 */
function askForSize(name) {
  const answer = client.sizeSurface(name, innerWidth, innerHeight);
  if (!answer) return;
  isAsking = true;
  answer.then(findSurfaces).finally(() => {
    isAsking = false;
    show();
  });
}

/**
 * Puts an element where a deck lies on the surface.
 * @param {HTMLElement} element @param {DeckModel["area"]} area
 */
function place(element, { x, y, w, h }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
}

/** @param {DeckModel[]} decks */
function layOut(decks) {
  const [first] = decks;
  for (const [id, element] of elements) {
    if (decks.some(({ deck }) => deck === id)) continue;
    element.remove();
    elements.delete(id);
  }
  for (const { deck } of decks) {
    if (elements.has(deck)) continue;
    const element = /** @type {DeckElement} */ (document.createElement("deckd-deck"));
    element.client = client;
    element.deck = deck;
    element.render = card => cardElement(card, element.model?.kind ?? "", element.model?.preset ?? "");
    element.renderDetail = card => detailElement(card, element.model?.settings["detail.axis"] === "horizontal");
    element.addEventListener("deckd-refused", event => console.warn(`deckd: ${/** @type {CustomEvent} */ (event).detail.message}`));
    elements.set(deck, element);
    surface.append(element);
  }
  for (const { deck, area, surface: { w, h } } of decks) {
    const element = elements.get(deck);
    if (!element) continue;
    place(element, area);
    if (area.x + area.w > w + 1 || area.y + area.h > h + 1) console.warn(`deckd: deck "${deck}" lies outside of its surface`);
  }
  document.title = first ? `${decks.map(({ deck }) => deck).join(", ")} · deckd` : "deckd";
  const shown = shownSurface();
  if (shown) {
    askForSize(shown.name);
    fit(shown);
  }
}

// MARK: - Words

/** @type {Map<string, Map<string, string>>} The direction of each decision that the page has seen, by deck and card. */
const decisions = new Map();

/** @param {import("./deckd.js").DeckEvent | "resync"} event */
function follow(event) {
  if (event === "resync") return decisions.clear();
  if (event.deck === undefined) return;
  const seen = decisions.get(event.deck) ?? new Map();
  decisions.set(event.deck, seen);
  if (event.type === "card.swiped") seen.set(event.card, event.direction);
  else if (event.type === "deck.rewound") seen.delete(event.card);
  else if (event.type === "deck.loaded" || event.type === "deck.reset") seen.clear();
}

/**
 * "Keep 7 · Delete 3", where every decision was seen.
 * @param {DeckModel} model
 */
function summary(model) {
  const directions = [...(decisions.get(model.deck)?.values() ?? [])];
  tally.replaceChildren(...(directions.length === model.count && model.count <= 60 ? directions : []).map(direction => {
    const mark = document.createElement("i");
    mark.dataset.direction = direction;
    return mark;
  }));
  if (directions.length !== model.count) return `${model.count} decided`;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const direction of directions) {
    const name = String(model.settings[`decision.${direction}`] || direction);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name.charAt(0).toUpperCase()}${name.slice(1)} ${count}`).join(" · ");
}

/**
 * Says something in place of cards.
 * @param {string} title @param {string} [text] @param {string} [command] @param {(() => void)} [restart]
 */
function say(title, text = "", command = "", restart) {
  message.hidden = !title;
  if (message.dataset.title !== title && command) console.warn(`deckd: ${title}. ${text} ${command}`);
  message.dataset.title = title;
  const [heading, paragraph, code] = ["h1", "p", "code"].map(tag => /** @type {HTMLElement} */ (message.querySelector(tag)));
  heading.textContent = title;
  paragraph.textContent = text;
  code.textContent = command;
  code.hidden = !command;
  again.hidden = !restart;
  again.onclick = restart ?? null;
}

/**
 * What fingers do for a gesture: "swipe up from the bottom".
 * @param {Gesture} gesture
 */
function wordsOf({ kind, motion = kind, zone, fingers }) {
  const place = !zone ? "" : zone.startsWith("[") ? ` in ${zone}` : ` from the ${zone}`;
  return `${motion}${place}${fingers > 1 ? ` with ${fingers} fingers` : ""}`;
}

/** @type {Map<string, HTMLElement>} What is said in place of the cards of one deck beside others. */
const ends = new Map();
/**
 * Says of these decks, beside others, that they have no card to show.
 * @param {DeckModel[]} decks
 */
function showEnds(decks) {
  for (const [id, element] of ends) {
    if (decks.some(({ deck }) => deck === id)) continue;
    element.remove();
    ends.delete(id);
  }
  for (const { deck, count, area } of decks) {
    const element = ends.get(deck) ?? document.createElement("section");
    if (!ends.has(deck)) {
      ends.set(deck, element);
      element.className = "end";
      element.innerHTML = '<h2></h2><button type="button" class="again">Start again</button>';
      surface.append(element);
    }
    place(element, area);
    const [heading, button] = [element.querySelector("h2"), element.querySelector("button")];
    if (heading) heading.textContent = count ? "That was all" : "No cards yet";
    if (button) Object.assign(button, { hidden: !count || client.access !== "control", onclick: () => restart([deck]) });
  }
}

/**
 * Whether a deck has no card to show.
 * @param {DeckModel} deck
 */
const isOver = ({ kind, count, current }) => count === 0 || (kind === "swipe" && current >= count);

/** @param {string[]} decks */
function restart(decks) {
  for (const deck of decks) client.request("deck.reset", { deck }).catch(error => console.warn(`deckd: ${error.message}`));
}

/**
 * What is to be known beside the cards: that the daemon is away, or how far a round is loaded.
 * @param {DeckModel[]} decks
 */
function showNote(decks) {
  const loading = decks.find(({ round }) => round === "loading");
  const isLost = client.state === "reconnecting" && client.decks.size > 0;
  note.hidden = !isLost && !loading;
  if (note.hidden) return;
  const [words, bar] = [find("#note span"), /** @type {HTMLProgressElement} */ (find("#note progress"))];
  bar.hidden = isLost || !loading;
  if (isLost || !loading) return void (words.textContent = "One moment");
  const { ready, wanted } = loadedOf(loading);
  words.textContent = `${ready} of ${wanted} are ready`;
  Object.assign(bar, { value: ready, max: wanted });
}

function show() {
  const decks = shownDecks();
  showNote(decks);
  document.body.dataset.state = client.state;
  document.body.dataset.access = client.access ?? "";
  layOut(decks);
  const over = decks.filter(isOver);
  showEnds(over.length < decks.length ? over : []);
  const front = decks.map(model => model.cards?.[model.open ? model.cards.findIndex(({ id }) => id === model.open) : model.current])[0];
  surface.style.setProperty("--ambient", front ? groundOf(front) : "#0000");
  tally.replaceChildren();
  if (!decks.length && !surfaces && !requests) findSurfaces();
  if (!decks.length && (!client.session.isWhole || !surfaces)) return say(isSilent ? "" : "One moment", "The cards come by themselves.");
  const bare = bareSurface();
  if (bare?.gestures.length) {
    const { gesture, times } = performed;
    const isKnown = performed.surface === bare.surface.name && bare.gestures.some(({ name }) => name === gesture);
    const heading = !isKnown ? "No gesture yet" : times > 1 ? `${gesture} × ${times}` : gesture;
    return say(heading, bare.gestures.map(gesture => `${gesture.name}: ${wordsOf(gesture)}`).join("\n"));
  }
  if (!client.decks.size) return say("No decks yet", "deckd runs, and its configuration has no [[decks]].", "man deckd.toml");
  if (!decks.length) return say(`No deck “${addressedName()}”`, `This daemon has ${[...client.decks.keys()].join(", ")}.`, `${location.origin}/#${encodeURIComponent(client.decks.keys().next().value ?? "")}`);
  if (decks.every(({ count }) => count === 0)) return say("No cards yet", "deckd runs, and this deck is empty.", `deckctl load --deck ${decks[0].deck} cards.json`);
  if (over.length < decks.length) return say("");
  say("That was all", over.length === 1 ? summary(over[0]) : "", "",
    client.access === "control" ? () => restart(over.map(({ deck }) => deck)) : undefined);
}

client.addEventListener("event", event => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const { type, surface, gesture } = detail;
  if (type === "gesture.performed") {
    const isSame = surface === performed.surface && gesture === performed.gesture;
    performed = { surface, gesture, times: isSame ? performed.times + 1 : 1 };
  }
  follow(detail);
  show();
});
client.addEventListener("state", () => {
  if (client.state !== "connected") {
    panels.clear();
    surfaces = undefined;
  }
  // The decks come with the reply that changed the state.
  queueMicrotask(show);
});
/** @type {Map<string, DeckModel>} The models that the page shows: motions alone change none. */
let known = new Map();
client.addEventListener("change", () => {
  const { decks } = client;
  if (decks.size === known.size && [...decks].every(([id, model]) => known.get(id) === model)) return;
  known = new Map(decks);
  show();
});
client.addEventListener("notification", event => {
  const { method, params } = /** @type {CustomEvent} */ (event).detail;
  if (method === "panel.added") panels.set(params.panel.node, params.panel);
  else if (method === "panel.removed") panels.delete(params.panel.node);
  else return;
  if (surfaces) findSurfaces();
  show();
});
addEventListener("hashchange", () => {
  surfaces = undefined;
  show();
});
addEventListener("resize", show);
addEventListener("contextmenu", event => event.preventDefault());
show();
