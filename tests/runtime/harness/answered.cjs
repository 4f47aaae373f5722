"use strict";
// `--require`d into a program whose services are answered for by its own process, as those of an API are; prints what is asked of them, and
// who is refused.

const server = require("../../../npm/nearmiss/setup/services/server.cjs");
const { mark } = { mark: `ANSWERED=${process.env.ANSWERED}` };

require("../../../npm/nearmiss/sut/strangers/guard.cjs").install({
  hosts: [],
  mark,
  services: () => server,
  refused: (to) => console.log(`refused ${to}`),
});
server.onRequest(
  ({ origin, method, target, number }) => console.log(`asked ${method} ${origin}${target} ${number}`),
  ({ origin }) => console.log(`endless ${origin}`),
);
if (!process.argv.includes("starts")) require("../../../npm/nearmiss/setup/services/start.cjs").isUp();
global.services = require("../../../npm/nearmiss/setup/services.cjs");
