// Users with passwords: these are the API's own, known to each of its processes, and nobody else learns them.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { CONNECT, suiteOf } from "./suites.mjs";

const PASSWORD = "canary/51#%&";
/** A user of PostgreSQL whom only a password lets in; tests' own needs none. */
const HBA = "local all all trust\nhost all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n";

describe("users with passwords", () => {
  let postgres;
  let mariadb;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-hba-"));
  before(async () => {
    fs.chmodSync(folder, 0o755);
    const file = path.join(folder, "pg_hba.conf");
    fs.writeFileSync(file, HBA, { mode: 0o644 });
    [postgres, mariadb] = await Promise.all([startPostgres({ settings: { hba_file: file } }), startMariaDB()]);
    postgres.sql("postgres", `CREATE ROLE clerk LOGIN SUPERUSER PASSWORD '${PASSWORD}'`);
    mariadb.createDatabase("shop");
    mariadb.sql("shop", `CREATE USER clerk IDENTIFIED BY '${PASSWORD}'; GRANT ALL ON *.* TO clerk`);
    postgres.createDatabase("shop");
  });
  after(async () => {
    fs.rmSync(folder, { recursive: true, force: true });
    await Promise.all([postgres?.stop(), mariadb?.stop()]);
  });

  for (const driver of Object.keys(CONNECT)) {
    const isPostgres = driver === "pg" || driver === "postgres";
    const program = (settings) => `
${CONNECT[driver](settings)}
const http = require("node:http");
const serve = () => http.createServer(async (request, answer) => {
  if (request.method === "POST") await ask("INSERT INTO items VALUES (1)");
  answer.end(JSON.stringify(await ask("SELECT id FROM items")));
}).listen(3000);
ask("CREATE TABLE items (id int PRIMARY KEY)").then(serve);`;

    /** Settings of the program: in its text, or a URL in a variable. */
    const ways = {
      "in its text": ({ host, port }) => [
        JSON.stringify({ host, port, user: "clerk", password: PASSWORD, database: "shop" }),
        [],
      ],
      "in a variable": ({ host, port }) => {
        const scheme = isPostgres ? "postgres" : driver === "mariadb" ? "mariadb" : "mysql";
        const url = `${scheme}://clerk:${encodeURIComponent(PASSWORD)}@${host}:${port}/shop`;
        return [driver === "pg" ? "{ connectionString: process.env.SHOP }" : "process.env.SHOP", [["SHOP", url]]];
      },
    };
    for (const [way, settingsOf] of Object.entries(ways)) {
      test(`${driver}, ${way}`, async () => {
        const server = isPostgres ? postgres : mariadb;
        const [settings, env] = settingsOf(server);
        const files = { "api.cjs": program(settings) };
        const name = `password-${driver}-${way.replaceAll(" ", "-")}`;
        const { sut } = suiteOf(name, { files, drivers: [driver], command: "node api.cjs", env });
        const untouched = server.dump();
        try {
          await sut.start();
          for (let n = 0; n < 2; n += 1) {
            await sut.reset();
            assert.deepEqual(await (await fetch(sut.url, { method: "POST" })).json(), [{ id: 1 }]);
          }
        } finally {
          await sut.stop();
        }
        assert.deepEqual(server.dump(), untouched);
      });
    }
  }
});
