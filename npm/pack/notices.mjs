// The licences of what is compiled into a package: asked of cargo and of package.json files, offline after a build.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const LICENCES = join(ROOT, "npm/pack/licences");
/** Names of files with a licence, which may lie beside parts of other origin, too. */
const TEXT = /^(licen[cs]es?|copying|notices?|unlicen[cs]e|copyrights?)([-_.].*)?$/i;
const NO_TEXT = new Set([".rs", ".yml", ".yaml", ".toml", ".json", ".js", ".ts", ".c", ".h", ".py", ".html"]);
const FOLDER_OF_TEXTS = /^licen[cs]es$/i;
const WITHOUT_TEXTS = new Set([".github", "node_modules", "tests", "target"]);
/** Licences whose text is the same for all, but for the line of the copyright. */
const STANDARD = {
  "Apache-2.0": () => readFileSync(join(ROOT, "npm/nearmiss/LICENSE-APACHE"), "utf8"),
  ...Object.fromEntries(["MIT", "BSD-2-Clause", "BSD-3-Clause"].map((name) => [name, (owners) => filled(name, owners)])),
};

const filled = (name, owners) => readFileSync(join(LICENCES, `${name}.txt`), "utf8").replace("{owners}", owners);

/** Folder of a crate as cargo has unpacked it. Throws an Error when it is nowhere. */
function crateFolder(name, version) {
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src");
  const folders = existsSync(sources) ? readdirSync(sources).map((index) => join(sources, index, `${name}-${version}`)) : [];
  const found = folders.find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`the sources of ${name} ${version} are not below ${sources}; build first, then pack`);
  return found;
}

/** Crates that one of ours is compiled with for a platform, other than ours and without what runs at build time only. */
export function crateParts(root, platform) {
  const args = ["tree", "--locked", "-p", root, "--target", platform, "-e", "normal,no-proc-macro", "--prefix", "none", "-f", "{p}|{l}"];
  const asked = spawnSync("cargo", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  if (asked.status !== 0) throw new Error(`cargo ${args.join(" ")}: ${asked.error?.message ?? asked.stderr}`);
  const found = new Map();
  for (const line of asked.stdout.split("\n")) {
    // Ours are followed by their folder.
    const [, name, version, license] = /^(\S+) v(\S+)\|(.*?)(?: \(\*\))?$/.exec(line) ?? [];
    if (name !== undefined) found.set(`${name} ${version}`, { name, version, license, folder: crateFolder(name, version) });
  }
  return [...found.values()];
}

/** Packages of npm in the page of reports, which the native part holds: what its files import, and what that needs. */
export function pageParts() {
  const page = join(ROOT, "crates/nearmiss_report/page");
  const found = new Set();
  for (const file of readdirSync(page, { recursive: true, encoding: "utf8" })) {
    if (!/\.[jt]sx?$/.test(file) || file.includes("node_modules")) continue;
    for (const [, name] of readFileSync(join(page, file), "utf8").matchAll(/from "((?:@[\w.-]+\/)?[a-z][\w.-]*)/g)) found.add(name);
  }
  const parts = [];
  // What a package needs grows the set while it is walked.
  for (const name of found) {
    const folder = join(ROOT, "node_modules", name);
    if (!existsSync(join(folder, "package.json"))) continue;
    const { version, license, dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    parts.push({ name, version, license, folder });
    for (const needed of Object.keys(dependencies)) found.add(needed);
  }
  return parts;
}

/** Texts of licences below a folder. */
function textsBelow(folder, allAreTexts = false) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return WITHOUT_TEXTS.has(entry.name) ? [] : textsBelow(file, allAreTexts || FOLDER_OF_TEXTS.test(entry.name));
    const isText = (allAreTexts || TEXT.test(entry.name)) && !NO_TEXT.has(extname(entry.name).toLowerCase());
    return isText ? [readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim()] : [];
  });
}

/** Names of those who wrote a crate, as its manifest has them. */
function ownersOf({ name, folder }) {
  const manifest = join(folder, "Cargo.toml");
  const [, list = ""] = existsSync(manifest) ? (/^authors = \[([^\]]*)\]/m.exec(readFileSync(manifest, "utf8")) ?? []) : [];
  const owners = [...list.matchAll(/"([^"]*)"/g)].map(([, owner]) => owner);
  return owners.length > 0 ? owners.join(", ") : `the authors of ${name}`;
}

/** Texts that go with a part: its own, or the standard one of the licence that it names. Throws an Error when there is neither. */
function textsOf(part) {
  const own = textsBelow(part.folder);
  if (own.length > 0) return own;
  const named = String(part.license).split(/ OR |\//).find((name) => Object.hasOwn(STANDARD, name.trim()));
  if (named === undefined) throw new Error(`${part.name} ${part.version} (${part.license}) has no text of its licence; put a standard one into ${LICENCES}`);
  return [STANDARD[named.trim()](ownersOf(part)).trim()];
}

/** The text of THIRD-PARTY-NOTICES.txt: what the parts are, their licences, and each text once with those it holds for. */
export function notices(what, parts) {
  if (parts.length === 0) return "This package holds no software of third parties.\n";
  const key = ({ name, version }) => `${name} ${version}`;
  const sorted = parts.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  const texts = new Map();
  for (const part of sorted) for (const text of new Set(textsOf(part))) texts.set(text, [...(texts.get(text) ?? []), key(part)]);
  const list = sorted.map((part) => `${key(part)}: ${part.license ?? "see its text below"}`);
  const blocks = [...texts].map(([text, users]) => `${"=".repeat(100)}\n${users.join(", ")}\n\n${text}`);
  const head = `Software of third parties in ${what}, with its licences. It holds the standard library of Rust, too: MIT OR Apache-2.0.`;
  return `${[head, list.join("\n"), ...blocks].join("\n\n")}\n`;
}
