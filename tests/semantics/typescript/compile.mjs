// One project, compiled twice: by TypeScript itself (all files together, as `tsc -p` does) and by nearmiss, file by file.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { AMBIENT, textOf, WORLD } from "./project.mjs";

const require = createRequire(import.meta.url);
const native = require("../../../npm/nearmiss/native.js");

/** Source files of TypeScript's own library: read and bound once. */
const libraries = new Map();
const LIBRARY = ts.getDirectoryPath(ts.getDefaultLibFilePath({}));

function librarySource(name) {
  if (!libraries.has(name)) {
    const text = ts.sys.readFile(name);
    libraries.set(name, text === undefined ? undefined : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022));
  }
  return libraries.get(name);
}

/** A host of the compiler over the files of one project. */
function hostOf(texts, outputs) {
  const own = (name) => texts.get(name.replace(/^\/project\//, ""));
  return {
    getSourceFile(name) {
      const text = own(name);
      return text === undefined ? librarySource(name) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
    },
    fileExists: (name) => own(name) !== undefined || (name.startsWith(LIBRARY) && ts.sys.fileExists(name)),
    readFile: (name) => own(name),
    getDefaultLibFileName: () => join(LIBRARY, "lib.d.ts"),
    getDefaultLibLocation: () => LIBRARY,
    getCurrentDirectory: () => "/project",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    directoryExists: () => true,
    getDirectories: () => [],
    writeFile: (name, text) => outputs.set(name.replace(/^\/project\//, ""), text),
  };
}

/** Compiles a project with tsc: `{ outputs, complaints }`, the texts by name (`f0.js`), and what it says about syntax. */
export function compileByTypeScript(project, checks = false) {
  const texts = new Map(project.files.map((file) => [file.name, textOf(file)]));
  texts.set("world.d.ts", WORLD);
  texts.set("ambient.d.ts", AMBIENT);
  const outputs = new Map();
  const { options, errors } = ts.convertCompilerOptionsFromJson(project.options, "/project");
  if (errors.length > 0) throw new Error(ts.flattenDiagnosticMessageText(errors[0].messageText, "\n"));
  const program = ts.createProgram([...texts.keys()].map((name) => `/project/${name}`), options, hostOf(texts, outputs));
  const complaints = checks ? ts.getPreEmitDiagnostics(program) : program.getSyntacticDiagnostics();
  program.emit();
  return { outputs, complaints: complaints.map((one) => `${one.file?.fileName}:${one.start}: ${ts.flattenDiagnosticMessageText(one.messageText, "\n")}`) };
}

/** Writes a project into a folder: nearmiss reads tsconfig.json, and of neighbours what their types are. */
export function writeProject(project, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: project.options }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: project.options.module === "commonjs" ? "commonjs" : "module" }));
  writeFileSync(join(folder, "world.d.ts"), WORLD);
  writeFileSync(join(folder, "ambient.d.ts"), AMBIENT);
  for (const file of project.files) writeFileSync(join(folder, file.name), textOf(file));
}

const descriptionOf = (project, folder, file) =>
  JSON.stringify({ path: join(folder, file.name), language: "ts", module: project.options.module === "commonjs" ? "commonJs" : "esm" });

/** Compiles with nearmiss a project that stands in `folder`, without probes. */
export function compileByNearmiss(project, folder) {
  const outputs = new Map();
  for (const file of project.files) {
    outputs.set(file.name.replace(/ts$/, "js"), native.lower(textOf(file), descriptionOf(project, folder, file)).code);
  }
  return outputs;
}

/** The same with probes; `base(slots)` gives a file its first slot, `register` hands over what the runtime needs. */
export function instrumentByNearmiss(project, folder, base, register) {
  const outputs = new Map();
  for (const file of project.files) {
    const planned = native.instrument(textOf(file), file.name, descriptionOf(project, folder, file));
    const first = base(planned.slotCount);
    register(first, planned.roots, JSON.parse(planned.texts));
    outputs.set(file.name.replace(/ts$/, "js"), planned.emit(first).code);
  }
  return outputs;
}
