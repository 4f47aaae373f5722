// A TypeScript project of two to six files that import each other, in cycles too.
import { Choices } from "./choices.mjs";
import { exportedName, isType, isValue, itemText, planItems } from "./items.mjs";

/** Functions that the files may call; the runner has it as globals. */
export const WORLD = `declare function $log(...values: any[]): void;
declare function $try(name: string, run: () => unknown): void;
declare function $later(run: () => void): void;
declare function $dec(name: string): any;
declare function $key<T extends string>(name: T): any;
declare function $calls(n: number): number;
declare function $res(name: string): Disposable;
`;

/** A file that only declares: its constant enum is nowhere at run time. */
export const AMBIENT = `export declare const enum Ambient { One = 1, Text = "text" }
`;

/** The options of a project: what tsconfig.json says. */
function optionsOf(choices) {
  const module = choices.chance(65) ? "commonjs" : "esnext";
  const useDefineForClassFields = choices.chance(50);
  return {
    target: "es2022", module, moduleResolution: "bundler", lib: ["es2022", "esnext.disposable"], types: [], strict: choices.chance(60),
    experimentalDecorators: true, emitDecoratorMetadata: choices.chance(85), useDefineForClassFields,
    // We keep constant enums: who imports them may be compiled by somebody else.
    preserveConstEnums: true,
    esModuleInterop: choices.chance(70), skipLibCheck: true,
    ...(module === "commonjs" ? { moduleResolution: "node10" } : {}),
  };
}

/** One import of a file: its statement, and the names that it brings as `{ text, item }`. */
function importText(choices, options, file, target, items) {
  const specifier = JSON.stringify(options.module === "commonjs" ? `./f${target}` : `./f${target}.js`);
  const exported = items.filter((item) => exportedName(item) !== null);
  const named = exported.filter((item) => item.export !== "default");
  const taken = named.length === 0 ? [] : choices.some(named, 3);
  const defaulted = exported.find((item) => item.export === "default");
  const roll = choices.int(100);
  if (roll < 8 || exported.length === 0) return { text: `import ${specifier};`, names: [] };
  const prefix = `i${file}_${target}_`;
  if (roll < 26) {
    const local = `n${file}_${target}`;
    return { text: `import * as ${local} from ${specifier};`, names: exported.map((item) => ({ text: `${local}.${exportedName(item)}`, item })), space: local };
  }
  if (roll < 32 && options.module === "commonjs") {
    const local = `r${file}_${target}`;
    return { text: `import ${local} = require(${specifier});`, names: exported.map((item) => ({ text: `${local}.${exportedName(item)}`, item })), space: local };
  }
  const types = choices.chance(10);
  const parts = taken.map((item) => {
    const only = !types && isType(item) && !isValue(item) && choices.chance(40) ? "type " : "";
    const local = choices.chance(25) ? `${prefix}${item.name}` : exportedName(item);
    const text = local === exportedName(item) ? `${only}${local}` : `${only}${exportedName(item)} as ${local}`;
    return { text, name: { text: local, item, onlyType: types || only !== "" } };
  });
  const names = parts.map(({ name }) => name);
  let clause = `{ ${parts.map(({ text }) => text).join(", ")} }`;
  if (defaulted !== undefined && !types && choices.chance(60)) {
    const local = `d${file}_${target}`;
    names.push({ text: local, item: defaulted });
    clause = parts.length === 0 ? local : `${local}, ${clause}`;
  }
  if (names.length === 0) return { text: `import ${specifier};`, names };
  return { text: `import ${types ? "type " : ""}${clause} from ${specifier};`, names };
}

/** Re-exports of another file. */
function reexportText(choices, options, file, target, items, used) {
  const specifier = JSON.stringify(options.module === "commonjs" ? `./f${target}` : `./f${target}.js`);
  const named = items.filter((item) => exportedName(item) !== null && item.export !== "default" && !used.has(exportedName(item)));
  if (choices.chance(35)) return `export * from ${specifier};`;
  if (choices.chance(25)) return `export * as all${file}_${target} from ${specifier};`;
  if (named.length === 0) return null;
  const taken = choices.some(named, 3);
  const parts = taken.map((item) => {
    if (choices.chance(60)) return `${exportedName(item)} as re${file}_${item.name}`;
    used.add(exportedName(item));
    return exportedName(item);
  });
  return `export { ${parts.join(", ")} } from ${specifier};`;
}

/** Writes what a file does with a value, as text of an expression. */
function useOf(choices, { text, item }) {
  if (item.kind === "enum" || item.kind === "constEnum") {
    const member = item.members.length > 0 ? choices.pick(item.members) : "M0";
    return choices.chance(item.kind === "enum" ? 50 : 100) ? `${text}.${member}` : choices.pick([`Object.entries(${text})`, `${text}`]);
  }
  switch (item.kind) {
    case "class": return choices.pick([`new ${text}()`, `Object.getOwnPropertyNames(${text})`, `Object.getOwnPropertyNames(${text}.prototype)`, `${text}.name`, `Object.keys(new ${text}())`]);
    case "function": case "arrow": return choices.pick([`${text}(1)`, `${text}.name`, `typeof ${text}`, `new (${text} as any)()`]);
    case "namespace": return choices.pick([`Object.keys(${text})`, `${text}`]);
    default: return choices.pick([text, `typeof ${text}`, `[${text}]`]);
  }
}

