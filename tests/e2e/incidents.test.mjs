// What goes wrong in the process of an API and answers do not show: each fault is found at its operation and, where the place is
// known, at its line; the same API without it has none of its kind.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { emptyOut, nearmiss } from "./command.mjs";
import { noPostgres, withPostgres } from "./postgres.mjs";
import { fixture } from "./sut-process.mjs";

const LIMITS = { limitMs: 600_000 };

/** Line of the fixture's file that holds this text. */
function lineOf(dir, file, text) {
  const lines = fs.readFileSync(path.join(dir, file), "utf8").split("\n");
  const at = lines.findIndex((line) => line.includes(text));
  assert.ok(at >= 0, text);
  return `${file}:${at + 1}`;
}

/** Faults of a search: `[code, operation, message]`, those of these codes only. */
async function faults(name, program, codes, more) {
  const dir = path.join(fixture("incidents"), name);
  const out = emptyOut(dir, program);
  const args = ["fuzz", "--start", `node ${program}.cjs`, "--openapi", "openapi.json", "--max-actions", "3"];
  // Suites with such calls are the business of other tests; here they would wait for each call that hangs, three times.
  const { code, output } = await nearmiss(dir, [...args, "--out", out, "--no-replay", ...more], LIMITS);
  assert.equal(code, 0, output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  const all = report.faults.foundFaults.flatMap(({ operationId, faultCategories }) =>
    faultCategories.map(({ code: fault, context }) => [fault, operationId, context]),
  );
  return { dir, output, found: all.filter(([fault]) => codes.includes(fault)) };
}

const CASES = [
  {
    name: "memory",
    // Enough for three examinations: one of a question, and two of calls that read.
    calls: 16_000,
    expected: () => [
      [925, "GET:/words/{id}", ""],
      [925, "POST:/search", ""],
    ],
  },
  {
    name: "exit",
    calls: 100,
    expected: (line) => [
      [924, "GET:/jobs/{id}", line("process.exit(3)")],
      [924, "POST:/jobs", line("response.total.count")],
    ],
  },
  {
    name: "hang",
    calls: 120,
    more: ["--call-timeout", "1s"],
    expected: (line) => [
      [909, "GET:/things/{id}", ""],
      [909, "POST:/things", line("too big")],
    ],
  },
  {
    name: "prototype",
    calls: 300,
    expected: () => [
      [920, "PATCH:/settings", "Object.prototype"],
      [920, "PUT:/labels/{group}", "Object.prototype"],
    ],
  },
  {
    name: "path",
    calls: 200,
    expected: (line) => [
      [921, "GET:/export", line("fs.readFileSync(file")],
      [921, "GET:/files/{name}", line("fs.promises.readFile(file")],
    ],
  },
  {
    name: "ssrf",
    calls: 150,
    expected: (line) => [
      [202, "GET:/preview", ""],
      [202, "POST:/hooks", line("http.get(url")],
    ],
  },
  {
    name: "sql",
    calls: 600,
    expected: (line) => [
      [200, "GET:/notes", line("WHERE title = '")],
      [200, "GET:/notes/{id}", line("WHERE id = $")],
      [200, "GET:/sorted", line("ORDER BY $")],
      [200, "GET:/traced", line("/* request $")],
    ],
  },
  {
    name: "postgres",
    calls: 400,
    more: ["--data-may-change"],
    skip: noPostgres,
    within: (body) =>
      withPostgres((port) => {
        process.env.POSTGRES_PORT = String(port);
        return body();
      }),
    expected: (line) => [
      [200, "GET:/users/{name}", line("WHERE name = '")],
      [200, "GET:/users", line("WHERE role = E'")],
      [200, "GET:/sorted", line('ORDER BY "')],
    ],
  },
  {
    name: "unhandled",
    calls: 150,
    expected: (line) => [
      [923, "POST:/logs", line('new Error("level")')],
      [923, "POST:/mails", line('new Error("no server")')],
    ],
  },
  {
    name: "block",
    calls: 80,
    more: ["--call-timeout", "5s"],
    expected: (line) => [
      [922, "GET:/check", line("TAG.test(")],
      [922, "POST:/sum", line("total = (")],
    ],
  },
];
/** Calls of a search in which nothing is to be found: enough for each kind to be looked at. */
const MOST_OF_SOUND = 7_000;
const CODES = [200, 202, 909, 920, 921, 922, 923, 924, 925];

// Two at a time: each mostly waits for calls that are given up, and what the search measures is work of the one process.
describe("faults in the process of an API", { concurrency: 2 }, () => {
  for (const { name, calls, more = [], expected, skip = false, within = (body) => body() } of CASES) {
    it(`${name}: are found where they are`, { skip }, async () => {
      const args = ["--calls", String(calls), ...more];
      const search = (seed) => within(() => faults(name, "faulty", CODES, [...args, "--seed", seed]));
      let { dir, output, found } = await search("1");
      const wanted = expected((text) => lineOf(dir, "faulty.cjs", text));
      // What a process holds is never the same twice, and beside others that work a call may be given up before it is
      // seen why it is long: one search may not see it.
      if (["memory", "block"].includes(name) && found.length < wanted.length) {
        const again = await search("2");
        [output, found] = [output + again.output, [...found, ...again.found]];
      }
      const text = `${JSON.stringify(found, null, 1)}\n${output}`;
      for (const [code, operation, place] of wanted) {
        const hits = found.filter(([fault, at]) => fault === code && at === operation);
        assert.ok(hits.some(([, , context]) => context.includes(place)), `${code} at ${operation} ${place}\n${text}`);
      }
      const known = new Set(wanted.map(([code, operation]) => `${code} ${operation}`));
      assert.deepEqual(found.filter(([code, operation]) => !known.has(`${code} ${operation}`)), [], text);
    });

    it(`${name}: are not where they are not`, { skip }, async () => {
      const { output, found } = await within(() => faults(name, "sound", CODES, ["--calls", String(Math.min(calls, MOST_OF_SOUND)), "--seed", "1", ...more]));
      assert.deepEqual(found, [], output);
    });
  }

  it("are suspicions where memory grows in a process with probes alone", async () => {
    const { output, found } = await faults("memory", "probed", CODES, ["--calls", "4000", "--seed", "1"]);
    assert.deepEqual(found, [], output);
    assert.match(output, /suspected, and no fault: memory grew with each call of POST:\/search/);
  });

  it("are not looked for when that is not wanted", async () => {
    const { output, found } = await faults("sql", "faulty", CODES, ["--calls", "100", "--seed", "1", "--no-oracle", "sql-injection"]);
    assert.deepEqual(found, [], output);
  });
});
