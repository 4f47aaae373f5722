"use strict";
// What the calls of the tests have in common.

const http = require("node:http");
const https = require("node:https");

/** Bytes of an answer's body that are read. */
const BODY_LIMIT = 1024 * 1024;

const OF_THE_BODY = ["content-type", "content-length"];
const USUALLY_BODILESS = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "TRACE"];

/**
 * Sends a call just as it stands: the target is not normalised, header lines have one order in all
 * versions of Node and SuperAgent, and each value is Latin-1.
 */
const exact = (Agent) => class ExactAgent extends Agent {
  constructor(target, options) {
    super({ keepAlive: false, ...options });
    this.target = target;
  }

  addRequest(call, ...rest) {
    call.path = this.target;
    const { end } = call;
    call.end = (body, ...others) => {
      call.end = end;
      arrange(call, body);
      // Of a text Node would write the head as UTF-8 too.
      return call.end(typeof body === "string" ? Buffer.from(body) : body, ...others);
    };
    return super.addRequest(call, ...rest);
  }
};
const ExactAgent = exact(http.Agent);
const ExactTlsAgent = exact(https.Agent);

/** Where the API listens whose certificate is its own business. */
const OWN = /^https:\/\/127\.0\.0\.1:/;
/** Origins that speak HTTP/2 and nothing else; `sut.cjs` notes them, perhaps in another copy of this module. */
const http2Origins = (globalThis[Symbol.for("sut.http2")] ??= new Set());

function arrange(call, body) {
  const hasBody = body !== undefined && body !== null;
  const lines = call.getRawHeaderNames().map((name) => [name, call.getHeader(name)]);
  for (const [name] of lines) call.removeHeader(name);
  const value = (wanted) => lines.find(([name]) => name.toLowerCase() === wanted)?.[1];
  call.setHeader("Host", value("host"));
  call.setHeader("Connection", "keep-alive");
  if (value("accept-encoding")) call.setHeader("Accept-Encoding", value("accept-encoding"));
  const rest = (name) => !call.hasHeader(name) && !OF_THE_BODY.includes(name.toLowerCase());
  for (const [name, text] of lines) if (rest(name)) call.setHeader(name, text);
  if (value("content-type")) call.setHeader("Content-Type", value("content-type"));
  if (hasBody || !USUALLY_BODILESS.includes(call.method)) {
    call.setHeader("Content-Length", hasBody ? Buffer.byteLength(body) : 0);
  }
}

/** Reads any body: `text` is always there, `body` when it is JSON. Broken JSON is no error. */
function readBody(answer, done) {
  const chunks = [];
  let size = 0;
  let finished = false;
  const finish = (body) => {
    if (!finished) done(null, body);
    finished = true;
  };
  answer.on("data", (chunk) => {
    size += chunk.length;
    if (size <= BODY_LIMIT) {
      chunks.push(chunk);
    } else if (!finished) {
      answer.text = "";
      finish(undefined);
      answer.destroy();
    }
  });
  answer.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8");
    answer.text = text;
    const [type] = (answer.headers["content-type"] || "").split(";");
    if (!/[/+]json$/i.test(type.trim())) return finish(undefined);
    try {
      return finish(JSON.parse(text));
    } catch {
      return finish(undefined);
    }
  });
}

/** Calls of these methods change nothing of what others see. */
const SAFE = ["GET", "HEAD", "OPTIONS", "TRACE"];
/** `were`: calls may have changed something since `sut.cjs` looked last, perhaps in another copy of this module. */
const writes = (globalThis[Symbol.for("sut.writes")] ??= { were: false });

/** Notes that a call may have changed something, unless it is refused. */
function noteWrite(call) {
  if (SAFE.includes(call.method.toUpperCase())) return;
  call.on("response", ({ status }) => {
    writes.were ||= status < 400 || status > 499;
  });
  call.on("error", () => {
    writes.were = true;
  });
}

