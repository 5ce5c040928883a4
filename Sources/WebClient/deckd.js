// deckd.js: a browser's client of deckd. One ES module, no dependency, no build step.
//
//   <script type="module" src="deckd.js"></script>
//   <deckd-deck deck="main"><template><article><h2 data-text="title"></h2></article></template></deckd-deck>
//
// ## The element <deckd-deck>
//
// attributes   deck: the deck's id (the only deck may do without); src: the WebSocket's address; token;
//              topics: what the client receives besides events and motions, such as "touches gestures";
//              fill: the surface takes the element's size, where the page has control and nothing else sizes it
// children     `data-card="id"`: the element of that card. `<template>`: makes the others; within it `data-text="title"`
//              shows the member `title` of the card's data, and `data-src="image"` is the `src` of an `<img>`.
//              `<template slot="detail">`: makes what an open card shows besides itself, which then scrolls by itself;
//              or `slot="detail"`: an element that you fill and scroll.
// properties   client: the DeckClient, one for all elements of the same src, token and topics; render(card) → Element:
//              makes a card's element in place of a template, and renderDetail(card) → Element likewise; ondraw(places,
//              milliseconds, t): called after each drawing; ondetail(detail, element): draws into the child of slot="detail"
// methods      request(method, params?), with the deck filled in; places(); redraw()
// on cards     --deckd-lift, from 0 to 1 while a stack's card is reordered; --deckd-overlay, while a card is decided
// on the host  --deckd-scale (CSS pixels a point), --deckd-fan, --deckd-detail, --deckd-detail-scroll; data-direction, data-decision, data-kind, data-round, data-state, data-access; data-focus="pointer" hides the ring of a focus by touch
// on detail    --deckd-detail-scroll, --deckd-detail-content, --deckd-detail-header, --deckd-detail-header-scale
// parts        stage, wash, cover (over the card that is decided), stamp, actions, action, live
// fingers      A pointer on a link, a button, an input or [data-deckd-ignore] is the author's; all others are the deck's.
//              `new Fingers(element, client, locate)` sends those on any element, for gestures of a surface.
//
// ## Without the element
//
//   const client = new DeckClient({ url: "ws://panel:8080/socket", token, delegate });
//   client.addEventListener("event", e => e.detail)         every event once, in order; "resync": some were missed
//   client.addEventListener("change", e => e.detail)        the deck whose model or motions changed; null: any
//   client.addEventListener("state", …)                     client.state, .access, .grants changed
//   client.addEventListener("error", e => e.detail)         a DeckError: what the daemon refused, a line that is no message
//   client.addEventListener("notification", e => e.detail)  { method, params } of all other topics
//   client.decks                                            Map from id to DeckModel: whole, and never changed but replaced
//   client.places(deck), client.moving(deck), client.now()
//   await client.request("deck.undo", { deck })             rejects with a DeckError
//
// `Session` is the same without input or output: it is given lines, and gives lines and events.

/** @typedef {Record<string, any>} Message */
/** @typedef {{ id: string, data?: any, label?: string, hint?: string, [member: string]: any }} Card */
/**
 * A deck as its events report it: what a fresh snapshot would have, and all cards.
 * @typedef {{
 *   deck: string, kind: string, preset: string, seq: number,
 *   surface: { name: string, w: number, h: number, refresh: number, pointsPerMillimetre: number, reducedMotion: boolean },
 *   area: { x: number, y: number, w: number, h: number },
 *   current: number, count: number, undoDepth: number, round?: string, open?: string,
 *   settings: Record<string, number | boolean | string>, cards?: Card[]
 * }} DeckModel
 */
/** @typedef {{ seq: number, t: number, deck?: string, type: string, [member: string]: any }} DeckEvent */
/**
 * @typedef {{
 *   id: string, x: number, y: number, w: number, h: number, scale: number, rotation: number,
 *   anchor: [number, number], z: number, opacity: number, lift?: number
 * }} Place
 */
/**
 * @typedef {{
 *   card: string, direction?: string, progress: number, opacity: number,
 *   stamp: { opacity: number, scale: number, rotation: number }, glow: number, wash: number
 * }} Overlay
 */
/**
 * @typedef {{
 *   card: string, x: number, y: number, w: number, h: number, scale: number, opacity: number, scroll: number,
 *   content: number, header: { opacity: number, scale: number }, progress: number
 * }} Detail
 */
/** @typedef {{ over: number, pull: number, spread: number }} Fan */
/** @typedef {{ cards: Place[], overlay?: Overlay, detail?: Detail, fan?: Fan }} Places */
/** @typedef {{ name: string, request: string, direction?: string, card?: string }} Action */
/** @typedef {{ card: string, label: string, hint: string, selected: boolean, actions: Action[] }} Accessibility */
/**
 * Answers for the cards of a swipe deck what they leave open; a function that throws leaves it to the deck. The
 * question's `signal` is aborted when it ends without its answer, so that a dialog closes: time is up, the swipe was
 * given up, or the connection was lost.
 * @typedef {{
 *   deck?: string,
 *   shouldSwipe?: (question: any) => boolean | Promise<boolean>,
 *   shouldDrag?: (question: any) => boolean | Promise<boolean>,
 *   allowedDirections?: (question: any) => string[] | Promise<string[]>,
 *   threshold?: (question: any) => number | Promise<number>
 * }} Delegate
 */
/** @typedef {{ deck?: string, topics?: string[], cards?: boolean, client?: string, delegate?: Delegate }} SessionOptions */
/**
 * @typedef {{
 *   send: (line: string) => void,
 *   event: (event: DeckEvent | "resync") => void,
 *   change?: (deck: string | null) => void,
 *   arrived?: (method: string, t: number | undefined) => void,
 *   notification?: (method: string, params: any) => void,
 *   answered?: (isSubscription: boolean) => void,
 *   failed?: (error: Error, isFatal: boolean) => void
 * }} Handlers
 */

// MARK: - Motions

/** How large a motion's numbers and values are at most, how small those that are above 0, and how deep formulas nest. */
const greatest = Number.MAX_SAFE_INTEGER, least = 1e-9, deepest = 16;
/** What a delegate may be asked. */
const questions = ["shouldSwipe", "shouldDrag", "allowedDirections", "threshold"];
const properties = new Set(`x y w h scale rotation anchor.x anchor.y z opacity lift overlay.progress overlay.opacity
  overlay.stamp.opacity overlay.stamp.scale overlay.stamp.rotation overlay.glow overlay.wash detail.x detail.y detail.w
  detail.h detail.opacity detail.scale detail.scroll detail.content detail.header.opacity detail.header.scale
  detail.progress fan.over fan.pull fan.spread`.split(/\s+/));

/**
 * Throws where a delegate answers nothing, or has a function whose name looks like a question's.
 * @param {any} delegate
 */
function checkDelegate(delegate) {
  const names = new Set(Object.keys(delegate));
  for (let type = Object.getPrototypeOf(delegate); type && type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type)) names.add(name);
  }
  const answers = questions.filter(name => typeof delegate[name] === "function"), list = questions.join(", ");
  const start = (/** @type {string} */ name) => name.slice(0, 5).toLowerCase();
  for (const name of names) {
    const looksAlike = !questions.includes(name) && questions.some(question => start(question) === start(name));
    if (looksAlike && typeof delegate[name] === "function") throw new TypeError(`delegate.${name}: expected one of ${list}`);
  }
  if (!answers.length) throw new TypeError(`the delegate answers nothing; expected a function ${list}`);
}

/** @param {string} expected @returns {never} */
function refuse(expected) {
  throw new DeckError({ message: "a message of the daemon is wrong;", data: { expected } });
}

/** @param {any} value @param {number} [from] @param {number} [to] @returns {number} */
const checked = (value, from = -greatest, to = greatest) =>
  typeof value === "number" && value >= from && value <= to ? value : refuse(`a number from ${from} to ${to}`);

/** @param {any} value @param {number} [fewest] @param {number} [most] @returns {any[]} */
const listed = (value, fewest = 0, most = Infinity) =>
  Array.isArray(value) && value.length >= fewest && value.length <= most ? value : refuse(`a list of at least ${fewest}`);

/**
 * The magnitude that a formula's values do not exceed; undefined for a formula of a later daemon. Throws where it is wrong.
 * @param {Message} formula @param {number} [depth] @returns {number | undefined}
 */
function reachOf(formula, depth = 1) {
  const { kind } = formula;
  if (typeof kind !== "string" || depth > deepest) refuse(`a formula's kind, at most ${deepest} deep`);
  if (formula.end !== undefined || kind === "curve" || kind === "decay") checked(formula.end);
  const distance = (/** @type {Message} */ { start, from, velocity, stiffness, damping }) => {
    checked(start);
    checked(damping, 0);
    // Whatever its damping is, a spring's velocity takes it no further than v/ω₀.
    return Math.abs(checked(from) - checked(formula.to)) + Math.abs(checked(velocity)) / Math.sqrt(checked(stiffness, least));
  };
  let reach = kind === "product" ? 1 : 0;
  if (kind === "set") reach = Math.abs(checked(formula.value));
  else if (kind === "sum" || kind === "product") {
    for (const part of listed(formula.of)) {
      const inner = reachOf(part, depth + 1);
      if (inner === undefined) return undefined;
      reach = kind === "sum" ? reach + inner : reach * inner;
    }
  } else if (kind === "piecewise") {
    if (reachOf(formula.of, depth + 1) === undefined) return undefined;
    let before = -Infinity;
    for (const point of listed(formula.points, 1)) {
      const [u, v] = listed(point, 2, 2);
      if (checked(u) <= before) refuse("points that ascend");
      before = u;
      reach = Math.max(reach, Math.abs(checked(v)));
    }
  } else if (kind === "spring") {
    reach = Math.abs(checked(formula.to)) + Math.max(...[formula, ...listed(formula.then ?? [])].map(distance));
  } else if (kind === "curve") {
    const [x1, y1, x2, y2] = listed(formula.curve, 4, 4);
    for (const x of [x1, x2]) checked(x, 0, 1);
    checked(formula.start);
    checked(formula.duration, 0);
    const way = Math.abs(checked(formula.to) - checked(formula.from));
    reach = Math.abs(formula.from) + way * (1 + Math.abs(checked(y1)) + Math.abs(checked(y2)));
  } else if (kind === "decay") {
    checked(formula.start);
    const way = Math.abs(checked(formula.velocity)) / checked(formula.rate, least);
    reach = Math.max(Math.abs(checked(formula.to)), Math.abs(checked(formula.from)) + way);
  } else return undefined;
  return checked(reach);
}

/**
 * The value at the moment `t`, µs of the daemon's clock.
 * @param {Message} motion @param {number} t @returns {number}
 */
