// Logins of written tests send the bytes that the runner sends, whatever the header values are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { step } from "./harness/steps.mjs";
import { example, freshPackage, root, runJest, writeSuite } from "./harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
const { answer } = require("./echo-server.cjs");
const here = path.join(root, "tests", "contract");

test("header values of a login are brought to Latin-1, as the runner does it", () => {
  const WORD = " kéy→𝒳 ";
  const text = [{ text: "/login" }];
  const variable = [{ variable: { name: "LOGIN_WORD", form: "plain" } }];
  const login = {
    request: { server: null, method: "POST", target: text, headers: [["X-Own", variable], ["X-Plain", [{ text: "a→é" }]]], body: ["text/plain;x=→", [{ text: "ü→" }]] },
    gives: { token: { from: { body: "/id" }, sent: { header: "Authorization" }, template: "→ {token}" } },
  };
  const alice = { user: { name: "alice", headers: [], registration: null, login }, forgotten: false };
  const home = freshPackage("login-bytes");
  const record = path.join(home, "record");
  const call = step("GET", "/a", { user: "alice", headers: [["Authorization", [{ Credential: { user: "alice", slot: "Authorization" } }]]] });
  const run = [[{ status: 200, headers: answer.headers, body: answer.body }]];
  const suite = {
    name: "logins",
    start: { Command: { command: "node echo-server.cjs", cwd: path.relative(path.join(home, "suite"), here), env: [["RECORD", record]] } },
    reset: "None",
    module: "Cjs",
    call_timeout_ms: 5000,
    users: { users: [alice] },
    cases: [{ name: "", kind: "Success", calls: [call], expectations: [], comments: [] }],
  };
  writeSuite(path.join(home, "suite"), suite, [run, run]);
  const jest = runJest(home, { args: ["--runInBand"], env: { LOGIN_WORD: WORD } });
  assert.equal(jest.code, 0, jest.output);
  const lines = readFileSync(record, "utf8").trim().split("\n");
  const sent = lines.map((line) => JSON.parse(line).request.replace(/^(Host: 127\.0\.0\.1:)\d+\r$/m, "$10\r"));

  const same = step("POST", "/login", { headers: [["X-Own", WORD], ["X-Plain", "a→é"]], type: "text/plain;x=→", body: "ü→" });
  const credentials = { alice: { Authorization: "→ 7" } };
  const expected = example("wire_bytes", { cases: [[same], [call]], host: "127.0.0.1:0", answer, credentials }).flat();
  assert.deepEqual(sent, expected);
  assert.match(sent[0], /^X-Own: k\u00e9y\?\?\r$/m);
});
