"use strict";
// `nearmiss serve` as an object, for scripts that start a controller for EvoMaster's core.

const { spawn } = require("node:child_process");
const path = require("node:path");
const { types } = require("node:util");

const DEFAULT_PORT = 40100;
/** What the command prints once it listens. */
const LISTENS = /^the controller of .* listens on http:\/\/\S+:(\d+) \(/m;
/** Set in what is started: a driver file that starts a server when it is loaded would start one in each of them, for ever. */
const INSIDE = "NEARMISS_CONTROLLER_SERVER";

/** How much a module looks like the file of this class; 0: not at all. */
function likeness(exported, Driver) {
  if (exported === Driver) return 3;
  // A proxy may run code of its user when it is looked at.
  if (exported === null || !["object", "function"].includes(typeof exported) || types.isProxy(exported)) return 0;
  // Getters are called, as compilers export by them; one that throws exports nothing yet.
  const at = (name) => {
    try {
      return exported[name];
    } catch {
      return undefined;
    }
  };
  if (at("default") === Driver) return 2;
  return Object.keys(exported).some((name) => at(name) === Driver) ? 1 : 0;
}

/** The file of a driver: given as a path, or of the module that exports the class. */
function fileOf(driver) {
  if (typeof driver === "string" && driver !== "") return path.resolve(driver);
  const Driver = typeof driver === "object" ? driver?.constructor : driver;
  if (typeof Driver !== "function") {
    throw new TypeError("ControllerServer takes a driver: its file, its class or an object of it");
  }
  let [best, file] = [0, undefined];
  for (const loaded of Object.values(require.cache)) {
    const found = likeness(loaded?.exports, Driver);
    if (found > best) [best, file] = [found, loaded.filename];
  }
  if (file !== undefined) return file;
  throw new Error(
    `no module that was loaded by require() exports the class ${Driver.name}: pass { file: __filename } of the driver's file as second argument`,
  );
}

/** The controller of one driver, in processes of its own. */
class ControllerServer {
  #file;
  #args;
  #child;
  #ended;

  constructor(driver, options = {}) {
    this.#file = options.file === undefined ? fileOf(driver) : path.resolve(options.file);
    this.#args = options.args ?? [];
  }

  /** Starts the API and the controller; answers the port that it listens on. */
  async start(port = DEFAULT_PORT) {
    if (process.env[INSIDE] !== undefined) {
      throw new Error(
        `${this.#file} starts a ControllerServer whenever it is loaded: do that only where require.main === module, or in a file of its own`,
      );
    }
    if (this.#child !== undefined) throw new Error("this ControllerServer was started already");
    const command = [path.join(__dirname, "../bin/nearmiss.js"), "serve", this.#file, "--controller-port", String(port), ...this.#args];
    const child = spawn(process.execPath, ["--require", path.join(__dirname, "lifeline.js"), ...command], {
      env: { ...process.env, [INSIDE]: "1" },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    // Not by the event `close`, which never comes where the channel is let go of on this side.
    const read = [child.stdout, child.stderr].map((stream) => new Promise((resolve) => stream.once("close", resolve)));
    this.#ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(`was not started: ${error.message}`));
      child.once("exit", (code, signal) => resolve(Promise.all(read).then(() => `ended with ${signal ?? `code ${code}`}`)));
    }).then((how) => {
      this.#child = undefined;
      return how;
    });
    let words = "";
    const listening = new Promise((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8");
        stream.on("data", (text) => {
          process.stderr.write(text);
          if (words === undefined) return;
          words += text;
          const found = LISTENS.exec(words);
          if (found === null) return;
          words = undefined;
          resolve(Number(found[1]));
        });
      }
    });
    const failed = this.#ended.then((how) => {
      throw new Error(`nearmiss serve ${how}: ${(words ?? "").trim()}`);
    });
    // Once it listens, nobody waits for this any more.
    failed.catch(() => {});
    return Promise.race([listening, failed]);
  }

  /** Ends the controller and the API. */
  async stop() {
    const child = this.#child;
    if (child === undefined) return;
    // The lifeline is let go of: the same as Ctrl-C, but only once.
    if (child.connected) child.disconnect();
    await this.#ended;
  }
}

module.exports = { ControllerServer };
