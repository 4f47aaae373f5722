// SQL in EvoMaster's protocol, on an API whose tables no endpoint fills: `nearmiss serve` tells tables and what
// statements have done, and puts rows in; our own core reads the same of another tool's controller, and writes tests
// with rows.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { missing } from "../databases/missing.mjs";
import { smallApi } from "../databases/searches.mjs";
import { runSuite } from "../databases/suites.mjs";
import { nearmiss, writtenText } from "../e2e/command.mjs";
import { Core, serve } from "./client.mjs";
import { standIn } from "./stand-in.mjs";

/** No server is there: the API works on one of ours. */
const DATABASE_URL = "postgres://app@127.0.0.1:1/reading";
/** What the tables of the API lack of kinds of columns; each start of it makes what is not there. */
const MORE = `
DO $$ BEGIN IF to_regclass('stock.boxes') IS NULL THEN
  CREATE SCHEMA stock;
  CREATE TYPE stock.mood AS ENUM ('good', 'bad');
  CREATE TABLE stock.boxes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, mood stock.mood NOT NULL, price numeric(8,2) CHECK (price > 0),
    twice numeric GENERATED ALWAYS AS (price * 2) STORED, tags text[], content bytea, "of" integer REFERENCES readers
  );
END IF; END $$`;
const LOANS = (id) => ({ path: `/libraries/${id}/loans`, operation: "/libraries/{libraryId}/loans" });
const entry = (variableName, printableValue) => ({ variableName, printableValue, foreignKeyToPreviouslyGeneratedRow: null });
const refers = (variableName, id) => ({ variableName, printableValue: null, foreignKeyToPreviouslyGeneratedRow: id });
const LIBRARY = { id: 7, targetTable: "libraries", data: [entry("city", '"O\'Hara"'), entry("IS_OPEN", "true")] };
const READER = { id: 8, targetTable: "public.readers", data: [entry("email", '"a@b.c"'), entry("tier", '"gold"'), entry("nickname", "null")] };
const LOAN = { id: 9, targetTable: "reading.public.loans", data: [refers("library_id", 7), refers("reader_id", 8), entry("due", '"2030-01-01"')] };

