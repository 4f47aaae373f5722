"use strict";
// Paths whose parameters stand in braces already (Hapi, LoopBack): `{id}`, `{id?}`, `{rest*}`, `{rest*2}`,
// `{name}.{ending}`.

/** The routes of one path for some methods; an optional part is a route without it, too. */
exports.bracedRoutesOf = (methods, path) => {
  const optional = /\/?\{\w+(?:\?|\*)\}$/;
  const paths = optional.test(path) ? [path, path.replace(optional, "") || "/"] : [path];
  return paths.flatMap((one) => methods.map((method) => ({ method, path: plain(one), patterns: {} })));
};

/** The path with names alone in its braces; what stands for several segments is as many parameters. */
function plain(path) {
  return path.replace(/\{(\w+)(?:\?|\*(\d*))?\}/g, (_, name, count) => {
    const names = Array.from({ length: Number(count || 1) }, (_, index) => (index === 0 ? name : `${name}${index + 1}`));
    return names.map((one) => `{${one}}`).join("/");
  });
}
