// Tainted texts that should be of another type, and what is read of JSON texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { detached, word } from "./harness/runtime.js";

/** The facts that `run(probes)` reports. */
function factsOf(run) {
  const runtime = detached();
  run(runtime.probes);
  return runtime.facts();
}

test("what a tainted text is compared with, if that is no text, is what it should be", () => {
  const values = [[null, "null"], [undefined, "undefined"], [true, "true"], [false, "false"]];
  for (const [value, kind] of values) {
    assert.deepEqual(factsOf((nm) => nm.se(20, 21, "_EM_3_XYZ_", value)), [["KIND", 3, kind]]);
    assert.deepEqual(factsOf((nm) => nm.sn(20, 21, value, "_EM_3_XYZ_")), [["KIND", 3, kind]]);
  }
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "a_EM_3_XYZ_", null)), []);
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, "_EM_3_XYZ_", {})), []);
});

test("the type that a tainted text should have is what its own is compared with", () => {
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, typeof nm.z("_EM_3_XYZ_"), "object")), [["KIND", 3, "object"]]);
  assert.deepEqual(factsOf((nm) => nm.sn(20, 21, "number", typeof nm.z("_EM_3_XYZ_"))), [["KIND", 3, "number"]]);
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, typeof nm.z("_EM_3_XYZ_"), "string")), []);
  assert.deepEqual(factsOf((nm) => nm.se(20, 21, typeof nm.z("abcdefghijkl"), "number")), []);
  // Another comparison in between.
  const facts = factsOf((nm) => {
    const type = typeof nm.z("_EM_3_XYZ_");
    nm.se(20, 21, "a", "b");
    nm.se(30, 31, type, "number");
  });
  assert.deepEqual(facts, []);
});

test("what a tainted text should be an instance of, if JSON has such, is what it should be", () => {
  assert.deepEqual(factsOf((nm) => nm.io(20, 21, "_EM_3_XYZ_", Array)), [["KIND", 3, "array"]]);
  assert.deepEqual(factsOf((nm) => nm.io(20, 21, "_EM_3_XYZ_", Object)), [["KIND", 3, "object"]]);
  for (const [value, made] of [["_EM_3_XYZ_", Date], ["_EM_3_XYZ_", class {}], ["a_EM_3_XYZ_", Array], [5, Array], [["_EM_3_XYZ_"], Array], [{}, Map]]) {
    assert.deepEqual(factsOf((nm) => nm.io(20, 21, value, made)), []);
  }
});

test("the probe of typeof answers its operand", () => {
  const { probes } = detached();
  const object = {};
  for (const value of [object, "_EM_3_XYZ_", "a", 5, null, undefined, Symbol.iterator]) assert.equal(probes.z(value), value);
});

test("names that are looked for in a part of the body are fields of it", () => {
  const asked = [
    (nm, part) => nm.in(20, 21, "gilding", part),
    (nm, part) => nm.t(20, 21, Object, Object.hasOwn, part, "gilding"),
    (nm, part) => nm.t(20, 21, part, Object.prototype.hasOwnProperty, "gilding"),
    (nm, part) => nm.t(20, 21, Object.prototype.hasOwnProperty, Function.prototype.call, part, "gilding"),
    (nm, part) => nm.t(20, 21, Reflect, Reflect.has, part, "gilding"),
  ];
  for (const ask of asked) {
    const { probes, inputs, map, facts } = detached();
    map.header[word.DISCOVERY] = 1;
    const request = { url: "/", body: { frame: { width: 5 }, tags: ["_EM_4_XYZ_"] } };
    inputs.began(request, () => ({}));
    probes.i(request, "body.frame");
    const { frame } = request.body;
    assert.equal(ask(probes, frame), false);
    const told = () => facts().filter(([kind]) => kind === "INPUT").map(([, , text]) => text);
    assert.deepEqual(told(), ["b", "b/frame", "b/frame/gilding"]);
    // Objects of the program's own, names that are inputs themselves, and what is there.
    ask(probes, { other: 1 });
    assert.equal(probes.in(20, 21, "_EM_1_XYZ_", frame), false);
    assert.equal(probes.in(20, 21, "width", frame), true);
    assert.equal(told().length, 3);
  }
});

test("reads of what a JSON text stands for are told with the text", () => {
  const { probes, inputs, map, facts } = detached();
  map.header[word.DISCOVERY] = 1;
  inputs.began({ url: "/" }, () => ({}));
  const parse = (text) => probes.t(20, 21, JSON, JSON.parse, text);
  const text = '{"user":{"name":"a"},"tags":[{}]}';
  const value = parse(text);
  probes.i(value, "year user.name tags");
  probes.i(value.tags[0], "label");
  probes.i(parse("5"), "size");
  const fields = facts().filter(([kind]) => kind === "FIELD").map(([, , told]) => told);
  assert.deepEqual(fields, [`5,/year${text}`, `5,/user${text}`, `10,/user/name${text}`, `5,/tags${text}`, `13,/tags/-/label${text}`]);
});

test("reads of a JSON text whose value gets no name are told with the text, if it is JSON.parse that reads it", () => {
  const { probes, inputs, map, facts } = detached();
  map.header[word.DISCOVERY] = 1;
  const text = '{"user":{"name":"a"}}';
  const odd = { toString: () => assert.fail("looked at") };
  for (const value of [odd, 5, undefined, Symbol.iterator, text, "{"]) assert.equal(probes.l(value, "year"), value);
  assert.equal(probes.l("_EM_3_XYZ_", "year"), "_EM_3_XYZ_");
  assert.deepEqual(facts(), [["ENCODED", 3, "json"]], "no request is under way");
  inputs.began({ url: "/" }, () => ({}));
  assert.equal(probes.l(text, "year user.name"), text);
  for (const value of ["5", "null", "[", " ".repeat(2000)]) assert.equal(probes.l(value, "size"), value);
  assert.equal(probes.l("_EM_4_XYZ_", "year"), "_EM_4_XYZ_");
  const told = facts().slice(1);
  assert.deepEqual(told, [["FIELD", 0, `5,/year${text}`], ["FIELD", 0, `5,/user${text}`], ["FIELD", 0, `10,/user/name${text}`], ["ENCODED", 4, "json"]]);
  probes.l('"_EM_6_XYZ_"', "year");
  assert.deepEqual(facts().pop(), ["PROPERTY", 6, "year"]);
  const { parse } = JSON;
  try {
    JSON.parse = () => assert.fail("called");
    probes.l('{"other":1}', "year");
    Object.defineProperty(JSON, "parse", { get: () => assert.fail("read"), configurable: true });
    probes.l("_EM_5_XYZ_", "year");
  } finally {
    Object.defineProperty(JSON, "parse", { value: parse, writable: true, configurable: true, enumerable: false });
  }
  assert.equal(facts().length, told.length + 2);
});
