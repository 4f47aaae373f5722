"use strict";
// What the program gets as the text of a function with probes: the text without them. Programs evaluate such texts where there
// is no runtime: in another context, a worker, another process, a browser, a database.

// Taken now: programs put something else in their place.
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { objectDefineProperty, reflectApply, stringIndexOf, stringSlice, weakMapGet, weakMapSet } = require("../runtime/intrinsics.js");

const { parseInt } = globalThis;

/** What the first probe of a function begins with; the number of its slot follows. */
const PROBE = "__nm.S[";
const MOST_DIGITS = 10;

/** Files with probes: `{ base, size, describe }`; `describe()` answers `{ text, file, description }` as the addon got them. */
const files = [];
const texts = new WeakMap();
/** The file that was asked for last, as the addon planned it: programs ask for many texts of one file. */
let last = { from: null, planned: null };
let native = null;

/** The text of a function before it got its probes, or null where that is not known any more. */
function unprobed(probed) {
  const at = stringIndexOf(probed, PROBE) + PROBE.length;
  const slot = parseInt(stringSlice(probed, at, at + MOST_DIGITS), 10);
  let from = null;
  for (let i = 0; i < files.length; i += 1) if (files[i].base <= slot && slot < files[i].base + files[i].size) from = files[i];
  if (from === null) return null;
  try {
    if (last.from !== from) {
      const { text, file, description } = from.describe();
      last = { from, planned: require("../native.js").instrument(text, file, description) };
    }
    return last.planned.unprobed(from.base, probed) ?? null;
  } catch {
    // The file is gone, or is another one by now.
    return null;
  }
}

function textOf(f, probed) {
  let text = weakMapGet(texts, f);
  if (text === undefined) {
    text = unprobed(probed) ?? probed;
    weakMapSet(texts, f, text);
  }
  return text;
}

/** Replaces `Function.prototype.toString`, once. */
function install() {
  if (native !== null) return;
  native = Function.prototype.toString;
  const { toString } = {
    toString() {
      const text = reflectApply(native, this === toString ? native : this, []);
      return stringIndexOf(text, PROBE) !== -1 ? textOf(this, text) : text;
    },
  };
  objectDefineProperty(Function.prototype, "toString", { value: toString });
}

/** Notes a file with probes, whose `size` slots begin at `base`. */
exports.note = (base, size, describe) => {
  files[files.length] = { base, size, describe };
  install();
};

/** Notes a file that is instrumented as it is loaded. */
exports.noteLoaded = (base, { size, file, filename, kind, byProject, about }) => {
  exports.note(base, size, () => {
    const source = readFileSync(filename, "utf8").replace(/^\uFEFF/, "");
    if (!byProject) return { text: source, file, description: JSON.stringify(about) };
    const { code, map } = require("./project_typescript.js").compileByTypeScript(source, filename, kind);
    return { text: code, file, description: JSON.stringify({ ...about, incomingMap: map }) };
  });
};

/** Notes a file that was instrumented ahead of time into `folder`: what it was stands in the map beside it. */
exports.noteAhead = (folder, { base, output, table }) => {
  exports.note(base, table.slots.length, () => {
    const place = path.join(folder, output);
    const { sources, sourcesContent } = JSON.parse(readFileSync(`${place}.map`, "utf8"));
    const original = path.resolve(path.dirname(place), sources[0]);
    const { languageOf } = require("./source_files.js");
    const description = JSON.stringify({ path: original, language: languageOf(original), module: "auto" });
    return { text: sourcesContent[0], file: table.file, description };
  });
};
