"use strict";
// Changes of the calls of a test that stand when it ends: which tables, and whether the call had failed by then.

const { jsonStringify } = require("../../runtime/intrinsics.js");
const sessions = require("./databases/sessions.js");

/** Letters of what is told: longer lines are cut off, and read by nobody. */
const MOST_LETTERS = 290;

let tell = () => {};

exports.install = (report) => {
  tell = report;
  sessions.install();
};

/** Tables of a call as JSON: `[table, verb, whether it came after a failure]`, each once, in order; the first ones. */
function tablesOf(changes) {
  const found = [];
  for (const { table, verb, isLate } of changes) {
    if (!found.some((one) => one[0] === table && one[1] === verb && one[2] === isLate)) found.push([table, verb, isLate]);
  }
  let text = jsonStringify(found);
  while (text.length > MOST_LETTERS) {
    found.pop();
    text = jsonStringify(found);
  }
  return text;
}

exports.testEnds = () => {
  for (const [action, { changes, isMuddled }] of sessions.calls()) {
    if (changes.length === 0 || isMuddled) continue;
    const first = changes.find(({ isLate }) => !isLate) ?? changes[0];
    tell("changes", first.place, tablesOf(changes), action);
  }
};
