// `nearmiss instrument`: what comes out runs like what went in, alone, under the load hooks and under a search.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { nearmiss } from "./command.mjs";
import { commandLine } from "../quality/fuzz.mjs";
import { PACKAGE, project } from "./projects.mjs";

const require = createRequire(import.meta.url);
const REGISTER = path.join(PACKAGE, "register/index.js");
const exec = promisify(execFile);

/** What a program prints. */
async function run(folder, args, options = {}) {
  const { stdout } = await exec(process.execPath, args, { cwd: folder, timeout: 60_000, ...options });
  return stdout;
}

const SOURCES = {
  "src/server.js": `#!/usr/bin/env node
"use strict"
const { far, names } = require("./deep/far.js");
exports.near = (a) => (a < 3 && a > 1 ? far(a) : "none");
console.log(exports.near(2), exports.near(9), names(), (() => { try { null.x } catch (e) { return e.stack.split("\\n")[1].trim().split(":").at(-2) } })());
console.log(this === module.exports, (function () { return this })());
`,
  "src/deep/far.js": `// far
function far(a) { return String(a).includes("2") }
exports.far = far
exports.names = () => [far.name, (() => {}).name, far.length].join()`,
  "src/shadow.js": `function require(name) { return "mine " + name }\nconsole.log(require("x"), 1 < 2);\n`,
  "src/cycle/a.mjs": `import { odd } from "./b.mjs";\nexport function even(n) { return n === 0 || odd(n - 1); }\nconsole.log("a", even(10));\n`,
  "src/cycle/b.mts": `import { even } from "./a.mjs";\nenum E { One = 1 }\nconsole.log("b", even(0));\nexport const odd = (n: number): boolean => n !== 0 && even(n - E.One);\n`,
  "src/data.json": `{ "kept": true }`,
  "src/node_modules/library/index.js": "module.exports = 1 < 2;",
  "src/types.d.ts": "export type A = number;",
  "src/empty.js": "",
};