export function valueOf(motion, t) {
  switch (motion.kind) {
    case "set": return motion.value;
    case "sum": return motion.of.reduce((/** @type {number} */ sum, /** @type {Message} */ part) => sum + valueOf(part, t), 0);
    case "product": return motion.of.reduce((/** @type {number} */ all, /** @type {Message} */ part) => all * valueOf(part, t), 1);
    case "piecewise": return interpolate(motion.points, valueOf(motion.of, t));
  }
  if (motion.end !== undefined && t >= motion.end) return motion.to;
  if (t <= motion.start) return motion.from;
  switch (motion.kind) {
    case "spring": {
      /** @type {any} */
      let spring = motion;
      for (const next of motion.then ?? []) if (t >= next.start) spring = next;
      return motion.to + displacement(spring, spring.from - motion.to, (t - spring.start) / 1e6);
    }
    case "curve":
      return motion.from + (motion.to - motion.from) * bezier(motion.curve, Math.min((t - motion.start) / 1e6 / motion.duration, 1));
    default:
      return motion.from - (motion.velocity / motion.rate) * Math.expm1((-motion.rate * (t - motion.start)) / 1e6);
  }
}

/**
 * A damped spring's distance from its end, after τ seconds.
 * @param {{ stiffness: number, damping: number, velocity: number }} spring @param {number} x @param {number} τ
 */
export function displacement({ stiffness, damping, velocity: v }, x, τ) {
  const ω0 = Math.sqrt(stiffness);
  const ζ = damping / (2 * ω0);
  if (Math.abs(ζ - 1) <= 1e-6) return Math.exp(-ω0 * τ) * (x + (v + ω0 * x) * τ);
  if (ζ < 1) {
    const ω = ω0 * Math.sqrt(1 - ζ * ζ);
    return Math.exp(-ζ * ω0 * τ) * (x * Math.cos(ω * τ) + ((v + ζ * ω0 * x) / ω) * Math.sin(ω * τ));
  }
  const root = ω0 * Math.sqrt(ζ * ζ - 1);
  // As −ζω₀ + root, the slow rate would lose its digits.
  const r2 = -ζ * ω0 - root, r1 = stiffness / r2;
  const a = (v - r2 * x) / (r1 - r2);
  return a * Math.exp(r1 * τ) + (x - a) * Math.exp(r2 * τ);
}

/** @param {[number, number, number, number]} curve @param {number} p */
function bezier([x1, y1, x2, y2], p) {
  if (p <= 0 || p >= 1) return p <= 0 ? 0 : 1;
  const at = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ s) =>
    3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s;
  let low = 0, high = 1, s = p;
  for (let step = 0; step < 60 && high - low > 1e-12; step++) {
    const error = at(x1, x2, s) - p;
    if (Math.abs(error) < 1e-10) break;
    if (error < 0) low = s; else high = s;
    // Newton's step where it stays inside the bracket, else a bisection.
    const slope = 3 * (1 - s) * (1 - s) * x1 + 6 * (1 - s) * s * (x2 - x1) + 3 * s * s * (1 - x2);
    const next = s - error / slope;
    s = next > low && next < high ? next : (low + high) / 2;
  }
  return at(y1, y2, s);
}

/** @param {[number, number][]} points @param {number} u */
function interpolate(points, u) {
  if (u <= points[0][0]) return points[0][1];
  for (let i = 1; i < points.length; i++) {
    const [u0, v0] = points[i - 1], [u1, v1] = points[i];
    if (u <= u1) return v0 + ((v1 - v0) * (u - u0)) / (u1 - u0);
  }
  return points[points.length - 1][1];
}

/** @param {string} card @returns {Overlay} */
const noOverlay = card => ({ card, progress: 0, opacity: 0, stamp: { opacity: 0, scale: 0, rotation: 0 }, glow: 0, wash: 0 });
/** @param {string} card @returns {Detail} */
const noDetail = card => ({
  card, x: 0, y: 0, w: 0, h: 0, scale: 0, opacity: 0, scroll: 0, content: 0, header: { opacity: 0, scale: 0 }, progress: 0,
});

/** For how much longer a lead grows that waits for the answer to a lift, in seconds: a picture, which browsers draw first. */
const longestWait = 0.02;

/**
 * A formula whose lead ahead of a finger grows on, where it would fade because the panel falls silent.
 * @param {Message} formula @returns {Message}
 */
function growing(formula) {
  const { of } = formula;
  if (of === undefined) return formula;
  const end = formula.end === undefined ? {} : { end: formula.end + longestWait * 1e6 };
  if (!Array.isArray(of)) return { ...formula, ...end, of: growing(of) };
  const [growth, fade] = of;
  const isLead = formula.kind === "sum" && of.length === 2 && of.every(({ kind }) => kind === "curve")
    && growth.duration > 0 && fade.from === 0 && fade.start === growth.end;
  if (!isLead) return { ...formula, ...end, of: of.map(growing) };
  const longer = 1 + longestWait / growth.duration;
  return {
    ...growth, to: growth.from + (growth.to - growth.from) * longer, duration: growth.duration * longer,
    end: growth.end + longestWait * 1e6,
  };
}

/** @param {Map<string, Message>} motions @param {number} t @returns {boolean} whether any changes after `t` */
function moving(motions, t) {
  for (const { kind, end } of motions.values()) if (kind !== "set" && (end === undefined || end > t)) return true;
  return false;
}

/** The motions of one deck. */
class Motions {
  /** @type {Map<string, Map<string, Message>>} The cards in the order of their arrival. */
  cards = new Map();
  /** @type {Map<string, Message>} Those of the deck: overlay.…, detail.…, fan.… */
  deck = new Map();

  /** @param {Message} motion */
  apply(motion) {
    const property = motion.property, card = motion.card;
    if (motion.kind === "remove" && property === undefined) return void this.cards.delete(card);
    const ofDeck = /^(overlay|detail|fan)(\.|$)/.test(property);
    let motions = ofDeck ? this.deck : this.cards.get(card);
    if (motion.kind === "remove") {
      for (const name of motions?.keys() ?? []) {
        if (name === property || name.startsWith(property + ".")) motions?.delete(name);
      }
    } else {
      // What is of a later daemon leaves everything as it is.
      if (reachOf(motion) === undefined || !properties.has(property)) return;
      if (!motions) this.cards.set(card, (motions = new Map()));
      motions.set(property, motion);
    }
  }

  /** Lets leads grow on until their next motions come. */
  hold() {
    for (const motions of [this.deck, ...this.cards.values()]) {
      for (const [name, motion] of motions) motions.set(name, growing(motion));
    }
  }

  /** @param {number} t @returns {Places} */
  places(t) {
    const cards = [];
    for (const [id, motions] of this.cards) {
      const at = (/** @type {string} */ name, fallback = 0) => {
        const motion = motions.get(name);
        return motion ? valueOf(motion, t) : fallback;
      };
      /** @type {Place} */
      const place = {
        id, x: at("x"), y: at("y"), w: at("w"), h: at("h"), scale: at("scale", 1), rotation: at("rotation"),
        anchor: [at("anchor.x", 0.5), at("anchor.y", 0.5)], z: at("z"), opacity: at("opacity", 1),
      };
      if (motions.has("lift")) place.lift = at("lift");
      cards.push(place);
    }
    cards.sort((a, b) => a.z - b.z);
    /** @type {Places} */
    const places = { cards };
    for (const [name, motion] of this.deck) {
      const path = name.split(".");
      const last = /** @type {string} */ (path.pop());
      const [whole] = path;
      // A message is a motion: a picture between the first and the last of them has every member all the same.
      if (whole === "overlay") places.overlay ??= noOverlay(motion.card);
      else if (whole === "detail") places.detail ??= noDetail(motion.card);
      else places.fan ??= { over: 0, pull: 0, spread: 0 };
      /** @type {any} */
      let target = places;
      for (const part of path) target = target[part] ??= {};
      target[last] = valueOf(motion, t);
      if (path[0] === "overlay" && motion.direction && places.overlay) places.overlay.direction = motion.direction;
    }
    return places;
  }

  /**
   * Whether anything changes after the moment `t`.
   * @param {number} t
   */
  moving(t) {
    if (moving(this.deck, t)) return true;
    for (const motions of this.cards.values()) if (moving(motions, t)) return true;
    return false;
  }
}

// MARK: - The model

/** What the daemon, or the connection, refused. */
export class DeckError extends Error {
  /** @param {{ code?: number, message: string, data?: { field?: string, expected?: string } }} error */
  constructor(error) {
    const { code, message, data } = error;
    // Many messages name the field.
    const field = data?.field && !message.includes(data.field) ? ` (${data.field})` : "";
    super(`${message}${field}${data?.expected ? `; expected ${data.expected}` : ""}`);
    this.name = "DeckError";
    /** The error as the daemon sent it. */
    this.error = error;
    this.code = code;
    this.field = data?.field;
    this.expected = data?.expected;
  }
}

/** An event that does not fit the model: one was missed. */
class Contradiction extends Error {}

const countNames = /** @type {const} */ (["current", "count", "undoDepth"]);

/** @param {Message} snapshot @returns {DeckModel} */
function modelOf({ deck, kind, preset, seq, surface, area, current, count, undoDepth, round, open, settings }) {
  return {
    deck, kind, preset, seq, surface, area, current, count, undoDepth,
    ...(round === undefined ? {} : { round }), ...(open === undefined ? {} : { open }), settings: { ...settings },
  };
}

/**
 * The deck after an event; the one before it stays as it is.
 * @param {DeckModel} before @param {DeckEvent} event @returns {DeckModel}
 */
function apply(before, event) {
  if (event.seq <= before.seq) return before;
  const model = { ...before, seq: event.seq };
  for (const name of countNames) if (event[name] !== undefined) model[name] = event[name];
  const cards = model.cards;
  const check = (index = event.index) => {
    if (cards && cards[index]?.id !== event.card) throw new Contradiction(`${event.card} is not at ${index}`);
  };
  switch (event.type) {
    case "card.swiped": case "card.reset": case "card.shown": case "card.updated": check(); break;
    case "card.selected":
      check();
      if (model.kind === "stack") model.open = event.card;
      break;
    case "card.dismissed":
      if (model.open !== event.card) throw new Contradiction(`${event.card} is closed, but was not open`);
      delete model.open;
      break;
    case "card.moved":
      check(event.from);
      if (cards) {
        model.cards = cards.filter((_, index) => index !== event.from);
        model.cards.splice(event.to, 0, cards[event.from]);
      }
      break;
    case "card.inserted":
      if (cards && !(event.index >= 0 && event.index <= cards.length)) {
        throw new Contradiction(`${event.card} is inserted at ${event.index} of ${cards.length}`);
      }
      if (cards) model.cards = [...cards.slice(0, event.index), { id: event.card }, ...cards.slice(event.index)];
      break;
    case "card.removed":
      check();
      if (cards) model.cards = cards.filter((_, index) => index !== event.index);
      break;
    case "deck.added":
      Object.assign(model, { kind: event.kind, preset: event.preset, surface: event.surface, area: event.area });
      model.settings = { ...event.settings };
      if (event.open === undefined) delete model.open; else model.open = event.open;
      delete model.cards;
      break;
    case "deck.loaded":
      delete model.open;
      delete model.cards;
      break;
    case "deck.reset": delete model.open; break;
    case "deck.configured":
      if (event.kind === model.kind) {
        const known = Object.entries(event.settings).filter(([name]) => name in before.settings);
        model.settings = { ...before.settings, ...Object.fromEntries(known) };
      } else {
        model.settings = { ...event.settings };
      }
      Object.assign(model, { kind: event.kind, preset: event.preset });
      break;
    case "surface.changed": Object.assign(model, { surface: event.surface, area: event.area }); break;
  }
  if (model.cards && model.cards.length !== model.count) {
    throw new Contradiction(`${model.deck} has ${model.count} cards, but ${model.cards.length} are known`);
  }
  if (event.type === "round.changed") model.round = event.phase;
  else if (event.type === "deck.added") model.round = event.round;
  else if (event.type === "deck.loaded" || event.type === "deck.reset") model.round = "active";
  if (model.settings["round.enabled"] !== true) delete model.round;
  else if (model.round !== "loading") model.round = model.current < model.count ? "active" : "ended";
  return model;
}

