"use strict";
// Reads calls as a server would and says what it found, for sampling.rs. Input: a list of
// {path, target, type, body} on stdin; output: a list of {problem, values}.

const INVALID_PATH_REGEX = /[^\u0021-\u00ff]/; // what Node's http client refuses

function pathValues(template, path) {
  const names = [];
  const source = template
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]*)\}/g, (_, name) => (names.push(name), "([^/]*)"));
  const match = new RegExp(`^${source}$`).exec(path);
  if (!match) throw new Error(`path ${path} is not of ${template}`);
  return names.map((name, index) => [`path ${name}`, decodeURIComponent(match[index + 1])]);
}

function checkJson(text) {
  const value = JSON.parse(text);
  // Whole numbers beyond 2^53 are printed exactly and read as doubles; all else must be what
  // JSON.stringify prints.
  const plain = text.replace(/(?<![.\d+e-])-?\d{16,}(?![.e\d])/g, (digits) => String(Number(digits)));
  if (JSON.stringify(value) !== plain && !/"[^"]*\d{16}/.test(text)) {
    throw new Error(`JSON.stringify prints ${JSON.stringify(value).slice(0, 500)}`);
  }
}

function checkMultipart(type, text) {
  const boundary = /boundary=(.+)$/.exec(type)[1];
  const pieces = text.split(`--${boundary}`);
  if (pieces[0] !== "" || pieces.at(-1) !== "--\r\n") throw new Error("not closed");
  for (const piece of pieces.slice(1, -1)) {
    if (!/^\r\nContent-Disposition: form-data; name="[^"\r\n]*"(; filename="[^"\r\n]*")?(\r\nContent-Type: [^\r\n]+)?\r\n\r\n[^]*\r\n$/.test(piece)) {
      throw new Error(`part ${JSON.stringify(piece)}`);
    }
  }
}

function read({ path, target, type, body }) {
  if (INVALID_PATH_REGEX.test(target)) throw new Error("Node refuses the target");
  const parsed = new URL(`http://host${target}`);
  const [rawPath, query = ""] = target.split("?");
  // A client that parses URLs folds dots and writes %27; what else it changes would be our fault.
  const seen = (parsed.pathname + parsed.search).replaceAll("%27", "'");
  if (!/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(rawPath) && seen !== target) {
    throw new Error(`a URL parser makes it ${parsed.pathname}${parsed.search}`);
  }
  const values = Object.fromEntries(pathValues(path, rawPath));
  for (const pair of query === "" ? [] : query.split("&")) {
    const [name, value, ...more] = pair.split("=");
    if (value === undefined || more.length > 0) throw new Error(`pair ${pair}`);
    values[decodeURIComponent(name)] = decodeURIComponent(value);
  }
  if (type !== null && /json/.test(type)) checkJson(body);
  if (type !== null && /multipart/.test(type)) checkMultipart(type, body);
  if (type !== null && /urlencoded/.test(type)) {
    for (const pair of body === "" ? [] : body.split("&")) pair.split("=").map(decodeURIComponent);
  }
  return { problem: null, values };
}

let input = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => (input += chunk));
process.stdin.on("end", () => {
  const answers = JSON.parse(input).map((call) => {
    try {
      return read(call);
    } catch (error) {
      return { problem: String(error), values: {} };
    }
  });
  process.stdout.write(JSON.stringify(answers));
});
