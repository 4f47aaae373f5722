"use strict";
// The base class of drivers: how an API is started, stopped and reset, and where its schema is.

const { ControllerServer } = require("../controller/index.js");

/** What a driver must or may say; see `index.d.ts`. */
class SutDriver {
  /** Starts the API and answers its base URL. */
  async startSut() {
    throw new Error(`${this.constructor.name} must implement startSut(), which answers the base URL of the API`);
  }

  /** Stops what `startSut` started. */
  async stopSut() {
    throw new Error(`${this.constructor.name} must implement stopSut()`);
  }

  /** Puts the state of the API (data, caches, counters) back to what it is after the start. */
  async resetStateOfSUT() {
    throw new Error(`${this.constructor.name} must implement resetStateOfSUT()`);
  }

  /** Where the schema is: `{ openapi: "http://... or file" }`. */
  getProblemInfo() {
    throw new Error(`${this.constructor.name} must implement getProblemInfo(), such as { openapi: "openapi.json" }`);
  }

  /** Who may log in; nobody by default. */
  getInfoForAuthentication() {
    return [];
  }

  /** Called in generated tests before the API is started. */
  async setupForGeneratedTest() {}
}

module.exports = { SutDriver, SutController: SutDriver, ControllerServer };
