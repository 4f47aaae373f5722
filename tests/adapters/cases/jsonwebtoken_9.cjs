"use strict";

const SECRET = "a secret of a test";

exports.cases = async (run, look) => {
  const jwt = require("jsonwebtoken");
  const { verify } = jwt;
  const token = jwt.sign({ name: "_EM_1_XYZ_", iat: 1_000_000 }, SECRET, { keyid: "_EM_2_XYZ_" });
  const called = (...args) => new Promise((resolve) => verify(...args, (...outcome) => resolve(outcome)));
  await run("look", () => [look(verify), verify === require("jsonwebtoken/verify"), Object.keys(jwt)]);
  await run("malformed", () => verify("_EM_1_XYZ_", SECRET));
  await run("badly signed", () => verify(`${token}_EM_1_XYZ_`, SECRET));
  await run("signed", () => verify(token, SECRET));
  await run("complete", () => verify(token, SECRET, { complete: true }).payload);
  await run("algorithm", () => verify(token, SECRET, { algorithms: ["RS256"] }));
  await run("too old", () => verify(token, SECRET, { maxAge: 1 }).message);
  await run("no token", () => verify());
  await run("no text", () => verify({}, SECRET));
  await run("no secret", () => verify(token));
  await run("callback", () => called("_EM_1_XYZ_", SECRET));
  await run("callback and options", () => called(token, SECRET, { issuer: "me" }));
  await run("callback, signed", () => called(token, SECRET));
  await run("secret of a callback", () => called("_EM_1_XYZ_", (header, done) => done(null, SECRET)));
  await run("no callback", () => verify("_EM_1_XYZ_", SECRET, {}, 3));
  await run("order", async () => {
    const order = [];
    const done = new Promise((resolve) => verify("_EM_1_XYZ_", SECRET, function (error) {
      order.push("callback", this === undefined, arguments.length);
      resolve();
    }));
    order.push("returned");
    await done;
    return order;
  });
  await run("a callback that throws", () => verify("_EM_1_XYZ_", SECRET, () => { throw new Error("mine"); }));
  await run("options that are read", () => {
    let reads = 0;
    const options = { get issuer() { reads += 1; return undefined; } };
    return [verify(token, SECRET, options).name, reads];
  });
};

const refused = { outcomes: [false], names: ["jwt.verify"] };
exports.expected = {
  malformed: refused,
  "badly signed": refused,
  callback: refused,
  "secret of a callback": refused,
  "a callback that throws": refused,
};
