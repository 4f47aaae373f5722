// One seed and a budget in calls give the same suite, byte for byte, also on a loaded machine.

import { spawn } from "node:child_process";
import os from "node:os";
import { FIGURES_ONLY, fuzz, run as runProgram, suiteFiles } from "../fuzz.mjs";
import { SUTS } from "../suts.mjs";

const FULL = { names: ["ncs", "scs", "books"], calls: 10_000, seed: 7 };
/** One that a command starts; the one with a driver is only pinned, which is a second search of the same seed too. */
const SMALL = { names: ["ncs", "books"], calls: 120, seed: 7 };

/** Keeps core 1 busy until it is called off; the search has core 0 to itself and all it starts. */
function loadOtherCore() {
  const child = spawn("taskset", ["-c", "1", process.execPath, "-e", "for (;;) {}"], { stdio: "ignore" });
  return () => child.kill("SIGKILL");
}

async function canPin() {
  const tried = await runProgram("taskset", ["-c", "0", "true"]).catch(() => ({ code: 127 }));
  return tried.code === 0 && os.availableParallelism() > 1;
}

export async function run(record, small) {
  const { names, calls, seed } = small ? SMALL : FULL;
  const pinned = await canPin();
  if (!pinned) {
    record.say("taskset or a second core is missing: without the pinned run");
  }
  for (const name of names) {
    const sut = SUTS[name];
    // One is verified, too.
    const args = small && pinned && name !== names[0] ? FIGURES_ONLY : [];
    const first = suiteFiles((await fuzz(sut, { label: "same-1", seed, calls, args })).out);
    if (!small || !pinned || name === names[0]) {
      const second = suiteFiles((await fuzz(sut, { label: "same-2", seed, calls })).out);
      compare(record, `${name} twice`, first, second);
    }
    if (pinned && !(small && name === names[0])) {
      const release = loadOtherCore();
      try {
        const wrap = ["taskset", "-c", "0"];
        const third = await fuzz(sut, { label: "same-3", seed, calls, wrap, args });
        compare(record, `${name} pinned to one core, the other busy`, first, suiteFiles(third.out));
      } finally {
        release();
      }
    }
    // A comparison of two empty suites would show nothing.
    record.must(first.size > 0, `${name}: there is a suite of ${first.size} files`);
    if (!small) {
      const other = suiteFiles((await fuzz(sut, { label: "same-4", seed: seed + 1, calls })).out);
      record.must(differing(first, other).length > 0, `${name}: another seed gives another suite`);
    }
    record.data[name] = { calls, seed, files: [...first.keys()], bytes: [...first.values()].reduce((n, f) => n + f.length, 0) };
  }
}

function differing(a, b) {
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => !a.has(name) || !b.has(name) || !a.get(name).equals(b.get(name)));
}

function compare(record, what, a, b) {
  const names = differing(a, b);
  record.must(names.length === 0, `${what}: the same bytes${names.length > 0 ? `; different: ${names.join(", ")}` : ""}`);
}
