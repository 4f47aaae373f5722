// A checkout of test262: its tests and its commit.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** What is run of it. */
export const FOLDERS = ["test/language", "test/annexB"];

/** The tests below a folder, as paths relative to `root`, sorted. */
function testsBelow(root, folder) {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return testsBelow(root, file);
      return entry.name.endsWith(".js") && !entry.name.includes("_FIXTURE") ? [file] : [];
    });
}

/** `*` stands for any text within a folder, `**` for any; a filter without either is a part of the path. */
function matcher(filter) {
  if (!filter.includes("*")) return (file) => file.includes(filter);
  const escaped = filter.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  const pattern = escaped.replace(/\*\*\/?|\*/g, (stars) => (stars === "*" ? "[^/]*" : ".*"));
  const whole = new RegExp(`^${pattern}$`);
  return (file) => whole.test(file) || whole.test(file.slice("test/".length));
}

/** Opens a checkout. Throws an Error that says what to do when there is none at `root`. */
export function openCheckout(folder) {
  const root = path.resolve(folder);
  for (const needed of ["harness/assert.js", "harness/sta.js", ...FOLDERS]) {
    if (!fs.existsSync(path.join(root, needed))) {
      throw new Error(`${root} is no checkout of test262: it has no ${needed}; name the folder that "git clone" of tc39/test262 made`);
    }
  }
  const git = (...args) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  let commit = "unknown";
  try {
    // A folder inside another repository has that one's commit, not test262's.
    if (fs.realpathSync(git("rev-parse", "--show-toplevel")) === fs.realpathSync(root)) {
      const changed = git("status", "--porcelain", "--", "test", "harness") === "" ? "" : " (changed)";
      commit = git("rev-parse", "HEAD") + changed;
    }
  } catch {
    // No git, or no repository: the tests can run all the same.
  }
  return {
    root,
    commit,
    tests(filter, every = 1) {
      const wanted = filter === null ? () => true : matcher(filter);
      return FOLDERS.flatMap((folder) => testsBelow(root, folder)).filter(wanted).filter((_, index) => index % every === 0);
    },
  };
}
