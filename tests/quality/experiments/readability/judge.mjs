// What a reviewer of a written suite stumbles over, counted.

/** Texts that only a fuzzer writes: taints, as text or number, what is told of them, and what asks for properties of all objects. */
const MARKERS = [
  /_EM_\w*_XYZ_/,
  // What APIs make of one: a name in a path, say.
  /\bem[-_]\d+[-_]xyz\b/i,
  /\bnmPolluted\b/,
  /__proto__/,
  /["']?\bconstructor\b["']?/,
  /\bnm: true\b/,
];
/** Numbers that stand for a taint (`NUMBER_TAINT` of the runtime), from the first on. */
const FIRST_NUMBER_TAINT = 0x4e4d_0000;
const NUMBER_TAINTS = 1 << 16;
/** Names that say no route as people write it: `{s1}`, groups and anchors of regular expressions, keys of targets. */
const ODD_NAMES = [/\{s\d+\}/, /\(\?[:=!<]/, /\.\*|\.\+|\[\^|\\[dws/]|\^\/|\/\$/, /\b(Fault|Status|Response|Line|Branch)_\w/];
/** Answers of frameworks to a path for which there is no route. */
const NO_ROUTE = /Cannot (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b|Route (GET|POST|PUT|PATCH|DELETE):|toBe\("(404 )?Not Found"\)|toEqual\(\{ statusCode: 404, error: "Not Found", message: "Not Found" \}\)/;
const STATUS_ALONE = /\.(status|statusCode|type)$/;

/** Tells whether a text holds what only a fuzzer writes. */
export function isMarked(code) {
  const numbers = code.match(/\b\d{10}\b/g) ?? [];
  const isTaint = (number) => number >= FIRST_NUMBER_TAINT && number < FIRST_NUMBER_TAINT + NUMBER_TAINTS;
  return MARKERS.some((marker) => marker.test(code)) || numbers.map(Number).some(isTaint);
}

/**
 * Counts, of tests as `readSuite` has them: `tests`; `marked` (tests of success with markers), `markedElsewhere`; `noisy` (tests of success
 * with text that no keyboard has, or that is neither word nor number); `duplicates` (tests whose calls another one makes, too);
 * `oddNames`; `statusAlone` (tests that assert nothing beyond a status) and `beyond` (the share of the others); `invented404`
 * (calls of paths for which there is no route); `only404` (tests that show nothing but a 404).
 */
export function judge(tests) {
  const successes = tests.filter(({ file }) => file.startsWith("success"));
  const others = tests.filter(({ file }) => !file.startsWith("success"));
  const times = new Map();
  for (const { calls } of tests) times.set(calls, (times.get(calls) ?? 0) + 1);
  const statusAlone = tests.filter(({ asserted }) => asserted.every(({ given }) => STATUS_ALONE.test(given)));
  const invented = tests.flatMap(({ asserted }) => asserted).filter(({ all }) => NO_ROUTE.test(all));
  const is404 = ({ asserted }) => {
    const statuses = asserted.filter(({ given }) => given.endsWith(".status"));
    return statuses.length > 0 && statuses.every(({ all }) => all.includes("toBe(404)"));
  };
  return {
    tests: tests.length,
    marked: successes.filter(({ code }) => isMarked(code)).length,
    markedElsewhere: others.filter(({ code }) => isMarked(code)).length,
    noisy: successes.filter(({ code }) => isNoisy(code)).length,
    duplicates: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
    oddNames: tests.filter(({ name }) => ODD_NAMES.some((odd) => odd.test(name))).length,
    statusAlone: statusAlone.length,
    beyond: tests.length === 0 ? 1 : (tests.length - statusAlone.length) / tests.length,
    invented404: invented.length,
    only404: tests.filter(is404).length,
  };
}

/** Tells whether a string in the code is no text that a person would write. */
function isNoisy(code) {
  const strings = code.match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
  return strings.some((string) => /[^\x20-\x7e]|\\u[0-9a-f]{4}/.test(string) || /^"[^" ]*(?:[a-zA-Z]\d[a-zA-Z]|\d[a-zA-Z]+\d)[^" ]*"$/.test(string) && !/[-/]|^"[0-9a-fA-F]{16,}"$/.test(string));
}
