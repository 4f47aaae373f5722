"use strict";
// Loaded into the API: its connections to databases go to those of these tests, on the same server and as the same
// user. The first one makes the database. A connection that cannot be led is refused, and ends the start: nothing is
// sent.

const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const Module = require("node:module");
const net = require("node:net");
const path = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");
const { changed, DRIVERS, KEY, hookOf } = require("./hooks.cjs");
const { placeOf } = require("./places.cjs");
const { ledText } = require("./statements.cjs");
const { noDriver } = require("./sentences.cjs");
const { watch } = require("./still.cjs");
const { sitesBelow } = require("./call_sites.cjs");

const home = process.env.SUT_DATABASES;
const FAILED = path.join(home, "failed");
const MAKING_LIMIT_MS = 60_000;
const POLL_MS = 20;
const later = setImmediate;
/** Tells the tests what is asked until the start is over. */
const { isOver, begun } = watch(path.dirname(process.env.SUT_ADDRESS_FILE));
const made = new Set();
/** Databases of the API by their names, with those in their place. */
const names = new Map();
/** Folders of packages whose connections are led. */
const hooked = new Set();

/** Has the start fail with one sentence: the tests wait for it, too. */
function refuse(sentence) {
  const draft = `${FAILED}.${process.pid}.${Math.random()}`;
  try {
    // A link appears whole, and only if no other process was first.
    fs.writeFileSync(draft, sentence);
    fs.linkSync(draft, FAILED);
  } catch {
    // Another one was, the tests have ended, or there are no links here.
    if (fs.existsSync(draft) && !fs.existsSync(FAILED)) fs.renameSync(draft, FAILED);
  }
  return new Error(sentence);
}

/** Runs the program that makes a database, and waits for it: connections are made by functions that cannot wait. */
function make(place, file) {
  const env = { ...process.env };
  // What is loaded into the API has no business there.
  for (const name of Object.keys(env))
    if (name === "NODE_OPTIONS" || (name.startsWith("SUT_") && name !== "SUT_DATABASE_URL")) delete env[name];
  const input = JSON.stringify(place, (_, value) => (typeof value === "function" ? undefined : value));
  const run = spawnSync(process.execPath, [path.join(__dirname, "make.cjs"), file], {
    input,
    env,
    encoding: "utf8",
    timeout: MAKING_LIMIT_MS,
  });
  if (!fs.existsSync(file))
    throw refuse(run.stdout || `A database for the tests could not be made: ${run.error?.message ?? run.stderr}`);
}

/** Names the file that is there once the database of a place is. */
function fileOf(place) {
  const words = JSON.stringify([place.host, place.port, place.socket, place.database]);
  return path.join(home, `${createHash("sha256").update(words).digest("hex").slice(0, 16)}.json`);
}

/** Notes that a statement of the API makes the database of a place, which goes with the test that has it made. */
function noteMade(place) {
  const file = fileOf(place);
  if (!isOver() || fs.existsSync(file)) return;
  const draft = `${file}.${process.pid}.draft`;
  // It holds a password.
  fs.writeFileSync(draft, JSON.stringify({ ...place, isMade: true }), { mode: 0o600 });
  fs.renameSync(draft, file);
}

/** Makes the database of a place, or waits for the process that does. */
function ensure(place) {
  const file = fileOf(place);
  if (made.has(file)) return;
  const until = Date.now() + MAKING_LIMIT_MS;
  while (!fs.existsSync(file)) {
    if (fs.existsSync(FAILED)) throw new Error(fs.readFileSync(FAILED, "utf8"));
    if (!fs.existsSync(home)) throw new Error("The tests that this database is for have ended.");
    if (Date.now() > until) throw refuse("A database for the tests was not made in time.");
    try {
      fs.mkdirSync(`${file}.lock`);
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
      continue;
    }
    make({ ...place, isLate: isOver() }, file);
  }
  made.add(file);
}

