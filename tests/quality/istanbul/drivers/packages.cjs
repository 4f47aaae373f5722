"use strict";
// Packages that others write and that are installed anyway, each used a little, as its users would.

const path = require("node:path");

const quietly = (action) => {
  try {
    return action();
  } catch {
    // Refusals are part of what is covered.
  }
};

/** Package to what is done with it. */
const USES = {
  acorn(acorn) {
    const source = "async function* f(a = 1, {b, ...c}) { for await (const x of a) yield x?.y ?? b ** 2; label: while (c) break label }\n class A extends f { #p = /x+/gu; static { `t${1}` } get [b]() { return this.#p } }";
    acorn.parse(source, { ecmaVersion: 2022, locations: true });
    for (const wrong of ["a b", "let let = 1", "({a=1})", "/(/", "'\\u{110000}'", "`"]) quietly(() => acorn.parse(wrong, { ecmaVersion: 2020 }));
  },
  semver(semver) {
    for (const version of ["1.2.3", "1.2.3-beta.1", "v2", "x", "1.2.3+b"]) {
      for (const range of ["^1.2", "~1.2.3", ">=1 <2 || 3.x", "*", "1.2.3 - 2.3", "bad"]) semver.satisfies(version, range, { loose: true });
      quietly(() => semver.inc(version, "prerelease", "rc"));
      semver.coerce(version);
    }
    semver.sort(["2.0.0", "1.0.0-a", "1.0.0"]);
    semver.minVersion(">1.0.0");
  },
  qs(qs) {
    qs.parse("a[b][c]=1&a[b][d]=2&e[]=3&e[]=4&f=%20&g&h[5]=x", { allowDots: true, comma: true });
    qs.parse("?x=1;y=2", { ignoreQueryPrefix: true, delimiter: ";" });
    for (const arrayFormat of ["indices", "brackets", "repeat", "comma"]) qs.stringify({ a: [1, 2], b: { c: null }, d: undefined, e: new Date(0) }, { arrayFormat });
  },
  "js-yaml"(yaml) {
    const text = "a: 1\nb: [x, 'y', \"z\\n\"]\nc:\n  - &id {k: ~}\n  - *id\nd: |\n  text\n  more\ne: >-\n  folded\n  lines\nf: 2001-12-14\ng: 0x1F\nh: .inf\n";
    yaml.dump(yaml.load(text), { flowLevel: 2 });
    for (const wrong of ["a: [", "a: b: c", "\t- x", "*x", "!!int y"]) quietly(() => yaml.load(wrong));
  },
  minimatch(minimatch) {
    const match = minimatch.minimatch ?? minimatch;
    for (const glob of ["**/*.js", "a/{b,c}/[d-f]?.ts", "!x", "+(a|b)*", "@(x)", "", "#c"]) for (const file of ["a/b/d1.ts", "x", "aab", ".hidden/x.js"]) match(file, glob, { matchBase: true });
  },
  picomatch(picomatch) {
    for (const glob of ["**/*.js", "a/{b,c}/[d-f]?.ts", "!x", "+(a|b)*", "*.(js|ts)", "[[:alpha:]]", "a/**/b"]) picomatch(glob)("a/b/d1.ts");
    quietly(() => picomatch(""));
    picomatch.scan("!./foo/*.js", { tokens: true, parts: true });
  },
  "yargs-parser"(parse) {
    parse(["--a", "1", "--no-b", "-xyz", "--c.d=e", "--", "rest", "--f", "g", "-n5"], { alias: { a: ["alpha"] }, array: ["f"], boolean: ["b"], number: ["n"], default: { q: 1 }, coerce: { a: (v) => v } });
    parse("--x 'a b' \"c d\" --y=-3");
  },
  json5(json5) {
    json5.parse("{a:1,'b':[+2,-.5,0xF,Infinity,NaN,], /* c */ \"d\":'\\x41\\\n', // e\n}");
    json5.stringify({ a: [1, "x'y", null], b: new Date(0), c: undefined }, null, 2);
    for (const wrong of ["{", "[1,", "'a", "{a:}", "0x", "\\u"]) quietly(() => json5.parse(wrong));
  },
  esprima(esprima) {
    const source = "var a = 1, b = [1,,2], c = {get x() { return a }, ['y']: 2}; for (var i in b) { if (a < b) continue; else break } switch (a) { case 1: default: } try { throw a } catch (e) {} finally {} class A extends B { constructor() { super() } }";
    esprima.parseScript(source, { loc: true, comment: true, tokens: true });
    esprima.tokenize("a /= /re/g; `x${y}z`");
    for (const wrong of ["var 1", "a b", "/(/", "'"]) quietly(() => esprima.parseScript(wrong, { tolerant: true }));
  },
  ms(ms) {
    for (const value of ["1s", "2 days", "-3 min", "x", 500, 90000, 7.2e6, 1e9]) ms(value);
    ms(60000, { long: true });
    quietly(() => ms({}));
  },
  diff(diff) {
    diff.diffWords("a big cat", "a small cat sat");
    diff.diffJson({ a: 1, b: [2] }, { a: 1, b: [3] });
    const patch = diff.createPatch("f", "a\nb\nc\n", "a\nx\nc\nd\n");
    diff.applyPatch("a\nb\nc\n", patch);
    diff.parsePatch(patch);
  },
  "iconv-lite"(iconv) {
    for (const encoding of ["utf8", "utf16le", "utf-16", "win1252", "shift_jis", "gbk", "utf7", "latin1", "big5"]) iconv.decode(iconv.encode("aé漢字+-", encoding), encoding);
    quietly(() => iconv.encode("a", "none"));
  },
  jsesc(jsesc) {
    for (const value of ["a'b\"c\n\u2028", [1, { a: "é" }], new Map([[1, 2]]), new Set([3]), 7, null]) {
      jsesc(value, { quotes: "double", compact: false });
      jsesc(value, { json: value !== undefined && !(value instanceof Map), es6: true, escapeEverything: true, wrap: true });
    }
  },
  argparse(argparse) {
    const parser = new argparse.ArgumentParser({ description: "x", addHelp: true, version: "1" });
    parser.addArgument(["-f", "--foo"], { help: "foo", type: "int", nargs: "+" });
    parser.addArgument(["bar"], { choices: ["a", "b"] });
    parser.formatHelp();
    parser.parseArgs(["--foo", "1", "2", "--", "a"]);
  },
  "object-inspect"(inspect) {
    inspect({ a: [1, , "x'y"], b: new Map([[1, { c: new Set([2]) }]]), d: /x/g, e: Symbol("s"), f() {}, g: new Date(0), h: 3n, i: null, j: new Error("k") }, { indent: 2 });
    inspect([[[[[[1]]]]]], { depth: 2, quoteStyle: "double" });
  },
  "pretty-format"({ format }) {
    format({ a: [1, new Map([[{ b: 1 }, new Set([2])]])], c: Symbol("d"), e: new Error("f"), g: () => {}, h: -0, i: new Date(0), j: "k\"l" }, { indent: 4, maxDepth: 5 });
    const circular = {};
    circular.self = circular;
    format(circular, { min: true });
  },
  expect({ expect }) {
    expect({ a: [1, { b: 2 }] }).toEqual({ a: [1, { b: expect.any(Number) }] });
    for (const wrong of [() => expect(1).toBe(2), () => expect([1, 2]).toContain(3), () => expect({ a: 1 }).toStrictEqual({ a: 2 }), () => expect("a").toMatch(/b/), () => expect(() => {}).toThrow(), () => expect(0.1).toBeCloseTo(5), () => expect({ a: { b: 1 } }).toHaveProperty("a.b", 2)]) quietly(wrong);
  },
  "path-to-regexp"(library) {
    for (const pattern of ["/a/:b", "/a{/:b}", "/*rest", "/:x-:y", "/a(", "/\\:x"]) quietly(() => library.match(pattern)("/a/c"));
    quietly(() => library.compile("/a/:b")({ b: "x" }));
  },
  cookie(cookie) {
    cookie.parse("a=1; b=%20; c; d=\"e\"");
    const serialize = cookie.serialize;
    serialize("a", "b c", { maxAge: 5, domain: "x.y", path: "/", httpOnly: true, secure: true, sameSite: "lax", expires: new Date(0), priority: "high" });
    for (const options of [{ sameSite: "x" }, { maxAge: "x" }, { domain: "\n" }]) quietly(() => serialize("a", "b", options));
    quietly(() => serialize("\n", ""));
  },
  "lru-cache"(library) {
    const { LRUCache = library } = library;
    const cache = new LRUCache({ max: 3, ttl: 1000, maxSize: 10, sizeCalculation: () => 2 });
    for (const key of ["a", "b", "c", "d", "e", "a", "f", "g"]) cache.set(key, key);
    cache.get("g");
    cache.get("x");
    cache.forEach(() => {});
    (cache.delete ?? cache.del).call(cache, "g");
    (cache.clear ?? cache.reset).call(cache);
  },
};

const rootOf = (name) => {
  let folder = path.dirname(require.resolve(name));
  while (path.basename(path.dirname(folder)) !== "node_modules" && path.dirname(folder) !== folder) folder = path.dirname(folder);
  return folder;
};

const only = process.env.PACKAGES?.split(",");
const used = Object.keys(USES).filter((name) => only === undefined || only.includes(name));
exports.folders = used.map(rootOf);
exports.names = used;

exports.run = () => {
  for (const name of used) USES[name](require(name));
};
