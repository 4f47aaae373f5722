"use strict";

const { compareCases, compareExpected } = require("./bcrypt_6.cjs");

exports.cases = async (run, look) => {
  const bcrypt = require("bcryptjs");
  await compareCases(bcrypt, run, look);
  for (const hash of ["", "$2b$04$", `$2b$04$${"=".repeat(53)}`, `$2b$99$${"a".repeat(53)}`, `$2$04$${"a".repeat(54)}`, "x".repeat(60)]) {
    await run(`as a hash: ${hash}`, () => bcrypt.compare("_EM_1_XYZ_", hash));
  }
  await run("nobody handles a hash that is none", async () => {
    bcrypt.compare("_EM_1_XYZ_", `$2b$04$${"=".repeat(53)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await run("progress", async () => {
    const progress = [];
    const same = await bcrypt.compare("_EM_1_XYZ_", bcrypt.hashSync("_EM_1_XYZ_", 4), undefined, (part) => progress.push(part));
    return [same, progress.length > 0, progress.at(-1)];
  });
};

exports.expected = compareExpected;
