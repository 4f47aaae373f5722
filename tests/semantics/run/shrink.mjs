// The smallest program found that still differs: fast-check walks the arbitrary's smaller ones.
import fc from "fast-check";
import { programs } from "../programs/program.mjs";

/** Programs tried for one difference. */
const MOST_TRIED = 2500;

/** Starts at one program, whatever the choices. */
class From extends fc.Arbitrary {
  constructor(program) {
    super();
    this.program = program;
  }

  generate() {
    return new fc.Value(this.program, undefined);
  }

  canShrinkWithoutContext(value) {
    return programs.canShrinkWithoutContext(value);
  }

  shrink(program) {
    return programs.shrink(program);
  }
}

/**
 * Shrinks a program for which `differenceOf` answers something.
 *
 * @returns {{ program, difference, tried: number }}
 */
export async function shrink(program, differenceOf) {
  let tried = 0;
  let best = { program, difference: await differenceOf(program) };
  const holds = async (candidate) => {
    if (candidate === program || tried >= MOST_TRIED) return candidate !== program;
    tried += 1;
    const difference = await differenceOf(candidate);
    if (difference === null || difference.form === undefined) return true;
    best = { program: candidate, difference };
    return false;
  };
  await fc.check(fc.asyncProperty(new From(program), holds), { numRuns: 1, endOnFailure: false });
  return { ...best, tried };
}
