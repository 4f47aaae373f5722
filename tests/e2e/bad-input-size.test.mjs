// Input that is too much: expressions that backtrack without end, documents in which everything reaches everything, schemas
// that nest without end. It is bounded and told, and the search goes on with the rest.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const START = ["fuzz", "--start", "node server.js"];
const SHORT = ["--calls", "120", "--seed", "1", "--call-timeout", "5s"];
/** A search of so few calls takes a second or two; who gets lost in its input takes hours. */
const LIMITS = { limitMs: 600_000 };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-sizes-"));

/** The document of a fixture API with more in it. */
function enlarged(name, file, enlarge) {
  const document = JSON.parse(fs.readFileSync(path.join(fixture(name), "openapi.json"), "utf8"));
  enlarge(document);
  fs.writeFileSync(path.join(folder, file), JSON.stringify(document));
  return path.join(folder, file);
}

const post = (schema) => ({
  post: {
    requestBody: { content: { "application/json": { schema } } },
    responses: { 200: { description: "Answered", content: { "application/json": { schema } } }, 404: { description: "Not there" } },
  },
});

async function searched(dir, label, args) {
  const out = emptyOut(dir, label);
  const { code, output } = await nearmiss(dir, [...START, ...SHORT, "--out", out, ...args], LIMITS);
  assert.equal(code, 0, output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  assert.ok(report.problemDetails.rest.evaluatedHttpCalls >= 120, "the whole budget was used");
  return { output, report, text: writtenText(out) };
}

describe("input that is too much", () => {
  it("expressions that backtrack without end, in the document and in the API", async () => {
    const { output, report, text } = await searched(fixture("bad/catastrophic-patterns"), "patterns", ["--openapi", "openapi.json"]);
    assert.match(output, /no text can be made for this pattern/);
    assert.ok(report.warnings.some(({ message }) => message.includes("no text can be made for this pattern")));
    assert.match(text, /\/text\//);
    assert.match(text, /small/);
  });

  it("a document in which everything reaches everything", async () => {
    const file = enlarged("ncs", "huge.json", (document) => {
      const names = Array.from({ length: 60 }, (_, i) => `Thing${i}`);
      const reference = (name) => ({ $ref: `#/components/schemas/${name}` });
      document.components ??= {};
      document.components.schemas ??= {};
      for (const name of names) {
        document.components.schemas[name] = { type: "object", properties: Object.fromEntries(names.map((other) => [other, reference(other)])) };
      }
      for (const name of names) document.paths[`/api/${name}`] = post(reference(name));
    });
    const { output, text } = await searched(fixture("ncs"), "huge", ["--openapi", file, "--no-replay"]);
    assert.match(output, /this schema is very large/);
    assert.match(text, /\/api\/triangle\//);
  });

  it("schemas that nest too deeply, or for ever", async () => {
    const file = enlarged("ncs", "deep.json", (document) => {
      let deep = { type: "string" };
      for (let i = 0; i < 1_000; i += 1) deep = { type: "object", required: ["n"], properties: { n: deep } };
      document.paths["/api/deep"] = post(deep);
      document.components ??= {};
      document.components.schemas ??= {};
      document.components.schemas.Endless = { type: "object", required: ["n"], properties: { n: { $ref: "#/components/schemas/Endless" } } };
      document.paths["/api/endless"] = post({ $ref: "#/components/schemas/Endless" });
    });
    const { output, text } = await searched(fixture("ncs"), "deep", ["--openapi", file, "--no-replay"]);
    assert.match(output, /nest deeper than 120 levels/);
    assert.match(output, /or it never ends; any is sent/);
    assert.match(text, /\/api\/triangle\//);
  });
});
