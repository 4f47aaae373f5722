// Functions of the Rust crates that are too long to be read at once: lines from the name to the closing bracket, without empty ones
// and comments.

import fs from "node:fs";
import path from "node:path";

/** Lines that are no code. */
const IS_NONE = /^\s*(?:\/\/.*)?$/;

/** The functions of a file, with their first line and how many lines of code they have. */
export function functionsOf(file) {
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const found = [];
  lines.forEach((line, index) => {
    const [, indent, name] = /^(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?fn\s+(\w+)/.exec(line) ?? [];
    if (name === undefined) return;
    // As rustfmt writes it, the bracket that closes a function stands under its first letter.
    const end = lines.findIndex((other, at) => at >= index && (other === `${indent}}` || (at > index && other.startsWith(`${indent}fn `))));
    const isOneLine = line.trimEnd().endsWith("}") || /;\s*$/.test(line);
    if (end < 0 || isOneLine) return;
    const code = lines.slice(index, end + 1).filter((other) => !IS_NONE.test(other));
    found.push({ name, line: index + 1, lines: code.length });
  });
  return found;
}

/** All files with Rust code below a folder. */
export function rustFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => path.join(folder, file));
}
