"use strict";
// The options that a configuration may hold: one line each, used by every host.

const { globs, headers, names, users, flag, file, text, duration, count, port, oneOf } = require("./checks.js");

exports.OPTIONS = {
  // What is instrumented, and how: every host.
  include: globs("files to instrument; default: the project's own files"),
  exclude: globs("files to leave out; node_modules is always left out"),
  root: file("folder that names of files are relative to; default: that of the package"),
  adapters: flag("false: libraries such as zod or joi are left as they are during a search"),
  sourceMaps: oneOf([true, false, "inline"], "maps beside the instrumented files (true), in them, or none"),
  // nearmiss fuzz: the API.
  start: text("command that starts the API"),
  driver: file("module with a driver class"),
  openapi: text("OpenAPI document: a file or a URL"),
  schemaOnly: flag("call only what the schema describes"),
  reset: text("restart, none, or a URL of the API"),
  header: headers("headers of every call, each as \"Name: value\"; ${NAME} is a variable"),
  headerFile: file("file of more headers, one a line: for secrets"),
  auth: users("users and how they log in: a file, or the same structure"),
  port: port("the port that the code of the server to test asks for"),
  startTimeout: duration("how long the API may take until it listens"),
  callTimeout: duration("how long a call may take"),
  realTimers: flag("timers that a call starts wait as long as the code says, not a second at most"),
  runSchedules: flag("scheduled jobs (node-cron, node-schedule, agenda ...) run during the search"),
  filesMayChange: flag("the API's files and SQLite databases are not kept: what calls change stays changed"),
  allowHost: names("hosts that the API may connect to, each as host or host:port; itself and its databases it may"),
  realServices: flag("the API may connect to everybody: mails are sent, cards are charged"),
  dataMayChange: flag("calls may change what is in the database servers that the API uses"),
  // nearmiss fuzz: the search.
  time: duration("budget in wall time"),
  calls: count("budget in HTTP calls"),
  seed: count("seed of the search", 0),
  algorithm: oneOf(["mio", "random"], "search algorithm"),
  seedFrom: names("files of calls to begin with: HAR, Postman collections, curl commands"),
  noOracle: names("names of oracles that are off"),
  only: names("operations that are tested"),
  except: names("operations that are never called"),
  maxActions: count("longest test, in calls"),
  workers: count("processes of the API that are called at the same time"),
  archive: file("file that the search is saved to"),
  plateau: text('end when nothing new was found for so long: "20%" of the budget, "5000" calls or "5m"'),
  // nearmiss fuzz: what comes out.
  out: file("where the tests go"),
  report: file("where report.json goes"),
  reports: names("reports beside report.json: html, junit, lcov, markdown, sarif, or all"),
  format: oneOf(["jest", "mocha", "node", "vitest"], "test runner that the tests are for"),
  language: oneOf(["js", "ts"], "language of the tests"),
  writeSecrets: flag("passwords and other secrets are written beside the tests"),
  baseline: file("file of accepted faults"),
  failOnFault: flag("exit with 1 when a fault was found"),
};