const changesCards = new Set([
  "deck.loaded", "deck.added", "card.inserted", "card.removed", "card.moved", "card.updated",
]);
const namesNewData = new Set(["card.inserted", "card.updated"]);

/**
 * A deck whose cards are being fetched; its events wait. `first` is the `seq` of the first page of all cards.
 * @typedef {{
 *   model: DeckModel, waiting: DeckEvent[], cards: Card[], first: number,
 *   fetched: Map<string, { card?: Card, seq: number }>
 * }} Fetch
 */

/** The protocol without input and output. */
export class Session {
  /** @type {Map<string, DeckModel>} */ decks = new Map();
  /** @type {Map<string, Accessibility>} What a screen reader exposes, as of the last snapshot. */ accessibility = new Map();
  /** @type {string | undefined} What the daemon permits: `control` or `observe`. */ access;
  /** @type {string[]} */ grants = [];
  /** @type {Map<string, Motions>} */ #motions = new Map();
  /** @type {Map<string, Fetch>} */ #fetches = new Map();
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */ #requests = new Map();
  /** @type {Required<Omit<SessionOptions, "delegate">>} */ #options;
  /** @type {Delegate | undefined} */ #delegate;
  /** @type {Map<any, AbortController>} */ #questions = new Map();
  /** @type {Handlers} */ #handlers;
  #id = 0;
  #connected = false;
  /** The number of the last event received, and the newest that the snapshots include. */
  #last = 0;
  #snapshotSequence = 0;
  /** @type {string | undefined} */ #journal;
  #hasSubscribed = false;
  /** What a request has at most: bytes of its line, and cards, unless the daemon's hello says otherwise. */
  #mostBytes = 1 << 15;
  #mostCards = 250;
  /** @type {Promise<any>} Until the last divided request is answered. */
  #divided = Promise.resolve();
  /** While it waits for a new snapshot after a contradiction, events are those of the old one. */
  #isStale = false;

  /** @param {SessionOptions} options @param {Handlers} handlers */
  constructor({ deck = "*", topics = ["events", "motions"], cards = true, client = "deckd.js", delegate, ...others }, handlers) {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new TypeError(`unknown option "${unknown}"`);
    if (delegate) checkDelegate(delegate);
    this.#options = { deck, topics, cards, client };
    this.#delegate = delegate || undefined;
    this.#handlers = handlers;
  }

  // MARK: The connection

