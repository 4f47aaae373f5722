// Validators where they are met: behind frameworks that call them, in applications that start and answer as people's do.
// What they are given is told, and every answer is the same with and without adapters.

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { fact, word } from "../register/fake_core.mjs";
import { withCore } from "../register/with_core.mjs";
import { APPS } from "./frameworks.mjs";

const cwd = join(dirname(fileURLToPath(import.meta.url)), "apps", "frameworks");

/** What differs from one answer to the next of one program. */
function shown({ status, headers, body }) {
  const { date, ...rest } = headers;
  return { status, headers: rest, body };
}

/** Schemas without a name are called by their text. */
const unhashed = (name) => name.replace(/_[0-9a-f]{5,8}$/, "");

/** Outcomes by schema, and the facts, of one call. */
function toldOf(core, hits) {
  const outcomes = {};
  for (const [key, { base }] of core.validations) {
    const [yes, no] = [hits.get(base), hits.get(base + 1)];
    if (yes === undefined && no === undefined) continue;
    assert.ok((yes === 1) !== (no === 1), `${key}: ${yes} and ${no} are no outcomes`);
    assert.ok(yes > 0 && no > 0, `${key}: the other outcome has a distance`);
    const name = unhashed(key.slice(key.indexOf(" ") + 1));
    outcomes[name] = Object.hasOwn(outcomes, name) ? [outcomes[name], yes === 1].flat() : yes === 1;
  }
  const schemas = core.requests.filter(({ type }) => type === "schema").map(({ text }) => JSON.parse(text));
  const facts = core.maps[0].facts(fact.SCHEMA).map((text) => {
    const { schema, place, path, taints } = JSON.parse(text);
    return { fields: Object.keys(schemas[schema].properties ?? {}), place, path, taints };
  });
  return { outcomes, facts };
}

/** Makes all calls, one test each; answers what came back and what was told. */
function played(file, calls, options) {
  return withCore(async (core) => {
    const { port } = await core.app(file, { cwd, options });
    const answers = [];
    const told = [];
    for (const [index, call] of calls.entries()) {
      const { answers: [answer], hits } = await core.play(port, index + 1, [call]);
      answers.push(shown(answer));
      told.push(toldOf(core, hits));
    }
    const skipped = core.requests.filter(({ type }) => type === "skipped");
    return { answers, told, skipped };
  });
}

for (const [file, cases] of Object.entries(APPS)) {
  test(`${file}: the same answers, and the search is told`, async () => {
    const calls = cases.map(({ call }) => call);
    const plain = await played(file, calls, { adapters: false });
    const adapted = await played(file, calls, {});
    assert.deepEqual(adapted.answers, plain.answers);
    assert.deepEqual(plain.answers.map(({ status }) => status), cases.map(({ status }) => status), JSON.stringify(plain.answers));
    for (const { outcomes, facts } of plain.told) assert.deepEqual([outcomes, facts], [{}, []], "switched off");
    assert.deepEqual(adapted.skipped, [], "the versions are known");
    for (const [index, { outcomes, facts }] of cases.entries()) {
      assert.deepEqual(adapted.told[index], { outcomes, facts }, JSON.stringify(calls[index]));
    }
  });
}

test("the fields of a query are inputs that the program reads", () =>
  withCore(async (core) => {
    const { port } = await core.app("koa.cjs", { cwd });
    core.maps[0].set(word.DISCOVERY, 1);
    await core.play(port, 1, ["/books?nmExtraParam123=42"]);
    assert.deepEqual(core.maps[0].facts(fact.INPUT).filter((input) => !/nm(Extra|Fake)/.test(input)).sort(), ["qby", "qpage"]);
    core.maps[0].set(word.DISCOVERY, 0);
    await core.play(port, 2, ["/books?nmExtraParam123=42"]);
    assert.deepEqual(core.maps[0].facts(fact.INPUT), []);
  }));

/** The inputs that the program was told to read in a test of these calls, but for the names that the core makes up. */
async function inputsOf(core, port, number, calls) {
  const { answers } = await core.play(port, number, calls);
  const inputs = core.maps[0].facts(fact.INPUT).filter((input) => !/nm-?(extra|fake)/i.test(input)).sort();
  return { answers, inputs };
}

test("Nest: what its decorators read is told as what the program's own code reads", () =>
  withCore(async (core) => {
    const { port } = await core.app("nest.cjs", { cwd });
    core.maps[0].set(word.DISCOVERY, 1);
    const found = await inputsOf(core, port, 1, ["/books/shelves/a"]);
    assert.deepEqual(found.inputs, ["hx-key", "qby", "qorder"]);
    assert.deepEqual(JSON.parse(found.answers[0].body), { shelf: "a" });
    const lent = { method: "POST", path: "/books/loans", body: { title: ["abc"], reader: { name: "Ada" } } };
    assert.deepEqual((await inputsOf(core, port, 2, [lent])).inputs, ["b/reader", "b/reader/mail", "b/title", "hx-agent", "qdays"]);
    // Nothing was sent of what is read.
    const nothing = { ...lent, body: undefined };
    assert.deepEqual((await inputsOf(core, port, 3, [nothing])).inputs, ["b/reader", "b/title", "hx-agent", "qdays"]);
    core.maps[0].set(word.DISCOVERY, 0);
    assert.deepEqual((await inputsOf(core, port, 4, ["/books/shelves/a", lent])).inputs, []);
  }));
