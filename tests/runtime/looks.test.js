// How near a call was is asked of the first calls of a request at a place; after these its outcome is still seen, and a
// tainted text is still told what it should have been.
import assert from "node:assert/strict";
import { test } from "node:test";
import { detached, load, word } from "./harness/runtime.js";

const { MOST_LOOKS } = load("replacements/index.js");
const { MISS, h } = load("truthness/levels.js");

const ROOT = 20;
const TREE = 21;
const COLOURS = ["green", "blue"];
const { includes, find } = Array.prototype;

/** A runtime, and a call at one place of it; `worn` has used up the looks of the place. */
function place() {
  const runtime = detached();
  const call = (self, f, ...args) => runtime.probes.t(ROOT, TREE, self, f, ...args);
  const worn = () => {
    for (let i = 0; i < MOST_LOOKS; i += 1) call(COLOURS, includes, "q");
  };
  return { ...runtime, call, worn, slots: () => [runtime.map.slots[TREE], runtime.map.slots[TREE + 1]] };
}

test("the last call that is looked at raises the heuristic, the next one does not", () => {
  const { call, slots } = place();
  for (let i = 1; i < MOST_LOOKS; i += 1) call(COLOURS, includes, "qqqqqqqqqqq");
  const [far] = slots();
  call(COLOURS, includes, "gxxxx");
  const [nearer] = slots();
  assert.ok(nearer > far);
  assert.equal(call(COLOURS, includes, "grees"), false);
  assert.deepEqual(slots(), [nearer, 1]);
  assert.deepEqual([...h], [MISS, 1]);
});

test("the outcome of a call that is not looked at is covered", () => {
  const { call, worn, slots } = place();
  worn();
  assert.notEqual(slots()[0], 1);
  assert.equal(call(COLOURS, includes, "blue"), true);
  assert.deepEqual(slots(), [1, 1]);
  assert.equal(h[0], 1);
});

test("each kind of outcome is told without a look", () => {
  const outcomes = [
    [COLOURS, includes, ["blue"], ["red"]],
    [COLOURS, Array.prototype.indexOf, ["blue"], ["red"]],
    [COLOURS, Array.prototype.at, [1], [2]],
    [COLOURS, find, [(x) => x === "blue"], [(x) => x === "red"]],
    [COLOURS, Array.prototype.findIndex, [(x) => x === "blue"], [(x) => x === "red"]],
    [COLOURS, Array.prototype.some, [(x) => x === "blue"], [(x) => x === "red"]],
    [COLOURS, Array.prototype.every, [(x) => x !== "red"], [(x) => x === "blue"]],
    [new Map([["a", 1]]), Map.prototype.get, ["a"], ["b"]],
    ["a-b", String.prototype.split, ["-"], ["+"]],
    ["a-b", String.prototype.match, [/-/], [/q/]],
    ["a", String.prototype.localeCompare, ["a"], ["b"]],
    [Object.prototype.hasOwnProperty, Function.prototype.call, [{ a: 1 }, "a"], [{ a: 1 }, "b"]],
    [Object.prototype.hasOwnProperty, Function.prototype.apply, [{ a: 1 }, ["a"]], [{ a: 1 }, ["b"]]],
    [Reflect, Reflect.apply, [includes, COLOURS, ["blue"]], [includes, COLOURS, ["red"]]],
  ];
  for (const [self, f, found, missed] of outcomes) {
    for (const [args, slot] of [[found, TREE], [missed, TREE + 1]]) {
      const { call, map, mostLooks } = place();
      mostLooks[0] = 0;
      call(self, f, ...args);
      assert.equal(map.slots[slot], 1, `${f.name} ${String(args)}`);
      assert.ok(map.slots[slot === TREE ? TREE + 1 : TREE] < 1, `${f.name} ${String(args)}`);
    }
  }
});

test("what completes and what throws is told without a look", () => {
  const { call, mostLooks, take } = place();
  mostLooks[0] = 0;
  call(JSON, JSON.parse, "1");
  assert.deepEqual(take(), { [TREE]: 1, [TREE + 1]: MISS });
  assert.throws(() => call(JSON, JSON.parse, "{"), SyntaxError);
  assert.equal(take()[TREE + 1], 1);
  assert.throws(() => call(JSON.parse, Function.prototype.call, JSON, "{"), SyntaxError);
  assert.equal(take()[TREE + 1], 1, "through another function");
});

