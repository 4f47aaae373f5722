// Timers during a search: what a request starts is short and ends with its test, schedulers do not fire, all else is real.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { get, here } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const TIMERS = join(here, "..", "..", "fixtures", "suts", "timers");
/** Far from the minute that is asked for, however busy the machine is. */
const CAPPED_MS = 30_000;

/** The functions by which a call waits. */
const WAYS = ["callback", "promisified", "promises", "behind", "signal", "scheduler", "rounds"];

const state = async (port) => JSON.parse((await get(port, "/state")).body);
const suppressed = (core) => core.requests.filter(({ type }) => type === "suppressed").map(({ what, place }) => `${what} at ${place.replace(/:\d+$/, "")}`);

test("a wait of a call takes a second at most, whatever function it is made of, and is told once", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: TIMERS });
    let number = 0;
    for (const way of [...WAYS, "callback"]) {
      const started = performance.now();
      const { answers } = await core.play(port, ++number, [`/wait/${way}/60000`]);
      assert.equal(answers[0].body, "at last");
      assert.ok(performance.now() - started < CAPPED_MS, `${way}: ${performance.now() - started}`);
    }
    const places = core.requests.filter(({ type, what }) => type === "suppressed" && what === "setTimeout capped at 1000 ms").map(({ place }) => place);
    assert.ok(places.length >= 3 && places.every((place) => /^server\.js:\d+$/.test(place)), places.join());
    assert.equal(new Set(places).size, places.length);
  }));

test("a short wait is the program's own", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: TIMERS });
    for (const [at, way] of WAYS.entries()) {
      const started = performance.now();
      const { answers } = await core.play(port, at + 1, [`/wait/${way}/300`]);
      assert.equal(answers[0].body, "waited");
      assert.ok(performance.now() - started >= 295);
    }
    assert.ok(!suppressed(core).some((text) => text.startsWith("setTimeout")));
  }));

test("what a test leaves waiting does not fire in the next one", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: TIMERS });
    let number = 0;
    const counts = async () => {
      const { fired, ticks } = await state(port);
      return [fired, ticks];
    };
    const attempt = async () => {
      const [fired, ticks] = await counts();
      await core.play(port, ++number, ["/later/900", "/every/900"]);
      // That of this test fires, for the test goes on until then.
      await core.play(port, ++number, ["/later/900", "/wait/callback/950"]);
      await core.play(port, ++number, ["/state"]);
      const [then, thenTicks] = await counts();
      await pause(950);
      return [then - fired, thenTicks - ticks, (await counts())[0] - then];
    };
    // A process that gets no time for a second runs what was due in it before it can be told that the test is over.
    let seen;
    for (let tries = 0; tries < 5 && String(seen) !== "1,0,0"; tries += 1) seen = await attempt();
    assert.deepEqual(seen, [1, 0, 0]);
    // A timer that is due soon is waited for.
    const [before] = await counts();
    await core.play(port, ++number, ["/later/3"]);
    assert.equal((await counts())[0], before + 1);
  }));

test("what a test leaves waiting for a promise does not go on in the next one, whatever made the promise", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: TIMERS });
    let number = 0;
    const fired = async () => (await state(port)).fired;
    for (const way of WAYS) {
      const before = await fired();
      let after = -1;
      // As above: a process that gets no time runs what was due in it first.
      for (let tries = 0; tries < 5 && after !== before; tries += 1) {
        const begun = await fired();
        await core.play(port, ++number, [`/behind/${way}/900`]);
        await core.play(port, ++number, ["/state"]);
        await pause(950);
        after = (await fired()) - begun + before;
      }
      assert.equal(after, before, way);
      await core.play(port, ++number, [`/behind/${way}/300`, "/wait/callback/600"]);
      assert.ok((await fired()) > before, `${way}: it goes on while its test does`);
    }
  }));

test("what goes on from the start goes on, as often as it says; schedulers do not fire", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: TIMERS });
    let number = 0;
    const before = await state(port);
    const ends = performance.now() + 4_000;
    while (performance.now() < ends) await core.play(port, ++number, ["/wait/callback/150", "/later/5000"]);
    const after = await state(port);
    assert.ok(after.beats - before.beats > 2, `beats: ${after.beats - before.beats}`);
    assert.ok(after.polls - before.polls >= 2, JSON.stringify(after));
    assert.ok(after.shortestPause >= 1190, JSON.stringify(after));
    assert.deepEqual(after.jobs, { cron: 0, nodeCron: 0, nodeSchedule: 0 });
    const told = suppressed(core);
    for (const name of ["cron", "node-cron", "node-schedule"]) assert.ok(told.some((text) => text.startsWith(`${name} at `)), told.join("\n"));
    assert.ok(told.includes("node-cron at background.js"), told.join("\n"));
  }));

