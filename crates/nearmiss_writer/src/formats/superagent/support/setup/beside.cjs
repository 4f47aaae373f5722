"use strict";
// What tests set up beside the API: in the processes that keep its databases, which have connections of their own.

const databases = require("../databases/beside.cjs"); //@databases
const sut = require("../sut.cjs"); //@sqlite

/** Processes that may have the database that a test means. */
const keepers = () => [
  databases, //@databases
  sut.running.sqlite, //@sqlite
];

/** Calls a function of a kind of setup; answers what the first process does that knows what is meant. */
exports.setUp = async (kind, name, args) => {
  for (const keeper of keepers()) {
    const made = await keeper.setUp({ kind, function: name, arguments: args }).catch(({ message }) => {
      throw new Error(`${kind}.${name}: ${message}`);
    });
    if (made !== null) return made;
  }
  throw new Error(`${kind}.${name}: no database of the API has ${JSON.stringify(args[0])}`);
};
