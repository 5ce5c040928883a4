// What the pages of deckd share: above all the look of a card for each kind of deck, from the members of its `data`.
//
// Every member is optional, and one that is missing leaves no gap. DeckWeb.md has the table.

/** @typedef {import("./deckd.js").Card} Card */

/** The grounds of cards without a `color`, by their ids. */
const grounds = ["#41506b", "#5a4a66", "#3f5d58", "#6b5140", "#4a4f5a", "#5d4452", "#3d5a6e", "#59593f"];

/** What `icon` may name: paths in a box of 24 × 24. */
const icons = /** @type {Record<string, string>} */ ({
  bank: "M3 9l9-5 9 5M5 10v7M10 10v7M14 10v7M19 10v7M3 20h18",
  bell: "M18 9a6 6 0 0 0-12 0c0 6-2 7-2 7h16s-2-1-2-7M10 20h4",
  book: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11",
  coin: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9 12h6M12 9v6",
  cup: "M5 8h11v6a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 9h2a2.500 2.500 0 0 1 0 5h-2M8 3v2M12 3v2",
  plane: "M3 13l8-2V5a1.500 1.500 0 0 1 3 0v6l7 4v2l-7-2v4l2 2v1l-3.500-1L9 22v-1l2-2v-4l-8 1z",
  train: "M7 4h10a2 2 0 0 1 2 2v8a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V6a2 2 0 0 1 2-2M5 11h14M8 21l2-4M16 21l-2-4M9 14h.01M15 14h.01",
});

/**
 * @param {string} tag @param {string} name @param {...(Node | string | undefined)} children
 * @returns {HTMLElement}
 */
function make(tag, name, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

/**
 * A paragraph with a member of the data; undefined where there is none.
 * @param {string} name @param {unknown} value
 */
const text = (name, value) => (value === undefined || value === null || value === "" ? undefined : make("p", name, String(value)));

/** @param {unknown} name */
function icon(name) {
  const path = typeof name === "string" ? icons[name] : undefined;
  if (!path) return undefined;
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("viewBox", "0 0 24 24");
  element.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  element.append(line);
  return element;
}

/**
 * The members of a card's data; a text or a number alone is its title.
 * @param {Card} card @returns {Record<string, any>}
 */
function members({ data }) {
  if (data !== null && typeof data === "object" && !Array.isArray(data)) return data;
  return data === undefined || data === null || typeof data === "object" ? {} : { title: data };
}

/**
 * The red, green and blue of "#rrggbb", from 0 to 1.
 * @param {string} hex
 */
const channels = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255);
/**
 * The relative luminance of WCAG 2.
 * @param {string} hex
 */
const luminance = hex => channels(hex).map(c => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);

/**
 * The card's ground, "#rrggbb": its `color`, or one of eight that its id chooses.
 * @param {Card} card
 */
export function groundOf(card) {
  const { color } = members(card);
  if (typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color)) return color;
  if (typeof color === "string" && /^#[0-9a-f]{3}$/i.test(color)) return color.replace(/[0-9a-f]/gi, "$&$&");
  return grounds[Array.from(card.id).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7) % grounds.length];
}

/**
 * A pass's ground, "#rrggbb": dark enough for white words, with a contrast of 4.5 at least.
 * @param {string} ground
 */
function darkened(ground) {
  let hex = ground;
  for (let part = 1; 1.05 / (luminance(hex) + 0.05) < 4.5; part -= 0.02) {
    hex = `#${channels(ground).map(c => Math.round(255 * c * part).toString(16).padStart(2, "0")).join("")}`;
  }
  return hex;
}

/**
 * What a card is called: `title`, else its label, else its id.
 * @param {Card} card
 */
export const titleOf = card => String(members(card).title ?? card.label ?? card.id);

/**
 * Whether a page may load an address: a picture of this server, or one in the data itself.
 * @param {unknown} address @returns {address is string}
 */
const isPicture = address => typeof address === "string" && address !== ""
  && (address.startsWith("data:image/") || !/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address));

/** How long after a picture did not come it is asked for again, once, in ms: a file may be on its way back. */
const patience = 1000;

/**
 * Shows a picture, or the first letter of the title while it does not come.
 * @param {HTMLElement} element @param {Card} card @param {string} address
 */
function showPicture(element, card, address) {
  const image = document.createElement("img");
  Object.assign(image, { alt: "", draggable: false, decoding: "async" });
  image.addEventListener("load", () => {
    element.querySelector(".letter")?.replaceWith(image);
    element.classList.remove("blank");
  });
  image.addEventListener("error", () => {
    if (!image.isConnected) return;
    console.warn(`deckd: the picture of card "${card.id}" did not come: ${address.slice(0, 200)}`);
    const letter = make("span", "letter", Array.from(titleOf(card))[0] ?? "");
    letter.setAttribute("aria-hidden", "true");
    image.replaceWith(letter);
    element.classList.add("blank");
    setTimeout(() => (image.src = `${address}${address.includes("?") || address.startsWith("data:") ? "" : "?again"}`), patience);
  });
  image.src = address;
  element.prepend(image);
}

