const http = require("node:http");
const { Worker } = require("node:worker_threads");

const worker = new Worker(require.resolve("./squares.js"));
http.createServer((request, response) => {
  worker.once("message", (square) => response.end(String(square)));
  worker.postMessage(Number(request.url.slice(1)));
}).listen(3000);
