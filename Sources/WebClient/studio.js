// The workbench: one deck, and beside it what happens, why, and how fast.

import { DeckClient, displacement } from "./deckd.js";
import { addressedName, cardElement, detailElement, vibrate } from "./cards.js";

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
vibrate(client);
const isWide = matchMedia("(min-width: 900px)");
deck.render = (/** @type {Card} */ card) => cardElement(card, deck.model?.kind ?? "", deck.model?.preset ?? "");
deck.renderDetail = (/** @type {Card} */ card) => detailElement(card, deck.model?.settings["detail.axis"] === "horizontal");

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
  const wanted = addressedName();
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

/** The card of a carousel in the middle, which is current only once the carousel has settled. */
let centered = "";

/** @param {import("./deckd.js").Places} places */
function findCentered({ cards }) {
  const model = deck.model;
  const distance = (/** @type {{ x: number, w: number }} */ { x, w }) => Math.abs(x + w / 2 - (model?.area.w ?? 0) / 2);
  const nearest = model?.kind === "carousel" && cards.length ? cards.reduce((one, other) => (distance(other) < distance(one) ? other : one)).id : "";
  if (nearest === centered) return;
  centered = nearest;
  describe();
}

/** The buttons and the caption of the deck. */
function describe() {
  const model = deck.model;
  document.title = model ? `${model.deck} · deckd` : "deckd";
  const buttons = byId("buttons");
  const controls = client.access === "control";
  const front = model?.cards?.find(({ id }) => id === centered) ?? model?.cards?.[model.current];
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
    all.push(iconButton("undo", "Undo", ask("deck.undo"), controls && model.undoDepth > 0));
    for (const direction of /** @type {const} */ (["left", "down", "up", "right"])) if (allowed.includes(direction)) all.push(decision(direction));
  } else if (model?.kind === "carousel") {
    const at = Math.max(model.cards?.indexOf(/** @type {Card} */ (front)) ?? 0, 0);
    const scroll = (/** @type {number} */ step) => ask("deck.scroll", { card: model.cards?.[at + step]?.id });
    all.push(iconButton("previous", "Previous card", scroll(-1), controls && at > 0));
    all.push(iconButton("right", `Select ${front?.label ?? front?.id ?? ""}`, ask("deck.select", { card: front?.id }), controls && !!front));
    all.push(iconButton("next", "Next card", scroll(1), controls && at < model.count - 1));
  } else if (model) {
    all.push(iconButton("bounce", "Bounce", ask("deck.bounce"), controls && !model.open));
    all.push(model.open ? iconButton("close", "Close the card", ask("deck.dismiss"), controls) : iconButton("open", "Open a card", ask("deck.select"), controls && model.count > 0));
  }
  if (model) all.push(iconButton("reset", "Start over", startOver, controls));
  if (all.length !== buttons.children.length || all.some((button, index) => button !== buttons.children[index])) buttons.replaceChildren(...all);
  const shown = model?.open ? model.cards?.find(({ id }) => id === model.open) : model?.kind === "stack" ? undefined : front;
  const facts = !model ? [] : [
    shown?.label ?? shown?.id,
    isDone ? `${model.count} of ${model.count} decided` : shown && model.kind !== "stack" ? `${(model.cards?.indexOf(shown) ?? 0) + 1} of ${model.count}` : `${model.count} cards`,
  ];
  byId("caption").replaceChildren(...facts.filter(Boolean).map(fact => make("span", {}, String(fact))));
  panel.style.setProperty("--aspect-w", String(model?.area.w ?? 400));
  panel.style.setProperty("--aspect-h", String(model?.area.h ?? 800));
  showEmpty();
}

/** Asks where something would be lost: undo does not bring decisions back. */
function startOver() {
  const model = deck.model;
  const reset = () => deck.request("deck.reset").catch(refuse);
  if (!model?.undoDepth) return void reset();
  const asking = byId("asking", HTMLDialogElement);
  const decisions = model.undoDepth === 1 ? "1 decision is" : `${model.undoDepth} decisions are`;
  /** @type {HTMLElement} */ (asking.querySelector("p")).textContent = `${decisions} forgotten. Undo does not bring them back.`;
  byId("cancel").onclick = () => asking.close();
  byId("over").onclick = () => {
    asking.close();
    reset();
  };
  asking.showModal();
}

