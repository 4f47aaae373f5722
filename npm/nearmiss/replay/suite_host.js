"use strict";
// `node suite_host.js <support/sut.cjs of a suite>`: does by that file what the suite's tests do by it: `start`,
// `reset` and `stop`, each a line of standard input, answered by a line of standard output, `{"url"}` or `{"error"}`; and
// `setup` with what a test sets up as JSON, answered by `{"value"}`.

const readline = require("node:readline");
const path = require("node:path");

const ORDERS = new Set(["start", "reset", "stop"]);

const tell = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

/** Sets up what a test needs, by the suite's own file. */
async function setUp({ kind, function: name, arguments: args }) {
  const beside = require(path.join(path.dirname(path.resolve(process.argv[2])), "setup/beside.cjs"));
  return { value: await beside.setUp(kind, name, args) };
}

async function obey(order) {
  // Not at the top: that it cannot be loaded is an answer, too.
  const sut = require(path.resolve(process.argv[2]));
  if (order.startsWith("setup ")) return setUp(JSON.parse(order.slice("setup ".length)));
  if (!ORDERS.has(order)) throw new Error(`there is no order ${order}`);
  await sut[order]();
  return { url: sut.url };
}

let last = Promise.resolve();
readline.createInterface({ input: process.stdin }).on("line", (order) => {
  last = last.then(() => obey(order)).then(tell, (error) => tell({ error: error?.message ?? String(error) }));
});
