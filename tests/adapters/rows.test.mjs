// What makes rows that an API takes: hashes of passwords that it checks, and what its models ask of columns.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fact, get } from "../register/fake_core.mjs";
import { withCore } from "../register/with_core.mjs";

/** argon2 makes hashes in threads of its own: on a machine that is busy they take a while. */
const MOST_TRIES = 100;
const BETWEEN_TRIES_MS = 50;
const require = createRequire(import.meta.url);
const bcryptjs = require("bcryptjs");
const argon2 = require("@node-rs/argon2");

const cwd = path.join(import.meta.dirname, "apps", "rows");
const PASSWORD = "_EM_4_XYZ_";
const ANY = "Correct-Horse-7";
const CHECKS = {
  bcryptjs: bcryptjs.compareSync,
  bcrypt: bcryptjs.compareSync,
  argon2: (plain, hash) => argon2.verifySync(hash, plain),
  "rust-argon2": (plain, hash) => argon2.verifySync(hash, plain),
  "rust-bcrypt": bcryptjs.compareSync,
};

test("hashes that a row would have to hold are told, and what models ask of columns", { timeout: 240_000 }, () =>
  withCore(async (core) => {
    const { port } = await core.app("server.mjs", { cwd, options: { rows: true }, args: ["0"] });
    let number = 0;
    /** Answers what is told of a check, and how it was answered. */
    const told = async (check, stored, password = PASSWORD) => {
      number += 1;
      const query = new URLSearchParams({ password, stored });
      const { answers } = await core.play(port, number, [`/${check}?${query}`]);
      return { answer: JSON.parse(answers[0].body), facts: core.maps[0].facts(fact.PASSWORD).map((text) => JSON.parse(text)) };
    };
    for (const [check, takes] of Object.entries(CHECKS)) {
      const { answer } = await told(check, "apple");
      assert.ok(answer === false || /^(Error|TypeError|InvalidArg)/.test(answer), `${check}: ${answer}`);
      // argon2 takes a while for a hash: what it was asked for before is there the next time.
      let [{ p, h, k }] = (await told(check, "apple")).facts;
      for (let tries = 0; k.length < 2 && tries < MOST_TRIES; tries += 1) {
        await pause(BETWEEN_TRIES_MS);
        [{ p, h, k }] = (await told(check, "apple")).facts;
      }
      assert.deepEqual([p, h, k.map(([plain]) => plain)], [PASSWORD, "apple", [PASSWORD, ANY]], check);
      for (const [plain, hash] of k) {
        assert.equal(takes(plain, hash), true, `${check}: ${hash}`);
        const taken = await told(check, hash, plain);
        assert.deepEqual([taken.answer, taken.facts], [true, []], `${check} takes its own hash, and nothing is left to be told`);
      }
      const other = await told(check, k[1][1]);
      assert.deepEqual([other.answer, other.facts.length], [false, 1], `${check}: a hash of ours for another password is told`);
      const theirs = check.endsWith("argon2") ? argon2.hashSync("x", { memoryCost: 16 }) : bcryptjs.hashSync("x", 4);
      const foreign = await told(check, theirs);
      assert.deepEqual([foreign.answer, foreign.facts], [false, []], `${check}: a hash of somebody else is not`);
    }
    const [{ p, s, d, o }] = (await told("scrypt", "a salt")).facts;
    assert.deepEqual([p, s, d[0].length, o], [PASSWORD, ["a salt"], 32, ANY]);
    const [key] = (await told("pbkdf2", "6162")).facts;
    assert.deepEqual([key.p, key.s[0], key.d[0].length], [PASSWORD, "6162", 32]);
    const models = new Map();
    for (const { table, columns } of core.requests.filter((request) => request.type === "model")) {
      models.set(table, [...(models.get(table) ?? []), ...columns.map(({ name, required, schema }) => [name, required, schema])]);
    }
    assert.deepEqual(Object.fromEntries(models), {
      products: [
        ["state", false, { enum: ["draft", "live"] }],
        ["contact_email", true, { type: "string", format: "email", minLength: 5, maxLength: 60 }],
        ["stock", false, { type: "number", minimum: 0, maximum: 50 }],
        ["code", false, { type: "string", pattern: "^[A-Z]{2}-\\d{3}$" }],
      ],
      shelves: [["size", false, { type: "string", enum: ["small", "large"] }]],
      people: [
        ["id", true, undefined],
        ["email_address", true, { type: "string", format: "email" }],
        ["name", false, { type: "string", minLength: 2, maxLength: 20 }],
        ["age", false, { type: "number", minimum: 18, maximum: 99 }],
        ["role", false, { enum: ["reader", "keeper"] }],
      ],
      tools: [["kind", false, { enum: ["saw", "drill"] }]],
      tiers: [["tier", false, { enum: ["basic", "plus"] }]],
    });
    const unknown = core.requests.filter(({ type, file }) => type === "skipped" && !file.startsWith("uuid "));
    assert.deepEqual(unknown, []);
  }));
