"use strict";
// Tells the core which services the program calls, and what it reads of their answers.

const { session } = require("../../register/session.js");
const { fact } = require("../../runtime/generated/layout.js");
const { jsonParse, jsonStringify } = require("../../runtime/intrinsics.js");
const { know } = require("../../runtime/probes/parsed.js");
const incidents = require("../incidents/index.js");
const answers = require("../../setup/services/answers.cjs");
const { noteFailed } = require("./again.js");
const { watchHeaders } = require("./read_headers.js");
const { standIn } = require("./stand_ins.cjs");

const { apply } = Reflect;
/** Longer ones are told without their query. */
const LONGEST_TARGET = 2_000;

/** Values of the environment that are as long may be secrets, and so may be parts of URLs in it that hold digits. */
const LEAST_SECRET = 8;

/** Answers what may be secrets in the environment of the program, which may change it. */
function secrets() {
  const values = Object.values(process.env);
  const ofUrls = values.filter((value) => value.includes("://")).flatMap((value) => value.split(/[/?#&=:@]/).filter((piece) => /\d/.test(piece)));
  return [...values, ...ofUrls].filter(({ length }) => length >= LEAST_SECRET);
}

function decoded(piece) {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

/** Answers a target with a star for each piece of its path that holds a secret: it comes to stand in tests. */
function withoutSecrets(target) {
  const [path] = target.split(/[?#]/, 1);
  const known = secrets();
  const isSecret = (piece) => known.some((value) => piece.includes(value) || decoded(piece).includes(value));
  const pieces = path.split("/").map((piece) => (piece.length >= LEAST_SECRET && isSecret(piece) ? "*" : piece));
  return pieces.join("/") + target.slice(path.length);
}

const isOpen = () => session.epoch !== null && session.runtime !== null && session.epoch.isOpen();

/**
 * Tells what is read of the JSON of an answer, whoever parses it: `response.json()`, clients, the program. Nothing is put in the place of
 * `JSON.parse` before a test has given an answer.
 */
function watchParse() {
  if (session.runtime === null) return;
  const { inputs, alias } = session.runtime;
  inputs.knowAnswers(answers.numberOf);
  standIn(JSON, "parse", (real) => (self, args) => {
    const value = apply(real, self, args);
    if (inputs.alive[0] === 1 && typeof args[0] === "string") inputs.madeOfAnswer(args[0], value);
    return value;
  });
  alias(jsonParse, JSON.parse);
  know(JSON.parse);
  watchHeaders();
}

/** Statuses that go without a body. */
const EMPTY = new Set([204, 205, 304]);
const LEAST = 200;

/** Tells whether an answer is one that a service which works does not give: a refusal, or neither a record nor a list where one should be. */
const isFailure = ({ status, body }) => status >= 400 || (!EMPTY.has(status) && body[0] !== "{" && body[0] !== "[");

/** Words, for people, of what a service does that has failed. */
const FAULTS = {
  __proto__: null,
  refused: "is not there",
  reset: "breaks off",
  timeout: "says nothing",
  slow: "is slow",
  cut: "breaks off within an answer",
  garbled: "answers JSON that ends too early",
  page: "answers a page",
};

const failureOf = ({ status, body, fault }) =>
  fault === null ? `answers ${status}${isFailure({ status: LEAST, body }) ? " with no record and no list" : ""}` : FAULTS[fault];

/** Watches who answers for services; `tellOnce(request)` tells the core. */
exports.watch = (server, tellOnce) => {
  answers.onFirst(watchParse);
  server.onRequest(
    (request) => {
      const { origin, method, target, number, place } = request;
      tellOnce({ type: "service", to: origin, place });
      if (!isOpen()) return;
      const path = withoutSecrets(target.length > LONGEST_TARGET ? target.split("?", 1)[0].slice(0, LONGEST_TARGET) : target);
      const hasFailed = request.fault !== null || isFailure(request);
      incidents.service(hasFailed, `${origin} ${failureOf(request)}`, place);
      if (hasFailed) noteFailed(request);
      session.runtime.report(fact.SERVICE, 0, jsonStringify({ o: origin, m: method, t: path, n: number }));
    },
    ({ origin, place }) => isOpen() && incidents.askedBadly("unlimited-wait", origin, place),
  );
};
