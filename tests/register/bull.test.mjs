// Jobs of bull and bullmq that repeat do not reach the program's processors during a search; all others do, as ever.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { get, here } from "./fake_core.mjs";
import { noRedis, withRedis } from "./redis.mjs";
import { withCore } from "./with_core.mjs";

const cwd = join(here, "apps", "timers");
/** Far from what is waited for, however busy the machine is. */
const DEADLINE_MS = 30_000;
/** Several times what the jobs of the applications repeat after. */
const WATCHED_MS = 1_500;

const PROGRAMS = [
  { app: "bull.mjs", library: "bull" },
  { app: "bullmq.mjs", library: "bullmq" },
  { app: "bullmq.mjs", library: "bullmq", installed: "bullmq5" },
];
const environment = (redis, way, { library, installed = library }) => ({ REDIS_PORT: String(redis), LIBRARY: installed, WAY: way });

/** Where the application gives processors. */
const given = (app) =>
  readFileSync(join(cwd, app), "utf8")
    .split("\n")
    .flatMap((line, index) => (line.includes("// given") ? [`${app}:${index + 1}`] : []));

const state = async (port) => JSON.parse((await get(port, "/state")).body);

/** The state, once `isThere(form)` of each form. */
async function until(port, isThere) {
  const ends = performance.now() + DEADLINE_MS;
  for (;;) {
    const seen = await state(port);
    if (Object.values(seen.forms).every(isThere)) return seen;
    assert.ok(performance.now() < ends, JSON.stringify(seen, null, 1));
    await pause(100);
  }
}

/** What must not depend on us: all but how often something repeats. */
const lasting = ({ forms, extra }) => ({
  extra,
  once: Object.entries(forms).map(([form, { once, ended }]) => [form, once, ended.once]),
});

const hasEnded = ({ ended }) => ended.once.length > 0 && ended.repeated.length > 1;

async function closes(port, child) {
  const ended = new Promise((resolve) => child.on("close", resolve));
  assert.equal((await get(port, "/close")).body, "closed");
  assert.equal(await ended, 0);
}

/** What is seen of the application without us. */
async function plainly(app, env) {
  const child = spawn(process.env.NODE_UNDER_TEST ?? process.execPath, [app], { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise((resolve, reject) => {
      child.stdout.once("data", (data) => resolve(Number(/\d+/.exec(data)[0])));
      child.once("close", () => reject(new Error(`${app} has ended`)));
    });
    const seen = await until(port, hasEnded);
    await closes(port, child);
    return seen;
  } finally {
    child.kill();
  }
}

const suppressed = (core) => core.requests.filter(({ type }) => type === "suppressed");

for (const program of PROGRAMS) {
  const { app, library, installed = library } = program;
  for (const way of ["import", "require"]) {
    test(`${installed} by ${way}: jobs that repeat are not run, others as without us`, { skip: noRedis }, async () => {
      const plain = await withRedis((redis) => plainly(app, environment(redis, way, program)));
      await withRedis((redis) =>
        withCore(async (core) => {
          const { port, child } = await core.app(app, { cwd, env: environment(redis, way, program) });
          await until(port, hasEnded);
          await pause(WATCHED_MS);
          const seen = await state(port);
          assert.deepEqual(lasting(seen), lasting(plain));
          for (const [form, { repeated, ended }] of Object.entries(seen.forms)) {
            assert.equal(repeated, 0, form);
            assert.deepEqual([...new Set(ended.repeated)], ["completed: null"], form);
          }
          assert.deepEqual(suppressed(core).map(({ what }) => what), given(app).map(() => library));
          assert.deepEqual(suppressed(core).map(({ place }) => place).sort(), given(app).sort());
          await closes(port, child);
        }),
      );
    });
  }

  test(`${installed}: without other adapters they are not run either, and they run with an option`, { skip: noRedis }, async () => {
    await withRedis((redis) =>
      withCore(async (core) => {
        const { port, child } = await core.app(app, { cwd, env: environment(redis, "import", program), options: { adapters: false } });
        const { forms } = await until(port, hasEnded);
        for (const [form, { repeated }] of Object.entries(forms)) assert.equal(repeated, 0, form);
        await closes(port, child);
      }),
    );
    await withRedis((redis) =>
      withCore(async (core) => {
        const { port, child } = await core.app(app, { cwd, env: environment(redis, "import", program), options: { runSchedules: true } });
        const { forms } = await until(port, hasEnded);
        // What a file does is seen by its results.
        for (const [form, { repeated, ended }] of Object.entries(forms)) assert.ok(repeated > 0 || ended.repeated.includes('completed: "file 1"'), form);
        assert.deepEqual(suppressed(core), []);
        await closes(port, child);
      }),
    );
  });
}
