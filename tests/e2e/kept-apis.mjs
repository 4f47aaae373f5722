// The APIs of fixtures/suts/kept, each in a project of its own under version control, and what their data are.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { namesBelow } from "./files-below.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const KEPT = path.join(ROOT, "fixtures/suts/kept");
const require = createRequire(path.join(KEPT, "serve.cjs"));
/** What is no data: what nearmiss writes, and what each API's .gitignore names. */
const NO_DATA = /^(?:\.git|\.nearmiss|nearmiss-tests|\.cache)(?:\/|$)|^(?:access\.log|server\.pid|archive\.json.*)$/;

/** Whether a package that only some machines have is installed. */
const lacks = (name) => {
  try {
    require.resolve(name);
    return false;
  } catch {
    return `${name} is not installed (fixtures/suts/kept/README.md)`;
  }
};

/** `databases`: files, and the package that reads them. `skip`: why it cannot be tried here. */
export const APIS = [
  { name: "memory-json" },
  { name: "each-call-json" },
  { name: "better-sqlite", databases: ["members.db"], driver: "better-sqlite3", skip: lacks("better-sqlite3") },
  { name: "libsql", databases: ["articles.db", "stock.db"], driver: "libsql" },
  { name: "uploads" },
  { name: "log-stream" },
  { name: "lines" },
];

const git = (dir, ...args) => execFileSync("git", ["-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { encoding: "utf8" });

/** Moves what stands in the write-ahead log of a database into its file. */
function checkpoint(file, driver) {
  const Database = require(driver);
  const db = new Database(file);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/**
 * Makes a project of an API, below `parent` or in a temporary folder; `mine.txt` in it is a file of the user's. `shared`:
 * version control has all rows of its databases. Otherwise some stand in a write-ahead log, which it has not.
 */
export function project({ name, databases, driver }, parent = fs.mkdtempSync(path.join(os.tmpdir(), "kept-")), { shared = false } = {}) {
  const dir = path.join(parent, name);
  fs.cpSync(path.join(KEPT, name), dir, { recursive: true });
  fs.copyFileSync(path.join(KEPT, "serve.cjs"), path.join(parent, "serve.cjs"));
  if (!fs.existsSync(path.join(parent, "node_modules"))) fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(parent, "node_modules"));
  fs.writeFileSync(path.join(dir, "mine.txt"), "as it was\n");
  if (databases !== undefined) {
    try {
      execFileSync(process.execPath, ["make.cjs"], { cwd: dir, stdio: "pipe" });
    } catch (error) {
      // One of them ends itself, so that something stays in the write-ahead log.
      if (error.signal !== "SIGKILL") throw error;
    }
  }
  if (shared) for (const file of databases ?? []) checkpoint(path.join(dir, file), driver);
  git(dir, "init", "-q");
  fs.writeFileSync(path.join(dir, ".git/info/exclude"), "nearmiss-tests/\narchive.json*\n");
  git(dir, "add", "-A");
  git(dir, "commit", "-q", "-m", "as it was");
  return dir;
}

/** All rows of a database, read from a copy. */
function dump(dir, file, driver) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dump-"));
  for (const end of ["", "-wal", "-journal"]) {
    const from = path.join(dir, file + end);
    if (fs.existsSync(from)) fs.copyFileSync(from, path.join(folder, file + end));
  }
  const Database = require(driver);
  const db = new Database(path.join(folder, file));
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  const rows = tables.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name} ORDER BY 1`).all()]);
  db.close();
  fs.rmSync(folder, { recursive: true });
  return JSON.stringify(rows, (key, value) => (key === "_metadata" ? undefined : value));
}

/** What the data of a project are: what git sees, sums of all files, dumps of databases. */
export function dataOf({ databases = [], driver }, dir) {
  const files = namesBelow(dir).filter((name) => !NO_DATA.test(name));
  const sums = files.sort().map((name) => {
    const file = path.join(dir, name);
    const content = fs.statSync(file).isDirectory() ? "folder" : fs.readFileSync(file);
    return `${name} ${createHash("sha256").update(content).digest("hex")}`;
  });
  return { git: git(dir, "status", "--porcelain"), sums, dumps: databases.map((file) => dump(dir, file, driver)) };
}

/** Processes of the API of a project: Node in its folder, with its program. */
export function serversOf(dir) {
  const real = fs.realpathSync(dir);
  return fs.readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const words = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return fs.readlinkSync(`/proc/${pid}/cwd`) === real && words[1] === "server.cjs";
    } catch {
      return false;
    }
  }).map(Number);
}
