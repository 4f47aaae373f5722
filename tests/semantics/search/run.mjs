// Runs many programs in some processes. What is found depends on the seed and the count, never on how many
// processes there are.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
const CHUNK = 200;
/** A chunk takes a second or so; longer than this means that a program does not end. */
const CHUNK_LIMIT = 300_000;
/** Kinds of syntax are counted in the first so many programs. */
export const KINDS_UNTIL = 20_000;

const add = (into, from) => {
  for (const [key, value] of Object.entries(from)) into[key] = (into[key] ?? 0) + value;
};

/**
 * @param {{ programs: number, seed: number, workers: number, progress?: (done: number, differences: { index: number }[]) => void }} options
 * @returns totals: `{ kinds, goals, unread, refused, movedLines, bytes, differences, lost }`
 */
export async function runPrograms({ programs, seed, workers, progress }) {
  const totals = { kinds: {}, goals: {}, unread: 0, refused: 0, movedLines: 0, bytes: 0, differences: [], lost: [] };
  let next = 0;
  let done = 0;

  function take() {
    if (next >= programs) return null;
    const from = next;
    next = Math.min(programs, next + CHUNK);
    return { seed, from, to: next, kindsUntil: KINDS_UNTIL };
  }

  function keep(answer) {
    add(totals.kinds, answer.kinds);
    add(totals.goals, answer.goals);
    for (const key of ["unread", "refused", "movedLines", "bytes"]) totals[key] += answer[key];
    totals.differences.push(...answer.differences);
    done += answer.to - answer.from;
    progress?.(done, answer.differences);
  }

  const one = () => new Promise((resolve) => {
    const child = fork(WORKER, [], { execArgv: ["--experimental-vm-modules", "--no-warnings"] });
    let chunk = null;
    let timer = null;
    const give = () => {
      clearTimeout(timer);
      chunk = take();
      if (chunk === null) return child.disconnect();
      timer = setTimeout(() => child.kill("SIGKILL"), CHUNK_LIMIT);
      return child.send(chunk);
    };
    child.on("message", (answer) => {
      keep(answer);
      chunk = null;
      give();
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      // A program ended the process or did not end.
      if (chunk !== null) totals.lost.push({ from: seed + chunk.from, to: seed + chunk.to - 1, how: signal ?? `exit ${code}` });
      resolve(chunk !== null);
    });
    give();
  });

  const lane = async () => {
    while (await one());
  };
  await Promise.all(Array.from({ length: workers }, lane));
  totals.differences.sort((a, b) => a.index - b.index);
  return totals;
}
