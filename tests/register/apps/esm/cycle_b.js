import { hoisted } from "./cycle_a.js";
// cycle_a.js has not run yet: only its hoisted functions are there.
export const fromB = hoisted(5);
