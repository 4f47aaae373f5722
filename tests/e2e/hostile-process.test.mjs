// APIs that work against what measures them: maps that are written over, daemons that stay, texts that turn others around.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";

const LIMITS = { limitMs: 600_000 };
const ARGS = ["fuzz", "--start", "node server.js", "--calls", "60", "--seed", "1", "--max-actions", "2", "--format", "node", "--no-replay", "--start-timeout", "1h"];

const schema = (paths) =>
  JSON.stringify({ openapi: "3.0.3", info: { title: "x", version: "1" }, paths: Object.fromEntries(paths.map((name) => [name, { get: { responses: { 200: { description: "ok" } } } }])) });

/** An API that answers paths by `routes` (source of an object of functions). */
const server = (routes) => `
  const fs = require("node:fs"), path = require("node:path");
  const folder = path.dirname(process.env.NEARMISS_CONTROL ?? "/nowhere/at/all");
  const overwrite = (byte) => {
    if (!fs.existsSync(folder)) return;
    for (const name of fs.readdirSync(folder).filter((name) => name.includes("-map-"))) {
      const file = fs.openSync(path.join(folder, name), "r+");
      fs.writeSync(file, Buffer.alloc(1 << 16, byte), 0, 1 << 16, 0);
      fs.closeSync(file);
    }
  };
  const routes = ${routes};
  require("node:http").createServer((request, response) => {
    const run = routes[request.url.split("?")[0]];
    if (run === undefined) response.statusCode = 404;
    response.end(String(run?.() ?? "ok"));
  }).listen(3000);
`;

async function searched(routes, paths, more = []) {
  const dir = project({ "server.js": server(routes), "openapi.json": schema(paths) });
  const result = await nearmiss(dir, [...ARGS, "--openapi", "openapi.json", ...more], LIMITS);
  return { dir, ...result };
}

describe("hostile processes", () => {
  for (const byte of [0, 0xff]) {
    it(`are named when they write ${byte} over the map that they are measured by`, async () => {
      const { code, output } = await searched(`{ "/fine": () => 1, "/over": () => overwrite(${byte}) }`, ["/fine", "/over"]);
      assert.equal(code, 1, output);
      assert.match(output, /has written over the memory that it is measured by/);
    });
  }

  it("end the search when they do nothing else", async () => {
    const { code, output } = await searched(`{ "/over": () => overwrite(0) }`, ["/over"]);
    assert.equal(code, 1, output);
    assert.match(output, /the search ended early/);
  });

  it("are named when they stay after the search, and are left alone", async () => {
    // Not in the project: what the API writes there is put back.
    const noted = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-daemons-")), "pids");
    const daemon = `(() => { const { spawn } = require("node:child_process"); let pid = null; return () => {
      if (pid === null) { const child = spawn("sleep", ["7200"], { detached: true, stdio: "ignore" }); child.unref(); pid = child.pid; fs.appendFileSync(${JSON.stringify(noted)}, pid + "\\n"); } }; })()`;
    const { code, output } = await searched(`{ "/stay": ${daemon} }`, ["/stay"]);
    const pids = fs.readFileSync(noted, "utf8").trim().split("\n").map(Number);
    try {
      assert.equal(code, 0, output);
      for (const pid of pids) assert.match(output, new RegExp(`still runs: ${pid} \\(sleep 7200\\)`));
      for (const pid of pids) process.kill(pid, 0);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGKILL");
    }
  });

  it("do not turn the text of reports around", async () => {
    const turning = "\u202eevil\u202c\u009b31m\u2066";
    const routes = `{ "/turn": () => { throw new Error(${JSON.stringify(turning)}); } }`;
    const { dir, output } = await searched(routes, ["/turn"], ["--reports", "all"]);
    const hidden = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    for (const name of ["report.json", "junit.xml", "report.sarif"]) {
      assert.doesNotMatch(fs.readFileSync(path.join(dir, "nearmiss-tests", name), "utf8"), hidden, name);
    }
    assert.doesNotMatch(output, hidden);
  });
});
