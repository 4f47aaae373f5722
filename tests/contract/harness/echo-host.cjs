"use strict";
// The echo server in a process of its own, which tells its port to its parent.
const { server } = require("../echo-server.cjs");

server.listen(0, "127.0.0.1", () => process.send(server.address().port));
