// Written by `nearmiss instrument`: the way of ES modules to nearmiss-runtime.cjs, which brings the probes (`__nm.S[n]`).
// They import it first of all, with their number as the query.
import { createRequire } from "node:module";

// What names the runtime is never instrumented.
typeof __nm;
createRequire(import.meta.url)("./nearmiss-runtime.cjs")(Number(new URL(import.meta.url).search.slice(1)));
