"use strict";
// tarn, the pool of knex: its connections are those of drivers.

const { ownField } = require("../../../adapters/observe.js");
const { watchPool } = require("../pools.js");

/** Resources that are out; while one is validated it stands there, too. */
function about(pool) {
  const used = ownField(pool, "used");
  return { out: Array.isArray(used) ? used.map((one) => ownField(one, "resource")) : [], most: ownField(pool, "max") };
}

const pool = ({ exports }, driver) => watchPool(driver, exports.Pool?.prototype, "acquire", about);

module.exports = { name: "tarn", dialect: "", packages: { tarn: { files: { "dist/Pool.js": pool } } } };
