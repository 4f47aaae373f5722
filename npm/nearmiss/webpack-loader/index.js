"use strict";
// The webpack loader: `{ test: /\.[cm]?[jt]sx?$/, use: "nearmiss/webpack-loader", exclude: /node_modules/ }`. As the first to
// run it compiles TypeScript and JSX; behind another loader it takes that one's JavaScript and map. See ../transform/README.md.

const path = require("node:path");
const { hostOptions } = require("../transform/host_options.js");
const { compile, transform } = require("../transform/index.js");
const { languageOf } = require("../transform/languages.js");
const { coverageWanted, createProject } = require("../transform/project.js");

const projects = new Map();

const LOAD = path.join(__dirname, "..", "load", "index.js");
/** For bundles that run where there is no Node: the same as one module without any of Node's own. */
const BROWSER_LOAD = `!!${path.join(__dirname, "browser_load.js")}!${LOAD}`;
const NODE_TARGETS = /^(async-)?node|^electron-(main|preload)|^nwjs/;

function projectOf(folder, options) {
  const key = JSON.stringify([folder, options]);
  if (!projects.has(key)) projects.set(key, createProject(folder, hostOptions("nearmiss/webpack-loader", options)));
  return projects.get(key);
}

/** Options: `include`, `exclude`, `root`, `compiler`, `coverage`, `logical` (see ../transform/project.js). */
module.exports = function nearmissLoader(source, inputSourceMap) {
  const filename = this.resourcePath;
  const { options, nameOf } = projectOf(this.rootContext, this.getOptions());
  const file = nameOf(filename);
  // A loader before us has compiled it.
  const language = this.loaderIndex < this.loaders.length - 1 ? "js" : languageOf(filename);
  if (file === null && language === "js") return this.callback(null, source, inputSourceMap);
  const warn = (text) => this.emitWarning(new Error(`nearmiss: ${text}`));
  const { compiler, coverage = coverageWanted(), logical } = options;
  const runtime = NODE_TARGETS.test(this.target) ? LOAD : BROWSER_LOAD;
  const request = { file, language, compiler, coverage, logical, inputSourceMap, warn, runtime };
  const { code, map } = file === null ? compile(source, filename, request) : transform(source, filename, request);
  this.callback(null, code, map ?? undefined);
};
