"use strict";
// What the routers of the process serve: asked for by the core once the API listens (order "routes"). What a framework
// is to us: `frameworks.js`.

const { FRAMEWORKS } = require("./frameworks.js");
const { leaveOut } = require("./numbers.js");

const PACKAGES = `${require("node:path").sep}node_modules`;
/** Folder of what Nitro builds, its copy of h3 among it. */
const NITRO = "/.output/server/";
/** Routes that are told; more are the work of a program, not of people. */
const MOST_ROUTES = 2_000;

const servers = new Set();

/** A framework makes another one serve its paths by this route. */
const isHidden = (route) => FRAMEWORKS.some((framework) => framework.hides?.(route));
leaveOut(isHidden);

const ends = (kind) => FRAMEWORKS.flatMap((framework) => Object.entries(framework[kind] ?? {}));
const files = ends("files");
const texts = ends("texts");

/** The handlers of a file, by the end of its path. */
function handlersOf(list, filename) {
  if (typeof filename !== "string") return [];
  const name = filename.replaceAll("\\", "/");
  if (!filename.includes(PACKAGES)) return name.includes(NITRO) ? list.filter(([end]) => end === NITRO).map(([, handler]) => handler) : [];
  return list.filter(([end]) => (end.endsWith("/") ? name.includes(end) : name.endsWith(end))).map(([, handler]) => handler);
}

/** A CommonJS module has run: what frameworks want of it. */
exports.loaded = (filename, module) => {
  for (const handle of handlersOf(files, filename)) guarded(() => handle(module));
};

/** The text to run in place of the text of a file. */
exports.changed = (filename, text) => handlersOf(texts, filename).reduce((changed, change) => change(changed), text);

/** Whether the text of a file is changed. */
exports.isChanged = (filename) => handlersOf(texts, filename).length > 0;

/** Tells whether the text of a file is changed and has no probes: that of a package. */
exports.isLibrary = (filename) => filename.includes(PACKAGES) && exports.isChanged(filename);

/** A server of the process listens. */
exports.served = (server) => servers.add(server);

exports.begin = () => {
  for (const framework of FRAMEWORKS) framework.begin?.();
};

/** The listeners for requests of the servers that listen. */
exports.listeners = () => [...servers].flatMap((server) => server.listeners("request"));

/** Lists what stands at a path and is no router that is known, each path once: `{ path, ends }`. */
exports.mounts = () => {
  const listeners = exports.listeners();
  const known = new Set(exports.found().map(({ path }) => path));
  const mounts = new Map();
  for (const framework of FRAMEWORKS) {
    for (const mount of guarded(() => framework.mounts?.(listeners)) ?? []) {
      if (!known.has(mount.path) && mounts.size < MOST_ROUTES) mounts.set(mount.path, mount);
    }
  }
  return [...mounts.values()];
};

/** All routes, each once. */
exports.found = () => {
  const listeners = exports.listeners();
  const routes = new Map();
  for (const framework of FRAMEWORKS) {
    for (const route of guarded(() => framework.found(listeners)) ?? []) {
      if (routes.size >= MOST_ROUTES) break;
      routes.set(JSON.stringify([route.method, route.path, route.regexp]), route);
    }
  }
  return [...routes.values()].filter((route) => isWorthCalling(route) && !isHidden(route));

  // Routers answer HEAD and OPTIONS for what they serve by GET and the like.
  function isWorthCalling({ method, ...route }) {
    if (method !== "HEAD" && method !== "OPTIONS") return true;
    return !["GET", "POST", "PUT", "PATCH", "DELETE"].some((other) =>
      routes.has(JSON.stringify([other, route.path, route.regexp])));
  }
};

/** A router of a version that we do not know must not take the program down. */
function guarded(action) {
  try {
    return action();
  } catch (error) {
    process.emitWarning(`nearmiss: the routes of a router could not be read: ${error.message}`);
    return undefined;
  }
}
