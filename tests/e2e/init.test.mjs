// `nearmiss init` finds out how an API starts and where its document is, and writes a configuration that `nearmiss fuzz` runs with;
// `nearmiss doctor` says what is missing.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { nearmiss } from "./command.mjs";
import { run } from "../quality/fuzz.mjs";
import { project } from "./projects.mjs";
import { fixture, ROOT } from "./sut-process.mjs";

const FILE = "nearmiss.config.mjs";
const SERVER = (port) => `
const http = require("node:http");
const document = { openapi: "3.0.3", paths: { "/items/{id}": { get: { responses: { 200: { description: "" } } } } } };
http.createServer((request, response) => {
  if (request.url === "/api-docs.json") return response.end(JSON.stringify(document));
  if (request.method === "POST" && request.url === "/reset") return response.end("{}");
  if (Number(request.url.split("/")[2]) > 5) return response.writeHead(404).end("{}");
  response.end(JSON.stringify({ url: request.url }));
}).listen(${port});
`;

const configOf = async (folder) => (await import(pathToFileURL(path.join(folder, FILE)).href)).default;

/** A folder of a project for a test, with the packages of this repository. */
function made(files, manifest = {}) {
  const folder = project(files, { manifest, installed: false });
  fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

describe("init", () => {
  it("writes what starts the API and where it serves its document; fuzz runs with that, as it is", async () => {
    const folder = made({ "server.js": SERVER(8771) }, { name: "items", scripts: { start: "nodemon server.js", test: "jest" } });
    const { code, stdout, output } = await nearmiss(folder, ["init"]);
    assert.equal(code, 0, output);
    assert.match(stdout, /^start +node server\.js .*script "start" of package\.json; it listened after .*8771/m);
    assert.match(stdout, /^schema +http:\/\/localhost:8771\/api-docs\.json +1 operation$/m);
    assert.match(stdout, /^test runner +Jest/m);
    assert.match(stdout, /next +1\. npx nearmiss doctor/);
    assert.deepEqual(await configOf(folder), {
      start: "node server.js",
      openapi: "http://localhost:8771/api-docs.json",
      time: "10m",
      format: "jest",
    });
    const search = await nearmiss(folder, ["fuzz", "--calls", "60", "--seed", "1"]);
    assert.equal(search.code, 0, search.output);
    assert.match(search.output, /1 operations; searching/);
    assert.ok(fs.existsSync(path.join(folder, "nearmiss-tests/report.json")));
  });

  it("goes on to the next command when one starts nothing, and says why", async () => {
    const folder = made(
      { "broken.js": `throw new Error("no settings");`, "app.js": SERVER(0) },
      { scripts: { start: "node broken.js" } },
    );
    const { code, stdout, output } = await nearmiss(folder, ["init"]);
    assert.equal(code, 0, output);
    assert.match(stdout, /trying node broken\.js\n[^]*no settings[^]*trying node app\.js/);
    const text = fs.readFileSync(path.join(folder, FILE), "utf8");
    assert.match(text, /start: "node app\.js"/);
    assert.match(text, /\/\/ Or: node broken\.js \(.*, does not start it\)/);
  });

  it("variables that the API starts without are nothing to do; those that it may miss come first", async () => {
    const starts = made({ "server.js": SERVER(0), ".env.example": "A=1" }, { scripts: { start: "node server.js" } });
    const fine = await nearmiss(starts, ["init", "--no-install"]);
    assert.match(fine.stdout, /environment +there is a \.env\.example and no \.env +the API starts without/);
    assert.doesNotMatch(fine.stdout, /cp \.env\.example/);
    const fails = made({ "server.js": "process.exit(1)", ".env.example": "A=1" }, { scripts: { start: "node server.js" } });
    const failed = await nearmiss(fails, ["init", "--no-install"]);
    assert.match(failed.stdout, /needs +there is a \.env\.example and no \.env +-> cp [^]*^next +1\. cp \.env\.example \.env/m);
  });

  it("when none starts: exit code 3, the likeliest is written, and marked", async () => {
    const folder = made({ "server.js": `setInterval(() => {}, 1000); // http.createServer(` }, { scripts: { start: "node server.js" } });
    const { code, output } = await nearmiss(folder, ["init", "--start-timeout", "1s"]);
    assert.equal(code, 3, output);
    // While it works it is waited for longer.
    assert.match(output, /did not listen on a port within [1-4] s/);
    assert.match(fs.readFileSync(path.join(folder, FILE), "utf8"), /does NOT start the API/);
  });

  it("--no-try starts nothing; packages that are not installed are the first thing to do", async () => {
    const files = { "server.js": SERVER(8772), "package-lock.json": "{}", ".env.example": "A=1" };
    const folder = project(files, { manifest: { dependencies: { express: "5", mongoose: "8" } }, installed: false });
    const { code, stdout, output } = await nearmiss(folder, ["init"]);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /trying/);
    assert.match(stdout, /needs +the packages are not installed +-> npm install/);
    assert.match(stdout, /needs +MongoDB \(package mongoose\)/);
    assert.match(stdout, /next +1\. npm install\n +2\. cp \.env\.example \.env/);
    const again = await nearmiss(folder, ["init", "--no-try", "--force"]);
    assert.equal(again.code, 0, again.output);
    assert.match(again.stdout, /not tried: --no-try/);
  });

  it("adds what the written tests need; the suite of the first search is green with nothing done by hand", async () => {
    const folder = project({ "server.js": SERVER(8775) }, { manifest: { scripts: { start: "node server.js", test: "node --test" } }, installed: false });
    const { code, stdout, output } = await nearmiss(folder, ["init"]);
    assert.equal(code, 0, output);
    assert.match(stdout, /^adding what the written tests need: npm install --save-dev superagent$/m);
    assert.match(stdout, /^next +1\. npx nearmiss doctor/m);
    const { devDependencies } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    assert.deepEqual(Object.keys(devDependencies), ["superagent"]);
    const search = await nearmiss(folder, ["fuzz", "--calls", "60", "--seed", "1"]);
    assert.equal(search.code, 0, search.output);
    assert.doesNotMatch(search.stdout, /^missing/m);
    const [command, ...args] = search.stdout.match(/^run with +(.*)$/m)[1].split(" ");
    assert.equal(command, "node");
    const files = fs.readdirSync(path.join(folder, "nearmiss-tests")).filter((name) => name.endsWith(".test.js"));
    const options = [...args.filter((arg) => !arg.includes("*")), ...files.map((name) => path.join("nearmiss-tests", name))];
    // Within a test, Node's runner would report to the one around it.
    const suite = await run(process.execPath, options, { cwd: folder, env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
    assert.equal(suite.code, 0, suite.stdout);
    assert.match(suite.stdout, /^# pass [1-9]/m);
  });

  it("what cannot be added, or is not to be, is the next thing to do", async () => {
    const files = { "server.js": SERVER(0), ".npmrc": "registry=http://127.0.0.1:1/\nfetch-retries=0\n" };
    const folder = project(files, { manifest: { scripts: { start: "node server.js", test: "node --test" } }, installed: false });
    const first = await nearmiss(folder, ["init"]);
    assert.equal(first.code, 0, first.output);
    assert.match(first.stderr, /^warning: npm install --save-dev superagent failed:\n +npm [^]*ECONNREFUSED/m);
    assert.match(first.stdout, /^next +1\. npm install --save-dev superagent /m);
    assert.equal((await configOf(folder)).start, "node server.js");
    const second = await nearmiss(folder, ["init", "--force", "--no-install"]);
    assert.equal(second.stderr, "");
    assert.match(second.stdout, /^next +1\. npm install --save-dev superagent /m);
    assert.doesNotMatch(second.stdout, /adding/);
  });

  it("never writes over a configuration without --force; --print writes none", async () => {
    const folder = made({ "server.js": SERVER(0), [FILE]: "export default { seed: 7 };\n" });
    const refused = await nearmiss(folder, ["init"]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /nearmiss\.config\.mjs is there already; --force/);
    const printed = await nearmiss(folder, ["init", "--print"]);
    assert.equal(printed.code, 0, printed.output);
    assert.match(printed.stdout, /^\/\/ What `npx nearmiss fuzz` reads[^]*start: "node server\.js",[^]*};\n$/);
    assert.equal(fs.readFileSync(path.join(folder, FILE), "utf8"), "export default { seed: 7 };\n");
    assert.equal((await nearmiss(folder, ["init", "--force", "--quiet"])).output, "");
    assert.equal((await configOf(folder)).start, "node server.js");
  });

  it("finds the APIs of a workspace", async () => {
    const folder = made({ "packages/api/package.json": `{"dependencies":{"koa":"3"}}` }, { workspaces: ["packages/*"] });
    const { code, stderr } = await nearmiss(folder, ["init"]);
    assert.equal(code, 2);
    assert.match(stderr, /root of a workspace[^]*nearmiss init packages\/api/);
  });

  it("the fixture APIs: Express, TypeScript with tsx, a document beside it", async () => {
    for (const [name, start, schema] of [
      ["ncs", "node server.js", "openapi.json"],
      ["books", "node --import tsx server.ts", "openapi.yaml"],
    ]) {
      const { code, stdout, output } = await nearmiss(fixture(name), ["init", "--print"]);
      assert.equal(code, 0, output);
      assert.ok(stdout.includes(`\n  start: "${start}",\n`), stdout);
      assert.ok(stdout.includes(`\n  openapi: "${schema}",\n`), stdout);
    }
  });

  it("fuzz without anything points to it", async () => {
    const { code, stderr } = await nearmiss(made({}), ["fuzz"]);
    assert.equal(code, 2);
    assert.match(stderr, /`nearmiss init` finds out/);
  });
});

describe("doctor", () => {
  const words = (text) => text.split("\n").map((line) => line.split(/\s+/, 2).join(" "));

  it("an API with everything: a line each, exit code 0", async () => {
    const files = { "server.js": SERVER(8773), "auth.yaml": `auth:\n  - name: ada\n    fixedHeaders: [{ name: X-Key, value: "k-1234" }]\n` };
    const folder = made(files, { scripts: { start: "node server.js" } });
    fs.writeFileSync(path.join(folder, FILE), `export default { start: "node server.js", openapi: "http://localhost:8773/api-docs.json", reset: "/reset", auth: "auth.yaml" };\n`);
    const before = fs.readdirSync(folder);
    const { code, stdout, output } = await nearmiss(folder, ["doctor"]);
    assert.equal(code, 0, output);
    for (const word of ["node", "platform", "config", "packages", "start", "files", "schema", "routes", "reset", "users", "plain", "suite"]) {
      assert.ok(words(stdout).includes(`ok ${word}`), `${word}:\n${stdout}`);
    }
    assert.match(stdout, /start +node server\.js listens after .*port 8773/);
    assert.match(stdout, /schema +http.*: 1 operation$/m);
    assert.match(stdout, /suite +jest \d.*superagent \d/);
    assert.match(stdout, /nothing is missing/);
    assert.deepEqual(fs.readdirSync(folder), before);
  });

  it("what is missing is a line with MISS and what to do, exit code 1", async () => {
    const login = `auth:\n  - name: ada\n    loginEndpointAuth: { endpoint: /items/99, verb: POST, expectCookies: true }\n`;
    const folder = project({ "server.js": SERVER(8774), "auth.yaml": login, "bad.yaml": "openapi: 9.0\n" }, { installed: false });
    const args = ["--start", "node server.js", "--reset", "/items/9", "--auth", "auth.yaml", "--openapi", "bad.yaml"];
    const { code, stdout, output } = await nearmiss(folder, ["doctor", ...args]);
    assert.equal(code, 1, output);
    assert.match(stdout, /^MISS +schema +.*bad\.yaml: OpenAPI version 9\.0 is not supported/m);
    assert.match(stdout, /^MISS +reset +the reset POST \/items\/9 was answered 404/m);
    assert.match(stdout, /^MISS +users +ada: login: POST \/items\/99 was answered 404/m);
    assert.match(stdout, /^MISS +suite +jest and superagent not installed.* -> npm install --save-dev jest superagent/m);
    assert.match(stdout, /^4 missing; 0 warnings$/m);
  });

  it("an API that does not start, and a configuration that is wrong", async () => {
    const folder = made({ "server.js": `throw new Error("no settings");` }, { dependencies: { pg: "8" } });
    const { code, stdout } = await nearmiss(folder, ["doctor", "--start", "node server.js"]);
    assert.equal(code, 1);
    assert.match(stdout, /^MISS +start +the start command `node server\.js` exited with code 1[^]*no settings/m);
    assert.match(stdout, /^warn +needs +PostgreSQL \(package pg\)/m);
    fs.writeFileSync(path.join(folder, FILE), `export default { seeds: 1 };\n`);
    const wrong = await nearmiss(folder, ["doctor"]);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /^MISS +config +.*there is no option "seeds"; did you mean seed\?/m);
  });
});
