// Programs that use a database mean what they meant: each scenario answers, fails, ends and leaves behind the same
// rows, run plainly and as a search runs it, on a fresh database each.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { missing } from "../../databases/missing.mjs";
import { startMariaDB, startPostgres } from "../../databases/servers.mjs";
import { startPlainly, startUnderCore } from "./run.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const DATABASE = "scenario";
const LIMIT_MS = 300_000;
/** Drivers that a compiler has to make may be installed elsewhere. */
const PLACES = [ROOT, process.env.NEARMISS_NATIVE_DRIVERS].filter(Boolean);

/** Answers in which folder a package is that a scenario needs, or null; any will do where it needs none. */
function placeOf(needed) {
  if (needed === undefined || isBuiltin(needed)) return ROOT;
  return PLACES.find((place) => fs.existsSync(path.join(place, "node_modules", needed))) ?? null;
}

/** Why a scenario is skipped, or false. */
function lacking(needed) {
  const has = needed?.startsWith("node:") ? isBuiltin(needed) : placeOf(needed) !== null;
  return has ? false : `${needed} is not here (NEARMISS_NATIVE_DRIVERS may name a folder that has it)`;
}

/** Writes out all tables and rows of the files that a scenario made, but for what begins with the name of SQLite. */
function dumpFiles(folder) {
  const Database = createRequire(path.join(ROOT, "package.json"))("libsql");
  const names = fs.readdirSync(folder).filter((name) => !/-(wal|shm|journal)$/.test(name)).sort();
  return names.map((name) => {
    const db = new Database(path.join(folder, name));
    try {
      const made = db.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").all();
      const tables = made.filter((one) => one.type === "table" && !one.sql?.startsWith("CREATE VIRTUAL"));
      return [name, made, tables.map((table) => db.prepare(`SELECT * FROM "${table.name}"`).raw().all())];
    } finally {
      db.close();
    }
  });
}

/** Makes places of databases on one server. */
const onServer = (user, start, drop) => async () => {
  const server = await start();
  return {
    stop: server.stop,
    make() {
      server.createDatabase(DATABASE);
      const { host, port } = server;
      return {
        place: { host, port, user, database: DATABASE, url: server.url(DATABASE) },
        dump: () => server.dump().databases[DATABASE],
        remove: () => drop(server),
      };
    },
  };
};

/** Makes places of databases in files. */
const inFiles = async () => ({
  stop() {},
  make() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-sql-"));
    return {
      place: { file: path.join(folder, "data.db") },
      dump: () => dumpFiles(folder),
      remove: () => fs.rmSync(folder, { recursive: true }),
    };
  },
});

const PRODUCTS = {
  postgres: onServer("postgres", startPostgres, ({ sql }) => sql("postgres", `DROP DATABASE ${DATABASE} WITH (FORCE)`)),
  mariadb: onServer("root", startMariaDB, ({ sql }) => sql("mysql", `DROP DATABASE ${DATABASE}`)),
  sqlite: inFiles,
};

/** Runs a scenario on a database that is there for this run only. */
async function runOn(home, process, file, drivers) {
  const { place, dump, remove } = home.make();
  try {
    const { answer, printed, queries } = await process.run(file, { ...place, drivers });
    return { queries, told: { answer: JSON.parse(answer), printed, dump: dump() } };
  } finally {
    remove();
  }
}

/** Runs all scenarios of a product in two processes, one of which a core has started. */
async function compareAll(t, product, home) {
  const [plainly, underCore] = [await startPlainly(), await startUnderCore()];
  try {
    for (const name of fs.readdirSync(path.join(FOLDER, product)).sort()) {
      const file = path.join(FOLDER, product, name);
      const [, needed] = /^export const needs = "(.*)";$/m.exec(fs.readFileSync(file, "utf8")) ?? [];
      await t.test(name, { skip: lacking(needed) }, async () => {
        const drivers = placeOf(needed);
        const plain = await runOn(home, plainly, file, drivers);
        const probed = await runOn(home, underCore, file, drivers);
        assert.ok(!JSON.stringify(plain.told.answer).includes("the scenario itself failed"), plain.told.answer.at(-1));
        assert.deepEqual(probed.told, plain.told);
        assert.ok(probed.queries.length > 0, "the core has heard of queries");
      });
    }
  } finally {
    const codes = await Promise.allSettled([plainly.end(), underCore.end()]);
    await t.test("both processes end by themselves", () => {
      assert.deepEqual(codes.map(({ value, reason }) => reason?.message ?? value), [0, 0]);
    });
  }
}

/** Why there is no server, or false. */
const withoutServer = (product) => {
  const program = { postgres: "initdb", mariadb: "mariadbd" }[product];
  return missing.includes(program) ? `${program} is not installed` : false;
};

describe("programs that use a database", { concurrency: Object.keys(PRODUCTS).length }, () => {
  for (const [product, start] of Object.entries(PRODUCTS)) {
    it(product, { timeout: LIMIT_MS, skip: withoutServer(product) }, async (t) => {
      const home = await start();
      try {
        await compareAll(t, product, home);
      } finally {
        await home.stop();
      }
    });
  }
});
