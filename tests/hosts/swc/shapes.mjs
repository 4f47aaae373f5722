// Prints a program that nests: `node shapes.mjs <kind> <depth>`.

const [kind, count] = process.argv.slice(2);
const depth = Number(count);
const SHAPES = {
  arrays: () => `export const deep = ${"[".repeat(depth)}1 < 2${"]".repeat(depth)};`,
  functions: () => `${"function f(a) { if (a < 1) return a; ".repeat(depth)}${"}".repeat(depth)}`,
  blocks: () => `${"if (a < 1) { ".repeat(depth)}f();${"}".repeat(depth)}`,
  elses: () => `${"if (a < 1) f(); else ".repeat(depth)} g();`,
  sums: () => `export const sum = ${Array.from({ length: depth }, (_, i) => `a${i}`).join(" + ")};`,
  ors: () => `export const or = ${Array.from({ length: depth }, (_, i) => `a === ${i}`).join(" || ")};`,
  nots: () => `export const not = ${"!".repeat(depth)}a;`,
};
process.stdout.write(SHAPES[kind]());
