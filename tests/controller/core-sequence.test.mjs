// The call sequence of EvoMaster's core on the library API: start, a search, minimisation, end. What holds for every answer is
// checked by the client; here is what holds between tests.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { Core, ROOT, serve } from "./client.mjs";

const BOOKS = path.join(ROOT, "fixtures/suts/books");
const TESTS = 50;

const book = (more = {}) => ({
  method: "POST",
  path: "/books",
  body: { title: "Home", author: "Ada", isbn: "978-0123456789", pages: 10, genre: "novel", tags: [], ...more },
});
const loan = (more = {}) => ({ method: "POST", path: "/books/1/loans", body: { reader: "Bob", from: "2024-05-01", days: 9, ...more } });

/** Calls that go different ways; tests are made of them, so that their branches come up one after another. */
const CALLS = [
  { path: "/books" },
  book(),
  { path: "/books/1" },
  { path: "/books?author=Ada" },
  book({ pages: 0 }),
  book({ isbn: "no number" }),
  { method: "PUT", path: "/books/1", body: book().body },
  { path: "/books?genre=poetry&minPages=5" },
  { method: "PATCH", path: "/books/1", body: { pages: 300 } },
  loan(),
  { path: "/books?minPages=x" },
  { path: "/books/1/loans/1" },
  loan({ days: -1 }),
  { path: "/books/1/loans" },
  { method: "DELETE", path: "/books/1" },
  { method: "PATCH", path: "/books/1", body: { isbn: "978-0123456780" } },
  { path: "/books/7" },
  { path: "/books?publishedAfter=2024-05" },
  book({ publishedOn: "2024-06-01", tags: ["a"] }),
  { method: "PUT", path: "/books/1", body: book({ isbn: "979-0123456789" }).body },
  book({ tags: [1] }),
  { path: "/books?publishedAfter=2024" },
  { path: "/books/1/loans/2" },
];

/** The calls of a test: two to four, of which most have a book to work on. */
function callsOf(number) {
  const length = 2 + (number % 3);
  const picked = Array.from({ length }, (_, at) => CALLS[(number * 5 + at * 7) % CALLS.length]);
  return number % 4 === 0 ? picked : [book(), ...picked];
}

let served;
let core;
before(async () => {
  served = await serve([path.join(BOOKS, "driver.ts")]);
  core = new Core(served);
});
after(async () => {
  core?.close();
  await served?.stop();
});

/** Tests that were the first to cover something, and what they covered. */
const archive = [];
let baseUrl;

test("the start tells what is tested", async () => {
  assert.equal(served.host, "127.0.0.1", "nobody else reaches it unless it is told so");
  assert.match(served.reach, /only this machine/);
  const { fullName, isInstrumentationOn } = await core.controllerInfo();
  assert.equal(fullName, "BooksDriver");
  assert.equal(isInstrumentationOn, true);
  const info = await core.begin();
  assert.equal(info.defaultOutputFormat, "JS_JEST");
  assert.match(info.restProblem.openApiSchema, /^openapi: /);
  assert.ok(info.unitsInfoDto.unitNames.some((name) => name.endsWith("src/library.ts")), "units are the files of the API");
  for (const count of ["numberOfLines", "numberOfBranches", "numberOfReplacedMethodsInSut"]) {
    assert.ok(info.unitsInfoDto[count] > 10, `${count}: ${info.unitsInfoDto[count]}`);
  }
  assert.ok(info.bootTimeInfoDto.targets.length > 10, "what ran while the API started");
  baseUrl = info.baseUrlOfSUT;
  assert.equal((await core.call({ path: "/books" })).status, 200, "the API answers at baseUrlOfSUT");
});

test(`${TESTS} tests of a search`, async () => {
  const statuses = new Set();
  for (let number = 0; number < TESTS; number += 1) {
    const before = new Set(core.covered());
    const { answers } = await core.test(callsOf(number));
    answers.forEach(({ status }) => statuses.add(status));
    const fresh = core.covered().filter((id) => !before.has(id));
    if (fresh.length > 0) archive.push({ number, fresh });
  }
  assert.deepEqual([...statuses].sort(), [200, 201, 204, 400, 404, 409, 500], "the tests go all ways");
  assert.ok(archive.length > 10, `${archive.length} tests covered something new`);
  assert.ok(core.covered().length > 300, `${core.covered().length} targets are covered`);
  const partly = [...core.targets.values()].filter(({ best }) => best > 0 && best < 1);
  assert.ok(partly.length > 5, "some were only come near to: without that there is nothing to search by");
});

