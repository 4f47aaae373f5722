// Suites in TypeScript are right in the eyes of the compiler, as strict as it can be asked, however modules are resolved.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { credential, fromBody, fromLocation, fromSetup, fromSource, step, written } from "./harness/steps.mjs";
import { freshPackage, root, writeSuite } from "./harness/suite-writer.mjs";

const FORMATS = ["jest", "mocha", "node", "vitest"];
const tags = Array.from({ length: 60 }, (_, index) => `tag ${index}`);
const book = (title) => ({ type: "application/json", body: JSON.stringify({ title, tags }), operation: "POST:/books" });
const bob = {
  user: { name: "bob", headers: [["X-Key", [{ variable: { name: "BOB_KEY", form: "plain" } }]]], registration: null, login: null },
  forgotten: false,
};
const answer = (body, type = "application/json") => ({ status: 200, headers: [["content-type", type]], body });

/** Steps, and what they are answered in two runs; together they print everything that a suite may hold. */
const tests = [
  [
    [step("POST", "/books", book("a")), answer('{"id":1,"at":1}'), answer('{"id":1,"at":2}')],
    [step("POST", "/books", book("b")), answer('{"id":2,"list":[{"a":"1"}]}'), answer('{"id":2,"list":[{"a":"2"}]}')],
    [step("GET", [{ Text: "/books/" }, fromBody(0, "/id", "1")]), answer(`{"long":"${"x".repeat(500)}"}`)],
    [step("GET", [{ Text: "/books/" }, fromLocation(0, "1")]), answer("null")],
    [
      step("POST", "/books", { type: "application/json", body: [{ Text: '{"id":' }, { FromResponse: { call: 0, source: { Json: "/id" }, fallback: "1" } }, { Text: "}" }] }),
      answer("[1,2,3,4,5,6,7]"),
    ],
    [
      step("GET", [{ Text: "/" }, fromSource(0, { Between: { of: { Body: "/id" }, before: "/", after: "" } }, "1")], {
        headers: [["X-C", [fromSource(0, { Cookie: "c" }, "1"), written("hex", fromSource(0, { Header: "h" }, "1"))]], ["X-T", [fromSource(0, "Text", "1")]]],
      }),
      answer("true"),
    ],
  ],
  ["/me", "/me/a", "/me/b"].map((path) => [
    step("GET", path, { user: "bob", headers: [["X-Key", [credential("bob", "X-Key")]], ["X-A", "1"], ["X-A", "2"]] }),
    answer("true"),
  ]),
  [[step("GET", "/key", { user: "bob", headers: [["X-Key", [{ Text: "a " }, credential("bob", "X-Key")]]] }), answer("true")]],
  [[step("GET", "/word", { headers: [["X-Word", [credential("", "WORD")]], ["X-B", [{ Text: "a " }, credential("", "WORD")]]] }), answer("text", "text/plain")]],
  [[step("PUT", "/text", { type: "text/plain", body: "line\n".repeat(30) }), answer("é".repeat(900), "text/plain")]],
  [[step("GET", "/hang"), "timeout"], [step("GET", "/close"), "broken"]],
  [[step("GET", "/either"), "timeout", "broken"]],
  [[step("GET", [{ Text: "/" }, fromSetup(0, { Body: "/id" }, "1"), { Text: "/" }, fromSetup(1, { Body: "/name" }, "a%20b")]), answer("true")]],
];
/** Rows of the last one. */
const insert = (table, ...row) => ({ kind: "sql", function: "insert", arguments: [[{ Text: JSON.stringify(table) }], row] });
const rows = [
  insert("users", { Text: '{"name":"Ann","tags":[1]}' }),
  insert("users", { Text: '{"boss":' }, fromSetup(0, { Json: "/id" }, "1"), { Text: "}" }),
];
const cases = tests.map((calls, index) => ({
  name: "",
  kind: ["Success", "Success", "Success", "ClientError", "Fault", "Fault", "Fault", "Success"][index],
  setup: index === 7 ? rows : [],
  calls: calls.map(([one]) => one),
  expectations: [],
  comments: [],
  ends_api: index === 5,
}));
const runs = [1, 2].map((run) => tests.map((calls) => calls.map((call) => call[run] ?? call[1])));

/** Compiles the suites of all formats in a package of that kind; answers what the compiler says. */
function compile(name, type, options) {
  const home = freshPackage(`types-${name}`, type);
  for (const format of FORMATS) {
    const suite = {
      name: "books",
      start: { Command: { command: "node server.js", cwd: "..", env: [] } },
      reset: "None",
      module: type === "module" ? "Esm" : "Cjs",
      language: "Ts",
      call_timeout_ms: 500,
      users: { users: [bob] },
      cases,
    };
    const folder = path.join(home, format);
    writeSuite(folder, suite, runs, format);
    const support = readdirSync(path.join(folder, "support"));
    for (const file of ["payloads", "setup", "users", "calls"]) assert.ok(support.includes(`${file}.d.cts`), `${format} ${file}`);
  }
  const compilerOptions = {
    target: "es2022",
    strict: true,
    noEmit: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    // Ours must be right; those of libraries are their own affair.
    skipLibCheck: true,
    types: ["node", "mocha"],
    ...options,
  };
  writeFileSync(path.join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*/*.test.ts"] }));
  const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc");
  const run = spawnSync(process.execPath, [tsc, "--project", home, "--listFiles"], { encoding: "utf8" });
  const listed = run.stdout.split("\n").filter((line) => line.startsWith(home));
  return { ...run, listed, said: run.stdout.split("\n").filter((line) => /error TS/.test(line)).join("\n") };
}

for (const [name, type, options] of [
  ["commonjs", "commonjs", { module: "commonjs", moduleResolution: "node10", esModuleInterop: false }],
  ["nodenext-cjs", "commonjs", { module: "nodenext" }],
  ["nodenext-esm", "module", { module: "nodenext", verbatimModuleSyntax: true }],
  ["bundler", "module", { module: "esnext", moduleResolution: "bundler", isolatedModules: true }],
]) {
  test(`suites compile under strict: ${name}`, () => {
    const { status, said, listed } = compile(name, type, options);
    assert.equal(said, "");
    assert.equal(status, 0);
    assert.equal(listed.filter((file) => file.endsWith(".test.ts")).length, 3 * FORMATS.length);
    assert.ok(listed.some((file) => file.endsWith("support/api.d.cts")), "types of support files are found");
  });
}
