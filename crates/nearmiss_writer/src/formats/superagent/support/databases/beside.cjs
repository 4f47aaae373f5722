"use strict";
// The databases of a test file: the API gets some of its own, which are put back before each test and dropped at the
// end.

const { fork } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { leadVariables, newHome } = require("./places.cjs");
const still = require("./still.cjs");

const ENDING_LIMIT_MS = 10_000;

/** The folder of what is known of them, while there are any, and the process that keeps them. */
let home;
let keeper;
let orders = 0;
const waiting = new Map();

function begin() {
  if (home !== undefined) return;
  home = newHome();
  // Passwords are kept in it.
  fs.mkdirSync(home, { mode: 0o700 });
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  keeper = fork(path.join(__dirname, "keeper.cjs"), [home], {
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // Who ends the tests by a signal ends their group.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  keeper.on("message", ({ id, ...answer }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  keeper.once("exit", () => {
    for (const answer of waiting.values()) answer({ error: "the process that keeps the databases has ended" });
    waiting.clear();
  });
  keeper.on("error", () => {});
  keeper.unref();
  keeper.channel.unref();
}

/** Has the keeper do something, and waits for it. */
async function ask(order, about) {
  const id = ++orders;
  const one = keeper;
  one.channel?.ref();
  const answer = await new Promise((resolve) => {
    waiting.set(id, resolve);
    one.send({ id, order, about }, (error) => error && resolve({ error: error.message }));
  });
  one.channel?.unref();
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.value;
}

/** Has it do what is for all tests. */
const askForAll = (order) =>
  ask(order).catch(({ message }) => {
    throw new Error(`The API's databases were not put back: ${message}.`);
  });

/** Throws what keeps the API from its databases, in one sentence. */
exports.refuse = () => {
  const file = home && path.join(home, "failed");
  if (file && fs.existsSync(file)) throw new Error(fs.readFileSync(file, "utf8"));
};

/** Entries of a `.env` file that are in no variable yet: what is in one stays when the file is read. */
function fileVariables(cwd, env) {
  const file = path.join(cwd, ".env");
  const lines = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split(/\r?\n/) : [];
  const entries = lines.map((line) => /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(["']?)(.*?)\2\s*$/.exec(line) ?? []);
  return Object.fromEntries(
    entries.filter(([, name]) => name !== undefined && env[name] === undefined).map(([, name, , text]) => [name, text]),
  );
}

/** Tells the API's processes, by their variables, where its databases are. */
exports.lead = (env, cwd) => {
  begin();
  const own = fileVariables(cwd, env);
  const before = { ...own };
  leadVariables(own, home);
  for (const [name, text] of Object.entries(own)) if (text !== before[name]) env[name] = text;
  leadVariables(env, home);
  env.SUT_DATABASES = home;
};

/** Waits until a start is over that listens and asks its databases still more. */
const untilStill = still.waiter();

/** Has what the API's start has left be what tests begin from. `hasEnded()`: whether the API has. */
exports.keep = async (folder, hasEnded) => {
  await untilStill(folder, hasEnded);
  exports.refuse();
  await askForAll("keep");
};

async function obeyed(order) {
  if (home === undefined) return false;
  exports.refuse();
  return askForAll(order);
}

/** Puts back what tests have changed, before the API starts. */
exports.putBack = () => obeyed("putBack");

/** Does the same before a test; answers whether the API has to be started anew, on another database. */
exports.reset = () => obeyed("reset");

/** Calls a function of a kind of setup with the databases; answers null where none of them is meant. */ //@beside
exports.setUp = (order) => ask("setUp", order); //@beside
 //@beside
/** Drops the databases; throws what has kept the API from them. */
exports.end = async () => {
  if (home === undefined) return;
  let refusal;
  try {
    exports.refuse();
  } catch (error) {
    refusal = error;
  }
  const one = keeper;
  const exited = new Promise((resolve) => one.once("exit", resolve));
  // Of a server that does not answer any more nothing can be dropped.
  const late = setTimeout(() => one.kill("SIGKILL"), ENDING_LIMIT_MS);
  await ask("end").catch(() => {});
  fs.rmSync(home, { recursive: true, force: true });
  home = undefined;
  keeper = undefined;
  if (one.connected) one.disconnect();
  one.ref();
  if (one.exitCode === null && one.signalCode === null) await exited;
  clearTimeout(late);
  if (refusal !== undefined) throw refusal;
};
