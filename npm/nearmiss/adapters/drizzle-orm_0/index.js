"use strict";
// Drizzle 0: texts with `{ enum }`, which are plain texts to the database, as the columns of a table are built.

const { patch, wrapped } = require("../exported.js");
const { tellModel } = require("../models.js");
const { arrayIsArray, reflectApply } = require("../../runtime/intrinsics.js");

const NAME = Symbol.for("drizzle:Name");
const SCHEMA = Symbol.for("drizzle:Schema");

function described({ enumValues, name }, table) {
  const schema = arrayIsArray(enumValues) && enumValues.length > 0 ? { enum: enumValues } : undefined;
  return { table: table[NAME], schema: table[SCHEMA], columns: [{ name, required: false, schema }] };
}

/** A column is given to its builder with its table, once it stands in that. */
const wrapBuild = (original) =>
  wrapped(original, (self, args) => {
    tellModel(() => described(args[0], args[1]));
    return reflectApply(original, self, args);
  });

const BUILDERS = { "mysql-core": "MySqlColumnBuilder", "pg-core": "PgColumnBuilder", "sqlite-core": "SQLiteColumnBuilder" };
const folders = Object.keys(BUILDERS);

exports.files = Object.fromEntries(folders.map((folder) => [`${folder}/columns/common.cjs`, true]));
exports.modules = Object.fromEntries(folders.map((folder) => [`${folder}/columns/common.js`, []]));

exports.adapt = (file, exported) => {
  const builder = exported[BUILDERS[file.split("/")[0]]];
  return typeof builder === "function" && patch(builder.prototype, "buildForeignKeys", wrapBuild) ? {} : undefined;
};