/**
 * The element of a card.
 * @param {Card} card @param {string} kind of the deck @param {string} preset of the deck
 */
export function cardElement(card, kind, preset) {
  const data = members(card);
  const title = text("title", titleOf(card)), detail = text("detail", data.detail), badge = text("badge", data.badge);
  const facts = Array.isArray(data.items) ? data.items.filter(Array.isArray).slice(0, 3) : [];
  const element = make("article", "card");
  const ground = groundOf(card);
  element.style.setProperty("--ground", kind === "stack" ? darkened(ground) : ground);
  // Black or white, whichever stands out more; on a pass always white.
  element.style.setProperty("--card-ink", luminance(ground) > 0.179 ? "#131314" : "#fff");
  if (data.image !== undefined && !isPicture(data.image)) {
    console.warn(`deckd: the image of card "${card.id}" is no path on this server and no data:image/: ${String(data.image).slice(0, 200)}`);
  }
  // While the round loads, cards.css covers it.
  if (card.loaded === false) element.classList.add("wait");
  if (kind === "stack" && preset === "fan") {
    element.classList.add("ticket");
    const head = make("div", "", text("kind", data.kind), title);
    const items = facts.map(([label, value]) => make("div", "", make("small", "", String(label)), make("b", "", String(value))));
    element.append(make("div", "top", icon(data.icon), head, text("valid", data.valid ?? data.detail)),
      make("div", "items", ...items, ...(items.length || data.number === undefined ? [] : [make("b", "number", `•••• ${data.number}`)])));
  } else if (kind === "stack") {
    element.classList.add("pass");
    const number = data.number === undefined ? undefined : `•••• ${data.number}`;
    element.append(make("div", "top", icon(data.icon), title, detail), make("div", "low", text("number", number), text("valid", data.valid)));
  } else if (kind === "carousel") {
    element.classList.add("menu");
    if (isPicture(data.image)) showPicture(element, card, data.image);
    else if (icon(data.icon)) element.append(make("span", "glyph", icon(data.icon)));
    element.append(make("div", "words", title, detail, text("items", typeof data.items === "string" ? data.items : undefined)), badge ?? "");
  } else if (isPicture(data.image)) {
    element.classList.add("photo");
    element.append(make("div", "words", title, detail), badge ?? "");
    showPicture(element, card, data.image);
  } else {
    element.classList.add("text");
    const glyph = icon(data.icon);
    element.append(make("div", "words", glyph && make("span", "glyph", glyph), title, detail, text("number", data.number)), badge ?? "");
  }
  return element;
}

/** The deck or the surface that the page's address names, as `#wallet`; empty for none. */
export function addressedName() {
  const hash = location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    // Typed as it is: a name may have a percent sign.
    return hash;
  }
}

/**
 * How many of the cards that a loading round waits for are loaded, and how many it waits for.
 * @param {import("./deckd.js").DeckModel} deck
 */
export function loadedOf({ cards = [], current, settings }) {
  const first = cards.slice(current, current + Number(settings["round.first"]));
  return { ready: first.filter(({ loaded }) => loaded !== false).length, wanted: first.length };
}

/** How long each haptic vibrates, and pauses, in ms: the daemon's own of a motor (HapticKind+Rumble.swift). */
const vibrations = { selection: [12], light: [25], medium: [25], heavy: [50], success: [30, 50, 30] };

/**
 * Lets a phone or a tablet feel what its own finger does. The client needs the topic `haptics`.
 * @param {import("./deckd.js").DeckClient} client
 */
export function vibrate(client) {
  client.addEventListener("notification", event => {
    const { method, params } = /** @type {CustomEvent} */ (event).detail;
    const pattern = method === "haptic" && vibrations[/** @type {keyof typeof vibrations} */ (params.kind)];
    // Another finger, on another screen, is not this visitor's.
    if (pattern && /** @type {any} */ (navigator).userActivation?.isActive) navigator.vibrate?.(pattern);
  });
}

/**
 * What an open card shows besides itself: its `items`, `[label, value]` each, and its `code`.
 * @param {Card} card @param {boolean} isHorizontal
 */
export function detailElement(card, isHorizontal) {
  const { items, code, detail } = members(card);
  const rows = Array.isArray(items) ? items.filter(Array.isArray) : [];
  const list = make("ol", "rows", ...rows.map(([label, value, note]) =>
    make("li", "", make("div", "", make("b", "", String(label)), note === undefined ? undefined : make("small", "", String(note))), make("span", "", String(value)))));
  const empty = rows.length || code !== undefined ? undefined : make("p", "nothing", String(detail ?? titleOf(card)));
  return make("div", isHorizontal ? "sheet across" : "sheet", rows.length ? list : undefined,
    code === undefined ? undefined : make("p", "code", String(code)), empty);
}
