"use strict";
// What requests to services are answered with: what the test has given, else 404 with nothing.

const { stringify } = JSON;

/** Answer that nobody has chosen. */
const NOTHING = { status: 404, body: "", headers: {}, fault: null, number: -1 };

let given = [];
/** Answers that were given last, by address and path, and by the port from which they were asked for. */
const last = new Map();
const lastOfPort = new Map();
/** Of either. */
const MOST_LAST = 1_000;
/** Function that is called when the first answer is given. */
let whenGiven = () => {};

/** The text of a body, and the type of one that says none. */
function written(body, headers) {
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (body === undefined || body === "") return { text: "", headers };
  if (hasType && typeof body === "string") return { text: body, headers };
  return { text: stringify(body), headers: hasType ? headers : { "content-type": "application/json; charset=utf-8", ...headers } };
}

/** Takes in an answer, or a `fault` of the network in its place; its number is its place among those of the test. */
exports.add = ({ origin, method, path, status = 0, body, headers = {}, fault = null }) => {
  const { text, headers: all } = written(body, headers);
  given.push({ origin, method, path, segments: path.split("/"), status, body: text, headers: all, fault, number: given.length, times: 0 });
  whenGiven();
};

exports.forget = () => {
  given = [];
  last.clear();
  lastOfPort.clear();
};

function note(map, key, number) {
  if (map.size < MOST_LAST || map.has(key)) map.set(key, number);
}

exports.onFirst = (run) => {
  whenGiven = () => {
    whenGiven = () => {};
    run();
  };
};

const isSame = (pattern, segment) => pattern === "*" || pattern === segment;
const fits = ({ segments }, path) => segments.length === path.length && segments.every((segment, at) => isSame(segment, path[at]));

/** Answers what a request at a service is answered with, which comes from a port of this machine. */
exports.answerTo = (origin, method, target, port) => {
  const path = target.split(/[?#]/, 1)[0].split("/");
  const all = given.filter((one) => one.origin === origin && one.method === method && fits(one, path));
  const answer = all.find(({ times }) => times === 0) ?? all.at(-1) ?? NOTHING;
  if (answer !== NOTHING) answer.times += 1;
  note(last, origin + target.split(/[?#]/, 1)[0], answer.number);
  note(lastOfPort, port, answer.number);
  return answer;
};

/** Answers the number of the answer that a URL, or a connection from a port, was given last; -1 for none. */
exports.numberAt = (url) => last.get(String(url).split(/[?#]/, 1)[0]) ?? -1;
exports.numberOfConnection = (port) => lastOfPort.get(port) ?? -1;

/** Answers what says that nobody listens at a service, or null: that holds for all of it, whatever is asked. */
exports.refusalAt = (origins) => {
  const refusal = given.find(({ fault, origin }) => fault === "refused" && origins.includes(origin)) ?? null;
  if (refusal !== null) refusal.times += 1;
  return refusal;
};

/** Answers the number of the answer whose body this text is and that was given, or -1. */
exports.numberOf = (text) => given.findLast(({ body, sent, fault, times }) => times > 0 && fault === null && (sent ?? body) === text)?.number ?? -1;

/** A status and a body may go together for Node only so. */
exports.hasBody = (status, method) => method !== "HEAD" && status !== 204 && status !== 304 && status >= 200;
