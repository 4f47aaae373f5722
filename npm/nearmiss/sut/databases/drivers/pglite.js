"use strict";
// @electric-sql/pglite: PostgreSQL as WebAssembly in the process. Everything that is asked goes through one method as
// messages of the protocol, whose answer the driver itself waits for.

const { promiseThen, reflectApply, WeakMap, weakMapGet, weakMapSet } = require("../../../runtime/intrinsics.js");
const { replaceExports } = require("../../../adapters/exported.js");
const { ownField } = require("../../../adapters/observe.js");
const { classStandIn } = require("../class_stand_in.js");
const connections = require("../connections.js");
const { asks, begun, call, ended, failed, watch } = require("../queries.js");
const { around, replace, withoutUs } = require("../../incidents/stand_in.js");
const { bound, textIn } = require("./pg_messages.js");

const IDLE = "I";
/** Among the options of what we ask ourselves: the driver hands them on with each message. */
const OURS = Symbol("nearmiss");
/** Questions that each database is asked now: `{ text, query, isOpen }`. */
const states = new WeakMap();

/** Messages that came as an answer: several versions wrap them each in its way. */
function messagesOf(answer) {
  const list = Array.isArray(answer) ? answer : (ownField(answer, "messages") ?? []);
  return list.map((one) => (Array.isArray(one) ? one[0] : one));
}

/** A query that was executed has ended, when its last statement is complete. */
function end(state, messages) {
  const complete = messages.filter((message) => ownField(message, "name") === "commandComplete").at(-1);
  const ready = messages.filter((message) => ownField(message, "name") === "readyForQuery").at(-1);
  const status = ownField(ready, "status");
  if (typeof status === "string") state.isOpen = status !== IDLE;
  if (complete === undefined || state.query === null) return;
  const count = /(\d+)$/.exec(ownField(complete, "text") ?? "")?.[1];
  ended(state.query, null, count === undefined ? null : Number(count));
  state.query = null;
}

/** Reads what a message is, of those that matter. */
const PARSE = 0x50;
const QUERY = 0x51;
const BIND = 0x42;

function begin(driver, database, state, message) {
  const kind = message[0];
  if (kind === PARSE) state.text = textIn(message, 1);
  if (kind === QUERY) state.text = textIn(message, 0);
  if (kind === QUERY || kind === BIND) tellBegun(driver, database, state, kind === BIND ? bound(message) : []);
}

/** Place of who asked, noted then: the driver has waited since then. */
function tellBegun(driver, database, state, values) {
  const { text, isOpen } = state;
  state.query = begun(driver, { text, values, connection: database, above: tellBegun, transaction: isOpen, place: () => "" });
}

const exchange = (driver) => (real) => (database, args) => {
  const [message, options] = args;
  // Of the driver itself: it has told to write the files later.
  const isOwn = ownField(options, "syncToFs") === false && ArrayBuffer.isView(message) && ownField(options, OURS) === undefined;
  const state = weakMapGet(states, database) ?? { text: null, query: null, isOpen: false };
  weakMapSet(states, database, state);
  if (isOwn) begin(driver, database, state, message);
  const answer = call(real, database, args);
  if (!isOwn || !(answer instanceof Promise)) return answer;
  const refused = (error) => {
    withoutUs(error);
    // What does not parse is not bound.
    if (message[0] === PARSE) tellBegun(driver, database, state, []);
    failed(state.query, error);
    state.query = null;
  };
  // The driver waits for it, too, and hands on what went wrong.
  promiseThen(answer, (result) => end(state, messagesOf(result)), refused);
  return answer;
};

const textOf = ([text, values]) => ({ text, values: Array.isArray(values) ? values : [] });

/** The arguments of who makes one, with the folder led. */
function ledArguments(driver, args) {
  const [first, ...rest] = args;
  const isPath = typeof first === "string";
  const folder = isPath ? first : ownField(first, "dataDir");
  if (typeof folder !== "string") {
    connections.opening(driver, "memory://", null);
    return args;
  }
  const led = connections.opening(driver, folder, null);
  if (led === folder) return args;
  return [isPath ? led : { ...first, dataDir: led }, ...rest];
}

function hook({ PGlite }, driver) {
  const { prototype } = PGlite;
  for (const holder of [prototype, Object.getPrototypeOf(prototype)]) {
    watch(holder, ["query", "exec"], asks(driver, textOf));
    watch(holder, ["execProtocolStream", "execProtocol"], exchange(driver));
  }
  if (!connections.isWanted()) return undefined;
  // Called on the class itself it is the driver, which makes one to prepare another.
  const create = (real) => around(real, (self, args) => reflectApply(real, self, self === PGlite ? args : ledArguments(driver, args)));
  replace(PGlite, ["create"], create);
  return { PGlite: classStandIn(PGlite, (args, make) => make(ledArguments(driver, args))) };
}

/** Its exports cannot be changed where they are. */
function whole({ exports }, driver) {
  const replaced = hook(exports, driver);
  return replaced === undefined ? undefined : { exports: replaceExports(exports, replaced) };
}

const raw = async (database, text, values = []) => {
  const result = values.length === 0 ? (await database.exec(text, { [OURS]: true })).at(-1) : await database.query(text, values, { [OURS]: true });
  return { rows: result?.rows ?? [], count: result?.affectedRows || (result?.rows.length ?? null) };
};

module.exports = {
  name: "@electric-sql/pglite",
  dialect: "postgres",
  packages: {
    "@electric-sql/pglite": { files: { "dist/index.cjs": whole }, modules: { "dist/index.js": { names: ["PGlite"], hook } } },
  },
  raw,
};
