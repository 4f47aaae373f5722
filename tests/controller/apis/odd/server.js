"use strict";
// An API that does what controllers have to live with: it blocks, exits, works after its answers, and calls other servers.

const http = require("node:http");
const https = require("node:https");
const net = require("node:net");
const { later } = require("./later.js");
const { shared } = require("./shared.js");

let count = 0;

const refuse = (answer, status, text) => {
  answer.statusCode = status;
  answer.end(text);
};

/** Calls that nobody answers: what counts is that they were made. */
function callOthers() {
  fetch("http://fetched.invalid/prices").catch(() => {});
  const calls = [
    http.get("http://backend.invalid:8081/prices"),
    https.get("https://secure.invalid/prices"),
    net.connect({ host: "192.0.2.1", port: 6000 }),
  ];
  for (const call of calls) {
    call.on("error", () => {});
    setTimeout(() => call.destroy(), 50);
  }
}

const paths = {
  "/compare": (query, request, answer) => {
    const word = query.get("word");
    if (request.headers["x-tenant"] === "acme") return answer.end("a tenant");
    if (word === "open sesame") return answer.end("it opens");
    return refuse(answer, 404, "closed");
  },
  "/throws": (query) => {
    const list = query.get("list");
    return list.split(",");
  },
  "/others": (query, request, answer) => {
    callOthers();
    answer.end("called");
  },
  "/block": () => {
    for (;;) count += 1;
  },
  "/exit": () => process.exit(7),
  "/later": (query, request, answer) => {
    setTimeout(later, 900, Number(query.get("call")));
    answer.end("later");
  },
  "/shared": (query, request, answer) => answer.end(shared("called")),
  "/count": (query, request, answer) => {
    count += 1;
    answer.end(String(count));
  },
  "/pid": (query, request, answer) => answer.end(String(process.pid)),
  "/slow": (query, request, answer) => void setTimeout(() => answer.end("slow"), 400),
};

const server = http.createServer((request, answer) => {
  const url = new URL(request.url, "http://localhost");
  const run = paths[url.pathname];
  if (run === undefined) return refuse(answer, 404, "no such path");
  try {
    return run(url.searchParams, request, answer);
  } catch (error) {
    return refuse(answer, 500, error.message);
  }
});

module.exports = {
  server,
  reset() {
    count = 0;
    shared("reset");
  },
};
