"use strict";
// `Buffer.from`: of a text, which may be in a code.
const { builtin } = require("../../builtins.js");
const { madeOf } = require("../texts.js");

const CODECS = { __proto__: null, hex: "hex", base64: "base64", base64url: "base64" };

const native = builtin("node:buffer", ["Buffer", "from"]);

function create(taint) {
  function transformed(result, self, text, encoding) {
    if (typeof text !== "string") return;
    if (encoding === undefined || encoding === "utf8" || encoding === "utf-8") madeOf(result, text);
    else if (typeof encoding === "string" && CODECS[encoding] !== undefined) taint.encoded(text, CODECS[encoding]);
  }
  return { transformed };
}

module.exports = { receiver: "buffer", method: "from", native, create };
