"use strict";
// The driver class of a driver file.

const REQUIRED = ["startSut", "stopSut", "resetStateOfSUT", "getProblemInfo"];

/** The class that a driver file exports: default export, `module.exports`, or either of them of compiled TypeScript. */
exports.driverClass = (exported, file) => {
  const tried = [exported.default?.default, exported.default, exported["module.exports"], exported];
  for (const value of [...tried, ...Object.values(exported)]) {
    if (typeof value === "function" && REQUIRED.every((method) => typeof value.prototype?.[method] === "function")) {
      return value;
    }
  }
  throw new Error(
    `${file} exports no driver: a class with ${REQUIRED.join(", ")}, as default export or as module.exports`,
  );
};
