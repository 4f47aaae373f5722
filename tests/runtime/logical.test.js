// `&&`, `||`, `!`: value, heuristics, levels, and the two forms held equal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { detached, load, outcome } from "./harness/runtime.js";
import { randomFrom } from "./harness/random.js";
import { randomNest } from "./harness/chains.js";

const { EXCEPTION, MISS, h, lift } = load("truthness/levels.js");
const ROOT = 20;

test("inline and closure forms equal the plain program in value and each other in every slot", () => {
  const next = randomFrom(2002);
  const inline = detached();
  const closure = detached();
  let evaluations = 0;
  let thrown = 0;
  let speculated = 0;
  for (let n = 0; n < 400; n += 1) {
    const nest = randomNest(next, ROOT);
    const programs = [nest.plain, nest.inline, nest.closure].map((text) => new Function("__nm", "x", "y", "f", `"use strict";return ${text}`));
    if (/,[0-9],[xy],/.test(nest.inline)) speculated += 1;
    for (const [x, y] of [[0, 0], [1, -2], [5, 3], [-1, 7], [NaN, 6], [3, Infinity]]) {
      const logs = [[], [], []];
      const f = (log) => (value) => {
        log.push(value);
        if (value === 3) throw new RangeError("operand");
        return value;
      };
      const wanted = outcome(() => programs[0](null, x, y, f(logs[0])));
      const byInline = outcome(() => programs[1](inline.probes, x, y, f(logs[1])));
      const byClosure = outcome(() => programs[2](closure.probes, x, y, f(logs[2])));
      assert.deepEqual([byInline, byClosure], [wanted, wanted], `${nest.plain} with ${x}, ${y}`);
      assert.deepEqual([logs[1], logs[2]], [logs[0], logs[0]], `side effects of ${nest.plain}`);
      const [left, right] = [inline.take(), closure.take()];
      assert.deepEqual(left, right, `${nest.plain} with ${x}, ${y}`);
      for (const value of Object.values(left)) assert.ok(value > 0 && value <= 1);
      if (wanted.error) thrown += 1;
      evaluations += 1;
    }
  }
  assert.ok(evaluations === 2400 && thrown > 100 && speculated > 100);
});

test("a chain that saturates stops learning and keeps its value", () => {
  const { probes, map, register } = detached();
  register(ROOT, [0, 7], []);
  const run = new Function("__nm", "x", `"use strict";return __nm.S[20]===1||__nm.p(21),__nm.and(20,21,2,1,0,1,__nm.lt(20,23,x,5))&&__nm.and(20,21,2,2,__nm.h[1],1,__nm.gt(20,25,x,2))`);
  assert.deepEqual([1, 9, 3, 1, 9, 3].map((x) => run(probes, x)), [false, false, true, false, false, true]);
  assert.equal(map.slots[20], 1);
  for (let id = 21; id < 27; id += 1) assert.equal(map.slots[id], 1);
});

// The goal of a node is the outcome that needs all its operands ("mean") or one of them ("max").
function buildAround(next, probes, depth, ids) {
  const goal = next(2) === 1;
  let build = (leaf) => leaf;
  let wanted = goal;
  // From the leaf outwards: each level's outcome `wanted` is brought about by the part within having `wanted`.
  for (let level = 0; level < depth; level += 1) {
    const inner = build;
    const innerGoal = wanted;
    const kind = next(3);
    if (kind === 2) {
      build = (leaf) => () => probes.n(ROOT, level === 0 ? leaf.has : 1, inner(leaf)());
      wanted = !innerGoal;
      continue;
    }
    const id = ROOT + 1 + 2 * ids.length;
    ids.push({ id: wanted ? id : id + 1, level });
    const isAnd = kind === 1;
    // and/true and or/false need all operands.
    const needsAll = isAnd === innerGoal;
    const count = 2 + next(3);
    const place = needsAll ? next(count) : 0;
    const chain = isAnd ? probes.andc : probes.orc;
    const passing = () => isAnd;
    const others = needsAll ? passing : () => !innerGoal;
    build = (leaf) => () => {
      const operands = Array.from({ length: count }, (_, i) => (i === place ? inner(leaf) : others));
      return chain(ROOT, id, operands, operands.map((_, i) => (i === place ? (level === 0 ? leaf.has : 1) : 0)), []);
    };
  }
  return { build: (leaf) => (depth === 0 ? leaf : build(leaf)), goal };
}

