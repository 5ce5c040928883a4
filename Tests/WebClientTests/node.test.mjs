// Node's client over a Unix socket; Tests/Conformance/faults_node.mjs holds it against a daemon.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DeckClient, socketPath } from "../../Sources/WebClient/node.js";

const deck = {
  deck: "main", kind: "swipe", preset: "natural", seq: 1, current: 0, count: 0, undoDepth: 0, surface: {}, area: {}, settings: {},
};

/** A daemon that answers each request as `answers` says, by method, and whose connections are yielded. */
async function daemon(t, answers = {}) {
  const folder = await mkdtemp(join(tmpdir(), "deckd-node-"));
  const path = join(folder, "deckd.sock");
  const server = createServer();
  const sockets = new Set();
  server.on("connection", socket => {
    sockets.add(socket);
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", line => {
      const { id, method, params } = JSON.parse(line);
      const results = { hello: { access: "control" }, subscribe: { snapshots: [deck], seq: 1 }, "deck.cards": { seq: 1, cards: [] }, ...answers };
      if (id !== undefined) socket.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(results[method]?.error ? results[method] : { result: results[method] ?? { params } }) })}\n`);
    });
  });
  server.listen(path);
  await once(server, "listening");
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await rm(folder, { recursive: true });
  });
  return { path, server, sockets };
}

function follow(t, options) {
  const client = new DeckClient(options);
  t.after(() => client.close());
  return client;
}

test("a client is ready with the cards that a request has loaded, and says why it is not connected", async t => {
  const missing = follow(t, { socket: "/nonexistent/deckd.sock" });
  while (!missing.reason) await new Promise(resolve => setTimeout(resolve, 5));
  assert.match(missing.reason, /^\/nonexistent\/deckd.sock: .*ENOENT/);
  const { path } = await daemon(t);
  const client = follow(t, { socket: path });
  assert.equal(client.access, undefined);
  await client.ready();
  assert.ok(client.decks.has("main"));
  assert.equal(client.access, "control");
  assert.equal(client.reason, undefined);
  const closing = follow(t, { socket: "/nonexistent/deckd.sock" });
  const ready = closing.ready();
  closing.close();
  await assert.rejects(ready, /the client was closed/);
});

test("a client subscribes, and its model is whole", async t => {
  const { path } = await daemon(t);
  const client = follow(t, { socket: path });
  await once(client, "state");
  assert.equal(client.state, "connected");
  while (!client.decks.has("main")) await once(client, "change");
  assert.deepEqual(client.decks.get("main").cards, []);
  assert.equal(client.moving("main"), false);
});

test("requests are answered, and refused with a DeckError", async t => {
  const { path } = await daemon(t, { "deck.undo": { error: { code: -32000, message: "there is nothing to undo" } } });
  const client = follow(t, { socket: path });
  await once(client, "state");
  assert.deepEqual(await client.request("deck.bounce", { deck: "main" }), { params: { deck: "main" } });
  await assert.rejects(client.request("deck.undo", { deck: "main" }), { message: "there is nothing to undo" });
});

test("a character that comes in two parts is whole", async t => {
  const { path, sockets } = await daemon(t);
  const client = follow(t, { socket: path });
  await once(client, "state");
  const line = Buffer.from(`{"jsonrpc":"2.0","method":"haptic","params":{"kind":"ö"}}\n`);
  const cut = line.indexOf("ö") + 1;
  const [socket] = sockets;
  const arrival = once(client, "notification");
  socket.write(line.subarray(0, cut));
  await new Promise(resolve => setTimeout(resolve, 20));
  socket.write(line.subarray(cut));
  assert.deepEqual(await arrival, [{ method: "haptic", params: { kind: "ö" } }]);
});

test("a line that is no message is an error, and the connection is made again", async t => {
  const { path, server, sockets } = await daemon(t);
  const client = follow(t, { socket: path });
  await once(client, "state");
  const [error, another] = [once(client, "error"), once(server, "connection")];
  for (const socket of sockets) socket.write("HTTP/1.1 400\n");
  assert.match((await error)[0].message, /is not JSON/);
  await another;
  if (client.state !== "connected") await once(client, "state");
  assert.equal(client.state, "connected");
});

test("a client may start before the daemon, and requests fail while there is none", async t => {
  const client = follow(t, { socket: "/nonexistent/deckd.sock" });
  await assert.rejects(client.request("deck.list"), { name: "DeckError" });
  assert.equal(client.state, "waiting");
});

test("close ends a client, and what waits for an answer fails", async t => {
  const { path, sockets } = await daemon(t);
  const client = follow(t, { socket: path });
  await once(client, "state");
  for (const socket of sockets) socket.pause();
  const request = client.request("deck.undo");
  client.close();
  await assert.rejects(request);
  assert.equal(client.state, "closed");
});

test("the socket is the one of the environment, else the first usual one", () => {
  const before = process.env.DECKD_SOCKET;
  process.env.DECKD_SOCKET = "/tmp/a.sock";
  assert.equal(socketPath(), "/tmp/a.sock");
  if (before === undefined) delete process.env.DECKD_SOCKET;
  else process.env.DECKD_SOCKET = before;
});

test("the package has the modules that it exports, and they load by its name", async t => {
  const folder = fileURLToPath(new URL("../../Sources/WebClient", import.meta.url));
  const work = await mkdtemp(join(tmpdir(), "deckd-pack-"));
  t.after(() => rm(work, { recursive: true }));
  const program = "import { Session } from 'deckd'; import { DeckClient } from 'deckd/node'; console.log(typeof Session, typeof DeckClient);";
  // As npm links a folder.
  await mkdir(join(work, "node_modules"));
  await symlink(folder, join(work, "node_modules", "deckd"));
  const { stdout } = await promisify(execFile)("node", ["--input-type=module", "--eval", program], { cwd: work });
  assert.equal(stdout, "function function\n");
  const { files } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  for (const name of files) assert.ok((await stat(join(folder, name))).isFile(), name);
});
