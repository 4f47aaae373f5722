"use strict";
// CommonJS: a wrap of `Module.prototype._compile`, which every loader of CommonJS ends in (tsx and ts-node too).

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const vm = require("node:vm");
const { isMainThread } = require("node:worker_threads");
const { session } = require("./session.js");
const { candidates, isCompiled, languageOf, moduleKind, projectFile } = require("./source_files.js");
const { probeSource } = require("./probe_source.js");
const { adaptExports } = require("../adapters/loading.js");
const databases = require("../sut/databases/modules.js");

/** What watches routers, where a core may ask what they serve; loaded before our wrap sees any file. */
const routes = session.reports && isMainThread ? require("../sut/routes/index.js") : null;

/** Told of each file that has run, with its module. */
const watchers = [];

const PARAMETERS = ["exports", "require", "module", "__filename", "__dirname"];

/** V8's own word on a text as the body of a CommonJS module: the error, or null. */
function syntaxError(text, filename) {
  try {
    vm.compileFunction(text, PARAMETERS, { filename });
    return null;
  } catch (error) {
    return error;
  }
}

/** What to compile in place of `content`, and the format to say. */
function replacement(content, filename, format) {
  const untouched = { text: content, format };
  if (typeof content !== "string" || typeof filename !== "string") return untouched;
  const driver = session.reports ? databases.changed(filename, () => content) : null;
  if (driver !== null) return { text: driver, format };
  if (routes?.isChanged(filename)) return { text: routes.changed(filename, content), format };
  const raw = format === undefined || format === null ? "" : String(format);
  const compiled = isCompiled(content);
  const language = compiled || raw === "module" || raw === "commonjs" ? "js" : languageOf(filename);
  const file = session.instruments ? projectFile(filename) : null;
  if (file === null && language === "js") return untouched;
  if (language !== "js") {
    const probed = probeSource(content, { file, filename, language, kind: "commonjs" });
    const accepted = accept(probed, file, filename);
    return { text: accepted, format: format === undefined ? undefined : "commonjs" };
  }
  let kind = raw === "module" ? "module" : "commonjs";
  const refused = kind === "commonjs" ? syntaxError(content, filename) : null;
  if (refused !== null) {
    // Either V8 shall tell the user, or Node finds out by itself that this is an ES module.
    if (raw === "commonjs" || !process.features.require_module) {
      session.skipped(file, `it does not parse (${refused.message})`);
      return untouched;
    }
    kind = "module";
  }
  const probed = probeSource(content, { file, filename, language, kind });
  if (kind === "module") return { text: registered(probed), format };
  return { text: accept(probed, file, filename), format };
}

/** The probed text if V8 takes it; else the text without probes, and the file is named. */
function accept(probed, file, filename) {
  if (probed.registration === null) return probed.text;
  const error = syntaxError(probed.text, filename);
  if (error === null) return registered(probed);
  session.skipped(file, `its probed text does not compile (${error.message}); please report this`);
  return probed.unprobed();
}

function registered(probed) {
  if (probed.registration !== null) {
    session.register(probed.registration);
  }
  return probed.text;
}

/** Node's own handlers of TypeScript files only strip types; any other belongs to a tool that compiles. */
const isNodes = (handler) => /^load(TS|CTS|MTS)$/.test(handler.name);

function compileOnRequire(extension) {
  const before = Module._extensions[extension];
  if (before !== undefined && !isNodes(before)) return;
  Module._extensions[extension] = function loadCompiled(module, filename) {
    if (moduleKind(filename) === "module") {
      if (before !== undefined) return before(module, filename);
      const error = new Error(
        `require() of ES Module ${filename} not supported: its package.json says "type": "module"; use import()`,
      );
      error.code = "ERR_REQUIRE_ESM";
      throw error;
    }
    module._compile(fs.readFileSync(filename, "utf8").replace(/^\uFEFF/, ""), filename);
  };
}

/** The file that Node looked for by `imports` of package.json (`#lib/x.js`) or by the package's own name; null for a path or a package. */
function mappedPath(error) {
  if (error.path === undefined || path.basename(error.path) !== "package.json") return null;
  const named = /^Cannot find module '([^']+)'/.exec(error.message)?.[1];
  return named !== undefined && path.isAbsolute(named) ? named : null;
}

/** `./x.js` in TypeScript means `./x.ts` when there is no `x.js`. */
function resolveCompiled() {
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function _resolveFilename(request, parent, ...rest) {
    try {
      return resolve.call(this, request, parent, ...rest);
    } catch (error) {
      const from = parent?.filename;
      if (error?.code === "MODULE_NOT_FOUND" && from && languageOf(from) !== "js") {
        const wanted = /^\.{1,2}(\/|$)/.test(request) ? path.resolve(path.dirname(from), request) : mappedPath(error);
        const found = wanted === null ? undefined : candidates(wanted).find((candidate) => fs.existsSync(candidate));
        if (found !== undefined) return fs.realpathSync(found);
      }
      throw error;
    }
  };
}

exports.install = (mark) => {
  const compile = Module.prototype._compile;
  function _compile(content, filename, format, ...rest) {
    const { text, format: said } = replacement(content, filename, format);
    const result = compile.call(this, text, filename, said, ...rest);
    adaptExports(this, filename);
    routes?.loaded(filename, this);
    for (let i = 0; i < watchers.length; i += 1) watchers[i](filename, this);
    return result;
  }
  Object.defineProperty(_compile, mark, { value: true });
  Module.prototype._compile = _compile;
  for (const extension of [".ts", ".cts", ".tsx", ".jsx"]) compileOnRequire(extension);
  resolveCompiled();
};
exports.registered = registered;
exports.watchLoaded = (watch) => {
  watchers.push(watch);
};
