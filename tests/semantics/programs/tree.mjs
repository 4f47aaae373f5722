// A program as a tree: what is generated, printed and shrunk. A node is a list of parts: text, holes
// with the node that stands in them, or (in a list) items with a separator.

/** How tightly an expression binds: a hole that asks for more puts it into parentheses. */
export const LEVEL = {
  COMMA: 0, ASSIGN: 1, COND: 2, NULLISH: 3, OR: 4, AND: 5, BITOR: 6, BITXOR: 7, BITAND: 8, EQUAL: 9, RELATION: 10,
  SHIFT: 11, ADD: 12, MULTIPLY: 13, POWER: 14, UNARY: 15, POSTFIX: 16, CALL: 17, MEMBER: 18, PRIMARY: 19,
};

/** What may take the place of what when a program shrinks. */
export const SORT = { EXPRESSION: 1, STATEMENT: 2, ITEM: 3, LIST: 4, OTHER: 5 };

export class Node {
  constructor(sort, level, parts) {
    this.sort = sort;
    this.level = level;
    this.parts = parts;
    /** Of a list: what stands between the items. */
    this.separator = undefined;
    /** Running it cannot call anything. */
    this.calm = false;
    /** It spends fuel: shrinking leaves it, or the program might not end. */
    this.fixed = false;
  }
}

/** The place of a node in another: the level it needs, and what its text must not begin with or hold. */
export class Hole {
  constructor(node, level, rule) {
    this.node = node;
    this.level = level;
    this.rule = rule;
  }
}

/** Rules of holes. */
export const RULE = { NONE: 0, STATEMENT: 1, ARROW_BODY: 2, DEFAULT_EXPORT: 3, NO_IN: 4, NEW_CALLEE: 5, NO_LET: 6, NO_PRIVATE: 7 };

export const hole = (node, level = LEVEL.ASSIGN, rule = RULE.NONE) => new Hole(node, level, rule);
export const expression = (level, ...parts) => new Node(SORT.EXPRESSION, level, parts);
export const calm = (level, ...parts) => {
  const node = new Node(SORT.EXPRESSION, level, parts);
  node.calm = true;
  return node;
};
export const statement = (...parts) => new Node(SORT.STATEMENT, 0, parts);
export const item = (...parts) => new Node(SORT.ITEM, 0, parts);
export const other = (...parts) => new Node(SORT.OTHER, 0, parts);

/** The same node, left alone by shrinking. */
export function fixed(node) {
  node.fixed = true;
  return node;
}

/** The statement that spends fuel. */
export const fuel = () => fixed(statement("$f();"));

/** Items, each a node; they can be left out one by one. */
export function list(separator, nodes) {
  const node = new Node(SORT.LIST, 0, nodes.map((one) => new Hole(one, LEVEL.ASSIGN, RULE.NONE)));
  node.separator = separator;
  return node;
}

/** Statements: one a line, some without their semicolon where a line can end without. */
export const statements = (nodes) => list("\n", nodes);

const BEGINS = {
  // A statement `import("a") in b` is refused by swc.
  [RULE.STATEMENT]: /^(?:\{|function\b|class\b|async\s+function\b|let\s*\[|import\b[^]*\bin\b)/,
  [RULE.ARROW_BODY]: /^\{/,
  [RULE.DEFAULT_EXPORT]: /^(?:function\b|class\b|async\s+function\b)/,
  [RULE.NEW_CALLEE]: /^import\b/,
  [RULE.NO_PRIVATE]: /^#/,
  [RULE.NO_LET]: /^(?:let|async)\b/,
};

function breaks(rule, text) {
  if (rule === RULE.NO_IN) return /\bin\b/.test(text);
  return BEGINS[rule].test(text);
}

function printHole(place) {
  const { node, level, rule } = place;
  const text = print(node);
  if (node.sort === SORT.EXPRESSION && (node.level < level || (rule !== RULE.NONE && breaks(rule, text)))) return `(${text})`;
  return text;
}

const WORD = /[\w$\\]/;

/** Joins two texts so that no token of theirs becomes another. \u0002 at the end: glue if possible. */
function join(left, right) {
  if (left === "") return right;
  if (right === "") return left;
  const end = left.charCodeAt(left.length - 1);
  if (end === 2) {
    const bare = left.slice(0, -1);
    return WORD.test(right[0]) ? `${bare} ${right}` : bare + right;
  }
  const start = right.charCodeAt(0);
  // `+ +`, `- -`, `/ /`, `< !--`
  if ((end === start && (end === 43 || end === 45 || end === 47)) || (end === 60 && start === 33)) return `${left} ${right}`;
  return left + right;
}

/** The text of a tree. */
export function print(node) {
  const { parts, separator } = node;
  if (separator === "\n") return printStatements(parts);
  let out = "";
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    if (separator !== undefined && i > 0) out += separator;
    out = join(out, typeof part === "string" ? part : printHole(part));
  }
  return out;
}

// What begins a statement and never goes on with the expression of the line before.
const FRESH = /^(?:[a-hj-z$_]|if\b|import\b)/;

function printStatements(parts) {
  let out = "";
  for (const part of parts) {
    const text = printHole(part);
    if (text === "") continue;
    if (out.endsWith("\u0001")) out = out.slice(0, -1) + (FRESH.test(text) ? "" : ";");
    out += out === "" ? text : `\n${text}`;
  }
  // The last semicolon may be left out as well.
  return out.endsWith("\u0001") ? out.slice(0, -1) : out;
}

/** Ends a statement whose semicolon is left out where that is possible. */
export const NO_SEMICOLON = "\u0001";

/** The text of a program, whole. */
export const printProgram = (root) => print(root).replaceAll("\u0001", ";");
