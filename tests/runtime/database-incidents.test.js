// What watchers make of the queries that drivers tell: transactions that stay open, changes that stand, values that are refused.
// Queries are told here as drivers tell them; tests/databases runs real ones.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, beforeEach, describe, it } from "node:test";

const require = createRequire(import.meta.url);
const { session } = require("../../npm/nearmiss/register/session.js");
const queries = require("../../npm/nearmiss/sut/databases/queries.js");
const incidents = require("../../npm/nearmiss/sut/incidents/index.js");

const NAMES = ["half-done-change", "open-transaction", "refused-value", "unreturned-connection"];
const POSTGRES = { name: "postgres", version: "3", dialect: "postgres" };

const state = { test: 0, action: 0, thrown: false, open: true, boot: false };
let told = [];
session.options.incidents = NAMES;
session.epoch = {
  isOpen: () => state.open,
  isBoot: () => state.boot,
  current: () => state.test,
  action: () => state.action,
  hasThrown: () => state.thrown,
  operation: () => 1,
};
session.runtime = { report: (kind, taint, text, action) => told.push([...text.split("\n"), action]) };
incidents.install();

/** A call begins. */
function call(action) {
  Object.assign(state, { action, thrown: false });
  incidents.requestBegan();
}

/** A query runs on a connection and ends so. */
function run(connection, text, { count = 1, error = null, driver = POSTGRES } = {}) {
  const query = queries.begun(driver, { text, connection, above: run, place: () => `src/a.js:${text.length}` });
  if (error === null) queries.ended(query, null, count);
  else queries.failed(query, Object.assign(new Error("refused"), error));
}

/** Answers what is told at the end of a test, by kind. */
function end() {
  incidents.responseEnded();
  incidents.testEnds();
  // How many connections a transaction keeps is told of all tests.
  return told.map(([kind, , detail, action]) => [kind, kind === "open-transaction" ? "" : detail, action]);
}

beforeEach(() => {
  told = [];
  state.test += 1;
  call(0);
});

describe("a transaction", () => {
  it("that nobody ends is told, and waited for", () => {
    run({}, "BEGIN");
    assert.equal(incidents.patience(), 400);
    assert.deepEqual(end(), [["open-transaction", "", 0]]);
  });

  it("keeps its connection until the program uses that again, which is counted", () => {
    const counted = () => {
      end();
      const found = told.filter(([kind]) => kind === "open-transaction").map(([, , detail]) => Number(detail.split(" ")[0]));
      told = [];
      state.test += 1;
      call(0);
      return found;
    };
    const [kept, used] = [{}, {}];
    run(kept, "BEGIN -- counted");
    const [first] = counted();
    run(used, "BEGIN -- counted");
    assert.deepEqual(counted(), [first + 1]);
    run(used, "SELECT 1");
    run({}, "BEGIN -- counted");
    assert.deepEqual(counted(), [first + 1]);
  });

  it("that is committed, rolled back, or opened between tests is not", () => {
    const [one, other, third] = [{}, {}, {}];
    run(one, "BEGIN");
    run(one, "COMMIT");
    run(other, "start transaction");
    run(other, "SAVEPOINT a");
    run(other, "ROLLBACK TO a");
    run(other, "ROLLBACK");
    state.open = false;
    run(third, "BEGIN /* of the program */");
    state.open = true;
    assert.equal(incidents.patience(), 0);
    assert.deepEqual(end(), []);
  });

  it("in which a statement is under way is waited for, and not told", () => {
    const connection = {};
    run(connection, "BEGIN");
    queries.begun(POSTGRES, { text: "SELECT pg_sleep(9)", connection, above: run, place: () => "" });
    assert.equal(incidents.patience(), 400);
    assert.deepEqual(end(), []);
  });

  it("is still open after it went back to a savepoint", () => {
    const connection = {};
    for (const text of ["BEGIN", "SAVEPOINT a", "ROLLBACK TO SAVEPOINT a"]) run(connection, text);
    assert.deepEqual(end(), [["open-transaction", "", 0]]);
  });

  it("that a later call ends is told as such", () => {
    const connection = {};
    run(connection, "BEGIN");
    call(1);
    run(connection, "COMMIT");
    assert.deepEqual(end(), [["open-transaction-handed-on", "", 0]]);
  });

  it("that a later call ends without knowing of it is not", () => {
    const connection = {};
    run(connection, "BEGIN");
    call(1);
    for (const text of ["BEGIN", "COMMIT"]) run(connection, text);
    assert.deepEqual(end(), []);
  });
});

