// A search that begins with calls that people have already: what only they know is reached within few calls.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";

const text = { type: "string" };
const parameters = [{ name: "id", in: "path", required: true, schema: text }];
const requestBody = { content: { "application/json": { schema: { type: "object", properties: { code: text } } } } };
const document = { openapi: "3.0.0", info: { title: "seeds", version: "1" }, paths: { "/doors/{id}": { put: { parameters, requestBody, responses: { default: { description: "any" } } } } } };
// What is asked for is no constant of the code: nothing but a call that knows it can tell.
const server = `
const { createServer } = require("node:http");
const { createHash } = require("node:crypto");
const hash = (text) => createHash("sha1").update(text).digest("hex");
createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    let code = "";
    try {
      code = JSON.parse(body).code;
    } catch {}
    const open = hash(request.url.slice(7) + "/" + code).startsWith(process.env.WANTED ?? "WANTED_HASH");
    response.writeHead(open ? 200 : 403);
    response.end();
  });
}).listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
`;

const { createHash } = await import("node:crypto");
const wanted = createHash("sha1").update("attic/open sesame").digest("hex");
const files = {
  "server.cjs": server.replace("WANTED_HASH", wanted),
  "openapi.json": JSON.stringify(document),
  "calls.txt": `curl -X PUT http://somewhere:80/doors/attic -H 'Content-Type: application/json' -d '{"code": "open sesame"}'\ncurl http://somewhere/roof\n`,
  "calls.har": JSON.stringify({ log: { entries: [{ request: { method: "PUT", url: "http://h/doors/attic", headers: [], postData: { text: '{"code":"open sesame"}' } } }] } }),
  "bad.har": '{"log": {"entries": [{"request": {"method": "GET"}}]}}',
};

describe("a search with --seed-from", () => {
  const dir = project(files);
  const search = (label, args) =>
    nearmiss(dir, ["fuzz", "--start", "node server.cjs", "--openapi", "openapi.json", "--calls", "60", "--out", path.join(dir, label), ...args]);
  const statuses = (label) =>
    JSON.parse(fs.readFileSync(path.join(dir, label, "report.json"), "utf8")).problemDetails.rest.coveredHttpStatus.flatMap(({ httpStatus }) => httpStatus);

  it("begins with the calls of its files, and names those that are of no operation", async () => {
    const { code, output } = await search("seeded", ["--seed-from", "calls.txt", "--seed-from", "calls.har"]);
    assert.equal(code, 0, output);
    assert.ok(statuses("seeded").includes(200), output);
    assert.match(output, /calls\.txt: 1 of 2 calls are of operations/);
    assert.match(output, /1 calls are of no operation and left out: GET \/roof/);
  });

  it("does not find by itself what only they know", async () => {
    const { code, output } = await search("plain", []);
    assert.equal(code, 0, output);
    assert.ok(!statuses("plain").includes(200));
  });

  it("refuses a file that it cannot read, with the place", async () => {
    const { code, output } = await search("bad", ["--seed-from", "bad.har"]);
    assert.equal(code, 2, output);
    assert.match(output, /bad\.har: log\.entries\[0\]\.request: `url` is missing/);
  });
});