/** The statements of one file. */
function fileStatements(choices, options, files, file) {
  const items = files[file];
  const imports = [];
  const names = [];
  const targets = choices.shuffled(files.map((_, i) => i).filter((i) => i !== file)).slice(0, choices.int(3) + (file === 0 ? 1 : 0));
  for (const target of targets) {
    const made = importText(choices, options, file, target, files[target]);
    imports.push(made.text);
    names.push(...made.names);
  }
  const declared = [];
  const visible = () => [...names, ...declared.map((item) => ({ text: item.name, item }))];
  const scope = {
    decorates: options.experimentalDecorators,
    types: () => [...visible(), ...items.map((item) => ({ text: item.name, item }))].filter(({ item }) => isType(item) && !item.anonymous).map(({ text }) => text),
    // An alias of itself is no type.
    earlier: () => visible().filter(({ item }) => isType(item) && !item.anonymous).map(({ text }) => text),
    values: () => visible().filter(({ item, onlyType }) => !onlyType && (item.kind === "enum" || item.kind === "constEnum") && item.members.length > 0)
      .map(({ text, item }) => `${text}.${item.members[0]}`).concat(["Ambient.One", "Ambient.Text"]),
    constants: () => visible().filter(({ item, onlyType }) => !onlyType && item.kind === "enum" && item.members.length > 0 && item.enumKind !== "string")
      .map(({ text, item }) => `${text}.${item.members.at(-1)}`),
    classes: () => declared.filter((item) => item.kind === "class" && !item.anonymous).map(({ name }) => name),
  };
  const body = [];
  for (const item of items) {
    body.push(itemText(choices, item, scope));
    declared.push(item);
    if (item.kind === "let" && choices.chance(60)) body.push(choices.pick([`${item.name} = 2;`, `${item.name}++;`, `$log("was", ${item.name}--);`, `[${item.name}] = [5];`, `({ a: ${item.name} } = { a: 6 });`, `for (${item.name} of [7, 8]) $log(${item.name});`, `$later(() => { ${item.name} += 10; });`]));
    const usable = visible().filter((one) => isValue(one.item) && !one.onlyType && !one.item.anonymous || one.item.kind === "constEnum" && !one.onlyType);
    if (usable.length > 0 && choices.chance(70)) {
      const use = useOf(choices, choices.pick(usable));
      body.push(choices.chance(70) ? `$try(${JSON.stringify(use)}, () => ${use});` : `$later(() => $try(${JSON.stringify(use)}, () => ${use}));`);
    }
  }
  const exports = items.filter((item) => item.export === "list" || item.export === "renamed");
  if (exports.length > 0) {
    const list = exports.map((item) => (item.export === "list" ? item.name : `${item.name} as ${item.name}x`));
    const text = `export { ${list.join(", ")} };`;
    if (choices.chance(40)) body.unshift(text); else body.push(text);
  }
  const used = new Set(items.map(exportedName));
  for (const target of choices.shuffled(files.map((_, i) => i).filter((i) => i !== file)).slice(0, choices.int(3) === 0 ? 1 : 0)) {
    const text = reexportText(choices, options, file, target, files[target], used);
    if (text !== null) body.splice(choices.int(body.length + 1), 0, text);
  }
  if (!items.some((item) => item.export === "default") && choices.chance(20)) body.push(choices.pick(["export default 1;", "export default () => 1;", "export default function () { return 2; }", "export default { a: 1 };"]));
  // tsc leaves imports where they stand; mostly they stand first.
  const statements = choices.chance(85) ? [...imports, ...body] : [`$log("before imports of f${file}");`, ...imports, ...body];
  if (statements.some((text) => text.includes("Ambient."))) statements.unshift(`import { Ambient } from "./ambient${options.module === "commonjs" ? "" : ".js"}";`);
  statements.push(`$log("end of f${file}");`);
  return statements;
}

/** The project of a seed: `{ options, files: [{ name, statements }] }`; the first file is the one that is run. */
export function projectOf(seed) {
  const choices = new Choices(seed);
  const options = optionsOf(choices);
  const count = choices.int(5) + 2;
  const plans = Array.from({ length: count }, (_, i) => planItems(choices, i));
  const files = plans.map((_, i) => ({ name: `f${i}.ts`, statements: fileStatements(choices, options, plans, i) }));
  return { seed, options, files };
}

export const textOf = (file) => `${file.statements.join("\n")}\n`;
