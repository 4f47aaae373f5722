// Archives of searches with users: no secret is in them, and tests of who cannot log in today wait for the day he can.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { emptyOut, nearmiss } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("logins");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-archive-logins-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const API = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--reset", "/reset", "--seed", "1", "--no-replay"];
const VAULT = "vault-key-90417";
const ALICE = "alice-kiln-5521";
const archive = path.join(folder, "archive.json");
const read = () => JSON.parse(fs.readFileSync(archive, "utf8"));

/** An auth file with the keeper of the vault, and alice with a password, or without her. */
function authFile(name, password) {
  const token = { extractFrom: "body", extractSelector: "/data/token", sendIn: "header", sendName: "Authorization", sendTemplate: "Bearer {token}" };
  const payloadUserPwd = { username: "alice", password, usernameField: "user", passwordField: "password" };
  const login = { endpoint: "/login", verb: "POST", contentType: "application/json", payloadUserPwd, token };
  const keeper = { name: "keeper", fixedHeaders: [{ name: "X-Api-Key", value: VAULT }] };
  const auth = password === undefined ? [keeper] : [keeper, { name: "alice", loginEndpointAuth: login }];
  fs.writeFileSync(path.join(folder, name), JSON.stringify({ auth }));
  return path.join(folder, name);
}

async function search(label, args) {
  const out = emptyOut(dir, label);
  const run = await nearmiss(dir, [...API, "--archive", archive, "--out", out, ...args]);
  assert.equal(run.code, 0, run.output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  return { ...run, own: report.nearmiss, warnings: report.warnings.map(({ message }) => message) };
}

describe("an archive of a search with users", () => {
  const right = authFile("right.json", ALICE);
  const keys = (saved) => Object.keys(saved.covered).sort();
  let first;

  it("holds no secret, in tests neither nor in constants", async () => {
    await search("archive-users", ["--auth", right, "--calls", "700"]);
    const text = fs.readFileSync(archive, "utf8");
    for (const secret of [VAULT, ALICE]) assert.ok(!text.includes(secret), `the archive holds ${secret}`);
    first = read();
    const ofAlice = first.tests.filter(({ calls }) => calls.some(({ user }) => user === "alice"));
    assert.ok(ofAlice.length > 2, `${ofAlice.length} tests of alice`);
    assert.ok(first.covered["Status_GET:/me_200"] !== undefined, keys(first).filter((key) => key.startsWith("Status_")).join());
  });

  for (const [day, file, why] of [
    ["cannot log in", authFile("wrong.json", "wrong-password-1"), /tests of .*archive\.json are not run, since they need user `alice`, who cannot log in; an --archive keeps/],
    ["is not given", authFile("without.json"), /tests of .*archive\.json are not run, since they need user `alice`, who is not given; an --archive keeps/],
  ]) {
    it(`keeps the tests of who ${day}, and says so`, async () => {
      const { own, output, warnings } = await search("archive-users-less", ["--auth", file, "--only-resume", "--resume", archive]);
      assert.ok(warnings.some((message) => why.test(message)), warnings.join("\n"));
      assert.ok(own.resumed.unverified > 0 && own.resumed.notRun === 0, JSON.stringify(own.resumed));
      assert.deepEqual(own.resumed.lost, []);
      assert.match(output, new RegExp(`; ${own.resumed.unverified} were not looked at, since their tests need somebody who cannot log in today; an --archive keeps them`));
      assert.deepEqual(keys(read()), keys(first));
    });
  }

  it("runs them again when he can", async () => {
    const { own } = await search("archive-users-again", ["--auth", right, "--only-resume", "--resume", archive]);
    assert.deepEqual({ ...own.resumed, archives: [] }, { archives: [], targets: keys(first).length, lost: [], notRun: 0, unverified: 0 });
    assert.deepEqual(keys(read()), keys(first));
  });
});