test("a test that is repeated covers the same again", async () => {
  for (const { number, fresh } of archive) {
    const { targets } = await core.test(callsOf(number), { ids: fresh, descriptiveIds: true });
    const lost = targets.filter(({ id, value }) => fresh.includes(id) && value !== 1);
    assert.deepEqual(lost, [], `test ${number}`);
  }
});

test("known targets come back at 0 where nothing reached them, without a key", async () => {
  const ids = [...core.covered().slice(-20), ...core.uncovered()].reverse();
  const { targets } = await core.test([{ path: "/books" }], { ids });
  const missed = targets.filter(({ value }) => value === 0);
  assert.ok(missed.length > 10, `${missed.length} were not reached`);
  assert.ok(missed.every(({ descriptiveId = null }) => descriptiveId === null));
});

test("minimisation: without ids, all that a test covers is told, and nothing of the search is lost", async () => {
  const found = new Set();
  for (const { number } of archive) {
    const { targets } = await core.test(callsOf(number), { ids: [], fullyCovered: true });
    assert.ok(targets.length > 0);
    targets.forEach(({ id }) => found.add(id));
  }
  const lost = core.covered().filter((id) => !found.has(id));
  assert.deepEqual(lost.map((id) => core.targets.get(id).key), []);
});

test("a test that has made no call has reached nothing", async () => {
  await core.run();
  const { targets } = await core.results({ ids: [], fullyCovered: true });
  assert.deepEqual(targets, [], "nothing was called");
});

test("keys are told where they are asked for", async () => {
  const { targets } = await core.test([book()], { ids: [], descriptiveIds: true });
  assert.ok(targets.length > 50);
  for (const { id, descriptiveId } of targets) assert.equal(descriptiveId, core.targets.get(id).key);
});

test("the index of an action is the one of the call that came so near first", async () => {
  const { targets } = await core.test([{ path: "/books/7" }, book(), { path: "/books/1" }], { ids: [], descriptiveIds: true });
  const by = (index) => targets.filter(({ actionIndex }) => actionIndex === index);
  assert.ok(by(0).length > 0 && by(1).length > 0 && by(2).length > 0, "each call reached something first");
  assert.ok(by(1).some(({ descriptiveId }) => /input\.ts/.test(descriptiveId)), "the body is read by the second call");
  assert.ok(!by(0).some(({ descriptiveId }) => /input\.ts/.test(descriptiveId)), "and not by the first one");
});

test("an action that is announced twice is one", async () => {
  await core.run();
  await core.newAction(0);
  const again = await core.ask("PUT", "/newAction", { index: 0, name: "GET:/books" });
  assert.equal(again.status, 204);
  await core.call({ path: "/books" });
  const { additionalInfoList } = await core.results();
  assert.equal(additionalInfoList.length, 1);
});

test("a second search begins anew: its first test has the keys of all that it reaches", async () => {
  const covered = new Map(core.covered().map((id) => [core.targets.get(id).key, id]));
  const second = await core.begin();
  assert.equal(second.baseUrlOfSUT, baseUrl);
  const { targets } = await core.test([book()]);
  assert.ok(targets.length > 50);
  assert.ok(targets.every(({ descriptiveId }) => typeof descriptiveId === "string"));
  const moved = targets.filter(({ id, descriptiveId }) => covered.has(descriptiveId) && covered.get(descriptiveId) !== id);
  assert.deepEqual(moved, [], "ids stay from one search to the next");
});

test("the end: what the core prints of coverage", async () => {
  const info = await core.info();
  assert.equal(info.isSutRunning, true);
  assert.ok(info.unitsInfoDto.numberOfLines > 0);
  await core.stopSut();
  const stopped = await core.info();
  assert.equal(stopped.isSutRunning, false);
  assert.equal((await core.call({ path: "/books" })).status, 0, "the API does not listen any more");
  await core.run();
  assert.equal((await core.info()).baseUrlOfSUT, baseUrl, "and is back at the same address");
  assert.equal((await core.call({ path: "/books" })).status, 200);
});
