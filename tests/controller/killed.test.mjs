// A core that is killed leaves no process of the API behind, whatever that is doing.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { descendants, statOf } from "../quality/experiments/shop/processes.mjs";
import { APIS, Core, serve } from "./client.mjs";

const LIMIT_MS = 10_000;

/** Kills `nearmiss serve` while the API does that; all processes below it end. */
async function assertEnds(prepare) {
  const served = await serve([path.join(APIS, "odd/driver.js")]);
  const core = new Core(served);
  const { baseUrlOfSUT } = await core.begin();
  prepare(baseUrlOfSUT);
  await sleep(500);
  const below = descendants(served.pid).map(({ pid }) => pid);
  assert.ok(below.length >= 2, "a shell and the API");
  process.kill(served.pid, "SIGKILL");
  const limit = Date.now() + LIMIT_MS;
  const isThere = (pid) => statOf(pid) !== undefined;
  while (below.some(isThere) && Date.now() < limit) await sleep(50);
  assert.deepEqual(below.filter(isThere), []);
  core.close();
}

test("an API that waits for calls ends", () => assertEnds(() => {}));

test("and so does one whose event loop stands still", () => assertEnds((baseUrl) => void fetch(`${baseUrl}/block`).catch(() => {})));
