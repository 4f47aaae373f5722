"use strict";
// What requests to services are answered with: what the test has given, else 404 with nothing.

const { stringify } = JSON;

/** Answer that nobody has chosen. */
const NOTHING = { status: 404, body: "", headers: {}, number: -1 };

let given = [];
/** Function that is called when the first answer is given. */
let whenGiven = () => {};

/** The text of a body, and the type of one that says none. */
function written(body, headers) {
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (body === undefined) return { text: "", headers };
  if (hasType && typeof body === "string") return { text: body, headers };
  return { text: stringify(body), headers: hasType ? headers : { "content-type": "application/json; charset=utf-8", ...headers } };
}

/** Takes in an answer; its number is its place among those of the test. */
exports.add = ({ origin, method, path, status, body, headers }) => {
  const { text, headers: all } = written(body, headers);
  given.push({ origin, method, segments: path.split("/"), status, body: text, headers: all, number: given.length, times: 0 });
  whenGiven();
};

exports.forget = () => {
  given = [];
};

exports.onFirst = (run) => {
  whenGiven = () => {
    whenGiven = () => {};
    run();
  };
};

const isSame = (pattern, segment) => pattern === "*" || pattern === segment;
const fits = ({ segments }, path) => segments.length === path.length && segments.every((segment, at) => isSame(segment, path[at]));

/** Answers what a request at a service is answered with. */
exports.answerTo = (origin, method, target) => {
  const path = target.split(/[?#]/, 1)[0].split("/");
  const all = given.filter((one) => one.origin === origin && one.method === method && fits(one, path));
  const answer = all.find(({ times }) => times === 0) ?? all.at(-1) ?? NOTHING;
  if (answer !== NOTHING) answer.times += 1;
  return answer;
};

/** Answers the number of the answer whose body this text is and that was given, or -1. */
exports.numberOf = (text) => given.findLast(({ body, times }) => times > 0 && body === text)?.number ?? -1;

/** A status and a body may go together for Node only so. */
exports.hasBody = (status, method) => method !== "HEAD" && status !== 204 && status !== 304 && status >= 200;
