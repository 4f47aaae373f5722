"use strict";
// Text of one file in, self-registering probed text out: the one function behind the webpack loader, the Jest transformer and
// the Vite plugin. See README.md.

const crypto = require("node:crypto");
const path = require("node:path");
const vm = require("node:vm");
const { compileByTypeScript, isForProject } = require("../register/project_typescript.js");
const { isProbed, languageOf, moduleKind } = require("./languages.js");
const { version } = require("../package.json");

const native = () => require("../native.js");
const MODULE_KINDS = { module: "esm", commonjs: "commonJs" };

/** What `load` is when the text runs in Node. */
const LOAD = path.join(__dirname, "..", "load", "index.js");

/** Whether V8 takes the text as the body of a CommonJS module. */
const isCommonJs = (text) => {
  try {
    vm.compileFunction(text.replace(/^#!.*/, ""), ["exports", "require", "module", "__filename", "__dirname"]);
    return true;
  } catch {
    return false;
  }
};
exports.isCommonJs = isCommonJs;

/** Sources of our maps are named beside the file; tools want to know where that is. */
function located(map, filename) {
  if (map === undefined || map === null) return null;
  const parsed = JSON.parse(map);
  const folder = path.dirname(filename);
  const isPath = (source) => source !== null && !/^[a-z][a-z0-9+.-]*:/i.test(source) && !path.isAbsolute(source);
  parsed.sources = parsed.sources.map((source) => (isPath(source) ? path.join(folder, source) : source));
  return parsed;
}

function describe(filename, options, language, kind) {
  const { logical, coverage = false, inputSourceMap } = options;
  const incomingMap = inputSourceMap && typeof inputSourceMap === "object" ? JSON.stringify(inputSourceMap) : inputSourceMap;
  return JSON.stringify({
    path: filename,
    language,
    module: MODULE_KINDS[kind] ?? "auto",
    logical,
    coverage,
    incomingMap: incomingMap || undefined,
  });
}

/**
 * Compiles a file to JavaScript without probes, if it is not JavaScript. Answers `{ code, map }`.
 *
 * Throws a SyntaxError that names file and place when it cannot be compiled.
 */
exports.compile = (source, filename, options = {}) => {
  const { language = languageOf(filename), kind = moduleKind(filename) } = options;
  if (language === "js") return { code: source, map: null };
  try {
    if (isForProject(language, options.compiler)) {
      const { code, map } = compileByTypeScript(source, filename, kind);
      return { code, map: located(map, filename) };
    }
    const { code, map } = native().lower(source, describe(filename, options, language, kind));
    return { code, map: located(map, filename) };
  } catch (error) {
    throw new SyntaxError(`nearmiss cannot compile ${filename}: ${error.message}`);
  }
};

/**
 * Compiles (TypeScript, JSX) and instruments a file.
 *
 * Options: `file`, its name in targets; `language` ("js", "jsx", "ts", "tsx") and `kind` ("module", "commonjs", null: as its
 * text says), by default as its name and package.json say; `compiler`, `"typescript"` for that of the project; `coverage`; `inputSourceMap`, the map of `source`; `chained`:
 * the host chains the maps of its steps itself, so ours leads to `source`; `runtime`, what
 * the text requires or imports (a name or path of `nearmiss/load`); `warn(text)`.
 *
 * Answers `{ code, map, table, isModule }`; `table` is null when nothing was instrumented: the text holds probes already, or it
 * cannot be instrumented, which `warn` is told. Throws a SyntaxError when TypeScript or JSX cannot be compiled.
 */
exports.transform = (source, filename, options) => {
  if (isForProject(options.language ?? languageOf(filename), options.compiler)) {
    const { code, map } = exports.compile(source, filename, options);
    return exports.transform(code, filename, { ...options, language: "js", inputSourceMap: map });
  }
  const { file, language = languageOf(filename), kind = moduleKind(filename), runtime = LOAD, warn = () => {} } = options;
  const left = (reason) => {
    if (reason) warn(`${file} is not instrumented: ${reason}`);
    const map = options.inputSourceMap ?? null;
    return { ...(language === "js" ? { code: source, map } : exports.compile(source, filename, options)), table: null };
  };
  if (isProbed(source)) return left(null);
  if (!source.isWellFormed()) return left("its text holds half of a surrogate pair");
  let planned;
  try {
    planned = native().instrument(source, file, describe(filename, options, language, kind));
  } catch (error) {
    return left(error.message);
  }
  if (planned.isAlreadyInstrumented) return left(null);
  // Whether a doubtful text is valid, only V8 knows, and it can be asked about CommonJS only.
  const asked = planned.doubt && language === "js" && !planned.isModule;
  if (planned.doubt && !(asked && isCommonJs(source))) return left(`the parser doubts it: ${planned.doubt}`);
  if (planned.hidesRequire) return left("a function of its own is called `require`, so the runtime cannot be loaded");
  for (const warning of planned.warnings) warn(`${file}: ${warning}`);
  const hash = exports.hashOf(source, filename, options);
  const { code, map } = planned.emitStandalone(runtime, hash, options.chained === true);
  if (asked && !isCommonJs(code)) return left("its probed text does not compile; please report this");
  return { code, map: located(map, filename), table: planned.table, isModule: planned.isModule };
};

/** A text that differs when what `transform` answers does. */
exports.hashOf = (source, filename, { file, compiler, coverage = false, logical, language, kind } = {}) =>
  crypto
    .createHash("sha1")
    .update([version, filename, file, compiler, coverage, logical, language, kind, source].join("\0"))
    .digest("hex");
