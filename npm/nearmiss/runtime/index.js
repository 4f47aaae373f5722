"use strict";
// The runtime in the SUT process: the probe object `__nm` over the shared map. The contract between it
// and probed text is `crates/nearmiss_instrument/README.md`.
const { objectDefineProperty } = require("./intrinsics.js");
const { layout } = require("./generated/layout.js");
const { openMap } = require("./map.js");
const { createEpoch } = require("./epoch.js");
const { h } = require("./truthness/levels.js");
const { createFacts } = require("./taint/facts.js");
const { createTaint } = require("./taint/index.js");
const { createReplacements } = require("./replacements/index.js");
const { createSettle } = require("./probes/settle.js");
const { createStatementProbes } = require("./probes/statements.js");
const { createComparisonProbes } = require("./probes/comparisons.js");
const { createLogicalProbes } = require("./probes/logical.js");
const { createChoiceProbes } = require("./probes/choices.js");
const { createReadProbes } = require("./probes/reads.js");
const { createInputs } = require("./inputs/index.js");
const { createCallProbes } = require("./probes/calls.js");
const { createIterationProbes } = require("./probes/iterations.js");
const { createConversionProbes } = require("./probes/conversions.js");
const { createParsedProbe } = require("./probes/parsed.js");
const { createValidations } = require("./validation/index.js");

/** Name of the one global. */
const GLOBAL = "__nm";

/**
 * Builds the probe object over a map without defining the global.
 *
 * @param {ArrayBuffer | SharedArrayBuffer} buffer a map of the core, or a fresh one (see
 *   {@link detachedBuffer}), which becomes an open map of its own
 * @returns {{ probes: object, map: object, epoch: object, taint: object, register: Function, validations: object, report: Function, mostLooks: Uint32Array }}
 */
function create(buffer) {
  const map = openMap(buffer);
  const settle = createSettle(map);
  const report = createFacts(map);
  const validations = createValidations(map, report);
  const inputs = createInputs(map, report);
  const taint = createTaint(map, report, inputs);
  const statements = createStatementProbes(map);
  const comparisons = createComparisonProbes(map, settle, taint);
  const logical = createLogicalProbes(map, settle);
  const choices = createChoiceProbes(map, settle);
  const reads = createReadProbes(map, settle, taint);
  const replacements = createReplacements(map, taint);
  const calls = createCallProbes(map, settle, replacements, taint);
  const iterations = createIterationProbes(calls.textOf);
  const conversions = createConversionProbes(taint);
  const parsed = createParsedProbe(taint, inputs);

  /** Tells the trees and callee texts of a module before its code runs. */
  function register(base, roots, texts) {
    map.registerTrees(base, roots);
    calls.registerTexts(base, texts);
  }

  // One literal: the engine keeps its fields as constants, which makes `__nm.lt` cheap.
  const probes = {
    S: map.slots,
    A: inputs.alive,
    h,
    o: undefined,
    e: statements.e,
    c: statements.c,
    r: statements.r,
    lt: comparisons.lt,
    le: comparisons.le,
    gt: comparisons.gt,
    ge: comparisons.ge,
    eq: comparisons.eq,
    ne: comparisons.ne,
    se: comparisons.se,
    sn: comparisons.sn,
    io: comparisons.io,
    in: reads.in,
    k: comparisons.k,
    y: logical.y,
    n: logical.n,
    p: logical.p,
    and: logical.and,
    or: logical.or,
    andc: logical.andc,
    orc: logical.orc,
    q: choices.q,
    qu: choices.qu,
    d: choices.d,
    dn: choices.dn,
    t: calls.t,
    w: calls.w,
    u: iterations.u,
    f: iterations.f,
    v: conversions.v,
    z: conversions.z,
    b: reads.b,
    g: reads.g,
    i: inputs.i,
    j: inputs.j,
    l: parsed.l,
    register,
  };
  // A setter costs the functions that use it less stack than a call. It stands outside the literal: with an accessor in it
  // the engine would keep the object as a dictionary.
  objectDefineProperty(probes, "x", { set: statements.left, enumerable: true, configurable: false });
  return { probes, map, epoch: createEpoch(map), inputs, alias: replacements.alias, pairs: taint.pairs, taint, register, validations, report, mostLooks: replacements.mostLooks };
}

/**
 * Builds the probe object and defines the global `__nm` (non-enumerable, non-writable). Once per
 * thread: throws an Error when it is defined already, or when the layout of the map is another one.
 */
function install(buffer) {
  if (GLOBAL in globalThis) {
    throw new Error("nearmiss: the runtime is installed twice in this thread; load it once");
  }
  const runtime = create(buffer);
  objectDefineProperty(globalThis, GLOBAL, {
    value: runtime.probes,
    enumerable: false,
    writable: false,
    configurable: false,
  });
  return runtime;
}

/** A small map of its own, for tests and tools: `slotCount` slots, the sink included. */
function detachedBuffer(slotCount) {
  return new ArrayBuffer(layout.SLOTS_OFFSET + slotCount * 8);
}

module.exports = { install, create, detachedBuffer, GLOBAL };
