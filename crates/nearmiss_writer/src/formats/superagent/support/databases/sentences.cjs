"use strict";
// What is said where there is no database for the tests: what is wrong, and what to do.

const fs = require("node:fs");
const path = require("node:path");

const SERVERS = { postgres: "PostgreSQL", mysql: "MySQL or MariaDB" };
const UNREACHABLE = /^(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EACCES|CONNECT_TIMEOUT|ER_CONNECTION_TIMEOUT|ER_SOCKET_UNEXPECTED_CLOSE)$/;
/** Codes of servers for a user who is not let in, and for one who may not make a database. */
const SHUT = new Set(["28P01", "28000", "ER_ACCESS_DENIED_ERROR", "ER_ACCESS_DENIED_NO_PASSWORD_ERROR"]);
const FORBIDDEN = new Set(["42501", "ER_DBACCESS_DENIED_ERROR"]);

const codesOf = (error) => [error.code, error.cause?.code, ...(error.errors ?? []).map((one) => one.code)];

/** Makes the sentence for an error of who makes a database. */
exports.notMade = (error, place) => {
  const { dialect, host, port, socket, user } = place;
  const where = `${socket ?? `${host}:${port}`} (${SERVERS[dialect]})`;
  const url = `SUT_DATABASE_URL=${dialect}://user:password@host:port/`;
  const codes = codesOf(error);
  if (codes.some((code) => UNREACHABLE.test(code))) return `No database server answers at ${where}: start it, or name another one by ${url}.`;
  if (codes.some((code) => SHUT.has(code))) return `The database server at ${where} does not let the user ${user} in: name one whom it does by ${url}.`;
  if (codes.some((code) => FORBIDDEN.has(code))) {
    const grant = dialect === "postgres" ? `ALTER ROLE "${user}" CREATEDB` : `GRANT ALL ON \`%\\_sut\\_%\`.* TO '${user}'`;
    return `The user ${user} may not create databases at ${where}, and the tests run on one of their own: ${grant}, or name a user who may by ${url}.`;
  }
  return `A database for the tests could not be made at ${where}: ${error.message}. ${url} names another server or user.`;
};

/** Makes the sentence for a driver that is not led. */
exports.noDriver = (folder, led) => {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  return `The API connects to a database by ${name} ${version}, which cannot be led to a database of the tests (${led.join(", ")} can): nothing was sent.`;
};
