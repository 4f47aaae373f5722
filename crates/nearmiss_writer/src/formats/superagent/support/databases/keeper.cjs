"use strict";
// Keeps the databases of a test file, in a process beside it: what runner there is, its clock and its modules do not
// matter here, and what is left is dropped when the tests are killed. It obeys the orders below.

const fs = require("node:fs");
const path = require("node:path");
const { setTimeout: pause } = require("node:timers/promises");
const { makeDatabase, open, openServer, placeIn } = require("./open.cjs");
const { HOST, ownerOf } = require("./places.cjs");

const [, , home] = process.argv;
const MOST_DROPS = 25;
const BETWEEN_DROPS_MS = 200;
/** The databases by the files that name them: `{ place, dialect, own, ground }`, undefined until there is a ground. */
const databases = new Map();

/** Looks which databases the API has had made. */
function look() {
  for (const name of fs.readdirSync(home).filter((file) => file.endsWith(".json") && !databases.has(file))) {
    const place = placeIn(fs.readFileSync(path.join(home, name), "utf8"));
    databases.set(name, {
      place,
      dialect: require(`./dialects/${place.dialect}.cjs`),
      own: undefined,
      ground: place.ground,
    });
  }
}

/** Asks a database, on a connection that stays until something fails on it. */
const asking = (one) => async (text) => {
  one.own ??= await open(one.place, one.place.database);
  try {
    return await one.own.ask(text);
  } catch (error) {
    await one.own.close().catch(() => {});
    one.own = undefined;
    throw error;
  }
};

/** Does what may be done twice: once more on another connection, where the one that was there may have ended. */
async function surely(one, work) {
  const mayHaveEnded = one.own !== undefined;
  try {
    return await work(asking(one));
  } catch (error) {
    if (!mayHaveEnded) throw error;
    return work(asking(one));
  }
}

/** Has what a database holds now be its ground; the first time it gets what that takes. */
async function keepOne(one) {
  const { dialect } = one;
  one.place.isMade = false;
  if (one.ground === undefined) await dialect.install(asking(one));
  one.ground = (await surely(one, (ask) => dialect.keep(ask, one.ground))) ?? null;
}

async function keep() {
  const isFirst = databases.size === 0;
  look();
  for (const one of databases.values()) await keepOne(one);
  if (isFirst) await dropLeftovers().catch(() => {});
}

/** Has a database that is new be known: a process of the API has made it after another one listened. None of a test's. */
async function lookAndKeep() {
  look();
  for (const one of databases.values()) if (one.ground === undefined && !one.place.isMade) await keepOne(one);
}

/** Drops a database that a test has made, so that the next one can make it. */
async function forget(file, one) {
  await drop(one);
  databases.delete(file);
  fs.rmSync(path.join(home, file), { force: true });
}

async function renew(one) {
  await drop(one);
  one.ground = undefined;
  one.own = await makeDatabase(one.place);
}

/**
 * Puts back what tests have changed, and drops what they have made. Answers whether the API has to be started anew, on
 * a new database.
 */
async function putBack() {
  let isNew = false;
  await lookAndKeep();
  for (const [file, one] of databases) {
    if (one.place.isMade) {
      await forget(file, one);
      continue;
    }
    if (!(await surely(one, (ask) => one.dialect.putBack(ask, one.ground)))) continue;
    await renew(one);
    isNew = true;
  }
  return isNew;
}

/** Calls a function of a kind of setup with the databases, by connections of our own. */ //@beside
async function setUp(order) { //@beside
  await lookAndKeep(); //@beside
  const { run } = require("../setup/run.cjs"); //@beside
  const all = [...databases.values()].map((one) => { //@beside
    const { original: name, dialect } = one.place; //@beside
    return { name, dialect, ask: asking(one) }; //@beside
  }); //@beside
  return run(path.join(__dirname, "../setup"), order, all); //@beside
} //@beside
 //@beside
let haveTestsBegun = false;

/** Does the same before a test. What the API has made before the first one is none of a test's. */
async function reset() {
  look();
  if (!haveTestsBegun) for (const one of databases.values()) if (one.place.isMade) await keepOne(one);
  haveTestsBegun = true;
  return putBack();
}

async function drop(one) {
  await one.own?.close().catch(() => {});
  one.own = undefined;
  const server = await openServer(one.place);
  await one.dialect.drop(server.ask, one.place.database);
  await server.close();
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** Places of databases that a process of the API, which was killed meanwhile, was having made. */
function begun() {
  const drafts = fs.readdirSync(home).filter((file) => file.endsWith(".json.draft"));
  return drafts.flatMap((file) => {
    try {
      return [placeIn(fs.readFileSync(path.join(home, file), "utf8"))];
    } catch {
      // It has been made meanwhile: it stands among the others.
      return [];
    }
  });
}

/** Drops a database, more than once where the server cannot do that yet. */
async function surelyDrop(one) {
  for (let left = MOST_DROPS; ; left -= 1) {
    try {
      return await drop(one);
    } catch (error) {
      if (left === 0) throw error;
      await pause(BETWEEN_DROPS_MS);
    }
  }
}

/** Drops one of these: the server may make it all the same, after nobody waits for it any more. */
async function dropBegun(place) {
  const dialect = require(`./dialects/${place.dialect}.cjs`);
  const server = await openServer(place);
  for (let tries = 0; tries < MOST_DROPS; tries += 1) {
    if (tries > 0) await pause(BETWEEN_DROPS_MS);
    await dialect.drop(server.ask, place.database).catch(() => {});
  }
  await server.close();
}

/** Drops databases of tests of this machine that were killed, and their keepers with them. */
async function dropLeftovers() {
  for (const { place, dialect } of databases.values()) {
    const server = await openServer(place);
    const names = await dialect.idle(server.ask, `_sut_${HOST}_`);
    for (const name of names)
      if (ownerOf(name) !== undefined && !isAlive(ownerOf(name))) await dialect.drop(server.ask, name).catch(() => {});
    await server.close();
  }
}

async function end() {
  if (!fs.existsSync(home)) return;
  // In this order: one may become whole between the two.
  const unfinished = begun();
  look();
  // Before they are dropped: nobody makes one any more. Somebody may write into it still.
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  for (const one of databases.values()) await surelyDrop(one).catch(() => {});
  for (const place of unfinished) await dropBegun(place).catch(() => {});
  databases.clear();
}

const ORDERS = {
  keep,
  putBack,
  reset,
  setUp, //@beside
  end,
};
let last = Promise.resolve();
process.on("message", ({ id, order, about }) => {
  last = last.then(() => ORDERS[order](about)).then(
    (value) => process.send({ id, value }),
    (error) => process.send({ id, error: error.message }),
  );
});
process.on("disconnect", () => last.then(end).then(() => process.exit(0)));
// It goes when the tests have.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
