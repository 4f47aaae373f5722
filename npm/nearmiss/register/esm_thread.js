"use strict";
// ES modules where Node has only asynchronous hooks (20, and 22 before 22.15): they run in a thread of their own.

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { session } = require("./session.js");
const { languageOf } = require("./source_files.js");

/** They start the program in a process of its own and load no file of the project; a thread for each costs 50 ms. */
const STARTERS = /\/node_modules\/(npm|pnpm|yarn|corepack|nodemon|concurrently)\//;

exports.install = () => {
  if (STARTERS.test(session.program)) return;
  Module.register(pathToFileURL(path.join(__dirname, "loader_thread.mjs")).href, {
    data: { owner: session.owner, argv: session.argv, driver: session.driver },
  });
  // The loader thread cannot switch source maps on for us when it meets the first TypeScript file.
  const starts = process.argv.slice(1, 3).some((file) => languageOf(path.resolve(file)) !== "js");
  if (starts || fs.existsSync(path.join(session.root, "tsconfig.json"))) process.setSourceMapsEnabled(true);
};
