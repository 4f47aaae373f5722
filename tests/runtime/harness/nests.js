// Nests of `&&`, `||`, `!` over comparisons of constants, for the vectors: `["and", [part, ...]]`,
// `["or", [...]]`, `["not", part]`, `["throw"]` and `[operator, a, b]`.
import { randomFrom } from "./random.js";

const ROOT = 20;
const TOP = 21;
const LEAF_OPERATORS = ["lt", "le", "gt", "ge", "eq", "ne", "se", "sn"];
const NUMBERS = [0, -0, 1, 5, 5.5, 1e300, -1e300, 5e-324, NaN, Infinity, -Infinity, 0.1 + 0.2, 0.3, -7];
const TEXTS = ["", "a", "b", "abc", "abd", "zzzz", "\ud800", "😀"];

/** `count` nests, always the same ones. */
export function nests(count) {
  const next = randomFrom(33);
  const leaf = () => {
    if (next(25) === 0) return ["throw"];
    const operands = next(4) === 0 ? TEXTS : NUMBERS;
    return [LEAF_OPERATORS[next(8)], operands[next(operands.length)], operands[next(operands.length)]];
  };
  const chain = (depth) => [next(2) === 0 ? "and" : "or", Array.from({ length: 1 + next(5) }, () => part(depth - 1))];
  const part = (depth) => {
    const kind = depth <= 0 ? 9 : next(10);
    if (kind < 2) return chain(depth);
    return kind === 2 ? ["not", part(depth - 1)] : leaf();
  };
  return Array.from({ length: count }, () => chain(3));
}

/** What the top of a nest is worth after it ran: `[h(true), h(false)]`; by the probes' closure form. */
export function judgeNest({ probes, take }, nest, speculate) {
  let slots = TOP;
  const number = () => {
    slots += 2;
    return slots - 2;
  };
  const leaves = (parts, from) => {
    const found = [];
    for (let i = from; i < parts.length && found.length < 12; i += 1) {
      const op = LEAF_OPERATORS.indexOf(parts[i][0]);
      if (op < 0) break;
      found.push(op, parts[i][1], parts[i][2]);
    }
    return found;
  };
  const run = (node) => {
    const [kind, a, b] = node;
    if (kind === "throw") return () => { throw new Error("operand"); };
    if (kind === "not") {
      const inner = run(a);
      return () => probes.n(ROOT, 1, inner());
    }
    const id = number();
    if (kind !== "and" && kind !== "or") return () => probes[kind](ROOT, id, a, b);
    const operands = a.map(run);
    const spec = a.map((_, i) => (speculate ? leaves(a, i + 1) : []));
    return () => probes[kind === "and" ? "andc" : "orc"](ROOT, id, operands, operands.map(() => 1), spec);
  };
  try {
    run(nest)();
  } catch {
    // The slots say what an exception is worth.
  }
  const touched = take();
  return [touched[TOP] ?? 0, touched[TOP + 1] ?? 0];
}
