"use strict";
// What a stack shows of the program's own files: function and line, never the column. Below the top level of a module
// stands the loader, of which the register hook is a frame.
const path = require("node:path");

exports.frames = (error) =>
  String(error.stack)
    .split("\n")
    .map((line) => /^\s+at (?:(.*) \()?(.*?):(\d+):\d+\)?$/.exec(line))
    .filter((frame) => frame !== null && (frame[2].startsWith(__dirname) || frame[2] === "inside.js"))
    .map(([, name = "", file, line]) => `${name} ${path.basename(file)}:${line}`);
