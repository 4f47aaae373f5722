// The instrumenter as it ships (the addon), and the runtime that its probes call.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const native = require("../../../npm/nearmiss/native.js");
const runtime = require("../../../npm/nearmiss/runtime/index.js");

/** First slot of a program. */
const BASE = 16;
const SLOTS = 1 << 16;

const { probes, map } = runtime.install(runtime.detachedBuffer(SLOTS));
// As while a request is answered: what is read of local names is looked at, too.
probes.A[0] = 1;
const { TOUCHED_COUNT, FACTS_USED, THROWN } = require("../../../npm/nearmiss/runtime/generated/layout.js").word;

/**
 * Instruments a text with the addon.
 *
 * @param {"inline" | "closure"} logical
 * @returns {{ code: string, roots, texts, slots: number } | { error: string }}
 */
export function instrument(text, goal, logical = "inline") {
  const description = JSON.stringify({ path: "/semantics/program.js", language: "js", module: { module: "esm", commonJs: "commonJs", script: "auto" }[goal], logical });
  try {
    const planned = native.instrument(text, "program.js", description);
    return { code: planned.emit(BASE).code, roots: planned.roots, texts: JSON.parse(planned.texts), slots: planned.slots };
  } catch (error) {
    return { error: `the instrumenter refused it: ${error.message}` };
  }
}

/** Makes the runtime ready for a program: its slots at 0 or, saturated, at 1. */
export function prepare({ roots, texts, slots }, saturated) {
  if (slots + BASE > SLOTS) throw new Error(`a program of ${slots} slots; ${SLOTS - BASE} are there`);
  map.header[TOUCHED_COUNT] = 0;
  map.header[FACTS_USED] = 0;
  map.header[THROWN] = 0;
  probes.S.fill(saturated ? 1 : 0, BASE, BASE + slots);
  probes.register(BASE, roots, texts);
}

/** Whether a run left something in the slots of the program. */
export const covered = ({ slots }) => {
  for (let i = BASE; i < BASE + slots; i += 1) if (probes.S[i] > 0) return true;
  return false;
};
