// PGlite: what it is asked and answers is told, the folder that it opens is told and led, and the program sees nothing
// of it.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { programs } from "./programs.mjs";

const { alike, folder, run } = programs(["@electric-sql/pglite"]);
const data = path.join(folder, "data");
const template = path.join(folder, "template");

/** Making a database takes most of the time: it is made once, and copied. */
before(async () => {
  const text = `const { PGlite } = require("@electric-sql/pglite");
    PGlite.create("template").then((db) => db.close());`;
  const { code, stderr } = await run(text, { hooks: null });
  assert.equal(code, 0, stderr);
});

const fresh = () => {
  fs.rmSync(data, { recursive: true, force: true });
  fs.cpSync(template, data, { recursive: true });
};
const inserts = (queries) => queries.filter(({ text, kind }) => kind === "query" && text.startsWith("INSERT"));

const BODY = `
const main = async () => {
  const db = await PGlite.create("data");
  print(db instanceof PGlite, db.constructor.name, db.dataDir);
  await db.exec("CREATE TABLE books (id serial PRIMARY KEY, title text UNIQUE)");
  print((await db.query("INSERT INTO books (title) VALUES ($1) RETURNING *", ["a"])).rows);
  await db.query("INSERT INTO books (title) VALUES ($1)", ["a"]).catch((error) => print(error.code, error.message, error.constraint));
  await db.transaction(async (tx) => {
    print((await tx.sql\`SELECT * FROM books WHERE title = \${"a"}\`).rows);
    await tx.rollback();
  });
  await db.query("SELECT nothing").catch((error) => print(error.code, error.message));
  await db.exec("nonsense").catch((error) => print(error.code, error.message));
  print((await db.query("SELECT count(*)::int AS n FROM books")).rows);
  if (globalThis.nearmissRaw) {
    const { rows } = await globalThis.nearmissRaw("@electric-sql/pglite", db).run("SELECT 'ours' AS a", []);
    if (rows[0].a !== "ours") process.exit(7);
  }
  await db.close();
};
main();`;

describe("pglite", () => {
  it("is told, required and imported", async () => {
    for (const [kind, head] of [
      ["cjs", 'const { PGlite } = require("@electric-sql/pglite");'],
      ["mjs", 'import { PGlite } from "@electric-sql/pglite";'],
    ]) {
      const { connects, begun, ended } = await alike(head + BODY, { kind, before: fresh });
      assert.deepEqual(connects.map(({ driver, file }) => [driver, file]), [["@electric-sql/pglite", "data"]]);
      assert.deepEqual(inserts(begun).map(({ values }) => values), [["a"], ["a"]]);
      assert.match(inserts(begun)[0].place, /RETURNING/);
      assert.equal(inserts(ended)[0].count, 1);
      assert.deepEqual([inserts(ended)[1].error.code, inserts(ended)[1].error.constraint], ["23505", "books_title_key"]);
      assert.equal(begun.find(({ text }) => text.startsWith("SELECT * FROM books")).transaction, true);
      assert.deepEqual(ended.filter(({ error }) => error !== null).map(({ error }) => error.code), ["23505", "42703", "42601"]);
      assert.ok(!begun.some(({ text }) => text.includes("ours")));
    }
  });

  it("is led to another folder, made by either way", async () => {
    fresh();
    const other = path.join(folder, "home");
    fs.cpSync(template, other, { recursive: true });
    const text = `import { PGlite } from "@electric-sql/pglite";
      const db = await PGlite.create({ dataDir: "data" });
      await db.exec("CREATE TABLE there (a int)");
      await db.close();
      const again = new PGlite("data");
      print((await again.query("SELECT count(*)::int AS n FROM there")).rows);
      await again.close();`;
    const { lines, stderr } = await run(text, { kind: "mjs", hooks: { leadFile: { data: other } } });
    assert.deepEqual(lines, ['[{"n":0}]'], stderr);
  });
});