  connect() {
    this.#connected = true;
    this.#send("hello", { protocol: 1, client: this.#options.client }, result => {
      this.access = result.access;
      this.grants = result.grants ?? [];
      this.#mostBytes = result.limits?.line ?? this.#mostBytes;
      this.#mostCards = result.limits?.requestCards ?? this.#mostCards;
      this.#handlers.answered?.(false);
    });
    this.#subscribe(this.#hasSubscribed && !this.#isStale && this.#journal !== undefined);
  }

  disconnect() {
    this.#connected = false;
    const requests = [...this.#requests.values()];
    this.#requests.clear();
    for (const { reject } of requests) reject(lost(true));
    for (const id of [...this.#questions.keys()]) this.#close(id);
  }

  /**
   * Takes a line of the daemon. Throws where it is not a message: the connection is to be closed and begun again.
   * @param {string} line
   */
  receive(line) {
    if (!line.trim()) return;
    /** @type {any} */
    let message;
    try {
      message = JSON.parse(line);
    } catch (error) {
      throw new DeckError({ message: `a line of the daemon is not JSON: ${/** @type {Error} */ (error).message}` });
    }
    if (message === null || typeof message !== "object" || Array.isArray(message)) {
      throw new DeckError({ message: "a line of the daemon is not a message", data: { expected: "a JSON object" } });
    }
    const { id, method, params } = message;
    if (method === "event") checked(params.seq, 0);
    // The clock first, since what the message changes is drawn by it. An event of the past says nothing about it.
    const isPast = method === "event" && params.seq <= this.#snapshotSequence;
    this.#handlers.arrived?.(method ?? "answer", isPast ? undefined : params?.t);
    if (typeof method === "string") {
      if (id !== undefined) this.#question(id, method, params);
      else if (method === "event") this.#received(params);
      else if (method === "motion") this.#moved(params);
      else if (method === "delegate.closed") this.#close(params.id);
      else this.#handlers.notification?.(method, params);
    } else if (this.#requests.has(id)) {
      const request = this.#requests.get(id);
      this.#requests.delete(id);
      if (message.error) request?.reject(new DeckError(message.error));
      else request?.resolve(message.result);
    } else if (message.error) {
      this.#handlers.failed?.(new DeckError(message.error), false);
    } else if (id === undefined) {
      throw new DeckError({ message: "a line of the daemon is not a message", data: { expected: "a method or an id" } });
    }
  }

  /**
   * Makes a request of the author's.
   *
   * One with more cards than the daemon takes at once is made in parts, each after the answer to the one before. A deck
   * takes the cards of deck.load and deck.reload all at once even so, or none; those of other methods up to the part that
   * fails.
   * @param {string} method @param {Message} [params] @returns {Promise<any>}
   */
  request(method, params = {}) {
    const parts = this.#parts(method, params);
    if (parts.length === 1) return this.#ask(method, params);
    // One after the other: they would mix what they stage.
    const made = this.#divided.then(async () => {
      let answer;
      for (const [name, part] of parts) answer = await this.#ask(name, part);
      return answer;
    });
    this.#divided = made.catch(() => {});
    return made;
  }

  /**
   * The requests that one stands for: several if it has more cards, or ids of cards, than the daemon takes at once.
   * @param {string} method @param {Message} params @returns {[string, Message][]}
   */
  #parts(method, params) {
    const most = this.#mostCards, { cards: all, ...others } = params, { at = 0, count } = params;
    // What is no index or range of a deck is left to the daemon.
    if (!(Number.isInteger(at) && at >= 0)) return [[method, params]];
    /** @type {[string, Message][]} */
    const parts = [];
    if (method === "deck.remove" && Number.isInteger(count) && count <= 1e6) {
      // The last cards first: a range that is not the deck's is refused before any is removed.
      for (let start = 0; start < count; start += most) {
        parts.unshift([method, { ...params, at: at + start, count: Math.min(count - start, most) }]);
      }
    } else if (Array.isArray(all)) {
      const stages = method === "deck.load" || method === "deck.reload";
      let staged = 0;
      for (const cards of this.#batches(all, others)) {
        parts.push(stages
          ? ["deck.stage", { ...("deck" in params && { deck: params.deck }), from: staged, cards }]
          : [method, { ...others, ...("at" in params && { at: at + staged }), cards }]);
        staged += cards.length;
      }
      if (parts.length > 1 && stages) parts.push([method, { ...others, staged }]);
    }
    return parts.length > 1 ? parts : [[method, params]];
  }

  /**
   * Cards, or ids of cards, in as many requests as they need, each with other parameters.
   * @param {any[]} cards @param {Message} others @returns {any[][]}
   */
  #batches(cards, others) {
    const length = (/** @type {any} */ value) => new TextEncoder().encode(JSON.stringify(value)).length;
    // Beside the parameters: the envelope, a deck of the client's own, and an index.
    const room = this.#mostBytes - length(others) - 400;
    /** @type {any[][]} */
    const batches = [[]];
    let size = 0;
    for (const card of cards) {
      const added = length(card) + 1, last = batches[batches.length - 1];
      if (last.length && (last.length === this.#mostCards || size + added > room)) {
        batches.push([card]);
        size = added;
      } else {
        last.push(card);
        size += added;
      }
    }
    return batches;
  }

  /** @param {string} method @param {Message} params @returns {Promise<any>} */
  #ask(method, params) {
    return new Promise((resolve, reject) => {
      if (this.#connected) this.#send(method, params, resolve, reject);
      else reject(lost());
    });
  }

  /**
   * Sends a request that gets no answer.
   * @param {string} method @param {Message} params
   */
  notify(method, params) {
    if (this.#connected) this.#handlers.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /**
   * @param {string} method @param {Message} params
   * @param {(result: any) => void} resolve @param {(error: Error) => void} [reject]
   */
  #send(method, params, resolve, reject = () => {}) {
    const id = ++this.#id;
    this.#requests.set(id, { resolve, reject });
    this.#handlers.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  /**
   * Answers what the daemon asks the delegate.
   * @param {any} id @param {string} method @param {any} params
   */
  async #question(id, method, params) {
    const name = method.replace(/^delegate\./, "");
    const answer = method.startsWith("delegate.") ? /** @type {any} */ (this.#delegate)?.[name] : undefined;
    const controller = new AbortController();
    this.#questions.set(id, controller);
    const reply = (/** @type {any} */ result) => {
      // Not to a question that ended, which another daemon may ask again by the same id.
      if (this.#questions.get(id) !== controller) return;
      const text = JSON.stringify(result);
      if (text === undefined) throw new DeckError({ message: `${method} returned what is not JSON`, data: { expected: "an answer, or null" } });
      this.#questions.delete(id);
      this.#handlers.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
    };
    try {
      const result = answer?.call(this.#delegate, { ...params, signal: controller.signal });
      const given = typeof result?.then === "function" ? await result : result;
      reply(answer ? given : null);
    } catch (error) {
      reply(null);
      if (!controller.signal.aborted) this.#handlers.failed?.(/** @type {Error} */ (error), false);
    }
  }

  /**
   * Ends a question without its answer.
   * @param {any} id
   */
  #close(id) {
    const controller = this.#questions.get(id);
    this.#questions.delete(id);
    controller?.abort();
  }

  // MARK: Subscribing

  /** @param {boolean} resumes whether events since the last one are asked for */
  #subscribe(resumes) {
    const { deck, topics } = this.#options;
    const since = resumes ? { since: this.#last, journal: this.#journal } : {};
    this.#isStale = !resumes;
    this.#send("subscribe", { deck, topics, ...since }, reply => this.#subscribed(reply, resumes),
      error => this.#connected && this.#handlers.failed?.(error, true));
    const decides = this.#delegate && this.#decides;
    if (decides !== undefined && decides !== "*") this.#register(decides);
  }

  /** The deck that the delegate answers for; `*` for every swipe deck. */
  get #decides() { return this.#delegate?.deck ?? this.#options.deck; }

  /** @param {string} deck */
  #register(deck) {
    const delegate = /** @type {any} */ (this.#delegate);
    const answered = questions.filter(name => typeof delegate[name] === "function");
    this.#send("delegate.register", { deck, questions: answered }, () => {},
      error => this.#connected && this.#handlers.failed?.(error, false));
  }

  /** @param {Message} reply @param {boolean} resumes */
  #subscribed(reply, resumes) {
    /** @type {Message[]} */
    const snapshots = reply.snapshots ?? (reply.snapshot ? [reply.snapshot] : []);
    const missed = reply.resync === true || !resumes;
    const earlier = this.#fetches;
    this.#fetches = new Map();
    this.#motions = new Map();
    this.accessibility = new Map();
    this.#journal = reply.journal;
    this.#isStale = false;
    this.#snapshotSequence = reply.seq ?? snapshots.reduce((max, { seq }) => Math.max(max, seq), 0);
    if (missed) this.#last = this.#snapshotSequence;
    const ids = new Set(snapshots.map(({ deck }) => deck));
    for (const id of [...this.decks.keys()]) if (!ids.has(id)) this.decks.delete(id);
    if (missed && this.#hasSubscribed) this.#handlers.event("resync");
    this.#hasSubscribed = true;
    for (const snapshot of snapshots) {
      const motions = new Motions();
      for (const motion of snapshot.motions ?? []) motions.apply(motion);
      // A snapshot's motions hold from its own moment on.
      if (snapshot.motions?.length) this.#handlers.arrived?.("snapshot", Math.max(...snapshot.motions.map((/** @type {Message} */ { t }) => t)));
      this.#motions.set(snapshot.deck, motions);
      if (snapshot.accessibility) this.accessibility.set(snapshot.deck, snapshot.accessibility);
    }
    this.#handlers.answered?.(true);
    if (this.#delegate && this.#decides === "*") {
      for (const { deck, kind } of snapshots) if (kind === "swipe") this.#register(deck);
    }
    for (const snapshot of snapshots) {
      // What was received and waited when the connection was lost is not sent again.
      const waiting = (missed ? undefined : earlier.get(snapshot.deck)?.waiting) ?? [];
      this.#fetchAll(modelOf(snapshot), waiting);
    }
    if (!missed) {
      for (const [deck, { waiting }] of earlier) if (!ids.has(deck)) waiting.forEach(this.#handlers.event);
    }
    this.#handlers.change?.(null);
  }

  // MARK: Cards

  /**
   * @param {DeckModel} model the deck without cards @param {DeckEvent[]} waiting
   * @param {number} [count] how many cards it has when those are applied
   */
  #fetchAll(model, waiting, count = model.count) {
    /** @type {Fetch} */
    const fetch = { model, waiting, cards: [], first: 0, fetched: new Map() };
    this.#fetches.set(model.deck, fetch);
    if (!this.#options.cards) this.#publish(fetch, model.seq);
    else if (count === 0) this.#publish(fetch, model.seq, []);
    else this.#page(fetch, 0);
  }

  /** @param {Fetch} fetch @param {number} from */
  #page(fetch, from) {
    this.#fetchPage(fetch, { from }, ({ cards, next, seq }) => {
      if (from === 0) Object.assign(fetch, { cards: [], first: seq });
      // The list is another one than that of the first page.
      else if (fetch.waiting.some(event => changesCards.has(event.type) && event.seq > fetch.first)) return this.#page(fetch, 0);
      fetch.cards.push(...cards);
      if (next !== undefined) this.#page(fetch, next);
      else this.#publish(fetch, seq, fetch.cards);
      // The list is shorter by now than where the page was to begin.
    }, from > 0 ? () => this.#page(fetch, 0) : undefined);
  }

  /**
   * Fetches the cards of these ids, and then of the others that were inserted or updated meanwhile.
   * @param {Fetch} fetch @param {string[]} ids
   */
  #fetchCards(fetch, ids) {
    // No more fit into a request in any case; the events of those beyond still wait, so that they are fetched next.
    ids = this.#batches(ids, {})[0];
    this.#fetchPage(fetch, { ids }, ({ cards, missing = [], next, seq }) => {
      for (const card of cards) fetch.fetched.set(card.id, { card, seq });
      for (const id of missing) fetch.fetched.set(id, { seq });
      const included = fetch.waiting.filter(event => event.seq <= seq);
      if (included.some(({ type }) => type === "deck.loaded" || type === "deck.added")) return this.#page(fetch, 0);
      const wanted = new Set(next === undefined ? [] : ids.slice(next));
      for (const { type, card, seq: since } of included) {
        if (namesNewData.has(type) && since > (fetch.fetched.get(card)?.seq ?? 0)) wanted.add(card);
      }
      if (wanted.size) this.#fetchCards(fetch, [...wanted]);
      else this.#publish(fetch, seq);
    });
  }

  /**
   * @param {Fetch} fetch @param {Message} params @param {(page: any) => void} use
   * @param {(error: Error) => void} [refused]
   */
  #fetchPage(fetch, params, use, refused = error => this.#handlers.failed?.(error, true)) {
    const deck = fetch.model.deck;
    const isCurrent = () => this.#fetches.get(deck) === fetch && !this.#isStale;
    this.#send("deck.cards", { deck, ...params }, page => isCurrent() && use(page),
      error => this.#connected && isCurrent() && refused(error));
  }

  /**
   * Replaces the model in one step with the deck as it was after the event `seq`, and delivers what waited for it.
   * @param {Fetch} fetch @param {number} seq @param {Card[]} [cards] all of them, where they were fetched
   */
  #publish(fetch, seq, cards) {
    const { waiting, fetched } = fetch;
    let model = fetch.model;
    const included = waiting.filter(event => event.seq <= Math.max(seq, model.seq));
    const later = waiting.slice(included.length);
    try {
      model = included.reduce(apply, model);
      if (cards) {
        if (cards.length !== model.count) throw new Contradiction(`${model.deck} has ${model.count} cards, not ${cards.length}`);
        model = { ...model, cards };
      } else if (model.cards) {
        model = { ...model, cards: model.cards.map(card => fetched.get(card.id)?.card ?? card) };
      }
    } catch (error) {
      return this.#contradicted(error);
    }
    this.#fetches.delete(model.deck);
    this.decks.set(model.deck, model);
    this.#handlers.change?.(model.deck);
    included.forEach(this.#handlers.event);
    // An author's handler may not change the session, so `later` is processed as it would have been on arrival.
    for (const event of later) this.#process(event);
  }

  // MARK: Events

  /** @param {DeckEvent} event */
  #received(event) {
    if (this.#isStale) return;
    this.#last = Math.max(this.#last, event.seq);
    this.#process(event);
    if (event.type !== "deck.added" || event.deck === undefined || !this.#delegate || event.seq <= this.#snapshotSequence) return;
    if (this.#decides === event.deck || this.#decides === "*" && event.kind === "swipe") this.#register(event.deck);
  }

  /** @param {DeckEvent} event */
  #process(event) {
    if (this.#isStale) return;
    const { deck: id, type } = event;
    if (id === undefined) return this.#handlers.event(event);
    const fetch = this.#fetches.get(id);
    const model = this.decks.get(id);
    const isNew = event.seq > ((fetch?.model ?? model)?.seq ?? 0);
    if (type === "deck.removed" && (fetch ?? model) && isNew) {
      this.#fetches.delete(id);
      this.decks.delete(id);
      this.#motions.delete(id);
      this.accessibility.delete(id);
      fetch?.waiting.forEach(this.#handlers.event);
      this.#handlers.event(event);
      this.#handlers.change?.(id);
    } else if (fetch) {
      fetch.waiting.push(event);
    } else if (!model) {
      if (type === "deck.added" && event.seq > this.#snapshotSequence) {
        this.#fetchAll(modelOf(event), [event]);
      } else {
        this.#handlers.event(event);
      }
    } else if (isNew && (type === "deck.loaded" || type === "deck.added") && this.#options.cards) {
      const { cards, ...bare } = model;
      if (event.count > 0) this.#fetchAll(bare, [event], event.count);
      else this.#applyAndDeliver(model, event, []);
    } else if (isNew && namesNewData.has(type) && this.#options.cards) {
      /** @type {Fetch} */
      const cards = {
        model, waiting: [event], cards: [], first: 0, fetched: new Map(),
      };
      this.#fetches.set(id, cards);
      this.#fetchCards(cards, [event.card]);
    } else {
      this.#applyAndDeliver(model, event);
    }
  }

  /** @param {DeckModel} model @param {DeckEvent} event @param {Card[]} [cards] */
  #applyAndDeliver(model, event, cards) {
    try {
      const next = apply(model, event);
      this.decks.set(model.deck, cards ? { ...next, cards } : next);
    } catch (error) {
      return this.#contradicted(error);
    }
    this.#handlers.event(event);
    this.#handlers.change?.(model.deck);
  }

  /** @param {unknown} error */
  #contradicted(error) {
    if (!(error instanceof Contradiction)) throw error;
    this.#subscribe(false);
  }

  // MARK: Motions

  /** @param {Message} motion */
  #moved(motion) {
    let motions = this.#motions.get(motion.deck);
    if (!motions) this.#motions.set(motion.deck, (motions = new Motions()));
    motions.apply(motion);
    this.#handlers.change?.(motion.deck);
  }

  /** A finger was lifted: until the answer comes, what leads it continues, since a browser draws before it reads a socket. */
  lifted() {
    for (const motions of this.#motions.values()) motions.hold();
  }

  /**
   * Where everything of a deck is at the moment `t`.
   * @param {string} deck @param {number} t @returns {Places}
   */
  places(deck, t) {
    return this.#motions.get(deck)?.places(t) ?? { cards: [] };
  }

  /**
   * Whether anything of a deck changes after the moment `t`.
   * @param {string} deck @param {number} t
   */
  moving(deck, t) {
    return this.#motions.get(deck)?.moving(t) ?? false;
  }

  /** Whether the session is subscribed, and no deck waits for its cards. */
  get isWhole() {
    return this.#hasSubscribed && !this.#isStale && this.#fetches.size === 0;
  }
}

/** The error without a code: the connection is gone, with a request that was `sent`, or before. */
function lost(sent = false) {
  return new DeckError({ message: sent ? "connection lost; it may or may not have been performed" : "not connected; nothing was sent" });
}

