"use strict";
// `node run_program.cjs plain|instrumented commonJs|esm <kinds of work>`: runs the program of its input.

const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { IncomingMessage } = require("node:http");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const [, , mode, module_, kinds] = process.argv;
const PACKAGE = path.join(__dirname, "..", "..", "..", "npm", "nearmiss");
const BASE = 16;
const SLOTS = 1 << 16;
const FILE = module_ === "esm" ? "program.mjs" : "program.cjs";

const work = { keys: 0, digits: 0, units: 0, searched: 0 };

/** Puts a function that counts in the place of a built-in; the runtime keeps what it finds when it is loaded. */
function counting(holder, name, see) {
  const real = holder[name];
  const counted = new Proxy(real, {
    apply(target, self, args) {
      const result = Reflect.apply(target, self, args);
      see(self, result);
      return result;
    },
  });
  Object.defineProperty(holder, name, { value: counted, configurable: true, writable: true });
  return () => Object.defineProperty(holder, name, { value: real, configurable: true, writable: true });
}

const COUNTERS = {
  keys: () => counting(Object, "keys", (_, keys) => (work.keys = Math.max(work.keys, keys.length))),
  digits: () => counting(globalThis, "String", (_, text) => (work.digits = Math.max(work.digits, text.length))),
  units: () => counting(String.prototype, "charCodeAt", () => (work.units += 1)),
  searched: () => counting(String.prototype, "indexOf", (text) => (work.searched += text.length)),
};

function instrumented(text) {
  const undo = kinds === "" ? [] : kinds.split(",").map((kind) => COUNTERS[kind]());
  const { install, detachedBuffer } = require(path.join(PACKAGE, "runtime", "index.js"));
  for (const restore of undo) restore();
  const { word } = require(path.join(PACKAGE, "runtime", "generated", "layout.js"));
  const { instrument } = require(path.join(PACKAGE, "native.js"));
  const options = { path: FILE, language: "js", module: module_, logical: "inline" };
  const planned = instrument(text, FILE, JSON.stringify(options));
  const runtime = install(detachedBuffer(SLOTS));
  const { header } = runtime.map;
  runtime.epoch.open(1);
  header[word.PAIRS] = 1;
  header[word.DISCOVERY] = 1;
  header[word.OPERATION] = 1;
  const request = new IncomingMessage(null);
  request.url = "/path?page=1";
  runtime.inputs.began(request, require("node:querystring").parse);
  runtime.pairs.began();
  runtime.probes.register(BASE, planned.roots, JSON.parse(planned.texts));
  return planned.emit(BASE).code;
}

async function main() {
  const text = readFileSync(0, "utf8");
  const code = mode === "plain" ? text : instrumented(text);
  const folder = mkdtempSync(path.join(tmpdir(), "nearmiss-program-"));
  const file = path.join(folder, FILE);
  writeFileSync(file, code);
  // What the program prints and how it ends shall not hang on what it has changed.
  const write = process.stderr.write.bind(process.stderr);
  const { stringify } = JSON;
  process.on("exit", () => {
    rmSync(folder, { recursive: true });
    write(`work ${stringify(work)}\n`);
  });
  await import(pathToFileURL(file));
}

main();
