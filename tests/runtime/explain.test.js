// Explaining mode: what is noted of predicates, in which words, and that wrapped probes are what they were.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, it } from "node:test";
import { detached, outcome } from "./harness/runtime.js";

const require = createRequire(import.meta.url);
const { createNotes } = require("../../npm/nearmiss/explain/notes.js");
const { wrapProbes } = require("../../npm/nearmiss/explain/wrap.js");
const { printed, errorText } = require("../../npm/nearmiss/explain/printed.js");

const ROOT = 100;
const ID = 101;

/** A runtime whose probes are wrapped and that looks at slots 100 to 199. */
function explaining() {
  const runtime = detached();
  const notes = createNotes(runtime.map);
  wrapProbes(runtime, notes);
  notes.look(100, 200);
  return { ...runtime, notes };
}

/** What is noted of one evaluation of the predicate at slot 101: `[text, words]`. */
function noted(evaluate) {
  const { probes, notes } = explaining();
  evaluate(probes);
  const { evaluations } = notes.take();
  const of = evaluations.find(({ slot }) => slot === ID);
  assert.equal(of.nearest.length, 1);
  return [of.nearest[0].text, of.nearest[0].words];
}

describe("what is noted", () => {
  it("of comparisons is how far the operands were", () => {
    const cases = [
      ["gt", 60, 64, "60 > 64", "off by 4"],
      ["lt", 5, 5, "5 < 5", "both are equal"],
      ["ge", 2n, 7n, "2n >= 7n", "off by 5"],
      ["le", "b", "a", '"b" <= "a"', "the left text comes after the right one"],
      ["lt", NaN, 1, "NaN < 1", "one side is NaN"],
      ["gt", undefined, 3, "undefined > 3", "the left side was undefined"],
      ["se", "accordeon", "accordion", '"accordeon" === "accordion"', "1 of 9 characters differs"],
      ["se", "a-23456789", "a_2345678-", '"a-23456789" === "a_2345678-"', "2 of 10 characters differ"],
      ["se", "ABC", "abc", '"ABC" === "abc"', "they differ in case only"],
      ["se", "", "abc", '"" === "abc"', "one is empty, the other has 3 characters"],
      ["se", undefined, "abc", 'undefined === "abc"', "the left side was undefined"],
      ["se", "5", 5, '"5" === 5', "a string and a number"],
      ["sn", 7, 7, "7 !== 7", "both are the same"],
      ["eq", 3, "5", '3 == "5"', "off by 2"],
      ["ne", null, undefined, "null != undefined", "both are null"],
      ["k", "x", "y", '"x" === "y"', "off by 1 in the character"],
      ["io", {}, Map, "{} instanceof function Map", "is no instance"],
      ["in", "tabel", { table: 1, chair: 2 }, '"tabel" in {"table":1,"chair":2}', "its keys are table, chair"],
    ];
    for (const [probe, a, b, text, words] of cases) {
      assert.deepEqual(noted((probes) => probes[probe](ROOT, ID, a, b)), [text, words]);
    }
  });

  it("of values used as conditions, of reads and calls is what they were", () => {
    assert.deepEqual(noted((probes) => probes.y(ROOT, ID, undefined)), ["undefined", "was undefined"]);
    assert.deepEqual(noted((probes) => probes.y(ROOT, ID, 12)), ["12", "was 12: off by 12 from 0"]);
    assert.deepEqual(noted((probes) => probes.y(ROOT, ID, "")), ['""', "was an empty text"]);
    assert.deepEqual(noted((probes) => probes.q(ROOT, ID, 5, 0)), ["5", "was neither null nor undefined"]);
    assert.deepEqual(noted((probes) => probes.b(ROOT, ID, { a: 1 }, "b")), ['{"a":1}["b"]', "its keys are a"]);
    assert.deepEqual(noted((probes) => probes.g(ID, [1, 2], 5, undefined)), ["[1,2][5]", "the index is outside of a length of 2"]);
    const call = (o, name, ...args) => noted((probes) => probes.t(ROOT, ID, o, o[name], ...args));
    assert.deepEqual(call(/^a+$/i, "test", "bb"), ['/^a+$/i.test("bb")', "the expression does not match"]);
    assert.deepEqual(call("abcdef", "startsWith", "abd"), ['"abcdef".startsWith("abd")', "1 of 3 characters differs"]);
    assert.deepEqual(call([1, 2], "includes", 3), ["[1,2].includes(3)", "answered false"]);
    const [text, words] = noted((probes) => outcome(() => probes.t(ROOT, ID, JSON, JSON.parse, "{")));
    assert.equal(text, 'JSON.parse("{")');
    assert.match(words, /^threw SyntaxError: /);
  });

  it("of a chain is the operand that decided it", () => {
    const { probes, notes } = explaining();
    for (const [vip, quota] of [[true, 5], [false, 7], [true, 3]]) {
      const first = probes.and(ROOT, ID, 2, 1, 0, 0, vip);
      if (first) probes.and(ROOT, ID, 2, 2, probes.h[1], 1, probes.se(ROOT, ID + 2, quota, 7));
    }
    const { evaluations } = notes.take();
    const chain = evaluations.find(({ slot }) => slot === ID);
    assert.deepEqual(chain.nearest.map(({ text, words }) => [text, words]), [
      ["operand 2 of 2: 5 === 7", "off by 2"],
      ["operand 2 of 2: 3 === 7", "off by 4"],
      ["operand 1 of 2: false", "was false"],
    ]);
    assert.deepEqual(evaluations.find(({ slot }) => slot === ID + 2).nearest.length, 2);
  });

  it("counts all evaluations and keeps the nearest that differ", () => {
    const { probes, notes } = explaining();
    for (let i = 0; i < 40; i += 1) probes.gt(ROOT, ID, i % 20, 30);
    probes.gt(ROOT, ID, 31, 30);
    const [{ trues, falses, nearest }] = notes.take().evaluations;
    assert.deepEqual([trues, falses], [1, 40]);
    const misses = nearest.filter(({ how }) => how === "false").map(({ text }) => text);
    assert.deepEqual(misses, [19, 18, 17, 16, 15, 14, 13, 12].map((i) => `${i} > 30`));
    assert.deepEqual(notes.take(), { evaluations: [], errors: [] });
  });

  it("is nothing outside of the range, nor while no test runs", () => {
    const { probes, notes, map } = explaining();
    probes.gt(200, 201, 1, 2);
    map.header[3] = 0;
    probes.gt(ROOT, ID, 1, 2);
    assert.deepEqual(notes.take().evaluations, []);
  });

  it("of errors is the statement that they left", () => {
    const { probes, notes } = explaining();
    probes.threw(150, new TypeError("no lines"));
    probes.threw(150, new Error("second"));
    probes.threw(250, new Error("elsewhere"));
    assert.deepEqual(notes.take().errors, [{ slot: 150, error: "TypeError: no lines", action: 0 }]);
  });
});

