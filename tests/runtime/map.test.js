// The shared map: epochs, the touched list, saturation, the sink, the layout, the global.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exampleProgram } from "../example-program.cjs";
import { detached, epoch, layout, load, word } from "./harness/runtime.js";

const { create, detachedBuffer } = load("index.js");
const { LEARNT_SLOT, LONGEST_SATURATING_TREE } = load("map.js");
const { h } = load("truthness/levels.js");
const ROOT = new URL("../../", import.meta.url);

test("the generated layout is up to date", (context) => {
  let layoutProgram;
  try {
    layoutProgram = exampleProgram("layout");
  } catch (error) {
    if (error.code === "ENOENT") return context.skip("cargo is not installed");
    throw error;
  }
  const run = spawnSync(layoutProgram, { cwd: ROOT, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(readFileSync(new URL("npm/nearmiss/runtime/generated/layout.js", ROOT), "utf8"), run.stdout);
});

test("statements are 0.5 entered and 1 completed, and each slot is noted once", () => {
  const { probes, map, take } = detached();
  probes.e(20);
  assert.equal(map.slots[20], 0.5);
  probes.c(20);
  probes.e(20);
  assert.equal(probes.r(21, "value"), "value");
  assert.equal(map.header[word.TOUCHED_COUNT], 2);
  assert.deepEqual(take(), { 20: 1, 21: 1 });
});

test("a closed epoch records nothing, an open and a boot one do", () => {
  const { probes, map, epoch: life, facts } = detached();
  life.close(life.current());
  assert.equal(life.isOpen(), false);
  probes.e(20);
  probes.c(20);
  probes.lt(21, 22, 1, 2);
  probes.se(21, 24, "_EM_1_XYZ_", "abc");
  probes.x = 20;
  assert.equal(map.header[word.TOUCHED_COUNT] + map.header[word.FACTS_USED] + map.header[word.THROWN], 0);
  assert.ok(map.slots.every((value) => value === 0));
  map.header[word.EPOCH_STATE] = epoch.BOOT;
  assert.equal(life.isBoot(), true);
  probes.c(20);
  probes.se(21, 24, "_EM_1_XYZ_", "abc");
  assert.equal(map.slots[20], 1);
  assert.deepEqual(facts(), []);
  life.open(9);
  assert.equal(life.current(), 9);
  probes.se(31, 34, "_EM_1_XYZ_", "abc");
  assert.deepEqual(facts(), [["CONSTANT", 1, "abc"]]);
  life.close(9, false);
  assert.deepEqual([map.header[word.QUIET_EPOCH], map.header[word.NOT_QUIET]], [9, 1]);
});

test("the end of a test does not close the next one", () => {
  const { epoch: life, map } = detached();
  const { header } = map;
  life.open(4);
  life.open(5);
  life.close(4, false);
  assert.deepEqual([life.isOpen(), header[word.QUIET_EPOCH], header[word.NOT_QUIET]], [true, 0, 0]);
  life.close(5);
  assert.deepEqual([life.isOpen(), header[word.QUIET_EPOCH]], [false, 5]);
});

test("a core that goes on while a test is being closed finds its next test open", () => {
  // The core may write EPOCH, then OPEN, between any two steps of close: play each place.
  const script = `
    const { load, store } = Atomics;
    const { openMap } = require(${JSON.stringify(new URL("npm/nearmiss/runtime/map.js", ROOT).pathname)});
    const { layout, word, epoch } = require(${JSON.stringify(new URL("npm/nearmiss/runtime/generated/layout.js", ROOT).pathname)});
    let steps = 0, at = -1, openAt = -1, header = null;
    const core = () => {
      if (header === null) return;
      if (steps === at) header[word.EPOCH] = 8;
      if (steps === openAt) header[word.EPOCH_STATE] = epoch.OPEN;
      steps += 1;
    };
    Atomics.load = (...args) => { core(); const value = load(...args); core(); return value; };
    Atomics.store = (...args) => { core(); const value = store(...args); core(); return value; };
    const { createEpoch } = require(${JSON.stringify(new URL("npm/nearmiss/runtime/epoch.js", ROOT).pathname)});
    const found = [];
    for (let i = 0; i <= 12; i += 1) for (let j = i; j <= 12; j += 1) {
      const map = openMap(new ArrayBuffer(layout.SLOTS_OFFSET + 800));
      const life = createEpoch(map);
      header = null;
      life.open(7);
      steps = 0; at = i; openAt = j; header = map.header;
      life.close(7, true);
      while (steps <= 12) core();
      found.push([header[word.EPOCH], header[word.EPOCH_STATE] === epoch.OPEN, header[word.QUIET_EPOCH]]);
    }
    console.log(JSON.stringify(found));`;
  const run = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  const found = JSON.parse(run.stdout);
  assert.equal(found.length, 91);
  for (const [current, open, quiet] of found) assert.deepEqual([current, open, [0, 7].includes(quiet)], [8, true, true]);
  assert.deepEqual(new Set(found.map(([, , quiet]) => quiet)), new Set([0, 7]));
});

test("requests and responses are counted", () => {
  const { epoch: life, map } = detached();
  life.requestBegan();
  life.requestBegan();
  life.responseEnded();
  assert.equal(life.pending(), 1);
  map.header[word.LAST_ACTION] = 1;
  assert.equal(life.isLastAction(), true);
});

test("the sink belongs to no file", () => {
  const { probes, map } = detached();
  for (let id = 0; id < layout.SINK_SLOTS; id += 1) probes.c(id);
  probes.lt(0, 1, 1, 2);
  assert.equal(map.header[word.TOUCHED_COUNT], 0);
  assert.ok(map.slots.every((value) => value === 0));
});

test("a full touched list is counted and leaves no value behind", () => {
  const { probes, map } = detached();
  map.header[word.TOUCHED_COUNT] = layout.TOUCHED_CAPACITY - 1;
  probes.c(20);
  probes.c(21);
  probes.e(22);
  assert.deepEqual([...map.slots.subarray(20, 23)], [1, 0, 0]);
  assert.equal(map.header[word.TOUCHED_DROPPED], 2);
});

test("a tree saturates when all its slots are covered, and its root cell is drained like any other", () => {
  const { probes, map, register, take } = detached();
  register(1000, [0, 5], []);
  probes.lt(1000, 1001, 1, 2);
  assert.equal(map.slots[1000], LEARNT_SLOT);
  probes.lt(1000, 1001, 2, 1);
  assert.equal(map.slots[1000], 2 * LEARNT_SLOT);
  probes.se(1000, 1003, 1, 1);
  probes.se(1000, 1003, 2, 1);
  assert.equal(map.slots[1000], 1);
  assert.deepEqual(take(), { 1000: 1, 1001: 1, 1002: 1, 1003: 1, 1004: 1 });
  assert.equal(map.slots[1000], 0);
});

test("a predicate is learnt when it and all before it are covered, never sooner", () => {
  const { probes, map, register } = detached();
  register(1000, [0, 7], []);
  // The second and third predicate first: what encloses them may still need to know how near they were.
  for (const id of [1003, 1005]) for (const x of [1, 3]) probes.lt(1000, id, x, 2);
  assert.equal(map.slots[1000], 0);
  h.fill(0.25);
  probes.lt(1000, 1003, 1, 2);
  assert.equal(h[0], 1);
  probes.lt(1000, 1001, 1, 2);
  assert.equal(map.slots[1000], LEARNT_SLOT);
  h.fill(0.25);
  probes.lt(1000, 1001, 1, 2);
  assert.equal(h[0], 1, "one outcome is missing");
  probes.lt(1000, 1001, 3, 2);
  assert.equal(map.slots[1000], 1);
});

test("a row of learnt predicates ends at the first that is not", () => {
  const { probes, map, register } = detached();
  register(1000, [0, 7], []);
  for (const id of [1001, 1003]) for (const x of [1, 3]) probes.lt(1000, id, x, 2);
  assert.equal(map.slots[1000], 4 * LEARNT_SLOT);
  for (const [id, wanted] of [[1001, 0.25], [1003, 0.25], [1005, 1]]) {
    h.fill(0.25);
    assert.equal(probes.lt(1000, id, 1, 2), true);
    assert.equal(h[0], wanted, `predicate ${id}`);
  }
});

test("long trees and trees outside the map never saturate", () => {
  const { probes, map, register } = detached();
  const length = LONGEST_SATURATING_TREE + 1;
  register(100, [0, length, 300, 5000, 100_000_000, 3], []);
  for (let i = 1; i < length; i += 1) map.slots[100 + i] = 1;
  map.slots[101] = 0;
  probes.lt(100, 101, 1, 2);
  assert.equal(map.slots[100], 0);
});

test("slots outside the map are left alone", () => {
  const { probes, map } = detached(64);
  probes.c(1_000_000);
  assert.equal(probes.lt(1_000_000, 1_000_001, 1, 2), true);
  assert.equal(map.header[word.TOUCHED_COUNT], 0);
});

test("the first exception of an action is remembered with its statement", () => {
  const { probes, map, take } = detached();
  probes.x = 33;
  probes.x = 44;
  assert.deepEqual([map.header[word.THROWN], map.header[word.THROWN_AT]], [1, 33]);
  take();
  probes.x = 0;
  probes.x = 44;
  assert.deepEqual([map.header[word.THROWN], map.header[word.THROWN_AT]], [1, 0]);
});

test("another layout and a buffer that is too small are refused", () => {
  const buffer = detachedBuffer(64);
  new Uint32Array(buffer)[word.MAGIC] = layout.MAGIC;
  new Uint32Array(buffer)[word.VERSION] = layout.VERSION + 1;
  assert.throws(() => create(buffer), new RegExp(`layout version ${layout.VERSION + 1}, this runtime speaks ${layout.VERSION}`));
  assert.throws(() => create(new ArrayBuffer(1000)), /a shared map has more than/);
});

test("a map may lie in a SharedArrayBuffer", () => {
  const { probes, map } = create(new SharedArrayBuffer(layout.SLOTS_OFFSET + 800));
  probes.c(20);
  assert.equal(map.slots[20], 1);
});

test("install defines one hidden global, once", () => {
  const script = `
    const { install, detachedBuffer } = require(${JSON.stringify(new URL("npm/nearmiss/runtime/index.js", ROOT).pathname)});
    const before = Object.getOwnPropertyNames(globalThis);
    const { probes } = install(detachedBuffer(64));
    const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
    const { enumerable, writable, configurable, value } = Object.getOwnPropertyDescriptor(globalThis, "__nm");
    let again; try { install(detachedBuffer(64)); } catch (error) { again = error.message; }
    const names = Object.keys(value).sort().join(" ");
    console.log(JSON.stringify({ added, enumerable, writable, configurable, same: value === probes, again, names }));`;
  const run = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  const { names, again, ...rest } = JSON.parse(run.stdout);
  assert.deepEqual(rest, { added: ["__nm"], enumerable: false, writable: false, configurable: false, same: true });
  assert.match(again, /installed twice/);
  assert.equal(names, "A S and andc b c d dn e eq f g ge gt h i in io j k l le lt n ne o or orc p q qu r register se sn t u v w x y z");
});

test("a slot is told once it comes nearer than its floor", () => {
  const { map, take } = detached();
  map.floors[40] = 0.5;
  map.slots[40] = 0.5;
  map.raise(40, 0.4, 0);
  map.raise(40, 0.5, 0);
  assert.deepEqual(take(), {});
  map.raise(40, 0.6, 0);
  map.raise(40, 0.7, 0);
  assert.equal(map.header[word.TOUCHED_COUNT], 1);
  assert.deepEqual(take(), { 40: 0.7 });
});
