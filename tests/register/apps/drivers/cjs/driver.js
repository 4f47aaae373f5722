const { SutController } = require("nearmiss");
const app = require("../app.cjs");

module.exports = class Driver extends SutController {
  async startSut() {
    this.server = await app.start();
    return `http://127.0.0.1:${this.server.address().port}`;
  }
  stopSut() {
    this.server.close();
  }
  resetStateOfSUT() {
    app.reset();
  }
  getProblemInfo() {
    return { openapi: "openapi.json" };
  }
};
