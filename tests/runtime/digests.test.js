// Digests that differ say what the texts should have been that they were made of; the program's hashes are what they were.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { detached, load, word } from "./harness/runtime.js";

const { remember } = load("taint/digests.js");
const PASSWORDS = fileURLToPath(new URL("../../npm/nearmiss/sut/passwords/", import.meta.url));

/** What is told of two digests that were made of these texts, and met. */
function told(one, other, given = "a".repeat(64), stored = "b".repeat(64)) {
  const runtime = detached();
  runtime.map.header[word.PAIRS] = 1;
  runtime.pairs.began();
  if (one !== undefined) remember(given, one);
  if (other !== undefined) remember(stored, other);
  runtime.probes.se(20, 21, given, stored);
  return runtime.facts().map(([kind, , text]) => [kind, text]);
}

test("two digests tell the texts, without what is the same around a word", () => {
  const inner = (one, other) => told(one, other).filter(([kind]) => kind === "PAIR").map(([, text]) => text).at(-1);
  assert.equal(inner("first", "second"), "=6,sfirstssecond");
  assert.equal(inner("shop:pearl-1", "shop:pearl-2"), "=2,s1s2");
  assert.equal(inner("shop:pearl1", "shop:pearl2"), "=7,spearl1spearl2");
  assert.equal(inner("abc$salt", "xyz$salt"), "=4,sabcsxyz");
});

test("a tainted text is told what it should have been", () => {
  const facts = told("pepper:_EM_3_XYZ_", "pepper:lantern");
  assert.deepEqual(facts.find(([kind]) => kind === "CONSTANT"), ["CONSTANT", "lantern"]);
});

test("a digest of which nothing is known, or a short one, tells no text", () => {
  const pairs = (...args) => told(...args).filter(([kind]) => kind === "PAIR").length;
  assert.equal(pairs("first", undefined, "c".repeat(64), "d".repeat(64)), 1);
  assert.deepEqual(told("first", "second", "1234", "9876"), [["PAIR", "=5,s1234s9876"]]);
});

const PROGRAM = `
const crypto = require("node:crypto");
const seen = [];
const note = (make) => { try { seen.push(make()); } catch (error) { seen.push([error.name, error.code, error.message, /passwords|stand_in/.test(error.stack)]); } };
const sha = () => crypto.createHash("sha256");
note(() => sha().update("a").update(Buffer.from("b")).digest("hex"));
note(() => sha().update("ff", "hex").digest("base64"));
note(() => sha().update("x").digest().toString("hex"));
note(() => crypto.createHmac("sha1", "key").update("data").digest("base64url"));
note(() => sha().update(5));
note(() => { const hash = sha().update("a"); hash.digest(); return hash.digest("hex"); });
note(() => { const hash = sha().update("a"); const copy = hash.copy(); return [copy.update("b").digest("hex"), hash.digest("hex")]; });
note(() => crypto.Hash.prototype.update.call({}, "a"));
note(() => { const bytes = new Uint8Array(4); structuredClone(bytes.buffer, { transfer: [bytes.buffer] }); return sha().update(bytes).digest("hex"); });
note(() => [crypto.Hash.prototype.update.name, crypto.Hash.prototype.update.length, crypto.Hmac.prototype.digest.name]);
note(() => sha().update("a".repeat(100000)).digest("hex"));
note(() => crypto.pbkdf2Sync("word", "salt", 2, 16, "sha1").toString("hex"));
note(() => crypto.scryptSync("word", "salt", 16).toString("hex"));
note(() => crypto.hash?.("md5", "a"));
console.log(JSON.stringify(seen));
`;

/** What the program prints behind a line of its own. */
const printed = (before) => JSON.parse(execFileSync(process.execPath, ["-e", `${before}\n${PROGRAM}`], { encoding: "utf8" }));

test("hashes, errors and functions are the program's own", () => {
  const installed = ["digests.js", "derived_keys.js"].map((name) => `require(${JSON.stringify(PASSWORDS + name)}).install();`);
  assert.deepEqual(printed(installed.join("\n")), printed(""));
});

test("what was hashed is known by its digests, in each writing", () => {
  const digests = JSON.stringify(fileURLToPath(new URL("../../npm/nearmiss/runtime/taint/digests.js", import.meta.url)));
  const program = `require(${JSON.stringify(`${PASSWORDS}digests.js`)}).install();
const { createHash } = require("node:crypto");
const { textsOf } = require(${digests});
const digest = (text, encoding) => createHash("sha256").update("shop:").update(text).digest(encoding);
console.log(JSON.stringify(["hex", "base64"].map((encoding) => textsOf(digest("pearl", encoding), digest("garnet", encoding)))));
const raw = ["pearl", "garnet"].map((text) => digest(text).toString("hex"));
console.log(JSON.stringify(textsOf(...raw)));
const peppered = createHash("sha256").update("shop:");
console.log(JSON.stringify(textsOf(...["ruby", "opal"].map((text) => peppered.copy().update(text).digest("hex")))));`;
  const [texts, raw, copied] = execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(texts, [["pearl", "garnet"], ["pearl", "garnet"]]);
  assert.deepEqual(raw, ["pearl", "garnet"]);
  assert.deepEqual(copied, ["ruby", "opal"]);
});
