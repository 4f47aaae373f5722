"use strict";
// The registry of library adapters: one folder and one line each. A library that validates is called by frameworks whose
// code has no probes, so its own export is wrapped where it is loaded (README.md).

const { session } = require("../register/session.js");
const { packageOf } = require("./packages.js");

/**
 * `library`: its name on npm; `major`: the versions; `load()`: its adapter, `{ files, modules, adapt(file, exports) }`:
 * - `files`: CommonJS files to adapt, relative to the package;
 * - `modules`: ES modules to adapt, each with the names of the exports that are replaced;
 * - `adapt(file, exports, beside)`: patches in place, or answers replacements by name; undefined when the file is not as
 *   known. `beside(name)`: what another file of the package exports.
 *
 * `forRows`: what it tells is for rows that are put in, and for nothing else.
 * `schedules`: it validates nothing, but has jobs at times of its own, which are no part of a search (sut/timers/README.md).
 */
const ADAPTERS = [
  { library: "@sinclair/typebox", major: 0, load: () => require("./typebox_0/index.js") },
  { library: "@feathersjs/transport-commons", major: 5, load: () => require("./feathersjs_transport_commons_5/index.js") },
  { library: "@nestjs/common", major: 12, load: () => require("./nestjs_common_11/index.js") },
  { library: "@nestjs/common", major: 11, load: () => require("./nestjs_common_11/index.js") },
  { library: "@nestjs/core", major: 12, load: () => require("./nestjs_core_11/index.js") },
  { library: "@nestjs/core", major: 11, load: () => require("./nestjs_core_11/index.js") },
  { library: "ajv", major: 8, load: () => require("./ajv_8/index.js") },
  { library: "@node-rs/argon2", major: 2, forRows: true, load: () => require("./node_rs_argon2_2/index.js") },
  { library: "@node-rs/argon2", major: 1, forRows: true, load: () => require("./node_rs_argon2_2/index.js") },
  { library: "@node-rs/bcrypt", major: 2, forRows: true, load: () => require("./node_rs_bcrypt_2/index.js") },
  { library: "@node-rs/bcrypt", major: 1, forRows: true, load: () => require("./node_rs_bcrypt_2/index.js") },
  { library: "argon2", major: 0, forRows: true, load: () => require("./argon2_0/index.js") },
  { library: "bcrypt", major: 6, load: () => require("./bcrypt_6/index.js") },
  { library: "bcrypt", major: 5, load: () => require("./bcrypt_6/index.js") },
  { library: "bcryptjs", major: 3, load: () => require("./bcryptjs_3/index.js") },
  { library: "bcryptjs", major: 2, load: () => require("./bcryptjs_3/index.js") },
  { library: "bson", major: 7, load: () => require("./bson_7/index.js") },
  { library: "bull", major: 4, schedules: true, load: () => require("./bull_4/index.js") },
  { library: "bullmq", major: 6, schedules: true, load: () => require("./bullmq_6/index.js") },
  { library: "bullmq", major: 5, schedules: true, load: () => require("./bullmq_6/index.js") },
  { library: "class-validator", major: 0, load: () => require("./class-validator_0/index.js") },
  { library: "cron", major: 4, schedules: true, load: () => require("./cron_4/index.js") },
  { library: "date-fns", major: 4, load: () => require("./date-fns_4/index.js") },
  { library: "dayjs", major: 1, load: () => require("./dayjs_1/index.js") },
  { library: "drizzle-orm", major: 0, forRows: true, load: () => require("./drizzle-orm_0/index.js") },
  { library: "elysia", major: 1, load: () => require("./elysia_1/index.js") },
  { library: "express-validator", major: 7, load: () => require("./express-validator_7/index.js") },
  { library: "fast-deep-equal", major: 3, load: () => require("./fast-deep-equal_3/index.js") },
  { library: "fastify", major: 5, load: () => require("./fastify_5/index.js") },
  { library: "joi", major: 18, load: () => require("./joi_18/index.js") },
  { library: "joi", major: 17, load: () => require("./joi_17/index.js") },
  { library: "jsonwebtoken", major: 9, load: () => require("./jsonwebtoken_9/index.js") },
  { library: "koa", major: 3, load: () => require("./koa_3/index.js") },
  { library: "koa", major: 2, load: () => require("./koa_3/index.js") },
  { library: "lodash", major: 4, load: () => require("./lodash_4/index.js") },
  { library: "luxon", major: 3, load: () => require("./luxon_3/index.js") },
  { library: "moment", major: 2, load: () => require("./moment_2/index.js") },
  { library: "sequelize", major: 6, forRows: true, load: () => require("./sequelize_6/index.js") },
  { library: "typebox", major: 1, load: () => require("./typebox_1/index.js") },
  { library: "typeorm", major: 0, forRows: true, load: () => require("./typeorm_0/index.js") },
  { library: "uuid", major: 14, load: () => require("./uuid_14/index.js") },
  { library: "valibot", major: 1, load: () => require("./valibot_1/index.js") },
  { library: "validator", major: 13, load: () => require("./validator_13/index.js") },
  { library: "yup", major: 1, load: () => require("./yup_1/index.js") },
  { library: "zod", major: 4, load: () => require("./zod_4/index.js") },
  { library: "zod", major: 3, load: () => require("./zod_3/index.js") },
];

