"use strict";
// The same API beside another server that takes any port, too; each reset is noted in the file ODD_RESETS.

const fs = require("node:fs");
const http = require("node:http");
const OddDriver = require("./driver.js");

module.exports = class BesideDriver extends OddDriver {
  async startSut() {
    await new Promise((resolve) => http.createServer((_request, answer) => answer.end("beside")).listen(0, resolve));
    return super.startSut();
  }

  async resetStateOfSUT() {
    fs.appendFileSync(process.env.ODD_RESETS, "reset\n");
    return super.resetStateOfSUT();
  }
};
