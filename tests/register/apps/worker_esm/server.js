import http from "node:http";
import { Worker } from "node:worker_threads";

const worker = new Worker(new URL("./squares.js", import.meta.url));
http.createServer((request, response) => {
  worker.once("message", (square) => response.end(String(square)));
  worker.postMessage(Number(request.url.slice(1)));
}).listen(3000);
