"use strict";
// Connections of the tests' own, by the driver that the API has.

const { createRequire } = require("node:module");
const path = require("node:path");

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
