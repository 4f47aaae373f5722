"use strict";
// An API with a store that no call fills: what is asked for is there only if a test has set it up.

const http = require("node:http");

const store = new Map();
globalThis[Symbol.for("toy store")] = store;

function answer(value) {
  if (value === undefined) return 404;
  // Reached only with this very value in the store.
  if (value === "open sesame") return 202;
  return 200;
}

http
  .createServer((request, response) => {
    const value = store.get(decodeURIComponent(request.url.split("/")[2] ?? ""));
    response.writeHead(answer(value), { "content-type": "application/json" });
    response.end(JSON.stringify({ known: value !== undefined }));
  })
  .listen(3000);
