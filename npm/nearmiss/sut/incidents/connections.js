"use strict";
// Connections of the process to the address that the examination of server-side requests sends as an input
// (`crates/nearmiss_problem/src/rest/oracles/server_side_request`): a program goes there only because an input says so.

const { placeOfCaller } = require("./place.js");

/** Nobody listens there. */
const PORT = 4;

let tell = null;

/** Called with the arguments of `connect` of every socket, by the function `above`. */
exports.connecting = (args, above) => {
  if (tell === null) return;
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const port = typeof first === "object" && first !== null ? first.port : first;
  if (port !== PORT && port !== "4") return;
  tell("request-forgery", placeOfCaller(above), "connects to port 4 of the loopback interface");
};
exports.install = (report) => {
  tell = report;
};
