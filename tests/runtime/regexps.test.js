// What the runtime does with the regular expressions of a program: bounded, and nothing that the program could see.
import assert from "node:assert/strict";
import { test } from "node:test";
import { detached, load } from "./harness/runtime.js";

const { RECEIVERS } = load("replacements/index.js");
const { MISS } = load("truthness/levels.js");

test("the regular expressions of the runtime leave RegExp.$1 alone", () => {
  const { probes } = detached();
  /(x)(y)/.exec("..xy");
  probes.t(20, 21, /^(a)(b)c{3}$/, RegExp.prototype.test, "abcd");
  probes.t(20, 21, /^(a)(b)c{3}$/, RegExp.prototype.test, "_EM_1_XYZ_");
  probes.lt(20, 23, "_EM_1_XYZ_", "2020-01-01");
  assert.deepEqual([RegExp.$1, RegExp.$2, RegExp.lastMatch, RegExp.leftContext], ["x", "y", "xy", ".."]);
});

test("a regular expression that backtracks is not made worse", () => {
  const { probes } = detached();
  // Made worse, these would never end.
  probes.t(20, 21, /^(a+)+$/, RegExp.prototype.test, "b".repeat(100_000));
  probes.t(20, 21, /(x+x+)+y/, RegExp.prototype.test, "b".repeat(100_000));
});

test("prefixes of an expression are never run on more text than they can backtrack over", () => {
  const { safeLength } = load("replacements/regexp/test/safe_length.js");
  for (const [source, length] of [
    ["^[0-9a-f]{8}-[0-9a-f]{4}$", 256], ["^a+$", 256], ["a|b|c", 256], ["^(abc)?d$", 256], ["(a|b)c", 256],
    ["^\\w+@\\w+$", 158], ["^\\w+@\\w+\\.[a-z]{2,}$", 44], ["a*a*a*a*b", 20], ["a*a*a*a*a*b", 12],
    ["^(a+)+$", 12], ["(a|aa)*b", 12], ["^(\\w+\\s?)*$", 12], ["((a?)b)+", 12], ["[(]+a", 256], ["\\(a+\\)+", 158], ["(a+){2}", 12],
  ]) assert.equal(safeLength(source, false), length, source);

  const { probes } = detached();
  const texts = ["a".repeat(100_000), "ab".repeat(50_000), `${"a ".repeat(20_000)}!`, "x".repeat(300)];
  // None of these backtracks itself on such a text, since what it begins with is not there.
  for (const source of ["^q(a+)+$", "^(a+)+(b+)+q", "^q?(x+x+)+yz", "^(\\w+\\s?)*\\?q", ".*.*.*.*.*=.*q{3}"]) {
    const { nearMatch } = load("replacements/regexp/test/nearest_match.js");
    for (const text of texts) assert.ok(nearMatch(source, "", false, text) > 0, source);
  }
  assert.equal(load("replacements/regexp/test/nearest_match.js").nearMatch("a|".repeat(10_000), "", false, "b"), MISS);
  assert.equal(probes.t(20, 21, /^(a+)+$/, RegExp.prototype.test, "aaab"), false);
});

test("the expressions that came last are kept, however many there were, and none that is made of an input", () => {
  const { takeApart, MOST_KEPT } = load("replacements/regexp/test/nearest_match.js");
  const often = takeApart("^often$", "", false);
  for (let i = 0; i < 10 * MOST_KEPT; i += 1) {
    takeApart(`^once${i}$`, "", false);
    if (i % 100 === 0) assert.equal(takeApart("^often$", "", false), often);
  }
  const last = takeApart("^last$", "", false);
  assert.equal(takeApart("^last$", "", false), last);
  for (let i = 0; i < 2 * MOST_KEPT; i += 1) takeApart(`^again${i}$`, "", false);
  assert.notEqual(takeApart("^last$", "", false), last);
  assert.deepEqual(takeApart("^last$", "", false), last);

  const tainted = takeApart("^x_EM_5_XYZ_$", "", false);
  assert.notEqual(takeApart("^x_EM_5_XYZ_$", "", false), tainted);
  for (let i = 0; i < 2 * MOST_KEPT; i += 1) takeApart(`^_EM_${i}_XYZ_$`, "", false);
  assert.deepEqual(takeApart("^last$", "", false), last);
  const here = takeApart("^last$", "", false);
  for (let i = 0; i < 2 * MOST_KEPT; i += 1) takeApart(`^_EM_${i}_XYZ_$`, "", false);
  assert.equal(takeApart("^last$", "", false), here);
});

test("the kind of an expression is found out for a tainted text only", () => {
  const asked = [];
  const { native, create } = RECEIVERS.regexp.find(({ method }) => method === "test");
  assert.equal(native, RegExp.prototype.test);
  const { createTaint } = load("taint/index.js");
  const facts = [];
  const taint = createTaint({ header: new Int32Array(64) }, (...said) => facts.push(said));
  const replacement = create({
    ...taint,
    unmatched: (text, kind, source) => taint.unmatched(text, () => (asked.push(text), kind()), source),
  });
  replacement.nearness(/^a$/, "plain");
  assert.deepEqual([asked, facts], [[], []]);
  replacement.nearness(/^a$/, "_EM_5_XYZ_");
  assert.deepEqual(asked, ["_EM_5_XYZ_"]);
  assert.equal(facts.length, 1);
});

test("a tainted text that an expression matches is told the expression, and a plain one nothing", () => {
  const { prototype: regexp } = RegExp;
  const { prototype: string } = String;
  const runtime = detached();
  const told = () => {
    const facts = runtime.facts().filter(([kind]) => kind === "REGEX_MATCHED");
    runtime.take();
    return facts;
  };
  const { t } = runtime.probes;
  const words = /^(\w+[ .]?)+$/;
  const fact = ["REGEX_MATCHED", 3, words.source];
  for (const [self, f, ...args] of [
    [words, regexp.test, "_EM_3_XYZ_"],
    [words, regexp.exec, "_EM_3_XYZ_"],
    ["_EM_3_XYZ_", string.match, words],
    ["_EM_3_XYZ_", string.search, words],
    ["_EM_3_XYZ_", string.replace, words, ""],
  ]) {
    t(20, 21, self, f, ...args);
    assert.deepEqual(told(), [fact], f.name);
    t(20, 21, self === words ? words : "plain words", f, ...(self === words ? ["plain words"] : args));
    assert.deepEqual(told(), [], f.name);
  }
});
