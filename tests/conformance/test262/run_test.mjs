// One run of one test: a mode (sloppy, strict, module), plain or instrumented, in a realm of its own.

import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { createModules } from "./modules.mjs";
import { probedText } from "./probed_text.mjs";
import { createRealm } from "./realm.mjs";
import { installRuntime } from "./runtime_in_realm.mjs";

/** Nothing but promises can be pending in a realm, and those are done after a few turns of the event loop. */
const TURNS = 40;
const turn = () => new Promise((resolve) => setImmediate(resolve));

const harness = new Map();

function harnessScript(root, name) {
  if (!harness.has(name)) {
    const file = path.join(root, "harness", name);
    harness.set(name, new vm.Script(fs.readFileSync(file, "utf8"), { filename: file }));
  }
  return harness.get(name);
}

/** Name and message of what was thrown, also of another realm's and of what is no error. */
function describe(thrown) {
  try {
    if (thrown !== null && typeof thrown === "object") {
      const name = thrown.constructor?.name || thrown.name;
      return { name: String(name), text: `${name}: ${String(thrown.message)}`.slice(0, 400) };
    }
    return { name: typeof thrown, text: `threw ${String(thrown)}`.slice(0, 400) };
  } catch {
    return { name: "?", text: "threw what cannot be shown" };
  }
}

/** Waits until `promise` is settled or nothing moves any more. */
async function settled(promise) {
  let done = false;
  const finish = () => (done = true);
  promise.then(finish, finish);
  for (let i = 0; i < TURNS && !done; i += 1) await turn();
  return done;
}

/**
 * Runs a test.
 *
 * @param {{ root: string, file: string, source: string, meta: object, mode: string }} test
 * @param {null | { logical: string, saturated: boolean }} probes how it is instrumented, or null
 * @returns {Promise<{ passed: boolean, text: string, left: string | null, touched: number }>} `text` is what was seen
 */
export async function runTest({ root, file, source, meta, mode }, probes) {
  const filename = path.join(root, file);
  const printed = [];
  let complete;
  const completed = new Promise((resolve) => { complete = resolve; });
  const print = (text) => {
    if (!text.startsWith("Test262:")) return;
    printed.push(text);
    complete();
  };
  const isAsync = meta.flags.has("async");
  let modules;
  const { context } = createRealm(print, (specifier, script, attributes) => modules.dynamically(filename)(specifier, script, attributes));
  let left = probes === null ? null : "not reached";
  let runtime = null;
  const prepare = (text, goal, of) => {
    if (probes === null) return text;
    const probed = probedText(text, { file: path.relative(root, of), goal, logical: probes.logical, base: runtime.base });
    if (of === filename) left = probed.left;
    if (probed.left === null) runtime.register(probed.base, probed.roots, probed.texts);
    return probed.code;
  };
  const dynamicImport = /\bimport\b/.test(source);

  async function run() {
    if (!meta.flags.has("raw")) {
      const names = ["assert.js", "sta.js", ...(isAsync ? ["doneprintHandle.js"] : []), ...meta.includes];
      for (const name of names) harnessScript(root, name).runInContext(context);
    }
    if (probes !== null) runtime = installRuntime(context, probes);
    modules = createModules(context, (text, of) => prepare(text, "module", of));
    if (mode === "module") return modules.run(filename);
    const text = mode === "strict" ? `"use strict";\n${source}` : source;
    const options = { filename, importModuleDynamically: dynamicImport ? modules.dynamically(filename) : undefined };
    let script;
    try {
      script = new vm.Script(text, options);
    } catch (error) {
      if (probes !== null) left = "refused by V8";
      throw { phase: "parse", cause: error };
    }
    if (probes !== null) {
      const code = prepare(text, "script", filename);
      try {
        if (left === null) script = new vm.Script(code, options);
      } catch (error) {
        // The loader would run the original; that it has to is a defect all the same.
        throw { phase: "probed text", cause: error };
      }
    }
    script.runInContext(context);
  }

  let thrown = null;
  let finished = true;
  const running = run().catch((error) => { thrown = error.phase ? error : { phase: "runtime", cause: error }; });
  if (isAsync || mode === "module") {
    finished = await settled(running);
    if (isAsync && thrown === null) finished = await settled(completed);
  } else {
    await running;
  }
  const touched = runtime === null ? 0 : runtime.touched();
  return { ...judge({ meta, isAsync, thrown, finished, printed }), left, touched };
}

function judge({ meta, isAsync, thrown, finished, printed }) {
  if (thrown !== null) {
    const { name, text } = describe(thrown.cause);
    const expected = meta.negative !== null && thrown.phase === meta.negative.phase && name === meta.negative.type;
    return { passed: expected, text: `${thrown.phase} ${text}` };
  }
  if (!finished) return { passed: false, text: "never finished" };
  if (meta.negative !== null) return { passed: false, text: `no ${meta.negative.type} in phase ${meta.negative.phase}` };
  if (!isAsync) return { passed: true, text: "passed" };
  const passed = printed.length === 1 && printed[0] === "Test262:AsyncTestComplete";
  return { passed, text: printed.join(" | ").slice(0, 400) };
}
