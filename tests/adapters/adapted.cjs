"use strict";
// Adapts libraries in this process as a search does, with a core that is a few lines here, and keeps what it is told.

const path = require("node:path");

/** Tests of what is added to the package have a copy of it. */
const packageFolder = process.env.NEARMISS_PACKAGE ?? path.join(__dirname, "..", "..", "npm", "nearmiss");
const { word, epoch, fact, layout } = require(path.join(packageFolder, "runtime", "generated", "layout.js"));
const { session } = require(path.join(packageFolder, "register", "session.js"));

const schemas = [];
const validations = [];

/** Answers what a core would. */
function answer(request) {
  if (request.type === "hello") return {};
  if (request.type === "schema") {
    if (!schemas.includes(request.text)) schemas.push(request.text);
    return { schema: schemas.indexOf(request.text) };
  }
  if (request.type === "validation") {
    const name = request.schema;
    if (!validations.includes(name)) validations.push(name);
    return { base: layout.SINK_SLOTS + 2 * validations.indexOf(name) };
  }
  if (request.type === "module") {
    nextBase += request.table.slots.length;
    return { base: nextBase - request.table.slots.length };
  }
  if (request.type === "skipped") skipped.push(request.file);
  return {};
}

const skipped = [];
/** Slots of files, behind those of validators. */
let nextBase = 4096;
/** Requests under way, as `node:http` would have them. */
const requests = [];

function install() {
  session.reports = true;
  session.connected = true;
  session.ask = (text) => (text === null ? null : answer(JSON.parse(text)));
  session.open();
  session.runtime.validations.connect(session.ask, () => requests);
  require(path.join(packageFolder, "register", "commonjs.js")).install(Symbol("installed"));
  begin();
}

let test = 0;
/** Begins a test: nothing is touched, and no fact told. */
function begin() {
  const { header } = session.runtime.map;
  test += 1;
  header[word.EPOCH] = test;
  header[word.EPOCH_STATE] = epoch.OPEN;
  header[word.OPERATION] = 1;
  header[word.FACTS_USED] = 0;
  header[word.TOUCHED_COUNT] = 0;
  session.runtime.map.slots.fill(0, 0, nextBase);
}

const KINDS = Object.fromEntries(Object.entries(fact).map(([name, kind]) => [kind, name]));

/** What was told since the test began: `{ targets: { name: [true, false] }, facts, texts }`, `texts` being other facts. */
function told() {
  const { header, facts, slots } = session.runtime.map;
  const targets = {};
  validations.forEach((name, index) => {
    const base = layout.SINK_SLOTS + 2 * index;
    if (slots[base] !== 0 || slots[base + 1] !== 0) targets[name] = [slots[base], slots[base + 1]];
  });
  const found = [];
  const texts = [];
  for (let at = 0; at < header[word.FACTS_USED] / 2; ) {
    const length = facts[at + 4];
    const text = String.fromCharCode(...facts.subarray(at + 5, at + 5 + length));
    if (facts[at] === fact.SCHEMA) found.push(JSON.parse(text));
    else texts.push(`${KINDS[facts[at]]} ${facts[at + 2] + 65536 * facts[at + 3]} ${text}`.trim());
    at += 5 + length;
  }
  for (const seen of found) seen.schema = JSON.parse(schemas[seen.schema]);
  return { targets, facts: found, texts };
}

module.exports = { install, begin, told, requests, skipped };
