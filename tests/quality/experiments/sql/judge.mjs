// Which of the ten faults seeded in an API on a database a report has found (`faults.json` beside its code).

import fs from "node:fs";
import path from "node:path";
import { findings } from "../../findings.mjs";

/** Codes that a fault of a kind is told by. Those that are not named are exceptions: their places name the line. */
const CODES = {
  "n-plus-1": [990],
  // One that is in a transaction as well is told by that.
  "connection-leak": [991, 992],
  "open-transaction": [992],
  "constraint-as-500": [993],
  "half-done-change": [994],
};
const EXCEPTION = 100;
/** Codes of a status that another should be: also of who is logged in and is told to log in. */
const WRONG_STATUS = [101, 205];

/** The codes that tell of a fault wherever its place. */
function codesOf({ kind, status }) {
  if (kind !== "wrong-status") return CODES[kind] ?? [];
  return status >= 500 ? [EXCEPTION] : WRONG_STATUS;
}

/** Tells whether a finding is of a fault. */
function isOf({ code, operation, place }, fault) {
  if (operation !== fault.operation) return false;
  if (codesOf(fault).includes(code)) return true;
  return code === EXCEPTION && new RegExp(`${fault.file.replaceAll(".", "\\.")}[_:]0*${fault.line}(?!\\d)`).test(place);
}

/** Ids of faults that were found, those that were not, and findings that are none of them. */
export function judge({ dir }, report) {
  const faults = JSON.parse(fs.readFileSync(path.join(dir, "faults.json"), "utf8"));
  const all = findings(report);
  const isFound = (fault) => all.some((finding) => isOf(finding, fault));
  const ids = (some) => some.map(({ id }) => id);
  return {
    found: ids(faults.filter(isFound)),
    missed: ids(faults.filter((fault) => !isFound(fault))),
    falseAlarms: all.filter((finding) => !faults.some((fault) => isOf(finding, fault))),
  };
}
