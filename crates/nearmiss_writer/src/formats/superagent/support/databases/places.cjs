"use strict";
// Places that connections of the API are led to: databases of these tests, on the API's own server or on that of
// SUT_DATABASE_URL.

const { createHash, randomBytes } = require("node:crypto");
const os = require("node:os");
const path = require("node:path");

/** The dialects by the schemes of their URLs. */
const SCHEMES = {
  __proto__: null,
  "postgres:": "postgres",
  "postgresql:": "postgres",
  "mysql:": "mysql",
  "mariadb:": "mysql",
};
/** Databases of a server that are there to connect to it. */
const MAINTENANCE = new Set(["postgres", "template0", "template1"]);
/** A name is no longer than this; the ground of a database has a longer one. */
const MOST_BYTES = 56;
const HOME = "sut-databases";

const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** This machine, as it stands in names of databases. */
exports.HOST = digest(os.hostname());

/** Makes up the path of the folder of what is known of these databases: its name ends as theirs do. */
exports.newHome = () =>
  path.join(os.tmpdir(), `${HOME}_${exports.HOST}_${process.pid}_${randomBytes(4).toString("hex")}`);

/** Answers the end of the names of databases whose folder is `home`: `_sut_HOST_PID_N`. */
const suffixOf = (home) => `_sut${path.basename(home).slice(HOME.length)}`;

/** The process of the tests that a database of this machine's tests is for, by its name; undefined for any other. */
exports.ownerOf = (name) => {
  const [, host, pid] = /_sut_([0-9a-f]{8})_(\d+)_[0-9a-f]{8}$/.exec(name) ?? [];
  return host === exports.HOST ? Number(pid) : undefined;
};

/** Names the database in whose place another one is: the beginning of its name, where that is long. */
const withoutSuffix = (name, suffix) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name);

function nameFor(database, suffix) {
  if (database.endsWith(suffix)) return database;
  const most = MOST_BYTES - suffix.length;
  if (Buffer.byteLength(database) <= most) return database + suffix;
  const short = Buffer.from(database)
    .subarray(0, most - 9)
    .toString("utf8")
    .replace(/\uFFFD$/, "");
  return `${short}_${digest(database)}${suffix}`;
}

/** Tells whether connections to a database stay: to none, or to one that is there to connect to. */
const stays = (dialect, database) =>
  !database || (dialect === "postgres" && MAINTENANCE.has(database) && !require("../start.json").leadsMaintenance);

const decoded = (text) => decodeURIComponent(text);

/** Reads what SUT_DATABASE_URL says of the server of a dialect, part by part; nothing where it is of another one. */
function serverOf(dialect) {
  const text = process.env.SUT_DATABASE_URL;
  if (!text) return {};
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol in SCHEMES)) {
    throw new Error(
      "SUT_DATABASE_URL is no URL like postgres://user:password@host:port/ or mysql://user:password@host:port/.",
    );
  }
  if (SCHEMES[url.protocol] !== dialect) return {};
  const asked = (...names) => names.map((name) => url.searchParams.get(name)).find((value) => value);
  const socket = asked("host", "socket", "socketPath");
  const encrypts = asked("sslmode", "ssl");
  return {
    ...(url.hostname ? { host: decoded(url.hostname).replace(/^\[|\]$/g, ""), socket: undefined } : {}),
    ...(socket ? { socket } : {}),
    // Another server: whether it encrypts is said by its own URL.
    ...(url.hostname || socket
      ? { ssl: encrypts && !/^(disable|false|0)$/.test(encrypts) ? { rejectUnauthorized: false } : false }
      : {}),
    ...(url.port ? { port: Number(url.port) } : {}),
    // A password is that of its user.
    ...(url.username ? { user: decoded(url.username), password: decoded(url.password) } : {}),
    ...(url.pathname.length > 1 ? { maintenance: decoded(url.pathname.slice(1)) } : {}),
  };
}

/**
 * Answers where a connection goes that the API makes to `{ dialect, host, port, socket, user, password, ssl,
 * database }`: the same with what is changed, and `original`, the name of the API's own database; undefined where it
 * goes to none.
 */
exports.placeOf = (about, home) => {
  const server = serverOf(about.dialect);
  const suffix = suffixOf(home);
  if (stays(about.dialect, about.database)) return { ...about, ...server, original: undefined };
  return {
    ...about,
    ...server,
    original: withoutSuffix(about.database, suffix),
    database: nameFor(about.database, suffix),
  };
};

/** Answers the URL of a database as it is led; undefined for any other text. */
const ledUrl = (text, home) => {
  const url = /^[a-z]+:\/\/./.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const dialect = SCHEMES[url?.protocol];
  if (dialect === undefined || url.pathname.length < 2) return undefined;
  const { host, port, user, password, original, database } = exports.placeOf(
    { dialect, database: decoded(url.pathname.slice(1)) },
    home,
  );
  if (host) url.hostname = host;
  if (port) url.port = String(port);
  if (user) Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) });
  // What is kept stays as it is written.
  if (!host && !port && !user)
    return (
      original && text.replace(/^([a-z]+:\/\/[^/?#]*\/)[^?#]*/, (_, before) => before + encodeURIComponent(database))
    );
  if (original !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
};

/** Variables that programs of PostgreSQL read. */
const LIBPQ = { PGHOST: "host", PGPORT: "port", PGUSER: "user", PGPASSWORD: "password", PGDATABASE: "database" };

/**
 * Leads what variables say of databases, so that names which an API puts into its queries are right: URLs, and what
 * programs of PostgreSQL read.
 */
exports.leadVariables = (env, home) => {
  for (const [name, text] of Object.entries(env)) {
    if (name === "SUT_DATABASE_URL") continue;
    const led = ledUrl(text, home);
    if (led !== undefined) env[name] = led;
    if (name === "PGDATABASE" && text) {
      const place = exports.placeOf({ dialect: "postgres", database: text }, home);
      for (const [variable, part] of Object.entries(LIBPQ))
        if (place[part] !== undefined) env[variable] = String(place[part]);
    }
  }
};
