"use strict";
// Text of a project file in, what the engine is to run out.

const { isMainThread } = require("node:worker_threads");
const { compileByTypeScript, isForProject } = require("./project_typescript.js");
const { session } = require("./session.js");
const { isProbed } = require("./source_files.js");

/** Our words for the transform's. */
const MODULE_KINDS = { module: "esm", commonjs: "commonJs" };

/** What stands before the map of a text, in base64, at its end. */
const MAP_COMMENT = "\n//# sourceMappingURL=data:application/json;base64,";
exports.MAP_COMMENT = MAP_COMMENT;

const native = () => require("../native.js");

/**
 * Compiles (if `language` is not `js`) and instruments the text of one file.
 *
 * `file` is its name relative to the root, or null when it is only to be compiled; `filename` its path; `kind`
 * `"module"`, `"commonjs"` or null when unknown.
 *
 * Returns `{ text, registration }`: `registration` is `{ base, roots, texts }` for `__nm.register`, or null when
 * nothing was instrumented. A file that cannot be instrumented is named and left as it is; a file that cannot be
 * compiled throws.
 */
exports.probeSource = (source, { file, filename, language, kind }) => {
  const asItIs = { text: source, registration: null };
  if (language === "js" && (file === null || isProbed(source))) return asItIs;
  if (!source.isWellFormed()) {
    if (file !== null) session.skipped(file, "its text holds half of a surrogate pair");
    return asItIs;
  }
  const { compiler, logical } = session.options;
  const coverage = session.coverageFolder !== null;
  const byProject = isForProject(language, compiler);
  const compiled = byProject ? orRefuse(filename, () => compileByTypeScript(source, filename, kind)) : { code: source, map: undefined };
  const about = { path: filename, language: byProject ? "js" : language, module: MODULE_KINDS[kind] ?? "auto", logical, coverage, tellsErrors: session.explains };
  const description = JSON.stringify({ ...about, incomingMap: compiled.map });
  const unprobed = () => {
    if (language === "js") return source;
    const { code, map } = byProject ? compiled : orRefuse(filename, () => native().lower(source, description));
    return withMap(code, map);
  };
  const left = (reason) => {
    session.skipped(file, reason);
    return { text: unprobed(), registration: null };
  };
  if (file === null) return { text: unprobed(), registration: null };
  let planned;
  try {
    planned = native().instrument(compiled.code, file, description);
  } catch (error) {
    return left(error.message);
  }
  if (planned.isAlreadyInstrumented) return byProject ? { text: unprobed(), registration: null } : asItIs;
  // CommonJS is shown to V8 before it runs; for an ES module there is no way to.
  if (kind === "module" && planned.doubt) return left(`the parser doubts it: ${planned.doubt}`);
  const base = session.base(file, planned.table, planned.slotCount);
  if (base === null) return left("the slots of the shared map are used up");
  const { code, map } = planned.emit(base, byProject || undefined);
  const registration = { base, roots: planned.roots, texts: JSON.parse(planned.texts) };
  registration.source = { size: planned.slotCount, file, filename, kind, byProject, about };
  if (coverage) registration.coverage = planned.coverage("") ?? undefined;
  const mapped = language !== "js" || !isMainThread || process.sourceMapsEnabled;
  return { text: mapped ? withMap(code, map) : code, registration, unprobed };
};

/** What `compile` answers; where it throws, a SyntaxError that names the file. */
function orRefuse(filename, compile) {
  try {
    return compile();
  } catch (error) {
    throw new SyntaxError(`nearmiss cannot compile ${filename}: ${error.message}`);
  }
}

function withMap(text, map) {
  if (map === undefined || map === null) return text;
  process.setSourceMapsEnabled(true);
  const encoded = Buffer.from(map).toString("base64");
  return `${text}${MAP_COMMENT}${encoded}`;
}
