// `nearmiss instrument` on input that is odd or wrong: each is named, all other files go on, the exit code says it, and what
// is written runs like what went in.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";

const exec = promisify(execFile);
const DONE = 0;
const SOME_LEFT = 1;
const WRONG_USAGE = 2;

/** A file that has nothing wrong, beside which the others lie. */
const GOOD = { "src/good.js": "console.log(1 < 2, [3].includes(3));\n" };

const printed = async (folder, file, flags = []) =>
  (await exec(process.execPath, [...flags, file], { cwd: folder, maxBuffer: 1 << 26 })).stdout;
const built = (folder, file) => fs.readFileSync(path.join(folder, "build", file));

/**
 * Instruments `src` of a project of the good file and these; holds that exit code and messages are as wanted, that the good
 * file went on, and that nothing was a trace.
 */
async function instrument(files, { code: wanted = DONE, says = [], args = ["src", "-o", "build"], prepare = () => {} } = {}) {
  const folder = project({ ...GOOD, ...files });
  prepare(folder);
  const { code, signal, stderr, output } = await nearmiss(folder, ["instrument", ...args], { limitMs: 300_000 });
  assert.equal(signal, null, output);
  assert.equal(code, wanted, output);
  for (const text of says) assert.match(stderr, text);
  if (says.length === 0) assert.equal(stderr, "", "nothing is wrong");
  assert.doesNotMatch(output, /panicked|RUST_BACKTRACE|\bat .*\.js:\d+/, "a message, not a trace");
  if (wanted !== WRONG_USAGE) assert.equal(await printed(folder, "build/good.js"), "true true\n", "the others go on");
  return { folder, output, stderr };
}

/** Holds that the file was instrumented and prints what the original prints. */
async function runsLikeBefore(folder, file, flags) {
  assert.match(built(folder, file).toString("utf8"), /__nm\.S\[/);
  assert.equal(await printed(folder, `build/${file}`, flags), await printed(folder, `src/${file}`, flags));
}

describe("large and deep", () => {
  it("a file of 6 MB", async () => {
    const line = "t += f(a) < 3 && a !== 4 ? 1 : 0;\n";
    const text = `let t = 0; const a = 1; const f = (x) => x;\nfunction big() {\n${line.repeat(1000)}}\n`;
    const functions = Array.from({ length: Math.ceil(6e6 / text.length) }, (_, i) => `function big${i}() {\n${line.repeat(1000)}}\n`);
    const source = `let t = 0; const a = 1; const f = (x) => x;\n${functions.join("")}big1(); console.log(t);\n`;
    assert.ok(source.length > 6e6);
    const { folder } = await instrument({ "src/large.js": source });
    await runsLikeBefore(folder, "large.js");
  });

  it("a minified bundle: one line of 1 MB", async () => {
    const piece = (i) => `function m${i}(e,t){return e&&t||!e?t<${i}?"a":"b":(e=>e.x||0)(e||{})}`;
    const source = `!function(){${Array.from({ length: 16_000 }, (_, i) => piece(i)).join("")}console.log(m7(1,2),m9(0,0))}();`;
    assert.ok(source.length > 1e6 && !source.includes("\n"));
    const { folder } = await instrument({ "src/bundle.min.js": source });
    await runsLikeBefore(folder, "bundle.min.js");
  });

  it("5,000 nested arrays", async () => {
    const source = `const a = ${"[".repeat(5000)}1 < 2${"]".repeat(5000)};\nconsole.log([a].flat(Infinity).length, 1 < 2);\n`;
    const { folder } = await instrument({ "src/deep.js": source });
    // V8 needs a larger stack than its usual one for this, plain or not.
    await runsLikeBefore(folder, "deep.js", ["--stack-size=3900"]);
  });

  it("200,000 nested arrays are refused by name, in TypeScript too", async () => {
    const source = `const a = ${"[".repeat(200_000)}${"]".repeat(200_000)};`;
    const { folder } = await instrument({ "src/deep.js": source, "src/deeper.ts": source }, {
      code: SOME_LEFT,
      says: [/src\/deep\.js is copied without probes: 1:\d+: nested too deeply/, /src\/deeper\.ts is not written: .*nested too deeply/],
    });
    assert.equal(built(folder, "deep.js").toString(), source);
  });
});

describe("text", () => {
  it("a syntax error: copied as it is, with the place; in TypeScript, nothing is written", async () => {
    const { folder } = await instrument({ "src/broken.js": "f()\n  let = = 3\n", "src/wrong.ts": "const a: = 3;" }, {
      code: SOME_LEFT,
      says: [/error: src\/broken\.js is copied without probes: does not parse: 2:\d+: /, /error: src\/wrong\.ts is not written: .*1:10: /],
    });
    assert.equal(built(folder, "broken.js").toString(), "f()\n  let = = 3\n");
    assert.ok(!fs.existsSync(path.join(folder, "build/wrong.js")));
  });

  it("what the parser takes and V8 does not, and the other way round", async () => {
    const { folder } = await instrument({
      "src/early.js": "function f(a) { 'use strict'; with (a) b(); }\nf(1 < 2);\n",
      "src/annexb.js": "if (true) function f() { return 1 < 2; }\nlabel: function g() {}\nconsole.log(f());\n",
    }, { code: SOME_LEFT, says: [/src\/early\.js is copied without probes: SyntaxError: Strict mode code may not include a with statement/] });
    assert.doesNotMatch(built(folder, "early.js").toString(), /__nm/);
    await runsLikeBefore(folder, "annexb.js");
  });

  it("a shebang, a BOM, CRLF, and directives", async () => {
    const files = {
      "src/shebang.js": "#!/usr/bin/env node\nconsole.log(1 < 2)",
      "src/bom.js": '\uFEFF"use strict"\nconsole.log((function () { return this })() === undefined, 1 < 2)',
      "src/crlf.js": '"use strict"\r\nconsole.log(1 < 2,\r\n  new Error().stack.includes("crlf.js:3"))\r\n',
      "src/both.mjs": "\uFEFF// c\r\nconsole.log(1 < 2)\r\n",
      "src/none.js": "// only a comment",
    };
    const { folder } = await instrument(files);
    assert.ok(built(folder, "shebang.js").toString().startsWith("#!/usr/bin/env node\nrequire("));
    assert.ok(built(folder, "bom.js").toString().startsWith('\uFEFF"use strict";require('));
    assert.equal(built(folder, "crlf.js").toString().match(/\r\n/g).length, 3);
    for (const file of ["shebang.js", "bom.js", "crlf.js", "both.mjs"]) await runsLikeBefore(folder, file);
    assert.equal(built(folder, "none.js").toString(), files["src/none.js"]);
  });

  it("invalid UTF-8 means what Node reads", async () => {
    const bytes = Buffer.concat([Buffer.from("// caf"), Buffer.from([0xe9]), Buffer.from("\nconsole.log('\u00e4"), Buffer.from([0xff, 0xed, 0xa0, 0x80]), Buffer.from("'.length < 9, 'x')")]);
    const { folder } = await instrument({ "src/latin1.js": bytes }, { says: [/warning: src\/latin1\.js:1 holds bytes that are no UTF-8/] });
    await runsLikeBefore(folder, "latin1.js");
  });

  it("a file that is no text at all, and an empty one", async () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256));
    const { folder } = await instrument({ "src/picture.png": bytes, "src/picture.js": bytes, "src/empty.js": "" }, {
      code: SOME_LEFT,
      says: [/src\/picture\.js is copied without probes/],
    });
    for (const file of ["picture.png", "picture.js"]) assert.deepEqual(built(folder, file), bytes);
  });
});