describe("printed values", () => {
  it("run no code of the program and stay short", () => {
    let runs = 0;
    const watched = (value) => new Proxy(value, { get: () => { runs += 1; }, ownKeys: () => { runs += 1; return []; }, getPrototypeOf: () => { runs += 1; return null; } });
    const getter = { get secret() { runs += 1; return 1; }, toString: () => { runs += 1; return ""; }, toJSON: () => { runs += 1; return 1; } };
    class Order { lines = [1]; }
    const values = [
      [watched({}), "a Proxy"],
      [getter, '{"secret":(getter),"toString":function toString,"toJSON":function toJSON}'],
      [new Order(), 'Order{"lines":[1]}'],
      [new URLSearchParams("a=1"), "URLSearchParams"],
      [new Date(0), "Date(1970-01-01T00:00:00.000Z)"],
      [new Map([[1, 2]]), "Map(1)"],
      [-0, "-0"],
      [Symbol("s"), "Symbol(s)"],
      [[1, "a", null, [[[]]]], '[1,"a",null,[[...]]]'],
      ["x".repeat(500), `${JSON.stringify("x".repeat(200)).slice(0, 197)}...`],
    ];
    for (const [value, text] of values) assert.equal(printed(value), text);
    const custom = Object.assign(new RangeError("far"), { name: "Own" });
    assert.equal(errorText(custom), "Own: far");
    assert.equal(errorText({ thrown: 1 }), '{"thrown":1}');
    assert.equal(runs, 0);
  });
});
