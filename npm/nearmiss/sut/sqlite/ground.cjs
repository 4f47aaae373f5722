"use strict";
// What is in a database that the API has open is kept, and later put back: on a connection of our own, in one
// transaction, row by row where they differ. (Part of written suites, too.)

const fs = require("node:fs");
const path = require("node:path");
const { BOOKS } = require("./books.cjs");
const { literal, open, quoted } = require("./connection.cjs");
const { copyInto } = require("./copy.cjs");
const { emptied, planOf } = require("./plan.cjs");

/** Time that a connection of the API may hold a lock that a test has left. */
const LOCK_MS = 1_000;
const SETTINGS = `
  PRAGMA busy_timeout = ${LOCK_MS};
  PRAGMA foreign_keys = OFF;
  PRAGMA ignore_check_constraints = ON;
  PRAGMA synchronous = OFF`;
const OBJECTS = (database) => `SELECT type, name, tbl_name, sql FROM ${database}.sqlite_master ORDER BY rowid`;
/** Numbers of a database that migrations count with. */
const NUMBERS = ["user_version", "application_id"];
/** The table of the numbers that are given next. */
const SEQUENCES = "sqlite_sequence";

const isVirtual = ({ sql }) => /^\s*create\s+virtual\s/i.test(sql ?? "");
const isOurs = ({ name }) => !name.startsWith("sqlite_") || name === SEQUENCES;
const isTable = (object) => object.type === "table" && !isVirtual(object) && isOurs(object);
const nameOf = ({ type, name }) => `${type} ${name}`;

/** Tells whether something is not as it was, but for tables that are new. */
function isAltered(now, then) {
  const known = new Map(then.map((object) => [nameOf(object), object]));
  const tables = new Set(then.filter(({ type }) => type === "table").map(({ name }) => name));
  for (const object of now) {
    const before = known.get(nameOf(object));
    if (before !== undefined && before.sql !== object.sql) return true;
    if (before === undefined && tables.has(object.tbl_name) && !object.name.startsWith("sqlite_")) return true;
    known.delete(nameOf(object));
  }
  return [...known.keys()].some((name) => !name.startsWith("table sqlite_stat"));
}

class Ground {
  #about;
  #connection;
  #objects;
  #numbers;
  #plans;
  #schemaVersion;
  #dataVersion;

  /** `about`: `{ module, copy }`, the driver, and the file that the API has open. */
  constructor(about) {
    this.#about = about;
  }

  /** Keeps what is in the database now; of one that was opened in a test (`isLate`) no row but those of migrations. */
  async keep(isLate) {
    const { module, copy } = this.#about;
    const folder = path.join(path.dirname(copy), "ground");
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    copyInto(folder, copy);
    this.#connection = await open(module, copy);
    const connection = this.#connection;
    await connection.exec(SETTINGS);
    await connection.exec(`ATTACH ${literal(path.join(folder, path.basename(copy)))} AS ground`);
    this.#objects = await connection.all(OBJECTS("ground"));
    this.#numbers = await this.#readNumbers();
    this.#dataVersion = isLate ? undefined : await this.#number("main.data_version");
    if (!isLate) return;
    for (const object of this.#objects) {
      if (!isTable(object) || BOOKS.includes(object.name.toLowerCase())) continue;
      await connection.run(`DELETE FROM ground.${quoted(object.name)}`);
    }
  }

  async #number(name) {
    const [row] = await this.#connection.all(`PRAGMA ${name}`);
    return Number(Object.values(row)[0]);
  }

  async #readNumbers() {
    const numbers = [];
    for (const name of NUMBERS) numbers.push([name, await this.#number(`main.${name}`)]);
    return numbers;
  }

  /** Puts back what was kept. Answers whether that cannot be, since something was altered or dropped. */
  async putBack() {
    if ((await this.#number("main.data_version")) === this.#dataVersion) return false;
    const connection = this.#connection;
    await connection.run("BEGIN IMMEDIATE");
    try {
      const altered = !(await this.#plan());
      if (!altered) await this.#write();
      const version = await this.#number("main.data_version");
      await connection.run(altered ? "ROLLBACK" : "COMMIT");
      this.#dataVersion = version;
      return altered;
    } catch (error) {
      await connection.run("ROLLBACK").catch(() => {});
      throw error;
    }
  }

  /** Makes the statements, where the tables are others than the last time; answers false where one was altered. */
  async #plan() {
    const version = await this.#number("main.schema_version");
    if (version === this.#schemaVersion) return true;
    const now = await this.#connection.all(OBJECTS("main"));
    if (isAltered(now, this.#objects)) return false;
    const known = new Set(this.#objects.filter(isTable).map(({ name }) => name));
    const plans = [];
    const tables = now.filter(isTable).map(({ name }) => name);
    // Inserts count it up.
    tables.sort((one, other) => (one === SEQUENCES) - (other === SEQUENCES));
    for (const name of tables) {
      const plan = known.has(name) ? await planOf(this.#connection, name) : emptied(name);
      const triggers = now.filter(({ type, tbl_name: of }) => type === "trigger" && of === name);
      plans.push({ ...plan, triggers });
    }
    this.#plans = plans;
    this.#schemaVersion = version;
    return true;
  }

  async #write() {
    const connection = this.#connection;
    const dropped = [];
    for (const { differs, deletes, inserts, triggers } of this.#plans) {
      if (triggers.length > 0) {
        if ((await connection.all(differs)).length === 0) continue;
        // What they did in the test is put back, too: they have nothing to do with this.
        for (const { name } of triggers) await connection.exec(`DROP TRIGGER main.${quoted(name)}`);
        dropped.push(...triggers);
      }
      await connection.run(deletes);
      if (inserts !== null) await connection.run(inserts);
    }
    for (const { sql } of dropped) await connection.exec(sql);
    for (const [name, value] of this.#numbers) {
      if ((await this.#number(`main.${name}`)) !== value) await connection.exec(`PRAGMA main.${name} = ${value}`);
    }
    if (dropped.length > 0) this.#schemaVersion = await this.#number("main.schema_version");
  }

  async close() {
    await this.#connection?.close();
  }
}

exports.Ground = Ground;