test("not reached < exception < plain miss < near miss < nearer, in every operator of every nest", () => {
  const next = randomFrom(7);
  let compared = 0;
  for (let n = 0; n < 600; n += 1) {
    const runtime = detached();
    const { probes } = runtime;
    const ids = [];
    const { build, goal } = buildAround(next, probes, 1 + next(12), ids);
    const leaf = (has, run) => Object.assign(run, { has });
    const compare = (distance) => leaf(1, () => (goal ? probes.se : probes.sn)(ROOT, ROOT + 60, distance, 0));
    const leaves = [
      leaf(0, () => { throw new Error("operand"); }),
      leaf(0, () => !goal),
      compare(Infinity),
      compare(1e9),
      compare(1e-300),
    ];
    const seen = leaves.map((one) => {
      outcome(build(one));
      return runtime.take();
    });
    for (const { id } of ids) {
      const values = [0, ...seen.map((slots) => slots[id])];
      for (let i = 1; i < values.length; i += 1) {
        assert.ok(values[i] > values[i - 1], `nest ${n}, slot ${id}: ${values}`);
        compared += 1;
      }
      assert.ok(values.at(-1) < 1);
    }
  }
  assert.ok(compared > 5000);
});

test("two operands are those of paper 002 Figure 1, above the floor", () => {
  const { probes, take } = detached();
  const both = (a, b, has = [1, 1]) => {
    probes.andc(ROOT, 21, [a, b], has, []);
    return take();
  };
  const lt = (id, x) => () => probes.lt(ROOT, id, x, 5);
  let slots = both(lt(23, 9), lt(25, 1));
  assert.equal(slots[21], lift(slots[23] / 2));
  assert.equal(slots[22], 1);
  assert.equal(slots[25], undefined);
  slots = both(lt(23, 1), lt(25, 9));
  assert.equal(slots[21], lift((1 + slots[25]) / 2));
  slots = both(lt(23, 1), lt(25, 2));
  assert.equal(slots[21], 1);
  assert.equal(slots[22], Math.max(slots[24], slots[26]));
});

test("an exception leaves what the operands before it were worth", () => {
  const { probes, take } = detached();
  const boom = () => { throw new TypeError("boom"); };
  assert.throws(() => probes.andc(ROOT, 21, [boom, () => true], [0, 0], []), /boom/);
  assert.deepEqual(take(), { 21: EXCEPTION, 22: EXCEPTION });
  assert.throws(() => probes.andc(ROOT, 21, [() => true, boom], [0, 0], []), /boom/);
  const slots = take();
  assert.equal(slots[21], lift((1 + EXCEPTION) / 2));
  assert.equal(slots[22], MISS);
  assert.throws(() => probes.orc(ROOT, 21, [() => 0, boom], [0, 0], []), /boom/);
  assert.equal(take()[22], lift((1 + EXCEPTION) / 2));
});

test("speculation adds to the heuristic and covers nothing", () => {
  const { probes, take } = detached();
  probes.and(ROOT, 21, 2, 1, 0, 0, false, 0, 9, 5);
  const near = take();
  probes.and(ROOT, 21, 2, 1, 0, 0, false, 0, 900, 5);
  const far = take();
  probes.and(ROOT, 21, 2, 1, 0, 0, false, 0, 1, 5);
  const would = take();
  probes.and(ROOT, 21, 2, 1, 0, 0, false);
  const blind = take();
  assert.ok(blind[21] < far[21] && far[21] < near[21] && near[21] < would[21] && would[21] < 1);
  assert.deepEqual(Object.keys(would), ["21", "22"]);
  // Objects, and symbols that an order would refuse, are not speculated on.
  let called = 0;
  const counting = { valueOf: () => (called += 1) };
  probes.and(ROOT, 21, 2, 1, 0, 0, false, 0, counting, 5, 4, counting, 5);
  assert.deepEqual(take(), blind);
  probes.and(ROOT, 21, 2, 1, 0, 0, false, 0, Symbol(), 5);
  assert.deepEqual(take(), blind);
  assert.equal(called, 0);
});

test("a long flat chain stays below 1 and ordered", () => {
  const { probes, take } = detached();
  const count = 20_000;
  const values = [1, 10_000, 19_998, 19_999, 20_000].map((place) => {
    probes.and(ROOT, 21, count, place, 0, 0, false);
    return take()[21];
  });
  for (let i = 1; i < values.length; i += 1) assert.ok(values[i] > values[i - 1] && values[i] < 1);
});

test("! swaps and keeps the pair", () => {
  const { probes } = detached();
  assert.equal(probes.n(ROOT, 1, probes.lt(ROOT, 21, 9, 5)), true);
  const pair = [h[0], h[1]];
  probes.lt(ROOT, 21, 9, 5);
  assert.deepEqual(pair, [h[1], h[0]]);
  assert.equal(probes.n(ROOT, 0, ""), true);
  assert.equal(h[0], 1);
});
