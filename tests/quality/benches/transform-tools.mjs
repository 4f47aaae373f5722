// The transforms that are measured against each other: each takes a source `{ name, text, esm }` and
// answers `{ code, map }`, maps on. What a tool reports of its targets is part of the work.

import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "../suts.mjs";

const require = createRequire(path.join(ROOT, "package.json"));
const native = () => require("./npm/nearmiss/native.js");
/** Where the sources are said to lie: no tool shall look for configuration, or leave out a dependency. */
const FOLDER = "/corpus";
const FIRST_SLOT = 16;

function nearmiss({ name, text, esm }) {
  const description = JSON.stringify({ path: `${FOLDER}/${name}`, language: "js", module: esm ? "esm" : "commonJs" });
  const planned = native().instrument(text, name, description);
  const { code, map } = planned.emit(FIRST_SLOT, true);
  return { code, map, table: planned.table };
}

function swcOptions({ name, esm }) {
  return {
    filename: `${FOLDER}/${name}`,
    cwd: FOLDER,
    configFile: false,
    swcrc: false,
    isModule: esm ? true : "commonjs",
    sourceMaps: true,
    jsc: { target: "esnext", parser: { syntax: "ecmascript", explicitResourceManagement: true } },
  };
}

function swc(source) {
  return require("@swc/core").transformSync(source.text, swcOptions(source));
}

function swcPlugin(source) {
  const options = swcOptions(source);
  options.jsc.experimental = { plugins: [["swc-plugin-coverage-instrument", {}]] };
  return require("@swc/core").transformSync(source.text, options);
}

function oxc({ name, text, esm }) {
  const options = { sourceMap: true, sourceType: esm ? "module" : "commonjs" };
  const { code, sourceMap, coverageMap } = require("oxc-coverage-instrument").instrument(text, `${FOLDER}/${name}`, options);
  return { code, map: sourceMap, table: coverageMap };
}

function istanbul({ name, text, esm }) {
  return require("@babel/core").transformSync(text, {
    filename: `${FOLDER}/${name}`,
    cwd: FOLDER,
    babelrc: false,
    configFile: false,
    compact: false,
    sourceMaps: true,
    sourceType: esm ? "module" : "commonjs",
    plugins: [[require("babel-plugin-istanbul").default, { cwd: FOLDER, include: ["**"], exclude: [], excludeNodeModules: false, extension: [".js", ".cjs", ".mjs"] }]],
  });
}

/** Name, transform, a mark that instrumented text must hold, and whether it takes seconds a megabyte. */
export const TOOLS = [
  { name: "nearmiss", transform: nearmiss, mark: "__nm.", slow: false },
  { name: "@swc/core parse and print", transform: swc, mark: "", slow: false },
  { name: "oxc-coverage-instrument", transform: oxc, mark: "cov_", slow: false },
  { name: "swc-plugin-coverage-instrument", transform: swcPlugin, mark: "cov_", slow: true },
  { name: "babel-plugin-istanbul", transform: istanbul, mark: "cov_", slow: true },
];

/** Versions of the packages measured. */
export function versions() {
  const packages = ["@swc/core", "oxc-coverage-instrument", "swc-plugin-coverage-instrument", "babel-plugin-istanbul", "@babel/core"];
  return Object.fromEntries(packages.map((name) => [name, require(`./node_modules/${name}/package.json`).version]));
}

/** Whether a source is an ES module (`esm`), or undefined when nearmiss cannot read it. */
export function isModule({ name, text }) {
  try {
    return native().instrument(text, name, JSON.stringify({ path: `${FOLDER}/${name}`, language: "js", module: "auto" })).isModule;
  } catch {
    return undefined;
  }
}
