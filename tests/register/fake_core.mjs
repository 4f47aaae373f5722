// A core in JavaScript: the control socket, the maps, and a client that plays one test. It speaks the protocol of
// crates/nearmiss_runner/README.md and nothing else, so that these tests need no part of the search.

import { spawn } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
export const here = dirname(fileURLToPath(import.meta.url));
export const packageFolder = join(here, "..", "..", "npm", "nearmiss");
export const { layout, word, epoch, fact } = require(join(packageFolder, "runtime", "generated", "layout.js"));
export const registerUrl = pathToFileURL(join(packageFolder, "register", "index.js")).href;
export const registerFile = join(packageFolder, "register", "index.js");
export const hostFile = join(packageFolder, "driver", "host.js");

/** Only what never comes takes so long; the machine may have much other work. */
const DEADLINE_MS = 120_000;

/** Kind, action, taint (two units) and the length of the text, which follows. */
const FACT_HEAD_BYTES = 10;

/** A map file, read and written by offset as another process would. */
class MapFile {
  constructor(path, hello) {
    this.path = path;
    this.hello = hello;
    this.fd = openSync(path, "w+");
    ftruncateSync(this.fd, layout.TOTAL_BYTES);
    this.set(word.MAGIC, layout.MAGIC);
    this.set(word.VERSION, layout.VERSION);
    this.set(word.EPOCH_STATE, epoch.BOOT);
  }
  set(index, value) {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    writeSync(this.fd, bytes, 0, 4, index * 4);
  }
  get(index) {
    const bytes = Buffer.alloc(4);
    readSync(this.fd, bytes, 0, 4, index * 4);
    return bytes.readInt32LE();
  }
  slot(number) {
    const bytes = Buffer.alloc(8);
    readSync(this.fd, bytes, 0, 8, layout.SLOTS_OFFSET + number * 8);
    return bytes.readDoubleLE();
  }
  clear(number) {
    writeSync(this.fd, Buffer.alloc(8), 0, 8, layout.SLOTS_OFFSET + number * 8);
  }
  /** Slots that were touched since the last call, with their values; zeroes them as the core does. */
  drain() {
    const count = this.get(word.TOUCHED_COUNT);
    const hits = new Map();
    for (let i = 0; i < count; i += 1) {
      const bytes = Buffer.alloc(4);
      readSync(this.fd, bytes, 0, 4, layout.TOUCHED_OFFSET + i * 4);
      const number = bytes.readUInt32LE();
      hits.set(number, this.slot(number));
      this.clear(number);
    }
    this.set(word.TOUCHED_COUNT, 0);
    return hits;
  }
  /** The texts of the facts of a kind that were told since the epoch was opened. */
  facts(kind) {
    const bytes = Buffer.alloc(this.get(word.FACTS_USED));
    readSync(this.fd, bytes, 0, bytes.length, layout.FACTS_OFFSET);
    const texts = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + FACT_HEAD_BYTES + 2 * bytes.readUInt16LE(at + FACT_HEAD_BYTES - 2);
      if (bytes.readUInt16LE(at) === kind) texts.push(bytes.toString("utf16le", at + FACT_HEAD_BYTES, end));
      at = end;
    }
    return texts;
  }
  openEpoch(number) {
    this.set(word.FACTS_USED, 0);
    this.set(word.EPOCH, number);
    this.set(word.EPOCH_STATE, epoch.OPEN);
  }
}

