"use strict";
// ES modules where Node has synchronous hooks (22.15 and later): they run in the thread that runs the modules.

const Module = require("node:module");
const { isUnknownExtension, loadModule, resolveCompiled } = require("./esm_rules.js");
const { registered } = require("./commonjs.js");

exports.install = () => {
  Module.registerHooks({
    resolve(specifier, context, nextResolve) {
      try {
        return nextResolve(specifier, context);
      } catch (error) {
        const url = resolveCompiled(specifier, context.parentURL, error);
        if (url === null) throw error;
        return { url, shortCircuit: true };
      }
    },
    load(url, context, nextLoad) {
      let loaded = null;
      try {
        loaded = nextLoad(url, context);
      } catch (error) {
        if (!isUnknownExtension(error)) throw error;
      }
      const handOver = (registration, text) => registered({ registration, text });
      return loadModule(url, loaded, handOver, context.conditions?.includes("require"));
    },
  });
};
