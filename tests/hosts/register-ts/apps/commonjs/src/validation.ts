// The comments at the ends of lines say what targets a line has: S a statement, F a function, B a branch; N none at all.
export type Rule = (value: unknown) => string | undefined; // N
interface Checked { [property: string]: Rule[] } // N

/** Rules by class name. */
const rules = new Map<string, Checked>(); // S
/** Types by class and property name, as `emitDecoratorMetadata` gives them. */
export const designTypes = new Map<string, string>(); // S

(Reflect as any).metadata ??= (key: string, value: any) => (target: any, property: string) => { // S F
  if (key === "design:type") { // S B
    designTypes.set(`${target.constructor.name}.${property}`, value.name); // S
  }
};

export function Check(rule: Rule): PropertyDecorator { // F
  return (target, property) => { // S F
    const name = target.constructor.name; // S
    const known: Checked = rules.get(name) ?? {}; // S
    (known[String(property)] ??= []).push(rule); // S
    rules.set(name, known); // S
  };
}

/* Three lines
   that are
   nothing. */
export function IsInt(min?: number): PropertyDecorator { // F
  return Check((value): string | undefined => { // S F
    if (typeof value !== "number" || !Number.isInteger(value)) return "not an integer"; // S B
    return min !== undefined && value < min // S B
      ? `below ${min}` // S
      : undefined;
  });
}

export function validate(object: object): string[] { // F
  const problems: string[] = []; // S
  for (const [property, list] of Object.entries(rules.get(object.constructor.name) ?? {})) { // S
    for (const rule of list!) { // S
      const problem = rule((object as any)[property]); // S
      if (problem) problems.push(`${property}: ${problem}`); // S B
    }
  }
  return problems; // S
}
