// The shop as these experiments run it.

import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { TAKE_COVERAGE } from "../../code-coverage.mjs";
import { SUITES } from "../../fuzz.mjs";
import { SUTS } from "../../suts.mjs";

export const SHOP = SUTS.shop;

/** Its users, in the format of the Web Fuzzing Commons. */
export const AUTH_FILE = path.join(SHOP.dir, "auth.yaml");
export const LOGGED_IN = ["--auth", AUTH_FILE];

const PORT_PRELOAD = fileURLToPath(new URL("../../../e2e/report-port.cjs", import.meta.url));
const AGAIN_AFTER_MS = 50;

/** Keys of targets by the file that `--log-targets` writes. */
export function targetsOf(log) {
  return JSON.parse(fs.readFileSync(log, "utf8"));
}

/** A path beside the suites of the shop, with nothing there. */
export function scratch(name) {
  const file = path.join(SHOP.dir, SUITES, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { recursive: true, force: true });
  return file;
}

/**
 * The plain API on one port, started again each time that it ends by itself, as its owner's service manager does. V8 writes
 * what each process covered to `coverage`, also of one that ends by itself.
 */
export class SupervisedShop {
  #child;
  #stopping = false;
  #coverage;
  /** How often it ended by itself or was ended because it did not answer. */
  restarts = 0;

  constructor(coverage) {
    this.#coverage = coverage;
  }

  async start() {
    this.port = await this.#spawn(0);
    this.baseUrl = `http://127.0.0.1:${this.port}`;
  }

  #spawn(port) {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ["--require", PORT_PRELOAD, "--require", TAKE_COVERAGE, ...SHOP.start.split(" ").slice(1)], {
        cwd: SHOP.dir,
        env: { ...process.env, PORT: String(port), NODE_V8_COVERAGE: this.#coverage },
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      this.#child = child;
      child.once("message", (message) => resolve(message.port));
      child.once("exit", (code) => {
        reject(new Error(`the shop ended with ${code} before it listened`));
        if (this.#stopping) return;
        this.restarts += 1;
        setTimeout(() => this.#spawn(this.port).catch(() => {}), AGAIN_AFTER_MS);
      });
    });
  }

  /** Ends it in a way that lets V8 write what it covered. */
  async stop() {
    this.#stopping = true;
    const child = this.#child;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const limit = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await exited;
    clearTimeout(limit);
  }
}
