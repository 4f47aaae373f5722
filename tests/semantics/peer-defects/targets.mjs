// Rows 2.3: results are right there, but coverage or heuristics misled the search. Ours are read from the slots.
import { createRequire } from "node:module";
import assert from "node:assert";
import { readFileSync } from "node:fs";

const require = createRequire(import.meta.url);
const native = require("../../../npm/nearmiss/native.js");
const { create, detachedBuffer } = require("../../../npm/nearmiss/runtime/index.js");
const { word, epoch, fact } = require("../../../npm/nearmiss/runtime/generated/layout.js");

const BASE = 16;

/** Instruments a text for a runtime of its own, which the text sees as `__nm`. */
export function prepare(text, language = "js") {
  const planned = native.instrument(text, `case.${language}`, JSON.stringify({ path: `/case.${language}`, language, module: "commonJs" }));
  const runtime = create(detachedBuffer(8192));
  runtime.register(BASE, planned.roots, JSON.parse(planned.texts));
  const slots = JSON.parse(planned.table).slots.map(([kind, line, n]) => ({ kind, line, n }));
  const { code } = planned.emit(BASE);
  return {
    runtime, code, slots, map: runtime.map,
    run: (names = {}) => new Function("__nm", ...Object.keys(names), code)(runtime.probes, ...Object.values(names)),
    /** `{ kind, line, value }` of all targets. */
    targets: () => slots.map(({ kind, line, n }, i) => ({ kind, line, n, value: runtime.probes.S[BASE + i] })).filter(({ kind }) => kind !== "root"),
    /** The pair of the first branch: how near to true, to false. */
    pair() {
      const found = this.targets().filter(({ kind }) => /branch/i.test(kind));
      return [found[0].value, found[1].value];
    },
  };
}

const pairOf = (text, names) => {
  const made = prepare(text);
  made.run(names);
  return made.pair();
};

/** A comparison's outcome is 1, the other between 0 and 1. */
function judged(expression, outcome) {
  const [yes, no] = pairOf(`x = ${expression}`, { x: 0 });
  const [came, other] = outcome ? [yes, no] : [no, yes];
  assert.strictEqual(came, 1, `the outcome of ${expression}`);
  assert.ok(other > 0 && other < 1, `the other outcome of ${expression} is ${other}`);
  return other;
}

const hasPair = (text) => {
  const kinds = prepare(text).targets().map(({ kind }) => kind).filter((kind) => /branch|object/i.test(kind));
  assert.ok(kinds.length >= 2, `${text}: ${kinds.length} branch targets`);
};

function facts(run) {
  const { map } = run.runtime;
  const names = Object.fromEntries(Object.entries(fact).map(([name, kind]) => [kind, name]));
  const found = [];
  for (let at = 0; at < map.header[word.FACTS_USED] / 2;) {
    const [kind, , , , length] = map.facts.subarray(at, at + 5);
    found.push(`${names[kind]} ${String.fromCharCode(...map.facts.subarray(at + 5, at + 5 + length))}`);
    at += 5 + length;
  }
  return found;
}

const TAINT = "_EM_7_XYZ_";

function toldOf(text, expected) {
  const made = prepare(text);
  made.run({ s: TAINT });
  assert.ok(facts(made).some((one) => one.includes(expected)), `${text}: told ${facts(made).join("; ") || "nothing"}`);
}

const statementAt = (made, line) => made.targets().filter(({ kind, line: of }) => /statement/i.test(kind) && of === line).map(({ value }) => value);

