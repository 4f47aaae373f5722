"use strict";
// Databases in files are opened on copies: the driver is given another path, the original is only read (README.md).

const { session } = require("../../register/session.js");
const { watchLoaded } = require("../../register/commonjs.js");
const { copier } = require("./copy.js");
const { leadDrivers } = require("./drivers.js");
const { leading } = require("./paths.js");

exports.install = () => {
  const { copies } = session.options;
  if (typeof copies !== "string") return;
  const loaded = leadDrivers(leading(copier(copies)));
  watchLoaded((filename, module) => {
    if (typeof filename === "string") loaded(filename, module);
  });
};