describe("SQL in the protocol", { skip: missing.length > 0, timeout: 600_000 }, () => {
  let [folder, served, core, info] = [];
  before(async () => {
    folder = smallApi("reading", "controller-sql");
    fs.writeFileSync(path.join(folder, "more.sql"), MORE);
    const args = ["--start", "node migrate.js more.sql && node server.js", "--openapi", "openapi.json", "--reset", "databases", "--start-timeout", "3m"];
    served = await serve(args, { cwd: folder, env: { DATABASE_URL } });
    core = new Core(served);
    info = await core.begin();
  });
  after(async () => {
    core?.close();
    await served?.stop();
  });

  let commands = 0;
  const command = (body, status = 200) => core.must(status, "POST", "/databaseCommand", { idCounter: (commands += 1), command: null, insertions: [], ...body });
  const found = async (query) => (await command({ command: query })).rows.map(({ columnData }) => columnData.join("|"));
  const tested = async (insertions, calls) => {
    await core.run();
    const made = insertions.length > 0 ? await command({ insertions }) : undefined;
    const answers = [];
    for (const [index, call] of calls.entries()) {
      await core.newAction(index, `${call.method ?? "GET"}:${call.operation}`);
      answers.push(await core.call(call));
    }
    return { made, answers, ...(await core.results()) };
  };

  test("a core is told the tables, in words that it knows", () => {
    const { databaseType, name, tables, enumeraredTypes } = info.sqlSchemaDto;
    assert.deepEqual([databaseType, name], ["POSTGRES", "reading"]);
    const table = (wanted) => tables.find(({ id }) => id.name === wanted);
    assert.deepEqual(tables.map(({ id }) => `${id.catalog}.${id.schema}.${id.name}`).sort(), ["libraries", "loans", "readers"].map((one) => `reading.public.${one}`).concat("reading.stock.boxes"));
    const told = (wanted) => table(wanted).columns.map((one) => [one.name, one.type, ...["primaryKey", "nullable", "unique", "autoIncrement", "foreignKeyToAutoIncrement", "isEnumeratedType"].filter((flag) => one[flag])].join(" "));
    assert.deepEqual(told("readers"), ["id INT4 primaryKey autoIncrement", "email VARCHAR unique", "nickname TEXT nullable", "tier TEXT"]);
    assert.deepEqual(told("loans"), ["id INT4 primaryKey autoIncrement", "library_id INT4 foreignKeyToAutoIncrement", "reader_id INT4 foreignKeyToAutoIncrement", "due DATE", "renewals INT4"]);
    // A column that nobody can give a value is none to a core.
    assert.deepEqual(told("boxes"), ["id INT8 primaryKey autoIncrement", "mood stock.boxes.mood isEnumeratedType", "price NUMERIC nullable", "tags TEXT nullable", "content BYTEA nullable", "of INT4 nullable foreignKeyToAutoIncrement"]);
    assert.deepEqual(enumeraredTypes, [{ name: "stock.boxes.mood", values: ["good", "bad"] }]);
    const sized = (wanted, column) => ["size", "scale", "numberOfDimensions"].map((about) => table(wanted).columns.find((one) => one.name === column)[about]);
    assert.deepEqual([sized("readers", "email"), sized("boxes", "price"), sized("boxes", "tags")], [[60, null, 0], [8, 2, 0], [2 ** 31 - 1, null, 1]]);
    assert.deepEqual(table("loans").primaryKeySequence, ["id"]);
    assert.deepEqual(table("loans").foreignKeys[0], { sourceColumns: ["library_id"], targetTable: "libraries", targetColumns: ["id"] });
    assert.deepEqual(table("boxes").foreignKeys[0].targetTable, "readers");
    assert.match(table("readers").tableCheckExpressions[0].sqlCheckExpression, /tier.*plain.*gold/);
  });

  test("it puts rows in that refer to each other, and they are there for one test", async () => {
    const { made, answers, extraHeuristics } = await tested([LIBRARY, READER, LOAN], [LOANS(1), { path: "/readers/a%40b.c", operation: "/readers/{email}" }]);
    assert.deepEqual(made.executionResults, [true, true, true]);
    assert.deepEqual(made.idMapping, { 7: 1, 8: 1, 9: 1 });
    assert.deepEqual(answers.map(({ status }) => status), [200, 500], "the nickname is null");
    const [first, second] = extraHeuristics;
    const { numberOfSqlCommands, queriedData, failedWhere, sqlExecutionLogDtoList: log } = first.sqlSqlExecutionsDto;
    assert.equal(numberOfSqlCommands, log.length);
    const [query] = log.filter(({ sqlCommand }) => sqlCommand.startsWith("SELECT l.id"));
    assert.match(query.sqlCommand, /WHERE b\.id = '1' AND b\.is_open/, "with the values that were bound");
    assert.equal(query.threwSqlExeception, false);
    assert.deepEqual(queriedData, { libraries: ["id", "is_open"], readers: ["id", "nickname", "tier"], loans: ["id", "library_id", "reader_id", "due"] });
    assert.deepEqual(failedWhere, {});
    assert.deepEqual(first.heuristics.map(({ type, objective, id, value }) => [type, objective, id, value]), [["SQL", "MINIMIZE_TO_ZERO", query.sqlCommand, 0]]);
    assert.deepEqual(second.sqlSqlExecutionsDto.queriedData, { readers: ["email", "nickname", "tier"] });

    const without = await tested([], [LOANS(1), { method: "POST", path: "/readers/a%40b.c/renewals", operation: "/readers/{email}/renewals" }]);
    assert.deepEqual(without.answers.map(({ status }) => status), [404, 404]);
    const [loans, renewals] = without.extraHeuristics.map(({ sqlSqlExecutionsDto }) => sqlSqlExecutionsDto);
    assert.deepEqual(loans.failedWhere, { libraries: ["id", "is_open"], readers: ["id", "tier"], loans: ["library_id", "reader_id", "due"] });
    assert.deepEqual(renewals.updatedData, { loans: ["renewals"] });
    assert.deepEqual(without.extraHeuristics.map(({ heuristics }) => heuristics.map(({ value }) => value)), [[1], [1]]);
    assert.deepEqual(await found("SELECT count(*) FROM loans"), ["0"]);
  });

  test("values are read as it writes them; a row that is refused is told, and so are those that refer to it", async () => {
    const box = [entry("mood", '"bad"'), entry("price", "2.50"), entry("content", '"\\x00ff"'), entry("tags", "ARRAY[SINGLE_APOSTROPHE_PLACEHOLDERaSINGLE_APOSTROPHE_PLACEHOLDER, SINGLE_APOSTROPHE_PLACEHOLDERb,cSINGLE_APOSTROPHE_PLACEHOLDER]")];
    await core.run();
    const insertions = [
      { id: 1, targetTable: "stock.boxes", data: box },
      { id: 2, targetTable: "readers", data: [entry("email", '"x"'), entry("tier", '"silver"')] },
      { id: 3, targetTable: "stock.boxes", data: [entry("mood", '"good"'), refers("of", 2)] },
      { ...LIBRARY, id: null },
    ];
    const body = { idCounter: 500, command: null, insertions };
    const { executionResults, idMapping } = await core.must(200, "POST", "/databaseCommand", body);
    assert.deepEqual([executionResults, idMapping], [[true, false, false, true], { 1: 1 }]);
    await core.must(204, "POST", "/databaseCommand", body);
    assert.deepEqual(await found("SELECT id, mood, price, twice, tags[2], content, \"of\" FROM stock.boxes"), ["1|bad|2.5|5.0|b,c|\\x00ff|NULL"]);
    assert.deepEqual(await found("SELECT city FROM libraries"), ["O'Hara"]);
    for (const [wrong, why] of [
      [{}, /neither a command nor an insertion/],
      [{ command: "SELECT 1", insertions }, /a command and insertions/],
      [{ command: "DELETE FROM libraries" }, /./],
      [{ insertions: [{ ...LIBRARY, targetTable: "nowhere" }] }, /no table nowhere/],
      [{ insertions: [{ ...LIBRARY, data: [entry("nothing", "1")] }] }, /no column nothing/],
    ]) {
      const { status, error } = await core.ask("POST", "/databaseCommand", { idCounter: (commands += 1), command: null, insertions: [], ...wrong });
      assert.equal(status, 400);
      assert.match(error, why);
    }
    await core.run({ calculateSqlHeuristics: false, extractSqlExecutionInfo: false });
    await core.newAction(0);
    assert.equal((await core.call(LOANS(1))).status, 404, "rows are gone again");
    assert.deepEqual((await core.results()).extraHeuristics.map(({ heuristics, sqlSqlExecutionsDto }) => [heuristics, sqlSqlExecutionsDto]), [[[], null]]);
  });

  test("of another tool's controller our own core learns which queries find nothing, and its tests have rows", async () => {
    const other = await standIn(served.port);
    try {
      const out = path.join(folder, "nearmiss-tests/foreign");
      const args = ["fuzz", "--controller", `http://127.0.0.1:${other.port}`, "--calls", "150", "--start-timeout", "3m", "--seed", "1", "--format", "node", "--out", out, "--report", path.join(out, "report.json"), "--no-oracle", "invalid-input-accepted"];
      const { code, output } = await nearmiss(folder, args);
      assert.equal(code, 0, output);
      const { coveredHttpStatus } = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8")).problemDetails.rest;
      const good = coveredHttpStatus.filter(({ httpStatus }) => httpStatus.includes(200)).map(({ endpointId }) => endpointId);
      assert.deepEqual(good.sort(), ["GET:/libraries/{libraryId}/loans", "GET:/readers/{email}", "POST:/readers/{email}/renewals"], output);
      assert.match(writtenText(out), /= await sql\.insert\("libraries", \{/);
      assert.ok(other.asked.some(({ path: asked }) => asked === "/databaseCommand"));
      const run = await runSuite(folder, `node --test ${out}`, {});
      assert.equal(run.code, 0, run.output.slice(-4_000));
      assert.match(run.output, /^# pass [1-9]/m);
    } finally {
      other.close();
    }
  });
});