// MARK: - Over WebSocket

/** The most points of a surface's shorter side that a window gives it: those of a panel of 10 inches. */
const longestShortSide = 900;

/** Between two animation frames, in ms, at most: a longer gap is a frame that was left out, or a page that rested. */
const longestPeriod = 50;
/** How many messages a run has by which the clocks are compared. */
const messagesInRun = 256;
/** How many animation frames show the display's period, and after how many more none is reported where they do not. */
const leastGaps = 8, mostFrames = 100;

/** Connects to deckd-web, and again whenever the connection is lost. */
export class DeckClient extends EventTarget {
  /** `waiting` until the first subscription, `connected`, `reconnecting`, or `closed`. */
  state = "waiting";
  /** @type {Session} */ session;
  /**
   * How many messages were received, by method; answers under `answer`.
   * @type {Record<string, number>}
   */
  received = {};
  /** @type {Set<number>} The ids of the contacts that are down, whichever element they are on. */ contacts = new Set();
  /** @type {string} */ #url;
  /** @type {WebSocket | undefined} */ #socket;
  #delay = 0;
  /** Whether a message was wrong: it is likely to come again, so that the delay grows after it. */
  #isFailed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** The least arrival − t, µs, of this run of messages and of the one before: it is nearest to the clocks' difference. */
  #offsets = { least: Infinity, before: Infinity, count: 0 };
  #offset = 0;
  #lastInput = 0;
  /** @type {Set<string | null>} The decks that have changed, and of which nobody was told yet. */ #changed = new Set();
  /** @type {Map<string, string>} The sizes that were asked for, so that a surface that others resize is not fought over. */
  #sizes = new Map();

  /** The time of the last animation frame, and of the gaps between the last ones, in ms. */
  #drawnAt = 0;
  /** @type {number[]} */ #gaps = [];
  #frames = 0;
  /** @type {Map<string, { time: number, period: number }>} The vertical syncs that were reported last, by surface. */
  #syncs = new Map();

