"use strict";
// The runtime and `realm.js` as the text of one ES module, for browsers: they know neither `require` nor Node's own modules.

const fs = require("node:fs");
const path = require("node:path");

const PACKAGE = path.dirname(__dirname);
const REQUIRE = /\brequire\("([^"]+)"\)/g;

/** What the runtime needs of Node, where there is none: it then takes a Proxy for the object that it shows. */
const UTIL = `{ types: new Proxy({}, { get: (_, kind) => kind === "isTypedArray" ? ArrayBuffer.isView
  : (value) => kind !== "isProxy" && Object.prototype.toString.call(value) === "[object " + String(kind).slice(2) + "]" }) }`;

/** There is no other realm: the program sees its own `RegExp.$1` change, as it does under any tool that runs in the page. */
const VM = `{ runInNewContext: (text) => (0, eval)(text) }`;

/** The text of the module; its default export is `load`. */
exports.browserText = () => {
  const modules = new Map();
  function add(file) {
    const name = path.relative(PACKAGE, file).split(path.sep).join("/");
    if (modules.has(name)) return name;
    modules.set(name, "");
    const text = fs.readFileSync(file, "utf8").replace(REQUIRE, (call, wanted) => {
      if (!wanted.startsWith(".")) return `require(${JSON.stringify(wanted)})`;
      return `require(${JSON.stringify(add(path.resolve(path.dirname(file), wanted)))})`;
    });
    modules.set(name, text);
    return name;
  }
  const entry = add(path.join(__dirname, "realm.js"));
  const parts = [...modules].map(([name, text]) => `${JSON.stringify(name)}: (module, exports, require) => {${text}\n}`);
  return `const sources = {${parts.join(",\n")}};
const loaded = { "node:util": { exports: ${UTIL} }, "node:vm": { exports: ${VM} } };
const require = (name) => {
  if (loaded[name] === undefined) {
    loaded[name] = { exports: {} };
    sources[name](loaded[name], loaded[name].exports, require);
  }
  return loaded[name].exports;
};
export default require(${JSON.stringify(entry)});
`;
};
