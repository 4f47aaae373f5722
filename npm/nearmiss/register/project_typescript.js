"use strict";
// TypeScript compiled by the project's own TypeScript, where the option `compiler` asks for it.

const path = require("node:path");
const { createRequire } = require("node:module");

/** By folder: the TypeScript found from there, and what its tsconfig.json says. */
const found = new Map();

function typescriptFrom(folder, filename) {
  try {
    return createRequire(path.join(folder, "x.js"))("typescript");
  } catch {
    throw new Error(`the option compiler is "typescript", but the package typescript is not installed where ${filename} finds it; install it (npm install --save-dev typescript) or leave the option out`);
  }
}

function projectOf(filename) {
  const folder = path.dirname(filename);
  let project = found.get(folder);
  if (project === undefined) {
    const ts = typescriptFrom(folder, filename);
    project = { ts, options: optionsOf(ts, folder) };
    found.set(folder, project);
  }
  return project;
}

/** The compiler options of the nearest tsconfig.json, with those that it extends. */
function optionsOf(ts, folder) {
  const file = ts.findConfigFile(folder, ts.sys.fileExists);
  if (file === undefined) return {};
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(error.messageText, "\n")}`);
  // Only the options are wanted: which files there are takes long to find out.
  return ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, path.dirname(file)).options;
}

/** The module system to compile to: as the file is loaded, and as the project wants `import()`. */
function moduleOf(ts, options, kind) {
  if (kind !== "commonjs") return ts.ModuleKind.ESNext;
  const isOfNode = options.module >= ts.ModuleKind.Node16 && options.module <= ts.ModuleKind.NodeNext;
  return isOfNode ? options.module : ts.ModuleKind.CommonJS;
}

/** Tells whether a file in `language` is the project's own TypeScript's to compile, by the option `compiler`. */
exports.isForProject = (language, compiler) => compiler === "typescript" && (language === "ts" || language === "tsx");

/**
 * Compiles TypeScript as the project's own compiler does, file by file (`ts.transpileModule`), with the options of its tsconfig.json.
 * `kind`: how the file is loaded. Answers `{ code, map }`, the map as JSON text that names the file beside it.
 *
 * Throws an Error that says what is missing, or where the file does not parse.
 */
exports.compileByTypeScript = (source, filename, kind) => {
  const { ts, options } = projectOf(filename);
  const compilerOptions = {
    ...options,
    module: moduleOf(ts, options, kind),
    sourceMap: true,
    inlineSourceMap: false,
    inlineSources: false,
    sourceRoot: undefined,
    mapRoot: undefined,
    outFile: undefined,
  };
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(source, { compilerOptions, fileName: filename, reportDiagnostics: true });
  const wrong = diagnostics.find(({ category, start }) => category === ts.DiagnosticCategory.Error && start !== undefined);
  if (wrong !== undefined) {
    const { line, character } = wrong.file.getLineAndCharacterOfPosition(wrong.start);
    throw new Error(`${line + 1}:${character + 1}: ${ts.flattenDiagnosticMessageText(wrong.messageText, "\n")}`);
  }
  const map = JSON.parse(sourceMapText);
  map.sources = [path.basename(filename)];
  return { code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"), map: JSON.stringify(map) };
};
