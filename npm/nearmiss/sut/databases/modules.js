"use strict";
// ES modules of drivers, and drivers that are one bundle: their text gets a line behind it that hands over what it has
// under some names, and takes what is answered in its place. Lines keep their numbers.

const { packageOf } = require("../../adapters/packages.js");
const { PACKAGES, driverOf } = require("./registry.js");

/** Name under which texts find us. */
exports.KEY = Symbol.for("nearmiss.databases");
const CALL = 'globalThis[Symbol.for("nearmiss.databases")]';
/** Name of a replaced export inside of its module. */
const OURS = "__nearmiss_";

/** The last class that begins before `inside` stands in the text: how it is called there. */
function classAround(text, inside) {
  const at = text.indexOf(inside);
  const all = at < 0 ? [] : [...text.slice(0, at).matchAll(/(?:(?:var|let|const|,|;)\s*([\w$]+)\s*=\s*class\b|\bclass\s+([\w$]+))[^{};]*\{/g)];
  return all.at(-1)?.[1] ?? all.at(-1)?.[2];
}

/** One text after another is looked at for how it exports a name. */
const FORMS = [
  // export { a as Name }
  (name, local) => ({
    pattern: new RegExp(`(\\bexport\\s*\\{(?:[^}]*,)?\\s*)([\\w$]+)\\s+as\\s+${name}\\b`),
    edited: (_, before, inner) => {
      local.name = inner;
      local.after = (answer) => `const ${OURS}${name} = ${answer};`;
      return `${before}${OURS}${name} as ${name}`;
    },
  }),
  // export default Name
  (name, local) => ({
    pattern: new RegExp(`^export default ${name}\\b`, "m"),
    edited: () => {
      local.isInline = true;
      return `export default ${CALL}`;
    },
  }),
];

/** The text with `name` handed over and, where it is exported, replaced. */
function handingOver(text, filename, name, found) {
  const args = (inner) => `(${JSON.stringify(filename)}, { ${name}: ${inner} })`;
  const answer = (inner) => `(${CALL}?.${args(inner)}?.${name} ?? ${inner})`;
  for (const form of FORMS) {
    const local = {};
    const { pattern, edited } = form(name, local);
    if (found !== undefined || !pattern.test(text)) continue;
    const changed = text.replace(pattern, edited);
    if (local.isInline) return changed.replace(`export default ${CALL}`, `export default ${answer(name)}`);
    return `${changed}\n;${local.after(answer(local.name))}\n`;
  }
  const inner = found ?? name;
  // A class or function of the module's own, whose export follows it.
  const isReplaced = found === undefined && new RegExp(`^export (?:async )?(?:class|function) ${name}\\b`, "m").test(text);
  const handed = `typeof ${inner} === "undefined" ? undefined : ${inner}`;
  return `${text}\n;${isReplaced ? `${inner} = ${answer(inner)}` : `${CALL}?.${args(handed)}`};\n`;
}

/** The text of a file of a driver (`text()`) as it is to run; null for any other file. */
exports.changed = (filename, text) => {
  if (!filename.includes("node_modules")) return null;
  const library = packageOf(filename, PACKAGES);
  const entry = library === null ? undefined : driverOf(library, "modules").entry;
  if (entry === undefined) return null;
  let changed = text();
  // Hooks of a loader may stand in a chain more than once.
  if (changed.includes(CALL)) return null;
  for (const name of entry.names) {
    const inside = entry.inside?.[name];
    const found = inside === undefined ? undefined : classAround(changed, inside);
    if (inside !== undefined && found === undefined) continue;
    changed = handingOver(changed, filename, name, found);
  }
  return changed;
};
