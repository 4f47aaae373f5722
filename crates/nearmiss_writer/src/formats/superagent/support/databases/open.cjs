"use strict";
// Connections of the tests' own, by the driver that the API has.

const fs = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");

/** Text that fills a new database, where the API's start does not do that. */
const SCHEMA = path.join(__dirname, "..", "schema.sql");

/** Loads a package from its folder; the `exports` of some name no file for the folder itself. */
function load(folder) {
  const at = createRequire(path.join(folder, "package.json"));
  const { name, exports } = at("./package.json");
  return exports === undefined ? at(folder) : at(name);
}

/**
 * Opens a connection to a database of a place, undefined for none: `{ ask(text), close() }`, where a text may have many
 * statements.
 */
exports.open = (place, database) =>
  require(`./drivers/${place.driver}.cjs`).open(load(place.folder), { ...place, database });

/** Opens a connection from which databases are made and dropped. */
exports.openServer = async (place) => {
  const names = require(`./dialects/${place.dialect}.cjs`).maintenance(place);
  for (const [index, name] of names.entries()) {
    try {
      return await exports.open(place, name);
    } catch (error) {
      // There is none of that name, or it is closed to this user.
      if (index + 1 === names.length || !["3D000", "42501", "55000"].includes(error.code)) throw error;
    }
  }
};

/** Reads a place that was written as JSON. */
exports.placeIn = (text) =>
  JSON.parse(text, (_, value) =>
    value?.type === "Buffer" && Array.isArray(value.data) ? Buffer.from(value.data) : value,
  );

async function fill(own, { TABLES }) {
  // The API may have made it itself a moment ago: then it has no table either.
  const [{ tables }] = await own.ask(TABLES);
  if (Number(tables) === 0) await own.ask(fs.readFileSync(SCHEMA, "utf8"));
}

/** Makes the database of a place; answers a connection to it. What cannot be filled is not left behind. */
exports.makeDatabase = async (place) => {
  const dialect = require(`./dialects/${place.dialect}.cjs`);
  const server = await exports.openServer(place);
  await dialect.create(server.ask, place);
  try {
    const own = await exports.open(place, place.database);
    if (fs.existsSync(SCHEMA)) await fill(own, dialect);
    return own;
  } catch (error) {
    await dialect.drop(server.ask, place.database);
    throw error;
  } finally {
    await server.close();
  }
};
