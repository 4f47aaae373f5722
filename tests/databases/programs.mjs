// Programs that use a driver, run plain and with the driver's hooks, in processes of their own: they print the same,
// and what the hooks tell is answered.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = path.join(ROOT, "npm/nearmiss");

/** Only what never ends takes so long; the machine may have much other work. */
const DEADLINE_MS = 180_000;

/** Drivers that a compiler has to make may be installed elsewhere. */
const PLACES = [ROOT, process.env.NEARMISS_NATIVE_DRIVERS].filter(Boolean);

/** The folder of an installed package, or null. */
function folderOf(name) {
  return PLACES.map((place) => path.join(place, "node_modules", name)).find((folder) => fs.existsSync(folder)) ?? null;
}

/** Why tests of a package are skipped, or false. */
export const lacks = (name) => (folderOf(name) === null ? `${name} is not installed (NEARMISS_NATIVE_DRIVERS may name a folder that has it)` : false);

/** Text that a program is given to print with, and a preload that tells what the hooks tell. */
const PRINT = `
const print = (...what) => console.log(...what.map((one) => (typeof one === "string" ? one : JSON.stringify(one))));
const shown = (error) => print("error", error.constructor.name, error.code ?? null, error.errno ?? null, error.message);
const shape = (holder, names) => {
  for (const name of names) {
    const { value: f, ...rest } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
    if (typeof f === "function") print("shape", name, f.name, f.length, Object.hasOwn(f, "prototype"), rest, Reflect.ownKeys(f).map(String).sort());
  }
};
`;
const PRELOAD = `
const fs = require("node:fs");
const from = (file) => require(${JSON.stringify(PACKAGE)} + "/" + file);
const say = (line) => fs.appendFileSync(process.env.TOLD, JSON.stringify(line) + "\\n");
const databases = from("sut/databases/index.js");
const { lead, leadFile, refuse, queries = true, ends = true } = JSON.parse(process.env.HOOKS);
const numbers = new Map();
const numberOf = (connection) => {
  if (typeof connection !== "object" && typeof connection !== "function" || connection === null) return null;
  if (!numbers.has(connection)) numbers.set(connection, numbers.size + 1);
  return numbers.get(connection);
};
databases.lead({
  lead: ({ host, port, socket }) => {
    if (refuse !== undefined) throw new databases.Refused(refuse);
    return lead === undefined || (port !== null && port === lead.port) ? undefined : lead;
  },
  leadFile: (file) => {
    if (refuse !== undefined) throw new databases.Refused(refuse);
    return leadFile?.[require("node:path").basename(file)];
  },
});
databases.onConnect(({ connection, ...about }) => say({ connect: about }));
const told = (query) => {
  const { driver, kind, text, values, transaction, rows, count, error, connection } = query;
  return { driver, kind, text, values, place: query.place(), transaction, rows, count, error, on: numberOf(connection) };
};
if (queries) {
  databases.onQuery({
    places: true,
    begun: (query) => {
      globalThis.lastQuery = query;
      say({ begun: told(query) });
    },
    ...(ends ? { ended: (query) => say({ ended: told(query) }) } : {}),
  });
}
databases.install();
globalThis.nearmissRaw = databases.raw;
globalThis.nearmissOut = () => databases.connectionsOut().length;
from("register/commonjs.js").install(Symbol("hooks"));
if (typeof require("node:module").registerHooks === "function") from("register/esm_sync.js").install();
else from("register/esm_thread.js").install();
`;

/** Answers what a program printed, without its own numbers, and without what newer versions of V8 make of a `this` of ours. */
const nameless = (text) =>
  text
    .replaceAll(/program-\d+/g, "program")
    .replaceAll(/^\(node:\d+\)/gm, "(node)")
    .replaceAll("Module.<anonymous> (node:", "Module._compile (node:");

/** Makes a folder for programs that use some packages; to be called once in a file of tests. */
export function programs(packages) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-drivers-")));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const name of packages) {
    const at = path.join(folder, "node_modules", name);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    if (folderOf(name) !== null) fs.symlinkSync(folderOf(name), at);
  }
  const preload = path.join(folder, "preload.cjs");
  fs.writeFileSync(preload, PRELOAD);
  let made = 0;

  function run(file, hooks, { env, cwd = folder, node = process.execPath }) {
    const told = `${file}.${(made += 1)}.told`;
    fs.writeFileSync(told, "");
    const ours = {
      TOLD: told,
      HOOKS: JSON.stringify(hooks),
      NEARMISS_CONTROL: path.join(folder, "nobody"),
      NEARMISS_OPTIONS: JSON.stringify({ instrument: false, root: folder }),
    };
    // Drivers look for parts of theirs that are not there.
    const paths = PLACES.map((place) => path.join(place, "node_modules")).join(path.delimiter);
    const args = [...(hooks === null ? [] : ["--require", preload]), file];
    const child = spawn(node, args, { cwd, env: { ...process.env, NODE_OPTIONS: "", NODE_PATH: paths, ...env, ...(hooks === null ? {} : ours) } });
    const late = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
    const seen = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (seen.stdout += chunk));
    child.stderr.on("data", (chunk) => (seen.stderr += chunk));
    return new Promise((resolve) => {
      child.on("close", (code) => {
        clearTimeout(late);
        const lines = fs.readFileSync(told, "utf8").split("\n").filter(Boolean);
        resolve({ ...seen, code, told: lines.map((line) => JSON.parse(line)) });
      });
    });
  }

  /**
   * Runs a program (the text after `print`, `shown` and `shape`); `hooks`: null for none, `{ lead, leadFile, refuse }`
   * else.
   */
  async function runProgram(text, { hooks = {}, kind = "cjs", ...rest } = {}) {
    const file = path.join(folder, `program-${(made += 1)}.${kind}`);
    // Imports stand before; all in one line, so that lines keep their numbers.
    fs.writeFileSync(file, `${PRINT.replaceAll("\n", " ")}\n${text}`);
    const result = await run(file, hooks, rest);
    const lines = text.split("\n");
    const place = (at) => (at === "" ? "" : (lines[Number(at.split(":")[1]) - 2] ?? at).trim());
    for (const line of result.told) for (const one of [line.begun, line.ended]) if (one !== undefined) one.place = place(one.place);
    return { ...result, lines: result.stdout.split("\n").filter(Boolean) };
  }

  /** Runs a program plain and with hooks: it prints the same and ends well. Answers what was told and printed. */
  async function alike(text, options = {}) {
    await options.before?.();
    const plain = await runProgram(text, { ...options, hooks: null });
    assert.equal(plain.code, 0, plain.stderr + plain.stdout);
    await options.before?.();
    const hooked = await runProgram(text, options);
    for (const stream of ["stdout", "stderr"]) assert.equal(nameless(hooked[stream]), nameless(plain[stream]), hooked.stderr);
    assert.equal(hooked.code, 0);
    const of = (what) => hooked.told.map((line) => line[what]).filter(Boolean);
    return { ...hooked, connects: of("connect"), begun: of("begun"), ended: of("ended") };
  }
  return { alike, folder, run: runProgram };
}
