// What an API makes at its start in files goes with the database that it makes meanwhile: a search and `init` open that
// on a copy, and a note that the tables are there must not stay without them.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { nearmiss, writtenText } from "./command.mjs";
import { project } from "./projects.mjs";
import { ROOT } from "./sut-process.mjs";

const SERVER = `
const fs = require("node:fs");
const Database = require("libsql");
fs.mkdirSync("data", { recursive: true });
if (!fs.existsSync("data/tables.json")) {
  const db = new Database("data/quarries.db");
  db.exec("CREATE TABLE quarries (id INTEGER PRIMARY KEY, stone TEXT)");
  db.prepare("INSERT INTO quarries (stone) VALUES (?)").run("slate");
  db.close();
  fs.writeFileSync("data/tables.json", JSON.stringify(["quarries"]));
}
const db = new Database("data/quarries.db");
require("node:http").createServer((request, response) => {
  if (request.url === "/quarries") return response.end(JSON.stringify(db.prepare("SELECT stone FROM quarries").all()));
  response.statusCode = 404;
  response.end();
}).listen(3000);
`;

it("a note of the start goes with the database that the start made", async () => {
  const folder = project({ "server.js": SERVER });
  for (const name of fs.readdirSync(path.join(ROOT, "node_modules"))) {
    const link = path.join(folder, "node_modules", name);
    if (!fs.existsSync(link)) fs.symlinkSync(path.join(ROOT, "node_modules", name), link);
  }
  const left = () => ["data/tables.json", "data/quarries.db"].filter((name) => fs.existsSync(path.join(folder, name)));
  const init = await nearmiss(folder, ["init", "--no-install"]);
  assert.equal(init.code, 0, init.output);
  assert.deepEqual(left(), [], init.output);
  const { code, output } = await nearmiss(folder, ["fuzz", "--calls", "60", "--seed", "1"]);
  assert.equal(code, 0, output);
  assert.deepEqual(left(), [], output);
  assert.match(writtenText(path.join(folder, "nearmiss-tests")), /"slate"/, output);
});
