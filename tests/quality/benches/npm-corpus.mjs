// Real npm code to measure on: files of the workspace's own `node_modules`, which the lock file fixes.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../suts.mjs";

/** Bigger files would make up the corpus between a few of them; one is measured by itself. */
const LARGEST_FILE = 300_000;

/** The one file that peak memory is measured on: the compiler of TypeScript, 6 MB. */
export const BIG_FILE = path.join(ROOT, "node_modules/typescript/lib/_tsc.js");

const hash = (text) => createHash("sha256").update(text).digest("hex");

function sourceFiles(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    // Links of the workspace lead to code of ours.
    if (entry.isDirectory()) return sourceFiles(file);
    return entry.isFile() && /\.[cm]?js$/.test(entry.name) && !/[.-]min\./.test(entry.name) ? [file] : [];
  });
}

/**
 * Files in the order of the hash of their path, so that every package has its share, until they are
 * `bytes` long together: `[{ name, text, bytes }]`. A text that was there before is left out, and so is
 * what `accepts` refuses.
 */
export function npmCorpus(bytes, accepts) {
  const root = path.join(ROOT, "node_modules");
  const files = sourceFiles(root).map((file) => ({ file, name: path.relative(root, file) }));
  const order = new Map(files.map(({ name }) => [name, hash(name)]));
  files.sort((a, b) => (order.get(a.name) < order.get(b.name) ? -1 : 1));
  const corpus = [];
  const seen = new Set();
  let total = 0;
  for (const { file, name } of files) {
    if (total >= bytes) break;
    const size = fs.statSync(file).size;
    if (size === 0 || size > LARGEST_FILE) continue;
    const text = fs.readFileSync(file, "utf8");
    const key = hash(text);
    if (seen.has(key)) continue;
    seen.add(key);
    const source = { name, text, bytes: size };
    if (!accepts(source)) continue;
    corpus.push(source);
    total += size;
  }
  if (total < bytes) throw new Error(`node_modules holds only ${total} bytes of code: run npm install`);
  return corpus;
}
