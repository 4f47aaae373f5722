// An API keeps the flags of Node that it is started with, also one that forbids what a search would like to have.

import assert from "node:assert/strict";
import { it } from "node:test";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { project } from "./projects.mjs";

const SERVER = `
const http = require("node:http");
const grade = (n) => (n > 40 ? "high" : "low");
http.createServer((request, response) => {
  const n = Number(new URL(request.url, "http://localhost").searchParams.get("n"));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ grade: grade(n), flags: process.execArgv }));
}).listen(3000);
`;
const PARAMETERS = [{ name: "n", in: "query", schema: { type: "integer" } }];
const OPENAPI = {
  openapi: "3.0.0",
  info: { title: "flags", version: "1" },
  paths: { "/grade": { get: { parameters: PARAMETERS, responses: { 200: { description: "ok" } } } } },
};

it("is searched where V8 may not compile", async () => {
  const dir = project({ "server.js": SERVER, "openapi.json": JSON.stringify(OPENAPI) });
  const out = emptyOut(dir, "flags");
  const { code, output } = await nearmiss(dir, [
    "fuzz", "--start", "node --jitless server.js", "--openapi", "openapi.json", "--calls", "300", "--seed", "1", "--out", out,
  ]);
  assert.equal(code, 0, output);
  const text = writtenText(out);
  for (const expected of ['"high"', '"low"', "--jitless"]) assert.ok(text.includes(expected), `${expected} is not in ${text}`);
});
