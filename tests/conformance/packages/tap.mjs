// Results of tests as the Test Anything Protocol tells them, nested as node:test writes them.

const LINE = /^(\s*)(not ok|ok)\b(?:\s+\d+)?(?:\s+-)?\s*(.*)$/;
const DIRECTIVE = /\s+#\s*(skip|todo)\b.*$/i;

/**
 * Counts tests by name and outcome.
 *
 * @param {string} text what the test command printed
 * @returns {Map<string, number>} `ok NAME`, `not ok NAME` or `skip NAME` to how often
 */
export function results(text) {
  const counts = new Map();
  for (const line of text.split(/\r?\n/)) {
    const found = LINE.exec(line);
    if (found === null) continue;
    const [, , status, rest] = found;
    const directive = DIRECTIVE.exec(rest);
    const name = rest.replace(DIRECTIVE, "").trim();
    const key = `${directive === null ? status : directive[1].toLowerCase()} ${name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** How many of them passed, failed, and were left out. */
export function summary(counts) {
  const sum = (prefix) => [...counts].reduce((total, [key, count]) => total + (key.startsWith(prefix) ? count : 0), 0);
  const all = [...counts.values()].reduce((total, count) => total + count, 0);
  const [passed, failed] = [sum("ok "), sum("not ok ")];
  return { tests: all, passed, failed, skipped: all - passed - failed };
}

/** What one has and the other has not: `{ name, plain, instrumented }` each, by how often. */
export function differences(plain, instrumented) {
  const names = new Set([...plain.keys(), ...instrumented.keys()]);
  return [...names]
    .map((name) => ({ name, plain: plain.get(name) ?? 0, instrumented: instrumented.get(name) ?? 0 }))
    .filter((row) => row.plain !== row.instrumented);
}
