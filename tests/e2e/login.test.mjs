// Logins: each way lets the search in, the written suite logs in by itself and holds no secret; what does not work is named
// by user and step, with what could not be reached.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("logins");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-logins-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const API = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--reset", "/reset", "--seed", "1"];
/** Everything that is to stay unseen. */
const SECRETS = {
  vault: "vault-key-90417",
  alice: "alice-kiln-5521",
  bob: "bob-loom-8837",
  frank: "frank-anvil-1209",
  robot: "robot-gear-3364",
  dora: "dora-raft-6675",
};
/** What the auth file reads while the search runs. */
const OF_THE_FILE = { LOGINS_ALICE: SECRETS.alice, LOGINS_ROBOT: SECRETS.robot };
/** What the written tests read beside that. */
const OF_THE_SUITE = {
  ...OF_THE_FILE,
  NEARMISS_KEEPER_X_API_KEY: SECRETS.vault,
  NEARMISS_BOB_PASSWORD: SECRETS.bob,
  NEARMISS_READER_SECRET: SECRETS.frank,
  NEARMISS_SHOPPER_PASSWORD: SECRETS.frank,
  NEARMISS_SUBSCRIBER_PASSWORD: SECRETS.frank,
  NEARMISS_WRITER_PASSWORD: SECRETS.frank,
  NEARMISS_DORA_PASSWORD: SECRETS.dora,
};

/** An auth file in JSON. */
function authFile(name, auth) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, typeof auth === "string" ? auth : JSON.stringify({ auth }));
  return file;
}

async function search(args, env = {}) {
  // The command line runs in a process of its own, with this environment.
  Object.assign(process.env, env);
  try {
    return await nearmiss(dir, [...API, ...args]);
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
}

const reportOf = (out) => JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));

/** Statuses that the tests of a suite cover, by operation. */
function statuses(out) {
  const covered = new Map();
  for (const { endpointId, httpStatus } of reportOf(out).problemDetails.rest.coveredHttpStatus) {
    covered.set(endpointId, new Set([...(covered.get(endpointId) ?? []), ...httpStatus]));
  }
  return covered;
}

function everyFile(out) {
  const entries = fs.readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/** `given`: what the search was told. This API keeps all its keys in its sources, where a search may find the others. */
function assertNoSecret(out, given = SECRETS) {
  for (const file of everyFile(out)) {
    const text = fs.readFileSync(file, "utf8");
    for (const secret of Object.values(given)) assert.ok(!text.includes(secret), `${file} holds ${secret}`);
    // Signed tickets of the fixture, and what its sessions are made of.
    assert.doesNotMatch(text, /(ledger|client|person)\.\w+\.valid\.[0-9a-f]{64}/, file);
    assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/, file);
  }
}

const login = (user, password, more = {}) => ({
  endpoint: "/login",
  verb: "POST",
  contentType: "application/json",
  payloadUserPwd: { username: user, password, usernameField: "user", passwordField: "password" },
  token: { extractFrom: "body", extractSelector: "/data/token", sendIn: "header", sendName: "Authorization", sendTemplate: "Bearer {token}" },
  ...more,
});

