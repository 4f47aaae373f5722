"use strict";
// Databases in files are opened on copies: the driver is given another path, the original is only read (README.md).

const { session } = require("../../register/session.js");
const { watchLoaded } = require("../../register/commonjs.js");
const attach = require("./attach.js");
const { copier } = require("./copy.js");
const { leadDrivers } = require("./drivers.js");
const { leading } = require("./paths.js");

exports.install = () => {
  const { copies, kept } = session.options;
  if (typeof copies !== "string") return;
  const opens = kept ? require("../kept_files/journal.js").opensCopy : () => {};
  const loaded = leadDrivers({ copyOf: copier(copies, opens), leading, attach });
  watchLoaded((filename, module) => {
    if (typeof filename === "string") loaded(filename, module);
  });
};
