// The page of deckd: every deck, and beside it what happens, why, and how fast.

import { DeckClient, displacement } from "./deckd.js";

/** @typedef {import("./deckd.js").Card} Card */

/** @template {HTMLElement} T @param {string} id @param {new () => T} [type] @returns {T} */
const byId = (id, type = /** @type {any} */ (HTMLElement)) => {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no #${id}`);
  return element;
};

/**
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...Node} children */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const deck = /** @type {import("./deckd.js").DeckElement} */ (document.querySelector("deckd-deck"));
// The element made it, before this module ran.
const client = deck.client ?? new DeckClient();
const isWide = matchMedia("(min-width: 900px)");
deck.render = (/** @type {Card} */ card) => cardElement(card, deck.model?.kind ?? "swipe", deck.model?.preset ?? "");

// MARK: - Cards

/**
 * A generator of numbers below 1 that is the same for the same text.
 * @param {string} text
 */
function seeded(text) {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Hues of the words that name a color.
 * @type {Record<string, number>}
 */
const hues = {
  red: 8, coral: 14, orange: 28, amber: 42, gold: 44, yellow: 50, lime: 95, moss: 118, green: 145, teal: 180, cyan: 192,
  blue: 220, indigo: 248, violet: 274, purple: 285, magenta: 312, pink: 335,
};

/** @param {Card} card */
function hueOf(card) {
  const words = `${card.id} ${card.label ?? ""}`.toLowerCase().split(/[^a-z]+/);
  const named = words.find(word => word in hues);
  return named ? hues[named] : Math.floor(seeded(card.id)() * 360);
}

let pictures = 0;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {[number, string, number?][]} stops */
function gradient(tag, attributes, stops) {
  const id = `picture-${++pictures}`;
  const element = draw(tag, { id, ...attributes });
  for (const [offset, color, opacity = 1] of stops) {
    element.append(draw("stop", { offset, "stop-color": color, "stop-opacity": opacity }));
  }
  return { element, fill: `url(#${id})` };
}

/** Skies from the top to the horizon, the light, and the land from far to near. */
const scenes = [
  { words: "dawn sunrise morning", sky: ["#31487a", "#b5729a", "#ffc59b"], sun: "#fff3d6", land: ["#9b7f9f", "#43476b", "#171d33"], height: 0.46, water: true },
  { words: "pier lake sea coast beach", sky: ["#2f6f9f", "#8fc3d6", "#f4e6cf"], sun: "#fffbe8", land: ["#7ea6b5", "#3b6a80", "#12303f"], height: 0.4, water: true },
  { words: "dunes desert sand", sky: ["#5a7fb0", "#e9b98a", "#ffe3ae"], sun: "#fff6da", land: ["#e5a565", "#b96a3a", "#5c2c1c"], height: 0.3, water: false },
  { words: "harbor night lights", sky: ["#070b1f", "#16234d", "#3f3f7d"], sun: "#f3f0dc", land: ["#252c5c", "#141a3c", "#070a1a"], height: 0.24, water: true },
  { words: "forest path wood", sky: ["#6f9a8f", "#b9cfae", "#f3efcf"], sun: "#fffceb", land: ["#6f9576", "#2f5b48", "#0f2a24"], height: 0.34, water: false },
  { words: "storm front rain", sky: ["#1b222c", "#46535f", "#a3a795"], sun: "#e9ead8", land: ["#59646b", "#2d363d", "#0e1317"], height: 0.52, water: true },
  { words: "valley", sky: ["#33628a", "#89b3b3", "#f6e2b5"], sun: "#fff8df", land: ["#7ba08f", "#3d6f5c", "#163430"], height: 0.36, water: false },
  { words: "glacier snow ice", sky: ["#3a6fa8", "#a8cfe6", "#edf6f6"], sun: "#ffffff", land: ["#b9d3e3", "#6f98b8", "#274f74"], height: 0.3, water: false },
  { words: "meadow field", sky: ["#4d8fce", "#a9d4ea", "#f7f3d3"], sun: "#fffdea", land: ["#a6bf74", "#618f47", "#264a27"], height: 0.28, water: false },
  { words: "ridge mountain evening sunset", sky: ["#2a2350", "#a14a68", "#ff9e6b"], sun: "#ffe2b0", land: ["#8a4a6b", "#452a52", "#170f26"], height: 0.42, water: false },
];

/**
 * A landscape in place of a photo.
 * @param {Card} card
 */
function landscape(card) {
  const random = seeded(card.id);
  const words = `${card.id} ${card.label ?? ""}`.toLowerCase();
  const scene = scenes.find(({ words: all }) => all.split(" ").some(word => words.includes(word))) ?? scenes[Math.floor(random() * scenes.length)];
  const [w, h] = [360, 480];
  const horizon = h * 0.58;
  const sky = gradient("linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, scene.sky[0]], [0.45, scene.sky[1]], [0.72, scene.sky[2]]]);
  const [sx, sy] = [w * (0.2 + 0.6 * random()), horizon - h * (1 - scene.height) * (0.08 + 0.26 * random())];
  const glow = gradient("radialGradient", { gradientUnits: "userSpaceOnUse", cx: sx, cy: sy, r: 190 }, [[0, scene.sun, 0.75], [0.25, scene.sun, 0.3], [1, scene.sun, 0]]);
  const picture = draw("svg", { viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    draw("defs", {}, sky.element, glow.element), draw("rect", { width: w, height: h, fill: sky.fill }));
  if (scene.words.includes("night")) {
    for (let star = 0; star < 70; star++) {
      picture.append(draw("circle", { cx: (random() * w).toFixed(1), cy: (random() * horizon * 0.8).toFixed(1), r: (0.4 + random() * 0.9).toFixed(2), fill: "#fff", "fill-opacity": (0.3 + random() * 0.6).toFixed(2) }));
    }
  }
  picture.append(draw("rect", { width: w, height: h, fill: glow.fill }), draw("circle", { cx: sx, cy: sy, r: 15 + 9 * random(), fill: scene.sun, "fill-opacity": 0.95 }));
  /**
   * A range of hills: a sum of waves.
   * @param {number} base @param {number} height @param {number} roughness
   */
  const hills = (base, height, roughness) => {
    const waves = Array.from({ length: 6 }, (_, i) => ({ f: (i + 1) * (0.006 + 0.006 * random()) * roughness, p: random() * 7, a: 1 / (i + 1.2) }));
    const total = waves.reduce((sum, { a }) => sum + a, 0);
    let path = `M0 ${h}`;
    for (let x = 0; x <= w; x += 3) {
      const y = base - height * (0.5 + waves.reduce((sum, { f, p, a }) => sum + a * Math.sin(f * x * 2 + p), 0) / total / 1.4);
      path += `L${x} ${y.toFixed(1)}`;
    }
    return `${path}L${w} ${h}Z`;
  };
  const reach = h * scene.height;
  const lands = scene.water
    ? [[horizon, reach * 0.55, 1.1], [horizon + 4, reach * 0.28, 1.8]]
    : [[horizon, reach * 0.6, 1], [horizon + 52, reach * 0.5, 1.3], [horizon + 120, reach * 0.45, 0.9]];
  lands.forEach(([base, height, roughness], i) => {
    const shade = gradient("linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, scene.land[i]], [1, scene.land[Math.min(i + 1, 2)]]]);
    picture.append(draw("defs", {}, shade.element), draw("path", { d: hills(base, height, roughness), fill: shade.fill, "fill-opacity": i ? 1 : 0.9 }));
  });
  if (scene.water) {
    const water = gradient("linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, scene.sky[2]], [0.3, scene.sky[1]], [1, scene.land[2]]]);
    picture.append(draw("defs", {}, water.element), draw("rect", { y: horizon, width: w, height: h - horizon, fill: water.fill }));
    for (let line = 0; line < 34; line++) {
      const depth = line / 34, y = horizon + 3 + depth ** 1.7 * (h - horizon), reflects = random() < 0.7;
      const length = (reflects ? 18 : 30) + 70 * depth * random();
      const x = (reflects ? sx + (random() - 0.5) * (30 + 90 * depth) : random() * w) - length / 2;
      picture.append(draw("rect", { x: x.toFixed(1), y: y.toFixed(1), width: length.toFixed(1), height: (0.8 + 2 * depth).toFixed(1), rx: 1.5, fill: reflects ? scene.sun : scene.land[2], "fill-opacity": ((reflects ? 0.5 : 0.18) * (1 - depth * 0.6)).toFixed(2) }));
    }
  }
  return picture;
}

/**
 * A poster of one hue: large shapes.
 * @param {Card} card
 */
function poster(card) {
  const random = seeded(card.id);
  const hue = hueOf(card);
  const color = (/** @type {number} */ turn, /** @type {number} */ s, /** @type {number} */ l) => `hsl(${hue + turn} ${s}% ${l}%)`;
  const ground = gradient("linearGradient", { x1: 0, y1: 0, x2: 0.5, y2: 1 }, [[0, color(0, 62, 34)], [1, color(24, 66, 17)]]);
  const disc = gradient("linearGradient", { x1: 0, y1: 0, x2: 1, y2: 1 }, [[0, color(-18, 88, 66)], [1, color(10, 80, 45)]]);
  const half = gradient("linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, color(34, 85, 72), 0.95], [1, color(48, 75, 52), 0.25]]);
  const picture = draw("svg", { viewBox: "0 0 400 800", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("defs", {}, ground.element, disc.element, half.element), draw("rect", { width: 400, height: 800, fill: ground.fill }));
  const x = 120 + 160 * random(), y = 430 + 60 * random(), r = 150 + 30 * random(), turn = Math.floor(random() * 8) * 45;
  picture.append(
    draw("circle", { cx: x, cy: y, r, fill: disc.fill }),
    draw("path", { d: `M${x - r} ${y + 150}a${r} ${r} 0 0 1 ${2 * r} 0Z`, fill: half.fill, transform: `rotate(${turn} ${x} ${y + 75})` }),
  );
  for (let ring = 1; ring <= 6; ring++) {
    picture.append(draw("circle", { cx: 400 - x, cy: 690, r: ring * 26, stroke: color(30, 80, 86), "stroke-opacity": 0.5 - ring * 0.06, "stroke-width": 1.5, fill: "none" }));
  }
  return picture;
}

/** @type {[string, string, string][]} The faces of cards in a wallet, first those that a name asks for. */
const faces = [
  ["gold", "#dba23a", "#7c4a10"], ["platinum silver", "#a3adbd", "#4a5466"], ["business black", "#3d4a60", "#0d1422"], ["student", "#22a7e8", "#1c49b8"],
  ["", "#5b5bf0", "#231f78"], ["", "#e0476b", "#7a1440"], ["", "#0f9f8f", "#0f4a4f"], ["", "#f08a3c", "#98391a"], ["", "#3a6ff2", "#14307a"],
  ["", "#8f5cf0", "#43167f"], ["", "#2ba35a", "#10492f"],
];
/** @type {Map<string, [string, string, string]>} */
const faceOf = new Map();

/**
 * The face of a card in a wallet. Those without a name take turns, so that neighbors differ.
 * @param {Card} card
 */
function bankCard(card) {
  const random = seeded(card.id + "wallet");
  const face = faceOf.get(card.id) ?? faces.find(([names]) => names.split(" ").some(name => name && card.id.toLowerCase().includes(name)))
    ?? faces[4 + (faceOf.size % 7)];
  faceOf.set(card.id, face);
  const ground = gradient("linearGradient", { x1: 0, y1: 0, x2: 1, y2: 1 }, [[0, face[1]], [1, face[2]]]);
  const picture = draw("svg", { viewBox: "0 0 330 208", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    draw("defs", {}, ground.element), draw("rect", { width: 330, height: 208, fill: ground.fill }));
  const [cx, cy] = [230 + 90 * random(), 150 + 70 * random()];
  for (let ring = 0; ring < 9; ring++) {
    picture.append(draw("circle", { cx, cy, r: 26 + ring * 24, stroke: "#fff", "stroke-opacity": (0.17 - ring * 0.014).toFixed(3), "stroke-width": 12, fill: "none" }));
  }
  picture.append(
    draw("rect", { x: 20, y: 76, width: 42, height: 32, rx: 7, fill: "#f1dfae" }),
    draw("path", { d: "M20 92h14m14 0h14M34 76v32M48 76v32", stroke: "#9c8450", "stroke-width": 1.2, fill: "none" }),
    draw("path", { d: "M74 84a14 14 0 0 1 0 16m5-20a20 20 0 0 1 0 24m5-28a27 27 0 0 1 0 32", stroke: "#fff", "stroke-opacity": 0.85, "stroke-width": 2, fill: "none", "stroke-linecap": "round" }),
  );
  return picture;
}

/**
 * A cup from above.
 * @param {Card} card
 */
function cup(card) {
  const random = seeded(card.id);
  const name = `${card.id} ${card.label ?? ""}`.toLowerCase();
  const [ground, drink, foam] = /matcha|green/.test(name) ? ["#dfe9cf", "#8fae4e", "#d6e2a8"]
    : /cold|ice/.test(name) ? ["#d8e6ee", "#2a1610", "#7a4a2c"]
    : /chai|tea/.test(name) ? ["#f3ddc4", "#b9743a", "#e8bd8a"]
    : /espresso/.test(name) ? ["#ecdccb", "#2c140a", "#b06f33"]
    : /cappuccino/.test(name) ? ["#f2e3d3", "#8a5029", "#f7ecdc"]
    : /white|latte/.test(name) ? ["#e9e2f0", "#a56b3e", "#fbf1e3"]
    : [`hsl(${hueOf(card)} 40% 88%)`, `hsl(${hueOf(card)} 45% 34%)`, `hsl(${hueOf(card)} 50% 72%)`];
  const light = gradient("radialGradient", { cx: 0.4, cy: 0.35, r: 0.75 }, [[0, "#fff", 0.75], [1, "#fff", 0]]);
  const surface = gradient("radialGradient", { cx: 0.42, cy: 0.4, r: 0.7 }, [[0, drink], [0.75, drink], [1, foam]]);
  const picture = draw("svg", { viewBox: "0 0 280 373", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    draw("defs", {}, light.element, surface.element), draw("rect", { width: 280, height: 373, fill: ground }), draw("rect", { width: 280, height: 373, fill: light.fill }));
  const [x, y, turn] = [140, 150, -40 + 20 * random()];
  const inner = draw("g", { transform: `rotate(${turn.toFixed(1)} ${x} ${y})` },
    draw("circle", { cx: x + 3, cy: y + 10, r: 106, fill: "#000", "fill-opacity": 0.1 }),
    draw("circle", { cx: x, cy: y, r: 104, fill: "#fdfcfa" }), draw("circle", { cx: x, cy: y, r: 78, fill: "#ebe7e1" }),
    draw("rect", { x: x + 56, y: y - 10, width: 46, height: 20, rx: 10, fill: "#fff" }),
    draw("circle", { cx: x, cy: y, r: 68, fill: "#fff" }), draw("circle", { cx: x, cy: y, r: 60, fill: surface.fill }));
  if (/cold|ice/.test(name)) {
    for (let cube = 0; cube < 3; cube++) {
      const a = cube * 2.1 + random();
      inner.append(draw("rect", { x: x - 15 + 26 * Math.cos(a), y: y - 15 + 26 * Math.sin(a), width: 30, height: 30, rx: 7, fill: "#fff", "fill-opacity": 0.34, transform: `rotate(${cube * 27} ${x + 26 * Math.cos(a)} ${y + 26 * Math.sin(a)})` }));
    }
  } else if (/espresso|chai/.test(name)) {
    inner.append(draw("circle", { cx: x, cy: y, r: 50, stroke: foam, "stroke-width": 7, "stroke-opacity": 0.55, fill: "none" }));
  } else {
    // A rosette: leaves along a stem, as a barista pours it.
    for (let leaf = 0; leaf < 4; leaf++) {
      const r = 44 - leaf * 8, dy = 18 - leaf * 17;
      inner.append(draw("path", { d: `M${x - r} ${y + dy - 12}Q${x} ${y + dy + 30} ${x + r} ${y + dy - 12}Q${x} ${y + dy + 12} ${x - r} ${y + dy - 12}Z`, fill: foam, "fill-opacity": 0.95 }));
    }
    inner.append(draw("path", { d: `M${x} ${y - 50}q-13 7 0 24q13 -17 0 -24Z`, fill: foam }));
  }
  picture.append(inner);
  return picture;
}

/**
 * What a card looks like: by its kind of deck, with its picture where its data has one.
 * @param {Card} card @param {string} kind @param {string} preset
 */
function cardElement(card, kind, preset) {
  const data = card.data !== null && typeof card.data === "object" ? card.data : { title: card.data ?? undefined };
  const [look, picture] = kind === "stack" ? ["bank", bankCard] : kind === "carousel" ? ["tile", cup]
    : preset === "swipeclean" ? ["photo", landscape] : ["poster", poster];
  const image = typeof data.image === "string" && /^(data:image\/|\/(?!\/))/.test(data.image) ? data.image : undefined;
  const words = make("div", { class: "words" }, make("p", { class: "title" }, String(data.title ?? card.label ?? card.id)));
  if (data.detail !== undefined) words.append(make("p", { class: "note" }, String(data.detail)));
  if (data.number !== undefined) words.append(make("p", { class: "number" }, `•••• ${data.number}`));
  const front = image ? make("img", { src: image, alt: "" }) : picture(card);
  return make("article", { class: `card ${look}` }, look === "photo" ? make("div", { class: "print" }, front) : front, words);
}

// MARK: - Details of open cards

/**
 * What an open card shows: movements that are the same for the same card.
 * @param {Card} card
 */
function detailContent(card) {
  const random = seeded(card.id + "detail");
  const names = ["Corner bakery", "Train ticket", "Book shop", "Salary", "Groceries", "Coffee roasters", "Bicycle repair", "Cinema", "Refund", "Pharmacy", "Museum", "Flower market"];
  const rows = Array.from({ length: 12 }, (_, day) => {
    const name = names[Math.floor(random() * names.length)];
    const isIncome = name === "Salary" || name === "Refund";
    const amount = isIncome ? 40 + random() * 900 : 2 + random() * 60;
    const disc = make("span", { class: "disc", "aria-hidden": "true" }, name[0]);
    disc.style.background = `hsl(${(name.charCodeAt(0) * 47 + name.charCodeAt(1) * 13) % 360} 45% 42%)`;
    return make("li", {}, disc, make("div", {}, name, make("small", {}, day === 0 ? "Today" : day === 1 ? "Yesterday" : `${day} days ago`)),
      make("span", { class: isIncome ? "amount in" : "amount" }, `${isIncome ? "+" : "−"}${amount.toFixed(2)}`));
  });
  const isHorizontal = deck.model?.settings["detail.axis"] === "horizontal";
  return make("div", { class: isHorizontal ? "content across" : "content" }, make("h2", {}, "Activity"), make("ol", {}, ...rows));
}
deck.renderDetail = detailContent;

// MARK: - Decks

const tabs = byId("decks");
const panel = byId("panel");

function showDecks() {
  const models = [...client.decks.values()];
  const names = models.map(({ deck }) => deck).join("\n");
  if (tabs.dataset.names !== names) {
    tabs.dataset.names = names;
    tabs.replaceChildren(...models.map(({ deck: id, preset }) =>
      make("button", { type: "button", role: "tab", "data-deck": id, title: preset, click: () => choose(id) }, id[0].toUpperCase() + id.slice(1))));
    tabs.hidden = models.length < 2;
  }
  const wanted = decodeURIComponent(location.hash.slice(1));
  const shown = client.decks.has(wanted) ? wanted : models[0]?.deck ?? "";
  if (shown && deck.getAttribute("deck") !== shown) {
    deck.deck = shown;
    byId("settings").dataset.deck = "";
    explain();
    describe();
  }
  tabs.querySelector(`[data-deck="${CSS.escape(shown)}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  for (const tab of Array.from(tabs.children)) tab.setAttribute("aria-selected", String(/** @type {HTMLElement} */ (tab).dataset.deck === shown));
}

/** @param {string} id */
function choose(id) {
  history.replaceState(null, "", `#${encodeURIComponent(id)}`);
  showDecks();
}
addEventListener("hashchange", showDecks);
tabs.addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = /** @type {HTMLElement[]} */ (Array.from(tabs.children));
  if (!step || !all.length) return;
  const next = all[(all.findIndex(tab => tab === document.activeElement) + step + all.length) % all.length];
  next.focus();
  next.click();
});

const icons = {
  left: "M6 6l12 12M18 6L6 18", right: "M5 12.5l4.5 4.5L19 7.5", up: "M12 19V5M6 11l6-6 6 6", down: "M12 5v14M6 13l6 6 6-6",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3", previous: "M15 5l-7 7 7 7", next: "M9 5l7 7-7 7", close: "M5 9l7 7 7-7", open: "M5 15l7-7 7 7",
  reset: "M4 5v5h5M4.6 14.5A8 8 0 1 0 6 7.5L4 10", bounce: "M12 12V4M8.5 7.5L12 4l3.5 3.5M5 16h14M5 20h14",
};
/** @type {Record<string, string>} */
const decisionColors = { left: "var(--bad)", right: "var(--good)", up: "var(--info)", down: "var(--warn)" };

/** @type {Map<string, HTMLButtonElement>} The buttons by kind of deck and icon: one that is replaced under a finger is not pressed. */
const iconButtons = new Map();

/** @param {keyof typeof icons} icon @param {string} label @param {() => void} press @param {boolean} [enabled] */
function iconButton(icon, label, press, enabled = true) {
  const key = `${deck.model?.kind} ${icon}`;
  const known = iconButtons.get(key);
  const button = known ?? /** @type {HTMLButtonElement} */ (make("button", { type: "button" }));
  if (!known) button.append(draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: icons[icon] })));
  iconButtons.set(key, button);
  button.setAttribute("aria-label", label);
  Object.assign(button, { title: label, disabled: !enabled, onclick: press });
  return button;
}

/** The buttons and the caption of the deck. */
function describe() {
  const model = deck.model;
  document.title = model ? `${model.deck} · deckd` : "deckd";
  const buttons = byId("buttons");
  const controls = client.access === "control";
  const front = model?.cards?.[model.current];
  const isDone = model?.kind === "swipe" && model.current >= model.count;
  const ask = (/** @type {string} */ method, params = {}) => () => {
    deck.request(method, params).catch(error => refuse(error));
  };
  const capitalized = (/** @type {string} */ text) => text && text[0].toUpperCase() + text.slice(1);
  /** @type {HTMLElement[]} */
  const all = [];
  if (model?.kind === "swipe") {
    const allowed = String(model.settings["commit.allowed"] ?? "left, right").split(/,\s*/);
    const decision = (/** @type {"left" | "right" | "up" | "down"} */ direction) => {
      const name = capitalized(String(model.settings[`decision.${direction}`] || direction));
      const button = iconButton(direction, name, ask("deck.swipe", { direction, card: front?.id }), controls && !isDone);
      button.classList.add("decision");
      button.dataset.direction = direction;
      button.style.setProperty("--decision", decisionColors[direction]);
      return button;
    };
    if (allowed.includes("left")) all.push(decision("left"));
    if (allowed.includes("down")) all.push(decision("down"));
    all.push(iconButton("undo", "Undo", ask("deck.undo"), controls && model.undoDepth > 0));
    if (allowed.includes("up")) all.push(decision("up"));
    if (allowed.includes("right")) all.push(decision("right"));
  } else if (model?.kind === "carousel") {
    const scroll = (/** @type {number} */ step) => ask("deck.scroll", { card: model.cards?.[model.current + step]?.id });
    all.push(iconButton("previous", "Previous card", scroll(-1), controls && model.current > 0));
    all.push(iconButton("right", `Select ${front?.label ?? front?.id ?? ""}`, ask("deck.select", { card: front?.id }), controls && !!front));
    all.push(iconButton("next", "Next card", scroll(1), controls && model.current < model.count - 1));
  } else if (model) {
    all.push(iconButton("bounce", "Bounce", ask("deck.bounce"), controls && !model.open));
    all.push(model.open ? iconButton("close", "Close the card", ask("deck.dismiss"), controls) : iconButton("open", "Open a card", ask("deck.select"), controls && model.count > 0));
  }
  if (model) all.push(iconButton("reset", "Reset the deck", ask("deck.reset"), controls));
  if (all.length !== buttons.children.length || all.some((button, index) => button !== buttons.children[index])) buttons.replaceChildren(...all);
  const shown = model?.open ? model.cards?.find(({ id }) => id === model.open) : model?.kind === "stack" ? undefined : front;
  const facts = !model ? [] : [
    shown?.label ?? shown?.id,
    isDone ? `${model.count} of ${model.count} decided` : shown && model.kind !== "stack" ? `${model.current + 1} of ${model.count}` : `${model.count} cards`,
    model.preset,
  ];
  byId("caption").replaceChildren(...facts.filter(Boolean).map(fact => make("span", {}, String(fact))));
  panel.style.setProperty("--aspect-w", String(model?.area.w ?? 400));
  panel.style.setProperty("--aspect-h", String(model?.area.h ?? 800));
  showEmpty();
}

function showEmpty() {
  const model = deck.model;
  const isDone = model?.kind === "swipe" && model.count > 0 && model.current >= model.count;
  const [title, text] = !client.decks.size && client.state === "connected" ? ["No decks", "The configuration of deckd has no [[decks]] yet."]
    : !model ? ["Waiting for deckd", "The page connects by itself as soon as deckd runs."]
    : model.count === 0 ? ["No cards", "deckctl load gives this deck some."]
    : isDone ? ["That was all", `Every one of the ${model.count} cards is decided.`] : ["", ""];
  byId("empty").hidden = !title;
  byId("empty-title").textContent = title;
  byId("empty-text").textContent = text;
  byId("again").hidden = !isDone || client.access !== "control";
}
byId("again").addEventListener("click", () => deck.request("deck.reset").catch(refuse));

// MARK: - The connection

client.addEventListener("state", () => {
  document.body.dataset.state = client.state;
  document.body.dataset.access = client.access ?? "";
  const texts = { waiting: "Waiting for deckd", reconnecting: "Reconnecting", connected: client.access === "observe" ? "Read-only" : "Live", closed: "Closed" };
  const status = /** @type {HTMLElement} */ (byId("status").firstElementChild);
  status.textContent = texts[/** @type {keyof typeof texts} */ (client.state)];
  if (client.state === "connected") explain();
  describe();
});
client.addEventListener("change", () => {
  if (!client.decks.has(deck.getAttribute("deck") ?? "") || tabs.children.length !== client.decks.size) showDecks();
});

let explained = "";
/** Asks why touches do what they do, for the deck that is shown. */
function explain() {
  const id = deck.getAttribute("deck") ?? "";
  if (client.state !== "connected" || !id) return;
  if (explained && explained !== id) client.request("explain", { deck: explained, on: false }).catch(() => {});
  explained = id;
  client.request("explain", { deck: id, on: true }).catch(() => {});
}

// MARK: - Events

const eventList = /** @type {HTMLElement} */ (byId("events").querySelector("ol"));
const gestureList = /** @type {HTMLElement} */ (byId("gestures").querySelector("ol"));
const known = new Set(["seq", "t", "deck", "type", "card", "current", "count", "undoDepth", "index", "settings", "surface", "area"]);

/** @param {HTMLElement} list @param {HTMLElement} row */
function addRow(list, row) {
  list.prepend(row);
  while (list.children.length > 150) list.lastElementChild?.remove();
}

client.addEventListener("event", event => {
  const happened = /** @type {CustomEvent} */ (event).detail;
  if (happened === "resync") {
    addRow(eventList, make("li", {}, make("span", { class: "seq" }, "–"), make("b", {}, "Events were missed")));
    return describe();
  }
  const more = [
    happened.card,
    ...Object.entries(happened).filter(([name]) => !known.has(name)).map(([name, value]) => `${name} ${typeof value === "number" ? Math.round(value * 100) / 100 : value}`),
    ...(happened.type === "deck.configured" ? Object.entries(happened.settings).slice(0, 3).map(([name, value]) => `${name} ${value}`) : []),
  ].filter(Boolean).join(" · ");
  addRow(eventList, make("li", { class: "fresh" }, make("span", { class: "seq" }, String(happened.seq)), make("b", {}, happened.type),
    make("time", {}, happened.deck), ...(more ? [make("span", { class: "more" }, more)] : [])));
  if (happened.deck === deck.deck) {
    describe();
    if (happened.type === "deck.configured") showValues();
  }
});

// MARK: - Why each gesture won or lost

/** @type {Map<number, { list: HTMLElement, rows: Map<string, HTMLElement> }>} */
const contacts = new Map();

client.addEventListener("notification", event => {
  const { method, params } = /** @type {CustomEvent} */ (event).detail;
  if (method !== "explanation") return;
  const { contact, recognizer, outcome, reason, measured, threshold, x, y, card } = params;
  let known = contacts.get(contact);
  if (!known || (known.rows.has("released") && outcome !== "released" && recognizer !== undefined && !["ended", "cancelled"].includes(outcome))) {
    const list = make("li", {}, make("div", { class: "where" }, make("span", {}, card ?? "no card"), make("span", {}, `${Math.round(x)}, ${Math.round(y)}`)));
    known = { list, rows: new Map() };
    contacts.set(contact, known);
    addRow(gestureList, list);
    byId("gestures").querySelector(".hint")?.setAttribute("hidden", "");
  }
  if (outcome === "changed" || (outcome === "ended" && !reason)) return;
  const key = recognizer ?? outcome;
  const row = make("div", { class: `verdict ${outcome}` }, make("span", { class: "outcome" }, outcome),
    make("span", {}, make("b", {}, recognizer ?? ""), recognizer && reason ? " " : "", make("span", { class: "why" }, reason ?? "")));
  if (measured !== undefined && threshold) row.append(make("progress", { max: threshold, value: Math.min(measured, threshold), "aria-hidden": "true" }));
  known.rows.get(key)?.remove();
  known.rows.set(key, row);
  known.list.append(row);
});

// MARK: - Settings

const groups = byId("groups");
let changing = false;
/** @type {Record<string, any>} */
let waitingChanges = {};

/** @param {unknown} error */
function refuse(error) {
  const refusal = byId("refusal");
  refusal.textContent = error instanceof Error ? error.message : "";
  refusal.hidden = !error;
}

/**
 * Changes a setting; while an answer is awaited only the newest values wait.
 * @param {string} name @param {any} value
 */
async function configure(name, value) {
  waitingChanges[name] = value;
  if (changing) return;
  changing = true;
  while (Object.keys(waitingChanges).length) {
    const settings = waitingChanges;
    waitingChanges = {};
    await deck.request("deck.configure", { settings }).then(() => refuse(null), error => {
      refuse(error);
      showValues();
    });
  }
  changing = false;
}

/**
 * A setting as `deck.settings` describes it.
 * @typedef {{
 *   name: string, type: string, unit?: string, min?: number, max?: number, zero?: true, choices?: string[],
 *   response?: [number, number], dampingFraction?: [number, number], default: number | boolean | string, summary: string
 * }} Description
 */

/**
 * The parts of a spring's text: "response 0.4, dampingFraction 0.7".
 * @param {string} text @returns {[string, number][]}
 */
const springParts = text => text.split(/,\s*/).map(part => {
  const [name, value] = part.split(" ");
  return [name, Number(value)];
});

/**
 * The stiffness and the damping of a spring of unit mass, in whichever form it is given.
 * @param {[string, number][]} parts
 */
function springOf(parts) {
  const { response, dampingFraction, duration, bounce, bounciness, speed, mass = 1, stiffness, damping } = Object.fromEntries(parts);
  if (bounciness !== undefined) {
    // Pop's: a tension and a friction, which are Origami's units.
    const tension = 0.5 + (199.5 * (speed / 1.7)) / 20, b = (0.8 * (bounciness / 1.7)) / 20, eased = 2 * b - b * b;
    const still = tension <= 18 ? ((0.0007 * tension - 0.031) * tension + 0.64) * tension + 1.28
      : tension <= 44 ? ((0.000044 * tension - 0.006) * tension + 0.36) * tension + 2
      : ((0.00000045 * tension - 0.000332) * tension + 0.1078) * tension + 5.84;
    return { stiffness: 194 + ((tension - 30) / 50) * 181, damping: 3 * ((1 - eased) * still + 0.01 * eased) + 1 };
  }
  if (stiffness !== undefined) return { stiffness: stiffness / mass, damping: damping / mass };
  const period = response ?? duration;
  const ζ = dampingFraction ?? (bounce >= 0 ? 1 - bounce : 1 / (1 + bounce));
  return { stiffness: (2 * Math.PI / period) ** 2, damping: (4 * Math.PI * ζ) / period };
}

/**
 * What a part of a spring may be beside the others, so that its response and its damping fraction are within limits.
 * @param {string} name @param {[string, number][]} parts @param {Description} description @returns {[number, number]}
 */
function partLimits(name, parts, { response = [0.05, 5], dampingFraction = [0.05, 10] }) {
  const { mass = 1, stiffness = 1 } = Object.fromEntries(parts);
  const bounce = (/** @type {number} */ ζ) => (ζ <= 1 ? 1 - ζ : 1 / ζ - 1);
  const rate = response.map(period => (2 * Math.PI / period) ** 2);
  switch (name) {
    case "response": case "duration": return response;
    case "dampingFraction": return dampingFraction;
    case "bounce": return [bounce(dampingFraction[1]), bounce(dampingFraction[0])];
    case "stiffness": return [mass * rate[1], mass * rate[0]];
    case "mass": return [stiffness / rate[0], stiffness / rate[1]];
    case "damping": return /** @type {[number, number]} */ (dampingFraction.map(ζ => 2 * ζ * Math.sqrt(stiffness * mass)));
    default: return [0, 20];
  }
}

/**
 * A spring's course in its first second.
 * @param {[string, number][]} parts
 */
function springCurve(parts) {
  const spring = springOf(parts);
  let d = "";
  for (let x = 0; x <= 300; x += 2) d += `${x ? "L" : "M"}${x} ${(60 - 44 * (1 + displacement({ ...spring, velocity: 0 }, -1, x / 300))).toFixed(2)}`;
  return draw("svg", { class: "curve", viewBox: "0 0 300 72", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("path", { class: "target", d: "M0 16H300" }), draw("path", { class: "course", d }));
}

/**
 * Places a range of values on a slider from 0 to 1: finely around 0 and the default, coarsely toward far limits.
 * @param {number} min @param {number} max @param {number} typical
 */
function sliderScale(min, max, typical) {
  const zero = min < 0 ? 0 : min, reach = Math.max(max - zero, zero - min);
  const part = Math.abs(typical - zero) / reach;
  const power = part > 0 ? Math.min(Math.max(Math.log(part) / Math.log(0.4), 1), 4) : reach >= 100 ? 3 : 1;
  const low = -(((zero - min) / reach) ** (1 / power)), high = ((max - zero) / reach) ** (1 / power);
  return {
    value: (/** @type {number} */ at) => {
      const x = low + (high - low) * at;
      return zero + Math.sign(x) * reach * Math.abs(x) ** power;
    },
    place: (/** @type {number} */ value) => {
      const x = (value - zero) / reach;
      return (Math.sign(x) * Math.abs(x) ** (1 / power) - low) / (high - low);
    },
  };
}

/**
 * A slider over all values, and a field for one.
 * @param {string} label @param {string} name @param {number} value
 * @param {{ min: number, max: number, typical: number, isInteger?: boolean, zero?: boolean, unit?: string }} values
 * @param {(value: number) => void} change
 */
function slider(label, name, value, { min, max, typical, isInteger, zero, unit = "" }, change) {
  const least = zero ? Math.min(min, 0) : min;
  const scale = sliderScale(least, max, typical);
  const fit = (/** @type {number} */ given) => {
    // Between 0 and the least there is nothing.
    if (zero && given < min) return given < min / 2 ? 0 : min;
    return Math.min(Math.max(isInteger ? Math.round(given) : Number(given.toPrecision(3)), min), max);
  };
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "number", min: least, max, step: isInteger ? 1 : "any", "aria-label": name }));
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": `${name}, slider` }));
  const show = (/** @type {number} */ shown) => {
    field.value = format(shown);
    input.setAttribute("aria-valuetext", `${format(shown)} ${unit}`.trim());
  };
  show(value);
  input.value = String(scale.place(value));
  input.addEventListener("input", () => {
    const next = fit(scale.value(input.valueAsNumber));
    show(next);
    change(next);
  });
  field.addEventListener("change", () => {
    if (Number.isNaN(field.valueAsNumber)) return show(value);
    input.value = String(scale.place(field.valueAsNumber));
    change(field.valueAsNumber);
  });
  return make("div", { class: "value" }, make("span", {}, label), make("span", { class: "entry" }, field, ...(unit ? [make("span", {}, unit)] : [])), input);
}

const format = (/** @type {number} */ value) => String(Number(value.toPrecision(6)));
/**
 * "springDamping" as words.
 * @param {string} name
 */
const words = name => name.replace(/([A-Z])/g, " $1").toLowerCase().replace(/^./, first => first.toUpperCase()).replace(/\./g, ", ");

/** @param {Description} description @param {number | boolean | string} value */
function settingElement(description, value) {
  const { name, type, min, max, zero, unit, choices, summary, default: initial } = description;
  const [group, ...rest] = name.split(".");
  const label = words(rest.join(".") || group);
  const element = make("div", { class: "setting", "data-name": name, title: summary });
  const labelled = (/** @type {HTMLElement} */ input) => element.append(make("label", {}, make("span", {}, label), input));
  if (typeof value === "number" && min !== undefined && max !== undefined) {
    const typical = typeof initial === "number" ? initial : value;
    element.append(slider(label, name, value, { min, max, typical, isInteger: type === "integer", zero, unit }, changed => configure(name, changed)));
  } else if (typeof value === "boolean") {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", "aria-label": name, change: () => configure(name, input.checked) }));
    input.checked = value;
    labelled(input);
  } else if (type === "spring") {
    const parts = springParts(String(value));
    let curve = springCurve(parts);
    element.append(make("span", {}, label), curve);
    for (const part of parts) {
      const [least, most] = partLimits(part[0], parts, description);
      const row = slider(words(part[0]), `${name}.${part[0]}`, part[1], { min: least, max: most, typical: part[1] }, changed => {
        part[1] = changed;
        const next = springCurve(parts);
        curve.replaceWith(next);
        curve = next;
        configure(name, parts.map(([key, number]) => `${key} ${format(number)}`).join(", "));
      });
      row.classList.add("part");
      element.append(row);
    }
  } else if (choices) {
    const input = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": name, change: () => configure(name, input.value) },
      ...choices.map(choice => make("option", {}, choice))));
    input.value = String(value);
    labelled(input);
  } else {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", "aria-label": name, change: () => configure(name, input.value) }));
    input.value = String(value);
    labelled(input);
  }
  if (value !== initial) {
    const shown = typeof initial === "number" ? `${format(initial)} ${unit ?? ""}`.trim() : typeof initial === "boolean" ? (initial ? "on" : "off") : initial || "none";
    element.append(make("button", { type: "button", class: "restore", click: () => configure(name, null) }, `Back to ${shown}`));
  }
  if (client.access !== "control") for (const input of Array.from(element.querySelectorAll("input, select, button"))) input.toggleAttribute("disabled", true);
  return element;
}

/** @type {Map<string, Description>} The settings of the deck that is shown. */
let descriptions = new Map();

async function showSettings() {
  const model = deck.model;
  const key = model ? `${model.deck} ${model.kind} ${client.access}` : "";
  if (byId("settings").hidden || byId("settings").dataset.deck === key) return;
  byId("settings").dataset.deck = key;
  refuse(null);
  /** @type {{ settings: Description[] }} */
  const { settings } = model ? await deck.request("deck.settings").catch(error => (refuse(error), { settings: [] })) : { settings: [] };
  // Another deck may be shown by now.
  if (byId("settings").dataset.deck !== key) return;
  descriptions = new Map(settings.map(description => [description.name, description]));
  /** @type {Map<string, HTMLElement[]>} */
  const byGroup = new Map();
  for (const description of settings) {
    const group = description.name.split(".")[0];
    const value = deck.model?.settings[description.name] ?? description.default;
    byGroup.set(group, [...(byGroup.get(group) ?? []), settingElement(description, value)]);
  }
  // What is felt most comes first.
  const first = model?.kind === "swipe" ? ["snap", "commit"] : model?.kind === "carousel" ? ["carousel"] : ["open", "fan"];
  const names = [...new Set([...first, ...byGroup.keys()])].filter(name => byGroup.has(name));
  groups.replaceChildren(...names.map(name => make("details", { open: name === names[0] }, make("summary", {}, words(name)), ...(byGroup.get(name) ?? []))));
  filter();
}

/** Writes the values of the daemon, but into what is being changed. */
function showValues() {
  for (const element of /** @type {HTMLElement[]} */ (Array.from(groups.querySelectorAll(".setting")))) {
    const description = descriptions.get(element.dataset.name ?? "");
    const value = deck.model?.settings[description?.name ?? ""];
    if (!description || value === undefined || description.name in waitingChanges) continue;
    const focused = document.activeElement;
    if (element.contains(focused) && focused instanceof HTMLInputElement && focused.type !== "checkbox") continue;
    element.replaceWith(settingElement(description, value));
  }
}

const search = /** @type {HTMLInputElement} */ (byId("filter").querySelector("input"));
function filter() {
  const text = search.value.trim().toLowerCase();
  for (const group of /** @type {HTMLDetailsElement[]} */ (Array.from(groups.children))) {
    const all = /** @type {HTMLElement[]} */ (Array.from(group.querySelectorAll(".setting")));
    for (const element of all) element.hidden = !!text && !`${element.dataset.name} ${element.textContent}`.toLowerCase().includes(text);
    group.hidden = all.every(({ hidden }) => hidden);
    if (text) group.open = true;
  }
}
search.addEventListener("input", filter);

// MARK: - Timing

const intervals = new Float64Array(240), scripts = new Float64Array(240);
let drawn = 0, lastDrawing = 0, moves = false, roundTrip = NaN, touched = NaN, touchLatency = NaN;

deck.ondraw = (/** @type {import("./deckd.js").Places} */ { overlay }, /** @type {number} */ milliseconds, /** @type {number} */ t) => {
  const now = performance.now();
  // Only within a movement: between two of them, and between two touches, nothing is drawn.
  if (moves) {
    intervals[drawn % intervals.length] = now - lastDrawing;
    scripts[drawn % scripts.length] = milliseconds;
    drawn++;
  }
  lastDrawing = now;
  moves = client.moving(deck.deck, t);
  for (const button of /** @type {HTMLElement[]} */ (Array.from(byId("buttons").children))) {
    if (!button.dataset.direction) continue;
    const glow = overlay?.direction === button.dataset.direction ? overlay.glow.toFixed(2) : "0";
    if (button.dataset.glow !== glow) button.style.setProperty("--glow", (button.dataset.glow = glow));
  }
};
deck.addEventListener("pointermove", event => {
  if (Number.isNaN(touched) && event.buttons) touched = event.timeStamp;
});
client.addEventListener("change", () => {
  if (Number.isNaN(touched)) return;
  touchLatency = performance.now() - touched;
  touched = NaN;
});

/** @param {Float64Array} values @param {number} fraction */
function percentile(values, fraction) {
  const sorted = values.slice(0, Math.min(drawn, values.length)).sort();
  return sorted.length ? sorted[Math.min(Math.floor(sorted.length * fraction), sorted.length - 1)] : NaN;
}

function showTiming() {
  const ms = (/** @type {number} */ value) => (Number.isNaN(value) ? "–" : `${value.toFixed(value < 10 ? 2 : 1)} ms`);
  /** @type {[string, string?][]} */
  const rows = [
    ["Frames while something moves"], ["Interval, median", ms(percentile(intervals, 0.5))], ["Interval, 99th percentile", ms(percentile(intervals, 0.99))],
    ["Script per frame, median", ms(percentile(scripts, 0.5))], ["Script per frame, 99th percentile", ms(percentile(scripts, 0.99))],
    ["Latency"], ["Finger to motion", ms(touchLatency)], ["Request and answer", ms(roundTrip)],
    ["Messages received"], ...Object.entries(client.received).map(([name, count]) => /** @type {[string, string]} */ ([name, String(count)])),
  ];
  byId("figures").replaceChildren(...rows.flatMap(([name, value]) => (value === undefined ? [make("dt", { class: "head" }, name)] : [make("dt", {}, name), make("dd", {}, value)])));
  const canvas = byId("pacing", HTMLCanvasElement);
  const scale = devicePixelRatio, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const y = (/** @type {number} */ interval) => height - 8 - Math.min(interval / 40, 1) * (height - 16);
  context.strokeStyle = style.getPropertyValue("--line-strong");
  context.setLineDash([3, 4]);
  context.beginPath();
  const refresh = 1000 / (deck.model?.surface.refresh ?? 60);
  context.moveTo(0, y(refresh));
  context.lineTo(width, y(refresh));
  context.stroke();
  const count = Math.min(drawn, intervals.length);
  for (let i = 0; i < count; i++) {
    const interval = intervals[(drawn - count + i) % intervals.length];
    context.fillStyle = style.getPropertyValue(interval > refresh * 1.5 ? "--warn" : "--accent");
    context.fillRect((i / intervals.length) * width, y(interval), Math.max(width / intervals.length - 0.5, 1), height - 8 - y(interval));
  }
}
setInterval(async () => {
  if (document.hidden || byId("timing").hidden || !document.body.classList.contains("inspecting")) return;
  const began = performance.now();
  await client.request("deck.list").then(() => (roundTrip = performance.now() - began), () => {});
  showTiming();
}, 1000);

// MARK: - The inspector

const inspector = byId("inspector");
const panes = ["gestures", "events", "settings", "timing"];
/** @param {string} name */
function showPane(name) {
  for (const pane of panes) {
    byId(pane).hidden = pane !== name;
    byId(`tab-${pane}`).setAttribute("aria-selected", String(pane === name));
    byId(`tab-${pane}`).tabIndex = pane === name ? 0 : -1;
  }
  showSettings();
  if (name === "timing") showTiming();
}
/** @param {boolean} isOpen */
function inspect(isOpen) {
  document.body.classList.toggle("inspecting", isOpen);
  byId("inspect").setAttribute("aria-expanded", String(isOpen));
  inspector.inert = !isOpen;
}
for (const pane of panes) byId(`tab-${pane}`).addEventListener("click", () => showPane(pane));
inspector.querySelector(".tabs")?.addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (event).key];
  const index = panes.findIndex(pane => document.activeElement === byId(`tab-${pane}`));
  if (!step || index < 0) return;
  const next = panes[(index + step + panes.length) % panes.length];
  showPane(next);
  byId(`tab-${next}`).focus();
});
byId("inspect").addEventListener("click", () => inspect(!document.body.classList.contains("inspecting")));
byId("close").addEventListener("click", () => {
  inspect(false);
  byId("inspect").focus();
});
inspector.addEventListener("keydown", event => {
  if (event.key === "Escape" && !isWide.matches) byId("close").click();
});
isWide.addEventListener("change", ({ matches }) => inspect(matches));
client.addEventListener("state", showSettings);
client.addEventListener("change", () => {
  if (!byId("settings").dataset.deck) showSettings();
});

inspect(isWide.matches);
showPane("gestures");
showEmpty();
