// Runs many programs in some processes. What is found depends on the seed and the count, never on how many
// processes there are.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
const CHUNK = 200;
/** A chunk takes a second or so; longer than this means that a program does not end. */
const CHUNK_LIMIT = 300_000;
/** One that takes longer than this as it was written does not end either: with probes it may take longer than a chunk. */
const PLAIN_LIMIT = CHUNK_LIMIT / 10;
/** V8 keeps some of each program for good: a process runs so many chunks, then a fresh one goes on. */
const CHUNKS_OF_A_PROCESS = 50;
/** Kinds of syntax are counted in the first so many programs. */
export const KINDS_UNTIL = 20_000;

// V8 keeps what it compiled; after some ten thousand programs, all other than the ones before, it only looks through that.
const FLAGS = ["--experimental-vm-modules", "--no-warnings", "--no-compilation-cache"];
/** Not for all programs: of what never ends but by the stack it makes more. */
const ROOMY = [...FLAGS, "--stack-size=3000"];

const start = (execArgv = FLAGS) => fork(WORKER, [], { execArgv });

const add = (into, from) => {
  for (const [key, value] of Object.entries(from)) into[key] = (into[key] ?? 0) + value;
};

/**
 * @param {{ programs: number, seed: number, workers: number, progress?: (done: number, differences: number[]) => void }} options
 * @returns totals: `{ kinds, goals, unread, refused, movedLines, bytes, differences, unstable, lost, fatal }`; `differences`: indexes,
 *   `unstable`: those of programs that are not the same twice as they were written, `lost`: seeds that end the
 *   process or never end only when instrumented, `fatal`: those that do so as they were written
 */
export async function runPrograms({ programs, seed, workers, progress }) {
  const totals = { kinds: {}, goals: {}, unread: 0, refused: 0, movedLines: 0, bytes: 0, differences: [], unstable: [], lost: [], fatal: [] };
  const left = [];
  const overflows = [];
  let next = 0;
  let done = 0;

  function take() {
    if (left.length > 0) return left.pop();
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
    totals.unstable.push(...answer.unstable);
    overflows.push(...answer.overflows);
    done += answer.to - answer.from;
    progress?.(done, answer.differences);
  }

  /** One process, until it has run its share (answers null) or it ends before its time: where, and how. */
  const one = () => new Promise((resolve) => {
    const child = start();
    let given = 0;
    let chunk = null;
    let at = null;
    let timer = null;
    const give = () => {
      clearTimeout(timer);
      chunk = given === CHUNKS_OF_A_PROCESS ? null : take();
      given += 1;
      if (chunk === null) return child.disconnect();
      at = chunk.from;
      timer = setTimeout(() => child.kill("SIGKILL"), CHUNK_LIMIT);
      return child.send(chunk);
    };
    child.on("message", (answer) => {
      if (answer.at !== undefined) {
        at = answer.at;
        return;
      }
      keep(answer);
      chunk = null;
      give();
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      resolve(chunk === null ? null : { chunk, at, how: signal ?? `exit ${code}` });
    });
    give();
  });

  /** A process of its own for one order: `{ answer, how }`, `answer` null where it ended without. */
  const alone = (execArgv, limit, order) => new Promise((resolve) => {
    const child = start(execArgv);
    const timer = setTimeout(() => child.kill("SIGKILL"), limit);
    let answer = null;
    child.on("message", (message) => {
      if (message.at !== undefined) return;
      answer = message;
      child.disconnect();
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      resolve({ answer, how: signal ?? `exit ${code}` });
    });
    child.send({ seed, ...order });
  });

  /** Whether a program, as it was written, lets its process live and comes to an end. */
  const survivesPlain = async (index) => (await alone(FLAGS, PLAIN_LIMIT, { plain: true, from: index })).answer !== null;

  /** Runs a program again where there is more stack. */
  async function again(index) {
    const { answer, how } = await alone(ROOMY, CHUNK_LIMIT, { from: index, to: index + 1, kindsUntil: 0, roomy: true });
    if (answer === null) totals.lost.push({ seed: seed + index, how });
    else for (const key of ["differences", "unstable"]) totals[key].push(...answer[key]);
  }

  async function lose({ chunk, at, how }) {
    if (await survivesPlain(at)) totals.lost.push({ seed: seed + at, how });
    else totals.fatal.push(seed + at);
    progress?.(done += 1, []);
    // What was not yet run of its range, and what was run but not yet told.
    if (chunk.from < at) left.push({ ...chunk, to: at });
    if (at + 1 < chunk.to) left.push({ ...chunk, from: at + 1 });
  }

  const lane = async () => {
    while (left.length > 0 || next < programs) {
      const end = await one();
      if (end !== null) await lose(end);
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
  for (const index of overflows) await again(index);
  totals.differences.sort((a, b) => a - b);
  return totals;
}
