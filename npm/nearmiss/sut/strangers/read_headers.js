"use strict";
// Tells which headers of the answers of services the program reads: `response.headers.get("link")` of fetch, and the record that messages of
// node:http have. Clients that copy these into records of their own are not followed.

const http = require("node:http");
const { session } = require("../../register/session.js");
const answers = require("../../setup/services/answers.cjs");
const { standIn } = require("./stand_ins.cjs");

const { apply } = Reflect;
const { defineProperty, getOwnPropertyDescriptor } = Object;
/** Names of headers: others are refused by who sends them. */
const NAME = /^[a-z0-9-]{1,40}$/;
/** Headers that say how an answer is sent, which is ours. */
const OF_TRANSPORT = new Set(["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding"]);

const isToTell = (name) => NAME.test(name) && !OF_TRANSPORT.has(name);

/** Calls `note(object, value)` with what an accessor of a prototype answers. */
function watchAccessor(prototype, name, note) {
  const descriptor = getOwnPropertyDescriptor(prototype, name);
  if (typeof descriptor?.get !== "function" || !descriptor.configurable) return;
  const { get: real } = descriptor;
  const { get } = getOwnPropertyDescriptor(
    {
      get watched() {
        const value = apply(real, this, []);
        note(this, value);
        return value;
      },
    },
    "watched",
  );
  defineProperty(get, "name", getOwnPropertyDescriptor(real, "name"));
  defineProperty(prototype, name, { ...descriptor, get });
}

/** The numbers of answers by the headers of fetch. */
const numbers = new WeakMap();

function watchFetch({ inputs }) {
  const { Headers, Response } = globalThis;
  if (typeof Response !== "function" || typeof Headers !== "function") return;
  watchAccessor(Response.prototype, "headers", (response, headers) => {
    if (inputs.alive[0] === 0 || numbers.has(headers)) return;
    const number = answers.numberAt(response.url);
    if (number >= 0) numbers.set(headers, number);
  });
  for (const name of ["get", "has"]) {
    standIn(Headers.prototype, name, (real) => (self, args) => {
      const value = apply(real, self, args);
      if (inputs.alive[0] === 1 && numbers.has(self)) {
        const header = `${args[0]}`.toLowerCase();
        if (isToTell(header)) inputs.headerOfAnswer(header, numbers.get(self));
      }
      return value;
    });
  }
}

function watchMessages({ inputs }) {
  watchAccessor(http.IncomingMessage.prototype, "headers", (message, headers) => {
    // Those that a server gets have no request.
    if (inputs.alive[0] === 0 || !message.req || !message.socket) return;
    const number = answers.numberOfConnection(message.socket.localPort);
    if (number >= 0) inputs.headersOfAnswer(headers, number);
  });
}

/** Watches from now on; once. */
exports.watchHeaders = () => {
  watchFetch(session.runtime);
  watchMessages(session.runtime);
};
