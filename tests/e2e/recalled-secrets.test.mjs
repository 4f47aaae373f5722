// What a call gave and a later call of the same test sends is taken from the answer when the test runs, in the form in which it is
// sent: in the runs that verify a suite, and in the suite, which is green on processes whose keys are other ones.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { runSuite } from "../contract/harness/runners.mjs";
import { nearmiss, writtenText } from "./command.mjs";
import { fixture, ROOT } from "./sut-process.mjs";
import { found } from "./writings.mjs";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "recalled-"));
after(() => fs.rmSync(top, { recursive: true, force: true }));
const api = path.join(top, "api");
fs.cpSync(fixture("lockers"), api, { recursive: true });
fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(api, "node_modules"));

const GIVEN = path.join(top, "given");
const API = ["--start", "node server.js", "--openapi", "openapi.json", "--reset", "/reset", "--seed", "1"];
const given = () => fs.readFileSync(GIVEN, "utf8").trimEnd().split("\n");
/** Assertions of a suite on each door that was opened. */
const OPENED = ["plain", "bearer", "basic", "loud", "hex", "ticket", "link", "body"].map((door) => `{ door: "/doors/${door}" }`);

/** All that was written to a folder, by file. */
function written(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  return files.map((file) => [path.relative(folder, file), fs.readFileSync(file, "latin1")]);
}

describe("keys that each process has of its own", () => {
  it("open each door in a suite, and stand in nothing", async () => {
    const suite = path.join(api, "suite-jest");
    const args = ["fuzz", ...API, "--calls", "6000", "--format", "jest", "--out", suite, "--archive", "jest.json"];
    const { code, output, stdout } = await nearmiss(api, args, { env: { LOCKERS_GIVEN: GIVEN }, limitMs: 600_000 });
    assert.equal(code, 0, output);
    const text = writtenText(suite);
    for (const door of OPENED) assert.ok(text.includes(door), `${door} is in no test: ${output}\n${text}`);
    assert.doesNotMatch(output, /not written/);
    const run = runSuite("jest", api, /^run with +(.*)$/m.exec(stdout)[1]);
    assert.equal(run.code, 0, run.output);
    const texts = [...written(suite), ["jest.json", fs.readFileSync(path.join(api, "jest.json"), "latin1")], ["the terminal", output]];
    assert.deepEqual(found(texts, given()), []);
  });

  it("are taken from where they were given, written as they are sent", () => {
    const text = writtenText(path.join(api, "suite-jest"));
    for (const way of [
      /headerValue\(`\$\{from\(first, "\/accessKey", "missing"\)\}`\)/,
      /headerValue\(`Bearer \$\{from\(first, "\/accessKey", "missing"\)\}`\)/,
      /headerValue\(`Basic \$\{written\("base64", `\w+:\$\{from\(first, "\/accessKey", "missing"\)\}`\)\}`\)/,
      /\$\{written\("component", written\("upper", from\(first, "\/accessKey", "missing"\)\)\)\}/,
      /\$\{written\("hex", from\(first, "\/accessKey", "missing"\)\)\}/,
      /headerValue\(written\("decoded", cookieFrom\(first, "ticket", "missing"\)\)\)/,
      /\$\{encodeURIComponent\(between\(from\(first, "\/mail"\), "\/in\/", " ", "missing"\)\)\}/,
      /"word":"\$\{from\(first, "\/accessKey", "missing"\)\}"/,
    ]) {
      assert.match(text, way);
    }
  });

  it("are in archives of no use to another run, and looked for again", async () => {
    const args = ["fuzz", ...API, "--calls", "3000", "--out", "again", "--resume", "jest.json", "--archive", "again.json"];
    const { code, output } = await nearmiss(api, args, { env: { LOCKERS_GIVEN: GIVEN }, limitMs: 600_000 });
    assert.equal(code, 0, output);
    const text = writtenText(path.join(api, "again"));
    for (const door of OPENED) assert.ok(text.includes(door), `${door} is in no test: ${output}`);
    assert.deepEqual(found([...written(path.join(api, "again")), ["the terminal", output]], given()), []);
  });
});
