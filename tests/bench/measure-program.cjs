"use strict";

// Runs one program of ours under one instrumentation in a process of its own:
//   node measure-program.cjs <file> plain|nearmiss|istanbul|jazzer <rounds>
// Prints its result and the milliseconds of each round as JSON: the lower of wall and processor time,
// so that neither a loaded machine nor the engine's own threads count. Under nearmiss each round begins
// a fresh test: all slots zero, nothing saturated. Ends with 3 when Jazzer.js is not there or does not load.

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const ROOT = path.resolve(__dirname, "../..");
const NEARMISS = path.join(ROOT, "npm/nearmiss");
const BASE = 16;

const VARIANTS = {
  plain: (source) => ({ text: source, begin() {} }),

  nearmiss(source, file) {
    const { install, detachedBuffer } = require(path.join(NEARMISS, "runtime/index.js"));
    const native = require(path.join(NEARMISS, "native.js"));
    const planned = native.instrument(source, path.basename(file), JSON.stringify({ path: file, language: "js", module: "commonJs", logical: "inline" }));
    const { slots } = JSON.parse(planned.table);
    const { register, map } = install(detachedBuffer(BASE + slots.length));
    register(BASE, planned.roots, JSON.parse(planned.texts));
    if (slots.length < 20) {
      throw new Error(`${file} has only ${slots.length} slots: it was not instrumented`);
    }
    return { text: planned.emit(BASE).code, begin: () => beginTest(map) };
  },

  istanbul(source, file) {
    const { transformSync } = require("@babel/core");
    const { code } = transformSync(source, {
      filename: file,
      babelrc: false,
      configFile: false,
      compact: false,
      plugins: [["babel-plugin-istanbul", { cwd: path.dirname(file), include: ["**"], extension: [".cjs"] }]],
    });
    if (!code.includes("cov_")) {
      throw new Error(`${file} was not instrumented by babel-plugin-istanbul`);
    }
    return { text: code, begin() {} };
  },

  jazzer(source, file) {
    let instrumentor;
    let hooks;
    try {
      // Not one of our dependencies: `npm install --no-save @jazzer.js/core` puts it there.
      instrumentor = require("@jazzer.js/instrumentor");
      hooks = require("@jazzer.js/fuzzer");
    } catch (error) {
      console.error(`Jazzer.js does not load: ${error.message.split("\n")[0]}`);
      process.exit(3);
    }
    globalThis.Fuzzer = hooks.fuzzer;
    const made = new instrumentor.Instrumentor(["*"], []);
    made.init();
    const { code } = made.instrument(source, file) ?? {};
    if (!code?.includes("Fuzzer.")) {
      throw new Error(`${file} was not instrumented by Jazzer.js`);
    }
    return { text: code, begin() {} };
  },
};

/** What the core does between tests: zeroes what was touched. */
function beginTest(map) {
  const { word } = require(path.join(NEARMISS, "runtime/generated/layout.js"));
  const touched = map.header[word.TOUCHED_COUNT];
  for (let i = 0; i < touched; i++) {
    map.slots[map.touched[i]] = 0;
  }
  map.header[word.TOUCHED_COUNT] = 0;
}

const [name, variant, rounds] = process.argv.slice(2);
const file = path.resolve(name);
const { text, begin } = VARIANTS[variant](fs.readFileSync(file, "utf8"), file);
const module_ = new Module(file, null);
module_.filename = file;
module_._compile(text, file);

const result = module_.exports.run();
const ms = [];
for (let i = 0; i < Number(rounds); i++) {
  begin();
  const started = process.hrtime.bigint();
  const used = process.cpuUsage();
  const again = module_.exports.run();
  const { user, system } = process.cpuUsage(used);
  ms.push(Math.min(Number(process.hrtime.bigint() - started) / 1e6, (user + system) / 1e3));
  if (again !== result) {
    throw new Error(`${file} gives ${again} after ${result}`);
  }
}
console.log(JSON.stringify({ result, ms }));
