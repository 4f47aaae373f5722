// Smaller programs than a given one: items left out, nodes replaced by what stands in them, or by the
// smallest of their sort. Whether a smaller one is a program and still differs, its judge finds out.
import { Hole, LEVEL, Node, RULE, SORT, print } from "./tree.mjs";

const ZERO = new Node(SORT.EXPRESSION, LEVEL.PRIMARY, ["0"]);
const EMPTY = new Node(SORT.STATEMENT, 0, [";"]);

function copy(node, parts) {
  const made = new Node(node.sort, node.level, parts);
  made.separator = node.separator;
  made.fixed = node.fixed;
  return made;
}

/** The tree with the node at `path` (indexes of parts) replaced. */
function replaced(root, path, make, depth = 0) {
  if (depth === path.length) return make(root);
  const index = path[depth];
  const place = root.parts[index];
  const parts = root.parts.slice();
  parts[index] = new Hole(replaced(place.node, path, make, depth + 1), place.level, place.rule);
  return copy(root, parts);
}

/** The nearest nodes of a sort inside a node. */
function* inside(node, sort, depth) {
  for (const part of node.parts) {
    if (typeof part === "string") continue;
    if (part.node.sort === sort) yield part.node;
    if (depth > 0 && (part.node.sort !== sort || depth > 2)) yield* inside(part.node, sort, depth - 1);
  }
}

function* nodes(root) {
  // Breadth first: what is large goes first.
  let layer = [[root, []]];
  while (layer.length > 0) {
    const next = [];
    for (const [node, path] of layer) {
      yield [node, path];
      node.parts.forEach((part, index) => {
        if (typeof part !== "string") next.push([part.node, [...path, index]]);
      });
    }
    layer = next;
  }
}

function* ofList(root, node, path) {
  const { length } = node.parts;
  const kept = (parts) => parts.filter((part) => part.node.fixed);
  const without = (from, to) =>
    replaced(root, path, (old) => copy(old, [...old.parts.slice(0, from), ...kept(old.parts.slice(from, to)), ...old.parts.slice(to)]));
  for (let size = length; size >= 1; size = size >> 1) {
    for (let from = 0; from < length; from += size) yield without(from, Math.min(length, from + size));
  }
}

function* ofNode(root, node, path) {
  if (node.fixed) return;
  const text = print(node);
  if (node.sort === SORT.EXPRESSION) {
    if (text === "0") return;
    yield replaced(root, path, () => ZERO);
    for (const inner of inside(node, SORT.EXPRESSION, 4)) {
      if (print(inner).length < text.length) yield replaced(root, path, () => inner);
    }
  } else if (node.sort === SORT.STATEMENT) {
    if (text === ";") return;
    yield replaced(root, path, () => EMPTY);
    for (const inner of inside(node, SORT.STATEMENT, 3)) yield replaced(root, path, () => inner);
    for (const body of inside(node, SORT.LIST, 2)) {
      if (body.separator === "\n") yield replaced(root, path, () => body);
    }
  }
}

/** All smaller trees, the smallest first as far as that is cheap to tell. */
export function* smaller(root) {
  for (const [node, path] of nodes(root)) {
    if (node.sort === SORT.LIST) yield* ofList(root, node, path);
    else yield* ofNode(root, node, path);
  }
  // Comments and line ends that do not matter.
  for (const [node, path] of nodes(root)) {
    for (const [index, part] of node.parts.entries()) {
      if (typeof part !== "string" || !/^\s*(?:\/\*.*\*\/|\/\/.*\n|\n)\s*$/.test(part)) continue;
      yield replaced(root, path, (old) => copy(old, old.parts.with(index, " ")));
    }
  }
}

export { RULE };
