// `??`, `?.`, default values, `case`, computed reads and `in`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { detached, load } from "./harness/runtime.js";

const { EMPTY_COLLECTION, MISS, NULLISH_KEY, h } = load("truthness/levels.js");

test("?? and ?. tell nullish from a value", () => {
  const { probes, take } = detached();
  for (const v of [null, undefined]) {
    assert.equal(probes.q(20, 21, v, 0), v);
    assert.deepEqual(take(), { 21: 1, 22: MISS });
  }
  for (const v of [0, "", NaN, false, {}]) {
    assert.equal(probes.q(20, 21, v, 0), v);
    assert.deepEqual(take(), { 21: MISS, 22: 1 });
  }
});

test("a chain that was cut short says nothing of the links behind", () => {
  const { probes, take } = detached();
  const run = new Function("__nm", "a", "return __nm.q(20,25,__nm.q(20,23,__nm.q(20,21,a,0)?.b,21)?.c,23)?.d");
  assert.equal(run(probes, null), undefined);
  assert.deepEqual(take(), { 21: 1, 22: MISS });
  assert.equal(run(probes, {}), undefined);
  assert.deepEqual(take(), { 21: MISS, 22: 1, 23: 1, 24: MISS });
  assert.equal(run(probes, { b: { c: { d: 5 } } }), 5);
  assert.deepEqual(take(), { 21: MISS, 22: 1, 23: MISS, 24: 1, 25: MISS, 26: 1 });
  // A getter that runs the same chain, cut short, does not spoil the outer one.
  const nested = { get b() { run(probes, null); return undefined; } };
  run(probes, nested);
  assert.equal(take()[23], 1);
});

test("a chain that was cut short before a call is false, as far from true as undefined", () => {
  const { probes, register, map, take } = detached();
  const run = new Function("__nm", "a", 'return (__nm.o=__nm.q(20,23,(a),0))==null?__nm.qu(20):__nm.t(20,21,__nm.o,__nm.o.includes,"ab")');
  assert.equal(run(probes, null), undefined);
  assert.deepEqual([...h], [MISS, 1]);
  assert.deepEqual(take(), { 23: 1, 24: MISS });
  assert.equal(run(probes, "xaz"), false);
  assert.ok(h[0] > MISS && h[0] < 1);
  assert.equal(h[1], 1);
  take();
  register(20, [0, 1], []);
  map.slots[20] = 1;
  h[0] = 0.25;
  assert.equal(run(probes, undefined), undefined);
  assert.equal(h[0], 0.25, "nobody asks");
});

test("a default value is used or not", () => {
  const { probes, register, map, take } = detached();
  const f = new Function("__nm", "return function f(a=__nm.d(20,21,1),b=__nm.d(30,31,a)){__nm.S[20]===1||__nm.dn(20,21);__nm.S[30]===1||__nm.dn(30,31);return a+b}")(probes);
  assert.equal(f(), 2);
  assert.deepEqual(take(), { 21: 1, 22: MISS, 31: 1, 32: MISS });
  assert.equal(f(5, 6), 11);
  assert.deepEqual(take(), { 21: MISS, 22: 1, 31: MISS, 32: 1 });
  assert.equal(f(5), 10);
  assert.deepEqual(take(), { 21: MISS, 22: 1, 31: 1, 32: MISS });
  // Saturated by the default itself: nothing is left for the next test.
  register(20, [0, 3], []);
  f(5, 6);
  f();
  assert.equal(map.slots[20], 1);
  take();
  f(5, 6);
  assert.deepEqual(take(), { 21: MISS, 22: 1, 31: MISS, 32: 1 });
});

test("a binding that threw does not disturb later ones for long", () => {
  const { probes, take } = detached();
  for (let i = 0; i < 1000; i += 1) probes.d(20, 21, 1);
  take();
  for (let i = 0; i < 100; i += 1) probes.dn(20, 21);
  assert.equal(take()[22], 1);
});

test("case compares strictly and answers what the switch needs", () => {
  const { probes, take } = detached();
  assert.equal(probes.k(20, 21, "a", "b"), "b");
  assert.equal(take()[22], 1);
  assert.ok(Number.isNaN(probes.k(20, 21, NaN, NaN)));
  assert.equal(take()[22], 1);
  assert.equal(probes.k(20, 21, "1", 1), 1);
  assert.deepEqual(take(), { 21: MISS, 22: 1 });
});

test("a computed read has a gradient over the keys that are there", () => {
  const { probes, take } = detached();
  const table = { abc: 1, xyz: 2, none: null };
  const near = (o, k) => {
    assert.equal(probes.b(20, 21, o, k), o[k]);
    return take()[21];
  };
  assert.equal(near(table, "abc"), 1);
  assert.ok(near(table, "abd") > near(table, "azz") && near(table, "azz") > near(table, "zzzzzz"));
  assert.equal(near({}, "a"), EMPTY_COLLECTION);
  assert.equal(near(table, null), NULLISH_KEY);
  assert.equal(near(table, undefined), NULLISH_KEY);
  assert.equal(near(table, Symbol()), MISS);
  assert.ok(near(table, "none") > near(table, "nonf"));
  assert.ok(near([1, 2, 3], 3) > near([1, 2, 3], 4) && near([1, 2, 3], 4) > near([1, 2, 3], -900));
  assert.ok(near("abc", 3) > near("abc", 30));
  assert.ok(near(new Uint8Array(4), 4) > near(new Uint8Array(4), 40));
  assert.ok(near({ 42: 0 }, 43) > near({ 42: 0 }, 999));
  assert.equal(near(new Proxy({ a: 1 }, {}), "b"), MISS);
});

