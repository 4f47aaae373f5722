"use strict";
// A driver in a process of its own, for who can only `require` CommonJS: the test suites that EvoMaster's core writes,
// which Jest runs where ES modules cannot be imported and nobody compiles TypeScript.

const { fork } = require("node:child_process");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const HOST = path.join(__dirname, "apart_host.js");
const REGISTER = pathToFileURL(path.join(__dirname, "../register/index.js")).href;
/** TypeScript is compiled as in a search, and nothing else is changed. */
const OPTIONS = { instrument: false, adapters: false, realTimers: true, runSchedules: true };

/** The API is started as its users start it, not as a test. */
function environment() {
  const env = { ...process.env, NEARMISS_OPTIONS: JSON.stringify(OPTIONS) };
  if (env.NODE_ENV === "test") delete env.NODE_ENV;
  for (const name of ["JEST_WORKER_ID", "NEARMISS_CONTROL", "NEARMISS_COVERAGE"]) delete env[name];
  return env;
}

/** One process that obeys orders; it ends with this one. */
class Apart {
  #file;
  #child;
  #ended;
  #answers = new Map();
  #asked = 0;

  constructor(file) {
    this.#file = file;
  }

  #start() {
    const child = fork(HOST, [this.#file], { env: environment(), execArgv: ["--import", REGISTER] });
    child.on("message", ({ id, ...answer }) => {
      this.#answers.get(id)?.(answer);
      this.#answers.delete(id);
    });
    this.#ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(`could not be run (${error.message})`));
      child.once("exit", (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`));
    }).then((how) => {
      this.#child = undefined;
      for (const answer of this.#answers.values()) answer({ error: `the process of ${this.#file} ${how}` });
      this.#answers.clear();
    });
    this.#child = child;
  }

  async ask(order) {
    if (this.#child === undefined) this.#start();
    const id = ++this.#asked;
    const { value, error } = await new Promise((resolve) => {
      this.#answers.set(id, resolve);
      // That it cannot be sent is known by its end.
      this.#child.send({ id, order }, () => {});
    });
    if (error !== undefined) throw new Error(`${order}: ${error}`);
    return value;
  }

  async end() {
    if (this.#child?.connected) this.#child.disconnect();
    await this.#ended;
  }
}

/** A class with the methods of the driver in that file. */
exports.driverApart = (file) =>
  class {
    #apart = new Apart(path.resolve(file));

    setupForGeneratedTest() {
      return this.#apart.ask("setupForGeneratedTest");
    }

    startSut() {
      return this.#apart.ask("startSut");
    }

    async stopSut() {
      try {
        await this.#apart.ask("stopSut");
      } finally {
        await this.#apart.end();
      }
    }

    resetStateOfSUT() {
      return this.#apart.ask("resetStateOfSUT");
    }

    getProblemInfo() {
      return this.#apart.ask("getProblemInfo");
    }

    getInfoForAuthentication() {
      return this.#apart.ask("getInfoForAuthentication");
    }
  };
