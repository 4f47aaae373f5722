"use strict";
// Sentences for where there is no database for the tests: what is wrong, and what to do.

const fs = require("node:fs");
const path = require("node:path");

const SERVERS = { postgres: "PostgreSQL", mysql: "MySQL or MariaDB" };
/** Codes of drivers and of the system where nobody answers. */
const UNREACHABLE = new Set([
  "CONNECT_TIMEOUT",
  "EACCES",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "ER_CONNECTION_TIMEOUT",
  "ER_SOCKET_UNEXPECTED_CLOSE",
  "ETIMEDOUT",
]);
/** Codes of servers for a user who is not let in, and for one who may not make a database. */
const SHUT = new Set(["28P01", "28000", "ER_ACCESS_DENIED_ERROR", "ER_ACCESS_DENIED_NO_PASSWORD_ERROR"]);
const FORBIDDEN = new Set(["42501", "ER_DBACCESS_DENIED_ERROR"]);

const codesOf = (error) => [error.code, error.cause?.code, ...(error.errors ?? []).map((one) => one.code)];

const grantOf = ({ dialect, user }) =>
  dialect === "postgres" ? `ALTER ROLE "${user}" CREATEDB` : `GRANT ALL ON \`%\\_sut\\_%\`.* TO '${user}'`;

/** Makes the sentence for an error of who makes a database. */
exports.notMade = (error, place) => {
  const { dialect, host, port, socket, user } = place;
  const where = `${socket ?? `${host}:${port}`} (${SERVERS[dialect]})`;
  const url = `SUT_DATABASE_URL=${dialect}://user:password@host:port/`;
  const is = (codes) => codesOf(error).some((code) => codes.has(code));
  if (is(UNREACHABLE)) return `No database server answers at ${where}: start it, or name another one by ${url}.`;
  if (is(SHUT)) {
    return `The database server at ${where} does not let the user ${user} in: name one whom it does by ${url}.`;
  }
  if (is(FORBIDDEN)) {
    const why = `The user ${user} may not create databases at ${where}, and the tests run on one of their own`;
    return `${why}: ${grantOf(place)}, or name a user who may by ${url}.`;
  }
  const what = `A database for the tests could not be made at ${where}: ${error.message}`;
  return `${what}. ${url} names another server or user.`;
};

/** Makes the sentence for a driver that is not led. */
exports.noDriver = (folder, led) => {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const what = `The API connects to a database by ${name} ${version}`;
  return `${what}, which cannot be led to a database of the tests (${led.join(", ")} can): nothing was sent.`;
};
