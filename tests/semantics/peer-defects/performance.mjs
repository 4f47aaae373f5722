// Rows 2.4: growth and depth, each measured plain and instrumented in this run.
import assert from "node:assert";
import { prepare } from "./targets.mjs";

const ROUNDS = 7;

/** The shortest of some runs, in ms: what else runs on the machine only adds. */
function shortest(run) {
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i += 1) {
    const started = process.hrtime.bigint();
    run();
    best = Math.min(best, Number(process.hrtime.bigint() - started) / 1e6);
  }
  return best;
}

const LOOP = "return (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s }";
const FIB = "return function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }";
const DEPTH = "return () => { let n = 0; function f() { n++; f(); } try { f(); } catch {} return n }";

/** `[row, check]`; a check answers what it measured. */
export const PERFORMANCE = [
  ["for(i<a.length) s+=a[i]: linear", () => {
    const f = prepare(LOOP).run();
    const of = (n) => { const a = Array.from({ length: n }, (_, i) => i); return shortest(() => f(a)); };
    of(4000);
    const [small, large] = [of(4_000), of(64_000)];
    // 16 times the work: quadratic growth would be 256 times.
    assert.ok(large < small * 80, `64,000 elements took ${large.toFixed(2)} ms, 4,000 took ${small.toFixed(3)} ms`);
    return `4,000: ${small.toFixed(3)} ms, 64,000: ${large.toFixed(3)} ms`;
  }],
  ["fib(20): a small factor (theirs was 86)", () => {
    const [plain, probed] = [new Function(FIB)(), prepare(FIB).run()];
    const [slow, fast] = [shortest(() => probed(20)), shortest(() => plain(20))];
    assert.ok(slow < fast * 40, `${slow.toFixed(2)} ms against ${fast.toFixed(2)} ms`);
    return `${(slow / fast).toFixed(1)} times`;
  }],
  ["recursion depth: at most 1.5 times fewer frames", () => {
    const [plain, probed] = [new Function(DEPTH)(), prepare(DEPTH).run()];
    const [of, ours] = [plain(), probed()];
    assert.ok(of <= ours * 1.5, `${of} frames plain, ${ours} instrumented`);
    return `${of} plain, ${ours} instrumented (${(of / ours).toFixed(2)} times)`;
  }],
];
