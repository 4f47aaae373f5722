"use strict";
// Where libraries are loaded: CommonJS after the file has run, ES modules as a module that stands before the original.

const path = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");
const { adapted, find, isActive } = require("./index.js");
const { replaceExports } = require("./exported.js");

/** Marks the URL of an original that has one of ours before it. */
const ORIGINAL = "?nearmiss-original";
const ADAPT = pathToFileURL(path.join(__dirname, "module.mjs")).href;

/** Adapts what a CommonJS file has exported. */
exports.adaptExports = (module, filename) => {
  if (typeof filename !== "string" || !isActive()) return;
  const found = find(filename, "files");
  if (found === null) return;
  const replacements = adapted(found, module.exports);
  if (replacements === null) return;
  try {
    module.exports = replaceExports(module.exports, replacements);
  } catch {
    // As it was.
  }
};

/** What to run in place of an ES module (`loaded`); null where that is the module. */
exports.adaptModule = (url, loaded) => {
  if (!url.startsWith("file:") || !url.includes("/node_modules/")) return null;
  if (loaded === null || loaded.format !== "module" || loaded.source == null || !isActive()) return null;
  const text = () => (typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString("utf8"));
  if (url.endsWith(ORIGINAL)) {
    // Stacks shall name the file as it is.
    return { ...loaded, source: `${text()}\n//# sourceURL=${url.slice(0, -ORIGINAL.length)}`, shortCircuit: true };
  }
  if (url.includes("?") || url.includes("#")) return null;
  const filename = fileURLToPath(url);
  const found = find(filename, "modules");
  if (found === null) return null;
  const source = text();
  const isPassing = found.adapter.passing?.[found.file] === true;
  const names = found.adapter.modules[found.file].filter((name) => isPassing || new RegExp(`\\b${name}\\b`).test(source));
  const original = JSON.stringify(url + ORIGINAL);
  const list = JSON.stringify(names);
  const lines = [
    `import * as original from ${original};`,
    `import { adapt } from ${JSON.stringify(ADAPT)};`,
    `export * from ${original};`,
    /\bexport default\b|\bas default\b/.test(source) && !names.includes("default") ? `export { default } from ${original};` : "",
    `const adapted = adapt(${JSON.stringify(filename)}, ${list}, original);`,
    ...names.map((name, index) => `const replaced${index} = adapted[${JSON.stringify(name)}];`),
    `export { ${names.map((name, index) => `replaced${index} as ${name}`).join(", ")} };`,
  ];
  return { ...loaded, source: lines.join("\n"), shortCircuit: true };
};
