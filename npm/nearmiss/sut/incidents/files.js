"use strict";
// Paths of file accesses that an input is part of: tells the examination which inputs these are (a taint shows in the path),
// and, when what it has sent in their place has led out of the program's folders, that.
//
// Node tells nobody of file accesses, so functions of `fs` are replaced (`stand_in.js`), for `require` and `import`.

const fs = require("node:fs");
const path = require("node:path");
const { tmpdir } = require("node:os");
const { syncBuiltinESMExports } = require("node:module");
const { fileURLToPath } = require("node:url");
const { session } = require("../../register/session.js");
const { isProxy, stringIndexOf, stringStartsWith, uncurry } = require("../../runtime/intrinsics.js");
const { findTaint } = require("../../runtime/taint/marker.js");
const { placeOfCaller } = require("./place.js");
const { replace, throwing } = require("./stand_in.js");

const { apply } = Reflect;
const { getOwnPropertyDescriptor } = Object;
const { URL } = globalThis;
const hasInstance = Function.prototype[Symbol.hasInstance];
const { get: protocol } = getOwnPropertyDescriptor(URL.prototype, "protocol");
const { resolve, sep } = path;
const { isBuffer } = Buffer;
const latin1 = uncurry(Buffer.prototype.latin1Slice);

/** Those that may throw at once. */
const THROWING = [
  "openSync", "readFileSync", "writeFileSync", "appendFileSync", "unlinkSync", "rmSync", "readdirSync",
  "open", "readFile", "writeFile", "appendFile", "unlink", "rm", "readdir", "createReadStream", "createWriteStream",
];
const PROMISES = ["open", "readFile", "writeFile", "appendFile", "unlink", "rm", "readdir"];
/** What the examination makes programs open. */
const TARGET = `${sep}etc${sep}passwd`;
const MARK = "etc/passwd";

let tell = () => {};
/** What was told of this call already: functions of `fs` call each other. */
let told = "";

/** The path that a call is about, or null for a descriptor and for what Node refuses. */
function pathOf(value) {
  if (typeof value === "string") return value;
  if (isBuffer(value)) return value.length < 4096 ? latin1(value) : null;
  if (typeof value === "object" && value !== null && !isProxy(value) && apply(hasInstance, URL, [value]) && apply(protocol, value, []) === "file:") {
    return fileURLToPath(value);
  }
  return null;
}

/** Looks at the argument of a call. What is wrong with it the program's own call says. */
function look(value, above) {
  try {
    looked(value, above);
  } catch {
    // No such folder, no such URL.
  }
}

function looked(value, above) {
  const { epoch } = session;
  if (epoch === null || !epoch.isOpen()) return;
  const text = pathOf(value);
  if (text === null || text === told) return;
  const taint = findTaint(text);
  if (taint !== null && !taint.lower) {
    told = text;
    tell("path-input", placeOfCaller(above), `_EM_${taint.id}_XYZ_`);
  } else if (stringIndexOf(text, MARK) >= 0) {
    told = text;
    if (isOutside(resolve(text))) tell("path-traversal", placeOfCaller(above), "opens what lies outside");
  }
}

/** Whether an absolute path is that of the examination, and outside of where the program lives and works. */
function isOutside(file) {
  if (!stringStartsWith(file, TARGET)) return false;
  const folders = [session.root, process.cwd(), tmpdir()];
  for (let i = 0; i < folders.length; i += 1) {
    if (folders[i] !== sep && stringStartsWith(file, folders[i] + sep)) return false;
  }
  return true;
}

/** As an asynchronous function of Node's, which cannot be a constructor and has no property `prototype`. */
function asynchronous(real) {
  const { method } = {
    method(...args) {
      look(args[0], method);
      return apply(real, this, args);
    },
  };
  return method;
}

exports.install = (report) => {
  tell = report;
  replace(fs, THROWING, (real) => throwing(real, look));
  replace(fs.promises, PROMISES, asynchronous);
  syncBuiltinESMExports();
};
exports.requestBegan = () => {
  told = "";
};
