// A browser's WebSocket over node's HTTP, as far as deckd.js and deckd-web need one: not every node has its own.

import { randomBytes } from "node:crypto";
import { get } from "node:http";

const text = 1, close = 8, ping = 9, pong = 10;

export class WebSocket {
  onopen = () => {};
  onmessage = _ => {};
  onclose = () => {};
  #stream;
  #rest = Buffer.alloc(0);
  #state = "connecting";

  constructor(url) {
    const headers = {
      Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13,
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
    };
    const request = get(url.replace(/^ws/, "http"), { headers, agent: false });
    request.on("error", () => this.#ended());
    request.on("response", answer => answer.destroy() && this.#ended());
    request.on("upgrade", (_, stream, head) => {
      if (this.#state !== "connecting") return stream.destroy();
      this.#stream = stream;
      this.#state = "open";
      stream.on("error", () => {}).on("close", () => this.#ended()).on("end", () => stream.destroy());
      stream.on("data", data => this.#received(data));
      this.onopen();
      this.#received(head);
    });
  }

  send(message) {
    if (this.#state === "open") this.#write(text, Buffer.from(message));
  }

  // What the server still sends is not delivered, and it need not confirm.
  close() {
    if (this.#state === "open") this.#write(close, Buffer.alloc(0));
    if (this.#stream) this.#stream.end();
    else this.#ended();
    this.#state = "closing";
  }

  #ended() {
    if (this.#state === "closed") return;
    this.#state = "closed";
    // Never within a call of the author's.
    setImmediate(() => this.onclose());
  }

  #write(opcode, payload) {
    const mask = randomBytes(4), { length } = payload;
    const head = Buffer.alloc(length < 126 ? 2 : length < 1 << 16 ? 4 : 10);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (length < 126 ? length : length < 1 << 16 ? 126 : 127);
    if (length >= 126) head.writeUIntBE(length, Math.max(head.length - 6, 2), Math.min(head.length - 2, 6));
    this.#stream.write(Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index % 4])]));
  }

  #received(data) {
    this.#rest = Buffer.concat([this.#rest, data]);
    while (this.#state === "open" && this.#rest.length >= 2) {
      const opcode = this.#rest[0] & 15, short = this.#rest[1];
      const extended = short < 126 ? 0 : short === 126 ? 2 : 8;
      if (this.#rest.length < 2 + extended) return;
      const size = extended ? this.#rest.readUIntBE(extended === 2 ? 2 : 4, Math.min(extended, 6)) : short;
      const end = 2 + extended + size;
      if (this.#rest.length < end) return;
      const payload = this.#rest.subarray(2 + extended, end);
      this.#rest = this.#rest.subarray(end);
      if (opcode === text) this.onmessage({ data: payload.toString() });
      else if (opcode === ping) this.#write(pong, payload);
      else if (opcode === close) this.close();
    }
  }
}
