"use strict";

/** The cases of a library with the functions of bcrypt. */
exports.compareCases = async (bcrypt, run, look) => {
  const hash = bcrypt.hashSync("_EM_1_XYZ_", 4);
  const called = (...args) => new Promise((resolve) => bcrypt.compare(...args, (...outcome) => resolve(outcome)));
  await run("look", () => [look(bcrypt), look(bcrypt.compare), look(bcrypt.compareSync)]);
  await run("another", () => bcrypt.compareSync("_EM_2_XYZ_", hash));
  await run("the same", () => bcrypt.compareSync("_EM_1_XYZ_", hash));
  await run("promise", () => bcrypt.compare("_EM_2_XYZ_", hash));
  await run("promise, the same", () => bcrypt.compare("_EM_1_XYZ_", hash));
  await run("callback", () => called("_EM_2_XYZ_", hash));
  await run("callback, the same", () => called("_EM_1_XYZ_", hash));
  await run("no hash", () => bcrypt.compare("_EM_1_XYZ_"));
  await run("no hash, at once", () => bcrypt.compareSync("_EM_1_XYZ_"));
  await run("no hash, callback", () => called("_EM_1_XYZ_", 3));
  await run("no hash at all", () => bcrypt.compareSync("_EM_1_XYZ_", "no hash"));
  await run("no callback", () => bcrypt.compare("_EM_1_XYZ_", hash, 3));
  await run("promises", async () => {
    const promise = bcrypt.compare("_EM_1_XYZ_", hash);
    return [promise.constructor === Promise, Object.keys(promise), await promise];
  });
  await run("nobody handles it", async () => {
    bcrypt.compare("_EM_1_XYZ_", 3);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await run("order", async () => {
    const order = [];
    const done = new Promise((resolve) => bcrypt.compare("_EM_1_XYZ_", hash, function () {
      order.push("callback", arguments.length);
      resolve();
    }));
    order.push("returned");
    await done;
    return order;
  });
  await run("two at once", () => Promise.all([bcrypt.compare("_EM_1_XYZ_", hash), bcrypt.compare("_EM_2_XYZ_", hash)]));
};

exports.compareExpected = {
  another: { outcomes: [false], names: ["bcrypt.compare"] },
  "the same": { outcomes: [true] },
  promise: { outcomes: [false] },
  "promise, the same": { outcomes: [true] },
  callback: { outcomes: [false] },
  "callback, the same": { outcomes: [true] },
};

exports.cases = (run, look) => exports.compareCases(require("bcrypt"), run, look);
exports.expected = exports.compareExpected;
