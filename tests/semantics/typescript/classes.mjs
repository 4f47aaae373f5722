// Classes: fields of all kinds, accessors, parameter properties, decorators with metadata.
import { returnType, typeText } from "./types.mjs";

/** The name of a member: mostly plain, now and then a text, a number or computed. */
function key(choices, name, computed) {
  const roll = choices.int(100);
  if (roll < 74) return name;
  if (roll < 79) return `"${name}"`;
  if (roll < 82) return String(choices.int(50));
  if (roll < 86) return `["${name}"]`;
  return computed ? `[$key("${name}")]` : name;
}

const decorators = (choices, percent, label) => (choices.chance(percent) ? `@$dec("${label}") ${choices.chance(15) ? `@$dec("${label}2") ` : ""}` : "");

function parameters(choices, context, label) {
  const list = [];
  const count = choices.int(3);
  for (let i = 0; i < count; i += 1) {
    const last = i === count - 1;
    const mark = context.decorates ? decorators(choices, 35, `${label} param ${i}`) : "";
    const type = () => typeText(choices, context.types());
    if (last && choices.chance(12)) list.push(`${mark}...p${i}: ${choices.pick(["string[]", "any[]", `Array<${type()}>`])}`);
    else if (choices.chance(12)) list.push(`${mark}p${i} = ${choices.pick(["1", "\"d\"", "null", "$calls(3)"])}`);
    else list.push(`${mark}p${i}?: ${type()}`);
  }
  return list.join(", ");
}

function constructorText(choices, context, extended) {
  const list = [];
  for (let i = 0; i < choices.int(3); i += 1) {
    const mark = context.decorates ? decorators(choices, 30, `ctor param ${i}`) : "";
    const modifier = choices.pick(["", "", "public ", "private ", "readonly ", "protected readonly "]);
    list.push(`${mark}${modifier}q${i}${choices.chance(30) ? ` = ${choices.int(9)}` : `?: ${typeText(choices, context.types())}`}`);
  }
  const before = choices.chance(30) ? "$log(\"before\"); " : "";
  const call = extended ? `super(${choices.chance(30) ? "1" : ""}); ` : "";
  return `constructor(${list.join(", ")}) { ${before}${call}$log("constructed", Object.keys(this)); }`;
}

const VALUES = ["1", "\"v\"", "() => this", "$calls(2)", "[1]", "null", "this.toString === undefined", "(() => typeof this)()"];

/** One member; the names of fields are told to `fields`. */
function memberText(choices, context, index) {
  const name = `m${index}`;
  const label = `${context.name}.${name}`;
  const mark = (percent) => (context.decorates ? decorators(choices, percent, label) : "");
  const type = () => typeText(choices, context.types());
  const isStatic = choices.chance(25) ? "static " : "";
  switch (choices.int(12)) {
    case 0: case 1: case 2: {
      const value = choices.pick([...VALUES, ...context.values()]);
      return `${mark(60)}${isStatic}${key(choices, name, true)}${choices.chance(60) ? `: ${type()}` : ""} = ${value} as any;`;
    }
    case 3: return `${mark(70)}${isStatic}${key(choices, name, true)}?: ${type()};`;
    case 4: return `${mark(70)}${choices.pick(["", "public ", "private ", "readonly "])}${name}!: ${type()};`;
    case 5: case 6: {
      const asynchronous = choices.chance(20) ? "async " : "";
      const said = choices.chance(60) ? `: ${asynchronous ? "Promise<any>" : returnType(choices, context.types())}` : "";
      return `${mark(70)}${isStatic}${asynchronous}${key(choices, name, true)}(${parameters(choices, context, label)})${said} { return ${choices.pick(["1", "this", context.name])} as any; }`;
    }
    case 7: return `${mark(70)}${isStatic}get ${name}()${choices.chance(60) ? `: ${type()}` : ""} { return 1 as any; }`;
    case 8: return `${mark(70)}${isStatic}set ${name}(${context.decorates ? decorators(choices, 20, `${label} value`) : ""}v: ${type()}) { $log("set ${name}"); }`;
    case 9: return `${isStatic}get ${name}(): ${typeText(choices, context.types())} { return 2 as any; } ${mark(70)}${isStatic}set ${name}(v) { $log("set"); }`;
    case 10: return choices.pick([`static { $log("static block", this.name, Object.keys(this)); }`, `#p${index} = ${choices.pick(VALUES)}; static #s${index} = 2; has${index}(o: any) { return #p${index} in o; }`, `declare d${index}: ${type()};`]);
    default: return choices.pick([`static self${index} = () => ${context.name};`, `make${index}() { return new ${context.name}(); }`, `accessor a${index} = 1;`, `static made${index} = typeof ${context.name};`, `private abs${index}?(): void;`]);
  }
}

/**
 * The text of a class without `export`. `context`: `name`, `decorates`, `types()` (names of types in scope), `values()` (expressions in
 * scope), `base` (an expression to extend, or null).
 */
export function classText(choices, context) {
  const marks = context.decorates ? decorators(choices, 45, context.name) : "";
  const members = [];
  const count = choices.int(5);
  for (let i = 0; i < count; i += 1) members.push(memberText(choices, context, i));
  if (choices.chance(45)) members.splice(choices.int(members.length + 1), 0, constructorText(choices, context, context.base !== null));
  const generic = choices.chance(8) ? "<T = any>" : "";
  const text = `class ${context.anonymous ? "" : context.name}${generic}${context.base === null ? "" : ` extends ${context.base}`} { ${members.join(" ")} }`;
  return { marks, text };
}