/** Adapters that know a library of several majors in one package, such as zod 3 inside zod 4. */
const INSIDE = { zod: { 4: [3], 3: [4] } };

const LIBRARIES = new Set(ADAPTERS.map((adapter) => adapter.library));
const named = new Set();

/** Whether libraries are adapted in this process: only for a search. */
const isActive = () => session.reports && session.instruments;

/** Jobs have an option of their own. */
const isOn = ({ forRows, schedules }) => {
  if (schedules) return !session.options.runSchedules;
  return session.options.adapters !== false && (!forRows || session.options.rows === true);
};

/** Says of a library, once, why its calls are not seen through. */
function leave({ name, version }, reason) {
  const library = `${name} ${version}`;
  if (named.has(library)) return;
  named.add(library);
  session.skipped(library, reason);
}

const known = (library) =>
  ADAPTERS.filter((adapter) => adapter.library === library).map((adapter) => adapter.major).join(", ");

/** The adapters for a package; none, and it is named, when its version is not known. */
function adaptersOf(library) {
  const those = ADAPTERS.filter((adapter) => adapter.library === library.name && isOn(adapter));
  if (those.length === 0) return those;
  const major = Number.parseInt(library.version, 10);
  const majors = [major, ...(INSIDE[library.name]?.[major] ?? [])];
  if (!those.some((adapter) => adapter.major === major)) {
    leave(library, `there is no adapter for this version; known: ${known(library.name)}`);
    return [];
  }
  return those.filter((adapter) => majors.includes(adapter.major));
}

/**
 * The adapter of a file, with the file's name in its package: `{ adapter, file, library, folder }`; null for nearly all
 * files.
 */
function find(filename, kind) {
  const library = packageOf(filename, LIBRARIES);
  if (library === null) return null;
  for (const { load } of adaptersOf(library)) {
    const adapter = load();
    if (Object.hasOwn(adapter[kind], library.file)) return { adapter, file: library.file, library, folder: filename.slice(0, -library.file.length) };
  }
  return null;
}

/** Adapts the exports of a file; answers replacements by name, or null where nothing is to be replaced. */
function adapted({ adapter, file, library, folder }, exports) {
  try {
    const replaced = adapter.adapt(file, exports, (name) => require(folder + name));
    if (replaced !== undefined) return replaced;
    leave(library, `${file} is not as its adapter knows it`);
  } catch (error) {
    leave(library, `its adapter failed: ${error.message}`);
  }
  return null;
}

module.exports = { find, adapted, isActive, ADAPTERS };
