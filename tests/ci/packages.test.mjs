// What `npm pack` makes of npm/*: linted, with licences and types, and used by projects that are not ours.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { ROOT } from "../quality/suts.mjs";
import { EXAMPLES, runExample } from "./pasted.mjs";
import { PACK, foreignProject, pack, refill, run } from "./tarballs.mjs";

const TEXTS = ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES.txt", "README.md", "package.json"];

const read = (tarball, name) => run(ROOT, "tar", ["-xOzf", tarball, `package/${name}`]);

describe("the packages", () => {
  let packed;
  let project;
  before(() => {
    packed = pack();
    project = foreignProject(packed, "foreign", { "app.js": "console.log(process.argv.length > 1);\n" });
  });
  after(() => packed.remove());

  it("hold their licences and those of others", () => {
    for (const tarball of [packed.nearmiss, packed.native]) {
      const files = run(ROOT, "tar", ["-tzf", tarball]).split("\n");
      for (const text of TEXTS) assert.ok(files.includes(`package/${text}`), `${tarball}: ${text}`);
      assert.ok(!files.some((file) => /about\.md|\.test\.|node_modules/.test(file)), files.join("\n"));
    }
    const notices = read(packed.native, "THIRD-PARTY-NOTICES.txt");
    const listed = new Set(notices.match(/^\S+ \d\S*(?=: )/gm));
    // The addon itself says what was compiled into it, where a function may panic.
    const addon = fs.readFileSync(path.join(ROOT, "npm/linux-x64-gnu/nearmiss.node"), "latin1");
    const compiled = new Set([...addon.matchAll(/registry\/src\/[^/\0]+\/([\w-]+?)-(\d+\.\d+\.\d+[^/\0]*)\//g)].map(([, name, version]) => `${name} ${version}`));
    assert.ok(compiled.size > 50, String(compiled.size));
    assert.deepEqual([...compiled].filter((crate) => !listed.has(crate)), []);
    for (const part of ["preact", "uplot", "mimalloc", "Inflector"]) assert.ok([...listed].some((each) => each.startsWith(`${part} `)), part);
    for (const text of [/Copyright \(c\) 2018-2025 Microsoft Corporation/, /Redistribution and use in source and binary forms/]) assert.match(notices, text);
  });

  it("say which glibc they need", () => {
    const [, said] = /glibc (\d+\.\d+)/.exec(read(packed.native, "README.md")) ?? [];
    const asked = run(ROOT, "readelf", ["--version-info", "--wide", path.join(ROOT, "npm/linux-x64-gnu/nearmiss.node")]).matchAll(/GLIBC_(\d+)\.(\d+)/g);
    const minors = [...asked].map(([, major, minor]) => [Number(major), Number(minor)]);
    assert.ok(minors.every(([major]) => major === 2), "glibc 2");
    assert.equal(said, `2.${Math.max(...minors.map(([, minor]) => minor))}`);
  });

  it("are clean for publint and attw", async () => {
    const hasPlugin = run(ROOT, "tar", ["-tzf", packed.nearmiss]).includes(".wasm\n");
    for (const tarball of [packed.nearmiss, packed.native]) {
      // What is packed, not the folder: what is not packed is not there.
      const pkgDir = fs.mkdtempSync(path.join(packed.folder, "unpacked-"));
      run(pkgDir, "tar", ["-xzf", tarball, "--strip-components=1"]);
      const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
      // A package without the SWC plugin says so itself, where the plugin is asked for.
      const isPlugin = ({ code, path: place }) => code === "EXPORTS_GLOB_NO_MATCHED_FILES" && place.at(-1) === "./swc/*.wasm" && !hasPlugin;
      assert.deepEqual(messages.filter((message) => !isPlugin(message)).map((message) => formatMessage(message, pkg)), []);
    }
    // Node 20, which we support, resolves `exports`; what Node 10 did is no question. The .wasm and JSON have no types.
    run(ROOT, path.join(ROOT, "node_modules/.bin/attw"), [packed.nearmiss, "--profile", "node16", "--exclude-entrypoints", "./swc/*.wasm", "./package.json"]);
  });

  it("are all that a foreign project needs", () => {
    assert.match(run(project, "npx", ["--no", "nearmiss", "--version"]), /\d+\.\d+/);
    assert.equal(run(project, "node", ["--import", "nearmiss/register", "app.js"]), "true\n");
    // Each name that other packages may load is there.
    const { exports } = JSON.parse(read(packed.nearmiss, "package.json"));
    const names = Object.keys(exports).filter((name) => !name.includes("*") && name !== "./ahead");
    run(project, "node", ["-e", names.map((name) => `require("nearmiss${name.slice(1)}");`).join(" ")]);
  });

  it("say how they are installed, with links to what they hold", () => {
    const files = new Set(run(ROOT, "tar", ["-tzf", packed.nearmiss]).split("\n"));
    for (const page of ["README.md", "hosts.md"]) {
      const links = [...read(packed.nearmiss, page).matchAll(/\]\((?!#|https?:)([^)#]+)/g)].map(([, link]) => link);
      assert.deepEqual(links.filter((link) => !files.has(`package/${link}`)), [], page);
    }
    for (const page of ["README.md", "npm/nearmiss/README.md"]) {
      const text = fs.readFileSync(path.join(ROOT, page), "utf8");
      assert.ok(text.includes(`npm ${PACK.join(" ")} ..\n`), `${page} has the command that this test packs with`);
      for (const tarball of [packed.nearmiss, packed.native]) assert.ok(text.includes(`../${path.basename(tarball)}`), `${page}: ${path.basename(tarball)}`);
    }
  });

  it("hold a page with an example of each host", () => {
    assert.equal(read(packed.nearmiss, "hosts.md"), fs.readFileSync(path.join(ROOT, "npm/nearmiss/hosts.md"), "utf8"));
    assert.deepEqual(EXAMPLES.map(({ title }) => title), ["Node", "Jest", "Vitest", "Vite", "webpack", "swc", "Ahead of time"]);
  });

  it("write coverage where a signal ends a server", () => {
    const server = 'require("node:http").createServer(() => {}).listen(0, () => console.log("up"));\n';
    refill(project, { "package.json": "{}", "server.js": server });
    const commands = [
      "NEARMISS_COVERAGE=out node --import nearmiss/register server.js > printed & pid=$!",
      "until grep -q up printed; do sleep 0.1; done",
      "kill -TERM $pid; wait $pid || code=$?; test $code = 143",
      "test -s out/coverage-$pid.json",
    ];
    run(project, "sh", ["-ec", commands.join("\n")]);
  });

  // That of swc needs the plugin, which is built by then: tests/hosts/swc/pasted.test.mjs.
  for (const example of EXAMPLES.filter(({ title }) => title !== "swc")) {
    it(`run the example of ${example.title} as pasted`, () => runExample(project, example));
  }
});
