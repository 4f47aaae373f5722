// Runs a program in this process and writes down all that can be seen of it.
import vm from "node:vm";
import { keptValues, reset } from "./log.mjs";
import { show } from "./show.mjs";
import { FILE, WORLD } from "./world.mjs";

for (const [name, value] of Object.entries(WORLD)) Object.defineProperty(globalThis, name, { value, enumerable: false, writable: false });

let unhandled = [];
process.on("unhandledRejection", (reason) => unhandled.push(show(reason)));

const turn = () => new Promise((resolve) => setImmediate(resolve));

let globals = null;
/** Values of the globals that a program may assign to: `[key, value]`. */
let values = [];

/** Takes the globals away that a program made, and gives those that it assigned to their values back; answers the names of the former. */
function clean() {
  for (let i = 0; i < values.length; i += 1) if (globalThis[values[i][0]] !== values[i][1]) globalThis[values[i][0]] = values[i][1];
  const made = [];
  for (const key of Reflect.ownKeys(globalThis)) {
    if (globals.has(key)) continue;
    made.push(`global ${String(key)}`);
    delete globalThis[key];
  }
  return made;
}

const DEPENDENCY_TEXT = `import * as main from "main";
export let a = 1; export const o = $o(1); export default function d(x) { return x }
export function peek(k) { try { return main[k] } catch (e) { return e.name } }
export const early = [];
for (const key of Reflect.ownKeys(main)) { if (typeof key === "symbol") continue; try { const v = main[key]; early.push(typeof v); $d(v) } catch (e) { early.push(e.name) } }`;

/** The module, the module that it imports (which imports it: a cycle), and data. */
async function runModule(text) {
  const made = new Map();
  const importModuleDynamically = (specifier) => {
    const found = made.get(specifier);
    if (found === undefined) throw new Error(`no module ${specifier}`);
    return found;
  };
  const main = new vm.SourceTextModule(text, {
    identifier: FILE, importModuleDynamically, initializeImportMeta: (meta) => { meta.url = "file:///main"; },
  });
  made.set("main", main);
  made.set("dep", new vm.SourceTextModule(DEPENDENCY_TEXT, { identifier: "dep" }));
  const data = new vm.SyntheticModule(["default"], function set() { this.setExport("default", { a: 1 }); }, { identifier: "data" });
  made.set("data", data);
  await main.link((specifier) => made.get(specifier));
  // What has not ended after some turns never ends: there are no timers.
  const ended = main.evaluate().then(() => true);
  const never = (async () => { for (let i = 0; i < 4; i += 1) await turn(); return false; })();
  if (!(await Promise.race([ended, never]))) return "pending";
  let text_ = "";
  for (const key of Reflect.ownKeys(main.namespace)) {
    if (typeof key === "symbol") continue;
    try {
      text_ += ` ${key}=${show(main.namespace[key])}`;
    } catch (error) {
      text_ += ` ${key}!${error.name}`;
    }
  }
  return text_;
}

const evaluate = eval;

function runScript(text, goal) {
  if (goal === "script") return show(evaluate(`${text}\n//# sourceURL=${FILE}`));
  const module = { exports: {} };
  const run = vm.compileFunction(text, ["exports", "require", "module"], { filename: FILE });
  const value = Reflect.apply(run, module.exports, [module.exports, undefined, module]);
  return `${show(value)} ${show(module.exports)}`;
}

/** Whether a program may go on after its first turn. */
const ASYNCHRONOUS = /\b(?:async|await|import)\b|\$(?:w|r|t|ai)\b/;

/**
 * Runs a text. Answers the log and how it ended.
 *
 * @param {string} text what is run, @param {string} goal "commonJs", "script" or "module"
 * @param {boolean} quiet the original cannot go on after its first turn
 */
export async function execute(text, goal, quiet) {
  // The runtime's own is there before the first program.
  if (globals === null) {
    globals = new Set(Reflect.ownKeys(globalThis));
    values = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([, { writable }]) => writable).map(([key, { value }]) => [key, value]);
    // The text of a function is the one thing that may differ.
    Object.defineProperty(Function.prototype, "toString", { value: () => "function text" });
  }
  const log = reset();
  unhandled = [];
  let end;
  try {
    end = `value ${goal === "module" ? await runModule(text) : runScript(text, goal)}`;
  } catch (error) {
    end = `threw ${show(error)}`;
  }
  if (!quiet) await turn();
  for (const one of unhandled) log.push(`unhandled ${one}`);
  for (const one of keptValues()) log.push(`in the end ${show(one)}`);
  log.push(...clean(), end);
  return log;
}

export const isQuiet = (program) => program.goal !== "module" && !ASYNCHRONOUS.test(program.text);

/** Compiles only: the message of the SyntaxError, or nothing. */
export function refusal(text, goal) {
  try {
    if (goal === "module") void new vm.SourceTextModule(text);
    else if (goal === "script") void new vm.Script(text);
    else vm.compileFunction(text, ["exports", "require", "module"]);
    return null;
  } catch (error) {
    return error.message;
  }
}
