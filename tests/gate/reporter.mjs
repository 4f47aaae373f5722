// What node:test prints in the gate: each test that failed, whole; the rest as counts and times, for `step.mjs` to read.

import path from "node:path";
import { inspect } from "node:util";

/** Below this a test is not worth a line. */
const SLOW_MS = 1_000;
/** The same of a file: the longest begin first (`node-tests.mjs`). */
const LONG_MS = 20_000;

const fileOf = (data) => (data.file === undefined ? "" : path.relative(process.cwd(), data.file));

/** Whether an event of a suite says no more than those of its tests do; a hook that failed is told by the suite alone. */
const isSummary = (type, { details }) =>
  details.type === "suite" && (type === "test:pass" || details.error?.failureType === "subtestsFailed");

/** The error of a test as node:test wraps it: what was thrown, with its stack. */
const errorOf = ({ details }) => inspect(details.error?.cause ?? details.error, { depth: 4 });

/**
 * Events of a run as text: `FAILED file > test` with the error, `# slow MS file > test`, and in the end `# file MS file` for each
 * file that took long, `# pass N`, `# fail N` and `# skipped N`. Suites are not counted, their tests are.
 */
export default async function* report(events) {
  const counts = { pass: 0, fail: 0, skipped: 0 };
  const failed = [];
  // What a file prints is shown where one of its tests fails.
  const printed = new Map();
  const times = new Map();
  for await (const { type, data } of events) {
    if (type === "test:stdout" || type === "test:stderr") {
      printed.set(data.file, `${printed.get(data.file) ?? ""}${data.message}`);
      continue;
    }
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.nesting === 0) times.set(data.file, (times.get(data.file) ?? 0) + data.details.duration_ms);
    if (isSummary(type, data)) continue;
    const name = `${fileOf(data)} > ${data.name}`;
    if (data.details.duration_ms >= SLOW_MS) yield `# slow ${data.details.duration_ms.toFixed(0)} ${name}\n`;
    if (data.skip !== undefined) {
      counts.skipped += 1;
    } else if (type === "test:pass" || data.todo !== undefined) {
      counts.pass += 1;
    } else {
      counts.fail += 1;
      failed.push(data.file);
      yield `FAILED ${name}\n${errorOf(data)}\n`;
    }
  }
  for (const file of new Set(failed)) {
    if (printed.has(file)) yield `printed by ${path.relative(process.cwd(), file)}:\n${printed.get(file)}\n`;
  }
  for (const [file, ms] of times) {
    if (file !== undefined && ms >= LONG_MS) yield `# file ${ms.toFixed(0)} ${path.relative(process.cwd(), file)}\n`;
  }
  for (const [what, count] of Object.entries(counts)) yield `# ${what} ${count}\n`;
}
