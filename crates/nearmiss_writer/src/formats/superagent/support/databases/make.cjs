"use strict";
// Makes a database, of the place on the standard input, and writes the place into the file that is named when it is
// there; else prints a sentence.

const fs = require("node:fs");
const path = require("node:path");
const { open, openServer } = require("./open.cjs");
const { notMade } = require("./sentences.cjs");

const SCHEMA = path.join(__dirname, "..", "schema.sql");
const buffers = (_, value) => (value?.type === "Buffer" && Array.isArray(value.data) ? Buffer.from(value.data) : value);

async function make(place, file) {
  const { create, drop, TABLES } = require(`./dialects/${place.dialect}.cjs`);
  const server = await openServer(place);
  await create(server.ask, place);
  if (fs.existsSync(SCHEMA)) {
    const own = await open(place, place.database);
    // The API may have made it itself a moment ago: then it has no table either.
    const [{ tables }] = await own.ask(TABLES);
    if (Number(tables) === 0) await own.ask(fs.readFileSync(SCHEMA, "utf8"));
    await own.close();
  }
  if (fs.existsSync(path.dirname(file))) {
    // It holds a password.
    fs.writeFileSync(`${file}.draft`, JSON.stringify(place), { mode: 0o600 });
    fs.renameSync(`${file}.draft`, file);
  } else {
    // The tests were ended meanwhile.
    await drop(server.ask, place.database);
  }
  await server.close();
}

const place = JSON.parse(fs.readFileSync(0, "utf8"), buffers);
make(place, process.argv[2]).then(
  () => process.exit(0),
  (error) => fs.writeSync(1, notMade(error, place)) && process.exit(1),
);
