// Circles of files: which files of a crate need one another, so that none can be read or moved alone. A name that a module only
// passes on (`pub use`) counts for the file that defines it. Tests are not looked at.
//
// node tests/structure/circles.mjs [CRATE...]: prints each circle with what holds it together.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CRATES = path.join(import.meta.dirname, "../../crates");
const ITEM = /\b(?:fn|struct|enum|trait|type|const|static|union|mod)\s+([A-Za-z_]\w*)|macro_rules!\s*(\w+)/g;

/** The text without comments, and without strings, which name no file. */
const plain = (text) =>
  text
    .replace(/\/\/[^\n]*/g, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/"(?:\\[\s\S]|[^"\\])*"/g, '""');

/** The index behind the bracket that closes the one at `open`. */
function behind(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The text without what only tests are built with. */
function withoutTests(text) {
  let rest = text;
  for (;;) {
    const found = /#\[cfg\((?:test|all\(test[^)]*\))\)\]\s*(?:#\[[^\]]*\]\s*)*/.exec(rest);
    if (found === null) return rest;
    const start = found.index + found[0].length;
    const end = /[;{]/.exec(rest.slice(start));
    if (end === null) return rest.slice(0, found.index);
    const at = start + end.index;
    rest = rest.slice(0, found.index) + rest.slice(rest[at] === ";" ? at + 1 : behind(rest, at));
  }
}

/** The paths of a `use` tree, with the name that each is known by. */
function leaves(tree, before = []) {
  const text = tree.trim();
  const group = text.indexOf("{");
  if (group < 0) {
    const [whole, alias] = text.split(/\s+as\s+/);
    const own = whole.split("::").map((part) => part.trim()).filter(Boolean);
    const full = [...before, ...own];
    if (full.at(-1) === "self") full.pop();
    return [{ path: full, name: alias?.trim() ?? full.at(-1) }];
  }
  const prefix = text.slice(0, group).split("::").map((part) => part.trim()).filter(Boolean);
  const inner = text.slice(group + 1, text.lastIndexOf("}"));
  const parts = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= inner.length; at++) {
    if (inner[at] === "{") depth++;
    if (inner[at] === "}") depth--;
    if (at === inner.length || (inner[at] === "," && depth === 0)) {
      if (inner.slice(start, at).trim() !== "") parts.push(inner.slice(start, at));
      start = at + 1;
    }
  }
  return parts.flatMap((part) => leaves(part, [...before, ...prefix]));
}

/** The modules of a crate, by their path (`a::b`). */
function modules(source) {
  const all = new Map();
  for (const entry of fs.readdirSync(source, { recursive: true })) {
    const parts = entry.replace(/\.rs$/, "").split(path.sep);
    if (!entry.endsWith(".rs") || parts.includes("tests") || parts[0] === "bin") continue;
    if (parts.at(-1) === "mod") parts.pop();
    const own = parts.length === 1 && ["lib", "main"].includes(parts[0]) ? [] : parts;
    const text = withoutTests(plain(fs.readFileSync(path.join(source, entry), "utf8")));
    const uses = [];
    const rest = text.replace(/\b(?:pub(?:\([^)]*\))?\s+)?use\s+([^;]+);/g, (_, tree) => {
      uses.push(...leaves(tree));
      return "";
    });
    const items = new Set([...rest.matchAll(ITEM)].map((found) => found[1] ?? found[2]));
    const paths = [...rest.matchAll(/\b(?:crate|super|self)(?:::\w+)+/g)].map((found) => found[0].split("::"));
    all.set(own.join("::"), { file: entry, own, uses, items, paths });
  }
  return all;
}

/** The module that defines what a path means in a module; null for what is of no file of the crate. */
function definedIn(all, module, steps, seen = new Set()) {
  const key = `${module.own.join("::")} ${steps.join("::")}`;
  if (seen.has(key)) return null;
  seen.add(key);
  let [at, rest] = [module, [...steps]];
  if (rest[0] === "crate") [at, rest] = [all.get(""), rest.slice(1)];
  while (rest[0] === "self" || rest[0] === "super") {
    if (rest[0] === "super") at = all.get(at.own.slice(0, -1).join("::"));
    if (at === undefined) return null;
    rest.shift();
  }
  while (rest.length > 0) {
    const child = all.get([...at.own, rest[0]].join("::"));
    if (child !== undefined) {
      [at, rest] = [child, rest.slice(1)];
      continue;
    }
    const passed = at.uses.find((use) => use.name === rest[0] && use.path.join("::") !== rest[0]);
    if (passed !== undefined) return definedIn(all, at, [...passed.path, ...rest.slice(1)], seen);
    if (at.items.has(rest[0])) return at;
    for (const glob of at.uses.filter((use) => use.name === "*")) {
      const found = definedIn(all, at, [...glob.path.slice(0, -1), ...rest], seen);
      if (found !== null) return found;
    }
    return at === module && rest === steps ? null : at;
  }
  return at;
}

/** By file of a crate: the files that it needs. */
export function needs(source) {
  const all = modules(source);
  const graph = new Map();
  for (const module of all.values()) {
    const needed = new Set();
    for (const steps of [...module.uses.map((use) => use.path), ...module.paths]) {
      const isOwn = ["crate", "self", "super"].includes(steps[0]) || all.has([...module.own, steps[0]].join("::"));
      const found = isOwn ? definedIn(all, module, steps) : null;
      if (found !== null && found !== undefined && found !== module) needed.add(found.file);
    }
    // What a module passes on is not what it needs.
    if (/(?:^|\/)(?:mod|lib)\.rs$/.test(module.file)) {
      const passes = new Set(module.uses.map((use) => definedIn(all, module, use.path)?.file));
      const used = new Set(module.paths.map((steps) => definedIn(all, module, steps)?.file));
      const text = withoutTests(plain(fs.readFileSync(path.join(source, module.file), "utf8")));
      const private_ = [...text.matchAll(/^\s*use\s+([^;]+);/gm)].flatMap((found) => leaves(found[1]));
      for (const use of private_) used.add(definedIn(all, module, use.path)?.file);
      for (const file of passes) if (!used.has(file)) needed.delete(file);
    }
    graph.set(module.file, needed);
  }
  return graph;
}

/** The circles of a graph: sets of files each of which needs all others, in the end; the largest first. */
export function circles(graph) {
  const [index, low, on, stack, found] = [new Map(), new Map(), new Set(), [], []];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    on.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(file, Math.min(low.get(file), low.get(next)));
      } else if (on.has(next)) low.set(file, Math.min(low.get(file), index.get(next)));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = [];
    for (;;) {
      const last = stack.pop();
      on.delete(last);
      circle.push(last);
      if (last === file) break;
    }
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found.sort((a, b) => b.length - a.length);
}

export const crates = () => fs.readdirSync(CRATES).filter((name) => fs.existsSync(path.join(CRATES, name, "src")));
export const sourceOf = (crate) => path.join(CRATES, crate, "src");

function main(names) {
  for (const crate of names.length > 0 ? names : crates()) {
    const graph = needs(sourceOf(crate));
    for (const circle of circles(graph)) {
      console.log(`${crate}: ${circle.length} files`);
      for (const file of circle) {
        const inside = [...graph.get(file)].filter((other) => circle.includes(other));
        console.log(`  ${file} -> ${inside.join(", ")}`);
      }
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
