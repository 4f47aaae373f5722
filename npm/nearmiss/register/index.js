"use strict";
// `node --import nearmiss/register app.js` or `--require`: instruments the project's files as they are loaded.
//
// Nothing is loaded, connected or mapped before the first file of the project is compiled or a server listens, so that
// npm, npx and other processes that inherit NODE_OPTIONS cost next to nothing.

const Module = require("node:module");
const { isMainThread } = require("node:worker_threads");

const INSTALLED = Symbol.for("nearmiss.register");

// `--import`, `--require` and NODE_OPTIONS may name us more than once.
if (!Module.prototype._compile[INSTALLED]) {
  // Code that was instrumented ahead of time uses the copy of nearmiss that is here already.
  const AHEAD = Symbol.for("nearmiss.ahead");
  if (process[AHEAD] === undefined) Object.defineProperty(process, AHEAD, { value: () => require("../ahead/index.js") });
  const { session } = require("./session.js");
  require("./commonjs.js").install(INSTALLED);
  if (typeof Module.registerHooks === "function") {
    require("./esm_sync.js").install();
  } else {
    require("./esm_thread.js").install();
  }
  // Files that were instrumented ahead of time ask here for their slots.
  Object.defineProperty(globalThis, Symbol.for("nearmiss.host"), {
    value: { base: (registration) => session.numberLoaded(registration) },
    enumerable: false,
  });
  if (session.reports) require("../sut/sqlite/index.js").install();
  if (session.reports) require("../sut/kept_files/index.js").install();
  if (session.reports) require("../sut/limiters/index.js").install();
  if (session.options.homes === true) require("../sut/databases/led.js").install();
  if (!isMainThread && session.reports) require("../sut/listen.js").installInThread();
  // Before others wrap connections: what they lead elsewhere is judged by where it leads.
  require("../sut/strangers/index.js").install();
  if (isMainThread && session.reports) {
    require("../sut/listen.js").install();
    // The plain API, as written tests start it, has its own.
    if (session.instruments) require("../sut/timers/index.js").install();
    if (session.instruments) require("../sut/incidents/index.js").install();
    if (session.options.rows === true || session.options.sql === true) require("../sut/databases/told.js").install();
    if (session.instruments) {
      require("../sut/passwords/digests.js").install();
      require("../sut/passwords/derived_keys.js").install();
    }
  }
}
