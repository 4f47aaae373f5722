"use strict";
// The ways in which routers write paths, read into one: `/users/{id}` with patterns of parameters.

/** Variants of one path that are told: each optional part doubles them. */
const MOST_VARIANTS = 4;
/** What serves every method. */
const ALL = ["GET", "POST", "PUT", "PATCH", "DELETE"];

exports.ALL = ALL;

/** The methods to call of those that a router serves; `all` of a router stands for every method that Node knows. */
exports.worthCalling = (methods) => (methods.length > ALL.length && ALL.every((one) => methods.includes(one)) ? ALL : methods);

/** Two paths one after another. */
exports.joined = (before, path) => {
  const joined = `${before.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
  return joined === "" ? "/" : joined;
};

/**
 * The path of a route that stands in `before`. `router.get("/")` in what is mounted at `/books` answers `/books`, as
 * people write it, unless its router is strict.
 */
exports.standing = (before, path, isStrict) => (path === "/" && before !== "" && !isStrict ? before : exports.joined(before, path));

/**
 * The routes of one path of a router, for some methods: `:id`, `:id(\\d+)`, `:id{\\d+}`, `:id?`, `*`, `*rest`, `{/:part}`.
 * What cannot be read is a parameter.
 */
exports.routesOf = (methods, path) => {
  if (path instanceof RegExp) return methods.map((method) => ({ method, regexp: path.source }));
  if (Array.isArray(path)) return path.flatMap((one) => exports.routesOf(methods, one));
  if (typeof path !== "string") return [];
  return variants(path).flatMap((variant) => {
    const { text, patterns } = template(variant);
    return methods.map((method) => ({ method, path: text.startsWith("/") ? text : `/${text}`, patterns }));
  });
};

/** The path without optional parts and with them. */
function variants(path) {
  let found = [path];
  // `{/:part}` (path-to-regexp 8) stands alone; `:id{[0-9]+}` (Hono) behind a name.
  const group = /(?<!:\w+)\{([^{}]*)\}/;
  // `/:id?` (path-to-regexp 0 to 6, Hono, find-my-way).
  const optional = /\/:(\w+)((?:\([^()]*\))?)\?/;
  for (let i = 0; i < 2; i += 1) {
    if (found.length >= MOST_VARIANTS) break;
    found = found.flatMap((one) => {
      if (group.test(one)) return [one.replace(group, "$1"), one.replace(group, "")];
      if (optional.test(one)) return [one.replace(optional, "/:$1$2"), one.replace(optional, "")];
      return [one];
    });
  }
  return found;
}

/** Names and patterns of the parameters of a path without optional parts. */
function template(path) {
  const patterns = {};
  let text = "";
  let unnamed = 0;
  let at = 0;
  const named = (name, pattern) => {
    text += `{${name}}`;
    if (pattern !== undefined) patterns[name] = pattern;
  };
  while (at < path.length) {
    const rest = path.slice(at);
    const parameter = /^:(\w+)/.exec(rest);
    const wildcard = /^(\(\.\*\)|\*)(\w*)/.exec(rest);
    if (rest.startsWith("::") || rest.startsWith("\\")) {
      text += rest[1] ?? "";
      at += 2;
    } else if (parameter !== null) {
      at += parameter[0].length;
      const pattern = enclosed(path, at);
      if (pattern !== null) at += pattern.length + 2;
      named(parameter[1], pattern === null ? undefined : pattern.replace(/^\^/, "").replace(/\$$/, ""));
      if (/^[?*+]/.test(path.slice(at))) at += 1;
    } else if (wildcard !== null) {
      at += wildcard[0].length;
      unnamed += 1;
      named(wildcard[2] || `rest${unnamed}`);
    } else if (rest.startsWith("(")) {
      const pattern = enclosed(path, at);
      at += pattern === null ? 1 : pattern.length + 2;
      unnamed += 1;
      if (pattern !== null) named(`part${unnamed}`, pattern);
    } else {
      text += rest[0];
      at += 1;
    }
  }
  return { text: text.replace(/[?+](?=\/|$)/g, ""), patterns };
}

/** What stands between the bracket at `at` and the one that closes it; null where there is none. */
function enclosed(path, at) {
  const close = { "(": ")", "{": "}" }[path[at]];
  if (close === undefined) return null;
  let depth = 0;
  for (let end = at; end < path.length; end += 1) {
    if (path[end] === "\\") end += 1;
    else if (path[end] === path[at]) depth += 1;
    else if (path[end] === close) {
      depth -= 1;
      if (depth === 0) return path.slice(at + 1, end);
    }
  }
  return null;
}

/** Tells whether a path, parameters in braces, stands for all paths. */
exports.takesAll = (path) => /^\/\{rest\d+\}$/.test(path);
