"use strict";

/** What two functions that ask whether two values are the same have in common. */
exports.equalCases = async (isEqual, run) => {
  await run("differ", () => isEqual({ a: "_EM_1_XYZ_", b: [1, "_EM_2_XYZ_"] }, { a: "left", b: [1, "right"] }));
  await run("the other way round", () => isEqual({ a: "left" }, { a: "_EM_1_XYZ_" }));
  await run("texts", () => isEqual("_EM_1_XYZ_", "right"));
  await run("same", () => isEqual({ a: ["_EM_1_XYZ_"] }, { a: ["_EM_1_XYZ_"] }));
  await run("others", () => [isEqual(), isEqual(NaN, NaN), isEqual(0, -0), isEqual(new Date(3), new Date(4)), isEqual(null, {})]);
  await run("getters that are read", () => {
    let reads = 0;
    const one = { get a() { reads += 1; return 1; } };
    return [isEqual(one, { a: 2 }), reads];
  });
  await run("a proxy", () => {
    const seen = [];
    const trap = (name) => (...args) => {
      seen.push(`${name} ${String(args[1])}`);
      return Reflect[name](...args);
    };
    const proxy = new Proxy({ a: 1 }, { get: trap("get"), ownKeys: trap("ownKeys"), getOwnPropertyDescriptor: trap("getOwnPropertyDescriptor") });
    return [isEqual(proxy, { a: 2 }), seen];
  });
};

exports.equalExpected = {
  differ: { outcomes: [false], texts: ["CONSTANT 1 left", "CONSTANT 2 right"] },
  "the other way round": { texts: ["CONSTANT 1 left"] },
  texts: { texts: ["CONSTANT 1 right"] },
  same: { outcomes: [true], texts: [] },
};

exports.cases = async (run, look) => {
  const _ = require("lodash");
  const isEqual = require("lodash/isEqual");
  await run("look", () => [look(_.isEqual), look(isEqual), Object.keys(_).length, _._ === _, require("lodash/lang").isEqual === isEqual]);
  await exports.equalCases(_.isEqual, run);
  await run("a file of its own", () => isEqual({ a: "_EM_1_XYZ_" }, { a: "left" }));
  await run("as a method", () => [_({ a: 1 }).isEqual({ a: 1 }), _.some([{ a: 1 }], (one) => _.isEqual(one, { a: 1 }))]);
  await run("partly applied", () => _.partial(_.isEqual, { a: "_EM_1_XYZ_" })({ a: "left" }));
  await run("mixed in", () => {
    const other = _.runInContext();
    return [other.isEqual({ a: 1 }, { a: 2 }), other.isEqual.name];
  });
};

const told = { texts: ["CONSTANT 1 left"] };
exports.expected = { ...exports.equalExpected, "a file of its own": told, "partly applied": told };
