// A MariaDB of a test's own, whose general log says every statement.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOST, freePort, makeHome, programPath, run, startServer } from "./server-process.mjs";

/** Folders of Debian for the server, which is no program of users. */
const DEBIAN = ["/usr/sbin", "/usr/bin", "/usr/local/sbin"];
/** User who asks for this file itself, over the socket: no statement of who is watched. */
const OWN = "nearmiss_tests_server";
const SYSTEM = new Set(["information_schema", "mysql", "performance_schema", "sys"]);
/** Beginning of an entry of the general log: a time or none, the connection, what it did. */
const ENTRY = /^(?:\d{6}\s+\d+:\d\d:\d\d)?\t+\s*(\d+) ([A-Z][A-Za-z ]*)\t([^]*)$/;
const STATEMENTS = new Set(["Query", "Execute", "Prepare", "Init DB"]);

/** Statements that a server runs as it starts: users by the machine's name are none where names are not resolved. */
const FIRST = [
  "DELETE FROM mysql.global_priv WHERE Host NOT IN ('localhost', '127.0.0.1', '::1');",
  "FLUSH PRIVILEGES;",
  ...["'root'@'%'", `'${OWN}'@'localhost'`].flatMap((user) => [
    `CREATE USER ${user};`,
    `GRANT ALL ON *.* TO ${user} WITH GRANT OPTION;`,
  ]),
  "",
].join("\n");

const program = (...names) => programPath(names, DEBIAN, "mariadb-server");

/** Reads who speaks on a connection from `root@127.0.0.1 on shop using TCP/IP`, or that access was denied. */
function connected(words) {
  const [, user = "", database = ""] = /^(\S*?)@\S* on (\S*)(?: using|$)/.exec(words.replace(/^ *as anonymous/, "")) ?? [];
  return { user, database };
}

/**
 * Keeps the statements of others, `database=D user=U Query: SQL`: the log itself names a database only where it
 * changes.
 */
function statementsOf(text) {
  const connections = new Map();
  const found = [];
  for (const entry of text.split(/\n(?=(?:\d{6}\s+\d+:\d\d:\d\d)?\t+\s*\d+ [A-Z])/)) {
    const [, id, command, words] = ENTRY.exec(entry.trimEnd()) ?? [];
    if (id === undefined) continue;
    if (command === "Connect") connections.set(id, connected(words));
    const connection = connections.get(id) ?? { user: "", database: "" };
    if (STATEMENTS.has(command) && connection.user !== OWN) {
      found.push(`database=${connection.database} user=${connection.user} ${command}: ${words}`);
    }
    const used = command === "Init DB" ? words : /^\s*use\s+`?([^`;\s]+)/i.exec(command === "Query" ? words : "")?.[1];
    if (used !== undefined) connection.database = used;
  }
  return found;
}

/**
 * Starts a MariaDB on a free loopback port, in a folder of its own; the user `root` needs no password.
 *
 * `log`: whether `statements` has something to say. `settings`: further options of the server, by name.
 */
export async function startMariaDB({ log = false, settings = {} } = {}) {
  const server = program("mariadbd", "mysqld");
  const install = program("mariadb-install-db", "mysql_install_db");
  const client = program("mariadb", "mysql");
  const dumper = program("mariadb-dump", "mysqldump");
  const home = makeHome("mariadb", "mysql");
  const data = join(home.folder, "data");
  const socket = join(home.folder, "socket");
  const general = join(home.folder, "general.log");
  const first = join(home.folder, "first.sql");
  run(home, install, [
    "--no-defaults",
    `--datadir=${data}`,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
    "--skip-name-resolve",
    `--tmpdir=${home.folder}`,
  ]);
  writeFileSync(first, FIRST, { mode: 0o644 });
  const port = await freePort();
  const all = {
    datadir: data,
    // Not the one of all: a server that starts removes the temporary tables that it finds there, those of others, too.
    tmpdir: home.folder,
    "bind-address": HOST,
    port,
    socket,
    "pid-file": join(home.folder, "pid"),
    "init-file": first,
    "skip-name-resolve": "ON",
    "innodb-flush-log-at-trx-commit": 0,
    "innodb-buffer-pool-size": "32M",
    "log-output": "FILE",
    "general-log": log ? "ON" : "OFF",
    "general-log-file": general,
    ...settings,
  };
  const args = ["--no-defaults", ...Object.entries(all).map(([name, value]) => `--${name}=${value}`)];
  const running = await startServer(home, port, server, args, { signal: "SIGKILL" });

  const ask = (asked, ...rest) => run(home, asked, ["--no-defaults", `--socket=${socket}`, `--user=${OWN}`, ...rest]);
  const databases = () =>
    ask(client, "-Ne", "SHOW DATABASES")
      .split("\n")
      .filter((name) => name !== "" && !SYSTEM.has(name));
  const dump = (...rest) => ask(dumper, "--skip-dump-date", ...rest);
  return {
    host: HOST,
    port,
    pid: running.pid,
    socket,
    url: (database) => `mysql://root@${HOST}:${port}/${database}`,
    createDatabase: (database) => void ask(client, "-e", `CREATE DATABASE \`${database}\``),
    /** Runs SQL in a database by the client and answers what it printed; it is in no `statements`. */
    sql: (database, text) => ask(client, "-N", database, "-e", text),
    databases,
    statements: () => (log ? statementsOf(readFileSync(general, "utf8")) : []),
    /** Writes out everything: users and grants of the server, and each database by its name. */
    dump: () => ({
      globals: dump("--system=users"),
      databases: Object.fromEntries(
        databases().map((name) => [name, dump("--routines", "--events", "--triggers", "--databases", name)]),
      ),
    }),
    stop: running.stop,
  };
}
