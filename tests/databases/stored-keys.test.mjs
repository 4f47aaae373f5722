// Texts with a derived key in them that the program gives its database are told, with what is key and what is salt in them.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, it } from "node:test";

const require = createRequire(new URL("../../npm/nearmiss/package.json", import.meta.url));
const { session } = require("./register/session.js");
const databases = require("./sut/databases/index.js");
const stored = require("./sut/passwords/stored_keys.js");

const KEY = "0123456789abcdef0123456789abcdef";

describe("texts that are stored", () => {
  const told = [];
  let isOpen = true;
  let listener;
  session.epoch = { isOpen: () => isOpen };
  session.runtime = { report: (_fact, _taint, text) => told.push(JSON.parse(text)) };
  databases.install = () => {};
  databases.onQuery = (one) => (listener = one);
  stored.install();
  const query = (...values) => {
    told.length = 0;
    listener.ended({ values });
    return told.map(({ w, key, salt }) => [w, key, salt]);
  };

  it("are told if a key stands in them that was derived", () => {
    assert.deepEqual(query(`scrypt$salt$${KEY}`), [], "of no key of the program");
    stored.note(["73616c74", "salt"], [KEY, "base64"]);
    const whole = `scrypt$salt$${KEY}`;
    assert.deepEqual(query("ada", 7, null, whole), [[whole, KEY, "salt"]]);
    assert.deepEqual(query(["ada", KEY]), [[KEY, KEY, ""]], "all values as one list");
    assert.deepEqual(query("scrypt$salt$", `${KEY}${"x".repeat(400)}`), []);
    isOpen = false;
    assert.deepEqual(query(whole), [], "between tests");
    isOpen = true;
    for (let i = 0; i < 20; i += 1) query(whole);
    assert.deepEqual(query(whole), [], "often enough");
  });

  it("may be no texts at all", () => {
    for (const values of [undefined, null, "text", { a: KEY }]) listener.ended({ values });
  });
});
