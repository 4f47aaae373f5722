// Searches of APIs that stand on a database server: run as users run them, with what is written kept for a look.

import fs from "node:fs";
import path from "node:path";
import { emptyOut, nearmiss, ownCopy, start as begin } from "../e2e/command.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Limit of a run that hangs. */
const LIMIT_MS = 900_000;

/** A copy of a fixture with a database, and its start command. */
export function fixture(name, label) {
  const original = path.join(ROOT, "fixtures/suts", name);
  const folder = ownCopy(original, label);
  const { scripts } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const canaries = JSON.parse(fs.readFileSync(path.join(folder, "canaries.json"), "utf8"));
  return { folder, start: scripts.start, developer: scripts.developer, canaries };
}

/** A copy of a small API of `apis/`. */
export const smallApi = (name, label) => ownCopy(path.join(import.meta.dirname, "apis", name), label);

/** Words of a search and an empty folder for what it writes. */
function asked(folder, start, { calls = 200, seed = 1, more = [], users = "users.yaml", label = "suite", format = "node" }) {
  const out = emptyOut(folder, label);
  fs.mkdirSync(out, { recursive: true });
  const written = [
    ...["--out", path.join(out, "suite"), "--report", path.join(out, "report.json")],
    ...["--archive", path.join(out, "archive.json"), "--log", path.join(out, "log.txt")],
  ];
  const who = users === null ? [] : ["--auth", users];
  const about = ["fuzz", "--start", start, "--openapi", "openapi.json", ...who, "--format", format];
  return { out, args: [...about, "--calls", String(calls), "--seed", String(seed), ...written, ...more] };
}

/** Searches an API in a folder; answers what the command answers, and the folder of what it wrote. */
export async function search(folder, start, options = {}) {
  const { out, args } = asked(folder, start, options);
  return { out, ...(await nearmiss(folder, args, { limitMs: LIMIT_MS, env: options.env })) };
}

/** Begins such a search; answers its process, what it says meanwhile, its end, and the folder of what it writes. */
export function beginSearch(folder, start, options = {}) {
  const { out, args } = asked(folder, start, options);
  return { out, ...begin(folder, args, { limitMs: LIMIT_MS, env: options.env }) };
}

/** Answers all that stands below a folder, as one text. */
export function everythingIn(folder) {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), "utf8")).join("\n");
}

/** Statements that change nothing, as our own programs send them. */
const READS = /^(?:statement|execute \S+): (?:SELECT|WITH|VALUES|SET|RESET|SHOW|BEGIN|START TRANSACTION|COMMIT|ROLLBACK|DECLARE|FETCH|CLOSE|LOCK TABLE [^;]* IN ACCESS SHARE MODE|COPY [^;]* TO stdout|PREPARE|EXECUTE|DEALLOCATE)\b/i;

/** Statements that change nothing on MariaDB, where our programs have no name. */
const MARIADB_READS = /^(?:SELECT|WITH|SHOW|SET|START TRANSACTION READ ONLY$|COMMIT$|USE|\/\*[!M][^;]*\*\/$)/i;

/** Leaves out, of statements on a PostgreSQL, those that are reads of ours. */
export const otherThanReads = (statements) =>
  statements.filter((line) => {
    const [, application, statement] = /^database=.*? application=(.*?) ((?:statement|execute|fastpath)[^]*)$/.exec(line) ?? [];
    return application !== "nearmiss" || !READS.test(statement);
  });

/** Leaves out, of statements on a MariaDB, those that are reads. */
export const otherThanMariadbReads = (statements) =>
  statements.filter((line) => {
    const [, statement] = /^database=.*? user=\S+ (?:Query|Execute): ([^]*)$/.exec(line) ?? [];
    return statement === undefined || !MARIADB_READS.test(statement);
  });

/** Answers the numbers of processes that work in a folder, as servers do in those of their data. */
export function processesIn(folder) {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}
