// Programs as they are beside the same ones instrumented, each in a process of its own, while all that the runtime can tell is
// asked for: a request with a query is under way, pairs and inputs are wanted.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("run_program.cjs", import.meta.url));

/**
 * What a program prints: `{ printed, work }`. `work` says of the runtime what it did of the kinds in `count`: `keys`: the most keys
 * that it has listed of one object; `digits`: the longest text that it has made of a value; `units`: units of texts that it has looked at one
 * by one; `searched`: the length of all texts that it has searched.
 */
function run(mode, text, { module = "commonJs", count = [] }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--expose-gc", RUN, mode, module, count.join()], { stdio: "pipe" });
    let printed = "";
    let told = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (printed += part));
    child.stderr.setEncoding("utf8").on("data", (part) => (told += part));
    child.on("error", reject);
    child.on("close", () => {
      const work = /^work (.*)$/m.exec(told);
      resolve({ printed: work === null ? `${printed}ended: ${told}` : printed, work: work === null ? {} : JSON.parse(work[1]) });
    });
    child.stdin.end(text);
  });
}

/** A program, plain and instrumented: `[plain, instrumented]`. */
export const both = (text, options = {}) => Promise.all([run("plain", text, options), run("instrumented", text, options)]);
