// The instrumenter with faults that can be put in: an example program of the crate, built with the feature
// `faults`, which nothing that ships has.
import { execFileSync, spawn } from "node:child_process";
import readline from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

function build() {
  const options = ["build", "--release", "-q", "-p", "nearmiss_instrument", "--features", "faults", "--example", "faulty", "--message-format=json"];
  const output = execFileSync("cargo", options, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
  for (const line of output.trim().split("\n").reverse()) {
    const message = JSON.parse(line);
    if (message.executable) return message.executable;
  }
  throw new Error("cargo built no program named faulty");
}

const MODULE = { module: "esm", commonJs: "commonJs", script: "auto" };

/** Starts the program. */
export function startFaulty() {
  const child = spawn(build(), { stdio: ["pipe", "pipe", "inherit"] });
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
