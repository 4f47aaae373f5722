"use strict";
// Keeps the databases of one start of the API, in a process beside it: its connections are not the API's, which sees
// nothing of it but rows. It obeys lines of JSON: `settle`, `open`, `reset`, `keep`, `setUp`, `tables`, `insert`, `ask`.
// `node keeper.cjs FOLDER`, where the copies are; `make` and `ground` do one thing and end. (Part of written suites, too.)

const fs = require("node:fs");
const path = require("node:path");
const { open } = require("./connection.cjs");
const { ABOUT, copier, copyInto } = require("./copy.cjs");
const { Ground } = require("./ground.cjs");

/** The text that a database was made of, beside it. */
const SCHEMA = "schema.sql";
/** Grounds by the folders that copies are in. */
const grounds = new Map();
let isKept = false;

/** Copies that the API has opened: `{ folder, module, original, copy, from }`. */
function opened(copies) {
  const names = fs.existsSync(copies) ? fs.readdirSync(copies) : [];
  const found = [];
  for (const name of names) {
    const file = path.join(copies, name, ABOUT);
    if (!fs.existsSync(file)) continue;
    found.push({ name, folder: path.dirname(file), ...JSON.parse(fs.readFileSync(file, "utf8")) });
  }
  return found;
}

/** Calls `use(connection)` with a copy of the original, whose rows are gone when that is over. */
async function withOriginal({ folder, module, original }, use) {
  const whole = path.join(folder, "original");
  fs.mkdirSync(whole, { recursive: true, mode: 0o700 });
  try {
    copyInto(whole, original);
    const connection = await open(module, path.join(whole, path.basename(original)));
    try {
      return await use(connection);
    } finally {
      await connection.close();
    }
  } finally {
    fs.rmSync(whole, { recursive: true, force: true });
  }
}

/** Tables that the original has and the copy lacks. */
async function lacking(one, connection) {
  const wanted = await require("./schema.cjs").tablesOf(connection);
  const own = await open(one.module, one.copy);
  try {
    const there = await require("./schema.cjs").tablesOf(own);
    return wanted.filter((name) => !there.includes(name));
  } finally {
    await own.close();
  }
}

/** Runs a text of SQL on a new database. */
async function fill(module, text, file) {
  const connection = await open(module, file);
  // Of an order that was good for whoever made them.
  await connection.exec("PRAGMA foreign_keys = OFF");
  await connection.exec(text);
  await connection.close();
}

/** Makes a database with a text of SQL, as a whole, and has the text beside it. */
async function make(module, text, file) {
  const own = `${path.dirname(file)}.${process.pid}`;
  fs.mkdirSync(own, { recursive: true, mode: 0o700 });
  await fill(module, text, path.join(own, path.basename(file)));
  fs.writeFileSync(path.join(own, SCHEMA), text, { mode: 0o600 });
  try {
    fs.renameSync(own, path.dirname(file));
  } catch {
    // Another start was first.
    fs.rmSync(own, { recursive: true, force: true });
  }
}

/** Makes a database with the tables of an original, to which it is connected, below `grounds`. */
async function makeGround({ name, module, original }, connection, below) {
  const text = await require("./schema.cjs").schemaOf(connection);
  await make(module, text, path.join(below, name, path.basename(original)));
}

/** Makes a database with the tables of the original below `grounds`, if its copy lacks any; answers if it does. */
async function settleOne(one, { grounds: below }) {
  return withOriginal(one, async (connection) => {
    if ((await lacking(one, connection)).length === 0) return false;
    await makeGround(one, connection, below);
    return true;
  });
}

