// Signatures that the process makes are told when the search is told one, in whichever form, and nothing else is.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { test } from "node:test";
import { detached, load } from "./harness/runtime.js";

const signatures = createRequire(import.meta.url)("../../npm/nearmiss/sut/incidents/signatures.js");
const { fact } = load("generated/layout.js");
const { createFacts } = load("taint/facts.js");

const told = [];
signatures.install((kind, place, detail) => told.push([kind, detail]));
const report = createFacts(detached().map);
const sign = (text, form) => createHmac("sha256", "key").update(text).digest(form);

/** The signatures that are told of a fact. */
function of(text, kind = fact.CONSTANT) {
  told.length = 0;
  report(kind, 1, text);
  return told.map(([what, detail]) => {
    assert.equal(what, "signature");
    return detail;
  });
}

test("one that an input was compared with is told, in each form and among other words", () => {
  const hex = sign("a", "hex");
  const base64 = sign("b", "base64").replace("=", "");
  const url = sign("c").toString("base64url");
  assert.deepEqual(of(hex), [hex]);
  assert.deepEqual(of(`sha256=${hex}`), [hex]);
  assert.deepEqual(of(`v1, ${base64}=; ${url}`), [base64, url]);
  assert.deepEqual(of(`eyJh.eyJi.${url}`), [url]);
  assert.deepEqual(of(`=4,sxyzs${hex}`, fact.PAIR), [hex]);
});

test("other texts are no signatures", () => {
  const hex = sign("d", "hex");
  for (const text of ["", "a word", hex.slice(1), `${hex}0`, "0".repeat(64)]) assert.deepEqual(of(text), [], text);
  assert.deepEqual(of(hex, fact.INCIDENT), [], "what is told of one is looked at no more");
  assert.equal(signatures.holdsSignature(`a ${hex}`), true);
  assert.equal(signatures.holdsSignature(`a ${hex}0`), false);
});
