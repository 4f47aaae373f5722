// How much memory the process holds, as the examination of memory that grows asks for it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import vm from "node:vm";

const { held } = createRequire(import.meta.url)("../../npm/nearmiss/sut/memory.js");

test("what is held is counted and what was let go is not, and no context gets the function that collects", async () => {
  await held(0);
  const before = await held(0);
  let kept = Array.from({ length: 1000 }, (_, i) => ({ text: `a text that is held ${i}`, bytes: Buffer.alloc(5000) }));
  const full = await held(0);
  assert.ok(full - before > 5_000_000, `${full - before}`);
  assert.equal(kept.length, 1000);
  kept = null;
  const after = await held(0);
  assert.ok(Math.abs(after - before) < 500_000, `${after - before}`);
  const enough = after + 20_000_000;
  kept = Buffer.alloc(10_000_000);
  const early = await held(enough);
  assert.ok(early - after > 5_000_000 && early < enough, `what is few enough is counted, too: ${early - after}`);
  assert.equal(kept.length, 10_000_000);
  assert.equal(vm.runInNewContext("typeof gc"), "undefined");
  assert.equal(typeof globalThis.gc, "undefined");
});

test("a program that asked for the function that collects keeps it", () => {
  const script = `
    require(${JSON.stringify(new URL("../../npm/nearmiss/sut/memory.js", import.meta.url).pathname)}).held(0)
      .then(() => console.log(require("node:vm").runInNewContext("typeof gc"), typeof gc));
  `;
  assert.equal(execFileSync(process.execPath, ["--expose-gc", "-e", script], { encoding: "utf8" }).trim(), "function function");
});
