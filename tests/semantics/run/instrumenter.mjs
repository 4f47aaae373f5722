// The instrumenter as it ships (the addon), and the runtime that its probes call.
import { createRequire } from "node:module";
import querystring from "node:querystring";
import { someRequest } from "./receivers.mjs";

const require = createRequire(import.meta.url);
const native = require("../../../npm/nearmiss/native.js");
const runtime = require("../../../npm/nearmiss/runtime/index.js");

const { MOST_LOOKS } = require("../../../npm/nearmiss/runtime/replacements/index.js");

/** First slot of a program. */
const BASE = 16;
const SLOTS = 1 << 16;

const { probes, map, epoch, inputs, pairs, mostLooks } = runtime.install(runtime.detachedBuffer(SLOTS));
const { TOUCHED_COUNT, FACTS_USED, THROWN, DISCOVERY, EPOCH, PAIRS } = require("../../../npm/nearmiss/runtime/generated/layout.js").word;

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

/**
 * Makes the runtime ready for a program: its slots at 0 or, saturated, at 1; a test of its own has begun. Where the core asks
 * for inputs (`asked`) a request is being answered: what is read of local names is looked at, and values that differ are told.
 * `worn`: all places have been looked at often enough.
 */
export function prepare({ roots, texts, slots }, { saturated, asked, worn = false }) {
  if (slots + BASE > SLOTS) throw new Error(`a program of ${slots} slots; ${SLOTS - BASE} are there`);
  map.header[TOUCHED_COUNT] = 0;
  map.header[FACTS_USED] = 0;
  map.header[THROWN] = 0;
  probes.S.fill(saturated ? 1 : 0, BASE, BASE + slots);
  probes.register(BASE, roots, texts);
  mostLooks[0] = worn ? 0 : MOST_LOOKS;
  map.header[DISCOVERY] = asked ? 1 : 0;
  map.header[PAIRS] = asked ? 1 : 0;
  epoch.open(map.header[EPOCH] + 1);
  inputs.began(someRequest(), querystring.parse);
  pairs.began();
}

/** Whether a run left something in the slots of the program. */
export const covered = ({ slots }) => {
  for (let i = BASE; i < BASE + slots; i += 1) if (probes.S[i] > 0) return true;
  return false;
};
