// The replacements of the runtime with something put round each: to count its calls, or to put a fault in. Nothing of it is there
// unless this is loaded, before the runtime is made.
import { REGISTERED } from "../programs/registry.mjs";

/**
 * Puts `change(replacement, registered)` in the place of each replacement that the runtime makes; `registered` as in
 * `programs/registry.mjs`.
 */
export function wrapReplacements(change) {
  for (const registered of REGISTERED) {
    const { create } = registered.module;
    registered.module.create = (taint) => change(create(taint), registered);
  }
}

/** A replacement of which each function is what `make(function, key)` makes of it. */
export const eachFunction = (replacement, make) =>
  Object.fromEntries(Object.entries(replacement).map(([key, value]) => [key, typeof value === "function" && key !== "native" ? make(value, key) : value]));
