// Values that met and differ, told as they are, where the core asks for them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { detached, load, word } from "./harness/runtime.js";

const { MOST_OF_PLACE, MOST_PAIRS } = load("taint/pairs.js");

/** A runtime in whose test the core asks for pairs. */
function asked() {
  const runtime = detached();
  runtime.map.header[word.PAIRS] = 1;
  runtime.pairs.began();
  const told = () => runtime.facts().filter(([kind]) => kind === "PAIR").map(([, , text]) => text);
  return { ...runtime, nm: runtime.probes, told };
}

test("texts and numbers that differ are told, with how they met", () => {
  const { nm, told } = asked();
  nm.se(20, 21, "482", "417");
  nm.sn(30, 31, 2024, 1889);
  nm.lt(40, 41, 7, 5.5);
  nm.gt(50, 51, "b", "c");
  nm.eq(60, 61, "5", 6);
  nm.se(70, 71, 9007199254740993n, 1n);
  nm.lt(80, 81, new Date(1000), new Date(5));
  assert.deepEqual(told(), ["=4,s482s417", "=5,n2024n1889", "<2,n7n5.5", "<2,sbsc", "=2,s5n6", "=17,n9007199254740993n1", "<5,n1000n5"]);
});

test("a pair tells the slot of the outcomes of where it met", () => {
  const { nm, facts } = asked();
  nm.se(20, 21, 37, 1);
  nm.lt(40, 41, 7, 5.5);
  nm.t(50, 51, "abc", "".startsWith, "x");
  const places = facts().filter(([kind]) => kind === "PAIR").map(([, place]) => place);
  assert.deepEqual(places, [21, 41, 0]);
});

test("what is equal, tainted, no text or number, or long is not", () => {
  const { nm, told } = asked();
  nm.se(20, 21, "a", "a");
  nm.se(30, 31, "_EM_1_XYZ_", "a");
  nm.se(50, 51, NaN, 5);
  nm.se(60, 61, "a".repeat(201), "b");
  nm.se(70, 71, 0x4e4d0001, 5);
  assert.deepEqual(told(), []);
});

test("what a value of another type should have been is told", () => {
  const { nm, told } = asked();
  const typed = (value, place) => nm.se(place, place + 1, typeof nm.z(value), "boolean");
  typed("dry", 20);
  typed(7, 30);
  typed({}, 40);
  nm.se(50, 51, null, "oil");
  nm.sn(60, 61, true, false);
  nm.t(70, 71, Array, Array.isArray, "list");
  nm.lt(80, 81, null, 5);
  nm.se(90, 91, {}, null);
  assert.deepEqual(told(), ["=4,sdrykboolean", "=2,n7kboolean", "=5,knullsoil", "=5,ktruekfalse", "=5,slistkarray"]);
});

test("lookups, searches and deep equality tell pairs, too", () => {
  const { nm, told } = asked();
  nm.t(20, 21, ["red", "green"], Array.prototype.includes, "blue");
  nm.t(30, 31, Int32Array.of(7, 8), Int32Array.prototype.indexOf, 9);
  nm.t(40, 41, "report", String.prototype.endsWith, ".pdf");
  assert.deepEqual(told(), ["=5,sbluesred", "=5,sbluesgreen", "=2,n9n7", "=2,n9n8", "=7,sreports.pdf"]);
});

test("where the parts of a text are counted, the text with so many is told", () => {
  const { nm, told } = asked();
  const split = (text, by) => nm.t(20, 21, text, String.prototype.split, by);
  nm.se(30, 31, split("a.b", ".").length, 4);
  nm.se(40, 41, 2, split("7 ; 8 ; 9", /\s*;\s*/).length);
  nm.lt(50, 51, split("a,b", ",").length, 2);
  nm.se(60, 61, split("abc", ",").length, 2);
  assert.deepEqual(told().filter((pair) => pair.includes("s")), ["=4,sa.bsa.b.b.b", "=4,sa.bsa.b.b", "=10,s7 ; 8 ; 9s7 ; 8", "=4,sa,bsa,b,b", "=4,sa,bsa", "=4,sabcs,"]);
});

test("an expression that part of an input does not match is told", () => {
  const { nm, told } = asked();
  nm.t(20, 21, /^\d+$/, RegExp.prototype.test, "dOdO");
  nm.t(30, 31, "x1", String.prototype.search, /[a-f]{3}/i);
  nm.t(40, 41, /^\d+$/, RegExp.prototype.test, "_EM_0_XYZ_");
  assert.deepEqual(told(), ["=5,sdOdOw^\\d+$", "=3,sx1p[a-fA-F]{3}"]);
});

test("nothing is told unless the core asks, and asking holds for one test", () => {
  const runtime = detached();
  runtime.pairs.began();
  runtime.probes.se(20, 21, "a", "b");
  assert.deepEqual(runtime.facts(), []);
  const { nm, take, told, map, pairs } = asked();
  take();
  map.header[word.PAIRS] = 0;
  pairs.began();
  nm.se(30, 31, "a", "b");
  assert.deepEqual(told(), []);
});

test("a loop tells few of one place, and a test few at all", () => {
  const { nm, told, take, pairs } = asked();
  for (let i = 0; i < 100; i += 1) nm.lt(20, 21, i, 100.5);
  assert.equal(told().length, MOST_OF_PLACE);
  for (let i = 1; i < 200; i += 1) nm.se(20 + 10 * i, 21 + 10 * i, i, 1000);
  assert.equal(told().length, MOST_PAIRS);
  take();
  pairs.began();
  nm.se(30, 31, 1, 2);
  assert.equal(told().length, 1);
});
