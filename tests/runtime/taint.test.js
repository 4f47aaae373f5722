// What a tainted value should have been, by what it met.
import assert from "node:assert/strict";
import { test } from "node:test";
import { detached, layout, load, word } from "./harness/runtime.js";

const { findTaint } = load("taint/marker.js");

/** The facts that `run(probes)` reports. */
function factsOf(run) {
  const runtime = detached();
  run(runtime.probes);
  return runtime.facts();
}

test("the form of a taint", () => {
  assert.deepEqual(findTaint("_EM_0_XYZ_"), { id: 0, exact: true, lower: false, prefix: "", suffix: "" });
  assert.deepEqual(findTaint("a_EM_123456789_XYZ_b"), { id: 123456789, exact: false, lower: false, prefix: "a", suffix: "b" });
  assert.equal(findTaint("_em_12_xyz_").lower, true);
  for (const text of ["", "_EM_XYZ_", "_EM__XYZ_", "_EM_x_XYZ_", "_EM_1_XYZ", `_EM_${"1".repeat(129)}_XYZ_`, "EM_1_XYZ_aa", "_EM_1_xyz_"]) assert.equal(findTaint(text), null, text);
});

test("a taint is found behind what only begins like one", () => {
  const found = (text) => {
    const taint = findTaint(text);
    return taint && [taint.id, taint.lower, taint.prefix, taint.suffix];
  };
  assert.deepEqual(found("_EM_x _EM_7_XYZ_!"), [7, false, "_EM_x ", "!"]);
  assert.deepEqual(found("_EM_EM_7_XYZ_"), [7, false, "_EM", ""]);
  assert.deepEqual(found("_EM_1_EM_2_EM_3_XYZ_"), [3, false, "_EM_1_EM_2", ""]);
  assert.deepEqual(found("_em_1_xyz_ _EM_2_XYZ_"), [2, false, "_em_1_xyz_ ", ""]);
  assert.deepEqual(found("_EM_ _em_x _em_7_xyz_"), [7, true, "_EM_ _em_x ", ""]);
  assert.deepEqual(found("_EM_1_XYZ_ _EM_2_XYZ_"), [1, false, "", " _EM_2_XYZ_"]);
  assert.equal(found("_EM_1_xyz_ _em_1_XYZ_ _EM_"), null);
  // Quadratic, it would take hours.
  assert.equal(found("_EM_1".repeat(2_000_000)), null);
});

test("equality, case and their negations want the constant", () => {
  for (const operator of ["se", "sn", "eq", "ne", "k"]) {
    assert.deepEqual(factsOf((nm) => nm[operator](20, 21, "_EM_5_XYZ_", "Hello")), [["CONSTANT", 5, "Hello"]]);
    assert.deepEqual(factsOf((nm) => nm[operator](20, 21, "Hello", "_EM_5_XYZ_")), [["CONSTANT", 5, "Hello"]]);
  }
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "_EM_5_XYZ_", "")), [["CONSTANT", 5, ""]]);
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "_em_5_xyz_", "hello")), [["CONSTANT_IGNORE_CASE", 5, "hello"]]);
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "_EM_5_XYZ_", "\ud800x")), [["CONSTANT", 5, "\ud800x"]]);
});

test("a taint inside a longer text wants what is between the fixed parts", () => {
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "Bearer _EM_5_XYZ_", "Bearer secret")), [["CONSTANT", 5, "secret"]]);
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "Bearer _EM_5_XYZ_", "Basic secret")), []);
});

test("two taints want to be equal", () => {
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "_EM_5_XYZ_", "_EM_70000_XYZ_")), [["EQUAL_TO_TAINT", 5, "70000"], ["EQUAL_TO_TAINT", 70000, "5"]]);
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "_EM_5_XYZ_", "_EM_5_XYZ_")), []);
});

test("numbers and dates", () => {
  assert.deepEqual(factsOf((nm) => nm.eq(20, 21, "_EM_5_XYZ_", 42)), [["NUMBER", 5, "42"]]);
  assert.deepEqual(factsOf((nm) => nm.lt(20, 21, "_EM_5_XYZ_", 1.5)), [["NUMBER", 5, "1.5"]]);
  assert.deepEqual(factsOf((nm) => nm.gt(20, 21, 7, "_EM_5_XYZ_")), [["NUMBER", 5, "7"]]);
  assert.deepEqual(factsOf((nm) => nm.lt(20, 21, "_EM_5_XYZ_", NaN)), [["NUMBER", 5, ""]]);
  assert.deepEqual(factsOf((nm) => nm.lt(20, 21, "_EM_5_XYZ_", "2020-01-31")), [["DATE", 5, ""]]);
  assert.deepEqual(factsOf((nm) => nm.lt(20, 21, "_EM_5_XYZ_", "m")), []);
});

