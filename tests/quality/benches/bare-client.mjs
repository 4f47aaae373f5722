// The least that a client on Node can do: one socket, a request written, an answer found by its
// Content-Length. Prints calls per second as JSON.

import fs from "node:fs";
import net from "node:net";

const [file, port] = process.argv.slice(2);
const requests = fs
  .readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const { method, target, headers, body } = JSON.parse(line);
    const own = headers.map(([name, value]) => [name, name.toLowerCase() === "host" ? `127.0.0.1:${port}` : value]);
    const head = own.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const length = body && !own.some(([name]) => name.toLowerCase() === "content-length");
    const extra = length ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : "";
    return {
      bytes: Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}${extra}\r\n${body ?? ""}`, "latin1"),
      bodiless: method === "HEAD",
    };
  });

/** Bytes of the first whole answer in `data`, or 0. */
function wholeAnswer(data, bodiless) {
  const head = data.indexOf("\r\n\r\n");
  if (head < 0) {
    return 0;
  }
  const text = data.latin1Slice(0, head).toLowerCase();
  const status = Number(text.slice(9, 12));
  if (bodiless || status === 204 || status === 304) {
    return head + 4;
  }
  const at = text.indexOf("\r\ncontent-length:");
  if (at >= 0) {
    const length = Number.parseInt(text.slice(at + 17), 10);
    return data.length >= head + 4 + length ? head + 4 + length : 0;
  }
  const end = data.indexOf("0\r\n\r\n", head + 4);
  return end < 0 ? 0 : end + 5;
}

function connect() {
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.setNoDelay(true);
  return socket;
}

let next = 0;
let data = Buffer.alloc(0);
const started = process.hrtime.bigint();

function begin(socket) {
  data = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    data = data.length === 0 ? chunk : Buffer.concat([data, chunk]);
    const length = wholeAnswer(data, requests[next].bodiless);
    if (length > 0) {
      data = data.subarray(length);
      next += 1;
      send(socket);
    }
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    if (next < requests.length) {
      // The server closes after a request that it cannot read: the rest on a fresh connection.
      next += 1;
      begin(connect());
    }
  });
  send(socket);
}

function send(socket) {
  if (next < requests.length) {
    socket.write(requests[next].bytes);
    return;
  }
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  console.log(JSON.stringify({ calls: requests.length, seconds, callsPerSecond: requests.length / seconds }));
  socket.destroy();
}

begin(connect());
