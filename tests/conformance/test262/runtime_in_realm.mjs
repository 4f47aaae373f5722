// The runtime of npm/nearmiss inside another realm: an error that a probe lets pass must be of the realm of the program,
// and the tests of one realm may change its built-ins.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const require = createRequire(import.meta.url);
const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../npm/nearmiss/runtime");
const { layout } = require(path.join(FOLDER, "generated/layout.js"));

/** Most slots that one test and its modules may have. */
const SLOTS = 1 << 16;

/** All files of the runtime as one script: a function of `require` for what is Node's. */
function bundle() {
  const numbers = new Map();
  const parts = [];
  const add = (file) => {
    if (numbers.has(file)) return numbers.get(file);
    const number = numbers.size;
    numbers.set(file, number);
    const text = fs.readFileSync(file, "utf8").replace(/\brequire\((["'])(\.[^"']*)\1\)/g, (_, quote, name) => {
      return `$load(${add(require.resolve(path.resolve(path.dirname(file), name)))})`;
    });
    parts[number] = `function (module, exports, require, $load) {${text}\n}`;
    return number;
  };
  add(path.join(FOLDER, "index.js"));
  return `(require) => {
    const files = [${parts.join(",\n")}];
    const loaded = [];
    const $load = (number) => {
      if (loaded[number] === undefined) {
        const module = (loaded[number] = { exports: {} });
        files[number].call(module.exports, module, module.exports, require, $load);
      }
      return loaded[number].exports;
    };
    return $load(0);
  }`;
}

const script = new vm.Script(bundle(), { filename: "nearmiss-runtime.js" });
// Making it afresh would cost as much as the test; only the slots and the header carry anything from test to test.
const buffer = new ArrayBuffer(layout.SLOTS_OFFSET + SLOTS * 8);
const header = new Uint32Array(buffer, 0, layout.HEADER_WORDS);
const slots = new Float64Array(buffer, layout.SLOTS_OFFSET, SLOTS);

/** Installs the runtime in a realm; answers it, and how slots are given to files. */
export function installRuntime(context, { saturated }) {
  header.fill(0);
  slots.fill(saturated ? 1 : 0);
  const runtime = script.runInContext(context)(require).install(buffer);
  let next = layout.SINK_SLOTS;
  return {
    register: runtime.register,
    base(count) {
      const base = next;
      next += count;
      if (next > SLOTS) throw new Error(`a test needs more than ${SLOTS} slots; raise SLOTS in runtime_in_realm.mjs`);
      return base;
    },
    /** How many slots have been touched. */
    touched: () => slots.subarray(layout.SINK_SLOTS, next).reduce((count, value) => count + (value > 0), 0),
  };
}
