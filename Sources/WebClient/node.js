// node.js: a client of deckd for Node 18 or later, and for Electron's main process, over the Unix socket.
//
//   import { DeckClient } from "deckd/node";                in a copy of this folder: "./node.js"
//   const client = new DeckClient({ socket, delegate });    socket: $DECKD_SOCKET, /run/deckd, $XDG_RUNTIME_DIR if left out
//   await client.ready()                                    until there is a connection, and every deck is in `decks`
//   client.on("event", event => …)                          every event once, in order; the text "resync" where some were
//                                                           missed: a program that owns the cards looks, and loads them again
//   client.on("change", deck => …)                          the deck whose model or motions changed; null: any
//   client.on("state", state => …)                          connected, reconnecting or closed; at first `state` is waiting
//   client.reason                                           why there is no connection; undefined while there is one
//   client.on("error", error => …)                          a DeckError; without a listener, it is a warning on the console
//   client.on("notification", ({ method, params }) => …)    all other topics
//   client.decks                                            Map from id to DeckModel: whole, and never changed but replaced
//   client.places(deck), client.moving(deck), client.now()
//   await client.request("deck.undo", { deck })             rejects with a DeckError, also without a connection
//   client.access, client.grants                            control or observe, and what else the daemon allows
//   client.close()
//
// It connects again whenever the connection is lost, may start before the daemon, and keeps the program running until
// `close`. The options, and what has no input or output, are those of `Session` in deckd.js.

import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { DeckError, Session } from "./deckd.js";

export { DeckError, Session };

/** A line that is longer is no message of the daemon, whose answers have at most 32 MiB. */
const longestLine = 1 << 26;

/**
 * Where the daemon listens: `$DECKD_SOCKET`, else the first usual path that exists.
 * @returns {string}
 */
export function socketPath() {
  if (process.env.DECKD_SOCKET) return process.env.DECKD_SOCKET;
  const folders = ["/run/deckd", ...(process.env.XDG_RUNTIME_DIR ? [process.env.XDG_RUNTIME_DIR] : [])];
  const usual = ["deckd", "deckd-observe"].flatMap(name => folders.map(folder => `${folder}/${name}.sock`));
  return usual.find(path => existsSync(path)) ?? usual[0];
}

/** Connects to deckd, and again whenever the connection is lost. */
export class DeckClient extends EventEmitter {
  /** `waiting` until the first subscription, `connected`, `reconnecting`, or `closed`. */
  state = "waiting";
  /** @type {string | undefined} Why there is no connection. */ reason;
  /** @type {Session} */ session;
  /** @type {string | undefined} */ #path;
  /** @type {import("node:net").Socket | undefined} */ #socket;
  /** @type {NodeJS.Timeout | undefined} */ #timer;
  /** In seconds. */
  #delay = 0;
  /** Whether a message was wrong: it is likely to come again, so that the delay grows after it. */
  #isFailed = false;

  /** @param {import("./deckd.js").SessionOptions & { socket?: string }} options */
  constructor({ socket, ...options } = {}) {
    super();
    if (socket !== undefined && (typeof socket !== "string" || !socket)) throw new TypeError("socket: expected a path");
    this.#path = socket;
    this.session = new Session({ client: "deckd/node", ...options }, {
      send: line => this.#socket?.write(`${line}\n`),
      event: event => this.emit("event", event),
      change: deck => this.emit("change", deck),
      notification: (method, params) => this.emit("notification", { method, params }),
      answered: isSubscription => this.#enter(isSubscription ? "connected" : this.state),
      failed: (error, isFatal) => this.#report(error, isFatal),
    });
    this.#open();
  }

  /** Every deck, always whole. */
  get decks() { return this.session.decks; }

  /** `control` or `observe`; undefined while there is no connection. */
  get access() { return this.state === "connected" ? this.session.access : undefined; }
  get grants() { return this.state === "connected" ? this.session.grants : []; }

  /**
   * Waits until there is a connection, and every deck is whole; after a request that changes cards, until they are in the
   * model. Rejects when the client is closed.
   * @returns {Promise<void>}
   */
  ready() {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (this.state === "closed") reject(new DeckError({ message: "the client was closed" }));
        else if (this.state === "connected" && this.session.isWhole) resolve();
        else return;
        this.off("change", check).off("state", check);
      };
      this.on("change", check).on("state", check);
      check();
    });
  }

  /** The moment of the daemon's clock, µs. */
  now() { return Number(process.hrtime.bigint() / 1000n); }
  /** @param {string} deck @param {number} [t] */
  places(deck, t = this.now()) { return this.session.places(deck, t); }
  /** @param {string} deck @param {number} [t] */
  moving(deck, t = this.now()) { return this.session.moving(deck, t); }
  /** @param {string} method @param {Record<string, any>} [params] */
  request(method, params) { return this.session.request(method, params); }
  /** A request that is not answered, such as `surface.vsync`. @param {string} method @param {Record<string, any>} params */
  notify(method, params) { this.session.notify(method, params); }

  close() {
    clearTimeout(this.#timer);
    this.#enter("closed");
    this.#socket?.destroy();
  }

  #open() {
    const path = this.#path ?? socketPath(), socket = (this.#socket = connect(path));
    let rest = "";
    // Characters are whole, also where they come in two parts.
    socket.setEncoding("utf8");
    socket.on("connect", () => this.session.connect());
    socket.on("data", text => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      try {
        for (const line of lines) this.session.receive(line);
        if (rest.length > longestLine) throw new DeckError({ message: "a line is longer than 64 MiB" });
      } catch (error) {
        this.#report(/** @type {Error} */ (error), true);
      }
    });
    // "close" follows, and connects again.
    socket.on("error", error => { this.reason = `${path}: ${error.message}`; });
    socket.on("close", () => {
      this.reason ??= `${path}: the daemon closed the connection`;
      this.session.disconnect();
      if (this.state === "closed") return;
      if (this.state === "connected" && !this.#isFailed) this.#delay = 0.1;
      this.#isFailed = false;
      this.#timer = setTimeout(() => this.#open(), this.#delay * 1000);
      this.#delay = Math.min(Math.max(2 * this.#delay, 0.1), 2);
      if (this.state === "connected") this.#enter("reconnecting");
    });
  }

  /** @param {string} state */
  #enter(state) {
    if (state === "connected") this.reason = undefined;
    if (this.state === state) return;
    this.state = state;
    this.emit("state", state);
  }

  /** @param {Error} error @param {boolean} isFatal whether the connection is to be begun again */
  #report(error, isFatal) {
    // An "error" that nobody listens to would end the program.
    if (this.listenerCount("error")) this.emit("error", error);
    else console.warn(`deckd: ${error.message}`);
    if (isFatal) {
      this.#isFailed = true;
      this.#socket?.destroy();
    }
  }
}
