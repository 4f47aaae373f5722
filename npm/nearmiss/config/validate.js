"use strict";
// Whether options, of a configuration or of a host, are known and have values that are allowed.

const { OPTIONS } = require("./options.js");
const { shown } = require("./checks.js");

/** How many letters two words differ in, at most 3. */
function difference(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1].toLowerCase() === b[j - 1].toLowerCase() ? 0 : 1;
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same));
    }
    row = next;
  }
  return Math.min(row[b.length], 3);
}

function unknownKey(key, known) {
  const near = known.filter((name) => difference(key, name) < 3).sort((a, b) => difference(key, a) - difference(key, b))[0];
  const hint = near === undefined ? `known are ${known.join(", ")}` : `did you mean ${near}?`;
  return `there is no option ${JSON.stringify(key)}; ${hint}`;
}

/**
 * Checks the options that a file holds (or that a host is given, with the checks of `known`) and answers them as JSON can say them: lists
 * are lists, what is undefined is left out.
 *
 * Throws an Error that names the file, every wrong key with its value, and what is allowed.
 */
exports.validated = (value, where, known = OPTIONS) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`${where} must hold an object with options, not ${shown(value)}`);
  }
  const problems = [];
  const options = {};
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined || key === "$schema") continue;
    const check = Object.hasOwn(known, key) ? known[key] : null;
    if (check === null) {
      problems.push(unknownKey(key, Object.keys(known)));
      continue;
    }
    const wrong = check.wrong(entry, key);
    if (wrong === null) options[key] = check.list && !Array.isArray(entry) ? [entry] : entry;
    else problems.push(`${wrong[0]} is ${shown(wrong[1])}, but must be ${check.allowed}`);
  }
  if (problems.length === 1) throw new Error(`${where}: ${problems[0]}`);
  if (problems.length > 1) throw new Error(`${where}:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  return options;
};
