"use strict";
// Loaded into the API (NODE_OPTIONS=--require). It lets HTTP servers listen on free ports of the
// loopback interface, so that test files run in parallel, and tells the tests where the first of
// them is (or, if SUT_PORT is set in start.json, the one that wanted that port). Processes that never
// listen (npm, npx, a shell's helpers) are left as they are.

const addressFile = process.env.SUT_ADDRESS_FILE;
// Databases on servers are those of the tests. //@databases
if (process.env.SUT_DATABASES) require("./databases/lead.cjs"); //@databases
// Others are opened in place of databases in files.
if (process.env.SUT_COPIES) require("./sqlite.cjs");
// What files hold that the API writes to is kept.
const files = process.env.SUT_FILES ? require("./files/preload.cjs") : undefined;
// What tests set up before their calls is set up here. //@setup
const setup = process.env.SUT_ORDERS ? require("./setup/answers.cjs") : undefined; //@setup
// What rate limiters count in memory is forgotten between tests. //@limits
const limiters = process.env.SUT_LIMITS ? require("./limiters/attach.cjs") : undefined; //@limits
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
  const chosenPort = process.env.SUT_PORT ? Number(process.env.SUT_PORT) : undefined;
  /** Addresses by the port that was wanted; the driver host reads them. */
  const servers = new Map();
  /** The real port of each. */
  const ports = new Map();
  globalThis[Symbol.for("sut.servers")] = servers;
  let reported = false;
  const { reaches } = require("./start.json");
  if (reaches) {
    // The API reaches itself, its databases and these hosts, as when the tests were written: nobody gets mail from a test.
    require("./strangers/guard.cjs").install({
      hosts: reaches,
      mark: `SUT_ADDRESS_FILE=${addressFile}`,
      listens: (port) => [...ports.values()].includes(port),
      paths: [process.env.SUT_ORDERS], //@setup
      // Services that the API calls are answered for by this process. //@services
      services: () => require("./setup/services/server.cjs"), //@services
    });
  }
  require("./self-calls.cjs").install(ports);

  /** Its class is exported nowhere. */
  const isOf = (server, name) => {
    for (let at = server; at; at = Object.getPrototypeOf(at)) if (at.constructor?.name === name) return true;
    return false;
  };

  /** `scheme` of its URLs, and whether it speaks nothing but HTTP/2; undefined for no HTTP server. */
  const spoken = (server) => {
    if (server instanceof http.Server) return { scheme: "http" };
    if (isOf(server, "Http2Server")) return { scheme: "http", http2: true };
    // The names of protocols that it offers, each behind its length.
    const offers = String(server.ALPNProtocols ?? "");
    if (isOf(server, "Http2SecureServer")) return { scheme: "https", http2: !offers.includes("http/1.1") };
    return "keepAliveTimeout" in server && "headersTimeout" in server ? { scheme: "https" } : undefined;
  };

  const isPort = (value) =>
    value === undefined ||
    value === null ||
    typeof value === "number" ||
    (typeof value === "string" && value !== "" && !Number.isNaN(Number(value)));

  /** The port that was asked for (0 for none), and the arguments for a free one instead. */
  const moved = (args) => {
    const callback = args.findLast((argument) => typeof argument === "function");
    const tail = callback ? [callback] : [];
    const first = args[0];
    if (typeof first === "object" && first !== null) {
      // A handle, a file descriptor or a socket path is no port to choose.
      if (!("port" in first) || typeof first.path === "string" || !isPort(first.port)) return undefined;
      const { ipv6Only, ...options } = first;
      return {
        wanted: Number(first.port ?? 0),
        args: [{ ...options, port: 0, host: "127.0.0.1" }, ...tail],
      };
    }
    const asked = typeof first === "function" ? undefined : first;
    if (!isPort(asked)) return undefined;
    return { wanted: Number(asked ?? 0), args: [{ port: 0, host: "127.0.0.1" }, ...tail] };
  };

  const report = (server, wanted) => {
    const { scheme, http2 } = spoken(server);
    const url = `${scheme}://127.0.0.1:${server.address().port}`;
    servers.set(wanted, url);
    ports.set(wanted, server.address().port);
    if (reported || (chosenPort !== undefined && wanted !== chosenPort)) return;
    reported = true;
    const draft = `${addressFile}.${process.pid}`;
    fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, url, wanted, http2 }));
    try {
      // A link appears whole, and only if no other process was first.
      fs.linkSync(draft, addressFile);
    } catch {
      if (!fs.existsSync(addressFile)) fs.renameSync(draft, addressFile);
    }
  };

  const beStoppable = () => {
    if (!isMainThread || servers.size > 0) return;
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

  net.Server.prototype.listen = {
    listen(...args) {
      const change = spoken(this) ? moved(args) : undefined;
      if (!change) return listen.apply(this, args);
      // A test may take longer than a server waits for the next request.
      this.timeout = 0;
      this.keepAliveTimeout = 0;
      this.headersTimeout = 0;
      this.requestTimeout = 0;
      this.prependOnceListener("listening", () => {
        files?.listens();
        setup?.connect(process.env.SUT_ORDERS); //@setup
        limiters?.listen(process.env.SUT_LIMITS); //@limits
        beStoppable();
        report(this, change.wanted);
      });
      return listen.apply(this, change.args);
    },
  }.listen;
}
