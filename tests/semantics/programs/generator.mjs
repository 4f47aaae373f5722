// What all parts of the grammar share while one program is generated: the choices (of fast-check), the
// budget of nodes, names, and the place at hand.
import { calm, expression, LEVEL } from "./tree.mjs";
import { Scope } from "./scope.mjs";

/** Names that are words of the language elsewhere. */
const CONTEXTUAL = ["of", "get", "set", "from", "as", "async", "target"];

export class Generator {
  /** @param random fast-check's source of choices */
  constructor(random, budget, context) {
    this.random = random;
    this.budget = budget;
    this.context = context;
    this.scope = new Scope(null, true);
    /** Private names of the classes around: `{ name, kind }` lists. */
    this.privates = [];
    this.names = 0;
    this.depth = 0;
    /** Names of replacements ("string.includes") that the program calls, as far as the generator meant to. */
    this.tracked = new Set();
  }

  /** An integer in [0, n). */
  int(n) {
    return this.random.nextInt(0, n - 1);
  }

  /** True in `percent` of 100. */
  chance(percent) {
    return this.random.nextInt(0, 99) < percent;
  }

  pick(values) {
    return values[this.random.nextInt(0, values.length - 1)];
  }

  /** Runs one of `[weight, production, allowed?]`; a production that answers null leaves it to another. */
  choose(table, argument) {
    let total = 0;
    for (const [weight, , allowed] of table) if (allowed === undefined || allowed(this)) total += weight;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      let at = this.random.nextInt(0, total - 1);
      for (const [weight, production, allowed] of table) {
        if (allowed !== undefined && !allowed(this)) continue;
        at -= weight;
        if (at < 0) {
          const made = production(this, argument);
          if (made !== null) return made;
          break;
        }
      }
    }
    return null;
  }

  /** Runs `inside` at a place with another context and (maybe) scope. */
  within(context, scope, inside) {
    const outer = [this.context, this.scope];
    this.context = context;
    if (scope !== null) this.scope = scope;
    try {
      return inside();
    } finally {
      [this.context, this.scope] = outer;
    }
  }

  /** A new block scope round `inside`. */
  block(inside) {
    return this.within(this.context, new Scope(this.scope, false), inside);
  }

  /** A name to declare here. Lexical names may shadow what is outside. */
  freshName(lexical) {
    if (lexical && this.chance(12)) {
      const outer = this.scope.visible().filter((one) => !this.scope.taken.has(one.name));
      if (outer.length > 0) return this.pick(outer).name;
    }
    if (this.chance(2)) {
      const word = this.pick(CONTEXTUAL);
      if (!this.scope.functionScope.taken.has(word) && !this.scope.taken.has(word)) {
        this.names += 1;
        return word === "async" || word === "of" ? `${word}${this.names}` : this.onlyOnce(word);
      }
    }
    this.names += 1;
    return `${this.pick(["v", "w", "x", "$", "_"])}${this.names}`;
  }

  // A contextual word is declared at most once in a program, so that nothing of it can collide.
  onlyOnce(word) {
    this.words ??= new Set();
    if (this.words.has(word)) return `${word}${this.names}`;
    this.words.add(word);
    return word;
  }

  /** Something that can be read here, of the hint if possible; null when nothing is declared. */
  variable(hint) {
    const all = this.scope.visible();
    if (all.length === 0) return null;
    if (hint !== "any") {
      const fitting = all.filter((one) => one.hint === hint);
      if (fitting.length > 0 && this.chance(85)) return this.pick(fitting);
    }
    return this.pick(all);
  }

  /** A reference to a name. In `with` reading it may run a getter. */
  reference(name) {
    const text = this.chance(1) ? `\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}` : name;
    return this.context.with ? expression(LEVEL.PRIMARY, text) : calm(LEVEL.PRIMARY, text);
  }

  /** Text between two tokens where a line may end. */
  gap() {
    const at = this.int(100);
    if (at < 80) return " ";
    if (at < 88) return "";
    if (at < 94) return "\n";
    return this.pick(["/* < */", " /* && || ? */ ", " // === ?. \n", "/**/", " /* ( */ "]);
  }
}
