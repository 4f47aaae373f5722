// The instrumenter with faults that can be put in: an example program of the crate, built with the feature
// `faults`, which nothing that ships has.
import { spawn } from "node:child_process";
import readline from "node:readline";
import { exampleProgram } from "../../example-program.cjs";

const MODULE = { module: "esm", commonJs: "commonJs", script: "auto" };

/** Starts the program. */
export function startFaulty() {
  const child = spawn(exampleProgram("faulty", { features: ["nearmiss_instrument/faults"] }), { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  readline.createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()(JSON.parse(line)));
  child.on("exit", (code, signal) => {
    if (waiting.length > 0) throw new Error(`the faulty instrumenter ended: ${signal ?? code}`);
  });
  const ask = (request) => new Promise((resolve) => {
    waiting.push(resolve);
    child.stdin.write(`${JSON.stringify(request)}\n`);
  });
  return {
    /** `[{ name, row }]` of all faults. */
    list: () => ask("list"),
    /** What no fault makes of a program (`right`), and each fault (`made`): null where that is the same. */
    async instrument({ text, goal }, logical, names) {
      const [right, ...made] = await ask({ source: text, module: MODULE[goal], logical, faults: names });
      return { right, made };
    },
    end: () => child.stdin.end(),
  };
}
