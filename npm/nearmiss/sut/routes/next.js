"use strict";
// Next.js: routes are files. What is built or compiled on demand knows them by what it has been asked for, so the
// folders of the project are looked at: route handlers below `app`, API routes below `pages/api`.

const fs = require("node:fs");
const path = require("node:path");
const { ALL, routesOf } = require("./paths.js");

const FOLDERS = ["app", "src/app", "pages/api", "src/pages/api"];
const ENDINGS = /\.(?:js|jsx|mjs|cjs|ts|tsx|mts|cts)$/;
/** Longest file of which methods are read. */
const MOST_BYTES = 1 << 20;
const MOST_FILES = 2_000;

let isThere = false;

/** The program is Next's. */
function begins() {
  isThere = true;
}

/** The methods whose handlers a text of a route exports. */
function exported(text) {
  const declared = [...text.matchAll(/\bexport\s+(?:async\s+)?(?:function\s*\*?|const|let|var)\s+(\w+)/g)].map(([, name]) => name);
  const lists = [...text.matchAll(/\bexport\s+(?:const\s+)?\{([^}]*)\}/g)].flatMap(([, list]) => list.split(","));
  const listed = lists.map((one) => one.trim().split(/\s+as\s+|\s*:\s*/).at(-1));
  return ALL.filter((method) => declared.includes(method) || listed.includes(method));
}

/**
 * The methods that an API route of `pages` looks for; `GET`, and `POST` where it takes a body, if it looks for none.
 */
function compared(text) {
  const named = ALL.filter((method) => new RegExp(`["'\`]${method}["'\`]`).test(text));
  if (named.length > 0) return named;
  return /\bbody\b/.test(text) ? ["GET", "POST"] : ["GET"];
}

/** A segment of a folder as routers write it; "" for what is no part of the path, null for what is never served. */
function segment(name) {
  if (name.startsWith("_")) return null;
  if (/^\(.*\)$/.test(name) || name.startsWith("@")) return "";
  const rest = /^\[\[?\.\.\.(\w+)\]\]?$/.exec(name);
  if (rest !== null) return `/*${rest[1]}`;
  const one = /^\[([\w-]+)\]$/.exec(name);
  return one === null ? `/${name}` : `/:${one[1].replaceAll("-", "_")}`;
}

/** The path of a file by the names that lead to it from `base`. */
function pathOf(base, names) {
  const segments = names.map(segment);
  return segments.includes(null) ? null : base + segments.join("");
}

/** Lists what a file serves. */
function* ofFile(file, isPage, names) {
  const name = path.basename(file).replace(ENDINGS, "");
  const isRoute = isPage ? !file.endsWith(".d.ts") : name === "route";
  if (!isRoute || fs.statSync(file).size > MOST_BYTES) return;
  const whole = isPage && name !== "index" ? [...names, name] : names;
  const served = pathOf(isPage ? "/api" : "", whole);
  if (served === null) return;
  const text = fs.readFileSync(file, "utf8");
  const methods = isPage ? compared(text) : exported(text);
  const paths = /^\[\[\.\.\./.test(whole.at(-1) ?? "") ? [served, pathOf(isPage ? "/api" : "", whole.slice(0, -1))] : [served];
  for (const one of paths) yield* routesOf(methods, one === "" ? "/" : one);
}

function* ofFolder(folder, isPage, names, left) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* ofFolder(file, isPage, [...names, entry.name], left);
    else if (ENDINGS.test(entry.name) && (left.files -= 1) >= 0) yield* ofFile(file, isPage, names);
  }
}

exports.files = { "/next/dist/server/next.js": begins, "/next/dist/server/lib/start-server.js": begins };

exports.found = () => {
  if (!isThere) return [];
  const left = { files: MOST_FILES };
  const folders = FOLDERS.map((name) => path.resolve(name)).filter((folder) => fs.existsSync(folder));
  return folders.flatMap((folder) => [...ofFolder(folder, path.basename(folder) === "api", [], left)]);
};
