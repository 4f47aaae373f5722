"use strict";

// The greatest resident memory of a process that instruments one file, map and table included:
//   node peak-memory.cjs <file> load|instrument
// `load` does everything but that. Prints JSON.

const fs = require("node:fs");
const path = require("node:path");
const native = require("../../npm/nearmiss/native.js");

const [file, what] = process.argv.slice(2);
const text = fs.readFileSync(file, "utf8");
let bytes = text.length;
if (what === "instrument") {
  const planned = native.instrument(text, path.basename(file), JSON.stringify({ path: file, language: "js", module: "commonJs" }));
  const { code, map } = planned.emit(16, true);
  bytes = code.length + map.length + planned.table.length;
}
// Not `resourceUsage().maxRSS`: that of the process that started this one is counted in.
const peak = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync("/proc/self/status", "utf8"));
console.log(JSON.stringify({ bytes, peakBytes: Number(peak[1]) * 1024 }));