describe("what comes out runs like what went in", () => {
  it("keeps folders, modes, lines, other files; compiles TypeScript", async () => {
    const folder = project(SOURCES);
    fs.chmodSync(path.join(folder, "src/server.js"), 0o755);
    const { code, output } = await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    assert.equal(code, 0, output);
    assert.match(output, /instrumented 5 files \(\d+ targets\), 3 copied: build in/);
    const built = fs.readdirSync(path.join(folder, "build"), { recursive: true }).sort();
    assert.deepEqual(built, [
      "cycle", "cycle/a.mjs", "cycle/a.mjs.map", "cycle/b.mjs", "cycle/b.mjs.map", "data.json", "deep", "deep/far.js",
      "deep/far.js.map", "empty.js", "nearmiss-runtime.cjs", "nearmiss-runtime.mjs", "nearmiss-targets.json", "server.js",
      "server.js.map", "shadow.js", "shadow.js.map", "types.d.ts",
    ]);
    assert.equal(fs.statSync(path.join(folder, "build/server.js")).mode & 0o777, 0o755);
    const lines = (file) => fs.readFileSync(path.join(folder, file), "utf8").split("\n").length;
    assert.equal(lines("build/deep/far.js"), lines("src/deep/far.js") + 2, "only the name of the map is added");
    for (const file of ["server.js", "shadow.js"]) {
      const expected = await run(folder, [`src/${file}`]);
      assert.match(expected, /true none far|mine x true/);
      assert.equal(await run(folder, [`build/${file}`]), expected);
      assert.equal(await run(folder, ["--import", REGISTER, `build/${file}`]), expected, "under the load hooks too");
    }
    // The cycle calls a hoisted function of a module that has not run.
    const cycle = "b true\na true\n";
    assert.equal(await run(folder, ["build/cycle/a.mjs"]), cycle);
    assert.equal(await run(folder, ["--import", REGISTER, "build/cycle/a.mjs"]), cycle);
  });

  it("shows the original place in stacks, by maps beside the file and in it", async () => {
    for (const [kind, extra] of [["true", []], ["inline", ["--source-maps", "inline"]]]) {
      const folder = project({ "src/a.ts": "enum A { B }\ninterface C {}\n\nexport function f(): never {\n  throw new Error('here')\n}\nf();\n" });
      const { code, output } = await nearmiss(folder, ["instrument", "src/*.ts", "-o", "out/deep", ...extra]);
      assert.equal(code, 0, output);
      const failed = await run(folder, ["--enable-source-maps", "out/deep/a.js"]).catch((error) => error.stderr);
      assert.match(failed, /src\/a\.ts:5:9/, `${kind}: ${failed}`);
      assert.equal(fs.existsSync(path.join(folder, "out/deep/a.js.map")), kind === "true");
    }
    const folder = project({ "src/a.js": "f()\n//# sourceMappingURL=data:application/json;base64,e30=\n" });
    await nearmiss(folder, ["instrument", "src", "-o", "build", "--source-maps", "false"]);
    assert.doesNotMatch(fs.readFileSync(path.join(folder, "build/a.js"), "utf8"), /# sourceMappingURL/);
  });

  it("is deterministic, and writes only what changes", async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`src/f${i}.js`, `exports.f = (a) => a < ${i} || a > ${2 * i};\n`.repeat(i + 1)]));
    const folder = project(files);
    const text = () => fs.readdirSync(path.join(folder, "build")).sort().map((name) => fs.readFileSync(path.join(folder, "build", name), "utf8")).join("\0");
    await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    const [first, time] = [text(), fs.statSync(path.join(folder, "build/f7.js")).mtimeMs];
    await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    assert.equal(fs.statSync(path.join(folder, "build/f7.js")).mtimeMs, time);
    fs.rmSync(path.join(folder, "build"), { recursive: true });
    await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    assert.equal(text(), first);
  });

  it("takes globs, files, --include, --exclude and a configuration", async () => {
    const files = { "src/a.js": "f(1 < 2)", "src/b/c.js": "f(1 < 2)", "src/b/d.ts": "f<number>(1 < 2)", "test/t.js": "f(1 < 2)" };
    const folder = project({ ...files, "nearmiss.config.mjs": `export default { exclude: ["src/b/**"], sourceMaps: false }` });
    const probed = (file) => fs.readFileSync(path.join(folder, file), "utf8").includes("__nm");
    let result = await nearmiss(folder, ["instrument", "src/**/*.js", "src/b/d.ts", "-o", "one"]);
    assert.equal(result.code, 0, result.output);
    assert.deepEqual([probed("one/a.js"), probed("one/b/c.js"), probed("one/b/d.js")], [true, false, false]);
    assert.equal(fs.readFileSync(path.join(folder, "one/b/d.js"), "utf8").trim(), "f(1 < 2);", "compiled all the same");
    result = await nearmiss(folder, ["instrument", "src", "test", "-o", "two", "--exclude", "test/**", "--include", "**/*.js"]);
    assert.equal(result.code, 0, result.output);
    assert.deepEqual([probed("two/a.js"), probed("two/b/c.js"), probed("two/t.js")], [true, true, false]);
  });

  it("--watch does it again when a file changes, until it is stopped", async () => {
    const folder = project({ "src/a.js": "f(1 < 2)" });
    const child = spawn(process.execPath, [commandLine(), "instrument", "src", "-o", "build", "--watch"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const until = async (what, ready) => {
      for (let i = 0; i < 400 && !ready(); i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
      assert.ok(ready(), `${what}\n${output}`);
    };
    try {
      await until("it watches", () => output.includes("watching for changes"));
      fs.writeFileSync(path.join(folder, "src/b.js"), "changed(3 < 4)");
      await until("the new file is there", () => fs.existsSync(path.join(folder, "build/b.js")));
      fs.writeFileSync(path.join(folder, "src/b.js"), "broken(");
      await until("a mistake is named and the watch goes on", () => output.includes("src/b.js is copied without probes"));
    } finally {
      child.kill("SIGINT");
    }
    const [code] = await new Promise((resolve) => child.on("close", (...ended) => resolve(ended)));
    assert.equal(code, 0, output);
  });
});

describe("pairs: code is instrumented once, and numbers never clash", () => {
  it("what is instrumented already passes through unchanged", async () => {
    const folder = project(SOURCES);
    await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    const { code, output } = await nearmiss(folder, ["instrument", "build", "-o", "again"]);
    assert.equal(code, 0, output);
    assert.match(output, /instrumented 0 files \(0 targets\), \d+ copied, \d+ instrumented already/);
    for (const file of ["server.js", "cycle/b.mjs", "nearmiss-runtime.mjs", "nearmiss-targets.json"]) {
      assert.deepEqual(fs.readFileSync(path.join(folder, "again", file)), fs.readFileSync(path.join(folder, "build", file)));
    }
    assert.equal(await run(folder, ["again/server.js"]), await run(folder, ["src/server.js"]));
  });

  it("has the table that the load hooks make of the same files", async () => {
    const folder = project(SOURCES);
    await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    const { files } = JSON.parse(fs.readFileSync(path.join(folder, "build/nearmiss-targets.json"), "utf8"));
    const native = require("../../npm/nearmiss/native.js");
    for (const { table } of files) {
      const filename = path.join(folder, table.file);
      const language = filename.endsWith("ts") ? "ts" : "js";
      const module = /\.m[jt]s$/.test(filename) ? "esm" : "commonJs";
      const planned = native.instrument(fs.readFileSync(filename, "utf8"), table.file, JSON.stringify({ path: filename, language, module }));
      assert.deepEqual(table, JSON.parse(planned.table));
    }
    assert.equal(files.length, 5);
  });

  it("two runs with the same numbers in one process are named", async () => {
    const folder = project({
      "one/a.js": "exports.a = 1 < 2;", "two/b.js": "exports.b = 3 < 4;",
      "app.js": `console.log(require("./o1/a.js").a, require("./o2/b.js").b)`,
    });
    await nearmiss(folder, ["instrument", "one", "-o", "o1"]);
    await nearmiss(folder, ["instrument", "two", "-o", "o2"]);
    const { stdout, stderr } = await exec(process.execPath, ["app.js"], { cwd: folder });
    assert.equal(stdout, "true true\n");
    assert.match(stderr, /what is measured of two\/b\.js is not right: its slots are also those of one\/a\.js/);
    await nearmiss(folder, ["instrument", "two", "-o", "o2", "--first-slot", "9000000"]);
    assert.equal((await exec(process.execPath, ["app.js"], { cwd: folder })).stderr, "");
  });

  it("says what is missing when nearmiss is not installed", async () => {
    const folder = project({ "src/a.js": "f(1 < 2)" }, { installed: false });
    await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    const { stderr } = await exec(process.execPath, ["build/a.js"], { cwd: folder }).catch((error) => error);
    assert.match(stderr, /was instrumented by nearmiss and needs it to run: npm install nearmiss/);
  });
});

describe("under a search", () => {
  const API = {
    "src/server.js": `const http = require("node:http");
const { classify } = require("./classify.js");
http.createServer((request, response) => {
  const n = Number(new URL(request.url, "http://a").pathname.split("/").pop());
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ kind: classify(n) }));
}).listen(8799);
`,
    "src/classify.js": `exports.classify = (n) => {
  if (n === 4711) return "found";
  if (n < 0 && n > -100) return "negative";
  return "other";
};
`,
    "openapi.json": JSON.stringify({
      openapi: "3.0.3", info: { title: "t", version: "1" },
      paths: { "/n/{n}": { get: { parameters: [{ name: "n", in: "path", required: true, schema: { type: "integer" } }], responses: { 200: { description: "ok" } } } } },
    }),
  };
  const search = async (folder, start, name) => {
    const log = path.join(folder, `${name}.json`);
    const args = ["fuzz", "--start", start, "--openapi", "openapi.json", "--calls", "600", "--seed", "1", "--out", name, "--log-targets", log];
    const { code, output } = await nearmiss(folder, args);
    assert.equal(code, 0, output);
    return { output, ...JSON.parse(fs.readFileSync(log, "utf8")) };
  };

  it("code instrumented ahead of time has the targets of code instrumented on load, and is searched like it", async () => {
    const folder = project(API);
    const built = await nearmiss(folder, ["instrument", "src", "-o", "build"]);
    assert.equal(built.code, 0, built.output);
    const onLoad = await search(folder, "node src/server.js", "on-load");
    const ahead = await search(folder, "node build/server.js", "ahead");
    assert.deepEqual(ahead.known.sort(), onLoad.known.sort());
    assert.ok(onLoad.byTests.some((key) => key.startsWith("Branch_at_src/classify.js_at_line_00002") && key.endsWith("trueBranch")), "the number is found");
    assert.deepEqual(ahead.byTests.sort(), onLoad.byTests.sort());
    assert.doesNotMatch(ahead.output, /warning: .*(slots|without probes)/);
  });
});
