"use strict";
// Databases in files are opened on copies: the driver is given another path, the original is only read (README.md).

const { session } = require("../../register/session.js");
const { watchLoaded } = require("../../register/commonjs.js");
const attach = require("./attach.cjs");
const { copier } = require("./copy.cjs");
const { leadDrivers } = require("./drivers.cjs");
const { leading } = require("./paths.cjs");

exports.install = () => {
  const { copies, grounds, kept, shipped } = session.options;
  if (typeof copies !== "string") return;
  const opens = kept ? require("../kept_files/journal.js").opensCopy : () => {};
  const isShipped = (original) => (shipped ?? []).includes(original);
  const loaded = leadDrivers({ copyOf: copier(copies, { opens, grounds: grounds ?? undefined, isShipped }), leading, attach });
  watchLoaded((filename, module) => {
    if (typeof filename === "string") loaded(filename, module);
  });
};
