"use strict";
// Child processes that cannot be held: those that are no Node, or a Node that is not told to load us.

const childProcess = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");
const path = require("node:path");
const { placeOfCaller } = require("../incidents/place.js");
const { standIn } = require("./stand_ins.cjs");

const { apply } = Reflect;
const { execPath } = process;
const OPTIONS = "NODE_OPTIONS=";
const SHELLS = new Set(["sh", "bash", "dash", "zsh"]);
/** Programs of Node's own world: what they start loads us. */
const NODES = new Set(["node", "npm", "npx", "pnpm", "yarn", "tsx", "ts-node"]);

/** The program that is started, as people know it: of a shell that runs a command the first word of that. */
function programOf(file, args) {
  const name = path.basename(String(file));
  const at = SHELLS.has(name) ? args.indexOf("-c") : -1;
  const words = at < 0 ? [] : String(args[at + 1] ?? "").trim().split(/\s+/).filter((word) => !/^\w+=/.test(word));
  return words.length === 0 ? name : path.basename(words[0].replace(/^["']|["']$/g, ""));
}

const isNode = (file, program) => file === execPath || NODES.has(program);

/** Puts stand-ins in place; `tell(program, place)` of a process that cannot be held. */
exports.install = (tell) => {
  const look = (file, args, hasOptions, above) => {
    try {
      const program = programOf(file, args);
      if (!isNode(file, program)) tell(program, placeOfCaller(above));
      else if (!hasOptions) tell(`${program} without our NODE_OPTIONS`, placeOfCaller(above));
    } catch {
      // What cannot be started either.
    }
  };
  standIn(childProcess.ChildProcess.prototype, "spawn", (real) => (self, given, above) => {
    const [options] = given;
    const pairs = Array.isArray(options?.envPairs) ? options.envPairs : [];
    const [file, ...args] = Array.isArray(options?.args) ? options.args : [];
    look(options?.file ?? file, args, pairs.some((pair) => String(pair).startsWith(OPTIONS)), above);
    return apply(real, self, given);
  });
  for (const name of ["spawnSync", "execFileSync", "execSync"]) {
    standIn(childProcess, name, (real) => (self, args, above) => {
      const list = Array.isArray(args[1]) ? args[1] : [];
      const { env } = (list === args[1] ? args[2] : args[1]) ?? {};
      const hasOptions = env === undefined || env === null || (typeof env === "object" && "NODE_OPTIONS" in env);
      if (name === "execSync") look("sh", ["-c", args[0]], hasOptions, above);
      else look(args[0], list, hasOptions, above);
      return apply(real, self, args);
    });
  }
  syncBuiltinESMExports();
};
