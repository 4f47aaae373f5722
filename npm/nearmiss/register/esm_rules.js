"use strict";
// What the load hooks of both kinds do with one ES module; only the registration differs.

const fs = require("node:fs");
const { fileURLToPath, pathToFileURL } = require("node:url");
const { session } = require("./session.js");
const { candidates, isCompiled, languageOf, moduleKind, projectFile } = require("./source_files.js");
const { probeSource } = require("./probe_source.js");
const { adaptModule } = require("../adapters/loading.js");
const databases = require("../sut/databases/modules.js");
const limiters = require("../sut/limiters/counts.cjs");

/** The path of a module that is a file, else null. */
function pathOf(url) {
  if (!url.startsWith("file:")) return null;
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

const text = (source) => (typeof source === "string" ? source : Buffer.from(source).toString("utf8"));

/** Node does not know the extension, or it strips types to see the format of a file and meets an enum. */
const NOT_FOR_NODE = new Set([
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_INVALID_TYPESCRIPT_SYNTAX",
]);

/** Whether the default loader does not know what to do with a file of ours. */
exports.isUnknownExtension = (error) => NOT_FOR_NODE.has(error?.code);

/** The file URL that TypeScript means by a specifier that was not found, else null. */
exports.resolveCompiled = (specifier, parentURL, error) => {
  const missing = error?.code === "ERR_MODULE_NOT_FOUND" || error?.code === "ERR_UNSUPPORTED_DIR_IMPORT" ||
    error?.code === "MODULE_NOT_FOUND";
  if (!missing || !parentURL?.startsWith("file:")) return null;
  const parent = pathOf(parentURL);
  if (parent === null || languageOf(parent) === "js") return null;
  // By `imports` of package.json (`#lib/x.js`), or by the package's own name, Node got as far as the file.
  const isPath = /^(\.{1,2}\/|\/|file:)/.test(specifier);
  const wanted = pathOf(isPath ? new URL(specifier, parentURL).href : (error.url ?? ""));
  const found = wanted === null ? undefined : candidates(wanted).find((candidate) => fs.existsSync(candidate));
  return found === undefined ? null : pathToFileURL(found).href;
};

/**
 * What a load hook answers for a module, given what the next hook answered (`loaded`, null if it knows no such file).
 * `handOver` is called with a registration and the text and returns the text to run. `required`: the hook stands in a
 * `require`, which takes no answer without a source.
 */
exports.loadModule = (url, loaded, handOver, required = false) => {
  const adapted = adaptModule(url, loaded);
  if (adapted !== null) return adapted;
  const filename = pathOf(url);
  if (filename === null) return loaded;
  const typed = loaded === null || loaded.format?.endsWith("typescript") || false;
  const isModule = loaded?.format === "module";
  const compiles = languageOf(filename) !== "js" &&
    (typed || (isModule && loaded.source != null && !isCompiled(text(loaded.source))));
  if (!compiles && (!isModule || loaded.source == null)) return loaded;
  const read = () => text(loaded?.source ?? fs.readFileSync(filename, "utf8")).replace(/^\uFEFF/, "");
  // CommonJS goes through `_compile`, whoever imports it.
  if (compiles && typed && moduleKind(filename) === "commonjs") {
    return { format: "commonjs", source: required ? read() : null, shortCircuit: true };
  }
  const driver = session.reports && loaded?.source != null ? databases.changed(filename, () => text(loaded.source)) : null;
  if (driver !== null) return { ...loaded, source: driver, shortCircuit: true };
  const limiter = session.reports && loaded?.source != null ? limiters.changed(filename, () => text(loaded.source)) : null;
  if (limiter !== null) return { ...loaded, source: limiter, shortCircuit: true };
  const routes = require("../sut/routes/index.js");
  const changed = session.reports && routes.isChanged(filename);
  if (changed && (routes.isLibrary(filename) || !session.instruments)) {
    return { ...loaded, source: routes.changed(filename, text(loaded.source)), shortCircuit: true };
  }
  const file = session.instruments ? projectFile(filename) : null;
  if (file === null && !compiles) return loaded;
  const source = changed ? routes.changed(filename, read()) : read();
  const language = compiles ? languageOf(filename) : "js";
  const probed = probeSource(source, { file, filename, language, kind: "module" });
  if (probed.registration === null && !compiles) return loaded;
  const run = probed.registration === null ? probed.text : handOver(probed.registration, probed.text);
  return { ...loaded, format: "module", source: run, shortCircuit: true };
};
