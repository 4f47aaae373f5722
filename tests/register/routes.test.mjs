// What the routers of frameworks serve, told on the order "routes".

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { here } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const COMMON = ["DELETE /admin/cache", "GET /books/shelves/{shelf}", "POST /books"];
const EXPRESS = [...COMMON, "DELETE /any", "GET /any", "GET /^\\/odd-[0-9]+$/", "PATCH /any", "POST /any", "PUT /any"];
const FEATHERS = ["DELETE /shelves/{shelf}/cache/{id}", "GET /books", "GET /books/{id}", "POST /books"];
const APPS = {
  "elysia.mjs": COMMON,
  "express.js": EXPRESS,
  "express4.js": EXPRESS,
  "fastify.js": COMMON,
  "feathers.js": FEATHERS,
  "feathers_koa.js": FEATHERS,
  "h3.mjs": COMMON,
  "h3-2.mjs": COMMON,
  "hapi.js": COMMON,
  "hono.mjs": COMMON,
  "koa.js": COMMON,
  "koa2.js": COMMON,
  "nest.js": COMMON,
  "plain.js": [],
  "polka.js": COMMON,
};

for (const [file, expected] of Object.entries(APPS)) {
  test(`routes of ${file}`, () =>
    withCore(async (core) => {
      await core.app(file, { cwd: join(here, "apps", "routers") });
      const { routes } = await core.order("routes");
      const names = routes.map(({ method, path, regexp }) => `${method} ${regexp ? `/${regexp}/` : path.replace(/(.)\/$/, "$1")}`);
      assert.deepEqual(names.sort(), [...expected].sort());
    }));
}
