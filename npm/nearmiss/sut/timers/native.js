"use strict";
// The real timers, captured before anything is put in their place.
const { clearTimeout, setImmediate, setInterval, setTimeout } = globalThis;

module.exports = { clearTimeout, setImmediate, setInterval, setTimeout };
