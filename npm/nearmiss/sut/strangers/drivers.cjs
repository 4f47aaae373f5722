"use strict";
// Which database a connection is for: told by the driver that opens it, or by a variable of the environment that names its host.

const path = require("node:path");
const { sitesBelow } = require("./call_sites.cjs");

/** Where others of ours are that wrap connections. */
const OURS = path.dirname(__dirname) + path.sep;

/** Packages that open connections to databases, and what these are. */
const DRIVERS = {
  __proto__: null,
  "@redis/client": "Redis",
  "cassandra-driver": "Cassandra",
  ioredis: "Redis",
  mariadb: "MariaDB",
  memcached: "Memcached",
  memjs: "Memcached",
  mongodb: "MongoDB",
  mysql: "MySQL",
  mysql2: "MySQL",
  "neo4j-driver-bolt-connection": "Neo4j",
  oracledb: "Oracle",
  pg: "PostgreSQL",
  postgres: "PostgreSQL",
  redis: "Redis",
  tedious: "SQL Server",
};
/** Schemes of addresses of databases, with the port where none is named. */
const SCHEMES = {
  __proto__: null,
  "bolt:": ["Neo4j", 7687],
  "cockroachdb:": ["CockroachDB", 26257],
  "mariadb:": ["MariaDB", 3306],
  "memcached:": ["Memcached", 11211],
  "mongodb+srv:": ["MongoDB", 0],
  "mongodb:": ["MongoDB", 27017],
  "mssql:": ["SQL Server", 1433],
  "mysql:": ["MySQL", 3306],
  "neo4j:": ["Neo4j", 7687],
  "postgres:": ["PostgreSQL", 5432],
  "postgresql:": ["PostgreSQL", 5432],
  "redis:": ["Redis", 6379],
  "rediss:": ["Redis", 6379],
  "sqlserver:": ["SQL Server", 1433],
  "valkey:": ["Valkey", 6379],
};
/** Variables of the environment that name a database, where no address does. */
const NAMES = ["PGDATABASE", "MYSQL_DATABASE", "MONGO_INITDB_DATABASE", "DB_NAME", "DB_DATABASE", "DATABASE_NAME"];
/** Packages that put functions of theirs around those of `net`, to see what others do. */
const WRAPPERS = /^(?:@opentelemetry\/|@sentry\/|@elastic\/apm|dd-trace|elastic-apm-node|newrelic|shimmer$)/;
const FOLDER = "/node_modules/";
const FRAMES = 32;

/** The package that a file (a path or a URL) belongs to, or "" for one of the program's own. */
function packageOf(file) {
  const at = file.lastIndexOf(FOLDER);
  if (at < 0) return "";
  const parts = file.slice(at + FOLDER.length).split("/", 2);
  return parts[0].startsWith("@") ? parts.join("/") : parts[0];
}

/** The driver whose own code called the function `above`, as `{ driver, database }`, or null. */
exports.driverBelow = (above) => {
  const sites = sitesBelow(above, FRAMES) ?? [];
  for (const site of sites) {
    const file = site.getFileName();
    if (typeof file !== "string" || file === "" || file.startsWith("node:") || file.startsWith(OURS)) continue;
    const name = packageOf(file.replaceAll("\\", "/"));
    if (WRAPPERS.test(name)) continue;
    const database = DRIVERS[name];
    // Only who called at once: what a driver calls back may connect to whom it wants.
    return database === undefined ? null : { driver: name, database };
  }
  return null;
};

/** Hosts and ports of an address of a database: `[{ host, port }]`; MongoDB names several in one. */
function hostsOf(rest, port) {
  const place = rest.replace(/^\/\//, "").split(/[/?#]/, 1)[0];
  const hosts = place.slice(place.lastIndexOf("@") + 1).split(",");
  return hosts.map((one) => {
    const [, host, named] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(one) ?? [];
    return { host: (host ?? "").replace(/^\[|\]$/g, "").toLowerCase(), port: named === undefined ? port : Number(named) };
  });
}

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];
const isSameHost = (one, other) => one === other || (LOOPBACK.includes(one) && LOOPBACK.includes(other));

/**
 * The database that a variable of the environment says is at `host` and `port` (null: any), as `{ driver: variable, database, name }`,
 * or null.
 */
exports.databaseInEnvironment = (host, port) => {
  for (const [name, value] of Object.entries(process.env)) {
    const [, scheme, rest] = /^([a-z][a-z+]*:)(\/\/.+)$/.exec(value ?? "") ?? [];
    const known = scheme === undefined ? undefined : SCHEMES[scheme];
    if (known === undefined) continue;
    const is = (one) => one.host !== "" && isSameHost(one.host, host) && (one.port === 0 || port === null || one.port === port);
    if (!hostsOf(rest, known[1]).some(is)) continue;
    const [, named = ""] = /^\/\/[^/]*\/([\w.-]+)/.exec(rest) ?? [];
    return { driver: name, database: known[0], name: named };
  }
  return null;
};

/** The name of the database at `host` and `port`, as far as the environment has it; else "". */
exports.nameOf = (host, port) => {
  const found = exports.databaseInEnvironment(host, port)?.name;
  return found || NAMES.map((name) => process.env[name]).find((name) => /^[\w.-]+$/.test(name ?? "")) || "";
};
