"use strict";
// A driver whose module.exports is not the class, but has it.

const path = require("node:path");
const { SutDriver } = require("nearmiss");
const api = require("./counting.js");

exports.NamedDriver = class NamedDriver extends SutDriver {
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
    return { openapi: path.join(__dirname, "openapi.json") };
  }
};
