// The file by which a suite of a controller starts, resets and stops its API, on controllers that are hard to please.
import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { after, test } from "node:test";
import { ROOT } from "./client.mjs";

const SUPPORT = path.join(ROOT, "crates/nearmiss_writer/src/formats/superagent/support");
const FOLDER = path.join(ROOT, "target/controller/support-file");
const require = createRequire(import.meta.url);

after(() => rmSync(FOLDER, { recursive: true, force: true }));

/** The support file for a controller that answers as `answer` says: what it is asked, and what is required. */
async function withController(label, answer, more = {}) {
  const asked = [];
  const server = http.createServer((request, response) => {
    const told = { method: request.method, path: request.url.replace("/controller/api", ""), connection: request.headers.connection };
    asked.push(told);
    const [status, body] = answer(told) ?? [];
    if (status === undefined) return;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = path.join(FOLDER, label);
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(SUPPORT, "controlled-sut.cjs"), path.join(folder, "sut.cjs"));
  copyFileSync(path.join(SUPPORT, "unanswered.cjs"), path.join(folder, "unanswered.cjs"));
  const start = { controller: `http://127.0.0.1:${server.address().port}/`, ...more };
  writeFileSync(path.join(folder, "start.json"), JSON.stringify(start));
  const close = () => (server.closeAllConnections(), server.close());
  return { asked, server, sut: require(path.join(folder, "sut.cjs")), close };
}

const info = { data: { baseUrlOfSUT: "http://127.0.0.1:4711/", isSutRunning: true }, error: null };
const works = ({ path: one }) => (one === "/infoSUT" ? [200, info] : [204]);

test("every request says that its connection is kept, also the first one on a connection that was closed meanwhile", async () => {
  const { asked, server, sut, close } = await withController("kept", works);
  try {
    await sut.start();
    assert.equal(sut.url, "http://127.0.0.1:4711");
    server.closeAllConnections();
    await sut.reset();
    await sut.stop();
    assert.equal(sut.url, undefined);
    const names = asked.map(({ method, path: one }) => `${method} ${one}`);
    assert.deepEqual(names, ["PUT /runSUT", "GET /infoSUT", "PUT /runSUT", "GET /infoSUT", "PUT /runSUT"]);
    assert.deepEqual([...new Set(asked.map(({ connection }) => connection))], ["keep-alive"]);
  } finally {
    close();
  }
});

test("what a controller refuses is told in its words, and so is an answer that does not come", async () => {
  const refused = { data: null, error: "Requests should always contain a 'Connection: keep-alive'" };
  const cases = [
    ["refused", ({ path: one }) => (one === "/infoSUT" ? [400, refused] : [204]), /GET .*\/infoSUT: Requests should always contain/],
    ["silent", () => [204], /does not say where the API listens/],
    ["late", () => undefined, /PUT .*\/runSUT: it did not answer within 50 ms \(SUT_START_TIMEOUT_MS gives it more\)/],
  ];
  for (const [label, answer, message] of cases) {
    const { sut, close } = await withController(label, answer, { startTimeoutMs: label === "late" ? 50 : 60_000 });
    try {
      await assert.rejects(sut.start(), message, label);
    } finally {
      close();
    }
  }
});
