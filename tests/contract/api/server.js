"use strict";
// A small API with state, ids, dates and faults, for the tests of written suites.
const http = require("node:http");

let notes = new Map();
let next = 1;

const reset = () => {
  notes = new Map();
  next = 1;
};

const json = (response, status, value, headers = {}) => {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(value));
};

const routes = {
  "POST /notes": (request, response, body) => {
    let note;
    try {
      note = JSON.parse(body);
    } catch {
      return json(response, 400, { error: "the body is not JSON" });
    }
    if (typeof note.title !== "string") return json(response, 400, { error: "title is missing" });
    // An honest bug: nobody checks that tags is a list.
    const tags = note.tags === undefined ? [] : note.tags.map((tag) => tag.toLowerCase());
    const saved = { id: `n ${next++}/é`, title: note.title + (process.env.CHANGED ?? ""), tags, createdAt: new Date().toISOString() };
    saved.token = Math.random().toString(36).slice(2);
    notes.set(saved.id, saved);
    return json(response, 201, saved, { Location: `/notes/${encodeURIComponent(saved.id)}` });
  },
  "GET /notes": (request, response) => json(response, 200, { count: notes.size, notes: [...notes.values()] }),
  "GET /numbers": (request, response) =>
    json(response, 200, { all: Array.from({ length: 300 }, (_, i) => i * 1.5), zero: -0.0, big: 1e21, none: null }),
  "GET /text": (request, response) => {
    response.setHeader("Content-Type", "text/plain");
    response.end("line \u2028 one\nline two `${x}`\n");
  },
  "GET /long": (request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("é".repeat(2000));
  },
  "GET /broken-json": (request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end('{"a":');
  },
  "GET /moved": (request, response) => {
    response.writeHead(302, { Location: "/text" });
    response.end();
  },
  "HEAD /notes": (request, response) => json(response, 200, {}),
  "GET /hang": () => {},
  "GET /close": (request) => request.socket.destroy(),
  "GET /crash": () => process.exit(3),
  "GET /crash-later": (request, response) => {
    setTimeout(() => process.exit(3), 5);
    json(response, 202, { accepted: true });
  },
  "GET /endless": (request, response) => {
    const more = () => response.write("x".repeat(65536)) ? setImmediate(more) : response.once("drain", more);
    more();
  },
  "GET /env": (request, response) => json(response, 200, { mode: process.env.MODE, nodeEnv: process.env.NODE_ENV ?? null, jest: process.env.JEST_WORKER_ID ?? null }),
  "POST /reset": (request, response) => {
    reset();
    response.writeHead(204).end();
  },
};

const server = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const path = request.url.split("?")[0];
    const body = Buffer.concat(chunks).toString("utf8");
    const one = /^\/notes\/([^/]+)$/.exec(path);
    try {
      if (one && request.method === "GET") {
        const note = notes.get(decodeURIComponent(one[1]));
        return note ? json(response, 200, note) : json(response, 404, { error: "no such note" });
      }
      const route = routes[`${request.method} ${path}`];
      return route ? route(request, response, body) : json(response, 404, { error: "no such route" });
    } catch (error) {
      response.writeHead(500, { "Content-Type": "text/plain" });
      return response.end(error.stack);
    }
  });
});
if (process.env.PID_FILE) require("node:fs").appendFileSync(process.env.PID_FILE, `${process.pid}\n`);
// A second server, as for metrics, that listens first.
if (process.env.EXTRA) http.createServer((request, response) => response.writeHead(418).end()).listen(3999);
server.listen(3000, () => console.log("listening"));
server.reset = reset;
module.exports = server;
