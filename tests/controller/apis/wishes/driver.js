"use strict";
const path = require("node:path");
const { SutDriver } = require("nearmiss");
const { server } = require("./server.js");

class WishesDriver extends SutDriver {
  async startSut() {
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${server.address().port}`;
  }

  async stopSut() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async resetStateOfSUT() {}

  getProblemInfo() {
    return { openapi: path.join(__dirname, "openapi.json") };
  }
}

module.exports = WishesDriver;
