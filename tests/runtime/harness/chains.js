// Random nests of `&&`, `||`, `!` and comparisons over the numbers x and y, written three ways: plain,
// with inline probes and with closures, as the instrumenter writes them.

const OPS = ["<", "<=", ">", ">=", "==", "!=", "===", "!=="];
const PROBES = ["lt", "le", "gt", "ge", "eq", "ne", "se", "sn"];

/** A random nest: `{ plain, inline, closure, slots }`; the root cell is slot `root`. */
export function randomNest(next, root) {
  const state = { next, slots: 1, root };
  const node = random(state, 4);
  number(node, state);
  return { plain: plain(node), inline: probed(node, state, inlineChain), closure: probed(node, state, closureChain), slots: state.slots };
}

function random(state, depth) {
  const { next } = state;
  const kind = depth === 0 ? 2 + next(3) : next(7);
  if (kind < 2) {
    const operator = kind === 0 ? "&&" : "||";
    const operands = Array.from({ length: 2 + next(3) }, () => random(state, depth - 1));
    // A chain of one operator is one flat chain.
    return { kind: "chain", operator, operands: operands.flatMap((one) => (one.kind === "chain" && one.operator === operator ? one.operands : [one])) };
  }
  if (kind === 2 || kind > 5) return { kind: "compare", op: next(8), left: next(2) ? "x" : "y", right: String(next(9) - 2) };
  if (kind === 3) return { kind: "value", text: next(2) ? "x" : "y" };
  if (kind === 4) return { kind: "call", text: `f(${next(4)})` };
  return { kind: "not", operand: random(state, Math.max(0, depth - 1)) };
}

// Slots are numbered as trees are visited: a chain before its operands.
function number(node, state) {
  if (node.kind === "chain" || node.kind === "compare") {
    node.id = state.root + state.slots;
    state.slots += 2;
  }
  for (const operand of node.operands ?? (node.operand ? [node.operand] : [])) number(operand, state);
}

function plain(node) {
  switch (node.kind) {
    case "chain":
      return `(${node.operands.map(plain).join(node.operator)})`;
    case "compare":
      return `${node.left}${OPS[node.op]}${node.right}`;
    case "not":
      return `!(${plain(node.operand)})`;
    default:
      return node.text;
  }
}

const has = (node) => (node.kind === "chain" || node.kind === "compare" || node.kind === "not" ? 1 : 0);

function leafOf(node) {
  if (node.kind === "compare") return `${node.op},${node.left},${node.right}`;
  if (node.kind === "value") return `8,${node.text},0`;
  if (node.kind === "not" && node.operand.kind === "value") return `9,${node.operand.text},0`;
  return null;
}

function leaves(operands, from) {
  const found = [];
  for (let i = from; i < operands.length && found.length < 4; i += 1) {
    const leaf = leafOf(operands[i]);
    if (leaf === null) break;
    found.push(leaf);
  }
  return found;
}

function probed(node, state, chain) {
  switch (node.kind) {
    case "chain":
      return chain(node, state);
    case "compare":
      return `__nm.${PROBES[node.op]}(${state.root},${node.id},${node.left},${node.right})`;
    case "not":
      return `__nm.n(${state.root},${has(node.operand)},${probed(node.operand, state, chain)})`;
    default:
      return node.text;
  }
}

function inlineChain(node, state) {
  const [name, side] = node.operator === "&&" ? ["and", 1] : ["or", 0];
  const count = node.operands.length;
  const operands = node.operands.map((operand, i) => {
    const acc = i === 0 ? "0" : `__nm.h[${side}]`;
    const spec = leaves(node.operands, i + 1).map((leaf) => `,${leaf}`).join("");
    return `__nm.${name}(${state.root},${node.id},${count},${i + 1},${acc},${has(operand)},${probed(operand, state, inlineChain)}${spec})`;
  });
  return `(__nm.S[${state.root}]===1||__nm.p(${node.id}),${operands.join(node.operator)})`;
}

function closureChain(node, state) {
  const name = node.operator === "&&" ? "andc" : "orc";
  const operands = node.operands.map((operand) => `()=>(${probed(operand, state, closureChain)})`);
  const spec = node.operands.map((_, i) => {
    const found = leaves(node.operands, i + 1);
    return found.length === 0 ? "0" : `()=>[${found.join(",")}]`;
  });
  return `__nm.${name}(${state.root},${node.id},[${operands}],[${node.operands.map(has)}],[${spec}])`;
}
