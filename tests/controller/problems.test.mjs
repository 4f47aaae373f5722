// What the core is told that it has to test: a schema that the API answers itself, a GraphQL endpoint, or nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { commandLine } from "../quality/fuzz.mjs";
import { APIS, Core, ROOT, serve } from "./client.mjs";

const DRIVER = path.join(APIS, "odd/problem-driver.js");

/** What `infoSUT` answers of an API with this problem. */
async function infoOf(problem, more = []) {
  const served = await serve([DRIVER, ...more], { env: { ODD_PROBLEM: JSON.stringify(problem) } });
  const core = new Core(served);
  try {
    return await core.begin();
  } finally {
    core.close();
    await served.stop();
  }
}

test("a schema that the API answers is one of its addresses", async () => {
  const { baseUrlOfSUT, restProblem, graphQLProblem } = await infoOf({ openapi: "http://localhost:PORT/openapi.json?all=1" });
  assert.equal(restProblem.openApiUrl, `${baseUrlOfSUT}/openapi.json?all=1`);
  assert.equal(restProblem.openApiSchema ?? null, null);
  assert.equal(graphQLProblem ?? null, null);
});

test("what is typed wins over what the driver says", async () => {
  const { restProblem } = await infoOf({ graphql: "/graphql" }, ["--openapi", path.join(APIS, "odd/openapi.json")]);
  assert.match(restProblem.openApiSchema, /"openapi"/);
});

test("a GraphQL endpoint", async () => {
  const { restProblem, graphQLProblem } = await infoOf({ graphql: "/graphql" });
  assert.equal(graphQLProblem.endpoint, "/graphql");
  assert.equal(restProblem ?? null, null);
});

test("no schema: the core has nothing to call, which is said at once", () => {
  const start = `node -e 'require("./server.js").server.listen(3000)'`;
  const args = [commandLine(), "serve", "--start", start, "--controller-port", "0"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: path.join(APIS, "odd"), encoding: "utf8" });
  assert.equal(status, 2, stdout + stderr);
  assert.match(stderr, /needs a schema: give it with --openapi, or in getProblemInfo/);
});

test("a port that is taken is named", async () => {
  const served = await serve([path.join(APIS, "odd/driver.js")]);
  try {
    const args = [commandLine(), "serve", path.join(APIS, "odd/driver.js"), "--controller-port", String(served.port)];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    assert.equal(status, 2);
    assert.match(stderr, new RegExp(`cannot listen on 127\\.0\\.0\\.1:${served.port}: .*--controller-port`));
  } finally {
    await served.stop();
  }
});