test("a computed read leaves the truthness of an enclosing operator alone", () => {
  const { probes } = detached();
  h[0] = 0.25;
  h[1] = 0.75;
  probes.b(20, 21, { a: 1 }, "b");
  probes.b(20, 21, { a: 1 }, "a");
  assert.deepEqual([...h], [0.25, 0.75]);
});

test("in has a gradient and sets the truthness", () => {
  const { probes, take } = detached();
  assert.equal(probes.in(20, 21, "abc", { abc: undefined }), true);
  assert.deepEqual(take(), { 21: 1, 22: MISS });
  assert.equal(probes.in(20, 21, "toString", {}), true);
  take();
  assert.equal(probes.in(20, 21, "abd", { abc: 1 }), false);
  assert.equal(h[1], 1);
  const near = take()[21];
  probes.in(20, 21, "zzz", { abc: 1 });
  assert.ok(near > take()[21]);
});

test("a module namespace in a cycle is not looked into", () => {
  const url = (file) => JSON.stringify(new URL(`../../npm/nearmiss/runtime/${file}`, import.meta.url).href);
  const script = `
    import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
    import { tmpdir } from "node:os";
    import { join } from "node:path";
    import { pathToFileURL } from "node:url";
    const folder = mkdtempSync(join(tmpdir(), "nearmiss-cycle-"));
    writeFileSync(join(folder, "a.mjs"), 'import { seen } from "./b.mjs"; export let late = seen.length; export { seen };');
    writeFileSync(join(folder, "b.mjs"), \`
      import * as a from "./a.mjs";
      import index from ${url("index.js")};
      import keys from ${url("truthness/own_keys.js")};
      const { probes } = index.create(index.detachedBuffer(4096));
      export const seen = [
        probes.in(20, 21, "nothing", a), probes.b(30, 31, a, "nothing"), probes.b(40, 41, a, 7), probes.b(50, 51, a, "_EM_1_XYZ_"),
        keys.ownKeys(a), keys.lengthOf(a), keys.arrayElements(a, 5).length,
      ];\`);
    const { seen } = await import(pathToFileURL(join(folder, "a.mjs")).href);
    rmSync(folder, { recursive: true });
    console.log(JSON.stringify(seen));`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(JSON.parse(run.stdout), [false, null, null, null, null, -1, 0]);
});

test("listing keys of big objects is bounded in a test", () => {
  const { probes, take } = detached();
  const big = () => Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, i]));
  const all = Array.from({ length: 30 }, big);
  all.forEach((each, i) => probes.b(20, 21 + 2 * i, each, "k1x"));
  const slots = take();
  assert.ok(slots[21] > MISS);
  assert.equal(slots[21 + 2 * 29], MISS);
  probes.b(20, 21, all[29], "k1x");
  assert.ok(take()[21] > MISS);
});

test("a huge object is listed once and keeps its gradient", () => {
  const { probes, take, facts } = detached();
  const huge = Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`k${i}`, i]));
  const read = (key) => {
    probes.b(20, 21, huge, key);
    const said = facts();
    return [take()[21], said];
  };
  const first = read("k1x");
  const tainted = read("_EM_1_XYZ_");
  assert.ok(first[0] > MISS);
  assert.equal(tainted[1].length, 16);
  // 20,000 listings would take a quarter of an hour.
  for (let i = 0; i < 20_000; i += 1) assert.equal(read("k1x")[0], first[0]);
  assert.deepEqual(read("k1x"), first);
  assert.deepEqual(read("_EM_1_XYZ_"), tainted);
});

test("texts are not looked up among indexes that are many", () => {
  const { probes, take } = detached();
  // A list of so many indexes as texts has no room in any heap.
  for (const o of [new Uint8Array(2 ** 30), Buffer.alloc(2 ** 30), new Uint8Array(2)]) {
    probes.b(20, 21, o, "name");
    assert.equal(take()[21], MISS);
    probes.in(20, 21, "name", o);
    assert.equal(take()[21], MISS);
    probes.b(20, 21, o, o.length);
    assert.ok(take()[21] > MISS);
  }
  probes.b(20, 21, [1, 2], "name");
  assert.ok(take()[21] > MISS);
});

test("the local form of a computed read records what the probe that reads records", () => {
  const reading = detached();
  const local = detached();
  for (const [o, k] of [[{ abc: 1 }, "abc"], [{ abc: 1 }, "abd"], [{ abc: null }, "abc"], [[1, 2], 5], [[1, 2], 1], ["abc", 9], [{}, "x"], [{ a: 1 }, "_EM_4_XYZ_"]]) {
    reading.probes.b(20, 21, o, k);
    assert.equal(local.probes.g(21, o, k, o[k]), undefined);
    assert.deepEqual(local.facts(), reading.facts());
    assert.deepEqual(local.take(), reading.take());
  }
});