/** A SuperAgent plugin: sends this very target and reads every kind of answer. */
function exactly(target) {
  return (call) => {
    const { url } = call;
    if (http2Origins.has(new URL(url).origin)) {
      call.http2();
      if (OWN.test(url)) call.disableTLSCerts();
    } else {
      const isOwn = OWN.test(url);
      const Agent = url.startsWith("https:") ? ExactTlsAgent : ExactAgent;
      call.agent(new Agent(target, isOwn ? { rejectUnauthorized: false } : {}));
    }
    call
      .set("Accept-Encoding", "identity")
      .buffer(true)
      .parse(readBody);
    noteWrite(call);
  };
}

function valueAt(answer, pointer) {
  let value;
  try {
    value = JSON.parse(answer.text);
  } catch {
    return undefined;
  }
  for (const key of pointer.split("/").slice(1)) {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined;
    value = value[name];
  }
  return value;
}

/** The scalar at a JSON pointer of an earlier answer, or `otherwise` if there is none. Without that: nothing. */
function from(answer, pointer, otherwise = "") {
  const value = answer && valueAt(answer, pointer);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : otherwise;
}

/** The same as JSON text: a text in quotes. */
function jsonFrom(answer, pointer, otherwise = "") {
  const value = answer && valueAt(answer, pointer);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? JSON.stringify(value) : otherwise;
}

/** The same, encoded for a path or a query. */
function encodedFrom(answer, pointer, otherwise = "") {
  const value = from(answer, pointer, null);
  return value === null ? otherwise : encodeURIComponent(value.toWellFormed?.() ?? value);
}

/** The last segment of the `Location` header of an earlier answer, or `otherwise`. */
function fromLocation(answer, otherwise = "") {
  const location = answer?.headers?.location ?? "";
  const segment = location.split(/[?#]/)[0].replace(/\/+$/, "").split("/").pop();
  return /^[!-~]+$/.test(segment) && !/["<>`]/.test(segment) ? segment : otherwise;
}

/** A header of an earlier answer, or `otherwise`. */
function headerFrom(answer, name, otherwise = "") {
  return answer?.headers?.[name] || otherwise;
}

/** The value of a cookie that an earlier answer sets, or `otherwise`. */
function cookieFrom(answer, name, otherwise = "") {
  let value;
  for (const line of answer?.headers?.["set-cookie"] ?? []) {
    const [pair] = line.split(";");
    const at = pair.indexOf("=");
    if (at >= 0 && pair.slice(0, at).trim() === name) value = pair.slice(at + 1).trim();
  }
  return value || otherwise;
}

/** The body of an earlier answer as text, or `otherwise`. */
function textFrom(answer, otherwise = "") {
  return answer?.text || otherwise;
}

/** What stands in a text between two others, where they are found first, or `otherwise`; `after` may be the end: "". */
function between(text, before, after, otherwise = "") {
  const at = text.indexOf(before);
  if (at < 0) return otherwise;
  const start = at + before.length;
  const end = after === "" ? text.length : text.indexOf(after, start);
  return text.slice(start, Math.max(start, end)) || otherwise;
}

const escapeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

const octets = (part, code) =>
  code === undefined ? Buffer.from(part).toString("latin1") : String.fromCharCode(Number.parseInt(code, 16));

/** The forms of `written`, by name. */
const FORMS = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  component: (text) => encodeURIComponent(text.toWellFormed?.() ?? text),
  // As far as it can be read: a `%` that begins nothing is one.
  decoded: (text) => Buffer.from(text.replace(/%([0-9a-f]{2})|[^%]+|%/gi, octets), "latin1").toString("utf8"),
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  escapes: (text) => text.replace(/[^]/g, escapeOf),
  base64: (text) => Buffer.from(text).toString("base64"),
  bare64: (text) => Buffer.from(text).toString("base64").replace(/=+$/, ""),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
};

/** A text in another form: in base64, in capital letters, with the escapes of URLs and the like. */
function written(form, text) {
  return FORMS[form](text);
}

/** A text as it can stand in a header line. */
function headerValue(text) {
  return text.replace(/[^\0-\u00ff]/gu, "?").replace(/^[ \t]+|[ \t]+$/g, "");
}

module.exports = {
  between,
  cookieFrom,
  encodedFrom,
  exactly,
  from,
  fromLocation,
  headerFrom,
  headerValue,
  http2Origins,
  jsonFrom,
  textFrom,
  writes,
  written,
};
