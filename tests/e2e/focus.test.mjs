// --only and --except: nothing else is called but what makes the state.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { emptyOut, nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";

const SERVER = `
const http = require("node:http");
const books = new Map();
http.createServer((request, response) => {
  const answer = (status, body) => { response.writeHead(status, { "content-type": "application/json" }); response.end(JSON.stringify(body)); };
  const { pathname } = new URL(request.url, "http://localhost");
  const [, first, id, below] = pathname.split("/");
  if (first === "reset") { books.clear(); return answer(200, {}); }
  if (first === "health") return answer(200, { ok: true });
  if (first === "broken") throw new Error("nobody asked for this");
  if (first !== "books") return answer(404, {});
  if (id === undefined && request.method === "POST") {
    const made = { id: String(books.size + 1) };
    books.set(made.id, made);
    return answer(201, made);
  }
  if (id === undefined) return answer(200, [...books.values()]);
  if (!books.has(id)) return answer(404, {});
  if (below === "reviews") return answer(200, []);
  if (request.method === "DELETE") { books.delete(id); return answer(204, {}); }
  return answer(200, books.get(id));
}).listen(3000);
`;

const responses = { 200: { description: "ok" }, 201: { description: "made" }, 404: { description: "none" } };
const operation = (tag, operationId) => ({ tags: [tag], operationId, responses });
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
const OPENAPI = JSON.stringify({
  openapi: "3.0.0",
  info: { title: "focus", version: "1" },
  paths: {
    "/books": { get: operation("books", "listBooks"), post: operation("books", "addBook") },
    "/books/{id}": { parameters, get: operation("books", "getBook"), delete: operation("books", "dropBook") },
    "/books/{id}/reviews": { parameters, get: operation("reviews", "listReviews") },
    "/health": { get: operation("ops", "health") },
    "/broken": { get: operation("ops", "broken") },
  },
});

/** The operations that were called by the search, and the report. */
async function called(args, more = {}) {
  const dir = project({ "server.js": SERVER, "openapi.json": OPENAPI, ...more });
  const out = emptyOut(dir, "focus");
  const log = path.join(dir, "requests.jsonl");
  const { code, output } = await nearmiss(dir, ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--reset", "/reset", "--calls", "400", "--log-requests", log, "--out", out, ...args]);
  if (code !== 0) return { code, output };
  const sent = fs.readFileSync(log, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const shape = ({ method, target }) => {
    const [, first, id, below] = target.split("?")[0].split("/");
    return `${method} /${[first, id === undefined ? null : "{id}", below].filter((part) => part !== null && part !== undefined).join("/")}`;
  };
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  return { code, output, operations: [...new Set(sent.map(shape))].sort(), report };
}

const tested = ({ report }) => new Set(report.problemDetails.rest.coveredHttpStatus.map(({ endpointId }) => endpointId));

describe("a focus", () => {
  it("calls what is asked for and what makes its state", async () => {
    const run = await called(["--only", "GET:/books/{id}/reviews"]);
    assert.equal(run.code, 0, run.output);
    const allowed = ["GET /books", "GET /books/{id}/reviews", "POST /books"];
    assert.deepEqual(run.operations.filter((name) => !allowed.includes(name)), []);
    assert.ok(run.operations.includes("GET /books/{id}/reviews") && run.operations.includes("POST /books"), run.operations);
    // The state was reached: reviews of a book that is there.
    const reviews = run.report.problemDetails.rest.coveredHttpStatus.filter(({ endpointId }) => endpointId === "GET:/books/{id}/reviews");
    assert.ok(reviews.some(({ httpStatus }) => httpStatus.includes(200)), JSON.stringify(reviews));
    assert.match(run.output, /never called: \d+ others/);
  });

  it("leaves out what is excepted, also for state and in the configuration", async () => {
    const config = { "nearmiss.config.json": JSON.stringify({ only: ["/books"], except: "POST:/books" }) };
    const run = await called([], config);
    assert.equal(run.code, 0, run.output);
    assert.deepEqual(run.operations, ["DELETE /books/{id}", "GET /books", "GET /books/{id}", "GET /books/{id}/reviews"]);
  });

  it("names tags and operationIds", async () => {
    const run = await called(["--only", "tag:ops", "--except", "broken"]);
    assert.deepEqual(run.operations, ["GET /health"]);
    assert.deepEqual([...tested(run)], ["GET:/health"]);
    assert.equal(run.report.faults.totalNumber, 0);
  });

  it("that names nothing is told with what there is", async () => {
    const run = await called(["--only", "/bookz"]);
    assert.equal(run.code, 2);
    assert.match(run.output, /`\/bookz` names none of the API's operations; there are .*GET:\/books/);
  });
});
