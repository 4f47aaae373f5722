// How they log in stands in users.json beside this file.

const request = require("superagent");
const { cookieFrom, exactly, headerFrom, headerValue, writes } = require("./calls.cjs");
const sut = require("./sut.cjs");
const { users, values } = require("./users.json");

/** What users carry, by name: `{ slots: { slot: value }, answer }`, with the answer to the login; of the process `running`. */
let carried = new Map();
let running;

/** A value of the environment; clear words when it is missing. */
function secret(name) {
  const value = process.env[name] ?? values[name];
  if (value === undefined) {
    throw new Error(`The environment variable ${name} is not set; support/users.cjs says what these tests need.`);
  }
  return value;
}

const FORMS = {
  plain: (value) => value,
  json: (value) => JSON.stringify(value).slice(1, -1),
  component: encodeURIComponent,
};

/** The text that a list of pieces makes. */
function textOf(pieces) {
  const texts = pieces.map(({ text, variable, base64 }) => {
    if (text !== undefined) return text;
    if (variable !== undefined) return FORMS[variable.form](secret(variable.name));
    return Buffer.from(textOf(base64), "utf8").toString("base64");
  });
  return texts.join("");
}

async function ask({ server, method, target, headers, body }) {
  const path = textOf(target);
  const base = server === null ? sut.url : `http://${sut.addressOf(server) ?? server}`;
  const call = request(method, base + path).use(exactly(path)).redirects(0).ok(() => true);
  for (const [name, value] of headers) call.set(name, headerValue(textOf(value)));
  if (body) call.set("Content-Type", headerValue(body[0])).send(textOf(body[1]));
  return call;
}

const wordsOf = ({ method, target }) => `${method} ${target[0]?.text ?? ""}`;

/** What the answer to a login gives: a token, or pairs of a cookie header. */
function given(answer, { login }, failed) {
  const { gives, request: call } = login;
  const lacks = (what) => failed("token", `the answer of ${wordsOf(call)} (${answer.status}) has no ${what}`);
  if (gives === "cookies") {
    const pairs = new Map();
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name, value] = /^\s*([^=;]*?)\s*=\s*([^;]*?)\s*(?:;|$)/.exec(line) ?? [];
      pairs.delete(name);
      if (value) pairs.set(name, value);
    }
    if (pairs.size === 0) throw lacks("cookie");
    return { cookies: [...pairs].map(([name, value]) => `${name}=${value}`).join("; ") };
  }
  const { from } = gives.token;
  const token = from.header === undefined ? inBody(answer.text, from.body) : answer.headers[from.header];
  if (!token) throw lacks(from.header === undefined ? `text at "${from.body}"` : `header "${from.header}"`);
  return { token };
}

function inBody(text, pointer) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const key of pointer.split("/").slice(1)) value = value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}

/** Makes a user, if he is to be made, and logs him in. */
async function enter(name) {
  const user = users[name];
  const failed = (step, why) => new Error(`User "${name}": ${step}: ${why}`);
  const answered = ({ status }, call) => `${wordsOf(call)} was answered ${status}`;
  let refused;
  if (user.registration) {
    const answer = await ask(user.registration);
    if (answer.status >= 500) throw failed("registration", answered(answer, user.registration));
    // Mostly because the user is there already.
    if (answer.status >= 400) refused = failed("registration", answered(answer, user.registration));
  }
  const slots = {};
  let entered;
  const put = (slot, value) => {
    slots[slot] = slot === "Cookie" && slots[slot] !== undefined ? `${slots[slot]}; ${value}` : value;
  };
  for (const [header, value] of user.headers) put(header, textOf(value));
  if (!user.login && refused) throw refused;
  if (user.login) {
    const answer = await ask(user.login.request);
    if (answer.status >= 400) throw refused ?? failed("login", answered(answer, user.login.request));
    entered = answer;
    const { cookies, token } = given(answer, user, failed);
    if (cookies !== undefined) put("Cookie", cookies);
    if (token !== undefined) {
      const { sent, template } = user.login.gives.token;
      const value = template.replaceAll("{token}", () => token);
      if (sent.header !== undefined) put(sent.header, value);
      if (sent.query !== undefined) put(`?${sent.query}`, value);
      if (sent.cookie !== undefined) put("Cookie", `${sent.cookie}=${value}`);
      slots.token = token;
    }
  }
  carried.set(name, { slots, answer: entered });
}

/** Logs users in who are not: once for each process of the API, or, where a reset or a test ends logins, for each test. */
async function logIn(...names) {
  if (running !== sut.running) carried = new Map();
  running = sut.running;
  // That somebody is logged in is no change of a test's.
  const { were } = writes;
  for (const name of names) {
    if (users[name].forgotten || !carried.has(name)) await enter(name);
    await sut.forgetCounts(); //@limits
  }
  writes.were = were;
}

/** Answers what else the answer to a login gave: at a JSON pointer, as `header x-name` or as `cookie name`. */
function fromLogin(answer, slot) {
  if (slot.startsWith("/")) return inBody(answer.text, slot);
  const [kind, name] = slot.split(/ (.*)/);
  return kind === "cookie" ? cookieFrom(answer, name) : headerFrom(answer, name);
}

/**
 * What a user has: the value of a header, of a query parameter (`?name`), the bare `token`, or what else his login gave
 * (`/refreshToken`, `header x-csrf`, `cookie sid`).
 */
function credential(name, slot) {
  const { slots, answer } = carried.get(name) ?? {};
  const value = slots?.[slot] ?? (answer && fromLogin(answer, slot));
  if (value === undefined) throw new Error(`User "${name}" has no ${slot}; is he logged in?`);
  return value;
}

module.exports = { credential, logIn, secret };
