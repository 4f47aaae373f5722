"use strict";
// An API that counts, and tells how it was started.

const http = require("node:http");

let count = 0;

const server = http.createServer((request, response) => {
  if (request.url === "/count") count += 1;
  response.statusCode = request.url === "/throws" ? 500 : 200;
  response.setHeader("content-type", "application/json");
  response.end(request.url === "/started" ? JSON.stringify([process.pid, process.env.NODE_ENV ?? null]) : String(count));
});

exports.start = async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
};

exports.stop = async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

exports.reset = () => {
  count = 0;
};
