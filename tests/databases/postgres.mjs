// A PostgreSQL of a test's own, whose log says every statement.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOST, freePort, makeHome, programsFolder, run, startServer } from "./server-process.mjs";

/** Folders of Debian for the server, which is no program of users: a folder for each version. */
const DEBIAN = "/usr/lib/postgresql";
const PROGRAMS = ["initdb", "postgres", "pg_isready", "psql", "createdb", "pg_dump", "pg_dumpall"];
/** The application name of what this file itself asks, which is no statement of who is watched. */
const OWN = "nearmiss-tests-server";
const PREFIX = "database=%d application=%a ";

/** Finds the programs of the newest version on the machine. */
function programs() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return programsFolder(PROGRAMS, versions.map((version) => join(DEBIAN, version, "bin")), "postgresql");
}

/** Reads the entries of a log: an entry's further lines begin with a tab. */
function entries(text) {
  return text.replaceAll("\n\t", "\n").split(/^(?=database=)/m).map((entry) => entry.trimEnd());
}

/** Keeps the entries that are statements of others, `database=D application=A statement: SQL`. */
function statementsOf(text) {
  return entries(text)
    .map((entry) => /^database=(.*?) application=(.*?) LOG: {2}((?:statement|execute|fastpath)\b[^]*)$/.exec(entry))
    .filter((found) => found !== null && found[2] !== OWN)
    .map(([, database, application, statement]) => `database=${database} application=${application} ${statement}`);
}

/** Leaves out the lines of a dump that are drawn anew each time. */
const withoutKeys = (dump) => dump.replace(/^\\(un)?restrict .*\n/gm, "");

/**
 * Starts a PostgreSQL on a free loopback port, in a folder of its own; the user `postgres` needs no password.
 *
 * `log`: whether `statements` has something to say. `settings`: further ones, by name. `access`: how users who come by
 * TCP and are not `postgres` prove who they are.
 */
export async function startPostgres({ log = false, settings = {}, access = "trust" } = {}) {
  const bin = programs();
  const home = makeHome("postgres", "postgres");
  const data = join(home.folder, "data");
  run(home, join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]);
  const hosts = `host all postgres ${HOST}/32 trust\nhost all all ${HOST}/32 ${access}\n`;
  if (access !== "trust") writeFileSync(join(data, "pg_hba.conf"), `local all all trust\n${hosts}`);
  const port = await freePort();
  const all = {
    fsync: "off",
    timezone: "UTC",
    log_statement: log ? "all" : "none",
    log_line_prefix: PREFIX,
    log_replication_commands: log ? "on" : "off",
    ...settings,
  };
  const given = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", data, "-h", HOST, "-p", String(port), "-k", home.folder, ...given];
  // One that only begins to start answers, and lets nobody in.
  const isReady = () => spawnSync(join(bin, "pg_isready"), ["-q", "-h", HOST, "-p", String(port)]).status === 0;
  // SIGQUIT ends it at once, connections and all.
  const server = await startServer(home, port, join(bin, "postgres"), args, { isReady, signal: "SIGQUIT" });

  const ask = (program, ...rest) =>
    run(home, join(bin, program), ["-h", HOST, "-p", String(port), "-U", "postgres", ...rest], {
      env: { PGAPPNAME: OWN },
    });
  const databases = () =>
    ask("psql", "-d", "postgres", "-XAtc", "select datname from pg_database where not datistemplate order by 1")
      .split("\n")
      .filter((name) => name !== "");
  return {
    host: HOST,
    port,
    pid: server.pid,
    socketFolder: home.folder,
    url: (database) => `postgres://postgres@${HOST}:${port}/${database}`,
    createDatabase: (database) => void ask("createdb", database),
    /** Runs SQL in a database by psql and answers what it printed; it is in no `statements`. */
    sql: (database, text) => ask("psql", "-d", database, "-v", "ON_ERROR_STOP=1", "-XAtqc", text),
    databases,
    statements: () => statementsOf(readFileSync(server.output, "utf8")),
    /** Writes out everything: roles and settings of the cluster, and each database by its name. */
    dump: () => ({
      globals: withoutKeys(ask("pg_dumpall", "--globals-only")),
      databases: Object.fromEntries(databases().map((name) => [name, withoutKeys(ask("pg_dump", "-C", name))])),
    }),
    stop: server.stop,
  };
}
