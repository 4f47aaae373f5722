// A process that runs programs: the parent sends ranges of indexes, it says which one it begins and answers what it found.
import { compare, formsOf } from "../run/compare.mjs";
import { execute, isQuiet } from "../run/execute.mjs";
import { kindsOf } from "../programs/kinds.mjs";
import { programOf } from "../programs/program.mjs";

process.on("message", (order) => (order.plain ? runPlain(order) : runRange(order)).catch(failed));

/** What fails is this process, no program: programs hear of what is rejected, and would keep it quiet. */
function failed(error) {
  console.error(error);
  process.exit(70);
}

/** Whether V8 gets through a program as it was written. */
async function runPlain({ seed, from }) {
  const program = programOf(seed + from);
  await execute(program.text, program.goal, isQuiet(program));
  process.send({ survived: true });
}

/** Recursion that the stack ended before fuel did, as frames are larger here: to be run where the stack is larger too. */
const isOverflow = ({ instrumented }) => instrumented.includes("Maximum call stack size exceeded");

async function runRange({ seed, from, to, kindsUntil, roomy }) {
  const kinds = {};
  const answer = { from, to, kinds, unread: 0, refused: 0, movedLines: 0, goals: {}, bytes: 0, unstable: [], overflows: [], differences: [] };
  for (let index = from; index < to; index += 1) {
    process.send({ at: index });
    const program = programOf(seed + index);
    answer.goals[program.goal] = (answer.goals[program.goal] ?? 0) + 1;
    answer.bytes += program.text.length;
    if (index < kindsUntil) count(program, answer);
    const seen = {};
    const difference = await compare(program, formsOf(index), seen);
    if (seen.lines) answer.movedLines += 1;
    if (difference?.invalid !== undefined) answer.refused += 1;
    else if (difference?.unstable !== undefined) answer.unstable.push(index);
    else if (difference !== null) (!roomy && isOverflow(difference) ? answer.overflows : answer.differences).push(index);
  }
  process.send(answer);
}

function count(program, answer) {
  try {
    for (const kind of kindsOf(program)) answer.kinds[kind] = (answer.kinds[kind] ?? 0) + 1;
  } catch {
    answer.unread += 1;
  }
}

process.on("disconnect", () => process.exit(0));