/** `[row, check]`; a check throws where the row is missed. */
export const TARGETS = [
  ['"10" < 9', () => judged('"10" < 9', false)],
  ['"1.0" == 1, "" == 0', () => { judged('"1.0" == 1', true); judged('"" == 0', true); }],
  ["undefined >= 1, undefined <= 1", () => { judged("undefined >= 1", false); judged("undefined <= 1", false); }],
  ["Infinity === Infinity", () => judged("Infinity === Infinity", true)],
  ["NaN < 1", () => judged("NaN < 1", false)],
  ["1e300 === -1e300, 1e17 === 0: a gradient", () => assert.ok(judged("1e17 === 0", false) > judged("1e300 === -1e300", false))],
  ["targets of if(flag), while(q), !x, switch cases, ??, ?., in, instanceof", () => {
    ["if (flag) { a() } else { b() }", "while (q) q--", "v = !x", "switch (x) { case 1: f() }", "v = a ?? b", "v = a?.b", "v = 'a' in b", "v = a instanceof B"].forEach(hasPair);
  }],
  ["break completes its statement; the place of a later fault is its own", () => {
    const made = prepare("function f() {\nfor (;;) {\nbreak;\n}\nswitch (1) { case 1: return g(); }\n}\nfunction g() {\nthrow new Error();\n}\nf();");
    assert.throws(() => made.run());
    assert.deepStrictEqual(statementAt(made, 3), [1], "break");
    assert.strictEqual(made.slots[made.map.header[word.THROWN_AT] - BASE].line, 8, "the statement that threw");
  }],
  ["string methods compose with && and ||", () => {
    const near = (s) => pairOf("x = s.startsWith('abcdef') && true", { s, x: 0 })[0];
    assert.ok(near("abcdex") > near("zzzzzz"), "nearer text, nearer &&");
  }],
  ["interleaved async requests do not mix", async () => {
    const text = "return async (x, w) => (x < 5 && await w && x > 2) || (await w, x === 9)";
    const together = prepare(text);
    const f = together.run();
    await Promise.all([0, 3, 7, 9].map((x) => f(x, Promise.resolve(x))));
    const best = [];
    for (const x of [0, 3, 7, 9]) {
      const alone = prepare(text);
      await alone.run()(x, Promise.resolve(x));
      alone.targets().forEach(({ value }, i) => { best[i] = Math.max(best[i] ?? 0, value); });
    }
    assert.deepStrictEqual(together.targets().map(({ value }) => value), best);
  }],
  ["a rejected await in ?: leaves its side at 0.5", async () => {
    const made = prepare("return async (w) => {\nreturn true\n? await w\n: 0\n}");
    await made.run()(Promise.reject(new Error("rejected"))).catch(() => {});
    assert.deepStrictEqual(statementAt(made, 3), [0.5]);
  }],
  ["speculation covers nothing: the short-circuited side stays unreached", () => {
    const made = prepare("const t = 'b'; x = s === 'a' &&\nt === 'b'");
    made.run({ s: "zzzzz", x: 0 });
    assert.deepStrictEqual(made.targets().filter(({ line, kind }) => line === 2 && /branch/i.test(kind)).map(({ value }) => value), [0, 0]);
  }],
  ["boot-time: the top level of a module has targets and is covered when it runs", () => {
    const made = prepare("var a = 1;\nif (a) { a = 2; }");
    made.run();
    assert.deepStrictEqual(statementAt(made, 1), [1]);
    assert.ok(statementAt(made, 2).every((value) => value === 1));
  }],
  ["work that goes on after the test pollutes nothing", () => {
    const made = prepare("return (x) => x < 2 ? 'a' : 'b'");
    const f = made.run();
    const before = made.targets();
    made.map.header[word.EPOCH_STATE] = epoch.CLOSED;
    assert.strictEqual(f(1), "a");
    assert.deepStrictEqual(made.targets(), before);
  }],
  ["taint from regex, Map/Set, switch, indexOf, startsWith (parsers, dates and requests: not of this issue)", () => {
    toldOf("/^ab+$/.test(s)", "ab+");
    toldOf("new Set(['secret']).has(s)", "secret");
    toldOf("new Map([['secret', 1]]).has(s)", "secret");
    toldOf("switch (s) { case 'secret': break }", "secret");
    toldOf("s.startsWith('secret')", "secret");
    toldOf("s.indexOf('secret')", "secret");
  }],
  ["source maps: lines are of the TypeScript", () => {
    const made = prepare("interface A {\n  a: number;\n}\nenum E { X }\nconst f = (a: A): boolean =>\n  a.a < E.X;\n", "ts");
    assert.ok(made.targets().some(({ kind, line }) => /branch/i.test(kind) && line === 6), JSON.stringify(made.targets()));
  }],
  ["registering again counts nothing twice", () => {
    const made = prepare("x = 1 < 2");
    const before = made.targets().length;
    made.runtime.register(BASE, [], []);
    made.run({ x: 0 });
    assert.strictEqual(made.targets().length, before);
    assert.strictEqual(new Set(made.map.touched.subarray(0, made.map.header[word.TOUCHED_COUNT])).size, made.map.header[word.TOUCHED_COUNT]);
  }],
  ["bound to no version of Babel: the package needs none", () => {
    const { dependencies = {} } = JSON.parse(readFileSync(new URL("../../../npm/nearmiss/package.json", import.meta.url), "utf8"));
    assert.deepStrictEqual(Object.keys(dependencies).filter((name) => name.includes("babel")), []);
  }],
];
