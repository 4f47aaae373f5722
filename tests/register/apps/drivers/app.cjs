"use strict";
const http = require("node:http");

let count = 0;
exports.reset = () => {
  count = 0;
};
exports.start = () => {
  const server = http.createServer((request, response) => {
    count += 1;
    response.end(String(count));
  });
  return new Promise((resolve) => server.listen(3000, () => resolve(server)));
};
