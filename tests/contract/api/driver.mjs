// A driver as users write one; the API runs in its process.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export default class ContractDriver {
  setupForGeneratedTest() {
    this.ready = true;
  }

  async startSut() {
    if (!this.ready) throw new Error("setupForGeneratedTest was not called");
    this.server = require("./server.js");
    if (!this.server.listening) await new Promise((resolve) => this.server.once("listening", resolve));
    return "http://localhost:3000";
  }

  async stopSut() {
    await new Promise((resolve) => this.server.close(resolve));
  }

  async resetStateOfSUT() {
    this.server.reset();
  }
}
