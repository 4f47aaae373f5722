"use strict";
// Loaded into the API: keeps sight of what its rate limiters count in memory, and forgets that when the tests ask for it.

const Module = require("node:module");
const net = require("node:net");
const { fileURLToPath, pathToFileURL } = require("node:url");
const path = require("node:path");
const { changed, watching } = require("./counts.cjs");

const limiters = watching(() => {});

/** The text to run in place of that of an ES module; null where it is that. */
exports.textOf = (url, { format, source }) => {
  if (format !== "module" || source === null || source === undefined || !url.startsWith("file:")) return null;
  return changed(fileURLToPath(url), () => Buffer.from(source).toString("utf8"));
};

const compile = Module.prototype._compile;
Module.prototype._compile = function _compile(content, filename, ...rest) {
  const result = compile.call(this, content, filename, ...rest);
  limiters.loaded(filename, this);
  return result;
};
if (Module.registerHooks) {
  Module.registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const source = exports.textOf(url, loaded);
      return source === null ? loaded : { ...loaded, source, shortCircuit: true };
    },
  });
} else {
  Module.register(pathToFileURL(path.join(__dirname, "loader.mjs")));
}

let isListening = false;
/** Listens for the tests, once: who connects wants everything forgotten, and is left when it is. */
exports.listen = (address) => {
  if (isListening) return;
  isListening = true;
  const server = net.createServer((socket) => {
    limiters.forget();
    socket.on("error", () => {});
    socket.end();
  });
  // Another process of the API was first.
  server.on("error", () => {});
  server.listen(address).unref();
};
