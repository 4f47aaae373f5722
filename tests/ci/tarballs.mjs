// What `npm pack` makes of npm/*, once for all tests of a file: installed in projects that are not ours.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../quality/suts.mjs";

const NAMES = { nearmiss: "nearmiss", native: "nearmiss-linux-x64-gnu" };
/** The command that README files name. */
export const PACK = ["pack", ...Object.values(NAMES).flatMap((name) => ["--workspace", name]), "--pack-destination"];
/** Longer than anything here takes on a machine that does much else: what does not end by then hangs. */
const LIMIT_MS = 600_000;

/** Runs a program; answers what it printed. Fails when it does not end with 0. */
export function run(cwd, program, args, env = {}) {
  // A runner of tests that finds itself in one runs nothing.
  const { NODE_TEST_CONTEXT, ...outer } = process.env;
  const all = { ...outer, NODE_OPTIONS: "", NEARMISS_CONTROL: "", ...env };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env: all, encoding: "utf8", timeout: LIMIT_MS, maxBuffer: 1 << 28 });
  assert.equal(status, 0, `${program} ${args.join(" ")} in ${cwd}: ${error ?? ""}\n${stdout}\n${stderr}`);
  return stdout;
}

/** A folder with the tarballs of `npm pack`: `{ folder, nearmiss, native, remove() }`. */
export function pack() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-packed-")));
  const said = run(ROOT, "npm", [...PACK, folder, "--silent", "--json"]);
  // What `prepack` prints comes before.
  const made = JSON.parse(said.slice(said.search(/^\[/m)));
  const tarball = (name) => path.join(folder, made.find((each) => each.name === name).filename);
  const packed = Object.entries(NAMES).map(([key, name]) => [key, tarball(name)]);
  return { folder, ...Object.fromEntries(packed), remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

function write(folder, files) {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
}

/** Makes a project of these files with the packages of the tarballs installed, and nothing of ours else; answers its folder. */
export function foreignProject({ folder, nearmiss, native }, name, files) {
  const project = path.join(folder, name);
  write(project, { "package.json": JSON.stringify({ name, version: "1.0.0", private: true }), ...files });
  run(project, "npm", ["install", "--offline", "--no-audit", "--no-fund", native, nearmiss]);
  return project;
}

/**
 * Puts these files into a project in place of all that it holds but what is installed: an install takes longer than most of what is done
 * in it, and a link to what is installed elsewhere is no installation to Vite.
 */
export function refill(project, files) {
  for (const name of fs.readdirSync(project)) {
    if (name !== "node_modules") fs.rmSync(path.join(project, name), { recursive: true, force: true });
  }
  write(project, files);
}

/** The folder of a package as code in `from` gets it, or null. */
function installed(name, from) {
  for (let folder = from; folder !== path.dirname(ROOT); folder = path.dirname(folder)) {
    const found = path.join(folder, "node_modules", name);
    if (fs.existsSync(path.join(found, "package.json"))) return found;
  }
  return null;
}

/** The folders right below our node_modules that a package needs. */
function needs(name, from = ROOT, found = new Map()) {
  const folder = installed(name, from);
  if (folder === null || found.has(folder)) return found;
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const top = path.relative(path.join(ROOT, "node_modules"), folder).split("/node_modules/")[0];
  found.set(folder, top);
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) needs(needed, folder, found);
  return found;
}

/**
 * Puts packages of our node_modules into a project, with all that they need, as `npm install` would: as hard links, since with symbolic
 * ones they would be ours and find our nearmiss.
 */
export function borrow(project, names) {
  const modules = path.join(project, "node_modules");
  for (const name of names) assert.ok(installed(name, ROOT), `${name} is no development dependency of ours`);
  for (const top of new Set(names.flatMap((name) => [...needs(name).values()]))) {
    const to = path.join(modules, top);
    if (top.startsWith("nearmiss") || fs.existsSync(to)) continue;
    fs.mkdirSync(path.dirname(to), { recursive: true });
    const from = path.join(ROOT, "node_modules", top);
    // Links need one file system; elsewhere files are copied.
    if (spawnSync("cp", ["-al", from, to]).status !== 0) fs.cpSync(from, to, { recursive: true });
  }
  fs.mkdirSync(path.join(modules, ".bin"), { recursive: true });
  for (const name of names) {
    const { bin = {} } = JSON.parse(fs.readFileSync(path.join(modules, name, "package.json"), "utf8"));
    for (const [program, file] of Object.entries(typeof bin === "string" ? { [name]: bin } : bin)) {
      const link = path.join(modules, ".bin", program);
      if (!fs.existsSync(link)) fs.symlinkSync(path.join("..", name, file), link);
    }
  }
}
