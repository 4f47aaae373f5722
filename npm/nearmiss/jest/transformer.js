"use strict";
// Jest tells for each file whether it is to be instrumented (`jest --coverage`, collectCoverageFrom, never a test file). Such a
// file registers itself and shows its coverage as `globalThis.__coverage__`, where Jest's reporters look.

const path = require("node:path");
const { hostOptions } = require("../transform/host_options.js");
const { compile, hashOf, isCommonJs, transform } = require("../transform/index.js");
const { languageOf } = require("../transform/languages.js");
const { createProject } = require("../transform/project.js");

/** Loaded by the instrumented files inside Jest's sandbox. */
const LOAD = path.join(__dirname, "..", "load", "realm.js");

/** The transformer that compiles before us, if the options name one: a module, or `[module, its options]`. */
function innerOf(option, rootDir) {
  if (option === undefined) return null;
  const [name, options] = [option].flat();
  const loaded = require(require.resolve(name, { paths: [rootDir] }));
  const module = loaded.__esModule ? (loaded.default ?? loaded) : loaded;
  return module.createTransformer ? module.createTransformer(options) : module;
}

/**
 * Options: `include`, `exclude`, `root`, `compiler`, `logical` (see ../transform/project.js); `always`: instrument without `--coverage`
 * too; `transformer`: the module that compiles before us, such as "babel-jest" or ["@swc/jest", {...}].
 */
exports.createTransformer = (ownOptions = {}) => {
  const projects = new Map();
  let inner;

  function settings({ config, transformerConfig }) {
    const given = hostOptions("nearmiss/jest", { ...ownOptions, ...transformerConfig });
    inner ??= innerOf(given.transformer, config.rootDir);
    let project = projects.get(config.rootDir);
    if (project === undefined) {
      const { transformer, always, ...options } = given;
      project = { ...createProject(config.rootDir, options), always: always === true };
      projects.set(config.rootDir, project);
    }
    return project;
  }

  /** How a file is loaded: in Jest's own CommonJS, unless Jest says that it is an ES module. */
  const kindOf = (options, filename) =>
    options.supportsStaticESM && (/\.m[jt]s$/.test(filename) || options.config.extensionsToTreatAsEsm.includes(path.extname(filename)) || isEsmPackage(filename))
      ? "module"
      : "commonjs";

  function finish(compiled, filename, options, project) {
    const language = inner ? "js" : languageOf(filename);
    const kind = kindOf(options, filename);
    const file = options.instrument || project.always ? project.nameOf(filename) : null;
    // `import` in a file that Jest loads as CommonJS is compiled away, as babel-jest does.
    const mayBeEsm = kind === "commonjs" && language === "js" && /\b(import|export)\b/.test(compiled.code);
    const esm = mayBeEsm && !isCommonJs(compiled.code);
    const settled = { kind, language: esm ? "jsx" : language, inputSourceMap: compiled.map ?? undefined, compiler: project.options.compiler };
    if (file === null) {
      if (settled.language === "js") return compiled;
      return compile(compiled.code, filename, settled);
    }
    const warn = (text) => console.warn(`nearmiss: ${text}`);
    const { coverage = true, logical } = project.options;
    const { code, map } = transform(compiled.code, filename, { ...settled, file, coverage, logical, runtime: LOAD, warn });
    return { code, map };
  }

  return {
    canInstrument: true,

    process(source, filename, options) {
      const project = settings(options);
      const plain = inner?.process ? normal(inner.process(source, filename, innerRequest(options))) : { code: source, map: null };
      return finish(plain, filename, options, project);
    },

    async processAsync(source, filename, options) {
      const project = settings(options);
      let plain = { code: source, map: null };
      if (inner) {
        const run = inner.processAsync ?? inner.process;
        plain = normal(await run.call(inner, source, filename, innerRequest(options)));
      }
      return finish(plain, filename, options, project);
    },

    getCacheKey(source, filename, options) {
      const project = settings(options);
      const { instrument, supportsStaticESM, configString } = options;
      const innerKey = inner?.getCacheKey?.(source, filename, innerRequest(options)) ?? "";
      const what = JSON.stringify([instrument, supportsStaticESM, configString, project.root, project.options, innerKey]);
      return hashOf(source, filename, { file: what, kind: kindOf(options, filename) });
    },
  };
};

/** What the transformer before us is asked: it shall not instrument, we do. */
const innerRequest = (options) => ({
  ...options,
  instrument: false,
  transformerConfig: [options.transformerConfig?.transformer].flat()[1] ?? {},
});

/** Transformers may answer a text alone, or a map as JSON. */
const normal = (answer) => (typeof answer === "string" ? { code: answer, map: null } : answer);

function isEsmPackage(filename) {
  const { moduleKind } = require("../transform/languages.js");
  return /\.[jt]sx?$/.test(filename) && moduleKind(filename) === "module";
}