describe("every way to log in", () => {
  const out = emptyOut(dir, "every-way");
  it("the search reaches what only that user may", async () => {
    const { code, stderr, output } = await search(["--auth", "auth.yaml", "--calls", "1000", "--out", out], OF_THE_FILE);
    assert.equal(code, 0, output);
    assert.doesNotMatch(stderr, /user `/, "all of them can log in");
    assert.match(output, /calls of logins beside the budget/);
    const covered = statuses(out);
    const rooms = ["vault", "me", "account", "ledger", "basket", "feed", "exhibits", "diary"];
    for (const room of rooms) assert.ok(covered.get(`GET:/${room}`)?.has(200), `${room}\n${output}`);
    assert.ok(covered.get("POST:/notes")?.has(201), output);
    assert.ok(covered.get("DELETE:/notes/{id}")?.has(403), "a clerk may not");
    assert.ok(covered.get("GET:/me")?.has(401), "nor may nobody");
    const { evaluatedHttpCalls } = reportOf(out).problemDetails.rest;
    assert.ok(evaluatedHttpCalls >= 1000 && evaluatedHttpCalls < 1040, `${evaluatedHttpCalls} calls`);
    const { users, loginCalls } = reportOf(out).nearmiss;
    assert.ok(loginCalls >= 9, `${loginCalls}`);
    const names = users.map(({ name }) => name);
    assert.deepEqual(names, [null, "keeper", "alice", "bob", "reader", "shopper", "subscriber", "robot", "writer", "dora"]);
    assert.ok(users.every(({ calls, problem }) => calls > 0 && problem === null));
  });

  it("no secret stands in what is written, and its variables are named", () => {
    assertNoSecret(out);
    const head = fs.readFileSync(path.join(out, "support/users.cjs"), "utf8").split("\n\n")[0];
    for (const name of Object.keys(OF_THE_SUITE)) assert.ok(head.includes(`//   ${name}\n`) || head.endsWith(name), `${name}\n${head}`);
  });

  it("the suite logs in by itself", async () => {
    await runSuite(out, { env: OF_THE_SUITE });
  });

  it("a variable that is missing is named", async () => {
    const { NEARMISS_BOB_PASSWORD: _, ...rest } = OF_THE_SUITE;
    await assert.rejects(runSuite(out, { env: rest }), /NEARMISS_BOB_PASSWORD is not set/);
  });
});

describe("what does not work", () => {
  it("is named by user and step, with what was not reached; the search goes on with the others", async () => {
    const out = emptyOut(dir, "broken-logins");
    const file = authFile("broken.json", [
      { name: "alice", loginEndpointAuth: login("alice", SECRETS.alice) },
      { name: "typo", loginEndpointAuth: login("bob", "wrong-password-1") },
      { name: "tokenless", loginEndpointAuth: login("bob", SECRETS.bob, { token: { extractFrom: "body", extractSelector: "/token", sendIn: "header", sendName: "Authorization" } }) },
      { name: "late", loginEndpointAuth: login("bob", SECRETS.bob, { endpoint: "/stale", token: { extractFrom: "body", extractSelector: "/ticket", sendIn: "header", sendName: "Authorization", sendTemplate: "JWT {token}" } }) },
      { name: "down", loginEndpointAuth: login("bob", SECRETS.bob, { endpoint: "/down" }) },
      { name: "gone", loginEndpointAuth: login("bob", SECRETS.bob, { endpoint: undefined, externalEndpointURL: "http://127.0.0.1:9/login" }) },
      { name: "unmade", createUsers: { endpoint: "/accounts", verb: "POST", contentType: "application/json", payloadRaw: '{"title":"{$n}"}', generators: [{ placeHolder: "{$n}" }] }, loginEndpointAuth: login("{$n}", "x-unmade-1") },
    ]);
    const { code, stderr, output } = await search(["--auth", file, "--calls", "400", "--out", out]);
    assert.equal(code, 0, output);
    const left = "; the search goes on without this user";
    assert.ok(stderr.includes("user `typo`: login: POST /login was answered 401; check its user name, its password"), stderr);
    assert.ok(stderr.includes(`user \`tokenless\`: token: the answer of POST /login (200) has no text at \`/token\` of its body${left}`), stderr);
    assert.ok(stderr.includes(`user \`down\`: login: POST /down was answered 503; the endpoint is down${left}`), stderr);
    assert.match(stderr, /user `gone`: login: POST http:\/\/127\.0\.0\.1:9\/login had no answer \(.*\); the endpoint is down; the search goes on/);
    assert.ok(stderr.includes(`user \`unmade\`: registration: POST /accounts was answered 400${left}`), stderr);
    assert.match(stderr, /user `late`: token: the login succeeded, but what it gave is answered 401/);
    assert.match(stderr, /user `late`: not reached: answered only 401 or 403: .*GET:\/ledger/);
    assert.match(stderr, /user `typo`: not reached: never called as this user: .*GET:\/me/);
    assert.ok(statuses(out).get("GET:/me")?.has(200), "as alice");
    const report = reportOf(out);
    const problems = report.nearmiss.users.filter(({ problem }) => problem !== null).map(({ name }) => name);
    assert.deepEqual(problems, ["typo", "tokenless", "late", "down", "gone", "unmade"]);
    for (const name of problems) assert.ok(report.warnings.some(({ message }) => message.startsWith(`user \`${name}\``)), name);
    assertNoSecret(out, { alice: SECRETS.alice, bob: SECRETS.bob });
    await runSuite(out, { env: { NEARMISS_ALICE_PASSWORD: SECRETS.alice, NEARMISS_LATE_PASSWORD: SECRETS.bob, NEARMISS_TYPO_PASSWORD: "wrong-password-1", NEARMISS_UNMADE_PASSWORD: "x-unmade-1" } });
  });

  it("nobody can log in: the search goes on as nobody, and says so", async () => {
    const out = emptyOut(dir, "nobody");
    const file = authFile("nobody.json", [{ name: "typo", loginEndpointAuth: login("bob", "wrong-password-1") }]);
    const { code, stderr, output } = await search(["--auth", file, "--calls", "150", "--out", out, "--no-replay"]);
    assert.equal(code, 0, output);
    assert.match(stderr, /no user can log in: the search goes on as nobody/);
    assert.match(writtenText(out), /\/hall/);
    assert.ok(!fs.existsSync(path.join(out, "support/users.json")), "nobody logs in there");
  });
});

describe("auth files that cannot be used: exit code 2, and file, user and key", () => {
  const CASES = [
    ["a file that is missing", path.join(folder, "missing.yaml"), /auth file .*missing\.yaml cannot be read/],
    ["no YAML", authFile("broken.yaml", "auth: [ {"), /broken\.yaml is not YAML/],
    ["a verb that is none", authFile("verb.json", [{ name: "bob", loginEndpointAuth: { ...login("a", "b"), verb: "LOGIN" } }]), /verb\.json: user `bob`: loginEndpointAuth\.verb must be one of POST, GET, PATCH, DELETE, PUT, not "LOGIN"/],
    ["a key that is none", authFile("key.json", [{ name: "bob", fixedHeader: [] }]), /user `bob`: fixedHeader is no known key \(did you mean fixedHeaders\?\); allowed are name,/],
    ["a variable that is not set", authFile("variable.json", [{ name: "bob", fixedHeaders: [{ name: "X-A", value: "${NO_SUCH_VARIABLE_HERE}" }] }]), /user `bob`: fixedHeaders\[0\]\.value needs the environment variable NO_SUCH_VARIABLE_HERE, which is not set/],
  ];
  for (const [name, file, message] of CASES) {
    it(name, async () => {
      const { code, stderr, output } = await search(["--auth", file, "--calls", "10"]);
      assert.equal(code, 2, output);
      assert.match(stderr, message);
    });
  }
});
