// A driver that nobody can require: an ES module that waits while it is loaded.

import { fileURLToPath } from "node:url";
import { SutDriver } from "nearmiss";

const { default: api } = await import("./counting.js");

export default class ModuleDriver extends SutDriver {
  startSut() {
    return api.start();
  }

  stopSut() {
    return api.stop();
  }

  async resetStateOfSUT() {
    api.reset();
  }

  getProblemInfo() {
    return { openapi: fileURLToPath(new URL("openapi.json", import.meta.url)) };
  }
}
