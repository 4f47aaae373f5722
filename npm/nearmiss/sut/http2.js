"use strict";
// Counts requests over HTTP/2, of which Node tells nobody, as `requests.js` counts those of HTTP/1.

const requests = require("./requests.js");

/** A request that came; `request` as the program is given it, or the stream itself where it takes streams. */
function came(server, stream, request, response) {
  requests.began({ request, response, socket: stream.session.socket, server });
  stream.once("close", () => requests.ended(response));
}

/** Watches a server that listens, before its own listeners. */
exports.watch = (server) => {
  if (server.listenerCount("request") > 0) {
    server.prependListener("request", (request, response) => came(server, request.stream, request, response));
    return;
  }
  server.prependListener("stream", (stream, headers) => {
    const request = { method: headers[":method"], url: headers[":path"], headers, stream };
    came(server, stream, request, { req: request, socket: null });
  });
};
