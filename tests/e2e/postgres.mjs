// A PostgreSQL of a test's own, which keeps nothing.

import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Only what never comes takes so long. */
const DEADLINE_MS = 60_000;
/** Where Debian puts the server, which is no program of users. */
const DEBIAN = "/usr/lib/postgresql";

function programs() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...versions.map((version) => join(DEBIAN, version, "bin"))];
  return folders.find((folder) => folder !== "" && existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null;
}

const FOLDER = programs();

/** Why there is none, or false. */
export const noPostgres = FOLDER === null ? "PostgreSQL is not installed" : false;

/** It does not run as root. */
function owner() {
  if (process.getuid() !== 0) return {};
  const id = (flag, name) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim() || Number.NaN);
  const name = Number.isNaN(id("-u", "postgres")) ? "nobody" : "postgres";
  return { uid: id("-u", name), gid: id("-g", name) };
}

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether it lets anybody in; one that only begins to start refuses who logs in. */
async function answers(port) {
  // Late: the gate asks for this file before anything is installed.
  const { default: pg } = await import("pg");
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Runs `body(port)` with a PostgreSQL that ends whatever happens; the user `postgres` needs no password. */
export async function withPostgres(body) {
  const folder = mkdtempSync(join(tmpdir(), "nearmiss-postgres-"));
  const as = owner();
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, "data");
  const options = { ...as, cwd: folder, stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, LC_ALL: "C" } };
  const made = spawnSync(join(FOLDER, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], options);
  try {
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
    const port = await freePort();
    const args = ["-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", folder, "-c", "fsync=off", "-c", "timezone=UTC"];
    const child = spawn(join(FOLDER, "postgres"), args, { ...options, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    try {
      const until = performance.now() + DEADLINE_MS;
      while (!(await answers(port))) {
        if (child.exitCode !== null || performance.now() > until) throw new Error("postgres does not answer");
        await pause(50);
      }
      return await body(port);
    } finally {
      // Ends at once, connections and all.
      child.kill("SIGQUIT");
      await ended;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