test("the place is looked at again in the next request, of the same test or of another", () => {
  for (const next of ["ACTION", "EPOCH"]) {
    const { call, worn, slots, map } = place();
    worn();
    const [before] = slots();
    call(COLOURS, includes, "grees");
    assert.equal(slots()[0], before);
    map.header[word[next]] += 1;
    call(COLOURS, includes, "grees");
    assert.ok(slots()[0] > before, next);
  }
});

test("a tainted text is told what it should have been however often the place was looked at", () => {
  const cases = [
    [COLOURS, includes, "_EM_1_XYZ_"],
    ["_EM_1_XYZ_", String.prototype.startsWith, "gr"],
    [Object, Object.hasOwn, { green: 1 }, "_EM_1_XYZ_"],
    ["x".repeat(30) + "_EM_1_XYZ_", String.prototype.includes, "green"],
  ];
  for (const [self, f, ...args] of cases) {
    const { call, worn, facts } = place();
    worn();
    assert.deepEqual(facts(), []);
    call(self, f, ...args);
    assert.notDeepEqual(facts(), [], f.name);
  }
});

test("so are a tainted date, what a tainted text was read as, and an argument of a function that is called by another", () => {
  const { call, worn, facts, probes, take } = place();
  worn();
  call(Date, Date.parse, "2020-01-02T19:47:53.007Z");
  probes.se(30, 31, Date.parse("2020-01-02T19:47:53.007Z"), 1234567);
  assert.deepEqual(facts().map(([kind, id]) => [kind, id]), [["DATE", 7]]);
  take();
  worn();
  const part = call("_EM_1_XYZ_abc", String.prototype.slice, 2);
  call(part, String.prototype.startsWith, "gr");
  assert.ok(facts().some(([, , text]) => text.includes("gr")), JSON.stringify(facts()));
  take();
  worn();
  call(Object.hasOwn, Function.prototype.call, Object, { green: 1 }, "_EM_1_XYZ_");
  assert.deepEqual(facts(), [["CONSTANT", 1, "green"]]);
});

test("what another test did, and whether pairs are asked for, changes no heuristic", () => {
  const last = ({ call, worn, slots }) => {
    worn();
    call(COLOURS, includes, "grees");
    return slots();
  };
  const wanted = last(place());
  const before = {
    "asked for a type": ({ probes }) => probes.se(30, 31, probes.z("a text of ten and more") && "string", "string"),
    "derived a text": ({ call }) => call("_EM_1_XYZ_", String.prototype.slice, 2),
  };
  for (const [what, does] of Object.entries(before)) {
    const runtime = place();
    does(runtime);
    runtime.take();
    assert.deepEqual(last(runtime), wanted, what);
  }
  const runtime = place();
  runtime.map.header[word.PAIRS] = 1;
  runtime.pairs.began();
  assert.deepEqual(last(runtime), wanted, "pairs");
});

test("a list that is not taken apart: the outcome is covered, looked at or not", () => {
  for (const most of [MOST_LOOKS, 0]) {
    const { call, mostLooks, slots } = place();
    mostLooks[0] = most;
    (function () { call(includes, Function.prototype.apply, COLOURS, arguments); })("blue");
    assert.equal(slots()[0], 1);
    (function () { call(Reflect, Reflect.apply, includes, COLOURS, arguments); })("red");
    assert.equal(slots()[1], 1);
  }
});

test("a callback is asked once for each element, whether the place is looked at or not", () => {
  const { call, mostLooks } = place();
  const log = [];
  for (const most of [MOST_LOOKS, 0]) {
    mostLooks[0] = most;
    call(COLOURS, find, (value, index, list) => void log.push([value, index, list === COLOURS]));
  }
  assert.deepEqual(log, [["green", 0, true], ["blue", 1, true], ["green", 0, true], ["blue", 1, true]]);
});
