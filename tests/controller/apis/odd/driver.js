"use strict";
// A driver as EvoMaster's suites need it: the class is module.exports.

const path = require("node:path");
const { SutDriver } = require("nearmiss");
const { reset, server } = require("./server.js");

class OddDriver extends SutDriver {
  async startSut() {
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(Number(process.env.ODD_PORT ?? 0), "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${server.address().port}`;
  }

  async stopSut() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async resetStateOfSUT() {
    reset();
  }

  getProblemInfo() {
    return { openapi: path.join(__dirname, "openapi.json") };
  }

  getInfoForAuthentication() {
    return [{ name: "ada", headers: { "X-Tenant": "acme" } }];
  }
}

module.exports = OddDriver;
