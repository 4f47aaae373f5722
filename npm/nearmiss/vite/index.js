"use strict";
// The plugin of Vite and Vitest: `plugins: [nearmiss()]`. Runs after all others (`enforce: "post"`), on the JavaScript and map
// that they leave behind. See ../transform/README.md.

const path = require("node:path");
const { hostOptions } = require("../transform/host_options.js");
const { transform } = require("../transform/index.js");
const { coverageWanted, createProject } = require("../transform/project.js");
const { browserText } = require("../load/browser_text.js");

/** What the probed text imports. */
const LOAD = "nearmiss/load";
const FILE = path.join(__dirname, "..", "load", "index.mjs");
const SETUP = path.join(__dirname, "setup.mjs");
const BROWSER = "\0nearmiss/load";

/** Options: `include`, `exclude`, `root`, `coverage`, `logical` (see ../transform/project.js). */
module.exports = function nearmiss(options = {}) {
  const given = hostOptions("nearmiss/vite", options);
  let project;
  let builds = false;
  return {
    name: "nearmiss",
    enforce: "post",
    config: () => (process.env.NEARMISS_COVERAGE && process.env.VITEST ? { test: { setupFiles: [SETUP] } } : undefined),
    configResolved({ root, command }) {
      project = createProject(root, given);
      builds = command === "build";
    },
    resolveId: {
      // Vite itself would find the file of the name.
      order: "pre",
      handler(id, importer, { ssr }) {
        if (id !== LOAD) return null;
        // A browser gets it whole; a server bundle asks for it by its name when it runs; Vite's own runners take the file.
        if (!ssr) return BROWSER;
        return builds ? { id, external: true } : FILE;
      },
    },
    load: (id) => (id === BROWSER ? browserText() : null),
    transform(source, id) {
      const [filename] = id.split("?");
      if (id.startsWith("\0") || id !== filename) return null;
      const file = project.nameOf(filename);
      if (file === null) return null;
      const { coverage = coverageWanted(), logical } = project.options;
      const request = { file, language: "js", kind: "module", coverage, logical, runtime: LOAD, chained: true };
      const inputSourceMap = this.getCombinedSourcemap();
      const { code, map, table } = transform(source, filename, { ...request, inputSourceMap, warn: (text) => this.warn(text) });
      return table === null ? null : { code, map };
    },
  };
};
