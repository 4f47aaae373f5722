// Database servers of a test's own: real ones, on free loopback ports, which keep nothing.
//
// Each answers `{ host, port, url(database), createDatabase(database), sql(database, text), databases(),
// statements(), dump(), stop() }`.

export { startMariaDB } from "./mariadb.mjs";
export { startPostgres } from "./postgres.mjs";
