// What the entries of all hosts stand on: which files are the project's own, and text in, self-registering text out.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { APP, node, withFolder } from "./hosts.mjs";

const require = createRequire(import.meta.url);
const { compile, hashOf, transform } = require("nearmiss/transform");
const { createProject } = require("../../npm/nearmiss/transform/project.js");

const REGISTER = pathToFileURL(require.resolve("nearmiss/register")).href;
const filename = path.join(APP, "src/price.js");
const source = fs.readFileSync(filename, "utf8");
const request = { file: "src/price.js", kind: "module", warn: assert.fail };

/** A project with these files (name to text); the body gets its folder, without links in its path. */
const withProject = (files, body) =>
  withFolder((folder) => {
    const root = fs.realpathSync(folder);
    for (const [name, text] of Object.entries({ "package.json": "{}", ...files })) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), text);
    }
    return body(root);
  });

test("the project's own files are instrumented, never libraries, declarations and what lies outside", async () => {
  await withProject({}, async (root) => {
    const { nameOf } = createProject(root);
    assert.equal(nameOf(path.join(root, "src/a.ts")), "src/a.ts");
    for (const name of ["node_modules/x/a.js", "src/node_modules/x.js", "a.d.ts", "a.css", "../beside.js", ".yarn/x.js"]) {
      assert.equal(nameOf(path.join(root, name)), null, name);
    }
    assert.equal(nameOf(path.join(import.meta.dirname, "../../npm/nearmiss/load/realm.js")), null);
    assert.equal(createProject(path.join(root, "src")).root, root);
  });
});

test("include and exclude come from the configuration, and what a host is given goes first", async () => {
  const config = JSON.stringify({ nearmiss: { include: ["src/**"], exclude: ["**/*.test.js"] } });
  await withProject({ "package.json": config }, async (root) => {
    const named = (given) => ["src/a.js", "src/a.test.js", "lib/b.js"].map((name) => createProject(root, given).nameOf(path.join(root, name)));
    assert.deepEqual(named({}), ["src/a.js", null, null]);
    assert.deepEqual(named({ include: "lib/*" }), [null, null, "lib/b.js"]);
    assert.throws(() => createProject(root, { include: "src/{a" }), /include glob 'src\/\{a'/);
  });
});

test("text with probes passes unchanged, map and all", () => {
  const once = transform(source, filename, request);
  assert.notEqual(once.table, null);
  const twice = transform(once.code, filename, { ...request, inputSourceMap: once.map });
  assert.deepEqual([twice.code, twice.table, twice.map], [once.code, null, once.map]);
});

test("the table is the same with and without coverage, and the text says nothing of it without", () => {
  const [plain, covered] = [false, true].map((coverage) => transform(source, filename, { ...request, coverage }));
  assert.equal(plain.table, covered.table);
  assert.ok(!plain.code.includes("statementMap"));
  assert.ok(covered.code.includes("statementMap"));
});

test("maps lead to the file, or through the map of a host to what that names", () => {
  const { map } = transform(source, filename, request);
  assert.deepEqual(map.sources, [filename]);
  const typed = "interface A { b: number }\nexport const f = (a: A) => a.b > 1;\n";
  const compiled = compile(typed, "/x/typed.ts", { kind: "module" });
  const through = transform(compiled.code, "/x/typed.js", { file: "typed.js", kind: "module", inputSourceMap: compiled.map, warn: assert.fail });
  assert.deepEqual(through.map.sources, ["/x/typed.ts"]);
  assert.ok(JSON.parse(through.table).slots.every(([, line]) => line === 2));
});

test("what cannot be instrumented is left as it is and named", () => {
  const warnings = [];
  const left = (text, name = "/x/a.js") => transform(text, name, { file: "a.js", warn: (warning) => warnings.push(warning) });
  for (const text of ["let = ;", "f('\ud800')", "function require() {}"]) {
    assert.deepEqual([left(text).code, left(text).table], [text, null]);
  }
  assert.equal(warnings.length, 6);
  assert.ok(warnings.every((warning) => warning.startsWith("a.js is not instrumented: ")));
  assert.throws(() => left("let = ;", "/x/a.ts"), /cannot compile \/x\/a\.ts.*1:7/s);
});

test("the hash changes with source, name and options", () => {
  const hashes = [hashOf("a", "/x", {}), hashOf("b", "/x", {}), hashOf("a", "/y", {}), hashOf("a", "/x", { coverage: true })];
  assert.equal(new Set(hashes).size, hashes.length);
});