  /** @param {SessionOptions & { url?: string, token?: string | null }} options */
  constructor({ url, token, ...options } = {}) {
    super();
    const address = new URL(url ?? "/socket", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    token ??= new URLSearchParams(location.search).get("token");
    if (token) address.searchParams.set("token", token);
    this.#url = address.href;
    const dispatch = (/** @type {string} */ type, /** @type {any} */ detail) => this.dispatchEvent(new CustomEvent(type, { detail }));
    this.session = new Session(options, {
      send: line => this.#socket?.send(line),
      event: event => dispatch("event", event),
      change: deck => {
        // Once for all lines that came together.
        if (this.#changed.size === 0) queueMicrotask(() => {
          const decks = [...this.#changed];
          this.#changed.clear();
          for (const deck of decks) dispatch("change", deck);
        });
        this.#changed.add(deck);
      },
      arrived: (method, t) => this.#arrived(method, t),
      notification: (method, params) => dispatch("notification", { method, params }),
      answered: isSubscription => {
        if (isSubscription) this.state = "connected";
        dispatch("state", this.state);
      },
      failed: (error, isFatal) => {
        dispatch("error", error);
        // Without a subscription, or with a deck whose cards are refused: it begins again.
        if (isFatal) this.#fail();
      },
    });
    this.#open();
  }

  /** @returns {Map<string, DeckModel>} Every deck, always whole. */
  get decks() { return this.session.decks; }
  /** `control` or `observe`; undefined while it is not known. */
  get access() { return this.state === "connected" ? this.session.access : undefined; }
  /** Whether touches are taken. */
  get injects() { return this.access === "control" && this.session.grants.includes("input.inject"); }

  /** The moment of the daemon's clock, µs, at a time of `performance.now()`. */
  now(time = performance.now()) { return Math.floor(time * 1000 - this.#offset); }
  /** @param {string} deck @param {number} [t] */
  places(deck, t = this.now()) { return this.session.places(deck, t); }
  /** @param {string} deck @param {number} [t] */
  moving(deck, t = this.now()) { return this.session.moving(deck, t); }
  /** @param {string} method @param {Message} [params] */
  request(method, params) { return this.session.request(method, params); }

  /**
   * Touches the surface.
   * @param {string} surface @param {{ id: number, phase: string, x: number, y: number }[]} contacts
   * @param {number} [time] when, of `performance.now()`
   */
  inject(surface, contacts, time = performance.now()) { this.injectAll(surface, [{ contacts, time }]); }

  /**
   * Touches the surface at several moments.
   * @param {string} surface @param {{ contacts: { id: number, phase: string, x: number, y: number }[], time: number }[]} moments
   */
  injectAll(surface, moments) {
    const frames = moments.map(({ contacts, time }) => {
      // Never later than now, since messages arrive after their `t`; and never earlier than the last.
      this.#lastInput = Math.max(this.#lastInput, this.now(Math.min(time, performance.now())));
      return { t: this.#lastInput, contacts };
    });
    this.session.notify("input.inject", frames.length === 1 ? { surface, ...frames[0] } : { surface, frames });
    if (moments.some(({ contacts }) => contacts.some(({ phase }) => phase === "up"))) this.session.lifted();
  }

  /**
   * Reports when a surface's pictures come, where that is new: the daemon draws a drag one picture ahead of its finger.
   * @param {string} surface @param {number} time of an animation frame
   * @returns {boolean} whether the display's period is known, or cannot be
   */
  drew(surface, time) {
    const gap = time - this.#drawnAt;
    // Several elements draw in one frame.
    if (gap > 0) {
      this.#drawnAt = time;
      this.#frames++;
      if (gap < longestPeriod) this.#gaps = [...this.#gaps.slice(-31), gap];
    }
    if (this.#gaps.length < leastGaps) return this.#frames > mostFrames;
    const period = [...this.#gaps].sort((one, other) => one - other)[this.#gaps.length >> 1];
    const last = this.#syncs.get(surface), passed = (time - (last?.time ?? 0)) / period;
    const isOff = !last || Math.abs(passed - Math.round(passed)) * period > 1 || Math.abs(period / last.period - 1) > 0.02;
    // Once more where it draws after a rest: the client that the surface followed may have left.
    if (this.state === "connected" && (!last || (isOff || gap > 4 * longestPeriod) && time - last.time > 500)) {
      this.#syncs.set(surface, { time, period });
      this.session.notify("surface.vsync", { surface, t: this.now(time), period: Math.round(period * 1000) });
    }
    return true;
  }

  /**
   * Gives a surface the size of what shows it, in CSS pixels, where neither the daemon's configuration nor a panel does.
   *
   * Words and passes have fixed sizes in points: a large window's surface has half as many, or a third.
   * @param {string} surface @param {number} width @param {number} height
   * @returns {Promise<void> | undefined} until the answer has come; undefined where there is nothing to ask
   */
  sizeSurface(surface, width, height) {
    const divisor = Math.ceil(Math.min(width, height) / longestShortSide);
    const [w, h] = [width, height].map(side => Math.round(side / divisor));
    const size = `${w} ${h}`;
    if (this.access !== "control" || !(divisor > 0) || this.#sizes.get(surface) === size) return undefined;
    this.#sizes.set(surface, size);
    return this.request("surface.set", { surface, w, h })
      .catch(error => console.info(`deckd: the surface "${surface}" keeps its own size: ${error.message}.`));
  }

  close() {
    this.state = "closed";
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.dispatchEvent(new CustomEvent("state", { detail: this.state }));
  }

  #open() {
    const socket = (this.#socket = new WebSocket(this.#url, "deckd.lines"));
    this.#offsets = { least: Infinity, before: Infinity, count: 0 };
    this.#lastInput = 0;
    // Another daemon may have other sizes, and does not know when the page draws.
    this.#sizes.clear();
    this.#syncs.clear();
    socket.onopen = () => this.session.connect();
    socket.onmessage = ({ data }) => {
      try {
        for (const line of data.split("\n")) this.session.receive(line);
      } catch (error) {
        this.dispatchEvent(new CustomEvent("error", { detail: error }));
        this.#fail();
      }
    };
    socket.onclose = () => {
      this.session.disconnect();
      if (this.state === "closed") return;
      if (this.state === "connected") {
        this.state = "reconnecting";
        if (!this.#isFailed) this.#delay = 0.1;
      }
      this.#isFailed = false;
      this.#timer = setTimeout(() => this.#open(), this.#delay * 1000);
      this.#delay = Math.min(Math.max(2 * this.#delay, 0.1), 2);
      this.dispatchEvent(new CustomEvent("state", { detail: this.state }));
    };
  }

  #fail() {
    this.#isFailed = true;
    this.#socket?.close();
  }

  /** @param {string} method @param {number | undefined} t */
  #arrived(method, t) {
    this.received[method] = (this.received[method] ?? 0) + 1;
    if (t === undefined) return;
    const offsets = this.#offsets;
    offsets.least = Math.min(offsets.least, performance.now() * 1000 - t);
    this.#offset = Math.min(offsets.least, offsets.before);
    if (++offsets.count === messagesInRun) this.#offsets = { least: Infinity, before: offsets.least, count: 0 };
  }
}

// MARK: - Fingers

/** The event with a pointer's moves as the panel reports them; others come with the next animation frame. */
const moves = globalThis.isSecureContext && "onpointerrawupdate" in globalThis ? "pointerrawupdate" : "pointermove";

const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
/** @type {WeakSet<Event>} The events that put a finger down: an element around the one that took it leaves it alone. */
const taken = new WeakSet();

/** @typedef {{ surface: string, x: number, y: number }} SurfacePoint A place on a surface, in points. */
/** @typedef {(event: PointerEvent) => SurfacePoint | undefined} Locate Where a pointer is; undefined where there is no surface. */

/**
 * Sends the pointers on an element as touches of a surface, where the daemon takes them.
 *
 * A pointer on a link, a button, an input or `[data-deckd-ignore]` is the author's, and one that an element within has taken is that one's.
 * The element needs `touch-action: none`: without it, the browser scrolls, and cancels the finger.
 */
export class Fingers {
  /** @type {HTMLElement} */ #element;
  /** @type {DeckClient} */ #client;
  /** @type {Locate} */ #locate;
  /** @type {() => void} */ #began;
  /** @type {Map<number, SurfacePoint & { id: number }>} Fingers, by pointer. */ #fingers = new Map();
  /** @type {Set<number>} The pointers that moved since they were last sent. */ #moved = new Set();
  #flush = 0;
  #movedAt = 0;
  #listening = new AbortController();

  /**
   * @param {HTMLElement} element @param {DeckClient} client @param {Locate} locate
   * @param {() => void} [began] called when a finger comes down
   */
  constructor(element, client, locate, began = () => {}) {
    this.#element = element;
    this.#client = client;
    this.#locate = locate;
    this.#began = began;
    const { signal } = this.#listening;
    for (const type of ["pointerdown", moves, "pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(type, event => this.#pointer(/** @type {PointerEvent} */ (event)), { signal });
    }
    document.addEventListener("visibilitychange", () => document.hidden && this.cancel(), { signal });
    // The daemon has cancelled the touches of a client that is gone.
    client.addEventListener("state", () => client.state === "connected" || this.#forgetAll(), { signal });
  }

  /** Cancels every finger that is down. */
  cancel() {
    this.#moved.clear();
    this.#send([...this.#fingers.keys()], "cancelled", performance.now());
    this.#forgetAll();
  }

  /** Cancels every finger, and takes no more. */
  close() {
    this.cancel();
    this.#listening.abort();
  }

  /** @param {PointerEvent} event */
  #pointer(event) {
    const { pointerId, type } = event, client = this.#client;
    const finger = this.#fingers.get(pointerId);
    if (type === "pointerdown") {
      if (finger || taken.has(event) || !client.injects || event.button !== 0 || isAuthors(event, this.#element)) return;
      const place = this.#locate(event);
      if (!place) return;
      let id = 0;
      while (client.contacts.has(id)) id++;
      client.contacts.add(id);
      this.#element.setPointerCapture(pointerId);
      this.#began();
      this.#fingers.set(pointerId, { id, surface: place.surface, x: round(place.x), y: round(place.y) });
      this.#sendMoves();
      this.#send([pointerId], "down", event.timeStamp);
      taken.add(event);
      event.preventDefault();
    } else if (finger) {
      if (type === moves && this.#fingers.size === 1) {
        const samples = event.getCoalescedEvents?.() ?? [];
        client.injectAll(finger.surface, (samples.length ? samples : [event]).map(sample => {
          this.#move(finger, sample);
          return { contacts: [{ id: finger.id, phase: "moved", x: finger.x, y: finger.y }], time: sample.timeStamp };
        }));
      } else if (type === moves) {
        // The panel reports all fingers at once, and the browser one after the other.
        if (this.#moved.has(pointerId)) this.#sendMoves();
        this.#move(finger, event);
        this.#moved.add(pointerId);
        this.#movedAt = Math.max(this.#movedAt, event.timeStamp);
        if (this.#moved.size === this.#fingers.size) this.#sendMoves();
        else if (!this.#flush) this.#flush = setTimeout(() => this.#sendMoves());
      } else {
        if (type === "pointerup") this.#move(finger, event);
        this.#moved.delete(pointerId);
        this.#sendMoves();
        this.#send([pointerId], type === "pointerup" ? "up" : "cancelled", event.timeStamp);
        this.#forget(pointerId);
      }
    }
  }

  /**
   * Moves a finger, which stays on the surface that it came down on.
   * @param {SurfacePoint} finger @param {PointerEvent} event
   */
  #move(finger, event) {
    const place = this.#locate(event);
    if (place?.surface === finger.surface) [finger.x, finger.y] = [round(place.x), round(place.y)];
  }

  #sendMoves() {
    clearTimeout(this.#flush);
    this.#flush = 0;
    this.#send([...this.#moved], "moved", this.#movedAt);
    this.#moved.clear();
  }

  /** @param {number[]} pointers @param {string} phase @param {number} time */
  #send(pointers, phase, time) {
    const fingers = pointers.flatMap(pointer => this.#fingers.get(pointer) ?? []);
    for (const surface of new Set(fingers.map(finger => finger.surface))) {
      const contacts = fingers.filter(finger => finger.surface === surface).map(({ id, x, y }) => ({ id, phase, x, y }));
      this.#client.inject(surface, contacts, time);
    }
  }

  /** @param {number} pointer */
  #forget(pointer) {
    this.#client.contacts.delete(this.#fingers.get(pointer)?.id ?? -1);
    this.#fingers.delete(pointer);
  }

  #forgetAll() { for (const pointer of [...this.#fingers.keys()]) this.#forget(pointer); }
}

/**
 * Whether a pointer is on something of the author's that takes it itself.
 * @param {Event} event @param {HTMLElement} host
 */
function isAuthors(event, host) {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(host)).some(target =>
    target instanceof Element && target.matches("a[href], button, input, select, textarea, label, [data-deckd-ignore]"));
}

// MARK: - The element

const observed = ["deck", "src", "token", "topics", "fill"];

const style = `
  :host { display: block; position: relative; touch-action: none; user-select: none; -webkit-user-select: none; outline-offset: 4px }
  /* Cards behind may reach below the surface: scrollbars would give it another size, which would take them away again. */
  :host([fill]) { overflow: hidden }
  :host([data-focus=pointer]) { outline: none !important }
  [part=stage] { position: absolute; left: 0; top: 0; transform-origin: 0 0; isolation: isolate }
  :host(:not([data-kind])) [part=stage], :host([data-kind=""]) [part=stage] { visibility: hidden }
  [part=wash] { position: absolute; inset: 0; z-index: -1; opacity: var(--deckd-wash, 0); will-change: opacity; pointer-events: none }
  ::slotted(*) { position: absolute !important; left: 0; top: 0; margin: 0 !important; box-sizing: border-box; will-change: transform }
  ::slotted([hidden]) { display: none !important }
  [part=cover] { position: absolute; left: 0; top: 0; will-change: transform; pointer-events: none }
  [part=stamp] { position: absolute; left: 50%; top: 22%; opacity: var(--deckd-stamp, 0); will-change: transform, opacity; text-transform: uppercase;
    padding: .3em .9em; border-radius: 99px; background: #131314; color: #fff; font: 600 20px/1.2 system-ui, sans-serif; white-space: nowrap;
    transform: translate(-50%, -50%) rotate(var(--deckd-stamp-rotation, 0deg)) scale(var(--deckd-stamp-scale, 1)) }
  [hidden] { display: none !important }
  [part=actions] { position: absolute; inset: auto 0 0; display: flex; flex-wrap: wrap; gap: 8px; justify-content: center; pointer-events: none }
  [part=actions] button { pointer-events: auto; font: inherit; min-height: 44px; padding: 0 16px }
  [part=actions]:not(:focus-within), [part=live] { width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
  [part=live] { position: absolute }`;

/**
 * The clients that elements made, by address and topics: elements of one daemon share one, and the last closes it.
 * @type {Map<string, { client: DeckClient, elements: Set<DeckElement> }>}
 */
const clients = new Map();

/**
 * What was made for an open card: a frame with the content that scrolls in it, the content's width and height, and the
 * length that the daemon was given last.
 * @typedef {{ card: Card, frame: HTMLElement, content: HTMLElement, size: [number, number], length: number }} MadeDetail
 */

/** @type {Record<string, string>} */
const arrows = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)") ?? new EventTarget();
/** µs after which every motion is over, a day. */
const rest = 86_400e6;

const fine = (/** @type {number} */ factor) => Math.round(factor * 1e6) / 1e6;

/** A deck of cards, drawn from motions, that takes fingers, keys and screen readers. */
export class DeckElement extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = observed;
  /** @type {((card: Card) => HTMLElement) | undefined} Makes a card's element. */ render;
  /** @type {((card: Card) => HTMLElement) | undefined} Makes what an open card shows besides itself. */ renderDetail;
  /** @type {((places: Places, milliseconds: number, t: number) => void) | undefined} */ ondraw;
  /** @type {((detail: Detail, element: HTMLElement) => void) | undefined} */ ondetail;
  /** @type {DeckClient | undefined} */ #client;
  /** @type {ShadowRoot} */ #root;
  /** @type {Record<string, HTMLElement>} What the element draws itself, by its part. */ #parts = {};
  #frame = 0;
  #scale = 1;
  /** @type {Map<string, { element: HTMLElement, card: Card | undefined, isAuthors: boolean }>} */ #cards = new Map();
  /** @type {{ of?: Card[], cards: Map<string, Card> }} The model's cards by their ids. */ #data = { cards: new Map() };
  /** @type {MadeDetail | undefined} */ #detail;
  /** @type {WeakMap<HTMLElement, Record<string, string | number>>} What was last written to an element's style. */ #written = new WeakMap();
  /** @type {Fingers | undefined} */ #fingers;
  /** @type {AbortController | undefined} */ #listening;
  /** @type {ResizeObserver | undefined} */ #resizing;
  /** @type {DeckClient | undefined} The client of the attributes, where the author gave no other. */ #own;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #exposing;
  /** @type {Accessibility | undefined} */ #accessibility;
  /** @type {DeckModel | undefined} The model that was last drawn. */ #shown;
  /** @type {number | undefined} The stack's card that the arrow keys chose. */ #chosen;
  /** Whether the console may still be told that there is no deck. */ #mayWarn = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.innerHTML = `<div part="stage"><div part="wash"></div><slot></slot><slot name="detail"></slot>
      <div part="cover" aria-hidden="true" hidden><div part="stamp"></div></div></div>
      <div part="actions" role="group"></div><div part="live" aria-live="polite"></div>`;
    for (const element of Array.from(this.#root.querySelectorAll("[part]"))) if (element instanceof HTMLElement) this.#parts[element.part.value] = element;
  }

  // MARK: Its client

  get client() { return this.#client; }
  set client(client) {
    if (client === this.#client) return;
    this.#fingers?.close();
    if (client !== this.#own) this.#leaveClient();
    this.#client = client;
    if (this.isConnected) this.#listen();
  }
  /** What the client receives besides events and motions. */
  get topics() { return this.getAttribute("topics")?.split(/\s+/).filter(Boolean) ?? []; }
  set topics(topics) { this.setAttribute("topics", topics.join(" ")); }
  get deck() { return this.getAttribute("deck") ?? this.#client?.decks.keys().next().value ?? ""; }
  set deck(deck) { this.setAttribute("deck", deck); }
  /** The deck's model; undefined until it is whole. */
  get model() { return this.#client?.decks.get(this.deck); }

  connectedCallback() {
    if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
    if (!this.hasAttribute("role")) this.setAttribute("role", "group");
    this.#chooseClient();
    this.#resizing = new ResizeObserver(entries => {
      for (const { target, borderBoxSize: [{ inlineSize, blockSize }] } of entries) {
        if (target === this) this.#shown = undefined;
        else if (target === this.#detail?.content) this.#detail.size = [inlineSize, blockSize];
      }
      this.redraw();
    });
    this.#resizing.observe(this);
    this.#listen();
  }

  disconnectedCallback() {
    this.#fingers?.close();
    this.#listening?.abort();
    this.#resizing?.disconnect();
    clearTimeout(this.#exposing);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    // An element that moves within the page is connected again at once.
    queueMicrotask(() => this.isConnected || this.#leaveClient());
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    this.#fingers?.cancel();
    if (name !== "deck" && name !== "fill") {
      this.#chooseClient();
      this.#listen();
    }
    this.#changed();
  }

  /** Takes the client of the attributes, unless the author gave one. */
  #chooseClient() {
    if (this.#client && this.#client !== this.#own) return;
    const src = this.getAttribute("src") ?? "/socket", token = this.getAttribute("token");
    const topics = [...new Set(["events", "motions", ...this.topics])].sort();
    const key = JSON.stringify([src, token, topics]);
    const shared = clients.get(key) ?? { client: new DeckClient({ url: src, token, topics }), elements: new Set() };
    clients.set(key, shared);
    this.#leaveClient(key);
    shared.elements.add(this);
    this.#client = this.#own = shared.client;
  }

  /**
   * Leaves the client of the attributes, which closes when no element has it any more.
   * @param {string} [key] but not this one
   */
  #leaveClient(key) {
    for (const [other, { client, elements }] of clients) {
      if (other === key || !elements.delete(this) || elements.size) continue;
      clients.delete(other);
      client.close();
    }
  }

  /**
   * Makes a request with the deck filled in.
   * @param {string} method @param {Message} [params] @returns {Promise<any>}
   */
  request(method, params = {}) {
    return this.#client?.request(method, { deck: this.deck, ...params }) ?? Promise.reject(lost());
  }

  /** Where everything is at the moment, in the deck's points. */
  places() { return this.#client?.places(this.deck) ?? { cards: [] }; }

  #listen() {
    this.#listening?.abort();
    this.#fingers?.close();
    const client = this.#client;
    if (!client) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const on = (/** @type {EventTarget} */ target, /** @type {string} */ type, /** @type {(event: any) => void} */ listener) =>
      target.addEventListener(type, listener, { signal });
    on(client, "change", ({ detail }) => {
      if (detail === null || detail === this.deck) this.redraw();
      this.#warnWithoutDeck();
    });
    on(client, "state", () => this.#changedState());
    on(client, "event", ({ detail }) => {
      if (detail === "resync") this.#accessibility = this.#shown = undefined;
      else if (detail.deck === this.deck) this.#happened(detail);
    });
    this.#fingers = new Fingers(this, client, event => this.#locate(event), () => {
      // The keys work from now on; a ring is for those who use them.
      this.dataset.focus = "pointer";
      this.focus({ preventScroll: true });
    });
    on(this, "keydown", event => {
      delete this.dataset.focus;
      this.#key(event);
    });
    on(this, "focusout", () => delete this.dataset.focus);
    on(this, "focusin", ({ target }) => this.#follow(target));
    on(this, "dragstart", event => event.preventDefault());
    on(this, "contextmenu", event => event.preventDefault());
    on(document, "visibilitychange", () => document.hidden || this.redraw());
    on(reducedMotion, "change", () => this.redraw());
    this.#changedState();
  }

  #changed() {
    this.#discardDetail();
    for (const { element, isAuthors } of this.#cards.values()) if (!isAuthors) element.remove();
    this.#cards.clear();
    this.#chosen = undefined;
    this.#accessibility = this.#shown = undefined;
    this.redraw();
  }

  #changedState() {
    const client = this.#client;
    if (!client) return;
    this.dataset.state = client.state;
    if (client.access) this.dataset.access = client.access;
    if (client.state === "connected") {
      this.#accessibility = this.#shown = undefined;
      // Another daemon does not know the length.
      if (this.#detail) this.#detail.length = 0;
      this.#mayWarn = true;
      // The session begins to fetch the decks after it changes its state.
      queueMicrotask(() => this.#warnWithoutDeck());
    }
    this.redraw();
  }

  /** Tells the author of a page why it stays empty, once the decks of a connection are there. */
  #warnWithoutDeck() {
    const client = this.#client;
    if (!this.#mayWarn || client?.state !== "connected" || !client.session.isWhole) return;
    this.#mayWarn = false;
    if (this.model) return;
    const decks = [...client.decks.keys()].join(", ");
    console.warn(decks ? `deckd: there is no deck "${this.deck}"; the daemon has ${decks}.` : "deckd: the daemon has no deck.");
  }

  // MARK: Drawing

  /** Draws in the next animation frame, and then while anything moves. */
  redraw() {
    if (!this.#frame && this.isConnected) this.#frame = requestAnimationFrame(time => this.#draw(time));
  }

  /** @param {number} time */
  #draw(time) {
    const began = performance.now();
    this.#frame = 0;
    const client = this.#client, model = this.model;
    if (model !== this.#shown || !model) this.#show(model);
    if (!client || !model) return;
    // Whoever prefers no motion sees where everything comes to rest. Others see the same surface move.
    const t = client.now(time) + (reducedMotion.matches ? rest : 0);
    const places = client.places(this.deck, t);
    const seen = new Set();
    places.cards.forEach((place, order) => {
      const element = this.#element(place.id, this.#data.cards.get(place.id));
      if (!element) return;
      seen.add(place.id);
      element.hidden = false;
      this.#place(element, place, 2 * order, place.opacity, place.lift ?? 0);
      this.#write(element, "--deckd-overlay", place.id === places.overlay?.card ? round(places.overlay.opacity) : 0);
    });
    for (const [id, { element, isAuthors }] of this.#cards) {
      if (seen.has(id)) continue;
      this.#takeFocus(element);
      if (isAuthors) element.hidden = true;
      else {
        element.remove();
        this.#cards.delete(id);
      }
    }
    this.#drawOverlay(places, model);
    this.#drawDetail(places, model);
    this.#write(this, "--deckd-fan", places.fan ? round(places.fan.spread) : 0);
    if (!client.drew(model.surface.name, time) || client.moving(this.deck, t)) this.redraw();
    this.ondraw?.(places, performance.now() - began, t);
  }

  /**
   * Draws what only a change of the model or of the element's size changes.
   * @param {DeckModel | undefined} model
   */
  #show(model) {
    this.#shown = model;
    this.dataset.kind = model?.kind ?? "";
    this.dataset.round = model?.round ?? "";
    for (const child of Array.from(this.children)) {
      if (child instanceof HTMLElement && child.dataset.card !== undefined && !(model && this.#cards.has(child.dataset.card))) child.hidden = true;
    }
    if (!model) return;
    if (model.cards !== this.#data.of) this.#data = { of: model.cards, cards: new Map(model.cards?.map(card => [card.id, card])) };
    this.#layOut(model);
    this.#expose(this.#accessibility ?? this.#client?.session.accessibility.get(this.deck));
  }

  /** @param {DeckModel} model */
  #layOut({ area, surface }) {
    const { clientWidth, clientHeight } = this;
    if (this.hasAttribute("fill")) this.#client?.sizeSurface(surface.name, clientWidth, clientHeight);
    this.#scale = Math.min(clientWidth / area.w, clientHeight / area.h) || 1;
    const x = (clientWidth - area.w * this.#scale) / 2, y = (clientHeight - area.h * this.#scale) / 2;
    const stage = this.#parts.stage;
    this.#write(stage, "width", `${area.w}px`);
    this.#write(stage, "height", `${area.h}px`);
    this.#write(stage, "transform", `translate(${round(x)}px, ${round(y)}px) scale(${this.#scale})`);
    this.#write(this, "--deckd-scale", round(this.#scale));
  }

  /**
   * The element of a card: the author's, or one that is made.
   * @param {string} id @param {Card | undefined} card
   */
  #element(id, card) {
    const known = this.#cards.get(id);
    // A card that leaves keeps the element that it had.
    if (known && (known.card === card || !card || known.isAuthors)) return known.element;
    const authors = this.querySelector(`:scope > [data-card="${CSS.escape(id)}"]`);
    const isAuthors = authors instanceof HTMLElement && !known;
    const element = isAuthors ? authors : this.#make(card ?? { id });
    if (!element) return undefined;
    element.dataset.card = id;
    if (known) known.element.replaceWith(element);
    else if (!isAuthors) this.append(element);
    this.#cards.set(id, { element, card, isAuthors });
    this.#exposeCard(element, id);
    return element;
  }

  /** @param {Card} card @returns {HTMLElement | undefined} */
  #make(card) {
    if (this.render) return this.render(card);
    return this.#fill(this.querySelector(":scope > template:not([slot])"), card);
  }

  /**
   * The element of a template with a card's data in it; several elements share a `<div>`.
   * @param {Element | null} template @param {Card} card @returns {HTMLElement | undefined}
   */
  #fill(template, card) {
    if (!(template instanceof HTMLTemplateElement) || !template.content.firstElementChild) return undefined;
    const copy = document.importNode(template.content, true);
    let element = copy.firstElementChild;
    if (copy.childElementCount > 1) {
      element = document.createElement("div");
      element.append(copy);
    }
    if (!(element instanceof HTMLElement)) return undefined;
    for (const field of [element, ...Array.from(element.querySelectorAll("[data-text], [data-src]"))]) {
      if (!(field instanceof HTMLElement)) continue;
      const { text, src } = field.dataset;
      if (text) field.textContent = String(card.data?.[text] ?? card[text] ?? "");
      if (!src) continue;
      // A picture without an address, or one that is not there, would be drawn as a broken one. `hidden` is the deck's.
      field.style.visibility = card.data?.[src] === undefined ? "hidden" : "";
      field.addEventListener("error", () => field.style.visibility = "hidden");
      // What is no address of this server, or a picture, is not loaded: deckd-web's policy permits no other.
      if (card.data?.[src] !== undefined) field.setAttribute("src", String(card.data[src]));
    }
    return element;
  }

  /**
   * @param {HTMLElement} element @param {{ x: number, y: number, w: number, h: number, scale: number, rotation: number, anchor: [number, number] }} place
   * @param {number} order @param {number} opacity @param {number} lift
   */
  #place(element, { x, y, w, h, scale, rotation, anchor: [ax, ay] }, order, opacity, lift) {
    // A browser paints boxes in whole pixels: the fraction of a size is part of the transform.
    const [width, height] = [Math.max(Math.round(w), 1), Math.max(Math.round(h), 1)];
    this.#write(element, "width", `${width}px`);
    this.#write(element, "height", `${height}px`);
    this.#write(element, "transform-origin", `${round(ax * 100)}% ${round(ay * 100)}%`);
    this.#write(element, "transform", `translate(${round(x + ax * (w - width))}px, ${round(y + ay * (h - height))}px)`
      + ` rotate(${round(rotation)}deg) scale(${fine(scale * w / width)}, ${fine(scale * h / height)})`);
    this.#write(element, "z-index", order);
    this.#write(element, "opacity", round(opacity));
    this.#write(element, "--deckd-lift", round(lift));
  }

  /** @param {Places} places @param {DeckModel} model */
  #drawOverlay({ overlay, cards }, model) {
    const cover = this.#parts.cover;
    const order = overlay ? cards.findIndex(({ id }) => id === overlay.card) : -1;
    cover.hidden = order < 0;
    const direction = overlay?.direction ?? "";
    const decision = direction && (model.settings[`decision.${direction}`] || direction);
    if (this.dataset.direction !== direction) this.dataset.direction = direction;
    if (this.dataset.decision !== decision) this.dataset.decision = String(decision);
    if (order >= 0 && overlay) {
      this.#place(cover, cards[order], 2 * order + 1, cards[order].opacity, 0);
      const stamp = this.#parts.stamp;
      if (stamp.textContent !== decision) stamp.textContent = String(decision);
      this.#write(stamp, "--deckd-stamp", round(overlay.stamp.opacity));
      this.#write(stamp, "--deckd-stamp-scale", round(overlay.stamp.scale));
      this.#write(stamp, "--deckd-stamp-rotation", `${round(overlay.stamp.rotation)}deg`);
    }
    this.#write(this.#parts.wash, "--deckd-wash", round(overlay?.wash ?? 0));
  }

  /** @param {Places} places @param {DeckModel} model */
  #drawDetail({ detail, cards }, model) {
    this.#write(this, "--deckd-detail", round(detail?.progress ?? 0));
    this.#write(this, "--deckd-detail-scroll", `${round(detail?.scroll ?? 0)}px`);
    const element = this.#detailElement(detail, model);
    if (!element) return;
    element.hidden = !detail;
    if (!detail) return;
    const order = 2 * cards.findIndex(({ id }) => id === detail.card) - 1;
    this.#place(element, { ...detail, rotation: 0, anchor: [0.5, 0] }, order, detail.opacity, 0);
    this.#write(element, "--deckd-detail-scroll", `${round(detail.scroll)}px`);
    this.#write(element, "--deckd-detail-content", `${round(detail.content)}px`);
    this.#write(element, "--deckd-detail-header", round(detail.header?.opacity ?? 0));
    this.#write(element, "--deckd-detail-header-scale", round(detail.header?.scale ?? 1));
    if (this.#detail) this.#scrollDetail(this.#detail, detail.scroll, model);
    this.ondetail?.(detail, element);
  }

  /**
   * The author's child of slot="detail", or one that is made for the open card.
   * @param {Detail | undefined} detail @param {DeckModel} model @returns {HTMLElement | undefined}
   */
  #detailElement(detail, model) {
    const template = this.querySelector(':scope > template[slot="detail"]');
    if (!template && !this.renderDetail) {
      const element = this.querySelector(':scope > [slot="detail"]');
      return element instanceof HTMLElement ? element : undefined;
    }
    if (!detail) return void this.#discardDetail();
    const card = model.cards?.find(({ id }) => id === detail.card) ?? this.#detail?.card ?? { id: detail.card };
    if (this.#detail?.card === card) return this.#detail.frame;
    this.#discardDetail();
    const content = this.renderDetail?.(card) ?? this.#fill(template, card);
    if (!content) return undefined;
    const frame = document.createElement("div");
    frame.slot = "detail";
    frame.style.overflow = "clip";
    frame.append(content);
    this.append(frame);
    this.#detail = { card, frame, content, size: [0, 0], length: 0 };
    this.#resizing?.observe(content);
    return frame;
  }

  #discardDetail() {
    if (!this.#detail) return;
    this.#resizing?.unobserve(this.#detail.content);
    this.#detail.frame.remove();
    this.#detail = undefined;
  }

  /**
   * Scrolls what was made for the open card, and gives the daemon its length whenever that is another.
   * @param {MadeDetail} detail @param {number} scroll @param {DeckModel} model
   */
  #scrollDetail(detail, scroll, model) {
    const isHorizontal = model.settings["detail.axis"] === "horizontal";
    this.#write(detail.content, "transform", `translate${isHorizontal ? "X" : "Y"}(${round(-scroll)}px)`);
    const length = detail.size[isHorizontal ? 0 : 1];
    if (!length || length === detail.length || model.open !== detail.card.id || this.#client?.access !== "control") return;
    detail.length = length;
    this.request("detail.layout", { card: detail.card.id, length }).catch(() => {});
  }

  /**
   * Writes a property of an element's style, where it is another than before.
   * @param {HTMLElement} element @param {string} name @param {string | number} value
   */
  #write(element, name, value) {
    let written = this.#written.get(element);
    if (!written) this.#written.set(element, (written = {}));
    if (written[name] === value) return;
    written[name] = value;
    element.style.setProperty(name, String(value));
  }

  // MARK: Fingers

  /**
   * Where a pointer is, in points of the surface.
   * @param {PointerEvent} event
   */
  #locate({ clientX, clientY }) {
    const { model } = this;
    if (!model) return undefined;
    // The stage as it is drawn: the author may have scaled what contains it.
    const { left, top, width, height } = this.#parts.stage.getBoundingClientRect();
    const { x, y, w, h } = model.area;
    return { surface: model.surface.name, x: ((clientX - left) * w) / width + x, y: ((clientY - top) * h) / height + y };
  }

