// Type annotations: what decorators' metadata is made of.

const PLAIN = [
  "string", "number", "boolean", "bigint", "symbol", "any", "unknown", "object", "void", "undefined", "null", "never", "{}",
  "string[]", "readonly number[]", "[string, number]", "() => void", "new () => object", "Date", "Map<string, number>", "Set<string>",
  "Promise<string>", "Array<number>", "ReadonlyArray<string>", "Record<string, number>", "Partial<{ a: 1 }>", "RegExp", "Error", "Function",
  "Object", "String", "Number", "Uint8Array", "\"lit\"", "1", "-1", "true", "10n", "`t${string}`", "{ a: string }", "keyof { a: 1 }",
  "{ a: 1 }[\"a\"]", "{ [K in \"a\"]: K }", "typeof globalThis", "unique symbol", "(string)", "URL", "Iterable<string>",
];

/** A type that can stand anywhere; `names` are those of classes, enums and other types in scope. */
export function typeText(choices, names, depth = 0) {
  const roll = choices.int(100);
  if (roll < 45 && names.length > 0) return choices.pick(names);
  if (roll < 75 || depth > 1) return choices.pick(PLAIN.filter((one) => one !== "unique symbol"));
  const inner = () => typeText(choices, names, depth + 1);
  const bare = () => `(${inner()})`;
  switch (choices.int(7)) {
    case 0: return `${bare()} | ${choices.pick(["null", "undefined", "string", "number", "never", bare()])}`;
    case 1: return `${bare()} & ${choices.pick(["{ x: 1 }", "unknown", "never", bare()])}`;
    case 2: return `${bare()}[]`;
    case 3: return `Promise<${inner()}>`;
    case 4: return `${bare()} extends string ? ${inner()} : ${inner()}`;
    case 5: return `${bare()} | ${bare()} | null`;
    default: return `Array<${inner()}>`;
  }
}

/** A type that a return may be said to have. */
export const returnType = (choices, names) => (choices.chance(6) ? "asserts x" : typeText(choices, names)).replace("asserts x", "boolean");