describe("changes", () => {
  it("stand unless their transaction is rolled back, or fails", () => {
    const [one, other, failing] = [{}, {}, {}];
    run(one, "INSERT INTO a VALUES (1)");
    run(one, "UPDATE b SET c = 1", { count: 0 });
    for (const text of ["BEGIN", "INSERT INTO d VALUES (1)", "ROLLBACK"]) run(other, text);
    for (const text of ["BEGIN", "INSERT INTO e VALUES (1)", "SAVEPOINT s", "DELETE FROM f", "ROLLBACK TO s", "COMMIT"]) run(other, text);
    run(failing, "BEGIN");
    run(failing, "INSERT INTO g VALUES (1)");
    run(failing, "SELECT 1/0", { error: { code: "22012" } });
    // PostgreSQL rolls back what it is told to commit then.
    run(failing, "COMMIT");
    state.thrown = true;
    run(one, "INSERT INTO h VALUES (1)");
    assert.deepEqual(end(), [["changes", '[["a","INSERT",false],["e","INSERT",false],["h","INSERT",true]]', 0]]);
  });
});

describe("a query that failed", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "failed-query-"));
  after(() => fs.rmSync(folder, { recursive: true }));
  const pool = path.join(folder, "pool.cjs");
  fs.writeFileSync(pool, "module.exports = (ask) => ask();\n");
  const through = require(pool);

  it("is told with who asked for it, where another file asks for all", () => {
    const asked = (text, error) => {
      const ask = () => queries.begun(POSTGRES, { text, connection: {}, above: ask });
      queries.failed(through(ask), Object.assign(new Error("failed"), error));
    };
    asked("SELECT 1 / 0", { code: "22012" });
    assert.deepEqual(end(), []);
    // By now two have asked there.
    const other = () => queries.begun(POSTGRES, { text: "SELECT 3", connection: {}, above: other });
    queries.ended(through(other), null, 1);
    asked("SELECT 2 / 0", { code: "22012" });
    incidents.responseEnded();
    const [[kind, place, asker, action]] = told;
    assert.deepEqual([kind, action], ["failed-query", 0]);
    assert.match(place, /pool\.cjs:1$/);
    assert.match(asker, /database-incidents\.test\.js:\d+$/);
  });
});

describe("a refused value", () => {
  const refused = { error: { code: "23505", constraint: "a_b_key" } };

  it("is told by its constraint", () => {
    run({}, "INSERT INTO a VALUES (1)", refused);
    assert.deepEqual(end(), [["refused-value", "unique\ta_b_key", 0]]);
  });

  it("is not told where it was tried again with success, or belongs to another call", () => {
    run({}, "INSERT INTO a VALUES (1)", refused);
    run({}, "INSERT INTO a VALUES (2)");
    incidents.responseEnded();
    call(1);
    incidents.responseEnded();
    assert.deepEqual(end().filter(([kind]) => kind === "refused-value"), []);
  });

  it("is known by what each product says", () => {
    const { refusalOf } = require("../../npm/nearmiss/sut/incidents/databases/refusals.js");
    const nothing = { code: null, state: null, number: null, constraint: null, table: null, column: null, message: "" };
    const of = (dialect, error) => refusalOf({ dialect, error: { ...nothing, ...error } });
    assert.deepEqual(of("postgres", { code: "23502", table: "a", column: "b" }), { kind: "not null", name: "a.b" });
    assert.deepEqual(of("postgres", { code: "22P02" }), { kind: "value", name: "" });
    assert.equal(of("postgres", { code: "22012" }), null, "a division by zero");
    assert.equal(of("postgres", { code: "42P01" }), null, "a table that is not there");
    assert.deepEqual(of("mysql", { code: "ER_NO_REFERENCED_ROW_2", state: "23000", constraint: "fk" }), { kind: "foreign key", name: "fk" });
    assert.deepEqual(of("mysql", { code: "ER_DATA_TOO_LONG", state: "22001", message: "Data too long for column 'a' at row 1" }), { kind: "too long", name: "a" });
    assert.equal(of("mysql", { code: "ER_DIVISION_BY_ZERO", state: "22012" }), null);
    assert.deepEqual(of("sqlite", { code: "SQLITE_CONSTRAINT_PRIMARYKEY", constraint: "a.b" }), { kind: "unique", name: "a.b" });
    assert.deepEqual(of("sqlite", { code: "ERR_SQLITE_ERROR", number: 787 }), { kind: "foreign key", name: "" });
    assert.equal(of("sqlite", { code: "SQLITE_BUSY", number: 5 }), null);
  });
});