test("in a cycle of modules, functions that run before their module's first statement are counted", async () => {
  const files = {
    "package.json": '{ "type": "module" }',
    "a.js": 'import "./b.js";\nexport function early(x = 1) { return x || 2 }\nexport default function () { "a directive"\n  return early(0) }\n',
    "b.js": 'import last, { early } from "./a.js";\nexport const seen = [early(), last()];\n',
    "main.js": 'import { seen } from "./b.js"; import "./a.js";\nconst files = globalThis[Symbol.for("nearmiss.files")];\nconsole.log(JSON.stringify([seen, Object.values(files.coverage())]));\n',
  };
  await withProject(files, async (root) => {
    for (const name of ["a.js", "b.js"]) {
      const options = { file: name, kind: "module", coverage: true, warn: assert.fail };
      fs.writeFileSync(path.join(root, name), transform(files[name], path.join(root, name), options).code);
    }
    const [seen, coverage] = JSON.parse((await node(root, ["main.js"])).stdout);
    assert.deepEqual(seen, [1, 2]);
    const a = coverage.find(({ path: file }) => file.endsWith("a.js"));
    assert.deepEqual([Object.values(a.f), Object.values(a.b)], [[1, 1], [[1], [1, 1]]]);
  });
});

test("in a cycle with a module that has no probes, functions run before their module's first statement", async () => {
  const files = {
    "package.json": '{ "type": "module" }',
    "a.js": 'import { seen } from "./b.js";\nexport function early(x) { return x > 0 ? "more" : "less" }\nconsole.log(seen, early(2));\n',
    "b.js": 'import { early } from "./a.js";\nexport const seen = early(-1);\n',
  };
  await withProject(files, async (root) => {
    const options = { file: "a.js", kind: "module", warn: assert.fail };
    fs.writeFileSync(path.join(root, "a.js"), transform(files["a.js"], path.join(root, "a.js"), options).code);
    for (const before of [[], ["--import", REGISTER]]) {
      const { stdout, stderr } = await node(root, [...before, "a.js"]);
      assert.equal(stdout, "less more\n", stderr);
    }
  });
});

const TYPED = {
  "tsconfig.json": '{ "compilerOptions": { "target": "es2022", "module": "commonjs", "removeComments": true } }',
  "kinds.ts": "export enum Kind { Low = 1, High = 2 }\n",
  "main.ts": "// a comment\nimport { Kind } from './kinds';\nexport const kind: Kind = Number(process.argv[2]) > 1 ? Kind.High : Kind.Low;\nconsole.log(`kind ${kind}`);\n",
};
const BIN = path.resolve(import.meta.dirname, "../../npm/nearmiss/bin/nearmiss.js");

test("the option compiler hands TypeScript to the project's own", async () => {
  await withProject(TYPED, async (root) => {
    const main = path.join(root, "main.ts");
    const source = fs.readFileSync(main, "utf8");
    const byProject = { file: "main.ts", compiler: "typescript", warn: assert.fail };
    assert.throws(() => compile(source, main, byProject), /main\.ts.*the package typescript is not installed/);
    fs.symlinkSync(path.resolve(import.meta.dirname, "../../node_modules"), path.join(root, "node_modules"));
    const { code, map, table } = transform(source, main, { ...byProject, kind: "commonjs" });
    assert.match(code, /const kinds_1 = require\("\.\/kinds"\);/);
    assert.doesNotMatch(code, /a comment/);
    assert.deepEqual(map.sources, [main]);
    assert.equal(JSON.parse(table).file, "main.ts");
    assert.match(compile(source, main, { ...byProject, kind: "module" }).code, /import \{ Kind \}/);
    assert.throws(() => compile("let a: = 1", main, byProject), /main\.ts: 1:8: Type expected/);
    const { stdout } = await node(root, [BIN, "instrument", "main.ts", "kinds.ts", "-o", "build", "--compiler", "typescript"]);
    assert.match(stdout, /instrumented 2 files/);
    assert.equal((await node(root, ["build/main.js", "2"])).stdout, "kind 2\n");
    assert.deepEqual(JSON.parse(fs.readFileSync(path.join(root, "build/main.js.map"), "utf8")).sources, ["../main.ts"]);
  });
});

test("an option that a host does not know, or whose value is wrong, is refused by name", () => {
  const jest = (given) => require("nearmiss/jest").createTransformer(given).getCacheKey("", "/a.js", { config: { rootDir: "/" }, transformerConfig: {} });
  const webpack = (given) => require("nearmiss/webpack-loader").call({ resourcePath: "/a.js", rootContext: "/", getOptions: () => given }, "");
  for (const [host, ask] of [["vite", require("nearmiss/vite")], ["jest", jest], ["webpack-loader", webpack]]) {
    const refused = new RegExp(`the options of nearmiss/${host}:\\n  there is no option "excludes"; did you mean exclude\\?\\n  root is 3, but must be a path`);
    assert.throws(() => ask({ excludes: "x", root: 3 }), refused);
  }
  // Vite compiles by itself.
  assert.throws(() => require("nearmiss/vite")({ compiler: "typescript" }), /there is no option "compiler"; known are include,/);
});
