"use strict";
// An API that asks its inputs for all that the runtime has a word for.

const http = require("node:http");

const paths = {
  "/json": (query) => (JSON.parse(query.get("text")).size > 3 ? "large" : "small"),
  "/number": (query) => String(Number(query.get("n"))),
  "/date": (query) => String(new Date(query.get("day")).getTime() > 0),
  "/url": (query) => new URL(query.get("at")).host,
  "/equal": (query) => String(query.get("a") === query.get("b")),
  "/among": (query) => String([query.get("b"), "a fixed one"].includes(query.get("a"))),
  "/constant": (query) => String(query.get("word") === "open sesame"),
  "/parts": (query) => String(/[a-z]+\.txt/.test(query.get("name")) || query.get("name").startsWith("draft-")),
  "/kinds": (query, { flag, list, count, record }) =>
    String(typeof flag === "boolean" || Array.isArray(list) || typeof count === "number" || record instanceof Object),
};

const server = http.createServer(async (request, answer) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url, "http://localhost");
  try {
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    answer.end(paths[url.pathname](url.searchParams, body));
  } catch (error) {
    answer.statusCode = 400;
    answer.end(error.message);
  }
});

module.exports = { server };
