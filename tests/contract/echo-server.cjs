"use strict";
// A server of raw bytes: it records each request as it comes and gives one answer to all. Its HTTP
// server only listens; what a connection says is read here. RECORD names the file of records, one
// JSON object a line.
const fs = require("node:fs");
const http = require("node:http");

const body = JSON.stringify({
  id: 7,
  float: 1.0,
  big: 123456789012345680000,
  small: 1.5e-7,
  name: "a b/ü?&'\"`${x}\\",
  flag: true,
  nested: [null, { "a/b~c": "deep" }],
  list: ["first"],
  none: null,
  object: {},
  empty: "",
}).replace('"float":1', '"float":1.0').replace(/}$/, ',"huge":1e300}');
const headers = [
  ["content-type", "application/json"],
  ["location", "/x/y%20z/?q=1#f"],
  ["set-cookie", "theme=dark; Path=/"],
  ["set-cookie", " sid = s%3A1/%C3%A9%; HttpOnly"],
  ["x-token", "Bearer k/1+2=="],
];
const answer = { headers, body };
const record = process.env.RECORD;
const seen = [];

/** Length of the first whole request in `bytes`, or undefined. */
function wholeRequest(bytes) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString("latin1");
  const length = /^content-length: *(\d+)/im.exec(head);
  const total = end + 4 + (length ? Number(length[1]) : 0);
  return bytes.length >= total ? total : undefined;
}

const server = http.createServer();
server.removeAllListeners("connection");
server.on("connection", (socket) => {
  let bytes = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let length; (length = wholeRequest(bytes)) !== undefined; ) {
      const request = bytes.subarray(0, length).toString("latin1");
      bytes = bytes.subarray(length);
      if (record) fs.appendFileSync(record, `${JSON.stringify({ port: socket.localPort, request })}\n`);
      else seen.push(request);
      const headers = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      const sent = request.startsWith("HEAD ") ? "" : answer.body;
      socket.write(`HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(answer.body)}\r\n\r\n${sent}`);
    }
  });
});

module.exports = { answer, seen, server };
if (require.main === module) server.listen(0);
