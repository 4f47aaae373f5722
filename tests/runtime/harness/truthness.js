// The invariants of the truthness (design section 3) as a checker of any implementation, so that broken
// ones can be shown to fail.
import { OPERATORS, PRIMITIVES, objects } from "./operands.js";

const show = (value) => (typeof value === "string" ? JSON.stringify(value.slice(0, 20)) : String(value) + (typeof value === "bigint" ? "n" : ""));

/**
 * All violations of the invariants by `judge(operator, a, b)`, which answers `[h(true), h(false)]`.
 * An operator that throws on operands is not asked.
 */
export function violations(judge) {
  const found = [];
  for (const operator of Object.keys(OPERATORS)) {
    for (const a of PRIMITIVES) for (const b of PRIMITIVES) checkPair(judge, operator, a, b, found);
    checkObjects(judge, operator, found);
  }
  for (const operator of ["se", "eq", "lt", "le", "gt", "ge"]) checkNumbers(judge, operator, found);
  for (const operator of ["se", "eq"]) checkTexts(judge, operator, found);
  checkBigints(judge, found);
  return found;
}

function checkPair(judge, operator, a, b, found) {
  let result;
  try {
    result = OPERATORS[operator](a, b);
  } catch {
    return;
  }
  const [t, f] = judge(operator, a, b);
  const [came, other] = result ? [t, f] : [f, t];
  const name = `${show(a)} ${operator} ${show(b)}`;
  if (came !== 1) found.push(`${name}: the outcome that came has ${came}`);
  if (!(other > 0 && other < 1)) found.push(`${name}: the other outcome has ${other}`);
}

/** Objects against everything: the outcome, the levels, and no more user code than the operator runs itself. */
function checkObjects(judge, operator, found) {
  const others = [5, "abc", 3n, null, undefined, true, NaN];
  const count = objects([]).length;
  const pairs = [];
  for (let i = 0; i < count; i += 1) {
    others.forEach((other) => pairs.push((list) => [list[i], other], (list) => [other, list[i]]));
    for (let j = 0; j < count; j += 1) pairs.push((list) => [list[i], list[j]]);
  }
  for (const pair of pairs) {
    const [plainLog, log] = [[], []];
    let result;
    try {
      result = OPERATORS[operator](...pair(objects(plainLog)));
    } catch {
      continue;
    }
    const [t, f] = judge(operator, ...pair(objects(log)));
    const [came, other] = result ? [t, f] : [f, t];
    const name = `an object ${operator} something (${pair})`;
    if (came !== 1 || !(other > 0 && other < 1)) found.push(`${name}: ${t}, ${f} where the outcome is ${result}`);
    if (log.join() !== plainLog.join()) found.push(`${name}: ran ${log}, not ${plainLog}`);
  }
}

/** Distances over the whole range of doubles, each more than one part in 10^6 greater than the one before. */
export function distances() {
  const list = [0];
  for (let exponent = -1074; exponent <= 1023; exponent += 7) {
    const d = 2 ** exponent;
    list.push(d);
    if (exponent > -1040) list.push(d * 1.0000015, d * 1.5, d * 1.5000018);
    else if (exponent > -1073) list.push(d * 1.5);
  }
  return list.concat(Number.MAX_VALUE);
}

/** The miss of `operator` on a pair at distance d, wherever the operator is missed. */
const MISSES = {
  se: [(d) => [d, 0], (d) => [0, -d]],
  eq: [(d) => [d, 0], (d) => [0, d]],
  lt: [(d) => [d, 0], (d) => [0, -d]],
  le: [(d) => [d, 0], (d) => [0, -d]],
  gt: [(d) => [0, d], (d) => [-d, 0]],
  ge: [(d) => [0, d], (d) => [-d, 0]],
};

function checkNumbers(judge, operator, found) {
  for (const place of MISSES[operator]) {
    let before = null;
    for (const d of distances()) {
      const [a, b] = place(d);
      if (OPERATORS[operator](a, b)) continue;
      const [t] = judge(operator, a, b);
      if (before !== null && !(t < before.t)) found.push(`${operator} at distance ${d}: ${t}, at ${before.d}: ${before.t}`);
      before = { d, t };
    }
  }
  // Distances that overflow the doubles.
  const far = [Number.MAX_VALUE, Number.MAX_VALUE / 1.5, Number.MAX_VALUE / 3];
  const overflowing = far.map((b) => (operator[0] === "g" ? judge(operator, -Number.MAX_VALUE, b) : judge(operator, Number.MAX_VALUE, -b))[0]);
  for (let i = 1; i < far.length; i += 1) {
    if (!(overflowing[i] > overflowing[i - 1])) found.push(`${operator}: overflowing distances are not ordered`);
  }
  const infinite = operator[0] === "g" ? judge(operator, -Infinity, 1)[0] : judge(operator, Infinity, 1)[0];
  if (!(infinite < overflowing[0])) found.push(`${operator}: infinity is not the farthest`);
  const nan = judge(operator, NaN, 1)[0];
  if (!(nan < infinite)) found.push(`${operator}: NaN is not below every near miss`);
}

function checkTexts(judge, operator, found) {
  const target = "Hello, world";
  // Each with one wrong unit more than the one before, whatever the units are.
  const ranked = ["Hello, worlc", "Hello, wor\uffff", "Hello, w\ud800\udc00", "Hello,zz", "Hello, world12345678", "H", "", "\uffff".repeat(14), "a".repeat(400)];
  const wrong = (text) => {
    let count = Math.abs(text.length - target.length);
    for (let i = 0; i < Math.min(text.length, target.length); i += 1) if (text[i] !== target[i]) count += 1;
    return count;
  };
  for (const x of ranked) {
    for (const y of ranked) {
      if (!(wrong(x) < wrong(y))) continue;
      const [near] = judge(operator, x, target);
      const [far] = judge(operator, y, target);
      if (!(near > far)) found.push(`${operator}: ${JSON.stringify(x)} (${wrong(x)} wrong) is not nearer than ${JSON.stringify(y)} (${wrong(y)})`);
    }
  }
  // A tie in wrong units is decided by how far they are.
  if (!(judge(operator, "Hello, worle", target)[0] > judge(operator, "Hello, worlz", target)[0])) {
    found.push(`${operator}: the nearer unit is not nearer`);
  }
}

function checkBigints(judge, found) {
  const list = [1n, 2n, 3n, 1000n, 10n ** 20n, 2n * 10n ** 20n, 10n ** 300n, 10n ** 310n, 2n * 10n ** 310n, 10n ** 1000n];
  let before = 1;
  for (const d of list) {
    const [t] = judge("se", d + 7n, 7n);
    if (!(t < before)) found.push(`BigInts at distance ${d} are not farther`);
    before = t;
  }
  const exact = judge("eq", 9007199254740993n, 9007199254740995)[0];
  const farther = judge("eq", 9007199254740993n, 9007199254741000)[0];
  if (!(exact > farther)) found.push("a BigInt and a number are not compared exactly");
}