describe("source maps", () => {
  const CODE = "console.log(1 < 2);\n";
  it("one that is missing", async () => {
    const { folder } = await instrument({ "src/a.js": `${CODE}//# sourceMappingURL=gone.js.map\n` }, {
      says: [/warning: src\/a\.js names the source map src\/gone\.js\.map, which cannot be read \(No such file or directory.*\); lines are those of this file itself/],
    });
    await runsLikeBefore(folder, "a.js");
    assert.doesNotMatch(built(folder, "a.js").toString(), /# sourceMappingURL=gone/);
  });

  it("ones that lie, are no maps, or are cut off", async () => {
    const map = (mappings) => JSON.stringify({ version: 3, sources: ["x.ts"], sourcesContent: ["one line"], names: [], mappings });
    const inline = (text) => `//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString("base64")}\n`;
    const { folder } = await instrument({
      "src/beyond.js": CODE + inline(map("AA2tBA")),
      "src/longer.js": CODE + inline(map(";;;;;;;;AAAA")),
      "src/nomap.js": CODE + inline("[1,2"),
      "src/cut.js": `${CODE}//# sourceMappingURL=data:application/json;base64,%%%\n`,
      "src/outside.js": `${CODE}//# sourceMappingURL=outside.js.map\n`,
      "src/outside.js.map": "<html>",
    }, {
      says: [
        /warning: src\/beyond\.js: .*does not belong to this file: it maps to line \d+ of x\.ts, which has 1/,
        /warning: src\/longer\.js: .*does not belong to this file: it maps line 9/,
        /warning: src\/nomap\.js: the source map does not parse/,
        /warning: src\/cut\.js: the source map does not parse/,
        /warning: src\/outside\.js: the source map does not parse/,
      ],
    });
    for (const file of ["beyond.js", "longer.js", "nomap.js", "cut.js", "outside.js"]) await runsLikeBefore(folder, file);
    const { files } = JSON.parse(built(folder, "nearmiss-targets.json"));
    assert.deepEqual(files.map(({ table }) => table.file), ["src/beyond.js", "src/cut.js", "src/good.js", "src/longer.js", "src/nomap.js", "src/outside.js"]);
  });

  it("--strict makes a warning count", async () => {
    await instrument({ "src/a.js": `${CODE}//# sourceMappingURL=gone.js.map\n` }, { code: SOME_LEFT, says: [/gone/], args: ["src", "-o", "build", "--strict"] });
  });
});

describe("folders", () => {
  const link = (target, name) => (folder) => fs.symlinkSync(target, path.join(folder, name));

  it("cycles of links, by folder and by glob, and links to nothing", async () => {
    const prepare = (folder) => {
      fs.mkdirSync(path.join(folder, "src/a"));
      link("..", "src/a/up")(folder);
      link("itself", "src/itself")(folder);
      link("gone.js", "src/dangling.js")(folder);
    };
    const says = [/warning: src\/a\/up is a link back to src, which it is in; it is left out/, /src\/dangling\.js is a link to nothing/, /src\/itself/];
    await instrument({}, { prepare, says });
    await instrument({}, { prepare, says: says.slice(0, 1), args: ["src/**/*.js", "-o", "build"] });
  });

  it("output inside the input is never instrumented itself", async () => {
    const args = [".", "-o", "build"];
    const folder = project(GOOD);
    for (let i = 0; i < 2; i += 1) {
      const { code, output } = await nearmiss(folder, ["instrument", ...args]);
      assert.equal(code, DONE, output);
      assert.match(output, /instrumented 1 file \(/);
      assert.ok(!fs.existsSync(path.join(folder, "build/build")));
    }
    assert.equal(await printed(folder, "build/src/good.js"), "true true\n");
  });

  it("input is never written over", async () => {
    for (const args of [["src", "-o", "src"], ["src/good.js", "-o", "src"], [".", "-o", "."]]) {
      const { folder } = await instrument({}, { code: WRONG_USAGE, says: [/would be written over|there is no file in/], args });
      assert.equal(fs.readFileSync(path.join(folder, "src/good.js"), "utf8"), GOOD["src/good.js"]);
    }
  });

  it("two files for one place", async () => {
    await instrument({ "src/a.ts": "f()", "src/a.js": "f()" }, { code: WRONG_USAGE, says: [/src\/a\.(js|ts) and src\/a\.(js|ts) would both be written to build\/a\.js/] });
  });

  it("input that is not there", async () => {
    await instrument({}, { code: WRONG_USAGE, says: [/nowhere cannot be read/], args: ["nowhere", "-o", "build"] });
    await instrument({}, { code: WRONG_USAGE, says: [/no file matches src\/\*\.jsx/], args: ["src/*.jsx", "-o", "build"] });
    await instrument({}, { code: WRONG_USAGE, says: [/src\/\[ cannot be read|src\/\[ is no glob|no file matches src\/\[/], args: ["src/[", "-o", "build"] });
    await instrument({}, { code: WRONG_USAGE, says: [/exclude glob '\{': /], args: ["src", "-o", "build", "--exclude", "{"] });
  });

  it("a file outside the root", async () => {
    const folder = project({ ...GOOD, "other/package.json": "{}", "other/a.js": "f(1 < 2)" });
    const { code, stderr } = await nearmiss(path.join(folder, "other"), ["instrument", "a.js", "../src", "-o", "build"]);
    assert.equal(code, SOME_LEFT, stderr);
    assert.match(stderr, /good\.js is not instrumented: it lies outside the root .*other; give another one with --root/);
  });
});

describe("output that cannot be written", () => {
  it("a file in the place of the output folder", async () => {
    await instrument({ build: "I am a file" }, { code: WRONG_USAGE, says: [/the output folder .*build cannot be (made|used): /] });
    await instrument({ build: "I am a file" }, { code: WRONG_USAGE, says: [/the output folder .*build\/deep cannot be made: /], args: ["src", "-o", "build/deep"] });
  });

  it("a folder in the place of a file, a file in the place of a folder, a full device", async () => {
    const prepare = (folder) => {
      fs.mkdirSync(path.join(folder, "build/taken.js"), { recursive: true });
      fs.writeFileSync(path.join(folder, "build/sub"), "I am a file");
      fs.symlinkSync("/dev/full", path.join(folder, "build/full.js"));
    };
    const { folder } = await instrument({ "src/taken.js": "f(1 < 2)", "src/sub/a.js": "f(1 < 2)", "src/full.js": "f(1 < 2)" }, {
      code: SOME_LEFT,
      prepare,
      says: [
        /error: build\/taken\.js cannot be written: Is a directory/,
        /error: build\/sub\/a\.js cannot be written: (Not a directory|File exists)/,
        /error: build\/full\.js cannot be written: No space left/,
      ],
    });
    assert.equal(fs.readFileSync(path.join(folder, "build/sub"), "utf8"), "I am a file");
  });
});