  // MARK: Keys and screen readers

  /** @param {KeyboardEvent} event */
  #key(event) {
    const model = this.model;
    // The target of a key on a button of the shadow tree is the host, too: the button takes its own keys.
    if (!model || event.composedPath()[0] !== this || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    const forward = arrow === "right" || arrow === "down";
    const step = () => {
      if (!model.count) return;
      const from = this.#chosen ?? Math.max(model.cards?.findIndex(({ id }) => id === this.#accessibility?.card) ?? 0, 0);
      this.#choose(Math.min(Math.max(from + (forward ? 1 : -1), 0), model.count - 1));
    };
    /** @type {Record<string, () => void>} */
    const keys = {
      Enter: () => this.#act({ request: "deck.select", ...(this.#chosenCard() ? { card: this.#chosenCard() } : {}) }),
      z: () => this.#act({ request: "deck.undo" }),
      r: () => this.#act({ request: "deck.reset" }),
      Escape: () => this.#act({ request: "deck.dismiss" }),
    };
    keys[" "] = keys.Enter;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (arrow && model.kind === "swipe") this.#act({ request: "deck.swipe", direction: arrow, card: model.cards?.[model.current]?.id });
    else if (arrow && model.kind === "carousel") {
      const next = model.cards?.[model.current + (forward ? 1 : -1)];
      if (next) this.#act({ request: "deck.scroll", card: next.id });
    } else if (arrow) step();
    else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
  }

