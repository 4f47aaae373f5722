"use strict";
// Makes the tables where they are not there. A file of SQL that is named beside it is run, too.

const fs = require("node:fs");
const path = require("node:path");
const { Client } = require("pg");

async function migrate() {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT to_regclass('boxes') IS NOT NULL AS made");
    const files = [...(rows[0].made ? [] : ["schema.sql"]), ...process.argv.slice(2)];
    for (const file of files) await client.query(fs.readFileSync(path.join(__dirname, file), "utf8"));
  } finally {
    await client.end();
  }
}

migrate().catch((error) => {
  console.error(`migrate: ${error.message}`);
  process.exit(4);
});