test("both can be switched off", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: TIMERS, options: { realTimers: true, runSchedules: true } });
    const started = performance.now();
    await core.play(port, 1, ["/wait/callback/1500"]);
    assert.ok(performance.now() - started >= 1495);
    await core.play(port, 2, ["/later/200"]);
    await core.play(port, 3, ["/wait/callback/1100"]);
    const { jobs, fired } = await state(port);
    assert.equal(fired, 1);
    for (const [name, count] of Object.entries(jobs)) assert.ok(count > 0, name);
    assert.deepEqual(suppressed(core), []);
  }));

test("jobs of croner, toad-scheduler and @nestjs/schedule do not fire, unless that is switched off", async () => {
  const app = { cwd: join(here, "apps", "timers") };
  await withCore(async (core) => {
    const { port } = await core.app("schedulers.mjs", app);
    await pause(2500);
    for (const [name, count] of Object.entries(await state(port))) assert.equal(count, 0, name);
    const told = suppressed(core);
    for (const name of ["@nestjs/schedule", "cron", "croner", "toad-scheduler"]) {
      assert.ok(told.some((text) => text.startsWith(`${name} at `)), told.join("\n"));
    }
  });
  await withCore(async (core) => {
    const { port } = await core.app("schedulers.mjs", { ...app, options: { runSchedules: true } });
    const ends = performance.now() + CAPPED_MS;
    let counts = [0];
    while (performance.now() < ends && counts.includes(0)) {
      await pause(200);
      counts = Object.values(await state(port));
    }
    assert.ok(counts.every((count) => count > 0), counts.join());
    assert.deepEqual(suppressed(core), []);
  });
});

test("a job of cron that is late when it starts does not fire, one that is run by hand does", async () => {
  const app = { cwd: join(here, "apps", "timers") };
  await withCore(async (core) => {
    const { port } = await core.app("late_cron.mjs", app);
    assert.deepEqual(await state(port), { late: 0, byHand: 1 });
    assert.ok(suppressed(core).includes("cron at late_cron.mjs"), suppressed(core).join("\n"));
  });
  await withCore(async (core) => {
    const { port } = await core.app("late_cron.mjs", { ...app, options: { runSchedules: true } });
    assert.deepEqual(await state(port), { late: 1, byHand: 1 });
  });
});

test("agenda runs what is due when it starts and what is run by hand, and nothing later", async () => {
  const app = { cwd: join(here, "apps", "timers") };
  await withCore(async (core) => {
    const { port } = await core.app("agenda.mjs", app);
    await pause(3500);
    assert.deepEqual(await state(port), { due: 1, soon: 0, later: 0, every: 0, byHand: 1 });
    assert.ok(suppressed(core).some((text) => text.startsWith("agenda at ")));
  });
  await withCore(async (core) => {
    const { port } = await core.app("agenda.mjs", { ...app, options: { runSchedules: true } });
    const ends = performance.now() + CAPPED_MS;
    let counts = [0];
    while (performance.now() < ends && counts.includes(0)) {
      await pause(200);
      counts = Object.values(await state(port));
    }
    assert.ok(counts.every((count) => count > 0), counts.join());
  });
});

test("the functions look as Node's own", async () => {
  const app = join(here, "apps", "timers", "identity.mjs");
  const node = process.env.NODE_UNDER_TEST ?? process.execPath;
  const plain = execFileSync(node, [app], { encoding: "utf8" }).trim();
  await withCore(async (core) => {
    await core.app(app, { cwd: join(here, "apps", "timers"), env: { LISTEN: "1" } });
    const line = core.output.split("\n").find((text) => text.startsWith("["));
    assert.deepEqual(JSON.parse(line), JSON.parse(plain));
  });
});

test("odd arguments, signals and rounds that are left early are answered as by Node", () =>
  withCore(async (core) => {
    const cwd = join(here, "apps", "timers");
    const child = spawn(process.env.NODE_UNDER_TEST ?? process.execPath, ["odd.mjs"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const plainPort = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(Number(data))));
      const plain = JSON.parse((await get(plainPort, "/")).body);
      const { port } = await core.app("odd.mjs", { cwd });
      for (const number of [1, 2]) {
        const { answers } = await core.play(port, number, ["/"]);
        assert.deepEqual(JSON.parse(answers[0].body), plain);
      }
    } finally {
      child.kill();
    }
  }));
