"use strict";
// Answers in the place of services: a listener on the loopback interface for each host and port that the process connects to, in this
// process. What is spoken shows in the first byte: HTTP/1.1, HTTP/2 with foreknowledge, or TLS and one of both.

const http = require("node:http");
const net = require("node:net");
const { answerTo, hasBody } = require("./answers.cjs");

const { setTimeout } = globalThis;
const LOOPBACK = "127.0.0.1";
/** The kind of handle that listens, as Node's constructors are told it. */
const SERVER = 1;
const TLS_BEGINS = 0x16;
const HTTP2_BEGINS = "PRI *";
/** Inputs may name any host. */
const MOST_SERVICES = 200;
/** Time after which a client that says nothing speaks something else. */
const SILENCE_MS = 2_000;

const services = new Map();
/** Servers of ours: nothing that is asked of them is asked of the program. */
const ours = new WeakSet();
let tell = () => {};

/** `tell({ origin, method, target, number, status, body, place })` of each request; the number is that of its answer, -1 of the usual one. */
exports.onRequest = (told) => {
  tell = told;
};
exports.isOurs = (server) => ours.has(server);

const PORTS = { http: 80, https: 443 };
const originOf = (scheme, { host, port }) => `${scheme}://${host.includes(":") ? `[${host}]` : host}${port === PORTS[scheme] ? "" : `:${port}`}`;

/** The path and query of a target that may be a whole URL, as proxies are asked. */
const pathOf = (target) => (target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, "") || "/");

function answer(origin, service, request, response) {
  request.resume();
  request.once("end", () => {
    const target = pathOf(request.url);
    const { status, headers, body, number } = answerTo(origin, request.method, target);
    tell({ origin, method: request.method, target, number, status, body, place: service.place });
    response.sendDate = false;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(hasBody(status, request.method) ? body : undefined);
  });
}

/** A server that listens nowhere: connections are handed to it. */
function made(server, scheme, service) {
  ours.add(server);
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  server.on("request", (request, response) => answer(originOf(scheme, service), service, request, response));
  for (const name of ["error", "tlsClientError", "sessionError"]) server.on(name, () => {});
  return server;
}

function secureServer(service) {
  const http2 = require("node:http2");
  const { createSecureContext } = require("node:tls");
  const { certificateFor } = require("./certificates.cjs");
  const SNICallback = (name, done) => done(null, createSecureContext(certificateFor(name)));
  return made(http2.createSecureServer({ allowHTTP1: true, ...certificateFor(service.host), SNICallback }), "https", service);
}

/** The server for who begins so. */
function serverFor(service, first) {
  if (first[0] === TLS_BEGINS) return (service.secure ??= secureServer(service));
  if (first.toString("latin1").startsWith(HTTP2_BEGINS)) return (service.http2 ??= made(require("node:http2").createServer(), "http", service));
  return (service.plain ??= made(new http.Server(), "http", service));
}

function accept(service, socket) {
  socket.unref();
  socket.on("error", () => {});
  const silence = setTimeout(() => socket.destroy(), SILENCE_MS);
  silence.unref();
  socket.once("close", () => clearTimeout(silence));
  socket.once("data", (first) => {
    clearTimeout(silence);
    socket.pause();
    socket.unshift(first);
    serverFor(service, first).emit("connection", socket);
    process.nextTick(() => socket.resume());
  });
}

/**
 * The port at which a service is answered for, or null where there are too many; it listens by then. `Handle`: what makes handles of TCP.
 * `place`: who calls it, in the program's code.
 */
exports.portOf = ({ host, port, place }, Handle) => {
  const key = `${host} ${port}`;
  let service = services.get(key);
  if (service === undefined) {
    if (services.size >= MOST_SERVICES) return null;
    const handle = new Handle(SERVER);
    handle.bind(LOOPBACK, 0);
    service = { host, port, place, server: new net.Server((socket) => accept(service, socket)) };
    service.server.on("error", () => {});
    service.server.listen(handle);
    service.server.unref();
    services.set(key, service);
  }
  return service.server.address()?.port ?? null;
};
/** The certificate of who answers, in PEM. */
exports.authority = () => require("./certificates.cjs").authority();
