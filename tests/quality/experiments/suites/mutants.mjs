// Mutants of an API's TypeScript: small changes that a suite worth keeping must notice. Three operators, on code that answers are
// made of: a constant, a status code, a field of an answer that is left out.

import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

export const OPERATORS = ["constant", "status", "field"];

/** Names of calls whose argument is a status code, or begins with one. */
const STATUS_CALLS = new Set(["code", "status", "writeHead"]);
/** Classes of errors whose first argument is a status code. */
const STATUS_CLASSES = new Set(["Problem"]);
/** Another status for each class: one that nothing of the API answers. */
const OTHER_STATUS = { 2: 203, 3: 305, 4: 418, 5: 507 };

/**
 * All mutants of a file: `{ file, line, column, operator, start, end, text, was }`, to be made by putting `text` in place of what stands
 * from `start` to `end`.
 */
export function mutantsOf(dir, file) {
  const source = fs.readFileSync(path.join(dir, file), "utf8");
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (operator, node, text, span = node) => {
    const start = span.getStart();
    const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart());
    found.push({ file, line: line + 1, column: character, operator, start, end: span.getEnd(), text, was: source.slice(start, span.getEnd()) });
  };
  const visit = (node) => {
    const status = statusOf(node);
    if (status !== null) add("status", status, String(OTHER_STATUS[status.text[0]] ?? 299));
    if (ts.isObjectLiteralExpression(node) && isAnswered(node)) {
      for (const property of node.properties) {
        if (ts.isPropertyAssignment(property)) {
          const constant = changed(property.initializer);
          if (constant !== null) add("constant", property.initializer, constant);
        }
        if (ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property)) add("field", property, "", withComma(property, source));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The literal of a status code that this call or construction is given. */
function statusOf(node) {
  const name = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : null;
  const made = ts.isNewExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : null;
  if (!STATUS_CALLS.has(name) && !STATUS_CLASSES.has(made)) return null;
  const first = node.arguments?.[0];
  return first !== undefined && ts.isNumericLiteral(first) && /^[2-5]\d\d$/.test(first.text) ? first : null;
}

/** Whether a record is answered as it stands: returned by a function, or sent. */
function isAnswered(node) {
  let at = node;
  while (ts.isParenthesizedExpression(at.parent) || ts.isConditionalExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isReturnStatement(parent)) return true;
  if (ts.isArrowFunction(parent)) return parent.body === at;
  return ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression) && parent.expression.name.text === "send";
}

/** Another constant of the same kind; null for what is none. */
function changed(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return JSON.stringify(`${node.text}, mutated`);
  if (ts.isNumericLiteral(node)) return String(Number(node.text) + 1);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return "false";
  if (node.kind === ts.SyntaxKind.FalseKeyword) return "true";
  return null;
}

/** A property with the comma behind it. */
function withComma(property, source) {
  const end = property.getEnd();
  const comma = /^\s*,/.exec(source.slice(end));
  return { getStart: () => property.getStart(), getEnd: () => end + (comma === null ? 0 : comma[0].length) };
}

/** `count` of a list, drawn by a seed: the same each time. (mulberry32; any generator does.) */
export function drawn(list, count, seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const rest = [...list];
  const picked = [];
  while (picked.length < count && rest.length > 0) picked.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return picked;
}

/** The file with a mutant in it. */
export function mutate(dir, mutant) {
  const file = path.join(dir, mutant.file);
  const source = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
}

/** How a mutant is named in a list: stays true while its line does. */
export const nameOf = ({ file, line, operator, was }) => `${file}:${line} ${operator} ${was}`;
