"use strict";
// What a server speaks: the words of the core's `Protocol`.

const http = require("node:http");
const https = require("node:https");

/** Whether a class of this name made an object. Those of HTTP/2 are exported nowhere, and loading the module takes a while. */
function isOf(object, name) {
  for (let at = Object.getPrototypeOf(object); at !== null; at = Object.getPrototypeOf(at)) {
    if (at.constructor?.name === name) return true;
  }
  return false;
}

/** `http`, `https`, `h2` (HTTP/2 over TLS) or `h2c` (without); null for what is no HTTP server. A server that speaks HTTP/1.1, too, does that. */
exports.protocolOf = (server) => {
  if (server instanceof http.Server) return "http";
  if (server instanceof https.Server) return "https";
  if (isOf(server, "Http2Server")) return "h2c";
  if (!isOf(server, "Http2SecureServer")) return null;
  // The names that it offers, each behind its length.
  return String(server.ALPNProtocols ?? "").includes("http/1.1") ? "https" : "h2";
};
