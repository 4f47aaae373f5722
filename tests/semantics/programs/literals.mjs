// Literals and other leaves, by the kind of value that is wanted.
import { calm, expression, LEVEL } from "./tree.mjs";

const NUMBERS = ["0", "1", "2", "3", "7", "0.1", "0.5", "1e300", "0x1f", "0b101", "0o17", "1_000", ".5", "5e-324", "4294967296", "9007199254740993", "1313669123"];
const NAMED_NUMBERS = ["NaN", "Infinity", "undefined"];
const BIGINTS = ["0n", "1n", "2n", "10n", "0xffn", "9007199254740993n"];
const STRINGS = ['""', '"a"', "'b'", '"abc"', '"abcd"', '"10"', '"1.0"', '"c"', "'x y'", '"\\n"', '"\\ud800"', '"\\u{1f600}"', "'it\\'s'", '"?.&&"', '"a\\\nb"', '"//"', '"_EM_3_XYZ_"', '"x_EM_4_XYZ_"'];
const REGEXPS = ["/a/", "/b+/g", "/[a-c]/i", "/(?<n>x)|y/u", "/^.$/s", "/[/]a?/", "/\\d{2}/y", "/[\\p{L}--[a-z]]/v"];
const TEMPLATES = ["``", "`a`", "`a\nb`", "`\\${x}`", "`'\"`"];

const text = (g, values) => calm(LEVEL.PRIMARY, g.pick(values));

function number(g) {
  if (g.chance(8)) return text(g, NAMED_NUMBERS);
  // `1.a` is no member: it must get parentheses.
  return calm(LEVEL.POSTFIX, g.pick(NUMBERS));
}

const undefinedOrNull = (g) => text(g, ["null", "undefined", "null"]);

/** A value of the world (`run/world.mjs`), whose use can be seen. */
export function worldly(g, hint) {
  const n = g.int(6);
  switch (hint) {
    case "number": return expression(LEVEL.CALL, `$v(${g.int(12)}, ${g.pick(["0", "1", "2", "1n", '"b"'])})`);
    case "array": return expression(LEVEL.CALL, g.pick([`$a(${n})`, `$i(${n})`]));
    case "async": return expression(LEVEL.CALL, g.pick([`$w(${n})`, `$t(${n})`, `$w(${n})`, `$ai(${n})`, `$r(${n})`]));
    case "class": return expression(LEVEL.CALL, "$C()");
    default: return expression(LEVEL.CALL, g.pick([`$o(${n})`, `$o(${n})`, `$p(${n})`]));
  }
}

/** A leaf: something without parts. */
export function leaf(g, hint) {
  if (g.chance(60)) {
    const variable = g.variable(hint);
    if (variable !== null && (hint === "any" || variable.hint === hint || g.chance(30))) return g.reference(variable.name);
  }
  switch (hint) {
    case "number": return g.chance(80) ? number(g) : g.chance(50) ? text(g, BIGINTS) : worldly(g, hint);
    case "string": return text(g, STRINGS);
    case "boolean": return text(g, ["true", "false"]);
    case "object": return g.chance(8) ? undefinedOrNull(g) : worldly(g, hint);
    case "array": return g.chance(50) ? worldly(g, hint) : calm(LEVEL.PRIMARY, g.pick(["[]", "[1, 2]", "[3, , 4]"]));
    case "async": case "class": return worldly(g, hint);
    case "function": return calm(LEVEL.ASSIGN, g.pick(["() => 1", "x => x", "$m", "$m", "(a, b) => a === b", "async () => 2"]));
    default: return any(g);
  }
}

function any(g) {
  const at = g.int(100);
  if (at < 30) return number(g);
  if (at < 50) return text(g, STRINGS);
  if (at < 58) return text(g, ["true", "false"]);
  if (at < 66) return undefinedOrNull(g);
  if (at < 70) return text(g, BIGINTS);
  if (at < 73) return text(g, REGEXPS);
  if (at < 76) return text(g, TEMPLATES);
  if (at < 80) return calm(LEVEL.PRIMARY, "this");
  if (at < 83 && g.context.arguments) return calm(LEVEL.PRIMARY, "arguments");
  if (at < 85 && g.context.newTarget) return calm(LEVEL.MEMBER, "new.target");
  if (at < 87 && g.context.module) return calm(LEVEL.MEMBER, "import.meta");
  if (at < 88) return expression(LEVEL.PRIMARY, g.pick(["undeclared1", "undeclared2"]));
  if (at < 90) return calm(LEVEL.PRIMARY, "Symbol.iterator");
  return worldly(g, g.pick(["number", "array", "object", "object", "class"]));
}
