const { SutDriver } = require("nearmiss");

module.exports = class Driver extends SutDriver {
  startSut() {
    throw new Error("the database is away");
  }
  stopSut() {}
  resetStateOfSUT() {}
  getProblemInfo() {
    return { openapi: "openapi.json" };
  }
};
