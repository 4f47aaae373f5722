"use strict";
// What became of calls that had no answer when their test was written.

const net = require("node:net");

/** How long is waited for an API to end by itself. */
const ENDING_LIMIT_MS = 3_000;
const POLL_MS = 10;
/** The port of a process that ends is closed a little after its connections. */
const CLOSING_MS = 50;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isListening(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port) || 80, hostname);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/**
 * `running()` is the API that runs, `{ url, lost }`, in which `lost` is noted when it does not listen any more; `replace()` starts
 * another one in place of one that hangs.
 */
module.exports = (running, replace) => ({
  /** "timeout" (the API hung and is replaced), "broken" (the connection was closed or the API crashed), or the status that the call has now. */
  async fate(call) {
    try {
      const answer = await call;
      return `answered ${answer.status}`;
    } catch (error) {
      if (error.timeout) {
        await replace();
        return "timeout";
      }
      await sleep(CLOSING_MS);
      running().lost = !(await isListening(running().url));
      return "broken";
    }
  },

  /** Whether the API ends by itself, now or soon; the next test starts a new one. */
  async ended() {
    const api = running();
    const end = Date.now() + ENDING_LIMIT_MS;
    while (!api.lost && Date.now() < end) {
      api.lost = !(await isListening(api.url));
      if (!api.lost) await sleep(POLL_MS);
    }
    return api.lost;
  },
});
