// The tree of a program as acorn reads it (a parser that is not ours), and edits of its text.
import { parse } from "acorn";

const SOURCE_TYPE = { module: "module", commonJs: "commonjs", script: "script" };

const isNode = (value) => value !== null && typeof value === "object" && typeof value.type === "string";

/** Calls `visit(child, key)` for each node directly below one. */
function eachChild(node, visit) {
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) for (const one of value) { if (isNode(one)) visit(one, key); }
    else if (isNode(value)) visit(value, key);
  }
}

/** Round the whole program. */
const NOTHING = { type: "" };

/**
 * The places of a text's nodes, an outer one before those inside: `{ node, parent, key, above }`, `above` being the place of the
 * parent. Parentheses are nodes. No place where acorn does not read the text.
 */
export function placesOf(text, goal) {
  let root;
  try {
    root = parse(text, { ecmaVersion: "latest", preserveParens: true, sourceType: SOURCE_TYPE[goal] });
  } catch {
    return [];
  }
  const places = [];
  const walk = (place) => {
    places.push(place);
    eachChild(place.node, (node, key) => walk({ node, parent: place.node, key, above: place }));
  };
  walk({ node: root, parent: NOTHING, key: null, above: null });
  return places;
}

const FUNCTION = /^(?:Function|ArrowFunction|Class)/;

/** Whether a node of a type stands in an expression, functions and classes inside left out. */
export function holds(node, type) {
  if (node.type === type) return true;
  if (FUNCTION.test(node.type)) return false;
  let found = false;
  eachChild(node, (child) => { found ||= holds(child, type); });
  return found;
}

export const unwrapped = (node) => (node.type === "ParenthesizedExpression" ? unwrapped(node.expression) : node);

/**
 * The text with what an edit says of each place, or null where that is nothing. `edit(node, place, text)` answers a list of
 * `[at, text]` or null; of two that stand together, that of the outer node is the outer one.
 */
export function edited(text, places, edit) {
  const [opening, closing] = [[], []];
  for (const place of places) {
    const { node } = place;
    for (const piece of edit(node, place, text) ?? []) (piece[0] < node.end ? opening : closing).push(piece);
  }
  const pieces = [...closing.reverse(), ...opening].sort(([a], [b]) => a - b);
  if (pieces.length === 0) return null;
  let [made, done] = ["", 0];
  for (const [at, piece] of pieces) {
    made += text.slice(done, at) + piece;
    done = at;
  }
  return made + text.slice(done);
}
