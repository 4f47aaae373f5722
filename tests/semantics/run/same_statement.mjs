// Lines in stacks. V8 gives some errors (reads of names, of members of what a long expression answers) the place
// of what ran before them: inside one statement of several lines it may be any of them, and our probes run
// between. Lines of different statements must not be exchanged.
import { parse } from "acorn";

const LINES = /\)((?::\d+)+)/g;

/** Errors that have no place of their own anywhere: plain they have that of what ran before, in whatever statement. */
const PLACELESS = /ReferenceError\(Cannot access|TypeError\(Class extends value|TypeError\(Cannot convert undefined or null to object|SyntaxError\(/;

/** `o.a += 1` reads before it has a place: it may have that of the statement before (the first has line 1), never of one before that. */
const OF_NOTHING = /TypeError\(Cannot read properties of/;

/** Nor has `#p in undefined`. */
const PRIVATE_IN_NOTHING = /TypeError\(Cannot use 'in' operator to search for/;
const HAS_PRIVATE_IN = /#[\w$\\]+\s+in\b/;

/** The text without its lines, and the lines. */
function split(entry) {
  const lines = [];
  const text = entry.replaceAll(LINES, (_, found) => {
    lines.push(...found.slice(1).split(":").map(Number));
    return ")";
  });
  return { text, lines };
}

function statementsOf({ text, goal }) {
  const sourceType = { module: "module", script: "script", commonJs: "commonjs" }[goal];
  const root = parse(text, { ecmaVersion: "latest", sourceType, locations: true });
  const found = [];
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (/Statement$|Declaration$|^(?:MethodDefinition|PropertyDefinition|StaticBlock|Property|SwitchCase|CatchClause)$/.test(node.type) && node.type !== "BlockStatement") {
      found.push({ start: node.loc.start.line, end: node.loc.end.line, isSwitch: node.type === "SwitchStatement" });
    }
    for (const key in node) {
      const value = node[key];
      if (Array.isArray(value)) open.push(...value.filter((one) => one !== null && typeof one?.type === "string"));
      else if (value !== null && typeof value === "object" && typeof value.type === "string") open.push(value);
    }
  }
  return found;
}

/** Whether two entries differ only by lines, each pair of them inside one statement. */
export function sameButForLines(program, plain, other) {
  const [one, two] = [split(plain), split(other)];
  if (one.text !== two.text || one.lines.length !== two.lines.length) return false;
  const placeless = PLACELESS.test(plain) || (PRIVATE_IN_NOTHING.test(plain) && HAS_PRIVATE_IN.test(program.text));
  let spans;
  try {
    spans = statementsOf(program);
  } catch {
    // What acorn does not read (a brace in a template, a regular expression behind `yield`) has no statements to look at.
    return true;
  }
  return one.lines.every((line, i) => {
    const [from, to] = [Math.min(line, two.lines[i]), Math.max(line, two.lines[i])];
    // What a switch reads has the place of what ran before it, if its cases declare names.
    const inHead = ({ start, end, isSwitch }) => isSwitch && line < start && start <= two.lines[i] && two.lines[i] <= end;
    if (from === to || spans.some((span) => (span.start <= from && to <= span.end) || inHead(span))) return true;
    if (placeless && line === from) return true;
    return OF_NOTHING.test(plain) && line === from && (line === 1 || spans.every(({ start }) => start <= from || start >= to));
  });
}
