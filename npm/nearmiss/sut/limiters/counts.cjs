"use strict";
// Keeps sight of what rate limiters count in memory, and forgets it when a test begins. Within a test a limiter does what it
// always does. (Part of written suites, too.)

const fs = require("node:fs");
const path = require("node:path");
const { LIMITERS } = require("./limiters.cjs");

/** Name under which the text of an ES module finds us. */
const TELL = Symbol.for("sut.limiters");
const MODULES = `${path.sep}node_modules${path.sep}`;

const { apply } = Reflect;
const { defineProperty, getOwnPropertyDescriptor } = Object;

/** The name that the package in a folder gives itself; it may be installed under another one. */
function nameOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).name;
  } catch {
    return null;
  }
}

/** The limiter that has a file of `kind`, with what is to be done there; null for nearly all files. */
function find(filename, kind) {
  if (typeof filename !== "string" || !filename.includes(MODULES)) return null;
  for (const limiter of LIMITERS) {
    for (const [file, entry] of Object.entries(limiter[kind] ?? {})) {
      const end = path.sep + file.split("/").join(path.sep);
      if (filename.endsWith(end) && nameOf(filename.slice(0, -file.length)) === limiter.library) return { limiter, entry, file };
    }
  }
  return null;
}

/** Has `told(self, args)` called before a method that stands in `owner`, if it does. */
function before(owner, name, told) {
  const property = owner === undefined || owner === null ? undefined : getOwnPropertyDescriptor(owner, name);
  if (typeof property?.value !== "function") return;
  const value = new Proxy(property.value, {
    apply(target, self, args) {
      try {
        told(self, args);
      } catch {
        // It is not as it was known: the program goes on as if nobody looked.
      }
      return apply(target, self, args);
    },
  });
  defineProperty(owner, name, { ...property, value });
}

/**
 * Watches limiters. `seen({ library, elsewhere, limit })` is called where one counts: `elsewhere` names where its counts are, if
 * that is not in memory; `limit` the calls that it allows, where it is known. Answers
 * - `loaded(filename, module)`, to be told of each CommonJS file that has run;
 * - `forget()`: forgets all that was counted in memory since it was called last.
 */
exports.watching = (seen) => {
  const counting = new Map();

  const watchFor = ({ library, names = library }) => ({
    calls: before,
    counts: (owner, method, describe) =>
      before(owner, method, (self, args) => {
        const count = describe(self, args);
        if (count === undefined) return;
        if (count.elsewhere === undefined) counting.set(count.store, count.forget);
        const limit = Number.isSafeInteger(count.limit) && count.limit >= 0 ? count.limit : undefined;
        if (!count.isPart) seen({ library: names, elsewhere: count.elsewhere, limit });
      }),
  });

  const guarded = (action) => {
    try {
      action();
    } catch {
      // A version that is not known.
    }
  };

  const isAt = (library, file) => LIMITERS.find((limiter) => limiter.library === library)?.modules?.[file];

  defineProperty(globalThis, TELL, {
    value: (library, file, exports) =>
      guarded(() => isAt(library, file).watch(exports, watchFor(LIMITERS.find((limiter) => limiter.library === library)))),
    enumerable: false,
    configurable: true,
  });

  return {
    loaded(filename, module) {
      const found = find(filename, "files");
      if (found === null) return;
      const load = (name) => require(path.join(path.dirname(filename), name));
      guarded(() => found.entry(module.exports, watchFor(found.limiter), module, load));
    },
    forget() {
      for (const forget of counting.values()) guarded(forget);
      counting.clear();
    },
  };
};

/** The text of an ES module of a limiter (`text()`) with a line behind it that tells of its classes; null for any other file. */
exports.changed = (filename, text) => {
  const found = find(filename, "modules");
  if (found === null) return null;
  const { limiter, entry, file } = found;
  const classes = entry.names.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join(", ");
  const args = `${JSON.stringify(limiter.library)}, ${JSON.stringify(file)}, { ${classes} }`;
  return `${text()}\n;globalThis[Symbol.for("sut.limiters")]?.(${args});\n`;
};
