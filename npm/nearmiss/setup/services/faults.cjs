"use strict";
// Faults of the network in the place of an answer.

const { leap } = require("./leaps.cjs");

const { setTimeout } = globalThis;
const SLOW_MS = 300;
/** Part of a body, and how much of it is announced. */
const BEGUN = '{"data":[{"id":1';
const ANNOUNCED = 100;
const JSON_TYPE = "application/json; charset=utf-8";
const PAGE = "<!DOCTYPE html><title>Sign in</title><h1>Sign in</h1>";

function breakOff({ request, connection }) {
  const socket = connection ?? request.socket;
  if (typeof socket.resetAndDestroy === "function") socket.resetAndDestroy();
  else socket.destroy();
}

function send({ response }, status, type, body) {
  response.sendDate = false;
  response.writeHead(status, { "content-type": type });
  response.end(body);
}

/** By kind; but "refused", which happens before there is a request. */
const ACTS = {
  __proto__: null,
  reset: breakOff,
  cut(parts) {
    const { response } = parts;
    response.sendDate = false;
    response.writeHead(200, { "content-type": JSON_TYPE, "content-length": ANNOUNCED });
    // What was sent has arrived before the connection breaks.
    response.write(BEGUN, () => setTimeout(() => breakOff(parts), 10));
  },
  slow(parts) {
    setTimeout(() => send(parts, 200, JSON_TYPE, "{}"), SLOW_MS);
  },
  garbled: (parts) => send(parts, 200, JSON_TYPE, BEGUN),
  page: (parts) => send(parts, 200, "text/html; charset=utf-8", PAGE),
  timeout(parts, endless) {
    const { response } = parts;
    leap(response, () => {
      endless();
      breakOff(parts);
    });
  },
};

/** Has a fault happen to a request; `endless()` is called where the program would wait for ever. */
exports.act = (fault, parts, endless) => (ACTS[fault] ?? breakOff)(parts, endless);
