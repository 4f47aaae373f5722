// The curl line of a call sends what the runner and the written test send, but for what curl adds by itself. Each line is
// run by a POSIX shell with a real curl.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";

import { example, root } from "./harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
const { answer, seen, server } = require("./echo-server.cjs");
const noCurl = spawnSync("curl", ["--version"]).error !== undefined && "there is no curl here";

const all = JSON.parse(readFileSync(path.join(root, "fixtures", "suites", "echo.json"), "utf8"));
/** An argument of a command has a limit; these are too long for people, too. */
const MOST_LETTERS = 50_000;
const steps = all.filter((one) => {
  const text = JSON.stringify(one);
  return !text.includes('"FromResponse"') && text.length < MOST_LETTERS;
});
const credentials = { bob: { "X-Api-Key": "k-é→ 1" }, "": { ECHO_WORD: "plain-word" } };

/** A request in pieces. Headers that curl adds, or whose place it chooses, are no part of the comparison. */
function pieces(request, { method }) {
  const end = request.indexOf("\r\n\r\n");
  const [line, ...headers] = request.slice(0, end).split("\r\n");
  const chosen = /^(host|connection|accept-encoding: identity|content-length: 0$|user-agent: curl|accept: \*\/\*$|transfer-encoding)/i;
  const kept = headers.filter((header) => !chosen.test(header) && !(method === "HEAD" && /^content-length/i.test(header)));
  // An empty value has no blank before it.
  return { line, headers: kept.map((header) => header.trimEnd()).sort(), body: request.slice(end + 4) };
}

function run(line, env) {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", line], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (code) => resolve({ code, output }));
  });
}

const sockets = new Set();
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
});
before(() => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => {
  server.close();
  server.closeAllConnections();
});

/** Ends the connection once its call has come whole. */
async function endConnection() {
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const socket of sockets) socket.end();
}

test("each line sends its call", { skip: noCurl }, async () => {
  const host = `127.0.0.1:${server.address().port}`;
  const lines = example("curl_lines", { steps, base: `http://${host}` });
  const wire = example("wire_bytes", { cases: steps.map((one) => [one]), host, answer, credentials }).flat();
  assert.ok(lines.length >= 80, `${lines.length} lines`);
  // A header holds one byte a letter, whatever the variable holds.
  const env = { ECHO_WORD: credentials[""].ECHO_WORD, NEARMISS_BOB_X_API_KEY: "k" };
  for (const [index, line] of lines.entries()) {
    assert.doesNotMatch(line, /\n/);
    seen.length = 0;
    const { Http } = steps[index].request;
    const running = run(line, env);
    // Of an answer to HEAD that has no body, curl waits for one if the call has a body.
    const waits = Http.method === "HEAD" && Http.body;
    if (waits) await endConnection();
    const { code, output } = await running;
    if (!waits) assert.equal(code, 0, `${line}\n${output}`);
    const wanted = wire[index].replaceAll("k-é? 1", "k");
    assert.equal(seen.length, 1, line);
    assert.deepEqual(pieces(seen[0], Http), pieces(wanted, Http), line);
  }
});

test("no line holds a credential", () => {
  const signed = steps.filter((one) => JSON.stringify(one).includes('"Credential"'));
  assert.ok(signed.length >= 4);
  for (const line of example("curl_lines", { steps: signed, base: "http://localhost:3000" })) {
    assert.match(line, /"\$(ECHO_WORD|NEARMISS_BOB_X_API_KEY)"/);
  }
});
