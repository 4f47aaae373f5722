// Drivers that are named and can be refused, but not led; what is told of databases once; and what ES modules and
// bundles hand over.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, it } from "node:test";
import { lacks, programs } from "./programs.mjs";

const require = createRequire(import.meta.url);
const { run } = programs(["mssql", "oracledb", "@neondatabase/serverless"]);
const { changed } = require("../../npm/nearmiss/sut/databases/modules.js");

const connects = ({ told }) => told.map(({ connect }) => connect).filter(Boolean);
/** Nobody listens there: who is not refused is told so by the system. */
const NOWHERE = { host: "127.0.0.1", port: 9 };
const lead = { host: "127.0.0.1", port: 10 };

const NAMED = [
  {
    name: "mssql",
    text: `const mssql = require("mssql");
      const settings = { server: "127.0.0.1", port: 9, user: "sa", password: "secret", database: "shop", connectionTimeout: 2000, options: { encrypt: false } };
      const main = async () => {
        await new mssql.ConnectionPool(settings).connect().catch((error) => print(error.message));
        new mssql.ConnectionPool(settings).connect((error) => print(error.message));
      };
      main();`,
    plain: /127\.0\.0\.1:9/,
  },
  {
    name: "oracledb",
    text: `const oracledb = require("oracledb");
      const settings = { user: "system", password: "secret", connectString: "127.0.0.1:9/shop" };
      const main = async () => {
        await oracledb.getConnection(settings).catch((error) => print(error.message));
        await oracledb.createPool({ ...settings, poolMin: 0 }).then((pool) => pool.close(0)).catch((error) => print(error.message));
      };
      main();`,
    plain: /127\.0\.0\.1|NJS-/,
  },
  {
    name: "@neondatabase/serverless",
    text: `const { neon, Client } = require("@neondatabase/serverless");
      const main = async () => {
        try {
          await neon("postgres://me:secret@127.0.0.1:9/shop")\`SELECT 1\`;
        } catch (error) { print(error.message); }
        await new Client("postgres://me:secret@127.0.0.1:9/shop").connect().catch((error) => print(error.message ?? "away"));
        process.exit();
      };
      main();`,
    plain: /./,
  },
];

describe("drivers that cannot be led", () => {
  for (const { name, text, plain } of NAMED) {
    it(`${name} is named, stays where it is, and is refused`, { skip: lacks(name) }, async () => {
      const left = await run(text, { hooks: { lead } });
      assert.match(left.lines[0], plain, left.stderr);
      const [first] = connects(left);
      assert.deepEqual([first.driver, first.isLeadable, first.host, first.port, first.database], [name, false, NOWHERE.host, NOWHERE.port, "shop"]);
      assert.ok(!JSON.stringify(left.told).includes("secret"));
      const refused = await run(text, { hooks: { refuse: "not here" } });
      assert.ok(refused.lines.length >= 2 && refused.lines.every((line) => line.includes("not here")), refused.stdout + refused.stderr);
    });
  }
  it("@neondatabase/serverless is refused where it is imported", { skip: lacks("@neondatabase/serverless") }, async () => {
    const text = `import { neon } from "@neondatabase/serverless";
      try { neon("postgres://me:secret@127.0.0.1:9/shop"); } catch (error) { print(error.message); }`;
    const refused = await run(text, { kind: "mjs", hooks: { refuse: "not here" } });
    assert.deepEqual(refused.lines, ["not here"], refused.stderr);
  });
});

describe("texts that hand over what they have", () => {
  const root = path.resolve("node_modules");
  const text = (file, given) => changed(path.join(root, file), () => given);

  it("are those of drivers alone, and keep their lines", () => {
    assert.equal(text("postgres/src/index.js", ""), null);
    assert.equal(text("express/index.js", ""), null);
    assert.equal(changed("/somewhere/else.js", () => ""), null);
    const changedText = text("postgres/src/query.js", "const a = 1\nexport class Query extends Promise {}\nexport const last = 2");
    assert.deepEqual(changedText.split("\n").slice(0, 3), ["const a = 1", "export class Query extends Promise {}", "export const last = 2"]);
  });
  it("give back what is answered, however it is exported", () => {
    assert.match(text("postgres/src/connection.js", "export default Connection\nfunction Connection() {}"), /^export default \(globalThis\[.*\?\? Connection\)\n/);
    const pglite = text("@electric-sql/pglite/dist/index.js", 'import{a as x,y as b}from"./c.js";export{x as A,b as PGlite,x as Z};');
    assert.match(pglite, /export\{x as A,__nearmiss_PGlite as PGlite,x as Z\};/);
    assert.match(pglite, /const __nearmiss_PGlite = \(.*\{ PGlite: b \}.*\?\? b\);/);
  });
  it("find a class in a bundle by one of its methods, or leave it", () => {
    const bundle = 'var a=class extends b{one(){}},xr=class E extends c.d{opts;constructor(e){super()}streamInitSocket(){return 1}},z=class{};';
    assert.match(text("mariadb/dist/promise.cjs", bundle), /\{ Connection: typeof xr === "undefined" \? undefined : xr \}/);
    assert.equal(text("mariadb/dist/promise.cjs", "var a = 1"), "var a = 1");
  });
});