/** The core's end. `requests` holds every message that came, in order. */
export class FakeCore {
  static async start() {
    const core = new FakeCore();
    core.folder = mkdtempSync(join(tmpdir(), "nearmiss-register-"));
    core.socket = join(core.folder, "control");
    core.server = net.createServer((socket) => core.#serve(socket));
    await new Promise((resolve) => core.server.listen(core.socket, resolve));
    return core;
  }

  requests = [];
  maps = [];
  tables = new Map();
  /** Numbers of routes by their text. */
  routes = new Map();
  /** Slots of validators by operation and schema. */
  validations = new Map();
  nextBase = layout.SINK_SLOTS;
  children = [];
  #watchers = new Set();
  #orders = null;
  #answers = new Map();
  #nextOrder = 1;

  #serve(socket) {
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop();
      for (const line of lines) this.#take(socket, JSON.parse(line));
    });
  }

  #take(socket, request) {
    this.requests.push(request);
    if (request.order === undefined && request.id !== undefined) {
      this.#answers.get(request.id)(request);
      return;
    }
    if (request.type === "orders") this.#orders = socket;
    else socket.write(`${JSON.stringify(this.#answer(request))}\n`);
    for (const watcher of this.#watchers) watcher();
  }

  #answer(request) {
    if (request.type === "hello") {
      const map = new MapFile(join(this.folder, `map${this.maps.length}`), request);
      this.maps.push(map);
      return { map: map.path };
    }
    if (request.type === "module") {
      const key = JSON.stringify(request.table);
      if (!this.tables.has(key)) {
        this.tables.set(key, { base: this.nextBase, ...request.table });
        this.nextBase += request.table.slots.length;
      }
      return { base: this.tables.get(key).base };
    }
    if (request.type === "route") {
      const key = JSON.stringify(request.routes);
      if (!this.routes.has(key)) this.routes.set(key, this.routes.size + 1);
      return { route: this.routes.get(key) };
    }
    if (request.type === "schema") return { schema: this.requests.filter((known) => known.type === "schema").length - 1 };
    if (request.type === "validation") {
      const key = `${request.operation} ${request.schema}`;
      if (!this.validations.has(key)) {
        this.validations.set(key, { base: this.nextBase });
        this.nextBase += 2;
      }
      return this.validations.get(key);
    }
    return {};
  }

  /** The messages of a type, once there are `count` of them. */
  async wait(type, count = 1) {
    const found = () => this.requests.filter((request) => request.type === type);
    if (found().length >= count) return found();
    await new Promise((resolve, reject) => {
      const watcher = () => {
        if (found().length < count) return;
        clearTimeout(timer);
        this.#watchers.delete(watcher);
        resolve();
      };
      const timer = setTimeout(
        () => reject(new Error(`no ${type} came; came: ${JSON.stringify(this.requests.map((r) => r.type))}\n${this.output}`)),
        DEADLINE_MS,
      );
      this.#watchers.add(watcher);
    });
    return found();
  }

  async order(order) {
    await this.wait("orders");
    const id = this.#nextOrder++;
    const answer = new Promise((resolve) => this.#answers.set(id, resolve));
    this.#orders.write(`${JSON.stringify({ id, order })}\n`);
    return answer;
  }

  output = "";

  /** Starts `node ...args` under this core. */
  node(args, { options = {}, cwd = here, env = {}, node = process.env.NODE_UNDER_TEST ?? process.execPath } = {}) {
    const child = spawn(node, args, {
      cwd,
      env: {
        ...process.env,
        NEARMISS_CONTROL: this.socket,
        NEARMISS_OPTIONS: JSON.stringify({ root: cwd, ...options }),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that its children end with it.
      detached: true,
    });
    const note = (chunk) => (this.output += chunk);
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    child.ended = new Promise((resolve) => child.on("close", resolve));
    this.children.push(child);
    return child;
  }

  /** Starts an app with `--import nearmiss/register` and waits until it listens. */
  async app(file, more = {}) {
    const child = this.node([...(more.nodeArgs ?? ["--import", registerUrl]), file, ...(more.args ?? [])], more);
    const [listening] = await this.wait("listening");
    return { child, port: listening.port, listening };
  }

  /** The files whose tables came. */
  files() {
    return [...this.tables.values()].map((table) => table.file).sort();
  }

  /** Covered slots of a file as `kind@line`, from the hits of a drain. */
  covered(file, hits) {
    const table = [...this.tables.values()].find((candidate) => candidate.file === file);
    const names = new Set();
    table.slots.forEach(([kind, line], i) => {
      if (hits.get(table.base + i) === 1) names.add(`${kind}@${line}`);
    });
    return names;
  }

  /** Plays a test: opens the epoch, makes one call after another ({@link send}), waits for the quiet, drains the first map. */
  async play(port, number, calls, agent = undefined) {
    const map = this.maps[0];
    map.drain();
    map.set(word.LAST_ACTION, 0);
    map.openEpoch(number);
    const answers = [];
    for (const [i, call] of calls.entries()) {
      map.set(word.ACTION, i);
      map.set(word.ROUTE + i, 0);
      map.set(word.OPERATION, 1);
      map.set(word.LAST_ACTION, i === calls.length - 1 ? 1 : 0);
      answers.push(await send(port, call, agent));
    }
    const started = performance.now();
    while (map.get(word.QUIET_EPOCH) !== number) {
      if (performance.now() - started > DEADLINE_MS) throw new Error(`epoch ${number} was never closed\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return { answers, waited: performance.now() - started, hits: map.drain() };
  }

  async close() {
    for (const child of this.children) {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
    await Promise.all(this.children.map((child) => child.ended));
    this.server.close();
    for (const map of this.maps) closeSync(map.fd);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One GET; resolves to `{ status, headers, body }`, or `{ error }`. */
export const get = (port, path, agent) => send(port, path, agent);

/** One call, a path or `{ method, path, body }` with a body that becomes JSON; resolves as {@link get} does. */
export function send(port, call, agent) {
  const { method, path, body } = typeof call === "string" ? { path: call } : call;
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve) => {
    const request = http.request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: text }));
      response.on("error", (error) => resolve({ error }));
    });
    request.on("error", (error) => resolve({ error }));
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
