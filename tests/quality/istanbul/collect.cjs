"use strict";
// node collect.cjs <nearmiss|istanbul> <driver> <out>: runs a driver with the files that it names instrumented by the one or the
// other, and writes the coverage in Istanbul's form. In a process of its own, so that both see the same start.

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const ROOT = path.resolve(__dirname, "../../..");
const NEARMISS = path.join(ROOT, "npm/nearmiss");

const INSTRUMENTERS = {
  nearmiss() {
    const { transform } = require(path.join(NEARMISS, "transform/index.js"));
    const { filesOfRealm } = require(path.join(NEARMISS, "load/realm.js"));
    const warn = (text) => console.error(text);
    return {
      instrument: (source, filename) =>
        transform(source, filename, { file: filename, kind: "commonjs", language: "js", coverage: true, warn }).code,
      coverage: () => filesOfRealm().coverage(),
    };
  },

  istanbul() {
    const { transformSync } = require("@babel/core");
    const plugin = ["babel-plugin-istanbul", { cwd: "/", include: ["**"], excludeNodeModules: false, exclude: [], extension: [".js", ".cjs"] }];
    return {
      instrument(source, filename) {
        const options = { filename, babelrc: false, configFile: false, compact: false, sourceType: "script", plugins: [plugin] };
        const parserOpts = { allowReturnOutsideFunction: true };
        return transformSync(source, { ...options, parserOpts }).code;
      },
      coverage: () => globalThis.__coverage__,
    };
  },
};

const [name, driver, out] = process.argv.slice(2);
const { instrument, coverage } = INSTRUMENTERS[name]();
// What the instrumenter itself needs is loaded by this.
instrument("f(a || b);", path.join(ROOT, "first.js"));
const { folders, run } = require(path.resolve(driver));
const inCorpus = (filename) => folders.some((folder) => filename.startsWith(folder + path.sep) || filename === folder);

// It may need packages of the corpus: those that run are loaded anew.
for (const filename of Object.keys(require.cache)) if (inCorpus(filename)) delete require.cache[filename];

const compile = Module.prototype._compile;
Module.prototype._compile = function (content, filename, ...rest) {
  // Places are those of the file itself: Istanbul leaves maps to its reports.
  const own = content.replace(/^#!.*/, "").replace(/\/\/# sourceMappingURL=\S+\s*$/, "");
  const text = inCorpus(filename) ? instrument(own, filename) : content;
  return compile.call(this, text, filename, ...rest);
};

Promise.resolve(run()).then(
  () => {
    fs.writeFileSync(out, JSON.stringify(coverage()));
    process.exit(0);
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
