// A source as the loader would hand it to the engine (npm/nearmiss/register/probe_source.js).

import { createRequire } from "node:module";

const native = createRequire(import.meta.url)("../../../npm/nearmiss/native.js");

const MODULE_KINDS = { script: "commonJs", module: "esm" };

/**
 * Instruments a source, or says why it is left as it is.
 *
 * The caller has let V8 compile a script before; for a module the loader has no way to, and neither has this.
 *
 * @returns {{ code: string, roots: number[], texts: object[], base: number, left: string | null }}
 */
export function probedText(source, { file, goal, logical, base }) {
  const left = (reason) => ({ code: source, roots: [], texts: [], base: 0, left: reason });
  if (!source.isWellFormed()) return left("half of a surrogate pair");
  const description = JSON.stringify({ path: `/${file}`, language: "js", module: MODULE_KINDS[goal], logical });
  let planned;
  try {
    planned = native.instrument(source, file, description);
  } catch (error) {
    return left(error.message.replace(/\d+:\d+:? ?/g, "").slice(0, 120));
  }
  if (planned.isAlreadyInstrumented) return left("names the runtime");
  if (goal === "module" && planned.doubt) return left("the parser doubts it");
  const from = base(planned.slots);
  const { code } = planned.emit(from);
  const isPlain = planned.slots === 0;
  return { code, roots: Array.from(planned.roots), texts: JSON.parse(planned.texts), base: from, left: isPlain ? "nothing to probe" : null };
}
