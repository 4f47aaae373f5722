"use strict";
// Connections of the process to other servers, for a core that answers in their place (`nearmiss serve`).

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1?\]?)$/i;
let tell = null;

/** Called with the arguments of `connect` of every socket, and the socket. */
exports.connecting = (args, socket) => {
  if (tell === null) return;
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const options = typeof first === "object" && first !== null ? first : { port: first, host: args[1] };
  const { port, host } = options;
  if (port === undefined || typeof host !== "string" || LOOPBACK.test(host)) return;
  // By what only agents of node:http, and only fetch, pass on: no names of their own tell them from other connections.
  const isHttp = "_agentKey" in options || ("highWaterMark" in options && "localAddress" in options);
  // Agents of plain HTTP set a server name too; sockets of TLS, and no others, are marked.
  const protocol = isHttp ? (socket.encrypted === true ? "HTTPS" : "HTTP") : "TCP";
  tell("other-server", "", `${protocol} ${host} ${port}`);
};
exports.install = (report) => {
  tell = report;
};
