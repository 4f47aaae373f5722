// The coverage of two instrumenters item by item: which items both have, and whether they say the same of them.

const start = ({ start: { line, column } }) => `${line}:${column}`;
const place = (loc) => `${start(loc)}-${loc.end.line}:${loc.end.column}`;

/** Items of a file by metric: key to `{ covered, what }`. Items at the same place are told apart by a number. */
function items(file) {
  const metrics = { statements: new Map(), branches: new Map(), functions: new Map() };
  const add = (metric, key, covered, what) => {
    let free = key;
    for (let n = 1; metrics[metric].has(free); n += 1) free = `${key} #${n}`;
    metrics[metric].set(free, { covered, what });
  };
  for (const [id, loc] of Object.entries(file.statementMap)) add("statements", place(loc), file.s[id] > 0, "statement");
  for (const [id, { name, loc }] of Object.entries(file.fnMap)) add("functions", start(loc), file.f[id] > 0, name);
  for (const [id, { type, loc }] of Object.entries(file.branchMap)) {
    file.b[id].forEach((count, arm) => add("branches", `${type} ${start(loc)} arm ${arm}`, count > 0, type));
  }
  return metrics;
}

/**
 * Compares the coverage of two instrumenters. Answers for each metric `{ items, same }` and the differences:
 * `{ file, metric, key, what, kind }`, kind being "only there", "only here", "covered there", "covered here".
 */
export function compare(theirs, ours) {
  const metrics = {};
  const differences = [];
  for (const metric of ["statements", "branches", "functions"]) metrics[metric] = { items: 0, same: 0, covered: 0 };
  for (const [path, file] of Object.entries(theirs)) {
    const expected = items(file);
    const actual = ours[path] === undefined ? null : items(ours[path]);
    for (const [metric, count] of Object.entries(metrics)) {
      for (const [key, { covered, what }] of expected[metric]) {
        count.items += 1;
        if (covered) count.covered += 1;
        const found = actual?.[metric].get(key);
        const differ = (kind) => differences.push({ file: path, metric, key, what, kind });
        if (found === undefined) differ("only there");
        else if (found.covered === covered) count.same += 1;
        else differ(covered ? "covered there" : "covered here");
      }
      for (const [key, { what }] of actual?.[metric] ?? []) {
        if (expected[metric].has(key)) continue;
        count.items += 1;
        differences.push({ file: path, metric, key, what, kind: "only here" });
      }
    }
  }
  return { metrics, differences };
}
