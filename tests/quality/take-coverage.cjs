"use strict";
// Loaded into an API whose coverage is measured. V8 writes that when a process ends, and of one that has to be killed, because a
// call has blocked it, nothing: so it is written as calls come, too, some times a second. (c8 adds up what it finds.)
const diagnostics = require("node:diagnostics_channel");
const { performance } = require("node:perf_hooks");
const v8 = require("node:v8");

const PAUSE_MS = 100;
let last = performance.now();

diagnostics.subscribe("http.server.request.start", () => {
  if (performance.now() - last < PAUSE_MS) return;
  v8.takeCoverage();
  last = performance.now();
});
