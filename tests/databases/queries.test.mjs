// The API of single queries is what its cases say, and generated ones are what their seed says. `node
// fixtures/suts/queries/prove.mjs` proves all dialects; SQLite, which needs no server, is proved here.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, describe, it } from "node:test";
import { documentOf, listed } from "../../fixtures/suts/queries/cases/document.mjs";
import { DIALECTS, endpointsOf } from "../../fixtures/suts/queries/cases/index.mjs";
import { generate } from "../../fixtures/suts/queries/generating/generate.mjs";
import { prove } from "../../fixtures/suts/queries/proving/prove.mjs";

const FOLDER = path.resolve(import.meta.dirname, "../../fixtures/suts/queries");
const read = (...names) => JSON.parse(fs.readFileSync(path.join(...names), "utf8"));

describe("the API of single queries", () => {
  it("has documents that are as its cases say, which name no value", () => {
    for (const dialect of DIALECTS) {
      const document = documentOf(`queries of ${dialect}`, endpointsOf(dialect));
      assert.deepEqual(read(FOLDER, dialect, "openapi.json"), JSON.parse(JSON.stringify(document)));
      assert.doesNotMatch(JSON.stringify(document), /"(?:example|examples|enum|default|pattern|const)":/);
    }
    const all = DIALECTS.flatMap(endpointsOf);
    assert.deepEqual(read(FOLDER, "endpoints.json"), all.map(listed));
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  });

  it("has as many endpoints of each dialect as are wanted, none of which inserts", () => {
    for (const [dialect, least] of Object.entries({ pg: 70, mariadb: 45, sqlite: 45 })) {
      assert.ok(endpointsOf(dialect).length >= least, dialect);
      for (const name of fs.readdirSync(path.join(FOLDER, dialect, "routes"))) {
        const text = fs.readFileSync(path.join(FOLDER, dialect, "routes", name), "utf8");
        assert.doesNotMatch(text, /\bINSERT\b|\.insert\(|\.save\(/, `${dialect} ${name}`);
      }
    }
  });

  it("finds something beside each witness, and nothing where tables are empty", async () => {
    assert.deepEqual(await prove(path.join(FOLDER, "sqlite"), "sqlite", endpointsOf("sqlite")), []);
  });
});

describe("generated APIs", () => {
  // Beside the packages that they need.
  const folder = fs.mkdtempSync(path.join(FOLDER, "generated-"));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const files = (name) =>
    fs
      .readdirSync(path.join(folder, name))
      .map((file) => [file, fs.readFileSync(path.join(folder, name, file), "utf8")]);
  const made = (seed, name) =>
    generate({ seed, dialect: "sqlite", folder: path.join(folder, name, "api"), queries: 10 });

  it("are decided by their seed alone, and each query is proved", async () => {
    for (const name of ["once", "again"]) assert.equal((await made(1, name)).endpoints, 10);
    assert.deepEqual(files("once/api"), files("again/api"));
    await made(2, "other");
    assert.notDeepEqual(files("once/api"), files("other/api"));
    assert.deepEqual(await prove(path.join(folder, "once/api"), "sqlite", read(folder, "once/api/witnesses.json")), []);
  });
});