/** Functions that hooks of drivers are given. */
const leading = (driver, folder) => {
  const led = ({ host, port, socket, user, password, database, ssl }) => {
    try {
      return placeOf({ dialect: driver.dialect, host, port, socket, user, password, database, ssl }, home);
    } catch (error) {
      throw refuse(error.message);
    }
  };
  return {
    /** Says where a connection will go, before it is made. */
    placeOf: led,
    /** Answers where a connection goes, and makes the database there; throws where that cannot be. */
    lead(about) {
      // Making a database takes its time, before the connection is known.
      begun();
      const place = led(about);
      if (typeof place.password === "function") {
        throw refuse(
          "The API asks a function for the password of its database, which these tests cannot: " +
            "name user and password by SUT_DATABASE_URL.",
        );
      }
      if (place.original === undefined) return place;
      ensure({ driver: driver.library, folder, ...place });
      if (about.database !== place.database) names.set(about.database, place.database);
      return place;
    },
    /** Answers a statement on a connection that goes to `about()`, with the names of databases in it led. */
    text(text, about) {
      // One that the program makes itself is made under this name; one that it only uses is made for it.
      const ledName = (database, isUsed) => {
        const there = { ...about(), database };
        const place = isUsed ? this.lead(there) : led(there);
        if (place.original !== undefined && /^\s*create\b/i.test(text))
          noteMade({ driver: driver.library, folder, ...place });
        return place.original === undefined ? undefined : place.database;
      };
      return ledText(driver.dialect, text, names, ledName);
    },
    /** Notes that a connection asks something or is being opened, which `isBusy(connection)` tells later. */
    begun,
    /** A socket that fails as one does that cannot connect. */
    failing(error) {
      const socket = new net.Socket();
      later(() => socket.destroy(error));
      return socket;
    },
  };
};

/** Hooks what a file of a driver exports; answers what is to be exported in its place, if anything. */
function attach({ driver, hook, folder }, exported) {
  const replaced = hook(exported, leading(driver, folder));
  if (replaced !== false) hooked.add(folder);
  return replaced || undefined;
}

const compile = Module.prototype._compile;
Module.prototype._compile = function _compile(content, filename, ...rest) {
  const text = changed(filename, () => content) ?? content;
  const result = compile.call(this, text, filename, ...rest);
  const found = hookOf(filename, "files");
  if (found !== undefined) this.exports = attach(found, this.exports) ?? this.exports;
  return result;
};
Object.defineProperty(globalThis, KEY, {
  value: (filename, exported) => attach(hookOf(filename, "modules"), exported),
  configurable: true,
});
exports.textOf = (url, { format, source }) => {
  if (format !== "module" || source === null || source === undefined || !url.startsWith("file:")) return null;
  return changed(fileURLToPath(url), () => Buffer.from(source).toString("utf8"));
};
if (!DRIVERS.some((driver) => driver.modules)) {
  // Their packages are CommonJS, however they are loaded.
} else if (Module.registerHooks) {
  Module.registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const source = exports.textOf(url, loaded);
      return source === null ? loaded : { ...loaded, source, shortCircuit: true };
    },
  });
} else {
  Module.register(pathToFileURL(path.join(__dirname, "loader.mjs")));
}

/** Packages that connect to databases of SQL. */
const PACKAGES =
  /[\\/]node_modules[\\/](pg|postgres|mysql|mysql2|mariadb|tedious|oracledb)[\\/](?!.*[\\/]node_modules[\\/])/;
const FRAMES = 24;

/** The folder of a driver that connects now and is not led; undefined for nearly all connections. */
function unled(above) {
  for (const site of sitesBelow(above, FRAMES) ?? []) {
    const name = site.getFileName();
    if (typeof name !== "string" || name.startsWith("node:") || name.startsWith(path.dirname(__dirname) + path.sep))
      continue;
    const file = name.startsWith("file:") ? fileURLToPath(name) : name;
    const found = PACKAGES.exec(file);
    const folder = found === null ? undefined : file.slice(0, found.index + found[0].length - 1);
    return folder !== undefined && !hooked.has(folder) ? folder : undefined;
  }
  return undefined;
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = {
  connect(...args) {
    const folder = unled(this.connect);
    if (folder === undefined) return connect.apply(this, args);
    const error = refuse(
      noDriver(
        folder,
        DRIVERS.map((driver) => driver.library),
      ),
    );
    later(() => this.destroy(error));
    return this;
  },
}.connect;
