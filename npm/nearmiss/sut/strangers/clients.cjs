"use strict";
// Which connections speak HTTP: those that clients of it begin, and those to its usual ports. Whoever speaks something else would wait for a
// word that nobody says.

const { sitesBelow } = require("./call_sites.cjs");

/** Files of Node, and packages, that connect to speak HTTP. */
const OF_NODE = /^node:(?:_http_agent|_http_client|http|https|internal\/http2\/.*|internal\/deps\/undici\/.*)$/;
const OF_PACKAGES = /[\\/]node_modules[\\/](?:undici|agent-base|https?-proxy-agent|proxy-agent|hpagent|tunnel|tunnel-agent|http2-wrapper)[\\/]/;
const USUAL = new Set([80, 443]);
const FRAMES = 24;

/** Tells whether the options of a connection are as only agents of node:http, and only fetch, pass them on. */
const isOfClient = (options) => "_agentKey" in options || ("highWaterMark" in options && "localAddress" in options);

/** Tells whether HTTP is spoken on a connection, `{ port, options }`, that the function `above` begins. */
exports.speakHttp = ({ port, options }, above) => {
  if (USUAL.has(port) || (options !== null && isOfClient(options))) return true;
  const sites = sitesBelow(above, FRAMES) ?? [];
  return sites.some((site) => {
    const file = site.getFileName();
    return typeof file === "string" && (OF_NODE.test(file) || OF_PACKAGES.test(file));
  });
};

const { getOwnPropertySymbols } = Object;
const trusting = new WeakSet();

/** Has a connection of TLS, and no other of another process, trust who answers for services. */
function trust(owner, authority) {
  const context = owner?._handle?._secureContext?.context ?? owner?._tlsOptions?.secureContext?.context;
  if (context === undefined || context === null) return;
  if (!trusting.has(context)) {
    trusting.add(context);
    context.addCACert(authority());
  }
  // What a program pins is not ours.
  const symbol = getOwnPropertySymbols(owner).find(({ description }) => description === "connect-options");
  if (symbol !== undefined && owner[symbol]?.checkServerIdentity) owner[symbol].checkServerIdentity = () => undefined;
}

/** Has a connection that is led elsewhere look as if it led where the program wanted. `authority()`: whose certificates it is to trust. */
exports.seem = ({ handle, owner }, address, port, authority) => {
  handle.getpeername = (out) => {
    out.address = address;
    out.family = address.includes(":") ? "IPv6" : "IPv4";
    out.port = port;
    return 0;
  };
  if (owner?.encrypted === true) trust(owner, authority);
};
