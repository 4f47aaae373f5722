const http = require("node:http");
const net = require("node:net");

const PORT = 3456;

const text = (answer) =>
  new Promise((resolve) => {
    let body = "";
    answer.on("data", (chunk) => (body += chunk)).on("end", () => resolve(body));
  });
const got = (...args) => new Promise((resolve, reject) => http.get(...args, resolve).on("error", reject)).then(text);
const raw = (...args) =>
  new Promise((resolve, reject) => {
    const socket = new net.Socket();
    socket.on("error", reject);
    socket.connect(...args, () => socket.end("GET /inner HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    text(socket).then((all) => resolve(all.split("\r\n\r\n").at(-1).includes("inner") ? "inner" : all));
  });

const WAYS = {
  "/get": () => got(`http://127.0.0.1:${PORT}/inner`),
  "/get-localhost": () => got({ host: "localhost", port: String(PORT), path: "/inner" }),
  "/get-no-host": () => got({ port: PORT, path: "/inner" }),
  "/get-agent": () => got({ hostname: "::1", port: PORT, path: "/inner", agent: new http.Agent({ keepAlive: true }) }),
  "/fetch": async () => (await fetch(`http://localhost:${PORT}/inner`)).text(),
  "/fetch-number": async () => (await fetch(`http://127.0.0.1:${PORT}/inner`)).text(),
  "/socket": () => raw(PORT),
  "/socket-host": () => raw(PORT, "0.0.0.0"),
  "/socket-options": () => raw({ port: PORT, host: "127.0.0.1" }),
};

http
  .createServer((request, response) => {
    if (request.url === "/inner") {
      response.end("inner");
      return;
    }
    WAYS[request.url]().then(
      (body) => response.end(`through ${body}`),
      (error) => response.writeHead(502).end(String(error.cause ?? error)),
    );
  })
  .listen(PORT);
