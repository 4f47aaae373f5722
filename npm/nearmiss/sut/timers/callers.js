"use strict";
// Who asked for a timer: the program's own code, a library, a scheduler, or Node itself. Told by the frames below ours, so
// that it does not matter how a function of ours was reached.

const path = require("node:path");
const { fileURLToPath } = require("node:url");
const { session } = require("../../register/session.js");
const { sitesBelow } = require("../strangers/call_sites.cjs");
const { stringIndexOf, stringLastIndexOf, stringSlice, stringStartsWith } = require("../../runtime/intrinsics.js");

const { relative } = path;

const OURS = path.join(__dirname, "..", "..") + path.sep;
/** Frames that tell who asks, and those that are looked through for the place where a scheduler was asked. */
const FRAMES = 8;
const MOST_FRAMES = 64;

/**
 * Packages whose timers run jobs at a time: these do not fire. Of some only the intervals, by which they look for jobs, and the
 * timers of the function that is named, which runs those that are due soon.
 */
const ALL = "";
const SCHEDULERS = {
  __proto__: null,
  "@nestjs/schedule": ALL,
  "agenda": "jobProcessing",
  "cron": ALL,
  "croner": ALL,
  "node-cron": ALL,
  "node-schedule": ALL,
  "toad-scheduler": ALL,
};
/** Packages that wait for who calls them: their timers are those of their callers. */
const WAITERS = { __proto__: null, "delay": true, "long-timeout": true, "sleep-promise": true, "yoctodelay": true };

const NODE_MODULES = "/node_modules/";

/** The package that a file belongs to, or null for a file of the program's own. */
function packageOf(file) {
  const at = stringLastIndexOf(file, NODE_MODULES);
  if (at < 0) return null;
  const from = at + NODE_MODULES.length;
  const slash = stringIndexOf(file, "/", from);
  const end = stringStartsWith(file, "@", from) && slash >= 0 ? stringIndexOf(file, "/", slash + 1) : slash;
  return end < 0 ? stringSlice(file, from) : stringSlice(file, from, end);
}

/** A file as reports name it. */
function named(file) {
  const fromRoot = relative(session.root, file);
  return stringStartsWith(fromRoot, "..") ? file : fromRoot;
}

/**
 * Who called the function `above`: `{ kind, name, file, line }`. `kind` is "own" (`file` and `line` say where), "scheduler"
 * (`name`; where the program's own code shows below, `file` and `line`), or "other".
 */
function callerOf(above, isInterval) {
  const caller = lookBelow(above, isInterval, FRAMES);
  return caller.kind === "scheduler" && caller.line === 0 ? lookBelow(above, isInterval, MOST_FRAMES) : caller;
}

function lookBelow(above, isInterval, most) {
  const sites = sitesBelow(above, most);
  if (sites === null) return OTHER;
  let scheduler = null;
  for (let i = 0; i < sites.length; i += 1) {
    const told = sites[i].getFileName();
    if (typeof told !== "string" || told === "") continue;
    // Node's own frames between a scheduler and the program say nothing of either.
    if (stringStartsWith(told, "node:")) {
      if (scheduler === null) return OTHER;
      continue;
    }
    const file = stringStartsWith(told, "file:") ? fileOf(told) : told;
    if (file === null || stringStartsWith(file, OURS)) return scheduler ?? OTHER;
    const name = packageOf(file);
    if (name === null) {
      const place = { file: named(file), line: sites[i].getLineNumber() };
      return scheduler === null ? { kind: "own", name: "", ...place } : { ...scheduler, ...place };
    }
    if (scheduler !== null || WAITERS[name]) continue;
    const kinds = SCHEDULERS[name];
    if (kinds === undefined) return OTHER;
    if (kinds !== ALL && !isInterval && sites[i].getFunctionName() !== kinds) return OTHER;
    scheduler = { kind: "scheduler", name, file: name, line: 0 };
  }
  return scheduler ?? OTHER;
}

const OTHER = Object.freeze({ kind: "other", name: "", file: "", line: 0 });

function fileOf(url) {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

/**
 * Where the program's own code called what called the function `above`, through however many packages: `{ file, line }`;
 * `library` and no line where none of it shows.
 */
function placeBelow(above, library) {
  return placesBelow(above)[0] ?? { file: library, line: 0 };
}

/**
 * The same places, the uppermost first: of it, and of the first one below in another file that called on, with nothing of a package
 * and nothing that waits in between: what a package has called, such as a handler by who let its request in, it has not.
 */
function placesBelow(above) {
  const sites = sitesBelow(above, MOST_FRAMES) ?? [];
  let first = null;
  for (let i = 0; i < sites.length; i += 1) {
    if (first !== null && sites[i].isAsync()) break;
    const told = sites[i].getFileName();
    const isNodes = typeof told !== "string" || told === "" || stringStartsWith(told, "node:");
    const file = isNodes ? null : stringStartsWith(told, "file:") ? fileOf(told) : told;
    if (file !== null && stringStartsWith(file, OURS)) continue;
    if (file === null || packageOf(file) !== null) {
      if (first !== null) break;
      continue;
    }
    const place = { file: named(file), line: sites[i].getLineNumber() };
    if (first === null) first = place;
    else if (place.file !== first.file) return [first, place];
  }
  return first === null ? [] : [first];
}

exports.callerOf = callerOf;
exports.placeBelow = placeBelow;
exports.placesBelow = placesBelow;
