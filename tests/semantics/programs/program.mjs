// Whole programs: CommonJS bodies, scripts and modules, sloppy and strict, as an arbitrary of fast-check.
import fc from "fast-check";
import { Generator } from "./generator.mjs";
import { topContext } from "./scope.mjs";
import { hole, item, LEVEL, list, printProgram, RULE, statement, statements } from "./tree.mjs";
import { anExpression } from "./expressions.mjs";
import { declareName } from "./patterns.mjs";
import { functionKind, signatureAndBody } from "./functions.mjs";
import { classDeclaration, classExpression } from "./classes.mjs";
import { aStatement, declarators, statementList } from "./statements.mjs";
import { smaller } from "./shrink.mjs";
import { callStatements } from "./tracked_calls.mjs";

/** Nodes that a program may have besides its leaves. */
const SMALLEST = 12;
const LARGEST = 70;

/** Programs of 100 that begin with calls of replaced functions. */
const CALLING = 45;

/** A program and how it is to be run. */
export class Program {
  constructor(tree, goal, tracked = new Set()) {
    this.tree = tree;
    /** "commonJs", "script" or "module". */
    this.goal = goal;
    /** What it calls of that has replacements; not known of a program that was made smaller. */
    this.tracked = tracked;
    this.text = printProgram(tree);
  }
}

function generate(random) {
  const goal = ["commonJs", "commonJs", "commonJs", "script", "module"][random.nextInt(0, 4)];
  const strict = goal === "module" || random.nextInt(0, 99) < 30;
  const context = topContext({ strict, module: goal === "module", commonJs: goal === "commonJs" });
  const g = new Generator(random, random.nextInt(SMALLEST, LARGEST), context);
  const first = strict && goal !== "module" ? [statement('"use strict";')] : [];
  if (g.chance(CALLING)) first.push(...callStatements(g));
  const tree = goal === "module" ? moduleItems(g, first) : statementList(g, 3 + g.int(5), first);
  return new Program(tree, goal, g.tracked);
}

function moduleItems(g, first) {
  const exported = new Set();
  const made = [...first];
  for (let i = 0, count = 1 + g.int(2); i < count; i += 1) made.push(importing(g));
  for (let i = 0, count = 3 + g.int(4); i < count; i += 1) {
    const one = g.chance(35) ? exporting(g, exported) : null;
    made.push(one ?? aStatement(g));
  }
  return statements(made);
}

const DEPENDENCIES = ["a", "o", "early", "peek"];

function importing(g) {
  const local = () => declareName(g, "import", "any");
  const named = () => item(g.pick(DEPENDENCIES), " as ", local());
  switch (g.int(6)) {
    case 0: return statement("import ", local(), ' from "dep";');
    case 1: return statement("import * as ", local(), ' from "dep";');
    case 2: return statement("import ", local(), ", { ", hole(list(", ", [named(), named()])), ' } from "dep";');
    case 3: return statement('import "dep";');
    case 4: return statement("import ", local(), ' from "data" with { type: "json" };');
    default: return statement("import { ", hole(list(", ", [named()])), ' } from "dep";');
  }
}

function exporting(g, exported) {
  const once = (name) => !exported.has(name) && exported.add(name);
  const newName = () => {
    g.names += 1;
    return `e${g.names}`;
  };
  switch (g.int(8)) {
    case 0: case 1: {
      const kind = g.pick(["const", "let", "var"]);
      const before = new Set(g.scope.variables);
      const made = declarators(g, kind);
      for (const one of g.scope.variables) if (!before.has(one)) exported.add(one.name);
      return statement("export ", kind, " ", hole(made), ";");
    }
    case 2: {
      const [kind, text] = functionKind(g);
      const name = declareName(g, "function", "function");
      if (!once(name)) return null;
      return statement("export ", text, " ", name, hole(signatureAndBody(g, kind)));
    }
    case 3: {
      const name = declareName(g, "const", "class");
      return once(name) ? statement("export ", hole(classDeclaration(g, name))) : null;
    }
    case 4: {
      if (!once("default")) return null;
      const [kind, text] = functionKind(g);
      if (g.chance(30)) return statement("export default ", text, hole(signatureAndBody(g, kind)));
      if (g.chance(30)) return statement("export default ", hole(classExpression(g)));
      return statement("export default ", hole(anExpression(g, "any"), LEVEL.ASSIGN, RULE.DEFAULT_EXPORT), ";");
    }
    case 5: {
      const locals = g.scope.variables.filter((one) => one.kind !== "parameter");
      if (locals.length === 0) return null;
      const name = newName();
      return statement("export { ", g.pick(locals).name, " as ", g.chance(80) ? name : `"${name} text"`, " };");
    }
    case 6: return statement("export { ", g.pick(DEPENDENCIES), " as ", newName(), ' } from "dep";');
    default: return statement(g.chance(50) ? 'export * from "dep";' : `export * as ${newName()} from "dep";`);
  }
}

/** Programs; a failing one shrinks by its tree. */
class Programs extends fc.Arbitrary {
  generate(random) {
    return new fc.Value(generate(random), undefined);
  }

  canShrinkWithoutContext(value) {
    return value instanceof Program;
  }

  shrink(program) {
    return fc.stream(smallerPrograms(program));
  }
}

function* smallerPrograms(program) {
  const seen = new Set([program.text]);
  for (const tree of smaller(program.tree)) {
    const made = new Program(tree, program.goal);
    // No smaller text is a circle.
    if (made.text.length > program.text.length || seen.has(made.text)) continue;
    seen.add(made.text);
    yield new fc.Value(made, undefined);
  }
}

export const programs = new Programs();

/** The program of a seed. */
export function programOf(seed) {
  return fc.sample(programs, { seed, numRuns: 1 })[0];
}

