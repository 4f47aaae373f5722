"use strict";
// Answers in the place of services: a listener on the loopback interface for each host and port that the process connects to, in this
// process. What is spoken shows in the first byte: HTTP/1.1, HTTP/2 with foreknowledge, or TLS and one of both. Of SMTP, in which the server
// speaks first, it is known before.

const http = require("node:http");
const net = require("node:net");
const { answerTo, hasBody, refusalAt } = require("./answers.cjs");
const { act } = require("./faults.cjs");
const mail = require("./mail.cjs");
const { answerAtStart, issuerOf } = require("./start.cjs");

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
let tellEndless = () => {};

/**
 * `told({ origin, method, target, number, status, body, fault, place })` of each request; the number is that of its answer, -1 of the
 * usual one. `endless` the same of one that never got an answer, and for which the program would have waited for ever.
 */
exports.onRequest = (told, endless = () => {}) => {
  tell = told;
  tellEndless = endless;
};
exports.isOurs = (server) => ours.has(server);

const PORTS = { http: 80, https: 443, smtp: 25 };
/** What a letter is asked as. */
const LETTER = { method: "MAIL", target: "/" };
const originOf = (scheme, { host, port }) => `${scheme}://${host.includes(":") ? `[${host}]` : host}${port === PORTS[scheme] ? "" : `:${port}`}`;

/** The path and query of a target that may be a whole URL, as proxies are asked. */
const pathOf = (target) => (target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, "") || "/");

/** Bytes of a request that are read. */
const MOST_READ = 65_536;

/** Calls `then` with the text of a request. */
function read(request, then) {
  const chunks = [];
  let size = 0;
  request.on("data", (chunk) => {
    size += chunk.length;
    if (size <= MOST_READ) chunks.push(chunk);
  });
  request.once("end", () => then(Buffer.concat(chunks).toString("utf8")));
}

/** The answer that the test has chosen for a request, or what the service says by itself. */
function chosen(origin, { method, headers, socket }, target, text) {
  const answer = answerTo(origin, method, target, socket?.remotePort);
  if (answer.number < 0) {
    const body = answerAtStart(origin, method, target.split(/[?#]/, 1)[0]);
    return body === null ? answer : { ...answer, status: 200, body, headers: { "content-type": "application/json; charset=utf-8" } };
  }
  if (answer.body.includes("jwt:")) answer.sent = require("./tokens.cjs").withTokens(answer.body, issuerOf(origin + target, origin), headers, text);
  return { ...answer, body: answer.sent ?? answer.body };
}

/** Tells whether who has sent a request has no limit of its own: undici, and so fetch, which writes names in small letters, waits for five minutes. */
const hasNoLimit = ({ httpVersionMajor, rawHeaders }) => httpVersionMajor === 1 && !rawHeaders.includes("host");

/** Sets a header, but for one that no server could send: a test may have been changed by hand. */
function setHeader(response, name, value) {
  try {
    response.setHeader(name, value);
  } catch {
    // The program must not end for it.
  }
}

/** Answer to an agent that takes a service for a proxy, and waits for it. */
const NO_PROXY = "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

function answer(origin, service, request, response) {
  read(request, (text) => {
    const target = pathOf(request.url);
    const { status, headers, body, number, fault } = chosen(origin, request, target, text);
    const about = { origin, method: request.method, target, number, status, body, fault, place: service.place };
    tell(about);
    if (fault !== null) {
      const connection = service.connections.get(request.socket?.remotePort);
      act(fault, { request, response, connection }, () => hasNoLimit(request) && tellEndless(about));
      return;
    }
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) setHeader(response, name, value);
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

const plainServer = () => new http.Server().on("connect", (request, socket) => socket.end(NO_PROXY));

/** The server for who begins so. */
function serverFor(service, first) {
  if (first[0] === TLS_BEGINS) return (service.secure ??= secureServer(service));
  if (first.toString("latin1").startsWith(HTTP2_BEGINS)) return (service.http2 ??= made(require("node:http2").createServer(), "http", service));
  return (service.plain ??= made(plainServer(), "http", service));
}

function takeLetters(service, socket) {
  const origin = originOf("smtp", service);
  const about = ({ number, status, fault }) => {
    // A letter that is taken is as good an answer as a record.
    const isTaken = number < 0;
    return { origin, ...LETTER, number, status: isTaken ? 250 : status, body: isTaken || status < 300 ? "{}" : "", fault, place: service.place };
  };
  const { remotePort } = socket;
  mail.serve(socket, {
    name: service.host,
    chosen: () => answerTo(origin, LETTER.method, LETTER.target, remotePort),
    tell: (answer) => tell(about(answer)),
    endless: (answer) => tellEndless(about(answer)),
  });
}

/** Takes mail on a connection, which begins with TLS where the program says so. */
function acceptMail(service, socket) {
  if (!service.isSecure) {
    takeLetters(service, socket);
    return;
  }
  const { TLSSocket, createSecureContext } = require("node:tls");
  const { certificateFor } = require("./certificates.cjs");
  const context = (name) => createSecureContext(certificateFor(name));
  const secure = new TLSSocket(socket, { isServer: true, secureContext: context(service.host), SNICallback: (name, done) => done(null, context(name)) });
  secure.on("error", () => {});
  takeLetters(service, secure);
}

function accept(service, socket) {
  socket.unref();
  socket.on("error", () => {});
  const { remotePort } = socket;
  service.connections.set(remotePort, socket);
  socket.once("close", () => service.connections.delete(remotePort));
  if (service.speaks === "smtp") {
    // Word after word goes to and fro.
    socket.setNoDelay(true);
    acceptMail(service, socket);
    return;
  }
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
 * `speaks`: "http" or "smtp", and over TLS from the beginning where `isSecure`; `place`: who calls it, in the program's code.
 */
exports.portOf = ({ host, port, speaks = "http", isSecure = false, place }, Handle) => {
  const key = `${speaks === "http" ? "" : `${speaks} ${isSecure} `}${host} ${port}`;
  let service = services.get(key);
  if (service === undefined) {
    if (services.size >= MOST_SERVICES) return null;
    const handle = new Handle(SERVER);
    handle.bind(LOOPBACK, 0);
    service = { host, port, speaks, isSecure, place, connections: new Map(), server: new net.Server((socket) => accept(service, socket)) };
    service.server.on("error", () => {});
    service.server.listen(handle);
    service.server.unref();
    services.set(key, service);
  }
  return service.server.address()?.port ?? null;
};

const originsOf = (service) => Object.keys(PORTS).map((scheme) => originOf(scheme, service));

/** Tells whether the test has nobody listen at a service. */
exports.isRefused = ({ host, port, place }) => {
  const refusal = refusalAt(originsOf({ host, port }));
  if (refusal === null) return false;
  const { origin, method, path, number, fault } = refusal;
  tell({ origin, method, target: path, number, status: 0, body: "", fault, place });
  return true;
};

/** Ends the connections to a service that programs keep. */
exports.drop = (origin) => {
  for (const service of services.values()) {
    if (!originsOf(service).includes(origin)) continue;
    for (const socket of service.connections.values()) socket.destroy();
  }
};

/** The certificate of who answers, in PEM. */
exports.authority = () => require("./certificates.cjs").authority();
