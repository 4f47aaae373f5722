"use strict";
// Makes a database, of the place on the standard input, and writes the place into the file that is named when it is
// there; else prints a sentence. `isLate` in the place: the start is over, so that nobody else sees what tests
// begin from.

const fs = require("node:fs");
const path = require("node:path");
const { makeDatabase, placeIn } = require("./open.cjs");
const { notMade } = require("./sentences.cjs");

async function make(place, file) {
  const dialect = require(`./dialects/${place.dialect}.cjs`);
  // Whoever ends the tests before it is made drops it all the same. It holds a password.
  const draft = `${file}.draft`;
  // Whoever reads it finds all of it.
  const write = () => {
    fs.writeFileSync(`${draft}.part`, JSON.stringify(place), { mode: 0o600 });
    fs.renameSync(`${draft}.part`, draft);
  };
  write();
  const own = await makeDatabase(place);
  if (place.isLate) {
    await dialect.install(own.ask);
    place.ground = (await dialect.keep(own.ask)) ?? null;
  }
  await own.close();
  // Where they are gone, the tests were ended meanwhile: the next ones drop it.
  if (!fs.existsSync(path.dirname(file))) return;
  write();
  fs.renameSync(draft, file);
}

const place = placeIn(fs.readFileSync(0, "utf8"));
make(place, process.argv[2]).then(
  () => process.exit(0),
  (error) => fs.writeSync(1, notMade(error, place)) && process.exit(1),
);
