"use strict";
// The same API with another problem: ODD_PROBLEM is what getProblemInfo answers, as JSON; PORT in it is that of the API.

const OddDriver = require("./driver.js");

module.exports = class ProblemDriver extends OddDriver {
  async startSut() {
    this.baseUrl = await super.startSut();
    return this.baseUrl;
  }

  getProblemInfo() {
    return JSON.parse(process.env.ODD_PROBLEM.replaceAll("PORT", new URL(this.baseUrl).port));
  }
};
