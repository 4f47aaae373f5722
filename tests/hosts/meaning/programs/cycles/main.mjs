// A cycle: hoisted functions run before their module does, `let` is in its dead zone, bindings are live. One file is
// loaded by both module systems, and one is compiled as both.
import { createRequire } from "node:module";
import fs from "node:fs";
import Module from "node:module";
import { fileURLToPath } from "node:url";
import { early, log, value } from "./a.mjs";
import * as ns from "./a.mjs";
import counter, { next } from "./counter.cjs";

const require = createRequire(import.meta.url);
log.push(["early", early()]);
log.push(["value", value, Object.keys(ns)]);
ns.raise();
log.push(["live", value > 10 ? value : -value]);
log.push(["shared", next(), require("./counter.cjs").next(), counter.next(), require("./counter.cjs") === counter]);

const both = fileURLToPath(new URL("both.mjs", import.meta.url));
await import("./both.mjs");
const module = new Module(both);
module.filename = both;
module.paths = [];
module._compile(fs.readFileSync(both, "utf8"), both);
await import("./both.mjs?again");
log.push(["both", globalThis.both]);
console.log(JSON.stringify(log));
