// --baseline: faults that are known fail nobody, new ones do, and the file follows what is there.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { emptyOut, nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";

const server = (faults) => `
const faults = ${JSON.stringify(faults)};
require("node:http").createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  response.writeHead(faults.includes(pathname) ? 500 : 200).end("ok");
}).listen(3000);
`;

const responses = { 200: { description: "ok" } };
const openapi = (paths) => JSON.stringify({ openapi: "3.0.0", info: { title: "b", version: "1" }, paths: Object.fromEntries(paths.map((name) => [name, { get: { responses } }])) });
const ALL = ["/a", "/b", "/c"];

describe("a baseline", () => {
  const dir = project({ "server.js": server(["/a", "/b"]), "openapi.json": openapi(ALL) });
  const file = path.join(dir, "nearmiss.baseline.json");
  const search = async (args) => {
    const out = emptyOut(dir, "baseline");
    const run = await nearmiss(dir, ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--calls", "60", "--fail-on-fault", "--no-replay", "--out", out, ...args]);
    return { ...run, report: fs.existsSync(path.join(out, "report.json")) ? JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8")) : null };
  };
  const operations = () => JSON.parse(fs.readFileSync(file, "utf8")).faults.map(({ operation }) => operation);

  it("that is not there is made only when that is asked for", async () => {
    const missing = await search(["--baseline", file]);
    assert.equal(missing.code, 2);
    assert.match(missing.output, /there is no such file; --update-baseline makes it/);
    const alone = await search(["--update-baseline"]);
    assert.equal(alone.code, 2);
    assert.match(alone.output, /--update-baseline needs the file/);
    const made = await search(["--baseline", file, "--update-baseline"]);
    assert.equal(made.code, 1, made.output);
    assert.match(made.output, /2 faults added, 0 taken out/);
    assert.deepEqual(operations(), ["GET:/a", "GET:/b"]);
  });

  it("accepts what is in it, by the name that the reports have", async () => {
    const { code, output, report } = await search(["--baseline", file]);
    assert.equal(code, 0, output);
    assert.match(output, /faults +2, 2 of them accepted/);
    const ids = JSON.parse(fs.readFileSync(file, "utf8")).faults.map(({ id }) => id);
    assert.deepEqual(report.nearmiss.faults.map(({ id }) => id).sort(), ids.sort());
  });

  it("does not hide a new fault", async () => {
    fs.writeFileSync(path.join(dir, "server.js"), server(["/a", "/b", "/c"]));
    const { code, output } = await search(["--baseline", file]);
    assert.equal(code, 1, output);
    assert.match(output, /faults +3, 2 of them accepted/);
  });

  it("loses faults that three updates did not find, and those of operations that are gone", async () => {
    fs.writeFileSync(path.join(dir, "server.js"), server(["/b", "/c"]));
    for (const _ of [1, 2]) await search(["--baseline", file, "--update-baseline"]);
    assert.deepEqual(operations(), ["GET:/a", "GET:/b", "GET:/c"]);
    const third = await search(["--baseline", file, "--update-baseline"]);
    assert.match(third.output, /0 faults added, 1 taken out/);
    assert.deepEqual(operations(), ["GET:/b", "GET:/c"]);
    // What was not asked for is not gone.
    await search(["--baseline", file, "--update-baseline", "--only", "/b"]);
    assert.deepEqual(operations(), ["GET:/b", "GET:/c"]);
    fs.writeFileSync(path.join(dir, "openapi.json"), openapi(["/a", "/b"]));
    await search(["--baseline", file, "--update-baseline"]);
    assert.deepEqual(operations(), ["GET:/b"]);
  });
});
