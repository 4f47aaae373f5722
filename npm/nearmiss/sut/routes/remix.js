"use strict";
// Remix 2 and React Router 7: what makes the handler of requests is given the build, which lists the routes by name.

const { joined, routesOf, takesAll } = require("./paths.js");

/** Name under which the text of a file of theirs finds us. */
const TELL = Symbol.for("nearmiss.remix");
const MAKES = /((?:const|var) createRequestHandler = \(build, mode[\w$]*\) => \{)/;
const CHANGES = ["POST", "PUT", "PATCH", "DELETE"];
const MOST_DEPTH = 32;

const builds = new Set();

const telling = (text) => text.replace(MAKES, '$1 globalThis[Symbol.for("nearmiss.remix")]?.(build);');

exports.texts = {
  "/@remix-run/server-runtime/dist/": telling,
  "/react-router/dist/": telling,
};

exports.begin = () => {
  Object.defineProperty(globalThis, TELL, { value: (build) => builds.add(build), enumerable: false });
};

/** The path of a route: it stands behind those of its parents. */
function pathOf(routes, id) {
  let path = "";
  for (let at = routes[id], depth = 0; at !== undefined && depth < MOST_DEPTH; at = routes[at.parentId], depth += 1) {
    if (at.path) path = joined(at.path, path).replace(/\/$/, "");
  }
  return joined("", path);
}

/** A page is shown and takes forms; what is no page answers as its functions do. */
function methodsOf({ loader, action, default: page }) {
  const gets = loader !== undefined || page !== undefined ? ["GET"] : [];
  if (action === undefined) return gets;
  return [...gets, ...(page === undefined ? CHANGES : ["POST"])];
}

/** The application that leads to Remix gives it all paths that are left. */
exports.hides = ({ path }) => builds.size > 0 && takesAll(path);

exports.found = () =>
  [...builds]
    .map((build) => build?.routes)
    .filter((routes) => typeof routes === "object" && routes !== null)
    .flatMap((routes) =>
      Object.values(routes)
        .filter(({ path, index }) => path || index)
        .flatMap(({ id, module }) => routesOf(methodsOf(module), pathOf(routes, id))));
