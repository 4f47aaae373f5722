"use strict";
// Connections of the process to other servers, for a core that answers in their place (`nearmiss serve`).

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0)$/;
let tell = null;

/** Called with the arguments of `connect` of every socket. */
exports.connecting = (args) => {
  if (tell === null) return;
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const options = typeof first === "object" && first !== null ? first : { port: first, host: args[1] };
  const { port, host } = options;
  if (port === undefined || typeof host !== "string" || LOOPBACK.test(host)) return;
  const secure = options.servername !== undefined || options.ALPNProtocols !== undefined || Number(port) === 443;
  const isHttp = secure || options.agent !== undefined || options.httpSocket !== undefined || options.method !== undefined;
  tell("other-server", "", `${secure ? "HTTPS" : isHttp ? "HTTP" : "TCP"} ${host} ${port}`);
};
exports.install = (report) => {
  tell = report;
};