test("a key wants to be one of those that are there, the 16 nearest", () => {
  assert.deepEqual(factsOf((nm) => nm.b(20, 21, { red: 1, green: 2 }, "_EM_5_XYZ_")).map(([, , text]) => text).sort(), ["green", "red"]);
  assert.deepEqual(factsOf((nm) => nm.in(20, 21, "_EM_5_XYZ_", { red: 1 })), [["CONSTANT", 5, "red"]]);
  const table = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [i === 77 ? "_EM_5_XYZ" : `key${"x".repeat(i)}`, i]));
  const found = factsOf((nm) => nm.b(20, 21, table, "_EM_5_XYZ_"));
  assert.equal(found.length, 16);
  assert.equal(found[0][2], "_EM_5_XYZ");
});

test("nothing is reported on a hit, in a saturated tree, or twice", () => {
  const runtime = detached();
  const { probes, map } = runtime;
  probes.se(20, 21, "_EM_5_XYZ_", "a");
  probes.se(30, 31, "_EM_5_XYZ_", "a");
  probes.se(30, 31, "a", "a");
  assert.equal(runtime.facts().length, 1);
  map.slots[40] = 1;
  probes.se(40, 41, "_EM_5_XYZ_", "b");
  assert.equal(runtime.facts().length, 1);
  // Another action, and another test, may say it again.
  map.header[word.ACTION] = 1;
  probes.se(20, 21, "_EM_5_XYZ_", "a");
  assert.equal(runtime.facts().length, 2);
  assert.equal(map.facts[1] + map.facts[map.header[word.FACTS_USED] / 4 + 1], 1);
  runtime.take();
  probes.se(20, 21, "_EM_5_XYZ_", "a");
  assert.equal(runtime.facts().length, 1);
});

test("a full ring drops and counts", () => {
  const { probes, map } = detached();
  map.header[word.FACTS_USED] = layout.FACTS_BYTES - 14;
  probes.se(20, 21, "_EM_5_XYZ_", "abc");
  assert.equal(map.header[word.FACTS_DROPPED], 1);
  probes.se(20, 21, "_EM_5_XYZ_", "ab");
  assert.equal(map.header[word.FACTS_USED], layout.FACTS_BYTES);
  map.header[word.FACTS_USED] = 0;
  probes.se(20, 21, "_EM_5_XYZ_", "x".repeat(100_000));
  assert.deepEqual([map.header[word.FACTS_USED], map.header[word.FACTS_DROPPED]], [0, 2]);
});

test("no key is made of a text that is too long for a fact", () => {
  const { createFacts } = load("taint/facts.js");
  const { map } = detached();
  const report = createFacts(map);
  let read = 0;
  const text = { length: 10_000_000, toString: () => String((read += 1)) };
  report(1, 5, text);
  assert.deepEqual([read, map.header[word.FACTS_USED], map.header[word.FACTS_DROPPED]], [0, 0, 1]);
  report(1, 5, "x".repeat(8192));
  assert.ok(map.header[word.FACTS_USED] > 2 * 8192);
  report(1, 5, "x".repeat(8193));
  assert.equal(map.header[word.FACTS_DROPPED], 2);
});

test("what a text is read as tells by its parts", () => {
  const date = "2397-11-23T19:47:53.007Z";
  const cases = [
    [(p) => p.se(30, 31, p.w(20, 21, Date, date).getUTCFullYear(), 1912), ["DATE", 7, "year 1912"]],
    [(p) => p.se(30, 31, p.w(20, 21, Date, date).getUTCMonth(), 3), ["DATE", 7, "month 3"]],
    [(p) => p.gt(30, 31, p.t(20, 21, Date, Date.parse, date), 1e13 + 5), ["DATE", 7, "time 10000000000005"], ["DATE", 7, "time 10000000000004"]],
    [(p) => p.sn(30, 31, p.w(20, 21, URL, "https://h:7000/_EM_3_XYZ_?q=v").port, "8443"), ["URL", 3, "port 8443"]],
    [(p) => p.se(30, 31, p.w(20, 21, URL, "https://h:7000/p?_EM_3_XYZ_=v").protocol, "ftp:"), ["URL", 3, "scheme ftp:"]],
    [(p) => p.se(30, 31, p.w(20, 21, URL, "https://_EM_3_XYZ_:7000/").hostname, "museum.example"), ["CONSTANT_IGNORE_CASE", 3, "museum.example"]],
    [(p) => p.se(30, 31, 0x4e4d0005n, 9007199254740993n), ["CONSTANT", 5, "9007199254740993"]],
  ];
  for (const [run, ...facts] of cases) assert.deepEqual(factsOf(run), facts);
  // Of what shows no taint nothing is said.
  assert.deepEqual(factsOf((p) => p.se(30, 31, p.w(20, 21, Date, "2397-11-23T19:47:53Z").getUTCFullYear(), 1912)), []);
});