function showEmpty() {
  const model = deck.model;
  const isDone = model?.kind === "swipe" && model.count > 0 && model.current >= model.count;
  const [title, text] = !client.decks.size && client.state === "connected" ? ["No decks", "The configuration of deckd has no [[decks]] yet."]
    : !model ? ["Waiting for deckd", "The page connects by itself as soon as deckd runs."]
    : model.count === 0 ? ["No cards", "deckctl load gives this deck some."]
    : isDone ? ["That was all", model.count === 1 ? "The only card is decided." : `All ${model.count} cards are decided.`] : ["", ""];
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
/** What a recognizer says once of a touch. */
const verdicts = new Set(["won", "failed", "lost", "suppressed"]);

client.addEventListener("notification", event => {
  const { method, params } = /** @type {CustomEvent} */ (event).detail;
  if (method !== "explanation") return;
  const { contact, recognizer, outcome, reason, measured, threshold, x, y, card } = params;
  let known = contacts.get(contact);
  const key = recognizer ?? outcome;
  // A verdict that a recognizer has had already is of another touch, with the same number.
  const isNext = outcome === "ignored" || (known?.rows.has(key) && verdicts.has(outcome));
  if (!known || isNext) {
    const list = make("li", {}, make("div", { class: "where" }, make("span", {}, card ?? "no card"), make("span", {}, `${Math.round(x)}, ${Math.round(y)}`)));
    known = { list, rows: new Map() };
    contacts.set(contact, known);
    addRow(gestureList, list);
    byId("gestures").querySelector(".hint")?.setAttribute("hidden", "");
  }
  if (outcome === "changed" || (outcome === "ended" && !reason)) return;
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
 * Changes settings; while an answer is awaited only the newest values wait.
 * @param {Record<string, any>} changes
 */
async function configure(changes) {
  Object.assign(waitingChanges, changes);
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
  const about = make("details", { class: "about" }, make("summary", {}, label), summary, make("code", {}, name));
  const element = make("div", { class: "setting", "data-name": name }, about);
  const labelled = (/** @type {HTMLElement} */ input) => element.append(make("label", {}, make("span", {}, ""), input));
  if (typeof value === "number" && min !== undefined && max !== undefined) {
    const typical = typeof initial === "number" ? initial : value;
    element.append(slider("", name, value, { min, max, typical, isInteger: type === "integer", zero, unit }, changed => configure({ [name]: changed })));
  } else if (typeof value === "boolean") {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", "aria-label": name, change: () => configure({ [name]: input.checked }) }));
    input.checked = value;
    labelled(input);
  } else if (type === "spring") {
    const parts = springParts(String(value));
    let curve = springCurve(parts);
    element.append(curve);
    for (const part of parts) {
      const [least, most] = partLimits(part[0], parts, description);
      const row = slider(words(part[0]), `${name}.${part[0]}`, part[1], { min: least, max: most, typical: part[1] }, changed => {
        part[1] = changed;
        const next = springCurve(parts);
        curve.replaceWith(next);
        curve = next;
        configure({ [name]: parts.map(([key, number]) => `${key} ${format(number)}`).join(", ") });
      });
      row.classList.add("part");
      element.append(row);
    }
  } else if (choices) {
    const input = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": name, change: () => configure({ [name]: input.value }) },
      ...choices.map(choice => make("option", {}, choice))));
    input.value = String(value);
    labelled(input);
  } else {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", "aria-label": name, change: () => configure({ [name]: input.value }) }));
    input.value = String(value);
    labelled(input);
  }
  if (value !== initial) {
    const shown = typeof initial === "number" ? `${format(initial)} ${unit ?? ""}`.trim() : typeof initial === "boolean" ? (initial ? "on" : "off") : initial || "none";
    element.append(make("button", { type: "button", class: "restore", click: () => configure({ [name]: null }) }, `Back to ${shown}`));
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
  showOrigin();
  filter();
}

/** The presets of each kind of deck, in words. */
const presets = /** @type {Record<string, Record<string, string>>} */ ({
  swipe: { swipeclean: "Keep or delete", koloda: "A pile to leaf through", "koloda-stretched": "The same, stretched" },
  stack: { wallet: "A wallet", fan: "A fan" },
  carousel: {},
});

/** Where the settings start from, and how many differ from the configuration. */
function showOrigin() {
  const model = deck.model;
  const changed = [...descriptions.values()].filter(({ name, default: initial }) => model && model.settings[name] !== undefined && model.settings[name] !== initial);
  const [label, select, button] = ["label", "select", "button"].map(tag => /** @type {any} */ (byId("origin").querySelector(tag)));
  const names = Object.entries(presets[model?.kind ?? ""] ?? {});
  label.hidden = client.access !== "control" || names.length < 2;
  const key = `${model?.deck} ${model?.preset}`;
  if (select.dataset.deck !== key) {
    select.dataset.deck = key;
    select.replaceChildren(make("option", { value: "", hidden: true }, "Own settings"), ...names.map(([value, text]) => make("option", { value }, text)));
    // Which preset changed settings come from is not known.
    select.value = changed.length ? "" : model?.preset ?? "";
  }
  select.onchange = () => startFrom(select.value);
  button.hidden = client.access !== "control" || !changed.length;
  button.textContent = `Restore ${changed.length === 1 ? "1 setting" : `${changed.length} settings`}`;
  button.onclick = () => {
    select.value = deck.model?.preset ?? "";
    configure(Object.fromEntries(changed.map(({ name }) => [name, null])));
  };
}

/**
 * Gives the deck the values of a preset: those of the configuration for its own, as they may differ.
 * @param {string} preset
 */
async function startFrom(preset) {
  const model = deck.model;
  if (!model) return;
  if (preset === model.preset) return configure(Object.fromEntries([...descriptions.keys()].map(name => [name, null])));
  await deck.request("deck.settings", { preset }).then(({ settings }) => configure(Object.fromEntries(
    /** @type {Description[]} */ (settings).filter(({ name, default: value }) => model.settings[name] !== value).map(({ name, default: value }) => [name, value]),
  ))).catch(refuse);
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
  showOrigin();
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

deck.ondraw = (/** @type {import("./deckd.js").Places} */ places, /** @type {number} */ milliseconds, /** @type {number} */ t) => {
  const { overlay } = places;
  findCentered(places);
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
