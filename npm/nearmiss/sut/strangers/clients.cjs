"use strict";
// Which connections speak HTTP, and which SMTP: those that clients of it begin, and those to its usual ports. Whoever speaks something else
// would wait for a word that nobody says.

const { sitesBelow } = require("./call_sites.cjs");

/** Files of Node, and packages, that connect to speak HTTP. */
const OF_NODE = /^node:(?:_http_agent|_http_client|http|https|internal\/http2\/.*|internal\/deps\/undici\/.*)$/;
const OF_PACKAGES = /[\\/]node_modules[\\/](?:undici|agent-base|https?-proxy-agent|proxy-agent|hpagent|tunnel|tunnel-agent|http2-wrapper)[\\/]/;
const USUAL = new Set([80, 443]);
const OF_MAIL = /[\\/]node_modules[\\/](?:nodemailer|smtp-connection|smtp-client|emailjs|sendmail)[\\/]/;
const USUAL_OF_MAIL = new Set([25, 465, 587, 2_525]);
const FRAMES = 24;

/** Tells whether the options of a connection are as only agents of node:http, and only fetch, pass them on. */
const isOfClient = (options) => "_agentKey" in options || ("highWaterMark" in options && "localAddress" in options);

const isIn = (sites, fits) =>
  sites.some((site) => {
    const file = site.getFileName();
    return typeof file === "string" && fits(file);
  });
const sendsMail = (file) => OF_MAIL.test(file);

/** Answers what is spoken on a connection, `{ port, options }`, that the function `above` begins: "http", "smtp", or null for something else. */
exports.spoken = ({ port, options }, above) => {
  if (USUAL.has(port) || (options !== null && isOfClient(options))) return "http";
  const sites = sitesBelow(above, FRAMES) ?? [];
  if (isIn(sites, (file) => OF_NODE.test(file) || OF_PACKAGES.test(file))) return "http";
  return USUAL_OF_MAIL.has(port) || isIn(sites, sendsMail) ? "smtp" : null;
};

/** Tells whether a client of SMTP has called the function `above`. */
exports.isOfMail = (above) => isIn(sitesBelow(above, FRAMES) ?? [], sendsMail);

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
