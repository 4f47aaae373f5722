// Drivers as they are loaded in a search, by `nearmiss/register` with a core: the watcher of injections hears of
// queries of drivers that are ES modules, too.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, it } from "node:test";
import { fileURLToPath } from "node:url";
import { fact } from "../register/fake_core.mjs";
import { withCore } from "../register/with_core.mjs";
import { startPostgres } from "./servers.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-register-")));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
fs.writeFileSync(
  path.join(folder, "app.js"),
  `import http from "node:http";
import postgres from "postgres";
import pg from "pg";
const sql = postgres({ max: 1 });
const pool = new pg.Pool();
http
  .createServer(async (request, response) => {
    const given = decodeURIComponent(request.url.split("=")[1]);
    const text = "SELECT '" + given + "' AS a";
    const rows = request.url.startsWith("/postgres") ? await sql.unsafe(text).catch(String) : (await pool.query(text).catch(String)).rows;
    response.end(JSON.stringify(rows ?? "failed"));
  })
  .listen(4567);
`,
);

it("injections are heard of, whatever the driver is made of", async () => {
  const server = await startPostgres();
  try {
    await withCore(async (core) => {
      const env = { PGHOST: server.host, PGPORT: String(server.port), PGUSER: "postgres", PGDATABASE: "postgres" };
      const { port } = await core.app("app.js", { cwd: folder, env, options: { incidents: ["sql-injection"] } });
      const asked = async (number, call) => {
        const { answers } = await core.play(port, number, [call]);
        return [answers[0].body, core.maps[0].facts(fact.INCIDENT).map((text) => text.split("\n").slice(0, 2).join(" "))];
      };
      for (const [number, name] of ["postgres", "pg"].entries()) {
        const [body, facts] = await asked(2 * number + 1, `/${name}?a=_EM_5_XYZ_`);
        assert.equal(body, '[{"a":"_EM_5_XYZ_"}]');
        assert.deepEqual(facts, ["sql-input app.js:10"]);
        const [, left] = await asked(2 * number + 2, `/${name}?a=${encodeURIComponent("nmq'qmn")}`);
        assert.deepEqual(left, ["sql-injection app.js:10"]);
      }
    });
  } finally {
    await server.stop();
  }
});