  #chosenCard() { return this.#chosen === undefined ? undefined : this.model?.cards?.[this.#chosen]?.id; }

  /**
   * Chooses the card of a stack into which the keys moved the focus.
   * @param {Element} target
   */
  #follow(target) {
    const id = target.matches(":focus-visible") ? target.closest("[data-card]")?.getAttribute("data-card") : undefined;
    const model = this.model;
    if (!id || !model || model.kind !== "stack" || model.open || id === this.#accessibility?.card) return;
    this.#choose(model.cards?.findIndex(card => card.id === id) ?? -1);
  }

  /**
   * Chooses a card of a stack, and scrolls to it.
   * @param {number} index
   */
  #choose(index) {
    const card = this.model?.cards?.[index];
    if (!card) return;
    this.#chosen = index;
    this.#act({ request: "deck.scroll", card: card.id });
    this.#expose({
      card: card.id, label: card.label ?? card.id, hint: card.hint ?? "", selected: false,
      actions: [{ name: "select", request: "deck.select", card: card.id }],
    });
  }

  /** @param {{ request: string, direction?: string, card?: string }} action */
  #act({ request, ...params }) {
    this.request(request, params).catch(error => this.dispatchEvent(new CustomEvent("deckd-refused", { detail: error, bubbles: true })));
  }

  /** @param {DeckEvent} event */
  #happened({ type, text }) {
    if (type === "announcement") return this.#say(text);
    this.#chosen = undefined;
    // What a screen reader exposes is not among the events: it is asked for once the deck is at rest.
    clearTimeout(this.#exposing);
    const began = performance.now();
    const whenAtRest = () => {
      if (this.#client?.moving(this.deck) && performance.now() - began < 1000) {
        this.#exposing = setTimeout(whenAtRest, 50);
      } else {
        this.request("deck.get").then(({ snapshot }) => this.#expose(snapshot.accessibility), () => {});
      }
    };
    this.#exposing = setTimeout(whenAtRest, 50);
  }

  /** @param {string} text */
  #say(text) { this.#parts.live.textContent = text; }

  /**
   * Exposes one card and what can be done with it.
   * @param {Accessibility | undefined} accessibility
   */
  #expose(accessibility) {
    const before = this.#accessibility;
    this.#accessibility = accessibility;
    for (const [id, { element }] of this.#cards) this.#exposeCard(element, id);
    const model = this.model;
    const actions = this.#parts.actions;
    actions.setAttribute("aria-label", [accessibility?.label, accessibility?.hint].filter(Boolean).join(", "));
    /** @type {Action[]} */
    const offered = [...(accessibility?.actions ?? [])];
    if (model?.undoDepth) offered.push({ name: "undo", request: "deck.undo" });
    const buttons = offered.map(action => this.#button(action.name, () => {
      const { name, ...request } = action;
      // A button that is pressed a moment too late decides no other card.
      this.#act(request.request === "deck.swipe" ? { ...request, card: accessibility?.card } : request);
    }));
    if (model?.kind === "stack" && !model.open && model.count > 1) {
      const index = this.#chosen ?? model.cards?.findIndex(({ id }) => id === accessibility?.card) ?? 0;
      if (index > 0) buttons.push(this.#button("previous card", () => this.#choose(index - 1)));
      if (index < model.count - 1) buttons.push(this.#button("next card", () => this.#choose(index + 1)));
    }
    if (!model || this.#client?.access !== "control") buttons.length = 0;
    const focused = this.#root.activeElement?.textContent;
    if (buttons.map(b => b.textContent).join() !== Array.from(actions.children, b => b.textContent).join() || before?.card !== accessibility?.card) {
      actions.replaceChildren(...buttons);
      if (focused) (buttons.find(button => button.textContent === focused) ?? buttons[0] ?? this).focus();
    }
    if (accessibility && before && before.card !== accessibility.card && !model?.settings["accessibility.announces"]) {
      this.#say(accessibility.label);
    }
  }

  /** @param {string} name @param {() => void} press */
  #button(name, press) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("part", "action");
    button.textContent = name;
    button.addEventListener("click", press);
    return button;
  }

  /**
   * Keeps the focus in the deck when a card with it leaves.
   * @param {HTMLElement} element
   */
  #takeFocus(element) {
    if (element.contains(document.activeElement)) this.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} element @param {string} id */
  #exposeCard(element, id) {
    const isExposed = id === this.#accessibility?.card;
    element.setAttribute("aria-hidden", String(!isExposed));
    // Cards beside and beneath the front one are out of reach. A stack's are in sight: fingers may use their links.
    const isInert = !isExposed && this.#accessibility !== undefined && this.model?.kind !== "stack";
    if (isInert) this.#takeFocus(element);
    element.inert = isInert;
    if (isExposed) {
      element.setAttribute("role", "group");
      element.setAttribute("aria-roledescription", "card");
      element.setAttribute("aria-label", this.#accessibility?.label ?? id);
    }
  }
}

globalThis.customElements?.define("deckd-deck", DeckElement);
