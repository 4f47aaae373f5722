// Which route handled a call, as the runtime tells the core in the map.

import assert from "node:assert/strict";
import http from "node:http";
import { join } from "node:path";
import { test } from "node:test";

import { here, word } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const cwd = join(here, "..", "..", "fixtures", "routers");

/** Of each call what is answered, and the path of the route that answered; null: none is known. */
const CALLS = {
  "/v4/cores": [200, "/v4/cores"],
  "/v4/cores/": [200, "/v4/cores"],
  "/v4/cores/c1": [200, "/v4/cores/{core}"],
  "/v4/cores/c1?at=/v4/cores/latest": [200, "/v4/cores/{core}"],
  "/v4/cores/latest": [203, "/v4/cores/latest"],
  "/v4/cores/l%61test": [null, "/v4/cores/{core}"],
  "/v4/cores/a%2Fb": [404, "/v4/cores/{core}"],
  "/v4/cores/c1/none": [404, null],
  "/none": [404, null],
};
/** What a framework does in a way of its own: another answer, or another route. */
const OWN = {};
// An encoded letter is the letter before it is routed.
for (const file of ["fastify.cjs", "h3.mjs", "h3-2.mjs", "hapi.cjs", "hono.mjs"]) OWN[file] = { "/v4/cores/l%61test": [203, "/v4/cores/latest"] };
const DOCKS = { "/docks/d1/": [200, "/docks/{dock}"], "/docks/d1/c1": [200, "/docks/{dock}/{core}"] };
OWN["express.cjs"] = DOCKS;
OWN["express4.cjs"] = DOCKS;

/** The path of the route of a number, without a slash at its end. */
function pathOf(core, number) {
  if (number === 0) return null;
  const [route] = JSON.parse([...core.routes.keys()][number - 1]);
  assert.equal(route.method, "GET");
  return route.path.replace(/(.)\/$/, "$1");
}

for (const file of ["express.cjs", "express4.cjs", "fastify.cjs", "h3.mjs", "h3-2.mjs", "hapi.cjs", "hono.mjs", "koa.cjs", "koa2.cjs", "nest.cjs"]) {
  test(`${file}: a call was handled by the last route that it entered`, () =>
    withCore(async (core) => {
      const { port } = await core.app(file, { cwd });
      const [map] = core.maps;
      const calls = { ...CALLS, ...OWN[file] };
      const asked = () => core.requests.filter(({ type }) => type === "route").length;
      for (const number of [1, 2]) {
        const before = asked();
        const paths = Object.keys(calls);
        const { answers } = await core.play(port, number, paths);
        for (const [index, path] of paths.entries()) {
          const [status, route] = calls[path];
          if (status !== null) assert.equal(answers[index].status, status, path);
          assert.equal(pathOf(core, map.get(word.ROUTE + index)), route, path);
        }
        assert.equal(asked() > before, number === 1, "each route is asked for once");
      }
    }));
}

test("a call that is refused before there is a route is no route's; what the API calls itself is no call", () =>
  withCore(async (core) => {
    const { port } = await core.app("express.cjs", { cwd });
    const [map] = core.maps;
    // Of a connection that is not the core's.
    map.set(word.CORE_PORT, 1);
    await core.play(port, 1, ["/v4/cores/c1"]);
    assert.equal(map.get(word.ROUTE), 0);
    map.set(word.CORE_PORT, 0);
    const closed = new Promise((resolve) => {
      http.get({ port, path: "/v4/cores/c1", headers: { "X-Closed": "1" } }, (answer) => resolve(answer.resume()));
    });
    assert.equal((await closed).statusCode, 401);
    assert.equal(map.get(word.ROUTE), 0);
  }));
