// Written suites of two APIs with migrations and seeds: green on an empty server and on a developer's full one alike,
// two runs of them at the same time and in any order; what was there is as it was.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fromBody, step } from "../contract/harness/steps.mjs";
import { root } from "../contract/harness/suite-writer.mjs";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { recorded, runSuite, suiteOf } from "./suites.mjs";

const DEADLINE_MS = 60_000;
const json = (method, target, body, more = {}) =>
  step(method, target, { type: "application/json", body: JSON.stringify(body), ...more });
const bearer = { headers: [["Authorization", [{ Text: "Bearer " }, fromBody(0, "/token", "none")]]] };
const numbered = (target, call, rest = "") => [{ Text: target }, fromBody(call, "/id", "0"), { Text: rest }];
const login = (email, password) => json("POST", "/login", { email, password });
const cases = (kind, lists) => lists.map((calls) => ({ kind, calls, name: "", expectations: [], comments: [] }));

const una = { email: "una@garage.example", name: "Una", password: "wheel-nut-2024" };
const part = { sku: "ENG-7777", title: "Spark plug", category: "engine", price: "7.40", stock: 4 };
const room = { name: "Stork", beds: 3, price: "88.00" };
const mia = login("mia@depot.example", "gasket-fjord-31");
const hugo = login("hugo@house.example", "brass-key-27");
const APIS = {
  "db-pg": {
    driver: "pg",
    command: "node migrate.js && node server.js",
    format: "jest",
    shuffled: "--randomize",
    // The same mail address and part in several tests: each begins on the ground.
    cases: [
      ...cases("Success", [
        [json("POST", "/signup", una)],
        [json("POST", "/signup", una), login(una.email, una.password)],
        [step("GET", "/products/count")],
        [
          mia,
          json("POST", "/products", part, bearer),
          step("GET", numbered("/products/", 1)),
          step("GET", "/products/count"),
        ],
        [
          mia,
          json("POST", "/products", part, bearer),
          step("DELETE", numbered("/products/", 1), bearer),
          step("GET", "/products/count"),
        ],
        [mia, step("GET", "/people", bearer)],
        [mia, step("GET", "/audit", bearer)],
      ]),
      ...cases("ClientError", [
        [login(una.email, una.password)],
        [json("POST", "/signup", una), json("POST", "/signup", una)],
        [mia, json("POST", "/products", part, bearer), json("POST", "/products", part, bearer)],
      ]),
    ],
  },
  "db-koa": {
    driver: "mysql2",
    command: "node server.js",
    format: "vitest",
    // Threads share the number of their process.
    shuffled: "--sequence.shuffle --pool=threads",
    cases: [
      ...cases("Success", [
        [json("POST", "/users", una)],
        [json("POST", "/users", una), login(una.email, una.password)],
        [step("GET", "/rooms/count")],
        [hugo, json("POST", "/rooms", room, bearer), step("GET", numbered("/rooms/", 1)), step("GET", "/rooms/count")],
        [hugo, json("POST", "/rooms", room, bearer), step("GET", "/rooms/count")],
      ]),
      ...cases("ClientError", [
        [login(una.email, una.password)],
        [json("POST", "/users", una), json("POST", "/users", una)],
        [hugo, json("POST", "/rooms", room, bearer), json("POST", "/rooms", room, bearer)],
      ]),
    ],
  },
};

/** Fills a database as the fixture's `npm run developer` does. */
function fill(folder, url) {
  const { developer } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).scripts;
  const run = spawnSync(developer, {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: url },
    shell: true,
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stdout + run.stderr);
}

for (const [name, { driver, command, format, shuffled, cases: all }] of Object.entries(APIS)) {
  describe(`a suite of ${name}`, () => {
    const folder = path.join(root, "fixtures/suts", name);
    const suite = suiteOf(`suite-of-${name}`, { drivers: [driver], command, cwd: folder });
    let server;
    let written;
    let untouchedNames;
    const urls = () => ({ empty: server.url("nothing"), full: server.url("developer") });
    before(async () => {
      server = driver === "pg" ? await startPostgres() : await startMariaDB();
      server.createDatabase("developer");
      fill(folder, urls().full);
      untouchedNames = server.databases();
      process.env.DATABASE_URL = urls().empty;
      written = await recorded(suite, all, format);
    });
    after(() => {
      delete process.env.DATABASE_URL;
      return server?.stop();
    });
    /** Each runner says in its way how many tests have passed: all. */
    const passed = new RegExp(`\\b${all.length} pass(?:ed|ing)\\b|\\bpass ${all.length}\\b`);
    const isGreen = ({ code, output }) => {
      assert.equal(code, 0, output);
      assert.match(output, passed);
    };
    const run = (url) => runSuite(suite.home, `${written.runCommand} ${shuffled}`, { DATABASE_URL: url });

    test("it expects what is right", () => {
      const statuses = written.runs[0].map((answers) => answers.at(-1).status);
      for (const [index, status] of statuses.entries())
        assert.equal(status < 400, all[index].kind === "Success", `${index}: ${status}`);
      assert.deepEqual(
        written.runs[1].map((answers) => answers.at(-1).status),
        statuses,
      );
    });

    for (const [what, key] of [
      ["an empty server", "empty"],
      ["a developer's", "full"],
    ]) {
      test(`${what}: green twice at the same time, in any order, and nothing has changed`, async () => {
        const untouched = server.dump();
        const runs = await Promise.all([run(urls()[key]), run(urls()[key])]);
        runs.forEach(isGreen);
        assert.deepEqual(server.dump(), untouched);
      });
    }

    test("by the other runners, too", async () => {
      for (const other of ["mocha", "node"]) {
        const { runCommand } = suite.write(all, written.runs, other);
        isGreen(await runSuite(suite.home, runCommand, { DATABASE_URL: urls().full }));
      }
      suite.write(all, written.runs, format);
      assert.deepEqual(server.databases(), untouchedNames);
    });

    test("a run that is killed leaves nothing", async () => {
      const until = async (is) => {
        const end = performance.now() + DEADLINE_MS;
        while (!is(server.databases())) {
          assert.ok(performance.now() < end, server.databases().join());
          await pause(20);
        }
      };
      const running = run(urls().full);
      await until((found) => found.length > untouchedNames.length);
      process.kill(-running.child.pid, "SIGKILL");
      await until((found) => found.length === untouchedNames.length);
    });

    test("what others left is dropped by the next run, and nobody else's", async () => {
      const { HOST } = createRequire(import.meta.url)(path.join(suite.home, "suite/support/databases/places.cjs"));
      const dead = spawn(process.execPath, ["-e", ""]);
      await new Promise((resolve) => dead.on("close", resolve));
      const left = `nothing_sut_${HOST}_${dead.pid}_0badcafe`;
      const others = [`nothing_sut_${HOST}_${process.pid}_0badcafe`, `nothing_sut_00000000_${dead.pid}_0badcafe`];
      for (const one of [left, ...others]) server.createDatabase(one);
      isGreen(await run(urls().empty));
      const found = server.databases();
      assert.deepEqual([found.includes(left), others.filter((one) => !found.includes(one))], [false, []]);
      assert.deepEqual(
        fs.readdirSync(os.tmpdir()).filter((one) => one.startsWith(`sut-databases_${HOST}_${process.pid}_`)),
        [],
      );
    });
  });
}
