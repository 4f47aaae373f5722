// Static headers: credentials among them are sent by the search and read from the environment by the written tests.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("logins");
const KEY = "vault-key-90417";
const ARGS = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--calls", "300", "--seed", "1"];
const HEADERS = ["--header", `X-Api-Key: ${KEY}`, "--header", "X-Museum: east wing"];

const everything = (out) =>
  fs
    .readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath ?? entry.path, entry.name), "utf8"))
    .join("\n");

describe("headers of every call", () => {
  it("reach what they open; tests read the credential from the environment, and nothing else", async () => {
    const out = emptyOut(dir, "headers");
    const { code, output } = await nearmiss(dir, [...ARGS, ...HEADERS, "--out", out]);
    assert.equal(code, 0, output);
    const text = writtenText(out);
    assert.match(text, /\/vault 200/);
    assert.ok(text.includes('.set("X-Api-Key", headerValue(secret("NEARMISS_X_API_KEY")))'), text.slice(0, 3000));
    assert.ok(text.includes('.set("X-Museum", "east wing")'));
    assert.ok(!everything(out).includes(KEY), "the key is nowhere");
    await runSuite(out, { env: { NEARMISS_X_API_KEY: KEY } });
    await assert.rejects(runSuite(out), /NEARMISS_X_API_KEY is not set/);
  });

  it("--write-secrets: the suite needs no environment", async () => {
    const out = emptyOut(dir, "headers-written");
    const { code, output } = await nearmiss(dir, [...ARGS, ...HEADERS, "--write-secrets", "--out", out]);
    assert.equal(code, 0, output);
    assert.ok(everything(out).includes(KEY), "asked for, and there");
    await runSuite(out);
  });

  it("without them the room stays shut, and the suite knows of no users", async () => {
    const out = emptyOut(dir, "no-headers");
    const { code, output } = await nearmiss(dir, [...ARGS, "--without", "taint", "--out", out]);
    assert.equal(code, 0, output);
    const text = writtenText(out);
    assert.match(text, /\/vault 401/);
    assert.doesNotMatch(text, /\/vault 200/);
    assert.ok(!fs.existsSync(path.join(out, "support/users.cjs")));
  });
});
