// What this machine lacks of the programs that tests of databases start.

import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const POSTGRES = "/usr/lib/postgresql";
const folders = [
  ...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
  "/usr/sbin",
  ...(existsSync(POSTGRES) ? readdirSync(POSTGRES).map((version) => join(POSTGRES, version, "bin")) : []),
];
const lacks = (program) => !folders.some((folder) => existsSync(join(folder, program)));

/** Programs of databases that are missing; with any of them missing the tests of databases are not run. */
export const missing = ["initdb", "mariadbd", "sqlite3"].filter(lacks);
