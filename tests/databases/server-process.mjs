// The process of a database server of a test's own: its programs, its folder, who it runs as, its end.

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, closeSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Only what never comes takes so long. */
const DEADLINE_MS = 60_000;
export const HOST = "127.0.0.1";

/**
 * Finds the folder that holds all of these programs: one of PATH or of those that Debian uses.
 * An error names the package that brings them.
 */
export function programsFolder(programs, debianFolders, debianPackage) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...debianFolders].filter((folder) => folder !== "");
  const found = folders.find((folder) => programs.every((program) => existsSync(join(folder, program))));
  if (found !== undefined) return found;
  throw new Error(`${programs.join(", ")}: not on the PATH nor in Debian's folders; apt-get install ${debianPackage}`);
}

/** Finds one program by any of its names, as `programsFolder` does. */
export function programPath(names, debianFolders, debianPackage) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...debianFolders].filter((folder) => folder !== "");
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(`${names[0]}: not on the PATH nor in Debian's folders; apt-get install ${debianPackage}`);
}

/** Names the user that the server runs as: of root's processes the server's own user, else nobody. */
function owner(user) {
  if (process.getuid() !== 0) return {};
  const id = (flag, name) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim() || Number.NaN);
  const name = Number.isNaN(id("-u", user)) ? "nobody" : user;
  return { uid: id("-u", name), gid: id("-g", name) };
}

/** Makes the folder of a server below the temporary one; the server's user owns it. */
export function makeHome(kind, user) {
  const folder = mkdtempSync(join(tmpdir(), `nearmiss-${kind}-`));
  const as = owner(user);
  // Others reach the socket in it.
  chmodSync(folder, 0o755);
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  return { folder, as };
}

/** Asks the system for a port that nobody has. */
export async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs a program to its end as the home's user and answers what it wrote; an error holds its words. */
export function run(home, program, args, { env = {}, input } = {}) {
  const options = {
    ...home.as,
    cwd: home.folder,
    input,
    env: { ...process.env, LC_ALL: "C", HOME: home.folder, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 30,
  };
  const ended = spawnSync(program, args, options);
  if (ended.status !== 0) throw new Error(`${program}: ${ended.error?.message ?? ended.stderr}`);
  return ended.stdout;
}

/** Tells whether somebody listens at a port and says something. */
const speaks = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, HOST);
    socket.on("data", () => socket.end(() => resolve(true)));
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
  });

/**
 * Starts the server and waits until it takes connections; what it writes to its standard output and error is kept in
 * a file. `stop` ends it by `signal` and removes its folder; the end of this process does the same.
 */
export async function startServer(home, port, program, args, { isReady = () => speaks(port), signal }) {
  const output = join(home.folder, "output.log");
  const file = openSync(output, "a");
  const env = { ...process.env, LC_ALL: "C", HOME: home.folder };
  const child = spawn(program, args, { ...home.as, cwd: home.folder, env, stdio: ["ignore", file, file] });
  closeSync(file);
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  const remove = () => rmSync(home.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  const atExit = () => {
    child.kill(signal);
    remove();
  };
  process.once("exit", atExit);
  const stop = async () => {
    child.kill(signal);
    await ended;
    process.removeListener("exit", atExit);
    remove();
  };

  const until = performance.now() + DEADLINE_MS;
  while (!(await isReady())) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > until) {
      const words = readFileSync(output, "utf8");
      await stop();
      throw new Error(`${program} does not answer: ${words}`);
    }
    await pause(50);
  }
  return { output, pid: child.pid, stop };
}
