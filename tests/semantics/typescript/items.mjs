// What a file declares: one item is one or a few statements, and what others may do with its name.
import { classText } from "./classes.mjs";
import { enumText } from "./enums.mjs";
import { typeText } from "./types.mjs";

/** Kinds of items with their weights; the kinds are planned for all files before one is written, so that cycles can name each other. */
const WEIGHTS = {
  class: 26, enum: 12, constEnum: 6, function: 10, const: 10, let: 7, alias: 9, interface: 7, namespace: 8, arrow: 6, pattern: 3, abstract: 2, using: 3,
};
const DRAWN = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array(weight).fill(kind));

/** Kinds whose names are types. */
const TYPES = new Set(["class", "enum", "constEnum", "alias", "interface", "abstract"]);
/** Kinds whose names are values. */
const VALUES = new Set(["class", "enum", "function", "const", "let", "namespace", "arrow", "pattern", "abstract"]);

export const isType = (item) => TYPES.has(item.kind);
export const isValue = (item) => VALUES.has(item.kind);

/** Plans the items of a file: `{ name, kind, export }`, `export` being how others get it: "inline", "list", "renamed", "default", "no". */
export function planItems(choices, file) {
  const items = [];
  const count = choices.int(5) + 2;
  let defaulted = false;
  for (let i = 0; i < count; i += 1) {
    const kind = choices.pick(DRAWN);
    let how = choices.pick(["inline", "inline", "inline", "inline", "list", "renamed", "no"]);
    if (!defaulted && ["class", "function", "interface"].includes(kind) && choices.chance(20)) {
      how = "default";
      defaulted = true;
    }
    if (kind === "using") how = "no";
    if (kind === "pattern" && how !== "no") how = "inline";
    const enumKind = kind === "enum" ? choices.pick(["plain", "plain", "string", "mixed", "computed"]) : "plain";
    items.push({ name: `${kind === "class" || kind === "abstract" ? "C" : kind.endsWith("num") ? "E" : "v"}${file}${i}`, kind, export: how, enumKind, members: [] });
  }
  return items;
}

/** A value that a constant may have; expressions of enums among them. */
const valueText = (choices, scope) => choices.pick(["1", "\"text\"", "[1, 2]", "{ a: 1 }", "$calls(4)", "null", "function () { return 1; }", "class {}", ...scope.values()]);

const MAKERS = {
  class: classItem,
  abstract: (choices, item) => `abstract class ${item.name} { abstract a(): string; abstract b: number; c = 1; protected d?: string; }`,
  enum(choices, item, scope) {
    const { text, members } = enumText(choices, item.name, item.enumKind, scope.constants());
    item.members = members;
    return text;
  },
  constEnum(choices, item) {
    const { text, members } = enumText(choices, item.name, choices.pick(["plain", "string", "mixed"]), []);
    item.members = members;
    return `const ${text.replace(/\$calls\((\d)\)/g, "$1")}`;
  },
  function: (choices, item) => `${choices.chance(20) ? "async " : ""}function ${item.name}(a?: any, b = 1) { return [typeof a, b${item.reads ?? ""}] as any; }`,
  const: (choices, item, scope) => `const ${item.name}${choices.chance(40) ? ": any" : ""} = ${valueText(choices, scope)};`,
  arrow: (choices, item) => `const ${item.name} = ${choices.pick(["() => 1", "async (x?: any) => x", "function named(this: any) { return this; }"])};`,
  let: (choices, item) => `${choices.pick(["let", "let", "var"])} ${item.name}: any${choices.chance(70) ? ` = ${choices.int(9)}` : ""};`,
  alias: (choices, item, scope) => `type ${item.name} = ${typeText(choices, scope.earlier())};`,
  interface: (choices, item) => `interface ${item.name} { a?: string; b?(): number; }`,
  namespace: namespaceItem,
  pattern: (choices, item) => `const { a: ${item.name}, ...${item.name}rest } = { a: 1, b: 2 } as any;`,
  using: (choices, item) => `{ using ${item.name} = $res("${item.name}"), ${item.name}b = ${choices.pick(["null", "$res(\"second\")"])}; $log("inside", typeof ${item.name}); }`,
};

function classItem(choices, item, scope) {
  const bases = scope.classes();
  const base = choices.chance(25) ? choices.pick(["Array", "Error", ...bases, ...bases]) : null;
  const context = { name: item.name, decorates: scope.decorates && choices.chance(75), types: () => [...scope.types(), item.name], values: scope.values, base, anonymous: false };
  if (item.export === "default" && choices.chance(25)) {
    context.anonymous = true;
    context.decorates = false;
    item.anonymous = true;
  }
  const { marks, text } = classText(choices, context);
  item.marks = marks;
  return item.anonymous ? text.replaceAll(item.name, "Object") : text;
}

function namespaceItem(choices, item, scope) {
  const inside = [`export const one = ${choices.int(9)};`, "export function two() { return one; }", "const hidden = one + 1; export let three = hidden;"];
  if (choices.chance(40)) inside.push(`export enum Inner { A = ${choices.int(5)}, B }`, "export const four = Inner.B;");
  if (choices.chance(30)) inside.push("export class Kept { x = one; } export type Only = string;");
  if (choices.chance(30)) inside.push("export namespace Deep { export const leaf = one; }");
  const again = choices.chance(30) ? ` ${item.export === "inline" ? "export " : ""}namespace ${item.name} { export const five = one + 1; }` : "";
  const name = choices.chance(12) ? `${item.name}.Part` : item.name;
  if (name !== item.name) return `namespace ${name} { ${inside[0]} }`;
  return `namespace ${item.name} { ${inside.slice(0, choices.int(inside.length) + 1).join(" ")} }${again && inside.length > 0 ? again : ""}`;
}

/** The statement of an item with its `export`. */
export function itemText(choices, item, scope) {
  const text = MAKERS[item.kind](choices, item, scope);
  const marks = item.marks ?? "";
  if (item.export === "inline") return choices.chance(50) ? `${marks}export ${text}` : marks === "" ? `export ${text}` : `export ${marks}${text}`;
  if (item.export === "default") return `${marks}export default ${item.kind === "function" && choices.chance(30) ? text.replace(item.name, "") : text}`;
  return marks + text;
}

/** Names an item as the others do: the name it is exported by, or null. */
export const exportedName = (item) => ({ inline: item.name, list: item.name, renamed: `${item.name}x`, default: "default", no: null })[item.export];
