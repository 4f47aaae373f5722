// Suites of APIs on SQLite that listen before they have made their tables: tests begin when nothing is written any more.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { lacks } from "./programs.mjs";
import { suiteOf } from "./suites.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PLACES = [ROOT, process.env.NEARMISS_NATIVE_DRIVERS].filter(Boolean);
const folderOf = (name) => PLACES.map((place) => path.join(place, "node_modules", name)).find((at) => fs.existsSync(at));

const AT_ONCE = 'all: async (text) => db.prepare(text).all(), run: async (text) => db.exec(text)';
/** Drivers by how they open a file and are asked. */
const DRIVERS = {
  libsql: (from) => `const db = new (require(${from}))("app.db"); const ask = { ${AT_ONCE} };`,
  "better-sqlite3": (from) => `const db = new (require(${from}))("app.db"); const ask = { ${AT_ONCE} };`,
  sqlite3: (from) => `const db = new (require(${from}).Database)("app.db");
const asked = (name) => (text) =>
  new Promise((done, failed) => db[name](text, (error, rows) => (error ? failed(error) : done(rows))));
const ask = { all: asked("all"), run: asked("exec") };`,
};
const API = `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const making = async () => {
  for (const name of ["a", "b", "c", "d", "e", "f", "last"]) {
    await pause(40);
    await ask.run("CREATE TABLE IF NOT EXISTS " + name + " (id int PRIMARY KEY)");
  }
  await ask.run("INSERT INTO last SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM last)");
};
require("node:http").createServer(async (request, response) => {
  try {
    if (request.method === "POST") await ask.run("INSERT INTO last VALUES (2)");
    response.end(JSON.stringify((await ask.all("SELECT id FROM last ORDER BY id")).map((row) => row.id)));
  } catch (error) {
    response.statusCode = 500;
    response.end(error.stack);
  }
}).listen(3000, () => MAKING);`;
/** It writes for ever, too. */
const FOR_EVER = `
const writing = () => setInterval(() => ask.run("CREATE TABLE IF NOT EXISTS more (id int); INSERT INTO more VALUES (1)"), 30);`;

for (const [driver, open] of Object.entries(DRIVERS)) {
  const suite = (name, making, more = "") => {
    const text = open(JSON.stringify(folderOf(driver))) + more + API.replace("MAKING", making);
    return suiteOf(name, { files: { "api.cjs": text }, command: "node api.cjs" }).sut;
  };
  const ask = async (sut, method = "GET") => (await fetch(sut.url, { method })).text();

  test(`${driver}, an API that listens first`, { skip: lacks(driver) }, async () => {
    const sut = suite(`still-${driver}`, "making()");
    for (let n = 0; n < 3; n += 1) {
      try {
        await sut.start();
        await sut.reset();
        assert.equal(await ask(sut), "[1]");
        assert.equal(await ask(sut, "POST"), "[1,2]");
        await sut.reset();
        assert.equal(await ask(sut), "[1]", "what the start has left is what tests begin from");
      } finally {
        await sut.stop();
      }
    }
  });

  test(`${driver}, one that writes for ever`, { skip: lacks(driver) }, async () => {
    const sut = suite(`writes-${driver}`, "making().then(writing)", FOR_EVER);
    const begin = performance.now();
    try {
      await sut.start();
      assert.ok(performance.now() - begin >= 3_000);
      assert.equal(await ask(sut), "[1]");
    } finally {
      await sut.stop();
    }
  });
}
