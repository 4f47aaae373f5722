// Names that a place of the program can see, and what the function around allows there.

/** One block, function or program. */
export class Scope {
  constructor(parent, isFunction) {
    this.parent = parent;
    this.isFunction = isFunction;
    /** `{ name, hint, kind }` declared here. */
    this.variables = [];
    /** Names that may not be declared (again) here: declared here, or a `var` that passes through. */
    this.taken = new Set();
  }

  /** The function's scope. */
  get functionScope() {
    let scope = this;
    while (!scope.isFunction) scope = scope.parent;
    return scope;
  }

  declare(name, hint, kind) {
    this.taken.add(name);
    if (kind === "var") {
      let scope = this;
      while (!scope.isFunction) {
        scope = scope.parent;
        scope.taken.add(name);
      }
      scope.variables.push({ name, hint, kind });
      return;
    }
    this.variables.push({ name, hint, kind });
  }

  /** All that can be seen; a shadowed name once, as the nearest. */
  visible() {
    const found = [];
    const seen = new Set();
    for (let scope = this; scope !== null; scope = scope.parent) {
      for (let i = scope.variables.length - 1; i >= 0; i -= 1) {
        const one = scope.variables[i];
        if (seen.has(one.name)) continue;
        seen.add(one.name);
        found.push(one);
      }
    }
    return found;
  }
}

/** What the top of a program allows. */
export function topContext({ strict, module, commonJs }) {
  return {
    strict, module, async: module, generator: false, await: module, yield: false, arguments: commonJs, newTarget: commonJs,
    superProperty: false, superCall: false, returns: commonJs, loops: 0, breakable: 0, labels: [], with: false,
  };
}

/** What a function inside `outer` allows. */
export function functionContext(outer, { async = false, generator = false, arrow = false, method = false, derived = false, strict = outer.strict }) {
  return {
    ...outer, strict, async, generator, await: async, yield: generator,
    arguments: arrow ? outer.arguments : true,
    newTarget: arrow ? outer.newTarget : true,
    superProperty: arrow ? outer.superProperty : method,
    superCall: arrow ? outer.superCall : derived,
    returns: true, loops: 0, breakable: 0, labels: [],
  };
}

/** What a field's value or a static block allows. */
export function fieldContext(outer) {
  return {
    ...outer, strict: true, async: false, generator: false, await: false, yield: false, arguments: false, newTarget: true,
    superProperty: true, superCall: false, returns: false, loops: 0, breakable: 0, labels: [],
  };
}
