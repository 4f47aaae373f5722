"use strict";
// The connection on which the core gives orders: reset, forget, idle, waits, end, memory, measured, setup, routes, mounts,
// stop; of `nearmiss explain` also what is looked at.

const net = require("node:net");
const path = require("node:path");
const { session } = require("../register/session.js");
// Captured before the program can put fake timers in its place.
const { setTimeout } = require("./timers/native.js");

const { exit } = process;
// The program may change both.
const { connect } = net;
const { NEARMISS_CONTROL: control } = process.env;
/** Between two looks whether the core is there. */
const LOOK_AGAIN_MS = 50;
/** What follows is how few bytes are few enough. */
const MEMORY = "memory ";
/** What follows is JSON: `kind`, `function`, `arguments`. */
const SETUP = "setup ";
/** Where the programs of kinds are; kinds that only tests know have a folder of their own. */
const SETUP_FOLDER = process.env.NEARMISS_SETUP_FOLDER ?? path.join(__dirname, "../setup");
let socket = null;
/** What the driver host does on reset and stop. */
const handlers = {
  reset: null,
  stop: () => {},
};

async function obey({ id, order }) {
  if (order === "idle") return { id, ...(await require("./quiet.js").look()) };
  if (order === "waits") return { id, ...(await require("./quiet.js").look(true)) };
  if (order === "forget") {
    require("./limiters/index.js").forget();
    return { id, ok: true };
  }
  if (order === "end") {
    require("./quiet.js").whenQuiet();
    return { id, ok: true };
  }
  if (order.startsWith(MEMORY)) return { id, bytes: await require("./memory.js").held(Number(order.slice(MEMORY.length))) };
  if (order === "measured") {
    require("./memory.js").measured();
    return { id, ok: true };
  }
  if (order.startsWith(SETUP)) {
    return { id, value: await require("../setup/run.cjs").run(SETUP_FOLDER, JSON.parse(order.slice(SETUP.length))) };
  }
  if (order === "mounts") return { id, mounts: require("./routes/index.js").mounts() };
  if (order === "routes") return { id, routes: require("./routes/index.js").found() };
  if (session.explains) {
    const explained = require("../explain/index.js").obey(order);
    if (explained !== null) return { id, ...explained };
  }
  if (order !== "reset" && order !== "stop") return { id, error: `unknown order ${order}` };
  if (handlers[order] === null) return { id, error: "this process has no driver to reset it" };
  await handlers[order]();
  return { id, ok: true };
}

const message = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function take(line) {
  const order = JSON.parse(line);
  let answer;
  try {
    answer = await obey(order);
  } catch (error) {
    answer = { id: order.id, error: message(error) };
  }
  const text = `${JSON.stringify(answer)}\n`;
  if (order.order === "stop") socket.end(text, () => exit.call(process, 0));
  else socket.write(text);
}

/**
 * A core that was killed cannot end this process: nobody listens at its end any more. While it is being ended it still does,
 * so who is accepted stays connected and looks again when that is over.
 */
function endWithCore() {
  const probe = connect(control);
  let isAccepted = false;
  probe.unref();
  probe.on("connect", () => {
    isAccepted = true;
    // What comes is nothing; but without reading the end is not seen.
    probe.resume();
  });
  probe.on("error", ({ code }) => {
    if (code === "ECONNREFUSED" || code === "ENOENT") exit.call(process, 1);
  });
  probe.on("close", () => {
    if (isAccepted) setTimeout(endWithCore, LOOK_AGAIN_MS).unref();
  });
}

/** Connects, once. The connection does not keep the process alive; ending the process is the core's business. */
exports.connect = () => {
  if (socket !== null || !session.reports) return;
  socket = connect(control);
  socket.unref();
  socket.setEncoding("utf8");
  socket.write(`${JSON.stringify({ type: "orders", pid: process.pid })}\n`);
  let rest = "";
  socket.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line !== "") take(line);
  });
  socket.on("error", () => {});
  socket.on("close", endWithCore);
};
exports.endWithCore = endWithCore;
exports.handlers = handlers;
