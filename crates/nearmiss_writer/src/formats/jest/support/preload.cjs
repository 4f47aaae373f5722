"use strict";
// Loaded into the API (NODE_OPTIONS=--require). It lets the first HTTP server listen on a free port
// of the loopback interface, so that test files run in parallel, and tells the tests which port
// that is. Processes that never listen (npm, npx, a shell's helpers) are left as they are.

const addressFile = process.env.SUT_ADDRESS_FILE;
if (addressFile) {
  const fs = require("node:fs");
  const http = require("node:http");
  const net = require("node:net");
  const { isMainThread } = require("node:worker_threads");
  const parent = Number(process.env.SUT_PARENT_PID);
  const listen = net.Server.prototype.listen;
  // Kept, so that an API that replaces them cannot get in the way.
  const exit = process.exit.bind(process);
  const every = setInterval;
  let taken = false;

  const speaksHttp = (server) =>
    server instanceof http.Server || ("keepAliveTimeout" in server && "headersTimeout" in server);

  const isPort = (value) =>
    value === undefined ||
    value === null ||
    typeof value === "number" ||
    (typeof value === "string" && value !== "" && !Number.isNaN(Number(value)));

  /** What was asked for: `wanted` port or path, and the arguments for a free port instead. */
  const moved = (args) => {
    const callback = args.findLast((argument) => typeof argument === "function");
    const tail = callback ? [callback] : [];
    const first = args[0];
    if (typeof first === "object" && first !== null) {
      // A handle or a file descriptor was opened by somebody else: there is no port to choose.
      if (!("port" in first) && typeof first.path !== "string") return undefined;
      const { backlog, signal } = first;
      return {
        wanted: first.port ?? first.path,
        args: [{ port: 0, host: "127.0.0.1", backlog, signal }, ...tail],
      };
    }
    const asked = typeof first === "function" ? undefined : first;
    if (!isPort(asked) && typeof asked !== "string") return undefined;
    return { wanted: asked, args: [{ port: 0, host: "127.0.0.1" }, ...tail] };
  };

  const report = (server, wanted) => {
    const address = server.address();
    const scheme = server instanceof http.Server ? "http" : "https";
    const port = Number(wanted);
    const text = JSON.stringify({
      pid: process.pid,
      url: `${scheme}://127.0.0.1:${address.port}`,
      wanted: Number.isInteger(port) ? port : null,
    });
    const draft = `${addressFile}.${process.pid}`;
    fs.writeFileSync(draft, text);
    try {
      // A link appears whole, and only if no other process was first.
      fs.linkSync(draft, addressFile);
    } catch {
      if (!fs.existsSync(addressFile)) fs.renameSync(draft, addressFile);
    }
  };

  const watchOver = (server) => {
    // A test may take longer than a server waits for the next request.
    server.timeout = 0;
    server.keepAliveTimeout = 0;
    server.headersTimeout = 0;
    server.requestTimeout = 0;
    if (!isMainThread) return;
    // An orderly exit lets Node write its coverage (NODE_V8_COVERAGE).
    process.prependListener("SIGTERM", () => exit(0));
    // Tests that were killed cannot stop the API.
    const orphaned = () => {
      try {
        process.kill(parent, 0);
      } catch (error) {
        if (error.code === "ESRCH") exit(0);
      }
    };
    if (parent) every(orphaned, 1000).unref();
  };

  net.Server.prototype.listen = function (...args) {
    const change = taken || !speaksHttp(this) ? undefined : moved(args);
    if (!change) return listen.apply(this, args);
    taken = true;
    this.prependOnceListener("listening", () => {
      watchOver(this);
      report(this, change.wanted);
    });
    return listen.apply(this, change.args);
  };
}
