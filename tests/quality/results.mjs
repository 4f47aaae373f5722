// Keeps what an experiment or bench showed, with the commit and the date it was run at.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./suts.mjs";

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

/** Prints lines and keeps them. */
export class Record {
  #lines = [];
  #failures = [];

  constructor(name, small) {
    this.name = name;
    this.small = small;
    this.data = {};
  }

  /** A line for people, printed at once and kept. */
  say(line) {
    console.log(line);
    this.#lines.push(line);
  }

  /** A line that must hold; the command fails in the end when it does not. */
  must(holds, line) {
    this.say(`${holds ? "ok  " : "MISS"} ${line}`);
    if (!holds) {
      this.#failures.push(line);
    }
  }

  /**
   * A bound on time or speed, which only a quiet machine can be held to: a full run must keep it; the small form, which is
   * part of every check on whatever machine, prints the figure.
   */
  bound(holds, line) {
    if (this.small) this.say(`     ${line}: ${holds ? "kept" : "not kept"}, a figure only`);
    else this.must(holds, line);
  }

  /** Writes the result (full runs only) and answers whether every line was met. */
  finish() {
    const met = this.#failures.length === 0;
    if (!this.small) {
      const result = {
        name: this.name,
        commit: git("rev-parse", "HEAD"),
        changed: git("status", "--porcelain", "--", "crates", "npm", "fixtures").split("\n").filter(Boolean).length,
        date: new Date().toISOString(),
        node: process.version,
        met,
        text: this.#lines,
        data: this.data,
      };
      const file = path.join(ROOT, "tests/quality/results", `${this.name}.json`);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
      console.log(`kept in ${path.relative(ROOT, file)}`);
    }
    console.log(met ? `${this.name}: met` : `${this.name}: NOT met, ${this.#failures.length} lines missed`);
    return met;
  }
}

/** Whole numbers from `from` to `to`. */
export function seeds(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