/** Makes a database below `grounds` with the tables of an original, if that has any, before a copy of it is there. */
async function groundOf(module, original, below, name) {
  fs.mkdirSync(below, { recursive: true, mode: 0o700 });
  const folder = fs.mkdtempSync(path.join(below, `${name}-`));
  try {
    await withOriginal({ folder, module, original }, async (connection) => {
      const tables = await require("./schema.cjs").tablesOf(connection);
      if (tables.length > 0) await makeGround({ name, module, original }, connection, below);
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Has databases that began empty, and lack tables of their originals, begin with those tables the next time. `settled` are
 * names of those of which that is decided. Answers which are now, which lacked any, and what could not be read.
 */
async function settle(copies, about) {
  const isUndecided = ({ name, from }) => from === "empty" && !about.settled.includes(name);
  const undecided = opened(copies).filter(isUndecided);
  const [lacks, errors] = [[], []];
  for (const one of undecided) {
    try {
      if (await settleOne(one, about)) lacks.push(one.name);
    } catch (error) {
      errors.push(`${one.original}: ${error.message}`);
    }
  }
  return { settled: undecided.map(({ name }) => name), lacks, errors };
}

/**
 * Keeps what is in the databases, the first time, or puts it back; `isLater`: there was none the first time. Answers
 * whether the API must be started anew.
 */
async function reset(copies, { isLater = false }) {
  isKept ||= isLater;
  let isAltered = false;
  for (const one of opened(copies)) {
    const known = grounds.get(one.name);
    // Of one that is not there yet there is nothing to keep.
    if (known === undefined && !fs.existsSync(one.copy)) continue;
    if (known !== undefined) {
      isAltered = (await known.putBack()) || isAltered;
      continue;
    }
    await keepOne(one);
  }
  isKept = true;
  return { altered: isAltered };
}

async function keepOne(one) {
  const ground = new Ground(one);
  await ground.keep(isKept);
  if (isKept) await ground.putBack();
  grounds.set(one.name, ground);
}

/** Keeps what is in databases that were made in the midst of a test, which begin with no rows; others stay as they are. */
async function keep(copies) {
  const isNew = ({ name, copy }) => !grounds.has(name) && fs.existsSync(copy);
  isKept = true;
  for (const one of opened(copies).filter(isNew)) await keepOne(one);
  return {};
}

/** Makes a database before the API opens it: what it begins with is known. */
async function openBefore(copies, { original, module, grounds, isShipped }) {
  copier(copies, { grounds, isShipped: () => isShipped })(original, { module, isToCome: true });
  return {};
}

/** What is asked of tables and rows in the databases that are there. Suites ask nothing of it. */
const ofRows = (order) => (copies, about) => {
  const there = opened(copies).filter(({ copy }) => fs.existsSync(copy));
  return require("./tables.cjs")[order](there, about);
};

/** Connections by which tests set something up, by the folders that copies are in. That of a ground checks no row. */
const writers = new Map();
const WRITING = "PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 1000; PRAGMA synchronous = OFF";

async function writerOf({ name, module, copy }) {
  if (!writers.has(name)) {
    const connection = await open(module, copy);
    await connection.exec(WRITING);
    writers.set(name, connection);
  }
  return writers.get(name);
}

/** Calls a function of a kind of setup, whose program is in `folder`, with the databases that are put back. */
async function setUp(copies, { folder, setup }) {
  const { run } = require(path.join(folder, "run.cjs"));
  const written = opened(copies).filter(({ copy }) => fs.existsSync(copy));
  const databases = written.map((one) => {
    const ask = async (text, values = []) => (await writerOf(one)).all(text, values);
    return { name: one.original, dialect: "sqlite", ask };
  });
  return { value: await run(folder, setup, databases) };
}

const ORDERS = {
  __proto__: null,
  settle,
  open: openBefore,
  reset,
  keep,
  setUp,
  tables: ofRows("tables"),
  insert: ofRows("insert"),
  ask: ofRows("ask"),
};

/** Obeys one line after the other; ends with who gives them. */
function serve(copies) {
  let rest = "";
  let last = Promise.resolve();
  const obey = async (line) => {
    const { order, ...about } = JSON.parse(line);
    let answer;
    try {
      answer = await ORDERS[order](copies, about);
    } catch (error) {
      answer = { error: error.message };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  };
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) last = last.then(() => obey(line));
  });
  process.stdin.on("end", () => process.exit(0));
  process.stdin.on("error", () => process.exit(0));
  // It goes when they have.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
}

if (require.main === module) {
  const [, , first, driver, ...rest] = process.argv;
  const once = {
    __proto__: null,
    // `make DRIVER SQL FILE`: a database with the tables of a text.
    make: (sql, file) => fill(driver, fs.readFileSync(sql, "utf8"), file),
    // `ground DRIVER ORIGINAL GROUNDS NAME`: one with the tables of an original.
    ground: (original, below, name) => groundOf(driver, original, below, name),
  };
  const failed = (error) => {
    process.stderr.write(error.message);
    process.exit(1);
  };
  if (first in once) once[first](...rest).catch(failed);
  else serve(first);
}
