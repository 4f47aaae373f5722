#!/usr/bin/env node
import http from "node:http";
import { early, later } from "./cycle_a.js";
import shape from "./shape.cjs";

const server = http.createServer((request, response) => {
  response.end(JSON.stringify({ early, later: later(request.url.length), shape: shape(request.url) }));
});
server.listen({ port: 3000 });
