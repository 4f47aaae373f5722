"use strict";
// Text of a project file in, what the engine is to run out.

const { session } = require("./session.js");
const { isProbed } = require("./source_files.js");

const native = () => require("../native.js");

/**
 * Compiles (if `language` is not `js`) and instruments the text of one file.
 *
 * `file` is its name relative to the root, or null when it is only to be compiled; `filename` its path; `kind`
 * `"module"`, `"commonjs"` or null when unknown.
 *
 * Returns `{ text, registration }`: `registration` is `{ base, roots, texts }` for `__nm.register`, or null when
 * nothing was instrumented. A file that cannot be instrumented is named and left as it is; a file that cannot be
 * compiled throws.
 */
exports.probeSource = (source, { file, filename, language, kind }) => {
  const asItIs = { text: source, registration: null };
  if (language === "js" && (file === null || isProbed(source))) return asItIs;
  if (!source.isWellFormed()) {
    if (file !== null) session.skipped(file, "its text holds half of a surrogate pair");
    return asItIs;
  }
  let js = source;
  let map;
  if (language !== "js") {
    const lowered = native().lower(source, filename, JSON.stringify({ syntax: language, commonjs: kind === "commonjs" }));
    js = lowered.code;
    map = lowered.map;
  }
  const unprobed = { text: withMap(js, map), registration: null, js };
  if (file === null) return unprobed;
  let planned;
  try {
    planned = native().instrument(js, file, JSON.stringify({ kind, map, logical: session.options.logical, filename }));
  } catch (error) {
    session.skipped(file, error.message);
    return unprobed;
  }
  const base = session.base(file, planned.table, planned.slots);
  if (base === null) {
    session.skipped(file, "the slots of the shared map are used up");
    return unprobed;
  }
  const text = planned.emit(base);
  const registration = { base, roots: planned.roots, texts: JSON.parse(planned.texts) };
  const mapped = map !== undefined || sourceMaps() ? planned.sourceMap() : undefined;
  return { text: withMap(text, mapped), registration, unprobed: unprobed.text };
};

/** Whether the engine was asked to read source maps, and when it was. */
const sourceMaps = () => process.sourceMapsEnabled === true;

function withMap(text, map) {
  if (map === undefined || map === null) return text;
  const encoded = Buffer.from(map).toString("base64");
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}
